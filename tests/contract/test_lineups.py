"""Line-ups: pools, strategies with temperatures, and their names."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import run

SHORT = {"switches.max_rounds": 6}


def test_strategies_are_drawn_from_a_pool(game):
    """In about 400 seats, each of three strategies is within 5 standard deviations of a third."""
    pool = ["sensible", "uniform", "sensible@2"]
    large = max((each for each in game.setups if each.players == each.seats), key=lambda each: each.seats)
    result = run(game.address, setup=large.name, games=400 // large.seats, seed=1, pool=pool, set=SHORT)
    assert result.settings["lineup"] == [-1] * large.seats
    assert [each["name"] for each in result.settings["strategies"]] == pool
    counts = dict(result.seats["strategy"].value_counts().iter_rows())
    assert set(counts) == set(pool)
    seats = len(result.seats)
    assert all(abs(count - seats / 3) < 5 * (seats * 2 / 9) ** 0.5 for count in counts.values())
    assert result.seats.group_by("seat", "strategy").len().height == 3 * large.seats


def test_a_pool_of_one_strategy_equals_that_strategy_for_all(game):
    """Drawing a strategy uses no random numbers of the game."""
    options = dict(games=6, seed=2, set=SHORT)
    drawn, named = run(game.address, **options, pool=["sensible"]), run(game.address, **options, strategies="sensible")
    assert_frame_equal(drawn.seats, named.seats)


def test_strategies_and_a_pool_exclude_each_other():
    with pytest.raises(BadInput, match="either strategies or a pool, not both"):
        run("4000-ad", games=2, strategies="sensible", pool=["hunter"])


def test_an_unknown_strategy_of_a_pool_is_refused():
    with pytest.raises(BadInput, match="no strategy 'huntr': did you mean 'hunter'"):
        run("4000-ad", games=2, pool=["sensible", "huntr"])


def test_a_temperature_changes_only_the_name_and_the_temperature_of_a_strategy(game):
    cold, hot = (find_strategy(game, spec) for spec in ("sensible", "sensible@0.5"))
    assert (hot.name, hot.temperature) == ("sensible@0.5", 0.5)
    assert (hot.weights, hot.base, hot.description) == (cold.weights, cold.base, cold.description)
    assert hot.score(game) is cold.score(game)


def test_a_function_of_a_file_can_have_a_temperature(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n")
    strategy = find_strategy(find_game("4000-ad"), f"{path}:mine@1.5")
    assert (strategy.name, strategy.temperature) == ("mine@1.5", 1.5)


@pytest.mark.parametrize("text", ["hot", "", "-1", "inf", "nan"])
def test_an_invalid_temperature_is_refused(text):
    with pytest.raises(BadInput, match=f"'sensible@{text}' has no valid temperature. It must be a number"):
        find_strategy(find_game("4000-ad"), f"sensible@{text}")


def test_temperatures_of_one_strategy_play_side_by_side():
    """Two players have temperature 0 and two have 3; the outcome differs from a game with 0 only."""
    lineup = ["sensible", "sensible@3", "sensible", "sensible@3"]
    mixed = run("4000-ad", games=10, seed=3, strategies=lineup, set=SHORT)
    seats = mixed.seats.group_by("player").agg(pl.col("strategy").unique().first()).sort("player")
    assert seats["strategy"].to_list() == lineup
    assert [each["temperature"] for each in mixed.settings["strategies"]] == [0.0, 3.0]
    cold = run("4000-ad", games=10, seed=3, strategies="sensible@0", set=SHORT)
    plain = run("4000-ad", games=10, seed=3, strategies="sensible", set=SHORT)
    assert_frame_equal(cold.seats.drop("strategy"), plain.seats.drop("strategy"))
    assert not mixed.seats.drop("strategy").equals(plain.seats.drop("strategy"))


def test_a_temperature_of_the_run_applies_to_all_strategies():
    lineup = ["sensible", "sensible@3", "hunter", "uniform"]
    result = run("4000-ad", games=2, strategies=lineup, temperature=0.25, set=SHORT)
    assert [each["temperature"] for each in result.settings["strategies"]] == [0.25] * 4
