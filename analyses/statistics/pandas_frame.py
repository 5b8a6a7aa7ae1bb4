"""Outcomes as pandas frames."""

from typing import Any

import pandas as pd
import polars as pl

from starbalance.simulator.runs.result import Result


def seats_frame(result: Result) -> pd.DataFrame:
    """The seats of a run with the columns of their games: one row per seat and game, words as categories."""
    games = result.games.drop("setup", "players")
    return to_pandas(result.seats.join(games, on="game", maintain_order="left"))


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """A polars frame as a pandas one: words become categories."""
    return pd.DataFrame({name: _pandas_column(frame[name]) for name in frame.columns})


def _pandas_column(series: pl.Series) -> Any:
    if not isinstance(series.dtype, pl.Enum):
        return series.to_numpy()
    words = series.dtype.categories.to_list()
    return pd.Categorical.from_codes(series.to_physical().cast(pl.Int64).fill_null(-1).to_numpy(), words, ordered=True)
