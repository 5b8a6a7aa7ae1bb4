"""The scores of decisions about planets: colonising, developing, events."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.development import develop_price
from starbalance.simulator.games.interstellar_ambitions.purchase import technology_price
from starbalance.simulator.games.interstellar_ambitions.rules import ANY
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Resource, Row
from starbalance.strategies.interstellar_ambitions.evaluation.developing import development_value, developments_value
from starbalance.strategies.interstellar_ambitions.evaluation.features import fill_standings, swaps, swaps_for_one
from starbalance.strategies.interstellar_ambitions.evaluation.planning import colony_value
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import (
    planet_value,
    ship_value,
    technology_value,
)
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight


@rule
def score_replacements(state, rules, options, survey, scores):
    """D15, D21, D22: Score face-up cards to replace: the lower the value of a card, the higher.

    Any other option scores 0.
    """
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.REPLACE:
            scores[k] = 1.0 - _value_in_slot(state, rules, seat, options[k].a, survey)


@rule
def _value_in_slot(state, rules, seat, slot, survey):
    """Return the value of a face-up card, in victory points, less 3 for a planet and 1 for a technology.

    The price of planets and technologies is deducted, that of mercs is not.
    """
    if state.row == Row.COLONISE:
        return colony_value(state, rules, seat, state.face_up[slot], state.planning, survey) - 3.0
    if state.row == Row.RESEARCH:
        technology = state.technology_slot[slot]
        price = technology_price(state, rules, seat, technology, state.planning)
        return technology_value(rules, technology, survey) - price * survey.price[Resource.SCIENCE] - 1.0
    return ship_value(rules, state.merc_slot[slot], survey)


@rule
def score_colonies(state, rules, options, survey, scores):
    """D15: Score planets to colonise by their value less price and exchanges, in victory points.

    Any other option scores 0.
    """
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.COLONISE:
            scores[k] = colony_value(state, rules, state.actor, options[k].a, state.planning, survey)
            cost = rules.planet_cost[options[k].a]
            scores[k] -= survey.swap * max(0.0, swaps(survey, cost[0], cost[1], cost[2], cost[3]))


@rule
def score_hand_over(state, rules, options, survey, scores):
    """D16: Score planets to hand over (lowest value first) and their receivers (lowest standing first)."""
    fill_standings(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.HAND_OVER:
            planet = options[k].a
            scores[k] = -planet_value(rules, planet, state.level[planet], survey)
            scores[k] -= survey.weights[Weight.SPECIAL] * rules.planet_special[planet]
        else:
            scores[k] = -survey.standing[options[k].a]


@rule
def score_events(state, rules, options, survey, scores):
    """D17, D18: Score events, payments for them, and planets for another player (fewest levels first)."""
    for k in range(options.shape[0]):
        kind = options[k].kind
        if kind == Kind.RESOLVE:
            scores[k] = _event_value(rules, options[k].a)
        elif kind == Kind.PLANET:
            scores[k] = -float(rules.planet_levels[options[k].a])
        else:
            rich = survey.purse[0] + survey.purse[1] + survey.purse[2] + survey.purse[3] >= 4.0
            scores[k] = (1.0 if rich else -1.0) if kind == Kind.YES else 0.0


@rule
def _event_value(rules, kind):
    """Return the approximate value of a colony event, from -3 for a failure to 3 for a lasting gain."""
    effect = rules.event_effect[kind]
    if effect == EventEffect.MARKER_PROD or effect == EventEffect.MARKER_VP:
        return 3.0
    if effect == EventEffect.FAIL or effect == EventEffect.REPLACE_LOWEST:
        return -3.0
    if effect == EventEffect.LEVEL_SET or effect == EventEffect.PAY_OR_LEVEL:
        return -1.0
    return 0.0 if effect == EventEffect.NONE else 1.5


@rule
def score_developments(state, rules, options, survey, scores):
    """D19: Score planets to develop, in victory points, less their price. Ending scores 0.

    Planets of the best set of developments have the set bonus added, so that they come first.
    """
    price, player = develop_price(state, rules, state.actor), state.players[state.actor]
    developments_value(state, rules, state.actor, state.planning, survey)
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.DEVELOP:
            planet, level = options[k].a, options[k].b
            scores[k] = development_value(state, rules, planet, level, price, survey)
            for place in range(player.planets):
                if player.planet[place] == planet and survey.raised[place] == level:
                    scores[k] += rules.set_bonus
            if rules.planet_type[planet] != ANY:
                cost = float(price * (level - state.level[planet]))
                scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, rules.planet_type[planet], cost))
