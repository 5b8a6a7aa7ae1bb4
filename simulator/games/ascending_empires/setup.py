"""The setup of a game: corners, discs, ships, troops and the turn order."""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board import remove_ship
from starbalance.simulator.games.ascending_empires.board_rules import (
    CORNER,
    FLEET,
    HOLES,
    NONE,
    PLAYERS,
    QUADRANT_HOLES,
    QUADRANTS,
    SHIPS,
)
from starbalance.simulator.games.ascending_empires.launching import put_on_board
from starbalance.simulator.games.ascending_empires.rules import (
    ASTEROID,
    COLOURS,
    HOMEWORLD,
    KINDS,
    PARAMETERS,
    AsteroidsUp,
    FirstPlayer,
    SetupChart,
)
from starbalance.simulator.games.ascending_empires.state import (
    CORNERS,
    DEAL,
    FIRST,
    GROUPS,
    SIG,
    SKILL,
    PendingStep,
    Where,
)

OPEN = QUADRANT_HOLES - 1  # the number of holes in a quadrant that a group fills


@rule
def clear_table(state):
    """ASE-1.9, ASE-2.5: Clear the state: no ships, no owners, no technologies."""
    for ship in range(FLEET):
        remove_ship(state.scene, ship)
    for hole in range(HOLES):
        state.holes[hole].owner = NONE
    state.first_to[:] = NONE
    state.first_row[:] = NONE
    state.trigger = NONE
    state.ship = NONE
    state.hole = NONE
    for place in range(PLAYERS):
        state.order[place] = NONE
        state.players[place].home = NONE
        state.players[place].corner = NONE


@rule
def turn_corners(state, rules):
    """ASE-22.4: Under `corner_shuffle`, draw `state.turned`: the number of quarter turns of all homeworlds.

    Without it the homeworlds are not turned.
    """
    if rules.corner_shuffle:
        state.turned = below(state, CORNERS, QUADRANTS)


@rule
def lay_homeworlds(state, rules):
    """ASE-1.3, ASE-1.4, ASE-22.6: Put homeworlds and asteroids face up into the corner holes.

    A corner without a player has an asteroid.
    """
    for quadrant in range(QUADRANTS):
        hole = state.holes[QUADRANT_HOLES * quadrant + CORNER]
        hole.kind = ASTEROID
        hole.up = 1
    for seat in range(rules.seats):
        player = state.players[seat]
        player.corner = (rules.corner[seat] + state.turned) % QUADRANTS
        player.home = QUADRANT_HOLES * player.corner + CORNER
        state.holes[player.home].kind = HOMEWORLD


@rule
def groups_of(state, rules):
    """ASE-22.8: Return the number of discs per quadrant and kind, an array (QUADRANTS, KINDS).

    Under `random_groups` the extra planets change quadrants.
    """
    groups = np.zeros((QUADRANTS, KINDS), np.int64)
    for quadrant in range(QUADRANTS):
        for kind in range(KINDS):
            groups[quadrant, kind] = rules.group[quadrant, kind]
    if rules.setup_chart == SetupChart.RANDOM_GROUPS:
        exchange_extra_planets(state, rules, groups)
    return groups


@rule
def exchange_extra_planets(state, rules, groups):
    """ASE-22.8: Redistribute the extra planets in `groups` at random.

    Every quadrant keeps the number of planets of each colour that all quadrants have. The rest are extra planets.
    """
    extra, count = np.zeros(QUADRANTS * COLOURS, np.int64), 0
    for colour in range(COLOURS):
        least = rules.group[0, colour]
        for quadrant in range(QUADRANTS):
            least = min(least, rules.group[quadrant, colour])
        for quadrant in range(QUADRANTS):
            for _ in range(rules.group[quadrant, colour] - least):
                extra[count] = colour
                count += 1
            groups[quadrant, colour] = least
    places = np.arange(count)
    shuffle(state, GROUPS, places)
    taken = 0
    for quadrant in range(QUADRANTS):
        while groups[quadrant].sum() < OPEN:
            groups[quadrant, extra[places[taken]]] += 1
            taken += 1


