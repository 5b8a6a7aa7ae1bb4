"""Which numbers exist: the switches of 4000 A.D. and their words, and the record made of the data."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from simulator.errors import BadInput, nearest, unknown
from simulator.game import Setup


class DepartureOrder(IntEnum):
    AFTER_ARRIVALS = 0
    BEFORE_ARRIVALS = 1


class LostRule(IntEnum):
    ECC = 0
    TRACK_END = 1


class LockScope(IntEnum):
    SHIPS = 0
    STAR = 1


class SurrenderExit(IntEnum):
    LEGAL_DISTANCE = 0
    ANY_STAR = 1


class Combat(IntEnum):
    LARGER_WINS_FREE = 0
    SUBTRACT = 1
    SQUARE = 2


class EqualForce(IntEnum):
    NO_ARRIVAL = 0
    MUTUAL_DESTRUCTION = 1


class StarTable(IntEnum):
    SYMMETRIC = 0
    RANDOM_LETTER = 1
    RANDOM_SYMMETRIC = 2


class Seating(IntEnum):
    BOARD_CLOCKWISE = 0
    REVERSED = 1
    SHUFFLED = 2


LETTERS = "ABCDEFGHIJKL"
_WORDS: dict[str, type[IntEnum]] = {
    "departure_order": DepartureOrder,
    "lost_rule": LostRule,
    "lock_scope": LockScope,
    "surrender_exit": SurrenderExit,
    "combat": Combat,
    "equal_force": EqualForce,
    "star_table": StarTable,
    "seating": Seating,
}


def fill(document: Mapping[str, Any], setup: Setup) -> Any:
    """The rules record of a set-up from the data. Raises BadInput for data that does not fit the board or the state."""
    from simulator.four_thousand_ad.state import rules_dt
    from simulator.kernel import zeros

    record = zeros(1, rules_dt)[0]
    stars = _fill_stars(record, document["stars"])
    _fill_geometry(record, _positions(document["board"]))
    _fill_homes(record, document["setups"], setup, stars)
    for name, entry in document["switches"].items():
        if name != "first_player":
            value = entry["value"]
            record[name] = _WORDS[name][value.upper()] if name in _WORDS else value
    record.first_player = _first_player(document["switches"]["first_player"]["value"], document["setups"], setup)
    return record


def _fill_stars(record: Any, stars: Mapping[str, Any]) -> dict[str, int]:
    """Resources by star id (FAD-1.4); returns the id of every name."""
    ids = {}
    for name, star in stars.items():
        place = 2 * (LETTERS.index(star["letter"]) + 12 * (star["layer"] == "red")) + star["slot"]
        if place in ids.values():
            raise BadInput(f"stars.{name}: slot {star['slot']} of sector {star['letter']}-{star['layer']} is taken.")
        for kind in ("population", "materials"):
            if star[kind] not in (0, 1, 2, 3):
                raise BadInput(f"'stars.{name}.{kind}' cannot be {star[kind]}: it takes 0 to 3.")
            record[kind][place] = star[kind]
        ids[name] = place
    return ids


def _positions(board: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """FAD-1.1, 1.2: (row, column, layer) of the 24 sectors: 12 letters row by row, yellow above red."""
    rows, columns = board["rows"]["value"], board["columns"]["value"]
    if rows * columns != len(LETTERS):
        raise BadInput(f"The board has 12 letters a layer, not {rows} rows of {columns}: rows times columns must be 12.")
    if rows + columns > board["path_spaces"]["value"]:
        raise BadInput(f"On {rows} rows of {columns} a journey takes up to {rows + columns} turns, more than a path has.")
    return [(i // columns, i % columns, layer) for layer in (0, 1) for i in range(len(LETTERS))]


def _fill_geometry(record: Any, positions: list[tuple[int, int, int]]) -> None:
    """FAD-4.2, 4.4, 4.7: counts between sectors, stars by count, and the images of stars under the symmetries."""
    for one, here in enumerate(positions):
        for two, there in enumerate(positions):
            count = 1 + sum(abs(a - b) for a, b in zip(here, there, strict=True))
            record["count"][one, two] = count
            for star in (2 * two, 2 * two + 1):
                record.stars_at[one, count, record.number_at[one, count]] = star
                record.number_at[one, count] += 1
        record.farthest[one] = record["count"][one].max()
    rows, columns = 1 + max(p[0] for p in positions), 1 + max(p[1] for p in positions)
    for sector, (row, column, layer) in enumerate(positions):
        images = (
            (row, columns - 1 - column, layer),
            (rows - 1 - row, column, 1 - layer),
            (rows - 1 - row, columns - 1 - column, 1 - layer),
        )
        for k, image in enumerate(images):
            for slot in (0, 1):
                record.mirror[k, 2 * sector + slot] = 2 * positions.index(image) + slot


def _fill_homes(record: Any, setups: Mapping[str, Any], setup: Setup, stars: Mapping[str, int]) -> None:
    """FAD-2.1, 16.1 to 16.3, 20.2, 20.3: homes, sides and commanders; homes of any set-up are pinned with their images."""
    table = setups[setup.name]
    for each in setups.values():
        for home in each["homes"]:
            if home not in stars:
                raise unknown("star", home, stars)
            record.pinned[[stars[home], *record.mirror[:, stars[home]]]] = 1
    seats = len(table["homes"])
    record.seats = seats
    record.alliances = table["alliances"]
    record.home[:seats] = [stars[home] for home in table["homes"]]
    record.side[:seats] = table["side"]
    record.player[:seats] = table["player"]


def _first_player(word: str, setups: Mapping[str, Any], setup: Setup) -> int:
    """The seat of `fixed:<home>`, -1 for `random`."""
    homes = setups[setup.name]["homes"]
    if word == "random":
        return -1
    home = word.removeprefix("fixed:")
    if home not in homes:
        raise BadInput(f"'switches.first_player' cannot be '{word}': {nearest(home, homes)}")
    return homes.index(home)
