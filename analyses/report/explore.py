"""A run to be explored: win shares by any columns, among any part of its games, down to one game and its replay."""

import socket
from typing import Any

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

HOST = "127.0.0.1"  # nobody else on the network sees it


def explore(result: Result) -> Any:
    """Widgets over a run, to be shown in a notebook; see Explorer. Raises BadInput where Panel is not installed."""
    return explorer_class()(result)


def explorer_class() -> Any:
    """Return the class of the widgets.

    Raises:
        BadInput: if Panel is not installed.
    """
    try:
        from starbalance.analyses.report.explorer import Explorer
    except ModuleNotFoundError as error:
        if error.name != "panel":
            raise
        raise BadInput(
            "Exploring needs Panel, which is not installed: pip install -e '.[explore]' in its folder."
        ) from None
    return Explorer


def free_port(port: int = 0) -> int:
    """A port of this machine on which nothing listens; 0: any. Raises BadInput for one that is taken."""
    with socket.socket() as found:
        try:
            found.bind((HOST, port))
        except (OSError, OverflowError):
            raise BadInput(f"The port {port} cannot be had: name another one, or none for any that is free.") from None
        return int(found.getsockname()[1])


def serve(result: Result, port: int, *, is_waiting: bool = True) -> Any:
    """A page with the widgets at a port of this machine, for whoever opens it; until Ctrl-C if it waits."""
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
