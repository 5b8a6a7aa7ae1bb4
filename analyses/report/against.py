"""A run beside one under the rules before: what was changed, and what that does, as notes on a patch."""

from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.table import readable
from starbalance.analyses.presentation.wording import changed, lowered, percent, plain, word
from starbalance.analyses.questions.compare import Comparison
from starbalance.analyses.questions.largest_change import ranked
from starbalance.analyses.questions.study import setup_title
from starbalance.analyses.report.variants import COMPARED
from starbalance.analyses.statistics.verdict import CHANGE
from starbalance.simulator.engine.tables import variants
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

_TO = "\N{RIGHTWARDS ARROW}"
_LISTED = 8  # levels that do not change for sure, beyond which only their number is told
_SIDES = {"share_base": "share_before", "share_variant": "share_now", "base": "before", "variant": "now"}


def against(result: Result, old: Result) -> list[Element]:
    """The numbers that differ, what they do to the win shares by the factor and to the course of the games.

    Raises BadInput for runs that do not share game, set-up and luck.
    """
    found = Comparison(old, result, [result.factor])
    title = f"Win share by {plain(result.factor)}, now less before"
    return [
        Heading("What changed"),
        Text([f"Before: {_run(old)}.", f"Now: {_run(result)}.", *_changes(found.changes)], listed=True),
        Text([*_shares(found), _flipped(found)], listed=True),
        Chart("against", chart.differences(found.shares, found.by, title), f"{title}."),
        Table(
            "against",
            (found.shares).rename(columns=_SIDES),
            title,
            [*_SIDES.values(), *COMPARED],
            folded=False,
        ),
        Table("against-course", found.course.rename(columns=_SIDES), "How the games go, before and now", folded=False),
    ]


def _run(result: Result) -> str:
    """A run by its folder, its rules and its games."""
    its = result.settings
    of = next(
        (name for name, each in variants(find_game(its["game"])).items() if each["changes"] == its["changes"]), ""
    )
    rules = f"variant {of}" if of else changed(its["changes"]) or "the game as it is"
    where = f"the run in {result.folder}, " if result.folder else ""
    return f"{where}{rules}, {result.played:,} games"


def _changes(changes: pd.DataFrame) -> list[str]:
    """The numbers of the rules that differ, a line each."""
    if changes.empty:
        return ["Rules: no number differs."]
    return [f"{row['path']}: {_before(row['base'])} {_TO} {readable(row['variant'])}." for _, row in changes.iterrows()]


def _before(value: Any) -> str:
    """A value before; what a new entry has was not there."""
    return "new" if value is None or value != value else readable(value)


def _shares(found: Comparison) -> list[str]:
    """What each level won before and wins now: those that differ for sure first, the largest change first.

    Of many others only how many are sure not to change.
    """
    table = ranked(found.shares)
    is_moved = table["verdict"].isin(CHANGE[1:])
    rest = table[~is_moved]
    is_long = len(rest) > _LISTED
    lines = [_level(found, row) for _, row in pd.concat([table[is_moved], rest[:0] if is_long else rest]).iterrows()]
    if is_long:
        same = int((rest["verdict"] == CHANGE[0]).sum())
        lines.append(
            f"The others: {same} of {len(rest)} are sure to change by less than {100 * found.margin:.4g} points."
        )
    return lines


def _level(found: Comparison, row: Any) -> str:
    """What a level won before, what it wins now, the difference and how sure that is."""
    (by,), setup = found.by, setup_title(found.base.settings["game"], found.base.settings["setup"])
    name = f"{word(by, row[by])} of {lowered(setup)}"
    if row["difference"] != row["difference"]:
        return f"{name}: only in one of the two runs."
    size = f"{100 * abs(row['difference']):.1f} points {'more' if row['difference'] > 0 else 'less'}"
    within = f"sure to change by less than {100 * found.margin:.4g} points"
    sure = {CHANGE[0]: within}.get(row["verdict"], "sure" if row["verdict"] in CHANGE[1:] else "not sure")
    interval = f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}"
    shares = f"{100 * row['share_base']:.1f} % before, {100 * row['share_variant']:.1f} % now"
    return f"{name}: {shares}, {size} ({interval}), {sure}."


def _flipped(found: Comparison) -> str:
    row = found.flipped.iloc[0]
    share = percent({"share": row["flipped"], "low": row["low"], "high": row["high"]})
    return f"Games: another seat wins {share} of the {int(row['games']):,} games on the same luck."
