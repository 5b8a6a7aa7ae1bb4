"""The position features: computed once per decision, then used to score all its options."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.ascending_empires.attack import (
    ships_against_planet,
    ships_free_to_attack,
    strength_of,
)
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, NONE, PLAYERS, QUADRANTS, flick_dt
from starbalance.simulator.games.ascending_empires.building import has_two_facilities
from starbalance.simulator.games.ascending_empires.development import first_vp, lowest_level
from starbalance.simulator.games.ascending_empires.fleet import holes_orbited_by_others
from starbalance.simulator.games.ascending_empires.hidden import is_unseen
from starbalance.simulator.games.ascending_empires.mining import MINES, may_mine, mine_troops, mine_vp
from starbalance.simulator.games.ascending_empires.navigation import may_navigate_anything
from starbalance.simulator.games.ascending_empires.planet import defence_of, is_homeworld, items_on, structures_on
from starbalance.simulator.games.ascending_empires.rules import (
    ASTEROID,
    COLOURS,
    KINDS,
    LEVELS,
    PARAMETERS,
    Parameter,
    SetupChart,
    Structure,
)
from starbalance.simulator.games.ascending_empires.scoring import total_of
from starbalance.strategies.ascending_empires.evaluation.weights import Weight

STRUCTURES = len(Structure)
_MINE_ROOM = 1  # the most structures on a planet that leave room for the troops of a mine
_TAKEN, _FLOWN = 1.01, 0.99  # weight of a VP in the last turn, and of a VP that first needs a flick
_NEAR = 150.0  # mm, the distance at which a target counts half
_PREY = 1.0  # the minimum value of a target that is hunted
_CLOSE = 2.0  # a lead of this many points is a sure win if the game ends
_STUBBORN = 100  # round until which a player that is behind does not take the last VP

survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("landing", "f8", (HOLES,)),  # the value of landing on each hole
    ("goal", "f8", (HOLES,)),  # the value of a starship in orbit of each hole
    ("prowl", "f8", (HOLES,)),  # the value of being near a target of attacks
    ("near", "f8"),  # mm, the distance at which a target counts half
    ("free", "i8"),  # bit mask of own ships that are free to attack
    ("blockaded", "i8"),  # bit mask of holes that ships of other players orbit
    ("lacking", "i8", (COLOURS,)),  # facilities that the next technology lacks, or NONE if there is no next one
    ("technology", "f8", (COLOURS,)),  # the value of the next technology
    ("stock", "i8", (STRUCTURES,)),  # structures left of each kind
    ("paired", "i8"),  # whether a planet holds two facilities
    ("mines", "i8"),  # own planets with room for the troops of a mine
    ("quadrants", "i8"),  # bit mask of quadrants with an own city
    ("cities", "i8"),  # the number of quadrants with an own city
    ("is_last", "i8"),  # whether this is the player's last turn
    ("left", "f8"),  # the fraction of the pool that is left
    ("soon", "f8"),  # the discount on actions of the next turn
    ("lead", "f8"),  # lead over the best other player after its last turn in points, computed only near the end
    ("is_ending", "i8"),  # whether other players can empty the pool before the player's next turn
    ("last_mine", "f8"),  # VP of the player's best mine in that turn, with the troops in place
    ("unseen", "i8", (QUADRANTS, KINDS)),  # discs that the player has not seen, by quadrant and kind
    ("guess", "f8", (QUADRANTS,)),  # the mean technology value of the unseen discs
    ("plain", "f8", (HOLES,)),  # the probability of the direct shot at each hole
    ("flick", flick_dt),  # the ship's sight, and scratch space for probes
)


@rule
def fill_features(state, rules, seat, weights, survey):
    """Fill in a blank record with the weights and the features of the position for a seat."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    survey.free = ships_free_to_attack(state, seat)
    survey.blockaded = holes_orbited_by_others(state, seat)
    survey.near = _NEAR
    survey.is_last = 0 if state.trigger == NONE else 1
    if survey.is_last:
        set_last_turn_weights(survey)
    else:
        survey.left = state.pool / rules.pool
        survey.soon = survey.weights[Weight.LATER] * min(1.0, state.pool / survey.weights[Weight.SHORT])
    if state.pool <= survey.weights[Weight.NEAR_END] and survey.is_last == 0:
        look_at_end(state, rules, seat, survey)
    look_at_own(state, rules, seat, survey)
    for colour in range(COLOURS):
        survey.technology[colour] = technology_value(state, rules, seat, colour, survey)
    guess_colours(state, rules, seat, survey)
    for hole in range(HOLES):
        survey.landing[hole] = landing_value(state, rules, seat, hole, survey)
        survey.goal[hole] = goal_value(state, rules, seat, hole, survey)
    fill_prowl(state, rules, seat, survey)


