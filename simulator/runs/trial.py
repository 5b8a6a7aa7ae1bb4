"""Checked games of a game from outside the toolkit, in a process in which its rules are plain Python.

Half of the games are random, in the other half all seats play the game's base strategy. Steps and time are limited,
arrays refuse indices that do not exist, and everything is done twice, so that chance from other sources shows.
"""

import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.chance import choose
from starbalance.simulator.engine.contract import DECISION
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import BASE, UNIFORM, find_strategy, strategy_names
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import trial_source
from starbalance.simulator.runs.child import Clock, action_words, reporter
from starbalance.simulator.runs.fields import OutOfBounds, guard, guarded, part, paths
from starbalance.simulator.runs.trial_worlds import Fault, Worlds

GAMES = 12
SECONDS = 1.5  # after which the check ends, if a game of each kind is finished
STEPS = 10_000  # of `go_on` between two decisions
DECISIONS = 20_000  # of a game
TWICE = 200  # decisions of a game that are carried out on two copies of the state
TOLERANCE = 1e-9
_STRATEGY = "the strategy"


def main(content: tuple[str, bytes, np.dtype, float, float]) -> None:
    """Report the complaint, or an empty text, from the process that checks."""
    report = reporter()
    np.seterr(all="ignore")  # as compiled
    address, raw, dtype, patience, longest = content
    game = find_game(address)
    report(Trial(game, np.frombuffer(raw, dtype), patience=patience, longest=longest, report=report).run())


