"""Co-operation: joint arrivals, shared stars, loans, and alliances among independents."""

from starbalance.simulator.four_thousand_ad.battle import may_come_out
from starbalance.simulator.four_thousand_ad.movement import count_from, may_depart
from starbalance.simulator.four_thousand_ad.occupation import (
    ATTACK,
    are_friends,
    defence,
    entry,
    is_living,
    lowest,
    members,
    occupants,
    possesses_home,
)
from starbalance.simulator.four_thousand_ad.production import draws
from starbalance.simulator.four_thousand_ad.state import HOMES, NONE, SPACES, STARS, WARPS, Ended, Phase
from starbalance.simulator.kernel import rule


@rule
def bit(owner, slot, seat):
    """The bit of a warp in `joined` and `asked`: warps of the moving seat first, then the partner's."""
    return 1 << (slot if owner == seat else WARPS + slot)


@rule
def can_join(state, rules, owner, slot, seat, partner, star):
    """FAD-8.5, 17.5, 18.12: a warp that would reach the star when pushed this turn and carries nobody else's ships."""
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
def gain_from(state, rules, seat, star):
    """A-09: what the star adds to (the seat's pairs, its scarcer symbol), as one comparable number."""
    population, materials = 0, 0
    for other in range(STARS):
        if other != star and state.players[seat].ships[other] > 0 and draws(state, rules, seat, other):
            population += state.population[other]
            materials += state.materials[other]
    if possesses_home(state, seat) and state.players[seat].ships[state.players[seat].home] == 0:
        population += state.population[state.players[seat].home]
        materials += state.materials[state.players[seat].home]
    more, others = state.population[star], state.materials[star]
    pairs = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    return 2 * pairs + scarce


@rule
def award_star(state, rules, star, seat, other):
    """FAD-18.5, A-09: of two allies who came on one turn, the one who gains more draws; equal: the earlier in turn."""
    ours, theirs = gain_from(state, rules, seat, star), gain_from(state, rules, other, star)
    state.first[star] = seat if ours > theirs or (ours == theirs and comes_before(state, seat, other)) else other


@rule
def comes_before(state, seat, other):
    for each in state.order:
        if each == seat:
            return True
        if each == other:
            return False
    return False


@rule
def reveal(state, seat, other):
    """FAD-24.2: a co-operative action shows the alliance."""
    pair = (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))
    state.revealed |= pair & state.allied


@rule
def ally_with(state, seat, other):
    """FAD-24.1: the two are allied."""
    state.allied |= (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))


@rule
def ask_for_resources(state, rules, star):
    """FAD-18.4, D-9: at a star that two have just come to share, who draws it asks himself how to divide it."""
    if state.population[star] + state.materials[star] == 0:
        return False
    there = occupants(state, rules, star)
    first = lowest(there)
    second = lowest(there & ~(1 << first))
    state.phase = Phase.RESOURCES
    state.star = star
    state.actor = first if draws(state, rules, first, star) else second
    return True


@rule
def lendable(state, rules, seat, star):
    """FAD-18.8: (ally, ships) that could go along with a departure; (NONE, 0) from a star not shared with an ally."""
    there = occupants(state, rules, star) & ~(1 << seat)
    other = lowest(there)
    if other < 0 or members(there) > 1 or not are_friends(state, rules, seat, other):
        return NONE, 0
    return other, may_depart(state, rules, other, star)


@rule
def _side_of(rules, controller):
    return rules.side[controller] if controller >= 0 else NONE


@rule
def has_taken_two_homes(state, rules, side):
    """FAD-19.1, FAD-19.5: the side holds both enemy homes (and its own, if the option asks for it)."""
    for seat in range(rules.seats):
        held = _side_of(rules, state.players[seat].controller)
        wanted = rules.side[seat] != side or rules.alliance_win_needs_own_homes == 1
        if wanted and held != side:
            return False
    return True


@rule
def end_if_two_homes_taken(state, rules):
    """FAD-19.1: the game is over as soon as the second enemy home is captured."""
    if rules.alliances == 0 or state.over:
        return
    for side in range(2):
        if has_taken_two_homes(state, rules, side):
            win_for_side(state, rules, side, Ended.TWO_HOMES)


@rule
def win_for_side(state, rules, side, ended):
    """FAD-19.1: half of the credit for each home of the side."""
    state.over = 1
    state.ended = ended
    for seat in range(rules.seats):
        state.credit[seat] = 0.5 if rules.side[seat] == side else 0.0
