"""Typed values of Excel files, of JSON and of runs as the text of a cell."""

from datetime import datetime, time
from typing import Any


class Exact(str):
    """The text of a value that was stored as a number, so that its point is a decimal point."""

    __slots__ = ()


def cell(value: Any) -> str:
    """Return a value as text. Dates are `2024-01-31`, whole numbers have no decimal point, and `None` is empty.

    Args:
        value: The value.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return Exact(int(value) if float(value).is_integer() else value)
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    return str(value).strip()
