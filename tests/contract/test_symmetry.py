"""The self-test of question 1: what the symmetry of the board makes equal is equal."""

import pytest

from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.run import run

GAMES = 1500


def differences(variant, pairs):
    """Mean difference of credit between two homes, with an interval of 99.9 % (two-sided)."""
    result = run("4000-ad", setup="independents4", games=GAMES, seed=21, strategies="sensible", variant=variant)
    wide = result.seats.pivot(on="home", index="game", values="credit")
    return {pair: mean_interval((wide[pair[0]] - wide[pair[1]]).to_numpy(), 0.999) for pair in pairs}


@pytest.mark.parametrize(("variant", "pairs"), [
    (None, [("Algol", "Antares"), ("Regulus", "Pavo")]),
    ("shuffled_seating", [("Algol", "Antares"), ("Regulus", "Pavo"), ("Algol", "Regulus"), ("Antares", "Pavo")]),
])  # fmt: skip
def test_homes_that_the_board_makes_equal_win_equally(variant, pairs):
    """I-13: 6 intervals of 99.9 %: a right simulator fails with a chance of at most 0.6 % over all seeds."""
    for pair, (mean, low, high) in differences(variant, pairs).items():
        assert low <= 0 <= high, (pair, mean)
        assert high - low < 0.2


@pytest.mark.parametrize("game", ["handful-of-stars", "interstellar-ambitions"])
def test_players_that_nothing_tells_apart_win_equally(game):
    """HOS-2.14, IAM-12.1: neither the number of a player nor the order of secret choices counts; turn order may."""
    wide = run(game, setup="players4", games=GAMES, seed=22, strategies="sensible").seats.pivot(
        on="player", index="game", values="credit"
    )
    for player in ("1", "2", "3"):
        mean, low, high = mean_interval((wide["0"] - wide[player]).to_numpy(), 0.999)
        assert low <= 0 <= high, (player, mean)
        assert high - low < 0.2


def test_colours_with_home_worlds_that_are_alike_win_equally():
    """IAM-2.4: six intervals of 99.9 %; the order of play and the START technology do not go by colour."""
    result = run("interstellar-ambitions", setup="players4", games=GAMES, seed=23, strategies="sensible")
    table = rates(result, ["colour"], alpha=0.001)
    assert len(table) == 6
    assert (table["low"] <= 0.25).all() and (table["high"] >= 0.25).all(), table
    assert (table["high"] - table["low"] < 0.12).all()
