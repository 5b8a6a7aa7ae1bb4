"""The check for information leaks: the scores of a strategy must not depend on hidden information.

The strategy plays games, some of them with random deviations. Positions of every decision type are scored again in
determinizations that the acting seat cannot tell apart. The scores must be equal to the bit.
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
from starbalance.simulator.runs.chunk import table
from starbalance.simulator.runs.fields import part, paths
from starbalance.simulator.runs.plan import Plan

TARGET = 500  # positions of each decision type
OF_A_GAME = 25  # positions of one decision type at most, spread over the game
DETERMINIZATIONS = 3  # of each position
PATIENCE = 10.0  # seconds for one call of the strategy
SECONDS = 4.0  # after which no further game is played
FEWEST_GAMES = 8
FEWEST_POSITIONS = 30
RARE = 0.01  # share of the decisions of a type that a rare leak affects
DEVIATIONS = (0.0, 0.05, 0.3, 1.0)  # chance of a random action, in turn
_LATER = ("key", "drawn", "notes")  # hidden in every game: chance to come, and the notes of other strategies
_PLAY, _HERE, _WORLD, _SCORED = range(4)  # the states: in play, as sampled, determinized, being scored


@dataclass(frozen=True)
class Check:
    """The result of a check.

    Attributes:
        complaint: What the strategy does wrong, with its place. Empty if nothing was found.
        counts: Decision type -> positions checked in which something was hidden. If no position of a type had hidden
            information except chance to come, all positions checked.
        missed: Decision types that did not occur.
    """

    complaint: str
    counts: Mapping[str, int]
    missed: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """Return the size of the check as a sentence without its full stop."""
        if not self.counts:
            return "no decision had two legal actions"
        least = min(self.counts, key=lambda name: self.counts[name])
        types = f"{len(self.counts)} decision {'type' if len(self.counts) == 1 else 'types'}"
        return (
            f"{sum(self.counts.values()):,} decisions of {types} checked; a leak in {RARE:.0%} of the decisions of the "
            f"least-checked type ({least}, {self.counts[least]:,}) is found with probability "
            f"{detection(self.counts[least]):.0%}"
        )

    @property
    def details(self) -> str:
        """Return the positions and the probability of detection for each decision type."""
        each = (f"{name} {count:,} ({detection(count):.0%})" for name, count in self.counts.items())
        missed = f"; decision types that did not occur: {', '.join(self.missed)}" if self.missed else ""
        return f"{self.summary}; by type: {', '.join(each)}{missed}"


def detection(count: int) -> float:
    """Return the probability of finding a leak that affects the share `RARE` of decisions in `count` positions."""
    return float(1 - (1 - RARE) ** count)


def check(plan: Plan) -> Check:
    """Check the one strategy of a plan for information leaks.

    A strategy fails if its scores depend on what its seat cannot see, if it scores one position in two ways, if it
    raises, or if one call takes too long. The calls are made in another thread, so that Ctrl-C ends the check.
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
    """A strategy that is asked for its scores, position by position."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._verbs = plan.game.verbs
        rules = zeros(1, plan.rules.dtype)
        rules[0] = plan.rules
        self._rules = rules[0]
        self._table = table(plan)
        self._room = zeros(self._verbs.max_options, option_dt)
        words = plan.game.module("state")
        self._types = {int(each): each.name for each in getattr(words, "Phase", ())}
        self._states = zeros(4, self._verbs.state_dt)
        self._raw = self._states.view(np.uint8).reshape(4, -1)  # copies of bytes take a tenth of the time
        self._is_content = _content(self._verbs.state_dt, (*_LATER, *getattr(words, "SCRATCH", ())))
        self._deadline = time.monotonic() + SECONDS
        self._where, self._called = "", 0.0
        self._asked: Counter[int] = Counter()
        self._informative: Counter[int] = Counter()

    def run(self) -> Check:
        """Sample and check positions until each decision type has enough, or the time is over."""
        for game in itertools.count():
            deviation = DEVIATIONS[game % len(DEVIATIONS)]
            try:
                found = self._complaint_in(game, deviation)
            except _RaisedError as error:
                found = str(error)
            if found:
                return self.failed(found)
            if self._is_late or (game + 1 >= FEWEST_GAMES and all(count >= TARGET for count in self._counts.values())):
                missed = tuple(name for phase, name in self._types.items() if phase not in self._asked)
                return Check("", self._counts, missed)
        raise AssertionError("unreachable: the deadline ends the loop")

    def failed(self, found: str) -> Check:
        """Return the result for a complaint, with its place."""
        return Check(f"{found} ({_place(self._plan.strategies[0], found)}{self._where})", self._counts)

    @property
    def is_stuck(self) -> bool:
        """Whether one call of the strategy takes too long."""
        called = self._called
        return called > 0 and time.monotonic() - called > PATIENCE

    def _complaint_in(self, game: int, deviation: float) -> str:
        """Check positions of one game."""
        for number, raw in self._sample(game, deviation):
            self._raw[_HERE] = raw
            self._place_at(number, game, deviation)
            found = self._complaint()
            if found:
                return found
            if self._is_late and self._asked.total() >= FEWEST_POSITIONS:
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
        """Return how many positions of each decision type count as checked."""
        names = {phase: self._types.get(phase, f"type {phase}") for phase in sorted(self._asked)}
        return {name: self._counted(phase) for phase, name in names.items()}

    def _counted(self, phase: int) -> int:
        return self._informative[phase] or self._asked[phase]

    def _sample(self, game: int, deviation: float) -> list[tuple[int, np.ndarray]]:
        """Draw positions of a game: at most `OF_A_GAME` of each decision type, each with the same chance."""
        dice = np.random.default_rng((self._plan.seed, game))
        kept: defaultdict[int, list[tuple[int, np.ndarray]]] = defaultdict(list)
        seen: Counter[int] = Counter()
        for number, phase in self._decisions(game, deviation, dice):
            seen[phase] += 1
            place = len(kept[phase]) if seen[phase] <= OF_A_GAME else int(dice.integers(seen[phase]))
            if place < OF_A_GAME and self._counted(phase) < TARGET:
                kept[phase][place : place + 1] = [(number, self._raw[_PLAY].copy())]
        return sorted((each for positions in kept.values() for each in positions), key=lambda each: each[0])

    def _decisions(self, game: int, deviation: float, dice: np.random.Generator) -> Iterator[tuple[int, int]]:
        """Play a game and yield (number, decision type) at every decision with two or more legal actions."""
        self._raw[_PLAY] = 0
        state = self._states[_PLAY]
        state.key[:] = self._plan.seed, game
        play.set_up(self._plan.game, state, self._rules)
        for number in itertools.count():
            count = 0 if state.over or self._is_late else self._verbs.options(state, self._rules, self._room)
            if not 0 < count <= len(self._room):
                return
            chosen = 0
            if count > 1:
                self._place_at(number, game, deviation)
                yield number, int(state.phase)
                chosen = _deviate(self._room[:count], dice) if dice.random() < deviation else self._best(state, count)
            if chosen < 0:
                return
            play.carry_out(self._plan.game, state, self._rules, self._room[chosen])

    def _best(self, state: Any, count: int) -> int:
        """Return the strategy's choice, or -1 if it leaves an action without a score."""
        return int(choose(state, self._scored(state, count), self._table.rows[0].temperature))

    def _complaint(self) -> str:
        """Return what is wrong with the scores of the sampled position; an empty text if nothing is."""
        scores, phase, is_informative = self._scores(_HERE), int(self._states[_HERE].phase), False
        self._asked[phase] += 1
        if self._scores(_HERE).tobytes() != scores.tobytes():
            return "scores one position in two ways"
        for number in range(DETERMINIZATIONS):
            self._determinize(self._asked.total() * DETERMINIZATIONS + number)
            differs = self._raw[_WORLD] != self._raw[_HERE]
            is_informative = is_informative or bool(differs[self._is_content].any())
            other = self._scores(_WORLD)
            if other.tobytes() != scores.tobytes():
                return self._leak(scores, other)
        self._informative[phase] += is_informative
        return ""

    def _leak(self, scores: np.ndarray, other: np.ndarray) -> str:
        if len(other) != len(scores):
            return f"gets legal actions that depend on hidden information: {len(scores)} or {len(other)}"
        place = int(np.flatnonzero(other.view(np.int64) != scores.view(np.int64))[0])
        told = f"{scores[place]:g} becomes {other[place]:g} when what the seat cannot see is dealt anew"
        return f"peeks at {self._peeked(scores)}: the score of option {place} of {len(scores)}, {told}"

    def _scores(self, place: int) -> np.ndarray:
        """Return the scores of the legal actions in a copy of a state."""
        self._raw[_SCORED] = self._raw[place]
        state = self._states[_SCORED]
        return self._scored(state, self._verbs.options(state, self._rules, self._room))

    def _scored(self, state: Any, count: int) -> np.ndarray:
        scores = np.full(count, np.nan)
        weights = play.weights_of(self._verbs, self._table.rows[0], state, self._rules)
        self._called = time.monotonic()
        try:
            self._table.scores[0](state, self._rules, self._room[:count], weights, scores)
        except Exception as error:
            raise _RaisedError(f"raises {type(error).__name__}: {error}") from None
        self._called = 0.0
        return scores

    def _determinize(self, number: int) -> None:
        """Resample what the acting seat of the sampled position cannot see."""
        self._raw[_WORLD] = self._raw[_HERE]
        luck = np.random.SeedSequence((self._plan.seed, number)).generate_state(1, np.uint64)[0]
        self._verbs.redeal(self._states[_WORLD], self._rules, self._states[_HERE].actor, luck)

    def _peeked(self, scores: np.ndarray) -> str:
        """Return the first field that changes the scores when only this field is resampled."""
        world = self._raw[_WORLD].copy().view(self._states.dtype)[0]
        for path in paths(self._states.dtype):
            self._raw[_WORLD] = self._raw[_HERE]
            part(self._states[_WORLD], path)[...] = part(world, path)
            if self._scores(_WORLD).tobytes() != scores.tobytes():
                return "state." + ".".join(path)
        return "what is hidden"


