"""Arrivals from hyperspace: by a single warp, by a hop, or with several fleets together."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.alliance import reveal
from starbalance.simulator.games.four_thousand_ad.battle import fight, may_come_out
from starbalance.simulator.games.four_thousand_ad.ending import end_if_two_homes_taken
from starbalance.simulator.games.four_thousand_ad.joint_arrival import has_joined, load
from starbalance.simulator.games.four_thousand_ad.movement import remove_warp
from starbalance.simulator.games.four_thousand_ad.occupation import (
    ATTACK,
    OPEN,
    are_friends,
    defence,
    entry,
    lowest,
    members,
    occupants,
    occupy,
    permission_needed_of,
    update_possession,
)
from starbalance.simulator.games.four_thousand_ad.rules import WARPS
from starbalance.simulator.games.four_thousand_ad.shared_star import ask_for_resources, award_star
from starbalance.simulator.games.star_field.field import NONE


@rule
def may_arrive(state, rules, seat, partner, star, ships):
    """FAD-10.1, FAD-14.4, FAD-18.2: Return whether a fleet of `ships` may arrive at a star.

    An attack needs a sufficient force. Entry without a battle needs an owner of the home that has not refused it.
    """
    kind = entry(state, rules, seat, partner, star)
    if kind == OPEN:
        owner = permission_needed_of(state, rules, seat, star)
        return owner == NONE or (state.refused >> owner) & 1 == 0
    return kind == ATTACK and may_come_out(rules, ships, defence(state, rules, seat, partner, star))


@rule
def arrive(state, rules, seat, partner, star, own, lent):
    """FAD-10.1, FAD-10.2, FAD-10.3, FAD-10.4, FAD-10.5: Place the ships of a seat and of an ally at a star.

    They fight any enemy first.
    """
    fought = entry(state, rules, seat, partner, star) == ATTACK
    if fought:
        own, lent = fight(state, rules, seat, partner, star, own, lent)
    before = occupants(state, rules, star)
    _settle(state, rules, seat, star, own, fought)
    if partner >= 0:
        _settle(state, rules, partner, star, lent, fought)
    _share(state, rules, star, before)


@rule
def _settle(state, rules, seat, star, ships, fought):
    if ships > 0:
        occupy(state, rules, seat, star, ships)
        if fought:
            state.players[seat].locked[star] += ships


@rule
def _share(state, rules, star, before):
    """FAD-18.3, FAD-18.4, FAD-18.5, FAD-24.2: Update the possession of a home; end the game if two homes are taken.

    If two allies newly share the star, reveal their alliance and ask how they divide its resources.
    """
    seats = occupants(state, rules, star)
    first = lowest(seats)
    second = lowest(seats & ~(1 << first)) if first >= 0 else NONE
    newly_shared = second >= 0 and members(before) <= 1 and are_friends(state, rules, first, second)
    if newly_shared and state.since[star] == state.turn:
        award_star(state, rules, star, first, second)
    update_possession(state, rules, star)
    end_if_two_homes_taken(state, rules)
    if newly_shared and not state.over:
        reveal(state, first, second)
        ask_for_resources(state, rules, star)


@rule
def arrive_from_warp(state, rules, seat, slot, star):
    """FAD-8.3: Remove a single warp from the path and place its ships at a star."""
    warp = state.players[seat].warps[slot]
    own, lent, partner = warp.ships, warp.lent, warp.partner
    remove_warp(state, seat, slot)
    arrive(state, rules, seat, partner, star, own, lent)


@rule
def arrive_together(state, rules):
    """FAD-8.5, FAD-17.3, FAD-18.12: Remove the warps that joined, and let their ships arrive as one force."""
    seat, partner, star, joined = state.active, state.partner, state.star, state.joined
    own, lent = load(state, seat, partner, joined)
    state.combined += 1 if number_of_warps(joined) > 1 else 0
    state.joint += 1 if has_joined(state, partner) and partner >= 0 else 0
    for slot in range(WARPS):
        if (joined >> slot) & 1:
            remove_warp(state, seat, slot)
        if (joined >> (WARPS + slot)) & 1:
            remove_warp(state, partner, slot)
    arrive(state, rules, seat, partner if lent > 0 else NONE, star, own, lent)


@rule
def number_of_warps(joined):
    """Return how many warps a set has, given as bits of `joined`."""
    number = 0
    for place in range(2 * WARPS):
        number += (joined >> place) & 1
    return number