@rule
def set_last_turn_weights(survey):
    """ASE-13.8: Set `survey.weights` for the last turn: every VP counts alike, tokens a little more as a tie-break."""
    for source in (Weight.MINE, Weight.AWARD, Weight.ATTACK):
        survey.weights[source] = _TAKEN
    survey.weights[Weight.FLIGHT] = min(survey.weights[Weight.FLIGHT], _FLOWN)


@rule
def look_at_own(state, rules, seat, survey):
    """Fill in the stock, the lacking facilities and the quadrants and planets of the player.

    The fields are `stock`, `lacking`, `paired`, `mines`, `quadrants` and `cities`.
    """
    for colour in range(COLOURS):
        level = state.players[seat].tech[colour] + 1
        survey.lacking[colour] = level if level <= LEVELS else NONE
    survey.stock[Structure.FACILITY] = rules.facilities
    survey.stock[Structure.COLONY] = rules.colonies
    survey.stock[Structure.CITY] = rules.cities
    survey.paired = 1 if has_two_facilities(state, seat) else 0
    for hole in range(HOLES):
        if state.holes[hole].owner == seat:
            look_at_planet(state, rules, hole, survey)
    for quadrant in range(QUADRANTS):
        survey.cities += (survey.quadrants >> quadrant) & 1


@rule
def look_at_planet(state, rules, hole, survey):
    place, is_open = state.holes[hole], not (survey.blockaded >> hole) & 1
    survey.stock[Structure.FACILITY] -= place.facilities
    survey.stock[Structure.COLONY] -= place.colonies
    survey.stock[Structure.CITY] -= place.cities
    if place.cities > 0:
        survey.quadrants |= 1 << rules.board.quadrant[hole]
    if structures_on(state, hole) <= _MINE_ROOM:
        survey.mines += 1
    if place.kind < ASTEROID and (is_open or not rules.blockade_stops_facilities):
        if survey.lacking[place.kind] != NONE:
            survey.lacking[place.kind] = max(0, survey.lacking[place.kind] - place.facilities)


@rule
def is_new_quadrant(rules, hole, survey):
    """Return whether the quadrant of the hole has no own city."""
    return (survey.quadrants >> rules.board.quadrant[hole]) & 1 == 0


@rule
def technology_value(state, rules, seat, colour, survey):
    """Return the value of the next technology of a colour: its award, its row bonus, and its effect.

    Return 0 if the colour is complete.
    """
    level = state.players[seat].tech[colour] + 1
    if level > LEVELS:
        return 0.0
    value = 0.0
    if state.first_to[colour, level] == NONE:
        value += survey.weights[Weight.AWARD] * first_vp(rules, level)
    if lowest_level(state, seat) == level - 1 and is_last_of_row(state, seat, colour, level):
        value += survey.weights[Weight.ROW] * survey.left + rules.row_vp[level]
    return value + survey.left * survey.weights[Weight.TECHNOLOGY] * effect_value(rules, colour, level, survey)


@rule
def effect_value(rules, colour, level, survey):
    """Return the value of a technology's effect over a whole game."""
    value = 0.0
    for parameter in range(PARAMETERS):
        value += survey.weights[Weight.MOVE_POINTS + parameter] * abs(rules.gain[colour, level, parameter])
    return value


@rule
def is_last_of_row(state, seat, colour, level):
    """Return whether all other colours are at this level or above."""
    for other in range(COLOURS):
        if other != colour and state.players[seat].tech[other] < level:
            return False
    return True


@rule
def wanted(kind, survey):
    """Return the value of the next technology of the disc's colour if it lacks facilities, otherwise 0."""
    return survey.technology[kind] if kind < ASTEROID and survey.lacking[kind] > 0 else 0.0


