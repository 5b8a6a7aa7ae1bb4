"""Commands that play a run and ask for its win shares."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.shell import (
    Alpha,
    By,
    Changes,
    Format,
    GameName,
    Jobs,
    Margin,
    Players,
    RunFolder,
    Seed,
    SetupName,
    Strategies,
    Temperature,
    Variant,
)
from starbalance.simulator import find_game
from starbalance.simulator.errors import BadInput

GAMES = 10_000
MOST_GAMES = 1_000_000


@shell.command
def run(
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    games: Annotated[int | None, typer.Option(help="Number of games. Default: 10,000.")] = None,
    seed: Seed = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    temperature: Temperature = None,
    jobs: Jobs = None,
    backend: Annotated[
        str, typer.Option(help="threads, processes, dask, or ray (on the cluster of RAY_ADDRESS, else this machine).")
    ] = "threads",
    scheduler: Annotated[
        str | None, typer.Option(help="With --backend dask: the address of its scheduler, tcp://HOST:PORT.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: one below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")] = False,
    timeline: Annotated[
        bool, typer.Option("--timeline", help="Also store how every seat stands at the end of every round.")
    ] = False,
    until: Annotated[
        str | None, typer.Option(help="decided: plays on until every row of --by has its verdict.")
    ] = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_games: Annotated[
        int | None, typer.Option(help="With --until decided: the most games. Default: 1,000,000.")
    ] = None,
    format: Format = "table",
) -> None:
    """Plays a batch of games into a folder and prints the win shares by the game's headline factor, or by --by."""
    from starbalance.analyses.present.table import check_format
    from starbalance.analyses.statistics.verdict import check_alpha, check_margin
    from starbalance.simulator import tables
    from starbalance.simulator.runs import run as runs

    check_format(format)
    check_margin(shell.share(margin))
    check_alpha(alpha)
    found, changed = find_game(game), shell.changes(set_)
    columns = shell.names(by) or [found.factor]
    decided = _until(until, columns, shell.share(margin), alpha, games, max_games)
    runs.check_columns(columns, found, tables.load(found, setup, players, set=changed, variant=variant))
    with shell.progress(game) as progress:
        result = runs.run(
            game,
            players=players,
            setup=setup,
            games=next(count for count in (games, max_games, MOST_GAMES if decided else GAMES) if count is not None),
            seed=seed,
            strategies=shell.names(strategies),
            set=changed,
            variant=variant,
            temperature=temperature,
            jobs=jobs,
            out=out or runs.DEFAULT,
            resume=resume,
            backend=backend,
            scheduler=scheduler,
            timeline=timeline,
            until=decided,
            progress=progress,
            tell=shell.tell,
        )
    _print_rates(result, columns, format, shell.share(margin), alpha)
    if format == "table":
        typer.echo(f"The run is in {result.folder}.")


def _until(
    word: str | None, columns: list[str], margin: float, alpha: float, games: int | None, most: int | None
) -> Any:
    """When the run is decided; none: after its number of games."""
    from starbalance.analyses.questions.until import Until

    if word is None:
        if most is not None:
            raise BadInput("--max-games belongs to --until decided: write --games.")
        return None
    if word != "decided":
        raise BadInput(f"A run cannot be played until '{word}': write --until decided.")
    if games is not None:
        raise BadInput("A run until decided has no number of games: write --max-games.")
    return Until(columns, margin, alpha)


@shell.command
def rates(
    run: RunFolder,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Annotated[Path | None, typer.Option(help="Also draw it: a .png, .svg or .pdf file.")] = None,
    format: Format = "table",
) -> None:
    """Win shares of a run by one or more columns, with intervals and verdicts."""
    from starbalance.analyses.present.table import check_format
    from starbalance.simulator.runs.result import load

    check_format(format)
    result = load(run)
    columns = shell.names(by) or [result.factor]
    table = _print_rates(result, columns, format, shell.share(margin), alpha)
    if chart is not None:
        from starbalance.analyses.present.chart import forest, save
        from starbalance.analyses.statistics.aggregate import parity

        save(forest(table, columns, round(1 / parity(result))), chart)


def _print_rates(result: Any, columns: list[str], format: str, margin: float, alpha: float) -> Any:
    from starbalance.analyses.questions.rates import about, rates

    table = rates(result, columns, margin=margin, alpha=alpha)
    shell.show(table, format)
    if format == "table":
        facts = about(result).set_index("quantity")["value"]
        typer.echo(
            f"{facts['games']:,.0f} games of {result.settings['setup']}, "
            f"{facts['rounds per game']:.1f} rounds on average, {facts['share of capped games']:.1%} capped; "
            f"intervals: {1 - alpha:.4g} for each row{', at all times' if 'until' in result.settings else ''}; "
            f"verdicts: {1 - alpha:.4g} for the table, margin {100 * margin:.4g} points."
        )
    return table
