"""What shots, launches and attacks are worth."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.attack import (
    can_destroy_planet,
    can_destroy_ship,
    may_be_shot_at,
    needed_against_ship,
    ships_against_ship,
    strength_of,
)
from starbalance.simulator.games.ascending_empires.board import slot_x, slot_y
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS, Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.risk import risk
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.planet import items_on
from starbalance.strategies.ascending_empires.judgement.weights import Weight

_FAR = 450.0  # mm: nothing is aimed at beyond
_HIDDEN = 0.5  # chance of the plain shot from which on no other way is tried
_SHORT_LIST = 12  # shots that are probed
_PROBED = 1000.0  # more than any shot gains


@rule
def ship_vp(rules, ship):
    """VP for a ship destroyed in an attack."""
    return rules.battleship_vp if ship % SHIPS == BATTLESHIP else rules.ship_kill_vp


@rule
def attack_gain(state, rules, seat, survey):
    """Of the best attack that would be made now."""
    best, reach = 0.0, reach_of(state, rules, seat)
    for ship in range(FLEET):
        if can_destroy_ship(state, rules, seat, ship, survey.free, reach):
            best = max(best, 1.0 * ship_vp(rules, ship))
    for hole in range(HOLES):
        if can_destroy_planet(state, rules, seat, hole, survey.free):
            best = max(best, 1.0 * rules.planet_vp_per_item * items_on(state, hole) + rules.planet_vp)
    return survey.weights[Weight.ATTACK] * best


@rule
def ram_gain(state, seat, other, survey):
    """Of ramming a ship, above all one that blockades an own planet."""
    hole, worth = state.scene.orbit[other], survey.weights[Weight.RAM]
    if survey.is_last:
        return 0.0
    if hole != NONE and state.holes[hole].owner == seat:
        worth += 0.5 * items_on(state, hole)
    return worth


@rule
def ambush_gain(state, rules, seat, ship, other, survey):
    """Of one more ship beside an enemy ship, which that destroys."""
    beside, reach = 1 << ship % SHIPS, reach_of(state, rules, seat)
    if not may_be_shot_at(state, rules, seat, other):
        return 0.0
    beside |= ships_against_ship(state, rules, seat, other, survey.free, reach)
    if strength_of(rules, beside) < needed_against_ship(rules, other):
        return 0.0
    return survey.weights[Weight.AMBUSH] * ship_vp(rules, other)


@rule
def goal_of(rules, ship, hole, survey):
    """What the ship in orbit of a hole is good for; 0 beyond the reach of a flick."""
    if survey.flick.sight.distance[hole] > _FAR * rules.board.board_scale:
        return 0.0
    return survey.goal[hole] * (rules.battleship_strength if ship % SHIPS == BATTLESHIP else 1.0)


@rule
def shot_gain(state, rules, seat, ship, aim, target, survey):
    """What a shot is worth that does what it is aimed at; nothing from too far away."""
    if aim == Aim.RAM:
        return ram_gain(state, seat, target, survey)
    if aim == Aim.NEAR:
        return ambush_gain(state, rules, seat, ship, target, survey)
    if aim == Aim.WAYPOINT or (aim != Aim.ORBIT and survey.plain[target] >= _HIDDEN):
        return 0.0
    return goal_of(rules, ship, target, survey)


@rule
def shot_worth(state, rules, seat, ship, aim, target, least, survey):
    """The chance of a shot times what it gains, or 0 if that is not above the least.

    The look around is that of the ship, its plain shots come first.
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
    """ASE-20.2: of the player's errors."""
    return 2.0 ** (-state.players[seat].skill)


