"""The pool of victory points (VP), which triggers the end of the game when it is empty."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.rules import EndMode


@rule
def gain_vp(state, rules, seat, vp, source):
    """ASE-7.7, ASE-13.1, ASE-13.3, A14: Pay VP to a seat from the pool. The box pays what the pool lacks.

    An empty pool triggers the end.
    """
    player = state.players[seat]
    player.tokens += vp
    player.earned[source] += vp
    paid = min(vp, state.pool)
    state.pool -= paid
    state.box_vp += vp - paid
    if state.pool == 0 and state.trigger == NONE:
        trigger_end(state, rules)


@rule
def trigger_end(state, rules):
    """ASE-13.1, ASE-13.2, A26: Trigger the end: set the trigger and the number of turns left.

    Each other player has one more turn, or, under `EQUAL_TURNS`, the current round is completed.
    """
    state.trigger = state.active
    state.trigger_turn = state.turn
    if rules.end_mode == EndMode.EQUAL_TURNS:
        state.turns_left = rules.seats - 1 - state.place
    else:
        state.turns_left = rules.seats - 1
