"""A player that weighs every number of ships by how safe it leaves the source and the star taken.

It looks one turn ahead. Pairs, ships and the own home count more than for the all-rounder.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.features import is_own
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.evaluation.weights import Weight
from starbalance.strategies.four_thousand_ad.sensible import fill_features, is_move, score_moves, wanted_ships


@rule
def loss_if_attacked(survey, star, ships):
    """Return the loss, in points of score, at a star held with this many ships if it is attacked next turn.

    0 if no ships are there, or if they and those of allies hold the star.
    """
    if ships == 0.0 or survey.imminent[star] <= ships + survey.friends[star]:
        return 0.0
    return survey.weights[Weight.RISK] * ships + survey.weights[Weight.STAR]


@rule
def number_of_ships(state, seat, source, star, ships, survey):
    """Return the value, in points of score, of sending this many ships.

    The ships should take and hold the star, and those left behind should hold the source.
    """
    left = state.players[seat].ships[source] - ships
    enough = ships >= survey.need[star]
    gain = survey.value[star] if enough or is_own(state, seat, star) else -survey.weights[Weight.RISK] * ships
    reserve = 0.02 * ships if survey.home_to_take[star] == 0.0 else -0.02 * ships
    return gain - loss_if_attacked(survey, source, left) - loss_if_attacked(survey, star, ships) - reserve


@rule
def weigh_numbers(state, rules, options, scores, survey):
    """Score every number of ships, in points of score, with a penalty of 10 for each ship too many.

    The limit is the number that the source can spare, or that `sensible` would send, if larger.
    """
    seat, source, star = state.active, state.star, state.destination
    most = max(survey.spare[source], wanted_ships(state, rules, seat, source, star, survey))
    for i in range(options.shape[0]):
        ships = options[i].a
        excess = max(0.0, ships - most)
        scores[i] = number_of_ships(state, seat, source, star, ships, survey) - 10.0 * excess


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_features(state, rules, weights, desk[0])
    if state.decision == Decision.SHIPS:
        weigh_numbers(state, rules, options, scores, desk[0])
    else:
        score_moves(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
