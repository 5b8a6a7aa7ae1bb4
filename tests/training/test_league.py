"""The league and what a mix leaves open: on made-up meetings in which the boldest wins, and on the miniature game."""

import json
import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.mix import find_mix, read_mix
from starbalance.analyses.training import course as courses
from starbalance.analyses.training import season as seasons
from starbalance.analyses.training import task as tasks
from starbalance.analyses.training.league import league, summary
from starbalance.analyses.training.response import exploitability
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game

from .hill import Hill

CAP = 80.0  # nobody gains by more
FORESIGHT = 8.0  # what looking ahead adds


def boldness(strategy):
    return min(strategy.weights["enough"], CAP) + (0.0 if strategy.search is None else FORESIGHT)


class Duel(Hill):
    """Against a mix: the bolder, the better; the boldest of the mix wins half."""

    def __init__(self, plan, ratios, base, at_work, under, level):
        super().__init__()
        self.parts, self.base, self.best = 2, base, max(map(boldness, plan.strategies))

    def chance(self, weights):
        return 0.5 + 0.01 * (boldness(replace(self.base, weights=weights)) - self.best)


@pytest.fixture
def bold(tmp_path, monkeypatch):
    """A world of two players in which the bolder one always wins, in an empty folder."""

    def meeting(result, names):
        strategy = np.array(list(product(range(len(names)), repeat=2)))
        courage = np.array([boldness(each) for each in result.pool])[strategy]
        credit = (courage > courage[:, ::-1]) + 0.5 * (courage == courage[:, ::-1])
        return strategy, credit

    def run_experiment(experiment, execution, games, *, out):
        return SimpleNamespace(pool=experiment.pool, played=games)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(seasons, "run_experiment", run_experiment)
    monkeypatch.setattr(seasons, "by_player", meeting)
    monkeypatch.setattr(tasks, "Contest", Duel)
    return tmp_path


SMALL = {"players": 2, "starts": 2, "games": 10, "budget": 20_000, "jobs": 1}


def test_a_league_goes_on_until_nothing_gains_more(bold, chase):
    found = league(chase, **SMALL, out="out")
    rounds = found.log.groupby("round")
    assert found.is_over
    assert rounds["joined"].any().tolist() == [True] * (len(rounds) - 1) + [False]
    assert len(rounds) >= 3
    assert (found.log["joined"] == (found.log["gain"] > 0.02)).all()
    assert ((found.log["low"] <= found.log["gain"]) & (found.log["gain"] <= found.log["high"])).all()
    chances = found.mixes.groupby("round")["chance"].sum()
    assert chances.tolist() == pytest.approx([1.0] * len(rounds))
    assert set(found.log[found.log["round"] == 1]["start"]) == {"sensible", "bold"}
    last = list(found.mix)
    assert len(last) == 1
    assert find_strategy(find_game(chase), last[0]).weights["enough"] > 70
    text = summary(found)
    assert "The most that 20,000 games of training gain against it is" in text
    assert "not over" not in text


def test_what_joins_a_league_keeps_the_temperature_of_what_it_began_with(bold, chase):
    found = league(chase, ["sensible@0.5"], **SMALL | {"starts": 1}, rounds=2, out="out")
    assert found.log["joined"].any()
    trained = [each for each in found.mix if each.endswith("strategies.toml") or ".toml:" in each]
    assert trained
    assert {find_strategy(find_game(chase), each).temperature for each in trained} == {0.5}


def test_who_is_restricted_is_not_begun_with_in_a_league(bold, chase):
    with pytest.raises(BadInput, match="Nobody in the pool has weights to train"):
        league(chase, ["sensible-random-after:3", "bold-without:rolls"], **SMALL, out="out")


def test_a_search_of_who_is_most_of_the_mix_answers_it(bold, chase):
    found = league(chase, **SMALL, playouts=4, out="out")
    looking = found.log[found.log["budget"] == 0]
    first = looking.iloc[0]
    assert first["round"] == 1
    assert first["strategy"] == first["start"] == "search:bold@4"
    assert first["joined"]
    assert first["games"] == 30
    assert (looking.groupby("round").size() == 1).all()
    assert not looking["strategy"].duplicated().any()
    assert found.is_over
    last = list(found.mix)
    assert len(last) == 1
    best = find_strategy(find_game(chase), last[0])
    assert best.search.playouts == 4
    assert best.weights["enough"] > 70
    assert find_mix(find_game(chase), "out/mix.toml", "players2").names == [best.name]
    assert ".toml" not in summary(found)
    assert "search:sensible_" in summary(found)


def test_an_answer_by_a_search_is_gone_on_with(bold, chase, monkeypatch):
    whole = league(chase, **SMALL, playouts=4, rounds=2, out="whole")
    played = Duel.credits
    monkeypatch.setattr(Duel, "credits", lambda *_, **__: pytest.fail("it is played again"))
    with pytest.raises(BadInput, match="another one"):
        league(chase, **SMALL, playouts=5, rounds=2, out="whole", resume=True)
    assert league(chase, **SMALL, playouts=4, rounds=2, out="whole", resume=True).log.equals(whole.log)
    monkeypatch.setattr(Duel, "credits", played)
    with pytest.raises(BadInput, match="The number of playouts cannot be -1"):
        league(chase, **SMALL, playouts=-1, out="other")


def test_what_joined_stands_in_files_with_its_provenance(bold, chase):
    found = league(chase, **SMALL, out="out")
    joined = found.log[found.log["joined"]]
    for name in joined["strategy"]:
        assert find_strategy(find_game(chase), f"out/strategies.toml:{name}").base == "sensible"
    told = tomllib.loads(Path("out/strategies.toml").read_text())
    assert {each["provenance"]["alpha"] for each in told.values()} == {0.05 / SMALL["starts"]}
    log = pd.read_csv("out/log.csv")
    assert list(log["strategy"]) == list(found.log["strategy"])
    mix = find_mix(find_game(chase), "out/mix.toml", "players2")
    assert mix.names == [spec.rpartition(":")[2] for spec in found.mix]
    assert find_mix(find_game(chase), ["out/mix.toml"], "players2").names == mix.names


