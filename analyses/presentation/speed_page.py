"""The measurements of `bench` as a Markdown page."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from starbalance.analyses.presentation.markdown_text import escaped
from starbalance.analyses.presentation.table import table

_WHAT = (
    "Complete games by the rulebook, the same strategy in every seat. A decision is a step with more than one option. "
    "Each number is the median of {count}, each in a process of its own; slowest and fastest are the decisions per "
    "second of the slowest and the fastest run."
)


_PARTS = "Parts of it by themselves, on one core:"


def speed_page(
    measured: Mapping[str, Sequence[Mapping[str, Any]]],
    parts: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    machine: Mapping[str, str],
    day: date,
    runs: int,
) -> str:
    """measured: the title of each game and its rows of bench. parts: likewise, of those that measure parts.

    machine: what the measurements depend on.
    """
    where = (
        f"Measured by `starbalance bench` on {day.isoformat()}: {machine['cores']} cores ({machine['processor']}), "
        f"{machine['system']}, Python {machine['python']}, Numba {machine['numba']}."
    )
    titles = list(dict.fromkeys([*measured, *parts]))
    tables = [_tables(each, measured.get(each, ()), parts.get(each, ())) for each in titles]
    return (
        "\n\n".join(["# Speed", where, _WHAT.format(count="one run" if runs == 1 else f"{runs} runs"), *tables]) + "\n"
    )


def _tables(title: str, rows: Sequence[Mapping[str, Any]], parts: Sequence[Mapping[str, Any]]) -> str:
    """The tables of a game under its title."""
    told = [f"## {escaped(title)}"]
    if rows:
        told.append(table(rows, "markdown"))
    if parts:
        told += [_PARTS, table(parts, "markdown")]
    return "\n\n".join(told)
