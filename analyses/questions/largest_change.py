"""The largest effect of a change of the rules: the win share that it changes most, and its effect on the length."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.wording import is_significant
from starbalance.analyses.questions.compare import course, flipped, share_differences
from starbalance.analyses.statistics.aggregate import seat_batches
from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, MARGIN, REASON, UNDECIDED, VERDICT
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
    """Return the cell whose share changes most, among the significant changes if there are any.

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
    keys = [*by, "difference", "low", "high"]
    if table["difference"].isna().all():
        return {**dict.fromkeys(keys, np.nan), **dict.fromkeys(by, ""), "verdict": UNDECIDED}
    significant = table[is_significant(table)]
    row = table.loc[(table if significant.empty else significant)["difference"].abs().idxmax()]
    verdict = "higher" if row["low"] > 0 else "lower" if row["high"] < 0 else UNDECIDED
    if max(abs(row["low"]), abs(row["high"])) <= margin:
        verdict = "unchanged"
    return {**row[keys].to_dict(), "verdict": verdict}


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
