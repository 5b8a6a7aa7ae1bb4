"""Discs that push discs: the one that was struck last slides first, the others wait for it (ASE-20.8, ASE-20.14)."""

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
    """A disc begins to slide; whatever slid before waits for it."""
    touch(scene, flick, ship)
    k = flick.depth
    flick.mover[k], flick.mover_ux[k], flick.mover_uy[k], flick.mover_left[k] = ship, ux, uy, left
    flick.mover_contacts[k], flick.mover_line[k] = 0, NONE
    flick.depth += 1


@rule
def slide_all(board, scene, flick):
    """ASE-20.5: until every disc is at rest; then the orbits are known again (ASE-20.10)."""
    while flick.depth > 0:
        slide(board, scene, flick, flick.depth - 1)
    for k in range(flick.touched):
        ship = flick.was_ship[k]
        if scene.here[ship] == 1:
            scene.orbit[ship] = orbit_at(board, scene.x[ship], scene.y[ship], board.ship_radius[ship])


@rule
def slide(board, scene, flick, k):
    """ASE-20.4, ASE-20.5: the disc on top slides to its next event; ties: ship, planet, edge, seam."""
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
    happen(board, scene, flick, k, what, other)


@rule
def move(scene, flick, k, way):
    """A disc slides straight on."""
    ship = flick.mover[k]
    scene.x[ship] += flick.mover_ux[k] * way
    scene.y[ship] += flick.mover_uy[k] * way
    flick.mover_left[k] -= way


@rule
def happen(board, scene, flick, k, what, other):
    """What the event of a disc does."""
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
    """A disc comes to rest; the one that waits for it goes on."""
    note(scene, flick, what, flick.mover[k], other)
    flick.depth -= 1
    if k == 0:
        flick.ended = what


@rule
def leave(scene, flick, k):
    """ASE-5.8, ASE-20.9: a disc leaves the board."""
    ship = flick.mover[k]
    stop(scene, flick, k, Event.EDGE, NONE)
    flick.off_ship[flick.off] = ship
    flick.off += 1
    remove_ship(scene, ship)


@rule
def count_contact(board, flick, k):
    """ASE-20.11: one more contact; whether the disc may go on after it."""
    flick.contacts += 1
    flick.mover_contacts[k] += 1
    flick.mover_line[k] = NONE
    return flick.mover_contacts[k] < board.max_events


@rule
def hit_planet(board, scene, flick, k, hole):
    """ASE-5.2, ASE-5.3, ASE-20.6: a disc bounces off a planet disc, or stops at it (ASE-20.11, `flick_model`)."""
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
    """The direction of a vector."""
    length = math.sqrt(dx * dx + dy * dy)
    return dx / length, dy / length


@rule
def hit_ship(board, scene, flick, k, other):
    """ASE-5.4, ASE-5.5, ASE-20.7, ASE-20.8, ASE-20.14, A7: a ram, a disc that waits, or a push."""
    may_go_on = count_contact(board, flick, k)
    if is_waiting(flick, other):
        stop(scene, flick, k, Event.WAITING, other)
    elif is_ram(flick, other):
        ram(scene, flick, k, other)
    else:
        flick.bumps += 1
        if flick.own_hit_blocks == 1:
            flick.ram_spent = 1
        if may_go_on and k < board.max_queue:
            strike(board, scene, flick, k, other)
        else:
            stop(scene, flick, k, Event.STOP, other)


@rule
def is_waiting(flick, ship):
    """ASE-20.14: whether a disc waits for the one that slides."""
    for k in range(flick.depth - 1):
        if flick.mover[k] == ship:
            return True
    return False


@rule
def is_ram(flick, other):
    """ASE-5.4, ASE-5.5, ASE-20.19: own ship meets enemy ship, for the first time in this flick.

    Enemy ships slide after the ram alone.
    """
    return flick.ram_spent == 0 and seat_of(other) != seat_of(flick.ship)


@rule
def ram(scene, flick, k, other):
    """ASE-5.4, ASE-20.7, ASE-21.4: both ships leave the board; one that survives stays where it is."""
    ship = flick.mover[k]
    flick.ram_spent, flick.ram_own, flick.ram_enemy = 1, ship, other
    touch(scene, flick, other)
    stop(scene, flick, k, Event.RAM, other)
    flick.own_lost = 0 if flick.survives == 1 else destroy(scene, ship)
    flick.enemy_lost = destroy(scene, other)


@rule
def destroy(scene, ship):
    """ASE-5.4, A8: the ship is lost, unless its armour holds once more; 1 if it is."""
    if scene.armour[ship] > 0:
        scene.armour[ship] -= 1
        return 0
    remove_ship(scene, ship)
    return 1


@rule
def strike(board, scene, flick, k, other):
    """ASE-20.8: a disc pushes another, which slides first."""
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
    """ASE-20.17: a seam may turn and slow a disc."""
    crossing = flick.crossings
    note(scene, flick, Event.SEAM, flick.mover[k], line)
    flick.crossings += 1
    flick.mover_line[k] = line
    if flick.seam_u[crossing] < board.seam_p:
        c, s = cosine_and_sine(board.seam_sigma * flick.seam_z[crossing])
        flick.mover_ux[k], flick.mover_uy[k] = turn(flick.mover_ux[k], flick.mover_uy[k], c, s)
        flick.mover_left[k] *= board.seam_keep
