"""The reader of the board and flick model data. It checks the data and fills the board record."""

import math
import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games.ascending_empires.board_rules import (
    BATTLESHIP,
    FLEET,
    GEOMETRY,
    HOLES,
    LAUNCH_SLOTS,
    MODEL,
    PIECES,
    QUADRANT_HOLES,
    QUADRANTS,
    SHIPS,
    START_SHIPS,
    Hull,
    Layout,
    Quadrant,
)

Place = tuple[float, float]

QUARTERS = {0: 1.0, 1: math.sqrt(0.75), 2: 0.5, 3: 0.0}  # cosines of 0, 30, 60 and 90 degrees, the same in each quarter
JITTER_TRIES = 1000
MOVED_FREELY, MOVED_AS_MIRRORED, MOVED_ON_DIAGONAL = (1, 4), {2: 1, 5: 4}, (3, 6)


def fill_board(record: Any, document: Mapping[str, Any]) -> None:
    """Fill in the board record from the data.

    Raises:
        BadInput: If holes overlap, if their orbits meet, or if a hole leaves the board or lies across a seam.
    """
    fill_switches(record, GEOMETRY, document["board"])
    fill_switches(record, MODEL, document["flick"])
    _fill_ships(record)
    _fill_lines(record)
    _fill_holes(record, document["holes"])
    _fill_slots(record)
    _fill_start(record, document["quadrants"])


def _fill_ships(record: Any) -> None:
    """ASE-20.16: Fill in radius and mass of every ship. The mass is the square of the radius."""
    record.radius[:] = record.starship_r, record.battleship_r
    for ship in range(FLEET):
        radius = record.radius[Hull.BATTLESHIP if ship % SHIPS == BATTLESHIP else Hull.STARSHIP]
        record.ship_radius[ship], record.ship_mass[ship] = radius, radius * radius
    record.sigma_angle = math.radians(record.sigma_angle_deg)
    record.seam_sigma = math.radians(record.seam_sigma_deg)


def _fill_lines(record: Any) -> None:
    """ASE-22.16, D6: Scale the board, and fill in its seams and the waypoints, which are the centres of the pieces."""
    record.width *= record.board_scale
    record.height *= record.board_scale
    inner = range(1, PIECES)
    record.seam[:] = [record.width * k / PIECES for k in inner] + [record.height * k / PIECES for k in inner]
    for column in range(PIECES):
        for row in range(PIECES):
            record.waypoint_x[PIECES * column + row] = record.width * (2 * column + 1) / (2 * PIECES)
            record.waypoint_y[PIECES * column + row] = record.height * (2 * row + 1) / (2 * PIECES)


