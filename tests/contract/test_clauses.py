"""Every clause of a game's RULES.md has a test, and every clause named in code or tests exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GAMES = {"FAD": "four_thousand_ad", "HOS": "handful_of_stars", "IAM": "interstellar_ambitions"}
UNTESTED = ("`physical`", "`component`")
_CLAUSE = re.compile(r"\b([A-Z]{3})-(\d+\.\d+(?:(?:, | to | and )\d+\.\d+)*)")
_ENTRY = re.compile(r"^- \*\*([A-Z]{3}-\d+\.\d+)\*\*(.*)$", re.MULTILINE)


def entries(prefix):
    """Clause id -> its line in RULES.md."""
    text = (ROOT / "simulator" / GAMES[prefix] / "RULES.md").read_text(encoding="utf-8")
    return dict(_ENTRY.findall(text))


def named_in(text, prefix):
    """The ids a text names; `FAD-2.1, 16.1 to 16.3` names four."""
    found = set()
    for start, numbers in _CLAUSE.findall(text):
        if start == prefix:
            found |= {f"{prefix}-{number}" for number in _numbers(numbers)}
    return found


def _numbers(text):
    parts = re.split(r"(, | to | and )", text)
    yield parts[0]
    for before, link, number in zip(parts[0::2], parts[1::2], parts[2::2], strict=False):
        first, last = before.split("."), number.split(".")
        if link == " to " and first[0] == last[0]:
            yield from (f"{first[0]}.{n}" for n in range(int(first[1]) + 1, int(last[1])))
        yield number


def docstrings(path):
    """Every docstring of a source file, with the name of what it documents."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield getattr(node, "name", path.stem), ast.get_docstring(node) or ""


def documented_tests():
    """(name, docstring) of every test function but those of this file."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path != Path(__file__):
            for name, text in docstrings(path):
                if name.startswith("test_"):
                    yield f"{path.relative_to(ROOT)}::{name}", text


@pytest.mark.parametrize(("text", "expected"), [
    ("FAD-3.6: so many ships", {"FAD-3.6"}),
    ("FAD-2.1, 16.1 to 16.3, 20.2: homes", {"FAD-2.1", "FAD-16.1", "FAD-16.2", "FAD-16.3", "FAD-20.2"}),
    ("FAD-17.1, FAD-17.2: sides", {"FAD-17.1", "FAD-17.2"}),
    ("HOS-1.1 is another game", set()),
])  # fmt: skip
def test_a_docstring_may_name_several_clauses_and_ranges(text, expected):
    assert named_in(text, "FAD") == expected


@pytest.mark.parametrize(("prefix", "count"), [("FAD", 127), ("HOS", 199), ("IAM", 293)])
def test_rules_md_lists_every_clause_once(prefix, count):
    text = (ROOT / "simulator" / GAMES[prefix] / "RULES.md").read_text(encoding="utf-8")
    found = [clause for clause, _ in _ENTRY.findall(text)]
    assert len(found) == len(set(found)) == count


@pytest.mark.parametrize("prefix", GAMES)
def test_every_clause_named_within_the_rules_exists(prefix):
    text = (ROOT / "simulator" / GAMES[prefix] / "RULES.md").read_text(encoding="utf-8")
    assert named_in(text, prefix) - set(entries(prefix)) == set()


@pytest.mark.parametrize("prefix", GAMES)
def test_every_clause_named_in_the_data_exists(prefix):
    for path in (ROOT / "simulator" / GAMES[prefix] / "data").glob("*.toml"):
        assert named_in(path.read_text(encoding="utf-8"), prefix) - set(entries(prefix)) == set(), path.name


@pytest.mark.parametrize("prefix", GAMES)
def test_every_clause_named_in_code_exists(prefix):
    known = set(entries(prefix))
    for path in sorted((ROOT / "simulator" / GAMES[prefix]).rglob("*.py")):
        for name, text in docstrings(path):
            assert named_in(text, prefix) - known == set(), f"{path.name}: {name}"


@pytest.mark.parametrize("prefix", GAMES)
def test_every_clause_named_in_a_test_exists(prefix):
    known = set(entries(prefix))
    for name, text in documented_tests():
        assert named_in(text, prefix) - known == set(), name


@pytest.mark.parametrize("prefix", GAMES)
def test_every_clause_is_tested_unless_it_is_physical(prefix):
    tested = set().union(*(named_in(text, prefix) for _, text in documented_tests()))
    missing = [c for c, line in entries(prefix).items() if c not in tested and not line.endswith(UNTESTED)]
    assert not missing, f"{len(missing)} clauses without a test: {', '.join(missing)}"
