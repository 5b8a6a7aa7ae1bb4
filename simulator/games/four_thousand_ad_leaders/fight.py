"""The steps of a combat (FAL-12.2). Each leads to a decision or to the next step."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import (
    begin_combat,
    begin_round,
    both_sides_remain,
    compulsory_leaders,
    count_fleets,
    discard_leaders,
    end_combat,
    enemy_side,
    reveal_attackers,
    seat_of,
)
from starbalance.simulator.games.four_thousand_ad_leaders.leader import possible_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import can_add, resolve_texts
from starbalance.simulator.games.four_thousand_ad_leaders.losses import (
    determine_victor,
    least_loss,
    most_loss,
    take_losses,
    tie_losses,
)
from starbalance.simulator.games.four_thousand_ad_leaders.rules import LossChooser, UseWindows
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, Decision, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.four_thousand_ad_leaders.use_card import can_supply
from starbalance.simulator.games.four_thousand_ad_leaders.withdrawal import may_withdraw, side_to_retreat
from starbalance.simulator.games.star_field.field import NONE


@rule
def run_combat_step(state, rules):
    """FAL-12.2: Run the step of the combat round that is due."""
    pending_step = state.pending_step
    if pending_step == PendingStep.ROUND:
        begin_round(state, rules)
        state.pending_step = PendingStep.REINFORCE
    elif pending_step == PendingStep.REINFORCE:
        next_reinforcement(state, rules)
    elif pending_step == PendingStep.COUNT:
        count_and_attack(state, rules)
    elif pending_step == PendingStep.DEFENCE:
        ask_defender(state, rules)
    elif pending_step == PendingStep.REVEAL:
        reveal_attackers(state)
        state.side = ATTACKER
        state.pending_step = PendingStep.EXTRA
    elif pending_step == PendingStep.EXTRA:
        next_extra(state, rules)
    elif pending_step == PendingStep.RESOLVE:
        resolve_texts(state, rules)
        determine_victor(state, rules)
        state.pending_step = PendingStep.LOSE
    elif pending_step == PendingStep.LOSE:
        settle_losses(state, rules)
    elif pending_step == PendingStep.RETREAT:
        next_retreat(state, rules)
    else:
        finish_round(state, rules)


@rule
def start_combat(state, rules, star):
    """FAL-12.2, FAL-12.5: Begin a combat at a star with its first round."""
    begin_combat(state, rules, star)
    state.pending_step = PendingStep.ROUND


@rule
def next_reinforcement(state, rules):
    """FAL-22.12, A-22: Ask the Attacker, then the Defender, for new ships before the count, if they can supply any.

    When no side is left, go to the count.
    """
    while state.side <= enemy_side(ATTACKER) and rules.use_windows == UseWindows.LISTED:
        seat = seat_of(state, state.side)
        if can_supply(state, rules, seat):
            ask(state, Decision.SUPPLY, seat)
            return
        state.side += 1
    state.pending_step = PendingStep.COUNT


@rule
def count_and_attack(state, rules):
    """FAL-13.1, FAL-14.2, FAL-14.3: Count the ships, then set the Attacker's leaders or ask for a secret choice."""
    count_fleets(state)
    sent = compulsory_leaders(state, rules)
    if sent == NONE:
        ask(state, Decision.ATTACK, state.active)
    else:
        state.sent = sent
        state.pending_step = PendingStep.DEFENCE


@rule
def ask_defender(state, rules):
    """FAL-14.1: Ask the Defender for a leader from the hand, or go to the reveal if no card may lead."""
    if possible_leaders(state, rules, state.defender):
        ask(state, Decision.DEFENCE, state.defender)
    else:
        state.pending_step = PendingStep.REVEAL


@rule
def next_extra(state, rules):
    """FAL-9.4, FAL-22.15: Ask the Attacker, then the Defender, for an extra card after the reveal, if they have one.

    When no side is left, go to the texts and totals.
    """
    while state.side <= enemy_side(ATTACKER):
        seat = seat_of(state, state.side)
        if can_add(state, rules, seat):
            ask(state, Decision.EXTRA, seat)
            return
        state.side += 1
    state.pending_step = PendingStep.RESOLVE


@rule
def settle_losses(state, rules):
    """FAL-15.2, FAL-16.1: Ask the victor for the loss k, or take the losses of a tie or of the only possible k."""
    state.pending_step = PendingStep.RETREAT
    if state.victor == NONE:
        tie_losses(state, rules)
        return
    most = most_loss(state, rules)
    if rules.loss_chooser == LossChooser.ALL or most <= least_loss(state, rules):
        take_losses(state, rules, most)
    else:
        ask(state, Decision.LOSSES, seat_of(state, state.victor))


@rule
def next_retreat(state, rules):
    """FAL-17.1, FAL-17.2, FAL-17.3, FAL-17.9: Ask each side that may withdraw, one after the other.

    When no side is left, go to the end of the round.
    """
    while state.retreats < 2:
        side = side_to_retreat(state)
        if may_withdraw(state, rules, side):
            ask(state, Decision.WITHDRAWAL, seat_of(state, side))
            return
        state.retreats += 1
    state.pending_step = PendingStep.AFTERMATH


@rule
def finish_round(state, rules):
    """FAL-17.4, FAL-18.1, FAL-18.2: Discard the leaders, then start another round or end the combat."""
    discard_leaders(state, rules)
    if both_sides_remain(state):
        state.pending_step = PendingStep.ROUND
    else:
        end_combat(state, rules)
        state.pending_step = PendingStep.COMBATS
