"""Second looks at a game: what a search would take in the place of a strategy's choice, and what that gains."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.signatures import SearchVerbs, make_room
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.plan import Plan

PLAYS, SEARCHES = range(2)  # rows of the plan: the strategy, and the same looking ahead
_FRESH = 2**31  # a game has fewer decisions: worlds of these numbers have luck of their own


@dataclass(frozen=True)
class Advice:
    """A decision of a game that a search has looked at.

    number: which decision of the game it is, forced ones not counted. state, options: before it. chosen: what the
    strategy took; better: what the search would have. gain, error: of the latter, in shares of the win as the search
    values them, in worlds that it was not chosen by, and its standard error; 0 where the search agrees.
    """

    number: int
    state: Any
    options: np.ndarray
    chosen: int
    better: int
    gain: float = 0.0
    error: float = 0.0


def advised(plan: Plan, game: int, worlds: int) -> Iterator[Advice]:
    """The decisions of a game in which all play row 0 of a plan, as the search of its row 1 sees them.

    worlds: in which what it would have taken is compared with what was. Decisions at which it does not look ahead are
    left out. Raises RuntimeError for a fault.
    """
    looking = _Looking(plan, game, worlds)
    lineup, number = np.full(SEATS, PLAYS), 0
    for step in play.steps(plan.game, looking.rules, looking.table, lineup, seed=plan.seed, number=game):
        if step.scores is None:
            continue
        number += 1
        if looking.table.rows[SEARCHES].searched[step.state.phase]:
            yield looking.at(step, number)


class _Looking:
    """Where a search looks at the decisions of one game."""

    def __init__(self, plan: Plan, game: int, worlds: int):
        rules = zeros(1, plan.rules.dtype)
        rules[0] = plan.rules
        self.rules = rules[0]
        self.table = table(plan)
        self._verbs = plan.game.verbs
        self._room = make_room(self._verbs.state_dt, self._verbs.max_options)
        self._luck = (np.uint64(plan.seed), game)
        self._worlds = worlds

    def at(self, step: play.Decision, number: int) -> Advice:
        """What the search makes of a decision."""
        self._lay_out(step)
        state, options = step.state.copy(), step.options.copy()
        better = self._look(self.table.rows, step, number)
        if better == step.chosen:
            return Advice(number, state, options, step.chosen, better)
        gain, error = self._compared(step, better, _FRESH + number)
        return Advice(number, state, options, step.chosen, better, gain, error)

    def _lay_out(self, step: play.Decision) -> None:
        """The room as it is in the game, but that the player who decides looks ahead."""
        room, player = self._room, self.rules.player
        room.desk[play.IN_PLAY] = step.state
        self._verbs.options(room.desk[play.IN_PLAY], self.rules, room.opts)
        room.values[: len(step.options)] = step.scores
        for seat in range(int(self.rules.seats)):
            room.seated[seat] = SEARCHES if player[seat] == player[step.state.actor] else PLAYS

    def _look(self, rows: np.ndarray, step: play.Decision, number: int) -> int:
        verbs = tuple(getattr(self._verbs, name) for name in SearchVerbs._fields)
        where = (self.rules, self._room, len(step.options), step.chosen, *self._luck, number)
        found = self._verbs.look_ahead(verbs, self.table.scores, rows, *where)
        if found < 0:
            raise RuntimeError(f"game {self._luck[1]} of seed {self._luck[0]}: {play.FAULTS[-found]}")
        return int(found)

    def _compared(self, step: play.Decision, better: int, number: int) -> tuple[float, float]:
        """(mean gain, standard error) of an option over the one taken, these two alone, in other worlds."""
        rows, values = self.table.rows.copy(), self._room.values[: len(step.options)]
        rows["playouts"][SEARCHES], rows["width"][SEARCHES] = self._worlds, 2
        rows["caution"][SEARCHES] = np.inf  # in all of these worlds, whatever they show
        values[:] = -np.inf
        values[better] = 0.0
        self._look(rows, step, number)
        trial = self._room.trials[1]
        mean = float(trial["gain"]) / self._worlds
        spread = max(0.0, float(trial["squares"]) / self._worlds - mean * mean)
        return mean, math.sqrt(spread / max(1, self._worlds - 1))
