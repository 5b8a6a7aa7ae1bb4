"""How often each value occurs, from which quantiles of any number of games follow."""

import numpy as np
from scipy import stats

from starbalance.analyses.statistics.estimate import LEVEL


class FrequencyTable:
    """Values, one of each game, and how many games have them."""

    def __init__(self) -> None:
        self._values, self._counts = np.empty(0), np.empty(0, dtype=np.int64)

    def add(self, values: np.ndarray) -> None:
        """Counts more games."""
        new, counts = np.unique(values, return_counts=True)
        self._values, place = np.unique(np.concatenate([self._values, new]), return_inverse=True)
        self._counts = np.bincount(place, weights=np.concatenate([self._counts, counts])).astype(np.int64)

    def quantile(self, share: float, level: float = LEVEL) -> tuple[float, float, float]:
        """(value, low, high): the least value that at least a share of the games do not exceed.

        The interval lies between two order statistics, whatever the distribution (Conover, Practical Nonparametric
        Statistics, 1999, section 3.2); where the games are too few for an order statistic it has no end.
        """
        games = int(self._counts.sum())
        low = int(stats.binom.ppf(0.5 - level / 2, games, share))
        high = int(stats.binom.ppf(0.5 + level / 2, games, share)) + 1
        return self._ranked(max(int(np.ceil(games * share - 1e-9)), 1)), self._ranked(low), self._ranked(high)

    def _ranked(self, rank: int) -> float:
        """The value of a rank, 1 the lowest; infinite beyond them."""
        if rank < 1:
            return -np.inf
        place = np.searchsorted(np.cumsum(self._counts), rank)
        return float(self._values[place]) if place < len(self._values) else np.inf
