"""What a player sees: how long the game will last, what resources are worth, what brings ambitions nearer."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, reached, slot_value
from starbalance.simulator.games.interstellar_ambitions.fleet import fleet_value
from starbalance.simulator.games.interstellar_ambitions.payment import exchange_rate
from starbalance.simulator.games.interstellar_ambitions.planet import base_yield, is_maxed, marker_yield
from starbalance.simulator.games.interstellar_ambitions.rules import (
    ANY,
    DRAWN,
    HIGHEST_LEVEL,
    LEVELS,
    MARKET_SLOTS,
    MOST_TOKENS,
    NONE,
    PLANET_SLOTS,
    RESOURCES,
    ROWS,
    SHIP_KINDS,
)
from starbalance.simulator.games.interstellar_ambitions.scoring import total_vp
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Modifier, Predicate, Resource
from starbalance.strategies.interstellar_ambitions.judgement.weights import Weight

PREDICATES = len(Predicate)
PURSES = 3
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("horizon", "f8"),  # own turns still to come, this one included
    ("produces", "f8"),  # PRODUCE actions still to come
    ("price", "f8", (RESOURCES,)),  # victory points of a resource
    ("purse", "f8", (RESOURCES,)),  # resources to plan with
    ("wild", "f8"),  # of any type
    ("kept_purse", "f8", (RESOURCES,)),
    ("kept_wild", "f8"),
    ("gain", "f8", (RESOURCES,)),  # what a PRODUCE action would bring
    ("gain_any", "f8"),  # and of any type
    ("rate", "f8"),
    ("swap", "f8"),  # victory points that an exchange costs
    ("step", "f8", (PREDICATES,)),  # worth of one more of what an ambition counts
    ("close", "f8", (PREDICATES,)),  # worth of all that is missing
    ("gap", "f8", (PREDICATES,)),  # how much is missing; 0: nothing, or not in play
    ("near", "f8", (PREDICATES,)),  # the chance to claim it after one step towards it
    ("best", "f8", (3,)),  # the three highest values so far, descending
    ("type_level", "f8"),  # level that TYPES_AT_LEVEL asks for
    ("science", "f8"),  # the resource that PRODUCED_TURN asks for
    ("types_held", "f8"),  # bits of basic types of which a planet is owned
    ("types_scored", "f8"),  # bits of those of which one is at its highest level
    ("types_ready", "f8"),  # bits of those of which one has the level asked for
    ("set_share", "f8"),  # of the set bonus that a planet of a type not yet scored is worth
    ("finish", "f8", (HIGHEST_LEVEL + 1,)),  # the chance to bring a planet so many levels short to its highest
    ("level_gain", "f8", (RESOURCES + 1,)),  # worth of one more level, by the type of planet
    ("standing", "f8", (SEATS,)),  # victory points of each seat
    ("threat", "f8"),  # the strongest fleet of the others
    ("force", "f8"),  # own combat value
    ("rival", "f8"),  # the best other seat
    ("has_rival", "i8"),  # whether standing and rival are filled in
    ("aim", "f8", (RESOURCES,)),  # what the units of a Home World should bring it to
    ("bill", "f8", (RESOURCES,)),  # what the best action of the cell looked at last costs
    ("has_rises", "i8", (PLANET_SLOTS,)),  # bits of levels
    ("raised", "i8", (PLANET_SLOTS,)),  # the level to which an action is to raise a planet; 0: not at all
    ("rise", "f8", (PLANET_SLOTS, HIGHEST_LEVEL + 1)),  # worth of raising an own planet to a level, less its price
    ("has_colonies", "i8", (HIGHEST_LEVEL + 1,)),  # bits of slots
    ("colony", "f8", (HIGHEST_LEVEL + 1, RESOURCES)),  # worth of a planet face up, by the level it starts at
    ("has_discoveries", "i8"),  # bits of slots
    ("discovery", "f8", (MARKET_SLOTS,)),  # worth of a technology face up
    ("has_hulls", "i8"),
    ("hulls", "i8"),  # standard ships that are on offer
    ("hull", "i8", (SHIP_KINDS,)),  # their kinds
    ("hull_worth", "f8", (SHIP_KINDS,)),
    ("has_crews", "i8"),  # bits of slots
    ("crew", "f8", (MARKET_SLOTS,)),  # worth of a merc face up
    ("has_sorties", "i8"),
    ("edge", "f8", (SEATS, len(Battle))),  # margin of an attack before the bonus of planning
    ("enemy", "f8", (SEATS, len(Battle))),  # combat value that it meets
    ("has_spoils", "i8"),  # bits of seats
    ("spoils", "f8", (SEATS,)),  # worth of the best spoil of an INVADE
    # the course of the next turns
    ("purses", "f8", (PURSES, RESOURCES)),
    ("wilds", "f8", (PURSES,)),  # of any type in them
    ("known", "i8", (PURSES,)),  # bits of cells whose worth is known
    ("worth", "f8", (PURSES, ROWS, LEVELS)),  # of acting
    ("top", "i8", (ROWS,)),  # the planning level up to which a row can be climbed
    ("tokens", "i8"),  # cells with own tokens
    ("token_row", "i8", (MOST_TOKENS,)),
    ("token_level", "i8", (MOST_TOKENS,)),
    ("token_count", "i8", (MOST_TOKENS,)),
    ("on_track", "i8"),  # own tokens
    ("pool", "i8"),  # tokens off the track
    ("yields", "f8"),  # worth of a PRODUCE action beyond the actions that it pays for
)


@rule
def horizon_of(state, rules, seat, survey):
    """Own turns still to come, this one included: by the claims of the foremost player, or exactly."""
    if state.trigger_seat != NONE:
        behind = (seat - state.active + rules.seats) % rules.seats
        return 1.0 + (1.0 if state.turns_left - 1 - behind >= rules.seats else 0.0)
    most = 0
    for other in range(rules.seats):
        most = max(most, state.players[other].claims)
    return max(2.0, survey.weights[Weight.HORIZON] - survey.weights[Weight.CLAIMED] * most)


@rule
def _prices(state, rules, seat, survey):
    """A resource is worth less the more of it there is, and nothing when the game ends."""
    fade = min(1.0, (survey.horizon - 1.0) / 3.0)
    for resource in range(RESOURCES):
        survey.price[resource] = fade * price_of(survey, resource, survey.purse[resource])
    cheap = min(min(survey.price[0], survey.price[1]), min(survey.price[2], survey.price[3]))
    survey.swap = survey.rate * cheap


@rule
def price_of(survey, resource, amount):
    """Victory points of one more of a resource of which there is so much, while the game is long."""
    scarcity = max(0.1, 1.4 - survey.weights[Weight.PLENTY] * (amount + 0.5 * survey.gain[resource]))
    price = survey.weights[Weight.RESOURCE] * scarcity
    if resource == Resource.SCIENCE:
        return price * survey.weights[Weight.SCIENCE]
    return price * survey.weights[Weight.COINS] if resource == Resource.COINS else price


@rule
def count_yield(state, rules, seat, survey):
    """What a PRODUCE action would bring."""
    player = state.players[seat]
    survey.gain_any = 0.0
    for resource in range(RESOURCES):
        survey.gain[resource] = player.modifiers[Modifier.PROD_FOOD + resource]
    for place in range(player.planets):
        planet = player.planet[place]
        if state.siphoned[planet] == 0:
            amount = base_yield(state, rules, seat, planet)
            if rules.planet_type[planet] == ANY:
                survey.gain_any += amount
            else:
                survey.gain[rules.planet_type[planet]] += amount
            if state.marker[planet] != NONE:
                for resource in range(RESOURCES):
                    survey.gain[resource] += marker_yield(state, rules, planet, resource)


@rule
def _types(state, rules, seat, survey):
    """Which basic types are held, scored, and at the level that an ambition asks for."""
    player = state.players[seat]
    held, scored, ready = 0, 0, 0
    for place in range(player.planets):
        planet = player.planet[place]
        kind = rules.planet_type[planet]
        if kind != ANY:
            held |= 1 << kind
            scored |= 1 << kind if is_maxed(state, rules, planet) else 0
            ready |= 1 << kind if state.level[planet] >= survey.type_level else 0
    survey.types_held, survey.types_scored, survey.types_ready = float(held), float(scored), float(ready)


@rule
def _potential(state, rules, seat, ambition, survey):
    """How far a player is, what they could produce counted as produced."""
    what = rules.predicate[ambition]
    if what == Predicate.PRODUCED_TURN:
        return survey.gain[rules.predicate_resource[ambition]] + survey.gain_any
    if what == Predicate.PRODUCED_TOTAL_TURN:
        total = survey.gain_any
        for resource in range(RESOURCES):
            total += survey.gain[resource]
        return total
    return float(reached(state, rules, seat, ambition))


@rule
def _chance(turns, horizon):
    """The chance to get somewhere that is so many turns of work away."""
    if horizon <= 1.0:
        return 1.0 if turns <= 0.0 else 0.0
    ratio = turns / max(1.0, 0.6 * horizon)
    return 1.0 / (1.0 + ratio * ratio)


@rule
def _ambitions(state, rules, seat, survey):
    """The worth of one more of what each ambition in play counts; the nearest three count more for who rushes."""
    player = state.players[seat]
    for k in range(PREDICATES):
        survey.step[k], survey.close[k], survey.gap[k] = 0.0, 0.0, 0.0
    survey.best[0], survey.best[1], survey.best[2] = 0.0, 0.0, 0.0
    survey.type_level = 99.0
    survey.science = 2.0
    for k in range(DRAWN):
        if rules.predicate_level[state.ambition[k]] > 0:
            survey.type_level = float(rules.predicate_level[state.ambition[k]])
    _types(state, rules, seat, survey)
    for k in range(DRAWN):
        ambition = state.ambition[k]
        if (player.claimed >> ambition) & 1 == 0:
            what = rules.predicate[ambition]
            if what == Predicate.PRODUCED_TURN:
                survey.science = float(rules.predicate_resource[ambition])
            gap = rules.threshold[ambition] - _potential(state, rules, seat, ambition, survey)
            if gap > 0.0:
                _weigh(survey, what, gap, survey.weights[Weight.AMBITION] * slot_value(state, rules, k))
                _keep_best(survey, survey.near[what])
    for what in range(PREDICATES):
        if survey.gap[what] > 0.0 and survey.near[what] >= survey.best[2]:
            survey.step[what] *= 1.0 + survey.weights[Weight.RUSH]


@rule
def _weigh(survey, what, gap, value):
    """The worth of one step towards an ambition of that value, and of closing the gap at once."""
    survey.gap[what] = gap
    effort = survey.weights[Weight.EFFORT] * survey.weights[Weight.CAPTURES + what]
    survey.near[what] = _chance((gap - 1.0) * effort, survey.horizon)
    far = _chance(gap * effort, survey.horizon)
    survey.step[what] = value * (survey.near[what] - far)
    survey.close[what] = value * (1.0 - far)
    if what == Predicate.MEDALS_EACH:
        survey.step[what] *= min(1.0, 2.0 * survey.weights[Weight.FLEET])  # not for the peaceful


@rule
def _keep_best(survey, value):
    """Keeps the three highest values so far."""
    for k in range(3):
        if value > survey.best[k]:
            survey.best[k], value = value, survey.best[k]


@rule
def _keep_tempo(survey):
    """The dial between sprint and plan: what later turns and higher planning levels count, and how many tokens wait."""
    tempo = survey.weights[Weight.TEMPO]
    survey.weights[Weight.REACH] = min(1.0, survey.weights[Weight.REACH] + 0.25 * tempo)
    survey.weights[Weight.NEXT] = min(1.0, survey.weights[Weight.NEXT] + 0.25 * tempo)
    survey.weights[Weight.TRACK] = max(0.0, survey.weights[Weight.TRACK] + tempo)


@rule
def glance(state, rules, seat, weights, survey):
    """Prices alone."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    _keep_tempo(survey)
    survey.has_rival, survey.has_discoveries, survey.has_hulls, survey.has_crews, survey.has_sorties = 0, 0, 0, 0, 0
    survey.has_rises[:] = 0
    survey.has_colonies[:] = 0
    survey.horizon = horizon_of(state, rules, seat, survey)
    survey.produces = 0.5 * max(0.0, survey.horizon - 1.0)
    survey.rate = float(exchange_rate(state, rules, seat))
    count_yield(state, rules, seat, survey)
    survey.wild = 0.0
    for resource in range(RESOURCES):
        survey.purse[resource] = float(state.players[seat].resources[resource])
    _prices(state, rules, seat, survey)


