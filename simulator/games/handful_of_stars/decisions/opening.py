"""The decisions of the setup: race, home world, first colony, Development counters (D1, D2, D3)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.counter import take_counter
from starbalance.simulator.games.handful_of_stars.opening import reveal_colonies, reveal_homes, take_race
from starbalance.simulator.games.handful_of_stars.rules import RACES
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Kind, PendingStep
from starbalance.simulator.games.handful_of_stars.system import is_habitable


@rule
def offer_race(state, rules, opts):
    """HOS-2.10: List the races that are still free, with `race_mode = draft`. Return the number of options."""
    n = 0
    for race in range(RACES):
        free = True
        for seat in range(rules.seats):
            if state.players[seat].race == race:
                free = False
        if free:
            n = add(opts, n, Kind.PICK_RACE, race, 0, 0)
    return n


@rule
def do_race(state, rules, option):
    """HOS-2.10: Take a race and ask the next player in turn order, with `race_mode = draft`.

    After the last race, ask seat 0 for a home world.
    """
    take_race(state, rules, state.actor, option.a)
    state.place += 1
    if state.place < rules.seats:
        ask(state, Decision.RACE, seat_at(state, rules, state.place))
    else:
        state.place = 0
        ask(state, Decision.HOME, 0)


@rule
def _offer_sites(state, rules, home, opts):
    """List the habitable systems of the acting seat except the tile `home`. Return the number of options."""
    n = 0
    for space in range(rules.spaces):
        if state.owner[space] == state.actor and is_habitable(state, rules, space) and state.tile[space] != home:
            n = add(opts, n, Kind.SETTLE, space, 0, 0)
    return n


@rule
def offer_home(state, rules, opts):
    """D1; HOS-2.11: List the dealt habitable systems. Return the number of options."""
    return _offer_sites(state, rules, NONE, opts)


@rule
def do_home(state, rules, option):
    """D1; HOS-2.11: Choose a home world in secret. After the last choice, reveal all home worlds."""
    seat = state.actor
    state.players[seat].home = state.tile[option.a]
    if seat + 1 < rules.seats:
        ask(state, Decision.HOME, seat + 1)
    else:
        reveal_homes(state, rules)
        ask(state, Decision.COLONY, 0)


@rule
def offer_colony(state, rules, opts):
    """D2; HOS-2.12: List the dealt habitable systems except the home world. Return the number of options."""
    return _offer_sites(state, rules, state.players[state.actor].home, opts)


@rule
def do_colony(state, rules, option):
    """D2; HOS-2.12: Choose a first colony in secret. After the last choice, reveal all colonies."""
    seat = state.actor
    state.players[seat].colony = state.tile[option.a]
    if seat + 1 < rules.seats:
        ask(state, Decision.COLONY, seat + 1)
    else:
        reveal_colonies(state, rules)
        state.pending_step = PendingStep.NEXT_COUNTER


@rule
def offer_counter(state, rules, opts):
    """D3, D35; HOS-2.16, HOS-9.5, HOS-17.7, HOS-17.31: List the displayed counters. Return the number of options."""
    n = 0
    for place in range(state.counters_displayed):
        n = add(opts, n, Kind.TAKE_COUNTER, place, 0, 0)
    return n


@rule
def do_counter(state, rules, option):
    """D3, D35; HOS-2.16, HOS-9.5, HOS-17.7, HOS-17.31: Take a counter, then continue the setup or finish the action."""
    take_counter(state, rules, state.actor, option.a)
    if state.rounds == 0:
        state.place += 1
        state.pending_step = PendingStep.NEXT_COUNTER
    else:
        state.pending_step = PendingStep.FINISH_ACTION
