"""Boards and scenes on which a test flicks ships, and the results of these flicks."""

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
FAR_AWAY = -1e6  # position of holes that a scene does not have


def document(**changes):
    """Return the data of board and flicks; a change is file__name=value, or file__name__field=value."""
    data = {name: tables.parse(DATA / f"{name}.toml") for name in (*board_rules.KEYS, *board_rules.FIELDS)}
    for path, value in changes.items():
        file, name, *field = path.split("__")
        data[file][name][field[0] if field else "value"] = value
    return data


def full_board(**changes):
    """Return the board with all its holes."""
    board = zeros(1, board_dt)[0]
    fill_board(board, document(**changes))
    return board


def bare_board(*planets, **changes):
    """Return a board with only these planets, on which no ship stands on its edge."""
    board = full_board(**{"flick__p_edge": 0.0, **changes})
    board.hole_x[:] = board.hole_y[:] = FAR_AWAY
    for hole, (x, y) in enumerate(planets):
        board.hole_x[hole], board.hole_y[hole] = x, y
    return board


class Scene:
    """A board, the ships on it, and one flick.

    Ship x is flicked; it belongs to seat 0, like ships whose names begin with `own`. Ships whose names begin with
    `enemy` belong to seat 1. A name that ends in `battleship` makes the ship a battleship.
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
        """Flick a ship in this direction (degrees) over this length, by default without an error."""
        self.flick.ship, self.flick.aim, self.flick.target = self.number[name], board_rules.Aim.WAYPOINT, 0
        self.flick.ux, self.flick.uy = direction(heading)
        self.flick.length, self.flick.edge = length, 1.0
        for key, value in flick.items():
            self.flick[key] = value
        play_flick(self.board, self.scene, self.flick)
        return self

    def at(self, name="x"):
        """Return the position of a ship, or `None` if it is not on the board."""
        ship = self.number[name]
        return (self.scene.x[ship], self.scene.y[ship]) if self.scene.on_board[ship] else None

    def orbit(self, name="x"):
        return int(self.scene.orbit[self.number[name]])

    def events(self, *kinds):
        """Return the events with ship and position: all events, or only those of these kinds."""
        flick = self.flick
        rows = [
            (Event(flick.what[n]), self.name(flick.event_ship[n]), (flick.event_x[n], flick.event_y[n]))
            for n in range(flick.events)
        ]
        return [row for row in rows if not kinds or row[0] in kinds]

    def name(self, ship):
        return next(name for name, number in self.number.items() if number == ship)


def direction(heading):
    """Return a heading in degrees as a vector; it is exact for quarter turns."""
    quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return quarter.get(heading, (math.cos(math.radians(heading)), math.sin(math.radians(heading))))


def heading(flick_ux, flick_uy):
    return math.degrees(math.atan2(flick_uy, flick_ux)) % 360.0


def from_centre(board, hole, place):
    return math.dist((board.hole_x[hole], board.hole_y[hole]), place)


def overlaps(board, scene):
    """Return pairs of discs that overlap by more than the rounding of contacts."""
    ships = [int(ship) for ship in np.flatnonzero(scene.on_board)]
    pairs = []
    for n, ship in enumerate(ships):
        on_board, radius = (scene.x[ship], scene.y[ship]), radius_of(board, ship)
        for hole in range(HOLES):
            if from_centre(board, hole, on_board) < board.planet_r + radius - 1e-6:
                pairs.append((ship, "hole", hole))
        for second in ships[n + 1 :]:
            if math.dist(on_board, (scene.x[second], scene.y[second])) < radius + radius_of(board, second) - 1e-6:
                pairs.append((ship, "ship", second))
    return pairs