@rule
def look(state, rules, seat, survey):
    """The ambitions and the fleets."""
    _ambitions(state, rules, seat, survey)
    _fleets(state, rules, seat, survey)


@rule
def _fleets(state, rules, seat, survey):
    """The strongest fleet of the others, and the own one."""
    survey.threat = 0.0
    for other in range(rules.seats):
        if other != seat:
            survey.threat = max(survey.threat, float(fleet_value(state, rules, other)))
    survey.force = float(fleet_value(state, rules, seat))


@rule
def rank(state, rules, seat, survey):
    """How the players stand, and the best other one; once."""
    if survey.has_rival:
        return
    survey.has_rival = 1
    survey.rival = float(NONE)
    best = -1.0
    for other in range(rules.seats):
        survey.standing[other] = float(total_vp(state, rules, other) + 8 * state.players[other].claims)
        if other != seat and survey.standing[other] > best:
            best = survey.standing[other]
            survey.rival = float(other)


@rule
def projected(state, rules, seat, turns, survey):
    """Victory points now, half of planets almost finished, and the best ambitions that as many turns can claim."""
    player, points = state.players[seat], float(total_vp(state, rules, seat))
    for place in range(player.planets):
        planet = player.planet[place]
        short = rules.planet_levels[planet] - state.level[planet]
        if 1 <= short <= 2:
            points += 0.5 * rules.planet_vp[planet]
    survey.best[0], survey.best[1], survey.best[2] = 0.0, 0.0, 0.0
    for k in range(DRAWN):
        if (player.claimed >> state.ambition[k]) & 1 == 0 and is_met(state, rules, seat, state.ambition[k]):
            _keep_best(survey, float(slot_value(state, rules, k)))
    for k in range(turns):
        points += survey.best[k]
    return points


