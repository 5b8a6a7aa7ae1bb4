"""The benchmark: one player of a strategy among players of others, on the example game."""

import json
import re

import pandas as pd
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.mix import different, find_mix
from starbalance.analyses.questions.skill import skill
from starbalance.analyses.statistics.players import by_player, one_player_note
from starbalance.analyses.training.benchmark import benchmark, summary
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import new_game
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import run

MIX = "sensible = 0.75\nbold = 0.25\n"


@pytest.fixture(scope="session")
def game(tmp_path_factory):
    """A copy of the example game with a two-player league, one per process: a game name belongs to one folder."""
    copy = new_game(tmp_path_factory.mktemp("games") / "measured")
    folder = copy / "strategies" / "league" / "players2"
    folder.mkdir(parents=True)
    (folder / "mix.toml").write_text(MIX)
    return str(copy)


@pytest.fixture
def chase(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return game


@pytest.mark.nightly
def test_a_strategy_among_copies_of_itself_wins_an_equal_share(chase):
    table = benchmark(chase, "sensible", against=["sensible"], players=2, games=400, jobs=1)
    row = table.iloc[0]
    assert row["games"] == 400
    assert row["low"] < 0 < row["high"]
    assert row["gain"] == pytest.approx(row["share"] - 0.5)


@pytest.mark.nightly
def test_the_share_averages_over_all_places_of_the_player(chase):
    table = benchmark(chase, "sensible", against=["uniform"], players=2, games=40, seed=3, jobs=1)
    won = 0.0
    for place in range(2):
        lineup = ["sensible" if player == place else "uniform" for player in range(2)]
        result = run(chase, players=2, games=20, seed=3 + place, strategies=lineup, jobs=1)
        won += by_player(result, ["sensible", "uniform"])[1][:, place].sum()
    assert table["share"].iloc[0] == pytest.approx(won / 40)


def test_one_player_is_named_and_all_opponents_are_drawn_from_the_pool(chase):
    result = run(chase, players=3, games=60, strategies=["uniform", None, None], pool=["bold", "sensible"], jobs=1)
    strategy, _ = by_player(result, ["bold", "sensible", "uniform"])
    assert (strategy[:, 0] == 2).all()
    assert set(strategy[:, 1:].flat) == {0, 1}
    assert 15 < (strategy[:, 1] == 0).sum() < 45
    assert (strategy[:, 1] != strategy[:, 2]).any()


def test_two_strategies_with_one_name_are_not_confused(chase, tmp_path):
    paths = [tmp_path / f"{name}.toml" for name in ("new", "old", "copy")]
    for path, enough in zip(paths, (10, 30, 30), strict=True):
        path.write_text(f'[trained]\nbase = "sensible"\n[trained.weights]\nenough = {enough}\n')
    new, old, copy = (f"{path}:trained" for path in paths)
    with pytest.raises(BadInput, match="Two strategies are named 'trained' but play differently"):
        benchmark(chase, new, against=[old], players=2, games=4, jobs=1)
    assert benchmark(chase, copy, against=[old], players=2, games=4, jobs=1)["games"].item() == 4


def test_the_mix_of_a_league_is_found_by_the_word_league(chase):
    game = find_game(chase)
    assert dict(zip(find_mix(game, "league", "players2").names, (0.75, 0.25), strict=True)) == {
        "sensible": 0.75,
        "bold": 0.25,
    }
    grown = f"no league of players3: grow one with `starbalance strategy league {chase} --setup players3 --out "
    with pytest.raises(BadInput, match=re.escape(grown)):
        find_mix(game, "league", "players3")


def test_the_default_opponents_are_sensible_the_pool_and_the_league_if_it_exists(chase):
    words = {players: list(benchmark(chase, "bold", players=players, games=6, jobs=1)["against"]) for players in (2, 3)}
    assert words == {2: ["sensible", "pool", "league"], 3: ["sensible", "pool"]}


def test_the_intervals_of_all_opponents_are_family_wise(chase):
    single, other = (
        benchmark(chase, "bold", against=against, players=2, games=40, jobs=1, alpha=alpha)
        for against, alpha in ((["sensible"], 0.025), (["sensible", "uniform"], 0.05))
    )
    assert single.iloc[0].to_dict() == other.iloc[0].to_dict()


@pytest.mark.parametrize(("setup", "left"), [("independents3", []), ("independents4", ["league"])])
def test_a_league_of_one_strategy_is_not_repeated(setup, left):
    """The league mix of three independents in 4000 A.D. is only `sensible`."""
    game = find_game("4000-ad")
    assert different(game, setup, ["sensible", "pool", "league"]) == ["sensible", "pool", *left]
    assert different(game, setup, ["pool", "league"]) == ["pool", "league"]
    assert different(game, setup, ["sensible"]) == ["sensible"]


def test_a_league_is_a_level_of_skill(chase):
    table = skill(chase, by=["seat"], players=2, games=60, jobs=1)
    assert "league" in set(table["skill"])
    assert "league" not in set(skill(chase, by=["seat"], players=3, games=60, jobs=1)["skill"])


def test_the_command_prints_a_row_for_each_opponent(chase):
    options = ["--strategy", "bold", "--against", "sensible,uniform", "--players", "2", "--games", "10", "--jobs", "1"]
    result = CliRunner().invoke(app, ["strategy", "benchmark", chase, *options, "--format", "json"])
    assert [row["against"] for row in json.loads(result.stdout)] == ["sensible", "uniform"]
    text = CliRunner().invoke(app, ["strategy", "benchmark", chase, *options]).stdout
    assert "bold gains most against" in text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--against", "sensibel"], "did you mean 'sensible'"),
        (["--against", "bold,bold"], "listed twice"),
        (["--strategy", "search:sensible"], "search:sensible@"),
        (["--games", "0"], "must be at least 1, got 0"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(chase, tmp_path, options, sentence):
    result = CliRunner().invoke(app, ["strategy", "benchmark", chase, "--players", "2", *options])
    assert result.exit_code == 2
    assert sentence in result.output
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(("setup", "noted"), [("alliances4", True), ("alliances2", False), ("independents4", False)])
def test_a_share_of_one_player_is_named_where_sides_have_several_players(setup, noted):
    """Two players command the seats of `alliances2`, each those of a side."""
    table = pd.DataFrame({"against": ["sensible"], "gain": [0.1], "low": [0.0], "high": [0.2]})
    table.attrs["note"] = one_player_note(find_setup(find_game("4000-ad"), setup, None))
    text = summary(table, "bold")
    assert ("split among its 2 players" in text) == noted
    assert text.startswith("bold gains most against sensible: +10.0 points over an equal share (+0.0 to +20.0).")
