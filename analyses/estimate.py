"""Estimates with honest intervals. The game is the independent unit: rows of one game are one cluster."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

LEVEL = 0.95
MARGIN = 0.02


@dataclass(frozen=True)
class Shares:
    """Win shares of several cells (arrays of one length): the share, its interval, the games behind it."""

    games: np.ndarray
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray


def win_shares(
    games: np.ndarray,
    rows: np.ndarray,
    credit: np.ndarray,
    squares: np.ndarray,
    cross: np.ndarray,
    rows2: np.ndarray,
    most: float = 1.0,
    level: float = LEVEL,
) -> Shares:
    """Mean credit per row of each cell, with an interval in which games are the independent unit.

    Per cell, sums over its games: games; rows n_g; credit c_g; squares of c_g; products c_g n_g; squares of n_g. The
    share is the ratio sum(c)/sum(n); its variance is that of the ratio estimator over clusters (Cochran, Sampling
    Techniques, 1977, section 6.3). The interval is Wilson's (JASA 22, 1927) for the number of independent Bernoulli
    trials that would have this variance (Korn and Graubard, Survey Methodology 24, 1998), so that it keeps its
    coverage near 0 and `most`, the credit of an undivided win (1/2 for each of two allied homes). At a share of exactly
    0 or `most` the trials are the games. A cell without rows has no share.
    """
    with np.errstate(invalid="ignore"):
        share = credit / rows / most
    squares, cross = squares / most**2, cross / most
    spread = squares - 2 * share * cross + share**2 * rows2
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(spread, 0) / rows**2 * games / np.maximum(games - 1, 1)
        trials = np.where((variance > 0) & (share > 0) & (share < 1), share * (1 - share) / variance, games)
    low, high = wilson(share, trials, level)
    return Shares(games, share * most, low * most, high * most)


@dataclass(frozen=True)
class Totals:
    """Sums over the games of several cells, from which every ratio of two of them has an interval.

    names: k values that each game has in a cell. games (cells, k): in how many games each is not 0. sums (cells, k):
    over the games. products (cells, k, k): of two values of one game, over the games.
    """

    names: tuple[str, ...]
    games: np.ndarray
    sums: np.ndarray
    products: np.ndarray

    def count(self, name: str) -> np.ndarray:
        """The games in which a value is not 0, of each cell."""
        return self.games[:, self.names.index(name)]

    def sum(self, name: str) -> np.ndarray:
        """The sum of a value over the games of each cell."""
        return self.sums[:, self.names.index(name)]

    def product(self, one: str, two: str) -> np.ndarray:
        """The sum over the games of each cell of one value times another."""
        return self.products[:, self.names.index(one), self.names.index(two)]


def shares(totals: Totals, top: str, bottom: str, most: float = 1.0, level: float = LEVEL) -> Shares:
    """The win shares of cells by their totals: top is the credit, bottom the rows."""
    return win_shares(
        games=totals.count(bottom),
        rows=totals.sum(bottom),
        credit=totals.sum(top),
        squares=totals.product(top, top),
        cross=totals.product(top, bottom),
        rows2=totals.product(bottom, bottom),
        most=most,
        level=level,
    )


def wilson(share: np.ndarray, trials: np.ndarray, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's score interval for a share of so many trials; the share lies in it, whatever the rounding."""
    z = stats.norm.ppf(0.5 + level / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
        half = z / (1 + z**2 / trials) * np.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return np.clip(centre - half, 0.0, share), np.clip(centre + half, share, 1.0)


def verdict(estimate: Shares, parity: np.ndarray, margin: float = MARGIN) -> list[str]:
    """A word for each cell, by equivalence and not by absence of significance.

    balanced: the whole interval lies within the margin of parity. strong, weak: it lies beyond parity. undecided: with
    the number of games that would decide it, if the share stays as it is.
    """
    rows = zip(estimate.games, estimate.share, estimate.low, estimate.high, parity, strict=True)
    return [_verdict(*row, margin) for row in rows]


def _verdict(games: float, share: float, low: float, high: float, parity: float, margin: float) -> str:
    if parity - margin <= low and high <= parity + margin:
        return "balanced"
    if low > parity:
        return "strong"
    if high < parity:
        return "weak"
    return f"undecided ({games_needed(games, share, high - low, parity, margin):,} games)"


def games_needed(games: float, share: float, width: float, parity: float, margin: float) -> int:
    """The games at which an interval of this share would lie within the margin or beyond parity, up to two digits."""
    away = abs(share - parity)
    target = max(away, margin - away)
    needed = 1.0001 * games * (width / 2 / target) ** 2
    scale = 10 ** max(0, math.floor(math.log10(needed)) - 1)
    return int(math.ceil(needed / scale) * scale)


def mean_interval(values: np.ndarray, level: float = LEVEL) -> tuple[float, float, float]:
    """(mean, low, high) of one value per game, by Student's t."""
    count, mean = len(values), float(np.mean(values))
    if count < 2:
        return mean, -math.inf, math.inf
    half = float(stats.t.ppf(0.5 + level / 2, count - 1) * np.std(values, ddof=1) / math.sqrt(count))
    return mean, mean - half, mean + half


@dataclass(frozen=True)
class Ratios:
    """Ratios of totals of several cells (arrays of one length): the ratio, its interval, the games behind it."""

    games: np.ndarray
    ratio: np.ndarray
    low: np.ndarray
    high: np.ndarray


def ratios(totals: Totals, top: str, bottom: str, level: float = LEVEL) -> Ratios:
    """sum(top) / sum(bottom) of each cell, with an interval in which games are the independent unit.

    The variance is that of the ratio estimator over clusters (as in win_shares), the interval Student's with the games
    that have a bottom. One such game: an interval without ends. None: no ratio.
    """
    games, base = totals.count(bottom).astype(float), totals.sum(bottom)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = totals.sum(top) / base
        spread = _residuals(totals, (top, bottom), (top, bottom))
        half = stats.t.ppf(0.5 + level / 2, games - 1) * np.sqrt(np.maximum(spread, 0) * games / (games - 1)) / base
    half = np.where(games == 1, np.inf, half)
    return Ratios(games, ratio, ratio - half, ratio + half)


def differences(
    totals: Totals, one: tuple[str, str], two: tuple[str, str], most: float = 1.0, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(difference, low, high) of two win shares of each cell, `one` less `two`, each a (credit, rows) of the totals.

    Both may have rows of the same games. The interval joins those of win_shares with the correlation of the two (Zou
    and Donner, Statistics in Medicine 27, 2008), so that it keeps its coverage near 0 and `most`.
    """
    first, second = (shares(totals, *each, most, level) for each in (one, two))
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = _residuals(totals, one, one) * _residuals(totals, two, two)
        together = np.where(alone > 0, _residuals(totals, one, two) / np.sqrt(alone), 0.0)
    below, above = first.share - first.low, first.high - first.share
    other_below, other_above = second.share - second.low, second.high - second.share
    middle = first.share - second.share
    low = middle - _joined(below, other_above, together)
    high = middle + _joined(above, other_below, together)
    return middle, low, high


def _joined(one: np.ndarray, two: np.ndarray, together: np.ndarray) -> np.ndarray:
    """The half width of a difference from those of its two sides and their correlation."""
    return np.sqrt(np.maximum(one**2 + two**2 - 2 * together * one * two, 0.0))


def _residuals(totals: Totals, one: tuple[str, str], two: tuple[str, str]) -> np.ndarray:
    """Sum over games of the product of two residuals; that of (top, bottom) is top - ratio * bottom."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = [totals.sum(top) / totals.sum(bottom) for top, bottom in (one, two)]
    (top1, bottom1), (top2, bottom2) = one, two
    return (
        totals.product(top1, top2)
        - slopes[1] * totals.product(top1, bottom2)
        - slopes[0] * totals.product(bottom1, top2)
        + slopes[0] * slopes[1] * totals.product(bottom1, bottom2)
    )
