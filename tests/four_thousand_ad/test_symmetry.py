"""Homes that are equal by the symmetry of the board have equal results."""

import pytest

from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.run import run

GAMES = 1500


def differences(variant, pairs):
    """Return the mean difference in share of the win between two homes, with a two-sided 99.9% interval."""
    result = run("4000-ad", setup="independents4", games=GAMES, seed=21, strategies="sensible", variant=variant)
    wide = result.seats.pivot(on="home", index="game", values="credit")
    return {pair: mean_interval((wide[pair[0]] - wide[pair[1]]).to_numpy(), 0.999) for pair in pairs}


@pytest.mark.parametrize(("variant", "pairs"), [
    (None, [("Algol", "Antares"), ("Regulus", "Pavo")]),
    ("shuffled_seating", [("Algol", "Antares"), ("Regulus", "Pavo"), ("Algol", "Regulus"), ("Antares", "Pavo")]),
])  # fmt: skip
def test_homes_that_are_equal_by_symmetry_win_equally(variant, pairs):
    """I-13: Six intervals of 99.9%: a correct simulator fails with probability at most 0.6% over all seeds."""
    for pair, (mean, low, high) in differences(variant, pairs).items():
        assert low <= 0 <= high, (pair, mean)
        assert high - low < 0.2
