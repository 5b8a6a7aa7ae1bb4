"""Plays two homes as one: the searcher's eye, a double guard where the threat is larger, help for the ally.

Sends ships into the ally's home up to equality with what threatens it, joins every attack that both together win, lends
what an attack needs. Keeps an alliance while there is an enemy. Without an ally it is the searcher.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import NONE
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import TURNS, living_enemies
from starbalance.strategies.four_thousand_ad.judgement.homes import threat_of
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.searcher import weigh_numbers
from starbalance.strategies.four_thousand_ad.sensible import NEVER, is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "coordinator")


@rule
def pressure(state, rules, owner, survey):
    """The most by which what could come to a home of the side exceeds what is there by then."""
    most = NEVER
    for turn in range(1, TURNS):
        threat = threat_of(state, rules, owner, turn, survey.trust, NONE, survey)
        most = max(most, threat - survey.held[owner, turn])
    return most


@rule
def guard_double(state, rules, seat, survey):
    """The home of the side that is threatened more keeps twice the guard."""
    home = state.players[seat].home
    for ally in range(rules.seats):
        if ally != seat and rules.side[ally] == rules.side[seat]:
            if pressure(state, rules, seat, survey) >= pressure(state, rules, ally, survey):
                survey.spare[home] *= 0.5


@rule
def prefer_joint(options, scores, survey):
    """An attack together is worth more than one alone."""
    for i in range(options.shape[0]):
        if options[i].kind == Kind.COMBINE:
            scores[i] += survey.weights[Weight.JOINT]


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    survey = desk[0]
    look(state, rules, weights, survey)
    guard_double(state, rules, state.active, survey)
    if state.phase == Phase.SHIPS:
        weigh_numbers(state, rules, options, scores, survey)
        return
    score_moves(state, rules, options, scores, survey)
    if state.phase == Phase.JOINT_ARRIVAL:
        prefer_joint(options, scores, survey)


@rule
def keep_alliances(state, rules, options, scores):
    """Ends none while there is an enemy."""
    alone = living_enemies(state, rules, state.active) == 0
    for i in range(options.shape[0]):
        if options[i].kind == Kind.END_ALLIANCE:
            scores[i] = 2.0 if alone else -2.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
        return
    score_agreements(state, rules, options, scores)
    if state.phase == Phase.ALLIANCE:
        keep_alliances(state, rules, options, scores)
