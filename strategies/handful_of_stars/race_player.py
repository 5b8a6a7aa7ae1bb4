"""Plays to the strength of its race, for the whole game.

Aggroloids make war, Bilderoids and Exploremords expand, Culturemoogs and Technoids buy technology, Peacenims hold what
they have, Storbots colonise.
"""

import numpy as np

from starbalance.simulator.handful_of_stars.state import NONE, SIG
from starbalance.simulator.kernel import kernel
from starbalance.strategies.handful_of_stars import coloniser, expander, fortress, technologist, warlord
from starbalance.strategies.handful_of_stars.judgement.features import survey_row
from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import play

DEVOTION = len(CAREFUL)
WEIGHTS = {**CAREFUL, "devotion": 1.0}  # 1: all the way to the recipe of the race, 0: careful

_BUILDER = {**expander.WEIGHTS, "build_room": 2.6, "unit": 2.6}
_RECIPES = (  # in the order of the races
    warlord.WEIGHTS,
    _BUILDER,
    technologist.WEIGHTS,
    expander.WEIGHTS,
    fortress.WEIGHTS,
    coloniser.WEIGHTS,
    technologist.WEIGHTS,
)
_BY_RACE = np.array([list(recipe.values()) for recipe in _RECIPES])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    own = weights.copy()
    race = state.players[state.actor].race
    if race != NONE:
        for k in range(DEVOTION):
            own[k] += weights[DEVOTION] * (_BY_RACE[race, k] - own[k])
    play(state, rules, options, own, scores, np.zeros(1, survey_row))
