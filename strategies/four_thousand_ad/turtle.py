"""A defender that keeps the strongest guard at home, takes stars within count 3 only, and holds each of them.

It counter-attacks only fleets that took one of its stars, and strikes a home only when far stronger. It never enters an
alliance. After 30 rounds it takes stars at growing distances, and enemy stars too.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_needed_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "turtle")

_HALF = 24  # stars in one note


@rule
def was_own(state, seat, star):
    """Return whether the seat has held the star before, as its notes record."""
    return (state.notes[seat, star // _HALF] >> (star % _HALF)) & 1 == 1


@rule
def remember(state, seat):
    """Note every star that the seat holds now."""
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            state.notes[seat, star // _HALF] |= 1 << (star % _HALF)


@rule
def stay_close(state, rules, seat, survey):
    """Lower the value of far stars to 0, and of enemy stars never held before until patience ends.

    From then on the radius grows each round. Homes and own stars are exempt.
    """
    home, late = state.players[seat].home, max(0.0, state.rounds - survey.weights[Weight.PATIENCE])
    radius = survey.weights[Weight.RADIUS] + late * survey.weights[Weight.STRETCH]
    for star in range(STARS):
        foreign = survey.against[star] > 0.0 and not was_own(state, seat, star) and late == 0.0
        far = count(rules, home, star) > radius
        if survey.home_to_take[star] == 0.0 and state.players[seat].ships[star] == 0 and (far or foreign):
            survey.value[star] = 0.0


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_needed_features(state, rules, weights, desk[0])
    remember(state, state.active)
    stay_close(state, rules, state.active, desk[0])
    score_moves(state, rules, options, scores, desk[0])


@rule
def refuse_alliances(options, scores):
    """Score 1 for refusing an alliance, 0 for every other option."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.NO else 0.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    elif state.decision == Decision.ALLIANCE or state.decision == Decision.ANSWER_ALLIANCE:
        refuse_alliances(options, scores)
    else:
        score_agreements(state, rules, options, scores)
