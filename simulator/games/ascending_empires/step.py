"""The function that makes a decision pending."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.state import PendingStep


@rule
def ask(state, decision):
    """Make a decision of the player on turn pending. No other player ever decides."""
    state.decision = decision
    state.actor = state.active
    state.pending_step = PendingStep.DECISION
