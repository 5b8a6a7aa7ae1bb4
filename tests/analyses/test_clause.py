"""Lookup of a clause with its rulings, switches, code and tests."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.clause import clause, named_in
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE, new_game


def call(*words):
    return CliRunner().invoke(app, list(words))


@pytest.fixture(autouse=True)
def in_repository(monkeypatch):
    monkeypatch.chdir(Path(__file__).parent.parent.parent)


def test_a_clause_is_shown_with_its_switches_and_rulings():
    (entry,) = clause("4000-ad", "FAD-5.7")
    assert entry.id == "FAD-5.7" and entry.chapter and entry.text
    assert any(line.startswith("switches.departure_order = after_arrivals") for line in entry.switches)
    assert any(line.startswith("A-02, passage: ") for line in entry.rulings)


@pytest.mark.parametrize("game", ["4000-ad", "handful-of-stars", "interstellar-ambitions"])
def test_most_clauses_lead_to_code_and_tests(game):
    """Only clauses on components and terms have no code or tests."""
    first = {"4000-ad": "FAD", "handful-of-stars": "HOS", "interstellar-ambitions": "IAM"}[game]
    entries = [each for chapter in (4, 5) for each in clause(game, f"{first}-{chapter}")]
    assert sum(bool(each.code) for each in entries) > len(entries) / 2
    assert sum(bool(each.tests) for each in entries) > len(entries) / 2
    places = [place.split()[0].rsplit(":", 1) for each in entries for place in (*each.code, *(each.tests or ()))]
    assert all(int(line) <= len(Path(path).read_text().splitlines()) for path, line in places)


def test_the_place_is_the_line_of_the_docstring():
    (entry,) = clause("4000-ad", "23.2")
    path, line = next(each for each in entry.code if each.endswith(" _ranking")).split()[0].rsplit(":", 1)
    lines = Path(path).read_text().splitlines()
    assert any("def _ranking(" in text for text in lines[int(line) - 1 : int(line) + 2])


@pytest.mark.parametrize(("game", "query", "words"), [
    ("handful-of-stars", "Home world OUTPOST", ("home", "world", "outpost")),
    ("4000-ad", "captured homes ships", ("captur", "home", "ship")),
    ("4000-ad", "produces", ("produc",)),
])  # fmt: skip
def test_words_find_the_clauses_that_contain_all_of_them(game, query, words):
    """Words match with any ending, in the clause or the title of its chapter."""
    entries = clause(game, query)
    assert entries
    assert all(word in f"{each.chapter} {each.text}".lower() for each in entries for word in words)


def test_a_word_is_not_found_inside_another():
    """`end` does not match `defender`, a word of every chapter on combat."""
    ids = {each.id for each in clause("interstellar-ambitions", "end")}
    assert {"IAM-25.1", "IAM-9.6"} <= ids
    assert not {"IAM-3.3", "IAM-21.3"} & ids


@pytest.mark.parametrize(("game", "query", "nearest"), [
    ("interstellar-ambitions", "game ends tie", "IAM-26.8"),
    ("handful-of-stars", "idle population", "HOS-5.2"),  # `population` is in the name of its switch
    ("4000-ad", "what happens to the ships of a player whose home is captured", "FAD-22.1"),
])  # fmt: skip
def test_words_find_the_nearest_clauses_if_none_contains_all(game, query, nearest):
    messages = []
    entries = clause(game, query, notify=messages.append)
    assert nearest in [entry.id for entry in entries[:3]]
    assert len(entries) <= 10
    assert len(messages) == 1 and f"has all of the words '{query}'" in messages[0]


@pytest.mark.parametrize(("query", "sentence"), [
    ("FAD-19.99", r"no clause 'FAD-19.99': did you mean 'FAD-19"),
    ("99", r"no clause 'FAD-99'"),
    ("purple elephants", r"No clause of 4000 A.D. has the words 'purple elephants'"),
])  # fmt: skip
def test_an_unknown_clause_is_reported(query, sentence):
    with pytest.raises(BadInput, match=sentence):
        clause("4000-ad", query)


def test_the_tests_may_not_be_installed(monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.clause._test_folder", lambda game: None)
    assert clause("4000-ad", "FAD-5.7")[0].tests is None
    assert "not part of the installed package" in call("show", "4000-ad", "clause", "FAD-5.7").output


def test_the_command_prints_one_clause_or_lists_several():
    one = call("show", "4000-ad", "clause", "5.7").output
    assert [line for line in one.splitlines() if not line.startswith(" ")][1:] == [
        "Rulings and examples:",
        "Switches:",
        "Code:",
        "Tests:",
    ]
    rows = json.loads(call("show", "4000-ad", "clause", "FAD-5", "--format", "json").output)
    assert len(rows) > 3 and all(row["clause"].startswith("FAD-5.") for row in rows)


@pytest.mark.parametrize("words", [["clause"], ["rules", "5.7"]])
def test_an_id_belongs_to_clause_and_not_to_rules(words):
    result = call("show", "4000-ad", *words)
    assert result.exit_code == 2
    assert "takes an id such as 2.1, or words" in result.output


def test_an_external_game_has_clauses():
    (entry,) = clause(str(TEMPLATE), "COM-3.1")
    assert any(line.startswith("A1, question: ") for line in entry.rulings)
    assert any("end_of_game" in place for place in entry.code)
    assert any(line.startswith("switches.end = after_round") for line in entry.switches)


def test_the_expected_folder_is_named_if_an_external_game_has_no_tests(tmp_path):
    game = new_game(tmp_path / "untested")
    shutil.rmtree(game / "tests", ignore_errors=True)
    assert f"none: the folder {game / 'tests'} does not exist" in call("show", str(game), "clause", "2.1").output


@pytest.mark.parametrize(("text", "expected"), [
    ("FAD-3.6: four ships", {"FAD-3.6"}),
    ("FAD-17.1, FAD-17.2 and HOS-1.1", {"FAD-17.1", "FAD-17.2", "HOS-1.1"}),
    ("no id 3.6 at all", set()),
])  # fmt: skip
def test_ids_are_found_in_a_text(text, expected):
    assert named_in(text) == expected


@pytest.mark.parametrize(("game", "query", "chapter", "beginning", "code"), [
    ("4000-ad", "A-16", "Rulings", "passage: agreed withdrawal when the withdrawing player has no free warp; ", ""),
    ("interstellar-ambitions", "d32", "Decisions", "decision: claim; player, moment: active, step 4;", "do_end"),
    (TEMPLATE, "I-2", "Invariants", "No two players have the same ship.", ""),
])  # fmt: skip
def test_rulings_decisions_and_invariants_are_found_by_id(game, query, chapter, beginning, code):
    """Each cell of a table row follows its column heading."""
    (entry,) = clause(str(game), query)
    assert (entry.id, entry.chapter) == (query.upper(), chapter)
    assert entry.text.startswith(beginning)
    assert any(place.endswith(f" {code}") for place in entry.code) or not code


def test_an_unknown_ruling_gets_the_nearest_id():
    with pytest.raises(BadInput, match=r"There is no ruling, decision or invariant 'A-99': did you mean 'A-\d+'?"):
        clause("4000-ad", "A-99")
