"""A player of timed double attacks: two stacks from different distances come out together at one enemy star.

Each stack is too small to win without the other. The farther one starts first, and the nearer one follows so that both
arrive on one turn. If the defence outgrows the two, each takes what it can.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.movement import warps_in_use
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.evaluation.features import relative_star
from starbalance.strategies.four_thousand_ad.evaluation.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import fill_features, is_move, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "pincer")

_NOTES = 4
# notes: target + 1, the second stack's source and round of departure, the first stack's source
TARGET, SECOND, ROUND, FIRST = range(_NOTES)


@rule
def forget(state, seat):
    """Clear the plan from the notes."""
    for k in range(_NOTES):
        state.notes[seat, k] = 0


@rule
def is_planned(state, seat):
    """Return whether the second departure of a plan is still to follow."""
    return state.notes[seat, TARGET] > 0 and state.rounds <= state.notes[seat, ROUND]


@rule
def defence_expected(star, turns, survey):
    """Return the number of ships that can defend an enemy star against an attack after `turns` turns.

    At a star that is no home to take, it is one more than stand there now.
    """
    owner = int(survey.home_to_take[star]) - 1
    return survey.against[star] + 1.0 if owner < 0 else survey.guard[owner, turns]


@rule
def double_attack(state, rules, far, near, star, survey):
    """Return the value of a timed attack from two stars, in points of score.

    Return 0 if one stack suffices, if both are too few, or if the distances do not fit.
    """
    turns, fewer = count(rules, far, star), count(rules, near, star)
    if turns <= fewer or fewer < 2:
        return 0.0
    needed = defence_expected(star, turns - 1, survey) + 1.0
    if survey.spare[far] >= needed or survey.spare[near] >= needed or survey.spare[far] + survey.spare[near] < needed:
        return 0.0
    return survey.value[star] * survey.discount[turns]


@rule
def best_double(state, rules, seat, star, survey):
    """Return the best double attack on a star as (value in points of score, farther source, nearer source).

    (0.0, `NONE`, `NONE`) if there is none.
    """
    best, first, second = 0.0, NONE, NONE
    least = survey.weights[Weight.LEAST]
    for i in range(STARS):
        far = relative_star(rules, seat, i)
        if state.players[seat].ships[far] > 0 and survey.spare[far] >= least:
            for j in range(STARS):
                near = relative_star(rules, seat, j)
                if near != far and state.players[seat].ships[near] > 0 and survey.spare[near] >= least:
                    value = double_attack(state, rules, far, near, star, survey)
                    if value > best:
                        best, first, second = value, far, near
    return best, first, second


@rule
def plan(state, rules, seat, survey):
    """Note the best double attack that can start now, and return its value in points of score.

    0 if there is none. The notes then do not change.
    """
    best = 0.0
    for k in range(STARS):
        star = relative_star(rules, seat, k)
        if survey.against[star] > 0.0 and survey.value[star] > best:
            value, far, near = best_double(state, rules, seat, star, survey)
            if value > best:
                best = value
                state.notes[seat, TARGET] = star + 1
                state.notes[seat, FIRST] = far
                state.notes[seat, SECOND] = near
                state.notes[seat, ROUND] = state.rounds + count(rules, far, star) - count(rules, near, star)
    return best


@rule
def number_of_stacks(state, seat, survey):
    """Return the number of own stars that could take part in a double attack."""
    number = 0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0 and survey.spare[star] >= survey.weights[Weight.LEAST]:
            number += 1
    return number


@rule
def source_due(state, rules, seat, survey, scores, options):
    """Return the star from which a stack of the plan must start now, or `NONE`.

    Without a plan, make one if its value exceeds the best score.
    """
    if is_planned(state, seat):
        return state.notes[seat, SECOND] if state.rounds == state.notes[seat, ROUND] else NONE
    forget(state, seat)
    if warps_in_use(state, seat) > 0 or number_of_stacks(state, seat, survey) < 2:
        return NONE
    value, best = plan(state, rules, seat, survey), 0.0
    for i in range(options.shape[0]):
        best = max(best, scores[i])
    if value <= best:
        forget(state, seat)
        return NONE
    return state.notes[seat, FIRST]


@rule
def depart_on_plan(state, rules, options, scores, survey):
    """Raise the score of the planned departure that is due, or of staying while a warp must be kept for it."""
    seat = state.active
    due = source_due(state, rules, seat, survey, scores, options)
    waiting = is_planned(state, seat) and due == NONE
    for i in range(options.shape[0]):
        if options[i].kind == Kind.DEPART and options[i].a == due:
            scores[i] = 100.0
        elif options[i].kind == Kind.STAY and waiting:
            scores[i] = max(scores[i], 5.0)


@rule
def is_stack_due(state, seat):
    """Return whether the departure in progress belongs to the plan."""
    if not is_planned(state, seat):
        return False
    if state.rounds == state.notes[seat, ROUND]:
        return state.star == state.notes[seat, SECOND]
    return state.star == state.notes[seat, FIRST]


@rule
def follow_plan(state, rules, options, scores, survey):
    """Raise the scores of the plan's departures towards its target, with all the ships they can spare."""
    seat, decision = state.active, state.decision
    if decision == Decision.DEPARTURE:
        depart_on_plan(state, rules, options, scores, survey)
    elif is_stack_due(state, seat):
        target = state.notes[seat, TARGET] - 1
        for i in range(options.shape[0]):
            if decision == Decision.DESTINATION and options[i].a == target:
                scores[i] = 100.0
            elif decision == Decision.SHIPS and state.destination == target:
                scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def wait_for_second_warp(state, rules, options, scores, survey):
    """Raise the scores with which a warp of the plan waits for, and joins, the combined attack."""
    target = state.notes[state.active, TARGET] - 1
    warp = state.players[state.active].warps[state.warp]
    if target < 0 or warp.target != target:
        return
    for i in range(options.shape[0]):
        if options[i].kind == Kind.COMBINE and options[i].b == target:
            scores[i] += 20.0
        elif options[i].kind == Kind.CONTINUE and state.rounds < state.notes[state.active, ROUND]:
            scores[i] += 10.0


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_features(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    if state.decision == Decision.ARRIVAL:
        wait_for_second_warp(state, rules, options, scores, desk[0])
    elif state.decision != Decision.JOINT_ARRIVAL:
        follow_plan(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
