"""A player that expands like the expander and, once ahead, runs down the clock.

Then it thins its deck, discards cards and draws all it can. Each of its shuffles brings the end of the game nearer.
"""

from pathlib import Path

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.memory import blank
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.handful_of_stars.state import SIG
from starbalance.strategies.handful_of_stars.evaluation.features import survey_row
from starbalance.strategies.handful_of_stars.sensible import play

Weight = weight_order(__name__, Path(__file__).parent, "clock_runner")


@rule
def is_ahead(state, rules, seat, by):
    """Return whether a seat leads every other seat by at least `by` victory points."""
    for other in range(rules.seats):
        if other != seat and state.players[other].vp + by > state.players[seat].vp:
            return False
    return True


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option, in victory points, with the clock-running weights if the seat is ahead."""
    own = weights.copy()
    if is_ahead(state, rules, state.actor, weights[Weight.AHEAD]):
        own[Weight.THIN] = weights[Weight.RUNNING_THIN]
        own[Weight.CYCLE] = weights[Weight.RUNNING_CYCLE]
    play(state, rules, options, own, scores, blank(survey_row))
