"""Runs: their results, their folders, and resuming after a kill."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.analyses.questions.spec import is_own
from starbalance.analyses.statistics.pandas_frame import seats_frame
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import Strategy, find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch, ready
from starbalance.simulator.runs import run as running
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.frame import _with_setup
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.settings import describe, run_hash
from starbalance.simulator.runs.store import Store

SHORT = {"switches.max_rounds": 10}


def test_a_run_has_a_row_per_game_and_one_per_seat(small_run):
    assert small_run.games.height == 300
    assert small_run.seats.height == 1200
    assert small_run.games["game"].to_list() == list(range(300))
    assert small_run.seats.group_by("game").agg(pl.col("credit").sum())["credit"].to_list() == pytest.approx([1] * 300)
    assert set(small_run.seats["home"].unique()) == {"Algol", "Regulus", "Antares", "Pavo"}
    assert "uniform" not in small_run.seats["strategy"].unique()


@pytest.mark.parametrize("name", ["setup", "strategy"])
def test_a_column_that_every_run_adds_is_refused_as_a_column_of_a_game(name):
    game = find_game("4000-ad")
    with pytest.raises(BadInput, match=f"The game has a column '{name}', which every run adds itself"):
        _with_setup([pl.Series(each, [1]) for each in ("strategy", name)], Experiment(game, game.setups[0].name).rules)


def test_seats_homes_and_strategies_are_drawn_independently(small_run):
    """1,200 rows give about 33 per pair of strategy and home; every count is within 5 standard deviations."""
    cells = small_run.seats.group_by("home", "strategy").len()
    assert cells.height == 4 * 9
    assert ((cells["len"] - 1200 / 36).abs() < 5 * (1200 / 36) ** 0.5).all()


def test_a_run_in_memory_equals_the_run_on_disk(small_run):
    rules = {"switches.max_rounds": 120}
    again = run("4000-ad", players=4, games=300, seed=5, strategies="pool", set=rules, jobs=1)
    assert_frame_equal(again.games, small_run.games)
    assert_frame_equal(again.seats, small_run.seats)
    assert "300 games" in repr(again)
    assert "<table" in again._repr_html_()
    assert len(seats_frame(again)) == 1200


def test_strategies_are_assigned_to_players_in_order():
    result = run("4000-ad", games=5, strategies=["hunter", "raider", "turtle", "uniform"], set=SHORT)
    seats = result.seats.group_by("home").agg(pl.col("strategy").unique().first()).sort("home")
    assert seats["strategy"].to_list() == ["hunter", "raider", "turtle", "uniform"]
    result = run("4000-ad", setup="alliances2", games=5, strategies=["hunter", "raider"], set=SHORT)
    seats = result.seats.group_by("home").agg(pl.col("strategy").unique().first()).sort("home")
    assert seats["strategy"].to_list() == ["hunter", "hunter", "raider", "raider"]


def _homebody(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = -float(options[i].kind)


def test_a_function_is_a_strategy():
    result = run("4000-ad", games=4, strategies=[_homebody, "sensible", "sensible", "sensible"], set=SHORT)
    assert set(result.seats["strategy"].unique()) == {"_homebody", "sensible"}


def test_a_function_reaches_worker_processes():
    lineup = [_homebody, "uniform", "uniform", "uniform"]
    one = run("4000-ad", games=8, strategies=lineup, set=SHORT, jobs=1)
    two = run("4000-ad", games=8, strategies=lineup, set=SHORT, jobs=2, backend="processes")
    assert_frame_equal(one.games, two.games)


def _late(state, rules, options, weights, scores):
    """Leave actions without a score from game 12 on. The check before a run would refuse to read the key."""
    if state.key[1] < 12:
        scores[:] = 0.0


def test_a_missing_score_stops_the_run_with_a_command_that_replays_the_game(monkeypatch):
    monkeypatch.setattr(ready, "dry_run", lambda plan, notify: None)
    with pytest.raises(BadInput, match=r"of seed 3 stopped: a strategy leaves an option .* --seed 3 --game"):
        run("4000-ad", games=16, seed=3, strategies=_late)


def test_a_strategy_with_other_parameters_is_refused():
    with pytest.raises(BadInput, match="weights, scores\\) or \\(observation, mask\\), not"):
        find_strategy(find_game("4000-ad"), lambda state, options: None)


def frames_of(folder):
    result = load(folder)
    return result.games, result.seats


def _die(item):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_process_is_reported_in_one_sentence():
    with pytest.raises(BadInput, match=r"worker process was killed.*--resume.* finished parts"):
        list(batch.gather(_die, range(4), jobs=2, backend="processes"))


def test_results_that_nobody_takes_do_not_fill_the_memory():
    """The next items wait until the results of those handed out together are taken."""
    made, items = [], 10 * batch.TOGETHER
    with closing(batch.gather(made.append, range(items), jobs=2)) as done:
        next(done)
        time.sleep(0.2)
        assert len(made) <= 2 * batch.TOGETHER
        for _ in done:
            pass
    assert sorted(made) == list(range(items))


def test_a_killed_run_resumes_to_the_same_frames(tmp_path):
    """The process gets SIGKILL while it writes parts; incomplete parts do not count."""
    program = (
        "from starbalance import run; run('4000-ad', games=1500, seed=9, strategies='pool', jobs=2, out='killed', "
        "set={'switches.max_rounds': 30})"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path) as process:
        while len(list((tmp_path / "killed").glob("parts/manifest-*.json"))) < 2:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    finished = Store(tmp_path / "killed").finished()
    assert 2 <= len(finished) < 16
    options = dict(games=1500, seed=9, strategies="pool", set={"switches.max_rounds": 30})
    run("4000-ad", **options, out=tmp_path / "killed", resume=True)
    whole = run("4000-ad", **options)
    games, seats = frames_of(tmp_path / "killed")
    assert_frame_equal(games, whole.games)
    assert_frame_equal(seats, whole.seats)


def test_a_damaged_part_is_reported_and_played_again(tmp_path):
    options = dict(games=64, seed=2, strategies="pool", set=SHORT, out=tmp_path / "run")
    before = run("4000-ad", **options)
    games = before.games.clone()
    path = Store(tmp_path / "run").path("seats", 3)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadInput, match=r"seats-00003.parquet is damaged"):
        load(tmp_path / "run").scan("seats")
    messages = []
    after = run("4000-ad", **options, resume=True, notify=messages.append)
    assert any("seats-00003.parquet was damaged" in line for line in messages)
    assert_frame_equal(after.games, games)
    assert after.seats.height == 256


def test_resuming_with_other_parameters_is_refused(tmp_path, monkeypatch):
    options = dict(games=8, set=SHORT, out=tmp_path / "run")
    run("4000-ad", seed=1, **options)
    with pytest.raises(
        BadInput, match=r"contains a run with seed = \d+, not \d+\. Repeat its options, or choose another folder"
    ):
        run("4000-ad", seed=2, **options, resume=True)
    with pytest.raises(BadInput, match="--resume"):
        run("4000-ad", seed=1, **options)
    with pytest.raises(BadInput, match="no run in"):
        run("4000-ad", games=8, out=tmp_path / "nothing", resume=True)
    with pytest.raises(BadInput, match=r"no run in .*rum: did you mean '.*run'\?"):
        load(tmp_path / "rum")
    monkeypatch.chdir(tmp_path)  # runs below the folder `runs` would be named
    with pytest.raises(BadInput, match="`starbalance run GAME --out FOLDER` creates one"):
        load(tmp_path / "nowhere" / "run")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(BadInput, match="is not a run"):
        run("4000-ad", games=8, out=tmp_path / "mine")


def test_a_folder_that_cannot_take_the_run_is_refused_before_compilation(tmp_path, monkeypatch):
    options = dict(games=8, set=SHORT, out=tmp_path / "run")
    run("4000-ad", seed=1, **options)
    monkeypatch.setattr(running, "make_ready", lambda plan, notify: pytest.fail("compiled first"))
    with pytest.raises(BadInput, match="or choose another folder"):
        run("4000-ad", seed=2, **options)
    with pytest.raises(BadInput, match="Add --resume"):
        run("4000-ad", seed=1, **options)
    with pytest.raises(BadInput, match="Only a run with an output folder can be resumed"):
        run("4000-ad", games=8, resume=True)


def test_the_settings_contain_everything_needed_to_repeat_a_run(small_run):
    settings = small_run.store.settings()
    assert settings["seed"] == 5
    assert settings["changes"] == {"switches.max_rounds": 120}
    assert settings["strategies"][0]["name"] == "sensible"
    assert {"numpy", "numba", "polars"} <= set(settings["versions"])
    assert settings["strategies"][0]["weights"]["pair"] > 0


def test_the_description_of_a_strategy_identifies_its_score_and_its_origin():
    """Strategies with equal names and weights may differ: the score may belong to another base or to the user."""

    def sensible(state, rules, options, weights, scores):
        scores[:] = 0.0

    game = find_game(str(TEMPLATE))
    built_in, own = (describe(find_strategy(game, each)) for each in ("sensible", sensible))
    assert own["weights"] == built_in["weights"] and own["name"] == built_in["name"]
    assert not is_own(str(TEMPLATE), built_in) and is_own(str(TEMPLATE), own)
    of_two_bases = [describe(Strategy("mine", {"enough": 1.0}, base=base)) for base in ("sensible", "bold")]
    assert run_hash({"strategies": of_two_bases[:1]}) != run_hash({"strategies": of_two_bases[1:]})
