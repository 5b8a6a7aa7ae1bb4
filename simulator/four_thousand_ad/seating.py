"""Who sits where: the turn order of the homes, and who is on turn."""

import numpy as np

from starbalance.simulator.chance import below, shuffle
from starbalance.simulator.four_thousand_ad.occupation import is_living
from starbalance.simulator.four_thousand_ad.rules import HOMES, NONE, Seating
from starbalance.simulator.four_thousand_ad.state import FIRST_PLAYER, SEATING
from starbalance.simulator.kernel import rule


@rule
def seat_players(state, rules):
    """FAD-17.2, FAD-21.1: the clockwise order of the seats, as in the table, mirrored or shuffled; sides together."""
    n = rules.seats
    around = np.empty(n, np.int64)
    for seat in range(n):
        around[seat] = n - 1 - seat if rules.seating == Seating.REVERSED else seat
    if rules.seating == Seating.SHUFFLED:
        shuffle(state, SEATING, around)
    first = below(state, FIRST_PLAYER, n) if rules.first_player == NONE else rules.first_player
    if rules.alliances:
        order_by_side(state, rules, around, rules.side[first])
    else:
        order_from(state, around, first)


@rule
def order_from(state, around, first):
    """FAD-21.1: clockwise from the first player."""
    n = around.shape[0]
    start = 0
    for k in range(n):
        if around[k] == first:
            start = k
    for k in range(HOMES):
        state.order[k] = around[(start + k) % n] if k < n else NONE


@rule
def order_by_side(state, rules, around, first_side):
    """FAD-17.1, FAD-17.2: the whole first side, then the other, each clockwise."""
    place = 0
    for turn in range(2):
        for seat in around:
            if (rules.side[seat] == first_side) == (turn == 0):
                state.order[place] = seat
                place += 1


@rule
def seats_per_turn(rules):
    """FAD-17.1, FAD-21.1: a whole side, or one player."""
    return 2 if rules.alliances else 1


@rule
def member_on_turn(state, rules, member):
    """The living seat that is this member of the side on turn, NONE if there is none."""
    if member >= seats_per_turn(rules):
        return NONE
    seat = state.order[state.place + member]
    return seat if is_living(state, seat) else NONE


@rule
def comes_before(state, seat, other):
    """Whether a seat comes earlier in turn order than another."""
    first = NONE
    for place in range(HOMES - 1, -1, -1):
        if state.order[place] == seat or state.order[place] == other:
            first = state.order[place]
    return first == seat
