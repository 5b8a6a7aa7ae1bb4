"""Tables on a terminal: as wide as it is, sentences broken into lines, verdicts in colour."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from starbalance.analyses.presentation.table import cells, is_number, table

_STYLES = {"balanced": "blue", "unchanged": "blue", "strong": "red", "higher": "red", "weak": "yellow"}
_STYLES |= {"lower": "yellow", "undecided": "dim"}
_GAP, _LEAST = 2, 12  # letters between columns, and of a column of sentences


def print_table(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Prints rows with equal keys; numbers and names stay whole, columns of sentences take the room that is left.

    A terminal too narrow for that gets the rows as they are.
    """
    console = console or Console()
    fitted, least = _fitted(rows)
    if least > console.width:
        console.file.write(table(rows) + "\n")
    else:
        console.print(fitted)


def _fitted(rows: Sequence[Mapping[str, Any]]) -> tuple[Table, int]:
    """(the rows as a table, how many letters wide it is at least)."""
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
