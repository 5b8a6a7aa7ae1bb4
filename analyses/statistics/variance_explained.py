"""The share of the variance of the win that a column of the seats explains, such as the strategy (skill against
randomness).
"""

import numpy as np
import polars as pl
from scipy import special

from starbalance.analyses.statistics.aggregate import added, seat_batches
from starbalance.analyses.statistics.estimate import CONFIDENCE, unseen_error
from starbalance.simulator.runs.result import Result

GROUPS = 100  # groups of games; the jackknife leaves out one group at a time
_NO_SPREAD = 1e-10  # share of the sum of squares below which a variance is rounding error


def eta_squared(result: Result, column: str = "strategy") -> tuple[float, float, float]:
    """Return the share of the variance of the credit over seats that a column of the seats explains.

    The share is eta squared of a one-way analysis of variance, corrected for its bias. See `eta_squared_of`.

    Args:
        result: A run.
        column: A column of the seats. Default: the strategy.

    Returns:
        share: the share, 0 to 1
        low: the lower end of its 95% interval
        high: the upper end
        All three are NaN if the column has one value, the run has one game, or the credit does not vary.

    Raises:
        BadInput: If the column does not exist.
    """
    sums = []
    for seats in seat_batches(result, [column]):
        cell = (pl.col(column).alias("level"), (pl.col("game") % GROUPS).alias("group"))
        values = (pl.lit(1).alias("rows"), pl.col("credit"), (pl.col("credit") ** 2).alias("squares"))
        sums.append(added(seats.select(*cell, *values).collect(), ["level", "group"]))
    cells = added(pl.concat(sums), ["level", "group"])
    rows, credit, squares = (_wide(cells, name) for name in ("rows", "credit", "squares"))
    if min(rows.shape) < 2 or _is_constant(rows.sum(), credit.sum(), squares.sum()):
        return np.nan, np.nan, np.nan
    share, low, high = eta_squared_of(rows, credit, squares)
    return float(share), float(low), float(high)


def _is_constant(rows: float, credit: float, squares: float) -> bool:
    """Return whether the credit is the same in all rows, up to rounding."""
    return bool(squares - credit**2 / rows <= _NO_SPREAD * squares)


def _wide(cells: pl.DataFrame, name: str) -> np.ndarray:
    """Return a column of the cells as an array of shape (groups, levels), 0 for missing cells."""
    wide = cells.pivot(on="level", index="group", values=name).sort("group").drop("group")
    return wide.fill_null(0).to_numpy().astype(float)


def eta_squared_of(
    rows: np.ndarray, credit: np.ndarray, squares: np.ndarray, *, confidence: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the variance between levels as a share of the whole variance, from sums per group of games and level.

    Groups of games are independent. Bias and variance come from the delete-a-group jackknife (Wolter, Introduction to
    Variance Estimation, 2nd edition, 2007, chapter 4).

    The interval treats the share as a multiple of a noncentral chi-squared variable. That variable has one degree of
    freedom less than there are levels. Its root is nearly normal with variance 1, so the interval is right near 0, too
    (Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 1995, section 29.8). If all groups are
    alike, as when one level always wins, the standard error is `unseen_error`.

    Args:
        rows: The number of seats, shape (..., groups, levels).
        credit: The sum of their credit, same shape.
        squares: The sum of their squared credit, same shape.
        confidence: The confidence level of the interval. Default: 0.95.

    Returns:
        share: the share, 0 to 1, shape (...)
        low: the lower end
        high: the upper end
    """
    groups, free = rows.shape[-2], rows.shape[-1] - 1
    sums = [each.sum(-2, keepdims=True) for each in (rows, credit, squares)]
    whole = _eta(*sums)[..., 0]
    without = _eta(*(total - each for total, each in zip(sums, (rows, credit, squares), strict=True)))
    share = np.clip(groups * whole - (groups - 1) * without.mean(-1), 0.0, 1.0)
    variance = (groups - 1) ** 2 / groups * without.var(-1, ddof=1)
    both = np.sqrt(4 * share**2 + 2 * free * variance) + 2 * share
    unit = np.where(both > 0, variance / np.where(both > 0, both, 1.0), 0.0)  # variance = 2 free unit^2 + 4 share unit
    root, reach = np.sqrt(whole), special.stdtrit(groups - 1, 0.5 + confidence / 2) * np.sqrt(unit)
    low = np.where(root > reach, (root - reach) ** 2 - (free - 1) * unit, 0.0)
    high = (root + reach) ** 2 - (free - 1) * unit
    unseen = special.stdtrit(groups - 1, 0.5 + confidence / 2) * unseen_error(share, groups)
    is_alike = variance <= _NO_SPREAD
    low, high = np.where(is_alike, share - unseen, low), np.where(is_alike, share + unseen, high)
    return share, np.clip(low, 0.0, share), np.clip(high, share, 1.0)


def _eta(rows: np.ndarray, credit: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return the sum of squares between levels (last axis) divided by the whole sum of squares; 0 if nothing varies."""
    count, total = rows.sum(-1), credit.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = np.where(rows > 0, credit**2 / rows, 0.0).sum(-1) - total**2 / count
        within = squares.sum(-1) - total**2 / count
        return np.where(within > 0, np.maximum(between / within, 0.0), 0.0)
