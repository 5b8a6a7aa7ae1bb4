"""A careful all-rounder.

Keeps a guard at home against what flies towards it and against part of the stacks near it. Sends single ships to the
stars that help production most, takes weakly held enemy stars with as many ships as that needs, strikes an enemy home
with everything it can spare when that outnumbers guard, production and reinforcements by the time of arrival. Sends
help to a threatened home, leaves a star that cannot be held, comes out of hyperspace in time.
"""

import numpy as np

from starbalance.simulator.four_thousand_ad.joint_arrival import candidates, force
from starbalance.simulator.four_thousand_ad.movement import count, count_from
from starbalance.simulator.four_thousand_ad.occupation import defence, is_living
from starbalance.simulator.four_thousand_ad.rules import NONE, STARS
from starbalance.simulator.four_thousand_ad.shared_star import gain_from
from starbalance.simulator.four_thousand_ad.state import SIG, Kind, Phase, Share
from starbalance.simulator.kernel import MAX_WEIGHTS, kernel, record, rule
from starbalance.strategies.four_thousand_ad.judgement.features import (
    can_retake_home,
    enemies_at,
    living_enemies,
    strength,
)
from starbalance.strategies.four_thousand_ad.judgement.survey import is_own, look_around
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight

# What a strategy sees when it looks at every star. A record, and not arrays, since a call passes it as a bare pointer.
survey_dt = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("against", "f8", (STARS,)),  # ships of enemies there
    ("friends", "f8", (STARS,)),  # ships of allies there
    ("targeted", "f8", (STARS,)),  # 1: a warp of one's own is on its way
    ("imminent", "f8", (STARS,)),  # the largest force of one enemy that could come out there on their next turn
    ("worth", "f8", (STARS,)),  # of going there
    ("need", "f8", (STARS,)),  # ships that takes
    ("entire", "f8", (STARS,)),  # 1: to be done with everything there is
    ("spare", "f8", (STARS,)),  # own ships that may leave
    ("flee", "f8", (STARS,)),  # worth of bringing one's own fleet away
    ("help", "f8", (STARS,)),  # reinforcements near an enemy home
    ("rate", "f8", (STARS,)),  # its new ships a round
    ("scratch", "f8", (STARS,)),
)
survey_row = np.dtype((np.record, survey_dt))
NEVER = -1000.0


@rule
def journey(state, rules, seat, source, star, survey):
    """What a departure from source to star gains; 0: nothing."""
    turns, weights = count(rules, source, star), survey.weights
    gain = survey.worth[star] - weights[Weight.DELAY] * turns
    spare = survey.spare[source]
    if survey.worth[star] == 0.0 or gain <= 0.0 or spare < 1.0:
        return 0.0
    if is_own(state, seat, star):
        return gain * min(1.0, spare / survey.need[star]) if turns <= 3 else 0.0
    if spare < survey.need[star]:
        return 0.0
    if survey.entire[star] > 0.0 and turns > 1:
        help_expected = survey.help[star] + survey.rate[star] * turns
        if spare < survey.need[star] + weights[Weight.CONFIDENCE] * help_expected:
            return 0.0
    return gain


@rule
def flight(rules, source, star, survey):
    """What it is worth to bring a fleet that is about to be beaten to another star; 0: nothing."""
    if survey.flee[source] == 0.0 or survey.against[star] > 0.0:
        return 0.0
    return max(0.0, survey.flee[source] - survey.weights[Weight.DELAY] * count(rules, source, star))


@rule
def departure(state, rules, seat, source, star, survey):
    """The worth of a departure, for gain or to get away."""
    return max(journey(state, rules, seat, source, star, survey), flight(rules, source, star, survey))


@rule
def best_departure(state, rules, seat, source, survey):
    """The worth of the best departure from a star."""
    best = 0.0
    for star in range(STARS):
        if star != source and max(survey.worth[star], survey.flee[source]) > best:
            best = max(best, departure(state, rules, seat, source, star, survey))
    return best


@rule
def wanted_ships(state, rules, seat, source, star, survey):
    """How many ships a departure to the star takes along."""
    spare = survey.spare[source]
    gain = journey(state, rules, seat, source, star, survey)
    if survey.entire[star] > 0.0 or flight(rules, source, star, survey) > gain:
        return spare
    return min(spare, survey.need[star])


@rule
def arrival(state, seat, star, ships, survey):
    """What it is worth to come out at a star with so many ships."""
    against, worth, risk = survey.against[star], survey.worth[star], survey.weights[Weight.RISK]
    if is_own(state, seat, star):
        return 0.3 + 0.02 * ships + worth * min(1.0, ships / survey.need[star])
    if against >= ships:
        return -risk * ships
    if against == 0.0 and survey.friends[star] > 0.0:
        return 0.2
    if survey.targeted[star] > 0.0 and survey.entire[star] == 0.0:
        worth *= 10.0
    return worth - (0.5 * risk * ships if survey.imminent[star] > ships else 0.0)


@rule
def staying(state, rules, seat, warp, ships, survey):
    """What the best star that a warp can still reach later is worth now."""
    if warp.space >= rules.farthest[warp.sector]:
        return NEVER
    best, delay = -0.1, survey.weights[Weight.DELAY]
    for star in range(STARS):
        turns = count_from(rules, warp, star) - warp.space
        most = survey.worth[star] * (1.0 + 9.0 * survey.targeted[star]) + 0.3 + 0.02 * ships
        if turns > 0 and most > best:
            best = max(best, arrival(state, seat, star, ships, survey) - delay * turns)
    return best


