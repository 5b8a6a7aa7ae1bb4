"""Recorded plays: games that people played, in the form of a run."""

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import polars as pl

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import replacing, writing
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import FORMAT, PLAYS
from starbalance.simulator.runs.store import Store

SETUP = "recorded"  # the setup of all recorded plays
_UNUSED = {"seed": 0, "timeline": False, "rules": "", "code": "", "changes": {}, "lineup": [], "pool": 0}


def recorded(game: str, frames: Mapping[str, pl.DataFrame], plays: Mapping[str, Any]) -> Result:
    """Return recorded plays as a run in memory.

    Args:
        game: The name of the game, which the toolkit need not know.
        frames: The frames `games` and `seats`.
        plays: The table `plays` of run.toml.
    """
    games = frames["games"]
    settings: dict[str, Any] = {"format": FORMAT, "game": game, "setup": SETUP, "games": games.height}
    settings |= {"players": int(games["players"].max() or 1), "part": games.height, "strategies": []}  # type: ignore[arg-type]
    versions = {"polars": metadata.version("polars")}
    return Result({**settings, **_UNUSED, "versions": versions, PLAYS: dict(plays)}, None, (frames,))


def check_new(folder: Path) -> None:
    """Check that a folder for recorded plays does not exist yet, or is empty.

    Args:
        folder: The folder.

    Raises:
        BadInput: If it has files, or is a file.
    """
    with writing(folder):
        is_taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if is_taken:
        raise BadInput(f"{folder} already exists. Choose another folder for the plays.")


def save(result: Result, folder: Path) -> Result:
    """Write recorded plays to a new folder, completely or not at all.

    Args:
        result: Recorded plays in memory.
        folder: The folder.

    Returns:
        The plays in the folder.

    Raises:
        BadInput: If the folder has files or cannot be written.
    """
    check_new(folder)
    with replacing(folder) as draft:
        store = Store(draft)
        store.begin(result.settings, False)
        store.write(0, result.parts[0])
        store.end(result.played)
    return Result(result.settings, Store(folder))
