"""E-9: the decisions about a withdrawal from a combat: number of ships, leader."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import ships_of_side, side_of
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.departure import offer_leader
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.number import add_number, half
from starbalance.simulator.games.four_thousand_ad_leaders.leader import possible_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision, Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.four_thousand_ad_leaders.withdrawal import withdraw
from starbalance.simulator.games.star_field.field import NONE


@rule
def offer_withdrawal(state, rules, opts):
    """FAL-17.1; E-9: List the options: no withdrawal, or a few of the possible numbers of ships.

    Return the number of options.
    """
    most = ships_of_side(state, side_of(state, state.actor))
    n = add_number(opts, 0, Kind.WITHDRAW, 0, 0, most)
    n = add_number(opts, n, Kind.WITHDRAW, half(most), 0, most)
    n = add_number(opts, n, Kind.WITHDRAW, most - 1, 0, most)
    return add_number(opts, n, Kind.WITHDRAW, most, 0, most)


@rule
def do_withdrawal(state, rules, option):
    state.pending_step = PendingStep.RETREAT
    if option.a == 0:
        state.retreats += 1
        return
    state.embarked = option.a
    if possible_leaders(state, rules, state.actor):
        ask(state, Decision.ESCORT, state.actor)
    else:
        withdraw(state, rules, state.actor, NONE)


@rule
def offer_escort(state, rules, opts):
    """FAL-17.5: List the options: no leader, or a card of the hand. Return the number of options."""
    return offer_leader(state, rules, opts)


@rule
def do_escort(state, rules, option):
    withdraw(state, rules, state.actor, option.a)
    state.pending_step = PendingStep.RETREAT
