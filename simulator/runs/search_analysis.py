"""Search analysis of a game: the options that a search prefers to the choices of a strategy, and their gains."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.signatures import SearchKernels, make_room
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.plan import Plan

PLAYS, SEARCHES = range(2)  # rows of the plan: the strategy, and the strategy with a search
_FRESH = 2**31  # above the number of any decision, so that further worlds have independent random numbers


@dataclass(frozen=True)
class Analysis:
    """A decision of a game that a search has analysed.

    Attributes:
        number: The number of the decision in the game, from 1. Forced decisions are not counted.
        state: The state before the decision.
        options: The options.
        chosen: The index of the strategy's choice.
        better: The index of the search's choice.
        gain: The mean gain of the search's choice over the strategy's choice, in shares of the win. It is measured in
            worlds that were not used for the choice. 0 if the search agrees.
        error: The standard error of the gain. 0 if the search agrees.
    """

    number: int
    state: Any
    options: np.ndarray
    chosen: int
    better: int
    gain: float = 0.0
    error: float = 0.0


def analysed(plan: Plan, game: int, worlds: int) -> Iterator[Analysis]:
    """Yield the analyses of the decisions of a game by a search.

    Args:
        plan: A plan whose first strategy plays all seats, and whose second strategy is the search.
        game: The number of the game.
        worlds: The number of worlds in which the two choices are compared.

    Yields:
        The analysis of each decision with several options whose type the search searches, in order.

    Raises:
        RuntimeError: If a playout has a fault.
    """
    looking = _Looking(plan, game, worlds)
    lineup, number = np.full(SEATS, PLAYS), 0
    for step in play.steps(plan.game, looking.rules, looking.table, lineup, seed=plan.seed, number=game):
        if step.scores is None:
            continue
        number += 1
        if looking.table.rows[SEARCHES].searched[step.state.decision]:
            yield looking.at(step, number)


class _Looking:
    """A search that analyses the decisions of one game."""

    def __init__(self, plan: Plan, game: int, worlds: int):
        rules = zeros(1, plan.rules.dtype)
        rules[0] = plan.rules
        self.rules = rules[0]
        self.table = table(plan)
        self._kernels = plan.game.kernels
        self._room = make_room(self._kernels.state_dt, self._kernels.max_options, self.table.networks)
        self._randomness = (np.uint64(plan.seed), game)
        self._worlds = worlds

    def at(self, step: play.Step, number: int) -> Analysis:
        """Return the analysis of a decision."""
        self._lay_out(step)
        state, options = step.state.copy(), step.options.copy()
        better = self._look(self.table.rows, step, number)
        if better == step.chosen:
            return Analysis(number, state, options, step.chosen, better)
        gain, error = self._compared(step, better, _FRESH + number)
        return Analysis(number, state, options, step.chosen, better, gain, error)

    def _lay_out(self, step: play.Step) -> None:
        """Fill in the working arrays with a decision. The acting player has a search."""
        room, player = self._room, self.rules.player
        room.desk[play.IN_PLAY] = step.state
        self._kernels.options(room.desk[play.IN_PLAY], self.rules, room.opts)
        room.values[: len(step.options)] = step.scores
        for seat in range(int(self.rules.seats)):
            room.seated[seat] = SEARCHES if player[seat] == player[step.state.actor] else PLAYS

    def _look(self, rows: np.ndarray, step: play.Step, number: int) -> int:
        kernels = play.called(SearchKernels, self._kernels, rows)
        where = (self.rules, self._room, len(step.options), step.chosen, *self._randomness, number)
        option = self._kernels.look_ahead(kernels, self.table.scores, rows, *where)
        if option < 0:
            raise RuntimeError(f"game {self._randomness[1]} of seed {self._randomness[0]}: {play.FAULTS[-option]}")
        return int(option)

    def _compared(self, step: play.Step, better: int, number: int) -> tuple[float, float]:
        """Return the mean gain of an option over the chosen one, and its standard error, in further worlds."""
        rows, values = self.table.rows.copy(), self._room.values[: len(step.options)]
        rows["playouts"][SEARCHES], rows["width"][SEARCHES] = self._worlds, 2
        rows["threshold"][SEARCHES] = np.inf  # so that no option is dropped before the last world
        values[:] = -np.inf
        values[better] = 0.0
        self._look(rows, step, number)
        trial = self._room.trials[1]
        mean = float(trial["gain"]) / self._worlds
        spread = max(0.0, float(trial["squares"]) / self._worlds - mean * mean)
        return mean, math.sqrt(spread / max(1, self._worlds - 1))
