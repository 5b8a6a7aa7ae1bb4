"""Win rates: the share of wins by any columns, with intervals and verdicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import LEVEL, MARGIN, mean_interval, shares, verdict, wilson
from analyses.frame import to_pandas
from analyses.totals import totals
from simulator.errors import BadInput, unknown

COLUMNS = ("games", "share", "low", "high", "verdict")


def rates(result: Any, by: Sequence[str], margin: float = MARGIN, level: float = LEVEL) -> pd.DataFrame:
    """The win share of every cell of `by`: those columns, then games, share, low, high, verdict.

    result: a run. by: columns of its seats or games. share: mean credit of a cell's rows (ties split); games: the games
    that have a row in the cell. Intervals are of the given level for each row by itself; parity is the mean of
    1 / seats over the rows. Raises BadInput for a column that does not exist.
    """
    if not 0 < margin < 1:
        raise BadInput(f"The margin cannot be {margin}: it is a share between 0 and 1, such as 0.02.")
    parity = 1 / pl.len().over("game")
    cells, sums = totals(result, by, {"rows": pl.lit(1), "credit": pl.col("credit"), "parity": parity})
    found = shares(sums, "credit", "rows", most_credit(result), level)
    table = to_pandas(cells)
    table["games"] = found.games
    table["share"], table["low"], table["high"] = found.share, found.low, found.high
    table["verdict"] = verdict(found, sums.sum("parity") / sums.sum("rows"), margin)
    return table


def most_credit(result: Any) -> float:
    """The credit of an undivided win in a run: 1, or 1/2 where two allied seats have half each."""
    return result.scan("seats").select(pl.col("credit").max()).collect().item() or 1.0


def about(result: Any) -> pd.DataFrame:
    """What every table needs beside it: games, mean rounds, capped and shared games, with intervals.

    Columns: quantity, value, low, high.
    """
    games = result.scan("games").select("rounds", "capped", "decisions").collect()
    count = games.height
    capped = games["capped"].to_numpy()
    low, high = wilson(np.array([capped.mean()]), np.array([count]))
    rounds, decisions = (mean_interval(games[name].to_numpy().astype(float)) for name in ("rounds", "decisions"))
    rows = [
        ("games", count, np.nan, np.nan),
        ("share of capped games", capped.mean(), low[0], high[0]),
        ("rounds per game", *rounds),
        ("decisions per game", *decisions),
    ]
    return pd.DataFrame(rows, columns=["quantity", "value", "low", "high"])


def shares_of(result: Any, column: str) -> pd.DataFrame:
    """How often each value of a games column occurs: the column, games, share, low, high."""
    games = result.scan("games")
    names = games.collect_schema().names()
    if column not in names:
        raise unknown("column", column, names)
    counts = games.group_by(column).agg(games=pl.len()).sort(column).collect()
    total = counts["games"].sum()
    share = counts["games"].to_numpy() / total
    low, high = wilson(share, np.full(len(share), float(total)))
    return to_pandas(counts).assign(share=share, low=low, high=high)
