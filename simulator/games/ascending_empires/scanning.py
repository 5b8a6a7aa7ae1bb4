"""Scan: a secret look at face-down planets."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.fleet import holes_orbited_by


@rule
def holes_to_scan(state, seat):
    """ASE-11.1, ASE-2.8: bits by hole: face down, in whose orbit an own ship is, and not known yet."""
    found, orbited = 0, holes_orbited_by(state, seat)
    for hole in range(HOLES):
        place = state.holes[hole]
        if (orbited >> hole) & 1 and place.up == 0 and (place.known >> seat) & 1 == 0:
            found |= 1 << hole
    return found


@rule
def scan(state, seat, hole):
    """ASE-11.2: the others see that, and not what."""
    state.holes[hole].known |= 1 << seat
    state.players[seat].scans += 1
