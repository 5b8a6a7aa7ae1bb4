"""Joint arrivals of several fleets: the warps that can join, and whether the force may fight."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.battle import may_come_out
from starbalance.simulator.games.four_thousand_ad.movement import count_from
from starbalance.simulator.games.four_thousand_ad.occupation import ATTACK, are_friends, defence, entry, is_living
from starbalance.simulator.games.four_thousand_ad.rules import SPACES, WARPS
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Decision
from starbalance.simulator.games.star_field.field import NONE


@rule
def bit(owner, slot, seat):
    """Return the bit of a warp in `joined` and `answered`: warps of the moving seat first, then the partner's."""
    return 1 << (slot if owner == seat else WARPS + slot)


@rule
def can_join(state, rules, owner, slot, seat, partner, star):
    """FAD-8.5, FAD-17.5, FAD-18.12: Return whether a warp reaches the star if it advances this turn.

    It must not carry ships of a third player.
    """
    warp = state.players[owner].warps[slot]
    if warp.space == 0 or warp.advanced or count_from(rules, warp, star) != warp.space + 1:
        return False
    return warp.lent == 0 or warp.partner == seat or warp.partner == partner


@rule
def candidates(state, rules, owner, seat, partner, star):
    """Return the warps of an owner that can join the arrival at a star, as bits of `joined`."""
    warps = 0
    for slot in range(WARPS):
        if can_join(state, rules, owner, slot, seat, partner, star):
            warps |= bit(owner, slot, seat)
    return warps


@rule
def load(state, seat, partner, warps):
    """Return (ships of the seat, ships of the partner) in a set of warps, given as bits of `joined`."""
    own, lent = 0, 0
    for slot in range(WARPS):
        if warps & bit(seat, slot, seat):
            warp = state.players[seat].warps[slot]
            own += warp.ships
            lent += warp.lent
        if partner >= 0 and warps & bit(partner, slot, seat):
            warp = state.players[partner].warps[slot]
            lent += warp.ships
            own += warp.lent
    return own, lent


@rule
def force(state, seat, partner, warps):
    """Return all ships in a set of warps, given as bits of `joined`."""
    own, lent = load(state, seat, partner, warps)
    return own + lent


@rule
def is_joint_target(state, rules, seat, partner, star):
    """D-10: Return whether warps of both allies can reach an enemy star now and would take it together."""
    theirs = candidates(state, rules, partner, seat, partner, star)
    if theirs == 0 or entry(state, rules, seat, partner, star) != ATTACK:
        return False
    both = theirs | candidates(state, rules, seat, seat, partner, star)
    return force(state, seat, partner, both) > defence(state, rules, seat, partner, star)


@rule
def first_candidate(state, rules, seat, partner, star):
    """Return the lowest slot of the seat's warps that can join, or NONE."""
    for slot in range(WARPS):
        if can_join(state, rules, seat, slot, seat, partner, star):
            return slot
    return NONE


@rule
def is_joint_arrival(state, rules, seat, slot, partner, star):
    """D-10: Return whether a star is a joint target and this warp is the seat's first that can join.

    The second condition lists each target once.
    """
    if first_candidate(state, rules, seat, partner, star) != slot:
        return False
    return is_joint_target(state, rules, seat, partner, star)


@rule
def has_joint_arrival(state, rules, seat):
    """Return whether a seat can propose a joint arrival with an ally."""
    for partner in range(rules.seats):
        if can_be_asked(state, rules, seat, partner):
            for slot in range(WARPS):
                warp = state.players[seat].warps[slot]
                if 0 < warp.space < SPACES and warp.advanced == 0:
                    for k in range(rules.number_at[warp.sector, warp.space + 1]):
                        star = rules.stars_at[warp.sector, warp.space + 1, k]
                        if is_joint_arrival(state, rules, seat, slot, partner, star):
                            return True
    return False


@rule
def can_be_asked(state, rules, seat, partner):
    """Return whether `partner` is a living ally of the seat."""
    return partner != seat and is_living(state, partner) and are_friends(state, rules, seat, partner)


@rule
def all_candidates(state, rules):
    """Return all warps that can join the arrival in preparation or have joined it, as bits of `joined`."""
    seat, partner, star = state.active, state.partner, state.star
    warps = state.joined | candidates(state, rules, seat, seat, partner, star)
    if state.warp == NONE:
        warps |= candidates(state, rules, partner, seat, partner, star)
    return warps


@rule
def next_candidate(state, rules):
    """Return the lowest bit number of a warp not yet asked, or NONE if all have answered."""
    left = all_candidates(state, rules) & ~state.answered
    for place in range(2 * WARPS):
        if (left >> place) & 1:
            return place
    return NONE


@rule
def has_joined(state, owner):
    """Return whether a warp of the owner (the active seat or its partner) has joined the arrival in preparation."""
    first = 0 if owner == state.active else WARPS
    return (state.joined >> first) & ((1 << WARPS) - 1) != 0


@rule
def can_come_out_together(state, rules, warps):
    """FAD-14.9: Return whether a set of warps may fight at the star in question.

    A joint arrival needs warps of both allies.
    """
    seat, partner, star = state.active, state.partner, state.star
    if state.warp == NONE and warps >> WARPS == 0:
        return False
    return may_come_out(rules, force(state, seat, partner, warps), defence(state, rules, seat, partner, star))


@rule
def partner_of_force(state, rules, seat, slot, star):
    """A-31: Return the one ally whose lent ships the warps of a joint force may carry, or NONE.

    It is the lender to this warp, otherwise to another warp of the seat that reaches the star this turn.
    """
    if state.players[seat].warps[slot].partner >= 0:
        return state.players[seat].warps[slot].partner
    for warp in state.players[seat].warps:
        if warp.space > 0 and warp.advanced == 0 and warp.partner >= 0:
            if count_from(rules, warp, star) == warp.space + 1:
                return warp.partner
    return NONE


@rule
def can_combine(state, rules, seat, slot, star):
    """FAD-8.5, FAD-14.8: Return whether another warp of the seat reaches the same enemy star this turn."""
    partner = partner_of_force(state, rules, seat, slot, star)
    if candidates(state, rules, seat, seat, partner, star) == 0:
        return False
    return entry(state, rules, seat, partner, star) == ATTACK


@rule
def ask_next_candidate(state, rules):
    """FAD-8.5, D-10: Ask the owner of the next warp that could join. Do nothing if no warp is left."""
    place = next_candidate(state, rules)
    if place != NONE:
        ask(state, Decision.JOIN, state.active if place < WARPS else state.partner)


@rule
def start_joint_arrival(state, rules, star, partner, joined):
    """FAD-8.5, FAD-17.3: Start the questions about a joint arrival at a star, with the warps that have `joined`."""
    state.star = star
    state.partner = partner
    state.joined = joined
    state.answered = joined
    ask_next_candidate(state, rules)