@rule
def deal_discs(state, rules):
    """ASE-1.5, ASE-1.6, ASE-22.1: Deal each group to the open holes of its quadrant.

    Under `pooled` all discs are dealt to all open holes.
    """
    groups, discs, taken = groups_of(state, rules), np.zeros(QUADRANTS * OPEN, np.int64), 0
    for quadrant in range(QUADRANTS):
        for kind in range(KINDS):
            for _ in range(groups[quadrant, kind]):
                discs[taken] = kind
                taken += 1
    if rules.setup_chart == SetupChart.POOLED:
        places = np.arange(QUADRANTS * OPEN)
        shuffle(state, DEAL, places)
        for k in range(QUADRANTS * OPEN):
            lay_disc(state, rules, k, discs[places[k]])
        return
    for quadrant in range(QUADRANTS):
        places = np.arange(OPEN)
        shuffle(state, DEAL, places)
        for k in range(OPEN):
            lay_disc(state, rules, OPEN * quadrant + k, discs[OPEN * quadrant + places[k]])


@rule
def open_hole(k):
    """Return the hole number of the k-th hole that groups fill."""
    return QUADRANT_HOLES * (k // OPEN) + 1 + k % OPEN


@rule
def lay_disc(state, rules, k, kind):
    """ASE-1.5, A42: Put a disc into an open hole, face down. Under `ALL` asteroids are put face up."""
    hole = state.holes[open_hole(k)]
    hole.kind = kind
    hole.up = 1 if kind == ASTEROID and rules.asteroids_up == AsteroidsUp.ALL else 0


@rule
def draw_skill(state, rules, seat):
    """Return the skill of a seat: the number in the rules, or a random step between the lowest and the highest."""
    if not rules.skill_drawn:
        return rules.skill[seat]
    steps = int((rules.skill_highest - rules.skill_lowest) / rules.skill_step + 1e-9)
    return rules.skill_lowest + rules.skill_step * below(state, SKILL, steps + 1)


@rule
def set_up_player(state, rules, seat):
    """ASE-1.7, ASE-1.8, ASE-1.10, ASE-1.13, ASE-22.14: Set up the troops, skill, numbers and ships of a player."""
    player = state.players[seat]
    player.troops = rules.start_troops
    player.box_troops = rules.troops - rules.start_troops
    player.skill = draw_skill(state, rules, seat)
    for parameter in range(PARAMETERS):
        player.value[parameter] = rules.initial[parameter]
    for k in range(rules.starships, SHIPS - 1):
        player.where[k] = Where.LOCKED
    for k in range(rules.start_ships):
        slot = rules.board.start_slot[player.corner, k]
        put_on_board(state, rules, SHIPS * seat + k, player.home, slot)


@rule
def seat_players(state, rules):
    """ASE-1.12: Draw the first player unless the rules name it, and fill in the turn order (clockwise)."""
    first = rules.first_player - 1
    if rules.first_player == FirstPlayer.RANDOM:
        first = below(state, FIRST, rules.seats)
    for place in range(rules.seats):
        state.order[place] = (first + place) % rules.seats


@rule
def use_randomness(state, own, seed):
    """Switch the random numbers to `seed`, or to the game's key if `seed` is below 0."""
    state.key[0] = own
    if seed >= 0:
        state.key[0] = np.uint64(seed)


@rule
def deal(state, rules):
    """Draw everything that is random before the first turn: corners, discs, skills and the first player.

    Each part has its own seed.
    """
    own = state.key[0]
    use_randomness(state, own, rules.corner_seed)
    turn_corners(state, rules)
    lay_homeworlds(state, rules)
    use_randomness(state, own, rules.deal_seed)
    deal_discs(state, rules)
    use_randomness(state, own, rules.skill_seed)
    for seat in range(rules.seats):
        set_up_player(state, rules, seat)
    use_randomness(state, own, rules.seat_seed)
    seat_players(state, rules)
    use_randomness(state, own, rules.flicks_seed)


@kernel(SIG["setup"])
def setup(state, rules):
    """ASE-1.1, ASE-1.2, ASE-1.11: Set up a game. The state must be blank except for its random key."""
    clear_table(state)
    deal(state, rules)
    state.pool = rules.pool
    state.active = state.order[0]
    state.rounds = 1
    state.pending_step = PendingStep.BEGIN
