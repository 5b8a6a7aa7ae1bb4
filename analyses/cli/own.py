"""Commands for games and strategies of the user: start a game; train, measure and check strategies."""

from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Format,
    GameName,
)
from starbalance.simulator.runs.options import TrainingOptions

OUT = "trained.toml:trained"
_STRATEGY = shell.group("strategy", shell.OWN, "Train, measure and check strategies.")
Base = Annotated[str, typer.Option(help="The strategy to begin with: a name, or path/to/weights.toml:name.")]
Against = Annotated[
    str | None,
    typer.Option(
        help="The mix from which the strategy of each other player is drawn in each game: strategies separated by "
        "commas, or a TOML file of strategies with their probabilities, as a league writes it. Default: every strategy "
        "except uniform."
    ),
]
Only = Annotated[
    str | None,
    typer.Option(help="Train weights for one setup (setup=NAME) or one level of the headline factor (race=NAME) only."),
]
Budget = Annotated[
    int, typer.Option(help="Games in all. A fifth of them, fresh ones, compares the new weights with the base.")
]
Under = Annotated[
    str | None,
    typer.Option(
        help="Variants separated by commas, such as other assumed data. As many games are played under each as under "
        "the rules, and the gain under each is printed too."
    ),
]
Reach = Annotated[
    float,
    typer.Option(
        help="Largest change of each weight, relative to its distance from 0 in the base. At 1 no weight more than "
        "doubles or changes its sign. A smaller value keeps more of the character of the base."
    ),
]
Weights = Annotated[
    str, typer.Option(metavar="FILE.toml:NAME", help="Where the weights are written if they are an improvement.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue work that was stopped.")]
Pool = Annotated[
    str | None, typer.Option(help="The first pool, separated by commas. Default: every strategy except uniform.")
]
Until = Annotated[
    str,
    typer.Option(help="A strategy joins if it gains more than this beyond the equal share. Otherwise the league ends."),
]
Starts = Annotated[int, typer.Option(help="How many strategies of the pool are trained in each round.")]
Answer = Annotated[
    int,
    typer.Option(
        help="Playouts per option with which the most frequent strategy of the mix also searches and plays --games "
        "against the mix. 0 means no search."
    ),
]
Rounds = Annotated[int, typer.Option(help="Largest number of rounds.")]
Games = Annotated[int, typer.Option(help="Games of each strategy of the pool against the others, in each round.")]
OfEach = Annotated[int, typer.Option(help="Games of each training.")]
Folder = Annotated[Path | None, typer.Option(help="Folder of the league. Default: a folder below runs/.")]


@shell.command(shell.OWN)
def new_game(
    folder: Annotated[Path, typer.Argument(help="The folder to make. Its name is the name of the package.")],
) -> None:
    """Start a game of your own from a copy of a small complete game."""
    from starbalance.simulator.engine.outside import new_game

    typer.echo(f"A small complete game is in {new_game(folder)}: `starbalance run {folder}` plays it.")


