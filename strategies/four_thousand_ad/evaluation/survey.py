"""The position features of a seat that moves: ships, threats and the value of each star."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.four_thousand_ad.movement import has_free_warp, ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import are_friends, possesses_home
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.four_thousand_ad.state import Decision
from starbalance.simulator.games.star_field.field import HOMES, NONE, SECTORS, STARS
from starbalance.simulator.games.star_field.geometry import companion, sector
from starbalance.strategies.four_thousand_ad.evaluation.features import TURNS, is_enemy, is_own, production_rounds
from starbalance.strategies.four_thousand_ad.evaluation.homes import look_at_homes, ships_to_spare, watch_homes
from starbalance.strategies.four_thousand_ad.evaluation.weights import Weight

_CLOSE = 2  # counts within which a stack can respond at once

# A record instead of separate arrays, since a call passes it as one pointer. Values are points of score.
# Turns ahead are turns of the seat that the field describes; fields with HOMES * HOMES rows use HOMES * home + seat.
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("against", "f8", (STARS,)),  # ships of enemies at the star
    ("friends", "f8", (STARS,)),  # ships of allies at the star
    ("targeted", "f8", (STARS,)),  # 1: another warp of the side heads for the star
    ("imminent", "f8", (STARS,)),  # largest force of one enemy that could come out at the star on its next turn
    ("menace", "f8", (STARS,)),  # largest stack of an enemy within count 2
    ("value", "f8", (STARS,)),  # points of score for going to the star
    ("need", "f8", (STARS,)),  # ships that are needed to go to the star
    ("home_to_take", "f8", (STARS,)),  # 1 + owner of a home to take with all available ships; 0: no such home
    ("home_in_danger", "f8", (STARS,)),  # 1 + owner of a home of the own side that is in danger; 0: no such home
    ("spare", "f8", (STARS,)),  # own ships that may leave the star
    ("flee", "f8", (STARS,)),  # points of score for taking the own fleet away
    ("scratch", "f8", (STARS,)),  # working space
    ("discount", "f8", (TURNS,)),  # share of its value that a gain keeps after this many turns
    ("enemies", "f8"),  # number of enemies still in the game
    ("enemy", "f8", (HOMES,)),  # 1: the seat is an enemy
    ("lead", "f8", (SECTORS,)),  # counts by which a sector is nearer to the own home than to the nearest enemy home
    ("productions", "f8", (2, TURNS)),  # production rounds within this many turns; row 1: the seat has begun its turn
    ("population", "f8", (HOMES,)),
    ("materials", "f8", (HOMES,)),
    ("number", "i8", (HOMES,)),  # number of stacks
    ("stack", "i8", (HOMES, STARS)),  # stars where a seat has at least two ships
    ("due", "f8", (HOMES * HOMES, TURNS)),  # ships in warps of the seat that are this many turns from the home
    ("bound", "f8", (HOMES * HOMES, TURNS)),  # ships among them that head for the home (own side only)
    ("near", "f8", (HOMES * HOMES, TURNS)),  # largest stack of the seat within this count of the home
    ("held", "f8", (HOMES, TURNS)),  # ships at a home of the own side before this turn of its enemies
    ("sure", "f8", (HOMES, TURNS)),  # ships at that home then if no warp changes its target
    ("threat", "f8", (TURNS,)),  # ships that could reach the own home on this turn
    ("trust", "f8"),  # share of standing enemy stacks that `threat` counts
    ("deadline", "f8", (HOMES,)),  # turn on which a home in danger falls unless help has arrived
    ("landing", "f8", (HOMES,)),  # enemy ships that land at that home on the deadline
    ("guard", "f8", (HOMES, TURNS)),  # ships that an enemy can have at its home after this many turns
    ("rescue", "f8", (HOMES, TURNS)),  # ships with which the enemy could retake its home on the turn after
)


@rule
def count_seat(state, rules, seat, other, survey):
    """Fill in the symbols and the stacks of a seat, and add its ships to `against` or `friends`."""
    player = state.players[other]
    population, materials, number = 0, 0, 0
    forces = survey.friends if are_friends(state, rules, seat, other) else survey.against
    for star in range(STARS):
        ships = player.ships[star]
        if ships > 0:
            population += state.population[star]
            materials += state.materials[star]
            if other != seat:
                forces[star] += ships
            if ships > 1:
                survey.stack[other, number] = star
                number += 1
    if player.ships[player.home] == 0 and possesses_home(state, other):
        population += state.population[player.home]
        materials += state.materials[player.home]
    survey.population[other], survey.materials[other], survey.number[other] = population, materials, number


@rule
def count_targets(state, rules, seat, survey):
    """Fill in `targeted` for the warps of the side, except for the warp that is being decided."""
    for other in range(rules.seats):
        if rules.side[other] == rules.side[seat]:
            for slot in range(rules.max_warps + 1):
                warp = state.players[other].warps[slot]
                if warp.space > 0 and warp.target >= 0 and not (other == seat and slot == state.warp):
                    survey.targeted[warp.target] = 1.0


@rule
def fill_imminent(state, rules, other, survey):
    """Raise `imminent` to the ships that an enemy's warps and hops can bring to each star on its next turn."""
    player = state.players[other]
    if has_free_warp(state, rules, other):
        for k in range(survey.number[other]):
            star = survey.stack[other, k]
            survey.scratch[companion(star)] += player.ships[star]
    for warp in player.warps:
        if 0 < warp.space < SPACES:
            for k in range(rules.number_at[warp.sector, warp.space + 1]):
                survey.scratch[rules.stars_at[warp.sector, warp.space + 1, k]] += warp.ships + warp.lent
    for star in range(STARS):
        survey.imminent[star] = max(survey.imminent[star], survey.scratch[star])
        survey.scratch[star] = 0.0


