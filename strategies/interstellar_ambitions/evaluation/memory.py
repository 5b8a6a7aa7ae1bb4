"""Numbers that a player computes at the first of several similar decisions of a turn and keeps in their notes."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import NOTES

_KEYS = 32  # key space of the entries, larger than the number of cells of the action track
_FRACTION = 1e6


@rule
def is_first_decision(state, seat):
    """Return whether this is the seat's first decision of its type in the turn. If so, clear its memory."""
    turn_key = state.players[seat].turns * 64 + state.decision + 1
    if state.notes[seat, 0] == turn_key:
        return False
    state.notes[seat, 0] = turn_key
    for place in range(1, NOTES):
        state.notes[seat, place] = _KEYS - 1
    return True


@rule
def remember(state, seat, key, value):
    """Store a number under a key from 0 to 30. A number that is already stored under the key stays."""
    place = 1
    while place < NOTES - 1 and state.notes[seat, place] != _KEYS - 1:
        place += 1
    state.notes[seat, place] = int(value * _FRACTION) * _KEYS + key


@rule
def recall(state, seat, key):
    """Return the number stored under a key, 0 if there is none."""
    for place in range(1, NOTES):
        if state.notes[seat, place] % _KEYS == key:
            return (state.notes[seat, place] // _KEYS) / _FRACTION
    return 0.0