@shell.command(of=_STRATEGY)
def train(
    game: GameName,
    base: Base = "sensible",
    against: Against = None,
    only: Only = None,
    budget: Budget = 200_000,
    reach: Reach = 1.0,
    under: Under = None,
    out: Weights = OUT,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Improve the weights of a strategy by playing it against others, and measure the gain in fresh games."""
    from starbalance.analyses.training import train as training

    option.check_shown(format)
    mix, variants = option.words(against), option.words(under) or ()
    with shell.playing(game, options) as asked:
        found = training.train(
            game,
            base=base,
            against=mix,
            under=variants,
            only=only,
            budget=budget,
            reach=reach,
            out=out,
            resume=resume,
            alpha=alpha,
            **asked,
        )
    shell.show(found.shares, format)
    if format == "table":
        typer.echo(training.summary(found, out))


@shell.command(of=_STRATEGY)
def league(
    game: GameName,
    strategies: Pool = None,
    until: Until = "2pp",
    starts: Starts = 3,
    playouts: Answer = 0,
    rounds: Rounds = 10,
    games: Games = 4000,
    budget: OfEach = 200_000,
    reach: Reach = 1.0,
    out: Folder = None,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Train strategies against the equilibrium mix of the pool, add those that gain, and repeat until none gains."""
    from starbalance.analyses.training import league as leagues

    option.check_shown(format)
    pool, gain = option.words(strategies), option.share(until)
    with shell.playing(game, options) as asked:
        found = leagues.league(
            game,
            pool,
            until=gain,
            starts=starts,
            playouts=playouts,
            rounds=rounds,
            games=games,
            budget=budget,
            reach=reach,
            out=out,
            resume=resume,
            alpha=alpha,
            **asked,
        )
    shell.show(found.log, format)
    if format == "table":
        typer.echo(leagues.summary(found))


@shell.command(of=_STRATEGY)
def benchmark(
    game: GameName,
    strategy: Annotated[str, typer.Option(help="The strategy to measure. One player uses it.")] = "search:sensible@32",
    against: Annotated[
        str | None,
        typer.Option(
            help="Opponents, separated by commas, each measured separately: strategies, pool (every strategy except "
            "uniform), league (the mix of the game's league), TOML files of mixes. Default: sensible, pool, and league "
            "if the game has one."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games against each opponent.")] = 100,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Measure the strength of a strategy: the win share of one player who uses it among other players."""
    from starbalance.analyses.training import benchmark as benchmarks

    option.check_shown(format)
    opponents = option.words(against)
    with shell.playing(game, options) as asked:
        found = benchmarks.benchmark(game, strategy, against=opponents, games=games, alpha=alpha, **asked)
    shell.show(found, format)
    if format == "table":
        typer.echo(benchmarks.summary(found, strategy))


@shell.command(of=_STRATEGY)
def blunders(
    game: GameName,
    strategy: Annotated[str, typer.Option(help="The strategy to analyse. Every player uses it.")] = "sensible",
    playouts: Annotated[int, typer.Option(help="Playouts per option of the search.")] = 8,
    believing: Annotated[
        str, typer.Option(help="Opponent model of the search: itself, pool, truth, or a strategy.")
    ] = "itself",
    worlds: Annotated[
        int, typer.Option(help="Further determinizations in which a change is compared with the choice.")
    ] = 64,
    worst: Annotated[int, typer.Option(help="How many of the worst positions are printed.")] = 10,
    games: Annotated[int, typer.Option(help="Number of games.")] = 20,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """List the decisions of a strategy that a search would change: how often, the gain, and the worst positions."""
    from starbalance.analyses.training import blunders as looks

    option.check_shown(format)
    search: dict[str, Any] = {"playouts": playouts, "believing": believing, "worlds": worlds}
    with shell.playing(game, options) as asked:
        found = looks.blunders(game, strategy, games=games, alpha=alpha, **search, **asked)
    shell.show(found.table, format)
    if format == "table":
        typer.echo(looks.summary(found, worst))


@shell.command(of=_STRATEGY, name="check")
def check_strategy(
    strategy: Annotated[
        str, typer.Argument(metavar="FILE:NAME", help="path/to/file.py:name, path/to/weights.toml:name, or a name.")
    ],
    game: GameName,
    against: Against = None,
    games: Annotated[int, typer.Option(help="Games against the mix.")] = 2000,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Check that a strategy keeps to the rules and sees no hidden information, and measure its speed and wins.

    The exit code is 1 if the strategy fails.
    """
    from starbalance.analyses.training import check_strategy as checks

    option.check_shown(format)
    mix = option.words(against)
    with shell.playing(game, options) as asked:
        found = checks.check_strategy(game, strategy, against=mix, games=games, alpha=alpha, **asked)
    shell.show(found, format)
    if (found["verdict"] == checks.FAILED).any():
        raise typer.Exit(1)
