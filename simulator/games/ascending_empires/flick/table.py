"""A stand-in for the slide: the estimate says how likely a shot does what it is aimed at (ASE-20.13)."""

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
    """ASE-20.13: the aim succeeds or fails as a whole."""
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
    """A ram, or nothing of what was meant."""
    if flick.hit < ram_chance(board, scene, flick):
        _draw_up(board, scene, flick)
        ram(scene, flick, 0, flick.target)
        if scene.here[flick.ship] == 1:
            place_ship(board, scene, flick.ship, scene.x[flick.ship], scene.y[flick.ship])
    else:
        _fly_by(board, scene, flick, ux, uy, length)


@rule
def _draw_up(board, scene, flick):
    """The ship stands at the contact point of a straight line to its target, or before what is in the way."""
    ship, target = flick.ship, flick.target
    dx, dy = scene.x[target] - scene.x[ship], scene.y[target] - scene.y[ship]
    distance = math.sqrt(dx * dx + dy * dy)
    both = board.ship_radius[ship] + board.ship_radius[target]
    ux, uy = dx / distance, dy / distance
    way = drawn_back(board, scene, ship, ux, uy, max(0.0, distance - both))
    scene.x[ship] += way * ux
    scene.y[ship] += way * uy


@rule
def _fly_by(board, scene, flick, ux, uy, length):
    """ASE-20.13: straight to where the length ends, over everything; back to the first free place there."""
    ship = flick.ship
    if not is_on_board(board, scene.x[ship] + length * ux, scene.y[ship] + length * uy):
        leave(scene, flick, 0)
        return
    way = drawn_back(board, scene, ship, ux, uy, length)
    _settle(board, scene, flick, scene.x[ship] + way * ux, scene.y[ship] + way * uy)


@rule
def _settle(board, scene, flick, x, y):
    """The ship comes to rest at this place."""
    place_ship(board, scene, flick.ship, x, y)
    stop(scene, flick, 0, Event.STOP, NONE)


@rule
def nearest_free_slot(board, scene, ship, hole):
    """ASE-20.13: the free slot of a hole that is nearest to the ship, or NONE; the ship itself blocks none."""
    hull, best, found = hull_of(ship), math.inf, NONE
    scene.here[ship] = 0
    for slot in range(LAUNCH_SLOTS):
        if is_slot_free(board, scene, hole, hull, slot):
            dx = slot_x(board, hole, hull, slot) - scene.x[ship]
            dy = slot_y(board, hole, hull, slot) - scene.y[ship]
            if dx * dx + dy * dy < best:
                best, found = dx * dx + dy * dy, slot
    scene.here[ship] = 1
    return found


@rule
def drawn_back(board, scene, ship, ux, uy, way):
    """ASE-20.13: the way along a line that ends in no disc; 0 if none is found."""
    for _ in range(board.drawn_back + 1):
        shorter = entry(board, scene, ship, ux, uy, way)
        if shorter == way:
            return way
        way = shorter
    return 0.0


@rule
def entry(board, scene, ship, ux, uy, way):
    """Where the line enters the first disc, by number, that its end overlaps; the end where it overlaps none."""
    x, y, radius = scene.x[ship], scene.y[ship], board.ship_radius[ship]
    for hole in range(HOLES):
        found = before(board.hole_x[hole] - x, board.hole_y[hole] - y, ux, uy, board.planet_r + radius, way)
        if found < way:
            return found
    for other in range(FLEET):
        if scene.here[other] == 1 and other != ship:
            reach = radius + board.ship_radius[other]
            found = before(scene.x[other] - x, scene.y[other] - y, ux, uy, reach, way)
            if found < way:
                return found
    return way


@rule
def before(dx, dy, ux, uy, reach, way):
    """The way to a circle if it ends inside it, else the way itself."""
    ex, ey = dx - way * ux, dy - way * uy
    if ex * ex + ey * ey >= (reach - ROUNDING) * (reach - ROUNDING):
        return way
    along, across = dx * ux + dy * uy, dx * uy - dy * ux
    return max(0.0, along - math.sqrt(reach * reach - across * across))
