"""Search analysis of a game: the options that a search prefers to the choices of a strategy, and their gains."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.jit import unchecked
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
    search = DecisionSearch(plan, SEARCHES, game)
    lineup, number = np.full(SEATS, PLAYS), 0
    for step in play.steps(plan.game, search.rules, search.table, lineup, seed=plan.seed, number=game):
        if step.scores is None:
            continue
        number += 1
        if search.table.rows[SEARCHES].searched[step.state.decision]:
            yield _analysis(search, step, number=number, worlds=worlds)


def _analysis(search: "DecisionSearch", step: play.Step, *, number: int, worlds: int) -> Analysis:
    """Return the analysis of a decision."""
    state, options = step.state.copy(), step.options.copy()
    better = search.choice(step, step.chosen, number)
    if better == step.chosen:
        return Analysis(number, state, options, step.chosen, better)
    gain, error = search.gain(step, better, number=_FRESH + number, worlds=worlds)
    return Analysis(number, state, options, step.chosen, better, gain, error)


class DecisionSearch:
    """A search that looks at single decisions of a game, for the player who decides.

    Args:
        plan: A plan with the search. Its first strategy plays the other seats.
        row: The place of the search among the strategies of the plan.
        game: The number of the game. Default: 0.
    """

    def __init__(self, plan: Plan, row: int, game: int = 0):
        rules = zeros(1, plan.rules.dtype)
        rules[0] = plan.rules
        self.rules = rules[0]
        self.table = table(plan)
        self._row = row
        self._kernels = plan.game.kernels
        self._room = make_room(self._kernels.state_dt, self._kernels.max_options, self.table.networks)
        self._randomness = (np.uint64(plan.seed), game)

    def choice(self, step: play.Step, chosen: int, number: int) -> int:
        """Return the index of the option that the search takes.

        Args:
            step: The decision, with the scores of the strategy that the search is based on.
            chosen: The index of the option that this strategy takes.
            number: The number of the decision in the game.

        Raises:
            RuntimeError: If a playout has a fault.
        """
        room, n, player = self._room, len(step.options), self.rules.player
        room.desk[play.IN_PLAY] = step.state
        room.opts[:n], room.values[:n], room.trials["option"] = step.options, step.scores, -1
        for seat in range(int(self.rules.seats)):
            room.seated[seat] = self._row if player[seat] == player[step.state.actor] else PLAYS
        return self._look(self.table.rows, n=n, chosen=chosen, number=number)

    @property
    def trials(self) -> np.ndarray:
        """The records of the options that the search has tried."""
        trials = self._room.trials[:-1]
        return trials[trials["option"] >= 0]

    def gain(self, step: play.Step, better: int, *, number: int, worlds: int) -> tuple[float, float]:
        """Return the mean gain of an option over the chosen one, and its standard error, in further worlds.

        Args:
            step: The decision, of which `choice` was called last.
            better: The index of the option.
            number: A number, above the numbers of the decisions, that the random numbers depend on.
            worlds: The number of worlds.

        Raises:
            RuntimeError: If a playout has a fault.
        """
        rows, values = self.table.rows.copy(), self._room.values[: len(step.options)]
        rows["playouts"][self._row], rows["width"][self._row] = worlds, 2
        rows["threshold"][self._row] = np.inf  # so that no option is dropped before the last world
        values[:] = -np.inf
        values[better] = 0.0
        self._look(rows, n=len(step.options), chosen=step.chosen, number=number)
        trial = self._room.trials[1]
        mean = float(trial["gain"]) / worlds
        spread = max(0.0, float(trial["squares"]) / worlds - mean * mean)
        return mean, math.sqrt(spread / max(1, worlds - 1))

    def _look(self, rows: np.ndarray, *, n: int, chosen: int, number: int) -> int:
        kernels = play.called(SearchKernels, self._kernels, rows)
        where = (self.rules, self._room, n, chosen, *self._randomness, number)
        option = unchecked(self._kernels.look_ahead)(kernels, self.table.scores, rows, *where)
        if option < 0:
            raise RuntimeError(f"game {self._randomness[1]} of seed {self._randomness[0]}: {play.FAULTS[-option]}")
        return int(option)
