"""What a player works out at the first of several like decisions of a turn, and keeps in their notes for the others."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import NOTES

_KEYS = 32  # of entries: more than there are cells of the action track
_FRACTION = 1e6


@rule
def begins(state, seat):
    """Whether this is the first decision of its kind in the turn; if so, the memory is empty from now on."""
    stamp = state.players[seat].turns * 64 + state.phase + 1
    if state.notes[seat, 0] == stamp:
        return False
    state.notes[seat, 0] = stamp
    for place in range(1, NOTES):
        state.notes[seat, place] = _KEYS - 1
    return True


@rule
def keep(state, seat, key, value):
    """Keeps a number by a key from 0 to 30; what is already kept by it stays."""
    place = 1
    while place < NOTES - 1 and state.notes[seat, place] != _KEYS - 1:
        place += 1
    state.notes[seat, place] = int(value * _FRACTION) * _KEYS + key


@rule
def kept(state, seat, key):
    """The number kept by a key, 0 if there is none."""
    for place in range(1, NOTES):
        if state.notes[seat, place] % _KEYS == key:
            return (state.notes[seat, place] // _KEYS) / _FRACTION
    return 0.0
