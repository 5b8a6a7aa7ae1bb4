"""The aims of a flick: direction, intended length, and whether the flick reached its target (D6, ASE-20.1)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import is_within
from starbalance.simulator.games.ascending_empires.board_rules import Aim


@rule
def aim_shot(board, scene, flick, ship, aim, target, reach):
    """ASE-20.1: Fill in `flick` with the ship, the aim, the target, and the intended direction and length (mm).

    `reach` is the player's range in mm. Only Aim.NEAR uses it.
    """
    flick.ship, flick.aim, flick.target = ship, aim, target
    dx, dy = aim_point(board, scene, ship, aim, target)
    distance = math.sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        flick.ux, flick.uy = 1.0, 0.0
    else:
        flick.ux, flick.uy = dx / distance, dy / distance
    flick.length = intended_length(board, ship, aim, target, distance, reach)


@rule
def aim_point(board, scene, ship, aim, target):
    """D6: Return the vector (dx, dy) from the ship to the point that the shot is aimed at, in mm."""
    tx, ty = target_place(board, scene, aim, target)
    dx, dy = tx - scene.x[ship], ty - scene.y[ship]
    if aim == Aim.SIDE_LEFT or aim == Aim.SIDE_RIGHT:
        distance = math.sqrt(dx * dx + dy * dy)
        aside = board.side_offset / distance if aim == Aim.SIDE_LEFT else -board.side_offset / distance
        return dx - dy * aside, dy + dx * aside
    return dx, dy


@rule
def target_place(board, scene, aim, target):
    """Return the centre (x, y) of the target: a waypoint, an enemy ship or a hole, depending on the aim."""
    if aim == Aim.WAYPOINT:
        return board.waypoint_x[target], board.waypoint_y[target]
    if aim == Aim.RAM or aim == Aim.NEAR:
        return scene.x[target], scene.y[target]
    return board.hole_x[target], board.hole_y[target]


@rule
def intended_length(board, ship, aim, target, distance, reach):
    """D6, ASE-20.1: Return the intended length of the shot, in mm."""
    length, radius = distance, board.ship_radius[ship]
    if aim == Aim.ORBIT:
        length = distance - radius - mid_ring(board) + 0.5 * bounce_room(board)
    elif aim == Aim.FRONT:
        length = distance - radius - mid_ring(board)
    elif aim == Aim.RAM:
        length = board.ram_factor * distance + board.ram_extra
    elif aim == Aim.NEAR:
        length = distance - radius - board.ship_radius[target] - 0.5 * reach
    return min(max(length, board.length_least), board.length_most)


@rule
def mid_ring(board):
    """Return the distance from the centre of a hole to the middle of its shaded ring, in mm."""
    return 0.5 * (board.orbit_r + board.planet_r)


@rule
def bounce_room(board):
    """ASE-20, form 4: Return the most length a ship may have left when it hits a disc head-on and stays on the ring."""
    return (board.orbit_r - board.planet_r) / (board.rest_planet * board.rest_planet)


@rule
def has_arrived(board, scene, flick, reach):
    """D6: Return whether the flick reached its aim: the ram, the range of the enemy ship, or the orbit of the hole.

    Any ship that stays on the board reaches a waypoint.
    """
    if flick.aim == Aim.RAM:
        return flick.ram_enemy == flick.target
    if scene.on_board[flick.ship] == 0:
        return False
    if flick.aim == Aim.NEAR:
        return scene.on_board[flick.target] == 1 and is_within(board, scene, flick.ship, flick.target, reach)
    return flick.aim == Aim.WAYPOINT or scene.orbit[flick.ship] == flick.target
