"""The position features of a player: expected length of the game, prices of resources, progress to ambitions."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, progress_of, slot_value
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
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight

PREDICATES = len(Predicate)
PURSES = 3
survey_row = record(
    ("weights", "f8", (MAX_WEIGHTS,)),
    ("horizon", "f8"),  # own turns still to come, including this one
    ("produces", "f8"),  # PRODUCE actions still to come
    ("price", "f8", (RESOURCES,)),  # value of a resource, in victory points
    ("purse", "f8", (RESOURCES,)),  # resources to plan with
    ("wild", "f8"),  # resources of any type to plan with
    ("kept_purse", "f8", (RESOURCES,)),
    ("kept_wild", "f8"),
    ("gain", "f8", (RESOURCES,)),  # resources that a PRODUCE action would yield
    ("gain_any", "f8"),  # resources of any type that it would yield
    ("rate", "f8"),  # resources given for one resource in an exchange
    ("swap", "f8"),  # victory points that an exchange costs
    ("step", "f8", (PREDICATES,)),  # value of one more unit of what an ambition counts
    ("close", "f8", (PREDICATES,)),  # value of all that is missing for the ambition
    ("gap", "f8", (PREDICATES,)),  # how much is missing; 0: the ambition is met or not in play
    ("near", "f8", (PREDICATES,)),  # chance to claim the ambition after one step towards it
    ("best", "f8", (3,)),  # three highest values so far, descending
    ("type_level", "f8"),  # level that TYPES_AT_LEVEL asks for
    ("science", "f8"),  # the resource that PRODUCED_TURN asks for
    ("types_held", "f8"),  # bits of basic types of which a planet is owned
    ("types_scored", "f8"),  # bits of basic types with a planet at its highest level
    ("types_ready", "f8"),  # bits of basic types with a planet at the level that TYPES_AT_LEVEL asks for
    ("set_share", "f8"),  # share of the set bonus that a planet of a type not yet scored counts
    ("finish", "f8", (HIGHEST_LEVEL + 1,)),  # chance to finish a planet that is this many levels short
    ("level_gain", "f8", (RESOURCES + 1,)),  # value of one more level, by the type of planet
    ("standing", "f8", (SEATS,)),  # victory points of each seat, plus 8 per claim
    ("threat", "f8"),  # combat value of the strongest other fleet
    ("force", "f8"),  # own combat value
    ("rival", "f8"),  # the other seat with the highest standing
    ("has_rival", "i8"),  # whether standing and rival are filled in
    ("aim", "f8", (RESOURCES,)),  # amounts that the units of a Home World should reach
    ("bill", "f8", (RESOURCES,)),  # cost of the best action of the last cell evaluated
    ("has_rises", "i8", (PLANET_SLOTS,)),  # bits of levels whose `rise` is filled in
    ("raised", "i8", (PLANET_SLOTS,)),  # level to which an action should raise a planet; 0: not raised
    ("rise", "f8", (PLANET_SLOTS, HIGHEST_LEVEL + 1)),  # value of raising an own planet to a level, less its price
    ("has_colonies", "i8", (HIGHEST_LEVEL + 1,)),  # bits of slots whose `colony` is filled in
    ("colony", "f8", (HIGHEST_LEVEL + 1, RESOURCES)),  # value of a face-up planet, by its start level
    ("has_discoveries", "i8"),  # bits of slots whose `discovery` is filled in
    ("discovery", "f8", (MARKET_SLOTS,)),  # value of a face-up technology
    ("has_hulls", "i8"),
    ("hulls", "i8"),  # number of standard ships on offer
    ("hull", "i8", (SHIP_KINDS,)),  # their kinds
    ("hull_value", "f8", (SHIP_KINDS,)),
    ("has_crews", "i8"),  # bits of slots whose `crew` is filled in
    ("crew", "f8", (MARKET_SLOTS,)),  # value of a face-up merc
    ("has_sorties", "i8"),
    ("edge", "f8", (SEATS, len(Battle))),  # margin of an attack before the bonus of planning
    ("enemy", "f8", (SEATS, len(Battle))),  # combat value that the attack meets
    ("has_spoils", "i8"),  # bits of seats whose `spoils` are filled in
    ("spoils", "f8", (SEATS,)),  # value of the best spoil of an INVADE
    # the course of the next turns
    ("purses", "f8", (PURSES, RESOURCES)),
    ("wilds", "f8", (PURSES,)),  # resources of any type in each purse
    ("known", "i8", (PURSES,)),  # bits of cells whose value is known
    ("value", "f8", (PURSES, ROWS, LEVELS)),  # value of acting
    ("top", "i8", (ROWS,)),  # highest planning level that tokens of a row can reach
    ("tokens", "i8"),  # number of cells with own tokens
    ("token_row", "i8", (MOST_TOKENS,)),
    ("token_level", "i8", (MOST_TOKENS,)),
    ("token_count", "i8", (MOST_TOKENS,)),
    ("on_track", "i8"),  # own tokens on the track
    ("pool", "i8"),  # own tokens off the track
    ("yields", "f8"),  # value of a PRODUCE action beyond the actions that it pays for
)


@rule
def horizon_of(state, rules, seat, survey):
    """Return the number of own turns still to come, including this one.

    It is exact once the end is triggered, and otherwise estimated from the claims of the foremost player.
    """
    if state.trigger_seat != NONE:
        behind = (seat - state.active + rules.seats) % rules.seats
        return 1.0 + (1.0 if state.turns_left - 1 - behind >= rules.seats else 0.0)
    most = 0
    for other in range(rules.seats):
        most = max(most, state.players[other].claims)
    return max(2.0, survey.weights[Weight.HORIZON] - survey.weights[Weight.CLAIMED] * most)


@rule
def _fill_prices(state, rules, seat, survey):
    """Fill in `price` and `swap`. A resource loses value with its amount, and all value when the game ends."""
    fade = min(1.0, (survey.horizon - 1.0) / 3.0)
    for resource in range(RESOURCES):
        survey.price[resource] = fade * price_of(survey, resource, survey.purse[resource])
    cheap = min(min(survey.price[0], survey.price[1]), min(survey.price[2], survey.price[3]))
    survey.swap = survey.rate * cheap


@rule
def price_of(survey, resource, amount):
    """Return the value, in victory points, of one more unit of a resource, before it fades near the end."""
    scarcity = max(0.1, 1.4 - survey.weights[Weight.PLENTY] * (amount + 0.5 * survey.gain[resource]))
    price = survey.weights[Weight.RESOURCE] * scarcity
    if resource == Resource.SCIENCE:
        return price * survey.weights[Weight.SCIENCE]
    return price * survey.weights[Weight.COINS] if resource == Resource.COINS else price


@rule
def count_yield(state, rules, seat, survey):
    """Fill in `gain` and `gain_any`: the resources that a PRODUCE action would yield."""
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
def _fill_types(state, rules, seat, survey):
    """Fill in `types_held`, `types_scored` and `types_ready`, the basic types of the seat's planets, as bits."""
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
    """Return the progress to an ambition, in the units that it counts. Possible production counts as produced."""
    what = rules.predicate[ambition]
    if what == Predicate.PRODUCED_TURN:
        return survey.gain[rules.predicate_resource[ambition]] + survey.gain_any
    if what == Predicate.PRODUCED_TOTAL_TURN:
        total = survey.gain_any
        for resource in range(RESOURCES):
            total += survey.gain[resource]
        return total
    return float(progress_of(state, rules, seat, ambition))


