"""A run beside one under the rules before: what was changed, and what that does, as notes on a patch."""

from typing import Any

import pandas as pd

from starbalance.analyses.present import chart
from starbalance.analyses.present.document import Chart, Element, Heading, Table, Text
from starbalance.analyses.present.table import readable
from starbalance.analyses.present.wording import percent, plain, points, word
from starbalance.analyses.questions.compare import Comparison
from starbalance.analyses.questions.largest_change import ranked
from starbalance.analyses.report.variants import COMPARED
from starbalance.analyses.statistics.verdict import CHANGE
from starbalance.simulator.runs.result import Result

_TO = "\N{RIGHTWARDS ARROW}"


def against(result: Result, old: Result) -> list[Element]:
    """The numbers that differ, what they do to the win shares by the factor and to the course of the games.

    Raises BadInput for runs that do not share game, set-up and luck.
    """
    found = Comparison(old, result, [result.factor])
    title = f"Win share by {plain(result.factor)}, now less before"
    return [
        Heading("What changed"),
        Text(_changes(found.changes), listed=True),
        Text([*_shares(found), _flipped(found)], listed=True),
        Chart("against", chart.differences(found.shares, found.by, title), f"{title}."),
        Table("against", found.shares, title, COMPARED, folded=False),
        Table("against-course", found.course, "How the games go, before and now", folded=False),
    ]


def _changes(changes: pd.DataFrame) -> list[str]:
    """The numbers of the rules that differ, a line each."""
    if changes.empty:
        return ["Rules: no number differs."]
    return [f"{row['path']}: {_before(row['base'])} {_TO} {readable(row['variant'])}." for _, row in changes.iterrows()]


def _before(value: Any) -> str:
    """A value before; what a new entry has was not there."""
    return "new" if value is None or value != value else readable(value)


def _shares(found: Comparison) -> list[str]:
    """Who wins more or less often for sure, the largest change first, and how many of the others do not change."""
    table, (by,) = found.shares, found.by
    moved = ranked(table[table["verdict"].isin(CHANGE[1:])])
    lines = [
        f"{word(by, row[by])}: {100 * row['share_base']:.1f} {_TO} {100 * row['share_variant']:.1f} %, {points(row)}."
        for _, row in moved.iterrows()
    ]
    same, rest = int((table["verdict"] == CHANGE[0]).sum()), len(table) - len(moved)
    if rest:
        lines.append(f"The others: {same} of {rest} are sure to change by less than {100 * found.margin:.4g} points.")
    return lines


def _flipped(found: Comparison) -> str:
    row = found.flipped.iloc[0]
    share = percent({"share": row["flipped"], "low": row["low"], "high": row["high"]})
    return f"Games: another seat wins {share} of the {int(row['games']):,} games on the same luck."
