"""A raider that sends its largest stack towards a distance with several weaker stars, which hides its target.

At every space it takes the best star that it can beat. Otherwise it flies on, and it comes out before it is lost. It
accepts alliances, and ends one when it can take the ally's home.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import companion, count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.features import flying
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "raider")


@rule
def largest_stack(state, seat, survey):
    """Return the largest number of ships that one star can spare, at least 2."""
    most = 2.0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            most = max(most, survey.spare[star])
    return most


@rule
def prize(state, rules, seat, source, turns, survey):
    """Return the total value, in points of score, of the stars at one distance that the stack can beat.

    Return 0 if there are fewer of them than the weight `targets`.
    """
    number, total = 0, 0.0
    for k in range(rules.number_at[source >> 1, turns]):
        star = rules.stars_at[source >> 1, turns, k]
        if (
            survey.value[star] > 0.0
            and survey.against[star] < survey.spare[source]
            and survey.home_to_take[star] == 0.0
        ):
            number += 1
            total += survey.value[star]
    return total if number >= survey.weights[Weight.TARGETS] else 0.0


@rule
def raid(state, rules, seat, source, star, survey):
    """Return the value of a raid, in points of score: the target and a share of all stars at its distance.

    Return 0 if the stack cannot beat the target, or if the star is no target of a raid.
    """
    turns = count(rules, source, star)
    if turns < 2 or survey.value[star] == 0.0 or survey.against[star] == 0.0:
        return 0.0
    if survey.against[star] >= survey.spare[source] or survey.home_to_take[star] > 0.0:
        return 0.0
    return survey.value[star] + survey.weights[Weight.AMBIGUITY] * prize(state, rules, seat, source, turns, survey)


@rule
def best_raid(state, rules, seat, source, survey):
    """Return the value of the best raid from a star, in points of score. 0 means no raid."""
    best = 0.0
    for turns in range(2, SPACES + 1):
        for k in range(rules.number_at[source >> 1, turns]):
            star = rules.stars_at[source >> 1, turns, k]
            if survey.value[star] > 0.0 and survey.against[star] > 0.0:
                best = max(best, raid(state, rules, seat, source, star, survey))
    return best


@rule
def go_raiding(state, rules, options, scores, survey):
    """Raise the scores of raids by the largest stack, with all the ships it can spare."""
    seat, decision, source = state.active, state.decision, state.star
    most = largest_stack(state, seat, survey)
    for i in range(options.shape[0]):
        star = options[i].a
        if decision == Decision.DEPARTURE and options[i].kind == Kind.DEPART and survey.spare[star] == most:
            scores[i] = max(scores[i], best_raid(state, rules, seat, star, survey))
        elif decision == Decision.DESTINATION and survey.spare[source] == most:
            scores[i] = max(scores[i], raid(state, rules, seat, source, star, survey))
        elif decision == Decision.SHIPS and survey.spare[source] == most and survey.against[state.destination] > 0.0:
            ships = options[i].a
            scores[i] = ships if ships <= most else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_features(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    go_raiding(state, rules, options, scores, desk[0])


@rule
def accept(options, scores):
    """Score 1 for accepting an alliance, 0 for refusing it."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.YES else 0.0


@rule
def betray(state, rules, options, scores):
    """Raise the score of ending an alliance if ships near the ally's home outnumber its guard.

    Ships count if their warp can come out at the home within 2 turns, or if they can hop there.
    """
    seat = state.active
    for i in range(options.shape[0]):
        if options[i].kind == Kind.END_ALLIANCE:
            home = state.players[options[i].a].home
            ready = flying(state, rules, seat, home, 2) + state.players[seat].ships[companion(home)]
            if ready > state.players[options[i].a].ships[home]:
                scores[i] = 2.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    elif state.decision == Decision.ANSWER_ALLIANCE:
        accept(options, scores)
    else:
        score_agreements(state, rules, options, scores)
        if state.decision == Decision.ALLIANCE:
            betray(state, rules, options, scores)
