"""What every game's `redeal` begins and ends with: other dice, and no notes but one's own."""

import numpy as np

from starbalance.simulator.engine.kernel import NOTES, SEATS, rule


@rule
def begin_redeal(state, luck):
    """Keys the dice with other luck; what is drawn from here on depends on it alone."""
    state.key[0] = luck & np.uint64(0xFFFFFFFF)
    state.key[1] = luck >> np.uint64(32)
    state.drawn[:] = 0


def redeal_luck(state, rules, seat, luck):
    """The redeal of a game without secrets: the dice to come, and the notes of the others."""
    begin_redeal(state, luck)
    end_redeal(state, rules, seat)


@rule
def end_redeal(state, rules, seat):
    """Clears the notes of all strategies but that of the player who commands the seat."""
    for other in range(SEATS):
        if other >= rules.seats or rules.player[other] != rules.player[seat]:
            for k in range(NOTES):
                state.notes[other, k] = 0
    state.drawn[:] = 0
