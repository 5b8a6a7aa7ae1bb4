"""Looks one turn ahead: weighs every number of ships by what it leaves safe, at the source and at the star taken.

Pairs count more than to a careful player, ships and one's own home too.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.state import SIG, Phase
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import is_own
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves, wanted_ships


@rule
def unsafe(survey, star, ships):
    """What is lost at a star held with so many ships against what may come there next turn."""
    if ships == 0.0 or survey.imminent[star] <= ships + survey.friends[star]:
        return 0.0
    return survey.weights[Weight.RISK] * ships + survey.weights[Weight.STAR]


@rule
def number_of_ships(state, seat, source, star, ships, survey):
    """The worth of sending so many ships: enough to take and hold, without baring the source."""
    left = state.players[seat].ships[source] - ships
    enough = ships >= survey.need[star]
    gain = survey.worth[star] if enough or is_own(state, seat, star) else -survey.weights[Weight.RISK] * ships
    reserve = 0.02 * ships if survey.entire[star] == 0.0 else -0.02 * ships
    return gain - unsafe(survey, source, left) - unsafe(survey, star, ships) - reserve


@rule
def weigh_numbers(state, rules, options, scores, survey):
    """Scores every number up to what the source can spare, or what the recipe would send."""
    seat, source, star = state.active, state.star, state.destination
    most = max(survey.spare[source], wanted_ships(state, rules, seat, source, star, survey))
    for i in range(options.shape[0]):
        ships = options[i].a
        excess = max(0.0, ships - most)
        scores[i] = number_of_ships(state, seat, source, star, ships, survey) - 10.0 * excess


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look(state, rules, weights, desk[0])
    if state.phase == Phase.SHIPS:
        weigh_numbers(state, rules, options, scores, desk[0])
    else:
        score_moves(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
