"""The order of play: turns, actions and rounds (HOS-3.1), and the end of the last round (HOS-16.2)."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import refill
from starbalance.simulator.games.handful_of_stars.card_effect import can_play, put_played_away
from starbalance.simulator.games.handful_of_stars.rules import Timing
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import NONE, Decision, Ended, PendingStep, Zone


@rule
def begin_round(state, rules):
    """HOS-3.1: Begin the next round with the turn of its first player."""
    state.rounds += 1
    state.place = 0
    begin_turn(state, rules)


@rule
def begin_turn(state, rules):
    """HOS-3.1, HOS-3.2: Begin a turn and ask the active player for an action."""
    next_turn(state)
    state.active = seat_at(state, rules, state.place)
    state.actions_left = rules.actions_per_turn
    state.free_used = 0
    clear_step(state)
    ask(state, Decision.TURN, state.active)


@rule
def clear_step(state):
    """Reset the fields of the state that count for one action only: `state.target` to `NONE`, all other ones to 0."""
    state.target = NONE
    state.kept = 0
    state.number = 0
    state.energy_due = 0
    state.research_due = 0
    state.bases_move = 0
    state.factories = 0
    state.free_of_charge = 0
    state.combat.returning_fleets = 0
    state.combat.returning_bases = 0


@rule
def finish_action(state, rules):
    """HOS-3.2, A34: Finish an action, or a card played for its effect, and schedule the next action."""
    if state.playing == NONE:
        state.actions_left -= 1
    else:
        put_played_away(state, rules)
        state.actions_left -= state.is_action
    state.playing = NONE
    state.pending_step = PendingStep.NEXT_ACTION


@rule
def next_action(state, rules):
    """A18: Ask for the next action or Free Action. End the turn if neither is left."""
    clear_step(state)
    if state.actions_left > 0 or has_free_action(state, rules):
        ask(state, Decision.TURN, state.active)
    else:
        state.pending_step = PendingStep.END_TURN


@rule
def may_use_free_actions(state, rules):
    """Return whether the turn is below its limit of Free Actions, which guards against endless chains."""
    return state.free_used < rules.free_actions_most


@rule
def has_free_action(state, rules):
    """Return whether the active player holds a Free Action card that can be played now."""
    if not may_use_free_actions(state, rules):
        return False
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[state.active].piles[zone]
            for k in range(pile.count):
                name = rules.card_name[pile.card[k]]
                if name != NONE and rules.timing[name] == Timing.FREE:
                    if can_play(state, rules, state.active, pile.card[k]):
                        return True
    return False


@rule
def end_turn(state, rules):
    """HOS-3.5, HOS-3.9: Refill the hand and schedule the next turn.

    If the hand stays too small, ask the player for cards from the Reserves.
    """
    if refill(state, rules, state.active):
        ask(state, Decision.SHORTFALL, state.active)
    else:
        state.pending_step = PendingStep.NEXT_TURN


@rule
def next_turn_or_end(state, rules):
    """HOS-3.1, HOS-16.2: Begin the next turn. After the last turn of a round, schedule the next round or the end."""
    state.place += 1
    if state.place < rules.seats:
        begin_turn(state, rules)
    elif state.trigger_round > 0 and state.rounds >= state.trigger_round + rules.final_rounds:
        state.ended = Ended.FINAL_ROUND
        state.pending_step = PendingStep.END
    elif state.rounds >= rules.max_rounds:
        state.ended = Ended.TRUNCATED
        state.truncated = 1
        state.pending_step = PendingStep.END
    else:
        state.pending_step = PendingStep.NEXT_ROUND
