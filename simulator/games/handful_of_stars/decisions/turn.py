"""The decision of a turn: an action or a Free Action (D4, D5)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.building import can_build
from starbalance.simulator.games.handful_of_stars.card import holds_cards
from starbalance.simulator.games.handful_of_stars.card_effect import (
    begin_effect,
    can_play,
    is_playable_now,
    set_card_aside,
)
from starbalance.simulator.games.handful_of_stars.colonising import can_colonise
from starbalance.simulator.games.handful_of_stars.movement import begin_moves, can_move
from starbalance.simulator.games.handful_of_stars.reserve import can_reserve
from starbalance.simulator.games.handful_of_stars.rules import Timing
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import NONE, Action, Decision, Kind, PendingStep, Zone
from starbalance.simulator.games.handful_of_stars.technology import can_draft
from starbalance.simulator.games.handful_of_stars.turn import may_use_free_actions


@rule
def offer_turn(state, rules, opts):
    """D4, D5; HOS-3.3: List the actions and Free Actions, or done and Free Actions if no action is left.

    Return the number of options.
    """
    seat, n = state.active, 0
    if state.actions_left > 0:
        n = _offer_actions(state, rules, seat, opts)
    else:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
    return _offer_plays(state, rules, seat, opts, n)


@rule
def _offer_actions(state, rules, seat, opts):
    n = 0
    if can_build(state, rules, seat, NONE):
        n = add(opts, n, Kind.ACT, Action.BUILD, 0, 0)
    if can_move(state, rules, seat, NONE):
        n = add(opts, n, Kind.ACT, Action.MOVE, 0, 0)
    if can_colonise(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.COLONISE, 0, 0)
    if can_draft(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.DRAFT, 0, 0)
    if can_reserve(state, rules, seat):
        n = add(opts, n, Kind.ACT, Action.RESERVE, 0, 0)
    if holds_cards(state, seat):
        n = add(opts, n, Kind.ACT, Action.DISCARD, 0, 0)
        n = add(opts, n, Kind.ACT, Action.REMOVE, 0, 0)
    return add(opts, n, Kind.ACT, Action.PASS, 0, 0)


@rule
def _offer_plays(state, rules, seat, opts, n):
    """HOS-14.1, A18: Add the cards that may be played for their effect and return the number of options.

    Cards labelled Action need an action; Free Actions do not.
    """
    free = may_use_free_actions(state, rules)
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                name = rules.card_name[card]
                if name != NONE and is_playable_now(rules, name):
                    allowed = free if rules.timing[name] == Timing.FREE else state.actions_left > 0
                    if allowed and can_play(state, rules, seat, card):
                        n = add(opts, n, Kind.PLAY, card, 0, 0)
    return n


@rule
def do_turn(state, rules, option):
    """D4, D5: Begin an action, play a card, or end the turn."""
    if option.kind == Kind.PLAY:
        _play(state, rules, option.a)
    elif option.kind == Kind.DONE:
        state.pending_step = PendingStep.END_TURN
    else:
        state.players[state.active].actions[option.a] += 1
        _act(state, rules, option.a)


@rule
def _act(state, rules, action):
    """HOS-3.3: Begin an action by asking for its first decision. A pass finishes at once."""
    seat = state.active
    if action == Action.BUILD:
        ask(state, Decision.BUILDING, seat)
    elif action == Action.MOVE:
        begin_moves(state, rules)
    elif action == Action.COLONISE:
        ask(state, Decision.COLONISING, seat)
    elif action == Action.DRAFT:
        ask(state, Decision.DRAFTING, seat)
    elif action == Action.RESERVE:
        ask(state, Decision.RESERVING, seat)
    elif action == Action.DISCARD:
        ask(state, Decision.DISCARDING, seat)
    elif action == Action.REMOVE:
        ask(state, Decision.REMOVING, seat)
    else:
        state.pending_step = PendingStep.FINISH_ACTION


@rule
def _play(state, rules, card):
    """HOS-14.1: Count a card as an action or Free Action and begin its effect. It is held aside until that is done."""
    seat = state.active
    set_card_aside(state, rules, seat, card)
    if state.is_action:
        state.players[seat].actions[Action.CARD] += 1
    else:
        state.players[seat].free_actions += 1
        state.free_used += 1
        state.guard_hit |= 1 if state.free_used >= rules.free_actions_most else 0
    begin_effect(state, rules, seat, state.playing)
