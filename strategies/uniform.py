"""The strategy `uniform`, for every game. It chooses every option of a decision with the same probability."""

from functools import cache
from typing import Any

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import kernel


def _score(state, rules, options, weights, scores):
    scores[:] = 0.0


@cache
def score(game: Game) -> Any:
    """Return the score function of uniform play, compiled for a game."""
    return kernel(game.kernels.signatures["score"], f"{game.package}.uniform")(_score)
