"""The information check: the scores of a strategy must not depend on hidden information.

The strategy plays games, some of them with random deviations. Positions of every decision type are scored again in
determinizations, which are equal to the position in everything that the acting seat sees. The scores must be equal to
the bit.
"""

import inspect
import itertools
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.chance import choose
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.fields import part, paths
from starbalance.simulator.runs.plan import Plan

TARGET = 500  # positions of each decision type
OF_A_GAME = 25  # largest number of positions of one decision type in a game, spread over the game
DETERMINIZATIONS = 3  # of each position
PATIENCE = 10.0  # seconds for one call of the strategy
SECONDS = 4.0  # seconds after which no further game is played
FEWEST_GAMES = 8
FEWEST_POSITIONS = 30
RARE = 0.01  # share of the decisions of a type that a rare leak affects
DEVIATIONS = (0.0, 0.05, 0.3, 1.0)  # probability of a random action, for successive games
_LATER = ("key", "drawn", "notes")  # hidden in every game: future random draws, and the notes of other strategies
_PLAY, _HERE, _WORLD, _SCORED = range(4)  # indices of the states: in play, as sampled, determinized, being scored


@dataclass(frozen=True)
class Check:
    """The result of an information check.

    Attributes:
        violation: The violation of the strategy, with its place. Empty if there is none.
        counts: The number of checked positions with hidden information, by decision type. For a type without such
            positions, the number of all checked positions.
        missed: The decision types that did not occur.
    """

    violation: str
    counts: Mapping[str, int]
    missed: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """Return the size of the check, or that no decision was checked, as a sentence without its full stop."""
        if not self.counts:
            return "no decision had two legal actions"
        least = min(self.counts, key=lambda name: self.counts[name])
        types = counted(len(self.counts), "decision type")
        return (
            f"{sum(self.counts.values()):,} decisions of {types} checked; a leak in {RARE:.0%} of the decisions of the "
            f"least-checked type ({least}, {self.counts[least]:,}) is found with probability "
            f"{detection(self.counts[least]):.0%}"
        )

    @property
    def details(self) -> str:
        """Return the summary, then the positions and the probability of detection for each decision type.

        Decision types that did not occur are listed at the end.
        """
        each = (f"{name} {count:,} ({detection(count):.0%})" for name, count in self.counts.items())
        missed = f"; decision types that did not occur: {', '.join(self.missed)}" if self.missed else ""
        return f"{self.summary}; by type: {', '.join(each)}{missed}"


def detection(count: int) -> float:
    """Return the probability that `count` positions show a leak which affects the share `RARE` of all decisions."""
    return float(1 - (1 - RARE) ** count)


def check(plan: Plan) -> Check:
    """Return the result of an information check of the one strategy of a plan.

    Its `violation` is empty if the strategy passes. A strategy fails in these cases:

    - its scores, or its legal actions, depend on what its seat cannot see
    - it gives one position two different scores
    - it raises an exception
    - one call takes too long

    The calls are made in another thread, so that Ctrl-C ends the check.
    """
    audit, results = _Audit(plan), SimpleQueue[Check | BaseException]()

    def work() -> None:
        try:
            results.put(audit.run())
        except BaseException as error:
            results.put(error)

    Thread(target=work, daemon=True).start()
    while not audit.is_stuck:
        with suppress(Empty):
            result = results.get(timeout=1.0)
            if isinstance(result, Check):
                return result
            raise result
    return audit.failed(f"takes more than {PATIENCE:.0f} s for one decision")


class _RaisedError(Exception):
    """An error that a strategy raises."""


