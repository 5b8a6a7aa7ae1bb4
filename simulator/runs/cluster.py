"""Clusters: the chunks of a batch on the workers of Dask. A chunk that is lost with its worker is played again.

Not by way of joblib: its backend for Dask plays everything here where a cluster has one thread, gives nothing to
workers that come later, and waits for ever for a chunk that the scheduler has given up.
"""

import logging
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from starbalance.simulator.engine.errors import BadInput

PATIENCE = 5.0  # seconds until an address is given up
WORKERS = 10.0  # seconds until a scheduler without workers is given up

Play = Callable[[bytes, int], Generator[Any]]


def check(scheduler: str | None) -> None:
    """Raise BadInput if Dask is not installed or its scheduler does not answer."""
    if find_spec("distributed") is None:
        raise BadInput("The backend 'dask' is not installed: pip install -e '.[dask]' in the toolkit's folder.")
    with _dask_client(scheduler):
        pass


@contextmanager
def joined(scheduler: str | None) -> Iterator[Play]:
    """Connect to a cluster and yield a function that has its workers play chunks.

    The function takes the chunks that were sent and their number, and yields the result of `chunk.play_sent` for each,
    as it is done. Raises BadInput if the cluster fails.
    """
    with _dask_client(scheduler) as client:
        yield partial(_on_dask, client)


def _task() -> Callable:
    """What a worker runs. It travels by value: a worker that lacks the package says so, instead of falling silent."""

    def play_there(sent: bytes, place: int) -> Any:
        from starbalance.simulator.runs.chunk import play_sent

        return play_sent(sent, place)

    return play_there


def _on_dask(client: Any, sent: bytes, count: int) -> Generator[Any]:
    from distributed import CancelledError, KilledWorker, as_completed

    task = _task()
    with _sentences(CancelledError, KilledWorker, OSError):
        chunks = client.submit(bytes, sent, pure=False)  # a task, not scattered: it is made again where it is lost
        waiting = as_completed(
            [client.submit(task, chunks, place, pure=False) for place in range(count)], loop=client.loop
        )
        for done in waiting:
            yield done.result()


@contextmanager
def _dask_client(scheduler: str | None) -> Iterator[Any]:
    """A connection to a scheduler that has workers. Raises BadInput within seconds where there is none."""
    from distributed import Client

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it reports is raised, too
    if scheduler is None:
        raise BadInput("The backend 'dask' needs the address of its scheduler: --scheduler tcp://HOST:8786.")
    _knock(scheduler)
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"There is no Dask scheduler at {scheduler}: {error}.") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS)
        except TimeoutError:
            raise BadInput(f"The Dask scheduler has no workers: start some with `dask worker {scheduler}`.") from None
        yield client


def _knock(address: str) -> None:
    """Raise BadInput unless a Dask scheduler answers at an address within seconds."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        if not parts.hostname or not parts.port:
            raise ValueError
        with socket.create_connection((parts.hostname, parts.port), PATIENCE) as line:
            if parts.scheme != "tls":
                line.recv(1)
    except ValueError:
        raise BadInput(f"'{address}' is no address of a Dask scheduler: write tcp://HOST:PORT.") from None
    except OSError as error:
        raise BadInput(f"There is no Dask scheduler at {address}: {error.strerror or error}.") from None


@contextmanager
def _sentences(*lost: type[BaseException]) -> Iterator[None]:
    """Raise the errors of a cluster as one sentence."""
    try:
        yield
    except ImportError as error:
        raise BadInput(f"A worker of Dask cannot play ({error}): install the same starbalance on it.") from None
    except lost as error:
        raise BadInput(
            f"Dask gave up; with --resume, work in a folder goes on from its finished parts. {_first_line(error)}"
        ) from None


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
