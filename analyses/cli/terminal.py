"""Tables for terminals: fitted to the width, with wrapped sentences and coloured verdicts."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from starbalance.analyses.presentation.table import cells, is_number, table

_STYLES = {"balanced": "blue", "unchanged": "blue", "strong": "red", "higher": "red", "weak": "yellow"}
_STYLES |= {"lower": "yellow", "undecided": "dim"}
_GAP, _LEAST = 2, 12  # letters between columns, smallest width of a column of sentences


def print_table(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print rows with equal keys as a table. Numbers and names stay whole, and sentences are wrapped.

    If the terminal is too narrow, the table is printed without wrapping.
    """
    console = console or Console()
    fitted, least = _fitted(rows)
    if least > console.width:
        console.file.write(table(rows) + "\n")
    else:
        console.print(fitted)


def _fitted(rows: Sequence[Mapping[str, Any]]) -> tuple[Table, int]:
    """Return the rows as a table, and its smallest width in letters."""
    columns, texts = cells(rows)
    fitted, least = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold"), -_GAP
    for place, name in enumerate(columns):
        column, right = [line[place] for line in texts], is_number(rows, name)
        is_whole = right or not any(" " in cell for cell in column)
        widest = max(map(len, [name, *column]))
        least += _GAP + (widest if is_whole else min(widest, max(_LEAST, len(name))))
        fitted.add_column(Text(name), justify="right" if right else "left", no_wrap=is_whole, overflow="fold")
    for line in texts:
        fitted.add_row(*(Text(cell, _STYLES.get(cell.partition(" ")[0], "")) for cell in line))
    return fitted, least
