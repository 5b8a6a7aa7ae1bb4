"""The chain of discs that push discs. The last struck disc slides first, the rest wait for it (ASE-20.8, ASE-20.14)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import orbit_at, remove_ship, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import NONE, Event, FlickModel
from starbalance.simulator.games.ascending_empires.flick.contact import bounce, push, turn
from starbalance.simulator.games.ascending_empires.flick.exact import cosine_and_sine
from starbalance.simulator.games.ascending_empires.flick.motion import (
    nearest_planet,
    nearest_seam,
    nearest_ship,
    way_to_edge,
)
from starbalance.simulator.games.ascending_empires.flick.record import note, touch


@rule
def start_sliding(scene, flick, ship, ux, uy, left):
    """Push a disc onto the stack, so that it slides next. The discs below wait for it."""
    touch(scene, flick, ship)
    k = flick.depth
    flick.mover[k], flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k] = ship, ux, uy, left
    flick.mover_contacts[k], flick.mover_line[k] = 0, NONE
    flick.depth += 1


@rule
def slide_all(board, scene, flick):
    """ASE-20.5, ASE-20.10: Slide the discs until all are at rest, then update the orbits of all touched ships."""
    while flick.depth > 0:
        slide(board, scene, flick, flick.depth - 1)
    for k in range(flick.touched):
        ship = flick.was_ship[k]
        if scene.on_board[ship] == 1:
            scene.orbit[ship] = orbit_at(board, scene.x[ship], scene.y[ship], board.ship_radius[ship])


@rule
def slide(board, scene, flick, k):
    """ASE-20.4, ASE-20.5: Slide the top disc to its next event, and carry out this event.

    Ties are resolved in this order: ship, planet, edge, seam.
    """
    ship, ux, uy, left = flick.mover[k], flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k]
    way, other = nearest_ship(board, scene, ship, ux, uy, left)
    what = Event.SHIP if other != NONE else Event.STOP
    to_planet, hole = nearest_planet(board, scene, ship, ux, uy, min(left, way))
    if to_planet < way:
        way, other, what = to_planet, hole, Event.PLANET
    to_edge = way_to_edge(board, scene, ship, ux, uy)
    if to_edge < left and to_edge < way:
        way, other, what = to_edge, NONE, Event.EDGE
    if board.seam_p > 0.0 and flick.crossings < board.max_crossings:
        to_seam, line = nearest_seam(board, scene, ship, ux, uy, flick.mover_line[k])
        if to_seam < left and to_seam < way:
            way, other, what = to_seam, line, Event.SEAM
    move(scene, flick, k, min(way, left))
    carry_out_event(board, scene, flick, k, what, other)


@rule
def move(scene, flick, k, way):
    """Move a disc straight ahead by a length."""
    ship = flick.mover[k]
    scene.x[ship] += flick.mover_ux[k] * way
    scene.y[ship] += flick.mover_uy[k] * way
    flick.mover_left[k] -= way


@rule
def carry_out_event(board, scene, flick, k, what, other):
    """Carry out the event `what` of a disc with the planet, ship or seam `other`. Without an event the disc stops."""
    if what == Event.PLANET:
        hit_planet(board, scene, flick, k, other)
    elif what == Event.SHIP:
        hit_ship(board, scene, flick, k, other)
    elif what == Event.EDGE:
        leave(scene, flick, k)
    elif what == Event.SEAM:
        cross(board, scene, flick, k, other)
    else:
        stop(scene, flick, k, Event.STOP, NONE)


@rule
def stop(scene, flick, k, what, other):
    """Bring the top disc to rest, so that the disc below it slides on. The lowest disc sets `flick.ended`."""
    note(scene, flick, what, flick.mover[k], other)
    flick.depth -= 1
    if k == 0:
        flick.ended = what


@rule
def leave(scene, flick, k):
    """ASE-5.8, ASE-20.9: Take a disc off the board and add it to `flick.off_ship`."""
    ship = flick.mover[k]
    stop(scene, flick, k, Event.EDGE, NONE)
    flick.off_ship[flick.off] = ship
    flick.off += 1
    remove_ship(scene, ship)


@rule
def count_contact(board, flick, k):
    """ASE-20.11: Count a contact, and return whether the disc may slide on after it."""
    flick.contacts += 1
    flick.mover_contacts[k] += 1
    flick.mover_line[k] = NONE
    return flick.mover_contacts[k] < board.max_events


@rule
def hit_planet(board, scene, flick, k, hole):
    """ASE-5.2, ASE-5.3, ASE-20.6: Let a disc bounce off a planet disc, or stop at it (ASE-20.11, `flick_model`)."""
    ship = flick.mover[k]
    flick.ricochets += 1
    if not count_contact(board, flick, k) or board.flick_model == FlickModel.STOP_ON_CONTACT:
        stop(scene, flick, k, Event.STOP, hole)
        return
    note(scene, flick, Event.PLANET, ship, hole)
    nx, ny = normal(scene.x[ship] - board.hole_x[hole], scene.y[ship] - board.hole_y[hole])
    flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k] = bounce(
        flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k], nx, ny, board.rest_planet
    )


@rule
def normal(dx, dy):
    """Return the unit vector in the direction of (dx, dy)."""
    length = math.sqrt(dx * dx + dy * dy)
    return dx / length, dy / length


@rule
def hit_ship(board, scene, flick, k, other):
    """ASE-5.4, ASE-5.5, ASE-20.7, ASE-20.8, ASE-20.14, A7: Resolve a contact with a ship.

    The result is a stop at a waiting disc, a ram, or a push.
    """
    slides_on = count_contact(board, flick, k)
    if is_waiting(flick, other):
        stop(scene, flick, k, Event.WAITING, other)
    elif is_ram(flick, other):
        ram(scene, flick, k, other)
    else:
        flick.bumps += 1
        if flick.own_hit_blocks == 1:
            flick.ram_spent = 1
        if slides_on and k < board.max_queue:
            strike(board, scene, flick, k, other)
        else:
            stop(scene, flick, k, Event.STOP, other)


@rule
def is_waiting(flick, ship):
    """ASE-20.14: Return whether the ship is one of the discs that wait for the sliding disc."""
    for k in range(flick.depth - 1):
        if flick.mover[k] == ship:
            return True
    return False


@rule
def is_ram(flick, other):
    """ASE-5.4, ASE-5.5, ASE-20.19: Return whether a contact is a ram: the first one with an enemy ship.

    Only own ships slide before the ram, so the sliding disc is an own ship. Under `own_hit_blocks_ram` an earlier
    contact with an own ship rules a ram out.
    """
    return flick.ram_spent == 0 and seat_of(other) != seat_of(flick.ship)


@rule
def ram(scene, flick, k, other):
    """ASE-5.4, ASE-20.7, ASE-21.4: Remove both ships from the board and record the ram.

    A ship that survives by its technology or armour stays in place.
    """
    ship = flick.mover[k]
    flick.ram_spent, flick.ram_own, flick.ram_enemy = 1, ship, other
    touch(scene, flick, other)
    stop(scene, flick, k, Event.RAM, other)
    flick.own_lost = 0 if flick.survives == 1 else destroy(scene, ship)
    flick.enemy_lost = destroy(scene, other)


@rule
def destroy(scene, ship):
    """ASE-5.4, A8: Destroy a ship unless its armour holds. Return 1 if the ship is lost, otherwise 0."""
    if scene.armour[ship] > 0:
        scene.armour[ship] -= 1
        return 0
    remove_ship(scene, ship)
    return 1


@rule
def strike(board, scene, flick, k, other):
    """ASE-20.8: Let a disc push another disc, which slides next."""
    ship = flick.mover[k]
    note(scene, flick, Event.SHIP, ship, other)
    nx, ny = normal(scene.x[other] - scene.x[ship], scene.y[other] - scene.y[ship])
    flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k], length = push(
        flick.mover_ux[k],
        flick.mover_uy[k],
        flick.mover_left[k],
        nx,
        ny,
        board.ship_mass[ship],
        board.ship_mass[other],
        board.rest_ship,
    )
    start_sliding(scene, flick, other, nx, ny, length)


@rule
def cross(board, scene, flick, k, line):
    """ASE-20.17: Let a disc cross a seam, which may turn it and slow it down."""
    crossing = flick.crossings
    note(scene, flick, Event.SEAM, flick.mover[k], line)
    flick.crossings += 1
    flick.mover_line[k] = line
    if flick.seam_u[crossing] < board.seam_p:
        c, s = cosine_and_sine(board.seam_sigma * flick.seam_z[crossing])
        flick.mover_ux[k], flick.mover_uy[k] = turn(flick.mover_ux[k], flick.mover_uy[k], c, s)
        flick.mover_left[k] *= board.seam_keep
