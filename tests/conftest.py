"""Configuration of the tests: kernels are compiled once before the start, and many tests share a small run."""

import sys
import threading

import pytest
from hypothesis import settings
from numba.core import event

from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import compilation
from starbalance.simulator.runs.run import run
from tests.data import KUHN

settings.register_profile("patient", deadline=None)  # an example may wait for a compiler
settings.load_profile("patient")


class _Untraced(event.Listener, threading.local):
    """Turns tracing off while Numba compiles: to follow the compiler takes half of the time that coverage costs."""

    depth = 0
    tracer = None

    def on_start(self, event):
        if self.depth == 0:
            self.tracer = sys.gettrace()
            sys.settrace(None)
        self.depth += 1

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            sys.settrace(self.tracer)


event.register("numba:compile", _Untraced())


def pytest_configure(config):
    """Compile missing kernels in the process that distributes the tests, so that workers do not compile twice.

    Tests in a single process compile on demand.
    """
    if not hasattr(config, "workerinput") and config.getoption("numprocesses", None):
        for game in (*games().values(), find_game(TEMPLATE), find_game(KUHN)):
            strategies = compilation.all_strategies(game)
            if not compilation.is_compiled(game, strategies):
                compilation.compile_game(game, strategies, print)


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """A run on disk of 300 games of four independents, few of them truncated."""
    out = tmp_path_factory.mktemp("runs") / "small"
    rules = {"switches.max_rounds": 120}
    return run("4000-ad", players=4, games=300, seed=5, strategies="pool", set=rules, jobs=2, out=out)
