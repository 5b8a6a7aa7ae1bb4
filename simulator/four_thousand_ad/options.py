"""What is legal now: one small function per decision. Section 6 of RULES.md lists the decisions D-1 to D-14."""

from starbalance.simulator.four_thousand_ad.alliance import (
    all_candidates,
    can_be_asked,
    can_come_out_together,
    candidates,
    has_joined,
    is_joint_arrival,
    lendable,
    next_candidate,
)
from starbalance.simulator.four_thousand_ad.arrival import may_arrive
from starbalance.simulator.four_thousand_ad.battle import may_come_out
from starbalance.simulator.four_thousand_ad.elimination import exits_anywhere, may_surrender_at, warp_to_surrender
from starbalance.simulator.four_thousand_ad.movement import has_free_warp, is_hop, may_depart
from starbalance.simulator.four_thousand_ad.occupation import (
    ATTACK,
    OPEN,
    are_friends,
    companion,
    defence,
    entry,
    is_living,
    permission_needed_of,
)
from starbalance.simulator.four_thousand_ad.state import (
    MAX_OPTIONS,
    NONE,
    SIG,
    SPACES,
    STARS,
    WARPS,
    Kind,
    Phase,
    Share,
)
from starbalance.simulator.kernel import add, kernel, rule


@rule
def _yes_or_no(opts):
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.YES, 0, 0, 0)


@rule
def partner_of_force(state, rules, seat, slot, star):
    """A-31: the one ally whose lent ships the warps of a seat that come out together may carry."""
    if state.players[seat].warps[slot].partner >= 0:
        return state.players[seat].warps[slot].partner
    for warp in state.players[seat].warps:
        if warp.space > 0 and warp.advanced == 0 and warp.partner >= 0:
            if rules.count[warp.sector, star >> 1] == warp.space + 1:
                return warp.partner
    return NONE


@rule
def can_combine(state, rules, seat, slot, star):
    """FAD-8.5, 14.8: an enemy star that another warp of the seat reaches on this turn too."""
    partner = partner_of_force(state, rules, seat, slot, star)
    if candidates(state, rules, seat, seat, partner, star) == 0:
        return False
    return entry(state, rules, seat, partner, star) == ATTACK


@rule
def arrivals(state, rules, opts):
    """D-1; FAD-5.4, 5.6, 8.2, 8.3: stay in hyperspace, or come out at a star at the warp's count, alone or combined."""
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
def joint_arrivals(state, rules, opts):
    """D-10; FAD-17.3, 18.12: none, or an enemy star that warps of this seat and of an ally would take together."""
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
def joins(state, rules, opts):
    """D-1, D-10; FAD-14.9: whether one more warp takes part; the last answer must leave a force that may come out."""
    place = next_candidate(state, rules)
    joined, asked = state.joined, state.asked
    last = all_candidates(state, rules) & ~(asked | (1 << place)) == 0
    with_it = not last or can_come_out_together(state, rules, joined | (1 << place))
    without = not last or can_come_out_together(state, rules, joined) or not with_it
    if state.warp == NONE:
        owners_last = all_candidates(state, rules) & ~(asked | (1 << place)) & ((1 << WARPS) - 1) == 0
        if place < WARPS and owners_last and not has_joined(state, state.active):
            without = False
        if place >= WARPS and not has_joined(state, state.partner):
            without = True
    slot = place % WARPS
    owner = state.active if place < WARPS else state.partner
    n = add(opts, 0, Kind.STAND_BY, slot, owner, 0) if without else 0
    return add(opts, n, Kind.JOIN, slot, owner, 0) if with_it else n


@rule
def shares(opts):
    """D-9; FAD-18.4."""
    n = add(opts, 0, Kind.ASSIGN, Share.FIRST, 0, 0)
    n = add(opts, n, Kind.ASSIGN, Share.SECOND, 0, 0)
    return add(opts, n, Kind.ASSIGN, Share.ALTERNATE, 0, 0)


@rule
def may_hop(state, rules, seat, star):
    """D-3; FAD-9.3, 14.4: whether some number of ships may go to the other star of the sector."""
    target = companion(star)
    lent = lendable(state, rules, seat, star)[1]
    kind = entry(state, rules, seat, NONE, target)
    if kind == OPEN:
        owner = permission_needed_of(state, rules, seat, target)
        return owner == NONE or (state.refused >> owner) & 1 == 0
    if kind != ATTACK:
        return False
    against = defence(state, rules, seat, NONE, target)
    most = may_depart(state, rules, seat, star) + lent
    if state.players[seat].duty:
        return may_come_out(rules, most, against)
    return may_come_out(rules, most, against) or (rules.allow_inferior_arrival == 1 and against > 1)


