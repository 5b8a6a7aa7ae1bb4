"""The final scoring: the totals, the tie-breaks and the winner."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, QUADRANTS
from starbalance.simulator.games.ascending_empires.rules import COLOURS, MOST_VP, Parameter
from starbalance.simulator.games.ascending_empires.state import Ended, Tie


@rule
def planets_of(state, seat):
    """ASE-2.5, ASE-12.7: Return the number of planets and asteroids that a player occupies, blockaded or not."""
    number = 0
    for hole in range(HOLES):
        number += 1 if state.holes[hole].owner == seat else 0
    return number


@rule
def quadrants_of(state, rules, seat):
    """ASE-13.5, ASE-22.12: Return the number of quadrants with an own city, on a planet or an asteroid."""
    quadrants, number = 0, 0
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and state.holes[hole].cities > 0:
            quadrants |= 1 << rules.board.quadrant[hole]
    for quadrant in range(QUADRANTS):
        number += (quadrants >> quadrant) & 1
    return number


@rule
def quadrant_vp(rules, quadrants):
    """ASE-13.5: Return the VP for cities in this number of quadrants, 0 below 3. The two bonuses do not add up."""
    if quadrants == QUADRANTS:
        return rules.quadrants4_vp
    return rules.quadrants3_vp if quadrants == QUADRANTS - 1 else 0


@rule
def end_vp(state, rules, seat):
    """ASE-13.4, ASE-13.5, ASE-13.6, ASE-21.16, ASE-22.6: Return the VP for planets, structures and quadrants."""
    vp = quadrant_vp(rules, quadrants_of(state, rules, seat))
    for hole in range(HOLES):
        place = state.holes[hole]
        if place.owner == seat:
            cities = state.players[seat].value[Parameter.CITY_VP] * place.cities
            vp += rules.planet_vp + rules.colony_vp * place.colonies + cities
    return vp


@rule
def total_of(state, rules, seat):
    """ASE-13.7: Return the total VP: the tokens plus the VP on the board."""
    return state.players[seat].tokens + end_vp(state, rules, seat)


@rule
def levels_of(state, seat):
    """ASE-13.8: Return the number of technologies that a player has developed."""
    levels = 0
    for colour in range(COLOURS):
        levels += state.players[seat].tech[colour]
    return levels


@rule
def rank_of(state, rules, seat, tie):
    """ASE-13.7, ASE-13.8: Return a number that ranks the seat, including tie-breaks up to `tie`."""
    total, tokens, levels = total_of(state, rules, seat), state.players[seat].tokens, levels_of(state, seat)
    if tie == Tie.TOTAL:
        return total
    if tie == Tie.TOKENS:
        return total * MOST_VP + tokens
    return (total * MOST_VP + tokens) * MOST_VP + levels


@rule
def leaders(state, rules, tie):
    """Return (the best rank up to the tie-break `tie`, the number of seats that have it)."""
    best, number = -1, 0
    for seat in range(rules.seats):
        rank = rank_of(state, rules, seat, tie)
        if rank > best:
            best, number = rank, 1
        elif rank == best:
            number += 1
    return best, number


@rule
def deciding_tie_break(state, rules):
    """ASE-13.8: Return the tie-break that settles the win, or SHARED if none does."""
    for tie in (Tie.TOTAL, Tie.TOKENS, Tie.TECHNOLOGIES):
        if leaders(state, rules, tie)[1] == 1:
            return tie
    return Tie.SHARED


@rule
def end_game(state, rules, ended):
    """ASE-13.2, ASE-13.7, ASE-13.8, ASE-14.3, A27: End the game. Seats with the best rank share the win (`credit`)."""
    state.over = 1
    state.ended = ended
    state.truncated = 1 if ended == Ended.TRUNCATED else 0
    for seat in range(rules.seats):
        state.credit[seat] = rank_of(state, rules, seat, Tie.TECHNOLOGIES)
    share_win(state, rules)
