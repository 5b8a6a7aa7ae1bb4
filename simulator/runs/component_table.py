"""Tables of components as CSV files: a table that `starbalance show` writes is changed and used as a variant."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game

SUFFIX = ".csv"
_COLUMNS = ("path", "value")
_SIGNS = ",;\t"  # between the cells, by program and country


def load(
    game: Game,
    setup: str | None = None,
    players: int | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> tables.Rules:
    """Return the rules of a setup, as `tables.load` does. The variant may also be a CSV file of components.

    Args:
        game: The game.
        setup: The name of the setup. Default: the first setup for the number of players.
        players: The number of players. Default: that of the setup, or of the first setup of the game.
        set: Changes by path, applied after the variant.
        variant: The name of a variant, or a TOML or CSV file. Default: the printed rules.

    Raises:
        BadInput: If a name, a path or a value is wrong.
    """
    if variant is None or Path(variant).suffix.lower() != SUFFIX:
        return tables.load(game, setup, players, set=set, variant=variant)
    return tables.load(game, setup, players, set={**read_changes(game, Path(variant)), **(set or {})})


def read_changes(game: Game, file: Path) -> dict[str, Any]:
    """Return the values of a CSV file that differ from the printed values, by path.

    Args:
        game: The game.
        file: A file with the columns `path` and `value`, as `starbalance show GAME components --format csv` writes.
            Other columns have no effect.

    Raises:
        BadInput: If the file has other columns, a path twice, an unknown path, or a value that the game refuses.
    """
    rules = tables.load(game)
    printed = {each.path: each.value for each in tables.values(rules.document)}
    conditions = {f"{path}.condition" for path in game.conditions(rules)}  # words that `show` lists, no values
    rows = {path: row for path, row in _rows(file).items() if path not in conditions}
    for path, (line, _) in rows.items():
        if path not in printed:
            raise BadInput(f"{file}, line {line}: {unknown('value', path, printed)}")
    texts = {path: text for path, (_, text) in rows.items() if text != str(printed[path])}
    try:
        typed = tables.load(game, set=texts).changed
    except BadInput as error:
        places = [f", line {line}" for path, (line, _) in rows.items() if path in texts and f"'{path}'" in str(error)]
        raise BadInput(f"{file}{''.join(places[:1])}: {error}") from None
    return {path: value for path, value in typed.items() if value != printed[path]}


def _rows(file: Path) -> dict[str, tuple[int, str]]:
    """Return the line and the value of each path in a file. Rows without a path are left out."""
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
