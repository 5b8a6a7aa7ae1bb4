"""The comparison of a run with a run under earlier rules: changed values and their effects."""

from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.table import readable
from starbalance.analyses.presentation.wording import changed, lowered, margin_words, percent, plain, word
from starbalance.analyses.questions.compare import Comparison
from starbalance.analyses.questions.largest_change import ranked
from starbalance.analyses.questions.rates import margin_of_run
from starbalance.analyses.questions.study import setup_title
from starbalance.analyses.report.variants import COMPARED
from starbalance.analyses.statistics.verdict import CHANGE
from starbalance.simulator.engine.tables import variants
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

_TO = "\N{RIGHTWARDS ARROW}"
_LISTED = 8  # largest number of levels without a significant change that are listed
_SIDES = {"share_base": "share_before", "share_variant": "share_now", "base": "before", "variant": "now"}


def against(result: Result, old: Result) -> list[Element]:
    """Return the changed values of the rules, and their effects on win shares by the factor and on the games.

    Raises:
        BadInput: If the runs do not share the game, the setup and the random numbers.
    """
    comparison = Comparison(old, result, [result.factor], margin=margin_of_run(old, result))
    title = f"Win share by {plain(result.factor)}, now minus before"
    return [
        Heading("What changed", page=True),
        Text([f"Before: {_run(old)}.", f"Now: {_run(result)}.", *_changes(comparison.changes)], listed=True),
        Text([*_shares(comparison), _flipped(comparison)], listed=True),
        Chart(
            "against", chart.differences(comparison.shares, comparison.by, title, margin=comparison.margin), f"{title}."
        ),
        Table(
            "against",
            (comparison.shares).rename(columns=_SIDES),
            title,
            [*_SIDES.values(), *COMPARED],
            folded=False,
        ),
        Table(
            "against-course",
            comparison.course.rename(columns=_SIDES),
            "Course of the games, before and now",
            folded=False,
        ),
    ]


def _run(result: Result) -> str:
    """Return a run in words: its folder, rules and number of games."""
    settings = result.settings
    of = next(
        (
            name
            for name, each in variants(find_game(settings["game"])).items()
            if each["changes"] == settings["changes"]
        ),
        "",
    )
    rules = f"variant {of}" if of else changed(settings["changes"]) or "unchanged rules"
    where = f"the run in {result.folder}, " if result.folder else ""
    return f"{where}{rules}, {result.played:,} games"


def _changes(changes: pd.DataFrame) -> list[str]:
    """Return a line for each changed value of the rules, or one line that no value differs."""
    if changes.empty:
        return ["Rules: no value differs."]
    return [f"{row['path']}: {_before(row['base'])} {_TO} {readable(row['variant'])}." for _, row in changes.iterrows()]


def _before(value: Any) -> str:
    """Return the earlier value, or "new" if there was none."""
    return "new" if value is None or value != value else readable(value)


def _shares(comparison: Comparison) -> list[str]:
    """Return a line for each level with its shares before and now, significant and large changes first.

    If there are many levels without a significant change, one line has only their number.
    """
    table = ranked(comparison.shares)
    is_moved = table["verdict"].isin(CHANGE[1:])
    rest = table[~is_moved]
    is_long = len(rest) > _LISTED
    lines = [
        _level(comparison, row) for _, row in pd.concat([table[is_moved], rest[:0] if is_long else rest]).iterrows()
    ]
    if is_long:
        same = int((rest["verdict"] == CHANGE[0]).sum())
        lines.append(
            f"Other levels: {same} of {len(rest)} significantly change by less than {100 * comparison.margin:.4g} "
            "points."
        )
    return lines


def _level(comparison: Comparison, row: Any) -> str:
    """Return a line with the shares of a level before and now, and the difference with its significance."""
    (by,), setup = comparison.by, setup_title(comparison.base.settings["game"], comparison.base.settings["setup"])
    name = f"{word(by, row[by])} of {lowered(setup)}"
    if row["difference"] != row["difference"]:
        return f"{name}: only in one of the two runs."
    size = f"{100 * abs(row['difference']):.1f} points {'more' if row['difference'] > 0 else 'less'}"
    within = f"significantly less than {margin_words(comparison.margin)}"
    sure = {CHANGE[0]: within}.get(row["verdict"], "significant" if row["verdict"] in CHANGE[1:] else "not significant")
    interval = f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}"
    shares = f"{100 * row['share_base']:.1f}% before, {100 * row['share_variant']:.1f}% now"
    return f"{name}: {shares}, {size} ({interval}), {sure}."


def _flipped(comparison: Comparison) -> str:
    row = comparison.flipped.iloc[0]
    share = percent({"share": row["flipped"], "low": row["low"], "high": row["high"]})
    return f"Games: another seat wins {share} of the {int(row['games']):,} games with common random numbers."
