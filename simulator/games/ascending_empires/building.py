"""The action Build: a research facility, a colony or a city."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.planet import is_blockaded, is_full, move_troops, structures_on
from starbalance.simulator.games.ascending_empires.rules import ASTEROID, Parameter, Structure

STRUCTURES = 3


@rule
def built(state, seat, structure):
    """Return the number of structures of a kind that a player has on the board."""
    number = 0
    for hole in range(HOLES):
        place = state.holes[hole]
        if place.owner == seat:
            if structure == Structure.FACILITY:
                number += place.facilities
            elif structure == Structure.COLONY:
                number += place.colonies
            else:
                number += place.cities
    return number


@rule
def in_stock(state, rules, seat, structure):
    """ASE-1.10, ASE-10.13: Return the number of structures of a kind that are next to the placard."""
    if structure == Structure.FACILITY:
        return rules.facilities - built(state, seat, structure)
    if structure == Structure.COLONY:
        return rules.colonies - built(state, seat, structure)
    return rules.cities - built(state, seat, structure)


@rule
def doubled_planets(state, rules, seat):
    """ASE-10.7, A20: Return the number of own planets that hold more facilities than the usual limit."""
    number = 0
    for hole in range(HOLES):
        place = state.holes[hole]
        number += 1 if place.owner == seat and place.facilities > rules.facility_limit else 0
    return number


@rule
def has_two_facilities(state, seat):
    """ASE-10.7, A20: Return whether a planet of the player holds two facilities now."""
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and state.holes[hole].facilities == 2:
            return True
    return False


@rule
def may_hold_facility(state, rules, seat, hole):
    """ASE-2.7, ASE-10.7, ASE-10.8: Return whether the planet may take one more facility.

    A planet holds one facility. One planet of each player may hold two, an asteroid never holds any.
    """
    place = state.holes[hole]
    if place.kind == ASTEROID or place.facilities > rules.facility_limit:
        return False
    return place.facilities < rules.facility_limit or doubled_planets(state, rules, seat) < rules.double_planets


@rule
def troops_of(state, seat, structure):
    """ASE-10.6, ASE-10.9, ASE-10.10, ASE-21.13: Return the number of troops that a structure costs."""
    value = state.players[seat].value
    if structure == Structure.FACILITY:
        return value[Parameter.FACILITY_COST]
    return value[Parameter.COLONY_COST] if structure == Structure.COLONY else value[Parameter.CITY_COST]


@rule
def may_hold(state, rules, seat, hole, structure):
    """ASE-2.6, ASE-10.7, ASE-10.10, ASE-10.12, ASE-10.14, A30: Return whether the planet has room for the structure."""
    place = state.holes[hole]
    if structure == Structure.CITY:
        return place.colonies > 0 and not (rules.one_of_each and place.cities > 0)
    if structures_on(state, hole) >= rules.structure_limit:
        return False
    if troops_of(state, seat, structure) == 0 and is_full(state, rules, hole):  # the structure replaces no troop
        return False
    if structure == Structure.COLONY:
        return not (rules.one_of_each and place.colonies > 0)
    return may_hold_facility(state, rules, seat, hole)


@rule
def may_build(state, rules, seat, hole, structure):
    """ASE-10.5, ASE-10.13: Return whether the player may build the structure on the planet.

    The planet must be the player's own, not blockaded, have the troops and the room, and a piece must be in stock.
    """
    place = state.holes[hole]
    if place.owner != seat or place.troops < troops_of(state, seat, structure) or is_blockaded(state, hole):
        return False
    return may_hold(state, rules, seat, hole, structure) and in_stock(state, rules, seat, structure) > 0


@rule
def may_build_anything(state, rules, seat):
    """ASE-10.5: Return whether the player may build any structure."""
    for hole in range(HOLES):
        for structure in range(STRUCTURES):
            if may_build(state, rules, seat, hole, structure):
                return True
    return False


@rule
def build(state, seat, hole, structure):
    """ASE-10.6, ASE-10.9, ASE-10.10: Add the structure and move its troops to the supply. A city replaces a colony."""
    place, player, troops = state.holes[hole], state.players[seat], troops_of(state, seat, structure)
    if structure == Structure.FACILITY:
        place.facilities += 1
        player.facilities_built += 1
    elif structure == Structure.COLONY:
        place.colonies += 1
        player.colonies_built += 1
    else:
        place.colonies -= 1
        place.cities += 1
        player.cities_built += 1
    move_troops(state, seat, hole, -troops)
