"""The league and exploitability: on a made-up game that the boldest player wins, and on the example game."""

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

MOST_BOLDNESS = 80.0  # maximum effective boldness
SEARCH_BONUS = 8.0  # boldness added by a search


def boldness(strategy):
    return min(strategy.weights["enough"], MOST_BOLDNESS) + (0.0 if strategy.search is None else SEARCH_BONUS)


class Duel(Hill):
    """A contest against a mix: bolder weights win more, and the boldest strategy of the mix wins half."""

    def __init__(self, plan, ratios, base, at_work, under, level):
        super().__init__()
        self.parts, self.base, self.best = 2, base, max(map(boldness, plan.strategies))

    def chance(self, weights):
        return 0.5 + 0.01 * (boldness(replace(self.base, weights=weights)) - self.best)


@pytest.fixture
def bold(tmp_path, monkeypatch):
    """An empty folder and a patched two-player game that the bolder player always wins."""

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


def test_a_league_continues_until_no_best_response_gains(bold, chase):
    result = league(chase, **SMALL, out="out")
    rounds = result.log.groupby("round")
    assert result.is_over
    assert rounds["joined"].any().tolist() == [True] * (len(rounds) - 1) + [False]
    assert len(rounds) >= 3
    assert (result.log["joined"] == (result.log["gain"] > 0.02)).all()
    assert ((result.log["low"] <= result.log["gain"]) & (result.log["gain"] <= result.log["high"])).all()
    chances = result.mixes.groupby("round")["chance"].sum()
    assert chances.tolist() == pytest.approx([1.0] * len(rounds))
    assert set(result.log[result.log["round"] == 1]["start"]) == {"sensible", "bold"}
    last = list(result.mix)
    assert len(last) == 1
    assert find_strategy(find_game(chase), last[0]).weights["enough"] > 70
    text = summary(result)
    assert "The best response (20,000 games of training) gains" in text
    assert "not over" not in text


def test_an_added_strategy_keeps_the_temperature_of_its_start(bold, chase):
    result = league(chase, ["sensible@0.5"], **SMALL | {"starts": 1}, rounds=2, out="out")
    assert result.log["joined"].any()
    trained = [each for each in result.mix if each.endswith("strategies.toml") or ".toml:" in each]
    assert trained
    assert {find_strategy(find_game(chase), each).temperature for each in trained} == {0.5}


def test_a_league_does_not_start_from_restricted_strategies(bold, chase):
    with pytest.raises(BadInput, match="No strategy of the pool has weights to train"):
        league(chase, ["sensible-random-after:3", "bold-without:rolls"], **SMALL, out="out")


def test_a_search_with_the_most_likely_strategy_of_the_mix_is_a_best_response(bold, chase):
    result = league(chase, **SMALL, playouts=4, out="out")
    looking = result.log[result.log["budget"] == 0]
    first = looking.iloc[0]
    assert first["round"] == 1
    assert first["strategy"] == first["start"] == "search:bold@4"
    assert first["joined"]
    assert first["games"] == 30
    assert (looking.groupby("round").size() == 1).all()
    assert not looking["strategy"].duplicated().any()
    assert result.is_over
    last = list(result.mix)
    assert len(last) == 1
    best = find_strategy(find_game(chase), last[0])
    assert best.search.playouts == 4
    assert best.weights["enough"] > 70
    assert find_mix(find_game(chase), "out/mix.toml", "players2").names == [best.name]
    assert ".toml" not in summary(result)
    assert "search:sensible_" in summary(result)


def test_a_league_with_search_responses_is_resumed(bold, chase, monkeypatch):
    whole = league(chase, **SMALL, playouts=4, rounds=2, out="whole")
    played = Duel.credits
    monkeypatch.setattr(Duel, "credits", lambda *_, **__: pytest.fail("games are played again"))
    with pytest.raises(BadInput, match="other settings"):
        league(chase, **SMALL, playouts=5, rounds=2, out="whole", resume=True)
    assert league(chase, **SMALL, playouts=4, rounds=2, out="whole", resume=True).log.equals(whole.log)
    monkeypatch.setattr(Duel, "credits", played)
    with pytest.raises(BadInput, match="The number of playouts must be a whole number from 1 to 10,000, got -1"):
        league(chase, **SMALL, playouts=-1, out="other")


