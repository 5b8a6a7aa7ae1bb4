"""A careful all-rounder that grows early, works towards the ambitions drawn, and attacks if that pays.

It estimates the value of every possible action in victory points: points scored, future production, and progress to the
ambitions in play. The other strategies use the same method with other weights.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, slot_value
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of
from starbalance.simulator.games.interstellar_ambitions.purchase import hire_price, ship_price, technology_price
from starbalance.simulator.games.interstellar_ambitions.repair import repair_cost
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, NONE
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.word import Predicate, Resource
from starbalance.strategies.interstellar_ambitions.evaluation.colonies import (
    score_colonies,
    score_developments,
    score_events,
    score_hand_over,
    score_replacements,
)
from starbalance.strategies.interstellar_ambitions.evaluation.conflict import score_battle, score_order
from starbalance.strategies.interstellar_ambitions.evaluation.course import (
    score_actions,
    score_advances,
    score_plans,
    score_rows,
    weigh_climbs,
    weigh_rows,
)
from starbalance.strategies.interstellar_ambitions.evaluation.features import (
    fill_ambitions,
    fill_prices,
    projected,
    survey_row,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.evaluation.intrigue import score_intrigue
from starbalance.strategies.interstellar_ambitions.evaluation.memory import is_first_decision
from starbalance.strategies.interstellar_ambitions.evaluation.planning import buy_value, hire_value, room_value
from starbalance.strategies.interstellar_ambitions.evaluation.units import score_units, weigh_units
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import (
    card_value,
    ship_value,
    start_value,
    technology_value,
    weigh_levels,
)
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight


@rule
def _score_upkeep(state, rules, options, survey, scores):
    """D11: Score upkeep payments, in victory points: a merc is kept while its value exceeds its pay.

    Not paying scores -0.1 times the same difference.
    """
    player = state.players[state.actor]
    for k in range(options.shape[0]):
        kind = player.ship[options[k].a]
        value = 0.3 + ship_value(rules, kind, survey) - rules.ship_upkeep[kind] * survey.price[Resource.COINS]
        scores[k] = value if options[k].kind == Kind.PAY_UPKEEP else -0.1 * value


@rule
def _score_payments(state, options, survey, scores):
    """D33, D35, D37: Score resources: pay the cheapest first, and reduce a price by the most expensive."""
    for k in range(options.shape[0]):
        price = survey.price[options[k].a] - 0.01 * state.players[state.actor].resources[options[k].a]
        scores[k] = price if options[k].kind == Kind.REDUCE else -price


@rule
def _score_repairs(state, rules, options, survey, scores):
    """D20, D30: Score repairs, in victory points less their ORE: the strongest damaged ship first.

    Any other option scores 0.
    """
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
    """D20: Score ships to build, in victory points, less their price. Any other option scores 0."""
    seat = state.actor
    room = room_value(state, rules, seat, survey)
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.BUILD:
            price = ship_price(state, rules, seat, options[k].a, state.planning)
            scores[k] = ship_value(rules, options[k].a, survey) - price * survey.price[Resource.ORE]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.ORE, float(price)))
            scores[k] -= room


@rule
def _score_scraps(state, rules, options, survey, scores):
    """D17, D20, D22, D24, D38: Score each ship to scrap by minus its value, in victory points.

    Scrapping none scores minus the value of the new ship (-0.3 without one), so the worst ship goes if the new one is
    better.
    """
    player = state.players[state.actor]
    coming = ship_value(rules, state.wanted, survey) if state.wanted != NONE else 0.3
    for k in range(options.shape[0]):
        scores[k] = -coming
        if options[k].kind == Kind.SCRAP:
            kind = player.ship[options[k].a]
            scores[k] = -ship_value(rules, kind, survey) + 0.05 * player.damage[options[k].a]


@rule
def _score_researches(state, rules, options, survey, scores):
    """D21: Score technologies to research, in victory points, less their price. Any other option scores 0."""
    seat = state.actor
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.RESEARCH:
            technology = state.technology_slot[options[k].a]
            price = technology_price(state, rules, seat, technology, state.planning)
            scores[k] = technology_value(rules, technology, survey) - price * survey.price[Resource.SCIENCE]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.SCIENCE, float(price)))


@rule
def _score_shadow_action(state, rules, options, survey, scores):
    """D22: Score buying cards against hiring mercs, in victory points."""
    seat = state.actor
    for k in range(options.shape[0]):
        if options[k].kind == Kind.BUY_CARDS:
            scores[k] = buy_value(state, rules, seat, state.planning, survey)
        else:
            scores[k] = hire_value(state, rules, seat, state.planning, survey)


@rule
def _score_hires(state, rules, options, survey, scores):
    """D22: Score mercs to hire, in victory points, less their price. Any other option scores 0."""
    for k in range(options.shape[0]):
        scores[k] = 0.0
        if options[k].kind == Kind.HIRE:
            kind = state.merc_slot[options[k].a]
            price = hire_price(state, rules, state.actor, kind)
            scores[k] = ship_value(rules, kind, survey) - price * survey.price[Resource.COINS]
            scores[k] -= survey.swap * max(0.0, swaps_for_one(survey, Resource.COINS, float(price)))


@rule
def _score_cards(state, rules, options, survey, scores):
    """D1, D22: Score cards to keep, buy or discard by their value, in victory points. The worst is discarded."""
    for k in range(options.shape[0]):
        kind = options[k].kind
        scores[k] = 0.0
        if kind == Kind.KEEP:
            scores[k] = card_value(rules, options[k].a, survey)
        elif kind == Kind.DISCARD:
            scores[k] = -card_value(rules, options[k].a, survey)
        elif kind == Kind.BUY:
            value = card_value(rules, options[k].a, survey) if options[k].a != NONE else 0.8
            scores[k] = value - rules.card_price * survey.price[Resource.COINS] - 0.15


@rule
def _score_starts(rules, options, survey, scores):
    """D2: Score START technologies, in points of win share."""
    for k in range(options.shape[0]):
        scores[k] = start_value(rules, options[k].a, survey)


@rule
def _score_end(state, rules, options, survey, scores):
    """D32, D33: Score claims by their victory points.

    The claim that ends the game scores -1 unless it wins or waiting is worse.
    """
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
            scores[k] = 0.1 - survey.price[options[k].a] * 0.05 if is_needed else _score_of_needless(state)


@rule
def _is_open(state, options):
    """Return whether the end of a turn offers a real choice: a claim, or ORE for repairs."""
    for k in range(options.shape[0]):
        if options[k].kind == Kind.CLAIM:
            return True
    return _needs_ore(state, state.actor)


@rule
def _score_of_needless(state):
    """Return the score of an exchange without a purpose: minus infinity, or -1 if it has already begun."""
    return -np.inf if state.exchange_given == 0 else -1.0


@rule
def _needs_ore(state, seat):
    """IAM-3.3: Return whether the seat needs ORE now, since repairs as a defender require ORE in stock."""
    return damage_of(state, seat) >= 3 and state.players[seat].resources[Resource.ORE] == 0


@rule
def _would_end(state, rules, seat):
    return state.trigger_seat == NONE and state.players[seat].claims + 1 >= rules.claims_to_end


@rule
def _is_fragile(state, rules, k):
    """Return whether the condition of an ambition may be lost again: all except medals and technologies."""
    what = rules.predicate[state.ambition[k]]
    lasting = what == Predicate.SHADOW_MEDALS or what == Predicate.FLEET_MEDALS or what == Predicate.CHECK_VICTIMS
    return not (lasting or what == Predicate.TECHNOLOGIES_OWNED or what == Predicate.STOLEN_TECHNOLOGIES)


@rule
def _may_end(state, rules, seat, k, survey):
    """Return whether to make the claim that ends the game.

    The seat must be ahead or close enough. A rival that is about to make its third claim counts 2 points more.
    """
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
def _is_plain(decision):
    """Return whether a decision needs only prices, not ambitions or fleets."""
    if (
        decision == Decision.PAYING
        or decision == Decision.EXCHANGING
        or decision == Decision.DISCOUNTING
        or decision == Decision.END
    ):
        return True
    return decision == Decision.UNMATCHED or decision == Decision.LOOTING or decision == Decision.TAKING


@rule
def _places_tokens(decision):
    """Return whether the decision chooses the row of a token: placing, planning or returning."""
    return decision == Decision.PLACING or decision == Decision.PLANNING or decision == Decision.RETURNING


@rule
def _is_one_of_several(decision):
    """Return whether the first decision of this type in a turn settles the later ones."""
    if decision == Decision.HOME_WORLD or decision == Decision.COMPENSATION or decision == Decision.ADVANCING:
        return True
    return decision == Decision.HEAD_START or _places_tokens(decision)


@rule
def _fill_features(state, rules, weights, survey):
    """Fill in the features that this type of decision needs: prices, and mostly ambitions and fleets too."""
    fill_prices(state, rules, state.actor, weights, survey)
    if not _is_plain(state.decision):
        fill_ambitions(state, rules, state.actor, survey)
        weigh_levels(survey)


@rule
def _prepare(state, rules, weights, survey):
    """Store in the seat's notes the numbers by which all decisions of this type in the turn are scored.

    They are values of rows, of planning levels or of resources. The features are filled in first.
    """
    _fill_features(state, rules, weights, survey[0])
    decision = state.decision
    if _places_tokens(decision):
        weigh_rows(state, rules, state.actor, survey[0])
    elif decision == Decision.ADVANCING or decision == Decision.HEAD_START:
        weigh_climbs(state, rules, state.actor, survey[0])
    else:
        weigh_units(state, rules, state.actor, survey[0])


@rule
def _score_prepared(state, options, scores):
    """Score the options of placing tokens, advancing or choosing resources from the stored numbers."""
    decision = state.decision
    if _places_tokens(decision):
        score_rows(state, options, scores)
    elif decision == Decision.ADVANCING or decision == Decision.HEAD_START:
        score_advances(state, options, scores)
    else:
        score_units(state, options, scores)


@rule
def _score_directly(state, rules, options, weights, scores, survey):
    """Score the options of a decision that needs no stored numbers. Higher is better."""
    decision = state.decision
    _fill_features(state, rules, weights, survey[0])
    if decision < Decision.PLACING:
        _score_setup(state, rules, options, survey[0], scores)
    elif decision < Decision.PLANS:
        score_intrigue(state, rules, options, survey[0], scores)
    elif decision < Decision.REPLACING:
        _score_turn(state, rules, options, survey[0], scores)
    elif decision < Decision.REPAIRING:
        _score_colonising(state, rules, options, survey[0], scores)
    elif decision < Decision.FLEET_ACTION:
        _score_purchases(state, rules, options, survey[0], scores)
    elif decision < Decision.END:
        score_battle(state, rules, options, survey[0], scores)
    else:
        _score_end(state, rules, options, survey[0], scores)


@rule
def _score_setup(state, rules, options, survey, scores):
    if state.decision == Decision.KEEPING:
        _score_cards(state, rules, options, survey, scores)
    else:
        _score_starts(rules, options, survey, scores)


@rule
def _score_turn(state, rules, options, survey, scores):
    decision = state.decision
    if decision == Decision.PLANS:
        score_plans(state, rules, options, survey, scores)
    elif decision == Decision.UPKEEP:
        _score_upkeep(state, rules, options, survey, scores)
    elif decision == Decision.ACTION:
        score_actions(state, rules, options, survey, scores)
    else:
        _score_payments(state, options, survey, scores)


@rule
def _score_colonising(state, rules, options, survey, scores):
    decision = state.decision
    if decision == Decision.REPLACING:
        score_replacements(state, rules, options, survey, scores)
    elif decision == Decision.COLONISING:
        score_colonies(state, rules, options, survey, scores)
    elif decision == Decision.DISCOUNTING:
        _score_payments(state, options, survey, scores)
    elif decision == Decision.HANDING_OVER or decision == Decision.RECEIVING:
        score_hand_over(state, rules, options, survey, scores)
    elif decision == Decision.DEVELOPING:
        score_developments(state, rules, options, survey, scores)
    else:
        score_events(state, rules, options, survey, scores)


@rule
def _score_purchases(state, rules, options, survey, scores):
    decision = state.decision
    if decision == Decision.REPAIRING:
        _score_repairs(state, rules, options, survey, scores)
    elif decision == Decision.BUILDING:
        _score_builds(state, rules, options, survey, scores)
    elif decision == Decision.SCRAPPING:
        _score_scraps(state, rules, options, survey, scores)
    elif decision == Decision.RESEARCHING:
        _score_researches(state, rules, options, survey, scores)
    elif decision == Decision.SHADOW_ACTION:
        _score_shadow_action(state, rules, options, survey, scores)
    elif decision == Decision.HIRING:
        _score_hires(state, rules, options, survey, scores)
    else:
        _score_cards(state, rules, options, survey, scores)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    decision = state.decision
    if decision == Decision.ORDER:
        score_order(state, rules, options, scores)
    elif decision == Decision.END and not _is_open(state, options):
        for k in range(options.shape[0]):
            scores[k] = 0.0 if options[k].kind == Kind.DONE else _score_of_needless(state)
    elif _is_one_of_several(decision):
        if is_first_decision(state, state.actor):
            _prepare(state, rules, weights, np.empty(1, survey_row))
        _score_prepared(state, options, scores)
    else:
        _score_directly(state, rules, options, weights, scores, np.empty(1, survey_row))
