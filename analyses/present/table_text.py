"""The heads and cells of a report's table as people read them, on a page and in Markdown alike."""

import math
from typing import Any

import pandas as pd

from starbalance.analyses.present.document import Table
from starbalance.analyses.present.table import readable
from starbalance.analyses.present.wording import NAMES, level, levels, plain, word

_SHARE = "is_share"  # a column that is not shown itself: in which rows all numbers but counts are shares


def columns(block: Table) -> list[str]:
    """The columns that are shown."""
    return [str(name) for name in block.frame.columns if name != _SHARE]


def head(block: Table, name: str) -> str:
    """The head of a column."""
    return plain(name) + (", %" if name in block.percent else "")


def is_number(block: Table, name: str) -> bool:
    """Whether the cells of a column are numbers: neither truth nor levels that have words."""
    column = block.frame[name]
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column) and not levels(name)


def texts(block: Table, name: str) -> list[str]:
    """The cells of a column; a difference has its sign, a number that is none is empty."""
    column = block.shown[name]
    if not is_number(block, name):
        return [_word(name, value) for value in column]
    sign, digits = "+" if name.startswith("difference") else "", _digits(block, name)
    if name in block.percent:
        return [_number(100 * value, sign, 1) for value in column.astype(float)]
    if _SHARE not in block.frame or pd.api.types.is_integer_dtype(column):
        return [_number(float(value), sign, digits) for value in column]
    return [
        _number(100 * value, sign, 1, " %") if is_share else _number(float(value), sign, digits)
        for value, is_share in zip(column, block.shown[_SHARE], strict=True)
    ]


def rest(block: Table) -> str:
    """What is said of the rows that are not shown; nothing where all are."""
    rows = len(block.frame)
    if not block.most:
        return f"{block.title}: tables/{block.name}.csv."
    return f"The first {block.most} of {rows:,} rows; all of them are in tables/{block.name}.csv." * (rows > block.most)


def _word(name: str, value: Any) -> str:
    return word(name, value) if name in NAMES else readable(level(name, value))


def _digits(block: Table, name: str) -> int | None:
    """The decimal places of a column of numbers; none where its rows are of different kinds."""
    column = block.shown[name]
    if "quantity" in block.frame or pd.api.types.is_integer_dtype(column):
        return None
    largest = column[column.abs() < math.inf].abs().max()
    return 0 if largest >= 1000 else 1 if largest >= 20 else 2 if largest >= 1 else 3


def _number(value: float, sign: str, digits: int | None, end: str = "") -> str:
    if not math.isfinite(value):
        return ""
    text = _plain(value) if digits is None else f"{value:,.{digits}f}"
    if not text.strip("-0.,"):
        text = text.lstrip("-")
    return (f"{sign}{text}" if value > 0 else text.replace("-", "\u2212")) + end


def _plain(value: float) -> str:
    return readable(int(value) if value.is_integer() else value)
