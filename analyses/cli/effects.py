"""The command about effects: of each level on the win share, the others being equal."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, Margin
from starbalance.analyses.cli.players import name_players


@shell.command
def effects(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="The folder of a run; several: also a model of all of them.")
    ],
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of the seats, separated by commas. Default: headline factor, seat and strategy."),
    ] = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """The effect of each race or home star, seat and strategy on the win share, all else being equal.

    One model of who wins for all columns at once (conditional logit). effect: log odds against the average level.
    points: percentage points of a seat's win share against the average level. Seat 1: the first player's advantage.
    """
    from starbalance.analyses.questions.effects import effects, left_out
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    results, names, width = [load(folder) for folder in runs], option.words(columns), option.share(margin)
    with shell.progress("effects") as progress:
        table = effects(results, names, margin=width, alpha=alpha, progress=progress)
    shell.show(table if format in ("csv", "json") else _rounded(table), format)
    for each in results:
        name_players(each.settings, format)
    if format == "table":
        for line in left_out(table):
            typer.echo(line)
        _explain(results, names, width, alpha)
    if chart is not None:
        from starbalance.analyses.presentation import chart as charts

        charts.save(charts.effects(table, _title(results), width), chart)


def _rounded(table: Any) -> Any:
    """The table for people: points with a sign and one digit."""
    points = ["points", "points_low", "points_high"]
    words = table[points].map(lambda value: f"{value:+.1f}" if value == value else "")
    return table.assign(**words.apply(lambda column: column.str.rjust(column.str.len().max())))


def _explain(results: list[Any], names: list[str] | None, margin: float, alpha: float) -> None:
    """What the table is of, and how much the columns say of who wins."""
    from starbalance.analyses.presentation.wording import certainty, percent, sums
    from starbalance.analyses.questions.effects import explained
    from starbalance.analyses.questions.interactions import interactions

    of = " and ".join(f"{each.played:,} games of {each.settings['setup']}" for each in results)
    typer.echo(
        f"{of}; points against the average level, all else equal. {certainty(alpha, margin, whole='each column')}"
    )
    with shell.progress("explained") as progress:
        table = explained(results, names, alpha, progress=progress)
    shown = table.assign(**{name: table[name].clip(lower=0.0) for name in ("share", "low", "high")})
    (_, whole), *parts = [(row["column"], percent(row)) for _, row in shown.iterrows()]
    lost = f"; lost without one: {', '.join(f'{name} {share}' for name, share in parts)}" if parts else ""
    typer.echo(f"The columns explain {whole} of who wins (McFadden's R squared){lost}.")
    with shell.progress("interactions") as progress:
        pairs = interactions(results, names, margin=margin, alpha=alpha, progress=progress)
    if len(pairs):
        typer.echo(f"Do the effects add up? {sums(pairs)}.")


def _title(results: list[Any]) -> str:
    from starbalance.analyses.questions.study import run_title

    first, *others = dict.fromkeys(run_title(each.settings) for each in results)
    return " and ".join([first, *(title.partition(", ")[2] for title in others)])
