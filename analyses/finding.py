"""Tables in plain words: a finding is one sentence."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.verdict import MARGIN


def percent(row: Any) -> str:
    """The share of a row with its interval."""
    return f"{100 * row['share']:.1f} % ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def points(row: Any, digits: int = 1) -> str:
    """The difference of a row in percentage points, with its interval."""
    value, low, high = (f"{100 * row[name]:+.{digits}f}" for name in ("difference", "low", "high"))
    return f"{value} points ({low} to {high})"


def number(row: Any, value: str) -> str:
    """A mean or a ratio of a row with its interval."""
    digits = _digits(row[value])
    return f"{row[value]:.{digits}f} ({row['low']:.{digits}f} to {row['high']:.{digits}f})"


def short(value: float) -> str:
    """A mean or a ratio as a label."""
    return f"{value:.{_digits(value)}f}"


def _digits(value: float) -> int:
    """Decimal places that show some three digits."""
    return 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1


def plain(name: str) -> str:
    """A column's name as words."""
    return name.replace("_", " ")


def lowered(title: str) -> str:
    """A title within a sentence."""
    return title[0].lower() + title[1:]


def named(columns: Sequence[str], row: Any) -> str:
    """A row of a table by the values of some columns: words as they are, numbers with the column's name."""
    return ", ".join(word(name, row[name]) for name in columns)


def word(column: str, value: Any) -> str:
    """A value of a column as a label."""
    return f"{plain(column)} {value}" if isinstance(value, int | np.integer) else str(value)


def spread(table: pd.DataFrame, by: Sequence[str], value: str, tell: Callable[[Any], str]) -> str:
    """The lowest and the highest row of a table in words."""
    ranked = table.sort_values(value)
    return _from_to(ranked.iloc[0], ranked.iloc[-1], by, tell)


def sure_spread(table: pd.DataFrame, by: Sequence[str], value: str, tell: Callable[[Any], str]) -> str:
    """The rows that are most surely low and high in words: by their intervals, so that a rare row does not win.

    Where one row is both, since all others are uncertain: the lowest and the highest.
    """
    low, high = table["high"].idxmin(), table["low"].idxmax()
    return spread(table, by, value, tell) if low == high else _from_to(table.loc[low], table.loc[high], by, tell)


def _from_to(low: Any, high: Any, by: Sequence[str], tell: Callable[[Any], str]) -> str:
    if low.name == high.name:
        return f"{tell(low)} for {named(by, low)}"
    return f"from {tell(low)} for {named(by, low)} to {tell(high)} for {named(by, high)}"


def verdicts(table: pd.DataFrame, by: Sequence[str], parity: float) -> str:
    """Who is strong, weak, balanced, undecided in a rates table, with shares, the largest first."""
    ranked = table.sort_values("share", ascending=False)
    words = ranked["verdict"].str.split().str[0]
    lines = []
    for word in ("strong", "weak", "balanced", "undecided"):
        rows = ranked[words == word]
        if len(rows):
            told = ", ".join(f"{named(by, row)} {100 * row['share']:.1f} %" for _, row in rows.iterrows())
            lines.append(f"{word.capitalize()}: {told}.")
    return f"{' '.join(lines)} Parity is {100 * parity:.1f} %, balanced within {100 * MARGIN:.0f} points of it."
