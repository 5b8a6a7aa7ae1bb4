"""What a seat cannot see, and another world that it cannot tell from this one.

Public: all but the kinds of discs that lie face down. A seat knows those that it has scanned, and which kinds a
quadrant has in all. Hidden from all: the luck of flicks to come.
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
    """ASE-15.1: face down, and not scanned by the seat."""
    return state.holes[hole].up == 0 and (state.holes[hole].known >> seat) & 1 == 0


@rule
def redeal_holes(state, seat, first, count):
    """ASE-15.1: the discs that the seat has not seen, dealt anew over their holes out of so many from the first on."""
    kinds, found = np.zeros(HOLES, np.int64), 0
    for kind in range(KINDS):
        for hole in range(first, first + count):
            if is_unseen(state, seat, hole) and state.holes[hole].kind == kind:
                kinds[found] = kind
                found += 1
    places = np.arange(found)
    shuffle(state, HIDDEN, places)
    taken = 0
    for hole in range(first, first + count):
        if is_unseen(state, seat, hole):
            state.holes[hole].kind = kinds[places[taken]]
            taken += 1


@kernel(SIG["redeal"])
def redeal(state, rules, seat, luck):
    """ASE-15.1, ASE-15.2: replaces all that the seat cannot see; depends on what it knows and on luck alone."""
    begin_redeal(state, luck)
    if rules.setup_chart == SetupChart.POOLED:
        redeal_holes(state, seat, 0, HOLES)
    else:
        for quadrant in range(QUADRANTS):
            redeal_holes(state, seat, QUADRANT_HOLES * quadrant, QUADRANT_HOLES)
    end_redeal(state, rules, seat)
