"""What a seat sees on the board before it decides."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.four_thousand_ad_leaders.ending import claims_of
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import held_stars, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.state import Phase
from starbalance.simulator.games.star_field.field import COUNTS, NONE, STARS
from starbalance.simulator.games.star_field.geometry import sector
from starbalance.strategies.four_thousand_ad_leaders.judgement.weights import Weight
from starbalance.strategies.four_thousand_ad_leaders.judgement.wish import wish

TURNS = COUNTS + 2

# A record, and not arrays, since a call passes it as a bare pointer.
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("held", "i8"),  # bits: own stars that no enemy is at
    ("outlook", "i8"),  # bits: these, and before a departure those that own fleets will take
    ("against", "f8", (STARS,)),  # ships of enemies there
    ("coming", "f8", (STARS,)),  # own ships on their way
    ("due", "f8", (STARS,)),  # of these, ships that can arrive this turn
    ("worth", "f8", (STARS,)),  # of holding a star
    ("top", "f8", (STARS,)),  # the most that going there can be worth
    ("wanted", "f8", (STARS,)),  # ships that an objective wants there
    ("frontier", "f8", (STARS,)),  # how near a star is to what is worth having, where that was asked
    ("discount", "f8", (TURNS,)),  # share of its worth that something has so many turns away
    ("free", "f8"),  # ships that may leave the star of the departure in question
    ("camp", "i8"),  # bits: the largest own stack away from home, or several as large
    ("power", "f8"),  # of the best leader in the hand in an attack
    ("gather", "f8"),  # worth of a ship at the camp, for an objective
    ("fight", "f8"),  # worth of winning a combat, for objectives of deeds
    ("prey", "f8"),  # ships of an enemy that an objective wants destroyed in one combat; 0: none does
    ("prize", "f8"),  # worth of destroying them
    ("converge", "f8"),  # of one fought by fleets of several sectors
    ("odds", "f8"),  # worth of a round won against more ships, for an objective
    ("warp", "f8"),  # worth of one more fleet of some ships in warp, for an objective
    ("drill", "f8"),  # worth of each such fleet when all that lack may leave this turn
    ("linger", "f8"),  # worth of such a fleet that stays there
    ("crew", "f8"),  # ships of such a fleet
)


@rule
def is_held(survey, star):
    return (survey.held >> star) & 1 == 1


@rule
def is_camp(survey, star):
    return (survey.camp >> star) & 1 == 1


@rule
def bounty(against, survey):
    """What it is worth to beat so many ships of an enemy, their star aside."""
    weights = survey.weights
    deed = weights[Weight.DEED] if 0.0 < survey.prey <= against else 0.0
    return survey.fight + weights[Weight.KILL] * against + deed


@rule
def take_weights(weights, survey):
    """All that a decision on cards alone needs."""
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]


@rule
def look_around(state, rules, seat, weights, survey):
    """Fills in a blank survey for a seat."""
    take_weights(weights, survey)
    count_ships(state, rules, seat, survey)
    survey.held = held_stars(state, rules, seat) & ~contested(survey)
    survey.outlook = survey.held
    follow_fleets(state, rules, seat, survey)
    discount_turns(state, rules, survey)
    value_stars(state, rules, seat, survey)
    wish(state, rules, seat, survey)
    top_stars(survey)


@rule
def contested(survey):
    """Bits: the stars that enemies are at."""
    found = 0
    for star in range(STARS):
        if survey.against[star] > 0.0:
            found |= 1 << star
    return found


@rule
def discount_turns(state, rules, survey):
    """What is far off counts less, the more so the nearer somebody is to winning, and nothing in the last round."""
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
def top_stars(survey):
    """A bound for the worth of every journey, so that few of them are looked at."""
    for star in range(STARS):
        if not is_held(survey, star) or survey.wanted[star] > 0.0:
            survey.top[star] = survey.worth[star] + survey.warp + survey.drill
            if survey.against[star] > 0.0:
                fight = max(1.0, survey.weights[Weight.SNIPE]) * bounty(survey.against[star], survey)
                survey.top[star] += survey.converge + survey.odds + fight


@rule
def count_ships(state, rules, seat, survey):
    """The ships of enemies at every star, and the largest own stack away from home."""
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
    """What a star brings by itself: symbols, those of the scarcer kind more."""
    weights = survey.weights
    population, materials, _ = symbols_of(state, survey.outlook)
    pairs = min(population, materials)
    for star in range(STARS):
        o, m = state.population[star], state.materials[star]
        worth = weights[Weight.STAR]
        worth += weights[Weight.PAIR] * (min(population + o, materials + m) - pairs)
        worth += weights[Weight.SYMBOL] * (o if population <= materials else m)
        survey.worth[star] = worth * (weights[Weight.RIVAL] if survey.against[star] > 0.0 else 1.0)
    for other in range(rules.seats):
        home = rules.home[other]
        if other != seat:
            survey.worth[home] += weights[Weight.ENEMY_HOME]
        elif survey.against[home] > 0.0:
            survey.worth[home] += weights[Weight.OWN_HOME]
    deny(state, rules, seat, survey)


@rule
def deny(state, rules, seat, survey):
    """The stars of another with most claims are worth more, the home most: without it there is no claim."""
    most = 0
    for other in range(rules.seats):
        if other != seat:
            most = max(most, claims_of(state, other))
    for other in range(rules.seats):
        if other != seat and most > 0 and claims_of(state, other) == most:
            worth = survey.weights[Weight.DENY] * most
            survey.worth[rules.home[other]] += worth
            for star in range(STARS):
                if state.players[other].ships[star] > 0:
                    survey.worth[star] += 0.1 * worth


@rule
def follow_fleets(state, rules, seat, survey):
    """Where own fleets head for: what goes to a star already needs nobody else."""
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.target != NONE:
            survey.coming[fleet.target] += fleet.ships
            if distance(rules, fleet.sector, fleet.target) == fleet.square:
                survey.due[fleet.target] += fleet.ships
    if state.phase <= Phase.SHIPS:
        for star in range(STARS):
            if survey.coming[star] > survey.against[star]:
                survey.outlook |= 1 << star


@rule
def nearest_threat(state, rules, seat, star, survey):
    """The largest enemy force that could come to a star soon: a stack within two sectors, a fleet near enough."""
    most, here = 0.0, sector(star)
    for other in range(STARS):
        if survey.against[other] > most and distance(rules, here, other) <= 2:
            most = survey.against[other]
    for other in range(rules.seats):
        if other != seat:
            for fleet in state.players[other].fleets:
                if fleet.ships > most and may_come_out(rules, fleet, star):
                    most = fleet.ships
    return most


@rule
def may_come_out(rules, fleet, star):
    """Whether a fleet could be at a star within two turns."""
    ahead = distance(rules, fleet.sector, star) - fleet.square
    return ahead >= 1 and ahead <= 2


@rule
def spare(state, rules, seat, star, ships, survey):
    """How many of the ships at a star may leave."""
    weights = survey.weights
    at_home = star == rules.home[seat]
    share = weights[Weight.GUARD] if at_home else weights[Weight.HOLD]
    keep = share * nearest_threat(state, rules, seat, star, survey)
    least = 0.0 if at_home else 1.0
    return max(0.0, ships - max(least, keep))


@rule
def look_ahead_from(rules, star, survey):
    """Notes how near a star is to what is worth having."""
    total, here = 0.0, sector(star)
    for other in range(STARS):
        if not is_held(survey, other):
            share = survey.discount[distance(rules, here, other)]
            total += survey.worth[other] * share * share
    survey.frontier[star] = total
    return total
