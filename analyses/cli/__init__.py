"""The command line: `starbalance COMMAND`. A module for each family of commands; importing it registers them."""

import sys
from io import TextIOWrapper

from starbalance.analyses.cli import (
    board,
    check,
    compare,
    draws,
    effects,
    explore,
    game,
    games_of,
    luck,
    numbers,
    option,
    plan,
    quality,
    report,
    run,
    skill,
    skill_gap,
    strength,
    tournament,
    usage,
)
from starbalance.analyses.cli.shell import app

for command in app.registered_commands:
    option.with_counts(command.callback)

__all__ = [
    "app",
    "board",
    "check",
    "compare",
    "draws",
    "effects",
    "explore",
    "game",
    "games_of",
    "luck",
    "main",
    "numbers",
    "plan",
    "quality",
    "report",
    "run",
    "skill",
    "skill_gap",
    "strength",
    "tournament",
    "usage",
]


def main() -> None:
    """Run the command line. A character that the console cannot show is printed as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(app())
