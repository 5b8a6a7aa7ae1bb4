"""The hidden information of the game, and the function that resamples it (determinization).

Only the kinds of face-down discs are hidden. A seat knows the discs that it has scanned, and how many discs of each
kind a quadrant has. No seat knows the random numbers of future flicks.
"""

import numpy as np

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, QUADRANT_HOLES, QUADRANTS
from starbalance.simulator.games.ascending_empires.rules import KINDS, SetupChart
from starbalance.simulator.games.ascending_empires.state import HIDDEN, SIG

PRIVATE = ("holes.kind", "notes")
HIDDEN_FIELDS = ("key", "drawn")


@rule
def is_unseen(state, seat, hole):
    """ASE-15.1: Return whether the disc in the hole is face down and not scanned by the seat."""
    return state.holes[hole].up == 0 and (state.holes[hole].known >> seat) & 1 == 0


@rule
def redeal_holes(state, seat, first, count):
    """ASE-15.1: Shuffle the discs that the seat has not seen, among the `count` holes from `first` on."""
    kinds, unseen = np.zeros(HOLES, np.int64), 0
    for kind in range(KINDS):
        for hole in range(first, first + count):
            if is_unseen(state, seat, hole) and state.holes[hole].kind == kind:
                kinds[unseen] = kind
                unseen += 1
    places = np.arange(unseen)
    shuffle(state, HIDDEN, places)
    taken = 0
    for hole in range(first, first + count):
        if is_unseen(state, seat, hole):
            state.holes[hole].kind = kinds[places[taken]]
            taken += 1


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """ASE-15.1, ASE-15.2: Resample in `state` what the seat cannot see: the face-down discs that it has not scanned.

    The result depends only on the random seed and on what the seat knows.
    """
    begin_redeal(state, randomness)
    if rules.setup_chart == SetupChart.POOLED:
        redeal_holes(state, seat, 0, HOLES)
    else:
        for quadrant in range(QUADRANTS):
            redeal_holes(state, seat, QUADRANT_HOLES * quadrant, QUADRANT_HOLES)
    end_redeal(state, rules, seat)
