"""Sums and differences of ratios and win shares from independent sets of games.

A difference has one added and one subtracted set. An interaction has two of each. It adds the games with both things
and with neither, and subtracts the games with only one of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from starbalance.analyses.statistics.estimate import (
    CONFIDENCE,
    ClusterSums,
    PairedDifference,
    Shares,
    at_least_unseen,
    ratio_and_spread,
)


@dataclass(frozen=True, kw_only=True)
class Contrast(PairedDifference):
    """Sums of ratios, `two` minus `one`, where no game belongs to two of the sets.

    Attributes:
        degrees: the degrees of freedom of Student's t (Welch, Biometrika 34, 1947)
    """

    degrees: np.ndarray

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values from Student's t with Welch's degrees of freedom."""
        return 2 * special.stdtr(self.degrees, -np.abs(self._away(value)))


def contrast(
    more: Sequence[ClusterSums], less: Sequence[ClusterSums], top: str, *, bottom: str, confidence: float = CONFIDENCE
) -> Contrast:
    """Return the ratios sum(top) / sum(bottom) of each cell, added over `more` and subtracted over `less`.

    No game belongs to two of the sets. Each variance is the variance of the ratio estimator over clusters, from the
    games with a non-zero bottom. Variances and degrees of freedom are combined as in Welch's test.

    Args:
        more: The sets of games whose ratios are added, as cluster sums of the same cells.
        less: The sets of games whose ratios are subtracted.
        top: The name of the numerator.
        bottom: The name of the denominator.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        The differences of all cells. A set with one game gives an interval without ends; a set without games gives NaN.
    """
    games = [side.count(bottom).astype(float) for side in (*more, *less)]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios, alone = zip(*(ratio_and_spread(side, top, bottom) for side in (*more, *less)), strict=True)
        parts = [np.maximum(each, 0) * n / (n - 1) for each, n in zip(alone, games, strict=True)]
        whole = np.sum(parts, axis=0)
        degrees = whole**2 / sum(part**2 / (n - 1) for part, n in zip(parts, games, strict=True))
        fewest = np.min(games, axis=0)
        degrees = np.where(np.isfinite(degrees), degrees, fewest - 1)
        two, one = np.sum(ratios[: len(more)], axis=0), np.sum(ratios[len(more) :], axis=0)
        error = at_least_unseen(np.sqrt(whole), one, two, games=fewest)
        half = special.stdtrit(degrees, 0.5 + confidence / 2) * error
    half = np.where((fewest == 1) & np.isfinite(two - one), np.inf, half)
    error = np.where(fewest == 1, np.nan, error)
    low, high = two - one - half, two - one + half
    return Contrast(np.sum(games, axis=0), one, two, low, high, error, error, degrees=degrees)


@dataclass(frozen=True, kw_only=True)
class ShareContrast(PairedDifference):
    """Sums of win shares, `two` minus `one`, where no game belongs to two of the sets.

    A p-value uses the larger of two standard errors. The first belongs to the estimated shares. The second belongs to
    the nearest shares (weighted by their trials) under which the hypothesis is true (score test). In few games, each of
    the two can be too small.

    Attributes:
        more: the shares that are added
        less: the shares that are subtracted
    """

    more: Sequence[Shares]
    less: Sequence[Shares]

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values of the hypothesis that the difference equals a value."""
        return 2 * special.ndtr(-np.abs(self._away(value)))

    def _away(self, value: np.ndarray) -> np.ndarray:
        away = self.value - value
        with np.errstate(divide="ignore", invalid="ignore"):
            units = [1 / each.trials for each in (*self.more, *self.less)]
            step = away / np.sum(units, axis=0)
            nearest = [
                np.clip(each.share - sign * unit * step, 0, 1)
                for (sign, each), unit in zip(self._signed(), units, strict=True)
            ]
            spread = sum(share * (1 - share) * unit for share, unit in zip(nearest, units, strict=True))
            error = np.maximum(np.sqrt(spread), self.error)
            return np.where(away == 0, 0.0, away / error)

    def _signed(self) -> Iterator[tuple[int, Shares]]:
        yield from ((1, each) for each in self.more)
        yield from ((-1, each) for each in self.less)


def share_contrast(more: Sequence[Shares], less: Sequence[Shares]) -> ShareContrast:
    """Return win shares added over `more` and subtracted over `less`, where no game belongs to two of the sets.

    The intervals combine Wilson intervals (Newcombe, Statistics in Medicine 17, 1998, method 10; for more than two sets
    Zou and Donner, Statistics in Medicine 27, 2008).

    Args:
        more: The shares that are added, one per set of games.
        less: The shares that are subtracted.

    Returns:
        The differences of all cells.

    >>> from starbalance.analyses.statistics.estimate import win_shares
    >>> half, third = np.array([50.0]), np.array([30.0])
    >>> games = np.array([100.0])
    >>> one, two = (
    ...     win_shares(games, games, wins, squares=wins, cross=wins, rows2=games) for wins in (half, third)
    ... )
    >>> difference = share_contrast([one], [two])
    >>> [each.item() for each in (difference.value, difference.low.round(3), difference.high.round(3))]
    [0.2, 0.064, 0.326]
    """
    sides = (*more, *less)
    two, one = (np.sum([each.share for each in side], axis=0) for side in (more, less))
    below = [*(each.share - each.low for each in more), *(each.high - each.share for each in less)]
    above = [*(each.high - each.share for each in more), *(each.share - each.low for each in less)]
    low, high = (
        two - one - np.sqrt(np.sum(np.square(below), axis=0)),
        two - one + np.sqrt(np.sum(np.square(above), axis=0)),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(sum(each.share * (1 - each.share) / each.trials for each in sides))
    games = np.sum([each.games for each in sides], axis=0)
    return ShareContrast(games, one, two, low, high, error, error, more=more, less=less)
