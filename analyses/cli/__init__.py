"""The command line: `starbalance COMMAND`. A module for each family of commands; importing it registers them."""

import sys

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
    """The entry point."""
    sys.exit(app())
