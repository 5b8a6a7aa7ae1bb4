"""Kernels are compiled once, before the tests start; a small run that many tests look at."""

import pytest
from hypothesis import settings

from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import compilation
from starbalance.simulator.runs.run import run
from tests.data import KUHN

settings.register_profile("patient", deadline=None)  # an example may wait for a compiler
settings.load_profile("patient")


def pytest_configure(config):
    """Compile what is missing in the process that hands out the tests, so that no two of them do it.

    A run in one process compiles what its tests need when they need it.
    """
    if not hasattr(config, "workerinput") and config.getoption("numprocesses", None):
        for game in (*games().values(), find_game(TEMPLATE), find_game(KUHN)):
            strategies = compilation.all_strategies(game)
            if not compilation.is_compiled(game, strategies):
                compilation.compile_game(game, strategies, print)


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """300 games of four independents on disk, few of them truncated."""
    out = tmp_path_factory.mktemp("runs") / "small"
    rules = {"switches.max_rounds": 120}
    return run("4000-ad", players=4, games=300, seed=5, strategies="pool", set=rules, jobs=2, out=out)
