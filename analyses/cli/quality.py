"""The command about the quality of the game."""

from pathlib import Path
from typing import Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Chart, Format, RunFolder
from starbalance.analyses.cli.players import name_players


@shell.command
def quality(
    run: RunFolder,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Quality of the game: length, first player, skill, attacks; with --timeline margin, lead, comebacks, decision."""
    from starbalance.analyses.questions.quality import measure
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    result = load(run)
    if chart is not None:
        result.scan("timeline")
    with shell.progress(result.settings["game"]) as progress:
        found = measure(result, progress)
    if format in ("csv", "json"):
        shell.show(found.rows, format)
    else:
        _print(result, found, format)
    if chart is not None:
        _draw(result, found.decided, chart)


def _print(result: Any, found: Any, format: str) -> None:
    """Three tables for people, each with a line above it; one and a sentence where the run has no timeline."""
    from starbalance.analyses.presentation.wording import percent

    shell.show(found.summary, format)
    name_players(result.settings, format)
    if found.decided is None:
        typer.echo(
            "\nMargin, lead changes, comebacks and when games are decided need a run that was played with --timeline."
        )
        return
    typer.echo("\nHow the winner stood against the best of the others when a quarter was over, share of the games:\n")
    cells = found.comebacks.assign(cell=found.comebacks.apply(percent, axis=1))
    wide = cells.pivot(index="winner", columns="quarter", values="cell").loc[cells["winner"].unique()]
    wide.columns = ["after a quarter", "after half", "after three quarters", "at the end"]
    shell.show(wide.reset_index(), format)
    typer.echo("\nHow often the leader wins, and the share of games that are decided, when so many tenths are over:\n")
    shell.show(found.decided.drop(columns="games"), format)


def _draw(result: Any, table: Any, path: Path) -> None:
    from starbalance.analyses.presentation.chart import save, tension
    from starbalance.analyses.questions.study import run_title
    from starbalance.analyses.statistics.aggregate import parity

    save(tension(table, parity(result), f"{run_title(result.settings)}: does the leader win?"), path)