def _content(dtype: np.dtype, names: tuple[str, ...]) -> np.ndarray:
    """Return which bytes of a record do not belong to the named fields."""
    is_content = np.ones(dtype.itemsize, bool)
    fields: Any = dtype.fields
    for name in names:
        kind, start, *_ = fields[name]
        is_content[start : start + kind.itemsize] = False
    return is_content


def _deviate(options: np.ndarray, dice: np.random.Generator) -> int:
    """Return the place of a random action: first its type, so that rare action types occur."""
    kinds = options["kind"].tolist()
    types = sorted(set(kinds))
    kind = types[int(dice.integers(len(types)))]
    places = [place for place, each in enumerate(kinds) if each == kind]
    return places[int(dice.integers(len(places)))]


def _place(strategy: Strategy, found: str) -> str:
    """Return the line of the user's file that reads the field of a complaint, or the line of the strategy."""
    if strategy.source is None:
        return ""
    code, field = strategy.source.__code__, re.search(r"state[\w.]*\.(\w+)", found)
    lines = inspect.getsource(inspect.getmodule(strategy.source) or strategy.source).splitlines()
    read = [number for number, line in enumerate(lines, 1) if field and re.search(rf"\.{field[1]}\b", line)]
    return f"{code.co_filename}, line {read[0] if read else code.co_firstlineno}, in "
