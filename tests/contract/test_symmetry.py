"""What the rules make equal is equal: players that nothing tells apart win equally."""

import polars as pl
import pytest

from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.run import run

GAMES = 1500


def test_players_that_nothing_tells_apart_win_equally(game):
    """HOS-2.14, IAM-12.1: neither the number of a player nor the order of secret choices counts; turn order may.

    Each interval has 99.9 %: a right simulator fails with a chance of at most 0.3 % a game over all seeds. Where the
    number of a player is their place on the board (the factor), the game has a test of its own.
    """
    seats = run(game.address, setup=game.setups[0].name, games=GAMES, seed=22, strategies="sensible").seats
    if seats.group_by("player").agg(pl.col(game.factor).n_unique())[game.factor].max() == 1:
        pytest.skip("the board tells the players apart")
    wide = seats.pivot(on="player", index="game", values="credit")
    first, *others = sorted(set(wide.columns) - {"game"})
    for player in others:
        mean, low, high = mean_interval((wide[first] - wide[player]).to_numpy(), 0.999)
        assert low <= 0 <= high, (player, mean)
        assert high - low < 0.2
