"""Departures: the ships that may leave a star, and the departure itself."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import launch, record_landed
from starbalance.simulator.games.four_thousand_ad_leaders.leader import open_cards, take_along
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import is_hop, sector


@rule
def ships_ready(state, rules, seat, star):
    """FAL-10.1, FAL-10.7, A-04: Return how many ships of a seat may leave a star: those that have not hopped this turn.

    With `hop_chain`, all may leave, but none while an enemy is at the star.
    """
    ships = state.players[seat].ships[star]
    if rules.hop_chain:
        return 0 if ships > 0 and enemy_at(state, rules, seat, star) != NONE else ships
    return ships - state.moved[star]


@rule
def depart(state, rules, seat, leader):
    """FAL-10.1, FAL-10.5, FAL-10.6, FAL-10.8: Carry out the prepared departure, with a leader or NONE."""
    star, target, ships = state.star, state.target, state.embarked
    player = state.players[seat]
    player.departures += 1
    if is_hop(star, target):
        hop(state, seat, star, target, ships, leader)
    else:
        launch(state, seat, star, ships, leader, target)
    take_along(state, rules, seat, leader)
    state.star = NONE
    state.target = NONE
    state.embarked = 0


@rule
def hop(state, seat, star, target, ships, leader):
    """FAL-10.6, FAL-10.8: Move ships to the other star of the sector at once."""
    player = state.players[seat]
    player.ships[star] -= ships
    player.ships[target] += ships
    player.hops += 1
    state.moved[star] = min(state.moved[star], player.ships[star])
    state.moved[target] += ships
    state.hops_used += 1
    record_landed(state, target, leader, sector(star), open_cards(state, seat))
