"""The seating: the turn order of the homes, and the seats on turn."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.occupation import is_living
from starbalance.simulator.games.star_field.field import HOMES, NONE
from starbalance.simulator.games.star_field.seating import clockwise_order, first_seat, order_from


@rule
def seat_players(state, rules):
    """FAD-17.2, FAD-21.1: Set the turn order: clockwise from the first player; in Alliances by side."""
    around, first = clockwise_order(state, rules), first_seat(state, rules)
    if rules.alliances:
        order_by_side(state, rules, around, rules.side[first])
    else:
        order_from(state, around, first)


@rule
def order_by_side(state, rules, around, first_side):
    """FAD-17.1, FAD-17.2: Set the turn order: the whole first side, then the other side, each clockwise."""
    place = 0
    for turn in range(2):
        for seat in around:
            if (rules.side[seat] == first_side) == (turn == 0):
                state.order[place] = seat
                place += 1


@rule
def seats_per_turn(rules):
    """FAD-17.1, FAD-21.1: Return how many seats share a turn: 2 in Alliances, otherwise 1."""
    return 2 if rules.alliances else 1


@rule
def member_on_turn(state, rules, member):
    """Return the living seat that is member `member` (0 or 1) of the side on turn, or NONE."""
    if member >= seats_per_turn(rules):
        return NONE
    seat = state.order[state.place + member]
    return seat if is_living(state, seat) else NONE


@rule
def comes_before(state, seat, other):
    """Return whether a seat comes earlier in turn order than another."""
    first = NONE
    for place in range(HOMES - 1, -1, -1):
        if state.order[place] == seat or state.order[place] == other:
            first = state.order[place]
    return first == seat
