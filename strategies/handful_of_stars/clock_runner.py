"""Expands like the expander; once ahead it runs the clock: thins its deck, throws cards away and draws all it can.

Each of its shuffles brings the end nearer for all.
"""

import numpy as np

from starbalance.simulator.handful_of_stars.state import SIG
from starbalance.simulator.kernel import kernel, rule
from starbalance.strategies.handful_of_stars import expander
from starbalance.strategies.handful_of_stars.judgement.features import survey_row
from starbalance.strategies.handful_of_stars.judgement.weights import Weight
from starbalance.strategies.handful_of_stars.sensible import play

OWN = len(expander.WEIGHTS)
AHEAD, RUNNING_THIN, RUNNING_CYCLE = OWN, OWN + 1, OWN + 2
WEIGHTS = {**expander.WEIGHTS, "ahead": 1.0, "running_thin": 1.0, "running_cycle": 0.25}


@rule
def is_ahead(state, rules, seat, by):
    """Whether a seat leads all others by so many victory points."""
    for other in range(rules.seats):
        if other != seat and state.players[other].vp + by > state.players[seat].vp:
            return False
    return True


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    own = weights.copy()
    if is_ahead(state, rules, state.actor, weights[AHEAD]):
        own[Weight.THIN] = weights[RUNNING_THIN]
        own[Weight.CYCLE] = weights[RUNNING_CYCLE]
    play(state, rules, options, own, scores, np.zeros(1, survey_row))
