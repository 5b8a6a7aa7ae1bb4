"""The ladder of skill: its rungs are the levels shown to be stronger than the rung below."""

import pandas as pd
import pytest

from starbalance.analyses.training import ladder as module
from starbalance.analyses.training.benchmark import benchmark
from starbalance.analyses.training.ladder import ladder
from starbalance.simulator.engine.errors import BadInput

COLUMNS = ["skill", "against", "gain", "low", "high", "games", "is_rung"]
WINS = {"uniform": 0.1, "greedy": 0.56, "sensible": 0.66, "close": 0.661, "search": 0.9}


@pytest.fixture
def planted(monkeypatch):
    """Replace benchmarks and the check of the levels: a level gains what it wins more, plus or minus 2 points."""

    def measured(game, level, *, against, games, **options):
        (rung,) = against
        gain = WINS[level] - WINS[rung]
        interval = {"share": 0.5 + gain, "gain": gain, "low": gain - 0.02, "high": gain + 0.02}
        return pd.DataFrame([{"against": rung, **interval, "games": games}])

    monkeypatch.setattr(module, "benchmark", measured)
    monkeypatch.setattr(module, "level_games", lambda game, levels, games, least: dict.fromkeys(levels, games))


def test_a_weaker_player_is_no_rung(chase, planted):
    """In the games of all strategies `sensible` wins 66% and `greedy` 56%."""
    table = ladder(chase, ["uniform", "sensible", "greedy"]).set_index("skill")
    assert table.loc["greedy", ["against", "is_rung"]].to_dict() == {"against": "sensible", "is_rung": False}
    assert table.loc["greedy", "gain"] == pytest.approx(-0.1)
    assert table["is_rung"].to_dict() == {"uniform": True, "sensible": True, "greedy": False}


def test_a_level_that_may_be_equally_strong_is_no_rung(chase, planted):
    """The interval of the gain of `close` includes 0, so that the next level plays among `sensible`."""
    table = ladder(chase, ["uniform", "sensible", "close", "search"])
    assert list(table.columns) == COLUMNS
    assert list(table["against"]) == ["", "uniform", "sensible", "sensible"]
    assert list(table["is_rung"]) == [True, True, False, True]


def test_a_mixed_strategy_is_never_a_rung(chase, planted):
    table = ladder(chase, ["pool", "uniform", "league", "sensible"]).set_index("skill")
    assert table["is_rung"].to_dict() == {"pool": False, "uniform": True, "league": False, "sensible": True}
    assert table["against"].to_dict() == {"pool": "", "uniform": "", "league": "", "sensible": "uniform"}
    assert table["gain"].isna().to_dict() == {"pool": True, "uniform": True, "league": True, "sensible": False}
    assert list(ladder(chase, ["pool"])["is_rung"]) == [False]


def test_the_rows_are_benchmarks_whose_intervals_hold_together(chase, tmp_path, monkeypatch):
    """`bold` is stronger than `sensible` in the example game, and the players of `sensible@2` are weaker."""
    monkeypatch.chdir(tmp_path)
    levels = ["uniform", "sensible", "bold", "sensible@2"]
    table = ladder(chase, levels, games=2000, alpha=0.03, seed=1, jobs=1)
    assert list(table["is_rung"]) == [True, True, True, False]
    assert list(table["against"]) == ["", "uniform", "sensible", "bold"]
    for _, row in table[1:].iterrows():
        single = benchmark(chase, row["skill"], against=[row["against"]], games=2000, alpha=0.01, seed=1, jobs=1)
        assert row[COLUMNS[2:-1]].to_dict() == single.iloc[0][COLUMNS[2:-1]].to_dict()
    assert (table["low"] > 0).tolist() == [False, True, True, False]


@pytest.mark.parametrize(("games", "played"), [(100, [100, 100]), (400, [400, 200]), (20_000, [20_000, 400])])
def test_a_player_that_searches_plays_fewer_games(chase, monkeypatch, games, played):
    calls = []

    def measured(game, level, *, games, **options):
        calls.append(games)
        return pd.DataFrame([{"gain": 0.1, "low": 0.05, "high": 0.2, "games": games}])

    monkeypatch.setattr(module, "benchmark", measured)
    ladder(chase, ["uniform", "sensible", "search:sensible@1"], games=games)
    assert calls == played


def test_the_progress_counts_the_games_of_all_benchmarks(chase, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = []
    levels = ["uniform", "sensible", "pool", "bold"]
    ladder(chase, levels, games=41, players=2, jobs=1, progress=lambda *words: calls.append(words))
    done, totals = [call[0] for call in calls], {call[1] for call in calls}
    assert totals == {2 * 42}
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 2 * 42)


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ([], "no level"),
        (["uniform", "uniform"], "named twice"),
        (["uniform", "sensibel"], "did you mean 'sensible'"),
    ],
)
def test_an_invalid_level_is_refused_before_a_game_is_played(chase, tmp_path, monkeypatch, levels, sentence):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=sentence):
        ladder(chase, levels)
    assert not list(tmp_path.iterdir())
