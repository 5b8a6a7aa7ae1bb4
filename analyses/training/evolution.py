"""CMA-ES search over a strategy's weights, within a trust region around the weights of its base."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

POPULATION = 48
STEP = 0.25  # initial standard deviation of each weight, relative to its size
_DIGITS = 4  # significant digits of a weight: exact enough for play, short enough to read


@dataclass(frozen=True)
class Region:
    """The trust region: a weight of a candidate is at most `trust_region` sizes away from the weight of the base."""

    names: tuple[str, ...]
    centre: np.ndarray
    size: np.ndarray
    trust_region: float

    def weights(self, point: np.ndarray) -> dict[str, float]:
        """Return the weights at a point, given as distances from the base in sizes, rounded to four digits."""
        inside = np.clip(point, -self.trust_region, self.trust_region)
        values = self.centre + self.size * inside
        return {name: to_digits(value) for name, value in zip(self.names, values, strict=True)}


def to_digits(value: float) -> float:
    """Return a weight rounded to four significant digits."""
    return float(f"{value:.{_DIGITS}g}")


def region(weights: Mapping[str, float], others: Sequence[Mapping[str, float]], trust_region: float) -> Region:
    """Return the trust region around the weights of a base.

    The size of a weight is its largest distance from 0 in any strategy of the game. So a weight that is small in the
    base can move, too. If a weight is 0 in all strategies, its size is the median distance of the base's weights.

    Args:
        weights: Weights of the base.
        others: Weights of other strategies of the game.
        trust_region: Largest change of a weight, in sizes.
    """
    centre = np.array(list(weights.values()))
    own = np.abs(centre)
    median = float(np.median(own[own > 0])) if own.any() else 1.0
    sizes = [max(abs(each.get(name, 0.0)) for each in (weights, *others)) or median for name in weights]
    return Region(tuple(weights), centre, np.array(sizes), trust_region)


class Evolution:
    """CMA-ES (Hansen, The CMA Evolution Strategy: A Tutorial, arXiv 1604.00772), with the library `cma`.

    The search depends only on its seed and on the ranks that it receives, so that equal ranks repeat it exactly.
    """

    def __init__(self, dimension: int, trust_region: float, seed: int):
        dice = np.random.default_rng(seed)
        options = {
            "bounds": [-trust_region, trust_region],
            "popsize": POPULATION,
            "randn": lambda *shape: dice.standard_normal(shape),
            "seed": np.nan,
            "verbose": -10,
            "verb_log": 0,
        }
        if dimension == 1:
            options["maxstd"] = np.inf  # `cma` fails where it limits the spread of a single weight
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._search = _library().CMAEvolutionStrategy(np.zeros(dimension), min(STEP, trust_region / 2), options)

    def ask(self) -> np.ndarray:
        """Return the points of the next generation, an array with the shape (POPULATION, dimension)."""
        return np.array(self._search.ask())

    def update(self, points: np.ndarray, order: Sequence[int]) -> None:
        """Update the search with the indices of a generation's points, ordered from best to worst."""
        ranks = np.empty(len(points))
        ranks[list(order)] = np.arange(len(points))
        self._search.tell(list(points), list(ranks))

    @property
    def mean(self) -> np.ndarray:
        """The mean of the search distribution, within the bounds."""
        return np.array(self._search.result.xfavorite)


def _library() -> Any:
    """Import and return `cma`. It is imported only for a training, since the import takes a second or two."""
    import cma

    return cma
