"""A careful all-rounder.

Keeps a guard at home against what flies towards it and against part of the stacks near it. Sends single ships to the
stars that help production most, takes weakly held enemy stars with as many ships as that needs, strikes an enemy home
with everything it can spare when that outnumbers guard, production and reinforcements by the time of arrival. Sends
help to a threatened home, leaves a star that cannot be held, comes out of hyperspace in time.
"""

from enum import IntEnum, auto

import numpy as np

from simulator.four_thousand_ad.alliance import candidates, force, gain_from
from simulator.four_thousand_ad.movement import count, count_from, may_depart
from simulator.four_thousand_ad.occupation import defence, is_living, possesses_home
from simulator.four_thousand_ad.state import NONE, SIG, STARS, Kind, Phase, Share
from simulator.kernel import kernel, rule
from strategies.four_thousand_ad.features import (
    can_retake_home,
    enemies_at,
    enemy_home,
    forecast,
    friends_at,
    is_targeted,
    living_enemies,
    pairs,
    strength,
    symbols,
    threat,
    threat_at_once,
)


class Weight(IntEnum):
    """The numbers of the recipe; every strategy's weights begin with these."""

    STAR = 0  # worth of any star
    PAIR = auto()  # of one more pair of resources
    SYMBOL = auto()  # of a symbol of the scarcer kind
    KILL = auto()  # of an enemy ship destroyed
    RIVAL = auto()  # factor on the worth of an enemy's star
    HOME = auto()  # of an enemy home
    OWN_HOME = auto()  # of the own home, to be kept or regained
    DELAY = auto()  # cost of a turn under way
    GUARD = auto()  # share of standing enemy stacks that the home guard reckons with
    REACH = auto()  # the counts from which it reckons with them
    CONFIDENCE = auto()  # share of the enemy's possible help that an attack on a home reckons with
    MARGIN = auto()  # ships to spare in an attack on any other star
    RISK = auto()  # worth of an own ship that may be lost


WEIGHTS = {
    "star": 1.0,
    "pair": 3.0,
    "symbol": 1.0,
    "kill": 0.5,
    "rival": 1.3,
    "home": 40.0,
    "own_home": 60.0,
    "delay": 0.35,
    "guard": 0.7,
    "reach": 7.0,
    "confidence": 0.8,
    "margin": 1.0,
    "risk": 0.5,
}

WORTH, NEED, SPARE, ALL = range(4)  # rows of a survey: gain, ships it takes, ships to spare, 1: send all of them
NEVER = -1000.0


@rule
def worth_of_star(state, weights, star, population, materials):
    """What a star adds to a seat with so many symbols."""
    more, others = state.population[star], state.materials[star]
    gained = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    return weights[Weight.STAR] + weights[Weight.PAIR] * gained + weights[Weight.SYMBOL] * scarce


@rule
def guard_needed(state, rules, weights, seat):
    """The ships that the home should keep."""
    home = state.players[seat].home
    held = pairs(state, rules, seat)
    return threat(state, rules, seat, home, weights[Weight.REACH], weights[Weight.GUARD], held)


@rule
def spare_ships(state, rules, weights, seat, star):
    """The ships that may leave a star: at home all but the guard, elsewhere all but one; all of a fleet about to be beaten."""
    ready = may_depart(state, rules, seat, star)
    if ready == 0:
        return 0
    player = state.players[seat]
    if not possesses_home(state, seat):
        return ready
    if star == player.home:
        guard = int(np.ceil(guard_needed(state, rules, weights, seat)))
        return max(0, min(ready, player.ships[star] - guard))
    lost = threat_at_once(state, rules, seat, star) > player.ships[star] + friends_at(state, rules, seat, star)
    if lost and player.ships[star] > 1:
        return ready
    return max(0, min(ready, player.ships[star] - 1))


@rule
def shortage(state, rules, weights, seat, star):
    """The ships that a seat's star lacks to hold against what is coming."""
    there = state.players[seat].ships[star] + friends_at(state, rules, seat, star)
    if star == state.players[seat].home:
        coming = threat(state, rules, seat, star, weights[Weight.REACH], 0.0, pairs(state, rules, seat))
    else:
        coming = float(threat_at_once(state, rules, seat, star))
    return max(0, int(np.ceil(coming)) - there)


