"""What the columns of a game mean to the questions that every game is asked, as the game declares it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starbalance.simulator import find_game, tables
from starbalance.simulator.errors import BadInput, unknown


@dataclass(frozen=True)
class Roles:
    """The roles of the columns of a game's outcome; a question leaves out what its game does not declare.

    points: the column of seats that counts what the game is played for. attacks: columns of seats or games that count
    attacks. draw_kinds: kind -> the numbered columns, from 1, of what is drawn that hold things of it.
    """

    points: str | None = None
    attacks: Sequence[str] = ()
    draw_kinds: Mapping[str, Sequence[int]] = field(default_factory=dict)


def roles(game: str) -> Roles:
    """The roles that a game declares in the columns.toml of its folder; none where it has no such file.

    Raises BadInput for a game that does not exist, and for a role that no question knows.
    """
    path = find_game(game).folder / "columns.toml"
    declared = tables.parse(path) if path.is_file() else {}
    known = tuple(Roles.__dataclass_fields__)
    for name in declared:
        if name not in known:
            raise BadInput(f"{path}: {unknown('role', name, known)}")
    return Roles(**declared)
