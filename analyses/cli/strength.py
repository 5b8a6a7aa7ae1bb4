"""Commands that make strategies stronger and say how strong they are."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.shell import Alpha, Changes, Format, GameName, Jobs, Players, Seed, SetupName, Variant

OUT = "trained.toml:trained"
Against = Annotated[
    str | None,
    typer.Option(
        help="The mix, from which the strategy of each other player is drawn in each game: strategies separated by "
        "commas, or a TOML file of strategies with their chances, as a league makes it. Default: all but uniform."
    ),
]
Reach = Annotated[
    float,
    typer.Option(
        help="How far each weight may move, in sizes of it (its distance from 0 in the base): at 1 none more than "
        "doubles or changes its sign. Less keeps more of the character of the base."
    ),
]


@shell.command
def train(
    game: GameName,
    base: Annotated[
        str, typer.Option(help="The strategy to begin with: a name, or path/to/weights.toml:name.")
    ] = "sensible",
    against: Against = None,
    players: Players = None,
    setup: SetupName = None,
    only: Annotated[
        str | None,
        typer.Option(help="setup=NAME: trains a specialist, a row of weights that hold in that set-up alone."),
    ] = None,
    budget: Annotated[
        int,
        typer.Option(help="Games in all. A fifth of them, fresh ones, compares what was found with the base."),
    ] = 200_000,
    reach: Reach = 1.0,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    out: Annotated[
        str, typer.Option(metavar="FILE.toml:NAME", help="Where the weights go, if they are an improvement.")
    ] = OUT,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a training that was stopped.")] = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Improves a strategy's weights by playing it against others, and says what that gains in fresh games."""
    from starbalance.analyses.present.table import check_format
    from starbalance.analyses.strength import train as training

    check_format(format)
    with shell.progress(game) as progress:
        found = training.train(
            game,
            base=base,
            against=shell.names(against),
            players=players,
            setup=setup,
            set=shell.changes(set_),
            variant=variant,
            only=only,
            budget=budget,
            reach=reach,
            seed=seed,
            jobs=jobs,
            out=out,
            resume=resume,
            alpha=alpha,
            progress=progress,
            tell=shell.tell,
        )
    shell.show(found.shares, format)
    if format == "table":
        typer.echo(training.summary(found, out))


@shell.command
def league(
    game: GameName,
    strategies: Annotated[
        str | None, typer.Option(help="The first pool, separated by commas. Default: all but uniform.")
    ] = None,
    until: Annotated[
        str, typer.Option(help="What gains more than so many points beyond the fair share joins; else the league ends.")
    ] = "2pp",
    players: Players = None,
    setup: SetupName = None,
    starts: Annotated[int, typer.Option(help="How many of the pool are trained in each round.")] = 3,
    rounds: Annotated[int, typer.Option(help="The most rounds.")] = 10,
    games: Annotated[
        int, typer.Option(help="Games for each strategy of the pool, all with all, in each round.")
    ] = 4000,
    budget: Annotated[int, typer.Option(help="Games of each training.")] = 200_000,
    reach: Reach = 1.0,
    seed: Seed = 0,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the league. Default: one below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a league that was stopped.")] = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Trains strategies against the mix that none of them beats, adds what gains, and again, until nothing does."""
    from starbalance.analyses.present.table import check_format
    from starbalance.analyses.strength import league as leagues

    check_format(format)
    with shell.progress(game) as progress:
        found = leagues.league(
            game,
            shell.names(strategies),
            until=shell.share(until),
            players=players,
            setup=setup,
            starts=starts,
            rounds=rounds,
            games=games,
            budget=budget,
            reach=reach,
            seed=seed,
            set=shell.changes(set_),
            variant=variant,
            jobs=jobs,
            out=out,
            resume=resume,
            alpha=alpha,
            progress=progress,
            tell=shell.tell,
        )
    shell.show(shell.records(found.log), format)
    if format == "table":
        typer.echo(leagues.summary(found))


@shell.command
def check_strategy(
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
    from starbalance.analyses.present.table import check_format
    from starbalance.analyses.strength import check_strategy as checks

    check_format(format)
    with shell.progress(game) as progress:
        found = checks.check_strategy(
            game,
            strategy,
            against=shell.names(against),
            players=players,
            setup=setup,
            games=games,
            seed=seed,
            set=shell.changes(set_),
            variant=variant,
            jobs=jobs,
            alpha=alpha,
            progress=progress,
            tell=shell.tell,
        )
    shell.show(shell.records(found), format)
    if (found["verdict"] == checks.FAILED).any():
        raise typer.Exit(1)