@rule
def score_shots(state, rules, options, desk, scores):
    """D6: every shot by the estimates; the best of them less what probes of it risk, until one stays the best.

    desk: the array that holds the survey, which a record of it alone would not keep alive.
    """
    survey = desk[0]
    seat, ship, stake = state.actor, state.ship, survey.weights[Weight.SHIP]
    look_from(state, rules, ship, survey)
    for i in range(options.shape[0]):
        scores[i] = shot_worth(state, rules, seat, ship, options[i].a, options[i].b, 0.0, survey)
    found = NONE
    for _ in range(_SHORT_LIST):
        best = best_unprobed(scores)
        if best == NONE or (found != NONE and scores[found] - _PROBED >= scores[best]):
            break
        scores[best] += _PROBED - stake * risk_of(state, rules, seat, options[best], survey)
        if found == NONE or scores[best] > scores[found]:
            found = best
    for i in range(options.shape[0]):
        scores[i] -= _PROBED if is_probed(scores[i]) else stake


@rule
def is_probed(score):
    """Probed shots are marked by a large number."""
    return score > 0.5 * _PROBED


@rule
def best_unprobed(scores):
    """The shot that gains most of those not probed yet, or NONE if no other gains anything."""
    best = NONE
    for i in range(scores.shape[0]):
        if scores[i] > 0.0 and not is_probed(scores[i]) and (best == NONE or scores[i] > scores[best]):
            best = i
    return best


@rule
def risk_of(state, rules, seat, option, survey):
    """The share of the probes that go wrong."""
    flick, reach = survey.flick, reach_of(state, rules, seat)
    aim_shot(rules.board, state.scene, flick, state.ship, option.a, option.b, reach)
    flick.spread = spread_of(state, seat)
    return risk(rules.board, state.scene, flick)


@rule
def look_from(state, rules, ship, survey):
    look_around(rules.board, state.scene, ship, survey.flick.sight)


@rule
def stay_worth(state, ship, survey):
    """What a ship gives up by leaving where it is."""
    hole = state.scene.orbit[ship]
    return 0.0 if hole == NONE else survey.goal[hole]


@rule
def best_shot(state, rules, seat, ship, least, survey):
    """The worth of the best shot of a ship, or the least that is of interest if none is above it."""
    look_from(state, rules, ship, survey)
    best = least
    for hole in range(HOLES):
        if state.scene.orbit[ship] != hole:
            best = max(best, shot_worth(state, rules, seat, ship, Aim.ORBIT, hole, best, survey))
    for other in range(FLEET):
        if state.scene.here[other] and other // SHIPS != seat:
            best = max(best, shot_worth(state, rules, seat, ship, Aim.RAM, other, best, survey))
            best = max(best, shot_worth(state, rules, seat, ship, Aim.NEAR, other, best, survey))
    return best


@rule
def best_flight(state, rules, seat, survey):
    """The worth of the best shot of all ships on the board, beyond that of staying."""
    best = 0.0
    for k in range(SHIPS):
        ship = SHIPS * seat + k
        if state.scene.here[ship]:
            stay = stay_worth(state, ship, survey)
            best = max(best, best_shot(state, rules, seat, ship, max(0.0, best + stay), survey) - stay)
    return best


@rule
def best_landing(state, rules, seat, survey):
    """The worth of the best landing of a ship that is in orbit."""
    best = 0.0
    for k in range(SHIPS):
        hole = state.scene.orbit[SHIPS * seat + k]
        if hole != NONE and state.players[seat].troops > 0:
            best = max(best, survey.landing[hole])
    return best


@rule
def slot_worth(state, rules, slot, survey):
    """How near a slot is to what is worth a landing."""
    x = slot_x(rules.board, state.hole, state.hull, slot)
    y = slot_y(rules.board, state.hole, state.hull, slot)
    return prospect(rules, x, y, state.hole, survey)


@rule
def prospect(rules, x, y, without, survey):
    """The best goal elsewhere than in the hole where a ship would start from, the nearer the better."""
    best = 0.0
    for hole in range(HOLES):
        if hole != without and survey.goal[hole] > best:
            dx, dy = (rules.board.hole_x[hole] - x) / survey.near, (rules.board.hole_y[hole] - y) / survey.near
            best = max(best, survey.goal[hole] / (1.0 + dx * dx + dy * dy))
    return best