@rule
def arrival_option(state, rules, seat, option, survey):
    """D-1: the worth of staying in hyperspace, of coming out, of waiting for other warps."""
    warp = state.players[seat].warps[state.warp]
    ships, star, partner = warp.ships + warp.lent, option.b, option.c
    if option.kind == Kind.CONTINUE:
        return staying(state, rules, seat, warp, ships, survey)
    if option.kind == Kind.ARRIVE:
        return arrival(state, seat, star, ships, survey)
    if ships > survey.against[star]:
        return NEVER
    total = ships + force(state, seat, partner, candidates(state, rules, seat, seat, partner, star))
    return arrival(state, seat, star, total, survey) - 0.1


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
    look(state, rules, weights, desk[0])
    score_moves(state, rules, options, scores, desk[0])


@rule
def score_numbers(options, wanted, scores):
    """Highest for the option whose number is nearest to the wanted one, the larger of two."""
    for i in range(options.shape[0]):
        scores[i] = -abs(options[i].a - wanted - 0.25)


@rule
def score_joining(state, rules, options, scores):
    """Joins while the force that has joined is not enough."""
    seat, partner, star = state.active, state.partner, state.star
    enough = force(state, seat, partner, state.joined) > defence(state, rules, seat, partner, star)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.JOIN) != enough else 0.0


@rule
def score_shares(state, rules, options, scores):
    """Gives a shared star to whichever of the two gains more."""
    seat, star = state.actor, state.star
    ours, theirs = gain_from(state, rules, seat, star), 0
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0:
            theirs = gain_from(state, rules, other, star)
    mine = Share.FIRST if state.first[star] == seat or state.players[seat].home == star else Share.SECOND
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].a != Share.ALTERNATE:
            scores[i] = ours if options[i].a == mine else theirs


@rule
def wanted_loan(state, rules, seat, mover):
    """Lends for an attack all but one ship."""
    if enemies_at(state, rules, mover, state.destination) == 0:
        return 0.0
    home = 2.0 if state.star == state.players[seat].home else 1.0
    return max(0.0, state.players[seat].ships[state.star] - home)


@rule
def score_exits(state, rules, options, scores):
    """An eliminated player's fleets go far from that player's captor, to nobody if possible."""
    seat = state.actor
    captor = state.players[seat].captor
    for i in range(options.shape[0]):
        star = options[i].b
        away = count(rules, state.players[captor].home, star) if captor >= 0 and star >= 0 else 0
        taken = star >= 0 and enemies_at(state, rules, seat, star) > 0
        scores[i] = away - (10.0 if taken else 0.0)


@rule
def leader(state, rules):
    """Where the weakest two stand together: the living player 1.4 times as strong as the mean, NONE if there is none.

    FAD-24.1.
    """
    best, most, total, living = NONE, 0.0, 0.0, 0
    for seat in range(rules.seats):
        if is_living(state, seat):
            living += 1
            own = strength(state, rules, seat)
            total += own
            if own > most:
                best, most = seat, own
    return best if living > 2 and most * living >= 1.4 * total else NONE


@rule
def is_weakest_ally(state, rules, seat, other, head):
    """Whether the other is the weaker of those left to stand with against the leader."""
    for third in range(rules.seats):
        if third not in (seat, other, head) and is_living(state, third):
            if strength(state, rules, third) < strength(state, rules, other):
                return False
    return True


@rule
def score_negotiation(state, rules, options, scores):
    """The two weakest stand together while somebody leads clearly; no bond with the leader."""
    seat, head = state.active, leader(state, rules)
    for i in range(options.shape[0]):
        other = options[i].a
        scores[i] = 0.0
        if options[i].kind == Kind.PROPOSE:
            weakest = head >= 0 and head not in (seat, other) and is_weakest_ally(state, rules, seat, other, head)
            scores[i] = 1.0 if weakest else -1.0
        elif options[i].kind == Kind.END_ALLIANCE:
            scores[i] = 1.0 if head in (NONE, seat, other) else -1.0


@rule
def agrees(state, rules):
    """The yes/no questions: FAD-18.2, FAD-22.8, FAD-22.9, FAD-24.1, FAD-19.4."""
    seat, phase = state.actor, state.phase
    if phase == Phase.ANSWER_WITHDRAWAL:
        wins = rules.refusal_wins == 1 and living_enemies(state, rules, seat) == 1
        return not can_retake_home(state, rules, seat) and not wins
    if phase == Phase.ANSWER_ALLIANCE:
        head = leader(state, rules)
        return head >= 0 and head != seat and head != state.active
    return phase != Phase.CONCESSION


@rule
def score_answers(state, rules, options, scores):
    """Yes or no."""
    yes = agrees(state, rules)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == yes else 0.0


@rule
def is_move(phase):
    """Whether the decision is one that looks at the whole board."""
    if phase == Phase.JOINT_ARRIVAL or phase == Phase.ARRIVAL:
        return True
    return phase == Phase.DEPARTURE or phase == Phase.DESTINATION or phase == Phase.SHIPS


@rule
def score_agreements(state, rules, options, scores):
    """The decisions that concern others: joint attacks, shared stars, loans, surrender, alliances, answers."""
    phase = state.phase
    if phase == Phase.JOIN:
        score_joining(state, rules, options, scores)
    elif phase == Phase.RESOURCES:
        score_shares(state, rules, options, scores)
    elif phase == Phase.LOAN:
        score_numbers(options, wanted_loan(state, rules, state.actor, state.active), scores)
    elif phase == Phase.SURRENDER:
        score_exits(state, rules, options, scores)
    elif phase == Phase.ALLIANCE:
        score_negotiation(state, rules, options, scores)
    else:
        score_answers(state, rules, options, scores)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    if is_move(state.phase):
        move(state, rules, options, weights, scores, np.zeros(1, survey_row))
    else:
        score_agreements(state, rules, options, scores)
