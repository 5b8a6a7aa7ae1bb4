"""The meaning and the roles of the columns of a run, as declared in the columns.toml of a game.

Keys of a column:
    meaning (text): Its meaning, as a sentence.
    unit (text): Its unit. Columns of words and codes have none.
"""

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
    """Return the columns of a run of a game.

    Args:
        game: The name or folder of a game.

    Returns:
        table: `games`, `seats` or `timeline`
        column: the name of the column
        meaning: its meaning
        unit: its unit; empty for words and codes

    Raises:
        BadInput: If the game does not exist, or a declaration is not a table of meaning and unit.

    >>> import starbalance as sb
    >>> sb.columns("comet-chase").query("column == 'credit'")[["table", "column", "unit"]]
        table  column  unit
    12  seats  credit  wins
    """
    known_game = find_game(game)
    shared, own = tables.parse(Path(tables.__file__).parent / FILE), declared(known_game)
    rows = []
    for table, names in schemas(known_game, tables.load(known_game)).items():
        entries = {**shared[table], **own.get(table, {})}
        for name in names:
            entry = _entry(known_game, table, entries, name=name)
            unit = known_game.standing if entry.get("unit") == _STANDING else entry.get("unit", "")
            rows.append((table, name, entry.get("meaning", ""), unit))
    return pd.DataFrame(rows, columns=["table", "column", "meaning", "unit"])


def declared(game: Game) -> dict[str, Any]:
    """Return the contents of the columns.toml in the folder of a game. Without it, what a game in one file declares.

    Args:
        game: The game.
    """
    path = game.folder / FILE
    return tables.parse(path) if path.is_file() else dict(getattr(game.module("state"), "COLUMNS", {}))


def _entry(game: Game, table: str, entries: Mapping[str, Any], *, name: str) -> Mapping[str, Any]:
    """Return the entry of a column, or of all numbered columns of its kind, such as claims_N.

    Empty if there is none.
    """
    entry = entries.get(name, entries.get(_NUMBERED.sub("_N", name), {}))
    if not isinstance(entry, Mapping) or not all(isinstance(value, str) for value in entry.values()):
        raise BadInput(
            f"{game.folder / FILE}: [{table}] '{name}' needs a meaning and a unit, both in quotes: "
            f'{name} = {{ meaning = "...", unit = "..." }}.'
        )
    return entry


@dataclass(frozen=True)
class Roles:
    """The roles of the columns of a game. A question leaves out what its game does not declare.

    Attributes:
        points: the column of the seats with the points that decide the game
        attacks: columns of the seats or games that count attacks
        usage: columns of the seats, sets or counts, of what a player uses and does
        draw_kinds: for each kind of shared random components, the numbers of its columns, from 1
        dealt: set-valued columns of the seats with what chance gives a player
        dealt_if: for a column of the seats with the word of a component that a player gets at the setup, the `switch`
            and its `value` under which chance gives it; otherwise the players choose it
        inherent: set-valued columns of `usage` in which components can come with a level, such as the cards that a race
            begins with
        holds: for a set-valued column of the seats that some components can never be in, the data that say which can: a
            table (`data`), a `key` of its entries, and the beginning (`start`) of the values of those that can
        apart: numeric columns of the seats that cannot explain a win: they restate it, or their means are meaningless,
            such as a round that is 0 for never
        out: the column of the seats with the round in which a player left the game, 0 for never
        summary: numeric columns of the seats that a summary of one game reports
        scoring: words that mark the scoring parts of a sentence of the log; a summary leaves out the other parts
        decisive: words that mark actions that a summary reports even if they score little
    """

    points: str | None = None
    attacks: Sequence[str] = ()
    usage: Sequence[str] = ()
    draw_kinds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    dealt: Sequence[str] = ()
    dealt_if: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    inherent: Sequence[str] = ()
    holds: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    apart: Sequence[str] = ()
    out: str | None = None
    summary: Sequence[str] = ()
    scoring: Sequence[str] = ()
    decisive: Sequence[str] = ()


def roles(game: str) -> Roles:
    """Return the roles that a game declares in the columns.toml of its folder. Without the file there are none.

    Args:
        game: The name or folder of a game.

    Raises:
        BadInput: If the game does not exist, or no question knows a role.
    """
    known_game = find_game(game)
    declared_roles = {name: value for name, value in declared(known_game).items() if name not in TABLES}
    known = tuple(Roles.__dataclass_fields__)
    for name in declared_roles:
        if name not in known:
            raise BadInput(f"{known_game.folder / FILE}: {unknown('role', name, known)}")
    return Roles(**declared_roles)
