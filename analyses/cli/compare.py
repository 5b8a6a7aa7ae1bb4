"""Commands that play the same luck under different rules."""

import re
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
    Seed,
    SetupName,
    Strategies,
    Temperature,
)
from starbalance.simulator import find_game
from starbalance.simulator.errors import BadInput

GAMES = 10_000
Games = Annotated[int, typer.Option(help="Games of each run.")]
Chart = Annotated[Path | None, typer.Option(help="Also draw it: a .png, .svg or .pdf file.")]


@shell.command
def compare(
    game: GameName,
    variant: Annotated[
        list[str] | None,
        typer.Option(help="A named variant, or a TOML file with `changes`. Two: the first is the base."),
    ] = None,
    set_: Changes = None,
    players: Players = None,
    setup: SetupName = None,
    games: Games = GAMES,
    seed: Seed = 0,
    strategies: Strategies = None,
    temperature: Temperature = None,
    jobs: Jobs = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """What a change of the rules does, game by game on the same luck: to win shares, length and points.

    The base is the game as printed, or the first of two variants; the variant is the other, with the values of --set
    changed in it, or the base with these alone. Unchanged: the difference lies significantly within the margin;
    higher, lower: it differs significantly from 0. Both runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.questions.compare import compare

    columns, width = _asked(game, setup, players, by, margin, alpha, chart, format), shell.share(margin)
    with shell.progress(game) as progress:
        found = compare(
            game,
            variant=variant,
            set=shell.changes(set_),
            players=players,
            setup=setup,
            games=games,
            seed=seed,
            strategies=shell.names(strategies),
            temperature=temperature,
            jobs=jobs,
            by=columns,
            margin=width,
            alpha=alpha,
            progress=progress,
            tell=shell.tell,
        )
    _print_comparison(found, format, chart)


def _asked(
    game: str,
    setup: str | None,
    players: int | None,
    by: str | None,
    margin: str,
    alpha: float,
    chart: Path | None,
    format: str,
) -> list[str]:
    """The columns of --by, once all that is asked of the table can be."""
    from starbalance.analyses.present.table import check_format
    from starbalance.analyses.statistics.verdict import check_alpha, check_margin
    from starbalance.simulator import tables
    from starbalance.simulator.runs.run import check_columns

    check_format(format)
    check_alpha(alpha)
    check_margin(shell.share(margin))
    if chart is not None:
        from starbalance.analyses.present.chart import check_path

        check_path(chart)
    found = find_game(game)
    columns = shell.names(by) or [found.factor]
    check_columns(columns, found, tables.load(found, setup, players))
    return columns


def _print_comparison(found: Any, format: str, chart: Path | None) -> None:
    base, variant, alpha, margin = found.base, found.variant, found.alpha, found.margin
    shell.show(found.shares, format)
    if format == "table":
        typer.echo(
            f"{base.played:,} games of {base.settings['setup']}, each played under both rules with the same luck; "
            f"intervals: {1 - alpha:.4g} for each row; verdicts: {1 - alpha:.4g} for the table, "
            f"margin {100 * margin:.4g} points."
        )
        for title, rows in (
            ("How the games go:", found.course),
            ("Games that another seat won, or a win that was shared otherwise:", found.flipped),
            ("Wins of a seat under both rules or under one of them (McNemar):", found.mcnemar),
        ):
            typer.echo(f"\n{title}")
            shell.show(rows, "table")
        typer.echo(f"\n{_saving(found.saving, base.played)}")
    if chart is not None:
        from starbalance.analyses.present.chart import differences, save

        save(differences(found.shares, found.by, _title(base, variant), margin, alpha), chart)


def _saving(times: float, games: int) -> str:
    """How many games the same luck has saved, in a sentence."""
    if times == float("inf"):
        return "No share changes in any game."
    return (
        f"The same luck makes these 2 x {games:,} games as good as 2 x {games * times:,.0f} independent ones "
        f"({times:.2f} times as many)."
    )


def _title(base: Any, variant: Any) -> str:
    """What is compared, by what the variant changes."""
    printed, changed = base.settings["changes"], variant.settings["changes"]
    words = [f"{path}={value}" for path, value in changed.items() if printed.get(path) != value]
    told = ", ".join(words) if len(words) <= 2 else f"{len(words)} changed values"
    return f"{find_game(base.settings['game']).title}, {base.settings['setup']}: {told or 'back to the printed rules'}"


@shell.command
def sweep(
    game: GameName,
    vary: Annotated[list[str], typer.Option(help="PATH=VALUE,VALUE,...; may be repeated: all combinations.")],
    players: Players = None,
    setup: SetupName = None,
    games: Games = GAMES,
    seed: Seed = 0,
    strategies: Strategies = None,
    jobs: Jobs = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Win shares over a grid of values, every point played on the same luck.

    Where the printed rules are among the points, each share also has its difference from theirs. The verdicts are
    against parity and hold for the whole table. The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.questions import sweep as grid

    columns = _asked(game, setup, players, by, margin, alpha, chart, format)
    values = _values(vary)
    with shell.progress(game) as progress:
        table = grid.sweep(
            game,
            values,
            by=columns,
            setup=setup,
            players=players,
            games=games,
            margin=shell.share(margin),
            alpha=alpha,
            progress=progress,
            seed=seed,
            strategies=shell.names(strategies),
            jobs=jobs,
            tell=shell.tell,
        )
    shell.show(table, format)
    if format == "table":
        typer.echo(
            f"{games:,} games of each, with the same luck; intervals: {1 - alpha:.4g} for each row; "
            f"verdicts, against parity: {1 - alpha:.4g} for the table, margin {100 * shell.share(margin):.4g} points."
        )
    if chart is not None:
        from starbalance.analyses.present import chart as charts
        from starbalance.simulator.tables import find_setup

        seats = find_setup(find_game(game), setup, players).seats
        charts.save(charts.sweep(table, list(values), columns, seats, alpha), chart)


def _values(given: list[str]) -> dict[str, list[str]]:
    """PATH=VALUE,VALUE,... texts as a dictionary; commas within a list do not separate."""
    found: dict[str, list[str]] = {}
    for each in given:
        path, sign, values = each.partition("=")
        if not sign or not path.strip():
            raise BadInput(f"--vary takes PATH=VALUE,VALUE,..., such as switches.max_warps=2,3,4, not '{each}'.")
        if path.strip() in found:
            raise BadInput(f"{path.strip()} is varied twice: write all its values in one --vary.")
        found[path.strip()] = [value.strip() for value in re.split(r",(?![^\[]*\])", values)]
    return found
