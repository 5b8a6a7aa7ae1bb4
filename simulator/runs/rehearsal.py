"""Checked games: before a run, a strategy of the user's plays some as plain Python in a process of its own.

The rules are compiled as ever. State and rules are views that cannot be written to nor read where there is nothing;
each call has its time. What is wrong is told with file and line.
"""

import hashlib
import json
import os
import pickle
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from starbalance.simulator import play
from starbalance.simulator.errors import BadInput
from starbalance.simulator.kernel import SEATS, cache_folder, zeros
from starbalance.simulator.runs import honesty
from starbalance.simulator.runs.chunk import received, send
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.watch import Complaint, watched
from starbalance.simulator.strategy import Strategy

GAMES = 8
CALLS = 30  # at least, and
SECONDS = 4.0  # from the first call on, after which no further one is checked
PATIENCE = 10.0  # seconds for one call
LIMIT = 120.0  # seconds for the whole process


def rehearse(plan: Plan, tell: Callable[[str], None]) -> None:
    """Plays checked games with each strategy of the user's that has not passed them yet under these rules.

    Raises BadInput with file, line and reason where one writes to the state, leaves the bounds of an array, leaves an
    option without a finite score, raises, exits or does not end; and where its scores hang on what its seat cannot see.
    """
    for strategy in (replace(each, search=None) for each in plan.entered):
        if strategy.source is None:
            continue
        passed = _pass(plan, strategy)
        if passed is None or not passed.exists():
            tell(f"Checking the strategy '{strategy.name}' in a few games (once, some seconds) ...")
            alone = replace(plan, strategies=(strategy,), lineup=(0,) * len(plan.lineup), pool=0)
            _refuse(strategy, complaint(alone) or honesty.complaint(alone))
            if passed is not None:
                passed.parent.mkdir(parents=True, exist_ok=True)
                passed.touch()


def _pass(plan: Plan, strategy: Strategy) -> Path | None:
    """The file that says that a strategy has passed, beside the kernels of the game."""
    folder = cache_folder(f"{plan.game.package}.moves")
    content = repr((strategy.stamp, strategy.weights, strategy.levels, plan.rules.tobytes()))
    return None if folder is None else folder / f"checked-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def complaint(plan: Plan) -> str:
    """What a process that plays the checked games of the one strategy of a plan finds wrong; empty: nothing."""
    read = "import pickle, sys; sys.path[:], sent = pickle.load(sys.stdin.buffer)"
    program = f"{read}; from {__name__} import main; main(sent, {PATIENCE})"
    given = pickle.dumps((sys.path, send([(plan, 0, GAMES)])))
    try:
        done = subprocess.run([sys.executable, "-c", program], input=given, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"does not end its checked games within {LIMIT:.0f} s"
    try:
        return json.loads(done.stdout.decode().splitlines()[-1])
    except (IndexError, ValueError):
        return f"ends the process that checks it (exit code {done.returncode})"


def _refuse(strategy: Strategy, found: str) -> None:
    if found:
        raise BadInput(f"The strategy '{strategy.name}' {found}.")


def main(sent: bytes, patience: float) -> None:
    """The process: the complaint, or an empty text, as the last line of its output."""
    out, sys.stdout = sys.stdout, sys.stderr

    def report(complaint: str) -> None:
        print(json.dumps(complaint), file=out, flush=True)
        os._exit(0)

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
        self.called = self.began = 0.0
        self.calls = 0
        threading.Thread(target=self._watch_the_clock, args=(report, threading.get_ident()), daemon=True).start()

    def play(self) -> str:
        """What is wrong; empty: nothing."""
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
        except Complaint as error:
            return self._placed(str(error), error.__traceback__)
        except SystemExit as error:
            return self._placed("calls sys.exit", error.__traceback__)
        except Exception as error:
            reason = str(error).strip().splitlines() or ["no reason"]
            return self._placed(f"raises {type(error).__name__}: {reason[0]}", error.__traceback__)
        return ""

    def _call(self, *records: Any) -> None:
        self.called = time.monotonic()
        self.began = self.began or self.called
        self.calls += 1
        self.score(*records)
        self.called = 0.0
        _, _, options, _, scores = records
        never = np.isneginf(scores)
        for place in np.flatnonzero(~np.isfinite(scores) & ~never | never.all()):
            raise Complaint(f"leaves {self._option(options, int(place))} with the score {scores[place]}")

    def _option(self, options: Any, place: int) -> str:
        kinds = getattr(self.plan.game.module("state"), "Kind", None)
        kind, *numbers = (int(options[place][name]) for name in ("kind", "a", "b", "c"))
        word = kinds(kind).name if kinds is not None and kind in list(kinds) else f"kind {kind}"
        return f"option {place} of {len(options)} ({word}, a {numbers[0]}, b {numbers[1]}, c {numbers[2]})"

    def _watch_the_clock(self, report: Callable[[str], None], thread: int) -> None:
        """Ends the process when one call takes too long."""
        while True:
            time.sleep(0.2)
            called = self.called
            if called and time.monotonic() - called > self.patience:
                place = traceback.extract_stack(sys._current_frames()[thread])
                report(self._at(f"takes more than {self.patience:.0f} s for one decision", place))

    def _placed(self, complaint: str, trace: Any) -> str:
        return self._at(complaint, traceback.extract_tb(trace))

    def _at(self, complaint: str, frames: Any) -> str:
        """A complaint with the last place in the user's own file that led to it."""
        code = self.function.__code__
        own = [each.lineno for each in frames if each.filename == code.co_filename] or [code.co_firstlineno]
        where = f"game {self.game} of seed {self.plan.seed}"
        return f"{complaint} ({code.co_filename}, line {own[-1]}, in {where})"
