"""The seats in the turn order, and the decision that is pending."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.state import PendingStep


@rule
def seat_at(state, rules, place):
    """HOS-2.14, HOS-2.16, HOS-3.1: Return the seat at a place of the turn order."""
    return (state.first + place) % rules.seats


@rule
def ask(state, decision, seat):
    """Set the decision type and the acting seat, so that the seat decides next."""
    state.decision = decision
    state.actor = seat
    state.pending_step = PendingStep.DECISION
