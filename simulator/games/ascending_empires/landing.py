"""The step Land: a ship returns to the supply and troops are put on the planet."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import NONE, SHIPS
from starbalance.simulator.games.ascending_empires.fleet import put_ship, troops_for
from starbalance.simulator.games.ascending_empires.planet import (
    is_blockaded,
    is_homeworld,
    move_troops,
    room_for_troops,
)
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.state import Where


@rule
def most_landing(state, rules, seat, ship):
    """ASE-6.1, ASE-6.6, ASE-21.7, ASE-21.31, A22: Return the most troops that a ship may land, at most the supply.

    The room on the planet is ignored.
    """
    most = max(troops_for(rules, ship), state.players[seat].value[Parameter.LAND_TROOPS])
    return min(most, state.players[seat].troops)


@rule
def landing_room(state, rules, seat, hole):
    """ASE-2.6, ASE-6.2, ASE-6.3, ASE-6.4, ASE-6.5, ASE-6.9, A5: Return the number of troops that may land in the hole.

    It is 0 on a planet of another player, on an own blockaded planet, and on a homeworld unless `land_on_homeworld`
    allows it.
    """
    if is_homeworld(state, hole):
        is_own = rules.land_on_homeworld and hole == state.players[seat].home
        return rules.homeworld_limit - state.players[seat].home_troops if is_own else 0
    owner = state.holes[hole].owner
    if owner == NONE or (owner == seat and not is_blockaded(state, hole)):
        return room_for_troops(state, rules, hole)
    return 0


@rule
def may_land(state, rules, seat, ship, number):
    """ASE-6.1: Return whether the ship may land this number of troops on the planet that it orbits."""
    hole = state.scene.orbit[ship]
    if hole == NONE or number < troops_for(rules, ship) or number > most_landing(state, rules, seat, ship):
        return False
    return number <= landing_room(state, rules, seat, hole)


@rule
def may_land_anything(state, rules, seat):
    """ASE-6.1: Return whether any of the player's ships may land."""
    for k in range(SHIPS):
        ship = SHIPS * seat + k
        if may_land(state, rules, seat, ship, troops_for(rules, ship)):
            return True
    return False


@rule
def land(state, seat, ship, number):
    """ASE-6.1, ASE-6.2, ASE-6.8, ASE-2.11: Exchange a ship in orbit for troops on the planet.

    The ship goes to the supply. The planet is turned face up and occupied.
    """
    hole = state.scene.orbit[ship]
    put_ship(state, ship, Where.SUPPLY)
    state.holes[hole].up = 1
    move_troops(state, seat, hole, number)
    state.players[seat].landings += 1
