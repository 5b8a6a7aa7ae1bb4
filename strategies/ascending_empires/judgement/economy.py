"""What mines, structures, technologies and troops in their places are worth."""

from starbalance.simulator.ascending_empires.board_rules import NONE, QUADRANTS
from starbalance.simulator.ascending_empires.building import STRUCTURES, in_stock, may_build, may_hold, troops_of
from starbalance.simulator.ascending_empires.development import first_vp, lowest_level
from starbalance.simulator.ascending_empires.fleet import starships_in
from starbalance.simulator.ascending_empires.mining import FEWEST, MOST, mine_vp
from starbalance.simulator.ascending_empires.planet import structures_on
from starbalance.simulator.ascending_empires.rules import ASTEROID, LEVELS, Parameter, Structure
from starbalance.simulator.ascending_empires.scoring import quadrant_vp
from starbalance.simulator.ascending_empires.state import Where
from starbalance.simulator.kernel import rule
from starbalance.strategies.ascending_empires.judgement.survey import is_new_quadrant
from starbalance.strategies.ascending_empires.judgement.weights import Weight


@rule
def mine_worth(state, rules, seat, hole, troops, there, survey):
    """Of a mine with so many troops of those that are there; a planet that it empties is lost."""
    value = state.players[seat].value
    worth = survey.weights[Weight.MINE] * (mine_vp(state, rules, seat, troops) + value[Parameter.MINE_BONUS])
    left = there - troops + value[Parameter.MINE_KEEP] + structures_on(state, hole)
    if left == 0:
        worth -= rules.planet_vp * survey.weights[Weight.PLANET]
    return worth


@rule
def city_worth(state, rules, seat, hole, survey):
    worth = state.players[seat].value[Parameter.CITY_VP] - rules.colony_vp
    if is_new_quadrant(rules, hole, survey):
        now, then = quadrant_vp(rules, survey.cities), quadrant_vp(rules, min(QUADRANTS, survey.cities + 1))
        worth += then - now + (0.0 if survey.is_last else survey.weights[Weight.QUADRANT])
    elif in_stock(state, rules, seat, Structure.CITY) <= QUADRANTS - survey.cities:
        worth -= survey.weights[Weight.SPREAD] * state.pool / rules.pool  # it will be missed in another quadrant
    if survey.is_last:
        return worth
    pieces = state.players[seat].value[Parameter.CITY_BONUS]
    return survey.weights[Weight.CITY] * worth + survey.weights[Weight.PIECE] * pieces


@rule
def structure_worth(state, rules, seat, hole, structure, survey):
    """Of one more structure on a planet."""
    weights, place = survey.weights, state.holes[hole]
    if structure == Structure.CITY:
        return city_worth(state, rules, seat, hole, survey)
    if structure == Structure.COLONY:
        anchor = 0.0 if survey.is_last or structures_on(state, hole) > 0 else weights[Weight.ANCHOR]
        return rules.colony_vp + anchor
    if survey.is_last or place.kind >= ASTEROID or survey.lacking[place.kind] <= 0:
        return 0.0
    level = state.players[seat].tech[place.kind] + 1
    return (weights[Weight.FACILITY] + technology_worth(state, rules, seat, place.kind, survey)) / (level + 1.0)


@rule
def technology_worth(state, rules, seat, colour, survey):
    """Of the next technology of a colour."""
    level = state.players[seat].tech[colour] + 1
    if level > LEVELS:
        return 0.0
    worth = 0.0 if survey.is_last else survey.weights[Weight.TECHNOLOGY]
    if state.first_to[colour, level] == NONE:
        worth += survey.weights[Weight.AWARD] * first_vp(rules, level)
    if lowest_level(state, seat) == level - 1 and is_last_of_row(state, seat, colour, level):
        worth += survey.weights[Weight.ROW] + rules.row_vp[level]
    return worth


@rule
def is_last_of_row(state, seat, colour, level):
    """Whether all other colours are at this level."""
    for other in range(len(state.players[seat].tech)):
        if other != colour and state.players[seat].tech[other] < level:
            return False
    return True


@rule
def best_mine(state, rules, seat, hole, troops, survey):
    """(worth, troops) of the best mine of a planet with so many troops."""
    best, number = 0.0, 0
    for count in range(FEWEST, MOST + 1):
        if troops >= count:
            worth = mine_worth(state, rules, seat, hole, count, troops, survey)
            if worth > best:
                best, number = worth, count
    return best, number


@rule
def promise(state, rules, seat, hole, troops, survey):
    """The best that a planet would allow with so many troops on it."""
    best, _ = best_mine(state, rules, seat, hole, troops, survey)
    for structure in range(STRUCTURES):
        if troops >= troops_of(state, seat, structure) and may_hold(state, rules, seat, hole, structure):
            if in_stock(state, rules, seat, structure) > 0:
                best = max(best, structure_worth(state, rules, seat, hole, structure, survey))
    return best


@rule
def best_structure(state, rules, seat, hole, survey):
    """The worth of the best structure that may be built there now."""
    best = 0.0
    for structure in range(STRUCTURES):
        if may_build(state, rules, seat, hole, structure):
            best = max(best, structure_worth(state, rules, seat, hole, structure, survey))
    return best


@rule
def launch_wish(state, seat, survey):
    """The worth of a ship more in orbit."""
    if survey.is_last or starships_in(state, seat, Where.BOARD) >= survey.weights[Weight.FLEET]:
        return 0.0
    return survey.weights[Weight.LAUNCH]


@rule
def place_worth(state, rules, seat, hole, troops, survey):
    """Of so many troops more in a place."""
    weights, player = survey.weights, state.players[seat]
    if survey.is_last:
        return 0.0
    if hole == player.home:
        is_useful = player.home_troops == 0 and starships_in(state, seat, Where.SUPPLY) > 0
        return weights[Weight.LATER] * launch_wish(state, seat, survey) if is_useful else 0.0
    there = state.holes[hole].troops
    more = promise(state, rules, seat, hole, there + troops, survey) - promise(state, rules, seat, hole, there, survey)
    return weights[Weight.LATER] * more + weights[Weight.GUARD] * troops / (1.0 + there)
