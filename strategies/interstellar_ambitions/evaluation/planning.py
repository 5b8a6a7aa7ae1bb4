"""The value of each cell of the action track: that of the best action that the purse can pay for."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.ambition import is_met, slot_value
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of, is_heavy
from starbalance.simulator.games.interstellar_ambitions.purchase import (
    builds_of,
    cards_to_buy,
    hire_price,
    may_build_heavy,
    ship_price,
    technology_price,
)
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, HIGHEST_LEVEL, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Origin, Predicate, Resource, Row
from starbalance.strategies.interstellar_ambitions.evaluation.conflict import best_attack
from starbalance.strategies.interstellar_ambitions.evaluation.developing import developments_value
from starbalance.strategies.interstellar_ambitions.evaluation.features import (
    charge,
    charge_one,
    most_of,
    swaps,
    swaps_for_one,
)
from starbalance.strategies.interstellar_ambitions.evaluation.valuation import (
    force_value,
    medal_value,
    new_planet_value,
    planet_price,
    ship_value,
    technology_value,
)
from starbalance.strategies.interstellar_ambitions.evaluation.weights import Weight


@rule
def colony_value(state, rules, seat, planet, planning, survey):
    """Return the value of colonising a face-up planet, in victory points, less its price.

    The value allows for a failed or low start. It is lower if the player has no room for another planet.
    """
    player = state.players[seat]
    level = min(rules.planet_levels[planet], _start_level(state, rules, seat, planning))
    value = 0.92 * new_planet_value(rules, planet, level, survey) + 0.5
    if player.planets >= rules.planet_limit:
        value -= 6.0
    return value - planet_price(rules, planet, survey)


@rule
def _start_level(state, rules, seat, planning):
    """IAM-15.4: Return the start level of a colony, before its own highest level limits it."""
    return min(HIGHEST_LEVEL, rules.colonise_level[planning] + state.players[seat].modifiers[Modifier.COLONISE_LEVEL])


@rule
def _colony_in(state, rules, seat, slot, planning, survey):
    """Return the value of colonising the face-up planet of a slot, in victory points.

    It is computed once per position and start level.
    """
    start = _start_level(state, rules, seat, planning)
    if (survey.has_colonies[start] >> slot) & 1 == 0:
        survey.has_colonies[start] |= 1 << slot
        survey.colony[start, slot] = colony_value(state, rules, seat, state.face_up[slot], planning, survey)
    return survey.colony[start, slot]


@rule
def _colonise(state, rules, seat, planning, survey):
    best = 0.0
    discount = state.players[seat].modifiers[Modifier.COLONISE_DISC]
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] <= rules.colonise_vp[planning]:
            cost = rules.planet_cost[planet]
            survey.wild += discount
            traded = swaps(survey, cost[0], cost[1], cost[2], cost[3])
            survey.wild -= discount
            if traded >= 0.0:
                value = _colony_in(state, rules, seat, slot, planning, survey) - traded * survey.swap
                if value > best:
                    best = value
                    charge(survey, float(cost[0]), float(cost[1]), float(cost[2]), float(cost[3]))
    return best + 0.5 if best > 0.0 and rules.colonise_replace[planning] else best


@rule
def room_value(state, rules, seat, survey):
    """Return the cost of room for one more ship, in victory points: 0, or in a full fleet the least valuable ship."""
    player = state.players[seat]
    if player.ships < rules.ship_limit:
        return 0.0
    least = ship_value(rules, player.ship[0], survey)
    for place in range(1, player.ships):
        least = min(least, ship_value(rules, player.ship[place], survey))
    return max(0.0, least) + survey.weights[Weight.RENEW]


@rule
def _fill_hulls(rules, survey):
    """Fill in `hulls`, `hull` and `hull_value`, the standard ships and their values, once per position."""
    if survey.has_hulls:
        return
    survey.has_hulls, survey.hulls = 1, 0
    for kind in range(rules.ships):
        if rules.ship_origin[kind] == Origin.STANDARD:
            survey.hull[survey.hulls] = kind
            survey.hull_value[survey.hulls] = ship_value(rules, kind, survey)
            survey.hulls += 1


@rule
def _build(state, rules, seat, planning, survey):
    """Return the value of repairs and of building the best ship in the largest number, in victory points.

    Prices are deducted. It is at least 0. Fill in `bill`.
    """
    mended, spent = _repairs(state, rules, seat, planning, survey)
    best, heavy = 0.0, may_build_heavy(state, rules, seat, planning)
    room, lost = builds_of(state, rules, seat, planning), room_value(state, rules, seat, survey)
    if lost == 0.0:
        room = min(room, rules.ship_limit - state.players[seat].ships)
    charge_one(survey, Resource.ORE, spent)
    _fill_hulls(rules, survey)
    ore = most_of(survey, Resource.ORE) - spent
    for k in range(survey.hulls):
        kind = survey.hull[k]
        if heavy or not is_heavy(rules, kind):
            price = ship_price(state, rules, seat, kind, planning)
            number = min(room, int(ore / price))
            value = number * (survey.hull_value[k] - lost - price * survey.price[Resource.ORE])
            value -= max(0.0, number * price + spent - survey.purse[Resource.ORE] - survey.wild) * survey.swap
            if value > best:
                best = value
                charge_one(survey, Resource.ORE, spent + number * price)
    return best + mended


@rule
def _repairs(state, rules, seat, planning, survey):
    """Return (value in victory points less the price, ORE spent) of the repairs of a BUILD action.

    (0.0, 0.0) if there is no damage or repairs do not pay.
    """
    markers, cost = damage_of(state, seat), 0.0
    if markers == 0:
        return 0.0, 0.0
    if not rules.build_repair_free[planning] and state.players[seat].modifiers[Modifier.REPAIR_FREE] == 0:
        markers = min(markers, int(survey.purse[Resource.ORE] + survey.wild) * rules.markers_per_ore)
        cost = float((markers + rules.markers_per_ore - 1) // rules.markers_per_ore)
    value = survey.weights[Weight.MEND] * force_value(survey, float(markers)) - cost * survey.price[Resource.ORE]
    return (value, cost) if value > 0.0 else (0.0, 0.0)


@rule
def _discovery_in(state, rules, slot, survey):
    """Return the value of the face-up technology of a slot, in victory points, computed once per position."""
    if (survey.has_discoveries >> slot) & 1 == 0:
        survey.has_discoveries |= 1 << slot
        survey.discovery[slot] = technology_value(rules, state.technology_slot[slot], survey)
    return survey.discovery[slot]


@rule
def _research(state, rules, seat, planning, survey):
    """Return the value of the best technologies that the purse covers, in victory points, less their prices.

    It is at least 0. Fill in `bill` with the price of the best one.
    """
    first, second, spent = 0.0, 0.0, 0.0
    for slot in range(rules.technology_slots):
        technology = state.technology_slot[slot]
        if technology != NONE and rules.technology_vp[technology] <= rules.research_vp[planning]:
            price = float(technology_price(state, rules, seat, technology, planning))
            traded = swaps_for_one(survey, Resource.SCIENCE, price)
            if traded >= 0.0:
                value = _discovery_in(state, rules, slot, survey) - price * survey.price[Resource.SCIENCE]
                value -= traded * survey.swap
                if value > first:
                    first, second, spent = value, first, price
                elif value > second:
                    second = value
    charge_one(survey, Resource.SCIENCE, spent)
    if rules.research_technologies[planning] > 1 and most_of(survey, Resource.SCIENCE) >= spent + 3.0:
        first += second
    return first


@rule
def buy_value(state, rules, seat, planning, survey):
    """Return the value of buying Shadow cards up to the hand limit, in victory points, less their price.

    It is at least 0. Fill in `bill`.
    """
    player = state.players[seat]
    number = min(float(cards_to_buy(state, rules, seat, planning)), most_of(survey, Resource.COINS) // rules.card_price)
    number = min(number, float(rules.hand_limit - player.cards))
    usual = survey.weights[Weight.CARD] + 0.5 * medal_value(rules, survey)
    usual *= min(1.0, (survey.horizon - 1.0) / 4.0) / (1.0 + 0.25 * player.cards)
    charge_one(survey, Resource.COINS, float(number * rules.card_price))
    return max(0.0, number * (0.8 * usual - rules.card_price * survey.price[Resource.COINS]))


@rule
def _crew_in(state, rules, slot, survey):
    """Return the value of the face-up merc of a slot, in victory points, computed once per position."""
    if (survey.has_crews >> slot) & 1 == 0:
        survey.has_crews |= 1 << slot
        survey.crew[slot] = ship_value(rules, state.merc_slot[slot], survey)
    return survey.crew[slot]


@rule
def hire_value(state, rules, seat, planning, survey):
    """Return the value of the best face-up mercs that the purse covers, in victory points, less their prices.

    0 if the fleet is full or none pays.
    """
    first, second, due = 0.0, 0.0, 0.0
    if state.players[seat].ships >= rules.ship_limit:
        return 0.0
    for slot in range(rules.merc_slots):
        kind = state.merc_slot[slot]
        if kind != NONE:
            price = float(hire_price(state, rules, seat, kind))
            traded = swaps_for_one(survey, Resource.COINS, price)
            if traded >= 0.0:
                value = _crew_in(state, rules, slot, survey) - price * survey.price[Resource.COINS]
                value -= traded * survey.swap
                if value > first:
                    first, second, due = value, first, price
                elif value > second:
                    second = value
    survey.bill[Resource.COINS] = max(survey.bill[Resource.COINS], due)
    return first if rules.shadow_mercs[planning] < 2 else first + 0.5 * second


@rule
def _shadow(state, rules, seat, planning, survey):
    best = buy_value(state, rules, seat, planning, survey)
    if rules.shadow_mercs[planning] > 0:
        best = max(best, hire_value(state, rules, seat, planning, survey))
    return best


@rule
def cell_value(state, rules, seat, row, planning, survey):
    """Return the value of the best action of a row at a planning level that the purse covers, in victory points.

    The weight of the row multiplies it.
    """
    if row == Row.COLONISE:
        value = _colonise(state, rules, seat, planning, survey)
    elif row == Row.DEVELOP:
        value = developments_value(state, rules, seat, planning, survey)
    elif row == Row.BUILD:
        value = _build(state, rules, seat, planning, survey)
    elif row == Row.RESEARCH:
        value = _research(state, rules, seat, planning, survey)
    elif row == Row.SHADOW:
        value = _shadow(state, rules, seat, planning, survey)
    else:
        value = best_attack(state, rules, seat, planning, survey)
    return value * survey.weights[Weight.COLONISE + row]


@rule
def claimable_by_producing(state, rules, seat, survey):
    """Return the victory points of the best claim that a PRODUCE action now makes possible, 0 if there is none."""
    best, player = 0.0, state.players[seat]
    for k in range(DRAWN):
        ambition = state.ambition[k]
        what = rules.predicate[ambition]
        if what == Predicate.PRODUCED_TURN or what == Predicate.PRODUCED_TOTAL_TURN:
            if (player.claimed >> ambition) & 1 == 0 and not is_met(state, rules, seat, ambition):
                if could_produce(rules, ambition, survey):
                    best = max(best, float(slot_value(state, rules, k)))
    return best


@rule
def could_produce(rules, ambition, survey):
    """Return whether a PRODUCE action can meet an ambition that counts production."""
    total = survey.gain_any
    if rules.predicate[ambition] == Predicate.PRODUCED_TURN:
        return total + survey.gain[rules.predicate_resource[ambition]] >= rules.threshold[ambition]
    for resource in range(RESOURCES):
        total += survey.gain[resource]
    return total >= rules.threshold[ambition]
