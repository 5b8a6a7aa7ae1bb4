"""Commands on a whole game or run: a report, a check with an exit code, a page to explore."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.option import GameName, GameOrRun, Jobs, RunFolder

CODES = {"balanced": 0, "out of balance": 1, "undecided": 3}


@shell.command(shell.REPORT)
def report(
    subject: GameOrRun,
    games: Annotated[
        int | None,
        typer.Option(help="Games per scenario; variants get fewer. Default: by the study."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the report. Default: results/GAME or RUN/report.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="Folder of an earlier run to compare a run with (same seed, other rules)."),
    ] = None,
    all_files: Annotated[
        bool, typer.Option("--all-files", help="Also write each chart as SVG and PNG and each table as CSV.")
    ] = False,
    jobs: Jobs = None,
) -> None:
    """Write the balance report of a game or run as HTML, Markdown and Parquet."""
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import margin_words
    from starbalance.analyses.questions.plan import is_plays
    from starbalance.analyses.report.report import report as write_report

    with shell.progress(subject) as progress:
        headline, page = write_report(
            subject,
            games,
            out,
            against=against,
            all_files=all_files,
            jobs=jobs,
            progress=progress,
            notify=shell.notify,
        )
    shell.show(without_common_truncation(headline, "table"), "table")
    if (line := truncated_line(headline)) and not is_plays(subject):
        typer.echo(line)
    typer.echo(f"Verdicts: margin {margin_words(headline.attrs['margin'])}.")
    typer.echo(f"The report is in {page}.")


@shell.command(shell.REPORT)
def check(
    game: GameName,
    study: Annotated[
        Path | None,
        typer.Option(help="TOML file of the checks. Default: the study of the game."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(help="Also write JUnit XML to this file, with one test case per row.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Also write JSON to this file.")] = None,
    jobs: Jobs = None,
) -> None:
    """Check the balance of a game: exit code 0 balanced, 1 imbalanced, 3 undecided."""
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.questions.check import check
    from starbalance.analyses.questions.check_record import write_json, write_junit
    from starbalance.analyses.questions.players import players_line
    from starbalance.simulator.engine.files import check_writable

    for path in (junit, json):
        if path is not None:
            check_writable(path)
    with shell.progress(game) as progress:
        gate = check(game, study=study, jobs=jobs, progress=progress, notify=shell.notify)
    shell.show(without_common_truncation(gate.rows, "table"), "table", truncated_line(gate.rows))
    for each in gate.checked:
        players = players_line(each.result.settings).removeprefix("Players: ")
        typer.echo(f"Players of {each.check.name}: {players}")
    rows = [row for each in gate.checked for row in each.rows]
    decisive = [row for row in rows if row.outcome == gate.outcome]
    typer.echo(f"{gate.outcome.capitalize()}: {len(decisive)} of {len(rows)} rows.")
    if junit is not None:
        write_junit(gate, junit)
    if json is not None:
        write_json(gate, json)
    if CODES[gate.outcome]:
        raise typer.Exit(CODES[gate.outcome])


@shell.command(shell.REPORT)
def explore(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    port: Annotated[int, typer.Option(help="Port of this machine. Default: a free port.", show_default=False)] = 0,
) -> None:
    """Open a local web page that explores the win shares and games of a run."""
    from starbalance.analyses.presentation.incomplete import refuse_plays
    from starbalance.analyses.report.explore import HOST, explorer_class, free_port, serve
    from starbalance.simulator.runs.result import load

    explorer_class()  # fails before the address is printed
    result, free = load(run), free_port(port)
    refuse_plays([result])
    typer.echo(f"Exploring {run} at http://{HOST}:{free}/ until Ctrl-C.")
    serve(result, free)


@shell.command(shell.REPORT)
def export(
    run: RunFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file: .csv, .parquet or .jsonl (JSON lines).")],
    rows: Annotated[str, typer.Option(help="Rows to write: seats, games, timeline or decisions.")] = "seats",
    games: Annotated[int | None, typer.Option(help="Number of games, from the first. Default: all games.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
) -> None:
    """Write the rows of a run, such as all its decisions, for other programs."""
    from starbalance.analyses.questions.export import export
    from starbalance.simulator.runs.result import load

    result = load(run)
    with shell.progress("export") as progress:
        count = export(
            result, file, rows=rows, games=games, overwrite=overwrite, progress=progress, notify=shell.notify
        )
    typer.echo(f"{file} has {count:,} rows.")
