"""Careful all-round play: grows while the game is young, keeps an eye on the ambitions drawn, attacks when it pays.

Every possible action is given its worth in victory points: points, what it will still produce, and how much nearer it
brings the ambitions in play. The other recipes are this one with other weights.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, slot_value
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of
from starbalance.simulator.games.interstellar_ambitions.purchase import hire_price, ship_price, technology_price
from starbalance.simulator.games.interstellar_ambitions.repair import repair_cost
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, NONE
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Kind, Phase
from starbalance.simulator.games.interstellar_ambitions.word import Predicate, Resource
from starbalance.strategies.interstellar_ambitions.judgement.colonies import (
    score_colonies,
    score_developments,
    score_events,
    score_hand_over,
    score_replacements,
)
from starbalance.strategies.interstellar_ambitions.judgement.conflict import score_battle, score_order
from starbalance.strategies.interstellar_ambitions.judgement.course import (
    score_actions,
    score_advances,
    score_plans,
    score_rows,
    weigh_climbs,
    weigh_rows,
)
from starbalance.strategies.interstellar_ambitions.judgement.features import (
    glance,
    look,
    projected,
    survey_row,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.judgement.intrigue import score_intrigue
from starbalance.strategies.interstellar_ambitions.judgement.memory import begins
from starbalance.strategies.interstellar_ambitions.judgement.planning import buy_worth, hire_worth, room_worth
from starbalance.strategies.interstellar_ambitions.judgement.units import score_units, weigh_units
from starbalance.strategies.interstellar_ambitions.judgement.valuation import (
    card_worth,
    ship_worth,
    start_worth,
    technology_worth,
    weigh_levels,
)
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight


@rule
def _score_upkeep(state, rules, options, survey, scores):
    """D11: a merc is kept while it is worth more than its pay."""
    player = state.players[state.actor]
    for k in range(options.shape[0]):
        kind = player.ship[options[k].a]
        worth = 0.3 + ship_worth(rules, kind, survey) - rules.ship_upkeep[kind] * survey.price[Resource.COINS]
        scores[k] = worth if options[k].kind == Kind.PAY_UPKEEP else -0.1 * worth


@rule
def _score_payments(state, options, survey, scores):
    """D33, D35, D37: what is cheapest goes first; what is dearest is taken off a price."""
    for k in range(options.shape[0]):
        price = survey.price[options[k].a] - 0.01 * state.players[state.actor].resources[options[k].a]
        scores[k] = price if options[k].kind == Kind.REDUCE else -price


@rule
def _score_repairs(state, rules, options, survey, scores):
    """D20, D30: the strongest damaged ship, while ORE is left."""
    player = state.players[state.actor]
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.REPAIR:
            force = survey.weights[Weight.FORCE] + survey.step[Predicate.FLEET_CV]
            scores[k] = force + 0.05 * rules.combat[player.ship[options[k].a]]
            due = repair_cost(state, rules, state.repairs + 1) - repair_cost(state, rules, state.repairs)
            scores[k] -= 0.6 * due * survey.price[Resource.ORE]


@rule
def _score_builds(state, rules, options, survey, scores):
    """D20."""
    seat = state.actor
    room = room_worth(state, rules, seat, survey)
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.BUILD:
            price = ship_price(state, rules, seat, options[k].a, state.planning)
            scores[k] = ship_worth(rules, options[k].a, survey) - price * survey.price[Resource.ORE]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.ORE, float(price)))
            scores[k] -= room


@rule
def _score_scraps(state, rules, options, survey, scores):
    """D17, D20, D22, D24, D38: the worst ship goes, if what comes is better."""
    player = state.players[state.actor]
    coming = ship_worth(rules, state.wanted, survey) if state.wanted != NONE else 0.3
    for k in range(options.shape[0]):
        scores[k] = -coming
        if options[k].kind == Kind.SCRAP:
            kind = player.ship[options[k].a]
            scores[k] = -ship_worth(rules, kind, survey) + 0.05 * player.damage[options[k].a]


@rule
def _score_researches(state, rules, options, survey, scores):
    """D21."""
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.RESEARCH:
            technology = state.technology_slot[options[k].a]
            price = technology_price(state, rules, seat, technology, state.planning)
            scores[k] = technology_worth(rules, technology, survey) - price * survey.price[Resource.SCIENCE]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.SCIENCE, float(price)))


@rule
def _score_shadow_action(state, rules, options, survey, scores):
    """D22."""
    seat = state.actor
    for k in range(options.shape[0]):
        if options[k].kind == Kind.BUY_CARDS:
            scores[k] = buy_worth(state, rules, seat, state.planning, survey)
        else:
            scores[k] = hire_worth(state, rules, seat, state.planning, survey)


@rule
def _score_hires(state, rules, options, survey, scores):
    """D22."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.HIRE:
            kind = state.merc_slot[options[k].a]
            price = hire_price(state, rules, state.actor, kind)
            scores[k] = ship_worth(rules, kind, survey) - price * survey.price[Resource.COINS]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.COINS, float(price)))


