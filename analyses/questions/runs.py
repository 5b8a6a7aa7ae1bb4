"""The runs in a folder: a list of them, and how to remove and rename them."""

import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import writing
from starbalance.simulator.runs import lock
from starbalance.simulator.runs.settings import RUNS
from starbalance.simulator.runs.store import Store

UNREADABLE = "cannot be read"  # in the place of the game
COLUMNS = ("run", "game", "setup", "strategies", "runs", "games", "size", "age")
_NAME = re.compile(r"\w[\w.+ -]*")
_DAY = 24 * 60 * 60  # seconds


def runs(
    folder: str | Path = RUNS, *, progress: Callable[..., None] = lambda done, total, note="": None
) -> pd.DataFrame:
    """Return the runs in a folder, the newest first. The runs of a command such as `sweep` are one row.

    Args:
        folder: A folder of runs, or the folder of a group of runs, which then has a row for each run. Default: `runs`.
        progress: Called with the number of rows that are read and of all rows.

    Returns:
        run: the folder of the run, or of the group of runs
        game: the name of the game, or `cannot be read`
        setup: the name of the setup
        strategies: the strategies of the players; empty for a group
        runs: the number of runs: 1, or the size of the group
        games: the number of played games
        size: the size of the files in bytes
        age: the days since the last change of a file

    Raises:
        BadInput: If the folder does not exist.
    """
    place = Path(folder)
    if not place.is_dir():
        raise BadInput(f"There is no folder {place}. `starbalance run GAME` creates a run below {RUNS}.")
    folders = [place] if is_run(place) else [each for each in place.iterdir() if runs_in(each)]
    rows = []
    for done, each in enumerate(folders):
        progress(done, len(folders))
        rows.append(_row(each))
    return pd.DataFrame(rows, columns=list(COLUMNS)).sort_values("age", ignore_index=True)


def is_run(folder: Path) -> bool:
    """Return whether a folder contains a run.

    Args:
        folder: The folder.
    """
    return (folder / "run.toml").is_file()


def runs_in(folder: Path) -> list[Path]:
    """Return the run in a folder, or the runs of a group. Empty if the folder contains anything else.

    Args:
        folder: The folder.
    """
    if is_run(folder):
        return [folder]
    inside = [each for each in folder.iterdir() if each.name != lock.NAME] if folder.is_dir() else []
    return sorted(inside) if all(map(is_run, inside)) else []


def remove_runs(folders: Sequence[str | Path]) -> None:
    """Remove runs or groups of runs with all their files.

    Args:
        folders: The folders of the runs or groups.

    Raises:
        BadInput: If a folder contains anything else or is being written. No folder is then removed.
    """
    places = [Path(each) for each in folders]
    for place in places:
        _check_unused(place)
    for place in places:
        with writing(place):
            shutil.rmtree(place)


def name_run(folder: str | Path, name: str) -> Path:
    """Give a run or a group of runs another name, and return its new folder.

    Args:
        folder: The folder of the run or group.
        name: The new name of the folder. The folder around it stays.

    Returns:
        The new folder.

    Raises:
        BadInput: If the name is not a plain name or already exists, or the folder is not a run or is being written.
    """
    place = Path(folder)
    if not _NAME.fullmatch(name):
        raise BadInput(f"A name has letters, digits, spaces and any of . _ + - and begins with a letter, got '{name}'.")
    _check_unused(place)
    target = place.with_name(name)
    if target.exists():
        raise BadInput(f"{target} already exists. Choose another name.")
    with writing(target):
        place.rename(target)
    return target


def _check_unused(place: Path) -> None:
    """Raise BadInput if a folder contains anything but runs, or if a process writes to one of them."""
    inside = runs_in(place)
    if not inside:
        raise BadInput(f"{place} is not a run: `starbalance runs {place.parent}` lists the runs in its folder.")
    for each in inside:
        lock.lock(each).close()


def _row(folder: Path) -> dict[str, Any]:
    """Return the row of a run or of a group."""
    inside = runs_in(folder)
    settings = _settings(inside[0])
    files = [path.stat() for path in folder.rglob("*") if path.is_file() and path.name != lock.NAME]
    return {
        "run": str(folder),
        "game": settings.get("game", UNREADABLE),
        "setup": settings.get("setup", ""),
        "strategies": _strategies(settings) if is_run(folder) else "",
        "runs": len(inside),
        "games": sum(map(_games, inside)),
        "size": sum(each.st_size for each in files),
        "age": (time.time() - max(each.st_mtime for each in files)) / _DAY,
    }


def _settings(folder: Path) -> Mapping[str, Any]:
    """Return the settings of a run. Empty if they cannot be read."""
    try:
        return Store(folder).settings()
    except BadInput:
        return {}


def _strategies(settings: Mapping[str, Any]) -> str:
    """Return the strategies of the players of a run, each once."""
    names = [settings["strategies"][row]["name"] if row >= 0 else "pool" for row in settings.get("lineup", ())]
    return ", ".join(dict.fromkeys(names))


def _games(folder: Path) -> int:
    """Return the number of played games of a run. 0 if its files cannot be read."""
    try:
        store = Store(folder)
        return store.count(range(store.asked))
    except BadInput:
        return 0
