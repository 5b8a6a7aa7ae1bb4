"""Checked games of an external game, in a process in which its rules are plain Python.

Half of the games are random. In the other half all seats play the base strategy of the game. Steps and time are
limited, and arrays refuse indices out of bounds. Everything is done twice, so that randomness from other sources shows.

A fault in a game function that plays ends the check. A strategy, `redeal`, or a function that describes a position or
writes about it is left out after its first fault, and the games continue.
"""

import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
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
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import trial_source
from starbalance.simulator.runs.child import Clock, action_words, reporter
from starbalance.simulator.runs.fields import NotWhole, OutOfBounds, guard, guarded, part, paths
from starbalance.simulator.runs.finding import COLUMNS, FUNCTIONS, PLAY, REDEAL, STRATEGIES, TEXTS, Finding
from starbalance.simulator.runs.frame import frames
from starbalance.simulator.runs.trial_texts import MODULE, Texts
from starbalance.simulator.runs.trial_worlds import Fault, Worlds

GAMES = 12  # default: the largest number of games
SECONDS = 1.5  # default: seconds after which the check ends, if a game of each kind is finished
STEPS = 10_000  # largest number of calls of `proceed` between two decisions
DECISIONS = 20_000  # largest number of decisions in a game
TWICE = 200  # decisions of a game that are repeated on a second copy of the state
TOLERANCE = 1e-9
_STRATEGY = "the strategy"
# what the author of a game calls its parts: a game in one file has arguments and functions for them
WORDS = {"most": "MAX_OPTIONS", "weights": "weights.toml", "standing": "standing"}
ONE_FILE_WORDS = {"most": "most_options", "weights": "`strategies`", "standing": "result"}


def main(content: tuple[str, bytes, np.dtype, dict[str, Any]]) -> None:
    """Report the findings and the size of the check, from the process that checks."""
    report = reporter()
    np.seterr(all="ignore")  # as compiled
    address, raw, dtype, limits = content
    check = Trial(find_game(address), np.frombuffer(raw, dtype), report=report, **limits)
    report((check.run(), check.size))


