"""Arrivals: where a fleet may come out, and what happens when all have."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import clear_fleet, forget_landed, has_landed
from starbalance.simulator.games.four_thousand_ad_leaders.leader import return_to_hand
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.star_field.field import COUNTS, NONE


@rule
def stars_in_reach(rules, fleet):
    """FAL-11.2, FAL-11.5: how many stars are at the distance of a fleet's square."""
    if fleet.square == 0 or fleet.square + 1 > COUNTS:
        return 0
    return rules.number_at[fleet.sector, fleet.square + 1]


@rule
def star_in_reach(rules, fleet, k):
    """FAL-11.2: the k-th of them."""
    return rules.stars_at[fleet.sector, fleet.square + 1, k]


@rule
def next_to_arrive(state, rules, seat):
    """FAL-11.3: the first fleet that can arrive and was not asked yet, NONE if there is none."""
    for slot in range(FLEETS):
        fleet = state.players[seat].fleets[slot]
        if fleet.ships > 0 and (state.stayed >> slot) & 1 == 0 and stars_in_reach(rules, fleet) > 0:
            return slot
    return NONE


@rule
def moves_with(rules, fleet, other):
    """A-26: whether two fleets arrive together or stay together."""
    return rules.square_moves_together == 1 and fleet.sector == other.sector and fleet.square == other.square


@rule
def group_of(state, rules, seat, slot):
    """A-26: the fleets that a decision on one concerns, as bits."""
    fleets, found = state.players[seat].fleets, 1 << slot
    for other in range(FLEETS):
        if fleets[other].ships > 0 and moves_with(rules, fleets[slot], fleets[other]):
            found |= 1 << other
    return found


@rule
def arrive(state, seat, slot, star):
    """FAL-11.4, FAL-11.7: all ships of a fleet stand at one star."""
    fleet = state.players[seat].fleets[slot]
    state.players[seat].ships[star] += fleet.ships
    has_landed(state, star, fleet.leader, fleet.sector, fleet.barred)
    clear_fleet(state, seat, slot)


@rule
def land(state, rules, seat):
    """FAL-11.6, A-29: leaders of fleets that meet no enemy return to the hand."""
    for slot in range(FLEETS):
        fleet = state.landed[slot]
        if fleet.star != NONE and enemy_at(state, rules, seat, fleet.star) == NONE:
            return_to_hand(state, seat, fleet.leader)
            forget_landed(state, slot)
