"""The values of moves for the strategies of A Handful of Stars: attacks, settlement and gathering."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE
from starbalance.simulator.games.handful_of_stars.system import is_habitable, units_at
from starbalance.strategies.handful_of_stars.evaluation.features import (
    attack_bonus,
    card_value,
    chance_against_neutral,
    enemy_fleets_near,
    expected_defence,
    hop_fleets,
    list_goals,
    neighbours_of,
    odds,
    rally,
    saved_by_unit,
    spare_fleets,
    units_lost,
)
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

TARGET, WANTED, BEFORE = 0, 1, 2  # notes of a seat: target of the move, wanted fleets, own units at the target before


@rule
def settling_value(state, rules, seat, space, survey):
    """Return the victory points expected from colonising a system that is taken now.

    0 if the game ends before it can be colonised.
    """
    population = survey.points[Resource.POPULATION]
    at_once = state.actions_left >= 2 and population >= rules.outpost_population
    if survey.turns < 0.5 and not at_once:
        return 0.0
    gain = float(rules.vp_outpost)
    if is_habitable(state, rules, space) and state.players[seat].track_discs > 0:
        if at_once and population >= rules.colony_population:
            gain = rules.vp_colony + 0.8 * survey.counter
        else:
            gain += 0.6
    gain = max(0.0, gain + card_value(rules, state.tile[space])) * survey.appetite
    gain += survey.weights[Weight.LINK] * (neighbours_of(state, seat, space) - 1)
    gain *= survey.backlog
    return gain * (1.0 if at_once else survey.weights[Weight.FOLLOW])


@rule
def fleets_to_bring(state, rules, seat, space, survey):
    """Return the number of units that the energy and research at hand bring to a system in one action."""
    energy, research = int(survey.points[Resource.ENERGY]), int(survey.points[Resource.RESEARCH])
    return rally(state, rules, seat, space, energy, survey) + hop_fleets(state, rules, space, research, survey)


@rule
def prospect_of_ground(state, rules, seat, space, fleets, survey):
    """Return (value in victory points, fleets) of taking a neutral uninhabitable system. A single fleet suffices."""
    value = survey.weights[Weight.GROUND] * settling_value(state, rules, seat, space, survey)
    value *= kept_share(survey, enemy_fleets_near(state, seat, space), 1)
    return value - 0.3 * unit_at_risk(state, seat, space, survey), 1


@rule
def kept_share(survey, enemies, fleets):
    """Return the share (0 to 1) of its value that new ground keeps if enemies near it outnumber the fleets."""
    return 1.0 / (1.0 + survey.weights[Weight.FEAR] * max(0, enemies - fleets + 1))


@rule
def unit_at_risk(state, seat, space, survey):
    """Return the value, in victory points, of a lone fleet at risk from stronger enemies nearby, otherwise 0."""
    return survey.unit if enemy_fleets_near(state, seat, space) > 1 else 0.0


@rule
def prospect_of_world(state, rules, seat, space, fleets, survey):
    """Return (value in victory points, fleets) of attacking a neutral habitable system with the best number.

    (-1.0, 0) if no number of fleets has a value above -1.
    """
    bonus = attack_bonus(state, rules, seat)
    gain = survey.weights[Weight.WORLDS] * settling_value(state, rules, seat, space, survey)
    matter = int(0.5 * survey.points[Resource.MATTER])
    near = enemy_fleets_near(state, seat, space)
    best, wanted = -1.0, 0
    for number in range(1, min(fleets, 6) + 1):
        force = rules.fleet_strength * number + bonus
        outright = chance_against_neutral(state, rules, seat, space, force)
        supported = chance_against_neutral(state, rules, seat, space, force + matter)
        lost = (supported - outright) * (number // 2) + 0.25 * (1.0 - supported) * ((number + 1) // 2)
        value = supported * gain * kept_share(survey, near, number) - survey.unit * lost
        if value > best:
            best, wanted = value, number
    return best, wanted


@rule
def prospect_of_war(state, rules, seat, space, fleets, survey):
    """Return (value in victory points, fleets) of attacking a player with the best number of fleets.

    The value weighs the owner's loss and the own gain by the chance of winning, less the units lost. (-1.0, 0) if no
    number of fleets has a value above -1.
    """
    other = state.owner[space]
    weights = survey.weights
    bonus = attack_bonus(state, rules, seat) + weights[Weight.SALVO] * state.players[seat].lasting[Card.MISSILES]
    defence = expected_defence(state, rules, other, space, survey)
    loss = marker_points(rules, state.marker[space]) + 0.4 * survey.unit * units_at(state, other, space)
    harm = survey.rivalry[other] * loss
    gain, near = settling_value(state, rules, seat, space, survey), enemy_fleets_near(state, seat, space)
    best, wanted = -1.0, 0
    for number in range(1, min(fleets, 8) + 1):
        force = rules.fleet_strength * number + bonus
        reserve = force + weights[Weight.COMMITMENT] * battery_after(survey, number)
        outright, chance = odds(survey, force - defence), odds(survey, reserve - defence)
        lost = units_lost(survey, number, outright, chance)
        value = weights[Weight.WAR] * chance * (harm + gain * kept_share(survey, near, number)) - survey.unit * lost
        if value > best:
            best, wanted = value, number
    return best, wanted


@rule
def battery_after(survey, fleets):
    """Return the strength that cards and counters can still add after moving this many fleets one connection."""
    return survey.battery - max(0.0, fleets - survey.fuel)


@rule
def prospect(state, rules, seat, space, survey):
    """Return (value in victory points, fleets) of going to a non-friendly system. (-1, 0) means that no fleet can."""
    fleets = fleets_to_bring(state, rules, seat, space, survey)
    if fleets == 0:
        return -1.0, 0
    if state.owner[space] >= 0:
        return prospect_of_war(state, rules, seat, space, fleets, survey)
    if is_habitable(state, rules, space):
        return prospect_of_world(state, rules, seat, space, fleets, survey)
    return prospect_of_ground(state, rules, seat, space, fleets, survey)


@rule
def plan_move(state, rules, seat, survey):
    """Return the value of the best move, in victory points, and note it as the plan of the seat.

    0 if no move gains anything. The plan then has no target.
    """
    best, target, wanted = 0.0, NONE, 0
    for k in range(list_goals(state, rules, seat, survey)):
        value, fleets = prospect(state, rules, seat, survey.goal[k], survey)
        if value > best:
            best, target, wanted = value, survey.goal[k], fleets
    if best < 0.6:
        value, space, fleets = plan_gathering(state, rules, seat, survey)
        if value > best:
            best, target, wanted = value, space, fleets
    note(state, seat, target, wanted)
    return best


@rule
def note(state, seat, target, wanted):
    """Write a plan into the notes of a seat: target, wanted fleets, and the own units at the target now."""
    notes = state.notes[seat]
    notes[TARGET] = target
    notes[WANTED] = wanted
    notes[BEFORE] = units_at(state, seat, target) if target != NONE else 0


@rule
def front_value(state, rules, seat, space, survey):
    """Return how much there is to do next to an own system, in points of score: neighbours to take, and enemies."""
    value = 0.0
    for near in state.near[space]:
        if near != NONE and state.owner[near] != seat:
            other = state.owner[near]
            if other >= 0:
                value += 0.5 * survey.weights[Weight.WAR] + 0.22 * min(2, state.fleets[other, near])
            elif is_habitable(state, rules, near):
                value += 1.2 * survey.weights[Weight.WORLDS]
            else:
                value += 0.5 * survey.weights[Weight.GROUND]
    return value


@rule
def plan_gathering(state, rules, seat, survey):
    """Return (value in victory points, system, fleets) of the best gathering of idle fleets.

    (-1.0, `NONE`, 0) if there is none.
    """
    best, target = 0.0, NONE
    for k in range(survey.held):
        survey.front[survey.own[k]] = front_value(state, rules, seat, survey.own[k], survey)
    for place in range(rules.systems):
        space = state.space_of[place]
        if state.owner[space] == seat and survey.front[space] > best:
            if fleets_next_door(state, seat, space, survey) > 0:
                best, target = survey.front[space], space
    if target == NONE:
        return -1.0, NONE, 0
    fleets = fleets_next_door(state, seat, target, survey)
    gain = best - 0.5
    return survey.weights[Weight.GATHER] * gain * min(2, fleets) * min(1.0, survey.turns / 3.0), target, fleets


@rule
def fleets_next_door(state, seat, space, survey):
    """Return the number of spare fleets in neighbouring own systems with less to do, limited by energy."""
    fleets, least = 0, survey.front[space] - survey.weights[Weight.REAR]
    for near in state.near[space]:
        if near != NONE and state.owner[near] == seat and survey.front[near] < least:
            fleets += survey.spare[near]
    return min(fleets, int(survey.points[Resource.ENERGY]))


@rule
def redeployment(state, rules, seat, origin, space, survey):
    """Return the gain, in points of score, of moving a spare fleet to a neighbouring own system.

    -1 if the system is not own or the origin has no spare fleet. Below 0 the move does not pay.
    """
    if state.owner[space] != seat or spare_fleets(state, seat, origin, survey.weights[Weight.GUARD]) == 0:
        return -1.0
    gain = front_value(state, rules, seat, space, survey) - front_value(state, rules, seat, origin, survey)
    return gain - survey.weights[Weight.REAR]


@rule
def best_redeployment(state, rules, seat, origin, survey):
    """Return the gain, in points of score, of the best move of a spare fleet from a system to an own neighbour.

    It is at least -1, which also means that there is none.
    """
    best = -1.0
    for near in state.near[origin]:
        if near != NONE:
            best = max(best, redeployment(state, rules, seat, origin, near, survey))
    return best


@rule
def best_jump(state, rules, seat, fleets, survey):
    """Return (value in victory points, system) of the best jump of this many fleets by Temporary Wormhole.

    (-1.0, `NONE`) if there is none.
    """
    best, target = -1.0, NONE
    for place in range(rules.systems):
        space = state.space_of[place]
        if state.owner[space] != seat:
            value = jump_value(state, rules, seat, space, fleets, survey)
            if value > best:
                best, target = value, space
    return best, target


@rule
def jump_value(state, rules, seat, space, fleets, survey):
    """Return the value, in victory points, of bringing this many fleets to a non-friendly system.

    -1 means that they are too few.
    """
    if state.owner[space] >= 0:
        value, wanted = prospect_of_war(state, rules, seat, space, fleets, survey)
    elif is_habitable(state, rules, space):
        value, wanted = prospect_of_world(state, rules, seat, space, fleets, survey)
    else:
        value, wanted = prospect_of_ground(state, rules, seat, space, fleets, survey)
    return value if wanted <= fleets else -1.0


@rule
def is_threatened(state, rules, seat, space):
    """Return whether the enemy fleets next to an own system are stronger than its units and mines."""
    standing = rules.fleet_strength * state.fleets[seat, space] + rules.base_strength * state.star_bases[seat, space]
    mines = state.players[seat].lasting[Card.SPACE_MINES] * rules.amount[Card.SPACE_MINES]
    return rules.fleet_strength * enemy_fleets_near(state, seat, space) > standing + mines


@rule
def site_need(state, rules, seat, space, survey):
    """Return how much a building site needs a new unit, in points of score."""
    need = front_value(state, rules, seat, space, survey)
    if is_threatened(state, rules, seat, space):
        need += survey.weights[Weight.GUARD] * marker_points(rules, state.marker[space]) / 3.0
    return need + 2.0 * survey.weights[Weight.NEED] * saved_by_unit(state, rules, seat, space, survey)
