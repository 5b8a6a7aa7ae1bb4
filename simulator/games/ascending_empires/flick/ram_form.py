"""The probability that a straight, unobstructed shot rams its target: an integral over directions (ASE-20, form 3)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import distance
from starbalance.simulator.games.ascending_empires.flick.error import angle_sigma, length_sigma
from starbalance.simulator.games.ascending_empires.flick.estimate import LEAST_SIGMA, half_angle, normal_share

STEPS = 32  # intervals of Simpson's rule
SIGMAS = 6.0  # larger errors of the direction are ignored
ROOT_OF_TURN = math.sqrt(2.0 * math.pi)


@rule
def ram_chance(board, scene, flick):
    """ASE-20.13: Return the probability that the shot rams its target ship, without obstacles."""
    both = board.ship_radius[flick.ship] + board.ship_radius[flick.target]
    away = distance(scene, flick.ship, flick.target)
    return ram_share(board, away, both, flick.length, flick.spread)


@rule
def ram_share(board, away, both, length, spread):
    """ASE-20, form 3: Return the probability of contact with a disc.

    `away` is the distance of its centre, `both` the sum of the two radii and `length` the intended length, in mm.
    """
    sigma = max(angle_sigma(board, spread), LEAST_SIGMA)
    half = min(half_angle(both, away), SIGMAS * sigma)
    step, total = 2.0 * half / STEPS, 0.0
    for k in range(STEPS + 1):
        angle = k * step - half
        weight = 1.0 if k == 0 or k == STEPS else (4.0 if k % 2 == 1 else 2.0)
        total += weight * density(angle / sigma) / sigma * reached_share(board, away, both, length, spread, angle)
    return total * step / 3.0


@rule
def density(z):
    """Return the density of the standard normal distribution at z."""
    return math.exp(-0.5 * z * z) / ROOT_OF_TURN


@rule
def reached_share(board, away, both, length, spread, angle):
    """Return the probability that the length reaches the disc in this direction."""
    aside = away * math.sin(angle)
    way = away * math.cos(angle) - math.sqrt(max(0.0, both * both - aside * aside))
    sigma = max(length_sigma(board, length, spread), LEAST_SIGMA)
    return 1.0 - normal_share((way - length) / sigma)
