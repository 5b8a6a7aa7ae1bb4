"""The picture of a position: the board to scale in mm, the paths of flicks, and a table with one row per player."""

from collections.abc import Iterator, Sequence
from typing import Any

from starbalance.simulator.engine.picture import Panel, Shape, Shapes, box, circle, line, text
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, PIECES, SHIPS
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS
from starbalance.simulator.games.ascending_empires.rules import Colour
from starbalance.simulator.games.ascending_empires.scoring import end_vp, total_of
from starbalance.simulator.games.ascending_empires.state import Decision, Kind, Where
from starbalance.simulator.games.ascending_empires.text import Narrator

BOARD = "board"
_ITEMS = (("troops", "T"), ("facilities", "F"), ("colonies", "C"), ("cities", "Y"))
_AT_HOLE = (
    Kind.PLACE_ON,
    Kind.TAKE_BACK,
    Kind.LAUNCH_FROM,
    Kind.ATTACK_PLANET,
    Kind.MINE_ON,
    Kind.BUILD_ON,
    Kind.SCAN,
)
_AT_SHIP = (Kind.FLICK, Kind.LAND_FROM, Kind.ATTACK_SHIP)
_TITLE = "The board to scale: T troops, F facilities, C colonies, Y cities"


class Painter:
    """The painter of the game. It draws the planets with their items, and the ships."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.ground = rules.record.board
        self.seats = range(int(rules.record.seats))
        self.names = Narrator(rules).names
        self.kinds = [*(colour.name.lower() for colour in Colour), "asteroid", "homeworld"]

    def colours(self, state: Any) -> Sequence[str]:
        """Return the colours of the players."""
        return SEAT_COLOURS

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the picture (y downwards) for a point of the board (y upwards), both in mm."""
        return float(x), float(self.ground.height - y)

    def _hole(self, hole: int) -> tuple[float, float]:
        return self.at(self.ground.hole_x[hole], self.ground.hole_y[hole])

    def _ship(self, state: Any, ship: int) -> tuple[float, float]:
        return self.at(state.scene.x[ship], state.scene.y[ship])

    def board(self, state: Any) -> dict[str, Panel]:
        """Return the panel of the board: its pieces with their seams, and the holes with their orbits."""
        width, height = float(self.ground.width), float(self.ground.height)
        shapes = [box(0, 0, width, height, "place")]
        for k in range(1, PIECES):
            shapes.append(line([(width * k / PIECES, 0), (width * k / PIECES, height)], "seam"))
            shapes.append(line([(0, height * k / PIECES), (width, height * k / PIECES)], "seam"))
        for hole in range(HOLES):
            x, y = self._hole(hole)
            shapes.append(circle(x, y, self.ground.orbit_r, "orbit"))
            shapes.append(text(x, y + 28, self.names.hole(hole), "faint", size=8))
        for seat in self.seats:
            home = int(state.players[seat].home)
            about = f"homeworld of {self.names.seat(seat)}"
            shapes.append(circle(*self._hole(home), self.ground.orbit_r, "home", owner=seat, about=about))
        return {BOARD: Panel(_TITLE, width, height, shapes)}

    def pieces(self, state: Any) -> Shapes:
        """Return the shapes of the discs in the holes with their items, and of the ships."""
        discs = [shape for hole in range(HOLES) for shape in self._disc(state, hole)]
        ships = [shape for ship in range(FLEET) if state.scene.on_board[ship] for shape in self._drawn(state, ship)]
        return {BOARD: [*discs, *ships]}

    def _disc(self, state: Any, hole: int) -> Iterator[Shape]:
        x, y = self._hole(hole)
        place = state.holes[hole]
        kind = self.kinds[place.kind]
        about = f"{self.names.hole(hole)}: {kind}{'' if place.up else ', face down'}"
        if place.owner != NONE:
            yield circle(x, y, self.ground.orbit_r, "held", owner=place.owner, about=about)
        role = f"disc {kind}-disc" if place.up else "disc"
        yield circle(x, y, self.ground.planet_r, role, about=about)
        yield text(x, y - 9, kind if place.up else "?", size=7)
        homes = [seat for seat in self.seats if state.players[seat].home == hole]
        items = " ".join(f"{place[name]}{letter}" for name, letter in _ITEMS if place[name])
        items = items or "".join(f"{state.players[seat].home_troops}T" for seat in homes)
        if items:
            yield text(x, y + 3, items, "bold", size=11 if len(items) < 6 else 8)

    def _drawn(self, state: Any, ship: int) -> Iterator[Shape]:
        x, y = self._ship(state, ship)
        seat, k = divmod(ship, SHIPS)
        letter = SEAT_COLOURS[seat][0].upper()
        about = self.names.place(state, ship)
        yield circle(x, y, self.ground.ship_radius[ship], "ship", owner=seat, about=about)
        yield text(x, y, f"{letter}{'B' if k == BATTLESHIP else k + 1}", "on", size=8, owner=seat, about=about)

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        """Return the paths of all ships that a flick moved, or a ring around the planet or ship of another option.

        Return no shapes for options without a place.
        """
        if state.decision == Decision.AIM:
            struck = [int(ship) for ship in after.flick.was_ship[: after.flick.touched]]
            moved = dict.fromkeys([int(state.ship), *struck])
            return {BOARD: [shape for ship in moved for shape in self._path(state, after, ship)]}
        if option.kind in _AT_HOLE:
            return {BOARD: [circle(*self._hole(option.a), self.ground.orbit_r + 4, "focus")]}
        if option.kind in _AT_SHIP:
            return {BOARD: [circle(*self._ship(state, option.a), self.ground.ship_radius[option.a] + 5, "focus")]}
        return {}

    def _path(self, before: Any, after: Any, ship: int) -> Iterator[Shape]:
        """Yield the path of a ship: its old place, the points of its events and its new place."""
        flick = after.flick
        events = [k for k in range(flick.events) if flick.event_ship[k] == ship]
        points = [self._ship(before, ship), *(self.at(flick.event_x[k], flick.event_y[k]) for k in events)]
        points += [self._ship(after, ship)] if after.scene.on_board[ship] else []
        steps = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
        seat = ship // SHIPS
        yield circle(*points[0], self.ground.ship_radius[ship], "ghost", owner=seat)
        if len(steps) > 1:
            yield line(steps, "way" if ship == before.ship else "way push", owner=seat, about=self.names.ship(ship))

    def table(self, state: Any) -> list[dict[str, Any]]:
        """Return one row per player: VP, planets, ships, troops in the supply, technology levels and skill."""
        return [self._row(state, seat) for seat in self.seats]

    def _row(self, state: Any, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        held = [hole for hole in range(HOLES) if state.holes[hole].owner == seat]
        flying = sum(int(state.scene.on_board[SHIPS * seat + k]) for k in range(SHIPS))
        return {
            "player": self.names.seat(seat),
            "VP": int(total_of(state, self.rules, seat)),
            "tokens": int(player.tokens),
            "board": int(end_vp(state, self.rules, seat)),
            "planets": len(held),
            "flying": flying,
            "supply": int(starships_in(state, seat, Where.SUPPLY)),
            "troops": int(player.troops),
            **{colour.name.lower(): int(player.tech[colour]) for colour in Colour},
            "skill": round(float(player.skill), 2),
        }
