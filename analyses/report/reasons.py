"""Possible reasons for a level that is too strong or too weak: differences between its seats and other seats."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import plain, short
from starbalance.analyses.questions.why import grouped, profile
from starbalance.analyses.report.scenario import Scenario

_FITTING, _OTHERS = 6, 3  # largest number of differences in the first sentence, and in each other sentence


def reasons(scenario: Scenario, level: str, *, title: str, is_strong: bool) -> Iterator[str]:
    """Yield up to three sentences on a level: differences that fit its wins or losses, other differences, the setup.

    The first differences are large in standard deviations and strongly correlated with winning among other seats.
    """
    telling, others, of_setup = grouped(scenario.ask(profile, level), is_strong)
    wins, more = ("wins", "more") if is_strong else ("loses", "less")
    if telling.empty:
        yield f"Why it {wins} in {title}: its seats do not differ significantly from other seats."
    else:
        yield (
            f"Why it {wins} in {title}: {_listed(telling[:_FITTING])}. The numbers are means of its seats against "
            "means of other seats, the most informative first, with the difference in standard deviations (SD) and its "
            f"interval. Other seats with such values also win {more} often: a correlation, not necessarily a cause."
        )
    if len(others):
        yield f"Other differences, with which other seats do not win {more} often: {_listed(others[:_OTHERS])}."
    if len(of_setup):
        yield f"Given by the setup (not a player choice): {_listed(of_setup[:_OTHERS])}."


def _listed(table: pd.DataFrame) -> str:
    return "; ".join(_difference(row) for _, row in table.iterrows())


def _difference(row: Any) -> str:
    """Return a difference in words: the means of its seats and of other seats, and the difference in SD.

    The SD is left out if the means are 0% and 100%.
    """
    name = " ".join(filter(None, [plain(row["column"]), row["component"]]))
    largest = max(abs(row["level_mean"]), abs(row["others"]))
    own, others = (
        f"{100 * value:.0f}%" if row["is_share"] else short(value, largest)
        for value in (row["level_mean"], row["others"])
    )
    text = f"{name} {own} against {others}"
    if {own, others} == {"0%", "100%"}:  # almost no variation within the groups: no standard deviation
        return text
    low, high = (f"{row[end]:+.2f}" for end in ("low", "high"))
    interval = f", {low} to {high}" if low != high else ""  # properties of a seat do not vary
    return f"{text} ({row['difference']:+.2f} SD{interval})"
