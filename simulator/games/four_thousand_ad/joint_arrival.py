"""Several fleets that come out together: who can join, and whether the force may fight."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.battle import may_come_out
from starbalance.simulator.games.four_thousand_ad.movement import count_from
from starbalance.simulator.games.four_thousand_ad.occupation import ATTACK, are_friends, defence, entry, is_living
from starbalance.simulator.games.four_thousand_ad.rules import SPACES, WARPS
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Phase
from starbalance.simulator.games.star_field.field import NONE


@rule
def bit(owner, slot, seat):
    """The bit of a warp in `joined` and `asked`: warps of the moving seat first, then the partner's."""
    return 1 << (slot if owner == seat else WARPS + slot)


@rule
def can_join(state, rules, owner, slot, seat, partner, star):
    """A warp that would reach the star when pushed this turn and carries nobody else's ships.

    FAD-8.5, FAD-17.5, FAD-18.12.
    """
    warp = state.players[owner].warps[slot]
    if warp.space == 0 or warp.advanced or count_from(rules, warp, star) != warp.space + 1:
        return False
    return warp.lent == 0 or warp.partner == seat or warp.partner == partner


@rule
def candidates(state, rules, owner, seat, partner, star):
    """The warps of an owner that can join, as bits of `joined`."""
    found = 0
    for slot in range(WARPS):
        if can_join(state, rules, owner, slot, seat, partner, star):
            found |= bit(owner, slot, seat)
    return found


@rule
def load(state, seat, partner, warps):
    """(ships of the seat, ships of the partner) in a set of warps given as bits of `joined`."""
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
    own, lent = load(state, seat, partner, warps)
    return own + lent


@rule
def is_joint_target(state, rules, seat, partner, star):
    """D-10: an enemy star that warps of both allies can reach now and that all of them together would take."""
    theirs = candidates(state, rules, partner, seat, partner, star)
    if theirs == 0 or entry(state, rules, seat, partner, star) != ATTACK:
        return False
    both = theirs | candidates(state, rules, seat, seat, partner, star)
    return force(state, seat, partner, both) > defence(state, rules, seat, partner, star)


@rule
def first_candidate(state, rules, seat, partner, star):
    """The lowest slot of the seat's warps that can join, NONE if none can."""
    for slot in range(WARPS):
        if can_join(state, rules, seat, slot, seat, partner, star):
            return slot
    return NONE


@rule
def is_joint_arrival(state, rules, seat, slot, partner, star):
    """D-10: a joint target for which this warp is the seat's first that can join (so that it is listed once)."""
    if first_candidate(state, rules, seat, partner, star) != slot:
        return False
    return is_joint_target(state, rules, seat, partner, star)


@rule
def has_joint_arrival(state, rules, seat):
    """Whether a joint arrival with an ally can be proposed."""
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
    """Whether the other is a living ally."""
    return partner != seat and is_living(state, partner) and are_friends(state, rules, seat, partner)


@rule
def all_candidates(state, rules):
    """Every warp that can be asked to join the arrival in preparation, those that have joined included."""
    seat, partner, star = state.active, state.partner, state.star
    found = state.joined | candidates(state, rules, seat, seat, partner, star)
    if state.warp == NONE:
        found |= candidates(state, rules, partner, seat, partner, star)
    return found


@rule
def next_candidate(state, rules):
    """The lowest bit among the warps not yet asked, NONE when all have answered."""
    left = all_candidates(state, rules) & ~state.asked
    for place in range(2 * WARPS):
        if (left >> place) & 1:
            return place
    return NONE


@rule
def has_joined(state, owner):
    """Whether a warp of the owner takes part."""
    first = 0 if owner == state.active else WARPS
    return (state.joined >> first) & ((1 << WARPS) - 1) != 0


@rule
def can_come_out_together(state, rules, warps):
    """FAD-14.9: whether a set of warps may fight at the star in question; a joint arrival needs both allies."""
    seat, partner, star = state.active, state.partner, state.star
    if state.warp == NONE and warps >> WARPS == 0:
        return False
    return may_come_out(rules, force(state, seat, partner, warps), defence(state, rules, seat, partner, star))


@rule
def partner_of_force(state, rules, seat, slot, star):
    """A-31: the one ally whose lent ships the warps of a seat that come out together may carry."""
    if state.players[seat].warps[slot].partner >= 0:
        return state.players[seat].warps[slot].partner
    for warp in state.players[seat].warps:
        if warp.space > 0 and warp.advanced == 0 and warp.partner >= 0:
            if count_from(rules, warp, star) == warp.space + 1:
                return warp.partner
    return NONE


@rule
def can_combine(state, rules, seat, slot, star):
    """FAD-8.5, FAD-14.8: an enemy star that another warp of the seat reaches on this turn too."""
    partner = partner_of_force(state, rules, seat, slot, star)
    if candidates(state, rules, seat, seat, partner, star) == 0:
        return False
    return entry(state, rules, seat, partner, star) == ATTACK


@rule
def ask_next_candidate(state, rules):
    """FAD-8.5, D-10: asks the next warp that could join, if there is one."""
    place = next_candidate(state, rules)
    if place != NONE:
        ask(state, Phase.JOIN, state.active if place < WARPS else state.partner)


@rule
def muster(state, rules, star, partner, joined):
    """FAD-8.5, FAD-17.3: begins to ask who comes out together at a star."""
    state.star = star
    state.partner = partner
    state.joined = joined
    state.asked = joined
    ask_next_candidate(state, rules)
