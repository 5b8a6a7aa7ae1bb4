"""Who sits where in the turn order, and whose decision is pending."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.state import Then


@rule
def seat_at(state, rules, place):
    """HOS-2.14, HOS-2.16, HOS-3.1: the seat at a place of the turn order."""
    return (state.first + place) % rules.seats


@rule
def ask(state, phase, seat):
    """Leaves a decision pending."""
    state.phase = phase
    state.actor = seat
    state.then = Then.DECISION
