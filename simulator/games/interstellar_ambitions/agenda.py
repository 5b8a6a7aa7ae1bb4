"""What is asked next, and what goes on before it."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.state import Then


@rule
def ask(state, phase, seat):
    """The pending decision, and whose it is."""
    state.phase = phase
    state.actor = seat


@rule
def begin_plans(state, rules):
    """IAM-13.10: step 2 comes next."""
    state.then = Then.PLANS


@rule
def end_plans(state, rules, produced):
    """IAM-14.7: upkeep comes next, if it is due."""
    state.has_produced = produced
    state.then = Then.UPKEEP


@rule
def begin_action(state, rules):
    """IAM-13.13, IAM-13.14: step 3 comes next."""
    state.then = Then.ACTION


@rule
def finish_action(state, rules):
    """An action is done."""
    state.then = Then.FINISH


@rule
def begin_end(state, rules):
    """IAM-13.17: step 4 comes next."""
    state.then = Then.END


@rule
def end_turn(state, rules):
    """The next turn, or the end of the game, comes next."""
    state.then = Then.NEXT_TURN


@rule
def settle_account(state, rules, seat, after):
    """What is due (state.need, state.need_any) is paid next; `after` says what goes on then."""
    state.after = after
    state.payer = seat
    state.then = Then.SETTLE
