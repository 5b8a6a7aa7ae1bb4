"""The values of planets, technologies, ships and Shadow cards to a player, in victory points."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, HIGHEST_LEVEL, MODIFIERS, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Predicate, ShadowEffect
from starbalance.strategies.interstellar_ambitions.evaluation.features import progress
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

_PER_TURN = np.zeros(MODIFIERS)  # victory points of one modifier step per own turn to come; production is counted apart
_PER_TURN[Modifier.PROD_HIGH_LEVEL] = 0.2
_PER_TURN[Modifier.CHECK_SAB] = 0.04
_PER_TURN[Modifier.CHECK_INF] = 0.04
_PER_TURN[Modifier.RESIST_SAB] = 0.03
_PER_TURN[Modifier.RESIST_INF] = 0.03
_PER_TURN[Modifier.BUY_LIMIT] = 0.05
_PER_TURN[Modifier.HIRE_DISC] = 0.02
_PER_TURN[Modifier.UPKEEP_DISC] = 0.04
_PER_TURN[Modifier.BUILD_EXTRA] = 0.08
_PER_TURN[Modifier.BASIC_HEAVY] = 0.03
_PER_TURN[Modifier.BUILD_DISC] = 0.06
_PER_TURN[Modifier.REPAIR_FREE] = 0.03
_PER_TURN[Modifier.REPAIR_ATTACKER] = 0.02
_PER_TURN[Modifier.RESEARCH_DISC] = 0.08
_PER_TURN[Modifier.COLONISE_DISC] = 0.06
_PER_TURN[Modifier.COLONISE_LEVEL] = 0.14
_PER_TURN[Modifier.DEVELOP_DISC] = 0.22
_PER_TURN[Modifier.DEVELOP_EXTRA] = 0.1
_PER_TURN[Modifier.TRADE_RATE] = 0.12
_PER_TURN[Modifier.ADVANCE_EXTRA] = 0.15
_PER_TURN[Modifier.TOKEN_KEEP] = 0.16
_PER_TURN[Modifier.RAID_CV] = 0.06
_PER_TURN[Modifier.INVADE_CV] = 0.05
_PER_TURN[Modifier.BOMBARD_DIV] = 0.04
_PER_TURN[Modifier.BOMBARD_SHIELD] = 0.02
_PER_TURN[Modifier.SHIP_TOUGH] = 0.06
_PER_TURN[Modifier.EMERGENCY_EXTRA] = 0.02
_PER_TURN[Modifier.EVENT_CHOICE] = 0.02
_AT_START = np.zeros(MODIFIERS)  # points of win share that a START technology with this effect added when it was dealt
_AT_START[Modifier.PROD_FOOD] = 4.8
_AT_START[Modifier.PROD_ORE] = 6.6
_AT_START[Modifier.PROD_SCIENCE] = 4.8
_AT_START[Modifier.PROD_COINS] = 4.8
_AT_START[Modifier.PROD_HIGH_LEVEL] = 9.2
_AT_START[Modifier.CHECK_SAB] = 1.2
_AT_START[Modifier.CHECK_INF] = 1.6
_AT_START[Modifier.RESIST_SAB] = 2.8
_AT_START[Modifier.RESIST_INF] = 2.2
_AT_START[Modifier.BUY_LIMIT] = 0.5
_AT_START[Modifier.BUILD_EXTRA] = 1.7
_AT_START[Modifier.BASIC_HEAVY] = 1.2
_AT_START[Modifier.BUILD_DISC] = 6.1
_AT_START[Modifier.REPAIR_FREE] = 3.5
_AT_START[Modifier.REPAIR_ATTACKER] = 2.8
_AT_START[Modifier.COLONISE_DISC] = 6.9
_AT_START[Modifier.COLONISE_LEVEL] = 27.6
_AT_START[Modifier.DEVELOP_DISC] = 1.9
_AT_START[Modifier.DEVELOP_EXTRA] = 7.1
_AT_START[Modifier.TRADE_RATE] = 6.7
_AT_START[Modifier.ADVANCE_EXTRA] = 9.5
_AT_START[Modifier.TOKEN_KEEP] = 14.7
_AT_START[Modifier.RAID_CV] = 0.5
_AT_START[Modifier.INVADE_CV] = 1.0
_AT_START[Modifier.BOMBARD_DIV] = 0.9
_AT_START[Modifier.BOMBARD_SHIELD] = 0.8
_AT_START[Modifier.SHIP_TOUGH] = 0.7
_AT_START[Modifier.EMERGENCY_EXTRA] = 0.8
_AT_START[Modifier.EVENT_CHOICE] = 9.6
_POINTS = 3.0  # points of win share per victory point from production, at the start
_EFFECT = np.zeros(len(ShadowEffect))  # value of a card's effect, without regard to its number
_EFFECT[ShadowEffect.SWAP_TOKEN_SAME_ROW] = 1.2
_EFFECT[ShadowEffect.REFRESH_MARKET] = 0.3
_EFFECT[ShadowEffect.TOKEN_BACK] = 0.5
_EFFECT[ShadowEffect.TOKEN_TO_POOL] = 0.9
_EFFECT[ShadowEffect.TOKEN_FORWARD_OWN] = 0.9
_EFFECT[ShadowEffect.TOKEN_MOVE_ROW_OWN] = 0.5
_EFFECT[ShadowEffect.TAKE_RES] = 1.2
_EFFECT[ShadowEffect.EXCHANGE_1TO1] = 0.8
_EFFECT[ShadowEffect.DRAW_SHADOW] = 1.5
_EFFECT[ShadowEffect.PLANET_LEVEL] = 1.2
_EFFECT[ShadowEffect.DESTROY_SHIP] = 1.0
_EFFECT[ShadowEffect.DAMAGE_SHIPS] = 0.6
_EFFECT[ShadowEffect.LOSE_HALF_RES] = 0.6
_EFFECT[ShadowEffect.DISCARD_MERC] = 0.7
_EFFECT[ShadowEffect.DISCARD_HAND] = 0.8
_EFFECT[ShadowEffect.ACQUIRE_TECHNOLOGY] = 2.0
_EFFECT[ShadowEffect.SIPHON] = 1.6
_EFFECT[ShadowEffect.STEAL_SHIP] = 1.8
_EFFECT[ShadowEffect.STEAL_HAND] = 1.8
_EFFECT[ShadowEffect.USURP_TOKEN] = 1.2


@rule
def modifiers_value(modifiers, survey):
    """Return the value of a vector of modifiers for the rest of the game, in victory points."""
    value = 0.0
    for resource in range(RESOURCES):
        value += modifiers[resource] * _production_value(survey, resource)
    for k in range(RESOURCES, MODIFIERS):
        if modifiers[k] != 0:
            value += modifiers[k] * _PER_TURN[k] * (survey.horizon - 1.0)
    return survey.weights[Weight.KNOWLEDGE] * value


@rule
def _production_value(survey, resource):
    """Return the value of one more resource at every PRODUCE action, in victory points."""
    value = survey.price[resource] * survey.produces + 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
    if resource == int(survey.science):
        value += survey.step[Predicate.PRODUCED_TURN]
    return value


@rule
def _mean_price(survey):
    return 0.25 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])


@rule
def weigh_levels(survey):
    """Fill in `level_gain`, `finish` and `set_share`, once per position."""
    for resource in range(RESOURCES):
        survey.level_gain[resource] = _production_value(survey, resource)
    value = 1.2 * _mean_price(survey) * survey.produces + survey.step[Predicate.PRODUCED_TURN]
    survey.level_gain[ANY] = value + 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
    for short in range(HIGHEST_LEVEL + 1):
        survey.finish[short] = _finish_chance(survey, short)
    survey.set_share = _set_share(survey)


@rule
def _finish_chance(survey, short):
    """Return the chance (0 to 1) to bring a planet that is `short` levels short to its highest level."""
    if short <= 0:
        return 1.0
    if survey.horizon <= 1.0:
        return 0.0
    return survey.horizon / (survey.horizon + survey.weights[Weight.DOUBT] * (2.0 + 1.6 * short))


@rule
def _set_share(survey):
    """Return the share (0.2 to 0.8) of the set bonus that a planet of a missing type counts."""
    missing = 0
    for kind in range(RESOURCES):
        missing += 1 if (int(survey.types_scored) >> kind) & 1 == 0 else 0
    if missing <= 1:
        return 0.8
    return 0.3 if missing == 2 else 0.2


@rule
def planet_value(rules, planet, level, survey):
    """Return the value of a planet at a level, in victory points.

    It counts its points by the chance to finish it, its production, the set and ambitions.
    """
    kind = rules.planet_type[planet]
    done = survey.finish[max(0, rules.planet_levels[planet] - level)]
    value = rules.planet_vp[planet] * done + level * survey.level_gain[kind]
    value += done * survey.step[Predicate.MAXED_PLANETS]
    if kind != ANY:
        if (int(survey.types_scored) >> kind) & 1 == 0:
            value += survey.weights[Weight.SET] * rules.set_bonus * done * survey.set_share
        if (int(survey.types_ready) >> kind) & 1 == 0 and level >= survey.type_level:
            value += survey.step[Predicate.TYPES_AT_LEVEL]
    return value


@rule
def new_planet_value(rules, planet, level, survey):
    """Return the value of gaining a planet that starts at a level, in victory points, without its price."""
    value = planet_value(rules, planet, level, survey) + survey.step[Predicate.PLANETS]
    value += progress(survey, Predicate.TOTAL_LEVELS, float(level))
    kind = rules.planet_type[planet]
    if kind != ANY and (int(survey.types_held) >> kind) & 1 == 0:
        value += survey.weights[Weight.SET]
    if rules.planet_special[planet]:
        value += survey.weights[Weight.SPECIAL] + survey.step[Predicate.SPECIAL_PLANETS]
        if rules.planet_modified[planet]:
            value += modifiers_value(rules.planet_modifiers[planet], survey)
        if rules.score_per[planet] != NONE:
            value += 0.6 * rules.score_most[planet]
    return value


@rule
def planet_price(rules, planet, survey):
    """Return the price of a planet, in victory points."""
    total = rules.planet_cost_any[planet] * _mean_price(survey)
    for resource in range(RESOURCES):
        total += rules.planet_cost[planet, resource] * survey.price[resource]
    return total


@rule
def technology_value(rules, technology, survey):
    """Return the value of a technology to its Owner, in victory points."""
    value = rules.technology_vp[technology] + survey.step[Predicate.TECHNOLOGIES_OWNED]
    return value + modifiers_value(rules.technology_modifiers[technology], survey)


@rule
def start_value(rules, technology, survey):
    """Return the value of a START technology, in points of win share.

    It is higher if it serves an ambition that counts production.
    """
    modifiers, value = rules.technology_modifiers[technology], 0.0
    for k in range(MODIFIERS):
        value += modifiers[k] * _AT_START[k]
    for resource in range(RESOURCES):
        value += _POINTS * modifiers[resource] * 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
        if resource == int(survey.science):
            value += _POINTS * modifiers[resource] * survey.step[Predicate.PRODUCED_TURN]
    return value


@rule
def stolen_value(rules, technology, survey):
    """Return the value of acquiring a technology that another player owns, in victory points."""
    value = survey.step[Predicate.STOLEN_TECHNOLOGIES]
    return value + modifiers_value(rules.technology_modifiers[technology], survey)


@rule
def force_value(survey, value):
    """Return the value of `value` more combat value, in victory points.

    Combat value up to the wanted protection counts more than combat value beyond it. Ambitions are included.
    """
    need = min(value, max(0.0, survey.weights[Weight.GUARD] * survey.threat - survey.force))
    fade = min(1.0, (survey.horizon - 1.0) / 2.0)
    return fade * survey.weights[Weight.FORCE] * (need + 0.4 * value) + progress(survey, Predicate.FLEET_CV, value)


@rule
def ship_value(rules, kind, survey):
    """Return the value of a ship, in victory points: points, force, ambitions and production, less upkeep."""
    value = rules.ship_vp[kind] + force_value(survey, float(rules.combat[kind]))
    if is_heavy(rules, kind):
        value *= survey.weights[Weight.HEAVY]
    if rules.ship_modified[kind]:
        value += modifiers_value(rules.ship_modifiers[kind], survey)
    for resource in range(RESOURCES):
        value += rules.ship_produce[kind, resource] * _production_value(survey, resource)
    return value - rules.ship_upkeep[kind] * survey.price[3] * survey.produces


@rule
def card_value(rules, kind, survey):
    """Return the value of a Shadow card in hand, in victory points, 0 in the last turn.

    Half of the checks are taken to succeed.
    """
    if survey.horizon <= 1.0:
        return 0.0
    value = survey.weights[Weight.CARD] * _EFFECT[rules.shadow_effect[kind]]
    if rules.shadow_type[kind] > 0:
        value = 0.5 * (value + medal_value(rules, survey))
    return value * min(1.0, (survey.horizon - 1.0) / 3.0)


@rule
def effect_value(rules, kind):
    """Return the value of a Shadow card's effect where it fits, in victory points."""
    return _EFFECT[rules.shadow_effect[kind]]


@rule
def medal_value(rules, survey):
    """Return the value of a SHADOW medal, in victory points."""
    value = rules.medal_vp + survey.step[Predicate.SHADOW_MEDALS] + 0.5 * survey.step[Predicate.CHECK_VICTIMS]
    return value + 0.5 * survey.step[Predicate.MEDALS_EACH]


@rule
def fleet_medal_value(rules, survey):
    """Return the value of a FLEET medal, in victory points."""
    return rules.medal_vp + survey.step[Predicate.FLEET_MEDALS] + 0.5 * survey.step[Predicate.MEDALS_EACH]
