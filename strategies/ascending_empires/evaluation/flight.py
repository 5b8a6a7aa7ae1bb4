"""The values of shots, launches and attacks, in VP."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.attack import (
    can_destroy_planet,
    can_destroy_ship,
    is_committed_set,
    may_be_shot_at,
    needed_against_ship,
    ships_against_planet,
    ships_against_ship,
    strength_of,
)
from starbalance.simulator.games.ascending_empires.board import slot_x, slot_y
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS, Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.risk import risk
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.planet import defence_of, items_on
from starbalance.strategies.ascending_empires.evaluation.survey import end_value, planet_gain
from starbalance.strategies.ascending_empires.evaluation.weights import Weight

_FAR = 450.0  # mm, the maximum distance of a target
_HIDDEN = 0.5  # if the direct shot has at least this probability, no other way is tried
_SHORT_LIST = 12  # the maximum number of shots that are probed
_PROBED = 1000.0  # above the gain of any shot: it marks probed shots


@rule
def ship_vp(rules, ship):
    """Return the VP for destroying a ship in an attack."""
    return rules.battleship_vp if ship % SHIPS == BATTLESHIP else rules.ship_kill_vp


@rule
def attack_gain(state, rules, seat, survey):
    """Return the value of the best attack that is possible now, or 0 if none is."""
    return attack_gain_of(state, rules, seat, survey.free, NONE, NONE, survey)


@rule
def attack_gain_of(state, rules, seat, free, ship, hole, survey):
    """Return the value of the best attack by the ships `free`, or 0 if none is possible. Omit a ship and a hole."""
    best, reach = 0.0, reach_of(state, rules, seat)
    for other in range(FLEET):
        if other != ship and can_destroy_ship(state, rules, seat, other, free, reach):
            best = max(best, ship_gain(state, rules, other, Weight.ATTACK, survey))
    for other in range(HOLES):
        if other != hole and can_destroy_planet(state, rules, seat, other, free):
            best = max(best, planet_gain(state, rules, other, survey))
    return best


@rule
def next_attack_gain(state, rules, seat, ship, hole, survey):
    """ASE-7.3: Return the value of the best second attack after one on a ship or a hole, or 0 if none remains.

    It depends on the ships that take part in the first one.
    """
    if ship != NONE:
        able = ships_against_ship(state, rules, seat, ship, survey.free, reach_of(state, rules, seat))
        needed = needed_against_ship(rules, ship)
    else:
        able, needed = ships_against_planet(state, seat, hole, survey.free), defence_of(state, rules, hole) + 1
    best = 0.0
    for ships in range(1, 1 << SHIPS):
        if is_committed_set(rules, ships, able, needed):
            best = max(best, attack_gain_of(state, rules, seat, survey.free & ~ships, ship, hole, survey))
    return best


@rule
def ship_gain(state, rules, ship, weight, survey):
    """Return the value of destroying a ship with this weight of 1 VP, including that of a nearer end."""
    vp = ship_vp(rules, ship)
    return survey.weights[weight] * vp + end_value(state, vp, survey)


@rule
def ram_gain(state, seat, other, survey):
    """Return the value of ramming a ship, or 0 in the last turn. It is higher if the ship blockades an own planet."""
    hole, value = state.scene.orbit[other], survey.weights[Weight.RAM]
    if survey.is_last:
        return 0.0
    if hole != NONE and state.holes[hole].owner == seat:
        value += 0.5 * items_on(state, hole)
    return value


@rule
def ambush_gain(state, rules, seat, ship, other, survey):
    """Return the value of moving the ship next to an enemy ship if that makes an attack on it possible, otherwise 0."""
    attackers, reach = 1 << ship % SHIPS, reach_of(state, rules, seat)
    if not may_be_shot_at(state, rules, seat, other):
        return 0.0
    attackers |= ships_against_ship(state, rules, seat, other, survey.free, reach)
    if strength_of(rules, attackers) < needed_against_ship(rules, other):
        return 0.0
    return ship_gain(state, rules, other, Weight.AMBUSH, survey)


@rule
def goal_of(rules, ship, hole, survey):
    """Return the value of the ship in orbit of a hole, or 0 if the hole is too far away for a flick.

    For a battleship the value is multiplied by its strength.
    """
    if survey.flick.sight.distance[hole] > _FAR * rules.board.board_scale:
        return 0.0
    return survey.goal[hole] * (rules.battleship_strength if ship % SHIPS == BATTLESHIP else 1.0)


@rule
def shot_gain(state, rules, seat, ship, aim, target, survey):
    """Return the value of a shot that reaches its aim, or 0 if it has none.

    It is 0 for a waypoint, for a target out of reach, and for an indirect shot where the direct one is likely enough.
    """
    if aim == Aim.RAM:
        return ram_gain(state, seat, target, survey)
    if aim == Aim.NEAR:
        return ambush_gain(state, rules, seat, ship, target, survey)
    if aim == Aim.WAYPOINT or (aim != Aim.ORBIT and survey.plain[target] >= _HIDDEN):
        return 0.0
    return goal_of(rules, ship, target, survey)


@rule
def shot_value(state, rules, seat, ship, aim, target, least, survey):
    """Return the probability of a shot times its gain. Return 0 if the probability is below MIN_P.

    A product that cannot exceed `least` also gives 0. The features must hold the ship's sight, and its direct shots
    must be evaluated first.
    """
    gain = shot_gain(state, rules, seat, ship, aim, target, survey)
    if gain <= least:
        return 0.0
    reach, sight, enough = reach_of(state, rules, seat), survey.flick.sight, least / gain
    chance = estimate(rules.board, state.scene, sight, ship, aim, target, spread_of(state, seat), reach, enough)
    if aim == Aim.ORBIT:
        survey.plain[target] = chance
    return chance * gain if chance >= survey.weights[Weight.MIN_P] else 0.0


@rule
def spread_of(state, seat):
    """ASE-20.2: Return the factor on the standard deviations of the player's errors."""
    return 2.0 ** (-state.players[seat].skill)


