"""The decision of a payment: a card or a counter (D6)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.payment import (
    COUNTER,
    counter_points,
    flip_counter,
    may_pay,
    may_spend,
    other_owed,
    owed,
    spend_card,
)
from starbalance.simulator.games.handful_of_stars.rules import TRACK
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, Zone


@rule
def offer_payment(state, rules, opts):
    """List the items for the resource that is due, such that everything due can still be paid.

    D6; HOS-4.1, HOS-4.2, HOS-4.3.
    Return the number of options.
    """
    seat, resource = state.actor, owed(state)
    other, n = other_owed(state, resource), 0
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if rules.symbols[card, resource] > 0 and may_spend(state, rules, seat, zone, card):
                    if may_pay(state, rules, seat, resource, other, card):
                        n = add(opts, n, Kind.SPEND, card, resource, 0)
    for space in range(TRACK):
        if counter_points(state, rules, seat, space, resource) > 0:
            if may_pay(state, rules, seat, resource, other, COUNTER + space):
                n = add(opts, n, Kind.FLIP, space, resource, 0)
    return n


@rule
def do_payment(state, rules, option):
    """D6; HOS-4.1: Pay with a card or a counter. When everything is paid, schedule the step that follows."""
    seat = state.actor
    if option.kind == Kind.SPEND:
        spend_card(state, rules, seat, option.a, option.b)
    else:
        flip_counter(state, rules, seat, option.a, option.b)
    if owed(state) == NONE:
        state.pending_step = state.step_after_payment
