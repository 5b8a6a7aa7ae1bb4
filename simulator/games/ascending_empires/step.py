"""How a turn goes on: to the next step, or to a decision."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.state import Then


@rule
def ask(state, phase):
    """Leaves a decision of the player on turn pending: nobody else ever decides."""
    state.phase = phase
    state.actor = state.active
    state.then = Then.DECISION
