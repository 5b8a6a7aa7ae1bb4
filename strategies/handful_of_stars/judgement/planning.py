"""Where to go next, for the strategies of A Handful of Stars: prospects of attack and settlement, gathering."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.scoring import marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE
from starbalance.simulator.games.handful_of_stars.system import is_habitable, units_at
from starbalance.strategies.handful_of_stars.judgement.features import (
    attack_bonus,
    card_worth,
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
from starbalance.strategies.handful_of_stars.judgement.weights import Weight

TARGET, WANTED, BEFORE = 0, 1, 2  # notes of a seat: where the move goes, with how many fleets, units there before


@rule
def settling_worth(state, rules, seat, space, survey):
    """Victory points to be had by colonising a system that is taken now, as far as they can be expected."""
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
    gain = max(0.0, gain + card_worth(rules, state.tile[space])) * survey.appetite
    gain += survey.weights[Weight.LINK] * (neighbours_of(state, seat, space) - 1)
    gain *= survey.backlog
    return gain * (1.0 if at_once else survey.weights[Weight.FOLLOW])


@rule
def fleets_to_bring(state, rules, seat, space, survey):
    """How many fleets could be there after this action."""
    energy, research = int(survey.points[Resource.ENERGY]), int(survey.points[Resource.RESEARCH])
    return rally(state, rules, seat, space, energy, survey) + hop_fleets(state, rules, space, research, survey)


@rule
def prospect_of_ground(state, rules, seat, space, fleets, survey):
    """(worth, fleets) of taking a neutral uninhabitable system: a single fleet does."""
    worth = survey.weights[Weight.GROUND] * settling_worth(state, rules, seat, space, survey)
    worth *= hold(survey, enemy_fleets_near(state, seat, space), 1)
    return worth - 0.3 * unit_at_risk(state, seat, space, survey), 1


@rule
def hold(survey, enemies, fleets):
    """The share of new ground's worth that is left where enemies next to it outnumber the fleets that take it."""
    return 1.0 / (1.0 + survey.weights[Weight.FEAR] * max(0, enemies - fleets + 1))


@rule
def unit_at_risk(state, seat, space, survey):
    """A lone fleet next to stronger enemies does not stay for long."""
    return survey.unit if enemy_fleets_near(state, seat, space) > 1 else 0.0


