"""Means of columns of seats and of games, and ratios of one to another, with intervals."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.presentation.wording import PER
from starbalance.analyses.statistics.aggregate import check_numbers, cluster_sums, game_batches
from starbalance.analyses.statistics.estimate import ClusterSums, Ratios, Shares, mean_interval, ratios, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.runs.result import Result

ROWS = "rows"  # the bottom of a mean


def _found(sums: ClusterSums, top: str, bottom: str, *, is_share: bool) -> Shares | Ratios:
    """One column of sums over another, as a share of it or as a ratio."""
    return shares(sums, top, bottom) if is_share else ratios(sums, top, bottom)


@marks_incomplete
def seat_means(result: Result, by: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """The mean per seat of columns of the seats in every cell of `by`, one row for each cell and column.

    Columns: those of by, quantity, games, mean, low, high, is_share: where no seat has less than 0 or more than 1 in
    any of the columns, so that the interval is a share's (Wilson). Games are the independent unit. Raises BadInput for
    a column that does not exist or does not hold numbers.
    """
    wanted = [(name, name, ROWS) for name in columns]
    check_numbers(result, columns)
    every = all(_are_shares(result, [(name, ROWS) for name in columns]))
    return _table(result, by, wanted, value="mean", is_share=[every] * len(wanted))


@marks_incomplete
def seat_ratios(result: Result, by: Sequence[str], columns: Sequence[Sequence[str]]) -> pd.DataFrame:
    """The sum of one seat column over the sum of another in every cell of `by`, for each pair of columns (top, bottom).

    Columns: those of by, quantity, games, ratio, low, high, is_share: where the top is part of the bottom of every
    seat, so that the interval is a share's (Wilson). games: those in which the bottom is not 0. Games are the
    independent unit. Raises BadInput for a column that does not exist or does not hold numbers.
    """
    pairs = [(top, bottom) for top, bottom in columns]
    check_numbers(result, list(dict.fromkeys(name for pair in pairs for name in pair)))
    wanted = [(f"{top}{PER}{bottom}", top, bottom) for top, bottom in pairs]
    return _table(result, by, wanted, value="ratio", is_share=_are_shares(result, pairs))


def _are_shares(result: Result, pairs: Sequence[tuple[str, str]]) -> list[bool]:
    """Whether the first column of each pair is from 0 to the second (ROWS: 1) in every seat."""
    within = [
        pl.col(top).is_between(0, pl.lit(1) if bottom == ROWS else pl.col(bottom)).all().alias(str(i))
        for i, (top, bottom) in enumerate(pairs)
    ]
    return list(result.scan("seats").select(within).collect().row(0))


def _table(
    result: Result, by: Sequence[str], wanted: Sequence[tuple[str, str, str]], *, value: str, is_share: Sequence[bool]
) -> pd.DataFrame:
    """A row for each cell and each wanted (quantity, top, bottom), of which is_share says whether it is a share."""
    names = dict.fromkeys(name for _, *pair in wanted for name in pair if name != ROWS)
    cells, sums = cluster_sums(result, by, {ROWS: pl.lit(1)} | {name: pl.col(name) for name in names})
    keys, tables = to_pandas(cells), []
    for (quantity, top, bottom), share in zip(wanted, is_share, strict=True):
        found = _found(sums, top, bottom, is_share=share)
        columns = {"quantity": quantity, "games": found.games.astype(int), value: found.value}
        tables.append(keys.assign(**columns, low=found.low, high=found.high, is_share=share))
    order = np.arange(len(keys) * len(wanted)).reshape(len(wanted), len(keys)).T.ravel()
    return pd.concat(tables, ignore_index=True).iloc[order].reset_index(drop=True)


@marks_incomplete
def game_means(result: Result, columns: Sequence[str | Sequence[str]]) -> pd.DataFrame:
    """Means of columns of games, and for a pair (top, bottom) the sum of one over that of the other.

    Columns: quantity, games (for a pair: those in which the bottom is not 0), value, low, high, is_share: where the
    top is part of the bottom in every game, and that is 0 or 1, so that the interval is a share's (Wilson). Raises
    BadInput for a column that does not exist or does not hold numbers.
    """
    pairs = [(each, ROWS) if isinstance(each, str) else tuple(each) for each in columns]
    names = list(dict.fromkeys(name for pair in pairs for name in pair if name != ROWS))
    check_numbers(result, names, "games")
    rows = []
    for top, bottom in pairs:
        sums, is_share = _of_games(result, top, bottom)
        found = _found(sums, top, bottom, is_share=is_share)
        quantity = top if bottom == ROWS else f"{top}{PER}{bottom}"
        rows.append((quantity, int(found.games[0]), found.value[0], found.low[0], found.high[0], is_share))
    return pd.DataFrame(rows, columns=["quantity", "games", "value", "low", "high", "is_share"])


def _of_games(result: Result, top: str, bottom: str) -> tuple[ClusterSums, bool]:
    """(sums of two columns of all games as one cell, whether the first is a share of the second in each)."""
    games, sums, products, is_share = np.zeros(2), np.zeros(2), np.zeros((2, 2)), True
    for here in game_batches(result):
        below = pl.lit(1.0) if bottom == ROWS else pl.col(bottom)
        each = here.scan("games").select(top=pl.col(top), bottom=below).collect().to_numpy().astype(float)
        games, sums, products = games + (each != 0).sum(0), sums + each.sum(0), products + each.T @ each
        is_share = is_share and bool(((each[:, 0] >= 0) & (each[:, 0] <= each[:, 1]) & (each[:, 1] <= 1)).all())
    return ClusterSums((top, bottom), games[None], sums[None], products[None]), is_share


@marks_incomplete
def lengths(result: Result, columns: Sequence[str]) -> pd.DataFrame:
    """How long games are by columns of the games: quantity, games, mean, low, high, quarter, median, three_quarters.

    The last three: a quarter, half and three quarters of the games are at most so long. Raises BadInput for a column
    that does not exist or does not hold numbers.
    """
    check_numbers(result, columns, "games")
    rows = []
    for name in columns:
        each = result.scan("games").select(name).collect()[name].to_numpy()
        rows.append((name, len(each), *mean_interval(each.astype(float), flip=1.0), *np.percentile(each, [25, 50, 75])))
    names = ["quantity", "games", "mean", "low", "high", "quarter", "median", "three_quarters"]
    return pd.DataFrame(rows, columns=names)