@rule
def swaps(survey, food, ore, science, coins):
    """How many exchanges a price takes beside the purse and its wild resources; NONE if it cannot be paid."""
    lack = max(0.0, food - survey.purse[0]) + max(0.0, ore - survey.purse[1])
    lack += max(0.0, science - survey.purse[2]) + max(0.0, coins - survey.purse[3])
    lack -= survey.wild
    if lack <= 0.0:
        return 0.0
    most = lots(survey, survey.purse[0] - food) + lots(survey, survey.purse[1] - ore)
    most += lots(survey, survey.purse[2] - science) + lots(survey, survey.purse[3] - coins)
    return lack if lack <= most else float(NONE)


@rule
def lots(survey, amount):
    """How many resources can be had for an amount of another one."""
    return math.floor(max(0.0, amount) / survey.rate)


@rule
def swaps_for_one(survey, resource, amount):
    """How many exchanges it takes to pay so much of one resource; NONE if it cannot be paid."""
    return swaps(
        survey,
        amount if resource == 0 else 0.0,
        amount if resource == 1 else 0.0,
        amount if resource == 2 else 0.0,
        amount if resource == 3 else 0.0,
    )


@rule
def charge(survey, food, ore, science, coins):
    """What the best action found so far costs."""
    survey.bill[0], survey.bill[1], survey.bill[2], survey.bill[3] = food, ore, science, coins


