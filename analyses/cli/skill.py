"""The command that asks the same of ever better players."""

from typing import Annotated

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.compare import draw_sweep
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Changes,
    Chart,
    Format,
    GameName,
    Games,
    Jobs,
    Margin,
    MaxTruncated,
    Players,
    Seed,
    SetupName,
    Variant,
)
from starbalance.simulator.games import find_game

GAMES = 10_000
Levels = Annotated[
    str | None,
    typer.Option(
        help="Strategies from the weakest to the strongest, separated by commas; pool, league: drawn for each player "
        "from all but uniform, or from the mix of the game's league. "
        "Default: from uniform to searching play."
    ),
]


@shell.command
def skill(
    context: typer.Context,
    game: GameName,
    by: By = None,
    levels: Levels = None,
    players: Players = None,
    setup: SetupName = None,
    set_: Changes = None,
    variant: Variant = None,
    games: Games = GAMES,
    seed: Seed = 0,
    jobs: Jobs = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """How win shares and verdicts move with the level of play: the same question asked of ever better players.

    A level is a strategy that all players play. Where players search, a fiftieth of the games is played. The runs are
    kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.presentation.truncation_text import shown, truncated_line
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.skill import courses, skill, verdict_by_skill

    option.check_shown(format, chart)
    asked = option.given(context, skill)
    columns = asked["by"] or [find_game(game).factor]
    with shell.progress(game) as progress:
        table = skill(**asked, progress=progress, tell=shell.tell)
    shell.show(shown(table, format), format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        typer.echo("\nFrom sensible play on:")
        shell.show(verdict_by_skill(table, columns), "table")
        typer.echo("\nHow the games go:")
        shell.show(courses(table), "table")
        typer.echo(f"The same luck at every level; verdicts are against parity. {certainty(alpha, asked['margin'])}")
    if chart is not None:
        draw_sweep(table, asked, ["skill"], chart)
