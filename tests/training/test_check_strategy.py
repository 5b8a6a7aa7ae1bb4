"""The checks of a strategy, on the miniature game."""

import json
import re

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.training import check_strategy as checks

HEAD = "def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checks, "TIMED", 3)
    return tmp_path


def shown(chase, spec, *options):
    told = ["strategy", "check", spec, chase, "--players", "2", "--games", "20", "--jobs", "1", "--format", "json"]
    found = CliRunner().invoke(app, [*told, *options])
    return found.exit_code, {row["check"]: row for row in json.loads(found.stdout)}


def test_a_sound_strategy_passes_and_is_told_its_speed_and_share(chase, here):
    (here / "mine.py").write_text(HEAD + "    scores[0] = -1.0 - state.gain\n")
    code, rows = shown(chase, "mine.py:mine", "--against", "sensible,bold")
    assert code == 0
    assert [row["verdict"] for row in rows.values()] == ["passed", "passed", "", ""]
    assert re.search(r"; by type: ROLL [\d,]+ \(\d+%\)$", rows["honesty"]["found"])
    assert "decisions/s, sensible " in rows["speed"]["found"]
    assert rows["share"]["found"].endswith("in 20 games among sensible, bold; fair: 50.0%")


@pytest.mark.parametrize(
    ("line", "failed", "sentence"),
    [
        ("state.rounds += 1", "soundness", "changes state.rounds"),
        ("scores[1] = np.nan", "soundness", "NameError"),
        ("scores[0] = -1.0 - state.deck[0]", "honesty", "peeks at state.deck"),
    ],
)
def test_a_strategy_that_fails_says_where_and_plays_no_further(chase, here, line, failed, sentence):
    (here / "mine.py").write_text(HEAD + f"    {line}\n")
    code, rows = shown(chase, "mine.py:mine")
    assert code == 1
    assert list(rows)[-1] == failed
    assert rows[failed]["verdict"] == "failed"
    assert sentence in rows[failed]["found"]
    assert "mine.py, line 3" in rows[failed]["found"]


def test_a_strategy_of_weights_is_checked_too(chase, here):
    (here / "mine.toml").write_text("[mine]\nweights = { enough = 3.0 }\n")
    code, rows = shown(chase, "mine.toml:mine", "--against", "sensible")
    assert code == 0
    assert rows["soundness"]["found"] == "a recipe of the game, whose code its tests check"
    assert float(rows["share"]["found"].partition("%")[0]) < 50


def test_a_strategy_that_is_not_there_is_a_sentence(chase, here):
    found = CliRunner().invoke(app, ["strategy", "check", "mine.py:mine", chase])
    assert found.exit_code == 2
    assert "no strategy file 'mine.py'" in found.output
