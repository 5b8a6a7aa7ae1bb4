"""Studies: what a game has of its own to ask, one TOML file a game, and one for its gate."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starbalance.analyses.presentation.wording import changed, lowered
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game

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


def other_data(game: str, setup: str) -> list[str]:
    """The variants of assumed data under which the study of a game asks whether findings in a set-up survive."""
    study = read(game)
    scenarios = {each["name"]: each for each in study.get("scenario", [])}
    names = [
        name
        for entry in study.get("robust", [])
        if (of := scenarios[entry["of"]]).get("setup") == setup and "variant" not in of
        for name in entry["under"]
    ]
    return list(dict.fromkeys(scenarios[name]["variant"] for name in names))


_PLAIN = {"name", "title", "setup", "games", "timeline", "by"}  # keys of a scenario that plays a set-up as it is
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


def setup_title(game: str, setup: str) -> str:
    """A set-up in words: as the study of its game says, else by its players, and by its name where others have as many.

    Raises BadInput for a game or a set-up that does not exist.
    """
    for scenario in read(game).get("scenario", []):
        if scenario.get("setup") == setup and set(scenario) <= _PLAIN:
            return scenario["title"]
    found = find_game(game)
    players = tables.find_setup(found, setup, None).players
    title = f"{_NUMBERS[players]} player{'s' * (players > 1)}"
    return title if [each.players for each in found.setups].count(players) == 1 else f"{title} ({setup})"


def run_title(settings: Mapping[str, Any]) -> str:
    """A run in words, by its settings: its game, its set-up, and what of the rules it changes."""
    game, setup = settings["game"], setup_title(settings["game"], settings["setup"])
    return ", ".join(filter(None, [find_game(game).title, lowered(setup), changed(settings["changes"])]))
