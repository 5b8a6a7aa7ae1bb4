"""Symmetry: players that are equal by the rules win equally often."""

import polars as pl
import pytest

from starbalance.simulator.runs.run import run
from tests.symmetry import differences

GAMES = 1500


@pytest.mark.nightly
def test_symmetric_players_win_equally_often(game):
    """HOS-2.14, IAM-12.1: neither the number of a player nor the order of secret choices matters; turn order may.

    Each interval has 99.9 %, so a correct simulator fails with a probability of at most 0.3 % per game over all seeds.
    A game has a separate test if the number of a player is a place on the board (the factor).
    """
    result = run(game.address, setup=game.setups[0].name, games=GAMES, seed=22, strategies="sensible")
    if result.seats.group_by("player").agg(pl.col(game.factor).n_unique())[game.factor].max() == 1:
        pytest.skip("the board distinguishes the players")
    first, *others = sorted(result.seats["player"].cast(pl.String).unique())
    for pair, (mean, low, high) in differences(result, "player", [(first, other) for other in others]).items():
        assert low <= 0 <= high, (pair, mean)
        assert high - low < 0.2
