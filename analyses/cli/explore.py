"""The command that opens a run to be explored."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import shell


@shell.command
def explore(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    port: Annotated[
        int, typer.Option(help="The port of this machine. Default: one that is free.", show_default=False)
    ] = 0,
) -> None:
    """A page on a run for this machine alone: win shares by any columns, among any games, down to a game's replay.

    It needs Panel: pip install -e '.[explore]' in its folder. Ctrl-C ends it.
    """
    from starbalance.analyses.report.explore import HOST, explorer_class, free_port, serve
    from starbalance.simulator.runs.result import load

    explorer_class()  # before an address is printed that nobody would answer
    result, free = load(run), free_port(port)
    typer.echo(f"Exploring {run} at http://{HOST}:{free}/ until Ctrl-C.")
    serve(result, free)
