"""The data of the star field, checked and made into the fields of the rules that all games on it have."""

from collections.abc import Mapping
from typing import Any

from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.games.star_field.field import (
    COUNTS,
    HOMES,
    LAYER,
    LAYERS,
    LETTERS,
    MOST_SYMBOLS,
    NONE,
    PER_SECTOR,
    STARS,
)

BOARD: dict[str, type] = {"rows": int, "columns": int}
STAR: dict[str, type] = {"letter": str, "layer": str, "slot": int, "population": int, "materials": int}


def fill_field(record: Any, document: Mapping[str, Any], setup: Setup) -> None:
    """Stars, counts, the homes of a set-up and who begins. Raises BadInput for data that does not fit the board."""
    stars = _fill_stars(record, document["stars"])
    _fill_geometry(record, _positions(document["board"]))
    _fill_homes(record, document["setups"], setup, stars)
    homes = document["setups"][setup.name]["homes"]
    record.first_player = _first_player(document["switches"]["first_player"]["value"], homes)


def star_id(star: Mapping[str, Any]) -> int:
    """The number of a star by its sector and slot."""
    sector = LETTERS.index(star["letter"]) + LAYER * LAYERS.index(star["layer"])
    return PER_SECTOR * sector + star["slot"]


def _fill_stars(record: Any, stars: Mapping[str, Any]) -> dict[str, int]:
    """Resources by star id (FAD-1.3, FAD-1.4); returns the id of every name."""
    ids: dict[str, int] = {}
    for name, star in stars.items():
        _check_star(name, star)
        place = star_id(star)
        if place in ids.values():
            raise BadInput(f"stars.{name}: slot {star['slot']} of sector {star['letter']}-{star['layer']} is taken.")
        record.population[place] = star["population"]
        record.materials[place] = star["materials"]
        ids[name] = place
    if len(ids) != STARS:
        raise BadInput(f"The board has {STARS} stars, {PER_SECTOR} a sector; the data has {len(ids)}.")
    return ids


def _check_star(name: str, star: Mapping[str, Any]) -> None:
    symbols = range(MOST_SYMBOLS + 1)
    allowed = {
        "letter": LETTERS,
        "layer": LAYERS,
        "slot": range(PER_SECTOR),
        "population": symbols,
        "materials": symbols,
    }
    for key, choices in allowed.items():
        if star[key] not in tuple(choices):
            raise BadInput(
                f"'stars.{name}.{key}' cannot be '{star[key]}': {nearest(str(star[key]), map(str, choices))}"
            )


def _positions(board: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """FAD-1.1, FAD-1.2, FAL-1.1: (row, column, layer) of the 24 sectors: 12 letters row by row, yellow above red."""
    rows, columns = board["rows"]["value"], board["columns"]["value"]
    if rows * columns != LAYER:
        raise BadInput(
            f"The board has {LAYER} letters a layer, not {rows} rows of {columns}: rows times columns must be {LAYER}."
        )
    if rows + columns > COUNTS:
        raise BadInput(
            f"On {rows} rows of {columns} a journey takes up to {rows + columns} turns: there is room for {COUNTS}."
        )
    return [(i // columns, i % columns, layer) for layer in range(len(LAYERS)) for i in range(LAYER)]


def _fill_geometry(record: Any, positions: list[tuple[int, int, int]]) -> None:
    """Counts between sectors, stars by count, and the images of stars under the symmetries.

    FAD-4.2, FAD-4.4, FAD-4.7, FAL-11.1.
    """
    for one, here in enumerate(positions):
        for two, there in enumerate(positions):
            count = 1 + sum(abs(a - b) for a, b in zip(here, there, strict=True))
            record["count"][one, two] = count
            for star in _stars_of(two):
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
            record.mirror[k, _stars_of(sector)] = _stars_of(positions.index(image))


def _stars_of(sector: int) -> range:
    return range(PER_SECTOR * sector, PER_SECTOR * (sector + 1))


def _fill_homes(record: Any, setups: Mapping[str, Any], setup: Setup, stars: Mapping[str, int]) -> None:
    """Homes; those of any set-up are pinned with their images.

    FAD-2.1, FAD-20.2, FAD-20.3, FAL-6.4, FAL-6.5, FAL-6.6.
    """
    for name, each in setups.items():
        for home in each["homes"]:
            if home not in stars:
                raise BadInput(f"'setups.{name}.homes': there is no star '{home}': {nearest(str(home), stars)}")
            record.pinned[[stars[home], *record.mirror[:, stars[home]]]] = 1
    homes = setups[setup.name]["homes"]
    if setup.seats > HOMES:
        raise BadInput(f"'setups.{setup.name}' has {setup.seats} seats: there is room for {HOMES} homes.")
    if not len(set(homes)) == len(homes) == setup.seats:
        raise BadInput(f"'setups.{setup.name}.homes' cannot be {homes}: it takes {setup.seats} different stars.")
    record.seats = setup.seats
    record.home[: setup.seats] = [stars[home] for home in homes]


def _first_player(word: str, homes: list[str]) -> int:
    """The seat of `fixed:<home>`, NONE for `random`."""
    if word == "random":
        return NONE
    home = word.removeprefix("fixed:")
    if home not in homes:
        raise BadInput(f"'switches.first_player' cannot be '{word}': {nearest(home, homes)}")
    return homes.index(home)
