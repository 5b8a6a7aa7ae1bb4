"""Arrivals: the stars that a fleet can reach, and its landing."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import clear_fleet, clear_landed, record_landed
from starbalance.simulator.games.four_thousand_ad_leaders.leader import return_to_hand
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.star_field.field import COUNTS, NONE


@rule
def stars_in_reach(rules, fleet):
    """FAL-11.2, FAL-11.5: Return how many stars are at the distance of a fleet's square; 0 on the entry square."""
    if fleet.square == 0 or fleet.square + 1 > COUNTS:
        return 0
    return rules.number_at[fleet.sector, fleet.square + 1]


@rule
def star_in_reach(rules, fleet, k):
    """FAL-11.2: Return the `k`-th star at the distance of a fleet's square."""
    return rules.stars_at[fleet.sector, fleet.square + 1, k]


@rule
def next_to_arrive(state, rules, seat):
    """FAL-11.3: Return the slot of the first fleet that can arrive and was not asked yet, or NONE."""
    for slot in range(FLEETS):
        fleet = state.players[seat].fleets[slot]
        if fleet.ships > 0 and (state.stayed >> slot) & 1 == 0 and stars_in_reach(rules, fleet) > 0:
            return slot
    return NONE


@rule
def moves_with(rules, fleet, other):
    """A-26: Return whether two fleets must arrive together or stay together."""
    return rules.square_moves_together == 1 and fleet.sector == other.sector and fleet.square == other.square


@rule
def group_of(state, rules, seat, slot):
    """A-26: Return the fleets that share the decision on one fleet, as bits."""
    fleets, group = state.players[seat].fleets, 1 << slot
    for other in range(FLEETS):
        if fleets[other].ships > 0 and moves_with(rules, fleets[slot], fleets[other]):
            group |= 1 << other
    return group


@rule
def arrive(state, seat, slot, star):
    """FAL-11.4, FAL-11.7: Move all ships of a fleet to a star, and remember the landed fleet."""
    fleet = state.players[seat].fleets[slot]
    state.players[seat].ships[star] += fleet.ships
    record_landed(state, star, fleet.leader, fleet.sector, fleet.barred)
    clear_fleet(state, seat, slot)


@rule
def land(state, rules, seat):
    """FAL-11.6, A-29: Put the leaders of landed fleets that meet no enemy back into the hand.

    The records of these fleets are cleared.
    """
    for slot in range(FLEETS):
        fleet = state.landed[slot]
        if fleet.star != NONE and enemy_at(state, rules, seat, fleet.star) == NONE:
            return_to_hand(state, seat, fleet.leader)
            clear_landed(state, slot)
