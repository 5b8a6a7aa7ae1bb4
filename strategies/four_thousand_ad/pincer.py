"""Times double attacks: two stacks, each too small alone, from different distances, come out together.

Looks for two own stacks and an enemy star that together they beat, starts the farther one, and the nearer one as many
turns later as it is nearer. If the defence outgrows the two, each takes what it can.
"""

from pathlib import Path

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.weights import weight_order
from starbalance.simulator.games.four_thousand_ad.movement import warps_in_use
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements
from starbalance.strategies.four_thousand_ad.judgement.features import seen_from
from starbalance.strategies.four_thousand_ad.judgement.survey import survey_row
from starbalance.strategies.four_thousand_ad.sensible import is_move, look, score_moves

Weight = weight_order(__name__, Path(__file__).parent, "pincer")


TARGET, SECOND, ROUND, SHIPS_NEEDED, FIRST = range(
    5
)  # notes: star + 1, source, round to start, ships, source of the first


@rule
def forget(state, seat):
    """Drops the plan."""
    for k in range(5):
        state.notes[seat, k] = 0


@rule
def is_planned(state, seat):
    """Whether a second departure is to follow."""
    return state.notes[seat, TARGET] > 0 and state.rounds <= state.notes[seat, ROUND]


@rule
def defence_expected(star, turns, survey):
    """What can stand at an enemy star by an attack so many turns from now."""
    owner = int(survey.entire[star]) - 1
    return survey.against[star] + 1.0 if owner < 0 else survey.guard[owner, turns]


@rule
def double_attack(state, rules, far, near, star, survey):
    """What a timed attack from two stars is worth; 0: it is not one, or not enough."""
    turns, fewer = count(rules, far, star), count(rules, near, star)
    if turns <= fewer or fewer < 2:
        return 0.0
    needed = defence_expected(star, turns - 1, survey) + 1.0
    if survey.spare[far] >= needed or survey.spare[near] >= needed or survey.spare[far] + survey.spare[near] < needed:
        return 0.0
    return survey.worth[star] * survey.discount[turns]


@rule
def best_double(state, rules, seat, star, survey):
    """(worth, far, near) of the best double attack on a star."""
    best, first, second = 0.0, NONE, NONE
    least = survey.weights[Weight.LEAST]
    for i in range(STARS):
        far = seen_from(rules, seat, i)
        if state.players[seat].ships[far] > 0 and survey.spare[far] >= least:
            for j in range(STARS):
                near = seen_from(rules, seat, j)
                if near != far and state.players[seat].ships[near] > 0 and survey.spare[near] >= least:
                    worth = double_attack(state, rules, far, near, star, survey)
                    if worth > best:
                        best, first, second = worth, far, near
    return best, first, second


@rule
def plan(state, rules, seat, survey):
    """Notes the best double attack that can start now; what it is worth."""
    best = 0.0
    for k in range(STARS):
        star = seen_from(rules, seat, k)
        if survey.against[star] > 0.0 and survey.worth[star] > best:
            worth, far, near = best_double(state, rules, seat, star, survey)
            if worth > best:
                best = worth
                state.notes[seat, TARGET] = star + 1
                state.notes[seat, FIRST] = far
                state.notes[seat, SECOND] = near
                state.notes[seat, ROUND] = state.rounds + count(rules, far, star) - count(rules, near, star)
    return best


@rule
def number_of_stacks(state, seat, survey):
    """How many own stars could take part in a double attack."""
    number = 0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0 and survey.spare[star] >= survey.weights[Weight.LEAST]:
            number += 1
    return number


@rule
def source_due(state, rules, seat, survey, scores, options):
    """The star from which a stack of the plan has to start now, NONE if none does. Plans when nothing is planned."""
    if is_planned(state, seat):
        return state.notes[seat, SECOND] if state.rounds == state.notes[seat, ROUND] else NONE
    forget(state, seat)
    if warps_in_use(state, seat) > 0 or number_of_stacks(state, seat, survey) < 2:
        return NONE
    worth, best = plan(state, rules, seat, survey), 0.0
    for i in range(options.shape[0]):
        best = max(best, scores[i])
    if worth <= best:
        forget(state, seat)
        return NONE
    return state.notes[seat, FIRST]


@rule
def depart_on_plan(state, rules, options, scores, survey):
    """At the first step of a departure: the stack that is due, or none while the warp for it has to be kept."""
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
    """Whether the departure in progress is one of the plan's."""
    if not is_planned(state, seat):
        return False
    if state.rounds == state.notes[seat, ROUND]:
        return state.star == state.notes[seat, SECOND]
    return state.star == state.notes[seat, FIRST]


@rule
def follow_plan(state, rules, options, scores, survey):
    """Departures of the plan head for its target with all they can spare."""
    seat, phase = state.active, state.phase
    if phase == Phase.DEPARTURE:
        depart_on_plan(state, rules, options, scores, survey)
    elif is_stack_due(state, seat):
        target = state.notes[seat, TARGET] - 1
        for i in range(options.shape[0]):
            if phase == Phase.DESTINATION and options[i].a == target:
                scores[i] = 100.0
            elif phase == Phase.SHIPS and state.destination == target:
                scores[i] = options[i].a if options[i].a <= survey.spare[state.star] else -1.0


@rule
def wait_for_the_other(state, rules, options, scores, survey):
    """A warp of the plan takes part in the combined attack and does not come out before."""
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
    """The recipe for moves. desk: one blank survey."""
    look(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])
    if state.phase == Phase.ARRIVAL:
        wait_for_the_other(state, rules, options, scores, desk[0])
    elif state.phase != Phase.JOINT_ARRIVAL:
        follow_plan(state, rules, options, scores, desk[0])


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
