"""Dask clusters as workers for the chunks of a batch. A chunk that is lost with its worker is played again.

The module does not use the Dask backend of joblib, for three reasons:

- it plays all chunks in this process if the cluster has one thread
- it gives no chunks to workers that join later
- it waits forever for a chunk that the scheduler has dropped
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

PATIENCE = 5.0  # seconds to wait for an answer of an address
WORKERS = 10.0  # seconds to wait for the first worker of a scheduler

Play = Callable[[bytes, int], Generator[Any]]


def check(scheduler: str | None) -> None:
    """Check that Dask is installed and that its scheduler answers.

    Raises:
        BadInput: If not.
    """
    if find_spec("distributed") is None:
        raise BadInput("The backend 'dask' is not installed. Run pip install -e '.[dask]' in the toolkit's folder.")
    with _dask_client(scheduler):
        pass


@contextmanager
def joined(scheduler: str | None) -> Iterator[Play]:
    """Connect to a cluster.

    Args:
        scheduler: The address of the scheduler.

    Yields:
        A function of the bytes of `chunk.send` and the number of chunks. Workers play the chunks. The function yields
        the result of `chunk.play_sent` for each chunk, in the order in which they are done.

    Raises:
        BadInput: If the cluster fails.
    """
    with _dask_client(scheduler) as client:
        yield partial(_on_dask, client)


def _task() -> Callable:
    """Return the function that a worker runs. It travels by value, so that a worker without the package reports it."""

    def play_there(sent: bytes, place: int) -> Any:
        from starbalance.simulator.runs.chunk import play_sent

        return play_sent(sent, place)

    return play_there


def _on_dask(client: Any, sent: bytes, count: int) -> Generator[Any]:
    from distributed import CancelledError, KilledWorker, as_completed

    task = _task()
    with _sentences(CancelledError, KilledWorker, OSError):
        chunks = client.submit(bytes, sent, pure=False)  # a task: if it is lost, the cluster recreates it
        waiting = as_completed(
            [client.submit(task, chunks, place, pure=False) for place in range(count)], loop=client.loop
        )
        for done in waiting:
            yield done.result()


@contextmanager
def _dask_client(scheduler: str | None) -> Iterator[Any]:
    """Yield a connection to a scheduler that has workers.

    Raises:
        BadInput: If no scheduler answers, or no worker joins, within seconds.
    """
    from distributed import Client

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # the errors that it logs are raised too
    if scheduler is None:
        raise BadInput("The backend 'dask' needs the address of its scheduler. Add --scheduler tcp://HOST:8786.")
    _knock(scheduler)
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"There is no Dask scheduler at {scheduler}: {error}.") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS)
        except TimeoutError:
            raise BadInput(f"The Dask scheduler has no workers. Start some with `dask worker {scheduler}`.") from None
        yield client


def _knock(address: str) -> None:
    """Check that a Dask scheduler answers at an address within seconds.

    Raises:
        BadInput: If not.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        if not parts.hostname or not parts.port:
            raise ValueError
        with socket.create_connection((parts.hostname, parts.port), PATIENCE) as line:
            if parts.scheme != "tls":
                line.recv(1)
    except ValueError:
        raise BadInput(f"The address of a Dask scheduler must be tcp://HOST:PORT, got '{address}'.") from None
    except OSError as error:
        raise BadInput(f"There is no Dask scheduler at {address}: {error.strerror or error}.") from None


@contextmanager
def _sentences(*lost: type[BaseException]) -> Iterator[None]:
    """Turn the errors of a cluster into one sentence.

    Raises:
        BadInput: If the body raises an error of a cluster.
    """
    try:
        yield
    except ImportError as error:
        raise BadInput(f"A Dask worker cannot play ({error}). Install the same version of starbalance on it.") from None
    except lost as error:
        raise BadInput(
            f"Dask stopped: {_first_line(error)}. Use --resume to continue a run in a folder from its finished parts."
        ) from None


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
