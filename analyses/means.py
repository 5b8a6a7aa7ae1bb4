"""Means of seat columns, and ratios of one to another, by any columns, with intervals."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import mean_interval, ratios
from analyses.frame import to_pandas
from analyses.totals import check_numbers, totals

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
