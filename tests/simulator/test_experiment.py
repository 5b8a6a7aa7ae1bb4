"""Experiment and Execution, the arguments of functions that play games: how they are built and validated."""

import inspect

import pytest

import starbalance as sb
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.experiment import Execution, Experiment, experiment, parameters, prepare
from starbalance.simulator.runs.options import TrainingOptions

CHASE = str(TEMPLATE)


def test_options_become_one_experiment_and_one_execution():
    one, execution = prepare(CHASE, {"players": 3, "set": {"switches.goal": 30}, "seed": "1k", "jobs": 2})
    assert (one.setup, one.changes, one.seed, execution.workers) == ("players3", {"switches.goal": 30}, 1000, 2)
    assert one.rules.changed == {"switches.goal": 30}
    assert one.changed({"switches.end": "at_once"}).rules.changed == {"switches.goal": 30, "switches.end": "at_once"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"playrs": 3}, "There is no option 'playrs': did you mean 'players'?"),
        ({"players": 9}, "has no setup for 9 players"),
        ({"seed": -1}, "The seed must be a whole number from 0 to 4294967295, got -1"),
        ({"jobs": 0}, "The number of jobs must be at least 1, got 0"),
        ({"backend": "thread"}, "The backend must be one of threads, processes, dask, got 'thread'"),
        ({"set": {"switches.gaol": 3}}, "switches.goal"),
    ],
)
def test_unknown_options_and_values_are_refused(options, sentence):
    with pytest.raises(BadInput) as error:
        prepare(CHASE, options)
    assert sentence in str(error.value)


def test_a_training_has_no_option_strategies():
    with pytest.raises(BadInput, match="no option 'strategies'"):
        prepare(CHASE, {"strategies": "bold"}, TrainingOptions)


def test_the_last_seed_is_followed_by_the_first():
    last = experiment(CHASE, {"seed": 2**32 - 1})
    assert last.reseeded(1).seed == 0 and last.reseeded(0) == last


def test_a_part_of_the_work_reports_progress_of_the_whole():
    reports = []
    whole = Execution(progress=lambda *report: reports.append(report))
    whole.part(10, 30).progress(5, 20, "of the part")
    whole.part(10, 30, "all pairs").progress(5, 20, "of the part")
    assert reports == [(15, 30, "of the part"), (15, 30, "all pairs")]


def test_the_workers_are_checked_once_and_not_by_each_part(monkeypatch):
    calls = []
    monkeypatch.setattr(batch, "check_workers", lambda *workers: calls.append(workers))
    _, execution = prepare(CHASE, {"jobs": 2})
    execution.part(0, 10).reporting(print)
    assert calls == [("threads", None, 2)]


@pytest.mark.parametrize("name", ["run", "compare", "train", "balance"])
def test_help_lists_every_option_of_a_function(name):
    shown = inspect.signature(getattr(sb, name)).parameters
    assert shown == parameters(inspect.unwrap(getattr(sb, name)))
    assert {"players", "setup", "seed", "jobs"} <= shown.keys() and "options" not in shown
    assert shown["seed"].default == 0 and shown["backend"].default == "threads" and shown["setup"].default is None


def test_an_experiment_is_checked_when_it_is_made():
    game = experiment(CHASE, {}).game
    with pytest.raises(BadInput, match="players3"):
        Experiment(game, "player3")
