"""What the columns of a game mean to the questions that every game is asked, as the game declares it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starbalance.analyses.questions.columns import FILE, TABLES, declared
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.games import find_game


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
