"""A careful all-rounder.

It settles the stars near its home with one ship each. Stars that complete a pair of resources come first, and it
avoids stars close to a larger enemy stack. For every turn it compares the ships that enemies could land at its home
with the ships that can stand there by then. It sends away no ship that the home needs. It takes weakly held stars
with the ships needed, in Alliances with all it can spare. It strikes an enemy home with everything it can spare when
that outnumbers guard, production and reinforcements by the turn of arrival. It sends help that arrives in time, leaves
stars it cannot hold, and comes out of hyperspace at the most valuable star. From round 50 on it takes more risks,
and against the last enemy it takes every risk.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.joint_arrival import candidates, force
from starbalance.simulator.games.four_thousand_ad.movement import count_from, ships_ready
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, Kind, Status
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.evaluation.agreements import score_agreements, score_numbers
from starbalance.strategies.four_thousand_ad.evaluation.features import is_own
from starbalance.strategies.four_thousand_ad.evaluation.homes import ships_to_spare
from starbalance.strategies.four_thousand_ad.evaluation.survey import look_around, look_at_departure, survey_row
from starbalance.strategies.four_thousand_ad.evaluation.weights import Weight

NEVER = -1000.0
_PLENTY = 2.0  # a departure costs less if it takes less than 1 / _PLENTY of the spare ships
_RETAKING = 0.5  # share of its value that a home keeps if it is retaken on the turn after its loss
_LANDED, _EACH = 0.3, 0.02  # points of score for coming out at an own star, and for each ship


@rule
def strike(state, rules, seat, star, turns, ships, survey):
    """FAD-22.1: Return the share (0 to 1) of a home's value that taking it with these ships in `turns` turns earns.

    0 means that the ships do not take it. Outside Alliances, a lost own home must be retaken on this turn.
    """
    owner = int(survey.home_to_take[star]) - 1
    if rules.side[owner] == rules.side[seat]:
        late = turns > 0 and state.players[seat].status == Status.GRACE
        return 1.0 if ships >= survey.need[star] and not late else 0.0
    if ships <= survey.guard[owner, turns]:
        return 0.0
    return 1.0 if ships >= survey.rescue[owner, turns] else survey.weights[Weight.RETAKEN]


@rule
def ships_to_strike(state, rules, seat, source, star, survey):
    """Return the number of ships to send from a star against a home, or to retake the own home.

    Against the last enemy, its standing stacks elsewhere do not hold ships back.
    """
    if star == state.players[seat].home:
        return ships_ready(state, rules, seat, source)
    if state.players[seat].ships[source] < 2 or survey.enemies > 1.0:
        return survey.spare[source]
    return ships_to_spare(state, rules, seat, source, int(survey.home_to_take[star]) - 1, survey)


@rule
def ships_to_help(state, rules, seat, source, star, survey):
    """Return the number of ships that can be sent to hold a home: all that may depart for the own home."""
    if star == state.players[seat].home:
        return ships_ready(state, rules, seat, source)
    return survey.spare[source]


@rule
def help_in_time(rules, star, turns, ships, survey):
    """FAD-22.1: Return the share (0 to 1) of a home's value that help arriving in `turns` turns saves.

    Enough ships in time save it in full. Fewer ships that arrive early save a part, since more can follow.
    A force that outnumbers the landed ships can also retake the home on the turn after its loss.
    """
    owner = int(survey.home_in_danger[star]) - 1
    left = survey.deadline[owner] - 1.0 - turns
    if left < 0.0:
        return _RETAKING if left == -1.0 and ships > survey.landing[owner] and rules.grace_turn else 0.0
    if ships >= survey.need[star]:
        return 1.0
    return ships / survey.need[star] if left > 0.0 else 0.0


@rule
def ships_to_send(source, star, survey):
    """Return the number of ships to send to a star that is no home: the need and a share of the other spare ships."""
    need = survey.need[star]
    return need + survey.weights[Weight.ESCORT] * max(0.0, survey.spare[source] - need)


@rule
def exposure(star, ships, survey):
    """Return the cost, in points of score, of coming out near an enemy stack that is larger than the force.

    0 if there is no such stack.
    """
    return survey.weights[Weight.EXPOSURE] * ships if survey.menace[star] > ships else 0.0


@rule
def price(state, seat, source, ships, survey):
    """Return the cost of a departure, in points of score: higher from the home, lower if many ships can be spared."""
    weights = survey.weights
    cost = weights[Weight.CREW] * (ships - 1.0)
    if source == state.players[seat].home:
        cost += weights[Weight.LEVY] * ships
    return cost * min(1.0, _PLENTY * ships / survey.spare[source])


@rule
def visit(state, rules, seat, source, star, gain, survey):
    """Return the gain, in points of score, of taking a star that is no home, or of helping an own star by a hop.

    Only a hop arrives soon enough to help an own star. The result is 0 if the spare ships are too few.
    """
    spare, need = survey.spare[source], survey.need[star]
    if is_own(state, seat, star):
        return gain * min(1.0, spare / need) if count(rules, source, star) == 1 else 0.0
    if spare < need:
        return 0.0
    ships = ships_to_send(source, star, survey)
    return max(0.0, gain - price(state, seat, source, ships, survey) - exposure(star, ships, survey))


@rule
def journey(state, rules, seat, source, star, survey):
    """Return the gain of a departure from source to star, in points of score. 0 means no gain."""
    if survey.value[star] == 0.0:
        return 0.0
    away = count(rules, source, star)
    gain = survey.value[star] * survey.discount[away]
    if survey.home_in_danger[star] > 0.0:
        ships = ships_to_help(state, rules, seat, source, star, survey)
        return gain * help_in_time(rules, star, away - 1, ships, survey)
    if survey.home_to_take[star] > 0.0:
        ships = ships_to_strike(state, rules, seat, source, star, survey)
        return gain * strike(state, rules, seat, star, away - 1, ships, survey)
    return visit(state, rules, seat, source, star, gain, survey)


@rule
def flight(rules, source, star, survey):
    """Return the value, in points of score, of taking a threatened fleet to another star. 0 means no value."""
    if survey.flee[source] == 0.0 or survey.against[star] > 0.0:
        return 0.0
    return survey.flee[source] * survey.discount[count(rules, source, star)]


@rule
def departure(state, rules, seat, source, star, survey):
    """Return the value of a departure in points of score, for gain or for escape, the larger of the two."""
    return max(journey(state, rules, seat, source, star, survey), flight(rules, source, star, survey))


@rule
def best_departure(state, rules, seat, source, survey):
    """Return the value of the best departure from a star, in points of score, at least 0.

    A star that cannot spare a ship sends one only to help its home.
    """
    best = 0.0
    if survey.spare[source] < 1.0:
        home = state.players[seat].home
        return departure(state, rules, seat, source, home, survey) if home != source else 0.0
    for star in range(STARS):
        if star != source and max(survey.value[star], survey.flee[source]) > best:
            best = max(best, departure(state, rules, seat, source, star, survey))
    return best


@rule
def wanted_ships(state, rules, seat, source, star, survey):
    """Return the number of ships that a departure from the source to the star takes."""
    if survey.home_to_take[star] > 0.0:
        return ships_to_strike(state, rules, seat, source, star, survey)
    if survey.home_in_danger[star] > 0.0:
        ships = ships_to_help(state, rules, seat, source, star, survey)
        in_time = count(rules, source, star) <= survey.deadline[int(survey.home_in_danger[star]) - 1]
        return min(ships, survey.need[star]) if in_time else ships
    if flight(rules, source, star, survey) > journey(state, rules, seat, source, star, survey):
        return survey.spare[source]
    return min(survey.spare[source], ships_to_send(source, star, survey))


@rule
def relief(star, turns, ships, survey):
    """Return the value of coming out at an own star, in points of score.

    It is higher if the ships hold the star against an attack next turn, and negative if they would be lost there.
    """
    if survey.value[star] == 0.0:
        return _LANDED + _EACH * ships
    if turns == 0 and ships >= survey.need[star]:
        return _LANDED + _EACH * ships + survey.value[star]
    return -0.5 * survey.weights[Weight.RISK] * ships


@rule
def arrival(state, rules, seat, star, turns, ships, survey):
    """Return the value, in points of score, of coming out at a star with this many ships after `turns` turns.

    It is negative if the ships would be lost there.
    """
    against, value, risk = survey.against[star], survey.value[star], survey.weights[Weight.RISK]
    if survey.home_in_danger[star] > 0.0:
        return _LANDED + _EACH * ships + value * help_in_time(rules, star, turns, ships, survey)
    if is_own(state, seat, star):
        return relief(star, turns, ships, survey)
    if against >= ships:
        return -risk * ships
    if against == 0.0 and survey.friends[star] > 0.0:
        return 0.2
    if survey.home_to_take[star] > 0.0:
        return value * strike(state, rules, seat, star, turns, ships, survey)
    return value - (risk * ships if survey.imminent[star] > ships else 0.0)


@rule
def staying(state, rules, seat, warp, ships, survey):
    """Return the value of staying in hyperspace: that of the best star within later reach, in points of score.

    `NEVER` if the warp can fly no farther. If no star is better, it is 0.1 below the loss of the ships.
    """
    if warp.space >= rules.farthest[warp.sector]:
        return NEVER
    best = -0.1 - survey.weights[Weight.RISK] * ships
    for star in range(STARS):
        turns = count_from(rules, warp, star) - warp.space
        if turns > 0 and survey.value[star] + _LANDED + _EACH * ships > best:
            value = arrival(state, rules, seat, star, turns, ships, survey)
            best = max(best, value * survey.discount[turns] if value > 0.0 else value)
    return best


@rule
def arrival_option(state, rules, seat, option, survey):
    """D-1: Return the value of staying in hyperspace, coming out or combining with other warps, in points of score.

    `NEVER` for combining if the warp's own ships suffice.
    """
    warp = state.players[seat].warps[state.warp]
    ships, star, partner = warp.ships + warp.lent, option.b, option.c
    if option.kind == Kind.CONTINUE:
        return staying(state, rules, seat, warp, ships, survey)
    if option.kind == Kind.ARRIVE:
        return arrival(state, rules, seat, star, 0, ships, survey)
    if ships > survey.against[star]:
        return NEVER
    total = ships + force(state, seat, partner, candidates(state, rules, seat, seat, partner, star))
    return arrival(state, rules, seat, star, 0, total, survey) - 0.1


@rule
def joint_option(option, survey):
    """D-10: Return the value of a joint arrival, in points of score: that of its star. 0 for any other option."""
    return survey.value[option.b] if option.kind == Kind.COMBINE else 0.0


@rule
def departure_option(state, rules, seat, option, survey):
    """D-2: Return the value of the best departure from a star, in points of score. Staying (0) wins ties."""
    if option.kind == Kind.STAY:
        return 0.0
    return best_departure(state, rules, seat, option.a, survey) - 0.01


@rule
def destination_option(state, rules, seat, option, survey):
    """D-2: Return the value of a destination, in points of score. Of equal destinations the nearer one wins."""
    source, star = state.star, option.a
    return departure(state, rules, seat, source, star, survey) - 0.001 * count(rules, source, star)


@rule
def fill_features(state, rules, weights, survey):
    """Fill in the blank features record, weights included, for the moving seat."""
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    look_around(state, rules, state.active, survey)


@rule
def fill_needed_features(state, rules, weights, survey):
    """Fill in the blank features record for the moving seat, as far as the decision needs it.

    A number of ships needs only the source and the destination.
    """
    if state.decision != Decision.SHIPS:
        fill_features(state, rules, weights, survey)
        return
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    look_at_departure(state, rules, state.active, survey)


@rule
def score_moves(state, rules, options, scores, survey):
    """Score arrivals, joint arrivals and departures from the features, in points of score.

    Numbers of ships are scored by how near they are to the wanted number.
    """
    seat, decision = state.active, state.decision
    if decision == Decision.SHIPS:
        score_numbers(options, wanted_ships(state, rules, seat, state.star, state.destination, survey), scores)
        return
    for i in range(options.shape[0]):
        if decision == Decision.ARRIVAL:
            scores[i] = arrival_option(state, rules, seat, options[i], survey)
        elif decision == Decision.DEPARTURE:
            scores[i] = departure_option(state, rules, seat, options[i], survey)
        elif decision == Decision.DESTINATION:
            scores[i] = destination_option(state, rules, seat, options[i], survey)
        else:
            scores[i] = joint_option(options[i], survey)


@rule
def move(state, rules, options, weights, scores, desk):
    """Score every option of a move, in points of score. `desk` holds one blank features record."""
    fill_needed_features(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])


@rule
def is_move(decision):
    """Return whether the decision needs the position features: an arrival, a joint arrival or a departure."""
    if decision == Decision.JOINT_ARRIVAL or decision == Decision.ARRIVAL:
        return True
    return decision == Decision.DEPARTURE or decision == Decision.DESTINATION or decision == Decision.SHIPS


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    if is_move(state.decision):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