@rule
def _chance(turns, horizon):
    """Return the chance (0 to 1) to complete something that takes `turns` turns of work.

    In the last turn it is 1 if nothing is left to do, otherwise 0.
    """
    if horizon <= 1.0:
        return 1.0 if turns <= 0.0 else 0.0
    ratio = turns / max(1.0, 0.6 * horizon)
    return 1.0 / (1.0 + ratio * ratio)


@rule
def _fill_ambition_values(state, rules, seat, survey):
    """Fill in `step`, `close`, `gap` and `near` for the ambitions in play that the seat has not claimed.

    The weight `rush` raises the steps of the nearest three. `type_level`, `science` and the types are filled in too.
    """
    player = state.players[seat]
    for k in range(PREDICATES):
        survey.step[k], survey.close[k], survey.gap[k] = 0.0, 0.0, 0.0
    survey.best[0], survey.best[1], survey.best[2] = 0.0, 0.0, 0.0
    survey.type_level = 99.0
    survey.science = 2.0
    for k in range(DRAWN):
        if rules.predicate_level[state.ambition[k]] > 0:
            survey.type_level = float(rules.predicate_level[state.ambition[k]])
    _fill_types(state, rules, seat, survey)
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
    """Fill in `gap`, `near`, `step` and `close` of an ambition, the latter two in victory points.

    `step` is the value of one step towards it, `close` that of closing its gap at once.
    """
    survey.gap[what] = gap
    effort = survey.weights[Weight.EFFORT] * survey.weights[Weight.CAPTURES + what]
    survey.near[what] = _chance((gap - 1.0) * effort, survey.horizon)
    far = _chance(gap * effort, survey.horizon)
    survey.step[what] = value * (survey.near[what] - far)
    survey.close[what] = value * (1.0 - far)
    if what == Predicate.MEDALS_EACH:
        survey.step[what] *= min(1.0, 2.0 * survey.weights[Weight.FLEET])  # peaceful strategies do not seek it


@rule
def _keep_best(survey, value):
    """Insert a value into `best`, the three highest so far."""
    for k in range(3):
        if value > survey.best[k]:
            survey.best[k], value = value, survey.best[k]


