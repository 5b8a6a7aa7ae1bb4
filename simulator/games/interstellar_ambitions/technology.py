"""The technologies: their owners, the players that know them, and their effects (IAM-6)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import MODIFIERS, NONE


@rule
def knows(state, seat, technology):
    return (state.players[seat].known >> technology) & 1 == 1


@rule
def learn(state, rules, seat, technology):
    """IAM-6.2, IAM-6.4, IAM-6.6: Give a seat a technology and its effect. The first seat to learn it is its Owner."""
    player = state.players[seat]
    if state.technology_owner[technology] == NONE:
        state.technology_owner[technology] = seat
        player.owned |= 1 << technology
    player.known |= 1 << technology
    for modifier in range(MODIFIERS):
        player.modifiers[modifier] += rules.technology_modifiers[technology, modifier]


@rule
def number_of(bits):
    """Return the number of set bits."""
    number = 0
    while bits > 0:
        bits &= bits - 1
        number += 1
    return number
