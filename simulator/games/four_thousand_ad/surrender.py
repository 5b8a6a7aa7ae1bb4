"""The surrender of the ships of an eliminated player."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import remove_warp
from starbalance.simulator.games.four_thousand_ad.occupation import (
    lowest,
    occupants,
    occupy,
    owner_of_home,
    possesses_home,
    update_possession,
)
from starbalance.simulator.games.four_thousand_ad.rules import WARPS, SurrenderExit
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def warp_to_surrender(state, seat):
    """FAD-22.3: Return the slot of the next warp that must leave hyperspace, or NONE."""
    for slot in range(WARPS):
        if state.players[seat].warps[slot].space > 0:
            return slot
    return NONE


@rule
def may_surrender_at(state, rules, warp, seat, star):
    """A-30: Return whether a warp may surrender at a star; with lent ships only at a star without third players."""
    allowed = 1 << seat
    if warp.lent == 0:
        return True
    return occupants(state, rules, star) & ~(allowed | (1 << warp.partner)) == 0


@rule
def exits_anywhere(rules, warp):
    """A-06: Return whether a warp may surrender at any star of the board."""
    return rules.surrender_exit == SurrenderExit.ANY_STAR or rules.number_at[warp.sector, warp.space] == 0


@rule
def surrender_warp(state, rules, seat, slot, star):
    """FAD-22.3, FAD-22.4, FAD-22.5, A-07, A-27, A-30: Surrender a warp of an eliminated player at a star.

    There is no battle. An heir at the star takes the ships over at once. A star of NONE means that they are lost.
    """
    warp = state.players[seat].warps[slot]
    own, lent, partner = warp.ships, warp.lent, warp.partner
    remove_warp(state, seat, slot)
    if star == NONE:
        state.players[seat].lost += own
        state.players[partner].lost += lent
        return
    heir = partner if lent > 0 else heir_at(state, rules, seat, star)
    if heir >= 0:
        occupy(state, rules, heir, star, own + lent)
        state.players[heir].inherited += own
    elif state.players[seat].ships[star] > 0:
        state.players[seat].ships[star] += own
    else:
        state.surrendered[star] += own
    update_possession(state, rules, star)


@rule
def heir_at(state, rules, seat, star):
    """FAD-22.5, A-27, A-31: Return the seat that takes over an eliminated player's ships at a star at once, or NONE."""
    others = occupants(state, rules, star) & ~(1 << seat)
    if others:
        first = state.first[star]
        return first if (others >> first) & 1 else lowest(others)
    owner = owner_of_home(state, rules, star)
    empty = state.players[seat].ships[star] == 0 and state.surrendered[star] == 0
    if owner >= 0 and empty and possesses_home(state, owner):
        return owner
    return NONE


@rule
def surrender_fleets(state, rules, seat):
    """FAD-22.4, FAD-22.5, A-30: Surrender all fleets of an eliminated player at their stars.

    An heir at a star takes the fleet over at once. Ships lent to other players become theirs.
    """
    player = state.players[seat]
    for star in range(STARS):
        ships = player.ships[star]
        if ships > 0:
            heir = heir_at(state, rules, seat, star)
            player.ships[star] = 0
            player.locked[star] = 0
            if heir >= 0:
                state.players[heir].ships[star] += ships
                state.players[heir].inherited += ships
                state.first[star] = heir
            else:
                state.surrendered[star] += ships
            update_possession(state, rules, star)
    _give_up_loans(state, rules, seat)


@rule
def _give_up_loans(state, rules, seat):
    for other in range(rules.seats):
        for warp in state.players[other].warps:
            if warp.space > 0 and warp.lent > 0 and warp.partner == seat:
                warp.ships += warp.lent
                state.players[other].inherited += warp.lent
                warp.lent = 0
                warp.partner = NONE
