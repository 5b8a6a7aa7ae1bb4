"""Studies: what a game has of its own to ask, one TOML file a game."""

from pathlib import Path
from typing import Any

from starbalance.simulator import tables

STUDIES = Path(__file__).parent.parent / "studies"


def read(game: str) -> dict[str, Any]:
    """The study of a game; empty where it has none."""
    path = STUDIES / f"{game}.toml"
    return tables.parse(path) if path.exists() else {}
