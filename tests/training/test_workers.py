"""Trainings and leagues are the same on the workers of a cluster as in the threads of one machine."""

import os
import signal
import tomllib
from pathlib import Path

import pytest
from distributed import LocalCluster

from starbalance.analyses.training import course as courses
from starbalance.analyses.training.benchmark import benchmark
from starbalance.analyses.training.journal import NAME
from starbalance.analyses.training.league import league
from starbalance.analyses.training.response import exploitability
from starbalance.analyses.training.train import train
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk, cluster
from starbalance.simulator.runs.compilation import all_strategies, compile_game

TIMID = "[timid]\nweights = { enough = 6.0 }\n"
HERE = {"jobs": 1}


@pytest.fixture(scope="module")
def dask():
    """Two worker processes."""
    with LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=":0") as found:
        yield found


@pytest.fixture
def there(dask):
    return {"backend": "dask", "scheduler": dask.scheduler_address}


@pytest.fixture(autouse=True)
def at(tmp_path, monkeypatch, chase):
    """Changes to a folder of its own below a test's, with a strategy that is easily improved."""
    compile_game(find_game(chase), all_strategies(find_game(chase)), print)
    monkeypatch.setattr(courses, "STRETCH", 2)

    def change(name):
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / name)
        Path("mine.toml").write_text(TIMID)

    return change


def trained(game, **about):
    """(the weights, where they come from, the journal) of a training."""
    given = dict(base="mine.toml:timid", against=["sensible"], players=2, reach=2.0, budget=1500, seed=7)
    found = train(game, **given, out="mine.toml:braver", **about)
    entry = tomllib.loads(Path("mine.toml").read_text())["braver"]
    assert entry["provenance"]["gain"] == list(found.provenance["gain"])
    return entry, journal()


def journal():
    (found,) = Path("runs").glob(f"train-*/{NAME}")
    return found.read_bytes()


def test_a_training_on_a_cluster_is_that_of_one_thread_and_goes_on_there(dask, there, at, chase):
    """A worker is killed on the way; the training is stopped, and goes on in processes of this machine."""
    killed = []

    def kill_and_stop(done, total, note=""):
        busy = [worker.address for worker in list(dask.scheduler.workers.values()) if worker.processing]
        if busy and not killed:
            killed.extend(nanny.pid for nanny in dask.workers.values() if nanny.worker_address == busy[0])
            os.kill(killed[0], signal.SIGKILL)
        if done > 800:
            raise KeyboardInterrupt

    at("here")
    whole = trained(chase, **HERE)
    at("there")
    with pytest.raises(KeyboardInterrupt):
        trained(chase, **there, progress=kill_and_stop)
    assert killed
    begun = journal()
    assert begun
    assert whole[1].startswith(begun)
    at("processes")
    assert trained(chase, backend="processes", jobs=2) == whole
    at("there")
    assert trained(chase, **there, resume=True) == whole


def test_a_training_connects_once_and_sends_what_plans_share_once(there, at, chase, monkeypatch):
    connected, sent = [], []
    clients, send = cluster._dask_client, chunk.send
    monkeypatch.setattr(cluster, "_dask_client", lambda *about: connected.append(about) or clients(*about))
    monkeypatch.setattr(
        "starbalance.simulator.runs.batch.send", lambda chunks: sent.append((len(chunks), send(chunks))) or sent[-1][1]
    )
    at("there")
    trained(chase, **there)
    assert len(connected) == 2  # one asks whether there is anybody
    most, content = max(sent, key=lambda each: each[0])
    assert most == 96
    (least, alone) = min(sent, key=lambda each: each[0])
    assert len(content) < len(alone) + 1000 * (most - least)


def test_a_league_on_a_cluster_is_that_of_one_thread(there, at, chase):
    found = []
    for name, workers in (("here", HERE), ("there", there)):
        at(name)
        played = league(chase, ["sensible", "bold"], players=2, starts=1, games=40, rounds=1, budget=400, **workers)
        found.append((played.log.to_csv(), played.mixes.to_csv(), played.mix, journal()))
    assert found[0] == found[1]


def test_what_a_mix_leaves_open_and_a_yardstick_are_the_same_on_a_cluster(there, at, chase):
    found = []
    for name, workers in (("here", HERE), ("there", there)):
        at(name)
        left = exploitability(chase, ["sensible"], players=2, budget=400, **workers)
        found.append((left.to_csv(), benchmark(chase, "bold", against=["sensible"], games=20, **workers).to_csv()))
    assert found[0] == found[1]


LATE = """
def late(state, rules, options, weights, scores):
    if state.key[1] < 1000:
        scores[:] = 0.0
"""


def test_a_fault_on_a_worker_stops_a_training_with_the_game_that_replays_it(there, at, chase, monkeypatch):
    """The check before a training would refuse a strategy that reads the key."""
    monkeypatch.setattr("starbalance.analyses.training.train.rehearse", lambda plan, tell: None)
    at("there")
    Path("mine.py").write_text(LATE)
    with pytest.raises(BadInput, match=r"of seed 3 stopped: a strategy left an option .* --seed 3 --game"):
        train(chase, against=["mine.py:late"], players=2, seed=3, budget=500, **there)
