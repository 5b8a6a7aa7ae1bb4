"""How a turn goes on: to the next step, or to a decision."""

from starbalance.simulator.four_thousand_ad_leaders.state import Then
from starbalance.simulator.kernel import rule


@rule
def ask(state, phase, seat):
    """Leaves a decision pending."""
    state.phase = phase
    state.actor = seat
    state.then = Then.DECISION
