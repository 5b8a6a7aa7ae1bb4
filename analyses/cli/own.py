"""Commands for games and strategies of users: start a game, and train, measure and check strategies."""

from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Format,
    GameName,
    Players,
    SetupName,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.options import ExperimentOptions, TrainingOptions

OUT = "trained.toml:trained"
_STRATEGY = shell.group("strategy", shell.OWN, "Train, measure and check strategies.")
Base = Annotated[str, typer.Option(help="Strategy to start from: a name, or path/to/weights.toml:name.")]
Against = Annotated[
    str | None,
    typer.Option(help="Mixed strategy of the other players. Default: all except uniform."),
]
Only = Annotated[
    str | None,
    typer.Option(help="Only train weights for setup=NAME, or for a level such as race=NAME."),
]
Budget = Annotated[int, typer.Option(help="Total games. A fifth of them measures the gain.")]
Under = Annotated[
    str | None,
    typer.Option(help="Further variants to train and measure under, separated by commas."),
]
TrustRegion = Annotated[
    float,
    typer.Option(help="Largest change of each weight. 1: its largest size in any strategy."),
]
Weights = Annotated[
    str, typer.Option(metavar="FILE.toml:NAME", help="File and name for the weights if they are an improvement.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue work that was stopped.")]
Pool = Annotated[str | None, typer.Option(help="First pool, separated by commas. Default: all except uniform.")]
Until = Annotated[
    str,
    typer.Option(help="Smallest gain over an equal share for which a response is added."),
]
Starts = Annotated[int, typer.Option(help="Number of strategies of the pool that are trained in each round.")]
Answer = Annotated[
    int,
    typer.Option(help="Playouts per option of a search response. 0 turns it off."),
]
Rounds = Annotated[int, typer.Option(help="Largest number of rounds.")]
Games = Annotated[int, typer.Option(help="Games per strategy of the pool in each round.")]
OfEach = Annotated[int, typer.Option(help="Games per training.")]
Learned = Annotated[int, typer.Option(help="Games from which the network learns.")]
Measured = Annotated[int, typer.Option(help="Largest number of games that measure the result.")]
Limit = Annotated[int, typer.Option(help="Largest computing time of the player in a game, in milliseconds.")]
Folder = Annotated[Path | None, typer.Option(help="Folder of the league. Default: a folder below runs/.")]


@shell.command(shell.OWN)
def new_game(
    folder: Annotated[Path, typer.Argument(help="New folder. Its name becomes the name of the package.")],
    bare: Annotated[bool, typer.Option("--bare", help="A game in one file.")] = False,
    cards: Annotated[bool, typer.Option("--cards", help="A game in one file with a deck and hidden hands.")] = False,
) -> None:
    """Create a new game as a copy of a small complete game."""
    from starbalance.simulator.engine.external import new_game
    from starbalance.simulator.games import is_known

    if is_known(str(folder)):
        raise BadInput(f"'{folder}' is a game of the toolkit. Give the new folder another name.")
    place = new_game(folder, bare=bare, cards=cards)
    typer.echo(f"{place} contains a small complete game: play it with `starbalance run {folder}`.")


@shell.command(shell.OWN)
def check_game(
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    format: Format = "table",
) -> None:
    """Find faults in the rules of a game; exit code 1 if there are any."""
    from starbalance.analyses.report import check_game as checks

    option.check_shown(format)
    result = checks.check_game(game, setup=setup, players=players, notify=shell.notify)
    shell.show(result, format)
    if (result["verdict"] == checks.FAILED).any():
        raise typer.Exit(1)


