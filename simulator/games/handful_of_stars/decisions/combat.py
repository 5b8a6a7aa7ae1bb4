"""The decisions of a combat other than the response: leaving (D9, D10), casualties (D15, D17), retreats (D16)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.aftermath import casualties_due, shield, side_due, suffer
from starbalance.simulator.games.handful_of_stars.card import holds, play_and_discard
from starbalance.simulator.games.handful_of_stars.combat import break_off, conclude
from starbalance.simulator.games.handful_of_stars.retreat import (
    can_leave,
    may_retreat_to,
    may_return,
    measure_retreats,
    retreat_to,
    retreating_bases,
    retreating_fleets,
)
from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, PendingStep, Stage, Verdict
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, DEFENDER, seat_of


@rule
def _offer_yes_or_no(opts):
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.YES, 0, 0, 0)


@rule
def offer_named_card(state, rules, seat, name, opts, n):
    card = holds(state, rules, seat, name)
    return add(opts, n, Kind.PLAY, card, 0, 0) if card != NONE else n


@rule
def offer_retreat_at_once(state, rules, opts):
    """D9; HOS-7.6: List no and yes. Return the number of options."""
    return _offer_yes_or_no(opts)


@rule
def do_retreat_at_once(state, rules, option):
    """D9; HOS-7.6: Break off the combat as its loser, or continue with step B."""
    if option.kind == Kind.YES:
        conclude(state, rules, ATTACKER, Verdict.BROKEN_OFF)
    else:
        state.combat.stage = Stage.STANDING
    state.pending_step = PendingStep.COMBAT


@rule
def offer_stand(state, rules, opts):
    """D10; HOS-7.7, HOS-17.8: List staying, a retreat if a unit can leave, and Diplomacy if it is held.

    Return the number of options.
    """
    seat = state.actor
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if can_leave(state, rules, seat):
        n = add(opts, n, Kind.YES, 0, 0, 0)
    return offer_named_card(state, rules, seat, Card.DIPLOMACY, opts, n)


@rule
def do_stand(state, rules, option):
    """D10; HOS-7.7, HOS-17.8: Play Diplomacy, retreat, or continue with the responses."""
    if option.kind == Kind.PLAY:
        break_off(state, rules, option.a)
    elif option.kind == Kind.YES:
        conclude(state, rules, DEFENDER, Verdict.BROKEN_OFF)
    else:
        state.combat.stage = Stage.RESPONDING
    state.pending_step = PendingStep.COMBAT


@rule
def offer_interruption(state, rules, opts):
    """HOS-17.23, A14: List no and the Retreat card, with `retreat_card = any_time`. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return offer_named_card(state, rules, state.actor, Card.RETREAT, opts, n)


@rule
def do_interruption(state, rules, option):
    """HOS-17.23, A14: Play Retreat, or let the opponent respond, with `retreat_card = any_time`."""
    state.combat.interrupted = 1
    if option.kind == Kind.PLAY:
        break_off(state, rules, option.a)
    state.pending_step = PendingStep.COMBAT


@rule
def offer_shields(state, rules, opts):
    """D17; HOS-17.12: List no and Force Shields. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return offer_named_card(state, rules, state.actor, Card.FORCE_SHIELDS, opts, n)


@rule
def do_shields(state, rules, option):
    """D17; HOS-17.12: Play Force Shields or not, and continue with the next stage."""
    if option.kind == Kind.PLAY:
        play_and_discard(state, rules, state.actor, option.a)
        shield(state)
    state.combat.stage += 1
    state.pending_step = PendingStep.COMBAT


@rule
def offer_casualties(state, rules, opts):
    """D15; HOS-8.2: List the ways to split the casualties into star bases and fleets. Return the number of options."""
    seat, due = seat_of(state, side_due(state)), casualties_due(state)
    fleets, bases = state.fleets[seat, state.combat.space], state.star_bases[seat, state.combat.space]
    n = 0
    for k in range(max(0, due - fleets), min(due, bases) + 1):
        n = add(opts, n, Kind.LOSE, k, due - k, 0)
    return n


@rule
def do_casualties(state, rules, option):
    """D15; HOS-8.2: Move the casualties to the stock and continue with the next stage."""
    suffer(state, rules, side_due(state), option.b, option.a)
    state.combat.stage += 1
    state.pending_step = PendingStep.COMBAT


@rule
def offer_retreat(state, rules, opts):
    """D16; HOS-8.3, HOS-8.4, HOS-17.8d: List the destinations, each with numbers of units of one type.

    Return the number of options.
    """
    seat = state.actor
    measure_retreats(state, rules, seat)
    fleets, bases, n = retreating_fleets(state, rules), retreating_bases(state, rules), 0
    for space in range(rules.spaces):
        if may_retreat_to(state, rules, seat, space):
            n = _offer_groups(space, fleets, bases, opts, n)
        elif may_return(state, rules) and space == state.origin:
            came, bases_came = state.combat.returning_fleets, state.combat.returning_bases
            n = _offer_groups(space, min(fleets, came), min(bases, bases_came), opts, n)
    return n


@rule
def _offer_groups(space, fleets, bases, opts, n):
    for k in range(1, fleets + 1):
        n = add(opts, n, Kind.RETREAT, space, k, 0)
    for k in range(1, bases + 1):
        n = add(opts, n, Kind.RETREAT, space, 0, k)
    return n


@rule
def do_retreat(state, rules, option):
    """D16; HOS-8.3, HOS-8.4, HOS-8.5: Move a group of retreating units and continue the retreat."""
    retreat_to(state, rules, state.actor, option.a, option.b, option.c)
    state.pending_step = PendingStep.COMBAT
