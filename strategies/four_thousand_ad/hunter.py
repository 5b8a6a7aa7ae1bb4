"""A hunter of homes that strikes an enemy home as soon as it can land more ships than can defend it.

Otherwise it masses its ships at a star within count 3 of the weakest home. It guards its own home against ships on
their way to it, and against little else.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.features import is_own
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "hunter")

_STRIKE = 3  # count from which it strikes a home
_WITHIN = 100.0  # rank of a star within striking distance of a home
_NO_PREY = 1e9  # ships


@rule
def strength_at(state, rules, seat, owner, survey):
    """Return the strength of an enemy's home, in ships, with half a ship for each count from the own home.

    Return `_NO_PREY` if the home is no target: of the own side, or not possessed by its owner.
    """
    home = state.players[owner].home
    if survey.home_to_take[home] != 1.0 + owner or rules.side[owner] == rules.side[seat]:
        return _NO_PREY
    return survey.guard[owner, _STRIKE] + 0.5 * count(rules, state.players[seat].home, home)


@rule
def rank_camps(state, rules, seat, home, survey):
    """Raise the camp rank (`scratch`) of own stars near a home.

    Within count 3 of the home, more ships rank higher. Farther stars rank lower with every count.
    """
    for star in range(STARS):
        if is_own(state, seat, star):
            away = count(rules, star, home)
            rank = _WITHIN + state.players[seat].ships[star] if away <= _STRIKE else _WITHIN - away
            survey.scratch[star] = max(survey.scratch[star], rank)


@rule
def best_camp(state, rules, seat, survey):
    """Rank camps for the weakest enemy homes and return the highest rank. 0 means no enemy home is a target."""
    weakest, best = _NO_PREY, 0.0
    for owner in range(rules.seats):
        weakest = min(weakest, strength_at(state, rules, seat, owner, survey))
    for owner in range(rules.seats):
        if weakest < _NO_PREY and strength_at(state, rules, seat, owner, survey) == weakest:
            rank_camps(state, rules, seat, state.players[owner].home, survey)
    for star in range(STARS):
        best = max(best, survey.scratch[star])
    return best


@rule
def massing(star, camp, survey):
    """Return the value, in points of score, of bringing the spare ships of a star to a camp of this rank.

    Return 0 if the star has this rank already, or if its spare ships are too few.
    """
    if survey.scratch[star] == camp or survey.spare[star] < survey.weights[Weight.MASS]:
        return 0.0
    return survey.weights[Weight.MASSING] * survey.spare[star]


@rule
def mass_ships(state, rules, options, scores, survey):
    """Raise the scores of departures that bring spare ships to a camp, unless a better option exists.

    Without an enemy home as a target, change nothing.
    """
    seat, decision = state.active, state.decision
    camp = best_camp(state, rules, seat, survey)
    if camp == 0.0:
        return
    for i in range(options.shape[0]):
        star = options[i].a
        if decision == Decision.DEPARTURE and options[i].kind == Kind.DEPART:
            scores[i] = max(scores[i], massing(star, camp, survey))
        elif decision == Decision.DESTINATION and survey.scratch[star] == camp:
            scores[i] = max(scores[i], massing(state.star, camp, survey))
        elif decision == Decision.SHIPS and survey.scratch[state.destination] == camp:
            scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_features(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    mass_ships(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
