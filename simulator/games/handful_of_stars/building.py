"""The building of Military Units (HOS-5.1), by the action or by a card."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_power
from starbalance.simulator.games.handful_of_stars.payment import demand, keep, most_after
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker
from starbalance.simulator.games.handful_of_stars.system import deploy, list_systems


@rule
def can_build_in(state, rules, seat, space):
    """HOS-5.3, HOS-5.4, HOS-17.17, A52: Return whether the player may build in a system.

    Own home worlds and colonies are sites; outposts are sites only with Mobile Factories.
    """
    if state.owner[space] != seat or state.marker[space] == Marker.EMPTY:
        return False
    if state.marker[space] != Marker.OUTPOST:
        return True
    return state.factories == 1 or has_power(state, rules, seat, Card.MOBILE_FACTORIES)


@rule
def can_pay_units(state, rules, seat, number, excluded):
    """HOS-5.2: Return whether the player can pay for a number of units, if the card `excluded` may not pay.

    Units that are free of charge can always be paid for.
    """
    if state.free_of_charge:
        return True
    population, matter = number * rules.unit_population, number * rules.unit_matter
    return most_after(state, rules, seat, Resource.POPULATION, population, Resource.MATTER, excluded) >= matter


@rule
def can_build(state, rules, seat, card):
    """Return whether the build action, or a card that builds, could build a unit now. `NONE` means the action."""
    name = rules.card_name[card] if card != NONE else NONE
    if state.players[seat].fleets + state.players[seat].star_bases == 0:
        return False
    state.free_of_charge = 1 if name == Card.ARMAMENTS else 0
    state.factories = 1 if name == Card.MOBILE_FACTORIES else 0
    possible = has_site(state, rules, seat, card)
    state.free_of_charge = 0
    state.factories = 0
    return possible


@rule
def has_site(state, rules, seat, excluded):
    """Return whether one unit can be built in some system and paid for without the card `excluded`."""
    proper, outposts = payable_sites(state, rules, seat, 1, excluded)
    if proper or outposts:
        for k in range(list_systems(state, rules, seat)):
            if may_build_at(state, rules, seat, state.listed[k], proper, outposts):
                return True
    return False


@rule
def payable_sites(state, rules, seat, number, excluded):
    """A64: Return two flags: whether `number` units can be paid for on home worlds and colonies, and on outposts.

    A unit on an outpost keeps Mobile Factories in the Reserve.
    """
    proper = can_pay_units(state, rules, seat, number, excluded)
    if not proper or state.factories or not has_power(state, rules, seat, Card.MOBILE_FACTORIES):
        return proper, proper and state.factories == 1
    before = state.kept
    keep(state, rules, Card.MOBILE_FACTORIES)
    outposts = can_pay_units(state, rules, seat, number, excluded)
    state.kept = before
    return proper, outposts


@rule
def may_build_at(state, rules, seat, space, proper, outposts):
    """HOS-5.3, HOS-5.4, HOS-17.17: Return whether the player may build in a system and can pay for the unit there.

    `proper` and `outposts` are the results of `payable_sites`.
    """
    if not can_build_in(state, rules, seat, space):
        return False
    return outposts if state.marker[space] == Marker.OUTPOST else proper


@rule
def units_possible(state, rules):
    """HOS-5.1, HOS-17.2, HOS-17.19: Return the maximum number of units that the action or card in progress builds."""
    if state.playing == Card.ARMAMENTS or state.playing == Card.PRODUCTION_LINE:
        return rules.amount[state.playing]
    return rules.build_most


@rule
def build_unit(state, rules, seat, unit, space):
    """HOS-5.2, HOS-5.5: Move a unit from the stock to a system and demand its price, unless it is free of charge."""
    deploy(state, seat, space, 1 - unit, unit)
    state.players[seat].built += 1
    state.number += 1
    if state.marker[space] == Marker.OUTPOST and not state.factories:
        keep(state, rules, Card.MOBILE_FACTORIES)
    if not state.free_of_charge:
        demand(state, Resource.POPULATION, rules.unit_population)
        demand(state, Resource.MATTER, rules.unit_matter)
