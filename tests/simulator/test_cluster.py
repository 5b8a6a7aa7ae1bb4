"""Clusters: the games of a run are the same on Dask workers as in one thread, even if workers are lost."""

import importlib
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial

import cloudpickle
import psutil
import pytest
from distributed import LocalCluster
from polars.testing import assert_frame_equal

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import chunk, cluster, compilation, ready
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.store import Store
from tests.simulator import test_user_file as user_file

LIMIT = 240  # seconds before a test that waits for a cluster fails
SHORT = {"switches.max_rounds": 10}


@pytest.fixture(autouse=True)
def limit():
    def give_up(number, frame):
        raise TimeoutError(f"the cluster has been silent for {LIMIT} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def dask():
    """A local cluster of two worker processes; all kernels are compiled before they start."""
    for game in games().values():
        compilation.compile_game(game, compilation.all_strategies(game), print)
    with LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=":0") as local_cluster:
        yield local_cluster


@pytest.fixture
def on_dask(dask):
    return partial(run, backend="dask", scheduler=dask.scheduler_address)


def assert_same(one, other):
    assert_frame_equal(one.games, other.games)
    assert_frame_equal(one.seats, other.seats)


@pytest.mark.parametrize("name", list(games()))
def test_a_run_on_two_worker_processes_equals_the_run_of_one_thread(on_dask, name):
    plan = dict(games=48, seed=3, strategies="pool", timeline=True, set=SHORT)
    on_cluster, in_thread = on_dask(name, **plan), run(name, **plan, jobs=1)
    assert_same(on_cluster, in_thread)
    assert_frame_equal(on_cluster.timeline, in_thread.timeline)


@pytest.mark.nightly
def test_a_run_that_loses_a_worker_equals_the_run_of_one_thread(dask, on_dask):
    """A worker gets SIGKILL while it processes chunks."""
    killed = []

    def kill(done, total, note=""):
        busy = [worker.address for worker in list(dask.scheduler.workers.values()) if worker.processing]
        if done and busy and not killed:
            killed.extend(nanny.pid for nanny in dask.workers.values() if nanny.worker_address == busy[0])
            os.kill(killed[0], signal.SIGKILL)

    plan = dict(games=1600, seed=4, strategies="pool", set={"switches.max_rounds": 40})
    on_cluster = on_dask("4000-ad", **plan, progress=kill)
    assert len(killed) == 1
    assert not psutil.pid_exists(killed[0]) or psutil.Process(killed[0]).status() == psutil.STATUS_ZOMBIE
    assert_same(on_cluster, run("4000-ad", **plan, jobs=1))


def test_finished_parts_of_a_stopped_run_on_a_cluster_are_kept(on_dask, tmp_path):
    def stop(done, total, note=""):
        if done > 20:
            raise KeyboardInterrupt

    plan = dict(games=64, seed=5, strategies="pool", set=SHORT)
    with pytest.raises(KeyboardInterrupt):
        on_dask("4000-ad", **plan, out=tmp_path / "run", progress=stop)
    assert 5 <= len(Store(tmp_path / "run").finished()) < 16
    assert_same(run("4000-ad", **plan, out=tmp_path / "run", resume=True), run("4000-ad", **plan))


FILE = """
from starbalance.simulator.engine.jit import rule

BEST = {best}


@rule
def distance(kind):
    return abs(BEST - kind)


def choosy(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = -distance(options[i].kind)
"""


def strategy_file(folder, best):
    path = folder / "choosy.py"
    path.write_text(FILE.format(best=best))
    return f"{path}:choosy"


@pytest.mark.parametrize("backend", [pytest.param("processes", marks=pytest.mark.nightly), "dask"])
def test_a_strategy_in_a_file_and_the_rules_it_calls_reach_the_workers(dask, tmp_path, backend):
    """Between two runs on the same workers, the file changes a constant of the rule that the strategy calls."""
    where = {"dask": dict(scheduler=dask.scheduler_address), "processes": dict(jobs=2)}[backend]
    results = []
    for best in (2.0, 30.0):
        plan = dict(games=32, set=SHORT, strategies=strategy_file(tmp_path, best))
        results.append(run("4000-ad", **plan, backend=backend, **where))
        assert_same(results[-1], run("4000-ad", **plan, jobs=1))
    assert not results[0].games.equals(results[1].games)


@pytest.mark.nightly
def test_a_changed_array_of_a_helper_reaches_workers_that_played_the_earlier_one(dask, tmp_path):
    results = []
    for liking in (user_file.ROLL, user_file.STOP):
        plan = dict(games=8, set={"switches.max_rounds": 30}, strategies=user_file.write(tmp_path, liking))
        results.append(run(user_file.GAME, **plan, backend="dask", scheduler=dask.scheduler_address))
        assert_same(results[-1], run(user_file.GAME, **plan, jobs=1))
    assert not results[0].games.equals(results[1].games)


