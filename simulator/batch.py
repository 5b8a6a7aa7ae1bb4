"""Batches: seeds to chunks to workers to outcome records. Names go in, records come out."""

import pickle
import platform
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import metadata
from typing import Any

import numpy as np

from simulator.errors import BadInput
from simulator.game import Game

LOCAL = {"threads": "threading", "processes": "loky"}
CLUSTERS = ("dask", "ray")
SEED_LIMIT = 2**32
_LOADING = threading.Lock()


@dataclass(frozen=True)
class Plan:
    """What a batch plays: rows of strategies, the row of each player (-1: drawn), a seed; rounds: of the timeline."""

    game: Game
    rules: np.ndarray
    strategies: tuple[Any, ...]
    temperatures: tuple[float, ...]
    lineup: tuple[int, ...]
    seed: int
    rounds: int = 0


def chunks(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """(first game, count) of every chunk of the games first..last-1; a chunk's name is its first game."""
    return [(start, min(size, last - start)) for start in range(first, last, size)]


def play_chunk(plan: Plan, first: int, count: int) -> np.ndarray:
    """The outcomes of one chunk, wherever it is played."""
    return _played(plan, first, count)[1]


def _played(plan: Plan, first: int, count: int) -> tuple[int, np.ndarray, np.ndarray]:
    """(first game, outcomes, timeline) of one chunk."""
    from simulator import play
    from simulator.kernel import SEATS, zeros

    rules = zeros(1, plan.rules.dtype)
    rules[0] = plan.rules
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    return first, *play.play_chunk(plan.game, rules[0], table(plan), lineup, plan.seed, first, count, plan.rounds)


def table(plan: Plan) -> Any:
    """The strategies of a plan as the loop wants them."""
    from simulator.play import Table

    rows = [
        (each.score(plan.game), list(each.weights.values()), heat)
        for each, heat in zip(plan.strategies, plan.temperatures, strict=True)
    ]
    return Table.of(rows)


def send(plan: Plan) -> bytes:
    """A plan for other processes and machines: strategies of the user's own travel with it, the rest by name."""
    from simulator.kernel import packed

    own = {each.source.__module__ for each in plan.strategies if each.source is not None}
    return pickle.dumps((plan.game.package, _code(plan.game.package), packed(plan, own)))


def play_sent(sent: bytes, first: int, count: int) -> tuple[int, np.ndarray, np.ndarray]:
    """(first game, outcomes, timeline) of one chunk of a plan that was sent. Raises BadInput where the code differs."""
    with _LOADING:
        plan = _received(sent)
    return _played(plan, first, count)


@lru_cache(maxsize=4)
def _received(sent: bytes) -> Plan:
    """The plan, its kernels loaded: once per process."""
    package, code, content = pickle.loads(sent)
    if code != _code(package):
        raise BadInput(f"The worker on {platform.node()} has another version: install the same starbalance and numba.")
    plan = pickle.loads(content)
    _ = plan.game.verbs, table(plan)
    return plan


def _code(package: str) -> tuple[str, ...]:
    """What must be the same wherever a game is played."""
    from simulator.kernel import source_stamp

    return source_stamp("strategies", package), *(metadata.version(name) for name in ("numba", "numpy"))


def check_workers(backend: str, scheduler: str | None, jobs: int | None) -> None:
    """Raises BadInput for a backend that does not exist or does not answer, and for options that it does not have."""
    from simulator import cluster

    if backend not in (*LOCAL, *CLUSTERS):
        raise BadInput(f"There is no backend '{backend}': it is one of {', '.join((*LOCAL, *CLUSTERS))}.")
    if scheduler is not None and backend != "dask":
        raise BadInput(f"The backend '{backend}' has no scheduler: --scheduler belongs to --backend dask.")
    if backend in CLUSTERS:
        if jobs is not None:
            raise BadInput(
                f"The backend '{backend}' plays on all workers of its cluster: --jobs does not belong to it."
            )
        cluster.check(backend, scheduler)


def play(
    plan: Plan, todo: Sequence[tuple[int, int]], jobs: int, backend: str, scheduler: str | None = None
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Plays the chunks in parallel and yields (first game, outcomes, timeline) as each is done, in any order.

    Raises BadInput for a fault, with the seed and the game that replay it, and for a cluster that fails.
    """
    with warnings.catch_warnings(), closing(_handed_out(plan, todo, jobs, backend, scheduler)) as done:
        warnings.filterwarnings("ignore", message=".*still being processed by the workers")  # a fault stops the run
        for first, outcomes, timeline in done:
            refuse_faults(outcomes, plan.seed)
            yield first, outcomes, timeline


def _handed_out(plan: Plan, todo: Sequence[tuple[int, int]], jobs: int, backend: str, scheduler: str | None) -> Any:
    """A generator of the chunks as they come back from the threads, processes or machines that play them."""
    from joblib import Parallel, delayed

    from simulator import cluster

    if backend in CLUSTERS:
        return cluster.play(backend, send(plan), todo, scheduler)
    task = partial(_played, plan) if backend == "threads" else partial(play_sent, send(plan))
    workers = Parallel(n_jobs=jobs, backend=LOCAL[backend], return_as="generator_unordered", batch_size=1)
    return workers(delayed(task)(*chunk) for chunk in todo)


def refuse_faults(outcomes: np.ndarray, seed: int) -> None:
    """Raises BadInput if a game of the outcomes has a fault."""
    from simulator.play import FAULTS

    faulty = outcomes[outcomes["fault"] > 0]
    if len(faulty):
        game, fault = int(faulty[0]["game"]), int(faulty[0]["fault"])
        raise BadInput(
            f"Game {game} of seed {seed} stopped: {FAULTS[fault]}. Replay it with --seed {seed} --game {game}."
        )


def is_compiled(game: Game) -> bool:
    """Whether the kernels of a game lie in the cache, so that it starts at once."""
    from simulator.kernel import cache_folder, compiled

    folder = cache_folder(f"simulator.{game.package}.moves")
    return not compiled() or (folder is not None and (folder / ".complete").exists())


def compile_verbs(game: Game, tell: Callable[[str], None]) -> None:
    """Loads the verbs of a game; the first time it compiles them, side by side in two processes, and says so."""
    if is_compiled(game):
        _ = game.verbs
        return
    from simulator.kernel import cache_folder

    tell(f"Compiling the rules of {game.title} for this machine (once, less than a minute) ...")
    start = time.perf_counter()
    ahead = f"from simulator import batch, find_game; batch.compile_ahead(find_game({game.name!r}))"
    halves = (f"import simulator.{game.package}.moves", ahead)
    processes = [subprocess.Popen([sys.executable, "-c", half], stderr=subprocess.DEVNULL) for half in halves]
    for process in processes:
        process.wait()
    _ = game.verbs
    folder = cache_folder(f"simulator.{game.package}.moves")
    if folder is not None and folder.exists():
        (folder / ".complete").touch()
    tell(f"Compiled in {time.perf_counter() - start:.0f} s.")


def compile_ahead(game: Game) -> None:
    """Compiles all verbs but `apply`, and first what `apply` comes to last: in a process that does nothing else."""
    from simulator.kernel import postponed

    with postponed():
        verbs = game.verbs
    for path in game.ahead:
        module, _, name = path.partition(".")
        rule = getattr(game.module(module), name)
        rule.compile(verbs.signatures["apply"].args[: rule.py_func.__code__.co_argcount])
    for name in ("options", "setup", "finish", "standing", "redeal", "play"):
        getattr(verbs, name).compile(verbs.signatures[name])
