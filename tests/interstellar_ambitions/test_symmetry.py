"""Colours with equal rules have equal results."""

from starbalance.analyses.questions.rates import rates
from starbalance.simulator.runs.run import run

GAMES = 1500


def test_colours_with_identical_home_worlds_win_equally():
    """IAM-2.4: Six intervals of 99.9%; the order of play and the START technology do not depend on the colour."""
    result = run("interstellar-ambitions", setup="players4", games=GAMES, seed=23, strategies="sensible")
    table = rates(result, ["colour"], alpha=0.001)
    assert len(table) == 6
    assert (table["low"] <= 0.25).all() and (table["high"] >= 0.25).all(), table
    assert (table["high"] - table["low"] < 0.12).all()
