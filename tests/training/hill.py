"""A made-up contest whose win probability decreases with the distance of the weights from the best ones."""

from dataclasses import dataclass

import numpy as np

BEST = {"war": 1.2, "peace": 0.5, "guile": 0.0, "randomness": 1.0}
BASE = {"war": 0.8, "peace": 0.7, "guile": 0.4, "randomness": 1.0}


@dataclass
class Hill:
    """A contest whose win probability is 1/4 + `height` at the best weights.

    `played` counts the games. A request beyond `stop` games raises KeyboardInterrupt.
    """

    height: float = 0.3
    stop: float = float("inf")
    played: int = 0
    parts: int = 4
    rules: tuple = (None,)

    def chance(self, weights):
        away = sum((weights[name] - best) ** 2 for name, best in BEST.items())
        return 0.25 + self.height * np.exp(-3 * away)

    def credits(self, candidates, first, games, *, tick):
        randomness = np.random.default_rng(first).random(games)
        self.played += games * len(candidates)
        if self.played > self.stop:
            raise KeyboardInterrupt
        tick(games * len(candidates))
        won = [(randomness < self.chance(each)).astype(float) for each in candidates]
        return np.array([*won, np.ones(games)])
