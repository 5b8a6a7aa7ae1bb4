"""The reader of the star field's data. It checks the data and fills in the fields of `RULES_OF_FIELD`."""

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
    """Fill in the fields of `RULES_OF_FIELD`, the seats and the first player in the rules record.

    Raises:
        BadInput: If the data does not fit the board.
    """
    stars = _fill_stars(record, document["stars"])
    _fill_geometry(record, _positions(document["board"]))
    _fill_homes(record, document["setups"], setup, stars)
    homes = document["setups"][setup.name]["homes"]
    record.first_player = _first_player(document["switches"]["first_player"]["value"], homes)


def star_id(star: Mapping[str, Any]) -> int:
    """Return the number of a star from 0, computed from its letter, layer and slot."""
    sector = LETTERS.index(star["letter"]) + LAYER * LAYERS.index(star["layer"])
    return PER_SECTOR * sector + star["slot"]


def _fill_stars(record: Any, stars: Mapping[str, Any]) -> dict[str, int]:
    """FAD-1.3, FAD-1.4: Fill in the resources of the stars and return a dict from name to star number.

    Raise `BadInput` if a star is invalid, or if their number is wrong.
    """
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
        raise BadInput(f"data/stars.toml must list {STARS} stars, {PER_SECTOR} per sector, got {len(ids)}.")
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
    """FAD-1.1, FAD-1.2, FAL-1.1: Return (row, column, layer) of the 24 sectors.

    The 12 letters run row by row, the yellow layer comes before the red one. Raise `BadInput` if the board
    does not fit.
    """
    rows, columns = board["rows"]["value"], board["columns"]["value"]
    if rows * columns != LAYER:
        raise BadInput(
            f"The board must have {LAYER} letters per layer (rows times columns), got {rows} rows of {columns}."
        )
    if rows + columns > COUNTS:
        raise BadInput(
            f"The longest journey may take at most {COUNTS} turns, got {rows + columns}: "
            f"reduce the {rows} rows or the {columns} columns."
        )
    return [(i // columns, i % columns, layer) for layer in range(len(LAYERS)) for i in range(LAYER)]


def _fill_geometry(record: Any, positions: list[tuple[int, int, int]]) -> None:
    """FAD-4.2, FAD-4.4, FAD-4.7, FAL-11.1: Fill in the counts between sectors, the stars by count, and the images.

    The images of a star are its mirror images under the symmetries of the homes.
    """
    for one, start in enumerate(positions):
        for two, end in enumerate(positions):
            count = 1 + sum(abs(a - b) for a, b in zip(start, end, strict=True))
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
    """FAD-2.1, FAD-20.2, FAD-20.3, FAL-6.4, FAL-6.5, FAL-6.6: Fill in the homes of the setup.

    The homes of all setups are pinned, with their images. Raise `BadInput` if a home is not a star, or is repeated.
    """
    for name, each in setups.items():
        for home in each["homes"]:
            if home not in stars:
                raise BadInput(f"'setups.{name}.homes': there is no star '{home}': {nearest(str(home), stars)}")
            record.pinned[[stars[home], *record.mirror[:, stars[home]]]] = 1
    homes = setups[setup.name]["homes"]
    if setup.seats > HOMES:
        raise BadInput(f"'setups.{setup.name}' must have at most {HOMES} seats, got {setup.seats}.")
    if not len(set(homes)) == len(homes) == setup.seats:
        raise BadInput(f"'setups.{setup.name}.homes' must be {setup.seats} different stars, got {homes}.")
    record.seats = setup.seats
    record.home[: setup.seats] = [stars[home] for home in homes]


def _first_player(word: str, homes: list[str]) -> int:
    """Return the seat of the home in `fixed:<home>`, or `NONE` for `random`. Raise `BadInput` for an unknown home."""
    if word == "random":
        return NONE
    home = word.removeprefix("fixed:")
    if home not in homes:
        raise BadInput(f"'switches.first_player' cannot be '{word}': {nearest(home, homes)}")
    return homes.index(home)
