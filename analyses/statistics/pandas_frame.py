"""Conversion of the outcomes of a run to pandas frames."""

from typing import Any

import pandas as pd
import polars as pl

from starbalance.simulator.runs.result import Result


def seats_frame(result: Result) -> pd.DataFrame:
    """Return the seats of a run as a pandas frame, joined with the columns of their games.

    Args:
        result: A run.

    Returns:
        One row per seat and game, with all columns of `seats` and `games`. Columns of words are ordered categoricals.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> frame = sb.seats_frame(result)
    >>> len(frame), frame["credit"].sum().item()
    (400, 200.0)
    """
    games = result.games.drop("setup", "players")
    return to_pandas(result.seats.join(games, on="game", maintain_order="left"))


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """Return a polars frame as a pandas frame.

    Args:
        frame: A frame. Columns of type `Enum` become ordered categoricals; other columns keep their NumPy type.
    """
    return pd.DataFrame({name: _pandas_column(frame[name]) for name in frame.columns})


def _pandas_column(series: pl.Series) -> Any:
    if not isinstance(series.dtype, pl.Enum):
        return series.to_numpy()
    words = series.dtype.categories.to_list()
    return pd.Categorical.from_codes(series.to_physical().cast(pl.Int64).fill_null(-1).to_numpy(), words, ordered=True)
