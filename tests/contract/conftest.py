"""Parametrisation: `game`, `setup` and `strategy` take all registered values and those of the example game.

A test with the marker `first_setup` takes the first setup of each game every day, and the others at night.
"""

import pytest

from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import strategy_names
from starbalance.simulator.games import find_game, games

GAMES = [*games().values(), find_game(TEMPLATE)]


def pytest_generate_tests(metafunc):
    requested = [name for name in ("game", "setup", "strategy") if name in metafunc.fixturenames]
    if "game" in requested:
        is_short = metafunc.definition.get_closest_marker("first_setup") is not None
        cases = [case for game in GAMES for case in _cases(game, requested, is_short)]
        metafunc.parametrize(requested, cases)


def _cases(game, requested, is_short):
    setups = [each.name for each in game.setups] if "setup" in requested else [()]
    strategies = strategy_names(game) if "strategy" in requested else [()]
    cases = [(game, *filter(None, (setup, strategy))) for setup in setups for strategy in strategies]
    return [
        pytest.param(
            *case,
            id="-".join([game.name, *case[1:]]),
            marks=[pytest.mark.nightly] if is_short and case[1] != setups[0] else [],
        )
        for case in cases
    ]
