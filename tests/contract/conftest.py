"""A test that asks for `game`, `setup` or `strategy` is played for each that is registered, and for the miniature."""

from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.engine.strategy import strategy_names
from starbalance.simulator.games import find_game, games

GAMES = [*games().values(), find_game(TEMPLATE)]


def pytest_generate_tests(metafunc):
    asked = [name for name in ("game", "setup", "strategy") if name in metafunc.fixturenames]
    if "game" in asked:
        cases = [case for game in GAMES for case in _cases(game, asked)]
        metafunc.parametrize(asked, cases, ids=["-".join([case[0].name, *case[1:]]) for case in cases])


def _cases(game, asked):
    setups = [each.name for each in game.setups] if "setup" in asked else [()]
    strategies = strategy_names(game) if "strategy" in asked else [()]
    return [(game, *filter(None, (setup, strategy))) for setup in setups for strategy in strategies]
