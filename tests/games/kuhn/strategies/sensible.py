"""The equilibrium strategy with alpha = 1/3, played at temperature 1: scores are log odds."""

from pathlib import Path

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order

from ..state import SIG, Decision, Kind

Weight = weight_order(__name__, Path(__file__).parent, "sensible")


@rule
def bet_logit(state, weights):
    """Return the log odds of betting or calling in the information set of the acting seat."""
    card = state.players[state.actor].card
    if state.actor == state.first:
        base = Weight.OPEN_J if state.decision == Decision.OPEN else Weight.RECALL_J
    else:
        base = Weight.AFTER_PASS_J if state.decision == Decision.OPEN else Weight.AFTER_BET_J
    return weights[base + card]


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score betting by its log odds and passing by 0."""
    for i in range(options.shape[0]):
        scores[i] = bet_logit(state, weights) if options[i].kind == Kind.BET else 0.0
