"""What decides who wins: runs with parts of their luck kept, against runs put together by hand."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.luck import luck
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

SHORT = {"players": 2, "strategies": "pool", "games": 40, "set": {"switches.max_rounds": 6}}
PARTS = ["skill", "seat", "corner", "deal", "flicks"]


def credit(seed, **seeds):
    changes = SHORT["set"] | {f"luck.{part}": each for part, each in seeds.items()}
    seats = run("ascending-empires", **SHORT | {"set": changes}, seed=seed, skill="drawn").seats
    return seats.sort("game", "player")["credit"].to_numpy().reshape(-1, 2)


def test_a_part_is_kept_alone_or_drawn_anew_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = luck("ascending-empires", **SHORT, seed=5, skill="drawn").set_index("part")
    assert list(table.index) == ["strategy", *PARTS]
    first = credit(5)
    whole = {
        "flicks": (credit(6, flicks=5), credit(5, flicks=6)),
        "strategy": (credit(5, **dict.fromkeys(PARTS, 6)), credit(6, **dict.fromkeys(PARTS, 5))),
    }
    for part, (kept, redrawn) in whole.items():
        together = sum(np.cov(first[:, k], kept[:, k])[0, 1] for k in range(2))
        apart = ((first - redrawn) ** 2).sum(axis=1).mean() / 2
        for value, other, found in ((together, kept, "share"), (apart, redrawn, "in_all")):
            variance = (first.var(axis=0, ddof=1) + other.var(axis=0, ddof=1)).sum() / 2
            assert table.loc[part, found] == pytest.approx(np.clip(value / variance, 0, 1))
    alike = luck("ascending-empires", **SHORT | {"strategies": "uniform"}, seed=5, skill=0).set_index("part")
    assert (alike.loc[["strategy", "skill"], "in_all"] == 0).all() and alike.loc["flicks", "in_all"] > 0


def test_a_game_whose_luck_has_no_parts_is_refused():
    with pytest.raises(BadInput, match="has no parts with seeds of their own"):
        luck("4000-ad")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A run whose strategies and skill are drawn."""
    monkeypatch.chdir(tmp_path)
    run("ascending-empires", **SHORT, seed=5, skill="drawn", out=tmp_path / "run")
    return tmp_path / "run"


def ask(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_quality_asks_a_run_for_its_luck(folder):
    """The command takes game, setup, strategies, skill and seed from the run."""
    rows = json.loads(ask("quality", folder, "--luck", "--format", "json").stdout)
    expected = luck("ascending-empires", **SHORT, seed=5, skill="drawn")
    assert [row["part"] for row in rows] == list(expected["part"])
    for name in ("share", "low", "high", "in_all", "in_all_low", "in_all_high", "games"):
        assert [row[name] for row in rows] == pytest.approx(expected[name].to_numpy())
    shown = ask("quality", folder, "--luck", "--games", "20", "--chart", "luck.svg")
    assert "20 games, each played again twice for every part." in shown.stdout
    assert "Players: drawn from" in shown.stdout
    assert (folder.parent / "luck.svg").exists()


def test_a_run_with_a_strategy_of_the_user_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('[calm]\nbase = "sensible"\nweights = { star = 1.5 }\n')
    run("4000-ad", games=4, strategies="mine.toml:calm", out=tmp_path / "run", set={"switches.max_rounds": 3})
    result = ask("quality", "run", "--luck")
    assert result.exit_code == 2
    assert result.stderr == (
        "The games of the run cannot be played again from its folder: 'calm' is a strategy of your own.\n"
    )
