"""Every option with the same chance, step by step; for any game."""

from functools import cache
from typing import Any

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import kernel


def _score(state, rules, options, weights, scores):
    scores[:] = 0.0


@cache
def score(game: Game) -> Any:
    """The score of uniform play, compiled for a game."""
    return kernel(game.verbs.signatures["score"], f"{game.package}.uniform")(_score)
