"""Decisions about a joint arrival: the proposal, and the answer of each warp."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.arrival import arrive_together
from starbalance.simulator.games.four_thousand_ad.joint_arrival import (
    all_candidates,
    ask_next_candidate,
    bit,
    can_be_asked,
    can_come_out_together,
    has_joined,
    is_joint_arrival,
    next_candidate,
    start_joint_arrival,
)
from starbalance.simulator.games.four_thousand_ad.rules import SPACES, WARPS
from starbalance.simulator.games.four_thousand_ad.stage import next_stage
from starbalance.simulator.games.four_thousand_ad.state import Kind
from starbalance.simulator.games.star_field.field import NONE


@rule
def offer_joint_arrival(state, rules, opts):
    """D-10; FAD-17.3, FAD-18.12: List the options: no, or an enemy star that the seat and an ally would take together.

    Return the number of options.
    """
    seat = state.active
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for partner in range(rules.seats):
        if can_be_asked(state, rules, seat, partner):
            for slot in range(WARPS):
                n = _joint_arrivals_of_warp(state, rules, seat, partner, slot, opts, n)
    return n


@rule
def _joint_arrivals_of_warp(state, rules, seat, partner, slot, opts, n):
    warp = state.players[seat].warps[slot]
    if warp.space == 0 or warp.space >= SPACES or warp.advanced:
        return n
    sector, space = warp.sector, warp.space + 1
    for k in range(rules.number_at[sector, space]):
        star = rules.stars_at[sector, space, k]
        if is_joint_arrival(state, rules, seat, slot, partner, star):
            n = add(opts, n, Kind.COMBINE, NONE, star, partner)
    return n


@rule
def do_joint_arrival(state, rules, option):
    """D-10; FAD-17.3: Start a joint arrival, or go to the next stage after a no."""
    if option.kind == Kind.COMBINE:
        start_joint_arrival(state, rules, option.b, option.c, 0)
    else:
        next_stage(state)


@rule
def offer_join(state, rules, opts):
    """D-1, D-10; FAD-14.9: List the options of a warp: stand by, join. The last answer must leave a legal force.

    Return the number of options.
    """
    place = next_candidate(state, rules)
    joined, answered = state.joined, state.answered
    last = all_candidates(state, rules) & ~(answered | (1 << place)) == 0
    may_join = not last or can_come_out_together(state, rules, joined | (1 << place))
    may_stand_by = not last or can_come_out_together(state, rules, joined) or not may_join
    if state.warp == NONE:
        owners_last = all_candidates(state, rules) & ~(answered | (1 << place)) & ((1 << WARPS) - 1) == 0
        if place < WARPS and owners_last and not has_joined(state, state.active):
            may_stand_by = False
        if place >= WARPS and not has_joined(state, state.partner):
            may_stand_by = True
    slot = place % WARPS
    owner = state.active if place < WARPS else state.partner
    n = add(opts, 0, Kind.STAND_BY, slot, owner, 0) if may_stand_by else 0
    return add(opts, n, Kind.JOIN, slot, owner, 0) if may_join else n


@rule
def do_join(state, rules, option):
    """D-1, D-10; FAD-8.5, FAD-17.3: Record the answer of a warp. After the last, the force arrives or disbands."""
    answering = bit(option.b, option.a, state.active)
    state.answered |= answering
    if option.kind == Kind.JOIN:
        state.joined |= answering
    if next_candidate(state, rules) != NONE:
        ask_next_candidate(state, rules)
        return
    is_enough, has_one_owner = can_come_out_together(state, rules, state.joined), state.warp >= 0
    state.warp = NONE
    if is_enough:
        arrive_together(state, rules)
    elif not has_one_owner:
        next_stage(state)
