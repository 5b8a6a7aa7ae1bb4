"""Honest scores: a strategy plays some games, and the positions are asked again with what it cannot know dealt anew.

The law is that of the tests of the built-in strategies: options and scores are the same, to the bit.
"""

import inspect
import re
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator import play
from starbalance.simulator.kernel import SEATS, option_dt, zeros
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.strategy import Strategy

GAMES = 8
EVERY = 5  # decisions, of which one is asked again
CALLS = 30  # at least, and
SECONDS = 4.0  # after which no further one is asked
WORLD = np.uint64(12345678901)


def complaint(plan: Plan) -> str:
    """What the one strategy of a plan does that it must not, with its place; empty: nothing was found.

    It must not let its scores hang on what its seat cannot see, nor score one position in two ways.
    """
    rules = zeros(1, plan.rules.dtype)
    rules[0] = plan.rules
    began = time.monotonic()
    for asked, (game, number, state) in enumerate(_positions(plan, rules[0])):
        if asked >= CALLS and time.monotonic() - began > SECONDS:
            break
        found = _Asked(plan, rules[0], state).complaint()
        if found:
            where = _place(plan.strategies[0], found)
            return f"{found} ({where}decision {number} of game {game} of seed {plan.seed})"
    return ""


def _positions(plan: Plan, rules: Any) -> Iterator[tuple[int, int, Any]]:
    """(game, number of the decision, state) of some decisions of games in which all seats play the strategy."""
    lineup, rows = np.zeros(SEATS, np.int64), table(plan)
    for game in range(GAMES):
        for number, step in enumerate(play.steps(plan.game, rules, rows, lineup, seed=plan.seed, number=game)):
            if number % EVERY == 0 and len(step.options) > 1:
                yield game, number, step.state.copy()


class _Asked:
    """A position that a strategy is asked to score, as it is and in other worlds."""

    def __init__(self, plan: Plan, rules: Any, state: Any):
        self._plan = plan
        self._rules = rules
        self._state = state
        self._rows = table(plan)

    def complaint(self) -> str:
        """What is wrong; empty: nothing."""
        scores, world = self._scores(self._state), self._redealt()
        if self._scores(self._state).tobytes() != scores.tobytes():
            return "scores one position in two ways"
        other = self._scores(world)
        if other.tobytes() == scores.tobytes():
            return ""
        place = int(np.flatnonzero(other != scores)[0])
        told = f"{scores[place]:g} becomes {other[place]:g} when what the seat cannot see is dealt anew"
        return f"peeks at {self._peeked(world, scores)}: the score of option {place} of {len(scores)}, {told}"

    def _scores(self, state: Any) -> np.ndarray:
        """What the strategy makes of the options in a copy of a state."""
        copy, room = state.copy(), zeros(self._plan.game.verbs.max_options, option_dt)
        count = self._plan.game.verbs.options(copy, self._rules, room)
        scores = np.full(count, np.nan)
        weights = play.weights_of(self._plan.game.verbs, self._rows.rows[0], copy, self._rules)
        self._rows.scores[0](copy, self._rules, room[:count], weights, scores)
        return scores

    def _redealt(self) -> Any:
        copy = zeros(1, self._state.dtype)
        copy[0] = self._state
        self._plan.game.verbs.redeal(copy[0], self._rules, self._state.actor, WORLD)
        return copy[0]

    def _peeked(self, world: Any, scores: np.ndarray) -> str:
        """The first field that changes the scores when it alone is dealt anew."""
        for path in _paths(self._state.dtype):
            mixed = self._state.copy()
            _part(mixed, path)[...] = _part(world, path)
            if self._scores(mixed).tobytes() != scores.tobytes():
                return "state." + ".".join(path)
        return "what is hidden"


def _paths(dtype: np.dtype) -> Iterator[tuple[str, ...]]:
    """The fields of a record, those of records within it one by one."""
    for name in dtype.names or ():
        inner = dtype[name].base
        yield from ((name, *path) for path in _paths(inner)) if inner.names else ((name,),)


def _part(record: Any, path: tuple[str, ...]) -> np.ndarray:
    """A field of a record, to be written to."""
    part = np.asarray(record).view(record.dtype)
    for name in path:
        part = part[name]
    return part


def _place(strategy: Strategy, found: str) -> str:
    """The place in the user's own file that reads the field of a complaint, else that of the strategy."""
    if strategy.source is None:
        return ""
    code, field = strategy.source.__code__, re.search(r"state[\w.]*\.(\w+)", found)
    lines = inspect.getsource(inspect.getmodule(strategy.source) or strategy.source).splitlines()
    read = [number for number, line in enumerate(lines, 1) if field and re.search(rf"\.{field[1]}\b", line)]
    return f"{code.co_filename}, line {read[0] if read else code.co_firstlineno}, in "
