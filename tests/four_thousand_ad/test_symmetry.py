"""Homes that are equal by the symmetry of the board have equal results."""

import pytest

from starbalance.simulator.runs.run import run
from tests.symmetry import differences

GAMES = 1500


@pytest.mark.parametrize(("variant", "pairs"), [
    (None, [("Algol", "Antares"), ("Regulus", "Pavo")]),
    ("shuffled_seating", [("Algol", "Antares"), ("Regulus", "Pavo"), ("Algol", "Regulus"), ("Antares", "Pavo")]),
])  # fmt: skip
def test_homes_that_are_equal_by_symmetry_win_equally(variant, pairs):
    """I-13: Six intervals of 99.9%: a correct simulator fails with probability at most 0.6% over all seeds."""
    result = run("4000-ad", setup="independents4", games=GAMES, seed=21, strategies="sensible", variant=variant)
    for pair, (mean, low, high) in differences(result, "home", pairs).items():
        assert low <= 0 <= high, (pair, mean)
        assert high - low < 0.2
