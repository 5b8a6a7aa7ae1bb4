"""Fleets in warp: their tracks, and their loss in hyperspace."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.leader import open_cards, remove, return_to_hand
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, LostRule
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import sector


@rule
def distance(rules, start, star):
    """FAL-11.1: Return the sector steps from a sector to the sector of a star; 0 in the same sector."""
    return rules.count[start, sector(star)] - 1


@rule
def fleets_in_warp(state, seat):
    """FAL-10.4: Return the number of fleets of a seat in warp."""
    number = 0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0:
            number += 1
    return number


@rule
def has_free_warp(state, rules, seat):
    """FAL-10.4, FAL-10.6, FAL-17.6, FAL-17.8: Return whether a seat may put one more fleet in warp.

    Hops of this turn count for the seat on turn.
    """
    hops = state.hops_used if seat == state.active else 0
    return fleets_in_warp(state, seat) + hops < rules.max_fleets


@rule
def furthest_square(rules, start):
    """FAL-9.2, A-24: Return the last square on which a fleet from a sector is not yet lost."""
    if rules.lost_rule == LostRule.ECC:
        return min(rules.track_length, rules.farthest[start] - 1)
    return rules.track_length


@rule
def launch(state, seat, star, ships, leader, target):
    """FAL-10.1, FAL-10.2, FAL-10.3, FAL-17.5: Move ships from a star to the entry square as a fleet with its leader."""
    player = state.players[seat]
    player.ships[star] -= ships
    for slot in range(FLEETS):
        fleet = player.fleets[slot]
        if fleet.ships == 0:
            fleet.ships = ships
            fleet.square = 0
            fleet.sector = sector(star)
            fleet.leader = leader
            fleet.barred = open_cards(state, seat)
            fleet.target = target
            return


@rule
def clear_fleet(state, seat, slot):
    """Remove a fleet from warp and clear its record."""
    fleet = state.players[seat].fleets[slot]
    fleet.ships = 0
    fleet.square = 0
    fleet.sector = 0
    fleet.leader = NONE
    fleet.barred = 0
    fleet.target = NONE


@rule
def advance_fleets(state, rules, seat):
    """FAL-1.4, FAL-9.1, FAL-9.2, FAL-9.3, FAL-9.5: Advance each fleet of a seat by a square; lose the overdue ones."""
    player = state.players[seat]
    for slot in range(FLEETS):
        fleet = player.fleets[slot]
        if fleet.ships > 0:
            fleet.square += 1
            if fleet.square > furthest_square(rules, fleet.sector):
                lose_fleet(state, seat, slot)


@rule
def lose_fleet(state, seat, slot):
    """FAL-9.2, FAL-9.3: Lose a fleet in hyperspace, with its ships and its leader."""
    fleet = state.players[seat].fleets[slot]
    leader = fleet.leader
    state.players[seat].lost += fleet.ships
    clear_fleet(state, seat, slot)
    if leader != NONE:
        remove(state, seat, leader)


@rule
def recall_fleet(state, seat, slot, star):
    """FAL-22.14: Move the ships of a fleet back to a star and its leader back to the hand."""
    fleet = state.players[seat].fleets[slot]
    state.players[seat].ships[star] += fleet.ships
    return_to_hand(state, seat, fleet.leader)
    clear_fleet(state, seat, slot)


@rule
def record_landed(state, star, leader, sector_left, barred):
    """FAL-11.6, FAL-13.1: Remember a fleet that hopped or arrived until its combat is over."""
    for fleet in state.landed:
        if fleet.star == NONE:
            fleet.star = star
            fleet.leader = leader
            fleet.sector = sector_left
            fleet.barred = barred
            return


@rule
def clear_landed(state, slot):
    """Clear the record of a landed fleet; its ships stay at the star."""
    fleet = state.landed[slot]
    fleet.star = NONE
    fleet.leader = NONE
    fleet.sector = 0
    fleet.barred = 0
