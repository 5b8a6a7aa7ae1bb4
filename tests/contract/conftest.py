"""Parametrisation: `game`, `setup` and `strategy` take all registered values and those of the example game."""

from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import strategy_names
from starbalance.simulator.games import find_game, games

GAMES = [*games().values(), find_game(TEMPLATE)]


def pytest_generate_tests(metafunc):
    requested = [name for name in ("game", "setup", "strategy") if name in metafunc.fixturenames]
    if "game" in requested:
        cases = [case for game in GAMES for case in _cases(game, requested)]
        metafunc.parametrize(requested, cases, ids=["-".join([case[0].name, *case[1:]]) for case in cases])


def _cases(game, requested):
    setups = [each.name for each in game.setups] if "setup" in requested else [()]
    strategies = strategy_names(game) if "strategy" in requested else [()]
    return [(game, *filter(None, (setup, strategy))) for setup in setups for strategy in strategies]
