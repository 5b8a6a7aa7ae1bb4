"""The functions that carry out an action and advance the game to the next decision."""

from starbalance.simulator.engine.chance import below, next_turn
from starbalance.simulator.engine.contract import DECISION
from starbalance.simulator.engine.jit import kernel, rule

from .state import DIE, SIG, Decision, Kind, PendingStep
from .victory import end_of_game


@rule
def resolve_roll(state, rules, pips):
    """COM-2.2, COM-2.3: End the turn without a gain on a 1, otherwise gain the pips plus the ship's boost."""
    player = state.players[state.active]
    player.rolls += 1
    if pips == 1:
        player.busts += 1
        state.gain = 0
        state.pending_step = PendingStep.END_TURN
    else:
        state.gain += pips + rules.boost[player.ship]


@rule
def _stop(state):
    """COM-2.3: Move the ship forward by the gain and end the turn."""
    state.players[state.active].distance += state.gain
    state.gain = 0
    state.pending_step = PendingStep.END_TURN


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carry out an option: roll the die, or stop."""
    if option.kind == Kind.ROLL:
        resolve_roll(state, rules, 1 + below(state, DIE, rules.sides))
    else:
        _stop(state)


@rule
def _end_turn(state, rules):
    """COM-2.4: Pass the turn to the next player unless the game is over. The last player's turn ends the round."""
    last = (state.active + 1) % rules.seats == state.first
    if not end_of_game(state, rules, last):
        state.active = (state.active + 1) % rules.seats
        state.rounds += 1 if last else 0
        state.pending_step = PendingStep.BEGIN_TURN


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Do the pending step: end the turn, or begin the next turn and leave its decision pending."""
    if state.pending_step == PendingStep.END_TURN:
        _end_turn(state, rules)
    else:
        next_turn(state)
        state.actor = state.active
        state.decision = Decision.ROLL
        state.pending_step = DECISION
