"""The two descriptions that functions take which play games: what they are made from, and what is refused."""

import inspect

import pytest

import starbalance as sb
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.experiment import Execution, Experiment, experiment, parameters, prepare
from starbalance.simulator.runs.options import TrainingOptions

CHASE = str(TEMPLATE)


def test_options_become_one_experiment_and_one_execution():
    found, execution = prepare(CHASE, {"players": 3, "set": {"switches.goal": 30}, "seed": "1k", "jobs": 2})
    assert (found.setup, found.changes, found.seed, execution.workers) == ("players3", {"switches.goal": 30}, 1000, 2)
    assert found.rules.changed == {"switches.goal": 30}
    assert found.changed({"switches.end": "at_once"}).rules.changed == {"switches.goal": 30, "switches.end": "at_once"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"playrs": 3}, "There is no option 'playrs': did you mean 'players'?"),
        ({"players": 9}, "is not played by 9 players"),
        ({"seed": -1}, "The seed cannot be -1"),
        ({"jobs": 0}, "The number of jobs cannot be 0"),
        ({"backend": "thread"}, "There is no backend 'thread'"),
        ({"set": {"switches.gaol": 3}}, "switches.goal"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_place(options, sentence):
    with pytest.raises(BadInput) as error:
        prepare(CHASE, options)
    assert sentence in str(error.value)


def test_a_training_takes_no_strategies():
    with pytest.raises(BadInput, match="no option 'strategies'"):
        prepare(CHASE, {"strategies": "bold"}, TrainingOptions)


def test_the_last_seed_is_followed_by_the_first():
    last = experiment(CHASE, {"seed": 2**32 - 1})
    assert last.reseeded(1).seed == 0 and last.reseeded(0) == last


def test_a_part_of_the_work_reports_as_the_whole():
    heard = []
    whole = Execution(progress=lambda *report: heard.append(report))
    whole.part(10, 30).progress(5, 20, "of the part")
    whole.part(10, 30, "all pairs").progress(5, 20, "of the part")
    assert heard == [(15, 30, "of the part"), (15, 30, "all pairs")]


def test_the_workers_are_asked_once_and_not_again_by_each_part(monkeypatch):
    asked = []
    monkeypatch.setattr(batch, "check_workers", lambda *workers: asked.append(workers))
    _, execution = prepare(CHASE, {"jobs": 2})
    execution.part(0, 10).reporting(print)
    assert asked == [("threads", None, 2)]


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