@rule
def departures(state, rules, opts):
    """D-2; FAD-8.6: no departure, or the star it starts from. FAD-22.10: a duty to withdraw comes first."""
    seat = state.active
    player = state.players[seat]
    if player.duty:
        return add(opts, 0, Kind.DEPART, state.players[player.truce].home, 0, 0)
    n = add(opts, 0, Kind.STAY, 0, 0, 0)
    anywhere = has_free_warp(state, rules, seat)
    for star in range(STARS):
        if player.ships[star] > 0 and may_depart(state, rules, seat, star) > 0:
            if anywhere or may_hop(state, rules, seat, star):
                n = add(opts, n, Kind.DEPART, star, 0, 0)
    return n


@rule
def destinations(state, rules, opts):
    """D-2, D-3; FAD-4.1, 9.2, 9.3: the other star of the sector at once, or any other as the private plan of a warp."""
    seat, source, n = state.active, state.star, 0
    if may_hop(state, rules, seat, source):
        n = add(opts, n, Kind.HEAD_FOR, companion(source), 0, 0)
    if has_free_warp(state, rules, seat):
        for star in range(STARS):
            if star >> 1 != source >> 1:
                n = add(opts, n, Kind.HEAD_FOR, star, 0, 0)
    return n


@rule
def may_embark(state, rules, seat, star, ships, lent):
    """FAD-14.4: whether a departure of so many own ships can still come to a legal hop with up to `lent` ones."""
    target = state.destination
    if not is_hop(star, target) or entry(state, rules, seat, NONE, target) != ATTACK:
        return True
    against = defence(state, rules, seat, NONE, target)
    return may_come_out(rules, ships, against) or (lent > 0 and may_come_out(rules, ships + lent, against))


@rule
def fleets(state, rules, opts):
    """D-2; FAD-8.6: the number of own ships; all when withdrawing. A stack too large to list lacks its middle."""
    seat, star = state.active, state.star
    ships = may_depart(state, rules, seat, star)
    lent = lendable(state, rules, seat, star)[1]
    if state.players[seat].duty:
        return add(opts, 0, Kind.EMBARK, ships, 0, 0)
    n = 0
    for number in range(1, ships + 1):
        listed = number <= MAX_OPTIONS // 2 or ships - number < MAX_OPTIONS // 2
        if listed and may_embark(state, rules, seat, star, number, lent):
            n = add(opts, n, Kind.EMBARK, number, 0, 0)
    return n


@rule
def loans(state, rules, opts):
    """D-8; FAD-18.8: how many ships the ally lends; all of them when withdrawing (A-35)."""
    seat, star = state.active, state.star
    most = lendable(state, rules, seat, star)[1]
    if state.players[seat].duty:
        return add(opts, 0, Kind.LEND, most, 0, 0)
    n = 0
    for number in range(most + 1):
        listed = number < MAX_OPTIONS // 2 or most - number < MAX_OPTIONS // 2
        if listed and may_embark(state, rules, seat, star, state.embarked + number, 0):
            n = add(opts, n, Kind.LEND, number, 0, 0)
    return n


@rule
def exits(state, rules, opts):
    """D-4; FAD-22.3, A-06, A-30: where a warp of the eliminated player comes out; nowhere means that it is lost."""
    seat, n = state.actor, 0
    slot = warp_to_surrender(state, seat)
    warp = state.players[seat].warps[slot]
    anywhere = exits_anywhere(rules, warp)
    for star in range(STARS):
        in_reach = anywhere or rules.count[warp.sector, star >> 1] == warp.space
        if in_reach and may_surrender_at(state, rules, warp, seat, star):
            n = add(opts, n, Kind.SURRENDER, slot, star, 0)
    return n if n > 0 else add(opts, 0, Kind.SURRENDER, slot, NONE, 0)


@rule
def negotiations(state, rules, opts):
    """D-13; FAD-24.1: nothing, propose an alliance (once a turn), or end one."""
    seat = state.active
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for other in range(rules.seats):
        if other != seat and is_living(state, other):
            if are_friends(state, rules, seat, other):
                n = add(opts, n, Kind.END_ALLIANCE, other, 0, 0)
            elif state.proposed == 0:
                n = add(opts, n, Kind.PROPOSE, other, 0, 0)
    return n


@kernel(SIG["options"])
def options(state, rules, opts):
    """The options of the pending decision, at most MAX_OPTIONS; their number."""
    phase = state.phase
    if phase == Phase.ARRIVAL:
        return arrivals(state, rules, opts)
    if phase == Phase.DEPARTURE:
        return departures(state, rules, opts)
    if phase == Phase.DESTINATION:
        return destinations(state, rules, opts)
    if phase == Phase.SHIPS:
        return fleets(state, rules, opts)
    if phase == Phase.JOINT_ARRIVAL:
        return joint_arrivals(state, rules, opts)
    if phase == Phase.JOIN:
        return joins(state, rules, opts)
    if phase == Phase.RESOURCES:
        return shares(opts)
    if phase == Phase.LOAN:
        return loans(state, rules, opts)
    if phase == Phase.SURRENDER:
        return exits(state, rules, opts)
    if phase == Phase.ALLIANCE:
        return negotiations(state, rules, opts)
    return _yes_or_no(opts)
