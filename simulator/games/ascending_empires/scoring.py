"""The end: what a player has, and who wins."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, QUADRANTS
from starbalance.simulator.games.ascending_empires.rules import COLOURS, MOST_VP, Parameter
from starbalance.simulator.games.ascending_empires.state import Ended, Tie


@rule
def planets_of(state, seat):
    """ASE-2.5, ASE-12.7: planets and asteroids that a player occupies, blockaded ones too."""
    found = 0
    for hole in range(HOLES):
        found += 1 if state.holes[hole].owner == seat else 0
    return found


@rule
def quadrants_of(state, rules, seat):
    """ASE-13.5, ASE-22.12: the quadrants with an own city, on a planet or an asteroid."""
    found, number = 0, 0
    for hole in range(HOLES):
        if state.holes[hole].owner == seat and state.holes[hole].cities > 0:
            found |= 1 << rules.board.quadrant[hole]
    for quadrant in range(QUADRANTS):
        number += (found >> quadrant) & 1
    return number


@rule
def quadrant_vp(rules, quadrants):
    """ASE-13.5: not both."""
    if quadrants == QUADRANTS:
        return rules.quadrants4_vp
    return rules.quadrants3_vp if quadrants == QUADRANTS - 1 else 0


@rule
def end_vp(state, rules, seat):
    """ASE-13.4, ASE-13.5, ASE-13.6, ASE-21.16, ASE-22.6: VP for what stands on the board."""
    found = quadrant_vp(rules, quadrants_of(state, rules, seat))
    for hole in range(HOLES):
        place = state.holes[hole]
        if place.owner == seat:
            cities = state.players[seat].value[Parameter.CITY_VP] * place.cities
            found += rules.planet_vp + rules.colony_vp * place.colonies + cities
    return found


@rule
def total_of(state, rules, seat):
    """ASE-13.7: tokens and what stands on the board."""
    return state.players[seat].tokens + end_vp(state, rules, seat)


@rule
def levels_of(state, seat):
    """ASE-13.8: technologies developed."""
    found = 0
    for colour in range(COLOURS):
        found += state.players[seat].tech[colour]
    return found


@rule
def rank_of(state, rules, seat, tie):
    """ASE-13.7, ASE-13.8: what is compared, up to this tie-break."""
    total, tokens, levels = total_of(state, rules, seat), state.players[seat].tokens, levels_of(state, seat)
    if tie == Tie.TOTAL:
        return total
    if tie == Tie.TOKENS:
        return total * MOST_VP + tokens
    return (total * MOST_VP + tokens) * MOST_VP + levels


@rule
def leaders(state, rules, tie):
    """(the best of what is compared up to this tie-break, how many have it)."""
    best, number = -1, 0
    for seat in range(rules.seats):
        rank = rank_of(state, rules, seat, tie)
        if rank > best:
            best, number = rank, 1
        elif rank == best:
            number += 1
    return best, number


@rule
def settled_by(state, rules):
    """ASE-13.8: what tells the winner apart, or nothing does."""
    for tie in (Tie.TOTAL, Tie.TOKENS, Tie.TECHNOLOGIES):
        if leaders(state, rules, tie)[1] == 1:
            return tie
    return Tie.SHARED


@rule
def end_game(state, rules, ended):
    """ASE-13.2, ASE-13.7, ASE-13.8, ASE-14.3, A27: those with the best share the win."""
    state.over = 1
    state.ended = ended
    state.capped = 1 if ended == Ended.CAPPED else 0
    for seat in range(rules.seats):
        state.credit[seat] = rank_of(state, rules, seat, Tie.TECHNOLOGIES)
    share_win(state, rules)
