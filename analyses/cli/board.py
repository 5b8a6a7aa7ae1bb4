"""Commands about the board of a game and what flies over it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Changes,
    Chart,
    Format,
    GameName,
    Players,
    Seed,
    SetupName,
    Skill,
    Strategies,
    Variant,
)
from starbalance.analyses.cli.players import name_asked_players

Games = Annotated[int, typer.Option(help="Games whose flights are told, as `play` tells them.")]
Flight = Annotated[
    Path | None,
    typer.Option("--flight", help="Also draw the flight that touches most: a .png, .svg or .pdf file."),
]


@shell.command
def board(
    context: typer.Context,
    game: GameName,
    setup: SetupName = None,
    players: Players = None,
    set_: Changes = None,
    variant: Variant = None,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """The board of a game to scale: its discs with their orbits, of games in which something flies over it."""
    from starbalance.analyses.questions.board import board

    option.check_shown(format, chart)
    table = board(**option.given(context, board))
    shell.show(table, format)
    if chart is not None:
        from starbalance.analyses.presentation import chart as charts

        charts.save(charts.board(table, f"{_title(game)}: the board"), chart)


@shell.command
def flights(
    context: typer.Context,
    game: GameName,
    setup: SetupName = None,
    players: Players = None,
    games: Games = 20,
    seed: Seed = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    set_: Changes = None,
    variant: Variant = None,
    chart: Chart = None,
    flight: Flight = None,
    format: Format = "table",
) -> None:
    """Where ships fly, what they meet and where they are lost, in some games; csv and json: every point of them."""
    from starbalance.analyses.questions.board import board, ends, flights, most_contacts

    option.check_shown(format, chart)
    option.check_shown(format, flight)
    asked = option.given(context, flights)
    with shell.progress(game) as progress:
        table = flights(**asked, progress=progress, tell=shell.tell)
    shell.show(ends(table) if format == "table" else table, format)
    name_asked_players(asked, format)
    if chart is None and flight is None:
        return
    from starbalance.analyses.presentation import chart as charts

    discs = board(**option.given(context, board))
    if chart is not None:
        charts.save(charts.flights(discs, table, f"{_title(game)}: where ships fly, {games:,} games"), chart)
    if flight is not None:
        charts.save(charts.flight(discs, most_contacts(table), f"{_title(game)}: a flight"), flight)


def _title(game: Any) -> str:
    from starbalance.simulator.games import find_game

    return find_game(game).title