@rule
def look_at(state, rules, weights, seat, star, population, materials, survey):
    """Fills in what a star is worth to a seat and how many ships it takes now."""
    survey[WORTH, star] = 0.0
    survey[NEED, star] = 1.0
    survey[ALL, star] = 0.0
    player = state.players[seat]
    ours = player.ships[star] > 0
    against = 0 if ours else enemies_at(state, rules, seat, star)
    if star == player.home and not possesses_home(state, seat):
        survey[WORTH, star] = weights[Weight.OWN_HOME]
        survey[NEED, star] = against + 1.0
        survey[ALL, star] = 1.0
    elif ours or star == player.home:
        lacking = shortage(state, rules, weights, seat, star)
        if lacking > 0:
            at_home = star == player.home
            stake = weights[Weight.OWN_HOME] if at_home else weights[Weight.RISK] * player.ships[star]
            survey[WORTH, star] = stake
            survey[NEED, star] = lacking
    elif against > 0:
        look_at_enemy(state, rules, weights, seat, star, population, materials, against, survey)
    elif friends_at(state, rules, seat, star) == 0:
        salvage = weights[Weight.KILL] * state.surrendered[star]
        survey[WORTH, star] = worth_of_star(state, weights, star, population, materials) + salvage
    if is_targeted(state, rules, seat, star) and survey[ALL, star] == 0.0:
        survey[WORTH, star] *= 0.1


@rule
def look_at_enemy(state, rules, weights, seat, star, population, materials, against, survey):
    """An enemy star: its worth, his ships there, and for a home the help that may come."""
    owner = enemy_home(state, rules, seat, star)
    gain = worth_of_star(state, weights, star, population, materials) * weights[Weight.RIVAL]
    survey[WORTH, star] = gain + weights[Weight.KILL] * against
    survey[NEED, star] = against + 1.0 + weights[Weight.MARGIN]
    if owner >= 0:
        survey[WORTH, star] += weights[Weight.HOME]
        survey[NEED, star] = against + 1.0
        survey[ALL, star] = 1.0


@rule
def take_survey(state, rules, weights, seat):
    """Looks at every star; rows WORTH, NEED, SPARE, ALL of a (4, 48) array."""
    survey = np.zeros((4, STARS))
    population, materials = symbols(state, rules, seat)
    for star in range(STARS):
        look_at(state, rules, weights, seat, star, population, materials, survey)
        if state.players[seat].ships[star] > 0:
            survey[SPARE, star] = spare_ships(state, rules, weights, seat, star)
    return survey


@rule
def help_until(state, rules, weights, seat, star, turns):
    """The reinforcements that an attack on an enemy home has to reckon with."""
    owner = enemy_home(state, rules, seat, star)
    if owner < 0:
        return 0.0
    return weights[Weight.CONFIDENCE] * forecast(state, rules, owner, star, turns)


@rule
def journey(state, rules, weights, seat, source, star, survey):
    """What a departure from source to star is worth; 0 or less: not worth a warp."""
    worth = survey[WORTH, star]
    turns = count(rules, source, star)
    gain = worth - weights[Weight.DELAY] * turns
    if worth == 0.0 or gain <= 0.0 or survey[SPARE, source] < 1.0:
        return 0.0
    ours = state.players[seat].ships[star] > 0 or star == state.players[seat].home
    if ours and possesses_home(state, seat):
        return gain * min(1.0, survey[SPARE, source] / survey[NEED, star]) if turns <= 3 else 0.0
    if survey[SPARE, source] < survey[NEED, star]:
        return 0.0
    if survey[ALL, star] > 0.0 and turns > 1:
        if survey[SPARE, source] < survey[NEED, star] + help_until(state, rules, weights, seat, star, turns - 1):
            return 0.0
    return gain


