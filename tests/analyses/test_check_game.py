"""The command `check-game`: a row for each check of a game, with faults in a sentence with file and line."""

import json
import re
import shutil
import sys

import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.column_check import column_findings
from starbalance.analyses.report import check_game as checks
from starbalance.analyses.report.file_check import choice_findings, file_findings, side_findings
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game, games, load_example
from starbalance.simulator.runs.finding import CHECKS, PLAY, Finding
from tests.data import KUHN

COLUMN_FAULTS = {  # name -> (file, old text, new text, sentences)
    "no_meaning": (
        "columns.toml",
        "busts = {",
        "# {",
        [r"columns\.toml does not describe the column 'busts' of the table seats \(.*columns\.toml, line 7\)"],
    ),
    "misspelt_column": (
        "columns.toml",
        "cargo = {",
        "cargos = {",
        [
            r"columns\.toml does not describe the column 'cargo' of the table seats \(.*, line 7\)",
            r"columns\.toml describes in \[seats\] the column 'cargos', which no run has: did you mean 'cargo'\? "
            r"\(.*columns\.toml, line 10\)",
        ],
    ),
    "no_such_points": (
        "columns.toml",
        'points = "points"',
        'points = "point"',
        [r"the role 'points' names the column 'point', which no run has: did you mean 'points'\? \(.*, line 3\)"],
    ),
    "no_such_usage": (
        "columns.toml",
        'usage = ["rolls"]',
        'usage = ["rolled"]',
        [r"the role 'usage' names the column 'rolled', which no run has: did you mean 'rolls'\? \(.*, line 4\)"],
    ),
    "no_such_role": ("columns.toml", "usage = [", "usages = [", [r".*no role 'usages': did you mean 'usage'\?.*"]),
    "no_such_factor": (
        "__init__.py",
        'factor="ship"',
        'factor="shop"',
        [r"GAME names the factor 'shop', which no run has: did you mean 'ship'\? \(.*__init__\.py, line 15\)"],
    ),
    "no_such_draws": (
        "__init__.py",
        'factor="ship",',
        'factor="ship",\n    draws="tail",',
        [
            r"Comet Chase: GAME has draws=\"tail\", but the outcome has no column 'tail_1'\. Name its columns "
            r"'tail_1', 'tail_2' and so on, even if there is only one \(.*__init__\.py, line 16\)"
        ],
    ),
    "no_such_label": (
        "__init__.py",
        '"ended": (',
        '"ending": (',
        [r"GAME labels the column 'ending', which no run has: did you mean 'ended'\? \(.*__init__\.py, line 7\)"],
    ),
    "no_such_usage_column": (
        "state.py",
        "    ROLLS = 0",
        "    ROLLED = 0",
        [r"Usage names the column 'rolled', which no run has: did you mean 'rolls'\? \(.*state\.py, line 31\)"],
    ),
}


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(checks, "FULL", {"games": 12, "seconds": 60.0})