@rule
def charge_one(survey, resource, amount):
    """The same for one resource alone."""
    charge(survey, 0.0, 0.0, 0.0, 0.0)
    survey.bill[resource] = amount


@rule
def keep_purse(survey):
    """Remembers the purse while parts of it are spent in thought."""
    for resource in range(RESOURCES):
        survey.kept_purse[resource] = survey.purse[resource]
    survey.kept_wild = survey.wild


@rule
def restore_purse(survey):
    """The purse as it was kept."""
    for resource in range(RESOURCES):
        survey.purse[resource] = survey.kept_purse[resource]
    survey.wild = survey.kept_wild


@rule
def purse_total(survey):
    return survey.purse[0] + survey.purse[1] + survey.purse[2] + survey.purse[3] + survey.wild


@rule
def most_of(survey, resource):
    """How much of a resource the purse could come up with."""
    total = survey.purse[resource] + survey.wild
    for other in range(RESOURCES):
        if other != resource:
            total += lots(survey, survey.purse[other])
    return total


@rule
def progress(survey, what, number):
    """What so many more of what an ambition counts bring, up to what it asks for."""
    if survey.gap[what] <= 0.0 or number <= 0.0:
        return 0.0
    if number >= survey.gap[what]:
        return max(survey.close[what], survey.step[what])
    return min(number * survey.step[what], survey.close[what])


@rule
def yield_worth(survey):
    """Victory points of what a PRODUCE action brings."""
    worth = survey.gain_any * 0.3 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])
    for resource in range(RESOURCES):
        worth += survey.gain[resource] * survey.price[resource]
    return worth
