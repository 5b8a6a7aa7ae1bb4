"""Planets and asteroids: who occupies them, what is on them, what more they hold, when they are blockaded."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import seat_of
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, NONE
from starbalance.simulator.games.ascending_empires.rules import HOMEWORLD, ItemLimitMode, Parameter


@rule
def structures_on(state, hole):
    """ASE-2.12"""
    place = state.holes[hole]
    return place.facilities + place.colonies + place.cities


@rule
def items_on(state, hole):
    """ASE-2.12: troops and structures."""
    return state.holes[hole].troops + structures_on(state, hole)


@rule
def is_homeworld(state, hole):
    """ASE-2.3"""
    return state.holes[hole].kind == HOMEWORLD


@rule
def settle_owner(state, hole, seat):
    """ASE-2.5: the planet is the player's as long as an item of theirs is on it."""
    state.holes[hole].owner = seat if items_on(state, hole) > 0 else NONE


@rule
def room_for_troops(state, rules, hole):
    """ASE-2.6, A1: how many more troops a planet holds."""
    if rules.item_limit_mode == ItemLimitMode.SEPARATE:
        return rules.item_limit - state.holes[hole].troops
    return rules.item_limit - items_on(state, hole)


@rule
def is_full(state, rules, hole):
    """ASE-2.6, ASE-10.12, A1: whether troops and structures are as many as a planet holds together."""
    return rules.item_limit_mode == ItemLimitMode.TOTAL and room_for_troops(state, rules, hole) <= 0


@rule
def is_blockaded(state, hole):
    """ASE-12.1, ASE-12.3, ASE-12.5, ASE-12.6: a ship of another than the occupant is in its orbit now."""
    owner = state.holes[hole].owner
    if owner == NONE:
        return False
    for ship in range(FLEET):
        if state.scene.orbit[ship] == hole and seat_of(ship) != owner:
            return True
    return False


@rule
def troops_at(state, seat, hole):
    """Own troops on a planet or on the own homeworld."""
    if hole == state.players[seat].home:
        return state.players[seat].home_troops
    return state.holes[hole].troops if state.holes[hole].owner == seat else 0


@rule
def move_troops(state, seat, hole, number):
    """So many troops from the supply to a planet or the own homeworld; below 0: back into the supply.

    ASE-2.5, ASE-2.13, ASE-3.8, ASE-4.7, ASE-10.4: whoever has an item there occupies it.
    """
    player = state.players[seat]
    player.troops -= number
    if hole == player.home:
        player.home_troops += number
    else:
        state.holes[hole].troops += number
        settle_owner(state, hole, seat)


@rule
def defence_of(state, rules, hole):
    """ASE-9.1, ASE-6.7, ASE-21.6, ASE-21.8: the defence value."""
    place = state.holes[hole]
    structures = rules.facility_dv * place.facilities + rules.colony_dv * place.colonies + rules.city_dv * place.cities
    return place.troops + structures + state.players[place.owner].value[Parameter.DEF_BONUS]
