"""Building Military Units (HOS-5.1), by the action or by a card."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_power
from starbalance.simulator.games.handful_of_stars.payment import demand, keep, most_beside
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker
from starbalance.simulator.games.handful_of_stars.system import deploy, list_systems


@rule
def can_build_in(state, rules, seat, space):
    """HOS-5.3, HOS-5.4, HOS-17.17, A52: own home world and colonies; outposts too with Mobile Factories."""
    if state.owner[space] != seat or state.marker[space] == Marker.EMPTY:
        return False
    if state.marker[space] != Marker.OUTPOST:
        return True
    return state.factories == 1 or has_power(state, rules, seat, Card.MOBILE_FACTORIES)


@rule
def can_pay_units(state, rules, seat, number, without):
    """HOS-5.2: whether so many units can be paid, without one card."""
    if state.gratis:
        return True
    population, matter = number * rules.unit_population, number * rules.unit_matter
    return most_beside(state, rules, seat, Resource.POPULATION, population, Resource.MATTER, without) >= matter


@rule
def can_build(state, rules, seat, card):
    """Whether a card that builds could build a unit now; for the action itself the card is NONE."""
    name = rules.card_name[card] if card != NONE else NONE
    if state.players[seat].fleets + state.players[seat].star_bases == 0:
        return False
    state.gratis = 1 if name == Card.ARMAMENTS else 0
    state.factories = 1 if name == Card.MOBILE_FACTORIES else 0
    found = has_site(state, rules, seat, card)
    state.gratis = 0
    state.factories = 0
    return found


@rule
def has_site(state, rules, seat, without):
    """Whether one more unit can be paid for and built somewhere."""
    proper, outposts = payable_sites(state, rules, seat, 1, without)
    if proper or outposts:
        for k in range(list_systems(state, rules, seat)):
            if may_build_at(state, rules, seat, state.listed[k], proper, outposts):
                return True
    return False


@rule
def payable_sites(state, rules, seat, number, without):
    """Whether so many units can be paid for on home world and colonies, and when one of them is on an outpost (A64)."""
    proper = can_pay_units(state, rules, seat, number, without)
    if not proper or state.factories or not has_power(state, rules, seat, Card.MOBILE_FACTORIES):
        return proper, proper and state.factories == 1
    before = state.kept
    keep(state, rules, Card.MOBILE_FACTORIES)
    outposts = can_pay_units(state, rules, seat, number, without)
    state.kept = before
    return proper, outposts


@rule
def may_build_at(state, rules, seat, space, proper, outposts):
    """HOS-5.3, HOS-5.4, HOS-17.17, with what can be paid for."""
    if not can_build_in(state, rules, seat, space):
        return False
    return outposts if state.marker[space] == Marker.OUTPOST else proper


@rule
def units_possible(state, rules):
    """HOS-5.1, HOS-17.2, HOS-17.19: units of the step in progress."""
    if state.playing == Card.ARMAMENTS or state.playing == Card.PRODUCTION_LINE:
        return rules.amount[state.playing]
    return rules.build_most


@rule
def build_unit(state, rules, seat, unit, space):
    """HOS-5.2, HOS-5.5: a unit out of the stock; its price is added to what is due."""
    deploy(state, seat, space, 1 - unit, unit)
    state.players[seat].built += 1
    state.number += 1
    if state.marker[space] == Marker.OUTPOST and not state.factories:
        keep(state, rules, Card.MOBILE_FACTORIES)
    if not state.gratis:
        demand(state, Resource.POPULATION, rules.unit_population)
        demand(state, Resource.MATTER, rules.unit_matter)
