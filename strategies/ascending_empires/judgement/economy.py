"""What mines, structures, technologies and troops in their places are worth."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import QUADRANTS
from starbalance.simulator.games.ascending_empires.building import STRUCTURES, may_hold, troops_of
from starbalance.simulator.games.ascending_empires.development import may_develop
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.mining import MINES, mine_troops, mine_vp
from starbalance.simulator.games.ascending_empires.planet import defence_of, items_on, structures_on
from starbalance.simulator.games.ascending_empires.rules import ASTEROID, COLOURS, Parameter, Structure
from starbalance.simulator.games.ascending_empires.scoring import quadrant_vp
from starbalance.simulator.games.ascending_empires.state import Where
from starbalance.strategies.ascending_empires.judgement.flight import prospect
from starbalance.strategies.ascending_empires.judgement.survey import award_of, end_worth, is_new_quadrant
from starbalance.strategies.ascending_empires.judgement.weights import Weight


@rule
def mine_worth(state, rules, seat, hole, troops, there, survey):
    """Of a mine with so many troops of those that are there; a planet that it empties is lost."""
    value = state.players[seat].value
    vp = mine_vp(state, rules, seat, troops) + value[Parameter.MINE_BONUS]
    worth = survey.weights[Weight.MINE] * vp + end_worth(state, vp, survey)
    left = there - troops + value[Parameter.MINE_KEEP] + structures_on(state, hole)
    if left == 0:
        worth -= rules.planet_vp * (1.0 if survey.is_last else survey.weights[Weight.PLANET])
    return worth


@rule
def city_worth(state, rules, seat, hole, survey):
    worth = 1.0 * state.players[seat].value[Parameter.CITY_VP] - rules.colony_vp
    if is_new_quadrant(rules, hole, survey):
        now, then = quadrant_vp(rules, survey.cities), quadrant_vp(rules, min(QUADRANTS, survey.cities + 1))
        worth += then - now + survey.left * survey.weights[Weight.QUADRANT]
    elif survey.stock[Structure.CITY] <= QUADRANTS - survey.cities:
        worth -= survey.weights[Weight.SPREAD] * survey.left  # it will be missed in another quadrant
    if survey.is_last:
        return worth
    pieces = state.players[seat].value[Parameter.CITY_BONUS]
    return survey.weights[Weight.CITY] * worth + survey.left * survey.weights[Weight.PIECE] * pieces


@rule
def facility_worth(state, hole, survey):
    """Of a facility: the sooner its technology follows, the more."""
    kind = state.holes[hole].kind
    if survey.is_last or kind >= ASTEROID or survey.lacking[kind] <= 0:
        return 0.0
    return survey.weights[Weight.FACILITY] * survey.technology[kind] / (survey.lacking[kind] + 1.0)


@rule
def structure_worth(state, rules, seat, hole, structure, survey):
    """Of one more structure on a planet."""
    if structure == Structure.CITY:
        return city_worth(state, rules, seat, hole, survey)
    before = structures_on(state, hole)
    room = survey.left * survey.weights[Weight.ROOM] / max(1, survey.mines) if before == 1 else 0.0
    anchor = survey.left * survey.weights[Weight.ANCHOR] if before == 0 else 0.0
    if structure == Structure.COLONY:
        return rules.colony_vp + anchor - room
    worth = facility_worth(state, hole, survey)
    return worth + anchor - room if worth > 0.0 else 0.0


@rule
def develop_worth(state, rules, seat, colour, survey):
    """Of the next technology of a colour, developed now."""
    return survey.technology[colour] + end_worth(state, award_of(state, rules, seat, colour), survey)


@rule
def best_technology(state, rules, seat, survey):
    best = 0.0
    for colour in range(COLOURS):
        if survey.lacking[colour] == 0 and may_develop(state, rules, seat, colour):
            best = max(best, develop_worth(state, rules, seat, colour, survey))
    return best


@rule
def best_mine(state, rules, seat, hole, troops, survey):
    """Of the best mine of a planet with so many troops."""
    best = 0.0
    for size in range(MINES):
        count = mine_troops(rules, size)
        if troops >= count:
            best = max(best, mine_worth(state, rules, seat, hole, count, troops, survey))
    return best


@rule
def may_add(state, rules, seat, hole, structure, survey):
    """Whether a planet holds one more of a structure that is in stock."""
    if survey.stock[structure] == 0:
        return False
    if structure == Structure.FACILITY and state.holes[hole].facilities == 1 and survey.paired:
        return False
    return may_hold(state, rules, seat, hole, structure)


@rule
def best_structure(state, rules, seat, hole, troops, survey):
    """Of the best structure that so many troops build there."""
    best = 0.0
    for structure in range(STRUCTURES):
        if troops >= troops_of(state, seat, structure) and may_add(state, rules, seat, hole, structure, survey):
            best = max(best, structure_worth(state, rules, seat, hole, structure, survey))
    return best


@rule
def promise(state, rules, seat, hole, troops, survey):
    """The best that a planet would allow with so many troops on it."""
    return max(
        best_mine(state, rules, seat, hole, troops, survey),
        best_structure(state, rules, seat, hole, troops, survey),
    )


@rule
def launch_wish(state, seat, survey):
    """The worth of a ship more in orbit."""
    if survey.is_last or starships_in(state, seat, Where.BOARD) >= survey.weights[Weight.FLEET]:
        return 0.0
    return survey.weights[Weight.LAUNCH]


@rule
def home_worth(state, rules, seat, troops, survey):
    """Of so many troops more at home, from where ships of the supply take off."""
    player = state.players[seat]
    idle = starships_in(state, seat, Where.SUPPLY) - player.home_troops
    if idle <= 0:
        return 0.0
    x, y = rules.board.hole_x[player.home], rules.board.hole_y[player.home]
    near = launch_wish(state, seat, survey) * prospect(rules, x, y, player.home, survey)
    launches = 1.0 + survey.weights[Weight.SECOND] * (min(idle, troops) - 1.0)
    return survey.soon * near * launches / (1.0 + player.home_troops)


@rule
def guard_worth(state, rules, hole, troops, survey):
    """Of so many troops more that defend what stands there."""
    if structures_on(state, hole) == 0:
        return 0.0
    now = defence_of(state, rules, hole)
    return survey.weights[Weight.GUARD] * items_on(state, hole) * (1.0 / (1.0 + now) - 1.0 / (1.0 + now + troops))


@rule
def place_worth(state, rules, seat, hole, troops, survey):
    """Of so many troops more in a place."""
    if survey.is_last:
        return 0.0
    if hole == state.players[seat].home:
        return home_worth(state, rules, seat, troops, survey)
    there = state.holes[hole].troops
    more = promise(state, rules, seat, hole, there + troops, survey) - promise(state, rules, seat, hole, there, survey)
    return survey.soon * more + guard_worth(state, rules, hole, troops, survey)
