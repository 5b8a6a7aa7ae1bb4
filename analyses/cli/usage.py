"""The command that asks what players use and are dealt, and what never occurs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Chart, Format, RunFolder
from starbalance.analyses.cli.players import name_players
from starbalance.simulator.engine.errors import BadInput

_CAUTION = "What never occurs may be useless, or beyond these strategies. Intervals: 95 %, each by itself."


@shell.command
def usage(
    run: RunFolder,
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of the seats, separated by commas. Default: those that the game declares."),
    ] = None,
    by: Annotated[str | None, typer.Option(help="Further columns, separated by commas, such as strategy.")] = None,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Cards, technologies, leaders, actions: how often they are used or dealt, who wins with them, what never occurs.

    seats: share of the seats that have the item. with, without: the win share of those seats and of the others. kind:
    for a chosen item the difference is a correlation, for a dealt one it is the effect of the item.
    """
    from starbalance.analyses.presentation import wording
    from starbalance.analyses.questions.usage import idle, unused, usage
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    result, cells = load(run), option.words(by) or []
    table = usage(result, option.words(columns), cells)
    shell.show(table if format in ("csv", "json") else _short(table), format)
    name_players(result.settings, format)
    if format == "table":
        typer.echo(
            f"{result.played:,} games of {result.settings['setup']}. {wording.unused(unused(table), idle(table))}"
        )
        typer.echo(f"{wording.caution(list(table['kind']))} {_CAUTION}")
    if chart is not None:
        _draw(result, table, cells, chart)


def _short(table: Any) -> Any:
    """The table for people: without the intervals of the shares, which are beside that of the difference."""
    ends = [f"{name}{end}" for name in ("seats", "with", "without") for end in ("_low", "_high")]
    return table.drop(columns=ends)


def _draw(result: Any, table: Any, cells: list[str], path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain
    from starbalance.analyses.questions.study import run_title

    known = table.dropna(subset=["difference"])
    if known.empty:
        raise BadInput("There is nothing to draw: all seats have each item, or none has it.")
    used = known.assign(used=known["item"] + " " + known["column"].map(plain))
    chart.save(chart.marked(used, ["used", *cells], f"{run_title(result.settings)}: win shares by what is used"), path)
