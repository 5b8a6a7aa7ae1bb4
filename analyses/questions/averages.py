"""Means of columns of seats and games, and ratios of two columns, with confidence intervals."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.presentation.wording import PER
from starbalance.analyses.statistics.aggregate import check_numbers, cluster_sums, game_batches
from starbalance.analyses.statistics.estimate import ClusterSums, Ratios, Shares, interval_of_mean, ratios, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.runs.result import Result

ROWS = "rows"  # the denominator of a mean


def _estimate(sums: ClusterSums, top: str, bottom: str, *, is_share: bool) -> Shares | Ratios:
    """Return one column of sums divided by another, as a win share or as a ratio."""
    return shares(sums, top, bottom) if is_share else ratios(sums, top, bottom)


@marks_incomplete
def seat_means(result: Result, by: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """Return the mean per seat of some columns in every cell of `by`.

    Games are the independent unit.

    Args:
        result: A run.
        by: Columns of the seats or games that define the cells.
        columns: Columns of the seats that hold numbers.

    Returns:
        One row per cell and column.
        the columns of `by`
        quantity: the name of the column
        games: the number of games with a seat in the cell
        mean: the mean per seat
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether all of the columns lie between 0 and 1 for every seat, so that the interval is Wilson's

    Raises:
        BadInput: If a column does not exist or does not hold numbers.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> table = sb.seat_means(result, ["ship"], ["points", "rolls"])
    >>> table[["ship", "quantity", "mean"]].round(1)
          ship quantity  mean
    0  Clipper   points  44.2
    1  Clipper    rolls  12.8
    2      Tug   points  43.9
    3      Tug    rolls  13.8
    4    Probe   points  41.6
    5    Probe    rolls  14.6
    """
    wanted = [(name, name, ROWS) for name in columns]
    check_numbers(result, columns)
    every = all(_are_shares(result, [(name, ROWS) for name in columns]))
    return _table(result, by, wanted, value="mean", is_share=[every] * len(wanted))


@marks_incomplete
def seat_ratios(result: Result, by: Sequence[str], columns: Sequence[Sequence[str]]) -> pd.DataFrame:
    """Return the sum of one seat column divided by the sum of another in every cell of `by`.

    Games are the independent unit.

    Args:
        result: A run.
        by: Columns of the seats or games that define the cells.
        columns: Pairs (top, bottom) of columns of the seats that hold numbers.

    Returns:
        One row per cell and pair.
        the columns of `by`
        quantity: the two names, joined by `per`
        games: the number of games in which the bottom is not 0
        ratio: the ratio
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether the top lies between 0 and the bottom for every seat, so that the interval is Wilson's

    Raises:
        BadInput: If a column does not exist or does not hold numbers.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> table = sb.seat_ratios(result, ["seat"], [("busts", "rolls")])
    >>> table[["seat", "quantity", "ratio"]].round(3)
       seat         quantity  ratio
    0     1  busts per rolls  0.178
    1     2  busts per rolls  0.169
    """
    pairs = [(top, bottom) for top, bottom in columns]
    check_numbers(result, list(dict.fromkeys(name for pair in pairs for name in pair)))
    wanted = [(f"{top}{PER}{bottom}", top, bottom) for top, bottom in pairs]
    return _table(result, by, wanted, value="ratio", is_share=_are_shares(result, pairs))


def _are_shares(result: Result, pairs: Sequence[tuple[str, str]]) -> list[bool]:
    """Return whether the first column of each pair lies between 0 and the second (ROWS means 1) for every seat."""
    within = [
        pl.col(top).is_between(0, pl.lit(1) if bottom == ROWS else pl.col(bottom)).all().alias(str(i))
        for i, (top, bottom) in enumerate(pairs)
    ]
    return list(result.scan("seats").select(within).collect().row(0))


def _table(
    result: Result, by: Sequence[str], wanted: Sequence[tuple[str, str, str]], *, value: str, is_share: Sequence[bool]
) -> pd.DataFrame:
    """Return a row for each cell and each (quantity, top, bottom), as a share if `is_share` says so."""
    names = dict.fromkeys(name for _, *pair in wanted for name in pair if name != ROWS)
    cells, sums = cluster_sums(result, by, {ROWS: pl.lit(1)} | {name: pl.col(name) for name in names})
    keys, tables = to_pandas(cells), []
    for (quantity, top, bottom), share in zip(wanted, is_share, strict=True):
        estimate = _estimate(sums, top, bottom, is_share=share)
        columns = {"quantity": quantity, "games": estimate.games.astype(int), value: estimate.value}
        tables.append(keys.assign(**columns, low=estimate.low, high=estimate.high, is_share=share))
    order = np.arange(len(keys) * len(wanted)).reshape(len(wanted), len(keys)).T.ravel()
    return pd.concat(tables, ignore_index=True).iloc[order].reset_index(drop=True)


@marks_incomplete
def game_means(result: Result, columns: Sequence[str | Sequence[str]]) -> pd.DataFrame:
    """Return the means of some columns of the games, or for a pair of columns the ratio of their sums.

    Args:
        result: A run.
        columns: Columns of the games that hold numbers, or pairs (top, bottom) of them.

    Returns:
        One row per column or pair.
        quantity: the name of the column, or both names joined by `per`
        games: the number of games; for a pair, those in which the bottom is not 0
        value: the mean or the ratio
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether 0 <= top <= bottom <= 1 in every game (a single column has the bottom 1), so that the interval
            is Wilson's

    Raises:
        BadInput: If a column does not exist or does not hold numbers.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.game_means(result, ["rounds", ("decisions", "rounds")])[["quantity", "games", "value"]].round(2)
                   quantity  games  value
    0                rounds    200   4.82
    1  decisions per rounds    200   4.73
    """
    pairs = [(each, ROWS) if isinstance(each, str) else tuple(each) for each in columns]
    names = list(dict.fromkeys(name for pair in pairs for name in pair if name != ROWS))
    check_numbers(result, names, "games")
    rows = []
    for top, bottom in pairs:
        sums, is_share = _of_games(result, top, bottom)
        estimate = _estimate(sums, top, bottom, is_share=is_share)
        quantity = top if bottom == ROWS else f"{top}{PER}{bottom}"
        rows.append((quantity, int(estimate.games[0]), estimate.value[0], estimate.low[0], estimate.high[0], is_share))
    return pd.DataFrame(rows, columns=["quantity", "games", "value", "low", "high", "is_share"])


def _of_games(result: Result, top: str, bottom: str) -> tuple[ClusterSums, bool]:
    """Return the sums of two columns over all games as one cell, and whether the first is a share of the second."""
    games, sums, products, is_share = np.zeros(2), np.zeros(2), np.zeros((2, 2)), True
    for batch in game_batches(result):
        below = pl.lit(1.0) if bottom == ROWS else pl.col(bottom)
        each = batch.scan("games").select(top=pl.col(top), bottom=below).collect().to_numpy().astype(float)
        games, sums, products = games + (each != 0).sum(0), sums + each.sum(0), products + each.T @ each
        is_share = is_share and bool(((each[:, 0] >= 0) & (each[:, 0] <= each[:, 1]) & (each[:, 1] <= 1)).all())
    return ClusterSums((top, bottom), games[None], sums[None], products[None]), is_share


@marks_incomplete
def lengths(result: Result, columns: Sequence[str]) -> pd.DataFrame:
    """Return the distribution of some columns of the games that measure their length.

    Args:
        result: A run.
        columns: Columns of the games that hold numbers, such as `rounds`.

    Returns:
        One row per column.
        quantity: the name of the column
        games: the number of games
        mean: the mean
        low: the lower end of its 95% interval
        high: the upper end
        quarter: the 25th percentile
        median: the 50th percentile
        three_quarters: the 75th percentile
        percentile_95: the smallest value that at least 95% of the games do not exceed

    Raises:
        BadInput: If a column does not exist or does not hold numbers.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.lengths(result, ["rounds"])[["quantity", "mean", "median"]].round(1)
      quantity  mean  median
    0   rounds   4.8     4.0
    """
    check_numbers(result, columns, "games")
    rows = []
    for name in columns:
        table = result.scan("games").group_by(name).len("games").collect(engine="streaming").sort(name)
        values, games = table[name].to_numpy().astype(float), table["games"].to_numpy()
        count, mean = int(games.sum()), float(np.average(values, weights=games))
        spread = math.sqrt(float(games @ (values - mean) ** 2) / max(count - 1, 1)) or 2 / math.sqrt(count)
        quantiles = _quantiles(values, games, [0.25, 0.5, 0.75])
        most = values[np.searchsorted(np.cumsum(games), -(-95 * count // 100))]
        rows.append((name, count, *interval_of_mean(count, mean, spread), *quantiles, most))
    names = ["quantity", "games", "mean", "low", "high", "quarter", "median", "three_quarters", "percentile_95"]
    return pd.DataFrame(rows, columns=names)


def _quantiles(values: np.ndarray, games: np.ndarray, shares: Sequence[float]) -> np.ndarray:
    """Return quantiles of values that occur in so many games, interpolated as by `numpy.percentile`.

    Args:
        values: The values in ascending order, shape (values,).
        games: The number of games with each value, shape (values,).
        shares: The shares of the games below the quantiles.
    """
    places = np.array(shares) * (games.sum() - 1)
    below, last = np.floor(places), np.cumsum(games)
    low, high = (values[np.searchsorted(last, each, side="right")] for each in (below, np.ceil(places)))
    return low + (high - low) * (places - below)
