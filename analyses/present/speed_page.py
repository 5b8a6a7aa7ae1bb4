"""The measurements of `bench` as a Markdown page."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from starbalance.analyses.present.markdown_text import escaped
from starbalance.analyses.present.table import table

_WHAT = (
    "Complete games by the rulebook, the same strategy in every seat. A decision is a step with more than one option. "
    "Each number is the median of {count}, each in a process of its own; slowest and fastest are the decisions per "
    "second of the slowest and the fastest run."
)


def speed_page(
    measured: Mapping[str, Sequence[Mapping[str, Any]]], machine: Mapping[str, str], day: date, *, runs: int
) -> str:
    """measured: the title of each game and its rows of bench. machine: what the measurements depend on."""
    where = (
        f"Measured by `starbalance bench` on {day.isoformat()}: {machine['cores']} cores ({machine['processor']}), "
        f"{machine['system']}, Python {machine['python']}, Numba {machine['numba']}."
    )
    tables = [f"## {escaped(title)}\n\n{table(rows, 'markdown')}" for title, rows in measured.items()]
    return (
        "\n\n".join(["# Speed", where, _WHAT.format(count="one run" if runs == 1 else f"{runs} runs"), *tables]) + "\n"
    )
