"""The command of a designer's gate: is the game in balance, as an exit code."""

from pathlib import Path
from typing import Annotated

import typer

from starbalance.analyses.cli import shell
from starbalance.analyses.cli.option import GameName, Jobs

CODES = {"balanced": 0, "out of balance": 1, "undecided": 3}


@shell.command
def check(
    game: GameName,
    study: Annotated[
        Path | None,
        typer.Option(
            help="A TOML file: factor or by, margin, alpha, max_truncated, games (or until = 'decided' and "
            "max_games), setup, players, strategies or pool, temperature, variant, changes, seed; several as "
            "[[check]]. Default: the game's own."
        ),
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Also as JUnit XML, a test case for each row.")] = None,
    json: Annotated[Path | None, typer.Option(help="Also as JSON.")] = None,
    jobs: Jobs = None,
) -> None:
    """Checks the balance of a game by a study; the exit code is the answer.

    The study of a game of the toolkit is a self-test, such as whether equal players are equal: what else is to be
    balanced, --study says. 0: balanced, 1: out of balance, 3: undecided, also where too many games were truncated,
    2: bad input.
    """
    from starbalance.analyses.presentation.truncation_text import shown, truncated_line
    from starbalance.analyses.questions.check import check
    from starbalance.analyses.questions.check_record import write_json, write_junit
    from starbalance.analyses.questions.players import players_line
    from starbalance.simulator.engine.files import check_writable

    for path in (junit, json):
        if path is not None:
            check_writable(path)
    with shell.progress(game) as progress:
        gate = check(game, study=study, jobs=jobs, progress=progress, tell=shell.tell)
    shell.show(shown(gate.rows, "table"), "table", truncated_line(gate.rows))
    for each in gate.checked:
        players = players_line(each.result.settings).removeprefix("Players: ")
        typer.echo(f"Players of {each.check.name}: {players}")
    rows = [row for each in gate.checked for row in each.rows]
    here = [row for row in rows if row.outcome == gate.outcome]
    typer.echo(f"{gate.outcome.capitalize()}: {len(here)} of {len(rows)} rows.")
    if junit is not None:
        write_junit(gate, junit)
    if json is not None:
        write_json(gate, json)
    if CODES[gate.outcome]:
        raise typer.Exit(CODES[gate.outcome])
