"""What a search would change, on the miniature game."""

import json
import math
import shlex

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.training import blunders as looks
from starbalance.simulator.engine import play, tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.searcher import Searcher
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.advice import _Looking, advised
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.plan import Plan

LOOK = {"players": 2, "games": 3, "playouts": 8, "worlds": 12, "jobs": 1}


@pytest.fixture
def timid(tmp_path, monkeypatch):
    """Stops at the first chance: as bad as can be."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("[timid]\nweights = { enough = 1.0 }\n")
    return "mine.toml:timid"


def plan(chase, spec):
    game = find_game(chase)
    rows = tuple(find_strategy(game, each) for each in (spec, Searcher(spec, 8)))
    return Plan(game, tables.load(game, players=2).record, rows, (0, 0), 5)


def test_a_bad_strategy_has_blunders_and_they_cost(chase, timid):
    found = looks.blunders(chase, timid, **LOOK, seed=5)
    (row,) = found.table.to_dict("records")
    assert row["decision"] == "ROLL"
    assert row["seen"] > row["changed"] > 3
    assert row["gain"] > 0
    assert row["gain_per_game"] == pytest.approx(found.positions["gain"].sum() / 3 / 2)
    assert row["gain"] == pytest.approx(found.positions["gain"].mean())
    assert row["low"] < row["gain"] < row["high"]
    assert found.seen["seen"].sum() == row["seen"]


def test_a_gain_is_told_of_all_worlds_whatever_the_first_of_them_show(chase, timid):
    its, number = plan(chase, timid), 0
    looking = _Looking(its, 0, 12)
    found = set()
    for step in play.steps(its.game, looks_rules(its), table(its), np.zeros(SEATS, np.int64), seed=5, number=0):
        number += step.scores is not None
        if step.scores is not None and looking.at(step, number).better != step.chosen:
            found.add(tuple(looking._room.trials["worlds"][:2]))
    assert found == {(12, 12)}


def test_the_advice_is_what_the_search_plays_there(chase, timid):
    """The first decision of a game at which the search differs is the first at which its game differs."""
    its = plan(chase, timid)
    looked = ((game, each) for game in range(9) for each in advised(its, game, 8))
    game, first = next((game, each) for game, each in looked if each.better != each.chosen)
    rules, rows, lineup = looks_rules(its), table(its), np.zeros(SEATS, np.int64)
    lineup[0] = lineup[1] = 1
    number = 0
    for step in play.steps(its.game, rules, rows, lineup, seed=5, number=game):
        number += step.scores is not None
        if number == first.number and step.scores is not None:
            assert step.chosen == first.better
            return
    pytest.fail("the game of the search is over before")


def looks_rules(its):
    rules = np.zeros(1, np.dtype((np.record, its.rules.dtype)))
    rules[0] = its.rules
    return rules[0]


def test_looking_changes_nothing_of_the_game(chase, timid):
    its = plan(chase, timid)
    seen = list(advised(its, 1, 8))
    steps = play.steps(its.game, looks_rules(its), table(its), np.zeros(SEATS, np.int64), seed=5, number=1)
    plain = [(step.state.tobytes(), step.chosen) for step in steps if step.scores is not None]
    assert [each.number for each in seen] == list(range(1, len(plain) + 1))
    assert [each.chosen for each in seen] == [chosen for _, chosen in plain]


def test_a_gain_has_its_error_and_luck_of_its_own(chase, timid):
    its = plan(chase, timid)
    few, many = ([each for each in advised(its, 0, worlds) if each.better != each.chosen] for worlds in (8, 400))
    assert [each.number for each in few] == [each.number for each in many]
    for one, other in zip(few, many, strict=True):
        assert other.error < one.error or one.error == 0
        assert math.isclose(one.gain, other.gain, abs_tol=5 * one.error + 0.35)


def test_the_same_looks_give_the_same_blunders_whatever_the_jobs(chase, timid):
    one, two = (looks.blunders(chase, timid, **{**LOOK, "jobs": jobs}, seed=1) for jobs in (1, 2))
    assert one.positions.equals(two.positions)
    assert one.table.equals(two.table)


def test_a_position_is_shown_by_the_command_that_is_told(chase, timid):
    found = looks.blunders(chase, timid, **LOOK, seed=5)
    text = looks.summary(found, 2)
    assert text.count("in place of") == 2
    command = text.rpartition("See one: ")[2]
    shown = CliRunner().invoke(app, shlex.split(command)[1:])
    assert shown.exit_code == 0, shown.output
    worst = found.positions.sort_values("gain", ascending=False, kind="stable").iloc[0]
    assert sum(line.startswith("->") for line in shown.output.splitlines()) == 1
    assert worst["taken"] in shown.output
    assert worst["better"] in shown.output
    beyond = CliRunner().invoke(app, [*shlex.split(command)[1:-1], "4000"])
    assert beyond.exit_code == 2
    assert "there is no decision 4000" in beyond.output


def test_blunders_are_told_as_a_table(chase, timid):
    told = [
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
    shown = CliRunner().invoke(app, [*told, "--format", "json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)[0]["decision"] == "ROLL"
    with pytest.raises(BadInput, match="number of worlds cannot be 1"):
        looks.blunders(chase, timid, players=2, worlds=1)


def test_nothing_to_change_is_said(chase):
    found = looks.blunders(chase, "sensible", **LOOK)
    empty = found.positions.iloc[:0]
    assert looks.summary(type(found)(empty, found.seen, 2, 0.95, ""), 3) == "The search would change nothing."
