"""The heads and cells of report tables as text, for HTML pages and Markdown."""

import math
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.document import TABLES, Table
from starbalance.analyses.presentation.table import BOUNDS, DIFFERENCES, IS_SHARE, readable
from starbalance.analyses.presentation.truncation_text import joined
from starbalance.analyses.presentation.wording import NAMES, evaluation, level, levels, plain, word
from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, VERDICT
from starbalance.simulator.engine.wording import counted

_MOST = 8  # columns on a page
_ENDS = ("_low", "_high", "_all")  # ends of the names of interval columns
_JOINED = (GAMES_NEEDED, REASON, TRUNCATED)  # columns shown with the verdict or below the table


def columns(element: Table) -> list[str]:
    """Return at most eight columns to show: the columns that the table names, otherwise the first ones.

    If there are more than eight, intervals are left out.
    """
    names = _names(element)
    if element.columns or len(names) <= _MOST:
        return list(element.columns)[:_MOST] or names
    return [name for name in names if not name.endswith(_ENDS)][:_MOST]


def _names(element: Table) -> list[str]:
    """Return the columns of a table except those that are shown with the verdict or below the table."""
    return [str(name) for name in element.frame.columns if name != IS_SHARE and not str(name).startswith(_JOINED)]


def head(element: Table, name: str) -> str:
    """Return the head of a column, with the unit of a share or a difference of shares."""
    if name not in element.percent:
        return plain(name)
    bounds_one = name.startswith(BOUNDS) and any(each.startswith(DIFFERENCES) for each in element.percent)
    return f"{plain(name)}, {'points' if bounds_one or name.startswith(DIFFERENCES) else '%'}"


def is_number(element: Table, name: str) -> bool:
    """Return whether the cells of a column are numbers, not truth values or levels with words."""
    column = element.frame[name]
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column) and not levels(name)


def texts(element: Table, name: str) -> list[str]:
    """Return the cells of a column as text. Differences have a sign, and missing numbers are empty."""
    column = element.shown[name]
    if name.startswith(VERDICT):
        return [evaluation(readable(value)) for value in joined(element.shown)[name]]
    if not is_number(element, name):
        return [_word(name, value) for value in column]
    sign, digits = "+" if name.startswith("difference") else "", _digits(element, name)
    if name in element.percent:
        return [_number(100 * value, sign, 1) for value in column.astype(float)]
    if IS_SHARE not in element.frame or pd.api.types.is_integer_dtype(column):
        return [_number(float(value), sign, digits) for value in column]
    return [
        _number(100 * value, sign, 1, end="%") if is_share else _number(float(value), sign, digits)
        for value, is_share in zip(column, element.shown[IS_SHARE], strict=True)
    ]


def rest(element: Table) -> str:
    """Return sentences on hidden rows and columns and on missing games. Empty if there are none."""
    return " ".join(filter(None, [_hidden(element), element.note]))


def _hidden(element: Table) -> str:
    """Return a sentence on where the hidden rows and columns are. Empty if all are shown."""
    rows, place = len(element.frame), in_file(element.name)
    if not element.limit:
        return f"{element.title or 'Numbers'}: {counted(rows, 'row')} in {place}."
    if rows > element.limit:
        return f"The first {element.limit} of {rows:,} rows; all rows are in {place}."
    more = len(_names(element)) - len(columns(element))
    return f"{counted(more, 'more column')} in {place}." if more else ""


def in_file(name: str) -> str:
    """Return the name of a table with the file that contains it."""
    return f"table {name} of {TABLES}"


def _word(name: str, value: Any) -> str:
    return word(name, value) if name in NAMES else readable(level(name, value))


def _digits(element: Table, name: str) -> int | None:
    """Return the decimal places of a column of numbers, or `None` if its rows have different kinds."""
    column = element.shown[name]
    if "quantity" in element.frame or pd.api.types.is_integer_dtype(column):
        return None
    largest = column[column.abs() < math.inf].abs().max()
    return 0 if largest >= 1000 else 1 if largest >= 20 else 2 if largest >= 1 else 3


def _number(value: float, sign: str, digits: int | None, *, end: str = "") -> str:
    if not math.isfinite(value):
        return ""
    text = _plain(value) if digits is None else f"{value:,.{digits}f}"
    if not text.strip("-0.,"):
        text = text.lstrip("-")
    return (f"{sign}{text}" if value > 0 else text.replace("-", "\u2212")) + end


def _plain(value: float) -> str:
    return readable(int(value) if value.is_integer() else value)