@rule
def _apply_tempo(survey):
    """Shift three weights by `tempo`, from sprint (-1) to plan (1): later turns, higher levels and waiting tokens."""
    tempo = survey.weights[Weight.TEMPO]
    survey.weights[Weight.REACH] = min(1.0, survey.weights[Weight.REACH] + 0.25 * tempo)
    survey.weights[Weight.NEXT] = min(1.0, survey.weights[Weight.NEXT] + 0.25 * tempo)
    survey.weights[Weight.TRACK] = max(0.0, survey.weights[Weight.TRACK] + tempo)


@rule
def fill_prices(state, rules, seat, weights, survey):
    """Fill in the weights, the horizon, the purse and the prices, and clear what is computed on demand."""
    for k in range(weights.shape[0]):
        survey.weights[k] = weights[k]
    _apply_tempo(survey)
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
    _fill_prices(state, rules, seat, survey)


@rule
def fill_ambitions(state, rules, seat, survey):
    """Fill in the features of ambitions, and the combat values of fleets."""
    _fill_ambition_values(state, rules, seat, survey)
    _fill_fleet_values(state, rules, seat, survey)


@rule
def _fill_fleet_values(state, rules, seat, survey):
    """Fill in `threat` and `force`, the combat values of the strongest other fleet and of the own fleet."""
    survey.threat = 0.0
    for other in range(rules.seats):
        if other != seat:
            survey.threat = max(survey.threat, float(fleet_value(state, rules, other)))
    survey.force = float(fleet_value(state, rules, seat))


@rule
def fill_standings(state, rules, seat, survey):
    """Fill in `standing` and `rival`, the other seat with the highest standing, once per position."""
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
    """Return the projected victory points of a seat.

    They add half of the planets that lack 1 or 2 levels, and the best ambitions that `turns` turns can claim.
    """
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
    """Return the number of exchanges that paying a price takes, 0 if none is needed.

    `NONE` (-1) if the purse cannot pay it.
    """
    lack = max(0.0, food - survey.purse[0]) + max(0.0, ore - survey.purse[1])
    lack += max(0.0, science - survey.purse[2]) + max(0.0, coins - survey.purse[3])
    lack -= survey.wild
    if lack <= 0.0:
        return 0.0
    most = resources_bought(survey, survey.purse[0] - food) + resources_bought(survey, survey.purse[1] - ore)
    most += resources_bought(survey, survey.purse[2] - science) + resources_bought(survey, survey.purse[3] - coins)
    return lack if lack <= most else float(NONE)


@rule
def resources_bought(survey, amount):
    """Return the number of resources that an amount of another resource buys in exchanges."""
    return math.floor(max(0.0, amount) / survey.rate)


@rule
def swaps_for_one(survey, resource, amount):
    """Return the number of exchanges that paying an amount of one resource takes, 0 if none is needed.

    `NONE` (-1) if the purse cannot pay it.
    """
    return swaps(
        survey,
        amount if resource == 0 else 0.0,
        amount if resource == 1 else 0.0,
        amount if resource == 2 else 0.0,
        amount if resource == 3 else 0.0,
    )


@rule
def charge(survey, food, ore, science, coins):
    """Store the cost of the best action found so far in `bill`."""
    survey.bill[0], survey.bill[1], survey.bill[2], survey.bill[3] = food, ore, science, coins


@rule
def charge_one(survey, resource, amount):
    """Store the cost of the best action found so far, in one resource, in `bill`."""
    charge(survey, 0.0, 0.0, 0.0, 0.0)
    survey.bill[resource] = amount


@rule
def keep_purse(survey):
    """Save the purse before parts of it are spent in a calculation."""
    for resource in range(RESOURCES):
        survey.kept_purse[resource] = survey.purse[resource]
    survey.kept_wild = survey.wild


@rule
def restore_purse(survey):
    """Restore the saved purse."""
    for resource in range(RESOURCES):
        survey.purse[resource] = survey.kept_purse[resource]
    survey.wild = survey.kept_wild


@rule
def purse_total(survey):
    return survey.purse[0] + survey.purse[1] + survey.purse[2] + survey.purse[3] + survey.wild


@rule
def most_of(survey, resource):
    """Return the amount of a resource that the purse can pay, with exchanges."""
    total = survey.purse[resource] + survey.wild
    for other in range(RESOURCES):
        if other != resource:
            total += resources_bought(survey, survey.purse[other])
    return total


@rule
def progress(survey, what, number):
    """Return the value, in victory points, of `number` more units of what an ambition counts, up to its threshold.

    0 if the ambition is met or not in play.
    """
    if survey.gap[what] <= 0.0 or number <= 0.0:
        return 0.0
    if number >= survey.gap[what]:
        return max(survey.close[what], survey.step[what])
    return min(number * survey.step[what], survey.close[what])


@rule
def yield_value(survey):
    """Return the value of the yield of a PRODUCE action, in victory points."""
    value = survey.gain_any * 0.3 * (survey.price[0] + survey.price[1] + survey.price[2] + survey.price[3])
    for resource in range(RESOURCES):
        value += survey.gain[resource] * survey.price[resource]
    return value
