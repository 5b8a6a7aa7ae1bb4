"""The prices, levels and colony events of COLONISE (IAM-5, IAM-15)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import discard_event
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford, holdings, reduced
from starbalance.simulator.games.interstellar_ambitions.planet import gain_planet, lose_planet, put_planet_away
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Modifier


@rule
def colonise_discount(state, rules, seat, planet):
    """IAM-15.2: Return how many resources the discount takes off the price of a planet, which keeps a minimum."""
    cost = rules.planet_cost[planet]
    total = cost[0] + cost[1] + cost[2] + cost[3]
    return total - reduced(rules, total, state.players[seat].modifiers[Modifier.COLONISE_DISC])


@rule
def may_colonise(state, rules, seat, planet, planning):
    """IAM-15.1, IAM-15.2: Return whether a planet is within the limit of the planning level and the seat can pay for
    it.
    """
    if rules.planet_vp[planet] > rules.colonise_vp[planning]:
        return False
    cost = rules.planet_cost[planet]
    discount = state.players[seat].modifiers[Modifier.COLONISE_DISC]
    return can_afford(state, rules, seat, cost[0], cost[1], cost[2], cost[3], discount)


@rule
def starting_level(state, rules, seat, planet, planning):
    """IAM-15.4: Return the level at which a planet starts, without its event."""
    level = rules.colonise_level[planning] + state.players[seat].modifiers[Modifier.COLONISE_LEVEL]
    return min(rules.planet_levels[planet], level)


@rule
def take_from_market(state, rules, seat, planet):
    """Move a planet from its slot to a player. Its level is set later."""
    state.face_up[rules.planet_type[planet]] = NONE
    gain_planet(state, rules, seat, planet)


@rule
def lowest_vp(state, rules):
    """IAM-27.24: Return the lowest victory points among the face-up planets, or `NONE` if no planet is face up."""
    lowest = NONE
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and (lowest == NONE or rules.planet_vp[planet] < lowest):
            lowest = rules.planet_vp[planet]
    return lowest


@rule
def lowest_planets(state, rules):
    """Return the number of face-up planets that share the lowest victory points."""
    number, lowest = 0, lowest_vp(state, rules)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        number += 1 if planet != NONE and rules.planet_vp[planet] == lowest else 0
    return number


@rule
def first_lowest(state, rules):
    """Return the first face-up planet with the lowest victory points, or `NONE` if no planet is face up."""
    lowest, first = lowest_vp(state, rules), NONE
    for slot in range(RESOURCES - 1, -1, -1):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] == lowest:
            first = planet
    return first


@rule
def give_up_colony(state, rules, seat, planet):
    """IAM-5.7, IAM-27.24: Discard the new planet."""
    lose_planet(state, rules, seat, planet)
    put_planet_away(state, rules, planet)


@rule
def level_after_event(state, rules, seat, planet, kind, planning):
    """IAM-4.2, IAM-15.4: Return the level at which a planet starts, including the effect of its event."""
    level = starting_level(state, rules, seat, planet, planning)
    if kind != NONE and rules.event_effect[kind] == EventEffect.LEVEL_ADD:
        return min(rules.planet_levels[planet], level + rules.event_number[kind])
    if kind != NONE and rules.event_effect[kind] == EventEffect.LEVEL_SET:
        return min(rules.planet_levels[planet], rules.event_number[kind])
    return level


@rule
def put_event_away(state, rules, planet, kind):
    """IAM-5.3, IAM-5.4: Keep an event with its planet as a marker, or discard it."""
    if rules.event_keep[kind]:
        state.marker[planet] = kind
    else:
        discard_event(state, kind)


@rule
def can_supply(state, rules, seat, kind):
    """Return whether a seat can pay the resources of a PAY_OR_LEVEL event."""
    return holdings(state, seat) >= rules.event_number[kind]