@rule
def _score_cards(state, rules, options, survey, scores):
    """D1, D22: cards kept and bought by their worth; the worst is dropped."""
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.KEEP:
            scores[k] = card_worth(rules, options[k].a, survey)
        elif kind == Kind.DISCARD:
            scores[k] = -card_worth(rules, options[k].a, survey)
        elif kind == Kind.BUY:
            worth = card_worth(rules, options[k].a, survey) if options[k].a != NONE else 0.8
            scores[k] = worth - rules.card_price * survey.price[Resource.COINS] - 0.15


@rule
def _score_starts(rules, options, survey, scores):
    """D2."""
    for k in range(options.shape[0]):
        scores[k] = start_worth(rules, options[k].a, survey)


@rule
def _score_end(state, rules, options, survey, scores):
    """D32, D33: the claim that scores most; the one that ends the game only when that wins, or waiting is worse."""
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.0
        kind = options[k].kind
        if kind == Kind.CLAIM:
            scores[k] = 1.0 + slot_value(state, rules, options[k].a)
            if _is_fragile(state, rules, options[k].a):
                scores[k] += 0.5
            if _would_end(state, rules, seat) and not _may_end(state, rules, seat, options[k].a, survey):
                scores[k] = -1.0
        elif kind == Kind.EXCHANGE:
            is_needed = _needs_ore(state, seat) and options[k].b == Resource.ORE
            scores[k] = 0.1 - survey.price[options[k].a] * 0.05 if is_needed else _needless(state)


@rule
def _is_open(state, options):
    """Whether there is something to decide at the end of a turn: a claim, or ORE for repairs."""
    for k in range(options.shape[0]):
        if options[k].kind == Kind.CLAIM:
            return True
    return _needs_ore(state, state.actor)


@rule
def _needless(state):
    """Of an exchange for nothing in view: never, but for one that has been begun."""
    return -np.inf if state.given == 0 else -1.0


@rule
def _needs_ore(state, seat):
    """IAM-3.3: ORE for repairs as a defender has to be there before."""
    return damage_of(state, seat) >= 3 and state.players[seat].resources[Resource.ORE] == 0


@rule
def _would_end(state, rules, seat):
    return state.trigger_seat == NONE and state.players[seat].claims + 1 >= rules.claims_to_end


@rule
def _is_fragile(state, rules, k):
    """Whether the condition may be lost again: all but medals and technologies."""
    what = rules.predicate[state.ambition[k]]
    lasting = what == Predicate.SHADOW_MEDALS or what == Predicate.FLEET_MEDALS or what == Predicate.CHECK_VICTIMS
    return not (lasting or what == Predicate.TECHNOLOGIES_OWNED or what == Predicate.STOLEN_TECHNOLOGIES)


@rule
def _may_end(state, rules, seat, k, survey):
    """Whether the claim that ends the game is wise: ahead, or near enough, or a rival is about to make theirs."""
    own = projected(state, rules, seat, 2, survey)
    best = 0.0
    for other in range(rules.seats):
        if other != seat:
            theirs = projected(state, rules, other, 1, survey)
            if state.players[other].claims >= 2 and _can_claim_soon(state, rules, other):
                theirs += 2.0
            best = max(best, theirs)
    return own >= best - survey.weights[Weight.FINISH]


@rule
def _can_claim_soon(state, rules, other):
    for k in range(DRAWN):
        if (state.players[other].claimed >> state.ambition[k]) & 1 == 0:
            if is_met(state, rules, other, state.ambition[k]):
                return True
    return False


@rule
def _is_plain(phase):
    """Whether a decision is about resources alone."""
    if phase == Phase.PAYING or phase == Phase.EXCHANGING or phase == Phase.DISCOUNTING or phase == Phase.END:
        return True
    return phase == Phase.UNMATCHED or phase == Phase.LOOTING or phase == Phase.TAKING


@rule
def _is_of_tokens(phase):
    """Whether tokens are put into rows."""
    return phase == Phase.PLACING or phase == Phase.PLANNING or phase == Phase.RETURNING


@rule
def _is_one_of_several(phase):
    """Whether the first decision of its kind in a turn settles the others."""
    if phase == Phase.HOME_WORLD or phase == Phase.COMPENSATION or phase == Phase.ADVANCING:
        return True
    return phase == Phase.HEAD_START or _is_of_tokens(phase)


