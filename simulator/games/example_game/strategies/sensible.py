"""The strategy `sensible`. It rolls until the turn has gained enough.

When another ship has reached the goal and leads, it keeps rolling.
"""

from pathlib import Path

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order

from ..state import SIG, Kind

Weight = weight_order(__name__, Path(__file__).parent, "sensible")


@rule
def _farthest_rival(state, rules, seat):
    farthest = 0
    for other in range(rules.seats):
        if other != seat:
            farthest = max(farthest, state.players[other].distance)
    return farthest


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Fill in `scores`: 0 for rolling, and for stopping 1 if it is time to stop, otherwise -1."""
    seat = state.actor
    player = state.players[seat]
    reached = player.distance + state.gain
    own = reached + weights[Weight.CARGO] * rules.points[player.card]
    rival = _farthest_rival(state, rules, seat)
    is_behind = rival >= rules.goal and own <= rival
    is_done = reached >= rules.goal or state.gain >= weights[Weight.ENOUGH]
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.STOP:
            scores[i] = 1.0 if is_done and not is_behind else -1.0
