"""A careful all-rounder.

Spreads over the stars near its home, one ship each, those first that bring a pair of resources, none close to a larger
stack of an enemy if it can help it. Reckons, turn by turn, what enemies could land at its home against what can stand
there by then, and spends no ship that the home needs. Takes weakly held stars with as many ships as that needs, in
Alliances with all it can spare, strikes an enemy home with everything it can spare when that outnumbers guard,
production and reinforcements by the turn of arrival. Sends help that comes in time, leaves a star that cannot be held,
comes out of hyperspace where that is worth most. From round 50 on it takes more risks, against the last enemy all.
"""

import numpy as np

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.joint_arrival import candidates, force
from starbalance.simulator.games.four_thousand_ad.movement import count_from, may_depart
from starbalance.simulator.games.four_thousand_ad.state import SIG, Kind, Phase, Status
from starbalance.simulator.games.star_field.field import STARS
from starbalance.simulator.games.star_field.geometry import count
from starbalance.strategies.four_thousand_ad.judgement.agreements import score_agreements, score_numbers
from starbalance.strategies.four_thousand_ad.judgement.features import is_own
from starbalance.strategies.four_thousand_ad.judgement.homes import ships_to_spare
from starbalance.strategies.four_thousand_ad.judgement.survey import look_around, look_at_departure, survey_row
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight

NEVER = -1000.0
_PLENTY = 2.0  # a departure that takes a smaller part of what can be spared costs less
_RETAKING = 0.5  # share of the worth of a home that is retaken on the turn after its loss
_LANDED, _EACH = 0.3, 0.02  # worth of coming out at an own star, and of each ship


@rule
def strike(state, rules, seat, star, turns, ships, survey):
    """The share of its worth that taking a home has with so many ships, so many turns from now; 0: it is not taken.

    FAD-22.1: an own home that is lost has to be retaken on this turn, but in Alliances.
    """
    owner = int(survey.entire[star]) - 1
    if rules.side[owner] == rules.side[seat]:
        late = turns > 0 and state.players[seat].status == Status.GRACE
        return 1.0 if ships >= survey.need[star] and not late else 0.0
    if ships <= survey.guard[owner, turns]:
        return 0.0
    return 1.0 if ships >= survey.rescue[owner, turns] else survey.weights[Weight.RETAKEN]


@rule
def ships_to_strike(state, rules, seat, source, star, survey):
    """The ships that go along to take a home; what the last enemy could do meanwhile from elsewhere does not count."""
    if star == state.players[seat].home:
        return may_depart(state, rules, seat, source)
    if state.players[seat].ships[source] < 2 or survey.enemies > 1.0:
        return survey.spare[source]
    return ships_to_spare(state, rules, seat, source, int(survey.entire[star]) - 1, survey)


@rule
def ships_to_help(state, rules, seat, source, star, survey):
    """The ships that can go along to hold a home: all for one's own."""
    if star == state.players[seat].home:
        return may_depart(state, rules, seat, source)
    return survey.spare[source]


@rule
def help_in_time(rules, star, turns, ships, survey):
    """The share of its worth that help for a home in danger has: in time, and enough unless more can follow.

    FAD-22.1: the turn after the landing is early enough for a force that destroys what has landed.
    """
    owner = int(survey.ward[star]) - 1
    left = survey.deadline[owner] - 1.0 - turns
    if left < 0.0:
        return _RETAKING if left == -1.0 and ships > survey.landing[owner] and rules.grace_turn else 0.0
    if ships >= survey.need[star]:
        return 1.0
    return ships / survey.need[star] if left > 0.0 else 0.0


@rule
def ships_to_send(source, star, survey):
    """The ships that go along to a star that is no home: what it takes, and a share of what else could leave."""
    need = survey.need[star]
    return need + survey.weights[Weight.ESCORT] * max(0.0, survey.spare[source] - need)


@rule
def exposure(star, ships, survey):
    """What is lost in expectation where a larger stack of an enemy is close."""
    return survey.weights[Weight.EXPOSURE] * ships if survey.menace[star] > ships else 0.0


@rule
def price(state, seat, source, ships, survey):
    """What the ships of a departure cost, those of the home most; less where there are many to spare."""
    weights = survey.weights
    cost = weights[Weight.CREW] * (ships - 1.0)
    if source == state.players[seat].home:
        cost += weights[Weight.LEVY] * ships
    return cost * min(1.0, _PLENTY * ships / survey.spare[source])


@rule
def visit(state, rules, seat, source, star, gain, survey):
    """What taking a star that is no home gains, or helping one that is about to be attacked, which a hop alone can."""
    spare, need = survey.spare[source], survey.need[star]
    if is_own(state, seat, star):
        return gain * min(1.0, spare / need) if count(rules, source, star) == 1 else 0.0
    if spare < need:
        return 0.0
    ships = ships_to_send(source, star, survey)
    return max(0.0, gain - price(state, seat, source, ships, survey) - exposure(star, ships, survey))


@rule
def journey(state, rules, seat, source, star, survey):
    """What a departure from source to star gains; 0: nothing."""
    if survey.worth[star] == 0.0:
        return 0.0
    away = count(rules, source, star)
    gain = survey.worth[star] * survey.discount[away]
    if survey.ward[star] > 0.0:
        ships = ships_to_help(state, rules, seat, source, star, survey)
        return gain * help_in_time(rules, star, away - 1, ships, survey)
    if survey.entire[star] > 0.0:
        ships = ships_to_strike(state, rules, seat, source, star, survey)
        return gain * strike(state, rules, seat, star, away - 1, ships, survey)
    return visit(state, rules, seat, source, star, gain, survey)


