"""Two games side by side: what the quality of each is, and by how much they differ."""

from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.quality import measure
from starbalance.simulator.runs.result import Result

_ENDS = ("value", "low", "high")


@marks_incomplete
def beside(result: Result, other: Any) -> pd.DataFrame:
    """The quality of a run beside that of a run of another game, in what can be said of both.

    Columns: quantity, value, low, high, other, other_low, other_high, difference (the first less the second),
    difference_low, difference_high, is_share. The runs share no games; the interval of a difference joins those of
    both (Zou and Donner, Statistics in Medicine 27, 2008). Quantities in a unit of one game alone are left out.
    """
    here, there = (measure(each).summary.dropna() for each in (result, other))
    table = here.merge(there.set_index("quantity").add_prefix("other_"), left_on="quantity", right_index=True)
    low, high = _joined(*(table[[f"{side}{end}" for end in _ENDS]].to_numpy().T for side in ("", "other_")))
    table = table.rename(columns={"other_value": "other"})
    table["difference"] = table["value"] - table["other"]
    table["difference_low"], table["difference_high"] = table["difference"] - low, table["difference"] + high
    return table.drop(columns="other_is_share")


def _joined(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far the interval of a difference reaches below and above it, from (value, low, high) of two runs."""
    (value, low, high), (other, other_low, other_high) = one, two
    return np.hypot(value - low, other_high - other), np.hypot(high - value, other - other_low)
