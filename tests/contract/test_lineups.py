"""Who plays: pools to draw from, strategies at a temperature of their own, and how they are named."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.run import run

SHORT = {"switches.max_rounds": 6}


def test_a_pool_is_what_strategies_are_drawn_from(game):
    """Each of three at each seat, in 400 seats or so: none more than 5 standard deviations from a third."""
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


def test_a_pool_of_one_is_that_one_for_all(game):
    """The draw of a strategy takes nothing from the luck of the game."""
    options = dict(games=6, seed=2, set=SHORT)
    drawn, named = run(game.address, **options, pool=["sensible"]), run(game.address, **options, strategies="sensible")
    assert_frame_equal(drawn.seats, named.seats)


def test_strategies_and_a_pool_are_not_both_taken():
    with pytest.raises(BadInput, match="strategies, or a pool to draw them from, not both"):
        run("4000-ad", games=2, strategies="sensible", pool=["hunter"])


def test_an_unknown_strategy_of_a_pool_is_refused():
    with pytest.raises(BadInput, match="no strategy 'huntr': did you mean 'hunter'"):
        run("4000-ad", games=2, pool=["sensible", "huntr"])


def test_a_strategy_at_a_temperature_is_itself_with_another_name_and_heat(game):
    cold, hot = (find_strategy(game, spec) for spec in ("sensible", "sensible@0.5"))
    assert (hot.name, hot.temperature) == ("sensible@0.5", 0.5)
    assert (hot.weights, hot.base, hot.recipe) == (cold.weights, cold.base, cold.recipe)
    assert hot.score(game) is cold.score(game)


def test_a_function_of_a_file_has_a_temperature_too(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def mine(state, rules, options, weights, scores):\n    scores[:] = 0.0\n")
    found = find_strategy(find_game("4000-ad"), f"{path}:mine@1.5")
    assert (found.name, found.temperature) == ("mine@1.5", 1.5)


@pytest.mark.parametrize("text", ["hot", "", "-1", "inf", "nan"])
def test_a_temperature_that_is_none_is_refused(text):
    with pytest.raises(BadInput, match=f"'sensible@{text}' has no temperature: write sensible@0.5, 0 or more"):
        find_strategy(find_game("4000-ad"), f"sensible@{text}")


def test_temperatures_of_one_strategy_play_side_by_side():
    """Two at 0 and two at 3, where they are named; those at 3 play another game than those at 0."""
    lineup = ["sensible", "sensible@3", "sensible", "sensible@3"]
    mixed = run("4000-ad", games=10, seed=3, strategies=lineup, set=SHORT)
    seats = mixed.seats.group_by("player").agg(pl.col("strategy").unique().first()).sort("player")
    assert seats["strategy"].to_list() == lineup
    assert [each["temperature"] for each in mixed.settings["strategies"]] == [0.0, 3.0]
    cold = run("4000-ad", games=10, seed=3, strategies="sensible@0", set=SHORT)
    plain = run("4000-ad", games=10, seed=3, strategies="sensible", set=SHORT)
    assert_frame_equal(cold.seats.drop("strategy"), plain.seats.drop("strategy"))
    assert not mixed.seats.drop("strategy").equals(plain.seats.drop("strategy"))


def test_a_temperature_of_the_run_is_that_of_all():
    lineup = ["sensible", "sensible@3", "hunter", "uniform"]
    result = run("4000-ad", games=2, strategies=lineup, temperature=0.25, set=SHORT)
    assert [each["temperature"] for each in result.settings["strategies"]] == [0.25] * 4