@rule
def flight(rules, source, star, survey):
    """What it is worth to bring a fleet that is about to be beaten to another star; 0: nothing."""
    if survey.flee[source] == 0.0 or survey.against[star] > 0.0:
        return 0.0
    return survey.flee[source] * survey.discount[count(rules, source, star)]


@rule
def departure(state, rules, seat, source, star, survey):
    """The worth of a departure, for gain or to get away."""
    return max(journey(state, rules, seat, source, star, survey), flight(rules, source, star, survey))


@rule
def best_departure(state, rules, seat, source, survey):
    """The worth of the best departure from a star; one ship alone stays, unless it can help at home."""
    best = 0.0
    if survey.spare[source] < 1.0:
        home = state.players[seat].home
        return departure(state, rules, seat, source, home, survey) if home != source else 0.0
    for star in range(STARS):
        if star != source and max(survey.worth[star], survey.flee[source]) > best:
            best = max(best, departure(state, rules, seat, source, star, survey))
    return best


@rule
def wanted_ships(state, rules, seat, source, star, survey):
    """How many ships a departure to the star takes along."""
    if survey.entire[star] > 0.0:
        return ships_to_strike(state, rules, seat, source, star, survey)
    if survey.ward[star] > 0.0:
        ships = ships_to_help(state, rules, seat, source, star, survey)
        in_time = count(rules, source, star) <= survey.deadline[int(survey.ward[star]) - 1]
        return min(ships, survey.need[star]) if in_time else ships
    if flight(rules, source, star, survey) > journey(state, rules, seat, source, star, survey):
        return survey.spare[source]
    return min(survey.spare[source], ships_to_send(source, star, survey))


@rule
def relief(star, turns, ships, survey):
    """What coming out at an own star is worth: more where it is attacked next, and held by that."""
    if survey.worth[star] == 0.0:
        return _LANDED + _EACH * ships
    if turns == 0 and ships >= survey.need[star]:
        return _LANDED + _EACH * ships + survey.worth[star]
    return -0.5 * survey.weights[Weight.RISK] * ships


@rule
def arrival(state, rules, seat, star, turns, ships, survey):
    """What it is worth to come out at a star with so many ships so many turns from now."""
    against, worth, risk = survey.against[star], survey.worth[star], survey.weights[Weight.RISK]
    if survey.ward[star] > 0.0:
        return _LANDED + _EACH * ships + worth * help_in_time(rules, star, turns, ships, survey)
    if is_own(state, seat, star):
        return relief(star, turns, ships, survey)
    if against >= ships:
        return -risk * ships
    if against == 0.0 and survey.friends[star] > 0.0:
        return 0.2
    if survey.entire[star] > 0.0:
        return worth * strike(state, rules, seat, star, turns, ships, survey)
    return worth - (risk * ships if survey.imminent[star] > ships else 0.0)


@rule
def staying(state, rules, seat, warp, ships, survey):
    """What the best star that a warp can still reach later is worth now."""
    if warp.space >= rules.farthest[warp.sector]:
        return NEVER
    best = -0.1 - survey.weights[Weight.RISK] * ships
    for star in range(STARS):
        turns = count_from(rules, warp, star) - warp.space
        if turns > 0 and survey.worth[star] + _LANDED + _EACH * ships > best:
            value = arrival(state, rules, seat, star, turns, ships, survey)
            best = max(best, value * survey.discount[turns] if value > 0.0 else value)
    return best


@rule
def arrival_option(state, rules, seat, option, survey):
    """D-1: the worth of staying in hyperspace, of coming out, of waiting for other warps."""
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
    """D-10: a joint arrival is worth what its star is."""
    return survey.worth[option.b] if option.kind == Kind.COMBINE else 0.0


@rule
def departure_option(state, rules, seat, option, survey):
    """D-2: the worth of the best departure from a star; a little less than nothing where there is none."""
    if option.kind == Kind.STAY:
        return 0.0
    return best_departure(state, rules, seat, option.a, survey) - 0.01


@rule
def destination_option(state, rules, seat, option, survey):
    """D-2: the worth of a destination, the nearer of equals."""
    source, star = state.star, option.a
    return departure(state, rules, seat, source, star, survey) - 0.001 * count(rules, source, star)


@rule
def look(state, rules, weights, survey):
    """Looks around for the seat that moves; survey: blank."""
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    look_around(state, rules, state.active, survey)


@rule
def look_as_far_as_needed(state, rules, weights, survey):
    """The same; for a number of ships at no more stars than the two of the departure."""
    if state.phase != Phase.SHIPS:
        look(state, rules, weights, survey)
        return
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    look_at_departure(state, rules, state.active, survey)


@rule
def score_moves(state, rules, options, scores, survey):
    """Arrivals, joint arrivals and departures by what the survey says."""
    seat, phase = state.active, state.phase
    if phase == Phase.SHIPS:
        score_numbers(options, wanted_ships(state, rules, seat, state.star, state.destination, survey), scores)
        return
    for i in range(options.shape[0]):
        if phase == Phase.ARRIVAL:
            scores[i] = arrival_option(state, rules, seat, options[i], survey)
        elif phase == Phase.DEPARTURE:
            scores[i] = departure_option(state, rules, seat, options[i], survey)
        elif phase == Phase.DESTINATION:
            scores[i] = destination_option(state, rules, seat, options[i], survey)
        else:
            scores[i] = joint_option(options[i], survey)


@rule
def move(state, rules, options, weights, scores, desk):
    """The recipe for moves. desk: one blank survey."""
    look_as_far_as_needed(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])


@rule
def is_move(phase):
    """Whether the decision is one that looks at the whole board."""
    if phase == Phase.JOINT_ARRIVAL or phase == Phase.ARRIVAL:
        return True
    return phase == Phase.DEPARTURE or phase == Phase.DESTINATION or phase == Phase.SHIPS


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
