"""The scan at the end of a turn: a secret look at face-down planets."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.fleet import holes_orbited_by


@rule
def holes_to_scan(state, seat):
    """ASE-11.1, ASE-2.8: Return a bit mask of the face-down discs that own ships orbit and that are not known yet."""
    holes, orbited = 0, holes_orbited_by(state, seat)
    for hole in range(HOLES):
        place = state.holes[hole]
        if (orbited >> hole) & 1 and place.up == 0 and (place.known >> seat) & 1 == 0:
            holes |= 1 << hole
    return holes


@rule
def scan(state, seat, hole):
    """ASE-11.2: Mark the disc in a hole as known to the seat, and count the scan.

    The other players see that it is scanned, but not its disc.
    """
    state.holes[hole].known |= 1 << seat
    state.players[seat].scans += 1
