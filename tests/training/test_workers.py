"""Trainings and leagues give the same results on a cluster as in the threads of one machine."""

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
LOCAL = {"jobs": 1}


@pytest.fixture(scope="module")
def dask():
    """A local cluster of two worker processes."""
    with LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=":0") as local_cluster:
        yield local_cluster


@pytest.fixture
def on_cluster(dask):
    return {"backend": "dask", "scheduler": dask.scheduler_address}


@pytest.fixture(autouse=True)
def at(tmp_path, monkeypatch, chase):
    """A function that changes to a new subfolder with a strategy that is easy to improve."""
    compile_game(find_game(chase), all_strategies(find_game(chase)), print)
    monkeypatch.setattr(courses, "SLICE", 2)

    def change(name):
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / name)
        Path("mine.toml").write_text(TIMID)

    return change


def trained(game, **about):
    """Train and return (the entry of the strategy file, the journal)."""
    options = dict(base="mine.toml:timid", against=["sensible"], players=2, trust_region=2.0, budget=1500, seed=7)
    result = train(game, **options, out="mine.toml:braver", **about)
    entry = tomllib.loads(Path("mine.toml").read_text())["braver"]
    assert entry["provenance"]["gain"] == list(result.provenance["gain"])
    return entry, journal()


def journal():
    (path,) = Path("runs").glob(f"train-*/{NAME}")
    return path.read_bytes()


@pytest.mark.nightly
def test_a_training_on_a_cluster_equals_one_in_a_thread_and_is_resumed(dask, on_cluster, at, chase):
    """A worker is killed and the training is stopped; it resumes on the cluster and also runs in local processes."""
    killed = []

    def kill_and_stop(done, total, note=""):
        busy = [worker.address for worker in list(dask.scheduler.workers.values()) if worker.processing]
        if busy and not killed:
            killed.extend(nanny.pid for nanny in dask.workers.values() if nanny.worker_address == busy[0])
            os.kill(killed[0], signal.SIGKILL)
        if done > 800:
            raise KeyboardInterrupt

    at("here")
    whole = trained(chase, **LOCAL)
    at("there")
    with pytest.raises(KeyboardInterrupt):
        trained(chase, **on_cluster, progress=kill_and_stop)
    assert killed
    begun = journal()
    assert begun
    assert whole[1].startswith(begun)
    at("processes")
    assert trained(chase, backend="processes", jobs=2) == whole
    at("there")
    assert trained(chase, **on_cluster, resume=True) == whole


@pytest.mark.nightly
def test_a_training_connects_once_and_sends_shared_data_once(on_cluster, at, chase, monkeypatch):
    connected, sent = [], []
    clients, send = cluster._dask_client, chunk.send
    monkeypatch.setattr(cluster, "_dask_client", lambda *about: connected.append(about) or clients(*about))
    monkeypatch.setattr(
        "starbalance.simulator.runs.batch.send", lambda chunks: sent.append((len(chunks), send(chunks))) or sent[-1][1]
    )
    at("there")
    trained(chase, **on_cluster)
    assert len(connected) == 2  # the first connection checks for workers
    most, content = max(sent, key=lambda each: each[0])
    assert most == 96
    (least, single) = min(sent, key=lambda each: each[0])
    assert len(content) < len(single) + 1000 * (most - least)


def test_a_league_on_a_cluster_equals_one_in_a_thread(on_cluster, at, chase):
    results = []
    for name, workers in (("here", LOCAL), ("there", on_cluster)):
        at(name)
        played = league(chase, ["sensible", "bold"], players=2, starts=1, games=40, rounds=1, budget=400, **workers)
        results.append((played.log.to_csv(), played.mixes.to_csv(), played.mix, journal()))
    assert results[0] == results[1]


def test_exploitability_and_benchmark_are_the_same_on_a_cluster(on_cluster, at, chase):
    results = []
    for name, workers in (("here", LOCAL), ("there", on_cluster)):
        at(name)
        left = exploitability(chase, ["sensible"], players=2, budget=400, **workers)
        results.append((left.to_csv(), benchmark(chase, "bold", against=["sensible"], games=20, **workers).to_csv()))
    assert results[0] == results[1]


LATE = """
def late(state, rules, options, weights, scores):
    if state.key[1] < 1000:
        scores[:] = 0.0
"""


def test_a_fault_on_a_worker_stops_a_training_with_a_command_that_replays_it(on_cluster, at, chase, monkeypatch):
    """The check before a training would refuse a strategy that reads the key."""
    monkeypatch.setattr("starbalance.analyses.training.train.dry_run", lambda plan, notify: None)
    at("there")
    Path("mine.py").write_text(LATE)
    with pytest.raises(BadInput, match=r"of seed 3 stopped: a strategy leaves an option .* --seed 3 --game"):
        train(chase, against=["mine.py:late"], players=2, seed=3, budget=500, **on_cluster)