@rule
def score_shots(state, rules, options, desk, scores):
    """D6: Fill in `scores` with the estimate of every shot, minus the value of its risk.

    The best shots are probed for their risk until the best one is probed. An unprobed shot counts as a sure loss of the
    ship.
    `desk` is the array that holds the features. It is passed as an array, which a record of it does not keep alive.
    """
    survey = desk[0]
    seat, ship, stake = state.actor, state.ship, survey.weights[Weight.SHIP]
    look_from(state, rules, ship, survey)
    for i in range(options.shape[0]):
        scores[i] = shot_value(state, rules, seat, ship, options[i].a, options[i].b, 0.0, survey)
    leader = NONE
    for _ in range(_SHORT_LIST):
        best = best_unprobed(scores)
        if best == NONE or (leader != NONE and scores[leader] - _PROBED >= scores[best]):
            break
        scores[best] += _PROBED - stake * risk_of(state, rules, seat, options[best], survey)
        if leader == NONE or scores[best] > scores[leader]:
            leader = best
    for i in range(options.shape[0]):
        scores[i] -= _PROBED if is_probed(scores[i]) else stake


@rule
def is_probed(score):
    """Return whether a shot is probed. Probed shots are marked by a large score."""
    return score > 0.5 * _PROBED


@rule
def best_unprobed(scores):
    """Return the index of the unprobed shot with the highest score above 0, or NONE."""
    best = NONE
    for i in range(scores.shape[0]):
        if scores[i] > 0.0 and not is_probed(scores[i]) and (best == NONE or scores[i] > scores[best]):
            best = i
    return best


@rule
def risk_of(state, rules, seat, option, survey):
    """Return the share of the probes of a shot that go wrong, from 0 to 1."""
    flick, reach = survey.flick, reach_of(state, rules, seat)
    aim_shot(rules.board, state.scene, flick, state.ship, option.a, option.b, reach)
    flick.spread = spread_of(state, seat)
    return risk(rules.board, state.scene, flick)


@rule
def look_from(state, rules, ship, survey):
    look_around(rules.board, state.scene, ship, survey.flick.sight)


@rule
def stay_value(state, ship, survey):
    """Return the value that a ship gives up by leaving its orbit, or 0 in open space."""
    hole = state.scene.orbit[ship]
    return 0.0 if hole == NONE else survey.goal[hole]


@rule
def best_shot(state, rules, seat, ship, least, survey):
    """Return the value of the best shot of a ship, or `least` if no shot exceeds it."""
    look_from(state, rules, ship, survey)
    best = least
    for hole in range(HOLES):
        if state.scene.orbit[ship] != hole:
            best = max(best, shot_value(state, rules, seat, ship, Aim.ORBIT, hole, best, survey))
    for other in range(FLEET):
        if state.scene.on_board[other] and other // SHIPS != seat:
            best = max(best, shot_value(state, rules, seat, ship, Aim.RAM, other, best, survey))
            best = max(best, shot_value(state, rules, seat, ship, Aim.NEAR, other, best, survey))
    return best


@rule
def best_flight(state, rules, seat, survey):
    """Return the best value over all own ships of their best shot minus the value of staying, at least 0."""
    best = 0.0
    for k in range(SHIPS):
        ship = SHIPS * seat + k
        if state.scene.on_board[ship]:
            stay = stay_value(state, ship, survey)
            best = max(best, best_shot(state, rules, seat, ship, max(0.0, best + stay), survey) - stay)
    return best


@rule
def best_landing(state, rules, seat, survey):
    """Return the value of the best landing of an own ship in orbit, or 0 if none is possible."""
    best = 0.0
    for k in range(SHIPS):
        hole = state.scene.orbit[SHIPS * seat + k]
        if hole != NONE and state.players[seat].troops > 0:
            best = max(best, survey.landing[hole])
    return best


@rule
def slot_value(state, rules, slot, survey):
    """Return the value of a launch slot: the best target value, discounted by the distance from the slot."""
    x = slot_x(rules.board, state.hole, state.hull, slot)
    y = slot_y(rules.board, state.hole, state.hull, slot)
    return prospect(rules, x, y, state.hole, survey)


@rule
def prospect(rules, x, y, excluded, survey):
    """Return the best target value discounted by distance, for a ship at (x, y), or 0 if there is no target.

    The hole `excluded` is left out.
    """
    best = 0.0
    for hole in range(HOLES):
        if hole != excluded and survey.goal[hole] > best:
            dx, dy = (rules.board.hole_x[hole] - x) / survey.near, (rules.board.hole_y[hole] - y) / survey.near
            best = max(best, survey.goal[hole] / (1.0 + dx * dx + dy * dy))
    return best
