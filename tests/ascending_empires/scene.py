"""Boards and scenes on which a test flicks, and what comes of it."""

import math
from importlib.resources import files
from pathlib import Path

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires import board_rules
from starbalance.simulator.games.ascending_empires.board import place_ship, radius_of
from starbalance.simulator.games.ascending_empires.board_reader import fill_board
from starbalance.simulator.games.ascending_empires.board_rules import (
    BATTLESHIP,
    HOLES,
    NONE,
    SHIPS,
    Event,
    board_dt,
    flick_dt,
    scene_dt,
)
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick

DATA = Path(str(files("starbalance.simulator.games"))) / "ascending_empires" / "data"
FAR_AWAY = -1e6  # where the holes are that a scene has not


def document(**changes):
    """The data of board and flicks; a change is file__name=value, or file__name__field=value."""
    found = {name: tables.parse(DATA / f"{name}.toml") for name in (*board_rules.KEYS, *board_rules.FIELDS)}
    for path, value in changes.items():
        file, name, *field = path.split("__")
        found[file][name][field[0] if field else "value"] = value
    return found


def full_board(**changes):
    """The board with all its holes."""
    board = zeros(1, board_dt)[0]
    fill_board(board, document(**changes))
    return board


def bare_board(*planets, **changes):
    """A board with these planets alone; no ship stands on its edge."""
    board = full_board(**{"flick__p_edge": 0.0, **changes})
    board.hole_x[:] = board.hole_y[:] = FAR_AWAY
    for hole, (x, y) in enumerate(planets):
        board.hole_x[hole], board.hole_y[hole] = x, y
    return board


class Scene:
    """A board, the ships on it, and one flick.

    Ships are named: x is flicked, of seat 0 like those whose names begin with `own`; `enemy` ones are of seat 1; a name
    that ends in `battleship` is one.
    """

    def __init__(self, board, **ships):
        self.board, self.scene, self.flick = board, zeros(1, scene_dt)[0], zeros(1, flick_dt)[0]
        self.scene.orbit[:] = NONE
        self.number = {}
        for name, place in ships.items():
            self.put(name, place)

    def put(self, name, place):
        seat = 1 if name.startswith("enemy") else 0
        taken = set(self.number.values())
        free = [k for k in range(SHIPS * seat, SHIPS * seat + BATTLESHIP) if k not in taken]
        self.number[name] = SHIPS * seat + BATTLESHIP if name.endswith("battleship") else free[0]
        place_ship(self.board, self.scene, self.number[name], *map(float, place))

    def send(self, heading, length, name="x", **flick):
        """Flicks a ship in this direction, in degrees, over this length, without an error unless one is given."""
        self.flick.ship, self.flick.aim, self.flick.target = self.number[name], board_rules.Aim.WAYPOINT, 0
        self.flick.ux, self.flick.uy = direction(heading)
        self.flick.length, self.flick.edge = length, 1.0
        for key, value in flick.items():
            self.flick[key] = value
        play_flick(self.board, self.scene, self.flick)
        return self

    def at(self, name="x"):
        """Where a ship is, or None if it is not on the board."""
        ship = self.number[name]
        return (self.scene.x[ship], self.scene.y[ship]) if self.scene.here[ship] else None

    def orbit(self, name="x"):
        return int(self.scene.orbit[self.number[name]])

    def events(self, *kinds):
        """What happened, with the ship and the place: all, or those of these kinds."""
        flick = self.flick
        rows = [
            (Event(flick.what[n]), self.name(flick.event_ship[n]), (flick.event_x[n], flick.event_y[n]))
            for n in range(flick.events)
        ]
        return [row for row in rows if not kinds or row[0] in kinds]

    def name(self, ship):
        return next(name for name, number in self.number.items() if number == ship)


def direction(heading):
    """A heading in degrees as a vector; exact for quarter turns."""
    quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return quarter.get(heading, (math.cos(math.radians(heading)), math.sin(math.radians(heading))))


def heading(flick_ux, flick_uy):
    return math.degrees(math.atan2(flick_uy, flick_ux)) % 360.0


def from_centre(board, hole, place):
    return math.dist((board.hole_x[hole], board.hole_y[hole]), place)


def overlaps(board, scene):
    """Pairs of discs that overlap by more than the rounding of contacts."""
    ships = [int(ship) for ship in np.flatnonzero(scene.here)]
    found = []
    for n, ship in enumerate(ships):
        here, radius = (scene.x[ship], scene.y[ship]), radius_of(board, ship)
        for hole in range(HOLES):
            if from_centre(board, hole, here) < board.planet_r + radius - 1e-6:
                found.append((ship, "hole", hole))
        for other in ships[n + 1 :]:
            if math.dist(here, (scene.x[other], scene.y[other])) < radius + radius_of(board, other) - 1e-6:
                found.append((ship, "ship", other))
    return found
