"""Means of columns of seats and of games, and ratios of one to another, with intervals."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import Ratios, Shares, Totals, mean_interval, ratios, shares
from analyses.frame import to_pandas
from analyses.totals import check_numbers, slices, totals

ROWS = "rows"  # the bottom of a mean


def means(result: Any, by: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """The mean per seat of columns of the seats in every cell of `by`: those columns, quantity, games, mean, low, high.

    One row for each cell and column. Games are the independent unit. Raises BadInput for a column that does not exist
    or does not hold numbers.
    """
    return _table(result, by, [(name, name, ROWS) for name in columns], "mean")


def ratio_table(result: Any, by: Sequence[str], columns: Sequence[Sequence[str]]) -> pd.DataFrame:
    """The sum of one seat column over the sum of another in every cell of `by`, for each pair of columns (top, bottom).

    Columns: those of by, quantity, games, ratio, low, high; games: those in which the bottom is not 0. Games are the
    independent unit. Raises BadInput for a column that does not exist or does not hold numbers.
    """
    return _table(result, by, [(f"{top} per {bottom}", top, bottom) for top, bottom in columns], "ratio")


def _table(result: Any, by: Sequence[str], wanted: Sequence[tuple[str, str, str]], value: str) -> pd.DataFrame:
    """A row for each cell and each wanted (quantity, top, bottom)."""
    names = dict.fromkeys(name for _, *pair in wanted for name in pair if name != ROWS)
    check_numbers(result, list(names))
    cells, sums = totals(result, by, {ROWS: pl.lit(1)} | {name: pl.col(name) for name in names})
    keys, tables = to_pandas(cells), []
    for quantity, top, bottom in wanted:
        found = ratios(sums, top, bottom)
        columns = {"quantity": quantity, "games": found.games.astype(int), value: found.ratio}
        tables.append(keys.assign(**columns, low=found.low, high=found.high))
    order = np.arange(len(keys) * len(wanted)).reshape(len(wanted), len(keys)).T.ravel()
    return pd.concat(tables, ignore_index=True).iloc[order].reset_index(drop=True)


def facts(result: Any, columns: Sequence[str | Sequence[str]]) -> pd.DataFrame:
    """Means of columns of games, and for a pair (top, bottom) the sum of one over that of the other.

    Columns: quantity, games (for a pair: those in which the bottom is not 0), value, low, high: a share's interval
    (Wilson) where no game has less than 0 or more than 1, a ratio's otherwise. Raises BadInput for a column that does
    not exist or does not hold numbers.
    """
    pairs = [(each, ROWS) if isinstance(each, str) else tuple(each) for each in columns]
    names = list(dict.fromkeys(name for pair in pairs for name in pair if name != ROWS))
    check_numbers(result, names, "games")
    rows = []
    for top, bottom in pairs:
        sums, is_share = _of_games(result, top, bottom)
        found: Shares | Ratios = shares(sums, top, bottom) if is_share else ratios(sums, top, bottom)
        value = found.share if isinstance(found, Shares) else found.ratio
        quantity = top if bottom == ROWS else f"{top} per {bottom}"
        rows.append((quantity, int(sums.count(bottom)[0]), value[0], found.low[0], found.high[0]))
    return pd.DataFrame(rows, columns=["quantity", "games", "value", "low", "high"])


def _of_games(result: Any, top: str, bottom: str) -> tuple[Totals, bool]:
    """(totals of two columns of all games as one cell, whether the first is a share of the second in each)."""
    games, sums, products, is_share = np.zeros(2), np.zeros(2), np.zeros((2, 2)), True
    for here in slices(result):
        below = pl.lit(1.0) if bottom == ROWS else pl.col(bottom)
        each = here.scan("games").select(top=pl.col(top), bottom=below).collect().to_numpy().astype(float)
        games, sums, products = games + (each != 0).sum(0), sums + each.sum(0), products + each.T @ each
        is_share = is_share and bool(((each[:, 0] >= 0) & (each[:, 0] <= each[:, 1]) & (each[:, 1] <= 1)).all())
    return Totals((top, bottom), games[None], sums[None], products[None]), is_share


def lengths(result: Any, columns: Sequence[str]) -> pd.DataFrame:
    """How long games are by columns of the games: quantity, games, mean, low, high, quarter, median, three_quarters.

    The last three: a quarter, half and three quarters of the games are at most so long. Raises BadInput for a column
    that does not exist or does not hold numbers.
    """
    check_numbers(result, columns, "games")
    rows = []
    for name in columns:
        each = result.scan("games").select(name).collect()[name].to_numpy()
        rows.append((name, len(each), *mean_interval(each.astype(float)), *np.percentile(each, [25, 50, 75])))
    names = ["quantity", "games", "mean", "low", "high", "quarter", "median", "three_quarters"]
    return pd.DataFrame(rows, columns=names)
