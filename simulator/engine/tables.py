"""The data of a game in TOML files: values with their sources, changes by dotted path, and variants.

A data file contains entries. An entry is a table with a `source`, and with a `value` or several named values. Paths
have three forms:

- `switches.max_warps`: the `value` of an entry
- `stars.Vega.materials`: a named value of an entry
- `new.stars.Mira`: a new entry, which is added to the entries of a file

Keys of an entry:
    value (any type): The value, in a file whose entries have a single value. Its type is in `rules.py` or
        `reader.py` of the game. Other entries have named values instead.
    source (text or table): The source: `rulebook`, `published` or `assumed`. A table has the source of each named
        value.
    note (text): The meaning, with the clause of the rulebook.
    ruling (text): The row of RULES.md that gives the reasons for a reading of an unclear rule.
    choices (list): The allowed values. A choice that ends with a colon, such as `fixed:`, allows every word that
        begins with it.
    least (number): The smallest allowed value.
    most (number): The largest allowed value.

Keys of a variant:
    title (text): The change in plain words, as a noun phrase for charts and sentences. Default: the name of the
        variant, or of its file, with spaces.
    question (text): The question that the variant answers.
    changes (table): The changed values, by path. A path is a quoted key, or nested tables.
    new (table): The new entries, as `[new.FILE.NAME]` with all values of an entry. The default of `source` is
        `assumed`.
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

from starbalance.simulator.engine.component_table import SUFFIX, read_rows
from starbalance.simulator.engine.errors import BadInput, in_a_sentence, nearest, unknown
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game, Setup

SOURCES = ("rulebook", "published", "assumed")
_ABOUT = ("source", "note", "ruling", "choices", "least", "most")
_NEW = "new."
_VARIANT: Mapping[str, type] = {"title": str, "question": str, "new": dict, "changes": dict}
_DEEPEST = 20  # levels of nested tables and lists in a file


@dataclass(frozen=True)
class Rules:
    """The rules of one setup of a game.

    Attributes:
        record: The rules record that the game functions read.
        document: The entries of the data, by file and name, with all changes.
        setup: The setup.
        changed: The changed values and new entries, by path.
    """

    record: Any
    document: dict[str, Any]
    setup: Setup
    changed: dict[str, Any]

    @property
    def version(self) -> str:
        """A short hash of the setup and of every value, with all changes."""
        text = json.dumps([self.setup.name, sorted((each.path, each.value) for each in values(self.document))])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Value:
    """One value of a game's data.

    Attributes:
        path: The dotted path.
        value: The value.
        source: The source: one of SOURCES.
        entry: The entry that contains it. It may have bounds, `least` and `most`, and a list of allowed `choices`.
    """

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
    """Return the rules of a setup, with the changes of a variant and of `set`.

    Args:
        game: The game.
        setup: The name of the setup. Default: the first setup for the number of players.
        players: The number of players. Default: that of the setup, or of the first setup of the game.
        set: Changes by path, applied after the variant. A path `new.FILE.NAME` adds an entry.
        variant: The name of a variant, or its TOML or CSV file. Default: the printed rules.

    Returns:
        The rules.

    Raises:
        BadInput: If the setup, a path or the variant does not exist, or a value has the wrong type or is out of bounds.
    """
    chosen = find_setup(game, setup, players)
    document = read(game)
    changed = _put_variant(game, document, variant) if variant is not None else {}
    entries_first = sorted((set or {}).items(), key=lambda each: not each[0].startswith(_NEW))
    changed |= {path: _change(game, document, path, value) for path, value in entries_first}
    return Rules(_filled(game, document, chosen), document, chosen, changed)


def _filled(game: Game, document: dict[str, Any], setup: Setup) -> Any:
    """Return the rules record that the reader of the game makes.

    Raises:
        BadInput: If the reader refuses the values, or raises another exception.
    """
    with in_a_sentence(f"{game.title}: the reader cannot fill in the rules"):
        return game.module("reader").fill(document, setup)


def find_setup(game: Game, name: str | None, players: int | None) -> Setup:
    """Return a setup of a game.

    Args:
        game: The game.
        name: The name of the setup. `None` means the first setup for the number of players.
        players: The number of players. `None` means any number.

    Raises:
        BadInput: If the game has no such setup.
    """
    if name is None:
        for each in game.setups:
            if players in (None, each.players):
                return each
        counts = sorted({each.players for each in game.setups})
        raise BadInput(
            f"{game.title} has no setup for {players} players: "
            f"{nearest(str(players), map(str, counts)) if players is not None else ''}"
        )
    for each in game.setups:
        if each.name == name:
            if players not in (None, each.players):
                raise BadInput(f"The setup '{name}' is for {each.players} players, not {players}.")
            return each
    raise unknown("setup", name, [each.name for each in game.setups])


def parse(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file.

    Raises:
        BadInput: If the file cannot be read or is not valid TOML. The message names the file and the line.
    """
    try:
        return _checked_depth(tomllib.loads(read_text(path)))
    except RecursionError:
        raise BadInput(f"{path} has more than {_DEEPEST} levels of nested tables or lists.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not valid TOML: {error}.") from None


