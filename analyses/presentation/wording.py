"""Wording: tables, rows and names as sentences and labels."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.truncation_text import verdict_text
from starbalance.analyses.statistics.verdict import BALANCE, ONE_SEAT, REASON
from starbalance.simulator.engine.wording import counted, joined, plural

MORE = " or more"  # after a count that also stands for larger counts
PER = " per "  # between the two columns of a ratio
_FEW_CHANGES = 2  # listed one by one
_OCCURRENCE = "occurrence"
NAMES = ("column", "quantity", _OCCURRENCE)  # columns of tables whose values are names of other columns
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_WORDS: ContextVar[Mapping[str, str]] = ContextVar("words", default=_NOTHING)
_LEVELS: ContextVar[Mapping[str, Sequence[str]]] = ContextVar("levels", default=_NOTHING)


@contextmanager
def speaking(words: Mapping[str, str], levels: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Use words for columns and ratios, and level names for the values 0, 1, ... of a column, inside a `with` block."""
    of_words, of_levels = _WORDS.set(words), _LEVELS.set(levels)
    try:
        yield
    finally:
        _WORDS.reset(of_words)
        _LEVELS.reset(of_levels)


def percent(row: Any) -> str:
    """Return the share of a row in percent with its interval, such as 25.9% (24.0\u201327.9)."""
    return f"{100 * row['share']:.1f}% ({100 * row['low']:.1f}\u2013{100 * row['high']:.1f})"


def margin_words(margin: float) -> str:
    """Return a margin in words.

    Args:
        margin: The margin, as a share.

    >>> margin_words(0.02), margin_words(0.01), margin_words(0.025)
    ('2 points', '1 point', '2.5 points')
    """
    number = f"{100 * margin:.4g}"
    return f"{number} {plural(float(number), 'point')}"


def points(row: Any, digits: int = 1) -> str:
    """Return the difference of a row in percentage points with its interval."""
    value, low, high = (f"{100 * row[name]:+.{digits}f}" for name in ("difference", "low", "high"))
    return f"{value} points ({low} to {high})"


def number(row: Any, value: str) -> str:
    """Return a mean or a ratio of a row with its interval, in percent if `is_share` of the row is true."""
    if row.get("is_share", False):
        return percent({"share": row[value], "low": row["low"], "high": row["high"]})
    digits = _digits(row[value])
    return f"{row[value]:.{digits}f} ({row['low']:.{digits}f} to {row['high']:.{digits}f})"


def short(value: float, largest: float) -> str:
    """Return a mean or a ratio as a label, with the decimal places that the largest value of its kind needs."""
    return f"{value:.{_digits(largest)}f}"


def _digits(value: float) -> int:
    """Return the number of decimal places that shows about three digits."""
    return 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1


def plain(name: str) -> str:
    """Return the name of a column, or of a ratio of two columns, as words."""
    words = _WORDS.get()
    if name in words or PER not in name:
        return words.get(name, name.replace("_", " "))
    return PER.join(map(plain, name.split(PER)))


def lowered(title: str) -> str:
    """Return a title for use within a sentence, with its first letter in lower case."""
    return title[0].lower() + title[1:]


def changed(changes: Mapping[str, Any]) -> str:
    """Return up to two changed values of the rules, or the number of changed values. Empty without changes."""
    words = [f"{path}={value}" for path, value in changes.items()]
    return ", ".join(words) if len(words) <= _FEW_CHANGES else f"{len(words)} changed values"


def as_options(changes: Mapping[str, Any]) -> list[str]:
    """Return the command line options for changed values of the rules: --set PATH=VALUE for each value."""
    values = ((path, value if isinstance(value, str) else json.dumps(value)) for path, value in changes.items())
    return [word for path, value in values for word in ("--set", f"{path}={value}")]


def between(low: float, high: float) -> str:
    """Return a range of shares in percent, or one number if both ends are equal."""
    ends = dict.fromkeys(f"{100 * end:.1f}" for end in (low, high))
    return "\u2013".join(ends) + "%"


def duration(minutes: float) -> str:
    """Return a duration in words: in minutes, or below 2 minutes in seconds."""
    if minutes >= 2:
        return f"{minutes:,.0f} minutes"
    seconds = max(1, round(60 * minutes))
    return counted(seconds, "second")


def certainty(alpha: float, margin: float, *, whole: str = "the table", always: bool = False) -> str:
    """Return sentences with the confidence levels of the intervals and verdicts of a table.

    Args:
        alpha: One minus the confidence level.
        margin: Margin of the verdicts.
        whole: The tables whose verdicts hold together.
        always: Whether the intervals are anytime-valid.
    """
    level = f"{100 * (1 - alpha):.4g}%"
    return (
        f"Intervals: {level} each{', anytime-valid' if always else ''}. "
        f"Verdicts: family-wise {level} for {whole}, margin {margin_words(margin)}."
    )


