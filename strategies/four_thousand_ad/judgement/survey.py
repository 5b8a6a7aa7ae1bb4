"""What a seat sees on the board before it moves."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.four_thousand_ad.movement import has_free_warp, may_depart
from starbalance.simulator.games.four_thousand_ad.occupation import are_friends, possesses_home
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.four_thousand_ad.state import Phase
from starbalance.simulator.games.star_field.field import HOMES, NONE, SECTORS, STARS
from starbalance.simulator.games.star_field.geometry import companion, sector
from starbalance.strategies.four_thousand_ad.judgement.features import TURNS, is_enemy, is_own, production_rounds
from starbalance.strategies.four_thousand_ad.judgement.homes import look_at_homes, ships_to_spare, watch_homes
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight

_CLOSE = 2  # counts from which a stack answers at once

# A record, and not arrays, since a call passes it as a bare pointer. A turn ahead is one of the seat it speaks of.
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("against", "f8", (STARS,)),  # ships of enemies there
    ("friends", "f8", (STARS,)),  # ships of allies there
    ("targeted", "f8", (STARS,)),  # 1: another warp of the side is on its way
    ("imminent", "f8", (STARS,)),  # the largest force of one enemy that could come out there on their next turn
    ("menace", "f8", (STARS,)),  # the largest stack of an enemy within count 2
    ("worth", "f8", (STARS,)),  # of going there
    ("need", "f8", (STARS,)),  # ships that takes
    ("entire", "f8", (STARS,)),  # 1 + the owner of the home that is to be taken there, with everything there is
    ("ward", "f8", (STARS,)),  # 1 + the owner of the home of one's own side that is in danger there
    ("spare", "f8", (STARS,)),  # own ships that may leave
    ("flee", "f8", (STARS,)),  # worth of bringing one's own fleet away
    ("scratch", "f8", (STARS,)),
    ("discount", "f8", (TURNS,)),  # share of its worth that something has so many turns away
    ("enemies", "f8"),  # how many are left
    ("enemy", "f8", (HOMES,)),  # 1: of the seats
    ("lead", "f8", (SECTORS,)),  # by how many counts a sector is nearer to one's own home than to an enemy's
    ("productions", "f8", (2, TURNS)),  # of a seat within so many turns; 1: whose turn of this round has begun
    ("population", "f8", (HOMES,)),
    ("materials", "f8", (HOMES,)),
    ("number", "i8", (HOMES,)),  # of stacks
    ("stack", "i8", (HOMES, STARS)),  # stars where a seat has two ships and more
    ("due", "f8", (HOMES * HOMES, TURNS)),  # by home and seat: ships of its warps so many turns away from it
    ("bound", "f8", (HOMES * HOMES, TURNS)),  # of these, on one's own side, those that head for it
    ("near", "f8", (HOMES * HOMES, TURNS)),  # its largest stack within that count
    ("held", "f8", (HOMES, TURNS)),  # what is at a home of one's own side before that turn of its enemies
    ("sure", "f8", (HOMES, TURNS)),  # the same, if no warp changes its mind
    ("threat", "f8", (TURNS,)),  # what could come to one's own home on that turn
    ("trust", "f8"),  # share of the stacks of enemies in it
    ("deadline", "f8", (HOMES,)),  # the turn on which a home in danger falls unless help has come
    ("landing", "f8", (HOMES,)),  # the ships that land there then
    ("guard", "f8", (HOMES, TURNS)),  # ships that an enemy can have at its home after so many turns
    ("rescue", "f8", (HOMES, TURNS)),  # ships with which it could retake it on the turn after
)


@rule
def count_seat(state, rules, seat, other, survey):
    """Fills in the symbols and the stacks of a seat, and adds its ships to against or friends."""
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
    """Fills in targeted: where warps of the side head for, but the one in question."""
    for other in range(rules.seats):
        if rules.side[other] == rules.side[seat]:
            for slot in range(rules.max_warps + 1):
                warp = state.players[other].warps[slot]
                if warp.space > 0 and warp.target >= 0 and not (other == seat and slot == state.warp):
                    survey.targeted[warp.target] = 1.0


@rule
def foresee(state, rules, other, survey):
    """Raises imminent to what an enemy's warps and hops can do on their next turn; those warps can join a hop."""
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
    """Raises menace around the stacks of an enemy."""
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
    """An own star: what may leave it, whether its fleet should get away."""
    player = state.players[seat]
    ships = player.ships[star]
    if state.phase != Phase.ARRIVAL:
        survey.spare[star] = ships_to_spare(state, rules, seat, star, NONE, survey)
    lacking = survey.imminent[star] - ships - survey.friends[star]
    if star != player.home and lacking > 0.0:
        survey.worth[star] = survey.weights[Weight.RISK] * ships
        survey.need[star] = lacking
        if ships > 1:
            survey.spare[star] = may_depart(state, rules, seat, star)
            survey.flee[star] = survey.worth[star]


