"""The command that asks what skill is worth."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, Margin, MaxTruncated, RunFolder
from starbalance.analyses.cli.players import name_players


@shell.command
def skill_gap(
    run: RunFolder,
    by: Annotated[str | None, typer.Option(help="Further columns, separated by commas, such as strategy.")] = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """What skill is worth: win shares by how much more skill a player has than the others on average.

    Of a run whose players differ in skill (--skill), which is a number of the game, such as a steady hand; how well a
    strategy decides is asked by the command `skill`. Below: how much skill makes up for a weaker strategy.
    """
    from starbalance.analyses.presentation.truncation_text import shown, truncated_line
    from starbalance.analyses.questions.skill_gap import GAP, exchange, skill_gap
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    result, columns, width = load(run), option.words(by) or [], option.share(margin)
    table = skill_gap(result, columns, margin=width, alpha=alpha, max_truncated=max_truncated)
    shell.show(shown(table, format), format)
    name_players(result.settings, format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        from starbalance.analyses.presentation.wording import certainty, exchanged

        setup = result.settings["setup"]
        typer.echo(f"{result.played:,} games of {setup}; -2 and 2 have all beyond. {certainty(alpha, width)}")
        if len(result.settings["strategies"]) > 1:
            found = exchange(result, alpha=alpha)
            typer.echo("\nStrategies in points of skill, all else equal:")
            shell.show(found, "table")
            typer.echo(exchanged(found, "strategy"))
    if chart is not None:
        _draw(result, table, [*columns, GAP], width=width, path=chart)


def _draw(result: Any, table: Any, columns: list[str], *, width: float, path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.questions.study import run_title
    from starbalance.analyses.statistics.aggregate import parity

    *others, gap = columns
    title = f"{run_title(result.settings)}: win share by the gap in skill"
    sides = round(1 / parity(result))
    drawn = (
        chart.sweep(table, [gap], others, sides=sides, title=f"{title} and {' and '.join(others)}")
        if others
        else chart.forest(table, [gap], sides, title=title, margin=width)
    )
    chart.save(drawn, path)
