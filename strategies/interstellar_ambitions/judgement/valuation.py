"""What things are worth to a player, in victory points: planets, technologies, ships, shadow cards."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, HIGHEST_LEVEL, MODIFIERS, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Predicate, ShadowEffect
from starbalance.strategies.interstellar_ambitions.judgement.features import progress
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

_PER_TURN = np.zeros(MODIFIERS)  # of one more of a modifier, for each own turn to come; production is counted apart
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
_AT_START = np.zeros(MODIFIERS)  # points of win share that START technologies of one effect added when they were dealt
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
_POINTS = 3.0  # of win share that a victory point made by producing is worth at the start
_EFFECT = np.zeros(len(ShadowEffect))  # what a card does to or for its player, before its number is looked at
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
def modifiers_worth(modifiers, survey):
    """The worth of a vector of modifiers for the rest of the game."""
    worth = 0.0
    for resource in range(RESOURCES):
        worth += modifiers[resource] * _production_worth(survey, resource)
    for k in range(RESOURCES, MODIFIERS):
        if modifiers[k] != 0:
            worth += modifiers[k] * _PER_TURN[k] * (survey.horizon - 1.0)
    return survey.weights[Weight.KNOWLEDGE] * worth


@rule
def _production_worth(survey, resource):
    """One more resource at every PRODUCE action."""
    worth = survey.price[resource] * survey.produces + 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
    if resource == int(survey.science):
        worth += survey.step[Predicate.PRODUCED_TURN]
    return worth


@rule
def _mean_price(survey):
    return 0.25 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])


@rule
def weigh_levels(survey):
    """What one more level of a planet of each type is worth, and how likely planets are finished; once a survey."""
    for resource in range(RESOURCES):
        survey.level_gain[resource] = _production_worth(survey, resource)
    worth = 1.2 * _mean_price(survey) * survey.produces + survey.step[Predicate.PRODUCED_TURN]
    survey.level_gain[ANY] = worth + 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
    for short in range(HIGHEST_LEVEL + 1):
        survey.finish[short] = _finish_chance(survey, short)
    survey.set_share = _set_share(survey)


@rule
def _finish_chance(survey, short):
    """The chance to bring a planet that is so many levels short to its highest."""
    if short <= 0:
        return 1.0
    if survey.horizon <= 1.0:
        return 0.0
    return survey.horizon / (survey.horizon + survey.weights[Weight.DOUBT] * (2.0 + 1.6 * short))


@rule
def _set_share(survey):
    """Of the set bonus, by how many types are still missing."""
    missing = 0
    for kind in range(RESOURCES):
        missing += 1 if (int(survey.types_scored) >> kind) & 1 == 0 else 0
    if missing <= 1:
        return 0.8
    return 0.3 if missing == 2 else 0.2


@rule
def planet_worth(rules, planet, level, survey):
    """A planet at a level: points if it will be finished, production, sets and ambitions."""
    kind = rules.planet_type[planet]
    done = survey.finish[max(0, rules.planet_levels[planet] - level)]
    worth = rules.planet_vp[planet] * done + level * survey.level_gain[kind]
    worth += done * survey.step[Predicate.MAXED_PLANETS]
    if kind != ANY:
        if (int(survey.types_scored) >> kind) & 1 == 0:
            worth += survey.weights[Weight.SET] * rules.set_bonus * done * survey.set_share
        if (int(survey.types_ready) >> kind) & 1 == 0 and level >= survey.type_level:
            worth += survey.step[Predicate.TYPES_AT_LEVEL]
    return worth


@rule
def new_planet_worth(rules, planet, level, survey):
    """What it is worth to gain a planet that starts at a level."""
    worth = planet_worth(rules, planet, level, survey) + survey.step[Predicate.PLANETS]
    worth += progress(survey, Predicate.TOTAL_LEVELS, float(level))
    kind = rules.planet_type[planet]
    if kind != ANY and (int(survey.types_held) >> kind) & 1 == 0:
        worth += survey.weights[Weight.SET]
    if rules.planet_special[planet]:
        worth += survey.weights[Weight.SPECIAL] + survey.step[Predicate.SPECIAL_PLANETS]
        if rules.planet_modified[planet]:
            worth += modifiers_worth(rules.planet_modifiers[planet], survey)
        if rules.score_per[planet] != NONE:
            worth += 0.6 * rules.score_most[planet]
    return worth


@rule
def planet_price(rules, planet, survey):
    """Victory points of the resources that a planet costs."""
    total = rules.planet_cost_any[planet] * _mean_price(survey)
    for resource in range(RESOURCES):
        total += rules.planet_cost[planet, resource] * survey.price[resource]
    return total


@rule
def technology_worth(rules, technology, survey):
    """A technology as its Owner."""
    worth = rules.technology_vp[technology] + survey.step[Predicate.TECHNOLOGIES_OWNED]
    return worth + modifiers_worth(rules.technology_modifiers[technology], survey)


@rule
def start_worth(rules, technology, survey):
    """A START technology, in points of win share: more where it serves an ambition that counts production."""
    modifiers, worth = rules.technology_modifiers[technology], 0.0
    for k in range(MODIFIERS):
        worth += modifiers[k] * _AT_START[k]
    for resource in range(RESOURCES):
        worth += _POINTS * modifiers[resource] * 0.5 * survey.step[Predicate.PRODUCED_TOTAL_TURN]
        if resource == int(survey.science):
            worth += _POINTS * modifiers[resource] * survey.step[Predicate.PRODUCED_TURN]
    return worth


@rule
def stolen_worth(rules, technology, survey):
    """A technology that another owns."""
    worth = survey.step[Predicate.STOLEN_TECHNOLOGIES]
    return worth + modifiers_worth(rules.technology_modifiers[technology], survey)


@rule
def force_worth(survey, value):
    """So much more combat value: up to what protects, and beyond it; ambitions."""
    need = min(value, max(0.0, survey.weights[Weight.GUARD] * survey.threat - survey.force))
    fade = min(1.0, (survey.horizon - 1.0) / 2.0)
    return fade * survey.weights[Weight.FORCE] * (need + 0.4 * value) + progress(survey, Predicate.FLEET_CV, value)


@rule
def ship_worth(rules, kind, survey):
    """A ship: points, force up to what protects, ambitions, upkeep."""
    worth = rules.ship_vp[kind] + force_worth(survey, float(rules.combat[kind]))
    if is_heavy(rules, kind):
        worth *= survey.weights[Weight.HEAVY]
    if rules.ship_modified[kind]:
        worth += modifiers_worth(rules.ship_modifiers[kind], survey)
    for resource in range(RESOURCES):
        worth += rules.ship_produce[kind, resource] * _production_worth(survey, resource)
    return worth - rules.ship_upkeep[kind] * survey.price[3] * survey.produces


@rule
def card_worth(rules, kind, survey):
    """A shadow card in hand: what it will do, a medal half of the time, ambitions."""
    if survey.horizon <= 1.0:
        return 0.0
    worth = survey.weights[Weight.CARD] * _EFFECT[rules.shadow_effect[kind]]
    if rules.shadow_type[kind] > 0:
        worth = 0.5 * (worth + medal_worth(rules, survey))
    return worth * min(1.0, (survey.horizon - 1.0) / 3.0)


@rule
def effect_worth(rules, kind):
    """What the effect of a card is worth where it fits."""
    return _EFFECT[rules.shadow_effect[kind]]


@rule
def medal_worth(rules, survey):
    """A SHADOW medal."""
    worth = rules.medal_vp + survey.step[Predicate.SHADOW_MEDALS] + 0.5 * survey.step[Predicate.CHECK_VICTIMS]
    return worth + 0.5 * survey.step[Predicate.MEDALS_EACH]


@rule
def fleet_medal_worth(rules, survey):
    """A FLEET medal."""
    return rules.medal_vp + survey.step[Predicate.FLEET_MEDALS] + 0.5 * survey.step[Predicate.MEDALS_EACH]
