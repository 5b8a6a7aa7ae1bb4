"""Spreads: one ship after the other to the nearest empty star, a full guard at home, no attack on more than one ship.

A warp comes out at the first empty star it reaches. Threatened fleets get away. When room has run out, after 25 rounds,
it attacks ever more ships.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import STARS
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look_as_far_as_needed, score_moves

_WEAK = 1.0  # the most ships an attack is made on
_ROOM = 25.0  # rounds until there is no room
_CROWD = 1.0  # ships by which that grows in a round
_SETTLE = 4.0  # how much it prefers an empty star now to a better one later


@rule
def avoid_battles(state, survey):
    """No worth in a star that more than one enemy ship holds, unless it is a home that can be taken outright."""
    most = _WEAK + _CROWD * max(0.0, state.rounds - _ROOM)
    for star in range(STARS):
        if survey.against[star] > most and survey.entire[star] == 0.0:
            survey.worth[star] = 0.0


@rule
def settle_early(options, scores, survey):
    """Coming out at an empty star is worth more than it is to a careful player."""
    for i in range(options.shape[0]):
        star = options[i].b
        if options[i].kind == Kind.ARRIVE and survey.against[star] == 0.0 and survey.worth[star] > 0.0:
            scores[i] += _SETTLE


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look_as_far_as_needed(state, rules, weights, desk[0])
    avoid_battles(state, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    if state.phase == Phase.ARRIVAL:
        settle_early(options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
