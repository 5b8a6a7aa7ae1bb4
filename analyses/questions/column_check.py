"""The check of the columns of a game: those that it names must exist, and those that it has need a meaning."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from starbalance.analyses.questions import columns as described
from starbalance.analyses.questions.drawn import slots_of
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs.finding import COLUMNS, Finding
from starbalance.simulator.runs.frame import schemas

_OF_COLUMNS = (
    "points",
    "attacks",
    "usage",
    "dealt",
    "dealt_if",
    "inherent",
    "holds",
    "apart",
    "summary",
)  # roles whose values are columns


def column_findings(game: Game, rules: Rules) -> Iterator[Finding]:
    """Yield the columns that a game names and does not have, and those that it has and does not describe.

    Args:
        game: The game.
        rules: Its rules in any setup.
    """
    try:
        known, roles = schemas(game, rules), described.roles(game.address)
        described.columns(game.address)
    except BadInput as error:
        yield Finding(COLUMNS, str(error).rstrip("."))
        return
    if game.draws:
        yield from _wrong_draws(game, known["games"], game.labels(rules))
    for what, names, path in _named(game, rules, roles):
        yield from _unknown(what, path, names=names, known=[*known["seats"], *known["games"]])
    if (game.folder / described.FILE).is_file():
        yield from _undescribed(game, known)


def _named(game: Game, rules: Rules, roles: described.Roles) -> Iterator[tuple[str, Iterable[str], Path]]:
    """Yield the start of a sentence, the columns that the game names, and the file in which it names them."""
    init, toml, state = game.folder / "__init__.py", game.folder / described.FILE, game.module("state")
    yield "GAME names the factor", [game.factor], init
    yield "GAME labels the column", [*game.labels(rules), *game.flags(rules)], init
    yield "Usage names the column", [each.name.lower() for each in getattr(state, "Usage", ())], Path(state.__file__)
    for role in _OF_COLUMNS:
        value = getattr(roles, role) or ()
        yield f"the role '{role}' names the column", [value] if isinstance(value, str) else value, toml


def _wrong_draws(game: Game, columns: Collection[str], labelled: Collection[str]) -> Iterator[Finding]:
    """Yield a missing column of the draws of a game, or one without words."""
    try:
        slots_of(game, columns, labelled)
    except BadInput as error:
        yield Finding(COLUMNS, str(error).rstrip("."), place(game.folder / "__init__.py", "draws"))


def _unknown(what: str, path: Path, *, names: Iterable[str], known: Iterable[str]) -> Iterator[Finding]:
    for name in names:
        if name not in known:
            sentence = f"{what} '{name}', which no run has: {nearest(name, known).rstrip('.')}"
            yield Finding(COLUMNS, sentence, place(path, name))


def _undescribed(game: Game, known: Mapping[str, list[str]]) -> Iterator[Finding]:
    """Yield the columns without a meaning, and the meanings of columns that do not exist."""
    path, own = game.folder / described.FILE, described.declared(game)
    for row in described.columns(game.address).itertuples():
        if not row.meaning:
            what = f"columns.toml does not describe the column '{row.column}' of the table {row.table}"
            yield Finding(COLUMNS, what, place(path, f"[{row.table}]"))
    for table in described.TABLES:
        kinds = {re.sub(r"_\d+$", "_N", name) for name in known[table]}
        names = [name for name in own.get(table, {}) if name not in kinds]
        yield from _unknown(f"columns.toml describes in [{table}] the column", path, names=names, known=known[table])


def place(path: Path, word: str) -> str:
    """Return a file and the first line with a word in it, or line 1.

    Args:
        path: The file.
        word: The word, in any case.
    """
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    lines = read_text(path).splitlines()
    return f"{path}, line {next((number for number, line in enumerate(lines, 1) if pattern.search(line)), 1)}"
