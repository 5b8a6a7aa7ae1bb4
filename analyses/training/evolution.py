"""The covariance matrix adaptation of a strategy's weights, within bounds about those of its base."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

POPULATION = 48
STEP = 0.25  # the first standard deviation of each weight, in sizes of it
_DIGITS = 4  # of a weight: enough to tell it from its neighbours, few enough to read


@dataclass(frozen=True)
class Region:
    """Where the weights of a candidate may lie: each at most `reach` of its sizes away from that of the base."""

    names: tuple[str, ...]
    centre: np.ndarray
    size: np.ndarray
    reach: float

    def weights(self, point: np.ndarray) -> dict[str, float]:
        """The weights at a point, in sizes from the base; to four digits."""
        inside = np.clip(point, -self.reach, self.reach)
        values = self.centre + self.size * inside
        return {name: to_digits(value) for name, value in zip(self.names, values, strict=True)}


def to_digits(value: float) -> float:
    """A weight to four digits."""
    return float(f"{value:.{_DIGITS}g}")


def region(weights: Mapping[str, float], others: Sequence[Mapping[str, float]], reach: float) -> Region:
    """The region about the weights of a base; others: the weights of other strategies of the game.

    The size of a weight is its distance from 0; of a weight that is 0, the largest that it has in another strategy,
    or the middle one of the base's sizes where it is 0 in all.
    """
    centre = np.array(list(weights.values()))
    sizes = np.abs(centre)
    usual = float(np.median(sizes[sizes > 0])) if sizes.any() else 1.0
    for place, name in enumerate(weights):
        if sizes[place] == 0:
            sizes[place] = max((abs(each.get(name, 0.0)) for each in others), default=0.0) or usual
    return Region(tuple(weights), centre, sizes, reach)


class Evolution:
    """CMA-ES (Hansen, The CMA Evolution Strategy: A Tutorial, arXiv 1604.00772), by the library `cma`.

    It depends on nothing but its seed and on what it is told, so that it is repeated by being told the same again.
    """

    def __init__(self, dimension: int, reach: float, seed: int):
        dice = np.random.default_rng(seed)
        options = {
            "bounds": [-reach, reach],
            "popsize": POPULATION,
            "randn": lambda *shape: dice.standard_normal(shape),
            "seed": np.nan,
            "verbose": -10,
            "verb_log": 0,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._search = _library().CMAEvolutionStrategy(np.zeros(dimension), min(STEP, reach / 2), options)

    def ask(self) -> np.ndarray:
        """The points of the next generation (POPULATION, dimension)."""
        return np.array(self._search.ask())

    def tell(self, points: np.ndarray, order: Sequence[int]) -> None:
        """How the points of a generation did: their places, the best first."""
        ranks = np.empty(len(points))
        ranks[list(order)] = np.arange(len(points))
        self._search.tell(list(points), list(ranks))

    @property
    def mean(self) -> np.ndarray:
        """The middle of the search distribution, within the bounds."""
        return np.array(self._search.result.xfavorite)


def _library() -> Any:
    """The library, which takes a second or two to load: only whoever trains waits for it."""
    import cma

    return cma
