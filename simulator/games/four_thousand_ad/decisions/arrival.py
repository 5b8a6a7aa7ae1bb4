"""Decisions about the arrival of one warp, and about the permission to enter the home of an ally."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.arrival import arrive_from_warp, may_arrive
from starbalance.simulator.games.four_thousand_ad.decisions.answer import no_or_yes
from starbalance.simulator.games.four_thousand_ad.joint_arrival import (
    bit,
    can_combine,
    partner_of_force,
    start_joint_arrival,
)
from starbalance.simulator.games.four_thousand_ad.occupation import permission_needed_of
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Decision, Kind
from starbalance.simulator.games.star_field.field import NONE


@rule
def offer_arrival(state, rules, opts):
    """D-1; FAD-5.4, FAD-5.6, FAD-8.2, FAD-8.3: List the options of a warp.

    It stays in hyperspace, or arrives at a star at its count, as a single warp or with other warps.
    Return the number of options.
    """
    seat, slot = state.active, state.warp
    warp = state.players[seat].warps[slot]
    sector, space, ships, partner = warp.sector, warp.space, warp.ships + warp.lent, warp.partner
    n = add(opts, 0, Kind.CONTINUE, slot, 0, 0)
    in_reach = rules.number_at[sector, space] if space <= SPACES else 0
    for k in range(in_reach):
        star = rules.stars_at[sector, space, k]
        if may_arrive(state, rules, seat, partner, star, ships):
            n = add(opts, n, Kind.ARRIVE, slot, star, 0)
        if can_combine(state, rules, seat, slot, star):
            n = add(opts, n, Kind.COMBINE, slot, star, partner_of_force(state, rules, seat, slot, star))
    return n


@rule
def do_arrival(state, rules, option):
    """D-1; FAD-8.2, FAD-8.3, FAD-8.5, FAD-18.2: Leave the warp in hyperspace, or let it arrive.

    An entry into the home of an ally first asks for permission, a combined arrival first asks the other warps.
    """
    seat, slot, star = state.active, option.a, option.b
    if option.kind == Kind.COMBINE:
        start_joint_arrival(state, rules, star, option.c, bit(seat, slot, seat))
        return
    arrives = option.kind == Kind.ARRIVE
    owner = permission_needed_of(state, rules, seat, star) if arrives else NONE
    if owner >= 0:
        state.star = star
        ask(state, Decision.PERMISSION, owner)
        return
    state.warp = NONE
    if arrives:
        arrive_from_warp(state, rules, seat, slot, star)


@rule
def offer_permission(state, rules, opts):
    """D-7; FAD-18.2: List the answers of the ally: no or yes. Return the number of options."""
    return no_or_yes(opts)


@rule
def do_permission(state, rules, option):
    """D-7; FAD-18.2: Continue the arrival or the hop of the active seat after a yes.

    After a no, note the refusal in `state.refused`, and the active seat decides again.
    """
    seat, star, slot = state.active, state.star, state.warp
    if option.kind == Kind.NO:
        state.refused |= 1 << state.actor
    elif slot == NONE:
        ask(state, Decision.SHIPS, seat)
    else:
        state.warp = NONE
        arrive_from_warp(state, rules, seat, slot, star)
