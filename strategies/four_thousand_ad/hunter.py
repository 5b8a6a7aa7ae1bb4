"""Hunts homes: works out what it can land at each enemy home against what can be there, and strikes when that is more.

Otherwise it masses its ships at a star within count 3 of the weakest home. Guards its own home against what flies
towards it and little else.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.four_thousand_ad.movement import count
from starbalance.simulator.four_thousand_ad.rules import NONE, STARS
from starbalance.simulator.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.kernel import kernel, rule
from starbalance.simulator.weights import weight_order
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import is_own, seen_from
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "hunter")

_STRIKE = 3  # the count from which a home is struck


@rule
def prey(state, rules, seat, survey):
    """The enemy home that takes the fewest ships, NONE if no enemy possesses their own."""
    best, least = NONE, 1e9
    for k in range(STARS):
        home = seen_from(rules, seat, k)
        owner = int(survey.entire[home]) - 1
        if owner >= 0 and rules.side[owner] != rules.side[seat]:
            needed = survey.guard[owner, _STRIKE] + 0.5 * count(rules, state.players[seat].home, home)
            if needed < least:
                best, least = home, needed
    return best


@rule
def camp(state, rules, seat, home, survey):
    """The own star within count 3 of a home that holds most ships, else the nearest to it; NONE if there is no star."""
    best, most = NONE, -1e9
    for k in range(STARS):
        star = seen_from(rules, seat, k)
        if is_own(state, seat, star):
            away = count(rules, star, home)
            rank = state.players[seat].ships[star] + 100.0 if away <= _STRIKE else -10.0 * away
            if rank > most:
                best, most = star, rank
    return best


@rule
def massing(state, rules, seat, star, place, survey):
    """What it is worth to bring the spare ships of a star to the camp."""
    if place == NONE or star == place or survey.spare[star] < survey.weights[Weight.MASS]:
        return 0.0
    return survey.weights[Weight.MASSING] * survey.spare[star]


@rule
def mass_ships(state, rules, options, scores, survey):
    """Where nothing better is to be done, spare ships gather at the camp."""
    seat, phase = state.active, state.phase
    home = prey(state, rules, seat, survey)
    place = camp(state, rules, seat, home, survey) if home != NONE else NONE
    for i in range(options.shape[0]):
        star = options[i].a
        if phase == Phase.DEPARTURE and options[i].kind == Kind.DEPART:
            scores[i] = max(scores[i], massing(state, rules, seat, star, place, survey))
        elif phase == Phase.DESTINATION and star == place:
            scores[i] = max(scores[i], massing(state, rules, seat, state.star, place, survey))
        elif phase == Phase.SHIPS and state.destination == place:
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
