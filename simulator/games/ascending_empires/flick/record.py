"""The record of a flick: its events in order, and every touched ship before the flick."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import EVENTS, NONE


@rule
def begin(flick):
    """Clear the record of the previous flick."""
    flick.ended = flick.contacts = flick.ricochets = flick.bumps = flick.crossings = flick.ram_spent = 0
    flick.own_lost = flick.enemy_lost = flick.off = flick.touched = flick.events = flick.depth = 0
    flick.ram_own = flick.ram_enemy = NONE


@rule
def note(scene, flick, what, ship, other):
    """Record an event at the ship's place. Events beyond the room for them are dropped."""
    n = flick.events
    if n < EVENTS:
        flick.what[n], flick.event_ship[n], flick.event_other[n] = what, ship, other
        flick.event_x[n], flick.event_y[n] = scene.x[ship], scene.y[ship]
        flick.events += 1


@rule
def touch(scene, flick, ship):
    """Record a ship's place and state before the flick, unless it is already recorded."""
    n = flick.touched
    for k in range(n):
        if flick.was_ship[k] == ship:
            return
    flick.was_ship[n], flick.was_orbit[n], flick.was_armour[n] = ship, scene.orbit[ship], scene.armour[ship]
    flick.was_x[n], flick.was_y[n] = scene.x[ship], scene.y[ship]
    flick.touched += 1


@rule
def undo(scene, flick):
    """Put every ship back to where it was before the flick. The result of the flick stays in the record."""
    for k in range(flick.touched):
        ship = flick.was_ship[k]
        scene.x[ship], scene.y[ship], scene.on_board[ship] = flick.was_x[k], flick.was_y[k], 1
        scene.orbit[ship], scene.armour[ship] = flick.was_orbit[k], flick.was_armour[k]