def one_seat(tables: Sequence[pd.DataFrame], by: Sequence[str]) -> str:
    """Return a sentence on rows that have the same seat in every game. Empty if there are none.

    Args:
        tables: Tables of win shares with verdicts.
        by: Columns of the cells.
    """
    if not any((each[REASON] == ONE_SEAT).any() for each in tables):
        return ""
    return (
        f"{ONE_SEAT}: {joined([plain(each) for each in by])} and seat always go together in these rows, so their "
        "shares may be the effect of the seat. Compare the seats with --by seat."
    )


def named(columns: Sequence[str], row: Any) -> str:
    """Return a label for a row from the values of some columns. Numbers get the name of their column."""
    return ", ".join(word(name, row[name]) for name in columns)


def word(column: str, value: Any) -> str:
    """Return a value of a column as a label.

    Numbers, and values of columns with levels, get the name of the column. An occurrence is a count above 0.
    """
    if column in NAMES:
        return f"any {plain(str(value))}" if column == _OCCURRENCE else plain(str(value))
    if levels(column):
        return f"{plain(column)}: {level(column, value)}"
    is_count = isinstance(value, int | np.integer) or str(value).removesuffix(MORE).replace(" + ", "").isdigit()
    return _counted(plain(column), value) if is_count else str(value)


def _counted(name: str, value: Any) -> str:
    """Return a number with the name of its column: "2 pieces" if the column counts things, otherwise "seat 2".

    Seats that win together are "seats 1 + 2".
    """
    first, space, rest = name.partition(" ")
    if " + " in str(value):
        return f"{first}s{space}{rest} {value}"
    if not first.endswith("s") or first.endswith(("ss", "us")):
        return f"{name} {value}"
    return f"{value} {single(first) if str(value) == '1' else first}{space}{rest}"


def single(noun: str) -> str:
    """Return the singular of a plural, such as "pass" for "passes"."""
    if noun.endswith("ies"):
        return f"{noun.removesuffix('ies')}y"
    return noun.removesuffix("es") if noun.endswith("sses") else noun.removesuffix("s")


def levels(column: str) -> Sequence[str]:
    """Return the words for the values 0, 1, ... of a column. Empty if it has no words."""
    return _LEVELS.get().get(column, ())


def level(column: str, value: Any) -> Any:
    """Return the word for a value of a column, or the value if it has no word."""
    words = levels(column)
    return words[int(value)] if str(value).isdigit() and int(value) < len(words) else value


def evaluation(verdict: str) -> str:
    """Return a verdict for readers: "too strong" and "too weak" for `strong` and `weak`, other verdicts unchanged."""
    return f"too {verdict}" if verdict in BALANCE[1:] else verdict


def sums(table: pd.DataFrame) -> str:
    """Return sentences on which effects of a table of interactions are additive."""
    return " ".join(f"{_sum(row)}." for _, row in table.iterrows())


def _sum(row: Any) -> str:
    effects = f"the effects of {plain(row['column'])} and {plain(row['other'])}"
    if row["verdict"] == "additive":
        return f"T{effects[1:]} add up, to within the margin"
    if row["verdict"] == "undecided":
        return f"It is undecided whether {effects} add up"
    both = f"{word(row['column'], row['level'])} with {word(row['other'], row['other_level'])}"
    by = {"difference": row["points"] / 100, "low": row["low"] / 100, "high": row["high"] / 100}
    return f"T{effects[1:]} do not add up, most of all {both}: {points(by)} compared with the sum of both effects"