class Trial:
    """The checked games of one game under one set of rules."""

    def __init__(
        self,
        game: Game,
        rules: np.ndarray,
        *,
        patience: float,
        longest: float,
        report: Callable[[str], None] = print,
    ):
        """Prepare the check.

        Args:
            game: The game.
            rules: An array of one record of its rules.
            patience: Seconds that one call of a function of the game may take.
            longest: Seconds after which the check ends, even if no game of a kind is finished.
            report: Gets the sentence about a call that takes too long, from another thread.
        """
        self.game = game
        self.patience = patience
        self.longest = longest
        self.sent = rules
        self.where = ""
        self.verb = "setup"
        self.copies = 2
        self.began = time.monotonic()
        self.clock = Clock(patience, lambda frames: report(self._late(frames)))

    def run(self) -> str:
        """Return what is wrong; an empty text if nothing is."""
        try:
            self._prepare()
            return trial_source.complaint(self.game) or self._play()
        except BadInput:  # the process that waits finds it too when it loads the game
            return ""
        except Fault as error:
            return f"{self.verb} {error} ({self._verb_place}{self.where})"
        except SystemExit as error:
            return f"{self.verb} calls sys.exit ({self._placed(error)}{self.where})"
        except Exception as error:
            return f"{self.verb} {self._reason(error)} ({self._placed(error)}{self.where})"

    def _prepare(self) -> None:
        """Load the game with guarded records, and its rules and strategies."""
        loaded = tables.load(self.game).record
        self.rules = zeros(1, loaded.dtype)
        self.rules[0] = self.sent[0]
        self.fixed = self.rules.tobytes()
        self.verbs = self.game.verbs
        for dtype, name in ((self.verbs.state_dt, "state"), (self.rules.dtype, "rules"), (option_dt, "options")):
            guard(dtype, name)
        guard(self.verbs.outcome_dt, "outcome")
        self.states = zeros(2, self.verbs.state_dt)
        self.room = guarded(zeros(self.verbs.max_options, option_dt), "opts")
        self.seats = int(self.rules[0].seats)
        self.worlds = Worlds(self.game, self.rules[0], self.seats)
        found = [find_strategy(self.game, name) for name in strategy_names(self.game) if name != UNIFORM]
        self.strategies = {each.name: (each.score(self.game), each.weights) for each in found}

    def _play(self) -> str:
        for number in range(GAMES):
            self._game(number, np.random.default_rng(number))
            if self._is_late(number + 1):
                break
        self.where, self.verb = "", "redeal"
        self.worlds.end()
        return ""

    def _is_late(self, finished: int) -> bool:
        return time.monotonic() - self.began > (SECONDS if finished > 1 else self.longest)

    def _game(self, number: int, dice: np.random.Generator) -> None:
        """Play one game: random if its number is even, else by the base strategy."""
        self.copies = 2
        self.states[:] = zeros(1, self.states.dtype)
        self.states["key"] = 0, number
        self.where = f", in the set-up of game {number}"
        self._change("setup")
        self._go_on()
        for decision in range(DECISIONS):
            if self.states[0].over:
                return self._end()
            if self._is_late(number):
                return
            self.copies = 2 if decision < TWICE else 1
            self.where = f", in decision {decision} of game {number}"
            options = self._options()
            self._sample(number, options)
            chosen = self._chosen(options, dice) if number % 2 else int(dice.integers(len(options)))
            self._change("apply", options[chosen])
            self._go_on()
        self.verb, self.where = "the game", ""
        how = f"all seats play '{BASE}'" if number % 2 else "play is random"
        raise Fault(f"does not end: state.over is 0 after {DECISIONS:,} decisions in game {number}, in which {how}")

    def _go_on(self) -> None:
        """Continue to the next decision."""
        for _ in range(STEPS):
            if self.states[0].then == DECISION or self.states[0].over:
                return
            self._change("go_on")
        then = int(self.states[0].then)
        raise Fault(f"never comes to a decision: after {STEPS:,} steps state.then is {then}, not DECISION ({DECISION})")

    @contextmanager
    def _calling(self, verb: str) -> Iterator[None]:
        self.verb = verb
        self.clock.called = time.monotonic()
        yield
        self.clock.called = 0.0

    def _change(self, verb: str, *arguments: Any) -> None:
        """Call a function that changes the state on both copies of the state, which must stay equal."""
        with self._calling(verb):
            for state in self.states[: self.copies]:
                getattr(self.verbs, verb)(state, self.rules[0], *arguments)
        if self.rules.tobytes() != self.fixed:
            raise Fault("changes the rules: a number that changes in play belongs to the state")
        if self.copies > 1 and self.states[0].tobytes() != self.states[1].tobytes():
            raise Fault(f"gives two results for one position: {self._difference()}")

    def _difference(self) -> str:
        one, other = self.states
        path = next(each for each in paths(one.dtype) if part(one, each).tobytes() != part(other, each).tobytes())
        line = trial_source.other_chance(self.game)
        source = (
            f"; {line} draws from another source than chance.py" if line else "; chance.py is the only source of chance"
        )
        return f"state.{'.'.join(path)} differs{source}"

    def _options(self) -> np.ndarray:
        """Return the legal actions, which are distinct, of a seat that exists."""
        state = self.states[0]
        if not 0 <= state.actor < self.seats:
            raise Fault(f"leaves the decision to seat {state.actor}: state.actor must be from 0 to {self.seats - 1}")
        with self._calling("options"):
            count = self.verbs.options(state, self.rules[0], self.room)
        if not 0 < count <= len(self.room):
            raise Fault(f"lists {count} actions: a decision has from 1 to MAX_OPTIONS ({len(self.room)})")
        options = np.asarray(self.room[:count])
        listed = options.tolist()
        if len(set(listed)) < count:
            place = next(each for each in range(count) if listed[each] in listed[:each])
            raise Fault(f"lists one action twice: {action_words(self.game, options, place)}")
        self.states[1] = state
        return options

    def _chosen(self, options: np.ndarray, dice: np.random.Generator) -> int:
        """Return the choice of the base strategy; a random action if it leaves one without a score."""
        chosen = int(choose(self.states[0], self._scores(BASE, options), 0.0))
        self.states[1] = self.states[0]
        return chosen if chosen >= 0 else int(dice.integers(len(options)))

    def _scores(self, name: str, options: np.ndarray) -> np.ndarray:
        score, numbers = self.strategies[name]
        scores = np.full(len(options), np.nan)
        weights = guarded(np.array(list(numbers.values()), dtype=float), "weights")
        with self._calling(f"{_STRATEGY} '{name}'"):
            score(self.states[0], self.rules[0], options, weights, guarded(scores, "scores"))
        return scores

    def _sample(self, number: int, options: np.ndarray) -> None:
        """Check determinizations and all strategies in some positions."""
        if self.worlds.is_wanted(number, self.states[0]):
            for name in self.strategies:
                self._scores(name, options)
            self.states[0] = self.states[1]
            with self._calling("redeal"):
                self.worlds.look(self.states[0])
            self._describe(options)

    def _describe(self, options: np.ndarray) -> None:
        """Call the functions that describe a position."""
        state, rules, words = self.states[0], self.rules[0], self.game.module("state")
        for seat in range(self.seats):
            with self._calling("standing"):
                self.verbs.standing(state, rules, seat)
            with self._calling("level"):
                self.verbs.level(state, rules, seat)
            for asset in getattr(words, "Asset", ()):
                with self._calling("assets"):
                    self.verbs.assets(state, rules, seat, int(asset))
        for column in getattr(words, "Usage", ()):
            for option in options:
                with self._calling("uses"):
                    self.verbs.uses(state, rules, option, int(column), 0)

    def _end(self) -> None:
        """Check the shares of the win, in the state and in the outcome."""
        self._check_sum(self.states[0].credit[: self.seats], "state.credit")
        outcome = zeros(1, self.verbs.outcome_dt)[0]
        with self._calling("finish"):
            self.verbs.finish(self.states[0], self.rules[0], outcome)
        self._check_sum(outcome.seats["credit"][: self.seats], "the credits of the outcome")

    def _check_sum(self, credit: np.ndarray, name: str) -> None:
        if not abs(float(np.sum(credit)) - 1) <= TOLERANCE:
            raise Fault(f"ends the game with shares of the win ({name}) that sum to {np.sum(credit):g}, not to 1")

    def _reason(self, error: Exception) -> str:
        if isinstance(error, OutOfBounds):
            is_weight = str(error).startswith("weights[")
            return f"reads or writes {error}" + ("; a weight is missing in weights.toml" if is_weight else "")
        if isinstance(error, AttributeError) and "'Record' object" in str(error):
            name = error.name or str(error).split("'")[3]
            known = getattr(getattr(error.obj, "dtype", None), "names", None) or self._fields
            return f"reads or writes the field '{name}', which does not exist: {nearest(name, known).rstrip('.')}"
        first = (str(error).strip().splitlines() or ["no reason given"])[0].rstrip(".")
        if isinstance(error, AttributeError) and self.verb.startswith(_STRATEGY):
            name = first.split("'")[-2] if "'" in first else first
            known = self.strategies[BASE][1]
            return f"reads Weight.{name}, which weights.toml does not have: {nearest(name, known).rstrip('.')}"
        return f"raises {type(error).__name__}: {first}"

    @property
    def _fields(self) -> list[str]:
        dtypes = (self.verbs.state_dt, self.rules.dtype, option_dt, self.verbs.outcome_dt)
        return sorted({path[-1] for dtype in dtypes for path in paths(dtype)})

    @property
    def _verb_place(self) -> str:
        code = getattr(self.verbs, self.verb, self.verbs.apply).__code__
        return f"{code.co_filename}, line {trial_source.line_of(code)}"

    def _placed(self, error: BaseException) -> str:
        return self._last_place(traceback.extract_tb(error.__traceback__))

    def _last_place(self, frames: Any) -> str:
        """Return file and line of the last call in the game's folder, or else of the function of the game."""
        folder = str(self.game.folder)
        own = [f"{each.filename}, line {each.lineno}" for each in frames if Path(each.filename).is_relative_to(folder)]
        return own[-1] if own else self._verb_place

    def _late(self, frames: Any) -> str:
        return f"{self.verb} takes more than {self.patience:.0f} s ({self._last_place(frames)}{self.where})"
