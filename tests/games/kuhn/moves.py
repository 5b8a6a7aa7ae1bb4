"""The effect of an action, and the step to the next decision."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.contract import DECISION
from starbalance.simulator.engine.jit import kernel

from .state import SIG, Kind, Phase, Then
from .victory import fold, showdown


@kernel(SIG["apply"])
def apply(state, rules, option):
    """KUH-2.1, KUH-2.2"""
    player = state.players[state.actor]
    if option.kind == Kind.BET:
        player.bets += 1
        player.paid += rules.bet
        if state.phase == Phase.ANSWER:
            showdown(state, rules)
        else:
            state.phase = Phase.ANSWER
            state.then = Then.OTHER
    else:
        player.passes += 1
        if state.phase == Phase.ANSWER:
            fold(state, rules)
        elif state.actor != state.first:
            showdown(state, rules)
        else:
            state.then = Then.OTHER


@kernel(SIG["go_on"])
def go_on(state, rules):
    """Pass the turn to the other player."""
    next_turn(state)
    state.actor = 1 - state.actor
    state.active = state.actor
    state.then = DECISION