def edited(source, folder, edits):
    """Return a copy of a game with changed lines."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in edits:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def call(*words):
    return CliRunner().invoke(app, ["check-game", *map(str, words)])


@pytest.mark.parametrize("name", COLUMN_FAULTS)
def test_a_column_that_is_unknown_or_undescribed_is_reported_with_its_line(tmp_path, name):
    *edit, patterns = COLUMN_FAULTS[name]
    game = find_game(edited(TEMPLATE, tmp_path / name, [edit]))
    found = [each.sentence for each in column_findings(game, tables.load(game))]
    assert len(found) == len(patterns), found
    for sentence, pattern in zip(found, patterns, strict=True):
        assert re.fullmatch(pattern, sentence), sentence


@pytest.mark.parametrize("game", [*games().values(), load_example()], ids=lambda game: game.name)
def test_the_columns_of_the_games_have_no_fault(game):
    assert list(column_findings(game, tables.load(game))) == []


def test_a_game_without_a_file_of_columns_has_no_fault(tmp_path):
    folder = edited(KUHN, tmp_path / "undescribed", [])
    (folder / "columns.toml").unlink()
    game = find_game(folder)
    assert list(column_findings(game, tables.load(game))) == []


def test_several_faults_are_reported_at_once(tmp_path):
    edits = [
        ("strategies/weights.toml", "recall_j = -9.0\n", ""),  # both strategies read it in one line
        ("hidden.py", "    shuffle(state, HIDDEN, state.deck[1:])\n", ""),
        ("text.py", "Decision.ANSWER, Kind.BET", "Decision.ANSWER, 2"),
        ("columns.toml", "passes = {", "# {"),
    ]
    folder = edited(KUHN, tmp_path / "many_faults", edits)
    result = call(folder, "--format", "json")
    assert result.exit_code == 1, result.output
    table = json.loads(result.stdout)
    rows = {row["check"]: row for row in table}
    assert len(rows) == len(table)
    verdicts = {check: row["verdict"] for check, row in rows.items()}
    assert verdicts == {
        "numbers": "passed",
        "functions": "passed",
        "play": "passed",
        "redeal": "failed",
        "strategies": "failed",
        "texts": "failed",
        "columns": "failed",
        "files": "passed",
    }
    assert rows["play"]["found"].startswith("12 games with ")
    assert rows["redeal"]["found"].endswith(f"({folder / 'hidden.py'}, line 27).")
    assert f"{folder / 'strategies' / 'sensible.py'}, line 18, in decision " in rows["strategies"]["found"]
    assert f"Narrator.decision raises KeyError: (1, 1) ({folder / 'text.py'}, line 27, in" in rows["texts"]["found"]


FILE_FAULTS = {  # name -> (source, file, old text, new text, check, sentence)
    "no_side": (
        KUHN,
        "__init__.py",
        "seats=2)",
        "seats=2, sides=1)",
        "numbers",
        r"The setup 'players2' declares 1 sides of 2 seats: .* got \[\] \(.*reader\.py\)\.",
    ),
    "no_such_choice": (
        TEMPLATE,
        "data/switches.toml",
        '"at_once"]',
        '"at_onse"]',
        "numbers",
        r"'switches\.end' allows the choice 'at_onse', which End in rules\.py does not have: did you mean 'at_once'\?"
        r" .*\(.*switches\.toml, line 18\)\.",
    ),
    "no_rules_for_a_choice": (
        TEMPLATE,
        "reader.py",
        "    return rules",
        '    return rules if document["switches"]["end"]["value"] == "after_round" else rules.ended',
        "numbers",
        r"'switches\.end' allows the choice 'at_once', with which the rules cannot be made: .*reader\.py, line .*"
        r"\(.*switches\.toml, line 18\)\.",
    ),
    "no_such_path": (
        TEMPLATE,
        "data/variants.toml",
        '"switches.goal"',
        '"switches.gaol"',
        "files",
        r".*variants\.toml, line 11: There is no value 'switches\.gaol': did you mean 'switches\.goal'\?",
    ),
    "no_such_setup": (
        TEMPLATE,
        "study.toml",
        'setup = "players3"',
        'setup = "player3"',
        "files",
        r".*study\.toml: \[\[scenario\]\] 'players3': There is no setup 'player3': did you mean 'players3'\? .*",
    ),
    "no_such_key": (
        TEMPLATE,
        "check.toml",
        'margin = "5pp"',
        'margins = "5pp"',
        "files",
        r".*check\.toml: There is no key 'margins': did you mean 'margin'\?",
    ),
}


@pytest.mark.parametrize("name", FILE_FAULTS)
def test_a_file_that_every_run_or_report_would_refuse_is_a_fault(tmp_path, monkeypatch, name):
    source, file, old, new, check, pattern = FILE_FAULTS[name]
    monkeypatch.setattr(checks, "find_faults", lambda game, rules, limits: ([], {"games": 1, "decisions": 1}))
    table = sb.check_game(edited(source, tmp_path / name, [(file, old, new)]))
    rows = table[table["check"] == check]
    assert rows["verdict"].iloc[0] == "failed", table
    assert re.fullmatch(pattern, rows["found"].iloc[0]), rows["found"].iloc[0]


@pytest.mark.parametrize("game", [*games().values(), load_example()], ids=lambda game: game.name)
def test_the_files_of_the_games_have_no_fault(game):
    sides = [each for setup in game.setups for each in side_findings(game, tables.load(game, setup.name))]
    assert [*sides, *choice_findings(game), *file_findings(game)] == []


def test_a_value_without_a_word_is_a_fault(tmp_path):
    folder = edited(KUHN, tmp_path / "wordless_value", [("__init__.py", '("fold", "showdown")', '("fold",)')])
    table = sb.check_game(folder).set_index("check")
    assert table["verdict"].to_dict() == {**dict.fromkeys(CHECKS, "passed"), "columns": "failed"}
    pattern = r"finish fills in .* 'ended' has the value 1, but its labels .* only \(.*__init__\.py, line"
    assert re.match(pattern, table["found"]["columns"]), table["found"]["columns"]


TEXT_FAULTS = {  # name -> (old text, new text, sentence)
    "no_lines": (
        'return [f"Pot',
        'return (f"Pot',
        r"Narrator\.table returns str, not a list of lines \(.*, line 17, in",
    ),
    "no_sentence": (
        'return f"    player',
        'print(f"    player',
        r"Narrator\.decision returns NoneType, not a sentence",
    ),
    "another_position": (
        "winner = 0 if",
        "state.players[0].won = 1; winner = 0 if",
        r"Narrator\.ending changes the position: carry out an action on a copy of the state \(.*, line 29, in decision",
    ),
    "no_field": (
        "{state.actor}",
        "{state.acting}",
        r"Narrator\.decision reads or writes the field 'acting', which does",
    ),
    "no_start": (
        "rules.record",
        "rules.recorded",
        r"Narrator raises AttributeError: .* no attribute 'recorded' \(.*line 11\)",
    ),
}


@pytest.mark.parametrize("name", TEXT_FAULTS)
def test_a_fault_of_the_narrator_is_found(tmp_path, name):
    old, new, pattern = TEXT_FAULTS[name]
    edits = [("text.py", old, new)]
    if name == "no_lines":
        edits.append(("text.py", '.sum()}"]', '.sum()}")'))
    if name == "no_sentence":
        edits.append(("text.py", 'options[chosen].kind)]}"', 'options[chosen].kind)]}")'))
    table = sb.check_game(edited(KUHN, tmp_path / name, edits)).set_index("check")
    assert table["verdict"].to_dict() == {**dict.fromkeys(CHECKS, "passed"), "texts": "failed"}
    assert re.match(pattern, table["found"]["texts"]), table["found"]["texts"]


def test_a_game_without_texts_gets_a_note(tmp_path):
    folder = edited(KUHN, tmp_path / "wordless", [])
    (folder / "text.py").unlink()
    row = sb.check_game(folder).set_index("check").loc["texts"]
    assert list(row) == ["note", "there is no text.py, without which `play` cannot show a game."]


def test_a_number_without_a_source_ends_the_check(tmp_path):
    edit = ("data/switches.toml", 'source = "published"\nnote = "What a bet', 'note = "What a bet')
    table = sb.check_game(edited(KUHN, tmp_path / "sourceless", [edit]))
    assert list(table["check"]) == list(CHECKS)
    assert list(table["verdict"]) == ["failed", *["not checked"] * 7]
    assert re.search(r"switches\.toml, line 8: 'bet' has no source for 'value'", table["found"][0])


def test_every_setup_is_checked_and_a_place_is_listed_once(monkeypatch):
    played = []

    def find_faults(game, rules, limits):
        played.append(int(rules.seats))
        wrong = Finding(PLAY, "is wrong", "moves.py, line 1", f", in decision {len(played)}")
        return [wrong, Finding(PLAY, "is odd", "moves.py, line 2", is_fault=False)], {"games": 1, "decisions": 3}

    monkeypatch.setattr(checks, "find_faults", find_faults)
    table = sb.check_game("comet-chase")
    assert played == [2, 3]
    rows = table[table["check"] == PLAY]
    assert list(rows["verdict"]) == ["failed", "note"]
    assert list(rows["found"]) == ["is wrong (moves.py, line 1, in decision 1).", "is odd (moves.py, line 2)."]
    for options, seats in (({"players": 3}, [3]), ({"setup": "players2"}, [2])):
        played.clear()
        sb.check_game("comet-chase", **options)
        assert played == seats


def test_a_game_without_a_fault_passes(monkeypatch):
    size = {"games": 2, "decisions": 30, "redeals": 12, "texts": 40}
    monkeypatch.setattr(checks, "find_faults", lambda game, rules, limits: ([], size))
    result = call("comet-chase", "--players", 2, "--format", "csv")
    assert result.exit_code == 0, result.output
    assert [line.split(",")[:2] for line in result.stdout.splitlines()[1:]] == [[each, "passed"] for each in CHECKS]
    assert "2 games with 30 decisions" in result.stdout
    assert "12 resampled positions" in result.stdout


def test_an_unknown_setup_is_refused():
    result = call("comet-chase", "--setup", "players4")
    assert result.exit_code == 2
    assert "did you mean 'players" in result.stderr
    with pytest.raises(BadInput, match="no setup for 5 players"):
        sb.check_game("comet-chase", players=5)
