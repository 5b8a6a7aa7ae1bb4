"""The table model, a stand-in for the physics. A shot succeeds with the probability of its estimate (ASE-20.13)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import (
    hull_of,
    is_on_board,
    is_slot_free,
    place_ship,
    slot_x,
    slot_y,
)
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, LAUNCH_SLOTS, NONE, Aim, Event
from starbalance.simulator.games.ascending_empires.flick.chain import leave, ram, start_sliding, stop
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.ram_form import ram_chance

ROUNDING = 1e-9


@rule
def play_by_table(board, scene, flick, ux, uy, length):
    """ASE-20.13: Play a shot that reaches its aim or misses it completely, and put the ship at its new place.

    If no slot of the hole is free, the ship flies on as in a miss.
    """
    ship, target, aim = flick.ship, flick.target, flick.aim
    start_sliding(scene, flick, ship, ux, uy, length)
    if aim == Aim.RAM or aim == Aim.NEAR:
        _fly_at_ship(board, scene, flick, ux, uy, length)
    elif aim != Aim.WAYPOINT and _is_hit(board, scene, flick):
        slot = nearest_free_slot(board, scene, ship, target)
        if slot == NONE:
            _fly_by(board, scene, flick, ux, uy, length)
        else:
            hull = hull_of(ship)
            _settle(board, scene, flick, slot_x(board, target, hull, slot), slot_y(board, target, hull, slot))
    else:
        _fly_by(board, scene, flick, ux, uy, length)


@rule
def _is_hit(board, scene, flick):
    look_around(board, scene, flick.ship, flick.sight)
    return flick.hit < estimate(board, scene, flick.sight, flick.ship, flick.aim, flick.target, flick.spread, 0.0, 0.0)


@rule
def _fly_at_ship(board, scene, flick, ux, uy, length):
    """Ram the target with the probability of a ram, else fly past it."""
    if flick.hit < ram_chance(board, scene, flick):
        _draw_up(board, scene, flick)
        ram(scene, flick, 0, flick.target)
        if scene.on_board[flick.ship] == 1:
            place_ship(board, scene, flick.ship, scene.x[flick.ship], scene.y[flick.ship])
    else:
        _fly_by(board, scene, flick, ux, uy, length)


@rule
def _draw_up(board, scene, flick):
    """Put the ship at the contact point on the straight line to its target, or in front of an obstacle."""
    ship, target = flick.ship, flick.target
    dx, dy = scene.x[target] - scene.x[ship], scene.y[target] - scene.y[ship]
    distance = math.sqrt(dx * dx + dy * dy)
    both = board.ship_radius[ship] + board.ship_radius[target]
    ux, uy = dx / distance, dy / distance
    way = shortened_way(board, scene, ship, ux, uy, max(0.0, distance - both))
    scene.x[ship] += way * ux
    scene.y[ship] += way * uy


@rule
def _fly_by(board, scene, flick, ux, uy, length):
    """ASE-20.13: Put the ship where its length ends, passing over all discs.

    If that place is not free, the ship moves back along its line to the first free place.
    """
    ship = flick.ship
    if not is_on_board(board, scene.x[ship] + length * ux, scene.y[ship] + length * uy):
        leave(scene, flick, 0)
        return
    way = shortened_way(board, scene, ship, ux, uy, length)
    _settle(board, scene, flick, scene.x[ship] + way * ux, scene.y[ship] + way * uy)


@rule
def _settle(board, scene, flick, x, y):
    """Bring the ship to rest at this place."""
    place_ship(board, scene, flick.ship, x, y)
    stop(scene, flick, 0, Event.STOP, NONE)


@rule
def nearest_free_slot(board, scene, ship, hole):
    """ASE-20.13: Return the free slot of a hole nearest to the ship, or NONE. The ship itself blocks no slot."""
    hull, best, nearest = hull_of(ship), math.inf, NONE
    scene.on_board[ship] = 0
    for slot in range(LAUNCH_SLOTS):
        if is_slot_free(board, scene, hole, hull, slot):
            dx = slot_x(board, hole, hull, slot) - scene.x[ship]
            dy = slot_y(board, hole, hull, slot) - scene.y[ship]
            if dx * dx + dy * dy < best:
                best, nearest = dx * dx + dy * dy, slot
    scene.on_board[ship] = 1
    return nearest


@rule
def shortened_way(board, scene, ship, ux, uy, way):
    """ASE-20.13: Return the length of the way shortened until it ends in no disc, or 0 if that fails."""
    for _ in range(board.drawn_back + 1):
        shorter = length_to_overlap(board, scene, ship, ux, uy, way)
        if shorter == way:
            return way
        way = shorter
    return 0.0


@rule
def length_to_overlap(board, scene, ship, ux, uy, way):
    """Return the length at which the line enters a disc that its end overlaps, or `way` if it overlaps none.

    If it overlaps several discs, the one with the lowest number counts.
    """
    x, y, radius = scene.x[ship], scene.y[ship], board.ship_radius[ship]
    for hole in range(HOLES):
        shorter = length_to_circle(board.hole_x[hole] - x, board.hole_y[hole] - y, ux, uy, board.planet_r + radius, way)
        if shorter < way:
            return shorter
    for other in range(FLEET):
        if scene.on_board[other] == 1 and other != ship:
            reach = radius + board.ship_radius[other]
            shorter = length_to_circle(scene.x[other] - x, scene.y[other] - y, ux, uy, reach, way)
            if shorter < way:
                return shorter
    return way


@rule
def length_to_circle(dx, dy, ux, uy, reach, way):
    """Return the length of the way to a circle if the way ends inside it, otherwise the whole way."""
    ex, ey = dx - way * ux, dy - way * uy
    if ex * ex + ey * ey >= (reach - ROUNDING) * (reach - ROUNDING):
        return way
    along, across = dx * ux + dy * uy, dx * uy - dy * ux
    return max(0.0, along - math.sqrt(reach * reach - across * across))
