"""The effect of an action, and the step to the next decision."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.contract import DECISION
from starbalance.simulator.engine.jit import kernel

from .state import SIG, Decision, Kind, PendingStep
from .victory import fold, showdown


@kernel(SIG["apply"])
def apply(state, rules, option):
    """KUH-2.1, KUH-2.2"""
    player = state.players[state.actor]
    if option.kind == Kind.BET:
        player.bets += 1
        player.paid += rules.bet
        if state.decision == Decision.ANSWER:
            showdown(state, rules)
        else:
            state.decision = Decision.ANSWER
            state.pending_step = PendingStep.OTHER
    else:
        player.passes += 1
        if state.decision == Decision.ANSWER:
            fold(state, rules)
        elif state.actor != state.first:
            showdown(state, rules)
        else:
            state.pending_step = PendingStep.OTHER


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Pass the turn to the other player."""
    next_turn(state)
    state.actor = 1 - state.actor
    state.active = state.actor
    state.pending_step = DECISION
