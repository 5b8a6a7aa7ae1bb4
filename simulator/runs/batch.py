"""Batches of games: chunks of a plan are played by workers, which return outcome records."""

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.play import FAULTS
from starbalance.simulator.runs import cluster
from starbalance.simulator.runs.chunk import Chunk, play_sent, play_with_timeline, send
from starbalance.simulator.runs.plan import Plan

LOCAL = {"threads": "threading", "processes": "loky"}
TOGETHER = 64  # items that are handed out together, for each job
CLUSTER = "dask"
SEED_LIMIT = 2**32

Done = Generator[tuple[int, np.ndarray, np.ndarray]]
AtWork = Callable[[Sequence[Chunk]], Done]


def chunks(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """Divide games into chunks.

    Args:
        first: The number of the first game.
        last: The number after the last game.
        size: The number of games in a chunk. The last chunk may be smaller.

    Returns:
        The first game and the number of games of each chunk.
    """
    return [(start, min(size, last - start)) for start in range(first, last, size)]


def check_workers(backend: str, scheduler: str | None, jobs: int | None) -> None:
    """Check the backend and its options.

    Args:
        backend: `threads`, `processes` or `dask`.
        scheduler: The address of a Dask scheduler. `None` means that it is not given.
        jobs: The number of parallel jobs on this machine. `None` means that it is not given.

    Raises:
        BadInput: If the backend does not exist or does not answer, or does not have one of the options.
    """
    if backend not in (*LOCAL, CLUSTER):
        raise BadInput(f"The backend must be one of {', '.join((*LOCAL, CLUSTER))}, got '{backend}'.")
    if scheduler is not None and backend != CLUSTER:
        raise BadInput(f"The backend '{backend}' has no scheduler. Use --scheduler only with --backend dask.")
    if backend == CLUSTER:
        if jobs is not None:
            raise BadInput(f"The backend '{backend}' plays on all workers of its cluster. Leave out --jobs.")
        cluster.check(scheduler)


def play(
    plan: Plan, todo: Sequence[tuple[int, int]], *, jobs: int, backend: str, scheduler: str | None = None
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Play chunks of one plan.

    Args:
        plan: The plan.
        todo: The first game and the number of games of each chunk.
        jobs: The number of parallel jobs on this machine.
        backend: `threads`, `processes` or `dask`.
        scheduler: The address of a Dask scheduler. Default: `None`, for the other backends.

    Yields:
        The first game, the outcomes and the timeline of each chunk, in the order in which they are done.

    Raises:
        BadInput: If a game has a fault, or the cluster fails.
    """
    with workers(jobs, backend, scheduler) as at_work, closing(at_work([(plan, *each) for each in todo])) as done:
        for place, outcomes, timeline in done:
            yield todo[place][0], outcomes, timeline


@contextmanager
def workers(jobs: int | None, backend: str = "threads", scheduler: str | None = None) -> Iterator[AtWork]:
    """Provide workers in the body.

    Args:
        jobs: The number of parallel jobs on this machine. `None` means one per core.
        backend: `threads`, `processes` or `dask`. Default: `threads`.
        scheduler: The address of a Dask scheduler. Default: `None`, for the other backends.

    Yields:
        A function that plays chunks of one or more plans of a game. It yields the index of the chunk, its outcomes and
        its timeline for each chunk, in the order in which they are done. It raises BadInput if a game has a fault (the
        message names its seed and number), or if the cluster fails.
    """
    if backend == CLUSTER:
        with cluster.joined(scheduler) as play_there:
            yield partial(_played, lambda chunks: play_there(send(chunks), len(chunks)))
    else:
        yield partial(_played, partial(_play_here, jobs or -1, backend))


def _played(hand_out: Callable[[Sequence[Chunk]], Any], chunks: Sequence[Chunk]) -> Done:
    """Yield (index, outcomes, timeline) of each chunk that workers get from `hand_out`.

    Raise BadInput for a faulty game.
    """
    if not chunks:
        return
    with warnings.catch_warnings(), closing(hand_out(chunks)) as done:
        warnings.filterwarnings("ignore", message=".*still being processed by the workers")  # a fault stops the run
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given")  # `gather` reports it
        for place, outcomes, timeline in done:
            refuse_faults(outcomes, chunks[place][0].seed)
            yield place, outcomes, timeline


def _play_here(jobs: int, backend: str, chunks: Sequence[Chunk]) -> Generator[Any]:
    if backend == "threads" and any(plan.agents for plan, _, _ in chunks):
        jobs = 1  # a Python function is called by one thread
    function = partial(_play_one, chunks) if backend == "threads" else partial(play_sent, send(chunks))
    return gather(function, range(len(chunks)), jobs=jobs, backend=backend)


def _play_one(chunks: Sequence[Chunk], place: int) -> tuple[int, np.ndarray, np.ndarray]:
    return place, *play_with_timeline(*chunks[place])


def gather(
    function: Callable[[Any], Any], items: Sequence[Any], *, jobs: int, backend: str = "threads"
) -> Generator[Any]:
    """Yield the results of a function for some items, in any order, from threads or processes of this machine.

    Some items are handed out together, and the next ones when all their results are taken. Otherwise, results that
    nobody has taken yet would fill the memory.

    Raises:
        BadInput: If a worker process is killed.
    """
    together = TOGETHER * effective_n_jobs(jobs)
    try:
        with Parallel(n_jobs=jobs, backend=LOCAL[backend], return_as="generator_unordered", batch_size=1) as parallel:
            for first in range(0, len(items), together):
                with closing(parallel(delayed(function)(item) for item in items[first : first + together])) as done:
                    yield from done
    except BrokenProcessPool:
        raise BadInput(
            "A worker process was killed, perhaps because the memory was full. Use fewer --jobs to need less memory, "
            "and --resume to continue a run in a folder from its finished parts."
        ) from None


def refuse_faults(outcomes: np.ndarray, seed: int) -> None:
    """Raise BadInput for the first game with a fault or with wrong shares of the win.

    Raises:
        BadInput: If a game has a fault, or the shares of the win of its seats do not sum to 1.
    """
    faulty = outcomes[outcomes["fault"] > 0]
    if len(faulty):
        raise _stopped(seed, faulty[0], FAULTS[int(faulty[0]["fault"])])
    sums = outcomes["seats"]["credit"].sum(axis=1)
    unshared = np.flatnonzero(~np.isclose(sums, 1.0))
    if len(unshared):
        first = unshared[0]
        raise _stopped(seed, outcomes[first], f"the shares of the win of its seats must sum to 1, got {sums[first]:g}")


def _stopped(seed: int, outcome: np.void, reason: str) -> BadInput:
    game = int(outcome["game"])
    return BadInput(f"Game {game} of seed {seed} stopped: {reason}. Replay it with --seed {seed} --game {game}.")
