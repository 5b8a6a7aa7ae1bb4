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
