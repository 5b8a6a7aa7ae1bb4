"""Excel files of recorded plays as rows of text."""

import io
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from starbalance.analyses.questions.recorded_cell import cell
from starbalance.simulator.engine.errors import BadInput

OLD = b"\xd0\xcf\x11\xe0"  # the first bytes of .xls files and of files with a password
ZIPPED = b"PK\x03\x04"  # the first bytes of .xlsx files
_INSTEAD = "save it as .xlsx without a password, or as CSV"
_BROKEN = (BadZipFile, KeyError, ValueError, TypeError, OSError, SyntaxError)  # SyntaxError: of XML


def read_excel(path: Path, content: bytes) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """Return the place and the cells of each row of the first sheet that has cells, and the names of further sheets.

    Blank rows are left out, and so are sheets without cells. Each row of merged cells gets their value.

    Args:
        path: The file.
        content: Its bytes.

    Raises:
        BadInput: If openpyxl is not installed, or the file is not an Excel file, or has no cells.
    """
    if not content.startswith(ZIPPED):
        raise BadInput(f"{path} is not a file that can be read as Excel: {_INSTEAD}.")
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError:
        raise BadInput(
            "Excel files need openpyxl, which is not installed: run pip install -e '.[excel]', or save the file as CSV."
        ) from None
    try:
        with warnings.catch_warnings(action="ignore"):  # openpyxl warns of formats of cells that it does not know
            book = load_workbook(io.BytesIO(content), data_only=True)
            sheets = {sheet.title: list(_rows(sheet)) for sheet in book.worksheets}
    except _BROKEN:
        raise BadInput(f"{path} cannot be read as Excel: {_INSTEAD}.") from None
    filled = [name for name, rows in sheets.items() if rows]
    if not filled:
        raise BadInput(f"{path} has no cells: give a table with a row per player or per game.")
    return sheets[filled[0]], filled[1:]


def _rows(sheet: Any) -> Iterator[tuple[str, list[str]]]:
    _unmerge(sheet)
    for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = [cell(value) for value in values]
        if any(cells):
            yield f"row {number}", cells


def _unmerge(sheet: Any) -> None:
    """Repeat the value of merged cells in the first column of each of their rows. A title stays in one column."""
    for area in list(sheet.merged_cells.ranges):
        value = sheet.cell(area.min_row, area.min_col).value
        sheet.unmerge_cells(area.coord)
        for row in range(area.min_row + 1, area.max_row + 1):
            sheet.cell(row, area.min_col).value = value
