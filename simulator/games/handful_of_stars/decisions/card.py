"""The decisions that get rid of cards: discards (D21), removal (D22), Hyper-Search Engine (D32)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.card import discard, draw, remove_from_play
from starbalance.simulator.games.handful_of_stars.state import Kind, PendingStep, Zone


@rule
def _offer_held(state, kind, opts, n):
    """Add the cards in hand and Reserves, with action type `kind`, to `n` options. Return the number of options."""
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[state.active].piles[zone]
            for k in range(pile.count):
                n = add(opts, n, kind, pile.card[k], 0, 0)
    return n


@rule
def offer_discarding(state, rules, opts):
    """D21; HOS-12.1: List the cards in hand and Reserves, or done after the first card.

    Return the number of options.
    """
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    return _offer_held(state, Kind.DISCARD, opts, n)


@rule
def do_discarding(state, rules, option):
    """D21; HOS-12.1: Discard a card, or finish the action."""
    if option.kind == Kind.DONE:
        state.pending_step = PendingStep.FINISH_ACTION
    else:
        discard(state, rules, state.active, option.a)
        state.number += 1


@rule
def offer_removing(state, rules, opts):
    """D22; HOS-13.1: List the cards in hand and Reserves. Return the number of options."""
    return _offer_held(state, Kind.REMOVE, opts, 0)


@rule
def do_removing(state, rules, option):
    """D22; HOS-13.1: Remove a card from play and finish the action."""
    remove_from_play(state, rules, state.active, option.a)
    state.pending_step = PendingStep.FINISH_ACTION


@rule
def offer_searching(state, rules, opts):
    """D32; HOS-17.14: List the hand cards, or done after the first card. Return the number of options."""
    hand = state.players[state.active].piles[Zone.HAND]
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    for k in range(hand.count):
        n = add(opts, n, Kind.DISCARD, hand.card[k], 0, 0)
    return n


@rule
def do_searching(state, rules, option):
    """D32; HOS-17.14: Discard a hand card. After the last one, draw the same number and finish the action."""
    seat = state.active
    if option.kind == Kind.DISCARD:
        discard(state, rules, seat, option.a)
        state.number += 1
    if option.kind == Kind.DONE or state.players[seat].piles[Zone.HAND].count == 0:
        draw(state, rules, seat, state.number)
        state.pending_step = PendingStep.FINISH_ACTION