def test_a_league_that_was_stopped_ends_as_if_it_had_not_been(bold, chase, monkeypatch):
    whole = league(chase, **SMALL, out="whole")
    credits = Duel.credits

    def stopped(duel, *about, **more):
        stopped.left -= 1
        if stopped.left < 0:
            raise KeyboardInterrupt
        return credits(duel, *about, **more)

    stopped.left = 60
    monkeypatch.setattr(Duel, "credits", stopped)
    for folder in (bold / "runs").iterdir():
        folder.rename(bold / folder.name)
    with pytest.raises(KeyboardInterrupt):
        league(chase, **SMALL, out="broken")
    stopped.left = 10**9
    again = league(chase, **SMALL, out="broken", resume=True)
    assert again.log.equals(whole.log)
    assert again.mixes.equals(whole.mixes)
    for name in ("strategies.toml", "mix.toml", "log.csv", "mixes.csv"):
        assert (bold / "broken" / name).read_bytes() == (bold / "whole" / name).read_bytes()


def test_a_league_is_not_begun_twice_nor_gone_on_with_as_another(bold, chase):
    league(chase, **SMALL, rounds=1, out="out")
    with pytest.raises(BadInput, match="add --resume"):
        league(chase, **SMALL, rounds=1, out="out")
    with pytest.raises(BadInput, match="is another one"):
        league(chase, **SMALL, rounds=1, out="out", resume=True, seed=1)
    assert "not over: go on with more --rounds" in summary(league(chase, **SMALL, rounds=1, out="out", resume=True))


def test_a_league_of_nobody_who_can_be_trained_is_refused(bold, chase):
    with pytest.raises(BadInput, match="Nobody in the pool has weights to train"):
        league(chase, ["uniform", "search:sensible@4"], **SMALL, out="out")
    assert not (bold / "out").exists()


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [({"starts": 0}, "from 1 to 7 starts, not 0"), ({"starts": 8}, "not 8"), ({"rounds": 0}, "one round at least")],
)
def test_a_league_of_no_answers_is_refused(bold, chase, terms, sentence):
    with pytest.raises(BadInput, match=sentence):
        league(chase, **SMALL | terms, out="out")
    assert not (bold / "out").exists()


def test_a_full_table_keeps_the_mix_and_who_wins_most(bold, chase, monkeypatch):
    monkeypatch.setattr(seasons, "PLACES", 3)
    found = league(chase, **SMALL, out="out")
    assert found.mixes.groupby("round").size().max() == 3
    assert found.is_over


def test_what_a_mix_leaves_open_is_told_for_each_start(bold, chase):
    table = exploitability(chase, ["sensible"], base=["sensible", "bold"], players=2, budget=20_000, jobs=1)
    assert list(table.columns) == ["start", "share", "gain", "low", "high", "games", "budget"]
    assert list(table["start"]) == ["bold", "sensible"]
    assert list(table["gain"]) == pytest.approx(list(table["share"] - 0.5))
    assert table["gain"][0] == pytest.approx(0.26, abs=0.06)
    assert (table["low"] > 0).all()


def test_a_mix_in_a_file_names_strategies_beside_it(tmp_path):
    (tmp_path / "mix.toml").write_text('sensible = 3\n"mine.toml:own" = 1\n"search:mine.toml:own@8" = 2\n')
    own = f"{tmp_path}/mine.toml:own"
    assert read_mix(tmp_path / "mix.toml") == {"sensible": 3.0, own: 1.0, f"search:{own}@8": 2.0}
    (tmp_path / "mix.toml").write_text("sensible = 'often'\n")
    with pytest.raises(BadInput, match="the chance of 'sensible' takes a number"):
        read_mix(tmp_path / "mix.toml")


def test_a_league_of_a_game_is_played_and_told(tmp_path, monkeypatch, chase):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(courses, "STRETCH", 2)
    told = [
        "strategy",
        "league",
        chase,
        "--players",
        "2",
        "--strategies",
        "sensible,bold",
        "--starts",
        "1",
        "--games",
        "40",
    ]
    told += ["--rounds", "1", "--budget", "400", "--playouts", "2", "--jobs", "1", "--out", "out"]
    shown = CliRunner().invoke(app, [*told, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    trained, searching = json.loads(shown.stdout)
    assert trained["round"] == searching["round"] == 1
    assert trained["strategy"] == "sensible_1a"
    assert searching["strategy"] in ("search:sensible@2", "search:bold@2")
    assert searching["budget"] == 0
    assert searching["low"] < searching["gain"] < searching["high"]
    again = CliRunner().invoke(app, [*told, "--resume"])
    assert again.exit_code == 0, again.output
    assert "The league lies in out." in again.output


def test_a_league_whose_strategy_file_has_changed_is_another_one(bold, chase):
    """The file keeps its name, and so do its strategies."""
    file = bold / "mine.toml"
    text = '[mine]\nbase = "sensible"\nrecipe = "Stops early."\n\n[mine.weights]\nenough = {}\n'
    file.write_text(text.format("5.0"))
    settings = SMALL | {"strategies": ["sensible", f"{file}:mine"], "rounds": 1, "out": "out"}
    league(chase, **settings)
    league(chase, **settings, resume=True)
    file.write_text(text.format("7.0"))
    with pytest.raises(BadInput, match="is another one"):
        league(chase, **settings, resume=True)
