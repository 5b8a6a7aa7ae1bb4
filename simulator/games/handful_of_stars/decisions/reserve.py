"""The decisions on the Reserves: the action (D20), a shortfall (D23), Warehouse (D31)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.card import is_short, put, take
from starbalance.simulator.games.handful_of_stars.card_effect import may_store, store
from starbalance.simulator.games.handful_of_stars.reserve import may_reserve, may_swap, may_switch, move_to_slot
from starbalance.simulator.games.handful_of_stars.state import Kind, PendingStep, Stage, Zone


@rule
def offer_reserving(state, rules, opts):
    """D20; HOS-11.1, HOS-11.5: List hand cards for the slots, switches and swaps between the slots, and done.

    Each card may move once per action. Done is offered after the first hand card.
    Return the number of options.
    """
    seat = state.active
    n = _offer_hand(state, rules, seat, opts)
    if state.number > 0:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
    n = _offer_switches(state, rules, seat, Zone.RESERVE_ONE, Zone.RESERVE_TWO, opts, n)
    n = _offer_switches(state, rules, seat, Zone.RESERVE_TWO, Zone.RESERVE_ONE, opts, n)
    return _offer_swaps(state, rules, seat, opts, n)


@rule
def _offer_hand(state, rules, seat, opts):
    """HOS-11.1, HOS-11.2: List the hand cards with the slots that take them. Return the number of options."""
    hand, n = state.players[seat].piles[Zone.HAND], 0
    for k in range(hand.count):
        for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
            if may_reserve(state, rules, seat, zone, hand.card[k]):
                n = add(opts, n, Kind.RESERVE, hand.card[k], zone, 0)
    return n


@rule
def _offer_switches(state, rules, seat, slot, other, opts, n):
    """HOS-11.5: Add the switches from one slot to the other and return the number of options."""
    pile = state.players[seat].piles[slot]
    for k in range(pile.count):
        if may_switch(state, rules, seat, pile.card[k], other):
            n = add(opts, n, Kind.SWITCH, pile.card[k], other, 0)
    return n


@rule
def _offer_swaps(state, rules, seat, opts, n):
    """HOS-11.5, A21: Add the swaps of two cards between the slots and return the number of options."""
    one, two = state.players[seat].piles[Zone.RESERVE_ONE], state.players[seat].piles[Zone.RESERVE_TWO]
    for k in range(one.count):
        for m in range(two.count):
            if may_swap(state, rules, seat, one.card[k], two.card[m]):
                n = add(opts, n, Kind.SWAP, one.card[k], two.card[m], 0)
    return n


@rule
def do_reserving(state, rules, option):
    """D20; HOS-11.1, HOS-11.5: Place, switch or swap cards, or finish the action."""
    seat = state.active
    if option.kind == Kind.DONE:
        state.touched[:] = 0
        state.pending_step = PendingStep.FINISH_ACTION
    elif option.kind == Kind.SWAP:
        move_to_slot(state, rules, seat, option.a, Zone.RESERVE_TWO)
        move_to_slot(state, rules, seat, option.b, Zone.RESERVE_ONE)
    else:
        state.number += 1 if option.kind == Kind.RESERVE else 0
        move_to_slot(state, rules, seat, option.a, option.b)


@rule
def offer_shortfall(state, rules, opts):
    """D23; HOS-3.9, A33: List the cards in the Reserves. Return the number of options."""
    n = 0
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[state.actor].piles[zone]
        for k in range(pile.count):
            n = add(opts, n, Kind.TAKE_BACK, pile.card[k], 0, 0)
    return n


@rule
def do_shortfall(state, rules, option):
    """D23; HOS-3.9: Take a Reserve card into the hand, then continue the combat (HOS-8.9) or the end of the turn.

    At the end of the turn, the player is asked again while the hand is too small.
    """
    seat = state.actor
    take(state, rules, seat, option.a)
    put(state, rules, seat, Zone.HAND, option.a)
    if state.combat.stage != Stage.NO_COMBAT:
        state.pending_step = PendingStep.COMBAT
    elif not is_short(state, rules, seat):
        state.pending_step = PendingStep.NEXT_TURN


@rule
def offer_storing(state, rules, opts):
    """D31; HOS-17.33: List the hand cards with the slots that may take them. Return the number of options."""
    hand, n = state.players[state.active].piles[Zone.HAND], 0
    for k in range(hand.count):
        for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
            if may_store(rules, zone, hand.card[k]):
                n = add(opts, n, Kind.RESERVE, hand.card[k], zone, 0)
    return n


@rule
def do_storing(state, rules, option):
    """D31; HOS-17.33: Move a hand card into a slot and finish the action."""
    store(state, rules, state.active, option.a, option.b)
    state.pending_step = PendingStep.FINISH_ACTION
