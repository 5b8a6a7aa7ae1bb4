"""TOML to rules: every number of a game with its source, overrides by dotted path, variants.

A data file holds entries, tables with a `value` (or several named values) and a `source`. A path names a value:
`switches.max_warps` is the `value` of an entry, `stars.Vega.materials` a named one.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulator.errors import BadInput, nearest, unknown
from simulator.game import Game, Setup

SOURCES = ("rulebook", "published", "assumed")
_ABOUT = ("source", "note", "ruling", "choices", "least", "most", "option")


@dataclass(frozen=True)
class Rules:
    """The rules of one set-up of a game: the record that kernels read, and what it was made of."""

    record: Any
    document: dict[str, Any]
    setup: Setup
    changed: dict[str, Any]

    @property
    def version(self) -> str:
        """A short hash of every value in force."""
        text = json.dumps([self.setup.name, self.document], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Value:
    """One value of a game's data: where it stands, what it is, where it comes from, what it may be."""

    path: str
    value: Any
    source: str
    entry: Mapping[str, Any]


def load(
    game: Game,
    setup: str | None = None,
    players: int | None = None,
    overrides: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> Rules:
    """The rules of a set-up, with a variant and then single values changed.

    Raises BadInput for an unknown set-up, path, variant, a value of the wrong type or out of bounds.
    """
    chosen = find_setup(game, setup, players)
    document = deepcopy(read(game))
    changed = dict(read_variant(game, variant)["changes"]) if variant else {}
    changed.update(overrides or {})
    changed = {path: _put(document, path, value) for path, value in changed.items()}
    return Rules(game.module("rules").fill(document, chosen), document, chosen, changed)


def find_setup(game: Game, name: str | None, players: int | None) -> Setup:
    """The set-up of that name, or the first for that number of players, or the game's first."""
    if name is None:
        for each in game.setups:
            if players in (None, each.players):
                return each
        counts = sorted({each.players for each in game.setups})
        raise BadInput(
            f"{game.title} is not played by {players} players: "
            f"{nearest(str(players), map(str, counts)) if players is not None else ''}"
        )
    for each in game.setups:
        if each.name == name:
            if players not in (None, each.players):
                raise BadInput(f"The set-up '{name}' is for {each.players} players, not {players}.")
            return each
    raise unknown("set-up", name, [each.name for each in game.setups])


def parse(path: Path) -> dict[str, Any]:
    """A TOML file as a dictionary; BadInput names file and line of an error."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not valid TOML: {error}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text file in UTF-8.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def read(game: Game) -> dict[str, Any]:
    """The data of a game as printed: file name -> its entries (set-ups and variants aside)."""
    files = sorted((game.folder / "data").glob("*.toml"))
    return {path.stem: parse(path) for path in files if path.stem != "variants"}


def values(document: Mapping[str, Any]) -> Iterator[Value]:
    """Every value of a document, with its source."""
    for file, table in document.items():
        yield from _values(file, table, "")


def _values(path: str, entry: Mapping[str, Any], source: str) -> Iterator[Value]:
    own = entry.get("source", source)
    for key, value in entry.items():
        if isinstance(value, Mapping) and key not in _ABOUT:
            yield from _values(f"{path}.{key}", value, own if isinstance(own, str) else "")
        elif key not in _ABOUT:
            where = path if key == "value" else f"{path}.{key}"
            yield Value(where, value, own if isinstance(own, str) else own.get(key, ""), entry)


def find_value(document: Mapping[str, Any], path: str) -> Value:
    """The value at a dotted path; BadInput names the nearest one."""
    known = {each.path: each for each in values(document)}
    if path not in known:
        raise unknown("value", path, known)
    return known[path]


def _put(document: dict[str, Any], path: str, given: Any) -> Any:
    """Changes the value at a path and returns it as stored."""
    old = find_value(document, path)
    new = _checked(old, given)
    parent, _, key = path.rpartition(".")
    holder: Any = document
    for name in (path if "value" in old.entry else parent).split("."):
        holder = holder[name]
    holder["value" if "value" in old.entry else key] = new
    return new


def _checked(old: Value, given: Any) -> Any:
    """The given value in the type of the old one, within the bounds and choices of its entry."""
    new = _converted(old, given)
    choices, least, most = (old.entry.get(key) for key in ("choices", "least", "most"))
    if choices is not None and new not in choices and not _matches_pattern(new, choices):
        raise BadInput(f"'{old.path}' cannot be '{given}': {nearest(str(given), map(str, choices))}")
    if least is not None and new < least:
        raise BadInput(f"'{old.path}' cannot be {given}: the least is {least}.")
    if most is not None and new > most:
        raise BadInput(f"'{old.path}' cannot be {given}: the most is {most}.")
    return new


def _matches_pattern(new: Any, choices: list) -> bool:
    """Whether a choice such as `fixed:Algol` is listed by its beginning, `fixed:`."""
    return isinstance(new, str) and any(str(each).endswith(":") and new.startswith(each) for each in choices)


def _converted(old: Value, given: Any) -> Any:
    kind = type(old.value)
    words = {"true": True, "false": False}
    try:
        if kind is bool:
            return words[str(given).lower()]
        if kind is int:
            if isinstance(given, float) and given != int(given):
                raise ValueError
            return int(given)
        return kind(given)
    except (KeyError, TypeError, ValueError):
        needed = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "a word")
        raise BadInput(f"'{old.path}' cannot be '{given}': it takes {needed}, now {old.value}.") from None


def variants(game: Game) -> dict[str, dict[str, Any]]:
    """The named variants of a game: name -> {question, changes (path -> value)}."""
    found = parse(game.folder / "data" / "variants.toml")
    return {name: _variant(f"variants.toml, {name}", table) for name, table in found.items()}


def _variant(where: str, table: Any) -> dict[str, Any]:
    if not isinstance(table, Mapping):
        raise BadInput(f"{where}: a variant is a table with `question` and `changes`.")
    for key in table:
        if key not in ("question", "changes"):
            raise BadInput(f"{where}: unknown key '{key}': {nearest(key, ['question', 'changes'])}")
    if not isinstance(table.get("changes"), Mapping):
        raise BadInput(f"{where}: `changes` must be a table of paths and values.")
    return {"question": table.get("question", ""), "changes": table["changes"]}


def read_variant(game: Game, name: str | Path) -> dict[str, Any]:
    """A variant by its name, or from a TOML file with `question` and `changes`."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        variant = _variant(str(path), parse(path))
        _refuse_unknown_paths(game, path, variant["changes"])
        return variant
    known = variants(game)
    if str(name) not in known:
        raise unknown("variant", str(name), known)
    return known[str(name)]


def _refuse_unknown_paths(game: Game, path: Path, changes: Mapping[str, Any]) -> None:
    known = {each.path for each in values(read(game))}
    for key in changes:
        if key not in known:
            lines = path.read_text(encoding="utf-8").splitlines()
            line = next((n for n, text in enumerate(lines, 1) if key in text), 1)
            raise BadInput(f"{path}, line {line}: unknown key '{key}': {nearest(key, known)}")


def assumed_share(game: Game) -> float:
    """The share of a game's values that are our stand-ins."""
    sources = [each.source for each in values(read(game))]
    return sum(source == "assumed" for source in sources) / len(sources)
