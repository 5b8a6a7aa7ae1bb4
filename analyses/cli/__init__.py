"""The command line: `starbalance COMMAND`. A module for each family of commands; importing it registers them."""

import sys

from starbalance.analyses.cli import (
    check,
    compare,
    draws,
    effects,
    game,
    games_of,
    quality,
    report,
    run,
    skill,
    strength,
    tournament,
)
from starbalance.analyses.cli.shell import app

__all__ = [
    "app",
    "check",
    "compare",
    "draws",
    "effects",
    "game",
    "games_of",
    "main",
    "quality",
    "report",
    "run",
    "skill",
    "strength",
    "tournament",
]


def main() -> None:
    """The entry point."""
    sys.exit(app())
