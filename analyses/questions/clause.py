"""From a clause of a rulebook to its rulings and switches, to the code that keeps it and the tests that prove it."""

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
_LONG = 5  # letters of a stem that also stands for longer words: produc(es), produc(tion)
_MOST = 10  # clauses listed where none has all the words


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


def clause(game: str, asked: str, tell: Callable[[str], None] = lambda line: None) -> list[Clause]:
    """A clause by its id (FAD-19.1 or 19.1), those of a chapter (FAD-19), or those that have every one of some words.

    What else has an id in RULES.md, a ruling such as A-16, is found by it, with the places that name it.

    Words are looked for in the clause and its chapter, whatever their endings. Where no clause has all of them, `tell`
    says so, and the clauses that have most are given, the best first; there what concerns them counts as well.
    Raises BadInput, naming the nearest, for an id that does not exist, and for words that no clause has.
    """
    found = find_game(game)
    if _OTHER.fullmatch(asked.strip()):
        return [_other(found, asked.strip().upper())]
    concerns = _Concerns.of(found)
    clauses = {entry[0]: concerns.clause(*entry) for entry in _entries(found)}
    number = _NUMBER.fullmatch(asked.strip())
    return _of_number(clauses, number) if number else _of_words(found.title, clauses, asked, tell)


def _other(game: Game, name: str) -> Clause:
    """What has an id and is no clause, and the places that name it."""
    known = {entry[0]: entry for entry in _others(game)}
    if name not in known:
        raise unknown("ruling, decision or invariant", name, known)

    def naming(text: str) -> set[str]:
        return {name} if re.search(rf"\b{name}\b", text) else set()

    return replace(_Concerns.of(game, naming).clause(*known[name]), rulings=())


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
    return read_text(path).splitlines()


def _others(game: Game) -> Iterator[tuple[str, str, str]]:
    """(id, chapter, text) of all else in RULES.md that has an id: rulings, decisions, invariants, worked examples.

    Of a row of a table, each cell has its heading before it.
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
    """What concerns the clauses of a game.

    rulings: id -> line. switches: name -> entry. code, tests: id of a clause -> places.
    """

    rulings: Mapping[str, str]
    switches: Mapping[str, Mapping[str, Any]]
    code: Mapping[str, list[str]]
    tests: Mapping[str, list[str]] | None

    @classmethod
    def of(cls, game: Game, naming: Callable[[str], Iterable[str]] | None = None) -> "_Concerns":
        """naming: the ids that a text names (none: those of clauses)."""
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
        """The switches whose note names a clause, or that stand for a ruling on it."""
        for key, entry in self.switches.items():
            if entry.get("ruling") in ruled or name in named_in(entry.get("note", "")):
                yield f"switches.{key} = {entry['value']}: {entry.get('note', '')}"


def _of_number(clauses: Mapping[str, Clause], number: re.Match[str]) -> list[Clause]:
    prefix = number[1].upper() if number[1] else next(iter(clauses), "").partition("-")[0]
    name = f"{prefix}-{number[2]}"
    found = [each for key, each in clauses.items() if key == name or key.startswith(f"{name}.")]
    if not found:
        raise unknown("clause", name, clauses)
    return found


def _of_words(title: str, clauses: Mapping[str, Clause], asked: str, tell: Callable[[str], None]) -> list[Clause]:
    stems = [_stem(word) for word in _WORD.findall(asked.lower())]
    found = [each for each in clauses.values() if stems and _had(stems, f"{each.chapter} {each.text}") == set(stems)]
    if found:
        return found
    ranked = _ranked(stems, clauses.values())
    if not ranked:
        raise BadInput(f"No clause of {title} has the words '{asked}'.")
    tell(f"No clause of {title} has all of the words '{asked}'; these come nearest.")
    return ranked


def _ranked(stems: Iterable[str], clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses that have most of the words, or what concerns them has; a word counts by how seldom it is."""
    had = [(each, _had(stems, _all_about(each))) for each in clauses]
    numbers = {stem: sum(stem in found for _, found in had) for stem in stems}
    worth = {stem: log(len(had) / number) for stem, number in numbers.items() if number}
    scored = [(sum(worth[stem] for stem in found), each) for each, found in had]
    best = max(score for score, _ in scored)
    ranked = sorted(scored, key=lambda pair: -pair[0])
    return [each for score, each in ranked if score > best / 2][:_MOST]


def _all_about(each: Clause) -> str:
    """A clause with its chapter, rulings and switches, and the names of its functions and tests."""
    places = [place.rpartition(" ")[2] for place in (*each.code, *(each.tests or ()))]
    return " ".join((each.chapter, each.text, *each.rulings, *each.switches, *places)).replace("_", " ")


def _had(stems: Iterable[str], text: str) -> set[str]:
    """Those of some stems that a text has words of."""
    words = set(_WORD.findall(text.lower()))
    own = {_stem(word) for word in words}
    return {stem for stem in stems if stem in own or (len(stem) >= _LONG and any(w.startswith(stem) for w in words))}


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


@cache
def named_in(text: str) -> frozenset[str]:
    """The ids that a text names, each written out."""
    return frozenset(_NAMED.findall(text))


def _sources(game: Game) -> list[Path]:
    """The files of a game's rules: its own, and those of the packages it uses."""
    folders = [Path(str(import_module(package).__file__)).resolve().parent for package in game.rule_packages]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _test_folder(game: Game) -> Path | None:
    """The tests beside the toolkit, or in the folder of a game of others or beside it; None: they are not here."""
    folder = game.folder.resolve()
    places = [folder.parents[2]] if game.is_built_in else [folder, folder.parent]
    return next((place / "tests" for place in places if (place / "tests").is_dir()), None)


def _tests(game: Game) -> list[Path]:
    folder = _test_folder(game)
    return sorted(folder.rglob("test_*.py")) if folder else []


def _places(paths: Iterable[Path], naming: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """Id -> the places whose docstrings name it, `file:line name`."""
    found: dict[str, list[str]] = {}
    for path in paths:
        text = read_text(path)
        for line, title, docstring in _documented(text) if naming(text) else ():
            for name in naming(docstring):
                found.setdefault(name, []).append(f"{_shown(path)}:{line} {title or path.stem}")
    return found


@cache
def _documented(text: str) -> list[tuple[int, str, str]]:
    """(line, name, docstring) of all that a source documents; its module has no name."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [each for each in ast.walk(ast.parse(text)) if isinstance(each, kinds)]
    documented = [(getattr(each, "lineno", 1), getattr(each, "name", ""), ast.get_docstring(each)) for each in nodes]
    return [(line, name, docstring) for line, name, docstring in documented if docstring]


def _shown(path: Path) -> Path:
    """A path as short as it can be told here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
