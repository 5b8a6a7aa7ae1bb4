"""An expander that sends one ship after another to the nearest empty star and keeps a full guard at home.

It attacks no star that more than one ship defends. A warp comes out at the first empty star that it reaches.
Threatened fleets escape. After 25 rounds, when room has run out, it attacks ever larger stacks.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import STARS
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_needed_features, is_move, score_moves

_WEAK = 1.0  # largest number of defending ships that it attacks
_ROOM = 25.0  # rounds until room has run out
_CROWD = 1.0  # ships by which _WEAK grows in each round from then on
_SETTLE = 4.0  # points of score by which it prefers an empty star now to a better one later


@rule
def avoid_battles(state, survey):
    """Lower the value of strongly held enemy stars to 0, except for homes. From round 25 on the limit grows."""
    most = _WEAK + _CROWD * max(0.0, state.rounds - _ROOM)
    for star in range(STARS):
        if survey.against[star] > most and survey.home_to_take[star] == 0.0:
            survey.value[star] = 0.0


@rule
def settle_early(options, scores, survey):
    """Add `_SETTLE` points of score to coming out at an empty star of some value."""
    for i in range(options.shape[0]):
        star = options[i].b
        if options[i].kind == Kind.ARRIVE and survey.against[star] == 0.0 and survey.value[star] > 0.0:
            scores[i] += _SETTLE


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_needed_features(state, rules, weights, desk[0])
    avoid_battles(state, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    if state.decision == Decision.ARRIVAL:
        settle_early(options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