class _Audit:
    """The check of one strategy, position by position."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._kernels = plan.game.kernels
        rules = zeros(1, plan.rules.dtype)
        rules[0] = plan.rules
        self._rules = rules[0]
        self._table = table(plan)
        self._room = zeros(self._kernels.max_options, option_dt)
        words = plan.game.module("state")
        self._types = {int(each): each.name for each in getattr(words, "Decision", ())}
        self._states = zeros(4, self._kernels.state_dt)
        self._raw = self._states.view(np.uint8).reshape(4, -1)  # copying bytes is 10x faster than copying records
        self._is_content = _content(self._kernels.state_dt, (*_LATER, *getattr(words, "SCRATCH", ())))
        self._deadline = time.monotonic() + SECONDS
        self._where, self._called = "", 0.0
        self._checked: Counter[int] = Counter()
        self._informative: Counter[int] = Counter()

    def run(self) -> Check:
        """Return the result for positions that are sampled and checked one by one.

        It ends with a violation, when each decision type has enough positions, or when the time is over.
        """
        for game in itertools.count():
            deviation = DEVIATIONS[game % len(DEVIATIONS)]
            try:
                violation = self._violation_in(game, deviation)
            except _RaisedError as error:
                violation = str(error)
            if violation:
                return self.failed(violation)
            if self._is_late or (game + 1 >= FEWEST_GAMES and all(count >= TARGET for count in self._counts.values())):
                missed = tuple(name for decision, name in self._types.items() if decision not in self._checked)
                return Check("", self._counts, missed)
        raise AssertionError("unreachable: the deadline ends the loop")

    def failed(self, violation: str) -> Check:
        """Return the result for a violation, with its place."""
        return Check(f"{violation} ({_place(self._plan.strategies[0], violation)}{self._where})", self._counts)

    @property
    def is_stuck(self) -> bool:
        """Whether one call of the strategy takes too long."""
        called = self._called
        return called > 0 and time.monotonic() - called > PATIENCE

    def _violation_in(self, game: int, deviation: float) -> str:
        """Return the violation in positions of one game, which are checked one by one. Empty if there is none."""
        for number, raw in self._sample(game, deviation):
            self._raw[_HERE] = raw
            self._place_at(number, game, deviation)
            violation = self._violation()
            if violation:
                return violation
            if self._is_late and self._checked.total() >= FEWEST_POSITIONS:
                break
        return ""

    def _place_at(self, number: int, game: int, deviation: float) -> None:
        played = ", played with random deviations" if deviation else ""
        self._where = f"decision {number} of game {game} of seed {self._plan.seed}{played}"

    @property
    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    @property
    def _counts(self) -> dict[str, int]:
        """Return the number of positions that count as checked, by decision type."""
        names = {decision: self._types.get(decision, f"type {decision}") for decision in sorted(self._checked)}
        return {name: self._counted(decision) for decision, name in names.items()}

    def _counted(self, decision: int) -> int:
        return self._informative[decision] or self._checked[decision]

    def _sample(self, game: int, deviation: float) -> list[tuple[int, np.ndarray]]:
        """Return random positions of a game as (decision number, bytes of the state), at most `OF_A_GAME` of each type.

        All decisions of a type have the same probability. Types with enough checked positions are left out.
        """
        dice = np.random.default_rng((self._plan.seed, game))
        kept: defaultdict[int, list[tuple[int, np.ndarray]]] = defaultdict(list)
        seen: Counter[int] = Counter()
        for number, decision in self._decisions(game, deviation, dice):
            seen[decision] += 1
            place = len(kept[decision]) if seen[decision] <= OF_A_GAME else int(dice.integers(seen[decision]))
            if place < OF_A_GAME and self._counted(decision) < TARGET:
                kept[decision][place : place + 1] = [(number, self._raw[_PLAY].copy())]
        return sorted((each for positions in kept.values() for each in positions), key=lambda each: each[0])

    def _decisions(self, game: int, deviation: float, dice: np.random.Generator) -> Iterator[tuple[int, int]]:
        """Play a game and yield (number, decision type) at every decision with two or more legal actions."""
        self._raw[_PLAY] = 0
        state = self._states[_PLAY]
        state.key[:] = self._plan.seed, game
        play.set_up(self._plan.game, state, self._rules)
        for number in itertools.count():
            count = 0 if state.over or self._is_late else self._kernels.options(state, self._rules, self._room)
            if not 0 < count <= len(self._room):
                return
            chosen = 0
            if count > 1:
                self._place_at(number, game, deviation)
                yield number, int(state.decision)
                chosen = _deviate(self._room[:count], dice) if dice.random() < deviation else self._best(state, count)
            if chosen < 0:
                return
            play.carry_out(self._plan.game, state, self._rules, self._room[chosen])

    def _best(self, state: Any, count: int) -> int:
        """Return the index of the strategy's choice, or -1 if it leaves an action without a score."""
        return int(choose(state, self._scored(state, count), self._table.rows[0].temperature))

    def _violation(self) -> str:
        """Return the violation in the scores or legal actions of the sampled position. Empty if there is none."""
        scores, decision, is_informative = self._scores(_HERE), int(self._states[_HERE].decision), False
        self._checked[decision] += 1
        if self._scores(_HERE).tobytes() != scores.tobytes():
            return "gives one position two different scores"
        for number in range(DETERMINIZATIONS):
            self._determinize(self._checked.total() * DETERMINIZATIONS + number)
            differs = self._raw[_WORLD] != self._raw[_HERE]
            is_informative = is_informative or bool(differs[self._is_content].any())
            other = self._scores(_WORLD)
            if other.tobytes() != scores.tobytes():
                return self._leak(scores, other)
        self._informative[decision] += is_informative
        return ""

    def _leak(self, scores: np.ndarray, other: np.ndarray) -> str:
        if len(other) != len(scores):
            return f"gets legal actions that depend on hidden information: {len(scores)} or {len(other)} actions"
        place = int(np.flatnonzero(other.view(np.int64) != scores.view(np.int64))[0])
        change = f"{place} of {len(scores)} changes from {scores[place]:g} to {other[place]:g}"
        return (
            f"depends on hidden information, {self._leaked(scores)}: the score of option {change} "
            "when hidden information is resampled"
        )

    def _scores(self, place: int) -> np.ndarray:
        """Return the scores of the legal actions in a copy of a state."""
        self._raw[_SCORED] = self._raw[place]
        state = self._states[_SCORED]
        return self._scored(state, self._kernels.options(state, self._rules, self._room))

    def _scored(self, state: Any, count: int) -> np.ndarray:
        scores = np.full(count, np.nan)
        weights = play.weights_of(self._kernels, self._table.rows[0], state, self._rules)
        self._called = time.monotonic()
        try:
            self._table.scores[0](state, self._rules, self._room[:count], weights, scores)
        except Exception as error:
            raise _RaisedError(f"raises {type(error).__name__}: {error}") from None
        self._called = 0.0
        return scores

    def _determinize(self, number: int) -> None:
        """Fill in the determinized state: the sampled position with what its acting seat cannot see resampled."""
        self._raw[_WORLD] = self._raw[_HERE]
        randomness = np.random.SeedSequence((self._plan.seed, number)).generate_state(1, np.uint64)[0]
        self._kernels.redeal(self._states[_WORLD], self._rules, self._states[_HERE].actor, randomness)

    def _leaked(self, scores: np.ndarray) -> str:
        """Return the first field that changes the scores when only this field is resampled, or "several fields"."""
        world = self._raw[_WORLD].copy().view(self._states.dtype)[0]
        for path in paths(self._states.dtype):
            self._raw[_WORLD] = self._raw[_HERE]
            part(self._states[_WORLD], path)[...] = part(world, path)
            if self._scores(_WORLD).tobytes() != scores.tobytes():
                return "state." + ".".join(path)
        return "several fields"


