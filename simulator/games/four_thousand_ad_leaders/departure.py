"""Departures: which ships may go, how many are offered, and how they go."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import has_landed, launch
from starbalance.simulator.games.four_thousand_ad_leaders.leader import lying_open, take_along
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import enemy_at
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import is_hop, sector


@rule
def ready(state, rules, seat, star):
    """FAL-10.1, FAL-10.7, A-04: the ships at a star that may depart."""
    ships = state.players[seat].ships[star]
    if rules.hop_chain:
        return 0 if ships > 0 and enemy_at(state, rules, seat, star) != NONE else ships
    return ships - state.moved[star]


@rule
def depart(state, rules, seat, leader):
    """FAL-10.1, FAL-10.5, FAL-10.6, FAL-10.8: the departure in question, with a leader or NONE."""
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
    """FAL-10.6, FAL-10.8: the ships stand at the other star of the sector at once."""
    player = state.players[seat]
    player.ships[star] -= ships
    player.ships[target] += ships
    player.hops += 1
    state.moved[star] = min(state.moved[star], player.ships[star])
    state.moved[target] += ships
    state.hops_used += 1
    has_landed(state, target, leader, sector(star), lying_open(state, seat))
