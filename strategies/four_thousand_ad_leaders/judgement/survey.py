"""What a seat sees on the board before it decides."""

from starbalance.simulator.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.four_thousand_ad_leaders.occupation import enemy_at, held_stars, owner_of_home, symbols_of
from starbalance.simulator.kernel import MAX_WEIGHTS, record, rule
from starbalance.simulator.star_field.field import COUNTS, NONE, STARS
from starbalance.simulator.star_field.geometry import sector
from starbalance.strategies.four_thousand_ad_leaders.judgement.weights import Weight
from starbalance.strategies.four_thousand_ad_leaders.judgement.wish import wish

TURNS = COUNTS + 2

# A record, and not arrays, since a call passes it as a bare pointer.
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("held", "i8"),  # bits: own stars
    ("against", "f8", (STARS,)),  # ships of enemies there
    ("coming", "f8", (STARS,)),  # own ships on their way
    ("worth", "f8", (STARS,)),  # of holding a star
    ("wanted", "f8", (STARS,)),  # ships that an objective wants there
    ("discount", "f8", (TURNS,)),  # share of its worth that something has so many turns away
    ("gather", "f8"),  # worth of a ship at the largest own stack away from home
    ("fight", "f8"),  # worth of winning a combat, for objectives of deeds
    ("warp", "f8"),  # worth of a fleet of some ships in warp, for an objective
    ("crew", "f8"),  # ships of such a fleet
)


@rule
def is_held(survey, star):
    return (survey.held >> star) & 1 == 1


@rule
def look_around(state, rules, seat, weights, survey):
    """Fills in a blank survey for a seat."""
    for i in range(weights.shape[0]):
        survey.weights[i] = weights[i]
    survey.held = held_stars(state, rules, seat)
    survey.discount[0] = 1.0
    for turns in range(1, TURNS):
        survey.discount[turns] = survey.discount[turns - 1] * weights[Weight.DELAY]
    count_enemies(state, rules, seat, survey)
    value_stars(state, rules, seat, survey)
    wish(state, rules, seat, survey)
    follow_fleets(state, seat, survey)


@rule
def count_enemies(state, rules, seat, survey):
    """The ships of enemies at every star."""
    for star in range(STARS):
        other = enemy_at(state, rules, seat, star)
        if other != NONE:
            survey.against[star] = state.players[other].ships[star]


@rule
def value_stars(state, rules, seat, survey):
    """What a star brings by itself: symbols, those of the scarcer kind more; homes."""
    weights = survey.weights
    population, materials, _ = symbols_of(state, survey.held)
    for star in range(STARS):
        o, m = state.population[star], state.materials[star]
        worth = weights[Weight.STAR]
        worth += weights[Weight.PAIR] * (min(population + o, materials + m) - min(population, materials))
        worth += weights[Weight.SYMBOL] * (o if population <= materials else m)
        owner = owner_of_home(rules, star)
        if owner == seat and survey.against[star] > 0.0:
            worth += weights[Weight.OWN_HOME]
        elif owner != NONE and owner != seat:
            worth += weights[Weight.ENEMY_HOME]
        survey.worth[star] = worth * (weights[Weight.RIVAL] if survey.against[star] > 0.0 else 1.0)


@rule
def follow_fleets(state, seat, survey):
    """Where own fleets head for: what goes to a star already needs nobody else."""
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.target != NONE:
            survey.coming[fleet.target] += fleet.ships


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
    at_home = star == state.players[seat].home
    share = weights[Weight.GUARD] if at_home else weights[Weight.HOLD]
    keep = share * nearest_threat(state, rules, seat, star, survey)
    least = 0.0 if at_home else 1.0
    return max(0.0, ships - max(least, keep))
