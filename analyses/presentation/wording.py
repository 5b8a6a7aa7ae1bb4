"""Tables in plain words: a finding is one sentence."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.truncation_text import verdict_text
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN, ONE_LEVEL, ONE_SEAT, REASON

_BOUND = "in one seat only, so that its effect cannot be separated from that of the seat"
MORE = " or more"  # after a count that stands for larger ones, too
PER = " per "  # between the two columns of a ratio
_FEW_CHANGES = 2  # that are told one by one
_OCCURRENCE = "occurrence"
NAMES = ("column", "quantity", _OCCURRENCE)  # columns of tables whose values are names of other columns
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_WORDS: ContextVar[Mapping[str, str]] = ContextVar("words", default=_NOTHING)
_LEVELS: ContextVar[Mapping[str, Sequence[str]]] = ContextVar("levels", default=_NOTHING)


@contextmanager
def speaking(words: Mapping[str, str], levels: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """While it lasts, columns and ratios are shares by these words, the values 0, 1, ... of a column by its levels."""
    of_words, of_levels = _WORDS.set(words), _LEVELS.set(levels)
    try:
        yield
    finally:
        _WORDS.reset(of_words)
        _LEVELS.reset(of_levels)


def percent(row: Any) -> str:
    """The share of a row with its interval."""
    return f"{100 * row['share']:.1f} % ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def points(row: Any, digits: int = 1) -> str:
    """The difference of a row in percentage points, with its interval."""
    value, low, high = (f"{100 * row[name]:+.{digits}f}" for name in ("difference", "low", "high"))
    return f"{value} points ({low} to {high})"


def number(row: Any, value: str) -> str:
    """A mean or a ratio of a row with its interval; in percent where the row says that it is a share."""
    if row.get("is_share", False):
        return percent({"share": row[value], "low": row["low"], "high": row["high"]})
    digits = _digits(row[value])
    return f"{row[value]:.{digits}f} ({row['low']:.{digits}f} to {row['high']:.{digits}f})"


def short(value: float, largest: float) -> str:
    """A mean or a ratio as a label, with as many decimal places as the largest of its kind needs."""
    return f"{value:.{_digits(largest)}f}"


def _digits(value: float) -> int:
    """Decimal places that show some three digits."""
    return 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1


def plain(name: str) -> str:
    """A column's name, or that of a ratio of two, as words."""
    words = _WORDS.get()
    if name in words or PER not in name:
        return words.get(name, name.replace("_", " "))
    return PER.join(map(plain, name.split(PER)))


def lowered(title: str) -> str:
    """A title within a sentence."""
    return title[0].lower() + title[1:]


def changed(changes: Mapping[str, Any]) -> str:
    """Changed values of the rules: what they are, or how many; nothing for none."""
    words = [f"{path}={value}" for path, value in changes.items()]
    return ", ".join(words) if len(words) <= _FEW_CHANGES else f"{len(words)} changed values"


def as_options(changes: Mapping[str, Any]) -> list[str]:
    """Changed values of the rules as words of a command line: --set PATH=VALUE for each."""
    values = ((path, value if isinstance(value, str) else json.dumps(value)) for path, value in changes.items())
    return [word for path, value in values for word in ("--set", f"{path}={value}")]


def between(low: float, high: float) -> str:
    """From what to what some shares lie, in percent; one number where they are the same."""
    ends = dict.fromkeys(f"{100 * end:.1f}" for end in (low, high))
    return f"{' to '.join(ends)} %"


def duration(minutes: float) -> str:
    """How long something takes."""
    if minutes >= 2:
        return f"{minutes:,.0f} minutes"
    seconds = max(1, round(60 * minutes))
    return f"{seconds} second{'s' * (seconds > 1)}"


def certainty(alpha: float, margin: float, *, whole: str = "the table", always: bool = False) -> str:
    """How sure the intervals and verdicts of a table are, in sentences. always: at all numbers of games at once."""
    level = f"{100 * (1 - alpha):.4g} %"
    return (
        f"Intervals: {level}, each by itself{', at all numbers of games at once' if always else ''}. "
        f"Verdicts: {level} for {whole} as a whole, margin {100 * margin:.4g} points."
    )


def named(columns: Sequence[str], row: Any) -> str:
    """A row of a table by the values of some columns: words as they are, numbers with the column's name."""
    return ", ".join(word(name, row[name]) for name in columns)


def word(column: str, value: Any) -> str:
    """A value of a column as a label: that of a column with levels, or a number, with the column's name.

    An occurrence is a count above 0: any of them.
    """
    if column in NAMES:
        return f"any {plain(str(value))}" if column == _OCCURRENCE else plain(str(value))
    if levels(column):
        return f"{plain(column)}: {level(column, value)}"
    is_count = isinstance(value, int | np.integer) or str(value).removesuffix(MORE).replace(" + ", "").isdigit()
    return _counted(plain(column), value) if is_count else str(value)


