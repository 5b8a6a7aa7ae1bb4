"""The explorer of a run: win shares by any columns in any part of its games, and replays of single games."""

import socket
from typing import Any

from starbalance.analyses.presentation.incomplete import refuse_plays
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

HOST = "127.0.0.1"  # not visible to other machines


def explore(result: Result) -> Any:
    """Return widgets that explore a run in a notebook.

    The widgets show win shares by chosen columns among chosen games, list games, and replay a game.

    Args:
        result: Run to explore.

    Returns:
        An `Explorer`, which a notebook displays.

    Raises:
        BadInput: If Panel is not installed.
    """
    refuse_plays([result])
    return explorer_class()(result)


def explorer_class() -> Any:
    """Return the class of the widgets.

    Raises:
        BadInput: If Panel is not installed.
    """
    try:
        from starbalance.analyses.report.explorer import Explorer
    except ModuleNotFoundError as error:
        if error.name != "panel":
            raise
        raise BadInput(
            "Exploring needs Panel, which is not installed: run pip install -e '.[explore]' in its folder."
        ) from None
    return Explorer


def free_port(port: int = 0) -> int:
    """Return a free port of this machine.

    Args:
        port: The port to check. Default: 0 (any free port).

    Raises:
        BadInput: If the port is not free.
    """
    with socket.socket() as connection:
        try:
            connection.bind((HOST, port))
        except (OSError, OverflowError):
            raise BadInput(
                f"Port {port} is not free: choose another port, or leave it out for any free port."
            ) from None
        return int(connection.getsockname()[1])


def serve(result: Result, port: int, *, is_waiting: bool = True) -> Any:
    """Serve a page with the widgets at a port of this machine, and return the server.

    If `is_waiting`, return only after Ctrl-C.
    """
    explorer = explorer_class()
    import panel

    origins = [f"{host}:{port}" for host in (HOST, "localhost")]
    return panel.serve(
        {"/": lambda: explorer(result).view},
        address=HOST,
        port=port,
        websocket_origin=origins,
        show=False,
        verbose=False,
        threaded=not is_waiting,
        title=f"{result.settings['game']}, {result.settings['setup']}",
    )
