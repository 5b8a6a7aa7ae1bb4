"""What a contact does to the directions and the lengths that are left (ASE-20.6, ASE-20.8)."""

import math

from starbalance.simulator.engine.jit import rule


@rule
def bounce(ux, uy, left, nx, ny, restitution):
    """ASE-20.6: the direction and length of a disc after a fixed one; n from the fixed centre to the disc."""
    d = ux * nx + uy * ny
    vx, vy = ux - (1.0 + restitution) * d * nx, uy - (1.0 + restitution) * d * ny
    return along(vx, vy, left)


@rule
def push(ux, uy, left, nx, ny, mass, struck_mass, restitution):
    """ASE-20.8: the direction and length of the mover, and the length of the struck disc, which slides along n."""
    d = ux * nx + uy * ny
    total = mass + struck_mass
    after = d * (mass - restitution * struck_mass) / total
    struck = d * (1.0 + restitution) * mass / total
    vx, vy, rest = along(ux + (after - d) * nx, uy + (after - d) * ny, left)
    return vx, vy, rest, left * struck * struck


@rule
def along(vx, vy, left):
    """ASE-20.3: a direction and length from a velocity in units of the speed before: length goes with its square."""
    square = vx * vx + vy * vy
    if square == 0.0:
        return 1.0, 0.0, 0.0
    speed = math.sqrt(square)
    return vx / speed, vy / speed, left * square


@rule
def turn(ux, uy, c, s):
    """A direction turned by the angle of this cosine and sine."""
    return ux * c - uy * s, uy * c + ux * s
