"""What a score looks at once for a decision: what landings, sieges, technologies and the end of the game mean."""

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
from starbalance.simulator.games.ascending_empires.navigation import may_navigate_anything
from starbalance.simulator.games.ascending_empires.planet import defence_of, is_homeworld, items_on, structures_on
from starbalance.simulator.games.ascending_empires.rules import (
    ASTEROID,
    COLOURS,
    KINDS,
    LEVELS,
    PARAMETERS,
    SetupChart,
    Structure,
)
from starbalance.simulator.games.ascending_empires.scoring import total_of
from starbalance.strategies.ascending_empires.judgement.weights import Weight

STRUCTURES = len(Structure)
_MINE_ROOM = 1  # structures of a planet that still holds the troops of a mine
_TAKEN, _FLOWN = 1.01, 0.99  # a VP taken in the last turn; one that a flick has to reach first
_NEAR = 150.0  # mm: from so far away a landing is half as good as from beside it
_PREY = 1.0  # the least goal that is hunted
_CLOSE = 2.0  # points of lead at which a player is sure to win or to lose, if the game ends

survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("landing", "f8", (HOLES,)),  # the worth of a landing there
    ("goal", "f8", (HOLES,)),  # the worth of a starship in orbit there
    ("prowl", "f8", (HOLES,)),  # the worth of being near what can be attacked
    ("near", "f8"),  # mm: from so far away a goal is half as good as from beside it
    ("free", "i8"),  # bits by own ship: those free to attack
    ("blockaded", "i8"),  # bits: holes with ships of others in orbit
    ("lacking", "i8", (COLOURS,)),  # facilities to the next technology of a colour, 0: it is ready; NONE: there is none
    ("technology", "f8", (COLOURS,)),  # the worth of the next technology
    ("stock", "i8", (STRUCTURES,)),  # structures left of each kind
    ("paired", "i8"),  # whether a planet holds two facilities
    ("mines", "i8"),  # own planets with room for the troops of a mine
    ("quadrants", "i8"),  # bits: those with an own city
    ("cities", "i8"),  # how many of these
    ("is_last", "i8"),  # whether this is the player's last turn
    ("left", "f8"),  # share of the pool that is left
    ("soon", "f8"),  # share of its worth that what can be done in the next turn has, before the pool is empty
    ("lead", "f8"),  # points before the best other player, where the end is near
    ("unseen", "i8", (QUADRANTS, KINDS)),  # discs that the player has not seen, by quadrant and kind
    ("guess", "f8", (QUADRANTS,)),  # what the technologies are worth of the discs not seen, on the average
    ("plain", "f8", (HOLES,)),  # the chance of the plain shot at a hole, of the ship that looks around
    ("flick", flick_dt),  # to look around and to try shots with
)


