"""The command that asks what decides who wins."""

from typing import Annotated

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Changes,
    Chart,
    Format,
    GameName,
    Jobs,
    Players,
    Seed,
    SetupName,
    Skill,
    Strategies,
    Variant,
)
from starbalance.analyses.cli.players import name_asked_players

GAMES = 10_000
Games = Annotated[int, typer.Option(help="Games of each run; there are two runs for each part, and one more.")]


@shell.command
def luck(
    context: typer.Context,
    game: GameName,
    setup: SetupName = None,
    players: Players = None,
    games: Games = GAMES,
    seed: Seed = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """What decides who wins: strategy, skill, seat, the deal, the luck of the play, each as a share of the variance.

    share: what a part explains by itself, whatever the rest. in_all: what changes where it alone is drawn anew and all
    else stays, as the same deal with other flicks. Of games whose data give the parts of their luck seeds of their own.
    The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.questions.luck import luck

    option.check_shown(format, chart)
    asked = option.given(context, luck)
    with shell.progress(game) as progress:
        table = luck(**asked, progress=progress, tell=shell.tell)
    shell.show(table, format)
    name_asked_players(asked, format)
    if format == "table":
        typer.echo(
            f"{games:,} games, each played again twice for every part. Shares of the variance of who wins; intervals: "
            f"{100 * (1 - alpha):.4g} %, each by itself."
        )
    if chart is not None:
        from starbalance.analyses.presentation import chart as charts
        from starbalance.analyses.questions.study import setup_title
        from starbalance.simulator.engine.tables import find_setup
        from starbalance.simulator.games import find_game

        found = find_game(game)
        where = setup_title(found.address, find_setup(found, setup, players).name).lower()
        charts.save(charts.luck(table, f"{found.title}, {where}: what decides who wins"), chart)
