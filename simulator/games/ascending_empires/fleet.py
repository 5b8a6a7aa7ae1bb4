"""The places of ships (box, supply, board) and their moves between these places."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board import hull_of, remove_ship, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, NONE, PLAYERS, SHIPS, STARSHIPS, Hull
from starbalance.simulator.games.ascending_empires.state import Where


@rule
def starships_in(state, seat, where):
    """Return the number of a player's starships, without the battleship, in a place: box, supply or board."""
    number = 0
    for k in range(STARSHIPS):
        number += 1 if state.players[seat].where[k] == where else 0
    return number


@rule
def ship_in_supply(state, seat, hull):
    """Return the first ship of this hull in the supply, as its number in the scene, or NONE."""
    player = state.players[seat]
    if hull == Hull.BATTLESHIP:
        return SHIPS * seat + BATTLESHIP if player.where[BATTLESHIP] == Where.SUPPLY else NONE
    for k in range(STARSHIPS):
        if player.where[k] == Where.SUPPLY:
            return SHIPS * seat + k
    return NONE


@rule
def put_ship(state, ship, where):
    """ASE-2.10, ASE-8.3, ASE-8.7: Move a ship to a place off the board, for example its player's supply."""
    if state.scene.on_board[ship] == 1:
        remove_ship(state.scene, ship)
    state.players[seat_of(ship)].where[ship % SHIPS] = where


@rule
def starships_from_box(state, seat, number):
    """ASE-21.21: Move at most `number` starships from the box to the supply. Missing starships are not replaced."""
    player = state.players[seat]
    for k in range(STARSHIPS):
        if number > 0 and player.where[k] == Where.BOX:
            player.where[k] = Where.SUPPLY
            player.taken_ships += 1
            number -= 1


@rule
def troops_from_box(state, seat, number):
    """ASE-21.21: Move at most `number` troops from the box to the supply."""
    player = state.players[seat]
    number = min(number, player.box_troops)
    player.box_troops -= number
    player.troops += number
    player.taken_troops += number


@rule
def holes_orbited_by(state, seat):
    """ASE-2.8: Return a bit mask of the holes that the player's ships orbit."""
    holes = 0
    for k in range(SHIPS):
        hole = state.scene.orbit[SHIPS * seat + k]
        if hole != NONE:
            holes |= 1 << hole
    return holes


@rule
def holes_orbited_by_others(state, seat):
    """ASE-12.1: Return a bit mask of the holes that ships of other players orbit."""
    holes = 0
    for other in range(PLAYERS):
        if other != seat:
            holes |= holes_orbited_by(state, other)
    return holes


@rule
def troops_for(rules, ship):
    """ASE-4.3, ASE-6.1, A22: Return the number of troops that a ship is exchanged for."""
    return rules.battleship_troops if hull_of(ship) == Hull.BATTLESHIP else 1