@rule
def worth_of_star(state, seat, star, survey):
    """What a star without own ships adds: itself, pairs, symbols of the scarcer kind, its place."""
    population, materials = survey.population[seat], survey.materials[seat]
    more, others = state.population[star], state.materials[star]
    gained = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    weights = survey.weights
    worth = weights[Weight.STAR] + weights[Weight.PAIR] * gained + weights[Weight.SYMBOL] * scarce
    return max(0.1, worth + weights[Weight.LEAD] * survey.lead[sector(star)])


@rule
def look_at_other(state, seat, star, survey):
    """A star without own ships: its worth, and the ships it takes."""
    against, weights = survey.against[star], survey.weights
    gain = worth_of_star(state, seat, star, survey)
    if against > 0.0:
        survey.worth[star] = gain * weights[Weight.RIVAL] + weights[Weight.KILL] * against
        survey.need[star] = against + 1.0
    elif survey.friends[star] == 0.0:
        survey.worth[star] = gain + weights[Weight.SPOILS] * state.surrendered[star]
    survey.worth[star] *= 1.0 - 0.9 * survey.targeted[star]


@rule
def look_ahead(state, rules, survey):
    """Fills in discount and productions (FAD-12.2)."""
    made = production_rounds(rules, state.rounds)
    before = production_rounds(rules, state.rounds - 1)
    survey.discount[0] = 1.0
    for turn in range(1, TURNS):
        survey.discount[turn] = survey.discount[turn - 1] * survey.weights[Weight.DELAY]
        survey.productions[0, turn] = production_rounds(rules, state.rounds - 1 + turn) - before
        survey.productions[1, turn - 1] = before + survey.productions[0, turn] - made


@rule
def measure_lead(state, rules, seat, survey):
    """Fills in lead."""
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
    """Fills in what a survey whose weights are set says of seats and homes."""
    look_ahead(state, rules, survey)
    count_targets(state, rules, seat, survey)
    for other in range(rules.seats):
        count_seat(state, rules, seat, other, survey)
        if is_enemy(state, rules, seat, other):
            survey.enemy[other] = 1.0
            survey.enemies += 1.0
            foresee(state, rules, other, survey)
            find_menaces(state, rules, other, survey)
    measure_lead(state, rules, seat, survey)
    watch_homes(state, rules, seat, survey)


@rule
def look_at(state, rules, seat, star, survey):
    """Fills in what a survey says of a star, homes aside."""
    survey.need[star] = 1.0
    if is_own(state, seat, star):
        look_at_own(state, rules, seat, star, survey)
    else:
        look_at_other(state, seat, star, survey)


@rule
def look_around(state, rules, seat, survey):
    """Fills in a survey whose weights are set."""
    look_at_board(state, rules, seat, survey)
    for star in range(STARS):
        look_at(state, rules, seat, star, survey)
    look_at_homes(state, rules, seat, survey)


@rule
def look_at_departure(state, rules, seat, survey):
    """Fills in as much of a survey as the number of ships of a departure asks for."""
    look_at_board(state, rules, seat, survey)
    look_at(state, rules, seat, state.star, survey)
    look_at(state, rules, seat, state.destination, survey)
    look_at_homes(state, rules, seat, survey)
