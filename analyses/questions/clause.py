"""From a clause of a rulebook to its rulings and switches, to the code that keeps it and the tests that prove it."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from starbalance.simulator import find_game, tables
from starbalance.simulator.errors import BadInput, unknown
from starbalance.simulator.game import Game

_ENTRY = re.compile(r"^- \*\*([A-Z]{3}-\d+\.\d+)\*\* ?(.*)$")
_RULING = re.compile(r"^\| *([A-Z]-?\d+) *\|(.*)\|$")
_NAMED = re.compile(r"\b[A-Z]{3}-\d+\.\d+")
_NUMBER = re.compile(r"(?:([A-Za-z]{3})-)?(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook, as RULES.md has it, and what concerns it.

    id, chapter, text. rulings: a line each. switches: `path = value: note` each. code: the places whose docstrings name
    it, `file:line name`. tests: likewise; None where the tests are not installed.
    """

    id: str
    chapter: str
    text: str
    rulings: tuple[str, ...]
    switches: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...] | None


def clause(game: str, asked: str) -> list[Clause]:
    """A clause by its id (FAD-19.1 or 19.1), those of a chapter (FAD-19), or all that contain every one of some words.

    Raises BadInput, naming the nearest, for an id that does not exist, and for words that no clause has.
    """
    found = find_game(game)
    entries = {entry[0]: entry for entry in _entries(found)}
    rulings, code, tests = dict(_rulings(found)), _places(_sources(found)), _places(_tests(found))
    return [
        _clause(found, entries[name], rulings, code, tests if _test_folder(found) else None)
        for name in _matching(found, entries, asked)
    ]


def _entries(game: Game) -> Iterator[tuple[str, str, str]]:
    """(id, chapter, text) of each clause of RULES.md."""
    chapter = ""
    for line in _lines(game):
        if line.startswith("### "):
            chapter = line.removeprefix("### ")
        elif entry := _ENTRY.match(line):
            yield entry[1], chapter, entry[2]


def _lines(game: Game) -> list[str]:
    path = game.folder / "RULES.md"
    if not path.is_file():
        raise BadInput(f"{game.title} has no {path}.")
    return path.read_text(encoding="utf-8").splitlines()


def _rulings(game: Game) -> Iterator[tuple[str, str]]:
    """The id and the line of each ruling in the tables of RULES.md."""
    for line in _lines(game):
        if row := _RULING.match(line):
            yield row[1], f"{row[1]}: {'; '.join(cell.strip() for cell in row[2].split('|'))}"


def _matching(game: Game, entries: dict[str, tuple[str, str, str]], asked: str) -> list[str]:
    number = _NUMBER.fullmatch(asked.strip())
    if number is None:
        words = asked.lower().split()
        found = [name for name, _, text in entries.values() if all(word in text.lower() for word in words)]
        if not found:
            raise BadInput(f"No clause of {game.title} has the words '{asked}'.")
        return found
    prefix = number[1].upper() if number[1] else next(iter(entries), "").partition("-")[0]
    name = f"{prefix}-{number[2]}"
    found = [each for each in entries if each == name or each.startswith(f"{name}.")]
    if not found:
        raise unknown("clause", name, entries)
    return found


def _clause(
    game: Game,
    entry: tuple[str, str, str],
    rulings: dict[str, str],
    code: dict[str, list[str]],
    tests: dict[str, list[str]] | None,
) -> Clause:
    name, chapter, text = entry
    ruled = {key: line for key, line in rulings.items() if name in named_in(line) or re.search(rf"\b{key}\b", text)}
    return Clause(
        name,
        chapter,
        text,
        tuple(ruled.values()),
        tuple(_switches(game, name, ruled)),
        tuple(code.get(name, ())),
        None if tests is None else tuple(tests.get(name, ())),
    )


def _switches(game: Game, name: str, ruled: Iterable[str]) -> Iterator[str]:
    """The switches whose note names a clause, or that stand for a ruling on it."""
    for key, entry in tables.read(game).get("switches", {}).items():
        if entry.get("ruling") in ruled or name in named_in(entry.get("note", "")):
            yield f"switches.{key} = {entry['value']}: {entry.get('note', '')}"


def named_in(text: str) -> set[str]:
    """The ids that a text names, each written out."""
    return set(_NAMED.findall(text))


def _sources(game: Game) -> list[Path]:
    """The files of a game's rules: its own, and those of the packages it uses."""
    folders = [Path(str(import_module(package).__file__)).resolve().parent for package in game.rule_packages]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _test_folder(game: Game) -> Path | None:
    """The tests beside the toolkit, or in the folder of a game of others or beside it; None: they are not here."""
    folder = game.folder.resolve()
    places = [folder.parent.parent] if game.is_built_in else [folder, folder.parent]
    return next((place / "tests" for place in places if (place / "tests").is_dir()), None)


def _tests(game: Game) -> list[Path]:
    folder = _test_folder(game)
    return sorted(folder.rglob("test_*.py")) if folder else []


def _places(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Clause id -> the places whose docstrings name it, `file:line name`."""
    found: dict[str, list[str]] = {}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if _NAMED.search(text) else ():
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                place = f"{_shown(path)}:{getattr(node, 'lineno', 1)} {getattr(node, 'name', path.stem)}"
                for name in named_in(ast.get_docstring(node) or ""):
                    found.setdefault(name, []).append(place)
    return found


def _shown(path: Path) -> Path:
    """A path as short as it can be told here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