def _fill_holes(record: Any, holes: Mapping[str, Any]) -> None:
    """ASE-22.12, ASE-22.13, ASE-22.16: Fill in the places and quadrants of the holes, quadrant by quadrant.

    Raise BadInput if the list is not in this order or if the layout is impossible.
    """
    quadrants = [Quadrant[each["quadrant"].upper()] for each in holes.values()]
    if quadrants != [Quadrant(hole // QUADRANT_HOLES) for hole in range(HOLES)]:
        words = ", ".join(each.name.lower() for each in Quadrant)
        raise BadInput(f"data/holes.toml must list {QUADRANT_HOLES} holes for each quadrant, in this order: {words}.")
    places = [(float(each["x"]), float(each["y"])) for each in holes.values()]
    if record.layout == Layout.JITTER:
        places = _jittered(places, record)
    places = [(x * record.board_scale, y * record.board_scale) for x, y in places]
    _check_holes(record, list(holes), places)
    record.hole_x[:], record.hole_y[:] = zip(*places, strict=True)
    record.quadrant[:] = quadrants


def _check_holes(record: Any, names: Sequence[str], places: Sequence[Place]) -> None:
    """ASE-22.11, ASE-22.13: Raise BadInput if holes overlap, if their orbits meet, or if a hole is out of place."""
    for name, place in zip(names, places, strict=True):
        _check_hole(record, name, place)
    apart = 2.0 * record.planet_r
    orbits = 2.0 * (record.orbit_r + max(record.radius))
    for (one, place_one), (two, place_two) in combinations(zip(names, places, strict=True), 2):
        distance = math.dist(place_one, place_two)
        if distance < apart:
            raise BadInput(
                f"'holes.{one}' and 'holes.{two}' overlap: "
                f"their centres must be at least {apart:g} mm apart, got {distance:.1f}."
            )
        if distance <= orbits:
            raise BadInput(
                f"'holes.{one}' and 'holes.{two}' must be more than {orbits:g} mm apart, got {distance:.1f}: "
                "otherwise a ship could be in both orbits."
            )


def _check_hole(record: Any, name: str, place: Place) -> None:
    """Raise BadInput if a hole leaves the board or lies across a seam."""
    for axis, at, end in zip("xy", place, (record.width, record.height), strict=True):
        if not record.planet_r <= at <= end - record.planet_r:
            raise BadInput(
                f"'holes.{name}' crosses the edge of the board: {axis} must be between {record.planet_r:g} "
                f"and {end - record.planet_r:g}, got {at:g}."
            )
    for axis, line in _seams(record):
        if abs(place["xy".index(axis)] - line) < record.planet_r:
            raise BadInput(f"'holes.{name}' lies across the seam at {axis} = {line:g}: move it away from the seam.")


def _seams(record: Any) -> list[tuple[str, float]]:
    return list(zip("xxyy", map(float, record.seam), strict=True))


def _jittered(places: Sequence[Place], record: Any) -> list[Place]:
    """ASE-22.16: Return the places moved at random.

    It draws again until the holes are far enough from each other and from the seams.

    Raises:
        BadInput: If no draw succeeds.
    """
    randomness = random.Random(int(record.layout_seed))
    for _ in range(JITTER_TRIES):
        moves = _moves(randomness, record.jitter_most)
        moved = [_moved(place, moves, hole) for hole, place in enumerate(places)]
        if _is_wide(moved, record):
            return moved
    raise BadInput(
        "'board.layout' = jitter failed: no draw keeps the holes far enough from each other and from the seams."
    )


def _moves(randomness: random.Random, most: float) -> list[Place]:
    """Return the random move (dx, dy) of each hole of quadrant Alpha, in mm. The corner hole does not move."""
    moves = [(0.0, 0.0)] * QUADRANT_HOLES
    for place in MOVED_FREELY:
        moves[place] = randomness.uniform(-most, most), randomness.uniform(-most, most)
    for place, image in MOVED_AS_MIRRORED.items():
        moves[place] = moves[image][1], moves[image][0]
    for place in MOVED_ON_DIAGONAL:
        moves[place] = (randomness.uniform(-most, most),) * 2
    return moves


def _moved(place: Place, moves: Sequence[Place], hole: int) -> Place:
    """Return a hole's place after its move: Alpha's move, turned clockwise by a quarter turn per quadrant."""
    dx, dy = moves[hole % QUADRANT_HOLES]
    for _ in range(hole // QUADRANT_HOLES):
        dx, dy = dy, -dx
    return place[0] + dx, place[1] + dy


def _is_wide(places: Sequence[Place], record: Any) -> bool:
    """Return whether a jittered layout keeps the minimum distances. Both places and seams are at scale 1."""
    seams = [("xy".index(axis), line / record.board_scale) for axis, line in _seams(record)]
    from_seams = min(abs(place[axis] - line) for place in places for axis, line in seams)
    apart = min(math.dist(*pair) for pair in combinations(places, 2))
    return from_seams >= record.jitter_seam and apart >= record.jitter_apart


def _fill_slots(record: Any) -> None:
    """ASE-4.6: Fill in the launch slots around a hole. Slot k is at 30k degrees."""
    for hull, name in enumerate(("slot_r_starship", "slot_r_battleship")):
        radius = record[name]
        _check_ring(record, name, record.radius[hull])
        for slot in range(LAUNCH_SLOTS):
            record.slot_dx[hull, slot] = radius * _cosine(slot)
            record.slot_dy[hull, slot] = radius * _cosine(slot - LAUNCH_SLOTS // 4)


def _check_ring(record: Any, name: str, ship: float) -> None:
    """ASE-4.3, ASE-4.6: Raise BadInput if slots lie on the planet disc or out of orbit."""
    least, most = record.planet_r + ship, record.orbit_r + ship
    if not least <= record[name] <= most:
        raise BadInput(
            f"'board.{name}' must be from {least:g} to {most:g}, got {record[name]:g}: "
            "a ship is launched onto the ring."
        )


def _cosine(slot: int) -> float:
    """Return the cosine of 30 degrees times `slot`.

    It is computed from the first quarter, so that opposite slots agree to the last bit.
    """
    folded = slot % LAUNCH_SLOTS
    folded = min(folded, LAUNCH_SLOTS - folded)
    quarter = LAUNCH_SLOTS // 4
    return QUARTERS[folded] if folded <= quarter else -QUARTERS[2 * quarter - folded]


def _fill_start(record: Any, quadrants: Mapping[str, Any]) -> None:
    """ASE-22.14: Fill in the slots of the starting ships of each quadrant.

    Raise BadInput if a quadrant is missing or if its slots are not different valid slots.
    """
    if [each.upper() for each in quadrants] != [each.name for each in Quadrant]:
        raise BadInput(
            f"data/quadrants.toml must list {', '.join(each.name.capitalize() for each in Quadrant)}, in this order."
        )
    for (name, each), quadrant in zip(quadrants.items(), range(QUADRANTS), strict=True):
        slots = each["start_slots"]
        if len(set(slots)) != START_SHIPS or any(slot not in range(LAUNCH_SLOTS) for slot in slots):
            raise BadInput(
                f"'quadrants.{name}.start_slots' must be {START_SHIPS} different slots "
                f"from 0 to {LAUNCH_SLOTS - 1}, got {slots}."
            )
        record.start_slot[quadrant] = slots
