"""E-11, E-12: the decisions about Use abilities of cards in the hand or lost in hyperspace."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of, next_with
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.use_card import (
    may_recall,
    may_shift,
    may_supply,
    recall,
    shift,
    supply,
    swap,
)
from starbalance.simulator.games.star_field.field import NONE, PER_SECTOR, STARS


@rule
def offer_supply(state, rules, opts):
    """FAL-22.12: List the options: no card, or new ships at a star. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    card = next_with(state, rules, state.actor, Effect.USE_NEW_SHIPS, 0)
    while card != NONE:
        for star in range(STARS):
            if may_supply(state, rules, state.actor, star):
                n = add(opts, n, Kind.SUPPLY, star, 0, card)
        card = next_with(state, rules, state.actor, Effect.USE_NEW_SHIPS, card + 1)
    return n


@rule
def do_supply(state, rules, option):
    """Put the new ships at a star, after which another card may follow, or continue the turn or combat."""
    fights = state.combat_round > 0
    if option.kind == Kind.SUPPLY:
        supply(state, rules, state.actor, option.a, option.c)
    elif fights:
        state.side += 1
    else:
        state.pending_step = PendingStep.ADVANCE
        return
    state.pending_step = PendingStep.REINFORCE if fights else PendingStep.SUPPLY


@rule
def offer_shift(state, rules, opts):
    """FAL-22.13: List the options: no card, or a fleet moves forward or back. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    card = next_with(state, rules, state.actor, Effect.USE_SHIFT_FLEET, 0)
    while card != NONE:
        squares = rules.leader_p1[card_of(rules, card)]
        for slot in range(FLEETS):
            fleet = state.players[state.actor].fleets[slot]
            if may_shift(rules, fleet, squares):
                n = add(opts, n, Kind.SHIFT, slot, squares, card)
            if may_shift(rules, fleet, -squares) and squares > 0:
                n = add(opts, n, Kind.SHIFT, slot, -squares, card)
        card = next_with(state, rules, state.actor, Effect.USE_SHIFT_FLEET, card + 1)
    return n


@rule
def do_shift(state, rules, option):
    if option.kind == Kind.SHIFT:
        shift(state, rules, state.actor, option.a, option.b, option.c)
    state.pending_step = PendingStep.SHIFT if option.kind == Kind.SHIFT else PendingStep.RECALL


@rule
def offer_recall(state, rules, opts):
    """FAL-22.14: List the options: no card, or a fleet returns to a star of its departure sector.

    Return the number of options.
    """
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    card = next_with(state, rules, state.actor, Effect.USE_RECALL_FLEET, 0)
    while card != NONE:
        for slot in range(FLEETS):
            fleet = state.players[state.actor].fleets[slot]
            for k in range(PER_SECTOR):
                star = PER_SECTOR * fleet.sector + k
                if may_recall(state, rules, state.actor, fleet, star):
                    n = add(opts, n, Kind.RECALL, slot, star, card)
        card = next_with(state, rules, state.actor, Effect.USE_RECALL_FLEET, card + 1)
    return n


@rule
def do_recall(state, rules, option):
    if option.kind == Kind.RECALL:
        recall(state, rules, state.actor, option.a, option.b, option.c)
    state.pending_step = PendingStep.RECALL if option.kind == Kind.RECALL else PendingStep.DEPART


@rule
def offer_swap(state, rules, opts):
    """FAL-22.16: List the options: keep the hand objective, or put it under the deck. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    card = next_with(state, rules, state.actor, Effect.USE_SWAP_OBJECTIVE, 0)
    while card != NONE:
        n = add(opts, n, Kind.PLAY, 0, 0, card)
        card = next_with(state, rules, state.actor, Effect.USE_SWAP_OBJECTIVE, card + 1)
    return n


@rule
def do_swap(state, rules, option):
    if option.kind == Kind.PLAY:
        swap(state, rules, state.actor, option.c)
    state.pending_step = PendingStep.SWAP if option.kind == Kind.PLAY else PendingStep.CLAIM
