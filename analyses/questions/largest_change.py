"""What a change of the rules does most: of all win shares, the one that it moves farthest; and to the length."""

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
    """compare by columns, without verdicts; the intervals miss any of the cells with a chance of alpha at most."""
    count = pl.concat(each.select(by).unique().collect() for each in seat_batches(base, by)).unique().height
    return share_differences(base, variant, by, margin=MARGIN, alpha=alpha / count).drop(
        columns=[TRUNCATED, VERDICT, GAMES_NEEDED, REASON]
    )


def largest(table: pd.DataFrame, by: Sequence[str], *, margin: float = MARGIN) -> dict[str, Any]:
    """The cell whose share changes most, of those that change significantly; nothing where no share has a change.

    table: as of every_cell, in words or not. Keys: by, difference, low, high, verdict.
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
    """What a change does to the number of rounds, and in how many games another seat wins.

    Keys: difference_rounds, rounds_low, rounds_high, flipped (a share; players are matched by their order).
    """
    rounds = course(base, variant).set_index("quantity").loc["rounds per game"]
    return {
        "difference_rounds": rounds["difference"],
        "rounds_low": rounds["low"],
        "rounds_high": rounds["high"],
        "flipped": flipped(base, variant)["flipped"][0],
    }


def ranked(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of a table, the largest change first; those without one last."""
    size = table["difference"].abs().fillna(-1.0).to_numpy()
    return table.iloc[np.argsort(-size, kind="stable")].reset_index(drop=True)
