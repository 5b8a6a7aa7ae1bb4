"""Every clause of a game's RULES.md has a test, and every clause named in code or tests exists."""

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from starbalance.simulator.engine.external import TEMPLATE
from tests.contract.conftest import GAMES

ROOT = Path(__file__).parent.parent.parent
UNTESTED = "`physical`"
_CLAUSE = re.compile(r"\b[A-Z]{3}-\d+\.\d+")
_RANGE = re.compile(r"\d+\.\d+ to (?:[A-Z]{3}-)?\d+\.\d+\b")
_NUMBER = re.compile(r"(?<![-.\w])\d+\.\d+(?!\d| ?%)")
_ENTRY = re.compile(r"^- \*\*([A-Z]{3})-(\d+)\.(\d+)\*\*(.*)$", re.MULTILINE)


def folders_of(game):
    """Return the folders with the rules of a game, including those of the packages it uses."""
    return [Path(import_module(package).__file__).parent for package in game.rule_packages]


def sources_of(game):
    return sorted(path for folder in folders_of(game) for path in folder.rglob("*.py"))


def data_of(game):
    return [path for folder in folders_of(game) for path in sorted((folder / "data").glob("*.toml"))]


@cache
def rules_of(game):
    return (game.folder / "RULES.md").read_text(encoding="utf-8")


@cache
def prefix_of(game):
    """Return the letters of the clause ids of a game, taken from the first clause of its RULES.md."""
    return _ENTRY.findall(rules_of(game))[0][0]


@cache
def entries(game):
    """Return the line in RULES.md by clause id."""
    return {f"{prefix}-{chapter}.{n}": line for prefix, chapter, n, line in _ENTRY.findall(rules_of(game))}


def named_in(text, prefix):
    """Return the clause ids with a prefix in a text."""
    return {name for name in _CLAUSE.findall(text) if name.startswith(f"{prefix}-")}


def unknown_in(text, game):
    """Return the clause ids of a game in a text that do not exist in its RULES.md."""
    return named_in(text, prefix_of(game)) - set(entries(game))


def unwritten(text, prefix, ids):
    """Return ranges of clauses and clauses without their letters."""
    return _RANGE.findall(text) + [number for number in _NUMBER.findall(text) if f"{prefix}-{number}" in ids]


@cache
def docstrings(path):
    """Return (name, docstring) of every module, class and function of a source file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    documented = [node for node in nodes if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    return [(getattr(node, "name", path.stem), ast.get_docstring(node) or "") for node in documented]


def documented_tests():
    """Yield (name, docstring) of every test function outside this file."""
    for path in sorted([*(ROOT / "tests").rglob("test_*.py"), *(TEMPLATE / "tests").rglob("test_*.py")]):
        if path != Path(__file__):
            for name, text in docstrings(path):
                if name.startswith("test_"):
                    yield f"{path.parent.name}/{path.name}::{name}", text


def test_a_text_names_the_clauses_of_its_game():
    assert named_in("FAD-17.1, FAD-17.2: sides; HOS-1.1", "FAD") == {"FAD-17.1", "FAD-17.2"}


@pytest.mark.parametrize(("text", "expected"), [
    ("FAD-16.1 to FAD-16.3", ["16.1 to FAD-16.3"]),
    ("FAD-16.1, 16.2: homes", ["16.2"]),
    ("FAD-16.1: 16.2 % of 99.9", []),
])  # fmt: skip
def test_ranges_and_numbers_without_letters_are_found(text, expected):
    assert unwritten(text, "FAD", {"FAD-16.1", "FAD-16.2", "FAD-16.3"}) == expected


def test_rules_md_lists_every_clause_once_without_gaps(game):
    """All clauses have the letters of the game, and the clauses of a chapter are numbered from 1 without gaps."""
    prefixes, chapters, numbers, _ = zip(*_ENTRY.findall(rules_of(game)), strict=True)
    assert set(prefixes) == {prefix_of(game)}
    ids = [(int(chapter), int(number)) for chapter, number in zip(chapters, numbers, strict=True)]
    last = Counter(chapter for chapter, _ in ids)
    assert ids == [(chapter, number + 1) for chapter, count in last.items() for number in range(count)]
    assert list(last) == sorted(last)


def test_no_two_games_have_the_same_letters():
    letters = [prefix_of(each) for each in GAMES]
    assert len(set(letters)) == len(letters)


def test_every_clause_named_within_the_rules_exists(game):
    assert unknown_in(rules_of(game), game) == set()


def test_every_clause_named_in_the_data_exists(game):
    for path in data_of(game):
        assert unknown_in(path.read_text(encoding="utf-8"), game) == set(), path.name


def test_every_clause_named_in_code_exists(game):
    for path in sources_of(game):
        for name, text in docstrings(path):
            assert unknown_in(text, game) == set(), f"{path.name}: {name}"


def test_every_clause_named_in_a_test_exists(game):
    for name, text in documented_tests():
        assert unknown_in(text, game) == set(), name


def test_every_clause_is_tested_unless_it_is_physical(game):
    tested = set().union(*(named_in(text, prefix_of(game)) for _, text in documented_tests()))
    missing = [c for c, line in entries(game).items() if c not in tested and not line.endswith(UNTESTED)]
    assert not missing, f"{len(missing)} clauses without a test: {', '.join(missing)}"


def test_docstrings_rules_and_data_write_clause_ids_in_full(game):
    """No clause is named in a range or without its letters, so a text search for its id finds every mention."""
    prefix, ids = prefix_of(game), set(entries(game))
    sources = [*sources_of(game), *(ROOT / "tests" / game.folder.name).rglob("*.py")]
    abbreviated = [
        f"{path.name}: {name}" for path in sources for name, text in docstrings(path) if unwritten(text, prefix, ids)
    ]
    assert abbreviated == []
    listed = re.compile(rf"{prefix}-\d+\.\d+(?:, | and |/)\d+\.\d+\b(?! ?%)")
    texts = [rules_of(game), *(path.read_text(encoding="utf-8") for path in data_of(game))]
    assert [row for text in texts for row in text.splitlines() if listed.search(row) or _RANGE.search(row)] == []