@rule
def find_menaces(state, rules, other, survey):
    """Raise `menace` at the stars within count 2 of an enemy's stacks."""
    for k in range(survey.number[other]):
        source = survey.stack[other, k]
        ships = state.players[other].ships[source]
        for turns in range(1, _CLOSE + 1):
            for place in range(rules.number_at[sector(source), turns]):
                star = rules.stars_at[sector(source), turns, place]
                if star != source:
                    survey.menace[star] = max(survey.menace[star], ships)


@rule
def look_at_own(state, rules, seat, star, survey):
    """Fill in how many ships may leave an own star (`spare`), except at an arrival decision.

    If enemies could overrun the star on their next turn, fill in `value`, `need` and `flee` too, unless it is the home.
    """
    player = state.players[seat]
    ships = player.ships[star]
    if state.decision != Decision.ARRIVAL:
        survey.spare[star] = ships_to_spare(state, rules, seat, star, NONE, survey)
    lacking = survey.imminent[star] - ships - survey.friends[star]
    if star != player.home and lacking > 0.0:
        survey.value[star] = survey.weights[Weight.RISK] * ships
        survey.need[star] = lacking
        if ships > 1:
            survey.spare[star] = ships_ready(state, rules, seat, star)
            survey.flee[star] = survey.value[star]


@rule
def value_of_star(state, seat, star, survey):
    """Return the value of occupying a star without own ships, in points of score, at least 0.1.

    It counts the star, new pairs, symbols of the scarcer kind, and how much nearer it is than to an enemy home.
    """
    population, materials = survey.population[seat], survey.materials[seat]
    more, others = state.population[star], state.materials[star]
    gained = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    weights = survey.weights
    value = weights[Weight.STAR] + weights[Weight.PAIR] * gained + weights[Weight.SYMBOL] * scarce
    return max(0.1, value + weights[Weight.LEAD] * survey.lead[sector(star)])


@rule
def look_at_other(state, seat, star, survey):
    """Fill in the value of a star without own ships, in points of score, and the ships needed to take it.

    A star that another warp of the side heads for keeps a tenth of its value.
    """
    against, weights = survey.against[star], survey.weights
    gain = value_of_star(state, seat, star, survey)
    if against > 0.0:
        survey.value[star] = gain * weights[Weight.RIVAL] + weights[Weight.KILL] * against
        survey.need[star] = against + 1.0
    elif survey.friends[star] == 0.0:
        survey.value[star] = gain + weights[Weight.SPOILS] * state.surrendered[star]
    survey.value[star] *= 1.0 - 0.9 * survey.targeted[star]


@rule
def look_ahead(state, rules, survey):
    """FAD-12.2: Fill in `discount` and `productions` for every turn of the forecast."""
    made = production_rounds(rules, state.rounds)
    before = production_rounds(rules, state.rounds - 1)
    survey.discount[0] = 1.0
    for turn in range(1, TURNS):
        survey.discount[turn] = survey.discount[turn - 1] * survey.weights[Weight.DELAY]
        survey.productions[0, turn] = production_rounds(rules, state.rounds - 1 + turn) - before
        survey.productions[1, turn - 1] = before + survey.productions[0, turn] - made


@rule
def measure_lead(state, rules, seat, survey):
    """Fill in `lead`, the counts by which each sector is nearer to the own home than to the nearest enemy home."""
    own = sector(state.players[seat].home)
    for place in range(SECTORS):
        survey.lead[place] = SPACES
    for other in range(rules.seats):
        if survey.enemy[other] > 0.0:
            home = sector(state.players[other].home)
            for place in range(SECTORS):
                survey.lead[place] = min(survey.lead[place], rules.count[home, place])
    for place in range(SECTORS):
        survey.lead[place] -= rules.count[own, place]


@rule
def look_at_board(state, rules, seat, survey):
    """Fill in the features of seats and homes. The weights must be set."""
    look_ahead(state, rules, survey)
    count_targets(state, rules, seat, survey)
    for other in range(rules.seats):
        count_seat(state, rules, seat, other, survey)
        if is_enemy(state, rules, seat, other):
            survey.enemy[other] = 1.0
            survey.enemies += 1.0
            fill_imminent(state, rules, other, survey)
            find_menaces(state, rules, other, survey)
    measure_lead(state, rules, seat, survey)
    watch_homes(state, rules, seat, survey)


@rule
def look_at(state, rules, seat, star, survey):
    """Fill in the features of a star, without regard to its being a home."""
    survey.need[star] = 1.0
    if is_own(state, seat, star):
        look_at_own(state, rules, seat, star, survey)
    else:
        look_at_other(state, seat, star, survey)


@rule
def look_around(state, rules, seat, survey):
    """Fill in all features. The weights must be set."""
    look_at_board(state, rules, seat, survey)
    for star in range(STARS):
        look_at(state, rules, seat, star, survey)
    look_at_homes(state, rules, seat, survey)


@rule
def look_at_departure(state, rules, seat, survey):
    """Fill in the features that the number of ships of a departure needs: seats, homes and the two stars."""
    look_at_board(state, rules, seat, survey)
    look_at(state, rules, seat, state.star, survey)
    look_at(state, rules, seat, state.destination, survey)
    look_at_homes(state, rules, seat, survey)
