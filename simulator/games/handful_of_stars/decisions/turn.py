"""The decision of a turn: which action or Free Action (D4, D5)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.building import can_build
from starbalance.simulator.games.handful_of_stars.card import holds_cards
from starbalance.simulator.games.handful_of_stars.card_effect import begin_effect, can_play, hold_aside, is_playable_now
from starbalance.simulator.games.handful_of_stars.colonising import can_colonise
from starbalance.simulator.games.handful_of_stars.movement import begin_moves, can_move
from starbalance.simulator.games.handful_of_stars.reserve import can_reserve
from starbalance.simulator.games.handful_of_stars.rules import Timing
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import NONE, Action, Kind, Phase, Then, Zone
from starbalance.simulator.games.handful_of_stars.technology import can_draft
from starbalance.simulator.games.handful_of_stars.turn import may_use_free_actions


@rule
def offer_turn(state, rules, opts):
    """D4, D5; HOS-3.3: actions and Free Actions; without an action left the turn may end."""
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
    """HOS-14.1, A18: cards labelled Action while an action is left, Free Actions at any time."""
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
    """D4, D5."""
    if option.kind == Kind.PLAY:
        _play(state, rules, option.a)
    elif option.kind == Kind.DONE:
        state.then = Then.END_TURN
    else:
        state.players[state.active].actions[option.a] += 1
        _act(state, rules, option.a)


@rule
def _act(state, rules, action):
    """HOS-3.3: begins an action."""
    seat = state.active
    if action == Action.BUILD:
        ask(state, Phase.BUILDING, seat)
    elif action == Action.MOVE:
        begin_moves(state, rules)
    elif action == Action.COLONISE:
        ask(state, Phase.COLONISING, seat)
    elif action == Action.DRAFT:
        ask(state, Phase.DRAFTING, seat)
    elif action == Action.RESERVE:
        ask(state, Phase.RESERVING, seat)
    elif action == Action.DISCARD:
        ask(state, Phase.DISCARDING, seat)
    elif action == Action.REMOVE:
        ask(state, Phase.REMOVING, seat)
    else:
        state.then = Then.FINISH_ACTION


@rule
def _play(state, rules, card):
    """HOS-14.1: a card for its effect; it lies aside until the effect is done."""
    seat = state.active
    hold_aside(state, rules, seat, card)
    if state.is_action:
        state.players[seat].actions[Action.CARD] += 1
    else:
        state.players[seat].free_actions += 1
        state.free_used += 1
        state.guard_hit |= 1 if state.free_used >= rules.free_actions_most else 0
    begin_effect(state, rules, seat, state.playing)