def exchanged(table: pd.DataFrame, column: str) -> str:
    """Return sentences with the effect of a point of skill, and the skill that lower rows need to equal the best row.

    `table` is a result of `exchange`. The rows in the sentences are the best, the median and the last.
    """
    slope = {"value": table.attrs["slope"], "low": table.attrs["slope_low"], "high": table.attrs["slope_high"]}
    best, median, worst = (table.iloc[place] for place in (0, len(table) // 2, len(table) - 1))
    return (
        f"A point of skill adds {number(slope, 'value')} log odds. To win as often as {best[column]}, the median, "
        f"{median[column]}, needs {_in_skill(median)} more points of skill. The last, {worst[column]}, "
        f"needs {_in_skill(worst)}."
    )


def _in_skill(row: Any) -> str:
    """Return points of skill with their interval."""
    return (
        f"{row['points']:.1f} ({row['low']:.1f} to {row['high']:.1f})" if np.isfinite(row["points"]) else "any number"
    )


def gaps(table: pd.DataFrame) -> str:
    """Return the win shares at the ends and in the middle of a `skill_gap` table without other columns, in words."""
    rows = [table[table["gap"] == gap] for gap in (-2, 0, 2)]
    words = ("at least 2 points of skill behind the other players", "equal skill", "at least 2 points ahead")
    return "; ".join(f"{word} {percent(row.iloc[0])}" for word, row in zip(words, rows, strict=True) if len(row))


def unused(table: pd.DataFrame, idle: Sequence[str], elsewhere: pd.DataFrame) -> str:
    """Return sentences with the components that do not occur in a table of usage, or that all components occur.

    Args:
        table: The components that never occur, as `unused` returns them.
        idle: The components that are dealt but never used.
        elsewhere: The components that occur only in another column, as `elsewhere` returns them.
    """
    kinds = {"Never used": "chosen", "Never dealt": "dealt"}
    lines = {head: _by_column(table[table["kind"] == kind]) for head, kind in kinds.items()}
    lines["Dealt but never used"] = ", ".join(idle)
    lines["Not in this column, but in another"] = _by_column(elsewhere)
    return " ".join(f"{head}: {text}." for head, text in lines.items() if text) or "All components of this table occur."


def _by_column(table: pd.DataFrame) -> str:
    """Return components in words, with the column that they share."""
    by_column = table.groupby("column", sort=False)
    return "; ".join(f"{', '.join(rows['component'])} ({plain(str(name))})" for name, rows in by_column)


def caution(kinds: Sequence[str], *, is_avoidable: bool) -> str:
    """Return sentences on the meaning of the differences of a usage table.

    Args:
        kinds: The kinds of its components.
        is_avoidable: Whether strategies of the game can avoid a component.
    """
    ablation = " A strategy NAME-without:COMPONENT (an ablation) measures the effect." if is_avoidable else ""
    lines = {
        "chosen": "Players choose the components that they use. A difference is a correlation with the choice, not "
        f"necessarily its effect.{ablation}",
        "dealt": "Dealt components are random. Their difference is the effect of one component compared with another, "
        "with these strategies.",
    }
    return " ".join(line for kind, line in lines.items() if kind in kinds)


def decided(table: pd.DataFrame) -> str:
    """Return the shares of the outcome that each part of the randomness decides, from a table of `randomness`."""
    ranked = table.sort_values("in_all", ascending=False)
    parts = (f"{plain(row.part)} {100 * row.share:.1f}% and {100 * row.in_all:.1f}%" for row in ranked.itertuples())
    return f"by itself and together with the other parts, {', '.join(parts)}"


def judged(name: str, row: Mapping[str, Any], equal_share: float, *, margin: float) -> str:
    """Return a row of a rates table as a sentence, with the numbers behind its verdict."""
    verdict = verdict_text(row["verdict"], row["games_needed"], row["reason"])
    return (
        f"{name} wins {percent(row)} of {row['games']:,} games, equal share {100 * equal_share:.4g}%, "
        f"margin {margin_words(margin)}: {verdict}."
    )


def balanced(table: pd.DataFrame, by: Sequence[str], margin: float) -> str:
    """Return a sentence on whether the game of a rates table is balanced, and the rows that keep it from that."""
    near, *away = BALANCE
    if (table["verdict"] == near).all():
        return f"The changed game is balanced: every share is within {margin_words(margin)} of an equal share."
    clear = table[table["verdict"].isin(away)]
    if len(clear):
        rows = ", ".join(f"{named(by, row)} is {row['verdict']}" for _, row in clear.iterrows())
        return f"The changed game is not balanced: {rows}."
    needed = table["games_needed"].fillna(0).max()
    more = f": about {needed:,.0f} games in all may decide it" if needed else ""
    return f"It is undecided whether the changed game is balanced{more}."


def uncovered(table: pd.DataFrame) -> str:
    """Return sentences on why McNemar's table of a comparison is not printed."""
    lowest, highest = (100 * share for share in (table["covered"].min(), table["covered"].max()))
    return (
        "McNemar's test is omitted. It compares seats that keep their row of the table above, but the variant moves "
        f"seats to other rows. The row that changes most keeps {lowest:.1f}% of its seats, and the row that changes "
        f"least keeps {highest:.1f}%. The differences above include all seats."
    )


def still_undecided(table: pd.DataFrame, undecided: int) -> str:
    """Return the progress of a rates table: its widest interval and the number of undecided rows."""
    widest = (table["high"] - table["low"]).max() / 2
    return f"widest interval ±{100 * widest:.1f} points, {undecided} of {len(table)} undecided"
