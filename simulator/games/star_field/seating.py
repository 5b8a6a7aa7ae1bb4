"""The turn order of the homes, and the first player."""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.star_field.field import FIRST_PLAYER, HOMES, NONE, SEATING, Seating


@rule
def clockwise_order(state, rules):
    """FAD-17.2, FAD-21.1, FAL-6.8: Return an array of the seats in clockwise order.

    They are in board order, reversed or shuffled (switch `seating`).
    """
    n = rules.seats
    around = np.empty(n, np.int64)
    for seat in range(n):
        around[seat] = n - 1 - seat if rules.seating == Seating.REVERSED else seat
    if rules.seating == Seating.SHUFFLED:
        shuffle(state, SEATING, around)
    return around


@rule
def first_seat(state, rules):
    """FAD-21.1, FAL-6.7: Return the seat of the first player, drawn at random unless the rules fix it."""
    return below(state, FIRST_PLAYER, rules.seats) if rules.first_player == NONE else rules.first_player


@rule
def order_from(state, around, first):
    """FAD-21.1, FAL-7.2: Fill in `state.order` with the seats clockwise from `first`, then `NONE`."""
    n = around.shape[0]
    start = 0
    for k in range(n):
        if around[k] == first:
            start = k
    for k in range(HOMES):
        state.order[k] = around[(start + k) % n] if k < n else NONE
