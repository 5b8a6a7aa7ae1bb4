"""The decisions of cards played for their effect: wormholes, black holes, counters, aliens and terra-forming."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.card_effect import (
    block,
    may_block,
    may_scout,
    may_terraform,
    put_played_away,
    scout,
)
from starbalance.simulator.games.handful_of_stars.counter import exchange_counter, face_down_counters
from starbalance.simulator.games.handful_of_stars.movement import enter
from starbalance.simulator.games.handful_of_stars.payment import charge, demand
from starbalance.simulator.games.handful_of_stars.route import may_move_bases
from starbalance.simulator.games.handful_of_stars.rules import TRACK, Card, Resource
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Kind, Marker, PendingStep
from starbalance.simulator.games.handful_of_stars.system import is_habitable, relocate


@rule
def offer_jump_from(state, rules, opts):
    """D24; HOS-17.30: List the groups of units of one system that may jump. Return the number of options."""
    seat, most, n = state.active, rules.amount[Card.TEMPORARY_WORMHOLE], 0
    moving = may_move_bases(state, rules, seat)
    for space in range(rules.spaces):
        bases = state.star_bases[seat, space] if moving else 0
        for k in range(min(most, state.fleets[seat, space]) + 1):
            for m in range(min(most - k, bases) + 1):
                if k + m > 0:
                    n = add(opts, n, Kind.FROM, space, k, m)
    return n


@rule
def do_jump_from(state, rules, option):
    """D24; HOS-17.30: Choose the units that jump and ask for their destination."""
    state.origin = option.a
    state.combat.returning_fleets = option.b
    state.combat.returning_bases = option.c
    ask(state, Decision.JUMP_TO, state.active)


@rule
def offer_jump_to(state, rules, opts):
    """D24; HOS-17.30: List all other systems. Return the number of options."""
    n = 0
    for space in range(rules.spaces):
        if space != state.origin:
            n = add(opts, n, Kind.JUMP, space, 0, 0)
    return n


@rule
def do_jump_to(state, rules, option):
    """D24; HOS-17.30: Move the units and schedule a possible combat. The card is put away before it (A34)."""
    combat = state.combat
    enter(state, rules, option.a)
    relocate(state, rules, state.active, state.origin, option.a, combat.returning_fleets, combat.returning_bases)
    put_played_away(state, rules)
    state.pending_step = PendingStep.FIGHT


@rule
def offer_black_hole(state, rules, opts):
    """D25; HOS-17.4: List the connections that may get a black hole. Return the number of options."""
    n = 0
    for connection in range(rules.connections):
        if may_block(state, rules, state.active, connection):
            n = add(opts, n, Kind.BLOCK, connection, 0, 0)
    return n


@rule
def do_black_hole(state, rules, option):
    """D25; HOS-17.4: Place a black hole and finish the action."""
    block(state, rules, option.a)
    state.pending_step = PendingStep.FINISH_ACTION


@rule
def offer_exchange(state, rules, opts):
    """D28; HOS-17.18: List pairs of an own counter and a displayed one. Return the number of options."""
    n = 0
    for space in range(TRACK):
        if state.players[state.active].counters[space] != NONE:
            for place in range(state.counters_displayed):
                n = add(opts, n, Kind.EXCHANGE, space, place, 0)
    return n


@rule
def do_exchange(state, rules, option):
    """D28; HOS-17.18: Exchange the counters and finish the action."""
    exchange_counter(state, rules, state.active, option.a, option.b)
    state.pending_step = PendingStep.FINISH_ACTION


@rule
def offer_recycling(state, rules, opts):
    """D29; HOS-17.21: List the face-down counters, or done after the first one. Return the number of options."""
    player = state.players[state.active]
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    for space in range(TRACK):
        if player.counters[space] != NONE and player.up[space] == 0:
            n = add(opts, n, Kind.RECYCLE, space, 0, 0)
    return n


@rule
def do_recycling(state, rules, option):
    """D29; HOS-17.21: Turn a counter front up. Finish the action after done, the last counter or the maximum."""
    if option.kind == Kind.RECYCLE:
        state.players[state.active].up[option.a] = 1
        state.number += 1
    enough = state.number >= rules.amount[Card.RECYCLING_PLANT] or face_down_counters(state, state.active) == 0
    if option.kind == Kind.DONE or enough:
        state.pending_step = PendingStep.FINISH_ACTION


@rule
def offer_scouting(state, rules, opts):
    """D30; HOS-17.24: List the systems that may be scouted. Return the number of options."""
    n = 0
    for space in range(rules.spaces):
        if is_habitable(state, rules, space) and may_scout(state, rules, state.active, space):
            n = add(opts, n, Kind.SCOUT, space, 0, 0)
    return n


@rule
def do_scouting(state, rules, option):
    """D30; HOS-17.24: Scout a system and finish the action."""
    scout(state, rules, state.active, option.a)
    state.pending_step = PendingStep.FINISH_ACTION


@rule
def offer_terraforming(state, rules, opts):
    """D34; HOS-17.31: List the outposts that may be terra-formed. Return the number of options."""
    n = 0
    for space in range(rules.spaces):
        if may_terraform(state, rules, state.active, space):
            n = add(opts, n, Kind.TERRAFORM, space, 0, 0)
    return n


@rule
def do_terraforming(state, rules, option):
    """D34; HOS-17.31, A20: Choose the outpost that becomes a colony and ask for the payment."""
    state.target = option.a
    state.piece = Marker.COLONY
    demand(state, Resource.POPULATION, rules.terraform_population)
    charge(state, state.active, PendingStep.SETTLE)
