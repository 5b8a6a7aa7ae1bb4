"""The command line: `starbalance COMMAND`. Importing a module registers its commands, in the order of the help."""

import sys
from io import TextIOWrapper

# isort: off
from starbalance.analyses.cli import run, components, quality, skill, change, report, look, runs, own, recorded

# isort: on
from starbalance.analyses.cli.shell import app

__all__ = [
    "app",
    "change",
    "components",
    "look",
    "main",
    "own",
    "quality",
    "recorded",
    "report",
    "run",
    "runs",
    "skill",
]


def main() -> None:
    """Run the command line. A character that the console cannot show is printed as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(app())
