"""The planets and asteroids: their occupants, items, remaining room, blockades and defence values."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import seat_of
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, NONE
from starbalance.simulator.games.ascending_empires.rules import HOMEWORLD, ItemLimitMode, Parameter


@rule
def structures_on(state, hole):
    """ASE-2.12: Return the number of structures on the planet."""
    place = state.holes[hole]
    return place.facilities + place.colonies + place.cities


@rule
def items_on(state, hole):
    """ASE-2.12: Return the number of items (troops and structures) on the planet."""
    return state.holes[hole].troops + structures_on(state, hole)


@rule
def is_homeworld(state, hole):
    """ASE-2.3: Return whether the disc in the hole is a homeworld."""
    return state.holes[hole].kind == HOMEWORLD


@rule
def settle_owner(state, hole, seat):
    """ASE-2.5: Make the player the owner of the hole if it has an item, otherwise leave it without an owner."""
    state.holes[hole].owner = seat if items_on(state, hole) > 0 else NONE


@rule
def room_for_troops(state, rules, hole):
    """ASE-2.6, A1: Return how many more troops the planet can hold under the limit of items.

    With separate limits only its troops count.
    """
    if rules.item_limit_mode == ItemLimitMode.SEPARATE:
        return rules.item_limit - state.holes[hole].troops
    return rules.item_limit - items_on(state, hole)


@rule
def is_full(state, rules, hole):
    """ASE-2.6, ASE-10.12, A1: Return whether the planet is full.

    With separate limits for troops and structures it never is.
    """
    return rules.item_limit_mode == ItemLimitMode.TOTAL and room_for_troops(state, rules, hole) <= 0


@rule
def is_blockaded(state, hole):
    """ASE-12.1, ASE-12.3, ASE-12.5, ASE-12.6: Return whether a ship of a player other than the owner orbits the planet.

    An unoccupied planet is never blockaded.
    """
    owner = state.holes[hole].owner
    if owner == NONE:
        return False
    for ship in range(FLEET):
        if state.scene.orbit[ship] == hole and seat_of(ship) != owner:
            return True
    return False


@rule
def troops_at(state, seat, hole):
    """Return the number of the player's troops on a planet or on the homeworld, 0 on a planet of another player."""
    if hole == state.players[seat].home:
        return state.players[seat].home_troops
    return state.holes[hole].troops if state.holes[hole].owner == seat else 0


@rule
def move_troops(state, seat, hole, number):
    """ASE-2.5, ASE-2.13, ASE-3.8, ASE-4.7, ASE-10.4: Move troops between the supply and a planet or the homeworld.

    A positive `number` moves troops from the supply, a negative one moves them back. The owner of the planet is
    updated.
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
    """ASE-9.1, ASE-6.7, ASE-21.6, ASE-21.8: Return the defence value of an occupied planet."""
    place = state.holes[hole]
    structures = rules.facility_dv * place.facilities + rules.colony_dv * place.colonies + rules.city_dv * place.cities
    return place.troops + structures + state.players[place.owner].value[Parameter.DEF_BONUS]
