"""The command that writes the balance report."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.option import Jobs


@shell.command
def report(
    subject: Annotated[str, typer.Argument(metavar="GAME|RUN", help="A game, or the folder of a run.")],
    games: Annotated[
        int | None,
        typer.Option(help="Games of each scenario of the study, fewer of each variant. Default: as the study says."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the report. Default: results/GAME or RUN/report.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="Of a run: the folder of one on the same luck under the rules before; tells what changed."),
    ] = None,
    jobs: Jobs = None,
) -> None:
    """The balance report: HTML that stands alone, Markdown, tables as CSV, charts as SVG and PNG."""
    from starbalance.analyses.report.report import report as write_report

    with shell.progress(subject) as progress:
        headline, page = write_report(
            subject, games, out, against=against, jobs=jobs, progress=progress, tell=shell.tell
        )
    shell.show(headline, "table")
    typer.echo(f"The report is in {page}.")
