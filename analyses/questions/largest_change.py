"""The largest effect of a change of the rules: the win share that it changes most, and its effect on the length."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.questions.compare import course, flipped, share_differences
from starbalance.analyses.statistics.aggregate import seat_batches
from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import (
    CHANGE,
    GAMES_NEEDED,
    MARGIN,
    REASON,
    UNDECIDED,
    VERDICT,
    is_significant,
)
from starbalance.simulator.runs.result import Result


def every_cell(base: Result, variant: Result, by: Sequence[str], *, alpha: float) -> pd.DataFrame:
    """Return the differences of `share_differences` in every cell, without verdicts.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.
        alpha: The largest probability that any interval misses its difference (Bonferroni).
    """
    count = pl.concat(each.select(by).unique().collect() for each in seat_batches(base, by)).unique().height
    return share_differences(base, variant, by, margin=MARGIN, alpha=alpha / count).drop(
        columns=[TRUNCATED, VERDICT, GAMES_NEEDED, REASON]
    )


def largest(table: pd.DataFrame, by: Sequence[str], *, margin: float = MARGIN) -> dict[str, Any]:
    """Return the cell whose share changes most, among the cells that are higher or lower if there are any.

    Args:
        table: A table of `every_cell`.
        by: The columns that define its cells.
        margin: The margin of the verdict, as a share. Default: 2 points.

    Returns:
        the columns of `by`: the cell; empty texts if no share has a difference
        difference: the variant minus the base
        low: the lower end of its interval
        high: the upper end
        verdict: `higher`, `lower`, `unchanged` or `undecided`
    """
    keys = [*by, "difference", "low", "high", VERDICT]
    if table["difference"].isna().all():
        return {**dict.fromkeys(keys, np.nan), **dict.fromkeys(by, ""), VERDICT: UNDECIDED}
    judged = table.assign(**{VERDICT: _by_interval(table, margin)})
    changed = judged[is_significant(judged)]
    row = judged.loc[(judged if changed.empty else changed)["difference"].abs().idxmax()]
    return dict(row[keys].to_dict())


def _by_interval(table: pd.DataFrame, margin: float) -> np.ndarray:
    """Return the verdict of each row of differences by its interval, which holds for all rows together."""
    low, high = table["low"], table["high"]
    unchanged, higher, lower = CHANGE
    is_near = (low >= -margin) & (high <= margin)
    return np.select([is_near, low > 0, high < 0], [unchanged, higher, lower], UNDECIDED)


def length(base: Result, variant: Result) -> dict[str, float]:
    """Return the effect of a change on the number of rounds, and how often another player wins.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.

    Returns:
        difference_rounds: the change of the mean number of rounds
        rounds_low: the lower end of its interval
        rounds_high: the upper end
        flipped: the share of games with a different winner; players are matched by their order
    """
    rounds = course(base, variant).set_index("quantity").loc["rounds per game"]
    return {
        "difference_rounds": rounds["difference"],
        "rounds_low": rounds["low"],
        "rounds_high": rounds["high"],
        "flipped": flipped(base, variant)["flipped"][0],
    }


def ranked(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a table in order of the size of their difference, the largest first, and rows without one
    last.

    Args:
        table: A table with the column `difference`.
    """
    size = table["difference"].abs().fillna(-1.0).to_numpy()
    return table.iloc[np.argsort(-size, kind="stable")].reset_index(drop=True)
