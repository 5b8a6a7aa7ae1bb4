"""Sums and differences of ratios and win shares of games that have nothing to do with each other.

A difference has one side more and one less; what two things do together beyond what each does alone has two of each:
the games with both and with neither, less those with the one and with the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from starbalance.analyses.statistics.estimate import (
    LEVEL,
    ClusterSums,
    PairedDifference,
    Shares,
    at_least_unseen,
    ratio_and_spread,
)


@dataclass(frozen=True, kw_only=True)
class Contrast(PairedDifference):
    """Ratios added up, `two` less `one`, of games that no two sides share.

    degrees: of freedom of Student's t (Welch, Biometrika 34, 1947).
    """

    degrees: np.ndarray

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """As of PairedDifference."""
        return 2 * stats.t.sf(np.abs(self._away(value)), self.degrees)


def contrast(
    more: Sequence[ClusterSums], less: Sequence[ClusterSums], top: str, *, bottom: str, level: float = LEVEL
) -> Contrast:
    """The ratios sum(top) / sum(bottom) of each cell: those of the sides `more` added up, less those of `less`.

    No game is in two sides. Each variance is that of the ratio estimator over clusters, of the games that have a
    bottom; they add up as Welch's do. A side of one such game: an interval without ends; of none: no difference.
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
        half = stats.t.ppf(0.5 + level / 2, degrees) * error
    half = np.where((fewest == 1) & np.isfinite(two - one), np.inf, half)
    error = np.where(fewest == 1, np.nan, error)
    low, high = two - one - half, two - one + half
    return Contrast(np.sum(games, axis=0), one, two, low, high, error, error, degrees=degrees)


@dataclass(frozen=True, kw_only=True)
class ShareContrast(PairedDifference):
    """Win shares added up, `two` less `one`, of games that no two sides share.

    more, less: the sides. The p-values take the larger of two errors, that of the shares as they are and that of the
    shares nearest to them (by their trials) of which the hypothesis is true (score test): in few games the one feigns
    certainty below, the other above.
    """

    more: Sequence[Shares]
    less: Sequence[Shares]

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Two-sided p-values of the hypothesis that the difference is a value."""
        return 2 * stats.norm.sf(np.abs(self._away(value)))

    def _away(self, value: np.ndarray) -> np.ndarray:
        """As of PairedDifference."""
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
    """Win shares of games that no two sides share: those of `more` added up, less those of `less`.

    The intervals join Wilson's (Newcombe, Statistics in Medicine 17, 1998, method 10; of more than two sides Zou and
    Donner, Statistics in Medicine 27, 2008).
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
