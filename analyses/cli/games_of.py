"""The command that leads from a cell of a table to the games behind it."""

from pathlib import Path
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
    html: Annotated[
        Path | None,
        typer.Option(help="A folder: also write a page for each listed game that replays it, and an index of them."),
    ] = None,
    format: Format = "table",
) -> None:
    """Lists the games in which some seat meets a condition, with the command that shows each of them."""
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.games_of import games_of, is_as_played, is_own
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    result = load(run)
    found = games_of(result, where, limit)
    if not is_as_played(result):
        shell.tell("Rules or strategies have changed since the run was played: its games may go another way now.")
    rows = found.first.to_dicts()
    if html is not None and rows:
        _write_pages(result, where, rows, folder=html)
    if format != "table":
        shell.show(rows, format, shortfall([result]))
    elif rows:
        _print(rows, f"{found.seats:,} seats in {found.games:,} of {result.played:,} games.", shortfall([result]))
        if any(is_own(result.settings["game"], each) for each in result.settings["strategies"]):
            typer.echo("Write the file of the strategy in place of FILE.py.")
    else:
        typer.echo(f"No seat of the {result.played:,} games meets the condition. {shortfall([result])}".rstrip())


def _write_pages(result: Any, where: str, rows: list[dict[str, Any]], *, folder: Path) -> None:
    """A page for each game of the rows, and the index of them."""
    from starbalance.analyses.presentation.replay import index_page
    from starbalance.analyses.questions.games_of import replay_of
    from starbalance.simulator.engine.files import check_writable, merging, write_text

    index = folder / "index.html"
    check_writable(index)
    replays = {
        number: replay_of(result, number, tell=shell.tell) for number in dict.fromkeys(row["game"] for row in rows)
    }
    with merging(folder) as draft:
        for number, each in replays.items():
            write_text(draft / f"game-{number}.html", each.page())
        write_text(draft / index.name, index_page(f"Games with {where}", rows, replays))
    shell.tell(f"The index of the pages is {index}.")


def _print(rows: list[dict[str, Any]], count: str, line: str) -> None:
    shell.show([{key: value for key, value in row.items() if key != "play"} for row in rows], "table", line)
    typer.echo(f"{count} To see them:")
    for command in dict.fromkeys(row["play"] for row in rows):
        typer.echo(f"  {command}")