def test_added_strategies_are_stored_with_their_provenance(bold, chase):
    result = league(chase, **SMALL, out="out")
    joined = result.log[result.log["joined"]]
    for name in joined["strategy"]:
        assert find_strategy(find_game(chase), f"out/strategies.toml:{name}").base == "sensible"
    entries = tomllib.loads(Path("out/strategies.toml").read_text())
    assert {each["provenance"]["alpha"] for each in entries.values()} == {0.05 / SMALL["starts"]}
    log = pd.read_csv("out/log.csv")
    assert list(log["strategy"]) == list(result.log["strategy"])
    mix = find_mix(find_game(chase), "out/mix.toml", "players2")
    assert mix.names == [spec.rpartition(":")[2] for spec in result.mix]
    assert find_mix(find_game(chase), ["out/mix.toml"], "players2").names == mix.names


def test_a_resumed_league_gives_the_same_result(bold, chase, monkeypatch):
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


def test_a_league_is_not_restarted_or_resumed_with_other_settings(bold, chase):
    league(chase, **SMALL, rounds=1, out="out")
    with pytest.raises(BadInput, match="add --resume"):
        league(chase, **SMALL, rounds=1, out="out")
    with pytest.raises(BadInput, match="with other settings"):
        league(chase, **SMALL, rounds=1, out="out", resume=True, seed=1)
    assert "not over: continue with more --rounds" in summary(league(chase, **SMALL, rounds=1, out="out", resume=True))


def test_a_league_without_trainable_strategies_is_refused(bold, chase):
    with pytest.raises(BadInput, match="No strategy of the pool has weights to train"):
        league(chase, ["uniform", "search:sensible@4"], **SMALL, out="out")
    assert not (bold / "out").exists()


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"starts": 0}, "starts must be between 1 and 7, got 0"),
        ({"starts": 8}, "got 8"),
        ({"rounds": 0}, "rounds must be at least 1, got 0"),
    ],
)
def test_invalid_numbers_of_starts_and_rounds_are_refused(bold, chase, terms, sentence):
    with pytest.raises(BadInput, match=sentence):
        league(chase, **SMALL | terms, out="out")
    assert not (bold / "out").exists()


def test_a_full_table_keeps_the_mix_and_the_best_strategies(bold, chase, monkeypatch):
    monkeypatch.setattr(seasons, "PLACES", 3)
    result = league(chase, **SMALL, out="out")
    assert result.mixes.groupby("round").size().max() == 3
    assert result.is_over


def test_exploitability_has_a_row_for_each_start(bold, chase):
    table = exploitability(chase, ["sensible"], base=["sensible", "bold"], players=2, budget=20_000, jobs=1)
    assert list(table.columns) == ["start", "share", "gain", "low", "high", "games", "budget"]
    assert list(table["start"]) == ["bold", "sensible"]
    assert list(table["gain"]) == pytest.approx(list(table["share"] - 0.5))
    assert table["gain"][0] == pytest.approx(0.26, abs=0.06)
    assert (table["low"] > 0).all()


def test_a_mix_file_names_strategies_relative_to_its_folder(tmp_path):
    (tmp_path / "mix.toml").write_text('sensible = 3\n"mine.toml:own" = 1\n"search:mine.toml:own@8" = 2\n')
    own = f"{tmp_path}/mine.toml:own"
    assert read_mix(tmp_path / "mix.toml") == {"sensible": 3.0, own: 1.0, f"search:{own}@8": 2.0}
    (tmp_path / "mix.toml").write_text("sensible = 'often'\n")
    with pytest.raises(BadInput, match="the probability of 'sensible' must be a number"):
        read_mix(tmp_path / "mix.toml")


def test_the_command_plays_a_league(tmp_path, monkeypatch, chase):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(courses, "SLICE", 2)
    words = [
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
    words += ["--rounds", "1", "--budget", "400", "--playouts", "2", "--jobs", "1", "--out", "out"]
    shown = CliRunner().invoke(app, [*words, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    trained, searching = json.loads(shown.stdout)
    assert trained["round"] == searching["round"] == 1
    assert trained["strategy"] == "sensible_1a"
    assert searching["strategy"] in ("search:sensible@2", "search:bold@2")
    assert searching["budget"] == 0
    assert searching["low"] < searching["gain"] < searching["high"]
    again = CliRunner().invoke(app, [*words, "--resume"])
    assert again.exit_code == 0, again.output
    assert "The league is stored in out." in again.output


def test_a_league_with_a_changed_strategy_file_is_not_resumed(bold, chase):
    """The names of the file and of its strategies stay the same."""
    file = bold / "mine.toml"
    text = '[mine]\nbase = "sensible"\ndescription = "Stops early."\n\n[mine.weights]\nenough = {}\n'
    file.write_text(text.format("5.0"))
    settings = SMALL | {"strategies": ["sensible", f"{file}:mine"], "rounds": 1, "out": "out"}
    league(chase, **settings)
    league(chase, **settings, resume=True)
    file.write_text(text.format("7.0"))
    with pytest.raises(BadInput, match="with other settings"):
        league(chase, **settings, resume=True)
