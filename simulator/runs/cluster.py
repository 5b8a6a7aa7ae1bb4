"""Clusters: the chunks of a batch on the workers of Dask or Ray. A chunk that is lost with its worker is played again.

Not by way of joblib: its backend for Dask plays everything here where a cluster has one thread, gives nothing to
workers that come later, and waits for ever for a chunk that the scheduler has given up.
"""

import logging
import os
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from starbalance.simulator.engine.errors import BadInput

PACKAGES = {"dask": "distributed", "ray": "ray"}
PATIENCE = 5.0  # seconds until an address is given up
WORKERS = 10.0  # seconds until a scheduler without workers is given up

Play = Callable[[bytes, int], Generator[Any]]


def check(backend: str, scheduler: str | None) -> None:
    """Raises BadInput unless the package of a cluster is there and the cluster answers."""
    if find_spec(PACKAGES[backend]) is None:
        raise BadInput(
            f"The backend '{backend}' is not installed: pip install -e '.[{backend}]' in the toolkit's folder."
        )
    if backend == "ray":
        _start_ray()
        return
    with _dask_client(scheduler):
        pass


@contextmanager
def joined(backend: str, scheduler: str | None) -> Iterator[Play]:
    """A connection to a cluster: what it yields has the workers play so many chunks that were sent.

    That yields what chunk.play_sent makes of each, as each is done. Raises BadInput if the cluster fails.
    """
    if backend == "ray":
        _start_ray()
        yield _on_ray
        return
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
    with _sentences("Dask", CancelledError, KilledWorker, OSError):
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
    _knock("Dask scheduler", scheduler, speaks=True)
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


def _on_ray(sent: bytes, count: int) -> Generator[Any]:
    import ray

    task, chunks = ray.remote(_task()), ray.put(sent)
    waiting = [task.remote(chunks, place) for place in range(count)]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            with _sentences("Ray", ray.exceptions.RayError):
                yield _of_ray(done[0])
    finally:
        for chunk in waiting:
            ray.cancel(chunk)


def _of_ray(chunk: Any) -> Any:
    """A result, or the error of the worker as it was raised there."""
    import ray

    try:
        return ray.get(chunk)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


def _start_ray() -> None:
    """Joins the cluster that RAY_ADDRESS names, or one on this machine, which is started if need be."""
    import ray

    address = os.environ.get("RAY_ADDRESS", "")
    if ray.is_initialized():
        return
    if ":" in address:
        _knock("Ray cluster", address)
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadInput(f"There is no Ray cluster at {address or 'this machine'}: {_first_line(error)}") from None


def _knock(what: str, address: str, speaks: bool = False) -> None:
    """Raises BadInput unless a server answers at an address within seconds; speaks: it says something first."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        if not parts.hostname or not parts.port:
            raise ValueError
        with socket.create_connection((parts.hostname, parts.port), PATIENCE) as line:
            if speaks and parts.scheme != "tls":
                line.recv(1)
    except ValueError:
        raise BadInput(f"'{address}' is no address of a {what}: write tcp://HOST:PORT.") from None
    except OSError as error:
        raise BadInput(f"There is no {what} at {address}: {error.strerror or error}.") from None


@contextmanager
def _sentences(name: str, *lost: type[BaseException]) -> Iterator[None]:
    """Errors of a cluster as sentences."""
    try:
        yield
    except ImportError as error:
        raise BadInput(f"A worker of {name} cannot play ({error}): install the same starbalance on it.") from None
    except lost as error:
        raise BadInput(
            f"{name} gave up; with --resume, work in a folder goes on from its finished parts. {_first_line(error)}"
        ) from None


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
