"""The random numbers of a flick: four for every flick, and two for each seam that it may cross."""

import math

import numpy as np

from starbalance.simulator.engine.chance import philox
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import MOST_CROSSINGS
from starbalance.simulator.games.ascending_empires.flick.exact import cosine_and_sine, logarithm

WORDS = 4294967296.0  # the number of different 32-bit words
TURN = 2.0 * math.pi


@rule
def uniform(word):
    """Return a number in (0, 1) from 32 random bits."""
    return (np.float64(word) + 0.5) / WORDS


@rule
def normal_pair(one, two):
    """Return two independent standard normal numbers from two uniform numbers in (0, 1): Box and Muller (1958)."""
    size = math.sqrt(-2.0 * logarithm(one))
    c, s = cosine_and_sine(TURN * two)
    return size * c, size * s


@rule
def words(key0, key1, purpose, number, item):
    """Return four words of 32 random bits for one item of flick `number`."""
    return philox(np.uint64(number), np.uint64(purpose), np.uint64(0), np.uint64(item), key0, key1)


@rule
def draw_randomness(board, flick, key0, key1, purpose, number):
    """ASE-20.2, ASE-20.12, ASE-20.18: Fill in the random numbers of flick `number`, under the key of the game."""
    a, b, c, d = words(key0, key1, purpose, number, 0)
    flick.z1, flick.z2 = normal_pair(uniform(a), uniform(b))
    flick.edge, flick.hit = uniform(c), uniform(d)
    if board.seam_p > 0.0:
        _draw_seams(flick, key0, key1, purpose, number)


@rule
def _draw_seams(flick, key0, key1, purpose, number):
    """ASE-20.17: Fill in a uniform and a normal number for each possible seam crossing."""
    for crossing in range(MOST_CROSSINGS):
        a, b, c, _ = words(key0, key1, purpose, number, 1 + crossing)
        flick.seam_u[crossing] = uniform(c)
        flick.seam_z[crossing], _ = normal_pair(uniform(a), uniform(b))
