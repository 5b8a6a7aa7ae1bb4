"""The line below a table that names the players of its games."""

from collections.abc import Mapping
from typing import Any

import typer


def name_players(settings: Mapping[str, Any], format: str) -> None:
    """Print who played a run, below a table for people. CSV and JSON stay data only."""
    from starbalance.analyses.questions.players import players_line

    _print(players_line(settings), format)


def name_asked_players(asked: Mapping[str, Any], format: str) -> None:
    """Print who plays by the arguments of a command, below a table for people. CSV and JSON stay data only."""
    from starbalance.analyses.questions.players import asked_players_line

    if format in ("table", "markdown"):
        _print(asked_players_line(asked["game"], asked), format)


def _print(line: str, format: str) -> None:
    if format in ("table", "markdown"):
        typer.echo(f"\n{line}" if format == "markdown" else line)
