"""The risk of a shot, from a few probe flicks without random numbers (ASE-20, risk q)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import seat_of
from starbalance.simulator.games.ascending_empires.board_rules import NONE, Aim
from starbalance.simulator.games.ascending_empires.flick.flick import probe_flick

PROBES = ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))  # errors in standard deviations


@rule
def risk(board, scene, flick):
    """Return the share of the probes, from 0 to 1, in which an own ship leaves the board or a wrong ship is rammed."""
    bad = 0
    for z1, z2 in PROBES:
        probe_flick(board, scene, flick, z1, z2)
        if has_gone_wrong(flick):
            bad += 1
    return bad / len(PROBES)


@rule
def has_gone_wrong(flick):
    """Return whether an own ship left the board or an enemy ship that was not the target was rammed."""
    for k in range(flick.off):
        if seat_of(flick.off_ship[k]) == seat_of(flick.ship):
            return True
    meant = flick.target if flick.aim == Aim.RAM else NONE
    return flick.ram_enemy != NONE and flick.ram_enemy != meant
