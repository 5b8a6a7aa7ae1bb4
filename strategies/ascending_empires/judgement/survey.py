"""What a score looks at once for a decision: what landings and blockades mean, hole by hole."""

from starbalance.simulator.ascending_empires.board_rules import HOLES, NONE, QUADRANTS, flick_dt
from starbalance.simulator.ascending_empires.development import facilities_of
from starbalance.simulator.ascending_empires.fleet import holes_orbited_by_others
from starbalance.simulator.ascending_empires.planet import is_homeworld
from starbalance.simulator.ascending_empires.rules import ASTEROID, COLOURS, LEVELS
from starbalance.simulator.kernel import MAX_WEIGHTS, record, rule
from starbalance.strategies.ascending_empires.judgement.weights import Weight

survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("landing", "f8", (HOLES,)),  # the worth of a landing there
    ("blockaded", "i8"),  # bits: holes with ships of others in orbit
    ("lacking", "i8", (COLOURS,)),  # facilities to the next technology of a colour, 0: it is ready
    ("quadrants", "i8"),  # bits: those with an own city
    ("cities", "i8"),  # how many of these
    ("is_last", "i8"),  # whether this is the player's last turn
    ("plain", "f8", (HOLES,)),  # the chance of the plain shot at a hole, of the ship that looks around
    ("flick", flick_dt),  # to look around and to try shots with
)


@rule
def look_around_table(state, rules, seat, weights, survey):
    """Fills in a blank survey."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    survey.blockaded = holes_orbited_by_others(state, seat)
    survey.is_last = 0 if state.trigger == NONE else 1
    for colour in range(COLOURS):
        level = state.players[seat].tech[colour] + 1
        lacking = level - facilities_of(state, rules, seat, colour)
        survey.lacking[colour] = max(0, lacking) if level <= LEVELS else -1
    look_for_cities(state, rules, seat, survey)
    for hole in range(HOLES):
        survey.landing[hole] = landing_worth(state, rules, seat, hole, survey)


@rule
def look_for_cities(state, rules, seat, survey):
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and state.holes[hole].cities > 0:
            survey.quadrants |= 1 << rules.board.quadrant[hole]
    for quadrant in range(QUADRANTS):
        survey.cities += (survey.quadrants >> quadrant) & 1


@rule
def is_new_quadrant(rules, hole, survey):
    """Whether no own city is in the quadrant of the hole."""
    return (survey.quadrants >> rules.board.quadrant[hole]) & 1 == 0


@rule
def colour_worth(state, seat, hole, survey):
    """What the colour of a disc is worth to technologies, as far as the player has seen it."""
    place = state.holes[hole]
    if place.up == 0 and (place.known >> seat) & 1 == 0:
        return survey.weights[Weight.UNSEEN]
    if place.kind >= ASTEROID or survey.lacking[place.kind] <= 0:
        return 0.0
    return survey.weights[Weight.COLOUR]


@rule
def landing_worth(state, rules, seat, hole, survey):
    """Of the first troop on a planet that nobody occupies; 0 where there is no landing for that."""
    if is_homeworld(state, hole) or state.holes[hole].owner != NONE:
        return 0.0
    weights = survey.weights
    worth = weights[Weight.PLANET] * rules.planet_vp
    if survey.is_last:
        return worth
    worth += colour_worth(state, seat, hole, survey)
    if is_new_quadrant(rules, hole, survey):
        worth += weights[Weight.QUADRANT]
    if (survey.blockaded >> hole) & 1:
        worth *= weights[Weight.CAUTION]
    return worth
