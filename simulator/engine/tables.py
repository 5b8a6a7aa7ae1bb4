"""TOML to rules: every number of a game with its source, changes by dotted path, variants.

A data file holds entries, tables with a `value` (or several named values) and a `source`. A path names a value:
`switches.max_warps` is the `value` of an entry, `stars.Vega.materials` a named one, `new.stars.Mira` a whole entry that
is added to those of a file.
"""

import hashlib
import json
import math
import pickle
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence, nearest, unknown
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game, Setup

SOURCES = ("rulebook", "published", "assumed")
_ABOUT = ("source", "note", "ruling", "choices", "least", "most")
_NEW = "new."
_VARIANT = ("question", "new", "changes")
_DEEPEST = 20  # tables and lists inside each other in a file


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
        text = json.dumps([self.setup.name, sorted((each.path, each.value) for each in values(self.document))])
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
    *,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> Rules:
    """The rules of a set-up, with a variant and then single values changed.

    Raises BadInput for an unknown set-up, path, variant, a value of the wrong type or out of bounds.
    """
    chosen = find_setup(game, setup, players)
    document = read(game)
    changed = _put_variant(game, document, variant) if variant is not None else {}
    entries_first = sorted((set or {}).items(), key=lambda each: not each[0].startswith(_NEW))
    changed |= {path: _change(game, document, path, value) for path, value in entries_first}
    return Rules(_filled(game, document, chosen), document, chosen, changed)


def _filled(game: Game, document: dict[str, Any], setup: Setup) -> Any:
    """The record of the rules, as the reader of the game makes it. Raises BadInput with what is wrong in the reader."""
    with in_a_sentence(f"{game.title}: its reader cannot fill in the rules"):
        return game.module("reader").fill(document, setup)


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
    """Return the contents of a TOML file.

    Raises:
        BadInput: if the file cannot be read or is not valid TOML. The message names the file and the line.
    """
    try:
        return _checked_depth(tomllib.loads(read_text(path)))
    except RecursionError:
        raise BadInput(f"{path} has more than {_DEEPEST} tables or lists inside each other.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not valid TOML: {error}.") from None


def _checked_depth(table: dict[str, Any]) -> dict[str, Any]:
    """A table as it is. Raises RecursionError where it is nested too deep for whoever walks it."""
    level: list[Any] = [table]
    for _ in range(_DEEPEST):
        level = [inner for each in level if isinstance(each, dict | list) for inner in _inside(each)]
    if any(isinstance(each, dict | list) for each in level):
        raise RecursionError
    return table


