"""What the columns of a run mean and which roles they have, in the columns.toml of a game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
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


@dataclass(frozen=True)
class Roles:
    """The roles of the columns of a game's outcome; a question leaves out what its game does not declare.

    points: the column of seats that counts what the game is played for. attacks: columns of seats or games that count
    attacks. usage: columns of seats, flags or counts, that say what a player uses and does. draw_kinds: kind -> the
    numbered columns, from 1, of what is drawn that hold things of it. dealt: columns of seats, flags, for what chance
    gives a player. apart: number columns of seats that tell nothing
    of why a seat wins: winning by another name, or means of nothing, such as of a round that is 0 for never. told:
    number columns of seats that a summary of one game tells. scoring: words by which it knows the parts of a sentence
    of the log that score; it leaves out the others. decisive: words by which it knows acts that it tells however little
    they count.
    """

    points: str | None = None
    attacks: Sequence[str] = ()
    usage: Sequence[str] = ()
    draw_kinds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    dealt: Sequence[str] = ()
    apart: Sequence[str] = ()
    told: Sequence[str] = ()
    scoring: Sequence[str] = ()
    decisive: Sequence[str] = ()


def roles(game: str) -> Roles:
    """The roles that a game declares in the columns.toml of its folder; none where it has no such file.

    Raises BadInput for a game that does not exist, and for a role that no question knows.
    """
    found = find_game(game)
    given = {name: value for name, value in declared(found).items() if name not in TABLES}
    known = tuple(Roles.__dataclass_fields__)
    for name in given:
        if name not in known:
            raise BadInput(f"{found.folder / FILE}: {unknown('role', name, known)}")
    return Roles(**given)
