"""What an option does, and how play goes on to the next decision."""

from starbalance.simulator.engine.chance import below, next_turn
from starbalance.simulator.engine.contract import DECISION
from starbalance.simulator.engine.jit import kernel, rule

from .state import DIE, SIG, Kind, Phase, Then
from .victory import end_of_game


@rule
def resolve_roll(state, rules, pips):
    """COM-2.2, COM-2.3: one pip ends the turn for nothing, more are gained with the ship's boost."""
    player = state.players[state.active]
    player.rolls += 1
    if pips == 1:
        player.busts += 1
        state.gain = 0
        state.then = Then.END_TURN
    else:
        state.gain += pips + rules.boost[player.ship]


@rule
def _stop(state):
    """COM-2.3: the ship moves on by what the turn has gained."""
    state.players[state.active].distance += state.gain
    state.gain = 0
    state.then = Then.END_TURN


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Rolls the die, or stops."""
    if option.kind == Kind.ROLL:
        resolve_roll(state, rules, 1 + below(state, DIE, rules.sides))
    else:
        _stop(state)


@rule
def _end_turn(state, rules):
    """COM-2.4: on to the next player, and after the last to a new round."""
    last = (state.active + 1) % rules.seats == state.first
    if not end_of_game(state, rules, last):
        state.active = (state.active + 1) % rules.seats
        state.rounds += 1 if last else 0
        state.then = Then.BEGIN_TURN


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step from `state.then` towards the next decision."""
    if state.then == Then.END_TURN:
        _end_turn(state, rules)
    else:
        next_turn(state)
        state.actor = state.active
        state.phase = Phase.ROLL
        state.then = DECISION
