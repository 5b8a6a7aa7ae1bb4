"""How a turn goes on: to the next step, or to a decision."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.state import Then


@rule
def ask(state, phase, seat):
    """Leaves a decision pending."""
    state.phase = phase
    state.actor = seat
    state.then = Then.DECISION
