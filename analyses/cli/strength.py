"""Commands that make strategies stronger and say how strong they are."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Backend,
    Changes,
    Format,
    GameName,
    Jobs,
    Players,
    Scheduler,
    Seed,
    SetupName,
    Variant,
)

OUT = "trained.toml:trained"
Base = Annotated[str, typer.Option(help="The strategy to begin with: a name, or path/to/weights.toml:name.")]
Against = Annotated[
    str | None,
    typer.Option(
        help="The mix, from which the strategy of each other player is drawn in each game: strategies separated by "
        "commas, or a TOML file of strategies with their chances, as a league makes it. Default: all but uniform."
    ),
]
Only = Annotated[
    str | None,
    typer.Option(
        help="Trains a specialist, a row of weights that hold in a set-up alone, setup=NAME, or there for whoever is "
        "something, by the factor of the game, as race=NAME."
    ),
]
Budget = Annotated[
    int, typer.Option(help="Games in all. A fifth of them, fresh ones, compares what was found with the base.")
]
Under = Annotated[
    str | None,
    typer.Option(
        help="Variants separated by commas, such as other stand-in data: as many games are played under each as under "
        "the rules, so that the weights pay whatever the data. What is gained under each alone is told, too."
    ),
]
Reach = Annotated[
    float,
    typer.Option(
        help="How far each weight may move, in sizes of it (its distance from 0 in the base): at 1 none more than "
        "doubles or changes its sign. Less keeps more of the character of the base."
    ),
]
Weights = Annotated[
    str, typer.Option(metavar="FILE.toml:NAME", help="Where the weights go, if they are an improvement.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was stopped.")]
Pool = Annotated[str | None, typer.Option(help="The first pool, separated by commas. Default: all but uniform.")]
Until = Annotated[
    str, typer.Option(help="What gains more than so many points beyond the fair share joins; else the league ends.")
]
Starts = Annotated[int, typer.Option(help="How many of the pool are trained in each round.")]
Answer = Annotated[
    int,
    typer.Option(
        help="With so many playouts for each option, who is most of the mix looks ahead, and plays --games against it, "
        "too; 0: nobody does."
    ),
]
Rounds = Annotated[int, typer.Option(help="The most rounds.")]
Games = Annotated[int, typer.Option(help="Games for each strategy of the pool, all with all, in each round.")]
OfEach = Annotated[int, typer.Option(help="Games of each training.")]
Folder = Annotated[Path | None, typer.Option(help="Folder of the league. Default: one below runs/.")]


@shell.command
def train(
    context: typer.Context,
    game: GameName,
    base: Base = "sensible",
    against: Against = None,
    players: Players = None,
    setup: SetupName = None,
    only: Only = None,
    budget: Budget = 200_000,
    reach: Reach = 1.0,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    under: Under = None,
    jobs: Jobs = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    out: Weights = OUT,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Improves a strategy's weights by playing it against others, and says what that gains in fresh games."""
    from starbalance.analyses.training import train as training

    option.check_shown(format)
    with shell.progress(game) as progress:
        found = training.train(**option.given(context, training.train), progress=progress, tell=shell.tell)
    shell.show(found.shares, format)
    if format == "table":
        typer.echo(training.summary(found, out))


@shell.command
def league(
    context: typer.Context,
    game: GameName,
    strategies: Pool = None,
    until: Until = "2pp",
    players: Players = None,
    setup: SetupName = None,
    starts: Starts = 3,
    playouts: Answer = 0,
    rounds: Rounds = 10,
    games: Games = 4000,
    budget: OfEach = 200_000,
    reach: Reach = 1.0,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    out: Folder = None,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Answers the mix that no strategy beats by training and by search, adds what gains, until nothing does."""
    from starbalance.analyses.training import league as leagues

    option.check_shown(format)
    asked = option.given(context, leagues.league) | {"until": option.share(until)}
    with shell.progress(game) as progress:
        found = leagues.league(**asked, progress=progress, tell=shell.tell)
    shell.show(found.log, format)
    if format == "table":
        typer.echo(leagues.summary(found))


@shell.command
def check_strategy(
    context: typer.Context,
    strategy: Annotated[
        str, typer.Argument(metavar="FILE:NAME", help="path/to/file.py:name, path/to/weights.toml:name, or a name.")
    ],
    game: GameName,
    against: Against = None,
    players: Players = None,
    setup: SetupName = None,
    games: Annotated[int, typer.Option(help="Games against the mix.")] = 2000,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Checks a strategy: does it keep to the rules, does it peek, how fast is it, what does it win; 1: it fails."""
    from starbalance.analyses.training import check_strategy as checks

    option.check_shown(format)
    asked = option.given(context, checks.check_strategy)
    with shell.progress(game) as progress:
        found = checks.check_strategy(**asked, progress=progress, tell=shell.tell)
    shell.show(found, format)
    if (found["verdict"] == checks.FAILED).any():
        raise typer.Exit(1)


@shell.command
def yardstick(
    context: typer.Context,
    game: GameName,
    strategy: Annotated[str, typer.Option(help="Who is measured: one player plays it.")] = "search:sensible@32",
    against: Annotated[
        str | None,
        typer.Option(
            help="What the others play, each by itself, separated by commas: strategies, pool (drawn from all but "
            "uniform), league (from the mix of the game's league), TOML files of mixes. Default: sensible, pool, and "
            "league if the game has one."
        ),
    ] = None,
    players: Players = None,
    setup: SetupName = None,
    games: Annotated[int, typer.Option(help="Games against each.")] = 100,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """How strong is the play: what one player, such as one who looks ahead, wins among others."""
    from starbalance.analyses.training import yardstick as yardsticks

    option.check_shown(format)
    asked = option.given(context, yardsticks.yardstick) | {"against": option.words(against)}
    with shell.progress(game) as progress:
        found = yardsticks.yardstick(**asked, progress=progress, tell=shell.tell)
    shell.show(found, format)
    if format == "table":
        typer.echo(yardsticks.summary(found, strategy))


@shell.command
def blunders(
    context: typer.Context,
    game: GameName,
    strategy: Annotated[str, typer.Option(help="Whose games are looked at; all players play it.")] = "sensible",
    playouts: Annotated[int, typer.Option(help="Of the search that looks, for each option.")] = 8,
    believing: Annotated[
        str, typer.Option(help="Whom the search takes the others for: itself, pool, truth, or a strategy.")
    ] = "itself",
    worlds: Annotated[int, typer.Option(help="Further worlds in which a change is compared with what was taken.")] = 64,
    worst: Annotated[int, typer.Option(help="How many of the worst positions are shown.")] = 10,
    players: Players = None,
    setup: SetupName = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 20,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """The decisions of a strategy that a search would change: how often, what that gains, and the worst positions."""
    from starbalance.analyses.training import blunders as looks

    option.check_shown(format)
    with shell.progress(game) as progress:
        found = looks.blunders(**option.given(context, looks.blunders), progress=progress, tell=shell.tell)
    shell.show(found.table, format)
    if format == "table":
        typer.echo(looks.summary(found, worst))