class Trial:
    """The checked games of one external game under one set of rules."""

    def __init__(
        self,
        game: Game,
        rules: np.ndarray,
        *,
        patience: float,
        longest: float,
        games: int = GAMES,
        seconds: float = SECONDS,
        told: str = "",
        report: Callable[[Any], None] = print,
    ):
        """Prepare the check.

        Args:
            game: The game.
            rules: An array with its rules record.
            patience: The time in seconds that one call of a game function may take.
            longest: The time in seconds after which the check ends, even if no game of a kind is finished.
            games: The largest number of games.
            seconds: The time in seconds after which the check ends, if a game of each kind is finished.
            told: The setup of the rules, if the texts of the game are checked, too. Default: they are not.
            report: Called from another thread with the findings and the size, if a call takes too long.
        """
        self.game = game
        self.patience = patience
        self.longest = longest
        self.games = games
        self.seconds = seconds
        self.told = told
        self.texts: Texts | None = None
        self.told_rules: tables.Rules | None = None
        self.sent = rules
        self.findings: list[Finding] = []
        self.skipped: set[str] = set()
        self.size = {"games": 0, "decisions": 0, "redeals": 0, "texts": 0}
        self.truncated = [0, 0]  # finished games of the base strategy, and how many of them the round limit ended
        self.where = ""
        self.called = "setup"
        self.words: Mapping[str, str] = WORDS
        self.copies = 2
        self.began = time.monotonic()
        self.clock = Clock(patience, lambda frames: report((self._with_late(frames), self.size)))

    def run(self) -> list[Finding]:
        """Play the games and return the findings. Empty if there are none."""
        try:
            self._prepare()
            self.findings = list(trial_source.findings(self.game))
            if not self.findings:
                self._play()
        except BadInput as error:  # the rules or a function are missing
            self.findings.append(Finding(FUNCTIONS, str(error).removeprefix(f"{self.game.title}: ").rstrip(".")))
        except (Exception, SystemExit) as error:
            self._note(PLAY, error)
        return self.findings

    def _note(self, check: str, error: BaseException) -> None:
        """Add a finding about the game function that was called last."""
        if isinstance(error, Fault):
            place = error.place or self._called_place
            self.findings.append(Finding(check, f"{self.called} {error}", place, self.where))
        else:
            what = f"{self.words.get(self.called, self.called)} {self._reason(error)}"
            self.findings.append(Finding(check, what, self._placed(error), self.where))

    def _attempt(self, check: str, called: str, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function without which games can continue. After its first fault it is not called again."""
        if called in self.skipped:
            return
        try:
            with self._calling(called):
                function(*arguments)
        except (Exception, SystemExit) as error:
            self._note(check, error)
            self.skipped.add(called)

    def _prepare(self) -> None:
        """Load the game with guarded records, and its rules and strategies."""
        loaded = tables.load(self.game).record
        self.rules = zeros(1, loaded.dtype)
        self.rules[0] = self.sent[0]
        self.fixed = self.rules.tobytes()
        self.kernels = self.game.kernels
        self.words = ONE_FILE_WORDS if trial_source.is_derived(self.kernels.apply) else WORDS
        for dtype, name in ((self.kernels.state_dt, "state"), (self.rules.dtype, "rules"), (option_dt, "options")):
            guard(dtype, name)
        guard(self.kernels.outcome_dt, "outcome")
        self.states = zeros(2, self.kernels.state_dt)
        self.room = guarded(zeros(self.kernels.max_options, option_dt), "opts")
        self.seats = int(self.rules[0].seats)
        self.worlds = Worlds(self.game, self.rules[0], self.seats)
        strategies = [find_strategy(self.game, name) for name in strategy_names(self.game) if name != UNIFORM]
        self.strategies = {each.name: (each.score(self.game), each.weights) for each in strategies}

    def _play(self) -> None:
        self.findings += trial_source.open_shuffle(self.game)
        if self.told:
            self.told_rules = replace(tables.load(self.game, self.told), record=self.rules[0])
            if self.game.has_module(MODULE):
                self._attempt(TEXTS, "Narrator", self._meet_narrator, self.told_rules)
        for number in range(self.games):
            self._game(number, np.random.default_rng(number))
            if self._is_late(number + 1):
                break
        self.where = ""
        self._attempt(REDEAL, "redeal", self.worlds.end)
        self._note_length()

    def _meet_narrator(self, rules: tables.Rules) -> None:
        self.texts = Texts(self.game, rules)

    def _note_length(self) -> None:
        """Add a note if no game has ended, or if all games of the base strategy end at the round limit."""
        games, truncated = self.truncated
        if not self.size["games"]:
            what = (
                f"no game ends within {self.longest:.0f} s of plain Python, after {self.size['decisions']:,} "
                "decisions: the games are long, or a rule does not end"
            )
            self.findings.append(Finding(PLAY, what, self._place_of(self.kernels.apply), is_fault=False))
        elif games and truncated == games:
            what = (
                f"the round limit ends every game ({games} of {games}) in which all seats play '{BASE}': the strategy "
                "does not finish, or the limit is too low"
            )
            self.findings.append(Finding(STRATEGIES, what, self._place_of(self.strategies[BASE][0]), is_fault=False))

    def _is_late(self, finished: int) -> bool:
        return time.monotonic() - self.began > (self.seconds if finished > 1 else self.longest)

    def _game(self, number: int, dice: np.random.Generator) -> None:
        """Play one game: at random if its number is even, else with the base strategy. Raise Fault for a violation."""
        self.copies = 2
        self.states[:] = zeros(1, self.states.dtype)
        self.states["key"] = 0, number
        self.where = f", in the setup of game {number}"
        self._change("setup")
        self.worlds.check_cards(self.states[0])
        self._go_on()
        self._tell("opening", [BASE] * self.seats)
        for decision in range(DECISIONS):
            if self.states[0].over:
                return self._end(number)
            if self._is_late(number):
                return
            self.copies = 2 if decision < TWICE else 1
            self.where = f", in decision {decision} of game {number}"
            options = self._options()
            self._sample(number, options)
            self.size["decisions"] += 1
            chosen = self._chosen(options, dice) if number % 2 else int(dice.integers(len(options)))
            self._change("apply", options[chosen])
            self.worlds.check_cards(self.states[0])
            self._go_on()
        self.called, self.where = "the game", ""
        how = f"all seats play '{BASE}'" if number % 2 else "play is random"
        raise Fault(f"does not end: state.over is 0 after {DECISIONS:,} decisions in game {number}, in which {how}")

    def _go_on(self) -> None:
        """Proceed to the next decision or the end of the game. Raise Fault after too many steps without one."""
        for _ in range(STEPS):
            if self.states[0].pending_step == DECISION or self.states[0].over:
                return
            self._change("proceed")
        pending_step = int(self.states[0].pending_step)
        raise Fault(
            f"never reaches a decision or the end of the game: after {STEPS:,} steps state.pending_step is "
            f"{pending_step}, not DECISION ({DECISION}), and state.over is 0"
        )

    @contextmanager
    def _calling(self, called: str) -> Iterator[None]:
        self.called = called
        self.clock.called = time.monotonic()
        try:
            yield
        finally:
            self.clock.called = 0.0

    def _change(self, called: str, *arguments: Any) -> None:
        """Call a game function on both copies of the state. Raise Fault if they differ then, or if the rules change."""
        with self._calling(called):
            for state in self.states[: self.copies]:
                getattr(self.kernels, called)(state, self.rules[0], *arguments)
        if self.rules.tobytes() != self.fixed:
            raise Fault("changes the rules: a number that changes in play belongs to the state")
        if self.copies > 1 and self.states[0].tobytes() != self.states[1].tobytes():
            raise Fault(f"gives two results for one position: {self._difference()}")

    def _difference(self) -> str:
        one, other = self.states
        path = next(each for each in paths(one.dtype) if part(one, each).tobytes() != part(other, each).tobytes())
        return f"state.{'.'.join(path)} differs; {trial_source.ONLY_CHANCE}"

    def _options(self) -> np.ndarray:
        """Return the legal actions. Raise Fault if they or the acting seat are invalid."""
        state = self.states[0]
        if not 0 <= state.actor < self.seats:
            raise Fault(f"leaves the decision to seat {state.actor}: state.actor must be from 0 to {self.seats - 1}")
        with self._calling("options"):
            count = self.kernels.options(state, self.rules[0], self.room)
        if not 0 < count <= len(self.room):
            raise Fault(
                f"lists {count} actions: a decision must have from 1 to {self.words['most']} ({len(self.room)})"
            )
        options = np.asarray(self.room[:count])
        listed = options.tolist()
        if len(set(listed)) < count:
            place = next(each for each in range(count) if listed[each] in listed[:each])
            raise Fault(f"lists one action twice: {action_words(self.game, options, place)}")
        self.states[1] = state
        return options

    def _chosen(self, options: np.ndarray, dice: np.random.Generator) -> int:
        """Return the index of the base strategy's choice, or of a random action if an action has no score."""
        chosen = int(choose(self.states[0], self._scores(BASE, options), 0.0))
        self.states[1] = self.states[0]
        return chosen if chosen >= 0 else int(dice.integers(len(options)))

    def _scores(self, name: str, options: np.ndarray) -> np.ndarray:
        """Return the scores of a strategy. They are NaN if the strategy has a fault."""
        score, numbers = self.strategies[name]
        scores = np.full(len(options), np.nan)
        weights = guarded(np.array(list(numbers.values()), dtype=float), "weights")
        records = self.states[0], self.rules[0], options, weights, guarded(scores, "scores")
        self._attempt(STRATEGIES, f"{_STRATEGY} '{name}'", self._score, score, records)
        return scores

    def _score(self, score: Any, records: tuple[Any, ...]) -> None:
        """Call a strategy. Raise Fault if it leaves an action without a score."""
        score(*records)
        options, _, scores = records[2:]
        missing = np.flatnonzero(np.isnan(np.asarray(scores)))
        if len(missing):
            words = action_words(self.game, options, int(missing[0]))
            raise Fault(f"gives no score to an action, or NaN: {words}", self._place_of(score))

    def _sample(self, number: int, options: np.ndarray) -> None:
        """Call all strategies and check determinizations in a position that is sampled."""
        if self.worlds.is_wanted(number, self.states[0]):
            for name in self.strategies:
                self._scores(name, options)
            self.states[0] = self.states[1]
            self._attempt(REDEAL, "redeal", self.worlds.look, self.states[0])
            self.size["redeals"] = self.worlds.pairs
            self._describe(options)
            self._tell("table")
            self._tell("decision", options)

    def _tell(self, method: str, *arguments: Any) -> None:
        """Call a method of the narrator, if the texts are checked. For `decision` call it for each action."""
        if self.texts is not None:
            write = self.texts.write_options if method == "decision" else partial(self.texts.write, method)
            self._attempt(TEXTS, f"Narrator.{method}", write, self.states[0], *arguments)
            self.size["texts"] = self.texts.count

    def _describe(self, options: np.ndarray) -> None:
        """Call the game functions that describe a position, so that their faults are raised."""
        state, rules, words = self.states[0], self.rules[0], self.game.module("state")
        for seat in range(self.seats):
            self._attempt(FUNCTIONS, "standing", self.kernels.standing, state, rules, seat)
            self._attempt(FUNCTIONS, "level", self.kernels.level, state, rules, seat)
            for asset in getattr(words, "Asset", ()):
                self._attempt(FUNCTIONS, "assets", self.kernels.assets, state, rules, seat, int(asset))
        for column in getattr(words, "Usage", ()):
            for option in options:
                self._attempt(FUNCTIONS, "uses", self.kernels.uses, state, rules, option, int(column), 0)

    def _end(self, number: int) -> None:
        """Count a finished game. Raise Fault for shares of the win that do not sum to 1, or payoffs without a value."""
        credit = self.states[0].credit[: self.seats]
        if not self.game.has_payoffs:
            self._check_sum(credit, "state.credit")
        elif not np.isfinite(credit).all():
            seat = int(np.flatnonzero(~np.isfinite(credit))[0])
            raise Fault(f"ends the game with the payoff {credit[seat]:g} of seat {seat}, which is not a finite number")
        outcomes = zeros(1, self.kernels.outcome_dt)
        outcome = outcomes[0]
        with self._calling("finish"):
            self.kernels.finish(self.states[0], self.rules[0], outcome)
        self._check_sum(outcome.seats["credit"][: self.seats], "the credits of the outcome")
        self._check_places(outcome.seats[: self.seats])
        if self.told_rules is not None:
            self._attempt(COLUMNS, "finish", self._check_words, self.told_rules, outcomes)
        self._tell("ending")
        self.size["games"] += 1
        if number % 2 and f"{_STRATEGY} '{BASE}'" not in self.skipped:
            self.truncated[0] += 1
            self.truncated[1] += int(self.states[0].truncated)

    def _check_words(self, rules: tables.Rules, outcomes: np.ndarray) -> None:
        """Raise Fault if an outcome cannot become rows of a run, such as a value without a word."""
        try:
            frames(self.game, rules, [BASE], outcomes=outcomes)
        except BadInput as error:
            raise Fault(f"fills in what no run can store: {str(error).rstrip('.')}", self._place_of_words()) from None

    def _place_of_words(self) -> str:
        code = self.game.labels.__code__
        return f"{code.co_filename}, line {code.co_firstlineno}"

    def _check_sum(self, credit: np.ndarray, name: str) -> None:
        if not abs(float(np.sum(credit)) - 1) <= TOLERANCE:
            raise Fault(f"ends the game with shares of the win ({name}) that sum to {np.sum(credit):g}, not to 1")

    def _check_places(self, rows: np.ndarray) -> None:
        """Raise Fault unless the rows of an outcome have all places in the turn order and all players."""
        places, players = set(range(1, self.seats + 1)), set(self.rules[0].player[: self.seats].tolist())
        for name, wanted in (("seat", places), ("player", players)):
            found = set(rows[name].tolist())
            if found != wanted:
                numbers, others = (joined([str(each) for each in sorted(these)]) for these in (found, wanted))
                raise Fault(f"ends the game with row.{name} {numbers} in the rows of the outcome, not {others}")

    def _reason(self, error: BaseException) -> str:
        if isinstance(error, SystemExit):
            return "calls sys.exit"
        if isinstance(error, OutOfBounds):
            is_weight = str(error).startswith("weights[")
            missing = f"; a weight is missing in {self.words['weights']}" if is_weight else ""
            return f"reads or writes {error}{missing}"
        if isinstance(error, NotWhole):
            return f"writes {error}"
        if isinstance(error, AttributeError) and "'Record' object" in str(error):
            name = error.name or str(error).split("'")[3]
            known = getattr(getattr(error.obj, "dtype", None), "names", None) or self._fields
            return f"reads or writes the field '{name}', which does not exist: {nearest(name, known).rstrip('.')}"
        first = (str(error).strip().splitlines() or ["no reason given"])[0].rstrip(".")
        if isinstance(error, AttributeError) and self.called.startswith(_STRATEGY):
            name = first.split("'")[-2] if "'" in first else first
            known = self.strategies[BASE][1]
            source = self.words["weights"]
            return f"reads Weight.{name}, which {source} does not have: {nearest(name, known).rstrip('.')}"
        return f"raises {type(error).__name__}: {first}"

    @property
    def _fields(self) -> list[str]:
        dtypes = (self.kernels.state_dt, self.rules.dtype, option_dt, self.kernels.outcome_dt)
        return sorted({path[-1] for dtype in dtypes for path in paths(dtype)})

    @property
    def _called_place(self) -> str:
        return self._place_of(getattr(self.kernels, self.called, self.kernels.apply))

    def _place_of(self, function: Any) -> str:
        return trial_source.place_of(self.game, function)

    def _placed(self, error: BaseException) -> str:
        return self._last_place(traceback.extract_tb(error.__traceback__))

    def _last_place(self, frames: Any) -> str:
        """Return the file and line of the last call in the folder of the game, or else of the game function."""
        folder = str(self.game.folder)
        own = [f"{each.filename}, line {each.lineno}" for each in frames if Path(each.filename).is_relative_to(folder)]
        return own[-1] if own else self._called_place

    def _with_late(self, frames: Any) -> list[Finding]:
        """Return the findings, and last a call that takes too long."""
        what = f"{self.called} takes more than {self.patience:.0f} s"
        return [*self.findings, Finding(PLAY, what, self._last_place(frames), self.where)]
