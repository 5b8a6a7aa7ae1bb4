"""Ships: which are where, and how they come and go."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import hull_of, remove_ship, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, NONE, PLAYERS, SHIPS, STARSHIPS, Hull
from starbalance.simulator.games.ascending_empires.state import Where


@rule
def starships_in(state, seat, where):
    """How many starships of a player are there: in the box, in the supply, on the board."""
    found = 0
    for k in range(STARSHIPS):
        found += 1 if state.players[seat].where[k] == where else 0
    return found


@rule
def ship_in_supply(state, seat, hull):
    """The first ship of this hull in the supply, a number of the scene, or NONE."""
    player = state.players[seat]
    if hull == Hull.BATTLESHIP:
        return SHIPS * seat + BATTLESHIP if player.where[BATTLESHIP] == Where.SUPPLY else NONE
    for k in range(STARSHIPS):
        if player.where[k] == Where.SUPPLY:
            return SHIPS * seat + k
    return NONE


@rule
def put_ship(state, ship, where):
    """ASE-2.10, ASE-8.3, ASE-8.7: a ship leaves the board, or changes its place beside it."""
    if state.scene.here[ship] == 1:
        remove_ship(state.scene, ship)
    state.players[seat_of(ship)].where[ship % SHIPS] = where


@rule
def starships_from_box(state, seat, number):
    """Up to so many starships come into the supply; ASE-21.21: one that is missing is not given."""
    player = state.players[seat]
    for k in range(STARSHIPS):
        if number > 0 and player.where[k] == Where.BOX:
            player.where[k] = Where.SUPPLY
            player.taken_ships += 1
            number -= 1


@rule
def troops_from_box(state, seat, number):
    """ASE-21.21: up to so many troops come into the supply."""
    player = state.players[seat]
    number = min(number, player.box_troops)
    player.box_troops -= number
    player.troops += number
    player.taken_troops += number


@rule
def holes_orbited_by(state, seat):
    """ASE-2.8: bits by hole, of those around which the player has a ship."""
    found = 0
    for k in range(SHIPS):
        hole = state.scene.orbit[SHIPS * seat + k]
        if hole != NONE:
            found |= 1 << hole
    return found


@rule
def holes_orbited_by_others(state, seat):
    """ASE-12.1: bits by hole, of those around which another player than this one has a ship."""
    found = 0
    for other in range(PLAYERS):
        if other != seat:
            found |= holes_orbited_by(state, other)
    return found


@rule
def troops_for(rules, ship):
    """ASE-4.3, ASE-6.1, A22: the troops that a ship stands for."""
    return rules.battleship_troops if hull_of(ship) == Hull.BATTLESHIP else 1
