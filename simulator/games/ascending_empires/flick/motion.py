"""The straight slide of a disc: the distance to the first contact, in closed form (ASE-20.3, ASE-20.4)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, LINES, NONE

FAR = math.inf


@rule
def way_to_circle(dx, dy, ux, uy, reach, limit):
    """ASE-20.4: Return how far a point slides, in mm, until it is within `reach` of a centre that is (dx, dy) away.

    Return FAR if it never is, or only beyond the limit.
    """
    along = dx * ux + dy * uy
    if along <= 0.0 or along - reach > limit:
        return FAR
    across = dx * uy - dy * ux
    room = reach * reach - across * across
    if room <= 0.0:
        return FAR
    way = max(0.0, along - math.sqrt(room))
    return way if way <= limit else FAR


@rule
def nearest_ship(board, scene, ship, ux, uy, limit):
    """ASE-20.4: Return (distance in mm, number) of the first ship on the way.

    If no ship is within the limit, return (FAR, NONE).
    """
    x, y, radius = scene.x[ship], scene.y[ship], board.ship_radius[ship]
    best, nearest = FAR, NONE
    for other in range(FLEET):
        if scene.on_board[other] == 1 and other != ship:
            reach = radius + board.ship_radius[other]
            way = way_to_circle(scene.x[other] - x, scene.y[other] - y, ux, uy, reach, min(best, limit))
            if way < best:
                best, nearest = way, other
    return best, nearest


@rule
def nearest_planet(board, scene, ship, ux, uy, limit):
    """ASE-20.4: Return (distance in mm, hole) of the first planet disc on the way.

    If no planet disc is within the limit, return (FAR, NONE).
    """
    x, y, reach = scene.x[ship], scene.y[ship], board.planet_r + board.ship_radius[ship]
    best, nearest = FAR, NONE
    for hole in range(HOLES):
        way = way_to_circle(board.hole_x[hole] - x, board.hole_y[hole] - y, ux, uy, reach, min(best, limit))
        if way < best:
            best, nearest = way, hole
    return best, nearest


@rule
def way_to_line(at, end, speed):
    """Return how far a disc slides until a coordinate reaches `end`, or FAR if it never does."""
    return (end - at) / speed if speed * (end - at) > 0.0 else FAR


@rule
def way_to_side(at, size, speed):
    """ASE-20.9: Return how far a disc slides until a coordinate leaves the range from 0 to `size`.

    Return FAR if the coordinate does not change.
    """
    if speed == 0.0:
        return FAR
    return max(0.0, (size - at) / speed if speed > 0.0 else at / -speed)


@rule
def way_to_edge(board, scene, ship, ux, uy):
    """ASE-20.4, ASE-20.9: Return how far the disc slides until its centre reaches the edge of the board."""
    return min(way_to_side(scene.x[ship], board.width, ux), way_to_side(scene.y[ship], board.height, uy))


@rule
def nearest_seam(board, scene, ship, ux, uy, crossed):
    """ASE-20.17: Return (distance in mm, seam) of the first seam on the way, ignoring the seam just crossed.

    If there is none, return (FAR, NONE).
    """
    best, nearest = FAR, NONE
    for line in range(LINES):
        if line != crossed:
            upright = line < LINES // 2
            at, speed = (scene.x[ship], ux) if upright else (scene.y[ship], uy)
            way = way_to_line(at, board.seam[line], speed)
            if way < best:
                best, nearest = way, line
    return best, nearest
