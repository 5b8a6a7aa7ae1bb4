"""Corners with equal quadrants win equally often."""

import polars as pl
import pytest

from starbalance.simulator.runs.run import run
from tests.symmetry import differences

GAMES = 8000


@pytest.mark.nightly
def test_corners_with_equal_quadrants_win_equally_often():
    """ASE-22.1, ASE-22.13, I17: the best player must not depend on the numbers of the holes.

    Each interval has 99.9 %. It found that troops could only be placed in ascending order of the holes, which cost the
    last corner 4 points.
    """
    result = run(
        "ascending-empires", setup="four", variant="two_group_asteroids", games=GAMES, seed=22, strategies="sensible"
    )
    first, *others = sorted(result.seats["corner"].cast(pl.String).unique())
    for pair, (mean, low, high) in differences(result, "corner", [(first, other) for other in others]).items():
        assert low <= 0 <= high, (pair, mean)
        assert high - low < 0.06
