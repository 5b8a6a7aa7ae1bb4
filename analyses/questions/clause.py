"""A search for clauses of a rulebook, with their rulings, switches, code and tests."""

import ast
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from math import log
from pathlib import Path
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game

_ENTRY = re.compile(r"^- \*\*([A-Z]{3}-\d+\.\d+)\*\* ?(.*)$")
_ROW = re.compile(r"^\| *([A-Z]-?\d+) *\|(.*)\|$")
_ITEM = re.compile(r"^- \*\*([A-Z]-?\d+)\*\* ?(.*)$")
_OTHER = re.compile(r"[A-Za-z]-?\d+")
_MARKS = re.compile(r"[*`]+")
_NAMED = re.compile(r"\b[A-Z]{3}-\d+\.\d+")
_NUMBER = re.compile(r"(?:([A-Za-z]{3})-)?(\d+(?:\.\d+)?)")
_WORD = re.compile(r"[a-z0-9]+")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_LONG = 5  # letters from which on a stem also matches longer words: produc(es), produc(tion)
_MOST = 10  # clauses listed if no clause has all words


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook, as RULES.md states it, with everything that refers to it.

    Attributes:
        id: the id of the clause
        chapter: its chapter
        text: its text
        rulings: the rulings on it, one line each
        switches: the switches for it, each as `path = value: note`
        code: the places whose docstrings name it, each as `file:line name`
        tests: the tests whose docstrings name it, in the same form; `None` if the tests are not installed
    """

    id: str
    chapter: str
    text: str
    rulings: tuple[str, ...]
    switches: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...] | None


def clause(game: str, query: str, notify: Callable[[str], None] = lambda line: None) -> list[Clause]:
    """Return the clauses of a rulebook that an id or some words name.

    Words are searched for in the text and chapter of a clause, in any inflection. If no clause has all words, the
    closest clauses are returned, the best first, and words in their rulings, switches and code count, too.

    Args:
        game: The name or folder of a game.
        query: The id of a clause (FAD-19.1 or 19.1), a chapter (FAD-19), or another entry of RULES.md (ruling A-16); or
            some words.
        notify: Called with a sentence if no clause has all words.

    Raises:
        BadInput: If an id does not exist (the message names the nearest), or no clause has any of the words.
    """
    known_game = find_game(game)
    if _OTHER.fullmatch(query.strip()):
        return [_other(known_game, query.strip().upper())]
    concerns = _Concerns.of(known_game)
    clauses = {entry[0]: concerns.clause(*entry) for entry in _entries(known_game)}
    number = _NUMBER.fullmatch(query.strip())
    return _of_number(clauses, number) if number else _of_words(known_game.title, clauses, query, notify)


def _other(game: Game, name: str) -> Clause:
    """Return an entry that has an id but is not a clause, with the places that name it.

    Raise BadInput if there is none.
    """
    known = {entry[0]: entry for entry in _others(game)}
    if name not in known:
        raise unknown("ruling, decision or invariant", name, known)

    def naming(text: str) -> set[str]:
        return {name} if re.search(rf"\b{name}\b", text) else set()

    return replace(_Concerns.of(game, naming).clause(*known[name]), rulings=())


def _entries(game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the id, chapter and text of each clause of RULES.md."""
    chapter = ""
    for line in _lines(game):
        if line.startswith("### "):
            chapter = line.removeprefix("### ")
        elif entry := _ENTRY.match(line):
            yield entry[1], chapter, entry[2]


def _lines(game: Game) -> list[str]:
    path = game.folder / "RULES.md"
    if not path.is_file():
        raise BadInput(f"{game.title} has no rulebook {path}.")
    return read_text(path).splitlines()


