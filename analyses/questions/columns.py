"""What the columns of a run mean: of every game beside the contract, of a game in its own columns.toml."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.frame import schemas

FILE = "columns.toml"
TABLES = ("games", "seats", "timeline")
_STANDING = "standing"  # the unit that a game names
_NUMBERED = re.compile(r"_\d+$")


def columns(game: str) -> pd.DataFrame:
    """The columns of a run of a game: table (games, seats, timeline), column, meaning, unit (none of words and codes).

    Raises BadInput for a game that does not exist, and for a declaration that is no table of meaning and unit.
    """
    found = find_game(game)
    shared, own = tables.parse(Path(tables.__file__).parent / FILE), declared(found)
    rows = []
    for table, names in schemas(found, tables.load(found)).items():
        entries = {**shared[table], **own.get(table, {})}
        for name in names:
            entry = _entry(found, table, entries, name=name)
            unit = found.standing if entry.get("unit") == _STANDING else entry.get("unit", "")
            rows.append((table, name, entry.get("meaning", ""), unit))
    return pd.DataFrame(rows, columns=["table", "column", "meaning", "unit"])


def declared(game: Game) -> dict[str, Any]:
    """What the columns.toml in the folder of a game says; nothing where it has none."""
    path = game.folder / FILE
    return tables.parse(path) if path.is_file() else {}


def _entry(game: Game, table: str, entries: Mapping[str, Any], *, name: str) -> Mapping[str, Any]:
    """The entry of a column, or of all numbered ones of its kind, as claims_N; an empty one where there is none."""
    entry = entries.get(name, entries.get(_NUMBERED.sub("_N", name), {}))
    if not isinstance(entry, Mapping) or not all(isinstance(value, str) for value in entry.values()):
        raise BadInput(
            f"{game.folder / FILE}: [{table}] '{name}' takes a meaning and a unit, both in quotes: "
            f'{name} = {{ meaning = "...", unit = "..." }}.'
        )
    return entry
