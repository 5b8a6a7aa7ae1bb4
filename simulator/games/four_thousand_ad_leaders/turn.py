"""The order of play: the steps of a turn, each of which leads to a decision or to the next."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.arrival import land, next_to_arrive
from starbalance.simulator.games.four_thousand_ad_leaders.combat import contested_stars
from starbalance.simulator.games.four_thousand_ad_leaders.departure import ready
from starbalance.simulator.games.four_thousand_ad_leaders.ending import end_round, has_enough, win_alone
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
from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended, Phase, Then
from starbalance.simulator.games.four_thousand_ad_leaders.step import ask
from starbalance.simulator.games.four_thousand_ad_leaders.task import judge_tasks
from starbalance.simulator.games.four_thousand_ad_leaders.use_card import can_recall, can_shift, can_supply, can_swap
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.production import is_production_round


@rule
def run_step(state, rules):
    """FAL-7.1, FAL-8.6, FAL-8.7, FAL-10.9: the step that is due; combats are in fight.py."""
    then = state.then
    if then == Then.DEPART:
        next_departure(state, rules)
    elif then == Then.ARRIVE:
        next_arrival(state, rules)
    elif then == Then.LAND:
        land(state, rules, state.active)
        state.then = Then.COMBATS
    elif then == Then.COMBATS:
        next_combat(state, rules)
    elif then == Then.END:
        end_turn(state, rules)
    elif then == Then.BEGIN:
        begin_turn(state, rules)
    elif then == Then.ADVANCE:
        advance_fleets(state, rules, state.active)
        state.then = Then.SHIFT
    elif then >= Then.SWAP:
        run_claim(state, rules)
    else:
        run_window(state, rules)


@rule
def begin_turn(state, rules):
    """FAL-7.1, FAL-7.2: what belonged to the turn before is over."""
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
    state.then = Then.BUILD


@rule
def run_window(state, rules):
    """FAL-7.1, FAL-7.3, FAL-8.1, FAL-22.12, FAL-22.13, FAL-22.14: production, Use abilities of steps 1, 2 and 3."""
    then, seat = state.then, state.active
    state.then = then + 1
    if then == Then.BUILD:
        if is_production_round(state, rules) and new_ships(state, rules, seat) > 0:
            ask(state, Phase.BUILD, seat)
    elif then == Then.SUPPLY:
        if can_supply(state, rules, seat):
            ask(state, Phase.SUPPLY, seat)
    elif then == Then.SHIFT:
        if can_shift(state, rules, seat):
            ask(state, Phase.SHIFT, seat)
    elif then == Then.RECALL:
        if can_recall(state, rules, seat):
            ask(state, Phase.RECALL, seat)


@rule
def can_depart(state, rules, seat):
    """FAL-10.1, FAL-10.4"""
    if has_free_warp(state, rules, seat):
        for star in range(STARS):
            if ready(state, rules, seat, star) > 0:
                return True
    return False


@rule
def next_departure(state, rules):
    """FAL-10.1, FAL-10.4, FAL-10.6: asks for a departure while a warp is free."""
    if can_depart(state, rules, state.active):
        ask(state, Phase.SOURCE, state.active)
    else:
        state.then = Then.ARRIVE


@rule
def next_arrival(state, rules):
    """FAL-11.3: asks for each fleet that can arrive."""
    slot = next_to_arrive(state, rules, state.active)
    if slot == NONE:
        state.then = Then.LAND
    else:
        state.fleet = slot
        ask(state, Phase.ARRIVAL, state.active)


@rule
def next_combat(state, rules):
    """FAL-12.4: those of one Defender after those of another, clockwise; each picks the order of their own."""
    seat = next_seat(state, rules, state.active)
    while seat != state.active:
        number, star = contested_stars(state, seat)
        if number == 1:
            start_combat(state, rules, star)
            return
        if number > 1:
            ask(state, Phase.COMBAT, seat)
            return
        seat = next_seat(state, rules, seat)
    judge_tasks(state, rules, state.active)
    state.asked = 0
    state.then = Then.SWAP


@rule
def run_claim(state, rules):
    """FAL-19.1, FAL-19.2, FAL-22.16: another hand objective, then the one in the hand, then the open ones."""
    then, seat = state.then, state.active
    state.then = then + 1
    if then == Then.SWAP:
        if can_swap(state, rules, seat):
            ask(state, Phase.SWAP, seat)
    elif then == Then.CLAIM:
        claim_hand(state, rules, seat)
    else:
        claim_open(state, rules, seat)


@rule
def claim_hand(state, rules, seat):
    """FAL-19.2, FAL-19.4, A-13, A-19: asks for the hand objective; under claims_forced it is claimed."""
    if not may_claim(state, rules, seat, state.players[seat].objective):
        return
    if rules.claims_forced:
        show_and_claim(state, rules, seat)
        after_hand_claim(state, rules)
    else:
        ask(state, Phase.CLAIM, seat)


@rule
def after_hand_claim(state, rules):
    """FAL-19.4, A-13: one hand claim in a step, or as many as come."""
    state.then = Then.CLAIM if rules.chain_claims else Then.CLAIM_OPEN


@rule
def claim_open(state, rules, seat):
    """FAL-19.1, FAL-19.7, A-32: claims what costs nothing; asks for each that costs a ship."""
    card = next_open_claim(state, rules, seat)
    if card == NONE:
        return
    state.asked |= 1 << card
    state.then = Then.CLAIM_OPEN
    if rules.claim_costs_ship and not rules.claims_forced:
        state.card = card
        ask(state, Phase.CLAIM_OPEN, seat)
    else:
        claim(state, rules, seat, card)


@rule
def end_turn(state, rules):
    """FAL-5.2, FAL-7.2: the next player; after the last of them the round is over."""
    seat = state.active
    state.players[seat].outnumbered_wins = 0
    if rules.win_check == WinCheck.IMMEDIATE and has_enough(state, rules, seat):
        win_alone(state, seat, Ended.OBJECTIVES)
        return
    state.place += 1
    if state.place == rules.seats:
        state.place = 0
        end_round(state, rules)
    state.active = state.order[state.place]
    state.actor = state.active
    state.then = Then.BEGIN
