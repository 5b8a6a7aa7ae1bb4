"""The withdrawal from a combat: its conditions, and the departure of the fleet."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import enemy_side, seat_of, ships_of_side, side_of
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import has_free_warp, launch
from starbalance.simulator.games.four_thousand_ad_leaders.leader import take_along
from starbalance.simulator.games.four_thousand_ad_leaders.state import DEFENDER
from starbalance.simulator.games.star_field.field import NONE


@rule
def side_to_retreat(state):
    """FAL-17.1, FAL-17.3, FAL-17.9: Return the next side that may withdraw.

    The loser comes before the victor; after a tie the Defender comes before the Attacker.
    """
    first = DEFENDER if state.victor == NONE else enemy_side(state.victor)
    return first if state.retreats == 0 else enemy_side(first)


@rule
def may_withdraw(state, rules, side):
    """FAL-17.1, FAL-17.2, FAL-17.3, FAL-17.6: Return whether a side may withdraw.

    It needs ships and a free warp, as the victor also that no enemy ship is left.
    """
    if ships_of_side(state, side) == 0 or not has_free_warp(state, rules, seat_of(state, side)):
        return False
    return side != state.victor or ships_of_side(state, enemy_side(side)) == 0


@rule
def withdraw(state, rules, seat, leader):
    """FAL-17.5, FAL-17.7: Withdraw the chosen ships into warp, with a leader or NONE."""
    launch(state, seat, state.star, state.embarked, leader, NONE)
    take_along(state, rules, seat, leader)
    state.players[seat].withdrawals += 1
    state.withdrew[side_of(state, seat)] = 1
    state.embarked = 0
    state.retreats += 1
