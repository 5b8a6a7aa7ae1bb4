"""Shares of the randomness in the outcome, compared with hand-made runs that keep parts of the randomness."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.randomness import randomness
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

SHORT = {"players": 2, "strategies": "pool", "games": 40, "set": {"switches.max_rounds": 6}}
PARTS = ["skill", "seat", "corner", "deal", "flicks"]


def credit(seed, **seeds):
    changes = SHORT["set"] | {f"randomness.{part}": each for part, each in seeds.items()}
    seats = run("ascending-empires", **SHORT | {"set": changes}, seed=seed, skill="drawn").seats
    return seats.sort("game", "player")["credit"].to_numpy().reshape(-1, 2)


@pytest.mark.nightly
def test_shares_agree_with_runs_that_keep_or_redraw_one_part(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = randomness("ascending-empires", **SHORT, seed=5, skill="drawn").set_index("part")
    assert list(table.index) == ["strategy", *PARTS]
    first = credit(5)
    whole = {
        "flicks": (credit(6, flicks=5), credit(5, flicks=6)),
        "strategy": (credit(5, **dict.fromkeys(PARTS, 6)), credit(6, **dict.fromkeys(PARTS, 5))),
    }
    for part, (kept, redrawn) in whole.items():
        together = sum(np.cov(first[:, k], kept[:, k])[0, 1] for k in range(2))
        apart = ((first - redrawn) ** 2).sum(axis=1).mean() / 2
        for value, other, column in ((together, kept, "share"), (apart, redrawn, "in_all")):
            variance = (first.var(axis=0, ddof=1) + other.var(axis=0, ddof=1)).sum() / 2
            assert table.loc[part, column] == pytest.approx(np.clip(value / variance, 0, 1))
    alike = randomness("ascending-empires", **SHORT | {"strategies": "uniform"}, seed=5, skill=0).set_index("part")
    assert (alike.loc[["strategy", "skill"], "in_all"] == 0).all() and alike.loc["flicks", "in_all"] > 0


def test_a_game_without_separate_random_streams_is_refused():
    with pytest.raises(BadInput, match="has no separate random streams"):
        randomness("4000-ad")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a run with drawn strategies and skill."""
    monkeypatch.chdir(tmp_path)
    run("ascending-empires", **SHORT, seed=5, skill="drawn", out=tmp_path / "run")
    return tmp_path / "run"


def ask(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.nightly
def test_the_quality_command_reports_the_randomness_of_a_run(folder):
    """The command reads game, setup, strategies, skill and seed from the run."""
    rows = json.loads(ask("quality", folder, "--randomness", "--format", "json").stdout)
    expected = randomness("ascending-empires", **SHORT, seed=5, skill="drawn")
    assert [row["part"] for row in rows] == list(expected["part"])
    for name in ("share", "low", "high", "in_all", "in_all_low", "in_all_high", "games"):
        assert [row[name] for row in rows] == pytest.approx(expected[name].to_numpy())
    shown = ask("quality", folder, "--randomness", "--games", "20", "--chart", "randomness.svg")
    assert "20 games, each played twice more for every part." in shown.stdout
    assert "Players: drawn from" in shown.stdout
    assert (folder.parent / "randomness.svg").exists()


def test_a_run_with_a_strategy_of_the_user_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('[calm]\nbase = "sensible"\nweights = { star = 1.5 }\n')
    run("4000-ad", games=4, strategies="mine.toml:calm", out=tmp_path / "run", set={"switches.max_rounds": 3})
    result = ask("quality", "run", "--randomness")
    assert result.exit_code == 2
    assert result.stderr == (
        "The games of the run cannot be played again from its folder: 'calm' is from a file of yours.\n"
    )
