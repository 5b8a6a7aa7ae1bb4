"""A player that uses the strength of its race throughout the game.

Aggroloids make war, Bilderoids and Exploremords expand, Culturemoogs and Technoids buy technology, Peacenims hold what
they have, Storbots colonise.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.memory import blank
from starbalance.simulator.engine.weights import entries, weight_order
from starbalance.simulator.games.handful_of_stars.state import NONE, SIG
from starbalance.strategies.handful_of_stars.evaluation.features import survey_row
from starbalance.strategies.handful_of_stars.sensible import play

Weight = weight_order(__name__, Path(__file__).parent, "race_player")
DEVOTION = int(Weight.DEVOTION)  # 1: the weights of the race's strategy, 0: those of sensible

_RECIPES = entries(Path(__file__).parent)
_BUILDER = {**_RECIPES["expander"].weights, "build_room": 3.4, "unit": 3.5}
_OF_RACES = (  # in the order of the races
    _RECIPES["warlord"].weights,
    _BUILDER,
    _RECIPES["technologist"].weights,
    _RECIPES["expander"].weights,
    _RECIPES["fortress"].weights,
    _RECIPES["coloniser"].weights,
    _RECIPES["technologist"].weights,
)
_BY_RACE = np.array([list(weights.values()) for weights in _OF_RACES])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option, in victory points, with weights shifted towards the strategy of the race."""
    own = weights.copy()
    race = state.players[state.actor].race
    if race != NONE:
        for k in range(DEVOTION):
            own[k] += weights[DEVOTION] * (_BY_RACE[race, k] - own[k])
    play(state, rules, options, own, scores, blank(survey_row))