def _checked_depth(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table after checking its depth.

    Raises:
        RecursionError: If tables and lists are nested more than _DEEPEST levels deep.
    """
    level: list[Any] = [table]
    for _ in range(_DEEPEST):
        level = [inner for each in level if isinstance(each, dict | list) for inner in _inside(each)]
    if any(isinstance(each, dict | list) for each in level):
        raise RecursionError
    return table


def _inside(holder: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return holder.values() if isinstance(holder, dict) else holder


def read(game: Game) -> dict[str, Any]:
    """Return the data of a game as printed, without variants.

    Args:
        game: The game.

    Returns:
        A new copy of the entries: file name -> entry name -> entry.

    Raises:
        BadInput: If an entry is unknown, missing or of the wrong type. The message names the file, the line and the
            key.
    """
    reader = game.module("reader")
    own = getattr(reader, "TABLES", {})
    paths = tuple(map(game.data_file, sorted({*reader.KEYS, *reader.FIELDS} - set(own))))
    return pickle.loads(_read(game, paths, tuple(map(_edited, paths))))


def _edited(path: Path) -> tuple[int, ...]:
    """Return the modification time and size of a file, which change when it is edited. Empty if it does not exist."""
    try:
        return path.stat().st_mtime_ns, path.stat().st_size
    except OSError:
        return ()


@lru_cache(maxsize=8)
def _read(game: Game, paths: tuple[Path, ...], edited: tuple[tuple[int, ...], ...]) -> bytes:
    """Return the data of a game, pickled for fast copies. The files are parsed again only after an edit."""
    reader = game.module("reader")
    files = {path.stem: (path, parse(path)) for path in paths}
    derived = {name: (game.folder / "__init__.py", table) for name, table in getattr(reader, "TABLES", {}).items()}
    document = {}
    for name, (path, table) in {**derived, **files}.items():
        document[name] = table
        _check_file(path, table, reader.KEYS.get(name), reader.FIELDS.get(name))
    return pickle.dumps(document)


def _check_file(path: Path, table: Mapping[str, Any], keys: Any, fields: Any) -> None:
    """Check the entries of a file.

    Args:
        path: The file.
        table: Its entries.
        keys: The types of the values, by entry, for a file whose entries have a single value. Otherwise `None`.
        fields: The types of the values, by name, for a file whose entries all have the same named values.

    Raises:
        BadInput: If an entry or value is unknown, missing or of the wrong type, or has no source.
    """
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
                raise BadInput(
                    f"{path}, line {_line(path, name, key)}: '{name}.{key}' must be {needed(kind)}, got {entry[key]!r}."
                )
            _check_bounds(entry, entry[key], f"{path}, line {_line(path, name, key)}: '{name}.{key}'", entry[key])


def _check_bounds(entry: Mapping[str, Any], value: Any, place: str, given: Any) -> None:
    """Raise BadInput if a value is not within the bounds of its entry."""
    least, most = entry.get("least"), entry.get("most")
    if least is not None and value < least:
        raise BadInput(f"{place} must be at least {least}, got {given}.")
    if most is not None and value > most:
        raise BadInput(f"{place} must be at most {most}, got {given}.")


def _check_source(path: Path, name: str, entry: Mapping[str, Any], wanted: Iterable[str]) -> None:
    """Raise BadInput unless an entry has a known source for each value: one for all, or a table with one for each."""
    source = entry.get("source")
    for key in wanted:
        word = source.get(key) if isinstance(source, Mapping) else source
        if word is None:
            place = f"{path}, line {_line(path, name)}: '{name}'"
            raise BadInput(f'{place} has no source for \'{key}\'. Write source = "rulebook", "published" or "assumed".')
        if word not in SOURCES:
            place = f"{path}, line {_line(path, name, 'source')}: '{name}.source'"
            raise BadInput(f"{place} has an unknown value '{word}': {nearest(str(word), SOURCES)}")


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
    """Return the line, from 1, of a key in nested tables, by a text search.

    If a key is not found, return the line of the last key before it that is found, or 1.
    """
    lines, at = read_text(path).splitlines(), 0
    for key in keys:
        pattern = re.compile(rf"""^[^#=]*(?<![\w-]){re.escape(key)}(?![\w-])""")
        at = next((n for n in range(at, len(lines)) if pattern.match(lines[n])), at)
    return at + 1


def is_a(value: Any, kind: type) -> bool:
    """Return whether a value from TOML or Python has a type.

    Args:
        value: The value.
        kind: The type. `float` includes whole numbers and excludes infinity. For an enumeration, the value must be one
            of its names in any case.
    """
    if issubclass(kind, IntEnum):
        return isinstance(value, str) and value.upper() in kind.__members__
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def needed(kind: type) -> str:
    """Return a description of a type for a sentence, such as "a whole number"."""
    if issubclass(kind, IntEnum):
        return f"one of {', '.join(word.lower() for word in kind.__members__)}"
    words = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
    return words.get(kind, "text")


def values(document: Mapping[str, Any]) -> Iterator[Value]:
    """Yield every value of a document of `read`, with its source."""
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
    """Return whether an entry has a single value, whose path is the path of the entry."""
    return entry.keys() - set(_ABOUT) == {"value"}


def find_value(document: Mapping[str, Any], path: str) -> Value:
    """Return the value at a dotted path.

    Raises:
        BadInput: If there is no such value. The message names the nearest path.
    """
    file = path.partition(".")[0]
    for each in values({file: document.get(file, {})}):
        if each.path == path:
            return each
    raise unknown("value", path, [each.path for each in values(document)])


def _put_variant(game: Game, document: dict[str, Any], variant: str | Path) -> dict[str, Any]:
    """Apply the changes of a variant to a document, and return them by path.

    Raises:
        BadInput: If the variant does not exist or has an error. The message names the file and the line.
    """
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
    """Return the line in which a variant file changes a path. The path may be quoted, dotted, or nested tables."""
    whole = _line(path, dotted)
    return whole if whole > 1 else _line(path, *dotted.split("."))


def _change(game: Game, document: dict[str, Any], path: str, given: Any) -> Any:
    """Change the value at a path, or add an entry. Return the stored value or entry."""
    if path.startswith(_NEW):
        _check_open(game, path)
        return _add(game.module("reader").FIELDS, document, path, given)
    return _put(document, path, given)


def open_tables(game: Game) -> list[str]:
    """Return the tables that take new entries: those in `OPEN` of the game's reader, or all if it has no `OPEN`."""
    reader = game.module("reader")
    return list(getattr(reader, "OPEN", reader.FIELDS))


def _check_open(game: Game, path: str) -> None:
    """Check that the table of a new entry takes new entries.

    Raises:
        BadInput: If the table is closed.
    """
    file, known = path.removeprefix(_NEW).partition(".")[0], open_tables(game)
    instead = f"Tables that take new entries: {', '.join(known)}" if known else "No table takes new entries"
    if file in game.module("reader").FIELDS and file not in known:
        raise BadInput(
            f"'{path}' cannot be added: the table '{file}' is closed, because the rules of {game.title} are written "
            f"for its entries. {instead}."
        )


def _add(files: Mapping[str, Mapping[str, type]], document: dict[str, Any], path: str, given: Any) -> dict[str, Any]:
    """Add an entry at the end of a file, and return it as stored.

    Args:
        files: The types of the values, by file and name.
        document: The document to change.
        path: The path, `new.FILE.NAME`.
        given: The entry: a table with all values of the file, or JSON text from the command line.

    Raises:
        BadInput: If the file or a value is unknown, the entry exists, or a value is missing or of the wrong type.
    """
    file, _, name = path.removeprefix(_NEW).partition(".")
    if file not in files:
        raise BadInput(f"'{path}' cannot be added: there is no table of entries '{file}': {nearest(file, files)}")
    if name in document[file]:
        raise BadInput(
            f"'{path}' cannot be added: it already exists. Change one of its values, such as "
            f"'{file}.{name}.{next(iter(files[file]))}'."
        )
    if not name or "." in name:
        raise BadInput(f"'{path}' cannot be added: it needs a name without a dot.")
    entry = _table(given)
    if not isinstance(entry, dict):
        raise BadInput(f"'{path}' must be a table with {', '.join(files[file])}, got '{given}'.")
    known = [*files[file], "source", "note"]
    for key in entry:
        if key not in known:
            raise BadInput(f"'{path}' has an unknown field '{key}': {nearest(key, known)}")
    source = entry.get("source", "assumed")
    if source not in SOURCES:
        raise BadInput(f"'{path}' has an unknown source '{source}': {nearest(str(source), SOURCES)}")
    for key, kind in files[file].items():
        if key not in entry:
            raise BadInput(f"'{path}.{key}' is missing. It must be {needed(kind)}.")
        if not is_a(entry[key], kind):
            raise BadInput(f"'{path}.{key}' must be {needed(kind)}, got '{entry[key]}'.")
    document[file][name] = {**entry, "source": source}
    return document[file][name]


def _table(given: Any) -> Any:
    """Return the value of JSON text. Other text and other values are returned unchanged."""
    try:
        return json.loads(given) if isinstance(given, str) else given
    except json.JSONDecodeError:
        return given


def _put(document: dict[str, Any], path: str, given: Any) -> Any:
    """Change the value at a path, and return it as stored."""
    old = find_value(document, path)
    new = _checked(old, given)
    parent, _, key = path.rpartition(".")
    holder: Any = document
    for name in (path if _is_single(old.entry) else parent).split("."):
        holder = holder[name]
    holder["value" if _is_single(old.entry) else key] = new
    return new


def _checked(old: Value, given: Any) -> Any:
    """Return a new value in the type of the old one.

    Raises:
        BadInput: If it has another type, or is not within the bounds and choices of the entry.
    """
    new = _converted(old, given)
    choices = old.entry.get("choices")
    if choices is not None and new not in choices and not _matches_pattern(new, choices):
        raise BadInput(f"'{old.path}' does not allow '{given}': {nearest(str(given), map(str, choices))}")
    _check_bounds(old.entry, new, f"'{old.path}'", given)
    return new


def _matches_pattern(new: Any, choices: list) -> bool:
    """Return whether a choice such as `fixed:Algol` is allowed by a prefix, such as `fixed:`."""
    return isinstance(new, str) and any(str(each).endswith(":") and new.startswith(each) for each in choices)


def _converted(old: Value, given: Any) -> Any:
    """Return a new value, or its text from the command line, in the type of the old value.

    Raises:
        BadInput: If it has another type.
    """
    kind = type(old.value)
    value = _parsed(given, kind) if isinstance(given, str) else given
    value = value.item() if hasattr(value, "item") else value  # a number of NumPy
    if kind is int and isinstance(value, float) and value.is_integer():
        value = int(value)
    if not is_a(value, kind) or (kind is list and not _is_like(value, old.value)):
        wanted = f"a list like {old.value}" if kind is list else f"{needed(kind)} such as {old.value}"
        raise BadInput(f"'{old.path}' must be {wanted}, got '{given}'.")
    return kind(value)


def _parsed(text: str, kind: type) -> Any:
    """Return the value of TOML text. For the type `str`, and if it is not TOML, return the text unchanged.

    So is a whole number with a point, which may separate thousands.
    """
    if kind is str or (kind is int and "." in text):
        return text
    try:
        table = tomllib.loads(f"value = {text.lower() if kind is bool else text}")
        return table["value"] if len(table) == 1 else text
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def _is_like(value: list, old: list) -> bool:
    """Return whether a list has the length and the element types of an old list.

    If the old list has several types or contains lists, return True: the reader of the game checks it.
    """
    kinds = {type(each) for each in old}
    if len(kinds) != 1 or kinds == {list}:
        return True
    return len(value) == len(old) and all(is_a(a, type(b)) for a, b in zip(value, old, strict=True))


def variants(game: Game) -> dict[str, dict[str, Any]]:
    """Return the named variants of a game.

    Args:
        game: The game.

    Returns:
        A table for each name, with `title` and `question`, both text, and `changes`: path -> value, or entry. Empty if
        the game has no file of variants.
    """
    path = game.folder / "data" / "variants.toml"
    return pickle.loads(_variants(path, _edited(path))) if path.is_file() else {}


@lru_cache(maxsize=8)
def _variants(path: Path, edited: tuple[int, ...]) -> bytes:
    """Return the variants in a file, pickled. The file is parsed again only after an edit."""
    return pickle.dumps({name: _variant(path, (name,), table) for name, table in parse(path).items()})


def read_variant(game: Game, name: str | Path) -> dict[str, Any]:
    """Return a variant by name, from a TOML file with the keys of a variant, or from a CSV file of components.

    Args:
        game: The game.
        name: The name of a variant, or the path of a file.

    Returns:
        A table with `title` and `question`, both text, and `changes`: path -> value, or entry.

    Raises:
        BadInput: If the variant does not exist, or the file has an error.
    """
    known = variants(game)
    if str(name) in known:
        return known[str(name)]
    path = Path(name)
    if path.suffix.lower() == SUFFIX:
        return _component_variant(game, path)
    if path.suffix == ".toml" or path.is_file():
        return _variant(path, (), parse(path))
    raise unknown("variant", str(name), known)


def _variant(path: Path, place: tuple[str, ...], table: Any) -> dict[str, Any]:
    parts = [table[key] for key in ("new", "changes") if key in table] if isinstance(table, Mapping) else []
    if not parts or not all(isinstance(part, Mapping) for part in parts):
        line = _line(path, *place)
        raise BadInput(
            f"{path}, line {line}: a variant must have `changes`, a table of paths and values, or `new`, a table."
        )
    for key, value in table.items():
        if key not in _VARIANT:
            line = _line(path, *place, key)
            raise BadInput(f"{path}, line {line}: unknown key '{key}': {nearest(key, _VARIANT)}")
        if not isinstance(value, _VARIANT[key]):
            line = _line(path, *place, key)
            raise BadInput(f"{path}, line {line}: '{key}' must be {needed(_VARIANT[key])}, got '{value}'.")
    title = table.get("title") or _title(place[0] if place else path.stem)
    changes = [*_new(table.get("new", {})), *_flat(table.get("changes", {}), "")]
    return {"title": title, "question": table.get("question", ""), "changes": dict(changes)}


def _title(name: str) -> str:
    """Return the title of a variant that has none."""
    return name.replace("_", " ")


def _component_variant(game: Game, path: Path) -> dict[str, Any]:
    """Return a variant from a CSV file of components. Its changes are the values that differ from the printed values.

    Raises:
        BadInput: If a path does not exist, or a value is not allowed. The message names the file and the line.
    """
    printed, changes = {each.path: each for each in values(load(game).document)}, {}
    conditions = _conditions(game)
    edited: dict[str, int] = {}
    for name, (line, text) in read_rows(path).items():
        if name in conditions:
            if text not in conditions[name]:
                edited[name] = line
            continue
        try:
            if name not in printed:
                raise unknown("value", name, printed)
            old = printed[name].value
            value = old if text == str(old) else _checked(printed[name], text)
        except BadInput as error:
            raise BadInput(f"{path}, line {line}: {error}") from None
        if value != old:
            changes[name] = value
    for name, line in edited.items():
        beside = [each for each in printed if each.startswith(f"{name.rpartition('.')[0]}.")]
        if changes.keys().isdisjoint(beside):  # otherwise the words may be those of the changed values
            what = f"'{name}' describes values in words. Change these: {', '.join(beside)}."
            raise BadInput(f"{path}, line {line}: {what}")
    return {"title": _title(path.stem), "question": "", "changes": changes}


def _conditions(game: Game) -> dict[str, set[str]]:
    """Return the conditions of components that `show` lists, by path, each with its words in every setup."""
    words: dict[str, set[str]] = {}
    for setup in game.setups:
        for path, text in game.conditions(load(game, setup.name)).items():
            words.setdefault(f"{path}.condition", set()).add(text)
    return words


def _new(files: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the path and the table of each entry `[new.FILE.NAME]`."""
    for file, entries in files.items():
        for name, entry in entries.items() if isinstance(entries, Mapping) else [("", entries)]:
            yield f"{_NEW}{file}.{name}", entry


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Yield the dotted path and the value of each value in nested tables."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def assumed_share(game: Game) -> float:
    """Return the share of a game's values whose source is `assumed`: they are not in the rulebook."""
    sources = [each.source for each in values(read(game))]
    return sum(source == "assumed" for source in sources) / len(sources)
