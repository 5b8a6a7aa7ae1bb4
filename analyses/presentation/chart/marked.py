"""Charts of the win shares of those who have, use or do something, against those of the others."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.grid import grid, in_percent
from starbalance.analyses.presentation.chart.interval import dots
from starbalance.analyses.presentation.wording import is_significant


def marked(table: pd.DataFrame, names: Sequence[str], title: str) -> Figure:
    """Differences in win share with 95 % intervals (difference, low, high), of a table of flags, occurrences or usage.

    names: the columns that name a row. Two of them make a grid, else there is a line a row, the largest first.
    """
    points = in_percent(table, names, ("difference", "low", "high"))
    if len(names) == 2:
        label = "points of win share more than the others (bold: the interval leaves out 0)"
        return grid(points.assign(significant=is_significant), names, label, title=title)
    ranked = points.sort_values("value", ascending=False).assign(quantity="difference, percentage points")
    return dots(ranked, names, "value", title=title)
