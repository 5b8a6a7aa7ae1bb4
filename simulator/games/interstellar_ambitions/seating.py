"""Seats and places in the turn order (IAM-12.1)."""

from starbalance.simulator.engine.jit import rule


@rule
def seat_at(state, rules, place):
    """IAM-12.1: who plays at a place in the turn order, 0 the start player."""
    return (state.first + place) % rules.seats


@rule
def place_of(state, rules, seat):
    """IAM-12.1: the place of a player in the turn order, 0 for the start player."""
    return (seat - state.first + rules.seats) % rules.seats
