"""The error of an aim: what is flicked instead of what was intended (ASE-20.2)."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FlickModel
from starbalance.simulator.games.ascending_empires.flick.contact import turn
from starbalance.simulator.games.ascending_empires.flick.exact import cosine_and_sine


@rule
def erring(board, flick, z1, z2):
    """ASE-20.2: the direction and the length that come of the intended ones."""
    c, s = cosine_and_sine(angle_sigma(board, flick.spread) * z1)
    ux, uy = turn(flick.ux, flick.uy, c, s)
    return ux, uy, max(0.0, flick.length + length_sigma(board, flick.length, flick.spread) * z2)


@rule
def angle_sigma(board, spread):
    """ASE-20.2: the standard deviation of a flick's direction, in radians."""
    return 0.0 if board.flick_model == FlickModel.PERFECT else board.sigma_angle * spread


@rule
def length_sigma(board, length, spread):
    """ASE-20.2: the standard deviation of a flick's length."""
    if board.flick_model == FlickModel.PERFECT:
        return 0.0
    share, floor = board.sigma_dist * spread * length, board.sigma_floor * spread
    return math.sqrt(share * share + floor * floor)
