"""Batches: seeds to chunks to workers to outcome records. Names go in, records come out."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.play import FAULTS
from starbalance.simulator.runs import cluster
from starbalance.simulator.runs.chunk import Chunk, play_sent, play_with_timeline, send
from starbalance.simulator.runs.plan import Plan

LOCAL = {"threads": "threading", "processes": "loky"}
CLUSTER = "dask"
SEED_LIMIT = 2**32

Done = Generator[tuple[int, np.ndarray, np.ndarray]]
AtWork = Callable[[Sequence[Chunk]], Done]


def chunks(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """(first game, count) of every chunk of the games first..last-1; a chunk's name is its first game."""
    return [(start, min(size, last - start)) for start in range(first, last, size)]


def check_workers(backend: str, scheduler: str | None, jobs: int | None) -> None:
    """Raises BadInput for a backend that does not exist or does not answer, and for options that it does not have."""
    if backend not in (*LOCAL, CLUSTER):
        raise BadInput(f"There is no backend '{backend}': it is one of {', '.join((*LOCAL, CLUSTER))}.")
    if scheduler is not None and backend != CLUSTER:
        raise BadInput(f"The backend '{backend}' has no scheduler: --scheduler belongs to --backend dask.")
    if backend == CLUSTER:
        if jobs is not None:
            raise BadInput(
                f"The backend '{backend}' plays on all workers of its cluster: --jobs does not belong to it."
            )
        cluster.check(scheduler)


def play(
    plan: Plan, todo: Sequence[tuple[int, int]], *, jobs: int, backend: str, scheduler: str | None = None
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Plays chunks of one plan and yields (first game, outcomes, timeline) as each is done; the rest as of workers."""
    with workers(jobs, backend, scheduler) as at_work, closing(at_work([(plan, *each) for each in todo])) as done:
        for place, outcomes, timeline in done:
            yield todo[place][0], outcomes, timeline


@contextmanager
def workers(jobs: int | None, backend: str = "threads", scheduler: str | None = None) -> Iterator[AtWork]:
    """While it lasts, there are workers: what it yields has them play chunks of one or more plans of a game.

    That yields (the place of the chunk, outcomes, timeline) as each is done, in any order. It raises BadInput for a
    fault, with the seed and the game that replay it, and for a cluster that fails. jobs: of this machine.
    """
    if backend == CLUSTER:
        with cluster.joined(scheduler) as play_there:
            yield partial(_played, lambda chunks: play_there(send(chunks), len(chunks)))
    else:
        yield partial(_played, partial(_play_here, jobs or -1, backend))


def _played(hand_out: Callable[[Sequence[Chunk]], Any], chunks: Sequence[Chunk]) -> Done:
    """What the workers to whom chunks are handed out make of them, without faults."""
    if not chunks:
        return
    with warnings.catch_warnings(), closing(hand_out(chunks)) as done:
        warnings.filterwarnings("ignore", message=".*still being processed by the workers")  # a fault stops the run
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given")  # `gather` reports it
        for place, outcomes, timeline in done:
            refuse_faults(outcomes, chunks[place][0].seed)
            yield place, outcomes, timeline


def _play_here(jobs: int, backend: str, chunks: Sequence[Chunk]) -> Generator[Any]:
    function = partial(_play_one, chunks) if backend == "threads" else partial(play_sent, send(chunks))
    return gather(function, range(len(chunks)), jobs=jobs, backend=backend)


def _play_one(chunks: Sequence[Chunk], place: int) -> tuple[int, np.ndarray, np.ndarray]:
    return place, *play_with_timeline(*chunks[place])


def gather(
    function: Callable[[Any], Any], items: Sequence[Any], *, jobs: int, backend: str = "threads"
) -> Generator[Any]:
    """Yield the results of a function for some items, in any order, from threads or processes of this machine.

    Raises:
        BadInput: if a worker process is killed.
    """
    parallel = Parallel(n_jobs=jobs, backend=LOCAL[backend], return_as="generator_unordered", batch_size=1)
    try:
        with closing(parallel(delayed(function)(item) for item in items)) as done:
            yield from done
    except BrokenProcessPool:
        raise BadInput(
            "A worker process was killed, perhaps because the memory was full; with --resume, work in a folder goes on "
            "from its finished parts. Fewer --jobs need less memory."
        ) from None


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
