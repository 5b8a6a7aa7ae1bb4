"""Why a level wins too much or too little, as far as its seats tell: what they do and have unlike the others."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import plain, short
from starbalance.analyses.questions.why import distinctions, grouped
from starbalance.analyses.report.scenario import Scenario

_TOLD, _ASIDE = 6, 3  # differences in line with the wins, others


def reasons(scenario: Scenario, level: str, *, title: str, is_strong: bool) -> Iterator[str]:
    """Up to three sentences on a level: what fits its wins or losses, what else sets it apart, what comes with it.

    The most telling first: that differs by most standard deviations and goes most with winning among the others.
    """
    telling, others, given = grouped(scenario.ask(distinctions, level), is_strong)
    wins, more = ("wins", "more") if is_strong else ("loses", "less")
    if telling.empty:
        yield f"Why it {wins} in {title}: nothing that its seats do sets them apart for sure."
    else:
        yield (
            f"Why it {wins} in {title}: {_told(telling[:_TOLD])}. Means of its seats against those of the others, the "
            "most telling first; in brackets the difference in standard deviations of a seat (SD), with its interval. "
            f"Among the others, too, such seats win {more} often, which is a correlation and need not be the cause."
        )
    if len(others):
        yield (
            f"What else sets it apart, though such seats do not win {more} often among the others: "
            f"{_told(others[:_ASIDE])}."
        )
    if len(given):
        yield f"What comes with it, to its good or not, and is no choice of its players: {_told(given[:_ASIDE])}."


def _told(table: pd.DataFrame) -> str:
    return "; ".join(_difference(row) for _, row in table.iterrows())


def _difference(row: Any) -> str:
    """What sets its seats apart: the mean of it, that of the others, the difference in standard deviations."""
    name = " ".join(filter(None, [plain(row["column"]), row["item"]]))
    largest = max(abs(row["its"]), abs(row["others"]))
    its, others = (
        f"{100 * value:.0f} %" if row["is_share"] else short(value, largest) for value in (row["its"], row["others"])
    )
    told = f"{name} {its} against {others}"
    if {its, others} == {"0 %", "100 %"}:  # hardly anybody differs from its like: no measure of distance
        return told
    low, high = (f"{row[end]:+.2f}" for end in ("low", "high"))
    interval = f", {low} to {high}" if low != high else ""  # what a place has does not vary
    return f"{told} ({row['difference']:+.2f} SD{interval})"
