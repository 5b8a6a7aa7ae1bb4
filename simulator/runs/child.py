"""Checks in a separate process, which may hang or crash without harm."""

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
from pathlib import Path
from types import ModuleType
from typing import Any

from starbalance.simulator.engine.game import Game


class NoReport(Exception):
    """A process that ended, or was stopped, before its report. The message is the reason."""


def sentence(module: str, content: Any, *, limit: float) -> str:
    """Return the sentence that `main` of a module reports, or a sentence about a process without a report.

    The arguments are those of `reported`.
    """
    try:
        return reported(module, content, limit=limit)
    except NoReport as error:
        return str(error)


def reported(module: str, content: Any, *, limit: float, plain: bool = False) -> Any:
    """Call `main` of a module in a new process, and return what it reports.

    Args:
        module: The name of the module. Its `main(content)` ends with `report`.
        content: The argument of `main`, which is pickled.
        limit: The time in seconds after which the process is stopped.
        plain: Whether game functions run as plain Python in the process. Default: false.

    Raises:
        NoReport: If the process takes too long, or ends without a report.
    """
    program = f"import pickle, sys; sys.path[:], content = pickle.load(sys.stdin.buffer); from {module} import main"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"} if plain else None
    words = [sys.executable, "-c", f"{program}; main(pickle.loads(content))"]
    message = pickle.dumps((sys.path, pickle.dumps(content)))  # the content may need modules on the path
    try:
        done = subprocess.run(words, input=message, capture_output=True, timeout=limit, env=environment)
        return json.loads(done.stdout.decode().splitlines()[-1])
    except subprocess.TimeoutExpired:
        raise NoReport(f"does not end its checked games within {limit:.0f} s") from None
    except (IndexError, ValueError):
        raise NoReport(f"ends the process that checks it (exit code {done.returncode})") from None


def reporter() -> Callable[[Any], None]:
    """Return a function that reports a sentence, or other JSON, to the waiting process, and ends this process.

    From now on, output of the code under check goes to the standard error output.
    """
    out, sys.stdout = sys.stdout, sys.stderr

    def report(content: Any) -> None:
        print(json.dumps(content), file=out, flush=True)
        os._exit(0)

    return report


def source_hash(*modules: ModuleType) -> str:
    """Return a hash of the sources of modules. Passed checks are repeated if the sources of the check change."""
    sources = (Path(str(module.__file__)).read_bytes() for module in modules)
    return hashlib.sha256(b"".join(sources)).hexdigest()[:12]


class Clock:
    """A timer for the calls of a thread, which reports a call that takes too long."""

    def __init__(self, patience: float, late: Callable[[Any], None]):
        """Start to watch the calling thread.

        Args:
            patience: The time in seconds that one call may take.
            late: Called with the stack of the thread if a call takes longer.
        """
        self.called = 0.0
        self._patience = patience
        self._late = late
        threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True).start()

    def _watch(self, thread: int) -> None:
        while True:
            time.sleep(0.2)
            called = self.called
            if called and time.monotonic() - called > self._patience:
                self._late(traceback.extract_stack(sys._current_frames()[thread]))


def action_words(game: Game, options: Any, place: int) -> str:
    """Return an action in words: its type and its numbers."""
    kinds = getattr(game.module("state"), "Kind", None)
    kind, *numbers = (int(options[place][name]) for name in ("kind", "a", "b", "c"))
    word = kinds(kind).name if kinds is not None and kind in list(kinds) else f"kind {kind}"
    return f"{word}, a {numbers[0]}, b {numbers[1]}, c {numbers[2]}"
