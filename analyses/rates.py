"""Win rates: the share of wins by any columns, with intervals and verdicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import LEVEL, MARGIN, mean_interval, verdict, wilson, win_shares
from analyses.frame import to_pandas
from simulator.errors import BadInput, unknown

COLUMNS = ("games", "share", "low", "high", "verdict")
STRETCH = 100_000  # games aggregated at a time
_SUMS = ("rows", "credit", "squares", "cross", "rows2", "parity")


def rates(result: Any, by: Sequence[str], margin: float = MARGIN, level: float = LEVEL) -> pd.DataFrame:
    """The win share of every cell of `by`: those columns, then games, share, low, high, verdict.

    result: a run. by: columns of its seats or games. share: mean credit of a cell's rows (ties split); games: the games
    that have a row in the cell. Intervals are of the given level for each row by itself; parity is the mean of
    1 / seats over the rows. Raises BadInput for a column that does not exist.
    """
    by = list(by)
    if not 0 < margin < 1:
        raise BadInput(f"The margin cannot be {margin}: it is a share between 0 and 1, such as 0.02.")
    cells = _cells(result, by)
    sums = {name: cells[name].to_numpy().astype(float) for name in ("games", *_SUMS)}
    parity = sums.pop("parity") / sums["rows"]
    found = win_shares(**sums, most=float(cells["most"].to_numpy().max()) or 1.0, level=level)
    table = to_pandas(cells.select(by))
    table["games"] = cells["games"].to_numpy()
    table["share"], table["low"], table["high"] = found.share, found.low, found.high
    table["verdict"] = verdict(found, parity, margin)
    return table


def _cells(result: Any, by: list[str]) -> pl.DataFrame:
    """Sums over the games of every cell, in the order of the cells; a stretch of games at a time: memory stays flat."""
    seats, games = result.scan("seats"), result.scan("games")
    more = _columns_of_games(seats, games, by)
    last = games.select(pl.col("game").max()).collect().item()
    stretches = []
    for first in range(0, last + 1, STRETCH):
        here = pl.col("game").is_between(first, first + STRETCH - 1)
        rows = seats.filter(here)
        if more:
            rows = rows.join(games.filter(here).select("game", *more), on="game")
        stretches.append(_sums(rows, by).collect())
    total = [pl.col(name).sum() for name in ("games", *_SUMS)]
    return pl.concat(stretches).group_by(by).agg(*total, pl.col("most").max()).sort(by)


def _columns_of_games(seats: pl.LazyFrame, games: pl.LazyFrame, by: list[str]) -> list[str]:
    """Those of the columns that only the games frame has. Raises BadInput for one that neither has."""
    known, others = seats.collect_schema().names(), games.collect_schema().names()
    for name in by:
        if name not in known and name not in others:
            raise unknown("column", name, [*known, *(each for each in others if each not in known)])
    return [name for name in by if name not in known]


def _sums(seats: pl.LazyFrame, by: list[str]) -> pl.LazyFrame:
    """The sums that win_shares takes, of every cell; whole games only."""
    per_game = (
        seats.with_columns(parity=1 / pl.len().over("game"))
        .group_by([*by, "game"])
        .agg(
            n=pl.len().cast(pl.Float64),
            c=pl.col("credit").sum(),
            most=pl.col("credit").max(),
            parity=pl.col("parity").sum(),
        )
    )
    n, c = pl.col("n"), pl.col("c")
    return per_game.group_by(by).agg(
        games=pl.len(),
        rows=n.sum(),
        credit=c.sum(),
        squares=(c * c).sum(),
        cross=(c * n).sum(),
        rows2=(n * n).sum(),
        most=pl.col("most").max(),
        parity=pl.col("parity").sum(),
    )


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
