"""The functions that set the pending decision, or the pending step that comes before it."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.state import PendingStep


@rule
def ask(state, decision, seat):
    """Set the pending decision and the seat that takes it."""
    state.decision = decision
    state.actor = seat


@rule
def begin_plans(state, rules):
    """IAM-13.10: Schedule step 2 of the turn, PRODUCE or ADVANCE."""
    state.pending_step = PendingStep.PLANS


@rule
def end_plans(state, rules, produced):
    """IAM-14.7: Record whether step 2 was PRODUCE, and schedule the upkeep."""
    state.has_produced = produced
    state.pending_step = PendingStep.UPKEEP


@rule
def begin_action(state, rules):
    """IAM-13.13, IAM-13.14: Schedule step 3 of the turn, TAKE or PLAN."""
    state.pending_step = PendingStep.ACTION


@rule
def finish_action(state, rules):
    """Schedule the end of the action."""
    state.pending_step = PendingStep.FINISH


@rule
def begin_end(state, rules):
    """IAM-13.17: Schedule step 4 of the turn, the claim."""
    state.pending_step = PendingStep.END


@rule
def end_turn(state, rules):
    """Schedule the next turn, or the end of the game."""
    state.pending_step = PendingStep.NEXT_TURN


@rule
def settle_account(state, rules, seat, after):
    """Schedule the payment of state.need and state.need_any. `after` is the After code of the step that follows it."""
    state.after = after
    state.payer = seat
    state.pending_step = PendingStep.SETTLE
