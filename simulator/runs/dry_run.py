"""The dry run: before a run, a user's strategy plays checked games as plain Python in a separate process.

The rules stay compiled. State and rules are read-only views that refuse fields and indices which do not exist. Each
call has a time limit. A violation is reported with file and line.
"""

import hashlib
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.cache import cache_folder
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs import child, fields, information_check, read_only_view
from starbalance.simulator.runs.agent import Agent
from starbalance.simulator.runs.child import Clock, action_words, reporter, sentence, source_hash
from starbalance.simulator.runs.chunk import received, send
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.read_only_view import Violation, watched

GAMES = 8
CALLS = 30  # fewest calls of the strategy
SECONDS = 4.0  # from the first call; after this time and CALLS calls the check ends
PATIENCE = 10.0  # seconds for one call
LIMIT = 120.0  # seconds for the whole process


def dry_run(plan: Plan, notify: Callable[[str], None]) -> None:
    """Check each user's strategy in some games, unless it has already passed under these rules.

    Args:
        plan: The strategies and the rules.
        notify: Prints a line with the name of the strategy, and one with the size of the check.

    Raises:
        BadInput: If a strategy writes to the state, leaves the bounds of an array, omits a score, raises, exits, does
            not end, or uses hidden information. The message has the reason, file and line.
    """
    for strategy in (replace(each, search=None) for each in plan.entered):
        if strategy.source is None or isinstance(strategy, Agent):
            continue
        passed = _pass(plan, strategy)
        if passed is None or not passed.exists():
            notify(f"Checking the strategy '{strategy.name}' in a few games (once, some seconds) ...")
            _check(replace(plan, strategies=(strategy,), lineup=(0,) * len(plan.lineup), pool=0), notify)
            if passed is not None:
                passed.parent.mkdir(parents=True, exist_ok=True)
                passed.touch()


def _check(plan: Plan, notify: Callable[[str], None]) -> None:
    """Raise BadInput if the one strategy of a plan fails a check.

    If it passes, print the size of the information check.
    """
    strategy = plan.strategies[0]
    _refuse(strategy, violation(plan))
    leaks = information_check.check(plan)
    _refuse(strategy, leaks.violation)
    notify(f"No information leak in '{strategy.name}': {leaks.summary}.")


def _pass(plan: Plan, strategy: Strategy) -> Path | None:
    """Return the file that marks a strategy as passed. `None` if compiled code is not kept."""
    folder = cache_folder(f"{plan.game.package}.moves")
    checks = source_hash(sys.modules[__name__], child, fields, information_check, read_only_view)
    content = repr((strategy.code_hash, strategy.weights, strategy.levels, plan.rules.tobytes(), checks))
    return None if folder is None else folder / f"checked-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def violation(plan: Plan) -> str:
    """Return the violation that a process finds in checked games of the one strategy of a plan. Empty if none."""
    return sentence(__name__, (send([(plan, 0, GAMES)]), PATIENCE), limit=LIMIT)


def _refuse(strategy: Strategy, violation: str) -> None:
    if violation:
        raise BadInput(f"The strategy '{strategy.name}' {violation}.")


def main(content: tuple[bytes, float]) -> None:
    """Report the violation, or an empty text, from the process that checks."""
    sent, patience = content
    report = reporter()
    ((plan, _, _),) = received(sent)
    report(_Rehearsal(plan, patience, report).play())


class _Rehearsal:
    """The checked games of one strategy at all seats."""

    def __init__(self, plan: Plan, patience: float, report: Callable[[str], None]):
        self.plan = plan
        self.patience = patience
        self.function: Any = plan.strategies[0].source
        self.score: Any = watched(self.function, plan.game.package, getattr(plan.game.module("state"), "SCRATCH", ()))
        self.game = 0
        self.began = 0.0
        self.calls = 0
        late = f"takes more than {patience:.0f} s for one decision"
        self.clock = Clock(patience, lambda frames: report(self._at(late, frames)))

    def play(self) -> str:
        """Play the games and return the violation. Empty if there is none."""
        rules = zeros(1, self.plan.rules.dtype)
        rules[0] = self.plan.rules
        weights = list(self.plan.strategies[0].weights.values())
        table = play.Table.of([(self._call, weights, self.plan.strategies[0].temperature)])
        try:
            for self.game in range(GAMES):
                lineup = np.zeros(SEATS, np.int64)
                for _ in play.steps(self.plan.game, rules[0], table, lineup, seed=self.plan.seed, number=self.game):
                    if self.calls >= CALLS and time.monotonic() - self.began > SECONDS:
                        return ""
        except Violation as error:
            return self._placed(str(error), error.__traceback__)
        except fields.OutOfBounds as error:
            return self._placed(f"reads or writes {error}", error.__traceback__)
        except SystemExit as error:
            return self._placed("calls sys.exit", error.__traceback__)
        except Exception as error:
            reason = str(error).strip().splitlines() or ["no reason"]
            return self._placed(f"raises {type(error).__name__}: {reason[0]}", error.__traceback__)
        return ""

    def _call(self, *records: Any) -> None:
        self.clock.called = time.monotonic()
        self.began = self.began or self.clock.called
        self.calls += 1
        self.score(*records)
        self.clock.called = 0.0
        _, _, options, _, scores = records
        never = np.isneginf(scores)
        for place in np.flatnonzero(~np.isfinite(scores) & ~never | never.all()):
            action = action_words(self.plan.game, options, int(place))
            raise Violation(f"leaves option {place} of {len(options)} ({action}) with the score {scores[place]}")

    def _placed(self, violation: str, trace: Any) -> str:
        return self._at(violation, traceback.extract_tb(trace))

    def _at(self, violation: str, frames: Any) -> str:
        """Return a violation with the last line in the user's file that led to it."""
        code = self.function.__code__
        own = [each.lineno for each in frames if each.filename == code.co_filename] or [code.co_firstlineno]
        where = f"game {self.game} of seed {self.plan.seed}"
        return f"{violation} ({code.co_filename}, line {own[-1]}, in {where})"
