"""The command `python -m tests.soak`: it runs the trials and writes their results to results/notes/soak.md."""

import os
from pathlib import Path

import typer

from tests.soak import CHECKED
from tests.soak.games import trial_of_games
from tests.soak.hostile import trial_of_inputs
from tests.soak.kills import trial_of_kills
from tests.soak.memory import trial_of_memory
from tests.soak.note import write_section

NOTE = Path(__file__).parents[2] / "results/notes/soak.md"


def main(
    games: int = 1_000_000, kills: int = 1000, inputs: int = 250, largest: int = 10_000_000, seed: int = 1
) -> None:
    """Run the trials. A trial of size 0 is left out, and its section of the note stays as it is."""
    trials = [
        ("Games", trial_of_games, games),
        ("Kills", trial_of_kills, kills),
        ("Hostile inputs", trial_of_inputs, inputs),
        ("Memory", trial_of_memory, largest),
    ]
    faults = 0
    for title, trial, size in trials:
        if size:
            section, found = trial(size, seed)
            write_section(NOTE, title, section)
            faults += found
        os.environ.pop(CHECKED, None)  # the commands of the other trials run as a user runs them
    raise typer.Exit(min(faults, 1))


if __name__ == "__main__":
    typer.run(main)