@rule
def look_around_table(state, rules, seat, weights, survey):
    """Fills in a blank survey."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    survey.free = ships_free_to_attack(state, seat)
    survey.blockaded = holes_orbited_by_others(state, seat)
    survey.near = _NEAR
    survey.is_last = 0 if state.trigger == NONE else 1
    if survey.is_last:
        count_points_alone(survey)
    else:
        survey.left = state.pool / rules.pool
        survey.soon = survey.weights[Weight.LATER] * min(1.0, state.pool / survey.weights[Weight.SHORT])
    look_at_own(state, rules, seat, survey)
    for colour in range(COLOURS):
        survey.technology[colour] = technology_worth(state, rules, seat, colour, survey)
    guess_colours(state, rules, seat, survey)
    for hole in range(HOLES):
        survey.landing[hole] = landing_worth(state, rules, seat, hole, survey)
        survey.goal[hole] = goal_worth(state, rules, seat, hole, survey)
    look_for_prey(state, rules, seat, survey)
    if state.pool <= survey.weights[Weight.NEAR_END] and survey.is_last == 0:
        survey.lead = lead_of(state, rules, seat)


@rule
def count_points_alone(survey):
    """ASE-13.8: in the last turn a VP is a VP, and one that is taken settles equals."""
    for source in (Weight.MINE, Weight.AWARD, Weight.ATTACK):
        survey.weights[source] = _TAKEN
    survey.weights[Weight.FLIGHT] = min(survey.weights[Weight.FLIGHT], _FLOWN)


@rule
def look_at_own(state, rules, seat, survey):
    """Structures, and what they leave in stock."""
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
    """Whether no own city is in the quadrant of the hole."""
    return (survey.quadrants >> rules.board.quadrant[hole]) & 1 == 0


@rule
def technology_worth(state, rules, seat, colour, survey):
    """Of the next technology of a colour: its award, its row, and its effect as long as the game may last."""
    level = state.players[seat].tech[colour] + 1
    if level > LEVELS:
        return 0.0
    worth = 0.0
    if state.first_to[colour, level] == NONE:
        worth += survey.weights[Weight.AWARD] * first_vp(rules, level)
    if lowest_level(state, seat) == level - 1 and is_last_of_row(state, seat, colour, level):
        worth += survey.weights[Weight.ROW] * survey.left + rules.row_vp[level]
    return worth + survey.left * survey.weights[Weight.TECHNOLOGY] * effect_worth(rules, colour, level, survey)


@rule
def effect_worth(rules, colour, level, survey):
    """Of what a technology changes, over a whole game."""
    worth = 0.0
    for parameter in range(PARAMETERS):
        worth += survey.weights[Weight.MOVE_POINTS + parameter] * abs(rules.gain[colour, level, parameter])
    return worth


@rule
def is_last_of_row(state, seat, colour, level):
    """Whether all other colours are at this level."""
    for other in range(COLOURS):
        if other != colour and state.players[seat].tech[other] < level:
            return False
    return True


@rule
def wanted(kind, survey):
    """What a facility more on a disc of this kind is for: the next technology of its colour; 0 where it is for none."""
    return survey.technology[kind] if kind < ASTEROID and survey.lacking[kind] > 0 else 0.0


@rule
def guess_colours(state, rules, seat, survey):
    """ASE-1.5: which kinds lie face down in a quadrant is known, or in all of them where one pool is dealt."""
    groups = 1 if rules.setup_chart == SetupChart.POOLED else QUADRANTS
    for hole in range(HOLES):
        if is_unseen(state, seat, hole):
            survey.unseen[rules.board.quadrant[hole] % groups, state.holes[hole].kind] += 1
    for quadrant in range(QUADRANTS):
        survey.guess[quadrant] = mean_wanted(quadrant % groups, survey)


@rule
def mean_wanted(group, survey):
    """Over the discs of a group that the player has not seen; 0 if there are none."""
    number, total = 0, 0.0
    for kind in range(KINDS):
        number += survey.unseen[group, kind]
        total += survey.unseen[group, kind] * wanted(kind, survey)
    return total / max(1, number)


@rule
def colour_worth(state, rules, seat, hole, survey):
    """What the colour of a disc is worth to technologies, as far as the player knows it."""
    weights = survey.weights
    if is_unseen(state, seat, hole):
        guess = weights[Weight.DRAWN] * survey.guess[rules.board.quadrant[hole]]
        return weights[Weight.UNSEEN] + weights[Weight.COLOUR] * guess
    return weights[Weight.COLOUR] * wanted(state.holes[hole].kind, survey)


@rule
def landing_worth(state, rules, seat, hole, survey):
    """Of the first troop on a planet that nobody occupies; 0 where there is no landing for that."""
    if is_homeworld(state, hole) or state.holes[hole].owner != NONE:
        return 0.0
    weights = survey.weights
    worth = 1.0 * rules.planet_vp
    if survey.is_last:
        return worth
    worth *= weights[Weight.PLANET]
    worth += survey.left * colour_worth(state, rules, seat, hole, survey)
    if is_new_quadrant(rules, hole, survey):
        worth += survey.left * weights[Weight.QUADRANT]
    if rules.board.quadrant[hole] != state.players[seat].corner:
        worth *= weights[Weight.ABROAD]
    if (survey.blockaded >> hole) & 1:
        worth *= weights[Weight.CAUTION]
    return worth


@rule
def siege_worth(state, rules, seat, hole, survey):
    """Of one more starship around an enemy planet: all of it where that falls, a share where others must follow."""
    blockade = 0.0 if survey.is_last else survey.weights[Weight.BLOCKADE]
    if (survey.blockaded >> hole) & 1:
        return blockade
    ready = strength_of(rules, ships_against_planet(state, seat, hole, survey.free))
    lacking = defence_of(state, rules, hole) - ready
    gain = survey.weights[Weight.ATTACK] * (rules.planet_vp_per_item * items_on(state, hole) + rules.planet_vp)
    if lacking <= 0:
        return gain + blockade
    return blockade + (0.0 if survey.is_last else survey.weights[Weight.SIEGE] * gain / (1.0 + lacking))


@rule
def goal_worth(state, rules, seat, hole, survey):
    """What a starship in orbit there is good for: a landing, or an attack."""
    owner = state.holes[hole].owner
    if owner == NONE:
        return survey.weights[Weight.FLIGHT] * survey.landing[hole] if state.players[seat].troops > 0 else 0.0
    return siege_worth(state, rules, seat, hole, survey) if owner != seat else 0.0


@rule
def look_for_prey(state, rules, seat, survey):
    """Who aims well hunts: an orbit gains by the attacks that are near, so that ships come by way of several."""
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
                worth = hunt * survey.goal[prey] * nearness(rules.board, hole, prey, survey.near)
                survey.prowl[hole] = max(survey.prowl[hole], worth)
    for hole in range(HOLES):
        survey.goal[hole] = max(survey.goal[hole], survey.prowl[hole])


@rule
def nearness(board, hole, other, near):
    """1 for the same hole, 1/2 at this distance in mm."""
    dx, dy = board.hole_x[hole] - board.hole_x[other], board.hole_y[hole] - board.hole_y[other]
    return 1.0 / (1.0 + (dx * dx + dy * dy) / (near * near))


@rule
def lead_of(state, rules, seat):
    """Points before the best other player, if the game were over."""
    best = 0
    for other in range(PLAYERS):
        if other != seat and other < rules.seats:
            best = max(best, total_of(state, rules, other))
    return 1.0 * (total_of(state, rules, seat) - best)


@rule
def end_worth(state, vp, survey):
    """Of bringing the end nearer by so many VP: good for who leads, bad for the others, as long as they are patient."""
    if survey.is_last or state.pool > survey.weights[Weight.NEAR_END] or vp <= 0:
        return 0.0
    sure = min(1.0, max(-1.0, (survey.lead + vp - survey.weights[Weight.EDGE]) / _CLOSE))
    if sure < 0.0 and state.rounds > survey.weights[Weight.PATIENCE]:
        return 0.0
    share = min(1.0, vp / state.pool)
    return survey.weights[Weight.END] * sure * share * share


@rule
def award_of(state, rules, seat, colour):
    """VP out of the pool that the next technology of a colour brings."""
    level = state.players[seat].tech[colour] + 1
    vp = 0
    if level <= LEVELS:
        vp += first_vp(rules, level) if state.first_to[colour, level] == NONE else 0
        if lowest_level(state, seat) == level - 1 and is_last_of_row(state, seat, colour, level):
            vp += rules.row_vp[level]
    return vp
