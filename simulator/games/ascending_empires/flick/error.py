"""The error of a flick: how the actual shot deviates from the intended one (ASE-20.2)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FlickModel
from starbalance.simulator.games.ascending_empires.flick.contact import turn
from starbalance.simulator.games.ascending_empires.flick.exact import cosine_and_sine


@rule
def actual_shot(board, flick, z1, z2):
    """ASE-20.2: Return the actual direction and length (x, y, mm) for the standard normal errors z1 and z2."""
    c, s = cosine_and_sine(angle_sigma(board, flick.spread) * z1)
    ux, uy = turn(flick.ux, flick.uy, c, s)
    return ux, uy, max(0.0, flick.length + length_sigma(board, flick.length, flick.spread) * z2)


@rule
def angle_sigma(board, spread):
    """ASE-20.2: Return the standard deviation of a flick's direction, in radians. A perfect flick has 0."""
    return 0.0 if board.flick_model == FlickModel.PERFECT else board.sigma_angle * spread


@rule
def length_sigma(board, length, spread):
    """ASE-20.2: Return the standard deviation of a flick's length, in mm. A perfect flick has 0."""
    if board.flick_model == FlickModel.PERFECT:
        return 0.0
    share, floor = board.sigma_dist * spread * length, board.sigma_floor * spread
    return math.sqrt(share * share + floor * floor)
