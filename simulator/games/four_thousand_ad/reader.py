"""The reader of the game data: checks them and builds the rules record."""

from collections.abc import Mapping
from typing import Any

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.four_thousand_ad.rules import ROOM, SWITCHES, rules_dt
from starbalance.simulator.games.star_field.reader import BOARD, STAR, fill_field

KEYS: dict[str, dict[str, type]] = {
    "board": BOARD,
    "path": {"spaces": int},
    "switches": SWITCHES,
}
FIELDS: dict[str, dict[str, type]] = {
    "setups": {"homes": list, "side": list, "player": list, "alliances": bool},
    "stars": STAR,
}
OPEN: tuple[str, ...] = ()  # tables that take new entries


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """Return the rules record of a setup, built from the data.

    Raises:
        BadInput: if the data do not fit the board or the state.
    """
    _check_room(document)
    record = zeros(1, rules_dt)[0]
    fill_field(record, document, setup)
    _fill_sides(record, document["setups"][setup.name], setup)
    fill_switches(record, SWITCHES, document["switches"])
    record.diplomacy &= 1 - record.alliances  # FAD-24.1: among independents
    return record


def _check_room(document: Mapping[str, Any]) -> None:
    """Raise BadInput if a number exceeds the room in the records, even if the data allow it."""
    for path, room in ROOM.items():
        file, name = path.split(".")
        value = document[file][name]["value"]
        if value > room:
            raise BadInput(f"'{path}' must be at most {room}, got {value}.")


def _fill_sides(record: Any, table: Mapping[str, Any], setup: Setup) -> None:
    """FAD-16.1, FAD-16.2, FAD-16.3: Fill in the sides and the commanders of the homes, or raise BadInput."""
    _check_setup(table, setup)
    record.alliances = table["alliances"]
    record.side[: setup.seats] = table["side"]
    record.player[: setup.seats] = table["player"]


def _check_setup(table: Mapping[str, Any], setup: Setup) -> None:
    """Raise BadInput unless a setup has two sides of two homes, or a side per home, and a player for each home."""
    seats = list(range(setup.seats))
    side_sets = "0, 0, 1, 1 in some order" if table["alliances"] else f"{', '.join(map(str, seats))}"
    checks = {
        "side": (
            sorted(table["side"]) == [0, 0, 1, 1] if table["alliances"] else list(table["side"]) == seats,
            side_sets,
        ),
        "player": (
            len(table["player"]) == setup.seats and set(table["player"]) == set(range(setup.players)),
            f"{setup.seats} numbers that include each of 0 to {setup.players - 1}",
        ),
        "alliances": (
            len(set(table["side"])) == setup.sides,
            f"{str(setup.sides < setup.seats).lower()}, since this setup has {setup.sides} sides",
        ),
    }
    for key, (fine, needed) in checks.items():
        if not fine:
            raise BadInput(f"'setups.{setup.name}.{key}' must be {needed}, got {table[key]}.")
