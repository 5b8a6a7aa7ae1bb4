"""The economic decisions (D9 to D14): mines, structures, technologies, and pieces from and to the box."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, NONE, STARSHIPS
from starbalance.simulator.games.ascending_empires.building import STRUCTURES, build, may_build
from starbalance.simulator.games.ascending_empires.development import develop, may_develop, return_starship
from starbalance.simulator.games.ascending_empires.fleet import starships_from_box, starships_in, troops_from_box
from starbalance.simulator.games.ascending_empires.mining import MINES, may_mine, mine, mine_troops
from starbalance.simulator.games.ascending_empires.rules import COLOURS, Parameter, Structure
from starbalance.simulator.games.ascending_empires.state import Kind, PendingStep, Where
from starbalance.simulator.games.ascending_empires.turn import ask_for_pieces


@rule
def offer_mine(state, rules, opts):
    """ASE-10.1, ASE-21.11: List planets with the troops of a small or a large mine.

    Stopping is legal after the first planet.
    Return the number of options.
    """
    n = add(opts, 0, Kind.STOP, 0, 0, 0) if state.done > 0 else 0
    for hole in range(HOLES):
        for size in range(MINES):
            troops = mine_troops(rules, size)
            if (state.mined >> hole) & 1 == 0 and may_mine(state, state.actor, hole, troops):
                n = add(opts, n, Kind.MINE_ON, hole, troops, 0)
    return n


@rule
def do_mine(state, rules, option):
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.SCAN
        return
    mine(state, rules, state.actor, option.a, option.b)
    state.mined |= 1 << option.a
    state.done += 1
    state.left -= 1
    state.pending_step = PendingStep.MINE


@rule
def offer_build(state, rules, opts):
    """ASE-10.5, ASE-21.14: List planets with a structure to build. Stopping is legal after the first structure.

    Return the number of options.
    """
    n = add(opts, 0, Kind.STOP, 0, 0, 0) if state.done > 0 else 0
    for hole in range(HOLES):
        for structure in range(STRUCTURES):
            if may_build(state, rules, state.actor, hole, structure):
                n = add(opts, n, Kind.BUILD_ON, hole, structure, 0)
    return n


@rule
def do_build(state, rules, option):
    """ASE-10.11, ASE-21.15, ASE-21.26: Build the structure, or stop and go on to the scan.

    A city pays its bonus at once.
    """
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.SCAN
        return
    build(state, state.actor, option.a, option.b)
    state.done += 1
    state.left -= 1
    state.pending_step = PendingStep.BUILD
    if option.b == Structure.CITY:
        ask_for_pieces(state, state.players[state.actor].value[Parameter.CITY_BONUS], 0, PendingStep.BUILD)


@rule
def offer_pieces(state, rules, opts):
    """ASE-10.11, ASE-21.15, ASE-21.18: List every mix of troops and starships from the box.

    A row bonus must be taken in full. The bonus of a city may be taken in part.
    Return the number of options.
    """
    n, player = 0, state.players[state.actor]
    ships = starships_in(state, state.actor, Where.BOX)
    for taken in range(state.pieces if state.must_take_all else 0, state.pieces + 1):
        for troops in range(taken + 1):
            if troops <= player.box_troops and taken - troops <= ships:
                n = add(opts, n, Kind.TAKE, troops, taken - troops, 0)
    return n


@rule
def do_pieces(state, rules, option):
    troops_from_box(state, state.actor, option.a)
    starships_from_box(state, state.actor, option.b)
    state.pending_step = state.step_after_pieces


@rule
def offer_develop(state, rules, opts):
    """ASE-10.15: List the colours that the player may develop. Return the number of options."""
    n = 0
    for colour in range(COLOURS):
        if may_develop(state, rules, state.actor, colour):
            n = add(opts, n, Kind.RAISE, colour, 0, 0)
    return n


@rule
def do_develop(state, rules, option):
    develop(state, rules, state.actor, option.a)
    state.pending_step = PendingStep.RETURN


@rule
def may_return(state, k, chosen):
    """ASE-8.11, A24: Return whether a starship is a candidate to go back to the box.

    Starships in the supply are interchangeable, so only the first that is not yet chosen is a candidate.
    """
    where = state.players[state.actor].where
    if where[k] != Where.SUPPLY:
        return where[k] == Where.BOARD
    for other in range(k):
        if where[other] == Where.SUPPLY and other != chosen:
            return False
    return True


@rule
def offer_return(state, rules, opts):
    """ASE-8.11, D14: List one starship, or the pairs of starships, that may go back to the box.

    Return the number of options.
    """
    n = 0
    for one in range(STARSHIPS):
        if may_return(state, one, NONE):
            if state.returning == 1:
                n = add(opts, n, Kind.RETURN, one, NONE, 0)
            else:
                n = add_pairs(state, opts, n, one)
    return n


@rule
def add_pairs(state, opts, n, one):
    """Add the pairs that have starship `one` as the first to the options. Return the new number of options."""
    for two in range(one + 1, STARSHIPS):
        if may_return(state, two, one):
            n = add(opts, n, Kind.RETURN, one, two, 0)
    return n


@rule
def do_return(state, rules, option):
    return_starship(state, rules, state.actor, option.a)
    if option.b != NONE:
        return_starship(state, rules, state.actor, option.b)
    state.returning = 0
    state.pending_step = PendingStep.ROW
