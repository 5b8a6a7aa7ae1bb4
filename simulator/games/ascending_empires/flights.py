"""The board and what flies over it, as plain numbers to be drawn."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, QUADRANT_HOLES, SHIPS, Event
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS

_CORNERS = GAME.labels(None)["corner"]
_WORDS = {Event.EDGE: "off"}  # where a word says more than the name of the event


def size(rules: Any) -> tuple[float, float]:
    """Width and height of the board."""
    return float(rules.board.width), float(rules.board.height)


def lines(rules: Any) -> list[tuple[float, float, float, float]]:
    """The seams of the board: from x, y to x, y."""
    (width, height), seams = size(rules), [float(each) for each in rules.board.seam]
    half = len(seams) // 2
    return [(x, 0.0, x, height) for x in seams[:half]] + [(0.0, y, width, y) for y in seams[half:]]


def discs(rules: Any) -> list[dict[str, Any]]:
    """Every hole with its orbit, by name; the corners in the colours of who is at home there, if chance turns none."""
    home = {QUADRANT_HOLES * int(rules.corner[seat]): SEAT_COLOURS[seat] for seat in range(rules.seats)}
    if rules.corner_shuffle:
        home = {QUADRANT_HOLES * corner: "any" for corner in range(len(_CORNERS))}
    board = rules.board
    return [
        {
            "disc": f"{_CORNERS[board.quadrant[hole]]}-{hole}",
            "label": str(hole),
            "x": float(board.hole_x[hole]),
            "y": float(board.hole_y[hole]),
            "radius": float(board.planet_r),
            "ring": float(board.orbit_r),
            "colour": home.get(hole, ""),
        }
        for hole in range(HOLES)
    ]


def flown(rules: Any, before: Any, after: Any) -> list[dict[str, Any]]:
    """What flew between two states: the points of each ship in order, and where ships were lost.

    Each has the ship, its colour and radius, x, y, and what is there: start, planet, ship, seam, waiting, stop, ram,
    off; lost: rammed, or destroyed in an attack.
    """
    found = list(_flick(rules, after)) if after.flicks > before.flicks else []
    gone = [ship for ship in range(FLEET) if before.scene.here[ship] and not after.scene.here[ship]]
    is_attack = after.players["kills"].sum() > before.players["kills"].sum()
    if found:
        lost = [ship for ship in gone if ship == after.flick.ram_enemy]
    else:
        lost = [ship for ship in gone if is_attack and ship // SHIPS != before.actor]
    return found + [_point(rules, ship, before.scene.x[ship], before.scene.y[ship], "lost") for ship in lost]


def _flick(rules: Any, state: Any) -> Iterator[dict[str, Any]]:
    """The points of the ships that the last flick moved, the flicked one first."""
    flick = state.flick
    for k in range(flick.touched):
        ship, events = int(flick.was_ship[k]), range(flick.events)
        own = [n for n in events if flick.event_ship[n] == ship]
        if own:
            yield _point(rules, ship, flick.was_x[k], flick.was_y[k], "start")
        for n in own:
            what = Event(int(flick.what[n]))
            yield _point(rules, ship, flick.event_x[n], flick.event_y[n], _WORDS.get(what, what.name.lower()))


def _point(rules: Any, ship: int, x: float, y: float, what: str) -> dict[str, Any]:
    radius = float(rules.board.ship_radius[ship])
    colour = SEAT_COLOURS[ship // SHIPS]
    return {"ship": ship, "colour": colour, "radius": radius, "x": float(x), "y": float(y), "what": what}
