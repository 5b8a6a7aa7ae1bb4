"""Estimates with confidence intervals. A game is the independent unit: all rows of one game form one cluster."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

CONFIDENCE = 0.95
ALPHA = 0.05
_TUNED = 10_000  # number of games at which a confidence sequence is narrowest
_ROUNDING = 1e-9  # relative size below which a difference is rounding error
ANY_NUMBER = (-math.inf, math.inf)
_NO_SPREAD = 1e-10  # share of the sum of squares below which a spread is rounding error


@dataclass(frozen=True)
class Shares:
    """Win shares of several cells, as arrays of one length.

    Attributes:
        games: the number of games with a row in the cell
        share: the win share, 0 to 1
        low: the lower end of the interval
        high: the upper end
        trials: the number of independent Bernoulli trials with the same variance
        sequential: whether intervals and p-values are anytime-valid, so that a run may be stopped at any look
    """

    games: np.ndarray
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    trials: np.ndarray
    sequential: bool = False

    @property
    def value(self) -> np.ndarray:
        """The shares. Every kind of estimate has this property."""
        return self.share

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values of the hypothesis that the share equals a value.

        They are dual to the interval: the interval of level 1 - p has the value as an end point.

        Args:
            value: The value of each cell, or one for all.
        """
        null = np.asarray(value)
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.abs(self.share - null) * np.sqrt(self.trials / (null * (1 - null)))
        return p_values(z, self.games, self.sequential)

    def p_above(self, value: np.ndarray) -> np.ndarray:
        """Return p-values of the hypothesis that the share is at most a value. They are 0 for a value below 0.

        Args:
            value: The value of each cell, or one for all.
        """
        return np.where(value < 0, 0.0, np.where(self.share <= value, 1.0, self.p_value(np.maximum(value, 0))))

    def p_below(self, value: np.ndarray) -> np.ndarray:
        """Return p-values of the hypothesis that the share is at least a value. They are 0 for a value above 1.

        Args:
            value: The value of each cell, or one for all.
        """
        return np.where(value > 1, 0.0, np.where(self.share >= value, 1.0, self.p_value(np.minimum(value, 1))))

    def unit(self, value: np.ndarray) -> np.ndarray:
        """Return the number of games at which the share would differ from a value by one standard error.

        Args:
            value: The value of each cell, or one for all. A value outside 0 to 1 is clipped, which gives 0 games.
        """
        null = np.clip(value, 0, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return null * (1 - null) / (self.share - null) ** 2 * self.games / self.trials


@dataclass(frozen=True)
class ExactShares(Shares):
    """Win shares of few games, with exact intervals and p-values (Clopper and Pearson, Biometrika 26, 1934).

    A level is in a game at most once, or its games vary less than independent trials. The games may have different
    equal shares: the sum of their wins then varies less than a binomial number with their mean (Hoeffding, Annals of
    Mathematical Statistics 27, 1956).
    """

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values of the hypothesis that the share equals a value: twice the smaller tail.

        Args:
            value: The value of each cell, or one for all.
        """
        wins, losses = self.share * self.trials, (1 - self.share) * self.trials
        with np.errstate(invalid="ignore"):
            most = np.where(wins > 0, special.betainc(wins, losses + 1, value), 1.0)
            least = np.where(losses > 0, special.betaincc(wins + 1, losses, value), 1.0)
        return np.minimum(2 * np.minimum(most, least), 1.0)


def exact_shares(sums: "ClusterSums", top: str, bottom: str, *, confidence: float = CONFIDENCE) -> ExactShares:
    """Return the win shares of cells of few games from their cluster sums. The games of a cell are its trials.

    Args:
        sums: Cluster sums of the cells.
        top: The name of the credit.
        bottom: The name of the number of rows.
        confidence: The confidence level of the intervals. Default: 0.95.
    """
    games, tail = sums.count(bottom), (1 - confidence) / 2
    share = sums.sum(top) / sums.sum(bottom)
    wins, losses = share * games, (1 - share) * games
    with np.errstate(invalid="ignore"):
        low = np.where(wins > 0, special.betaincinv(wins, losses + 1, tail), 0.0)
        high = np.where(losses > 0, special.betainccinv(wins + 1, losses, tail), 1.0)
    return ExactShares(games, share, low, high, games.astype(float))


def _spread_of_mixture() -> float:
    """Return rho squared of Waudby-Smith et al., equation 10: the sequence is narrowest at `_TUNED` games."""
    return (2 * math.log(1 / ALPHA) + math.log(1 + 2 * math.log(1 / ALPHA))) / _TUNED


def p_values(away: np.ndarray, games: np.ndarray, sequential: bool) -> np.ndarray:
    """Return two-sided p-values of numbers that differ from a hypothesis by some standard errors.

    They are dual to `critical`: at level 1 - p, the critical value equals the distance.

    Args:
        away: The distance in standard errors.
        games: The number of games, which matters for anytime-valid p-values only.
        sequential: Whether the p-values are anytime-valid.

    >>> p_values(np.array([1.96]), np.array([100]), False).round(3)
    array([0.05])
    """
    if not sequential:
        return 2 * special.ndtr(-away)
    tuned = 1 + games * _spread_of_mixture()
    with np.errstate(over="ignore"):
        return np.minimum(np.sqrt(tuned) * np.exp(-(away**2) / 2 * (tuned - 1) / tuned), 1.0)


def critical(games: np.ndarray, confidence: float, sequential: bool) -> np.ndarray:
    """Return how many standard errors an interval extends to each side.

    Anytime-valid intervals are asymptotic confidence sequences by the normal mixture of Robbins (Waudby-Smith, Arbour,
    Sinha, Kennedy and Ramdas, Annals of Statistics 52, 2024, theorem 2.2).

    Args:
        games: The number of games of each interval.
        confidence: The confidence level.
        sequential: Whether the intervals are anytime-valid.

    Returns:
        The critical values, in the shape of `games`.

    >>> critical(np.array([10_000, 10_000]), 0.95, False).round(2)
    array([1.96, 1.96])
    >>> critical(np.array([10_000]), 0.95, True).round(2)
    array([3.04])
    """
    if not sequential:
        return np.full(np.shape(games), special.ndtri(0.5 + confidence / 2))
    tuned = 1 + np.maximum(games, 1) * _spread_of_mixture()
    return np.sqrt(2 * tuned / (tuned - 1) * np.log(np.sqrt(tuned) / (1 - confidence)))


def win_shares(
    games: np.ndarray,
    rows: np.ndarray,
    credit: np.ndarray,
    *,
    squares: np.ndarray,
    cross: np.ndarray,
    rows2: np.ndarray,
    confidence: float = CONFIDENCE,
    sequential: bool = False,
) -> Shares:
    """Return the mean credit per row of each cell, with an interval in which games are the independent unit.

    The share is the ratio sum(c) / sum(n). Its variance is the variance of the ratio estimator over clusters (Cochran,
    Sampling Techniques, 1977, section 6.3). The interval is Wilson's (JASA 22, 1927) for the number of independent
    Bernoulli trials with this variance (Korn and Graubard, Survey Methodology 24, 1998). It keeps its coverage near 0
    and 1. If the share is exactly 0 or 1, the trials are the games. If all games are alike, as when every win is
    shared, the trials are those of `trials_of_alike`.

    Args:
        games: The number of games of each cell.
        rows: The sum over its games of their rows n.
        credit: The sum of their credits c.
        squares: The sum of c squared.
        cross: The sum of c times n.
        rows2: The sum of n squared.
        confidence: The confidence level of the intervals. Default: 0.95.
        sequential: Whether the intervals are anytime-valid. Default: False.

    Returns:
        The shares. A cell without rows has the share NaN.

    >>> games, wins = np.array([100.0]), np.array([50.0])
    >>> found = win_shares(games, games, wins, squares=wins, cross=wins, rows2=games)
    >>> found.share, found.low.round(3), found.high.round(3)
    (array([0.5]), array([0.403]), array([0.597]))
    """
    share = np.divide(credit, rows, out=np.full(np.shape(rows), np.nan), where=np.asarray(rows) > 0)
    spread = squares - 2 * share * cross + share**2 * rows2
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(spread, 0) / rows**2 * games / np.maximum(games - 1, 1)
        trials = np.where((share > 0) & (share < 1), share * (1 - share) / variance, games)
    trials = np.where(spread > _NO_SPREAD * squares, trials, trials_of_alike(share, games))
    low, high = wilson(share, trials, critical(games, confidence, sequential))
    return Shares(games, share, low, high, trials, sequential)


def trials_of_alike(share: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return the number of Bernoulli trials that some games stand for if their credits do not vary.

    A sample without variance does not prove that there is none: a game of another kind may have been missed. The trials
    are those with the standard error `unseen_error`, or one per game if that is more.

    Args:
        share: The win share of each cell.
        games: The number of games of each cell.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.maximum(games, share * (1 - share) / unseen_error(share, games) ** 2)


def unseen_error(value: np.ndarray, games: np.ndarray | float, bounds: tuple[float, float] = (0.0, 1.0)) -> np.ndarray:
    """Return the standard error of the mean of games that are all alike, since a game at a bound may have been missed.

    By the rule of three, the probability of such a game is below about 4 / games (95%).

    Args:
        value: The common value of the games.
        games: The number of games.
        bounds: The lowest and the highest possible value. Default: 0 and 1.
    """
    low, high = bounds
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2 * np.maximum(value - low, high - value) / np.asarray(games, float)


@dataclass(frozen=True)
class ClusterSums:
    """Sums over the games of several cells, from which every ratio of two of the sums gets an interval.

    Attributes:
        names: the names of k values that each game has in a cell
        games: the number of games in which each value is not 0, shape (cells, k)
        sums: the sums over the games, shape (cells, k)
        products: the sums over the games of the product of two values, shape (cells, k, k)
    """

    names: tuple[str, ...]
    games: np.ndarray
    sums: np.ndarray
    products: np.ndarray

    def of(self, cells: np.ndarray) -> "ClusterSums":
        """Return the sums of some of the cells.

        Args:
            cells: The positions of the cells.
        """
        return ClusterSums(self.names, self.games[cells], self.sums[cells], self.products[cells])

    def count(self, name: str) -> np.ndarray:
        """Return the number of games of each cell in which a value is not 0.

        Args:
            name: The name of the value.
        """
        return self.games[:, self.names.index(name)]

    def sum(self, name: str) -> np.ndarray:
        """Return the sum of a value over the games of each cell.

        Args:
            name: The name of the value.
        """
        return self.sums[:, self.names.index(name)]

    def product(self, one: str, two: str) -> np.ndarray:
        """Return the sum over the games of each cell of one value times another.

        Args:
            one: The name of the first value.
            two: The name of the second value.
        """
        return self.products[:, self.names.index(one), self.names.index(two)]


def shares(
    sums: ClusterSums, top: str, bottom: str, *, confidence: float = CONFIDENCE, sequential: bool = False
) -> Shares:
    """Return the win shares of cells from their cluster sums.

    Args:
        sums: Cluster sums of the cells.
        top: The name of the credit.
        bottom: The name of the number of rows.
        confidence: The confidence level of the intervals. Default: 0.95.
        sequential: Whether the intervals are anytime-valid. Default: False.
    """
    return win_shares(
        games=sums.count(bottom),
        rows=sums.sum(bottom),
        credit=sums.sum(top),
        squares=sums.product(top, top),
        cross=sums.product(top, bottom),
        rows2=sums.product(bottom, bottom),
        confidence=confidence,
        sequential=sequential,
    )


def wilson(share: np.ndarray, trials: np.ndarray, z: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """Return Wilson's score interval of a share. The share lies within it.

    Args:
        share: The share of each cell.
        trials: The number of independent trials of each cell.
        z: The number of standard errors to each side.

    Returns:
        low: the lower ends
        high: the upper ends

    >>> low, high = wilson(np.array([0.0]), np.array([10]), 1.96)
    >>> low, high.round(3)
    (array([0.]), array([0.278]))
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
        half = z / (1 + z**2 / trials) * np.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return np.clip(centre - half, 0.0, share), np.clip(centre + half, share, 1.0)


def proportions(
    count: np.ndarray, total: np.ndarray | float, confidence: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the shares of counts of independent trials, with Wilson intervals.

    Args:
        count: The number of successes of each cell.
        total: The number of trials of each cell, or one number for all.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        share: the shares, NaN without trials
        low: the lower ends
        high: the upper ends

    >>> share, low, high = proportions(np.array([20]), 50)
    >>> share, low.round(3), high.round(3)
    (array([0.4]), array([0.276]), array([0.538]))
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.asarray(count) / total
    trials = np.broadcast_to(np.asarray(total, float), np.shape(share))
    return share, *wilson(share, trials, critical(np.asarray(count), confidence, False))


def mean_interval(
    values: np.ndarray, confidence: float = CONFIDENCE, *, flip: float = 0.0, bounds: tuple[float, float] = ANY_NUMBER
) -> tuple[float, float, float]:
    """Return the mean of one value per game, with an interval by Student's t.

    Args:
        values: The values, shape (games,).
        confidence: The confidence level of the interval. Default: 0.95.
        flip: A possible change of a value. If all values are alike, the standard error is that of two such changes.
            Default: 0, no change.
        bounds: The lowest and the highest possible mean, which limit the interval. Default: no bounds.

    Returns:
        mean: the mean
        low: the lower end; minus infinity for a single value
        high: the upper end; infinity for a single value

    >>> [round(each, 2) for each in mean_interval(np.array([1.0, 2.0, 3.0]))]
    [2.0, -0.48, 4.48]
    """
    count = len(values)
    deviation = np.std(values, ddof=1) if np.ptp(values) > 0 else 2 * flip / math.sqrt(count)
    return interval_of_mean(count, float(np.mean(values)), float(deviation), confidence=confidence, bounds=bounds)


def interval_of_mean(
    count: int,
    mean: float,
    deviation: float,
    *,
    confidence: float = CONFIDENCE,
    bounds: tuple[float, float] = ANY_NUMBER,
) -> tuple[float, float, float]:
    """Return a mean with its interval by Student's t, from the standard deviation of the values.

    Args:
        count: The number of values.
        mean: Their mean.
        deviation: Their standard deviation, with `count` - 1 in the denominator.
        confidence: The confidence level of the interval. Default: 0.95.
        bounds: The lowest and the highest possible mean, which limit the interval. Default: no bounds.

    Returns:
        mean: the mean
        low: the lower end; minus infinity for a single value
        high: the upper end; infinity for a single value

    >>> [round(each, 2) for each in interval_of_mean(3, 2.0, 1.0)]
    [2.0, -0.48, 4.48]
    """
    if count < 2:
        return mean, -math.inf, math.inf
    half = float(special.stdtrit(count - 1, 0.5 + confidence / 2) * deviation / math.sqrt(count))
    return mean, max(mean - half, bounds[0]), min(mean + half, bounds[1])


def chance_of_missing(least: int, intervals: int, confidence: float = CONFIDENCE) -> float:
    """Return the probability that at least some number of independent intervals miss the truth.

    Args:
        least: The number of intervals that miss, at least.
        intervals: The number of intervals.
        confidence: The confidence level of each interval. Default: 0.95.

    >>> round(chance_of_missing(1, 20), 3)
    0.642
    """
    return float(special.bdtrc(least - 1, intervals, 1 - confidence))


@dataclass(frozen=True)
class Ratios:
    """Ratios of cluster sums of several cells, as arrays of one length.

    Attributes:
        games: the number of games with a non-zero denominator
        ratio: the ratio
        low: the lower end of the interval
        high: the upper end
    """

    games: np.ndarray
    ratio: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def value(self) -> np.ndarray:
        """The ratios. Every kind of estimate has this property."""
        return self.ratio


def ratios(
    sums: ClusterSums,
    top: str,
    bottom: str,
    *,
    confidence: float = CONFIDENCE,
    flip: float = 0.0,
    bounds: tuple[float, float] = ANY_NUMBER,
    least_error: np.ndarray | float = 0.0,
) -> Ratios:
    """Return sum(top) / sum(bottom) of each cell, with an interval in which games are the independent unit.

    The variance is the variance of the ratio estimator over clusters, as in `win_shares`. The interval is Student's,
    for the number of games with a non-zero bottom.

    Args:
        sums: Cluster sums of the cells.
        top: The name of the numerator.
        bottom: The name of the denominator.
        confidence: The confidence level of the intervals. Default: 0.95.
        flip: A possible change of a top in one game. If all games are alike, the standard error is that of two such
            changes. Default: 0, no change.
        bounds: The lowest and the highest possible ratio, which limit the intervals. If both are finite, games that are
            all alike have the standard error of `unseen_error`. Default: no bounds.
        least_error: The smallest standard error of each cell, such as the error that other games imply. Default: 0.

    Returns:
        The ratios. A cell with one game has an interval without ends; a cell without games has the ratio NaN.
    """
    games, base = sums.count(bottom).astype(float), sums.sum(bottom)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = sums.sum(top) / base
        spread = _residuals(sums, (top, bottom), (top, bottom))
        error = np.sqrt(np.maximum(spread, 0) * games / (games - 1)) / base
        unseen = unseen_error(ratio, games, bounds) if np.isfinite(bounds).all() else 2 * flip / base
        error = np.where(spread <= _NO_SPREAD * sums.product(top, top), unseen, error)
        error = np.maximum(error, least_error)
        half = special.stdtrit(games - 1, 0.5 + confidence / 2) * error
    low, high = np.maximum(ratio - half, bounds[0]), np.minimum(ratio + half, bounds[1])
    is_single = games == 1
    return Ratios(games, ratio, np.where(is_single, -np.inf, low), np.where(is_single, np.inf, high))


def differences(
    sums: ClusterSums, one: tuple[str, str], two: tuple[str, str], *, confidence: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the difference of two win shares of each cell, `one` minus `two`.

    Both may have rows of the same games. The interval combines the intervals of `win_shares` with the correlation of
    the two shares (Zou and Donner, Statistics in Medicine 27, 2008). It keeps its coverage near 0 and 1.

    Args:
        sums: Cluster sums of the cells.
        one: The names (credit, rows) of the first share.
        two: The names (credit, rows) of the second share.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        difference: the differences
        low: the lower ends
        high: the upper ends
    """
    first, second = (shares(sums, *each, confidence=confidence) for each in (one, two))
    most = 1 - 1 / np.maximum(np.minimum(first.games, second.games), 1)  # few games cannot show a correlation near 1
    together = np.clip(_correlation(sums, one, two), -most, most)
    below, above = first.share - first.low, first.high - first.share
    other_below, other_above = second.share - second.low, second.high - second.share
    middle = first.share - second.share
    low = middle - _joined(below, other_above, together)
    high = middle + _joined(above, other_below, together)
    return middle, low, high


def _correlation(sums: ClusterSums, one: tuple[str, str], two: tuple[str, str]) -> np.ndarray:
    """Return the correlation over games of two ratios; 0 if one of them does not vary, up to rounding."""
    spreads = [_residuals(sums, each, each) for each in (one, two)]
    squares = [sums.product(top, top) for top, _ in (one, two)]
    varies = [spread > _NO_SPREAD * square for spread, square in zip(spreads, squares, strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        joint = _residuals(sums, one, two) / np.sqrt(spreads[0] * spreads[1])
    return np.where(varies[0] & varies[1], np.clip(joint, -1.0, 1.0), 0.0)


@dataclass(frozen=True)
class PairedDifference:
    """Differences of two ratios of several cells in the same games, `two` minus `one`, as arrays of one length.

    The p-values are Student's and dual to the interval: the interval of level 1 - p has the value as an end point.

    Attributes:
        games: the number of games with a row in either ratio
        one: the first ratio
        two: the second ratio
        low: the lower end of the interval of the difference
        high: the upper end
        error: the standard error of the difference
        unpaired_error: the standard error if the two ratios came from independent games
        sequential: whether intervals and p-values are anytime-valid
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
        """The differences. Every kind of estimate has this property."""
        return self.two - self.one

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values of the hypothesis that the difference equals a value.

        Args:
            value: The value of each cell, or one for all.
        """
        return 2 * special.stdtr(self.games - 1, -np.abs(self._away(value)))

    def p_above(self, value: np.ndarray) -> np.ndarray:
        """Return p-values of the hypothesis that the difference is at most a value.

        Args:
            value: The value of each cell, or one for all.
        """
        return np.where(self.value <= value, 1.0, self.p_value(value))

    def p_below(self, value: np.ndarray) -> np.ndarray:
        """Return p-values of the hypothesis that the difference is at least a value.

        Args:
            value: The value of each cell, or one for all.
        """
        return np.where(self.value >= value, 1.0, self.p_value(value))

    def unit(self, value: np.ndarray) -> np.ndarray:
        """Return the number of games at which the difference would differ from a value by one standard error.

        Args:
            value: The value of each cell, or one for all.
        """
        with np.errstate(divide="ignore"):
            return self.games / self._away(value) ** 2

    def _away(self, value: np.ndarray) -> np.ndarray:
        """Return the distance of the difference from a value in standard errors; without an error, 0 or infinity."""
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
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return the difference of two ratios of each cell in the same games, `two` minus `one`.

    The variance is the variance of the sum over games of their influence, which is (top2 - ratio2 bottom2) /
    sum(bottom2) - (top1 - ratio1 bottom1) / sum(bottom1). It holds whether or not both ratios have the same games.

    Args:
        sums: Cluster sums of the cells.
        one: The names (top, bottom) of the first ratio.
        two: The names (top, bottom) of the second ratio.
        rows: The name of a value that is not 0 if a game counts for either ratio.
        flip: The change of a top in each of two imagined games, one in each direction. They keep few or no changes from
            looking certain (Bonett and Price, Journal of Educational and Behavioral Statistics 37, 2012). Default: 0,
            for ratios that are equal by construction.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        The differences. A cell that lacks one of the ratios has the difference NaN.
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
        half = special.stdtrit(games - 1, 0.5 + confidence / 2) * error
    half = np.where(games == 1, np.inf, half)
    return PairedDifference(games, first, second, second - first - half, second - first + half, error, unpaired_error)


def ratio_contrast(
    sums: ClusterSums,
    more: Sequence[tuple[str, str]],
    less: Sequence[tuple[str, str]],
    *,
    rows: str,
    flip: float = 0.0,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return sums of ratios of each cell in the same games, `more` minus `less`.

    The variance is the variance of the sum over games of their influence, as in `paired_difference`.

    Args:
        sums: Cluster sums of the cells.
        more: The names (top, bottom) of the ratios that are added.
        less: The names (top, bottom) of the ratios that are subtracted.
        rows: The name of a value that is not 0 if a game counts for any of the ratios.
        flip: A possible change of a top in one game. The standard error is at least that of one such change in each
            ratio,
            so that a few games that are alike do not look certain. Default: 0.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        The differences. A cell that lacks one of the ratios has the difference NaN.
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
        half = special.stdtrit(games - 1, 0.5 + confidence / 2) * error
    half = np.where(games == 1, np.inf, half)
    return PairedDifference(games, below, above, above - below - half, above - below + half, error, apart)


def ratio_and_spread(sums: ClusterSums, top: str, bottom: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratio of two sums, and the sum over games of its squared influence.

    Args:
        sums: Cluster sums of the cells.
        top: The name of the numerator.
        bottom: The name of the denominator.
    """
    base = sums.sum(bottom)
    return sums.sum(top) / base, _residuals(sums, (top, bottom), (top, bottom)) / base / base


def correlations(
    sums: ClusterSums,
    one: str,
    two: str,
    *,
    rows: str,
    squares: tuple[str, str],
    product: str,
    confidence: float = CONFIDENCE,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the correlation of two values over the rows of each cell, with games as the independent unit.

    The variance is the sum over games of the squared influence of a game (delta method). The interval is Student's on
    Fisher's z scale.

    Args:
        sums: Cluster sums of the cells.
        one: The name of the first value.
        two: The name of the second value.
        rows: The name of the number of rows.
        squares: The names of the squares of both values, summed over the rows.
        product: The name of their product, summed over the rows.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        correlation: the correlations; 0 if a value does not vary
        low: the lower ends; NaN if a value does not vary
        high: the upper ends; NaN if a value does not vary
    """
    names, games = [rows, one, two, *squares, product], sums.count(rows).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, other, square, other_square, joint = (sums.sum(name) / sums.sum(rows) for name in names[1:])
        variances = square - mean**2, other_square - other**2
        varies = (variances[0] > _NO_SPREAD * square) & (variances[1] > _NO_SPREAD * other_square)
        scale = np.sqrt(variances[0] * variances[1])
        correlation = np.clip((joint - mean * other) / scale, -1, 1)
        (a, b), half = variances, correlation / 2
        of_rows = mean * other / scale - half * (mean**2 / a + other**2 / b)
        of_values = correlation * mean / a - other / scale, correlation * other / b - mean / scale
        influence = np.stack([of_rows, *of_values, -half / a, -half / b, 1 / scale], axis=-1)
        products = np.stack([np.stack([sums.product(x, y) for y in names], axis=-1) for x in names], axis=-2)
        spread = np.einsum("...i,...ij,...j", influence, products, influence)
        error = np.sqrt(np.maximum(spread, 0) * games / (games - 1)) / sums.sum(rows) / (1 - correlation**2)
        reach, z = special.stdtrit(games - 1, 0.5 + confidence / 2) * error, np.arctanh(correlation)
        ends = [
            np.where(np.abs(correlation) > 1 - _ROUNDING, correlation, np.tanh(z + sign * reach)) for sign in (-1, 1)
        ]
    low, high = (np.where(varies, end, np.nan) for end in ends)
    return np.where(varies, correlation, 0.0), low, high


def at_least_unseen(error: np.ndarray, one: np.ndarray, two: np.ndarray, *, games: np.ndarray) -> np.ndarray:
    """Return standard errors of the difference two - one, raised to a lower bound.

    Games that are all alike may hide a game with no difference, as in `unseen_error`. A difference that is a tiny part
    of its two numbers is rounding error.

    Args:
        error: The standard errors.
        one: The first number of each cell.
        two: The second number of each cell.
        games: The number of games of each cell.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        unseen = 2 * np.abs(two - one) / games
    rounding = np.where(one == two, 0.0, _ROUNDING * (np.abs(one) + np.abs(two)))
    return np.maximum(error, np.maximum(unseen, rounding))


def _joined(one: np.ndarray, two: np.ndarray, together: np.ndarray) -> np.ndarray:
    """Return the half width of a difference from the half widths of its two sides and their correlation."""
    return np.sqrt(np.maximum(one**2 + two**2 - 2 * together * one * two, 0.0))


def _residuals(sums: ClusterSums, one: tuple[str, str], two: tuple[str, str]) -> np.ndarray:
    """Return the sum over games of the product of two residuals.

    The residual of (top, bottom) is top - ratio * bottom.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = [sums.sum(top) / sums.sum(bottom) for top, bottom in (one, two)]
    (top1, bottom1), (top2, bottom2) = one, two
    return (
        sums.product(top1, top2)
        - slopes[1] * sums.product(top1, bottom2)
        - slopes[0] * sums.product(bottom1, top2)
        + slopes[0] * slopes[1] * sums.product(bottom1, bottom2)
    )
