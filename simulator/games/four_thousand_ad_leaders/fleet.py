"""Fleets in warp: their tracks, and what is lost in hyperspace."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.leader import lying_open, remove, return_to_hand
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, LostRule
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import sector


@rule
def distance(rules, start, star):
    """FAL-11.1: sector steps from a sector to that of a star, the first being 0."""
    return rules.count[start, sector(star)] - 1


@rule
def fleets_in_warp(state, seat):
    """FAL-10.4"""
    number = 0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0:
            number += 1
    return number


@rule
def has_free_warp(state, rules, seat):
    """FAL-10.4, FAL-10.6, FAL-17.6, FAL-17.8: fleets in warp, and hops of the turn of the seat on turn."""
    hops = state.hops_used if seat == state.active else 0
    return fleets_in_warp(state, seat) + hops < rules.max_fleets


@rule
def furthest_square(rules, start):
    """FAL-9.2, A-24: the last square before a fleet that left the sector is lost."""
    if rules.lost_rule == LostRule.ECC:
        return min(rules.track_length, rules.farthest[start] - 1)
    return rules.track_length


@rule
def launch(state, seat, star, ships, leader, target):
    """FAL-10.1, FAL-10.2, FAL-10.3, FAL-17.5: ships leave a star as one fleet on the entry, the leader with it."""
    player = state.players[seat]
    player.ships[star] -= ships
    for slot in range(FLEETS):
        fleet = player.fleets[slot]
        if fleet.ships == 0:
            fleet.ships = ships
            fleet.square = 0
            fleet.sector = sector(star)
            fleet.leader = leader
            fleet.barred = lying_open(state, seat)
            fleet.target = target
            return


@rule
def clear_fleet(state, seat, slot):
    """The fleet is no longer in warp."""
    fleet = state.players[seat].fleets[slot]
    fleet.ships = 0
    fleet.square = 0
    fleet.sector = 0
    fleet.leader = NONE
    fleet.barred = 0
    fleet.target = NONE


@rule
def advance_fleets(state, rules, seat):
    """FAL-1.4, FAL-9.1, FAL-9.2, FAL-9.3, FAL-9.5: every fleet goes on by a square; some are lost in hyperspace."""
    player = state.players[seat]
    for slot in range(FLEETS):
        fleet = player.fleets[slot]
        if fleet.ships > 0:
            fleet.square += 1
            if fleet.square > furthest_square(rules, fleet.sector):
                lose_fleet(state, seat, slot)


@rule
def lose_fleet(state, seat, slot):
    """FAL-9.2, FAL-9.3"""
    fleet = state.players[seat].fleets[slot]
    leader = fleet.leader
    state.players[seat].lost += fleet.ships
    clear_fleet(state, seat, slot)
    if leader != NONE:
        remove(state, seat, leader)


@rule
def recall_fleet(state, seat, slot, star):
    """FAL-22.14: a fleet stands at a star again, its leader in the hand."""
    fleet = state.players[seat].fleets[slot]
    state.players[seat].ships[star] += fleet.ships
    return_to_hand(state, seat, fleet.leader)
    clear_fleet(state, seat, slot)


@rule
def has_landed(state, star, leader, sector_left, barred):
    """FAL-11.6, FAL-13.1: a fleet that hopped or arrived is remembered until its combat is over."""
    for fleet in state.landed:
        if fleet.star == NONE:
            fleet.star = star
            fleet.leader = leader
            fleet.sector = sector_left
            fleet.barred = barred
            return


@rule
def forget_landed(state, slot):
    """The fleet is one with the ships at its star."""
    fleet = state.landed[slot]
    fleet.star = NONE
    fleet.leader = NONE
    fleet.sector = 0
    fleet.barred = 0
