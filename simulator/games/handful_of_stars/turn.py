"""The order of play: turns, actions and rounds (HOS-3.1), and when the last round is over (HOS-16.2)."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import refill
from starbalance.simulator.games.handful_of_stars.card_effect import can_play, put_played_away
from starbalance.simulator.games.handful_of_stars.rules import Timing
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import NONE, Ended, Phase, Then, Zone


@rule
def begin_round(state, rules):
    """HOS-3.1."""
    state.rounds += 1
    state.place = 0
    begin_turn(state, rules)


@rule
def begin_turn(state, rules):
    """HOS-3.1, HOS-3.2."""
    next_turn(state)
    state.active = seat_at(state, rules, state.place)
    state.actions_left = rules.actions_per_turn
    state.free_used = 0
    clear_step(state)
    ask(state, Phase.TURN, state.active)


@rule
def clear_step(state):
    """What an action leaves behind counts for it alone."""
    state.target = NONE
    state.kept = 0
    state.number = 0
    state.energy_due = 0
    state.research_due = 0
    state.bases_move = 0
    state.factories = 0
    state.gratis = 0
    state.combat.returning_fleets = 0
    state.combat.returning_bases = 0


@rule
def finish_action(state, rules):
    """An action, or a card played for its effect, is done (HOS-3.2, A34)."""
    if state.playing == NONE:
        state.actions_left -= 1
    else:
        put_played_away(state, rules)
        state.actions_left -= state.is_action
    state.playing = NONE
    state.then = Then.NEXT_ACTION


@rule
def next_action(state, rules):
    """A18: asks for the next action or Free Action; with neither left the turn ends."""
    clear_step(state)
    if state.actions_left > 0 or has_free_action(state, rules):
        ask(state, Phase.TURN, state.active)
    else:
        state.then = Then.END_TURN


@rule
def may_use_free_actions(state, rules):
    """The guard against endless chains of Free Actions."""
    return state.free_used < rules.free_actions_most


@rule
def has_free_action(state, rules):
    """Whether the active player holds a Free Action that they could play now."""
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
    """HOS-3.5, HOS-3.9: the hand is filled up; then the next turn."""
    if refill(state, rules, state.active):
        ask(state, Phase.SHORTFALL, state.active)
    else:
        state.then = Then.NEXT_TURN


@rule
def next_turn_or_end(state, rules):
    """HOS-3.1, HOS-16.2: the next turn, the next round, or the end of the game."""
    state.place += 1
    if state.place < rules.seats:
        begin_turn(state, rules)
    elif state.trigger_round > 0 and state.rounds >= state.trigger_round + rules.final_rounds:
        state.ended = Ended.FINAL_ROUND
        state.then = Then.END
    elif state.rounds >= rules.max_rounds:
        state.ended = Ended.CAPPED
        state.capped = 1
        state.then = Then.END
    else:
        state.then = Then.NEXT_ROUND
