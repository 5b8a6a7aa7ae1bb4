"""Counts pairs: takes the star that completes the next pair of resources, brings what it can spare home.

Leaves one ship a star, attacks only where that gains a pair and with twice the ships it meets; strikes a home when its
fleet has grown large enough.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.occupation import possesses_home
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "economist")


@rule
def attack_for_pairs(state, survey):
    """An enemy star must bring a pair, and needs the surplus."""
    for star in range(STARS):
        if survey.against[star] > 0.0 and survey.entire[star] == 0.0:
            survey.need[star] = survey.weights[Weight.SURPLUS] * survey.against[star]
            if survey.worth[star] < survey.weights[Weight.PAIR]:
                survey.worth[star] = 0.0
            else:
                survey.need[star] = max(survey.need[star], survey.against[star] + 1.0)


@rule
def homeward(state, rules, seat, star, survey):
    """What it is worth to bring the spare ships of a star home."""
    home = state.players[seat].home
    turns = count(rules, star, home)
    if star == home or survey.spare[star] < 2.0 or turns > rules.farthest[star >> 1] or not possesses_home(state, seat):
        return 0.0
    return survey.weights[Weight.HOMEWARD] * survey.spare[star]


@rule
def bring_home(state, rules, options, scores, survey):
    """Where nothing better is to be done, spare ships go home."""
    seat, phase = state.active, state.phase
    for i in range(options.shape[0]):
        star = options[i].a
        if phase == Phase.DEPARTURE and options[i].kind == Kind.DEPART:
            scores[i] = max(scores[i], homeward(state, rules, seat, star, survey))
        elif phase == Phase.DESTINATION and star == state.players[seat].home:
            scores[i] = max(scores[i], homeward(state, rules, seat, state.star, survey))
        elif phase == Phase.SHIPS and state.destination == state.players[seat].home:
            scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look(state, rules, weights, desk[0])
    attack_for_pairs(state, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    bring_home(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
