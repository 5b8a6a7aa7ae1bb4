"""Tables of components as CSV files: `starbalance show` writes them, and a changed table is a variant."""

import csv
from pathlib import Path

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text

SUFFIX = ".csv"
_COLUMNS = ("path", "value")
_SIGNS = ",;\t"  # between the cells, by program and country


def read_rows(file: Path) -> dict[str, tuple[int, str]]:
    """Return the line and the text of each path in a file. Rows without a path are left out.

    Args:
        file: A file with the columns `path` and `value`, as `starbalance show GAME components --format csv` writes.
            Other columns have no effect.

    Raises:
        BadInput: If the file cannot be read, has other columns, or has a path twice.
    """
    lines = read_text(file).splitlines()
    sign = max(_SIGNS, key=lambda each: lines[0].count(each)) if lines else ","
    reader = csv.DictReader(lines, delimiter=sign)
    if not set(_COLUMNS) <= set(reader.fieldnames or ()):
        raise BadInput(
            f"{file} needs the columns 'path' and 'value': write a table of your game with "
            "`starbalance show GAME components --format csv`, and change its values."
        )
    rows: dict[str, tuple[int, str]] = {}
    for row in reader:
        path, text = ((row[name] or "").strip() for name in _COLUMNS)
        if path in rows:
            raise BadInput(f"{file}, line {reader.line_num}: '{path}' occurs twice, first in line {rows[path][0]}.")
        if path:
            rows[path] = reader.line_num, text
    return rows
