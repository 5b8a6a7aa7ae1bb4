"""The steps of a combat (FAL-12.2), each of which leads to a decision or to the next."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import (
    begin_combat,
    begin_round,
    compulsory_leaders,
    count_fleets,
    discard_leaders,
    end_combat,
    enemy_side,
    goes_on,
    reveal_attackers,
    seat_of,
)
from starbalance.simulator.games.four_thousand_ad_leaders.leader import who_may_lead
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import can_add, resolve_texts
from starbalance.simulator.games.four_thousand_ad_leaders.losses import (
    determine_victor,
    least_loss,
    most_loss,
    take_losses,
    tie_losses,
)
from starbalance.simulator.games.four_thousand_ad_leaders.rules import LossChooser, UseWindows
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, Phase, Then
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.four_thousand_ad_leaders.use_card import can_supply
from starbalance.simulator.games.four_thousand_ad_leaders.withdrawal import may_withdraw, side_to_retreat
from starbalance.simulator.games.star_field.field import NONE


@rule
def run_combat_step(state, rules):
    """FAL-12.2: the step of the round that is due."""
    then = state.then
    if then == Then.ROUND:
        begin_round(state, rules)
        state.then = Then.REINFORCE
    elif then == Then.REINFORCE:
        next_reinforcement(state, rules)
    elif then == Then.COUNT:
        count_and_attack(state, rules)
    elif then == Then.DEFENCE:
        ask_defender(state, rules)
    elif then == Then.REVEAL:
        reveal_attackers(state)
        state.side = ATTACKER
        state.then = Then.EXTRA
    elif then == Then.EXTRA:
        next_extra(state, rules)
    elif then == Then.RESOLVE:
        resolve_texts(state, rules)
        determine_victor(state, rules)
        state.then = Then.LOSE
    elif then == Then.LOSE:
        settle_losses(state, rules)
    elif then == Then.RETREAT:
        next_retreat(state, rules)
    else:
        finish_round(state, rules)


@rule
def start_combat(state, rules, star):
    """FAL-12.2, FAL-12.5"""
    begin_combat(state, rules, star)
    state.then = Then.ROUND


@rule
def next_reinforcement(state, rules):
    """FAL-22.12, A-22: the Attacker, then the Defender may bring new ships before the count."""
    while state.side <= enemy_side(ATTACKER) and rules.use_windows == UseWindows.LISTED:
        seat = seat_of(state, state.side)
        if can_supply(state, rules, seat):
            ask(state, Phase.SUPPLY, seat)
            return
        state.side += 1
    state.then = Then.COUNT


@rule
def count_and_attack(state, rules):
    """FAL-13.1, FAL-14.2, FAL-14.3: ships are counted; the Attacker's leaders are known, or one is chosen in secret."""
    count_fleets(state)
    sent = compulsory_leaders(state, rules)
    if sent == NONE:
        ask(state, Phase.ATTACK, state.active)
    else:
        state.sent = sent
        state.then = Then.DEFENCE


@rule
def ask_defender(state, rules):
    """FAL-14.1: the Defender may choose a leader from the hand."""
    if who_may_lead(state, rules, state.defender):
        ask(state, Phase.DEFENCE, state.defender)
    else:
        state.then = Then.REVEAL


@rule
def next_extra(state, rules):
    """FAL-9.4, FAL-22.15: after the reveal the Attacker, then the Defender may add a card."""
    while state.side <= enemy_side(ATTACKER):
        seat = seat_of(state, state.side)
        if can_add(state, rules, seat):
            ask(state, Phase.EXTRA, seat)
            return
        state.side += 1
    state.then = Then.RESOLVE


@rule
def settle_losses(state, rules):
    """FAL-15.2, FAL-16.1: nothing after a tie; else the victor names k, unless only one is possible."""
    state.then = Then.RETREAT
    if state.victor == NONE:
        tie_losses(state, rules)
        return
    most = most_loss(state, rules)
    if rules.loss_chooser == LossChooser.ALL or most <= least_loss(state, rules):
        take_losses(state, rules, most)
    else:
        ask(state, Phase.LOSSES, seat_of(state, state.victor))


@rule
def next_retreat(state, rules):
    """FAL-17.1, FAL-17.2, FAL-17.3, FAL-17.9: asks who may withdraw, one after the other."""
    while state.retreats < 2:
        side = side_to_retreat(state)
        if may_withdraw(state, rules, side):
            ask(state, Phase.WITHDRAWAL, seat_of(state, side))
            return
        state.retreats += 1
    state.then = Then.AFTERMATH


@rule
def finish_round(state, rules):
    """FAL-17.4, FAL-18.1, FAL-18.2: leaders are discarded; another round, or the combat is over."""
    discard_leaders(state, rules)
    if goes_on(state):
        state.then = Then.ROUND
    else:
        end_combat(state, rules)
        state.then = Then.COMBATS
