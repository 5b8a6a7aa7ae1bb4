"""The seats and places in the turn order (IAM-12.1)."""

from starbalance.simulator.engine.jit import rule


@rule
def seat_at(state, rules, place):
    """IAM-12.1: Return the seat at a place in the turn order. Place 0 is the start player."""
    return (state.first + place) % rules.seats


@rule
def place_of(state, rules, seat):
    """IAM-12.1: Return the place of a seat in the turn order. The start player has place 0."""
    return (seat - state.first + rules.seats) % rules.seats
