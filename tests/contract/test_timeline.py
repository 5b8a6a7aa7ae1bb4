"""Timelines: they agree with a slow replay, are stored and resumed, and do not influence games."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.store import Store

SHORT = {"switches.max_rounds": 8}


def replayed(game, setup, number, seed, overrides):
    """Return (round, place in the turn order, standing) at the end of each round, from the stepper."""
    rules = tables.load(game, setup, None, set=overrides)
    plan, _ = make_plan(game, rules, strategies="pool", seed=seed)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    seats, standing = range(rules.setup.seats), game.kernels.standing
    rows, now = [], 0
    for step in steps(game, rules.record, chunk.table(plan), lineup, seed, number):
        if now > 0 and (step.state.rounds > now or step.chosen < 0):
            rows += [(now, seat, standing(step.state, rules.record, seat)) for seat in seats]
        now = int(step.state.rounds)
    return rows


def test_a_timeline_agrees_with_a_slow_replay(game, setup):
    """The rows of every round follow the order of the seats frame; seats are places in the turn order."""
    result = run(game.address, setup=setup, games=3, seed=11, strategies="pool", set=SHORT, timeline=True)
    seats = len(result.seats) // 3
    assert result.timeline.columns == ["game", "round", "seat", "standing"]
    for number in range(3):
        slow = replayed(game, setup, number, 11, SHORT)
        places = result.seats.filter(pl.col("game") == number)["seat"].to_list()
        rows = result.timeline.filter(pl.col("game") == number)
        expected = [(turn, places[seat], standing) for turn, seat, standing in slow]
        assert list(rows.drop("game").iter_rows()) == expected
        assert len(expected) == seats * result.games["rounds"][number]


def test_the_last_standing_agrees_with_the_outcome():
    """The standing in A Handful of Stars is points. The last rows agree with the points and rounds of the game."""
    result = run("handful-of-stars", players=3, games=12, seed=4, strategies="pool", timeline=True)
    last = result.timeline.filter(pl.col("round") == pl.col("round").max().over("game"))
    both = last.join(result.seats, on=["game", "seat"])
    assert both.height == 36
    assert both["standing"].to_list() == both["vp"].to_list()
    assert last.unique("game")["game"].len() == 12
    rounds = result.timeline.group_by("game").agg(pl.col("round").max()).sort("game")["round"]
    assert rounds.to_list() == result.games["rounds"].to_list()


def test_games_are_equal_with_and_without_a_timeline(game):
    options = dict(games=20, seed=6, strategies="pool", set=SHORT)
    without, with_it = run(game.address, **options), run(game.address, **options, timeline=True)
    assert_frame_equal(without.games, with_it.games)
    assert_frame_equal(without.seats, with_it.seats)
    with pytest.raises(BadInput, match="no timeline"):
        _ = without.timeline


def test_a_timeline_on_disk_equals_that_in_memory_for_any_jobs(tmp_path):
    options = dict(games=48, seed=7, strategies="pool", set=SHORT, timeline=True)
    memory = run("4000-ad", **options, jobs=1)
    run("4000-ad", **options, jobs=2, out=tmp_path / "run")
    assert_frame_equal(load(tmp_path / "run").timeline, memory.timeline)


def test_a_missing_timeline_is_reported_with_the_option_that_adds_it(small_run):
    with pytest.raises(BadInput, match=r"has no timeline. Play it with --timeline"):
        small_run.scan("timeline")


def test_a_run_with_a_timeline_is_another_run(tmp_path):
    """It cannot be resumed without a timeline."""
    run("4000-ad", games=8, set=SHORT, timeline=True, out=tmp_path / "run")
    with pytest.raises(BadInput, match="a run with different timeline"):
        run("4000-ad", games=8, set=SHORT, out=tmp_path / "run", resume=True)


@pytest.mark.parametrize("damage", ["missing", "cut", "empty"])
def test_a_damaged_timeline_is_played_again(tmp_path, damage):
    """The whole part is played again, including games and seats, with the same rows."""
    options = dict(games=32, seed=3, set=SHORT, timeline=True, out=tmp_path / "run")
    before = run("4000-ad", **options)
    timeline, games = before.timeline.clone(), before.games.clone()
    path = Store(tmp_path / "run").path("timeline", 2)
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-9] if damage == "cut" else b"")
    messages = []
    after = run("4000-ad", **options, resume=True, notify=messages.append)
    assert any("timeline-00002.parquet was damaged and is played again" in line for line in messages)
    assert_frame_equal(after.timeline, timeline)
    assert_frame_equal(after.games, games)