@rule
def flight(state, rules, weights, seat, source, star, survey):
    """What it is worth to bring a fleet that is about to be beaten to another star."""
    ships = state.players[seat].ships[source]
    held = ships + friends_at(state, rules, seat, source)
    if ships < 2 or source == state.players[seat].home or threat_at_once(state, rules, seat, source) <= held:
        return 0.0
    if enemies_at(state, rules, seat, star) > 0:
        return 0.0
    return weights[Weight.RISK] * ships - weights[Weight.DELAY] * count(rules, source, star)


@rule
def departure(state, rules, weights, seat, source, star, survey):
    """The worth of a departure, for gain or to get away."""
    gain = journey(state, rules, weights, seat, source, star, survey)
    return max(gain, flight(state, rules, weights, seat, source, star, survey))


@rule
def best_departure(state, rules, weights, seat, source, survey):
    best = 0.0
    for star in range(STARS):
        if star != source and (survey[WORTH, star] > best or survey[SPARE, source] > 1.0):
            best = max(best, departure(state, rules, weights, seat, source, star, survey))
    return best


@rule
def score_departures(state, rules, options, weights, scores):
    seat = state.active
    survey = take_survey(state, rules, weights, seat)
    for i in range(options.shape[0]):
        if options[i].kind == Kind.DEPART:
            scores[i] = best_departure(state, rules, weights, seat, options[i].a, survey) - 0.01
        else:
            scores[i] = 0.0


@rule
def score_destinations(state, rules, options, weights, scores):
    seat, source = state.active, state.star
    survey = take_survey(state, rules, weights, seat)
    for i in range(options.shape[0]):
        star = options[i].a
        scores[i] = departure(state, rules, weights, seat, source, star, survey) - 0.001 * count(rules, source, star)


@rule
def wanted_ships(state, rules, weights, seat, source, star):
    """How many ships a departure to the star takes along."""
    survey = take_survey(state, rules, weights, seat)
    spare = survey[SPARE, source]
    gain = journey(state, rules, weights, seat, source, star, survey)
    if survey[ALL, star] > 0.0 or flight(state, rules, weights, seat, source, star, survey) > gain:
        return spare
    return min(spare, survey[NEED, star])


@rule
def score_numbers(options, wanted, scores):
    """Highest for the option whose number is nearest to the wanted one, the larger of two."""
    for i in range(options.shape[0]):
        scores[i] = -abs(options[i].a - wanted - 0.25)


@rule
def arrival(state, rules, weights, seat, star, ships, survey):
    """What it is worth to come out at a star now with so many ships."""
    player = state.players[seat]
    against = enemies_at(state, rules, seat, star)
    if player.ships[star] > 0 or (star == player.home and against == 0):
        lacking = survey[NEED, star] if survey[WORTH, star] > 0.0 else 0.0
        return 0.3 + 0.02 * ships + (survey[WORTH, star] * min(1.0, ships / max(1.0, lacking)) if lacking > 0.0 else 0.0)
    if against >= ships:
        return -weights[Weight.RISK] * ships
    if against == 0 and friends_at(state, rules, seat, star) > 0:
        return 0.2
    danger = weights[Weight.RISK] * ships if threat_at_once(state, rules, seat, star) > ships else 0.0
    worth = survey[WORTH, star] * (10.0 if is_targeted(state, rules, seat, star) and survey[ALL, star] == 0.0 else 1.0)
    return worth - 0.5 * danger


@rule
def staying(state, rules, weights, seat, warp, ships, survey):
    """What the best star that a warp can still reach later is worth now."""
    if warp.space >= rules.farthest[warp.sector]:
        return NEVER
    best = -0.1
    for star in range(STARS):
        turns = count_from(rules, warp, star) - warp.space
        if turns > 0 and (survey[WORTH, star] > best or star == warp.target):
            gain = arrival(state, rules, weights, seat, star, ships, survey) - weights[Weight.DELAY] * turns
            best = max(best, gain)
    return best


