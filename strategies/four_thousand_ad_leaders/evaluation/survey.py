"""The features of the board that a seat evaluates before it decides."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import held_stars, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import Decision
from starbalance.simulator.games.star_field.field import COUNTS, NONE, STARS
from starbalance.simulator.games.star_field.geometry import sector
from starbalance.strategies.four_thousand_ad_leaders.evaluation.last_turn import (
    drop_later_values,
    is_last_round,
    look_within_reach,
)
from starbalance.strategies.four_thousand_ad_leaders.evaluation.weights import Weight
from starbalance.strategies.four_thousand_ad_leaders.evaluation.wish import wish

TURNS = COUNTS + 2

# A record and not arrays, since a compiled call passes it as one pointer.
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("held", "i8"),  # bits: own stars without enemies
    ("outlook", "i8"),  # bits: `held`, and before a departure also the stars that own fleets will take
    ("against", "f8", (STARS,)),  # enemy ships at each star
    ("coming", "f8", (STARS,)),  # own ships on their way to each star
    ("due", "f8", (STARS,)),  # own ships that can arrive there this turn
    ("value", "f8", (STARS,)),  # value of holding each star
    ("top", "f8", (STARS,)),  # upper bound of the value of a journey to each star
    ("wanted", "f8", (STARS,)),  # ships that an objective needs at each star
    ("frontier", "f8", (STARS,)),  # nearness of each star to valuable stars; 0: not computed yet
    ("discount", "f8", (TURNS,)),  # factor on a value by the turns until it is reached
    ("free", "f8"),  # ships that may leave the star of the departure in question
    ("camp", "i8"),  # bits: stars of the largest own stacks away from home
    ("power", "f8"),  # rough strength of the best leader in the hand in an attack
    ("gather", "f8"),  # value of a ship at the camp, for an objective
    ("stack", "f8"),  # ships that an objective needs at one star away from home; 0: no such objective
    ("massing", "f8"),  # value of the claim for these ships; 0: enough ships are together
    ("fight", "f8"),  # value of winning a combat, for objectives about combats
    ("prey", "f8"),  # enemy ships that an objective needs destroyed in one combat; 0: no such objective
    ("prize", "f8"),  # value of destroying these ships
    ("converge", "f8"),  # value of winning a combat with fleets of several sectors
    ("last", "i8"),  # whether it is the last turn of the seat, which is on turn; the fields below are for this turn
    ("landing", "i8", (FLEETS,)),  # bits: stars where each fleet can arrive
    ("hop", "i8"),  # bits: stars to which ships can hop
    ("hops", "i8"),  # number of hops that are left
    ("battle", "i8"),  # bits: stars where own ships meet enemies
    ("odds", "f8"),  # value of winning a round against more ships, for an objective
    ("warp", "f8"),  # value of one more fleet of `crew` ships in warp, for an objective
    ("drill", "f8"),  # value of each such fleet if all missing fleets may leave this turn
    ("linger", "f8"),  # value of such a fleet that stays in warp
    ("crew", "f8"),  # ships that an objective needs in each fleet in warp
)


@rule
def is_held(survey, star):
    return (survey.held >> star) & 1 == 1


@rule
def is_camp(survey, star):
    return (survey.camp >> star) & 1 == 1


@rule
def bounty(against, survey):
    """Return the value of beating `against` enemy ships, without the value of their star."""
    weights = survey.weights
    deed = weights[Weight.DEED] if 0.0 < survey.prey <= against else 0.0
    return survey.fight + weights[Weight.KILL] * against + deed


@rule
def take_weights(state, rules, weights, survey):
    """Copy the weights into `survey.weights`, which is enough for a decision about cards.

    In the last turn of a seat, weights for later turns are 0.
    """
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    if state.actor == state.active and is_last_round(state, rules):
        survey.last = 1
        drop_later_values(rules, survey)


@rule
def look_around(state, rules, seat, weights, survey):
    """Fill in a blank record with the weights and the features of the board for a seat."""
    take_weights(state, rules, weights, survey)
    count_ships(state, rules, seat, survey)
    survey.held = held_stars(state, rules, seat) & ~contested(survey)
    survey.outlook = survey.held
    follow_fleets(state, rules, seat, survey)
    discount_turns(state, rules, survey)
    value_stars(state, rules, seat, survey)
    if survey.last == 1:
        look_within_reach(state, rules, seat, survey)
    wish(state, rules, seat, survey)
    fill_top(survey)


@rule
def contested(survey):
    """Return the stars with enemy ships, as bits."""
    stars = 0
    for star in range(STARS):
        if survey.against[star] > 0.0:
            stars |= 1 << star
    return stars


@rule
def discount_turns(state, rules, survey):
    """Fill in `survey.discount`: the factor on a value by the number of turns until it is reached.

    The factors fall faster as a player nears the win. In the last round all but the first are 0.
    """
    weights, most = survey.weights, 0
    for seat in range(rules.seats):
        most = max(most, claims_of(state, seat))
    share = weights[Weight.DELAY] * (1.0 - weights[Weight.HASTE] * most / rules.claims_to_win)
    if most >= rules.claims_to_win:
        share = 0.0
    survey.discount[0] = 1.0
    for turns in range(1, TURNS):
        survey.discount[turns] = survey.discount[turns - 1] * share


@rule
def fill_top(survey):
    """Fill in `survey.top`, the upper bound of the value of a journey to each star, so that few are evaluated.

    It stays 0 for held stars where no objective wants ships.
    """
    for star in range(STARS):
        if not is_held(survey, star) or survey.wanted[star] > 0.0:
            survey.top[star] = survey.value[star] + survey.warp + survey.drill
            if survey.against[star] > 0.0:
                fight = max(1.0, survey.weights[Weight.SNIPE]) * bounty(survey.against[star], survey)
                survey.top[star] += survey.converge + survey.odds + fight


@rule
def count_ships(state, rules, seat, survey):
    """Fill in the enemy ships at each star (`survey.against`) and the stars of the largest own stacks (`survey.camp`).

    A camp star is away from home.
    """
    for other in range(rules.seats):
        if other != seat:
            for star in range(STARS):
                ships = state.players[other].ships[star]
                if ships > 0:
                    survey.against[star] = ships
    most = 1
    for star in range(STARS):
        ships = state.players[seat].ships[star]
        if ships >= most and star != rules.home[seat]:
            survey.camp = (survey.camp if ships == most else 0) | (1 << star)
            most = ships


@rule
def value_stars(state, rules, seat, survey):
    """Fill in `survey.value` for each star: its symbols (more for the scarcer type) and its role as a home.

    Stars with enemy ships count by the RIVAL weight, and stars of leading opponents count more (`deny`).
    """
    weights = survey.weights
    population, materials, _ = symbols_of(state, survey.outlook)
    pairs = min(population, materials)
    for star in range(STARS):
        o, m = state.population[star], state.materials[star]
        value = weights[Weight.STAR]
        value += weights[Weight.PAIR] * (min(population + o, materials + m) - pairs)
        value += weights[Weight.SYMBOL] * (o if population <= materials else m)
        survey.value[star] = value * (weights[Weight.RIVAL] if survey.against[star] > 0.0 else 1.0)
    for other in range(rules.seats):
        home = rules.home[other]
        if other != seat:
            survey.value[home] += weights[Weight.ENEMY_HOME]
        elif survey.against[home] > 0.0:
            survey.value[home] += weights[Weight.OWN_HOME]
    deny(state, rules, seat, survey)


@rule
def deny(state, rules, seat, survey):
    """Raise `survey.value` for the homes and, less, the other stars of the opponents with the most claims.

    Do nothing if no opponent has a claim. A player without a home cannot claim.
    """
    most = 0
    for other in range(rules.seats):
        if other != seat:
            most = max(most, claims_of(state, other))
    for other in range(rules.seats):
        if other != seat and most > 0 and claims_of(state, other) == most:
            value = survey.weights[Weight.DENY] * most
            survey.value[rules.home[other]] += value
            for star in range(STARS):
                if state.players[other].ships[star] > 0:
                    survey.value[star] += 0.1 * value


@rule
def follow_fleets(state, rules, seat, survey):
    """Fill in the own ships on their way to each star (`survey.coming`) and those that can arrive now (`survey.due`).

    Until the ships of a departure are chosen, also add the stars that they will take to `survey.outlook`. In the last
    turn, only fleets that can arrive now count, and each is free to arrive elsewhere.
    """
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.target != NONE:
            is_due = distance(rules, fleet.sector, fleet.target) == fleet.square
            if is_due or survey.last == 0:
                survey.coming[fleet.target] += fleet.ships
            if is_due:
                survey.due[fleet.target] += fleet.ships
    if state.decision <= Decision.SHIPS and survey.last == 0:
        for star in range(STARS):
            if survey.coming[star] > survey.against[star]:
                survey.outlook |= 1 << star


@rule
def nearest_threat(state, rules, seat, star, survey):
    """Return the number of ships of the largest enemy force that may soon reach a star, or 0 if there is none.

    A force is a stack within 2 sectors, or a fleet that may come out in 1 or 2 turns.
    """
    most, sector_of_star = 0.0, sector(star)
    for other in range(STARS):
        if survey.against[other] > most and distance(rules, sector_of_star, other) <= 2:
            most = survey.against[other]
    for other in range(rules.seats):
        if other != seat:
            for fleet in state.players[other].fleets:
                if fleet.ships > most and may_come_out(rules, fleet, star):
                    most = fleet.ships
    return most


@rule
def may_come_out(rules, fleet, star):
    """Return whether a fleet can arrive at a star in 1 or 2 turns."""
    ahead = distance(rules, fleet.sector, star) - fleet.square
    return ahead >= 1 and ahead <= 2


@rule
def spare(state, rules, seat, star, ships, survey):
    """Return how many of the `ships` at a star may leave it and keep its guard, at least 0, not rounded."""
    weights = survey.weights
    at_home = star == rules.home[seat]
    share = weights[Weight.GUARD] if at_home else weights[Weight.HOLD]
    keep = share * nearest_threat(state, rules, seat, star, survey)
    least = 0.0 if at_home else 1.0
    return max(0.0, ships - max(least, keep))


@rule
def look_ahead_from(rules, star, survey):
    """Fill in and return `survey.frontier` of a star: how near it is to valuable stars.

    It is the sum of the values of all stars not held, each discounted twice by its distance.
    """
    total, sector_of_star = 0.0, sector(star)
    for other in range(STARS):
        if not is_held(survey, other):
            share = survey.discount[distance(rules, sector_of_star, other)]
            total += survey.value[other] * share * share
    survey.frontier[star] = total
    return total
