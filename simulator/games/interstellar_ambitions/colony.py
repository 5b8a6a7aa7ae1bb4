"""COLONISE: prices, levels, colony events (IAM-5, IAM-15)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import discard_event
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford, holdings, reduced
from starbalance.simulator.games.interstellar_ambitions.planet import gain_planet, lose_planet, put_planet_away
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Modifier


@rule
def colonise_discount(state, rules, seat, planet):
    """IAM-15.2: resources off the price of a planet, which keeps a minimum."""
    cost = rules.planet_cost[planet]
    total = cost[0] + cost[1] + cost[2] + cost[3]
    return total - reduced(rules, total, state.players[seat].modifiers[Modifier.COLONISE_DISC])


@rule
def may_colonise(state, rules, seat, planet, planning):
    """IAM-15.1, IAM-15.2: within the limit of the planning level, and payable."""
    if rules.planet_vp[planet] > rules.colonise_vp[planning]:
        return False
    cost = rules.planet_cost[planet]
    discount = state.players[seat].modifiers[Modifier.COLONISE_DISC]
    return can_afford(state, rules, seat, cost[0], cost[1], cost[2], cost[3], discount)


@rule
def starting_level(state, rules, seat, planet, planning):
    """IAM-15.4."""
    level = rules.colonise_level[planning] + state.players[seat].modifiers[Modifier.COLONISE_LEVEL]
    return min(rules.planet_levels[planet], level)


@rule
def take_from_market(state, rules, seat, planet):
    """The planet leaves its slot for the player's board; its level waits."""
    state.face_up[rules.planet_type[planet]] = NONE
    gain_planet(state, rules, seat, planet)


@rule
def lowest_vp(state, rules):
    """IAM-27.24: the lowest victory points face up, NONE if nothing is."""
    lowest = NONE
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and (lowest == NONE or rules.planet_vp[planet] < lowest):
            lowest = rules.planet_vp[planet]
    return lowest


@rule
def lowest_planets(state, rules):
    """How many planets face up share the lowest victory points."""
    number, lowest = 0, lowest_vp(state, rules)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        number += 1 if planet != NONE and rules.planet_vp[planet] == lowest else 0
    return number


@rule
def first_lowest(state, rules):
    """The first planet face up with the lowest victory points; there is one."""
    lowest, first = lowest_vp(state, rules), NONE
    for slot in range(RESOURCES - 1, -1, -1):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] == lowest:
            first = planet
    return first


@rule
def give_up_colony(state, rules, seat, planet):
    """IAM-5.7, IAM-27.24: the new planet is discarded."""
    lose_planet(state, rules, seat, planet)
    put_planet_away(state, rules, planet)


@rule
def level_after_event(state, rules, seat, planet, kind, planning):
    """The level at which a planet starts, its event counted (IAM-4.9)."""
    level = starting_level(state, rules, seat, planet, planning)
    if kind != NONE and rules.event_effect[kind] == EventEffect.LEVEL_ADD:
        return min(rules.planet_levels[planet], level + rules.event_number[kind])
    if kind != NONE and rules.event_effect[kind] == EventEffect.LEVEL_SET:
        return min(rules.planet_levels[planet], rules.event_number[kind])
    return level


@rule
def put_event_away(state, rules, planet, kind):
    """IAM-5.3, IAM-5.4: kept with the planet, or discarded."""
    if rules.event_keep[kind]:
        state.marker[planet] = kind
    else:
        discard_event(state, kind)


@rule
def can_supply(state, rules, seat, kind):
    """PAY_OR_LEVEL: whether the player can pay."""
    return holdings(state, seat) >= rules.event_number[kind]
