"""Tables for output: as text, CSV, JSON or Markdown."""

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from starbalance.analyses.presentation.markdown_text import markdown_table
from starbalance.simulator.engine.errors import unknown

FORMATS = ("table", "csv", "json", "markdown")
_QUANTITY = "quantity"  # column of tables whose rows have different kinds
_MINUS = " minus "  # in the name of a quantity that is a difference
IS_SHARE = "is_share"  # hidden column that marks rows whose fractions are shares, shown in percent
_SHARES = {"share", "share_base", "share_variant", "equal_share", "seats", "with", "without", "truncated", "in_all"}
_SHARES |= {"lowest", "highest", "flipped", "leader", "decided"}
_SHARE_OF = "share of "  # begins the name of a column with the share of a level
DIFFERENCES = ("difference", "gain")  # of shares, if the table has shares
BOUNDS = ("low", "high")  # names of the ends of the interval of the column before, and ends of such names


def check_format(name: str) -> None:
    """Raise BadInput if a format is unknown."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)


def table(rows: Sequence[Mapping[str, Any]], format: str = "table") -> str:
    """Return rows as a table in a format. CSV and JSON get full numbers, other formats get rounded numbers.

    Formats for people show shares in percent and differences of shares in points (pp). Columns of shares are known by
    their names; a hidden column `is_share` marks rows whose fractions are shares, or differences of shares.

    Args:
        rows: Rows with equal keys.
        format: `table`, `csv`, `json` or `markdown`.

    Raises:
        BadInput: If the format is unknown.
    """
    check_format(format)
    columns = list(rows[0]) if rows else []
    if format == "json":
        return json.dumps([{key: _plain(value) for key, value in row.items()} for row in rows], indent=2)
    if format == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_plain(value) for value in row.values()] for row in rows)
        return text.getvalue().rstrip("\n")
    names, texts = cells(rows)
    return markdown_table(names, texts) if format == "markdown" else _aligned(names, texts, rows)


def cells(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Return the visible columns, and their cells row by row."""
    columns = [name for name in rows[0] if name != IS_SHARE] if rows else []
    return columns, _cells(rows, columns)


def is_number(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Return whether all cells of a column are numbers or empty."""
    return all(isinstance(_plain(row[name]), int | float | None) for row in rows)


def _plain(value: Any) -> Any:
    """Return a value as a type of JSON. Missing and infinite numbers become `None`."""
    if hasattr(value, "item"):
        value = value.item()
    if str(value) == "<NA>":  # missing value of pandas, compared as text because pandas may not be loaded
        return None
    return None if isinstance(value, float) and not math.isfinite(value) else value


def readable(value: Any) -> str:
    """Return a value as text: fractions with four digits, large numbers with thousands separators."""
    value = _plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        whole = value.is_integer() or abs(value) >= 1000
        return f"{value:,.0f}" if whole and value else f"{value:#.4g}" if abs(value) >= 1 else f"{value:.4f}"
    return str(value)


def _cells(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[list[str]]:
    """Return the cells as text. A column has equal decimal places, unless the rows are different quantities."""
    digits = {name: None if _QUANTITY in columns else _digits([row[name] for row in rows]) for name in columns}
    has_shares = _QUANTITY not in columns and _SHARES & set(columns)
    units = _units(columns) if has_shares else dict.fromkeys(columns, "")
    of_shares, of_differences = _units(columns, "%"), dict.fromkeys(columns, "pp")

    def units_of(row: Mapping[str, Any]) -> Mapping[str, str]:
        if not row.get(IS_SHARE):
            return units
        return of_differences if _MINUS in str(row.get(_QUANTITY)) else of_shares

    return [[_cell(row[name], digits[name], units_of(row)[name]) for name in columns] for row in rows]


def _units(columns: Sequence[str], other: str = "") -> dict[str, str]:
    """Return the unit of each column: % for shares, pp for differences of shares, and that of all other columns."""
    units: dict[str, str] = {}
    before = other
    for name in columns:
        whole, _, end = name.rpartition("_")
        if name in BOUNDS:
            units[name] = before
        elif end in BOUNDS:
            units[name] = units.get(whole, other)
        else:
            is_share = name in _SHARES or name.startswith(_SHARE_OF)
            before = units[name] = "%" if is_share else "pp" if name in DIFFERENCES else other
    return units


def _cell(value: Any, digits: int | None, unit: str) -> str:
    value = _plain(value)
    if unit and isinstance(value, float):
        return f"{100 * value:{'+' if unit == 'pp' else ''}.1f}{unit}"
    return readable(value) if digits is None or value is None else f"{value:,.{digits}f}"


def _digits(values: Sequence[Any]) -> int | None:
    """Return the decimal places that show four digits of the largest fraction of a column.

    Returns `None` if the values are not fractions.
    """
    known = [value for value in map(_plain, values) if value is not None]
    if not known or not all(isinstance(value, float) for value in known) or all(map(float.is_integer, known)):
        return None
    largest = max(map(abs, known))
    return next((digits for digits, most in ((4, 1), (3, 10), (2, 100), (1, 1000)) if largest < most), 0)


def _aligned(columns: Sequence[str], cells: Sequence[Sequence[str]], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a text of lines with columns of equal width and numbers aligned to the right.

    The last column is not padded.
    """
    widths = [max(len(line[i]) for line in [columns, *cells]) for i in range(len(columns))]
    numeric = [is_number(rows, key) for key in columns]
    lines = []
    for line in [columns, *cells]:
        padded = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, numeric, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