def _counted(name: str, value: Any) -> str:
    """A number with the name of its column: before it where it counts things, such as 2 pieces; else after it."""
    first, space, rest = name.partition(" ")
    if not first.endswith("s") or first.endswith(("ss", "us")):
        return f"{name} {value}"
    return f"{value} {single(first) if str(value) == '1' else first}{space}{rest}"


def single(noun: str) -> str:
    """One of a plural, such as pass of passes."""
    if noun.endswith("ies"):
        return f"{noun.removesuffix('ies')}y"
    return noun.removesuffix("es") if noun.endswith("sses") else noun.removesuffix("s")


def levels(column: str) -> Sequence[str]:
    """The words of the values 0, 1, ... of a column; none where it has none."""
    return _LEVELS.get().get(column, ())


def level(column: str, value: Any) -> Any:
    """A value of a column by the word of its level; as it is where it has none."""
    words = levels(column)
    return words[int(value)] if str(value).isdigit() and int(value) < len(words) else value


def extremes(table: pd.DataFrame, by: Sequence[str], value: str, *, tell: Callable[[Any], str]) -> str:
    """The lowest and the highest row of a table in words; both by their numbers only where they may be the same."""
    ranked = table.sort_values(value)
    return _from_to(ranked.iloc[0], ranked.iloc[-1], by, tell=tell)


def significant_extremes(table: pd.DataFrame, by: Sequence[str], value: str, *, tell: Callable[[Any], str]) -> str:
    """The rows that are most significantly low and high in words: by their intervals, so that a rare row does not win.

    Where one row is both, since all others are uncertain: the lowest and the highest.
    """
    low, high = table["high"].idxmin(), table["low"].idxmax()
    return (
        extremes(table, by, value, tell=tell)
        if low == high
        else _from_to(table.loc[low], table.loc[high], by, tell=tell)
    )


def is_significant(table: pd.DataFrame) -> pd.Series:
    """Whether the interval of each row leaves out 0."""
    return (table["low"] > 0) | (table["high"] < 0)


def _from_to(low: Any, high: Any, by: Sequence[str], *, tell: Callable[[Any], str]) -> str:
    if low.name == high.name:
        return f"{tell(low)} for {named(by, low)}"
    if low["high"] >= high["low"]:
        least, most = (tell(row).partition(" (")[0] for row in (low, high))
        return f"no sure difference ({least} to {most})"
    return f"from {tell(low)} for {named(by, low)} to {tell(high)} for {named(by, high)}"


def judgement(verdict: str) -> str:
    """A verdict as a reader meets it: strong and weak are too much and too little."""
    return f"too {verdict}" if verdict in BALANCE[1:] else verdict


def sized(row: Any, parity: float) -> str:
    """How far the share of a row is from parity, and apart from that how sure it is."""
    verdict, margin = row["verdict"], f"{100 * MARGIN:.0f} points"
    away = f"{100 * abs(row['share'] - parity):.1f} points {'above' if row['share'] >= parity else 'below'} parity"
    if row[REASON] in (ONE_SEAT, ONE_LEVEL):
        return f"{away}, {_BOUND if row[REASON] == ONE_SEAT else ONE_LEVEL}"
    if verdict == BALANCE[0]:
        return f"within {margin} of parity, sure"
    if verdict not in BALANCE:
        return f"{away}, not sure"
    is_far = row["low"] > parity + MARGIN or row["high"] < parity - MARGIN
    return f"{away}, sure" if is_far else f"{away}, sure of the side, not of more than {margin}"


def verdicts(table: pd.DataFrame, by: Sequence[str], parity: float) -> str:
    """Every row of a rates table, the largest share first: its share, how far it is from parity, how sure that is.

    Rows that are equally told are told together.
    """
    told: dict[str, list[str]] = {}
    for _, row in table.sort_values("share", ascending=False).iterrows():
        told.setdefault(sized(row, parity), []).append(f"{named(by, row)} {100 * row['share']:.1f} %")
    lines = "; ".join(f"{', '.join(names)}, {how}" for how, names in told.items())
    return f"{lines}. Parity is {100 * parity:.1f} %."


def imbalance(row: Any) -> str:
    """The worst level of a factor with its share and how far that is from a fair one; nothing for none."""
    if row is None:
        return ""
    return f"{row['worst']}: {100 * row['share']:.1f} %, {100 * row['points']:+.1f} points"


def by_skill(claims: pd.DataFrame, by: Sequence[str]) -> str:
    """What holds from sensible play on, of a table of verdict_by_skill: the cells of each verdict with their shares."""
    parts = []
    for verdict, rows in claims.groupby("verdict", sort=False):
        cells = (_cell_by_skill(by, row) for _, row in rows.iterrows())
        parts.append(f"{judgement(verdict)}: {', '.join(cells)}")
    return "; ".join(parts)


def _cell_by_skill(by: Sequence[str], row: Any) -> str:
    return f"{named(by, row)} ({between(row['lowest'], row['highest'])})"