def _content(dtype: np.dtype, names: tuple[str, ...]) -> np.ndarray:
    """Return a mask of the bytes of a record that do not belong to the named fields."""
    is_content = np.ones(dtype.itemsize, bool)
    fields: Any = dtype.fields
    for name in names:
        kind, start, *_ = fields[name]
        is_content[start : start + kind.itemsize] = False
    return is_content


def _deviate(options: np.ndarray, dice: np.random.Generator) -> int:
    """Return the index of a random action. Its type is drawn first, so that rare action types occur."""
    kinds = options["kind"].tolist()
    types = sorted(set(kinds))
    kind = types[int(dice.integers(len(types)))]
    places = [place for place, each in enumerate(kinds) if each == kind]
    return places[int(dice.integers(len(places)))]


def _place(strategy: Strategy, violation: str) -> str:
    """Return the file and line of the user's code that reads the field in a violation, else of the strategy.

    Empty for a strategy that is not a user's function.
    """
    if strategy.source is None:
        return ""
    code, field = strategy.source.__code__, re.search(r"state[\w.]*\.(\w+)", violation)
    lines = inspect.getsource(inspect.getmodule(strategy.source) or strategy.source).splitlines()
    read = [number for number, line in enumerate(lines, 1) if field and re.search(rf"\.{field[1]}\b", line)]
    return f"{code.co_filename}, line {read[0] if read else code.co_firstlineno}, in "