@rule
def guess_colours(state, rules, seat, survey):
    """ASE-1.5: Fill in the unseen discs and their mean technology value for each quadrant.

    If all discs are dealt from one pool, every quadrant gets the mean of the board.
    """
    groups = 1 if rules.setup_chart == SetupChart.POOLED else QUADRANTS
    for hole in range(HOLES):
        if is_unseen(state, seat, hole):
            survey.unseen[rules.board.quadrant[hole] % groups, state.holes[hole].kind] += 1
    for quadrant in range(QUADRANTS):
        survey.guess[quadrant] = mean_wanted(quadrant % groups, survey)


@rule
def mean_wanted(group, survey):
    """Return the mean of `wanted` over the unseen discs of a group, or 0 if there are none."""
    number, total = 0, 0.0
    for kind in range(KINDS):
        number += survey.unseen[group, kind]
        total += survey.unseen[group, kind] * wanted(kind, survey)
    return total / max(1, number)


@rule
def colour_value(state, rules, seat, hole, survey):
    """Return the value of a disc's colour for technologies, or 0 if none needs it.

    An unseen disc counts as the mean of its quadrant, plus the UNSEEN weight.
    """
    weights = survey.weights
    if is_unseen(state, seat, hole):
        guess = weights[Weight.DRAWN] * survey.guess[rules.board.quadrant[hole]]
        return weights[Weight.UNSEEN] + weights[Weight.COLOUR] * guess
    return weights[Weight.COLOUR] * wanted(state.holes[hole].kind, survey)


@rule
def landing_value(state, rules, seat, hole, survey):
    """Return the value of the first troop on an unoccupied planet, or 0 if the hole is no such planet."""
    if is_homeworld(state, hole) or state.holes[hole].owner != NONE:
        return 0.0
    weights = survey.weights
    value = 1.0 * rules.planet_vp
    if survey.is_last:
        return value
    value *= weights[Weight.PLANET]
    value += survey.left * colour_value(state, rules, seat, hole, survey)
    if is_new_quadrant(rules, hole, survey):
        value += survey.left * weights[Weight.QUADRANT]
    if rules.board.quadrant[hole] != state.players[seat].corner:
        value *= weights[Weight.ABROAD]
    if (survey.blockaded >> hole) & 1:
        value *= weights[Weight.CAUTION]
    return value


@rule
def planet_gain(state, rules, hole, survey):
    """Return the value of destroying an enemy planet, including that of a nearer end."""
    vp = rules.planet_vp_per_item * items_on(state, hole)
    return survey.weights[Weight.ATTACK] * (vp + rules.planet_vp) + end_value(state, vp, survey)


@rule
def siege_value(state, rules, seat, hole, survey):
    """Return the value of one more starship in orbit of an enemy planet, for a blockade and an attack.

    If more ships must follow before the planet falls, the attack counts as a fraction. If ships of other players are in
    its orbit, it does not count.
    """
    blockade = 0.0 if survey.is_last else survey.weights[Weight.BLOCKADE]
    if (survey.blockaded >> hole) & 1:
        return blockade
    ready = strength_of(rules, ships_against_planet(state, seat, hole, survey.free))
    lacking = defence_of(state, rules, hole) - ready
    gain = planet_gain(state, rules, hole, survey)
    if lacking <= 0:
        return gain + blockade
    return blockade + (0.0 if survey.is_last else survey.weights[Weight.SIEGE] * gain / (1.0 + lacking))


@rule
def goal_value(state, rules, seat, hole, survey):
    """Return the value of a starship in orbit of a hole, for a landing or an attack.

    Return 0 at an own planet, and at an unoccupied one if the supply has no troops.
    """
    owner = state.holes[hole].owner
    if owner == NONE:
        return survey.weights[Weight.FLIGHT] * survey.landing[hole] if state.players[seat].troops > 0 else 0.0
    return siege_value(state, rules, seat, hole, survey) if owner != seat else 0.0


@rule
def fill_prowl(state, rules, seat, survey):
    """Fill in `survey.prowl` and raise `survey.goal` for orbits near targets of attacks.

    Do nothing for a skill of 0 or less, or in the last turn. Ships approach a target through several orbits.
    """
    hunt = survey.weights[Weight.HUNT] * state.players[seat].skill
    if hunt <= 0.0 or survey.is_last:
        return
    survey.near *= 2.0 ** state.players[seat].skill
    if not may_navigate_anything(state, seat):
        return
    for prey in range(HOLES):
        owner = state.holes[prey].owner
        if owner != NONE and owner != seat and survey.goal[prey] > _PREY:
            for hole in range(HOLES):
                value = hunt * survey.goal[prey] * nearness(rules.board, hole, prey, survey.near)
                survey.prowl[hole] = max(survey.prowl[hole], value)
    for hole in range(HOLES):
        survey.goal[hole] = max(survey.goal[hole], survey.prowl[hole])


