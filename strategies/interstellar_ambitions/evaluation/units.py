"""The choice of resources for the units of a Home World and for the compensation at setup."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, LEVELS, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from starbalance.simulator.games.interstellar_ambitions.word import Predicate, Row
from starbalance.strategies.interstellar_ambitions.evaluation.features import price_of
from starbalance.strategies.interstellar_ambitions.evaluation.memory import recall, remember
from starbalance.strategies.interstellar_ambitions.evaluation.planning import cell_value

AIM, PRICE = 0, RESOURCES  # keys of the numbers stored for each resource


@rule
def weigh_units(state, rules, seat, survey):
    """Store, for each resource, the amount to aim for and its price in victory points.

    Units go first to an ambition that they can meet, then to the best action, then to the scarcest resource.
    """
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
        remember(state, seat, AIM + resource, aims[resource])
        remember(state, seat, PRICE + resource, survey.price[resource])


@rule
def _aim_at_action(state, rules, seat, left, survey):
    """Assign units to the resources that the best action lacks, and return the number of units left.

    Return `left` if no token can act.
    """
    survey.wild = float(left)
    row, level = _action_in_view(state, rules, seat, survey)
    if row == NONE:
        return left
    cell_value(state, rules, seat, row, level, survey)
    for resource in range(RESOURCES):
        lack = min(left, int(max(0.0, survey.bill[resource] - survey.purse[resource])))
        survey.aim[resource] += lack
        survey.purse[resource] = max(0.0, survey.purse[resource] + lack - survey.bill[resource])
        left -= lack
    return left


@rule
def _scarcest(survey):
    """Return the resource of which one more unit has the highest price, given what is left in the purse."""
    best, chosen = -1.0, 0
    for resource in range(RESOURCES):
        price = price_of(survey, resource, survey.purse[resource])
        if price > best:
            best, chosen = price, resource
    return chosen


@rule
def score_units(state, options, scores):
    """D4, D10: Score resources by the units still missing to the aim, plus the price of one unit."""
    seat = state.actor
    for k in range(options.shape[0]):
        resource = options[k].a
        missing = recall(state, seat, AIM + resource) - state.players[seat].resources[resource]
        scores[k] = recall(state, seat, PRICE + resource) + max(0.0, missing)


@rule
def _action_in_view(state, rules, seat, survey):
    """Return (row, planning level) of the best own token to act with, battles aside. (NONE, 0) means no token."""
    best, best_row, best_level = 0.0, NONE, 0
    for row in range(Row.FLEET):
        for level in range(LEVELS):
            if state.players[seat].tokens[row, level] > 0:
                value = cell_value(state, rules, seat, row, level, survey)
                if value > best:
                    best, best_row, best_level = value, row, level
    return best_row, best_level


@rule
def _wanted_product(state, rules, seat):
    """Return (resource, units) with which this PRODUCE action can meet an ambition, or (0, 0) if there is none."""
    player = state.players[seat]
    if state.decision != Decision.HOME_WORLD:
        return 0, 0
    for k in range(DRAWN):
        ambition = state.ambition[k]
        if rules.predicate[ambition] == Predicate.PRODUCED_TURN and (player.claimed >> ambition) & 1 == 0:
            resource = rules.predicate_resource[ambition]
            missing = rules.threshold[ambition] - player.produced[resource]
            if 0 < missing <= state.number:
                return resource, missing
    return 0, 0
