"""The effect of a contact on the directions and the remaining lengths of discs (ASE-20.6, ASE-20.8)."""

import math

from starbalance.simulator.engine.jit import rule


@rule
def bounce(ux, uy, left, nx, ny, restitution):
    """ASE-20.6: Return the direction and the remaining length (x, y, mm) of a disc after it hits a fixed disc.

    n is the unit vector from the fixed centre to the moving disc.
    """
    d = ux * nx + uy * ny
    vx, vy = ux - (1.0 + restitution) * d * nx, uy - (1.0 + restitution) * d * ny
    return direction_and_length(vx, vy, left)


@rule
def push(ux, uy, left, nx, ny, mass, struck_mass, restitution):
    """ASE-20.8: Return the direction (x, y) and length of the mover, then the length of the struck disc, in mm.

    The struck disc slides along n.
    """
    d = ux * nx + uy * ny
    total = mass + struck_mass
    after = d * (mass - restitution * struck_mass) / total
    struck = d * (1.0 + restitution) * mass / total
    vx, vy, rest = direction_and_length(ux + (after - d) * nx, uy + (after - d) * ny, left)
    return vx, vy, rest, left * struck * struck


@rule
def direction_and_length(vx, vy, left):
    """ASE-20.3: Return the direction and length (x, y, mm) for a velocity in units of the speed before the contact.

    The length grows with the square of the speed. At rest the result is (1, 0, 0).
    """
    square = vx * vx + vy * vy
    if square == 0.0:
        return 1.0, 0.0, 0.0
    speed = math.sqrt(square)
    return vx / speed, vy / speed, left * square


@rule
def turn(ux, uy, c, s):
    """Return the direction (ux, uy) turned by the angle with cosine c and sine s."""
    return ux * c - uy * s, uy * c + ux * s
