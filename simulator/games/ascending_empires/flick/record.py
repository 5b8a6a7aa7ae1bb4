"""What a flick remembers: what happened in order, and how every ship that it touched stood before."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import EVENTS, NONE


@rule
def begin(flick):
    """Forgets the flick before."""
    flick.ended = flick.contacts = flick.ricochets = flick.bumps = flick.crossings = flick.ram_spent = 0
    flick.own_lost = flick.enemy_lost = flick.off = flick.touched = flick.events = flick.depth = 0
    flick.ram_own = flick.ram_enemy = NONE


@rule
def note(scene, flick, what, ship, other):
    """Remembers an event where the ship is; a flick of more than there is room for keeps the first."""
    n = flick.events
    if n < EVENTS:
        flick.what[n], flick.event_ship[n], flick.event_other[n] = what, ship, other
        flick.event_x[n], flick.event_y[n] = scene.x[ship], scene.y[ship]
        flick.events += 1


@rule
def touch(scene, flick, ship):
    """Remembers how a ship stands, once in a flick."""
    n = flick.touched
    for k in range(n):
        if flick.was_ship[k] == ship:
            return
    flick.was_ship[n], flick.was_orbit[n], flick.was_armour[n] = ship, scene.orbit[ship], scene.armour[ship]
    flick.was_x[n], flick.was_y[n] = scene.x[ship], scene.y[ship]
    flick.touched += 1


@rule
def undo(scene, flick):
    """Puts every ship back to where it was before the flick; what came of the flick stays readable."""
    for k in range(flick.touched):
        ship = flick.was_ship[k]
        scene.x[ship], scene.y[ship], scene.here[ship] = flick.was_x[k], flick.was_y[k], 1
        scene.orbit[ship], scene.armour[ship] = flick.was_orbit[k], flick.was_armour[k]