def _others(game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the id, chapter and text of all other entries of RULES.md with an id.

    These are rulings, decisions, invariants and worked examples. In a row of a table, each cell follows its heading.
    """
    chapter, before, titles = "", "", list[str]()
    for line in _lines(game):
        if line.startswith("#"):
            chapter = line.lstrip("# ")
        elif line.startswith("|--"):
            titles = _cells(before)
        elif row := _ROW.match(line):
            cells = zip(titles[1:], _cells(line)[1:], strict=False)
            yield row[1], chapter, "; ".join(f"{title.lower()}: {_MARKS.sub('', cell)}" for title, cell in cells)
        elif item := _ITEM.match(line):
            yield item[1], chapter, item[2]
        before = line


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


@dataclass(frozen=True)
class _Concerns:
    """Everything that refers to the clauses of a game.

    Attributes:
        rulings: id -> line
        switches: name -> entry
        code: id of a clause -> places
        tests: id of a clause -> places, or `None` if the tests are not installed
    """

    rulings: Mapping[str, str]
    switches: Mapping[str, Mapping[str, Any]]
    code: Mapping[str, list[str]]
    tests: Mapping[str, list[str]] | None

    @classmethod
    def of(cls, game: Game, naming: Callable[[str], Iterable[str]] | None = None) -> "_Concerns":
        """Return everything that refers to the clauses of a game.

        Args:
            game: The game.
            naming: A function that returns the ids that a text names. Default: the ids of clauses.
        """
        tests, naming = _tests(game), naming or named_in
        code = _places((path for path in _sources(game) if path not in tests), naming)
        proofs = _places(tests, naming) if _test_folder(game) else None
        rulings = {name: f"{name}, {text}" for name, _, text in _others(game)}
        return cls(rulings, tables.read(game).get("switches", {}), code, proofs)

    def clause(self, name: str, chapter: str, text: str) -> Clause:
        ruled = {
            key: line for key, line in self.rulings.items() if name in named_in(line) or re.search(rf"\b{key}\b", text)
        }
        return Clause(
            name,
            chapter,
            text,
            tuple(ruled.values()),
            tuple(self._switches(name, (name, *ruled))),
            tuple(self.code.get(name, ())),
            None if self.tests is None else tuple(self.tests.get(name, ())),
        )

    def _switches(self, name: str, ruled: Container[Any]) -> Iterator[str]:
        """Yield a line for each switch whose note names a clause, or that implements a ruling on it."""
        for key, entry in self.switches.items():
            if entry.get("ruling") in ruled or name in named_in(entry.get("note", "")):
                yield f"switches.{key} = {entry['value']}: {entry.get('note', '')}"


def _of_number(clauses: Mapping[str, Clause], number: re.Match[str]) -> list[Clause]:
    prefix = number[1].upper() if number[1] else next(iter(clauses), "").partition("-")[0]
    name = f"{prefix}-{number[2]}"
    clauses_named = [each for key, each in clauses.items() if key == name or key.startswith(f"{name}.")]
    if not clauses_named:
        raise unknown("clause", name, clauses)
    return clauses_named


def _of_words(title: str, clauses: Mapping[str, Clause], query: str, notify: Callable[[str], None]) -> list[Clause]:
    stems = [_stem(word) for word in _WORD.findall(query.lower())]
    matches = [
        each for each in clauses.values() if stems and _stems_in(stems, f"{each.chapter} {each.text}") == set(stems)
    ]
    if matches:
        return matches
    ranked = _ranked(stems, clauses.values())
    if not ranked:
        raise BadInput(f"No clause of {title} has the words '{query}'.")
    notify(f"No clause of {title} has all of the words '{query}'. These are the closest:")
    return ranked


def _ranked(stems: Iterable[str], clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses that have most of the words, in themselves or their references. Rare words count more."""
    matched = [(each, _stems_in(stems, _all_about(each))) for each in clauses]
    numbers = {stem: sum(stem in stems_found for _, stems_found in matched) for stem in stems}
    weight = {stem: log(len(matched) / number) for stem, number in numbers.items() if number}
    scored = [(sum(weight[stem] for stem in stems_found), each) for each, stems_found in matched]
    best = max(score for score, _ in scored)
    ranked = sorted(scored, key=lambda pair: -pair[0])
    return [each for score, each in ranked if score > best / 2][:_MOST]


def _all_about(each: Clause) -> str:
    """Return a clause with its chapter, rulings and switches, and the names of its functions and tests, as one text."""
    places = [place.rpartition(" ")[2] for place in (*each.code, *(each.tests or ()))]
    return " ".join((each.chapter, each.text, *each.rulings, *each.switches, *places)).replace("_", " ")


def _stems_in(stems: Iterable[str], text: str) -> set[str]:
    """Return the stems for which a text has a word."""
    words = set(_WORD.findall(text.lower()))
    own = {_stem(word) for word in words}
    return {stem for stem in stems if stem in own or (len(stem) >= _LONG and any(w.startswith(stem) for w in words))}


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


@cache
def named_in(text: str) -> frozenset[str]:
    """Return the clause ids that a text contains.

    Args:
        text: The text.

    >>> sorted(named_in("HOS-4.2 and HOS-4.3 apply."))
    ['HOS-4.2', 'HOS-4.3']
    """
    return frozenset(_NAMED.findall(text))


def _sources(game: Game) -> list[Path]:
    """Return the source files of a game's rules: its package, and the packages that it uses."""
    folders = [Path(str(import_module(package).__file__)).resolve().parent for package in game.rule_packages]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _test_folder(game: Game) -> Path | None:
    """Return the folder of a game's tests: in the repository, in the folder of the game, or next to it.

    `None` without one.
    """
    folder = game.folder.resolve()
    places = [folder.parents[2]] if game.is_built_in else [folder, folder.parent]
    return next((place / "tests" for place in places if (place / "tests").is_dir()), None)


def _tests(game: Game) -> list[Path]:
    folder = _test_folder(game)
    return sorted(folder.rglob("test_*.py")) if folder else []


def _places(paths: Iterable[Path], naming: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """Return id -> the places whose docstrings name it, each as `file:line name`."""
    places: dict[str, list[str]] = {}
    for path in paths:
        text = read_text(path)
        for line, title, docstring in _documented(text) if naming(text) else ():
            for name in naming(docstring):
                places.setdefault(name, []).append(f"{_shown(path)}:{line} {title or path.stem}")
    return places


@cache
def _documented(text: str) -> list[tuple[int, str, str]]:
    """Return the line, name and docstring of everything that a source documents. A module has an empty name."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [each for each in ast.walk(ast.parse(text)) if isinstance(each, kinds)]
    documented = [(getattr(each, "lineno", 1), getattr(each, "name", ""), ast.get_docstring(each)) for each in nodes]
    return [(line, name, docstring) for line, name, docstring in documented if docstring]


def _shown(path: Path) -> Path:
    """Return a path relative to the working directory if it lies below it, otherwise unchanged."""
    folder = Path.cwd()
    return path.relative_to(folder) if path.is_relative_to(folder) else path
