"""The board: its open connections (HOS-1.9), and its connected parts."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import WAYS
from starbalance.simulator.games.handful_of_stars.state import NONE


@rule
def open_connections(state, rules):
    """HOS-1.9: Fill `state.near` with the neighbours of each space, or `NONE` where a black hole cuts one off."""
    for space in range(rules.spaces):
        for letter in range(WAYS):
            connection = rules.connection[space, letter]
            is_open = connection != NONE and state.blocked[connection] == 0
            state.near[space, letter] = rules.neighbour[space, letter] if is_open else NONE


@rule
def components(state, rules, seat):
    """Return the number of connected parts of one seat's systems.

    The seat `NONE` means the whole map.
    """
    pieces, left = 0, 0
    for space in range(rules.spaces):
        state.distance[0, space] = 1 if seat == NONE or state.owner[space] == seat else 0
        left += state.distance[0, space]
    while left > 0:
        pieces += 1
        head, tail = 0, 0
        for space in range(rules.spaces):
            if state.distance[0, space] == 1 and tail == 0:
                state.queue[0], tail = space, 1
                state.distance[0, space] = 0
        while head < tail:
            for letter in range(WAYS):
                neighbour = state.near[state.queue[head], letter]
                if neighbour != NONE and state.distance[0, neighbour] == 1:
                    state.distance[0, neighbour] = 0
                    state.queue[tail] = neighbour
                    tail += 1
            head += 1
        left -= tail
    return pieces


@rule
def foreign_neighbours(state, rules, seat):
    """Return how many systems of other players are next to a system of the seat."""
    number = 0
    for space in range(rules.spaces):
        if state.owner[space] >= 0 and state.owner[space] != seat:
            for letter in range(WAYS):
                near = state.near[space, letter]
                if near != NONE and state.owner[near] == seat:
                    number += 1
                    break
    return number
