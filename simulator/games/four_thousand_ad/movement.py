"""Journeys: warps on the hyperspace paths, and the ships that can depart."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.rules import SPACES, WARPS, LockScope, LostRule
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import sector


@rule
def count_from(rules, warp, star):
    """FAD-5.4: Return the space on which a warp can arrive at the star."""
    return rules.count[warp.sector, sector(star)]


@rule
def warps_in_use(state, seat):
    """FAD-3.8: Return how many warps of a seat are on its path."""
    number = 0
    for warp in state.players[seat].warps:
        if warp.space > 0:
            number += 1
    return number


@rule
def has_free_warp(state, rules, seat):
    """FAD-8.6, FAD-8.8; A-16: Return whether a seat has a free warp; an agreed withdrawal may use the spare warp."""
    return warps_in_use(state, seat) < rules.max_warps or state.players[seat].duty == 1


@rule
def free_slot(state, seat):
    """FAD-8.6, A-16: Return the first slot of a seat without a warp on the path, or NONE if all are in use."""
    free = NONE
    for slot in range(WARPS - 1, -1, -1):
        if state.players[seat].warps[slot].space == 0:
            free = slot
    return free


@rule
def leading_warp(state, seat):
    """FAD-8.1: Return the slot of the foremost warp not yet advanced this turn, or NONE."""
    best, space = NONE, 0
    for slot in range(WARPS):
        warp = state.players[seat].warps[slot]
        if warp.space > space and warp.advanced == 0:
            best, space = slot, warp.space
    return best


@rule
def is_lost(rules, warp):
    """FAD-5.5, A-03: Return whether a warp is beyond the farthest sector (or, by `lost_rule`, off the track)."""
    if rules.lost_rule == LostRule.ECC:
        return warp.space > rules.farthest[warp.sector]
    return warp.space > SPACES


@rule
def advance(state, rules, seat, slot):
    """FAD-5.1, FAD-8.1: Advance a warp by one space and return whether it is still on the path.

    A lost warp leaves the path with all its ships.
    """
    player = state.players[seat]
    warp = player.warps[slot]
    warp.space += 1
    warp.advanced = 1
    if not is_lost(rules, warp):
        return True
    player.lost += warp.ships
    if warp.partner >= 0:
        state.players[warp.partner].lost += warp.lent
    remove_warp(state, seat, slot)
    return False


@rule
def remove_warp(state, seat, slot):
    """FAD-8.3: Remove a warp from the path and clear its record."""
    warp = state.players[seat].warps[slot]
    warp.space = 0
    warp.sector = 0
    warp.ships = 0
    warp.lent = 0
    warp.partner = NONE
    warp.advanced = 0
    warp.target = NONE


@rule
def launch(state, seat, star, ships, lent, partner, target):
    """FAD-9.1: Put a free warp of the seat with the ships of a departure on space 1, bound for `target`."""
    warp = state.players[seat].warps[free_slot(state, seat)]
    warp.space = 1
    warp.sector = sector(star)
    warp.ships = ships
    warp.lent = lent
    warp.partner = partner if lent > 0 else NONE
    warp.advanced = 1
    warp.target = target


@rule
def ships_ready(state, rules, seat, star):
    """FAD-10.3, A-10: Return how many ships of a seat may leave a star: ships that fought this turn stay.

    By LockScope.STAR, no ship may leave a star with ships that fought.
    """
    player = state.players[seat]
    if rules.lock_scope == LockScope.STAR and player.locked[star] > 0:
        return 0
    return player.ships[star] - player.locked[star]


@rule
def end_of_advance(state, seat):
    """I-5: Mark the warps of a seat as not yet advanced."""
    for slot in range(WARPS):
        state.players[seat].warps[slot].advanced = 0


@rule
def unlock(state, seat):
    """FAD-10.3: Let the ships that fought on the last turn depart again."""
    for star in range(STARS):
        state.players[seat].locked[star] = 0
