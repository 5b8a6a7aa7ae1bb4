"""Scores of what is done with planets: colonising, developing, events."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.development import develop_price
from starbalance.simulator.games.interstellar_ambitions.purchase import technology_price
from starbalance.simulator.games.interstellar_ambitions.rules import ANY
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Resource, Row
from starbalance.strategies.interstellar_ambitions.judgement.developing import development_worth, developments_worth
from starbalance.strategies.interstellar_ambitions.judgement.features import rank, swaps, swaps_for_one
from starbalance.strategies.interstellar_ambitions.judgement.planning import colony_worth
from starbalance.strategies.interstellar_ambitions.judgement.valuation import planet_worth, ship_worth, technology_worth
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight


@rule
def score_replacements(state, rules, options, survey, scores):
    """D15, D21, D22: cards worth little make way for others."""
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.REPLACE:
            scores[k] = 1.0 - _worth_in_slot(state, rules, seat, options[k].a, survey)


@rule
def _worth_in_slot(state, rules, seat, slot, survey):
    """What a card face up would bring."""
    if state.row == Row.COLONISE:
        return colony_worth(state, rules, seat, state.face_up[slot], state.planning, survey) - 3.0
    if state.row == Row.RESEARCH:
        technology = state.technology_slot[slot]
        price = technology_price(state, rules, seat, technology, state.planning)
        return technology_worth(rules, technology, survey) - price * survey.price[Resource.SCIENCE] - 1.0
    return ship_worth(rules, state.merc_slot[slot], survey)


@rule
def score_colonies(state, rules, options, survey, scores):
    """D15."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.COLONISE:
            scores[k] = colony_worth(state, rules, state.actor, options[k].a, state.planning, survey)
            cost = rules.planet_cost[options[k].a]
            scores[k] -= survey.swap * max(0.0, swaps(survey, cost[0], cost[1], cost[2], cost[3]))


@rule
def score_hand_over(state, rules, options, survey, scores):
    """D16: the planet worth least, to the player who stands worst."""
    rank(state, rules, state.actor, survey)
    for k in range(options.shape[0]):
        if options[k].kind == Kind.HAND_OVER:
            planet = options[k].a
            scores[k] = -planet_worth(rules, planet, state.level[planet], survey)
            scores[k] -= survey.weights[Weight.SPECIAL] * rules.planet_special[planet]
        else:
            scores[k] = -survey.standing[options[k].a]


@rule
def score_events(state, rules, options, survey, scores):
    """D17, D18: which event, whether to pay; of planets for another the one with the fewest levels."""
    for k in range(options.shape[0]):
        kind = options[k].kind
        if kind == Kind.RESOLVE:
            scores[k] = _event_worth(rules, options[k].a)
        elif kind == Kind.PLANET:
            scores[k] = -float(rules.planet_levels[options[k].a])
        else:
            rich = survey.purse[0] + survey.purse[1] + survey.purse[2] + survey.purse[3] >= 4.0
            scores[k] = (1.0 if rich else -1.0) if kind == Kind.YES else 0.0


@rule
def _event_worth(rules, kind):
    """A rough worth of colony events: lasting ones best, failures worst."""
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
    """D19: the best planet first; those that complete a set together before any other."""
    price, player = develop_price(state, rules, state.actor), state.players[state.actor]
    developments_worth(state, rules, state.actor, state.planning, survey)
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.DEVELOP:
            planet, level = options[k].a, options[k].b
            scores[k] = development_worth(state, rules, planet, level, price, survey)
            for place in range(player.planets):
                if player.planet[place] == planet and survey.raised[place] == level:
                    scores[k] += rules.set_bonus
            if rules.planet_type[planet] != ANY:
                cost = float(price * (level - state.level[planet]))
                scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, rules.planet_type[planet], cost))