def test_a_search_and_its_opponent_model_reach_the_workers(on_dask, tmp_path):
    """Both come from a user file, as the base of a search and as an opponent model."""
    own = strategy_file(tmp_path, 2.0)
    lineup = [f"search:{own}@2", f"search:sensible@2:opponents={own}", "search:sensible@1:opponents=pool", "sensible"]
    plan = dict(games=6, seed=6, set=SHORT, strategies=lineup)
    assert_same(on_dask("4000-ad", **plan), run("4000-ad", **plan, jobs=1))


@pytest.mark.parametrize("backend", ["processes", "dask"])
def test_a_function_of_a_module_that_workers_cannot_import_is_sent_to_them(dask, tmp_path, monkeypatch, backend):
    where = {"dask": dict(scheduler=dask.scheduler_address), "processes": dict(jobs=2)}[backend]
    strategy_file(tmp_path, 2.0)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        choosy = importlib.import_module("choosy").choosy
    plan = dict(games=32, set=SHORT, strategies=[choosy, "sensible", "uniform", "uniform"])
    assert_same(run("4000-ad", **plan, backend=backend, **where), run("4000-ad", **plan, jobs=1))


def test_the_hash_of_a_strategy_depends_on_the_rules_it_calls(tmp_path):
    hashes = {find_strategy(find_game("4000-ad"), strategy_file(tmp_path, best)).code_hash for best in (2.0, 30.0, 2.0)}
    assert len(hashes) == 2


def _late(state, rules, options, weights, scores):
    """Leave actions without a score from game 12 on. The check before a run would refuse to read the key."""
    if state.key[1] < 12:
        scores[:] = 0.0


def test_a_fault_on_a_worker_stops_the_run_with_a_command_that_replays_it(on_dask, monkeypatch):
    monkeypatch.setattr(ready, "dry_run", lambda plan, notify: None)
    with pytest.raises(BadInput, match=r"of seed 3 stopped: a strategy leaves an option .* --seed 3 --game"):
        on_dask("4000-ad", games=16, seed=3, strategies=_late)


def test_a_worker_with_different_code_is_reported(on_dask, monkeypatch):
    monkeypatch.setattr(chunk, "_code", lambda package: ("other",))
    with pytest.raises(BadInput, match=f"worker on {os.uname().nodename} has another version"):
        on_dask("4000-ad", games=4, set=SHORT)


def test_a_worker_without_the_package_is_reported(on_dask, monkeypatch):
    def task():
        def play_on_worker(sent, place):
            import nothing_there  # noqa: F401

        return play_on_worker

    monkeypatch.setattr(cluster, "_task", task)
    with pytest.raises(BadInput, match=r"Dask worker cannot play .*nothing_there"):
        on_dask("4000-ad", games=4, set=SHORT)


def test_a_chunk_that_kills_its_workers_stops_the_run(dask, on_dask, monkeypatch):
    def task():
        def play_on_worker(sent, place):
            os.kill(os.getpid(), 9)

        return play_on_worker

    monkeypatch.setattr(cluster, "_task", task)
    monkeypatch.setattr(dask.scheduler, "allowed_failures", 0)
    with pytest.raises(BadInput, match=r"Dask stopped: Attempted to run task .* finished parts\."):
        on_dask("4000-ad", games=1)


def test_the_task_of_a_worker_can_be_unpickled_without_the_package():
    """A worker that cannot unpickle its task does not answer, and the run would wait forever."""
    program = "import pickle, sys; sys.modules['starbalance'] = None; pickle.load(sys.stdin.buffer)(b'', 0)"
    sent = cloudpickle.dumps(cluster._task())
    done = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True)
    assert "ModuleNotFoundError: No module named 'starbalance" in done.stderr.decode()


def test_a_scheduler_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr(cluster, "WORKERS", 0.2)
    empty = LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=":0")
    with empty, pytest.raises(BadInput, match=r"no workers\. Start some with `dask worker tcp://"):
        run("4000-ad", backend="dask", scheduler=empty.scheduler_address)


def test_a_scheduler_that_does_not_answer_is_refused_fast():
    """One server never answers, and then its port is closed."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(BadInput, match=f"no Dask scheduler at {address}: timed out"):
            run("4000-ad", backend="dask", scheduler=address)
    with pytest.raises(BadInput, match=f"no Dask scheduler at {address}: Connection refused"):
        run("4000-ad", backend="dask", scheduler=address)
    assert time.monotonic() - start < 3 * cluster.PATIENCE


def test_a_missing_backend_is_reported_with_its_extra(monkeypatch):
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install -e '\.\[dask\]'"):
        run("4000-ad", backend="dask")