@rule
def score_arrivals(state, rules, options, weights, scores):
    seat = state.active
    survey = take_survey(state, rules, weights, seat)
    warp = state.players[seat].warps[state.warp]
    ships = warp.ships + warp.lent
    for i in range(options.shape[0]):
        star = options[i].b
        if options[i].kind == Kind.CONTINUE:
            scores[i] = staying(state, rules, weights, seat, warp, ships, survey)
        elif options[i].kind == Kind.ARRIVE:
            scores[i] = arrival(state, rules, weights, seat, star, ships, survey)
        else:
            others = candidates(state, rules, seat, seat, options[i].c, star)
            total = ships + force(state, seat, options[i].c, others)
            scores[i] = arrival(state, rules, weights, seat, star, total, survey) - 0.1
            if ships > enemies_at(state, rules, seat, star):
                scores[i] = NEVER


@rule
def score_joint_arrivals(state, rules, options, weights, scores):
    seat = state.active
    survey = take_survey(state, rules, weights, seat)
    for i in range(options.shape[0]):
        scores[i] = survey[WORTH, options[i].b] if options[i].kind == Kind.COMBINE else 0.0


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
def wanted_loan(state, rules, weights, seat, mover):
    """Lends for an attack what the star can do without."""
    if enemies_at(state, rules, mover, state.destination) == 0:
        return 0.0
    return float(spare_ships(state, rules, weights, seat, state.star))


@rule
def score_exits(state, rules, options, scores):
    """An eliminated player's fleets go far from his captor, to nobody if possible."""
    seat = state.actor
    captor = state.players[seat].captor
    for i in range(options.shape[0]):
        star = options[i].b
        away = count(rules, state.players[captor].home, star) if captor >= 0 and star >= 0 else 0
        taken = star >= 0 and enemies_at(state, rules, seat, star) > 0
        scores[i] = away - (10.0 if taken else 0.0)


@rule
def leader(state, rules):
    """FAD-24, weakest two: the living player 1.4 times as strong as the mean, NONE if there is none."""
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
            scores[i] = 1.0 if head in (seat, other) else -1.0


@rule
def agrees(state, rules, weights):
    """The yes/no questions: FAD-18.2, 18.8, 22.8, 22.9, 24.1, 19.4."""
    seat, phase = state.actor, state.phase
    if phase == Phase.ANSWER_WITHDRAWAL:
        return not can_retake_home(state, rules, seat) and living_enemies(state, rules, seat) > 1
    if phase == Phase.ANSWER_ALLIANCE:
        head = leader(state, rules)
        return head >= 0 and head != seat and head != state.active
    return phase != Phase.CONCESSION


@rule
def score_answers(state, rules, options, weights, scores):
    yes = agrees(state, rules, weights)
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.YES) == yes else 0.0


@rule
def score_movement(state, rules, options, weights, scores):
    """Arrivals and departures; whether the phase was one of them."""
    phase = state.phase
    if phase == Phase.ARRIVAL:
        score_arrivals(state, rules, options, weights, scores)
    elif phase == Phase.DEPARTURE:
        score_departures(state, rules, options, weights, scores)
    elif phase == Phase.DESTINATION:
        score_destinations(state, rules, options, weights, scores)
    elif phase == Phase.SHIPS:
        seat, source, star = state.active, state.star, state.destination
        score_numbers(options, wanted_ships(state, rules, weights, seat, source, star), scores)
    else:
        return False
    return True


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    phase = state.phase
    if score_movement(state, rules, options, weights, scores):
        return
    if phase == Phase.JOINT_ARRIVAL:
        score_joint_arrivals(state, rules, options, weights, scores)
    elif phase == Phase.JOIN:
        score_joining(state, rules, options, scores)
    elif phase == Phase.RESOURCES:
        score_shares(state, rules, options, scores)
    elif phase == Phase.LOAN:
        wanted = wanted_loan(state, rules, weights, state.actor, state.active)
        score_numbers(options, wanted, scores)
    elif phase == Phase.SURRENDER:
        score_exits(state, rules, options, scores)
    elif phase == Phase.ALLIANCE:
        score_negotiation(state, rules, options, scores)
    else:
        score_answers(state, rules, options, weights, scores)
