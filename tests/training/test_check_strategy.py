"""The checks of a strategy, on the example game."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.training import check_strategy as checks

HEAD = "def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n"


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checks, "TIMED", 3)
    return tmp_path


def check_rows(chase, spec, *options):
    words = ["strategy", "check", spec, chase, "--players", "2", "--games", "20", "--jobs", "1", "--format", "json"]
    result = CliRunner().invoke(app, [*words, *options])
    return result.exit_code, {row["check"]: row for row in json.loads(result.stdout)}


def test_a_sound_strategy_passes_with_its_speed_and_share(chase, work_folder):
    (work_folder / "mine.py").write_text(HEAD + "    scores[0] = -1.0 - state.gain\n")
    code, rows = check_rows(chase, "mine.py:mine", "--against", "sensible,bold")
    assert code == 0
    assert [row["verdict"] for row in rows.values()] == ["passed", "passed", "", ""]
    assert re.search(r"; by type: ROLL [\d,]+ \(\d+%\)$", rows["information_check"]["found"])
    assert "decisions/s, sensible " in rows["speed"]["found"]
    assert rows["share"]["found"].endswith("in 20 games among sensible, bold; equal share: 50.0%")


@pytest.mark.parametrize(
    ("line", "failed", "sentence"),
    [
        ("state.rounds += 1", "soundness", "changes state.rounds"),
        ("scores[1] = np.nan", "soundness", "NameError"),
        ("scores[0] = -1.0 - state.deck[0]", "information_check", "depends on hidden information, state.deck"),
    ],
)
def test_a_failed_check_is_located_and_ends_the_checks(chase, work_folder, line, failed, sentence):
    (work_folder / "mine.py").write_text(HEAD + f"    {line}\n")
    code, rows = check_rows(chase, "mine.py:mine")
    assert code == 1
    assert list(rows)[-1] == failed
    assert rows[failed]["verdict"] == "failed"
    assert sentence in rows[failed]["found"]
    assert "mine.py, line 3" in rows[failed]["found"]


def test_a_strategy_of_weights_is_checked_too(chase, work_folder):
    (work_folder / "mine.toml").write_text("[mine]\nweights = { enough = 3.0 }\n")
    code, rows = check_rows(chase, "mine.toml:mine", "--against", "sensible")
    assert code == 0
    assert (rows["soundness"]["verdict"], rows["soundness"]["found"]) == (
        "",
        "not checked, since its code is part of the game",
    )
    assert float(rows["share"]["found"].partition("%")[0]) < 50


def test_the_speed_is_the_median_of_measurements_that_last(monkeypatch):
    """The games take 0.01 s, apart from a pause of 3 s in one measurement."""
    now, durations = [0.0], iter([0.01] * 30 + [3.0] + [0.01] * 1000)

    def play(plan, first, last):
        now[0] += next(durations) if last > 1 else 0.0
        return {"decisions": np.array([10])}

    monkeypatch.setattr(checks.chunk, "play_chunk", play)
    monkeypatch.setattr(checks.time, "perf_counter", lambda: now[0])
    assert checks._decisions_a_second(SimpleNamespace(chunk_size=lambda games: games)) == pytest.approx(1000)
    assert now[0] > 5 * 0.2


def test_a_missing_strategy_file_is_reported_in_one_sentence(chase, work_folder):
    result = CliRunner().invoke(app, ["strategy", "check", "mine.py:mine", chase])
    assert result.exit_code == 2
    assert "no strategy file 'mine.py'" in result.output
