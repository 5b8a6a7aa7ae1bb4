"""Symmetry: players that are equal by the rules win equally often."""

import polars as pl
import pytest

from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.run import run

GAMES = 1500


@pytest.mark.nightly
def test_symmetric_players_win_equally_often(game):
    """HOS-2.14, IAM-12.1: neither the number of a player nor the order of secret choices matters; turn order may.

    Each interval has 99.9 %, so a correct simulator fails with a probability of at most 0.3 % per game over all seeds.
    A game has a separate test if the number of a player is a place on the board (the factor).
    """
    seats = run(game.address, setup=game.setups[0].name, games=GAMES, seed=22, strategies="sensible").seats
    if seats.group_by("player").agg(pl.col(game.factor).n_unique())[game.factor].max() == 1:
        pytest.skip("the board distinguishes the players")
    wide = seats.pivot(on="player", index="game", values="credit")
    first, *others = sorted(set(wide.columns) - {"game"})
    for player in others:
        mean, low, high = mean_interval((wide[first] - wide[player]).to_numpy(), 0.999)
        assert low <= 0 <= high, (player, mean)
        assert high - low < 0.2
