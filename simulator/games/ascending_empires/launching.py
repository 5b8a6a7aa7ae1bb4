"""The step Launch: a troop returns to the supply and a ship enters the orbit."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import hull_of, is_slot_free, launch_ship
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, HULLS, LAUNCH_SLOTS, NONE, SHIPS, Hull
from starbalance.simulator.games.ascending_empires.fleet import ship_in_supply, troops_for
from starbalance.simulator.games.ascending_empires.planet import is_blockaded, move_troops, troops_at
from starbalance.simulator.games.ascending_empires.state import Where


@rule
def launch_troops(state, rules, seat, hole, ship):
    """ASE-4.3, A4, A22: Return the number of troops that a launch takes from the hole.

    Under `homeworld_launch_free` it is 0 on the homeworld.
    """
    if rules.homeworld_launch_free and hole == state.players[seat].home:
        return 0
    return troops_for(rules, ship)


@rule
def has_free_slot(state, rules, hole, hull):
    """ASE-4.6, A45: Return whether the orbit has a free slot for the hull."""
    for slot in range(LAUNCH_SLOTS):
        if is_slot_free(rules.board, state.scene, hole, hull, slot):
            return True
    return False


@rule
def may_launch(state, rules, seat, hole, hull):
    """ASE-2.4, ASE-4.3, ASE-4.4, ASE-4.5, ASE-4.6: Return whether the player may launch this hull from the hole."""
    if hole != state.players[seat].home and (state.holes[hole].owner != seat or is_blockaded(state, hole)):
        return False
    ship = ship_in_supply(state, seat, hull)
    if ship == NONE or troops_at(state, seat, hole) < launch_troops(state, rules, seat, hole, ship):
        return False
    return has_free_slot(state, rules, hole, hull)


@rule
def may_launch_anything(state, rules, seat):
    """ASE-4.4: Return whether the player may launch any ship."""
    for hull in range(HULLS):
        if ship_in_supply(state, seat, hull) != NONE:
            for hole in range(HOLES):
                if may_launch(state, rules, seat, hole, hull):
                    return True
    return False


@rule
def launch(state, rules, seat, hole, hull, slot):
    """ASE-4.3, ASE-4.6, ASE-4.7, ASE-4.8: Put a ship on a slot of the orbit and move its troops to the supply."""
    ship = ship_in_supply(state, seat, hull)
    move_troops(state, seat, hole, -launch_troops(state, rules, seat, hole, ship))
    put_on_board(state, rules, ship, hole, slot)
    state.players[seat].launches += 1


@rule
def put_on_board(state, rules, ship, hole, slot):
    """A8: Put a ship on a slot of an orbit, and set how many rams it survives."""
    launch_ship(rules.board, state.scene, ship, hole, slot)
    state.scene.armour[ship] = rules.battleship_ram_hp - 1 if hull_of(ship) == Hull.BATTLESHIP else 0
    state.players[ship // SHIPS].where[ship % SHIPS] = Where.BOARD
