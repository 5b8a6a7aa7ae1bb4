"""The largest effect of a change of the rules: its verdict agrees with the choice of its cell."""

import numpy as np
import pandas as pd
import pytest

from starbalance.analyses.questions.largest_change import largest


@pytest.mark.parametrize(("difference", "half", "cell", "verdict"), [
    ([0.015, 0.012], [0.004, 0.011], "two", "higher"),
    ([0.015, -0.012], [0.004, 0.011], "two", "lower"),
    ([0.015, 0.012], [0.004, 0.004], "one", "unchanged"),
    ([0.015, 0.012], [0.004, 0.020], "one", "unchanged"),
    ([0.001, 0.030], [0.001, 0.040], "two", "undecided"),
    ([0.050, np.nan], [0.010, np.nan], "one", "higher"),
])  # fmt: skip
def test_a_cell_that_is_higher_or_lower_comes_before_an_unchanged_cell(difference, half, cell, verdict):
    """A change whose interval lies within 2 points is unchanged, even if the interval excludes 0."""
    value, width = np.array(difference), np.array(half)
    table = pd.DataFrame({"race": ["one", "two"], "difference": value, "low": value - width, "high": value + width})
    row = largest(table, ["race"])
    assert (row["race"], row["verdict"]) == (cell, verdict)
    assert list(row) == ["race", "difference", "low", "high", "verdict"]


def test_cells_without_a_difference_have_no_largest_change():
    row = largest(pd.DataFrame({"race": ["one"], "difference": np.nan, "low": np.nan, "high": np.nan}), ["race"])
    assert row["race"] == "" and row["verdict"] == "undecided" and np.isnan(row["difference"])
