"""Plays two homes as one: the searcher's eye, a double guard where the threat is larger, help for the ally.

Sends ships into the ally's home up to equality with what threatens it, joins every attack that both together win, lends
what an attack needs. Keeps an alliance while there is an enemy. Without an ally it is the searcher.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.four_thousand_ad.occupation import possesses_home
from starbalance.simulator.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.kernel import kernel, rule
from starbalance.simulator.weights import weight_order
from starbalance.strategies.four_thousand_ad.judgement.features import living_enemies, pairs, threat
from starbalance.strategies.four_thousand_ad.searcher import weigh_numbers
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_agreements, score_moves, survey_row

Weight = weight_order(__name__, Path(__file__).parent, "coordinator")


@rule
def coming(state, rules, seat, trust):
    """What threatens the home of a seat."""
    home = state.players[seat].home
    return threat(state, rules, seat, home, 7.0, trust, pairs(state, rules, seat))


@rule
def look_at_ally(state, rules, seat, survey):
    """The ally's home: worth ships up to equality; and whose home is threatened less gives up half its guard."""
    for ally in range(rules.seats):
        if ally == seat or rules.side[ally] != rules.side[seat]:
            continue
        home = state.players[ally].home
        held = survey.friends[home] + state.players[seat].ships[home]
        lacking = np.ceil(coming(state, rules, ally, 0.0)) - held
        if possesses_home(state, ally) and lacking > 0.0:
            survey.worth[home] = survey.weights[Weight.ALLY_HOME]
            survey.need[home] = lacking
        if not possesses_home(state, ally):
            survey.worth[home] = survey.weights[Weight.ALLY_HOME]
            survey.need[home] = survey.against[home] + 1.0
            survey.entire[home] = 1.0


@rule
def guard_double(state, rules, weights, seat, survey):
    """The home of the side that is threatened more keeps twice the guard."""
    trust = weights[Weight.GUARD]
    for ally in range(rules.seats):
        if ally != seat and rules.side[ally] == rules.side[seat]:
            if coming(state, rules, seat, trust) < coming(state, rules, ally, trust):
                return
            survey.spare[state.players[seat].home] = max(0.0, 0.5 * survey.spare[state.players[seat].home])


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
    look_at_ally(state, rules, state.active, survey)
    guard_double(state, rules, weights, state.active, survey)
    if state.phase == Phase.SHIPS:
        weigh_numbers(state, options, scores, survey)
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
