"""The values of mines, structures, technologies and troop placements, in VP."""

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
from starbalance.strategies.ascending_empires.evaluation.flight import prospect
from starbalance.strategies.ascending_empires.evaluation.survey import award_of, end_value, is_new_quadrant, mine_of
from starbalance.strategies.ascending_empires.evaluation.weights import Weight


@rule
def mine_value(state, rules, seat, hole, troops, troops_there, survey):
    """Return the value of a mine that uses `troops` of the `troops_there` troops on a planet.

    The value of the planet is subtracted if the mine leaves it empty.
    """
    parameters = state.players[seat].value
    vp = mine_vp(state, rules, seat, troops) + parameters[Parameter.MINE_BONUS]
    value = survey.weights[Weight.MINE] * vp + end_value(state, vp, survey)
    left = troops_there - troops + parameters[Parameter.MINE_KEEP] + structures_on(state, hole)
    if left == 0:
        value -= rules.planet_vp * (1.0 if survey.is_last else survey.weights[Weight.PLANET])
    return value


@rule
def city_value(state, rules, seat, hole, survey):
    value = 1.0 * state.players[seat].value[Parameter.CITY_VP] - rules.colony_vp
    if is_new_quadrant(rules, hole, survey):
        now, then = quadrant_vp(rules, survey.cities), quadrant_vp(rules, min(QUADRANTS, survey.cities + 1))
        value += then - now + survey.left * survey.weights[Weight.QUADRANT]
    elif survey.stock[Structure.CITY] <= QUADRANTS - survey.cities:
        value -= survey.weights[Weight.SPREAD] * survey.left  # a later quadrant will lack this city
    if survey.is_last:
        return value
    pieces = state.players[seat].value[Parameter.CITY_BONUS]
    return survey.weights[Weight.CITY] * value + survey.left * survey.weights[Weight.PIECE] * pieces


@rule
def facility_value(state, hole, survey):
    """Return the value of a facility. It is the higher, the fewer facilities the next technology still lacks.

    Return 0 in the last turn, on an asteroid, or if the technology lacks none.
    """
    kind = state.holes[hole].kind
    if survey.is_last or kind >= ASTEROID or survey.lacking[kind] <= 0:
        return 0.0
    return survey.weights[Weight.FACILITY] * survey.technology[kind] / (survey.lacking[kind] + 1.0)


@rule
def structure_value(state, rules, seat, hole, structure, survey):
    """Return the value of one more structure on a planet. It is 0 for a facility that no technology needs."""
    if structure == Structure.CITY:
        return city_value(state, rules, seat, hole, survey)
    before = structures_on(state, hole)
    room = survey.left * survey.weights[Weight.ROOM] / max(1, survey.mines) if before == 1 else 0.0
    anchor = survey.left * survey.weights[Weight.ANCHOR] if before == 0 else 0.0
    if structure == Structure.COLONY:
        return rules.colony_vp + anchor - room
    value = facility_value(state, hole, survey)
    return value + anchor - room if value > 0.0 else 0.0


@rule
def develop_value(state, rules, seat, colour, survey):
    """Return the value of developing the next technology of a colour now, including that of a nearer end."""
    return survey.technology[colour] + end_value(state, award_of(state, rules, seat, colour), survey)


@rule
def best_technology(state, rules, seat, survey):
    best = 0.0
    for colour in range(COLOURS):
        if survey.lacking[colour] == 0 and may_develop(state, rules, seat, colour):
            best = max(best, develop_value(state, rules, seat, colour, survey))
    return best


@rule
def best_mine(state, rules, seat, hole, troops, survey):
    """Return the value of the best mine on a planet with this number of troops, or 0 if no mine gains anything."""
    best = 0.0
    for size in range(MINES):
        count = mine_troops(rules, size)
        if troops >= count:
            best = max(best, mine_value(state, rules, seat, hole, count, troops, survey))
    return best


@rule
def may_add(state, rules, seat, hole, structure, survey):
    """Return whether one more structure of a kind is in stock and the planet has room for it."""
    if survey.stock[structure] == 0:
        return False
    if structure == Structure.FACILITY and state.holes[hole].facilities == 1 and survey.paired:
        return False
    return may_hold(state, rules, seat, hole, structure)


@rule
def best_structure(state, rules, seat, hole, troops, survey):
    """Return the value of the best structure that this number of troops can build on the planet, at least 0."""
    best = 0.0
    for structure in range(STRUCTURES):
        if troops >= troops_of(state, seat, structure) and may_add(state, rules, seat, hole, structure, survey):
            best = max(best, structure_value(state, rules, seat, hole, structure, survey))
    return best


@rule
def best_mine_or_structure(state, rules, seat, hole, troops, survey):
    """Return the value of the best mine or structure on a planet with this number of troops, at least 0."""
    return max(
        best_mine(state, rules, seat, hole, troops, survey),
        best_structure(state, rules, seat, hole, troops, survey),
    )


@rule
def extra_ship_value(state, seat, survey):
    """Return the value of one more ship in orbit, or 0 in the last turn and if there are enough ships."""
    if survey.is_last or starships_in(state, seat, Where.BOARD) >= survey.weights[Weight.FLEET]:
        return 0.0
    return survey.weights[Weight.LAUNCH]


@rule
def home_value(state, rules, seat, troops, survey):
    """Return the value of `troops` more troops on the homeworld, which let ships in the supply take off.

    Return 0 if the troops there already suffice for all ships in the supply.
    """
    player = state.players[seat]
    idle = starships_in(state, seat, Where.SUPPLY) - player.home_troops
    if idle <= 0:
        return 0.0
    x, y = rules.board.hole_x[player.home], rules.board.hole_y[player.home]
    near = extra_ship_value(state, seat, survey) * prospect(rules, x, y, player.home, survey)
    launches = 1.0 + survey.weights[Weight.SECOND] * (min(idle, troops) - 1.0)
    return survey.soon * near * launches / (1.0 + player.home_troops)


@rule
def guard_value(state, rules, hole, troops, survey):
    """Return the value of `troops` more troops that defend the structures on a planet, or 0 if it has none."""
    if structures_on(state, hole) == 0:
        return 0.0
    now = defence_of(state, rules, hole)
    return survey.weights[Weight.GUARD] * items_on(state, hole) * (1.0 / (1.0 + now) - 1.0 / (1.0 + now + troops))


@rule
def last_turn_value(state, rules, seat, hole, troops, survey):
    """ASE-13.2: Return the value of this number of troops on a planet if the player's next turn is surely the last.

    Only the best mine of that turn counts.
    """
    vp = mine_of(state, rules, seat, hole, troops, rules.planet_vp)
    return survey.weights[Weight.LAST] * max(0.0, vp - survey.last_mine)


@rule
def place_value(state, rules, seat, hole, troops, survey):
    """Return the value of `troops` more troops on a planet or on the homeworld, or 0 in the last turn."""
    if survey.is_last:
        return 0.0
    if hole == state.players[seat].home:
        return home_value(state, rules, seat, troops, survey)
    troops_now = state.holes[hole].troops
    if survey.is_ending:
        return last_turn_value(state, rules, seat, hole, troops_now + troops, survey)
    more = best_mine_or_structure(state, rules, seat, hole, troops_now + troops, survey) - best_mine_or_structure(
        state, rules, seat, hole, troops_now, survey
    )
    return survey.soon * more + guard_value(state, rules, hole, troops, survey)
