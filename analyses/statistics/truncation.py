"""Truncated games, which the round limit stopped, and the verdicts that they leave undecided."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.statistics.estimate import LEVEL, critical, wilson
from starbalance.analyses.statistics.verdict import CHANGE, UNDECIDED, categorical
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

TRUNCATED = "truncated"  # a column of every table of verdicts
MAX_TRUNCATED = 0.05


def check_max_truncated(limit: float) -> None:
    """Raise BadInput for a limit that is not a share from 0 to 1."""
    if not 0 <= limit <= 1:
        raise BadInput(f"max_truncated must be a share from 0 to 1, such as 5% or 0.05, got {limit:g}.")


def truncated_share(result: Result) -> float:
    """Return the share of truncated games of a run; 0 for a run without games."""
    stopped, games = _counts(result)
    return stopped / games if games else 0.0


def is_surely_stalled(result: Result, limit: float) -> bool:
    """Return whether the share of truncated games is significantly above the limit, at whatever time the run is seen.

    The lower end of its confidence sequence lies above the limit.
    """
    stopped, games = _counts(result)
    if not games:
        return False
    share, trials = np.array([stopped / games]), np.array([games])
    low, _ = wilson(share, trials, critical(trials, LEVEL, True))
    return bool(low[0] > limit)


def _counts(result: Result) -> tuple[int, int]:
    """Return the numbers of truncated games and of all games of a run."""
    stopped = pl.col("capped").cast(pl.Int64).sum().alias("stopped")
    return result.scan("games").select(stopped, pl.len().alias("games")).collect().row(0)


def reason_for(share: float, limit: float) -> str:
    """Return why a verdict about games with this share of truncated games is withheld; empty if it is not.

    The share as observed decides, not its interval: these games are what the verdict would be about.
    """
    return f"{100 * share:.3g}% of games truncated, limit {100 * limit:.3g}%" if share > limit else ""


def withheld(words: Iterable[str], reasons: Sequence[str]) -> pd.Categorical:
    """Return verdicts on changes, each replaced by `undecided` if it has a reason."""
    pairs = zip(words, reasons, strict=True)
    return categorical([UNDECIDED if reason else word for word, reason in pairs], CHANGE)
