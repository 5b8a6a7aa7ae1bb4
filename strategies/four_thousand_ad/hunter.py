"""Hunts homes: works out what it can land at each enemy home against what can be there, and strikes when that is more.

Otherwise it masses its ships at a star within count 3 of the weakest home. Guards its own home against what flies
towards it and little else.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import is_own
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "hunter")

_STRIKE = 3  # the count from which a home is struck
_WITHIN = 100.0  # rank of a star from which a home can be struck
_NO_PREY = 1e9  # ships


@rule
def strength_at(state, rules, seat, owner, survey):
    """How strong an enemy's home is to a seat; more than anything where its owner does not possess it."""
    home = state.players[owner].home
    if survey.entire[home] != 1.0 + owner or rules.side[owner] == rules.side[seat]:
        return _NO_PREY
    return survey.guard[owner, _STRIKE] + 0.5 * count(rules, state.players[seat].home, home)


@rule
def rank_camps(state, rules, seat, home, survey):
    """Raises scratch of own stars by how fit they are to gather at before a home: within count 3 and large, or near."""
    for star in range(STARS):
        if is_own(state, seat, star):
            away = count(rules, star, home)
            rank = _WITHIN + state.players[seat].ships[star] if away <= _STRIKE else _WITHIN - away
            survey.scratch[star] = max(survey.scratch[star], rank)


@rule
def best_camp(state, rules, seat, survey):
    """Fills in scratch for the weakest enemy homes; the rank of the best, 0 if no enemy possesses their own."""
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
    """What it is worth to bring the spare ships of a star to a camp of that rank."""
    if survey.scratch[star] == camp or survey.spare[star] < survey.weights[Weight.MASS]:
        return 0.0
    return survey.weights[Weight.MASSING] * survey.spare[star]


@rule
def mass_ships(state, rules, options, scores, survey):
    """Where nothing better is to be done, spare ships gather at a camp."""
    seat, phase = state.active, state.phase
    camp = best_camp(state, rules, seat, survey)
    if camp == 0.0:
        return
    for i in range(options.shape[0]):
        star = options[i].a
        if phase == Phase.DEPARTURE and options[i].kind == Kind.DEPART:
            scores[i] = max(scores[i], massing(star, camp, survey))
        elif phase == Phase.DESTINATION and survey.scratch[star] == camp:
            scores[i] = max(scores[i], massing(state.star, camp, survey))
        elif phase == Phase.SHIPS and survey.scratch[state.destination] == camp:
            scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    mass_ships(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
