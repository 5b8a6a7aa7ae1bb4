"""The order of play: the steps of a turn. Each leads to a decision or to the next step."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.arrival import land, next_to_arrive
from starbalance.simulator.games.four_thousand_ad_leaders.combat import contested_stars
from starbalance.simulator.games.four_thousand_ad_leaders.departure import ships_ready
from starbalance.simulator.games.four_thousand_ad_leaders.ending import end_round, has_enough, win_outright
from starbalance.simulator.games.four_thousand_ad_leaders.fight import start_combat
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import advance_fleets, has_free_warp
from starbalance.simulator.games.four_thousand_ad_leaders.objective import (
    claim,
    may_claim,
    next_open_claim,
    show_and_claim,
)
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import next_seat
from starbalance.simulator.games.four_thousand_ad_leaders.production import new_ships
from starbalance.simulator.games.four_thousand_ad_leaders.rules import WinCheck
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision, Ended, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.four_thousand_ad_leaders.task import judge_tasks
from starbalance.simulator.games.four_thousand_ad_leaders.use_card import can_recall, can_shift, can_supply, can_swap
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.production import is_production_round


@rule
def run_step(state, rules):
    """FAL-7.1, FAL-8.6, FAL-8.7, FAL-10.9: Run the step of the turn that is due. Combats are in fight.py."""
    pending_step = state.pending_step
    if pending_step == PendingStep.DEPART:
        next_departure(state, rules)
    elif pending_step == PendingStep.ARRIVE:
        next_arrival(state, rules)
    elif pending_step == PendingStep.LAND:
        land(state, rules, state.active)
        state.pending_step = PendingStep.COMBATS
    elif pending_step == PendingStep.COMBATS:
        next_combat(state, rules)
    elif pending_step == PendingStep.END:
        end_turn(state, rules)
    elif pending_step == PendingStep.BEGIN:
        begin_turn(state, rules)
    elif pending_step == PendingStep.ADVANCE:
        advance_fleets(state, rules, state.active)
        state.pending_step = PendingStep.SHIFT
    elif pending_step >= PendingStep.SWAP:
        run_claim(state, rules)
    else:
        run_window(state, rules)


@rule
def begin_turn(state, rules):
    """FAL-7.1, FAL-7.2: Begin a turn and clear the records of the last turn."""
    next_turn(state)
    player = state.players[state.active]
    state.hops_used = 0
    state.stayed = 0
    state.moved[:] = 0
    player.killed = 0
    player.attack_wins = 0
    player.sources = 0
    for seat in range(rules.seats):
        state.players[seat].reused = 0
    state.pending_step = PendingStep.BUILD


@rule
def run_window(state, rules):
    """FAL-7.1, FAL-7.3, FAL-8.1, FAL-22.12, FAL-22.13, FAL-22.14: Ask for production or for a Use ability.

    The step due names which. If it is not possible, go to the next step.
    """
    pending_step, seat = state.pending_step, state.active
    state.pending_step = pending_step + 1
    if pending_step == PendingStep.BUILD:
        if is_production_round(state, rules) and new_ships(state, rules, seat) > 0:
            ask(state, Decision.BUILD, seat)
    elif pending_step == PendingStep.SUPPLY:
        if can_supply(state, rules, seat):
            ask(state, Decision.SUPPLY, seat)
    elif pending_step == PendingStep.SHIFT:
        if can_shift(state, rules, seat):
            ask(state, Decision.SHIFT, seat)
    elif pending_step == PendingStep.RECALL:
        if can_recall(state, rules, seat):
            ask(state, Decision.RECALL, seat)


@rule
def can_depart(state, rules, seat):
    """FAL-10.1, FAL-10.4: Return whether a seat has a free warp and ships that may leave a star."""
    if has_free_warp(state, rules, seat):
        for star in range(STARS):
            if ships_ready(state, rules, seat, star) > 0:
                return True
    return False


@rule
def next_departure(state, rules):
    """FAL-10.1, FAL-10.4, FAL-10.6: Ask for a departure while one is possible, then go to the arrivals."""
    if can_depart(state, rules, state.active):
        ask(state, Decision.SOURCE, state.active)
    else:
        state.pending_step = PendingStep.ARRIVE


@rule
def next_arrival(state, rules):
    """FAL-11.3: Ask for the arrival of the next fleet that can arrive, or go to the landing if there is none."""
    slot = next_to_arrive(state, rules, state.active)
    if slot == NONE:
        state.pending_step = PendingStep.LAND
    else:
        state.fleet = slot
        ask(state, Decision.ARRIVAL, state.active)


@rule
def next_combat(state, rules):
    """FAL-12.4: Start or ask for the next combat: all combats of one Defender first, Defenders clockwise.

    After the last combat, judge the objectives. Each Defender picks the order of its combats.
    """
    seat = next_seat(state, rules, state.active)
    while seat != state.active:
        number, star = contested_stars(state, seat)
        if number == 1:
            start_combat(state, rules, star)
            return
        if number > 1:
            ask(state, Decision.COMBAT, seat)
            return
        seat = next_seat(state, rules, seat)
    judge_tasks(state, rules, state.active)
    state.asked = 0
    state.pending_step = PendingStep.SWAP


@rule
def run_claim(state, rules):
    """FAL-19.1, FAL-19.2, FAL-22.16: Run the claim step: swap and claim of the hand objective, open objectives."""
    pending_step, seat = state.pending_step, state.active
    state.pending_step = pending_step + 1
    if pending_step == PendingStep.SWAP:
        if can_swap(state, rules, seat):
            ask(state, Decision.SWAP, seat)
    elif pending_step == PendingStep.CLAIM:
        claim_hand(state, rules, seat)
    else:
        claim_open(state, rules, seat)


@rule
def claim_hand(state, rules, seat):
    """FAL-19.2, FAL-19.4, A-13, A-19: Ask for the claim of the hand objective, or claim it under `claims_forced`.

    Do nothing if the seat may not claim it.
    """
    if not may_claim(state, rules, seat, state.players[seat].objective):
        return
    if rules.claims_forced:
        show_and_claim(state, rules, seat)
        after_hand_claim(state, rules)
    else:
        ask(state, Decision.CLAIM, seat)


@rule
def after_hand_claim(state, rules):
    """FAL-19.4, A-13: Set the step after a hand claim: under `chain_claims` another hand claim may follow."""
    state.pending_step = PendingStep.CLAIM if rules.chain_claims else PendingStep.CLAIM_OPEN


@rule
def claim_open(state, rules, seat):
    """FAL-19.1, FAL-19.7, A-32: Claim the next open objective, or ask for the claim if it costs a ship.

    Do nothing if no objective is left to claim.
    """
    card = next_open_claim(state, rules, seat)
    if card == NONE:
        return
    state.asked |= 1 << card
    state.pending_step = PendingStep.CLAIM_OPEN
    if rules.claim_costs_ship and not rules.claims_forced:
        state.card = card
        ask(state, Decision.CLAIM_OPEN, seat)
    else:
        claim(state, rules, seat, card)


@rule
def end_turn(state, rules):
    """FAL-5.2, FAL-7.2: Pass the turn to the next player; after the last player, end the round.

    If `win_check` is immediate, end the game if the seat has enough claims.
    """
    seat = state.active
    state.players[seat].outnumbered_wins = 0
    if rules.win_check == WinCheck.IMMEDIATE and has_enough(state, rules, seat):
        win_outright(state, seat, Ended.OBJECTIVES)
        return
    state.place += 1
    if state.place == rules.seats:
        state.place = 0
        end_round(state, rules)
    state.active = state.order[state.place]
    state.actor = state.active
    state.pending_step = PendingStep.BEGIN
