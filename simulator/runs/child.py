"""Checks in a process of their own, which may hang or crash without harm: one sentence comes back."""

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


def sentence(module: str, content: Any, *, limit: float, plain: bool = False) -> str:
    """Call `main` of a module with some content in a new process and return the sentence that it reports.

    Args:
        module: The module whose `main(content)` ends with `report`.
        content: What `main` gets, pickled.
        limit: Seconds after which the process is stopped.
        plain: Whether kernels run as plain Python there.

    Returns:
        The complaint; an empty text if there is none.
    """
    program = f"import pickle, sys; sys.path[:], content = pickle.load(sys.stdin.buffer); from {module} import main"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"} if plain else None
    words = [sys.executable, "-c", f"{program}; main(pickle.loads(content))"]
    given = pickle.dumps((sys.path, pickle.dumps(content)))  # the content may need modules on the path
    try:
        done = subprocess.run(words, input=given, capture_output=True, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        return f"does not end its checked games within {limit:.0f} s"
    try:
        return json.loads(done.stdout.decode().splitlines()[-1])
    except (IndexError, ValueError):
        return f"ends the process that checks it (exit code {done.returncode})"


def reporter() -> Callable[[str], None]:
    """Return a function that reports a complaint to the process that waits for it, and ends this process.

    From here on, what the code under check prints goes to the standard error output.
    """
    out, sys.stdout = sys.stdout, sys.stderr

    def report(complaint: str) -> None:
        print(json.dumps(complaint), file=out, flush=True)
        os._exit(0)

    return report


def source_hash(*modules: ModuleType) -> str:
    """Return a hash of the sources of modules, so that a mark of a check ends when the check changes."""
    sources = (Path(str(module.__file__)).read_bytes() for module in modules)
    return hashlib.sha256(b"".join(sources)).hexdigest()[:12]


class Clock:
    """A watch on the calls of a thread: reports when one call takes too long."""

    def __init__(self, patience: float, late: Callable[[Any], None]):
        """Watch the calling thread.

        Args:
            patience: Seconds that one call may take.
            late: Gets the stack of the thread when a call takes longer.
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
    """Return the words for an action: its type and its numbers."""
    kinds = getattr(game.module("state"), "Kind", None)
    kind, *numbers = (int(options[place][name]) for name in ("kind", "a", "b", "c"))
    word = kinds(kind).name if kinds is not None and kind in list(kinds) else f"kind {kind}"
    return f"{word}, a {numbers[0]}, b {numbers[1]}, c {numbers[2]}"
