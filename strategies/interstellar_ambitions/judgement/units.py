"""The units of a Home World, and what the set-up gives in compensation: which resources to take."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, LEVELS, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Phase
from starbalance.simulator.games.interstellar_ambitions.word import Predicate, Row
from starbalance.strategies.interstellar_ambitions.judgement.features import price_of
from starbalance.strategies.interstellar_ambitions.judgement.memory import keep, kept
from starbalance.strategies.interstellar_ambitions.judgement.planning import cell_worth

AIM, PRICE = 0, RESOURCES  # keys of what is remembered of each resource


@rule
def weigh_units(state, rules, seat, survey):
    """How much of each resource the units should come to: what an ambition asks for, what the best action costs."""
    left, own, aims = max(1, state.number), state.players[seat].resources, survey.aim
    for resource in range(RESOURCES):
        aims[resource] = own[resource]
    wanted, missing = _wanted_product(state, rules, seat)
    aims[wanted] += missing
    survey.purse[wanted] += missing
    left -= missing
    left = _aim_at_action(state, rules, seat, left, survey)
    for _ in range(left):
        scarcest = _scarcest(survey)
        aims[scarcest] += 1.0
        survey.purse[scarcest] += 1.0
    for resource in range(RESOURCES):
        keep(state, seat, AIM + resource, aims[resource])
        keep(state, seat, PRICE + resource, survey.price[resource])


@rule
def _aim_at_action(state, rules, seat, left, survey):
    """Units for what the best action in view lacks; how many are left."""
    survey.wild = float(left)
    row, level = _action_in_view(state, rules, seat, survey)
    if row == NONE:
        return left
    cell_worth(state, rules, seat, row, level, survey)
    for resource in range(RESOURCES):
        lack = min(left, int(max(0.0, survey.bill[resource] - survey.purse[resource])))
        survey.aim[resource] += lack
        survey.purse[resource] = max(0.0, survey.purse[resource] + lack - survey.bill[resource])
        left -= lack
    return left


@rule
def _scarcest(survey):
    """The resource of which one more is worth most when the action in view is paid."""
    best, chosen = -1.0, 0
    for resource in range(RESOURCES):
        price = price_of(survey, resource, survey.purse[resource])
        if price > best:
            best, chosen = price, resource
    return chosen


@rule
def score_units(state, options, scores):
    """D4, D10: of what most is still to come, else what is dearest."""
    seat = state.actor
    for k in range(options.shape[0]):
        resource = options[k].a
        missing = kept(state, seat, AIM + resource) - state.players[seat].resources[resource]
        scores[k] = kept(state, seat, PRICE + resource) + max(0.0, missing)


@rule
def _action_in_view(state, rules, seat, survey):
    """(row, planning level) of the own token that it is best to act with now, battles aside; (NONE, 0) if none is."""
    best, best_row, best_level = 0.0, NONE, 0
    for row in range(Row.FLEET):
        for level in range(LEVELS):
            if state.players[seat].tokens[row, level] > 0:
                worth = cell_worth(state, rules, seat, row, level, survey)
                if worth > best:
                    best, best_row, best_level = worth, row, level
    return best_row, best_level


@rule
def _wanted_product(state, rules, seat):
    """(resource, units) with which this PRODUCE action can meet an ambition; no units if it cannot."""
    player = state.players[seat]
    if state.phase != Phase.HOME_WORLD:
        return 0, 0
    for k in range(DRAWN):
        ambition = state.ambition[k]
        if rules.predicate[ambition] == Predicate.PRODUCED_TURN and (player.claimed >> ambition) & 1 == 0:
            resource = rules.predicate_resource[ambition]
            missing = rules.threshold[ambition] - player.produced[resource]
            if 0 < missing <= state.number:
                return resource, missing
    return 0, 0
