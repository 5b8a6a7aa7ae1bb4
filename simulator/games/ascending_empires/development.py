"""The action Develop: technologies, their effects, the VP of the first developer, and full rows."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, HOLES, NONE, SHIPS
from starbalance.simulator.games.ascending_empires.fleet import (
    holes_orbited_by_others,
    put_ship,
    starships_from_box,
    starships_in,
    troops_from_box,
)
from starbalance.simulator.games.ascending_empires.pool import gain_vp
from starbalance.simulator.games.ascending_empires.rules import (
    COLOURS,
    LEVELS,
    PARAMETERS,
    FirstVp,
    Parameter,
    TechTable,
)
from starbalance.simulator.games.ascending_empires.state import Source, Where


@rule
def facilities_of(state, rules, seat, colour):
    """ASE-10.17, ASE-12.2, A19: Return the number of own facilities on unblockaded planets of the colour."""
    number, blockaded = 0, holes_orbited_by_others(state, seat) if rules.blockade_stops_facilities else 0
    for hole in range(HOLES):
        place = state.holes[hole]
        if place.owner == seat and place.kind == colour and (blockaded >> hole) & 1 == 0:
            number += place.facilities
    return number


@rule
def lowest_level(state, seat):
    """Return the highest full row of a player: the lowest level over all colours."""
    lowest = LEVELS
    for colour in range(COLOURS):
        lowest = min(lowest, state.players[seat].tech[colour])
    return lowest


@rule
def may_develop(state, rules, seat, colour):
    """ASE-10.15, ASE-10.16, ASE-10.17, A44, A47: Return whether the player may develop the next level of the colour."""
    level = state.players[seat].tech[colour] + 1
    if rules.tech_table == TechTable.NONE or level > LEVELS:
        return False
    if rules.rows_first and level > lowest_level(state, seat) + 1:
        return False
    facilities = facilities_of(state, rules, seat, colour)
    return facilities == level if rules.facilities_exact else facilities >= level


@rule
def may_develop_anything(state, rules, seat):
    """ASE-10.15: Return whether the player may develop any technology."""
    for colour in range(COLOURS):
        if may_develop(state, rules, seat, colour):
            return True
    return False


@rule
def first_vp(rules, level):
    """ASE-10.19, ASE-21.23, A17: Return the VP for being the first to develop a level of a colour."""
    if rules.first_vp == FirstVp.NONE or (rules.first_vp == FirstVp.PER_COLOUR and level > 1):
        return 0
    return rules.award[level]


@rule
def develop(state, rules, seat, colour):
    """ASE-10.15, ASE-10.18, ASE-10.19, ASE-10.21, ASE-21.24, ASE-21.27: Raise the player's colour by one level.

    The effect of the level holds from now on. The first player to reach it takes its VP.
    """
    player = state.players[seat]
    player.tech[colour] += 1
    level = player.tech[colour]
    for parameter in range(PARAMETERS):
        player.value[parameter] += rules.gain[colour, level, parameter]
    if state.first_to[colour, level] == NONE:
        state.first_to[colour, level] = seat
        vp = first_vp(rules, level)
        if vp > 0:
            gain_vp(state, rules, seat, vp, Source.FIRST)
    if rules.gain[colour, level, Parameter.BATTLESHIP] > 0:
        gain_battleship(state, rules, seat)
    complete_row(state, seat)


@rule
def gain_battleship(state, rules, seat):
    """ASE-8.4, ASE-8.11, ASE-21.3: Put the battleship in the supply.

    Set `state.returning`, the number of starships that must go back to the box in exchange.
    """
    player = state.players[seat]
    player.where[BATTLESHIP] = Where.SUPPLY
    player.battleship_round = state.rounds
    available = starships_in(state, seat, Where.SUPPLY) + starships_in(state, seat, Where.BOARD)
    state.returning = min(rules.battleship_returns, available)


@rule
def return_starship(state, rules, seat, k):
    """ASE-8.11, A24, A43: Put a starship back into the box. Under `battleship_locks_two` it never comes back."""
    state.players[seat].returned += 1
    put_ship(state, SHIPS * seat + k, Where.LOCKED if rules.battleship_locks_two else Where.BOX)


@rule
def complete_row(state, seat):
    """ASE-10.20, ASE-21.30: Set `state.row`, the row whose bonus is due, if a row is full for the first time."""
    player, row = state.players[seat], lowest_level(state, seat)
    if row > 0 and (player.rows >> row) & 1 == 0:
        player.rows |= 1 << row
        state.row = row


@rule
def pay_row(state, rules, seat, row):
    """ASE-10.20, ASE-21.17, ASE-21.18, ASE-21.19, ASE-21.20, ASE-21.21, A18: Pay a row bonus.

    Return the number of pieces that the player may still choose. Under `row_bonus_first_only` a later player gets
    nothing, and the result is 0.
    """
    if state.first_row[row] == NONE:
        state.first_row[row] = seat
    elif rules.row_bonus_first_only:
        return 0
    troops_from_box(state, seat, rules.row_troops[row])
    starships_from_box(state, seat, rules.row_starships[row])
    if rules.row_vp[row] > 0:
        gain_vp(state, rules, seat, rules.row_vp[row], Source.ROW)
    return rules.row_pieces[row]
