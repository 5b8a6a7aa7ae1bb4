"""A coordinator that plays two homes as one, and otherwise weighs moves as the searcher does.

It keeps more ships at its own home if that is the more threatened one. It sends ships into the ally's home until they
equal the threat. It joins every attack that both together win, and lends the ships that an attack needs. It keeps an
alliance while there is an enemy. Without an ally it plays like the searcher.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import NONE
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.features import TURNS, living_enemies
from starbalance.strategies.four_thousand_ad.evaluation.homes import threat_of
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.searcher import weigh_numbers
from starbalance.strategies.four_thousand_ad.sensible import NEVER, fill_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "coordinator")


@rule
def pressure(state, rules, owner, survey):
    """Return the ships by which the threat to a home of the side exceeds its defence, on the worst turn.

    The number is negative if the defence is larger on every turn.
    """
    most = NEVER
    for turn in range(1, TURNS):
        threat = threat_of(state, rules, owner, turn, survey.trust, NONE, survey)
        most = max(most, threat - survey.held[owner, turn])
    return most


@rule
def guard_double(state, rules, seat, survey):
    """Halve the spare ships of the own home for each ally whose home is not under more pressure."""
    home = state.players[seat].home
    for ally in range(rules.seats):
        if ally != seat and rules.side[ally] == rules.side[seat]:
            if pressure(state, rules, seat, survey) >= pressure(state, rules, ally, survey):
                survey.spare[home] *= 0.5


@rule
def prefer_joint(options, scores, survey):
    """Add the weight `joint`, in points of score, to every joint attack."""
    for i in range(options.shape[0]):
        if options[i].kind == Kind.COMBINE:
            scores[i] += survey.weights[Weight.JOINT]


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    survey = desk[0]
    fill_features(state, rules, weights, survey)
    guard_double(state, rules, state.active, survey)
    if state.decision == Decision.SHIPS:
        weigh_numbers(state, rules, options, scores, survey)
        return
    score_moves(state, rules, options, scores, survey)
    if state.decision == Decision.JOINT_ARRIVAL:
        prefer_joint(options, scores, survey)


@rule
def keep_alliances(state, rules, options, scores):
    """Score the end of an alliance: -2 while there is an enemy, otherwise 2."""
    alone = living_enemies(state, rules, state.active) == 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.END_ALLIANCE:
            scores[i] = 2.0 if alone else -2.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
        return
    score_agreements(state, rules, options, scores)
    if state.decision == Decision.ALLIANCE:
        keep_alliances(state, rules, options, scores)