@rule
def _see(state, rules, weights, survey):
    """All that a decision of this kind asks for."""
    glance(state, rules, state.actor, weights, survey)
    if not _is_plain(state.phase):
        look(state, rules, state.actor, survey)
        weigh_levels(survey)


@rule
def _settle(state, rules, weights, survey):
    """Works out what the decisions of this kind in this turn are to be."""
    _see(state, rules, weights, survey[0])
    phase = state.phase
    if _is_of_tokens(phase):
        weigh_rows(state, rules, state.actor, survey[0])
    elif phase == Phase.ADVANCING or phase == Phase.HEAD_START:
        weigh_climbs(state, rules, state.actor, survey[0])
    else:
        weigh_units(state, rules, state.actor, survey[0])


@rule
def _follow(state, options, scores):
    """Scores by what has been worked out."""
    phase = state.phase
    if _is_of_tokens(phase):
        score_rows(state, options, scores)
    elif phase == Phase.ADVANCING or phase == Phase.HEAD_START:
        score_advances(state, options, scores)
    else:
        score_units(state, options, scores)


@rule
def _play(state, rules, options, weights, scores, survey):
    """Scores the options of any other decision."""
    phase = state.phase
    _see(state, rules, weights, survey[0])
    if phase < Phase.PLACING:
        _score_setup(state, rules, options, survey[0], scores)
    elif phase < Phase.PLANS:
        score_intrigue(state, rules, options, survey[0], scores)
    elif phase < Phase.REPLACING:
        _score_turn(state, rules, options, survey[0], scores)
    elif phase < Phase.REPAIRING:
        _score_colonising(state, rules, options, survey[0], scores)
    elif phase < Phase.FLEET_ACTION:
        _score_purchases(state, rules, options, survey[0], scores)
    elif phase < Phase.END:
        score_battle(state, rules, options, survey[0], scores)
    else:
        _score_end(state, rules, options, survey[0], scores)


@rule
def _score_setup(state, rules, options, survey, scores):
    if state.phase == Phase.KEEPING:
        _score_cards(state, rules, options, survey, scores)
    else:
        _score_starts(rules, options, survey, scores)


@rule
def _score_turn(state, rules, options, survey, scores):
    phase = state.phase
    if phase == Phase.PLANS:
        score_plans(state, rules, options, survey, scores)
    elif phase == Phase.UPKEEP:
        _score_upkeep(state, rules, options, survey, scores)
    elif phase == Phase.ACTION:
        score_actions(state, rules, options, survey, scores)
    else:
        _score_payments(state, options, survey, scores)


@rule
def _score_colonising(state, rules, options, survey, scores):
    phase = state.phase
    if phase == Phase.REPLACING:
        score_replacements(state, rules, options, survey, scores)
    elif phase == Phase.COLONISING:
        score_colonies(state, rules, options, survey, scores)
    elif phase == Phase.DISCOUNTING:
        _score_payments(state, options, survey, scores)
    elif phase == Phase.HANDING_OVER or phase == Phase.RECEIVING:
        score_hand_over(state, rules, options, survey, scores)
    elif phase == Phase.DEVELOPING:
        score_developments(state, rules, options, survey, scores)
    else:
        score_events(state, rules, options, survey, scores)


@rule
def _score_purchases(state, rules, options, survey, scores):
    phase = state.phase
    if phase == Phase.REPAIRING:
        _score_repairs(state, rules, options, survey, scores)
    elif phase == Phase.BUILDING:
        _score_builds(state, rules, options, survey, scores)
    elif phase == Phase.SCRAPPING:
        _score_scraps(state, rules, options, survey, scores)
    elif phase == Phase.RESEARCHING:
        _score_researches(state, rules, options, survey, scores)
    elif phase == Phase.SHADOW_ACTION:
        _score_shadow_action(state, rules, options, survey, scores)
    elif phase == Phase.HIRING:
        _score_hires(state, rules, options, survey, scores)
    else:
        _score_cards(state, rules, options, survey, scores)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    phase = state.phase
    if phase == Phase.ORDER:
        score_order(state, rules, options, scores)
    elif phase == Phase.END and not _is_open(state, options):
        for k in range(options.shape[0]):
            scores[k] = 0.0 if options[k].kind == Kind.DONE else _needless(state)
    elif _is_one_of_several(phase):
        if begins(state, state.actor):
            _settle(state, rules, weights, np.empty(1, survey_row))
        _follow(state, options, scores)
    else:
        _play(state, rules, options, weights, scores, np.empty(1, survey_row))
