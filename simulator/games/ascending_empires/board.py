"""The geometry of the board: orbits, launch slots and the distances between ships."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS

FAVOUR = 1e-9  # tolerance for rounding errors, in the ship's favour (ASE-22.18)


@rule
def hull_of(ship):
    """Return the Hull code of a ship: 0 for a starship, 1 for a battleship."""
    return 1 if ship % SHIPS == BATTLESHIP else 0


@rule
def radius_of(board, ship):
    return board.ship_radius[ship]


@rule
def seat_of(ship):
    return ship // SHIPS


@rule
def orbit_at(board, x, y, radius):
    """ASE-2.8, ASE-22.10, ASE-22.11: Return the first hole whose ring a disc of this radius at (x, y) touches.

    Return NONE if it touches no ring.
    """
    reach = board.orbit_r + radius + FAVOUR
    for hole in range(HOLES):
        dx, dy = board.hole_x[hole] - x, board.hole_y[hole] - y
        if dx * dx + dy * dy <= reach * reach:
            return hole
    return NONE


@rule
def place_ship(board, scene, ship, x, y):
    """Put a ship on the board at (x, y), and set the hole that it orbits."""
    scene.x[ship], scene.y[ship], scene.on_board[ship] = x, y, 1
    scene.orbit[ship] = orbit_at(board, x, y, radius_of(board, ship))


@rule
def remove_ship(scene, ship):
    """Take a ship off the board."""
    scene.x[ship], scene.y[ship], scene.on_board[ship], scene.orbit[ship], scene.armour[ship] = 0.0, 0.0, 0, NONE, 0


@rule
def slot_x(board, hole, hull, slot):
    return board.hole_x[hole] + board.slot_dx[hull, slot]


@rule
def slot_y(board, hole, hull, slot):
    return board.hole_y[hole] + board.slot_dy[hull, slot]


@rule
def is_on_board(board, x, y):
    """ASE-20.9, A49: Return whether a disc is on the board, that is, whether its centre is."""
    return 0.0 <= x <= board.width and 0.0 <= y <= board.height


@rule
def is_clear(board, scene, x, y, radius):
    """ASE-22.15: Return whether a disc of this radius would overlap no ship."""
    for other in range(FLEET):
        if scene.on_board[other] == 1:
            dx, dy = scene.x[other] - x, scene.y[other] - y
            if math.sqrt(dx * dx + dy * dy) < radius + radius_of(board, other) - FAVOUR:
                return False
    return True


@rule
def is_slot_free(board, scene, hole, hull, slot):
    """ASE-4.6, ASE-22.15: Return whether a ship of this hull can be launched onto the slot."""
    x, y = slot_x(board, hole, hull, slot), slot_y(board, hole, hull, slot)
    return is_on_board(board, x, y) and is_clear(board, scene, x, y, board.radius[hull])


@rule
def launch_ship(board, scene, ship, hole, slot):
    """ASE-4.6: Put the ship on the slot, in orbit of the hole."""
    hull = hull_of(ship)
    place_ship(board, scene, ship, slot_x(board, hole, hull, slot), slot_y(board, hole, hull, slot))


@rule
def distance(scene, ship, other):
    """Return the distance between the centres of two ships, in mm."""
    dx, dy = scene.x[other] - scene.x[ship], scene.y[other] - scene.y[ship]
    return math.sqrt(dx * dx + dy * dy)


@rule
def gap(board, scene, ship, other):
    """ASE-8.2: Return the distance between the edges of two ships, in mm."""
    return distance(scene, ship, other) - radius_of(board, ship) - radius_of(board, other)


@rule
def is_within(board, scene, ship, other, reach):
    """ASE-8.2, ASE-22.18: Return whether a ruler of this length touches both ships."""
    return gap(board, scene, ship, other) <= reach + FAVOUR
