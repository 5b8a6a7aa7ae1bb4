"""The interruption of a turn by a decision."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.state import PendingStep


@rule
def ask(state, decision, seat):
    """Leave a decision pending for a seat."""
    state.decision = decision
    state.actor = seat
    state.pending_step = PendingStep.DECISION
