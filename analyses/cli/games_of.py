"""The command that leads from a cell of a table to the games behind it."""

from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Format, RunFolder


@shell.command
def games_of(
    run: RunFolder,
    where: Annotated[
        str,
        typer.Option(
            help='Such as "race=Peacenims and strategy=warlord and won=false": columns of the seats and games of the '
            "run, or `won`; one of = != < <= > >=; a word, a number, true, false or none."
        ),
    ],
    limit: Annotated[int, typer.Option(help="How many games are listed.")] = 5,
    format: Format = "table",
) -> None:
    """Lists the games in which some seat meets a condition, with the command that shows each of them."""
    from starbalance.analyses.present.incomplete import shortfall
    from starbalance.analyses.questions.games_of import games_of, is_as_played, is_own
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    result = load(run)
    found = games_of(result, where, limit)
    if not is_as_played(result):
        shell.tell("Rules or strategies have changed since the run was played: its games may go another way now.")
    rows = found.first.to_dicts()
    if format != "table":
        shell.show(rows, format, shortfall([result]))
    elif rows:
        _print(rows, f"{found.seats:,} seats in {found.games:,} of {result.played:,} games.", shortfall([result]))
        if any(is_own(result.settings["game"], each) for each in result.settings["strategies"]):
            typer.echo("Write the file of the strategy in place of FILE.py.")
    else:
        typer.echo(f"No seat of the {result.played:,} games meets the condition. {shortfall([result])}".rstrip())


def _print(rows: list[dict[str, Any]], count: str, line: str) -> None:
    shell.show([{key: value for key, value in row.items() if key != "play"} for row in rows], "table", line)
    typer.echo(f"{count} To see them:")
    for command in dict.fromkeys(row["play"] for row in rows):
        typer.echo(f"  {command}")
