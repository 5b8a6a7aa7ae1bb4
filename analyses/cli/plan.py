"""The command that says how many games a verdict needs."""

from typing import Annotated

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Changes,
    Format,
    GameName,
    Jobs,
    Margin,
    Players,
    Seed,
    SetupName,
    Strategies,
    Variant,
)
from starbalance.analyses.cli.players import name_asked_players

Chance = Annotated[
    float, typer.Option(parser=option.SHARE, metavar="SHARE", help="The chance of a verdict in so many games.")
]
Pilot = Annotated[int, typer.Option(help="Games of the pilot.")]


@shell.command
def plan(
    context: typer.Context,
    game: GameName,
    by: By = None,
    margin: Margin = "2pp",
    chance: Chance = 0.9,
    alpha: Alpha = 0.05,
    players: Players = None,
    setup: SetupName = None,
    pilot: Pilot = 2000,
    seed: Seed = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    format: Format = "table",
) -> None:
    """How many games give every row its verdict, and how many minutes they take here: from a pilot, before a run."""
    from starbalance.analyses.presentation.wording import duration
    from starbalance.analyses.questions.plan import plan

    option.check_shown(format)
    asked = option.given(context, plan)
    with shell.progress(game) as progress:
        table = plan(**asked, progress=progress, tell=shell.tell)
    shell.show(table, format)
    name_asked_players(asked, format)
    if format == "table":
        most = table.loc[table["games"].idxmax()]
        typer.echo(
            f"All rows have their verdicts in about {most['games']:,.0f} games ({duration(most['minutes'])} here), "
            f"each with a chance of {100 * chance:.4g} %, if the truth is what {pilot:,} games found; at_parity: if it "
            "is parity, and the margin is to be shown."
        )
