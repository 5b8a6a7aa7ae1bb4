"""An economist that takes stars which complete pairs of resources, and brings spare ships home.

It leaves one ship at each star. It attacks a star only to gain a pair, and with twice the defending ships. It strikes
a home when its fleet is large enough.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.occupation import possesses_home
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "economist")


@rule
def attack_for_pairs(state, survey):
    """Lower the value of enemy stars that bring no pair to 0, and raise the ships needed for the rest."""
    for star in range(STARS):
        if survey.against[star] > 0.0 and survey.home_to_take[star] == 0.0:
            survey.need[star] = survey.weights[Weight.SURPLUS] * survey.against[star]
            if survey.value[star] < survey.weights[Weight.PAIR]:
                survey.value[star] = 0.0
            else:
                survey.need[star] = max(survey.need[star], survey.against[star] + 1.0)


@rule
def homeward(state, rules, seat, star, survey):
    """Return the value of bringing the spare ships of a star home, in points of score.

    0 for the home, for fewer than 2 spare ships, beyond flying distance, or once the home is lost.
    """
    home = state.players[seat].home
    turns = count(rules, star, home)
    if star == home or survey.spare[star] < 2.0 or turns > rules.farthest[star >> 1] or not possesses_home(state, seat):
        return 0.0
    return survey.weights[Weight.HOMEWARD] * survey.spare[star]


@rule
def bring_home(state, rules, options, scores, survey):
    """Raise the scores of departures that bring spare ships home, unless a better option exists.

    Numbers of ships on such a departure are scored by size, and -1 beyond the spare ships.
    """
    seat, decision = state.active, state.decision
    for i in range(options.shape[0]):
        star = options[i].a
        if decision == Decision.DEPARTURE and options[i].kind == Kind.DEPART:
            scores[i] = max(scores[i], homeward(state, rules, seat, star, survey))
        elif decision == Decision.DESTINATION and star == state.players[seat].home:
            scores[i] = max(scores[i], homeward(state, rules, seat, state.star, survey))
        elif decision == Decision.SHIPS and state.destination == state.players[seat].home:
            scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_features(state, rules, weights, desk[0])
    attack_for_pairs(state, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    bring_home(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
