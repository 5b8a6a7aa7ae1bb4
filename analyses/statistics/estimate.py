"""Estimates with honest intervals. The game is the independent unit: rows of one game are one cluster."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

LEVEL = 0.95
ALPHA = 0.05
_TUNED = 10_000  # the games at which a confidence sequence is narrowest
_ROUNDING = 1e-9  # part of a number below which a difference is rounding
ANY_NUMBER = (-math.inf, math.inf)
_NO_SPREAD = 1e-10  # part of the sums of squares below which a spread is rounding


@dataclass(frozen=True)
class Shares:
    """Win shares of several cells (arrays of one length): the share, its interval, the games behind it.

    trials: independent Bernoulli trials of the same variance. sequential: the intervals and p-values hold at all times
    at once, so that one may stop when one likes what one sees.
    """

    games: np.ndarray
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    trials: np.ndarray
    sequential: bool = False

    @property
    def value(self) -> np.ndarray:
        """The shares, as of every estimate."""
        return self.share

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Two-sided p-values of the hypothesis that the share is a value: of level 1 - p, the interval ends there."""
        null = np.asarray(value)
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.abs(self.share - null) * np.sqrt(self.trials / (null * (1 - null)))
        return p_values(z, self.games, self.sequential)

    def p_above(self, value: np.ndarray) -> np.ndarray:
        """p-values of the hypothesis that the share is a value or less; 0 where none can be."""
        return np.where(value < 0, 0.0, np.where(self.share <= value, 1.0, self.p_value(np.maximum(value, 0))))

    def p_below(self, value: np.ndarray) -> np.ndarray:
        """p-values of the hypothesis that the share is a value or more; 0 where none can be."""
        return np.where(value > 1, 0.0, np.where(self.share >= value, 1.0, self.p_value(np.minimum(value, 1))))

    def unit(self, value: np.ndarray) -> np.ndarray:
        """The games at which the share would be one standard error away from a value; 0 for one that none can have."""
        null = np.clip(value, 0, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return null * (1 - null) / (self.share - null) ** 2 * self.games / self.trials


def _spread_of_mixture() -> float:
    """rho squared of Waudby-Smith et al., equation 10: the sequence is narrowest at so many games."""
    return (2 * math.log(1 / ALPHA) + math.log(1 + 2 * math.log(1 / ALPHA))) / _TUNED


def p_values(away: np.ndarray, games: np.ndarray, sequential: bool) -> np.ndarray:
    """Two-sided p-values of numbers so many standard errors away, where `critical` of level 1 - p reaches."""
    if not sequential:
        return 2 * stats.norm.sf(away)
    tuned = 1 + games * _spread_of_mixture()
    with np.errstate(over="ignore"):
        return np.minimum(np.sqrt(tuned) * np.exp(-(away**2) / 2 * (tuned - 1) / tuned), 1.0)


def critical(games: np.ndarray, level: float, sequential: bool) -> np.ndarray:
    """How many standard errors an interval reaches to each side.

    sequential: at all numbers of games at once, by the normal mixture of Robbins as an asymptotic confidence sequence
    (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics 52, 2024, theorem 2.2).
    """
    if not sequential:
        return np.full(np.shape(games), stats.norm.ppf(0.5 + level / 2))
    tuned = 1 + np.maximum(games, 1) * _spread_of_mixture()
    return np.sqrt(2 * tuned / (tuned - 1) * np.log(np.sqrt(tuned) / (1 - level)))


def win_shares(
    games: np.ndarray,
    rows: np.ndarray,
    credit: np.ndarray,
    *,
    squares: np.ndarray,
    cross: np.ndarray,
    rows2: np.ndarray,
    level: float = LEVEL,
    sequential: bool = False,
) -> Shares:
    """Mean credit per row of each cell, with an interval in which games are the independent unit.

    Per cell, sums over its games: games; rows n_g; credit c_g; squares of c_g; products c_g n_g; squares of n_g. The
    share is the ratio sum(c)/sum(n); its variance is that of the ratio estimator over clusters (Cochran, Sampling
    Techniques, 1977, section 6.3). The interval is Wilson's (JASA 22, 1927) for the number of independent Bernoulli
    trials that would have this variance (Korn and Graubard, Survey Methodology 24, 1998), so that it keeps its
    coverage near 0 and 1. At a share of exactly 0 or 1 the trials are the games. Where all games are alike, as when
    every win is shared, the trials are those of `trials_of_alike`. A cell without rows has no share.
    sequential: see Shares.
    """
    share = np.divide(credit, rows, out=np.full(np.shape(rows), np.nan), where=np.asarray(rows) > 0)
    spread = squares - 2 * share * cross + share**2 * rows2
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(spread, 0) / rows**2 * games / np.maximum(games - 1, 1)
        trials = np.where((share > 0) & (share < 1), share * (1 - share) / variance, games)
    trials = np.where(spread > _NO_SPREAD * squares, trials, trials_of_alike(share, games))
    low, high = wilson(share, trials, critical(games, level, sequential))
    return Shares(games, share, low, high, trials, sequential)


def trials_of_alike(share: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return the number of Bernoulli trials that some games stand for if their credits do not vary.

    A sample without variance does not show that there is none: a game of another kind may have been missed. The trials
    are those with the standard error `unseen_error`, or one per game if that is more.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.maximum(games, share * (1 - share) / unseen_error(share, games) ** 2)


def unseen_error(value: np.ndarray, games: np.ndarray | float, bounds: tuple[float, float] = (0.0, 1.0)) -> np.ndarray:
    """Return the standard error of a mean of games that are all alike, of which one at a bound may have been missed.

    By the rule of three, the probability of such a game is below about 4 / games (95 %).
    """
    low, high = bounds
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2 * np.maximum(value - low, high - value) / np.asarray(games, float)


@dataclass(frozen=True)
class ClusterSums:
    """Sums over the games of several cells, from which every ratio of two of them has an interval.

    names: k values that each game has in a cell. games (cells, k): in how many games each is not 0. sums (cells, k):
    over the games. products (cells, k, k): of two values of one game, over the games.
    """

    names: tuple[str, ...]
    games: np.ndarray
    sums: np.ndarray
    products: np.ndarray

    def of(self, cells: np.ndarray) -> "ClusterSums":
        """The sums of some of the cells, by their places."""
        return ClusterSums(self.names, self.games[cells], self.sums[cells], self.products[cells])

    def count(self, name: str) -> np.ndarray:
        """The games in which a value is not 0, of each cell."""
        return self.games[:, self.names.index(name)]

    def sum(self, name: str) -> np.ndarray:
        """The sum of a value over the games of each cell."""
        return self.sums[:, self.names.index(name)]

    def product(self, one: str, two: str) -> np.ndarray:
        """The sum over the games of each cell of one value times another."""
        return self.products[:, self.names.index(one), self.names.index(two)]


def shares(sums: ClusterSums, top: str, bottom: str, *, level: float = LEVEL, sequential: bool = False) -> Shares:
    """The win shares of cells by their cluster sums: top is the credit, bottom the rows."""
    return win_shares(
        games=sums.count(bottom),
        rows=sums.sum(bottom),
        credit=sums.sum(top),
        squares=sums.product(top, top),
        cross=sums.product(top, bottom),
        rows2=sums.product(bottom, bottom),
        level=level,
        sequential=sequential,
    )


def wilson(share: np.ndarray, trials: np.ndarray, z: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's score interval for a share of so many trials, z standard errors wide; the share lies in it."""
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
        half = z / (1 + z**2 / trials) * np.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return np.clip(centre - half, 0.0, share), np.clip(centre + half, share, 1.0)


def proportions(
    count: np.ndarray, total: np.ndarray | float, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(share, low, high) of counts of independent trials, by Wilson's interval; no share of none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.asarray(count) / total
    trials = np.broadcast_to(np.asarray(total, float), np.shape(share))
    return share, *wilson(share, trials, critical(np.asarray(count), level, False))


def mean_interval(
    values: np.ndarray, level: float = LEVEL, *, flip: float = 0.0, bounds: tuple[float, float] = ANY_NUMBER
) -> tuple[float, float, float]:
    """Return (mean, low, high) of one value per game, by Student's t.

    Args:
        values: The values; a single one has an interval without ends.
        level: Confidence level of the interval.
        flip: Change of a value: values that are all alike have the standard error of two such changes. Default: none.
        bounds: Lowest and highest possible mean; the interval does not reach beyond them. Default: any number.
    """
    count, mean = len(values), float(np.mean(values))
    if count < 2:
        return mean, -math.inf, math.inf
    deviation = np.std(values, ddof=1) if np.ptp(values) > 0 else 2 * flip / math.sqrt(count)
    half = float(stats.t.ppf(0.5 + level / 2, count - 1) * deviation / math.sqrt(count))
    return mean, max(mean - half, bounds[0]), min(mean + half, bounds[1])


def chance_of_missing(least: int, intervals: int, level: float = LEVEL) -> float:
    """The chance that so many intervals or more, of several that are independent, miss the truth."""
    return float(stats.binom.sf(least - 1, intervals, 1 - level))


@dataclass(frozen=True)
class Ratios:
    """Ratios of cluster sums of several cells (arrays of one length): the ratio, its interval, the games behind it."""

    games: np.ndarray
    ratio: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def value(self) -> np.ndarray:
        """The ratios, as of every estimate."""
        return self.ratio


def ratios(
    sums: ClusterSums,
    top: str,
    bottom: str,
    *,
    level: float = LEVEL,
    flip: float = 0.0,
    bounds: tuple[float, float] = ANY_NUMBER,
) -> Ratios:
    """Return sum(top) / sum(bottom) of each cell, with an interval in which games are the independent unit.

    The variance is that of the ratio estimator over clusters (as in win_shares). The interval is Student's, with the
    number of games that have a bottom.

    Args:
        sums: Cluster sums of the cells.
        top: Name of the numerator.
        bottom: Name of the denominator.
        level: Confidence level of the intervals.
        flip: Change of a top in one game: games that are all alike have the standard error of two such changes.
            Default: none.
        bounds: Lowest and highest possible ratio; the intervals do not reach beyond them. Games that are all alike
            have the standard error of `unseen_error` if both are finite. Default: any number.

    Returns:
        The ratios. A cell with one game has an interval without ends, a cell without games has no ratio.
    """
    games, base = sums.count(bottom).astype(float), sums.sum(bottom)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = sums.sum(top) / base
        spread = _residuals(sums, (top, bottom), (top, bottom))
        error = np.sqrt(np.maximum(spread, 0) * games / (games - 1)) / base
        unseen = unseen_error(ratio, games, bounds) if np.isfinite(bounds).all() else 2 * flip / base
        error = np.where(spread <= _NO_SPREAD * sums.product(top, top), unseen, error)
        half = stats.t.ppf(0.5 + level / 2, games - 1) * error
    low, high = np.maximum(ratio - half, bounds[0]), np.minimum(ratio + half, bounds[1])
    is_single = games == 1
    return Ratios(games, ratio, np.where(is_single, -np.inf, low), np.where(is_single, np.inf, high))


def differences(
    sums: ClusterSums, one: tuple[str, str], two: tuple[str, str], *, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(difference, low, high) of two win shares of each cell, `one` less `two`, each a (credit, rows) of the sums.

    Both may have rows of the same games. The interval joins those of win_shares with the correlation of the two (Zou
    and Donner, Statistics in Medicine 27, 2008), so that it keeps its coverage near 0 and 1.
    """
    first, second = (shares(sums, *each, level=level) for each in (one, two))
    together = _correlation(sums, one, two)
    below, above = first.share - first.low, first.high - first.share
    other_below, other_above = second.share - second.low, second.high - second.share
    middle = first.share - second.share
    low = middle - _joined(below, other_above, together)
    high = middle + _joined(above, other_below, together)
    return middle, low, high


def _correlation(sums: ClusterSums, one: tuple[str, str], two: tuple[str, str]) -> np.ndarray:
    """Return the correlation over games of two ratios; 0 where one of them does not vary but for rounding."""
    spreads = [_residuals(sums, each, each) for each in (one, two)]
    squares = [sums.product(top, top) for top, _ in (one, two)]
    varies = [spread > _NO_SPREAD * square for spread, square in zip(spreads, squares, strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        joint = _residuals(sums, one, two) / np.sqrt(spreads[0] * spreads[1])
    return np.where(varies[0] & varies[1], np.clip(joint, -1.0, 1.0), 0.0)


@dataclass(frozen=True)
class PairedDifference:
    """Differences of two ratios of several cells (arrays of one length), `two` less `one`, game by game.

    games: those that have a row in either. error: the standard error; apart: what it would be if the two were of games
    that have nothing to do with each other. The p-values are Student's, as the interval is: of level 1 - p, it ends at
    the value.
    """

    games: np.ndarray
    one: np.ndarray
    two: np.ndarray
    low: np.ndarray
    high: np.ndarray
    error: np.ndarray
    unpaired_error: np.ndarray
    sequential: bool = False

    @property
    def value(self) -> np.ndarray:
        """The differences."""
        return self.two - self.one

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Two-sided p-values of the hypothesis that the difference is a value."""
        return 2 * stats.t.sf(np.abs(self._away(value)), self.games - 1)

    def p_above(self, value: np.ndarray) -> np.ndarray:
        """p-values of the hypothesis that the difference is a value or less."""
        return np.where(self.value <= value, 1.0, self.p_value(value))

    def p_below(self, value: np.ndarray) -> np.ndarray:
        """p-values of the hypothesis that the difference is a value or more."""
        return np.where(self.value >= value, 1.0, self.p_value(value))

    def unit(self, value: np.ndarray) -> np.ndarray:
        """The games at which the difference would be one standard error away from a value."""
        with np.errstate(divide="ignore"):
            return self.games / self._away(value) ** 2

    def _away(self, value: np.ndarray) -> np.ndarray:
        """How many standard errors the difference is away from a value; without an error, none or infinitely many."""
        away = self.value - value
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(away == 0, 0.0, away / self.error)


def paired_difference(
    sums: ClusterSums,
    one: tuple[str, str],
    two: tuple[str, str],
    *,
    rows: str,
    flip: float = 0.0,
    level: float = LEVEL,
) -> PairedDifference:
    """Differences of two ratios of each cell, `two` less `one`, each a (top, bottom) of the sums of the same games.

    rows: the value that a game has where it has either. The variance is that of the sum over games of their influence,
    (top2 - ratio2 bottom2) / sum(bottom2) - (top1 - ratio1 bottom1) / sum(bottom1), so that it holds whether or not
    both have the same games. flip: two games more in which a top changes by so much, once in each direction, so that
    few changes or none do not feign certainty (Bonett and Price, Journal of Educational and Behavioral Statistics 37,
    2012); 0 for ratios that are the same by their making. A cell that one side lacks has no difference.
    """
    games = sums.count(rows).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        (first, alone1), (second, alone2) = (ratio_and_spread(sums, *each) for each in (one, two))
        together = _residuals(sums, one, two) / sums.sum(one[1]) / sums.sum(two[1])
        scale = games / (games - 1)
        unpaired_error = np.sqrt(scale * (alone1 + alone2))
        extra = flip**2 * (1 / sums.sum(one[1]) ** 2 + 1 / sums.sum(two[1]) ** 2)
        error = np.sqrt(scale * np.maximum(alone1 + alone2 - 2 * together, 0) + extra)
        error = at_least_unseen(error, first, second, games=games)
        half = stats.t.ppf(0.5 + level / 2, games - 1) * error
    half = np.where(games == 1, np.inf, half)
    return PairedDifference(games, first, second, second - first - half, second - first + half, error, unpaired_error)


def ratio_contrast(
    sums: ClusterSums,
    more: Sequence[tuple[str, str]],
    less: Sequence[tuple[str, str]],
    *,
    rows: str,
    flip: float = 0.0,
    level: float = LEVEL,
) -> PairedDifference:
    """Return ratios of each cell added up, `more` less `less`, each a (top, bottom) of sums of the same games.

    The variance is that of the sum over games of their influence, as in paired_difference. A cell that lacks one of
    the ratios has no difference.

    Args:
        sums: Cluster sums of the cells.
        more: Ratios that are added.
        less: Ratios that are subtracted.
        rows: Name of the value that a game has where it has any of the ratios.
        flip: Change of a top in one game: the standard error is at least that of one such change in each ratio, so
            that ratios of a few games that are alike do not feign certainty. Default: 0.
        level: Confidence level of the intervals.
    """
    games = sums.count(rows).astype(float)
    signed = [*((1, each) for each in more), *((-1, each) for each in less)]
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = [ratio_and_spread(sums, *each)[1] for _, each in signed]
        joint = [
            sign * other * _residuals(sums, one, two) / sums.sum(one[1]) / sums.sum(two[1])
            for sign, one in signed
            for other, two in signed
        ]
        above, below = (np.sum([ratio_and_spread(sums, *each)[0] for each in side], axis=0) for side in (more, less))
        error, apart = (np.sqrt(np.maximum(np.sum(each, axis=0), 0) * games / (games - 1)) for each in (joint, alone))
        changed = flip * np.sqrt(np.sum([1 / sums.sum(bottom) ** 2 for _, (_, bottom) in signed], axis=0))
        error = at_least_unseen(np.maximum(error, changed), below, above, games=games)
        half = stats.t.ppf(0.5 + level / 2, games - 1) * error
    half = np.where(games == 1, np.inf, half)
    return PairedDifference(games, below, above, above - below - half, above - below + half, error, apart)


def ratio_and_spread(sums: ClusterSums, top: str, bottom: str) -> tuple[np.ndarray, np.ndarray]:
    """(the ratio of two sums, the sum over games of its squared influence)."""
    base = sums.sum(bottom)
    return sums.sum(top) / base, _residuals(sums, (top, bottom), (top, bottom)) / base / base


def correlations(
    sums: ClusterSums, one: str, two: str, *, rows: str, squares: tuple[str, str], product: str, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (correlation, low, high) of two values of the rows of each cell, with games as the independent unit.

    The variance is the sum over games of the squared influence of a game (delta method); the interval is Student's on
    Fisher's z scale. Values that do not vary have the correlation 0 and no interval.

    Args:
        sums: Cluster sums of the cells.
        one: Name of the first value.
        two: Name of the second value.
        rows: Name of the number of rows.
        squares: Names of the squares of both values, summed over the rows.
        product: Name of their product, summed over the rows.
        level: Confidence level of the intervals.
    """
    names, games = [rows, one, two, *squares, product], sums.count(rows).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, other, square, other_square, joint = (sums.sum(name) / sums.sum(rows) for name in names[1:])
        variances = square - mean**2, other_square - other**2
        varies = (variances[0] > _NO_SPREAD * square) & (variances[1] > _NO_SPREAD * other_square)
        scale = np.sqrt(variances[0] * variances[1])
        found = np.clip((joint - mean * other) / scale, -1, 1)
        (a, b), half = variances, found / 2
        of_rows = mean * other / scale - half * (mean**2 / a + other**2 / b)
        of_values = found * mean / a - other / scale, found * other / b - mean / scale
        influence = np.stack([of_rows, *of_values, -half / a, -half / b, 1 / scale], axis=-1)
        products = np.stack([np.stack([sums.product(x, y) for y in names], axis=-1) for x in names], axis=-2)
        spread = np.einsum("...i,...ij,...j", influence, products, influence)
        error = np.sqrt(np.maximum(spread, 0) * games / (games - 1)) / sums.sum(rows) / (1 - found**2)
        reach, z = stats.t.ppf(0.5 + level / 2, games - 1) * error, np.arctanh(found)
        ends = [np.where(np.abs(found) > 1 - _ROUNDING, found, np.tanh(z + sign * reach)) for sign in (-1, 1)]
    low, high = (np.where(varies, end, np.nan) for end in ends)
    return np.where(varies, found, 0.0), low, high


def at_least_unseen(error: np.ndarray, one: np.ndarray, two: np.ndarray, *, games: np.ndarray) -> np.ndarray:
    """Return the standard error of the difference two - one of some games, as large as it must be at least.

    Games that are all alike may hide one in which the difference is none (as in `unseen_error`), and a difference that
    is a tiny part of its numbers is rounding.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        unseen = 2 * np.abs(two - one) / games
    rounding = np.where(one == two, 0.0, _ROUNDING * (np.abs(one) + np.abs(two)))
    return np.maximum(error, np.maximum(unseen, rounding))


def _joined(one: np.ndarray, two: np.ndarray, together: np.ndarray) -> np.ndarray:
    """The half width of a difference from those of its two sides and their correlation."""
    return np.sqrt(np.maximum(one**2 + two**2 - 2 * together * one * two, 0.0))


def _residuals(sums: ClusterSums, one: tuple[str, str], two: tuple[str, str]) -> np.ndarray:
    """Sum over games of the product of two residuals; that of (top, bottom) is top - ratio * bottom."""
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = [sums.sum(top) / sums.sum(bottom) for top, bottom in (one, two)]
    (top1, bottom1), (top2, bottom2) = one, two
    return (
        sums.product(top1, top2)
        - slopes[1] * sums.product(top1, bottom2)
        - slopes[0] * sums.product(bottom1, top2)
        + slopes[0] * slopes[1] * sums.product(bottom1, bottom2)
    )
