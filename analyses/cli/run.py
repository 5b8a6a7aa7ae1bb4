"""Commands that play a run and ask for its win shares."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Backend,
    By,
    Changes,
    Chart,
    Format,
    GameName,
    Jobs,
    Margin,
    MaxTruncated,
    Players,
    RunFolder,
    Scheduler,
    Seed,
    SetupName,
    Skill,
    Strategies,
    Temperature,
    Variant,
)
from starbalance.analyses.cli.players import name_players
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game

GAMES = 10_000
MOST_GAMES = 1_000_000
Games = Annotated[int | None, typer.Option(help="Number of games. Default: 10,000.")]
Out = Annotated[Path | None, typer.Option(help="Folder of the run. Default: one below runs/.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")]
Timeline = Annotated[
    bool, typer.Option("--timeline", help="Also store how every seat stands at the end of every round.")
]
UntilWord = Annotated[str | None, typer.Option(help="decided: plays on until every row of --by has its verdict.")]
OwnMargin = Annotated[
    str | None,
    typer.Option(
        "--margin",
        help="Margin of the verdicts in percentage points (2pp) or as a share. Default: that of a run until decided, "
        "else 2pp.",
    ),
]
MostGames = Annotated[int | None, typer.Option(help="With --until decided: the most games. Default: 1,000,000.")]


@shell.command
def run(
    context: typer.Context,
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    games: Games = None,
    seed: Seed = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    set_: Changes = None,
    variant: Variant = None,
    temperature: Temperature = None,
    jobs: Jobs = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    out: Out = None,
    resume: Resume = False,
    timeline: Timeline = False,
    until: UntilWord = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    max_games: MostGames = None,
    format: Format = "table",
) -> None:
    """Plays a batch of games into a folder and prints the win shares by the game's headline factor, or by --by."""
    from starbalance.analyses.questions.rates import Until
    from starbalance.simulator.engine import tables
    from starbalance.simulator.runs.run import DEFAULT
    from starbalance.simulator.runs.run import run as play

    option.check_shown(format)
    asked, found = option.given(context, play), find_game(game)
    judged = Until(option.words(by) or [found.factor], option.share(margin), alpha, max_truncated)
    judged.check(found, tables.load(found, setup, players, set=asked["set"], variant=variant))
    asked |= {"games": _count(games, until, max_games), "until": judged if until else None, "out": out or DEFAULT}
    with shell.progress(game) as progress:
        result = play(**asked, progress=progress, tell=shell.tell)
    limits = {"margin": judged.margin, "alpha": alpha, "max_truncated": judged.max_truncated}
    _print_rates(result, judged.by, format, limits)
    if format == "table":
        typer.echo(f"The run is in {result.folder}.")


def _count(games: int | None, until: str | None, most: int | None) -> int:
    """How many games are played, at most where they go on until something."""
    if until is None:
        if most is not None:
            raise BadInput("--max-games belongs to --until decided: write --games.")
        return GAMES if games is None else games
    if until != "decided":
        raise BadInput(f"A run cannot be played until '{until}': write --until decided.")
    if games is not None:
        raise BadInput("A run until decided has no number of games: write --max-games.")
    return MOST_GAMES if most is None else most


@shell.command
def rates(
    run: RunFolder,
    by: By = None,
    margin: OwnMargin = None,
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Win shares of a run by one or more columns, with intervals and verdicts.

    Balanced: the share lies significantly within the margin of parity; strong, weak: it does not, and differs
    significantly from parity; undecided: neither is known yet. Over the whole table, the chance that any of these words
    is wrong is alpha at most. Where more games than --max-truncated were truncated, every verdict is undecided.
    """
    from starbalance.analyses.questions.rates import margin_of_run
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    result = load(run)
    columns = option.words(by) or [result.factor]
    width = margin_of_run(result) if margin is None else option.share(margin)
    limits = {"margin": width, "alpha": alpha, "max_truncated": max_truncated}
    table = _print_rates(result, columns, format, limits)
    if chart is not None:
        from starbalance.analyses.presentation.chart import forest, save
        from starbalance.analyses.presentation.wording import plain
        from starbalance.analyses.questions.study import run_title
        from starbalance.analyses.statistics.aggregate import parity

        title = f"{run_title(result.settings)}: win share by {' and '.join(map(plain, columns))}"
        save(forest(table, columns, round(1 / parity(result)), title=title, margin=width), chart)


def _print_rates(result: Any, columns: Sequence[str], format: str, limits: Mapping[str, float]) -> Any:
    from starbalance.analyses.presentation.truncation_text import shown
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.rates import about, rates

    table = rates(result, columns, **limits)
    shell.show(shown(table, format), format)
    name_players(result.settings, format)
    if format == "table":
        facts = about(result).set_index("quantity")
        means, truncated = facts["value"], facts.loc["share of capped games"] * 100
        typer.echo(
            f"{means['games']:,.0f} games of {result.settings['setup']}, "
            f"{means['rounds per game']:.1f} rounds on average, {truncated['value']:.1f} % truncated "
            f"({truncated['low']:.1f} to {truncated['high']:.1f} %). "
            f"{certainty(limits['alpha'], limits['margin'], always='until' in result.settings)}"
        )
    return table
