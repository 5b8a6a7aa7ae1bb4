"""Games truncated by the round limit, and the verdicts that are withheld because of them."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.statistics.estimate import CONFIDENCE, critical, wilson
from starbalance.analyses.statistics.verdict import CHANGE, UNDECIDED, categorical
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

TRUNCATED = "truncated"  # a column of every table of verdicts
MAX_TRUNCATED = 0.05


def check_max_truncated(limit: float) -> None:
    """Raise BadInput if a limit on the share of truncated games is not allowed.

    Args:
        limit: The largest share of truncated games under which verdicts are given.

    Raises:
        BadInput: If the limit is not between 0 and 1.
    """
    if not 0 <= limit <= 1:
        raise BadInput(f"max_truncated must be a share from 0 to 1, such as 5% or 0.05, got {limit:g}.")


def truncated_share(result: Result) -> float:
    """Return the share of truncated games of a run, 0 to 1.

    Args:
        result: A run. A run without games has the share 0.
    """
    stopped, games = _counts(result)
    return stopped / games if games else 0.0


def is_surely_stalled(result: Result, limit: float) -> bool:
    """Return whether the share of truncated games is significantly above a limit.

    The lower end of its anytime-valid confidence sequence must lie above the limit, so the answer may be checked while
    the run is played.

    Args:
        result: A run. The result is False for a run without games.
        limit: The largest share of truncated games under which verdicts are given.
    """
    stopped, games = _counts(result)
    if not games:
        return False
    share, trials = np.array([stopped / games]), np.array([games])
    low, _ = wilson(share, trials, critical(trials, CONFIDENCE, True))
    return bool(low[0] > limit)


def _counts(result: Result) -> tuple[int, int]:
    """Return the number of truncated games and the number of all games of a run."""
    stopped = pl.col("truncated").cast(pl.Int64).sum().alias("stopped")
    return result.scan("games").select(stopped, pl.len().alias("games")).collect().row(0)


def reason_for(share: float, limit: float) -> str:
    """Return why a verdict about games with this share of truncated games is withheld.

    The observed share decides, not its interval, because the verdict would be about exactly these games.

    Args:
        share: The observed share of truncated games.
        limit: The largest share under which verdicts are given.

    Returns:
        A short text with both percentages, or an empty text if the verdict is not withheld.

    >>> reason_for(0.08, 0.05)
    '8% of games truncated, limit 5%'
    """
    return f"{100 * share:.3g}% of games truncated, limit {100 * limit:.3g}%" if share > limit else ""


def withheld(words: Iterable[str], reasons: Sequence[str]) -> pd.Categorical:
    """Return verdicts on changes, where each verdict with a reason is replaced by `undecided`.

    Args:
        words: The verdicts: `unchanged`, `higher`, `lower` or `undecided`.
        reasons: Why each verdict is withheld. An empty text keeps the verdict.

    Returns:
        A categorical of the four words, one per verdict.
    """
    pairs = zip(words, reasons, strict=True)
    return categorical([UNDECIDED if reason else word for word, reason in pairs], CHANGE)
