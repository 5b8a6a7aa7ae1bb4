"""Batches: seeds to chunks to workers to outcome records. Names go in, records come out."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from starbalance.simulator.errors import BadInput
from starbalance.simulator.play import FAULTS
from starbalance.simulator.runs import cluster
from starbalance.simulator.runs.chunk import play_chunk, play_sent, play_with_timeline, send
from starbalance.simulator.runs.plan import Plan

LOCAL = {"threads": "threading", "processes": "loky"}
CLUSTERS = ("dask", "ray")
SEED_LIMIT = 2**32


def chunks(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """(first game, count) of every chunk of the games first..last-1; a chunk's name is its first game."""
    return [(start, min(size, last - start)) for start in range(first, last, size)]


def check_workers(backend: str, scheduler: str | None, jobs: int | None) -> None:
    """Raises BadInput for a backend that does not exist or does not answer, and for options that it does not have."""
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
    plan: Plan, todo: Sequence[tuple[int, int]], *, jobs: int, backend: str, scheduler: str | None = None
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Plays the chunks in parallel and yields (first game, outcomes, timeline) as each is done, in any order.

    Raises BadInput for a fault, with the seed and the game that replay it, and for a cluster that fails.
    """
    with (
        warnings.catch_warnings(),
        closing(_handed_out(plan, todo, jobs, backend=backend, scheduler=scheduler)) as done,
    ):
        warnings.filterwarnings("ignore", message=".*still being processed by the workers")  # a fault stops the run
        for first, outcomes, timeline in done:
            refuse_faults(outcomes, plan.seed)
            yield first, outcomes, timeline


def play_tasks(tasks: Sequence[tuple[Plan, int, int]], *, jobs: int) -> Iterator[tuple[int, np.ndarray]]:
    """Plays chunks of several plans, each (plan, first game, count), in threads of this machine.

    Yields (the place of the task, its outcomes) as each is done, in any order. Raises BadInput for a fault.
    """
    with closing(gather(partial(_play_task, tasks), range(len(tasks)), jobs=jobs)) as done:
        for place, outcomes in done:
            refuse_faults(outcomes, tasks[place][0].seed)
            yield place, outcomes


def gather(function: Callable[[Any], Any], items: Sequence[Any], *, jobs: int) -> Generator[Any]:
    """What a function makes of each item, in threads of this machine, in any order."""
    workers = Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered", batch_size=1)
    with closing(workers(delayed(function)(item) for item in items)) as done:
        yield from done


def _play_task(tasks: Sequence[tuple[Plan, int, int]], place: int) -> tuple[int, np.ndarray]:
    return place, play_chunk(*tasks[place])


def _handed_out(plan: Plan, todo: Sequence[tuple[int, int]], jobs: int, *, backend: str, scheduler: str | None) -> Any:
    """A generator of the chunks as they come back from the threads, processes or machines that play them."""
    if backend in CLUSTERS:
        return cluster.play(backend, send(plan), todo, scheduler=scheduler)
    task = partial(play_with_timeline, plan) if backend == "threads" else partial(play_sent, send(plan))
    workers = Parallel(n_jobs=jobs, backend=LOCAL[backend], return_as="generator_unordered", batch_size=1)
    return workers(delayed(task)(*chunk) for chunk in todo)


def refuse_faults(outcomes: np.ndarray, seed: int) -> None:
    """Raises BadInput if a game of the outcomes has a fault, or credits that do not sum to 1."""
    faulty = outcomes[outcomes["fault"] > 0]
    if len(faulty):
        raise _stopped(seed, faulty[0], FAULTS[int(faulty[0]["fault"])])
    sums = outcomes["seats"]["credit"].sum(axis=1)
    unshared = np.flatnonzero(~np.isclose(sums, 1.0))
    if len(unshared):
        first = unshared[0]
        raise _stopped(seed, outcomes[first], f"the credits of its seats sum to {sums[first]:g}, not to 1")


def _stopped(seed: int, outcome: np.void, reason: str) -> BadInput:
    game = int(outcome["game"])
    return BadInput(f"Game {game} of seed {seed} stopped: {reason}. Replay it with --seed {seed} --game {game}.")
