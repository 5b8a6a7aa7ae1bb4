"""Studies: what a game has of its own to ask, one TOML file a game, and one for its gate."""

from pathlib import Path
from typing import Any

from starbalance.simulator import find_game, tables

STUDIES = Path(__file__).parent.parent / "studies"


def study_path(game: str) -> Path:
    """Where the study of a game is: among ours, or `study.toml` in the folder of a game of others."""
    found = find_game(game)
    return STUDIES / f"{found.name}.toml" if found.is_built_in else found.folder / "study.toml"


def check_path(game: str) -> Path:
    """Where the checks of a game's gate are: among ours, or `check.toml` in the folder of a game of others."""
    found = find_game(game)
    return STUDIES / f"{found.name}-check.toml" if found.is_built_in else found.folder / "check.toml"


def read(game: str) -> dict[str, Any]:
    """The study of a game; empty where it has none."""
    path = study_path(game)
    return tables.parse(path) if path.exists() else {}
