"""The board: who is in orbit of what, where a ship may be launched, how far ships are apart."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, FLEET, HOLES, NONE, SHIPS

FAVOUR = 1e-9  # of rounding, in the ship's favour (ASE-22.18)


@rule
def hull_of(ship):
    """The code of its Hull."""
    return 1 if ship % SHIPS == BATTLESHIP else 0


@rule
def radius_of(board, ship):
    return board.ship_radius[ship]


@rule
def seat_of(ship):
    return ship // SHIPS


@rule
def orbit_at(board, x, y, radius):
    """ASE-2.8, ASE-22.10, ASE-22.11: the hole whose ring a disc at this place touches, or NONE."""
    reach = board.orbit_r + radius + FAVOUR
    for hole in range(HOLES):
        dx, dy = board.hole_x[hole] - x, board.hole_y[hole] - y
        if dx * dx + dy * dy <= reach * reach:
            return hole
    return NONE


@rule
def place_ship(board, scene, ship, x, y):
    """A ship stands on the board at this place."""
    scene.x[ship], scene.y[ship], scene.here[ship] = x, y, 1
    scene.orbit[ship] = orbit_at(board, x, y, radius_of(board, ship))


@rule
def remove_ship(scene, ship):
    """A ship leaves the board."""
    scene.x[ship], scene.y[ship], scene.here[ship], scene.orbit[ship], scene.armour[ship] = 0.0, 0.0, 0, NONE, 0


@rule
def slot_x(board, hole, hull, slot):
    return board.hole_x[hole] + board.slot_dx[hull, slot]


@rule
def slot_y(board, hole, hull, slot):
    return board.hole_y[hole] + board.slot_dy[hull, slot]


@rule
def is_on_board(board, x, y):
    """ASE-20.9, A49: a disc is on the board as long as its centre is."""
    return 0.0 <= x <= board.width and 0.0 <= y <= board.height


@rule
def is_clear(board, scene, x, y, radius):
    """ASE-22.15: whether a disc of this radius would overlap no ship."""
    for other in range(FLEET):
        if scene.here[other] == 1:
            dx, dy = scene.x[other] - x, scene.y[other] - y
            if math.sqrt(dx * dx + dy * dy) < radius + radius_of(board, other) - FAVOUR:
                return False
    return True


@rule
def is_slot_free(board, scene, hole, hull, slot):
    """ASE-4.6, ASE-22.15: whether a ship of this hull can be launched there."""
    x, y = slot_x(board, hole, hull, slot), slot_y(board, hole, hull, slot)
    return is_on_board(board, x, y) and is_clear(board, scene, x, y, board.radius[hull])


@rule
def launch_ship(board, scene, ship, hole, slot):
    """ASE-4.6: the ship stands on the slot, in orbit of the hole."""
    hull = hull_of(ship)
    place_ship(board, scene, ship, slot_x(board, hole, hull, slot), slot_y(board, hole, hull, slot))


@rule
def distance(scene, ship, other):
    """Between the centres of two ships."""
    dx, dy = scene.x[other] - scene.x[ship], scene.y[other] - scene.y[ship]
    return math.sqrt(dx * dx + dy * dy)


@rule
def gap(board, scene, ship, other):
    """ASE-8.2: between the edges of two ships."""
    return distance(scene, ship, other) - radius_of(board, ship) - radius_of(board, other)


@rule
def is_within(board, scene, ship, other, reach):
    """ASE-8.2, ASE-22.18: whether a ruler of this length touches both ships."""
    return gap(board, scene, ship, other) <= reach + FAVOUR
