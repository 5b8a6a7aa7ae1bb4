"""Counts of the distinct values of many games, from which quantiles are computed."""

import numpy as np

from starbalance.analyses.statistics.estimate import CONFIDENCE


class FrequencyTable:
    """The distinct values of some games, one value per game, and the number of games with each value."""

    def __init__(self) -> None:
        self._values, self._counts = np.empty(0), np.empty(0, dtype=np.int64)

    def add(self, values: np.ndarray) -> None:
        """Add the values of more games.

        Args:
            values: One value per game, shape (games,).
        """
        new, counts = np.unique(values, return_counts=True)
        self._values, place = np.unique(np.concatenate([self._values, new]), return_inverse=True)
        self._counts = np.bincount(place, weights=np.concatenate([self._counts, counts])).astype(np.int64)

    def quantile(self, share: float, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
        """Return a quantile of the values with a confidence interval that assumes no distribution.

        The interval lies between two order statistics (Conover, Practical Nonparametric Statistics, 1999, section 3.2).
        An end is infinite if there are too few games for an order statistic.

        Args:
            share: The share of the games that do not exceed the quantile, 0 to 1.
            confidence: The confidence level of the interval. Default: 0.95.

        Returns:
            value: the smallest value that at least `share` of the games do not exceed
            low: the lower end, or minus infinity
            high: the upper end, or infinity

        >>> table = FrequencyTable()
        >>> table.add(np.arange(1, 101))
        >>> table.quantile(0.5)
        (50.0, 40.0, 61.0)
        """
        from scipy import stats  # half a second, for this alone

        games = int(self._counts.sum())
        low = int(stats.binom.ppf(0.5 - confidence / 2, games, share))
        high = int(stats.binom.ppf(0.5 + confidence / 2, games, share)) + 1
        return self._ranked(max(int(np.ceil(games * share - 1e-9)), 1)), self._ranked(low), self._ranked(high)

    def _ranked(self, rank: int) -> float:
        """Return the value of a rank, counted from 1. Ranks outside the table are infinite."""
        if rank < 1:
            return -np.inf
        place = np.searchsorted(np.cumsum(self._counts), rank)
        return float(self._values[place]) if place < len(self._values) else np.inf
