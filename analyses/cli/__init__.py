"""The command line: `starbalance COMMAND`. A module for each family of commands; importing it registers them."""

import sys

from analyses.cli import game, quality, report, run
from analyses.cli.shell import app

__all__ = ["app", "game", "main", "quality", "report", "run"]


def main() -> None:
    """The entry point."""
    sys.exit(app())
