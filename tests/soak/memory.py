"""Memory: the peak of a run does not grow with its games, and that of its tables is bounded."""

import os
import tempfile
from pathlib import Path

from tests.soak.command import start
from tests.soak.note import listed, table

GAME = "kuhn-poker"
FLAT = 1.25  # the largest ratio of the memory of the largest run to that of one with a tenth of the games
COMMANDS = {
    "run": f"run {GAME} --games {{games}} --seed {{seed}} --out run",
    "rates": "rates run",
    "effects": "effects run",
}


def trial_of_memory(largest: int, seed: int) -> tuple[str, int]:
    """Measure runs of a tenth of the games and of all. Return the section of the note and the number of faults."""
    sizes = (largest // 10, largest)
    peaks = {games: _peaks(games, seed) for games in sizes}
    rows = [(name, *(f"{peaks[games][name]:,.0f}" for games in sizes)) for name in COMMANDS]
    small, large = (peaks[games]["run"] for games in sizes)
    faults = [] if large < FLAT * small else [f"The memory of a run grows from {small:,.0f} to {large:,.0f} MB."]
    text = f"The peak of the memory of each command, in MB, on runs of {GAME}."
    columns = ("command", *(f"{games:,} games" for games in sizes))
    return f"{text}\n\n{table(columns, rows)}\n\n{listed(faults)}", len(faults)


def _peaks(games: int, seed: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        lines = {name: line.format(games=games, seed=seed) for name, line in COMMANDS.items()}
        return {name: _peak(line, Path(folder)) for name, line in lines.items()}


def _peak(line: str, folder: Path) -> float:
    """Return the largest resident memory of a command, in MB."""
    process = start(line, folder)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, line
    return used.ru_maxrss / 1024
