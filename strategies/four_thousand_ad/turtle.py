"""Sits tight: the strongest guard at home, stars within count 3 only, every own star held to equality.

Counter-attacks only the fleets that took one of its stars; strikes a home only when far stronger. Never an alliance.
Comes out of its shell after 30 rounds: it takes stars farther and farther away, those of others too.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look_as_far_as_needed, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "turtle")

_HALF = 24  # stars in one note


@rule
def was_own(state, seat, star):
    """Whether the notes say that the star was held."""
    return (state.notes[seat, star // _HALF] >> (star % _HALF)) & 1 == 1


@rule
def remember(state, seat):
    """Notes every star held now."""
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            state.notes[seat, star // _HALF] |= 1 << (star % _HALF)


@rule
def stay_close(state, rules, seat, survey):
    """No worth in far stars, nor in enemy stars that were never its own while it has patience."""
    home, late = state.players[seat].home, max(0.0, state.rounds - survey.weights[Weight.PATIENCE])
    radius = survey.weights[Weight.RADIUS] + late * survey.weights[Weight.STRETCH]
    for star in range(STARS):
        foreign = survey.against[star] > 0.0 and not was_own(state, seat, star) and late == 0.0
        far = count(rules, home, star) > radius
        if survey.entire[star] == 0.0 and state.players[seat].ships[star] == 0 and (far or foreign):
            survey.worth[star] = 0.0


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look_as_far_as_needed(state, rules, weights, desk[0])
    remember(state, state.active)
    stay_close(state, rules, state.active, desk[0])
    score_moves(state, rules, options, scores, desk[0])


@rule
def refuse_alliances(options, scores):
    """No proposal, no acceptance."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.NO else 0.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    elif state.phase == Phase.ALLIANCE or state.phase == Phase.ANSWER_ALLIANCE:
        refuse_alliances(options, scores)
    else:
        score_agreements(state, rules, options, scores)
