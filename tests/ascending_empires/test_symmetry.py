"""Corners with equal quadrants win equally often."""

import pytest

from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.run import run

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
    wide = result.seats.pivot(on="corner", index="game", values="credit")
    first, *others = sorted(set(wide.columns) - {"game"})
    for corner in others:
        mean, low, high = mean_interval((wide[first] - wide[corner]).to_numpy(), 0.999)
        assert low <= 0 <= high, (corner, mean)
        assert high - low < 0.06