@rule
def nearness(board, hole, other, near):
    """Return 1 for the same hole, falling to 1/2 at a distance of `near` mm."""
    dx, dy = board.hole_x[hole] - board.hole_x[other], board.hole_y[hole] - board.hole_y[other]
    return 1.0 / (1.0 + (dx * dx + dy * dy) / (near * near))


@rule
def lead_of(state, rules, seat):
    """Return the lead over the best other player if the game ended now, in points, below 0 if behind.

    ASE-13.2: Other players have a last turn, in which they mine.
    """
    best = 0
    for other in range(PLAYERS):
        if other != seat and other < rules.seats:
            best = max(best, total_of(state, rules, other) + mine_in_sight(state, rules, other, rules.planet_vp))
    return 1.0 * (total_of(state, rules, seat) - best)


@rule
def look_at_end(state, rules, seat, survey):
    """ASE-13.2: Fill in the lead, and whether the player's next turn is surely the last, with its best mine.

    The fields are `lead`, `is_ending` and `last_mine`.
    """
    survey.lead = lead_of(state, rules, seat)
    survey.last_mine = mine_in_sight(state, rules, seat, rules.planet_vp)
    vp = 0
    for other in range(PLAYERS):
        if other != seat and other < rules.seats:
            vp += mine_in_sight(state, rules, other, 0)
    survey.is_ending = 1 if vp >= state.pool else 0


@rule
def mine_in_sight(state, rules, seat, planet_vp):
    """Return the VP of the best mine of one planet that a seat can make with its troops in place, at least 0.

    A planet that it leaves empty costs `planet_vp`.
    """
    best = 0
    for hole in range(HOLES):
        if may_mine(state, seat, hole, rules.mine2_troops):
            best = max(best, mine_of(state, rules, seat, hole, state.holes[hole].troops, planet_vp))
    return best


@rule
def mine_of(state, rules, seat, hole, troops, planet_vp):
    """Return the VP of the best mine on an own planet with this number of troops, at least 0.

    If it leaves the planet empty, it costs `planet_vp`.
    """
    best, parameters = 0, state.players[seat].value
    for size in range(MINES):
        count = mine_troops(rules, size)
        if troops >= count:
            left = troops - count + parameters[Parameter.MINE_KEEP] + structures_on(state, hole)
            vp = mine_vp(state, rules, seat, count) + parameters[Parameter.MINE_BONUS]
            best = max(best, vp - (planet_vp if left == 0 else 0))
    return best


@rule
def end_value(state, vp, survey):
    """Return the value of bringing the end nearer by taking `vp` from the pool, positive for the leader.

    It is negative for the rest of the players until the round of their patience, then 0. It is 0 in the last turn and
    far from the end. Taking the last VP while behind costs LOST, until a later round.
    """
    if survey.is_last or state.pool > survey.weights[Weight.NEAR_END] or vp <= 0:
        return 0.0
    sure = min(1.0, max(-1.0, (survey.lead + vp - survey.weights[Weight.EDGE]) / _CLOSE))
    if sure < 0.0 and vp >= state.pool and state.rounds <= _STUBBORN:
        return survey.weights[Weight.LOST] * sure
    if sure < 0.0 and state.rounds > survey.weights[Weight.PATIENCE]:
        return 0.0
    share = min(1.0, vp / state.pool)
    return survey.weights[Weight.END] * sure * share * share


@rule
def award_of(state, rules, seat, colour):
    """Return the VP from the pool that the next technology of a colour brings, or 0 if the colour is complete."""
    level = state.players[seat].tech[colour] + 1
    vp = 0
    if level <= LEVELS:
        vp += first_vp(rules, level) if state.first_to[colour, level] == NONE else 0
        if lowest_level(state, seat) == level - 1 and is_last_of_row(state, seat, colour, level):
            vp += rules.row_vp[level]
    return vp
