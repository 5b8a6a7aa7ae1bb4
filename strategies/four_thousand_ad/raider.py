"""Raids: its largest stack departs towards a distance at which several weaker stars lie, so that nobody knows which.

At every space it takes the best star it can beat, otherwise it flies on, and comes out in time. Accepts alliances, and
ends one when the ally's home can be taken.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import companion, count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import flying
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "raider")


@rule
def largest_stack(state, seat, survey):
    """The most ships that a star can spare, at least two."""
    most = 2.0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0:
            most = max(most, survey.spare[star])
    return most


@rule
def prize(state, rules, seat, source, turns, survey):
    """The worth of all stars at a count that the stack of a star can beat; 0 if they are fewer than the recipe asks."""
    number, total = 0, 0.0
    for k in range(rules.number_at[source >> 1, turns]):
        star = rules.stars_at[source >> 1, turns, k]
        if survey.worth[star] > 0.0 and survey.against[star] < survey.spare[source] and survey.entire[star] == 0.0:
            number += 1
            total += survey.worth[star]
    return total if number >= survey.weights[Weight.TARGETS] else 0.0


@rule
def raid(state, rules, seat, source, star, survey):
    """What the ambiguity of a distance adds to a target that the stack can beat."""
    turns = count(rules, source, star)
    if turns < 2 or survey.worth[star] == 0.0 or survey.against[star] == 0.0:
        return 0.0
    if survey.against[star] >= survey.spare[source] or survey.entire[star] > 0.0:
        return 0.0
    return survey.worth[star] + survey.weights[Weight.AMBIGUITY] * prize(state, rules, seat, source, turns, survey)


@rule
def best_raid(state, rules, seat, source, survey):
    """The worth of the best raid from a star."""
    best = 0.0
    for turns in range(2, SPACES + 1):
        for k in range(rules.number_at[source >> 1, turns]):
            star = rules.stars_at[source >> 1, turns, k]
            if survey.worth[star] > 0.0 and survey.against[star] > 0.0:
                best = max(best, raid(state, rules, seat, source, star, survey))
    return best


@rule
def go_raiding(state, rules, options, scores, survey):
    """The largest stack raids with all it can spare."""
    seat, phase, source = state.active, state.phase, state.star
    most = largest_stack(state, seat, survey)
    for i in range(options.shape[0]):
        star = options[i].a
        if phase == Phase.DEPARTURE and options[i].kind == Kind.DEPART and survey.spare[star] == most:
            scores[i] = max(scores[i], best_raid(state, rules, seat, star, survey))
        elif phase == Phase.DESTINATION and survey.spare[source] == most:
            scores[i] = max(scores[i], raid(state, rules, seat, source, star, survey))
        elif phase == Phase.SHIPS and survey.spare[source] == most and survey.against[state.destination] > 0.0:
            scores[i] = star if star <= most else -1.0


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    go_raiding(state, rules, options, scores, desk[0])


@rule
def accept(options, scores):
    """Yes to every alliance offered."""
    for i in range(options.shape[0]):
        scores[i] = 1.0 if options[i].kind == Kind.YES else 0.0


@rule
def betray(state, rules, options, scores):
    """Ends an alliance when those of its own ships that can reach the ally's home soon outnumber its guard."""
    seat = state.active
    for i in range(options.shape[0]):
        if options[i].kind == Kind.END_ALLIANCE:
            home = state.players[options[i].a].home
            ready = flying(state, rules, seat, home, 2) + state.players[seat].ships[companion(home)]
            if ready > state.players[options[i].a].ships[home]:
                scores[i] = 2.0


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    elif state.phase == Phase.ANSWER_ALLIANCE:
        accept(options, scores)
    else:
        score_agreements(state, rules, options, scores)
        if state.phase == Phase.ALLIANCE:
            betray(state, rules, options, scores)
