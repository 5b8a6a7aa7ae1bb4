"""E-4, E-5, E-6, E-7, E-8: the decisions of a combat, except withdrawals."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.combat import is_contested, reveal_defender, with_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.departure import offer_leader
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.number import add_number, half
from starbalance.simulator.games.four_thousand_ad_leaders.fight import start_combat
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import add_card, may_add
from starbalance.simulator.games.four_thousand_ad_leaders.losses import (
    least_loss,
    most_loss,
    note_named,
    price,
    take_losses,
)
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, PendingStep
from starbalance.simulator.games.star_field.field import STARS

_EVERY = 12  # E-8: the largest possible loss for which each number is an option


@rule
def offer_combat(state, rules, opts):
    """FAL-12.4: List the stars with a combat of the Defender. Return the number of options."""
    n = 0
    for star in range(STARS):
        if is_contested(state, state.actor, star):
            n = add(opts, n, Kind.FIGHT, star, 0, 0)
    return n


@rule
def do_combat(state, rules, option):
    start_combat(state, rules, option.a)


@rule
def offer_attack(state, rules, opts):
    """FAL-14.2, FAL-14.3: List the leaders of the Attacker's fleets. One of them must lead.

    Return the number of options.
    """
    n, fleets = 0, with_leaders(state)
    for slot in range(FLEETS):
        if (fleets >> slot) & 1:
            n = add(opts, n, Kind.LEAD, state.landed[slot].leader, slot, 0)
    return n


@rule
def do_attack(state, rules, option):
    state.sent = 1 << option.b
    state.pending_step = PendingStep.DEFENCE


@rule
def offer_defence(state, rules, opts):
    """FAL-14.1: List the options: no leader, or a card of the hand. Return the number of options."""
    return offer_leader(state, rules, opts)


@rule
def do_defence(state, rules, option):
    reveal_defender(state, option.a)
    state.pending_step = PendingStep.REVEAL


@rule
def offer_extra(state, rules, opts):
    """FAL-9.4, FAL-22.15: List the options: no card, or one card for its bonus or text.

    Return the number of options.
    """
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for card in range(2 * rules.leaders):
        if may_add(state, rules, state.actor, card):
            n = add(opts, n, Kind.PLAY, 0, 0, card)
    return n


@rule
def do_extra(state, rules, option):
    if option.kind == Kind.PLAY:
        add_card(state, rules, state.side, option.c)
    state.side += 1
    state.pending_step = PendingStep.EXTRA


@rule
def largest_that_survives(state, rules, most):
    """E-8: Return the largest k up to `most` that leaves the victor a ship, or 0 if there is none."""
    own = state.players[state.actor].ships[state.star]
    k = most
    while k > 0 and price(state, rules, k) >= own:
        k -= 1
    return k


@rule
def offer_losses(state, rules, opts):
    """FAL-16.1; E-8: List the losses that the victor may name. Of many possible numbers, list a few.

    Return the number of options.
    """
    least, most, n = least_loss(state, rules), most_loss(state, rules), 0
    if most <= _EVERY:
        for k in range(least, most + 1):
            n = add(opts, n, Kind.NAME, k, 0, 0)
        return n
    n = add_number(opts, 0, Kind.NAME, 0, least, most)
    n = add_number(opts, n, Kind.NAME, 1, least, most)
    n = add_number(opts, n, Kind.NAME, 2, least, most)
    n = add_number(opts, n, Kind.NAME, half(most), least, most)
    n = add_number(opts, n, Kind.NAME, most - 1, least, most)
    n = add_number(opts, n, Kind.NAME, most, least, most)
    return add_number(opts, n, Kind.NAME, largest_that_survives(state, rules, most), least, most)


@rule
def do_losses(state, rules, option):
    note_named(state, rules, option.a)
    take_losses(state, rules, option.a)
    state.pending_step = PendingStep.RETREAT
