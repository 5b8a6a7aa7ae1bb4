"""The board, and the flights of ships over it, as plain numbers for drawing."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, QUADRANT_HOLES, SHIPS, Event
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS

_CORNERS = GAME.labels(None)["corner"]
_WORDS = {Event.EDGE: "off"}  # events that are not drawn under their own name


def size(rules: Any) -> tuple[float, float]:
    """Return width and height of the board, in mm."""
    return float(rules.board.width), float(rules.board.height)


def lines(rules: Any) -> list[tuple[float, float, float, float]]:
    """Return the seams of the board as (x, y, x, y): start and end, in mm."""
    (width, height), seams = size(rules), [float(each) for each in rules.board.seam]
    half = len(seams) // 2
    return [(x, 0.0, x, height) for x in seams[:half]] + [(0.0, y, width, y) for y in seams[half:]]


def discs(rules: Any) -> list[dict[str, Any]]:
    """Return one row per hole: its name, number, place, radius, orbit radius (in mm) and colour.

    A corner hole has the colour of its player, or "any" if the corners are assigned at random. Other holes have none.
    """
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
    """Return the points of the ships that moved or were lost between two states, ship by ship and in order.

    Every point has the ship, its colour and radius, x, y and `what`. `what` is start, planet, ship, seam, waiting,
    stop, ram or off, or lost for a ship that was rammed or destroyed in an attack.
    """
    points = list(_flick(rules, after)) if after.flicks > before.flicks else []
    gone = [ship for ship in range(FLEET) if before.scene.on_board[ship] and not after.scene.on_board[ship]]
    is_attack = after.players["kills"].sum() > before.players["kills"].sum()
    if points:
        lost = [ship for ship in gone if ship == after.flick.ram_enemy]
    else:
        lost = [ship for ship in gone if is_attack and ship // SHIPS != before.actor]
    return points + [_point(rules, ship, before.scene.x[ship], before.scene.y[ship], "lost") for ship in lost]


def _flick(rules: Any, state: Any) -> Iterator[dict[str, Any]]:
    """Yield the points of the ships that the last flick moved. The flicked ship comes first."""
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
