"""Blunders: decisions that a search would change, on the example game."""

import json
import math
import shlex

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.replay import replay
from starbalance.analyses.training import blunders as looks
from starbalance.simulator.engine import play, tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.searcher import Searcher
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.search_analysis import SEARCHES, DecisionSearch, analysed

LOOK = {"players": 2, "games": 3, "playouts": 8, "worlds": 12, "jobs": 1}


@pytest.fixture
def timid(tmp_path, monkeypatch):
    """A strategy that always stops at once, which is very weak."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("[timid]\nweights = { enough = 1.0 }\n")
    return "mine.toml:timid"


def plan(chase, spec):
    game = find_game(chase)
    rows = tuple(find_strategy(game, each) for each in (spec, Searcher(spec, 8)))
    return Plan(game, tables.load(game, players=2).record, rows, (0, 0), 5)


def test_a_weak_strategy_has_costly_blunders(chase, timid):
    result = looks.blunders(chase, timid, **LOOK, seed=5)
    (row,) = result.table.to_dict("records")
    assert row["decision"] == "ROLL"
    assert row["seen"] > row["changed"] > 3
    assert row["gain"] > 0
    assert row["gain_per_game"] == pytest.approx(result.positions["gain"].sum() / 3 / 2)
    assert row["gain"] == pytest.approx(result.positions["gain"].mean())
    assert row["low"] < row["gain"] < row["high"]
    assert result.seen["seen"].sum() == row["seen"]


def test_a_position_names_the_seat_of_the_turn_order(chase, timid):
    positions = looks.blunders(chase, timid, **LOOK, seed=1).positions
    played = run(chase, players=2, games=3, strategies=timid, seed=1).seats.partition_by("game")
    seats = [game["seat"].to_list() for game in played]
    assert [2, 1] in seats and len(positions) > 3
    for number, rows in positions.groupby("game"):
        frames = replay(chase, players=2, strategies=timid, seed=1, number=number).frames
        actors = {frame.decision: frame.actor for frame in frames}
        assert rows["seat"].tolist() == [seats[number][actors[decision]] for decision in rows["number"]]


def test_a_gain_is_estimated_in_all_worlds(chase, timid):
    game_plan, number = plan(chase, timid), 0
    search = DecisionSearch(game_plan, SEARCHES)
    world_counts = set()
    for step in play.steps(
        game_plan.game, rules_record(game_plan), table(game_plan), np.zeros(SEATS, np.int64), seed=5, number=0
    ):
        number += step.scores is not None
        better = step.chosen if step.scores is None else search.choice(step, step.chosen, number)
        if better != step.chosen:
            search.gain(step, better, number=2**31 + number, worlds=12)
            world_counts.add(tuple(search.trials["worlds"][:2]))
    assert world_counts == {(12, 12)}


def test_the_better_option_is_the_choice_of_the_search_player(chase, timid):
    """The first decision that the search analysis changes is the first one that the search player plays differently."""
    game_plan = plan(chase, timid)
    looked = ((game, each) for game in range(9) for each in analysed(game_plan, game, 8))
    game, first = next((game, each) for game, each in looked if each.better != each.chosen)
    rules, rows, lineup = rules_record(game_plan), table(game_plan), np.zeros(SEATS, np.int64)
    lineup[0] = lineup[1] = 1
    number = 0
    for step in play.steps(game_plan.game, rules, rows, lineup, seed=5, number=game):
        number += step.scores is not None
        if number == first.number and step.scores is not None:
            assert step.chosen == first.better
            return
    pytest.fail("the game of the search player ends earlier")


def rules_record(game_plan):
    rules = np.zeros(1, np.dtype((np.record, game_plan.rules.dtype)))
    rules[0] = game_plan.rules
    return rules[0]


def test_the_search_analysis_does_not_change_the_game(chase, timid):
    game_plan = plan(chase, timid)
    seen = list(analysed(game_plan, 1, 8))
    steps = play.steps(
        game_plan.game, rules_record(game_plan), table(game_plan), np.zeros(SEATS, np.int64), seed=5, number=1
    )
    plain = [(step.state.tobytes(), step.chosen) for step in steps if step.scores is not None]
    assert [each.number for each in seen] == list(range(1, len(plain) + 1))
    assert [each.chosen for each in seen] == [chosen for _, chosen in plain]


def test_the_error_of_a_gain_shrinks_with_more_worlds(chase, timid):
    game_plan = plan(chase, timid)
    few, many = ([each for each in analysed(game_plan, 0, worlds) if each.better != each.chosen] for worlds in (8, 400))
    assert [each.number for each in few] == [each.number for each in many]
    for one, other in zip(few, many, strict=True):
        assert other.error < one.error or one.error == 0
        assert math.isclose(one.gain, other.gain, abs_tol=5 * one.error + 0.35)


def test_blunders_do_not_depend_on_the_jobs(chase, timid):
    one, two = (looks.blunders(chase, timid, **{**LOOK, "jobs": jobs}, seed=1) for jobs in (1, 2))
    assert one.positions.equals(two.positions)
    assert one.table.equals(two.table)


def test_the_printed_command_shows_a_position(chase, timid):
    result = looks.blunders(chase, timid, **LOOK, seed=5)
    text = looks.summary(result, 2)
    assert "`gain_per_game` of all changes of one player in a game." in text
    assert text.count("instead of") == 2
    command = text.rpartition("See one: ")[2]
    shown = CliRunner().invoke(app, shlex.split(command)[1:])
    assert shown.exit_code == 0, shown.output
    worst = result.positions.sort_values("gain", ascending=False, kind="stable").iloc[0]
    assert sum(line.startswith("->") for line in shown.output.splitlines()) == 1
    assert worst["taken"] in shown.output
    assert worst["better"] in shown.output
    beyond = CliRunner().invoke(app, [*shlex.split(command)[1:-1], "4000"])
    assert beyond.exit_code == 2
    assert "there is no decision 4000" in beyond.output


def test_blunders_are_printed_as_a_table(chase, timid):
    words = [
        "strategy",
        "blunders",
        chase,
        "--strategy",
        timid,
        "--players",
        "2",
        "--games",
        "2",
        "--worlds",
        "8",
        "--jobs",
        "1",
    ]
    shown = CliRunner().invoke(app, [*words, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)[0]["decision"] == "ROLL"
    with pytest.raises(BadInput, match="number of worlds must be at least 2, got 1"):
        looks.blunders(chase, timid, players=2, worlds=1)


def test_an_empty_result_is_stated(chase):
    result = looks.blunders(chase, "sensible", **LOOK)
    empty = result.positions.iloc[:0]
    assert looks.summary(type(result)(empty, result.seen, 2, 0.95, "", ""), 3) == "The search would change nothing."