@rule
def prospect_of_world(state, rules, seat, space, fleets, survey):
    """(worth, fleets) of attacking a neutral habitable system with the number that promises most."""
    bonus = attack_bonus(state, rules, seat)
    gain = survey.weights[Weight.WORLDS] * settling_worth(state, rules, seat, space, survey)
    matter = int(0.5 * survey.points[Resource.MATTER])
    near = enemy_fleets_near(state, seat, space)
    best, wanted = -1.0, 0
    for number in range(1, min(fleets, 6) + 1):
        force = rules.fleet_strength * number + bonus
        outright = chance_against_neutral(state, rules, seat, space, force)
        supported = chance_against_neutral(state, rules, seat, space, force + matter)
        lost = (supported - outright) * (number // 2) + 0.25 * (1.0 - supported) * ((number + 1) // 2)
        worth = supported * gain * hold(survey, near, number) - survey.unit * lost
        if worth > best:
            best, wanted = worth, number
    return best, wanted


@rule
def prospect_of_war(state, rules, seat, space, fleets, survey):
    """(worth, fleets) of attacking a player: their loss and one's gain, by how far the force exceeds the defence."""
    other = state.owner[space]
    weights = survey.weights
    bonus = attack_bonus(state, rules, seat) + weights[Weight.SALVO] * state.players[seat].lasting[Card.MISSILES]
    defence = expected_defence(state, rules, other, space, survey)
    loss = marker_points(rules, state.marker[space]) + 0.4 * survey.unit * units_at(state, other, space)
    harm = survey.rivalry[other] * loss
    gain, near = settling_worth(state, rules, seat, space, survey), enemy_fleets_near(state, seat, space)
    best, wanted = -1.0, 0
    for number in range(1, min(fleets, 8) + 1):
        force = rules.fleet_strength * number + bonus
        reserve = force + weights[Weight.COMMITMENT] * battery_after(survey, number)
        outright, chance = odds(survey, force - defence), odds(survey, reserve - defence)
        lost = units_lost(survey, number, outright, chance)
        worth = weights[Weight.WAR] * chance * (harm + gain * hold(survey, near, number)) - survey.unit * lost
        if worth > best:
            best, wanted = worth, number
    return best, wanted


@rule
def battery_after(survey, fleets):
    """The strength that cards and counters can still add once so many fleets have been moved a step."""
    return survey.battery - max(0.0, fleets - survey.fuel)


@rule
def prospect(state, rules, seat, space, survey):
    """(worth, fleets) of going to a non-friendly system now; worth -1 where there is nothing to bring."""
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
    """The worth of the best move; what it is goes into the notes of the seat."""
    best, target, wanted = 0.0, NONE, 0
    for k in range(list_goals(state, rules, seat, survey)):
        worth, fleets = prospect(state, rules, seat, survey.goal[k], survey)
        if worth > best:
            best, target, wanted = worth, survey.goal[k], fleets
    if best < 0.6:
        worth, space, fleets = plan_gathering(state, rules, seat, survey)
        if worth > best:
            best, target, wanted = worth, space, fleets
    note(state, seat, target, wanted)
    return best


@rule
def note(state, seat, target, wanted):
    """Writes a plan into the notes of a seat."""
    notes = state.notes[seat]
    notes[TARGET] = target
    notes[WANTED] = wanted
    notes[BEFORE] = units_at(state, seat, target) if target != NONE else 0


@rule
def front_worth(state, rules, seat, space, survey):
    """What units in a system of their player look at: neighbours to take, and enemies next door."""
    worth = 0.0
    for near in state.near[space]:
        if near != NONE and state.owner[near] != seat:
            other = state.owner[near]
            if other >= 0:
                worth += 0.5 * survey.weights[Weight.WAR] + 0.22 * min(2, state.fleets[other, near])
            elif is_habitable(state, rules, near):
                worth += 1.2 * survey.weights[Weight.WORLDS]
            else:
                worth += 0.5 * survey.weights[Weight.GROUND]
    return worth


@rule
def plan_gathering(state, rules, seat, survey):
    """(worth, system, fleets): brings idle fleets together where they are needed next."""
    best, target = 0.0, NONE
    for k in range(survey.held):
        survey.front[survey.own[k]] = front_worth(state, rules, seat, survey.own[k], survey)
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
    """Spare fleets in own systems next to one, with less to look at there, as far as energy goes."""
    fleets, least = 0, survey.front[space] - survey.weights[Weight.REAR]
    for near in state.near[space]:
        if near != NONE and state.owner[near] == seat and survey.front[near] < least:
            fleets += survey.spare[near]
    return min(fleets, int(survey.points[Resource.ENERGY]))


@rule
def redeployment(state, rules, seat, origin, space, survey):
    """What a spare fleet gains by a step to a friendly system next door."""
    if state.owner[space] != seat or spare_fleets(state, seat, origin, survey.weights[Weight.GUARD]) == 0:
        return -1.0
    gain = front_worth(state, rules, seat, space, survey) - front_worth(state, rules, seat, origin, survey)
    return gain - survey.weights[Weight.REAR]


@rule
def best_redeployment(state, rules, seat, origin, survey):
    """The gain of the best such step from a system."""
    best = -1.0
    for near in state.near[origin]:
        if near != NONE:
            best = max(best, redeployment(state, rules, seat, origin, near, survey))
    return best


@rule
def best_jump(state, rules, seat, fleets, survey):
    """(worth, system) of bringing so many fleets anywhere by Temporary Wormhole."""
    best, target = -1.0, NONE
    for place in range(rules.systems):
        space = state.space_of[place]
        if state.owner[space] != seat:
            worth = jump_worth(state, rules, seat, space, fleets, survey)
            if worth > best:
                best, target = worth, space
    return best, target


@rule
def jump_worth(state, rules, seat, space, fleets, survey):
    """What so many fleets achieve in a system."""
    if state.owner[space] >= 0:
        worth, wanted = prospect_of_war(state, rules, seat, space, fleets, survey)
    elif is_habitable(state, rules, space):
        worth, wanted = prospect_of_world(state, rules, seat, space, fleets, survey)
    else:
        worth, wanted = prospect_of_ground(state, rules, seat, space, fleets, survey)
    return worth if wanted <= fleets else -1.0


@rule
def is_threatened(state, rules, seat, space):
    """Whether enemies next door are stronger than what stands in one of the player's own systems."""
    standing = rules.fleet_strength * state.fleets[seat, space] + rules.base_strength * state.star_bases[seat, space]
    mines = state.players[seat].lasting[Card.SPACE_MINES] * rules.amount[Card.SPACE_MINES]
    return rules.fleet_strength * enemy_fleets_near(state, seat, space) > standing + mines


@rule
def site_need(state, rules, seat, space, survey):
    """How much a new unit is wanted at a building site."""
    need = front_worth(state, rules, seat, space, survey)
    if is_threatened(state, rules, seat, space):
        need += survey.weights[Weight.GUARD] * marker_points(rules, state.marker[space]) / 3.0
    return need + 2.0 * survey.weights[Weight.NEED] * saved_by_unit(state, rules, seat, space, survey)