def stopped_by_skill(courses: pd.DataFrame) -> str:
    """The level of skill at which games are stopped by the cap most often: of courses from sensible play on."""
    most = courses.loc[courses["capped_low"].idxmax()]
    if most["capped"] == 0:
        return "From sensible play on, the cap stops no game"
    capped = {"share": most["capped"], "low": most["capped_low"], "high": most["capped_high"]}
    return f"From sensible play on, the cap stops games most often at {most['skill']}: {percent(capped)}"


def sums(table: pd.DataFrame) -> str:
    """Which effects add up, of a table of interactions; without a full stop."""
    return "; ".join(_sum(row) for _, row in table.iterrows())


def _sum(row: Any) -> str:
    of = f"{plain(row['column'])} and {plain(row['other'])}"
    if row["verdict"] == "additive":
        return f"{of} do, but for less than the margin"
    if row["verdict"] == "undecided":
        return f"{of}: undecided"
    both = f"{word(row['column'], row['level'])} with {word(row['other'], row['other_level'])}"
    by = {"difference": row["points"] / 100, "low": row["low"] / 100, "high": row["high"] / 100}
    return f"{of} do not: most of all {both}, {points(by)} against the sum of both"


def exchanged(table: pd.DataFrame, column: str) -> str:
    """What a point of skill is worth, and with how much more the median and the worst of an `exchange` win as often."""
    slope = {"value": table.attrs["slope"], "low": table.attrs["slope_low"], "high": table.attrs["slope_high"]}
    best, median, worst = (table.iloc[place] for place in (0, len(table) // 2, len(table) - 1))
    return (
        f"A point of skill is worth {number(slope, 'value')} log odds: to win as often as {best[column]}, the median, "
        f"{median[column]}, needs {_in_skill(median)} more of it, the last, {worst[column]}, {_in_skill(worst)}."
    )


def _in_skill(row: Any) -> str:
    """Points of skill with their interval."""
    return (
        f"{row['points']:.1f} ({row['low']:.1f} to {row['high']:.1f})" if np.isfinite(row["points"]) else "any number"
    )


def gaps(table: pd.DataFrame) -> str:
    """The win shares at the ends and in the middle of a `skill_gap` without other columns."""
    rows = [table[table["gap"] == gap] for gap in (-2, 0, 2)]
    words = ("2 points of skill or more behind the others", "level with them", "2 or more ahead")
    return "; ".join(f"{word} {percent(row.iloc[0])}" for word, row in zip(words, rows, strict=True) if len(row))


def unused(table: pd.DataFrame, idle: Sequence[str] = ()) -> str:
    """Return sentences on what never occurs, of a table of `unused`, and on items that are dealt but never used."""
    lines = []
    for kind, verb in (("chosen", "used"), ("dealt", "dealt")):
        its = table[table["kind"] == kind].groupby("column", sort=False)
        parts = [f"{', '.join(rows['item'])} ({plain(str(name))})" for name, rows in its]
        lines += [f"Never {verb}: {'; '.join(parts)}."] if parts else []
    lines += [f"Dealt but never used: {', '.join(idle)}."] if idle else []
    return " ".join(lines) or "Everything in this table occurs."


def caution(kinds: Sequence[str]) -> str:
    """Return what the differences of a table of usage mean, by the kinds of its items."""
    lines = {
        "chosen": "Players choose what they use: a difference goes with the choice (correlation) and need not be its "
        "effect. A player of NAME-without:ITEM measures the effect.",
        "dealt": "Chance deals the dealt items: their difference is the effect of such an item in place of another, "
        "with these strategies.",
    }
    return " ".join(line for kind, line in lines.items() if kind in kinds)


def decided(table: pd.DataFrame) -> str:
    """What each part of the luck decides of who wins, by itself and in all: of a table of `luck`."""
    ranked = table.sort_values("in_all", ascending=False)
    parts = (f"{plain(row.part)} {100 * row.share:.1f} and {100 * row.in_all:.1f} %" for row in ranked.itertuples())
    return f"by itself and together with the rest, {', '.join(parts)}"


def judged(name: str, row: Mapping[str, Any], parity: float, *, margin: float) -> str:
    """Return a row of a rates table as a sentence, with all that its verdict rests on."""
    verdict = verdict_text(row["verdict"], row["games_needed"], row["reason"])
    return (
        f"{name} wins {percent(row)} of {row['games']:,} games, parity {100 * parity:.4g} %, "
        f"margin {100 * margin:.4g} points: {verdict}."
    )


def uncovered(table: pd.DataFrame) -> str:
    """Return why McNemar's table of a comparison is not printed: the seats that it leaves out."""
    lowest, highest = (100 * share for share in (table["covered"].min(), table["covered"].max()))
    return (
        "McNemar's test is left out: it compares a seat with itself, and the variant moves seats to other rows of the "
        f"table above. Only {lowest:.1f} to {highest:.1f} % of the seats of a row are in that row under both rules; "
        "the differences above are about all seats."
    )


def still_undecided(table: pd.DataFrame, undecided: int) -> str:
    """How far a rates table is, so many of whose rows are undecided."""
    widest = (table["high"] - table["low"]).max() / 2
    return f"widest interval ±{100 * widest:.1f} points, {undecided} of {len(table)} undecided"