def _inside(holder: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return holder.values() if isinstance(holder, dict) else holder


def read(game: Game) -> dict[str, Any]:
    """The data of a game as printed: file name -> its entries, variants aside.

    Raises BadInput with file, line and key for an entry that is unknown, missing or of the wrong type.
    """
    reader = game.module("reader")
    paths = tuple(map(game.data_file, sorted([*reader.KEYS, *reader.FIELDS])))
    return pickle.loads(_read(game, paths, tuple(map(_edited, paths))))


def _edited(path: Path) -> tuple[int, ...]:
    """What changes when a file is edited."""
    try:
        return path.stat().st_mtime_ns, path.stat().st_size
    except OSError:
        return ()


@lru_cache(maxsize=8)
def _read(game: Game, paths: tuple[Path, ...], edited: tuple[tuple[int, ...], ...]) -> bytes:
    """The data in the files of a game, parsed once as long as nobody edits one; pickled, to be copied fast."""
    reader, document = game.module("reader"), {}
    for path in paths:
        document[path.stem] = parse(path)
        _check_file(path, document[path.stem], reader.KEYS.get(path.stem), reader.FIELDS.get(path.stem))
    return pickle.dumps(document)


def _check_file(path: Path, table: Mapping[str, Any], keys: Any, fields: Any) -> None:
    """A file of single values (keys: name -> type) or of entries with the same named values (fields: name -> type)."""
    if keys is not None:
        _refuse_other_keys(path, (), table, keys)
    for name, entry in table.items():
        wanted = fields if keys is None else {"value": keys[name]}
        if not isinstance(entry, Mapping):
            raise BadInput(f"{path}, line {_line(path, name)}: '{name}' must be a table, [{name}].")
        _refuse_other_keys(path, (name,), entry, wanted)
        _check_source(path, name, entry, wanted)
        for key, kind in wanted.items():
            if not is_a(entry[key], kind):
                raise BadInput(f"{path}, line {_line(path, name, key)}: '{name}.{key}' takes {needed(kind)}.")


def _check_source(path: Path, name: str, entry: Mapping[str, Any], wanted: Iterable[str]) -> None:
    """Check that an entry names the source of each value: one for all, or a table with one for each."""
    source = entry.get("source")
    for key in wanted:
        word = source.get(key) if isinstance(source, Mapping) else source
        if word is None:
            place = f"{path}, line {_line(path, name)}: '{name}'"
            raise BadInput(f'{place} has no source of \'{key}\': write source = "rulebook", "published" or "assumed".')
        if word not in SOURCES:
            place = f"{path}, line {_line(path, name, 'source')}: '{name}.source'"
            raise BadInput(f"{place} cannot be '{word}': {nearest(str(word), SOURCES)}")


def _refuse_other_keys(
    path: Path, place: tuple[str, ...], table: Mapping[str, Any], wanted: Mapping[str, type]
) -> None:
    known = [*wanted, *_ABOUT] if place else list(wanted)
    for key in table:
        if key not in known:
            raise BadInput(f"{path}, line {_line(path, *place, key)}: unknown key '{key}': {nearest(key, known)}")
    for key in wanted:
        if key not in table:
            raise BadInput(f"{path}, line {_line(path, *place)}: '{'.'.join((*place, key))}' is missing.")


def _line(path: Path, *keys: str) -> int:
    """The line of a key within nested tables, found by its text; where the search fails, the last line it reached."""
    lines, at = read_text(path).splitlines(), 0
    for key in keys:
        pattern = re.compile(rf"""^[^#=]*(?<![\w-]){re.escape(key)}(?![\w-])""")
        at = next((n for n in range(at, len(lines)) if pattern.match(lines[n])), at)
    return at + 1


def is_a(value: Any, kind: type) -> bool:
    """Whether a value from TOML or Python has the type (an enumeration: is one of its words)."""
    if issubclass(kind, IntEnum):
        return isinstance(value, str) and value.upper() in kind.__members__
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def needed(kind: type) -> str:
    """What a value of the type is called in a sentence."""
    if issubclass(kind, IntEnum):
        return f"one of {', '.join(word.lower() for word in kind.__members__)}"
    words = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
    return words.get(kind, "a word")


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
            where = path if _is_single(entry) else f"{path}.{key}"
            yield Value(where, value, own if isinstance(own, str) else own.get(key, ""), entry)


def _is_single(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has one value, which goes by the name of the entry."""
    return entry.keys() - set(_ABOUT) == {"value"}


def find_value(document: Mapping[str, Any], path: str) -> Value:
    """The value at a dotted path; BadInput names the nearest one."""
    file = path.partition(".")[0]
    for each in values({file: document.get(file, {})}):
        if each.path == path:
            return each
    raise unknown("value", path, [each.path for each in values(document)])


def _put_variant(game: Game, document: dict[str, Any], variant: str | Path) -> dict[str, Any]:
    """Applies a variant's changes; an error in a file names the file and the line."""
    changes = read_variant(game, variant)["changes"]
    path = Path(variant)
    if str(variant) in variants(game):
        path = game.folder / "data" / "variants.toml"
    changed = {}
    for key, value in changes.items():
        try:
            changed[key] = _change(game, document, key, value)
        except BadInput as error:
            raise BadInput(f"{path}, line {_line_of_path(path, key)}: {error}") from None
    return changed


def _line_of_path(path: Path, dotted: str) -> int:
    """The line where a variant file changes a path: quoted, dotted or by tables."""
    whole = _line(path, dotted)
    return whole if whole > 1 else _line(path, *dotted.split("."))


def _change(game: Game, document: dict[str, Any], path: str, given: Any) -> Any:
    """Changes the value at a path, or adds an entry, and returns it as stored."""
    if path.startswith(_NEW):
        _check_open(game, path)
        return _add(game.module("reader").FIELDS, document, path, given)
    return _put(document, path, given)


def open_tables(game: Game) -> list[str]:
    """Return the tables that take new entries: those in `OPEN` of the game's reader, or all if it has no `OPEN`."""
    reader = game.module("reader")
    return list(getattr(reader, "OPEN", reader.FIELDS))


def _check_open(game: Game, path: str) -> None:
    """Check that the table of a new entry takes new entries. Raises BadInput for a table that is closed."""
    file, known = path.removeprefix(_NEW).partition(".")[0], open_tables(game)
    instead = f"Tables that take new entries: {', '.join(known)}" if known else "No table takes new entries"
    if file in game.module("reader").FIELDS and file not in known:
        raise BadInput(
            f"'{path}' cannot be added: the table '{file}' is closed, because the rules of {game.title} are written "
            f"for its entries. {instead}."
        )


def _add(files: Mapping[str, Mapping[str, type]], document: dict[str, Any], path: str, given: Any) -> dict[str, Any]:
    """Adds an entry, a table of all fields of its file (from the command line: in JSON), at the end of the file."""
    file, _, name = path.removeprefix(_NEW).partition(".")
    if file not in files:
        raise BadInput(f"'{path}' cannot be added: there is no file of entries '{file}': {nearest(file, files)}")
    if name in document[file]:
        raise BadInput(
            f"'{path}' cannot be added: it exists, change a value of it by '{file}.{name}.{next(iter(files[file]))}'."
        )
    if not name or "." in name:
        raise BadInput(f"'{path}' cannot be added: it takes a name without a dot.")
    entry = _table(given)
    if not isinstance(entry, dict):
        raise BadInput(f"'{path}' cannot be '{given}': it takes a table with {', '.join(files[file])}.")
    known = [*files[file], "source", "note"]
    for key in entry:
        if key not in known:
            raise BadInput(f"'{path}' has an unknown field '{key}': {nearest(key, known)}")
    source = entry.get("source", "assumed")
    if source not in SOURCES:
        raise BadInput(f"'{path}.source' cannot be '{source}': {nearest(str(source), SOURCES)}")
    for key, kind in files[file].items():
        if key not in entry:
            raise BadInput(f"'{path}.{key}' is missing: it takes {needed(kind)}.")
        if not is_a(entry[key], kind):
            raise BadInput(f"'{path}.{key}' cannot be '{entry[key]}': it takes {needed(kind)}.")
    document[file][name] = {**entry, "source": source}
    return document[file][name]


def _table(given: Any) -> Any:
    """A table as it is, or read from a text in JSON; anything else as it stands."""
    try:
        return json.loads(given) if isinstance(given, str) else given
    except json.JSONDecodeError:
        return given


def _put(document: dict[str, Any], path: str, given: Any) -> Any:
    """Changes the value at a path and returns it as stored."""
    old = find_value(document, path)
    new = _checked(old, given)
    parent, _, key = path.rpartition(".")
    holder: Any = document
    for name in (path if _is_single(old.entry) else parent).split("."):
        holder = holder[name]
    holder["value" if _is_single(old.entry) else key] = new
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
    """The given value (from the command line: its text) in the type of the old one."""
    kind = type(old.value)
    value = _parsed(given, kind) if isinstance(given, str) else given
    if kind is int and isinstance(value, float) and value.is_integer():
        value = int(value)
    if not is_a(value, kind) or (kind is list and not _is_like(value, old.value)):
        wanted = f"a list like {old.value}" if kind is list else f"{needed(kind)}, now {old.value}"
        raise BadInput(f"'{old.path}' cannot be '{given}': it takes {wanted}.")
    return kind(value)


def _parsed(text: str, kind: type) -> Any:
    """Text as TOML would read it; as it stands where it is a word or not TOML."""
    if kind is str:
        return text
    try:
        found = tomllib.loads(f"value = {text.lower() if kind is bool else text}")
        return found["value"] if len(found) == 1 else text
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def _is_like(value: list, old: list) -> bool:
    """Whether a list has the length and the types of another of one type; the game judges a list of several types."""
    kinds = {type(each) for each in old}
    if len(kinds) != 1 or kinds == {list}:
        return True
    return len(value) == len(old) and all(is_a(a, type(b)) for a, b in zip(value, old, strict=True))


def variants(game: Game) -> dict[str, dict[str, Any]]:
    """The named variants of a game: name -> {question, changes (path -> value, or entry)}."""
    path = game.folder / "data" / "variants.toml"
    return pickle.loads(_variants(path, _edited(path)))


@lru_cache(maxsize=8)
def _variants(path: Path, edited: tuple[int, ...]) -> bytes:
    """The variants in a file, parsed once as `_read` does."""
    return pickle.dumps({name: _variant(path, (name,), table) for name, table in parse(path).items()})


def read_variant(game: Game, name: str | Path) -> dict[str, Any]:
    """A variant by its name, or from a TOML file with `question`, `changes` and entries that are `new`."""
    known = variants(game)
    if str(name) in known:
        return known[str(name)]
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return _variant(path, (), parse(path))
    raise unknown("variant", str(name), known)


def _variant(path: Path, place: tuple[str, ...], table: Any) -> dict[str, Any]:
    parts = [table[key] for key in ("new", "changes") if key in table] if isinstance(table, Mapping) else []
    if not parts or not all(isinstance(part, Mapping) for part in parts):
        line = _line(path, *place)
        raise BadInput(
            f"{path}, line {line}: a variant takes `question`, a text, and `changes`, a table of paths and values."
        )
    for key in table:
        if key not in _VARIANT:
            line = _line(path, *place, key)
            raise BadInput(f"{path}, line {line}: unknown key '{key}': {nearest(key, _VARIANT)}")
    changes = [*_new(table.get("new", {})), *_flat(table.get("changes", {}), "")]
    return {"question": table.get("question", ""), "changes": dict(changes)}


def _new(files: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of tables `[new.FILE.NAME]` by their path."""
    for file, entries in files.items():
        for name, entry in entries.items() if isinstance(entries, Mapping) else [("", entries)]:
            yield f"{_NEW}{file}.{name}", entry


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Nested tables as dotted paths."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def assumed_share(game: Game) -> float:
    """The share of a game's values that are our stand-ins."""
    sources = [each.source for each in values(read(game))]
    return sum(source == "assumed" for source in sources) / len(sources)