@shell.command(of=_STRATEGY)
def train(
    game: GameName,
    base: Base = "sensible",
    against: Against = None,
    only: Only = None,
    budget: Budget = 200_000,
    trust_region: TrustRegion = 1.0,
    under: Under = None,
    out: Weights = OUT,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Train the weights of a strategy and measure the gain in fresh games."""
    from starbalance.analyses.training import train as training

    option.check_shown(format)
    mix, variants = option.words(against), option.words(under) or ()
    with shell.playing(game, options) as arguments:
        result = training.train(
            game,
            base=base,
            against=mix,
            under=variants,
            only=only,
            budget=budget,
            trust_region=trust_region,
            out=out,
            resume=resume,
            alpha=alpha,
            **arguments,
        )
    shell.show(result.shares, format)
    if format == "table":
        typer.echo(training.summary(result, out))


@shell.command(of=_STRATEGY)
def learn(
    game: GameName,
    games: Learned = 16_000,
    measured: Measured = 1200,
    limit: Limit = 240,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Make the strategy `strong`: train a network, choose a search, and measure both."""
    from starbalance.analyses.training import learn as learning

    option.check_shown(format)
    with shell.playing(game, options) as arguments:
        result = learning.learn(game, games=games, measured=measured, limit=limit, alpha=alpha, **arguments)
    shell.show(result.table, format)
    if format == "table":
        typer.echo(learning.summary(result))


@shell.command(of=_STRATEGY, name="exploitability")
def exact_exploitability(
    game: GameName,
    histories: Annotated[int, typer.Option(help="Largest number of histories.")] = 1_000_000,
    format: Format = "table",
    **options: Unpack[ExperimentOptions],
) -> None:
    """Compute the exact gain of a best response to strategies of a small game."""
    from starbalance.analyses.training import exact

    option.check_shown(format)
    table = exact.exact_exploitability(game, histories=histories, notify=shell.notify, **options)
    shell.show(table, format)
    if format == "table":
        typer.echo(exact.summary(table))


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
    trust_region: TrustRegion = 1.0,
    out: Folder = None,
    resume: Resume = False,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Grow a population of strategies by adding trained responses to its equilibrium."""
    from starbalance.analyses.training import league as leagues

    option.check_shown(format)
    pool, gain = option.words(strategies), option.share(until)
    with shell.playing(game, options) as arguments:
        result = leagues.league(
            game,
            pool,
            until=gain,
            starts=starts,
            playouts=playouts,
            rounds=rounds,
            games=games,
            budget=budget,
            trust_region=trust_region,
            out=out,
            resume=resume,
            alpha=alpha,
            **arguments,
        )
    shell.show(result.log, format)
    if format == "table":
        typer.echo(leagues.summary(result))


@shell.command(of=_STRATEGY)
def benchmark(
    game: GameName,
    strategy: Annotated[str, typer.Option(help="Strategy to measure. One player uses it.")] = "search:sensible@32",
    against: Annotated[
        str | None,
        typer.Option(help="Opponents, separated by commas. Default: sensible, pool and league."),
    ] = None,
    games: Annotated[int, typer.Option(help="Games per opponent.")] = 100,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Measure the win share of one player with a strategy among other players."""
    from starbalance.analyses.training import benchmark as benchmarks

    option.check_shown(format)
    opponents = option.words(against)
    with shell.playing(game, options) as arguments:
        result = benchmarks.benchmark(game, strategy, against=opponents, games=games, alpha=alpha, **arguments)
    shell.show(result, format)
    if format == "table":
        typer.echo(benchmarks.summary(result, strategy))


@shell.command(of=_STRATEGY)
def blunders(
    game: GameName,
    strategy: Annotated[str, typer.Option(help="Strategy to analyse. Every player uses it.")] = "sensible",
    playouts: Annotated[int, typer.Option(help="Playouts per option of the search.")] = 8,
    opponents: Annotated[
        str, typer.Option(help="Opponent model of the search: itself, pool, truth, or a strategy.")
    ] = "itself",
    worlds: Annotated[
        int, typer.Option(help="Further determinizations in which the gain of a change is measured.")
    ] = 64,
    worst: Annotated[int, typer.Option(help="Number of worst positions to print.")] = 10,
    games: Annotated[int, typer.Option(help="Number of games.")] = 20,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """List the decisions of a strategy that a search would change, and their gains."""
    from starbalance.analyses.training import blunders as looks

    option.check_shown(format)
    search: dict[str, Any] = {"playouts": playouts, "opponents": opponents, "worlds": worlds}
    with shell.playing(game, options) as arguments:
        result = looks.blunders(game, strategy, games=games, alpha=alpha, **search, **arguments)
    shell.show(result.table, format)
    if format == "table":
        typer.echo(looks.summary(result, worst))


@shell.command(of=_STRATEGY, name="check")
def check_strategy(
    strategy: Annotated[
        str, typer.Argument(metavar="FILE:NAME", help="Name of a strategy, file.py:name, or weights.toml:name.")
    ],
    game: GameName,
    against: Against = None,
    games: Annotated[int, typer.Option(help="Games against the mixed strategy.")] = 2000,
    alpha: Alpha = 0.05,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Check a strategy for faults and information leaks; exit code 1 if it fails."""
    from starbalance.analyses.training import check_strategy as checks

    option.check_shown(format)
    mix = option.words(against)
    with shell.playing(game, options) as arguments:
        result = checks.check_strategy(game, strategy, against=mix, games=games, alpha=alpha, **arguments)
    shell.show(result, format)
    if (result["verdict"] == checks.FAILED).any():
        raise typer.Exit(1)
