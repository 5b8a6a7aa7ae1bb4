"""A disc slides straight: how far it goes until it touches something, in closed form (ASE-20.3, ASE-20.4)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, LINES, NONE

FAR = math.inf


@rule
def way_to_circle(dx, dy, ux, uy, reach, limit):
    """ASE-20.4: how far a point slides until it is this close to a centre dx, dy away; FAR if beyond the limit."""
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
    """ASE-20.4: the first ship on the way, and how far it is; FAR, NONE if there is none within the limit."""
    x, y, radius = scene.x[ship], scene.y[ship], board.ship_radius[ship]
    best, found = FAR, NONE
    for other in range(FLEET):
        if scene.here[other] == 1 and other != ship:
            reach = radius + board.ship_radius[other]
            way = way_to_circle(scene.x[other] - x, scene.y[other] - y, ux, uy, reach, min(best, limit))
            if way < best:
                best, found = way, other
    return best, found


@rule
def nearest_planet(board, scene, ship, ux, uy, limit):
    """ASE-20.4: the first planet disc on the way, and how far it is; FAR, NONE if there is none within the limit."""
    x, y, reach = scene.x[ship], scene.y[ship], board.planet_r + board.ship_radius[ship]
    best, found = FAR, NONE
    for hole in range(HOLES):
        way = way_to_circle(board.hole_x[hole] - x, board.hole_y[hole] - y, ux, uy, reach, min(best, limit))
        if way < best:
            best, found = way, hole
    return best, found


@rule
def way_to_line(at, end, speed):
    """How far a disc slides until one of its coordinates is at the end; FAR if it moves away from it."""
    return (end - at) / speed if speed * (end - at) > 0.0 else FAR


@rule
def way_to_side(at, size, speed):
    """ASE-20.9: how far a disc slides until it leaves a strip from 0 to size."""
    if speed == 0.0:
        return FAR
    return max(0.0, (size - at) / speed if speed > 0.0 else at / -speed)


@rule
def way_to_edge(board, scene, ship, ux, uy):
    """ASE-20.4, ASE-20.9: how far the centre slides until it is on the edge of the board."""
    return min(way_to_side(scene.x[ship], board.width, ux), way_to_side(scene.y[ship], board.height, uy))


@rule
def nearest_seam(board, scene, ship, ux, uy, crossed):
    """ASE-20.17: the first seam on the way but the one just crossed, and how far it is."""
    best, found = FAR, NONE
    for line in range(LINES):
        if line != crossed:
            upright = line < LINES // 2
            at, speed = (scene.x[ship], ux) if upright else (scene.y[ship], uy)
            way = way_to_line(at, board.seam[line], speed)
            if way < best:
                best, found = way, line
    return best, found
