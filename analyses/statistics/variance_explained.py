"""Skill against luck: how much of who wins is explained by the strategy of a seat."""

import numpy as np
import polars as pl
from scipy import stats

from starbalance.analyses.statistics.aggregate import added, seat_batches
from starbalance.analyses.statistics.estimate import LEVEL, unseen_error
from starbalance.simulator.runs.result import Result

GROUPS = 100  # of games, each left out in turn
_NO_SPREAD = 1e-10  # part of the sum of squares below which a variance is rounding


def eta_squared(result: Result, column: str = "strategy") -> tuple[float, float, float]:
    """Return (share, low, high) of the variance of credit over seats that a column of the seats explains.

    Eta squared of a one-way analysis of variance, less its bias, with the interval of eta_squared_of. NaN if the column
    has one value, the run one game, or the credit does not vary. Raises BadInput for a column that does not exist.
    """
    found = []
    for seats in seat_batches(result, [column]):
        cell = (pl.col(column).alias("level"), (pl.col("game") % GROUPS).alias("group"))
        values = (pl.lit(1).alias("rows"), pl.col("credit"), (pl.col("credit") ** 2).alias("squares"))
        found.append(added(seats.select(*cell, *values).collect(), ["level", "group"]))
    cells = added(pl.concat(found), ["level", "group"])
    rows, credit, squares = (_wide(cells, name) for name in ("rows", "credit", "squares"))
    if min(rows.shape) < 2 or _is_constant(rows.sum(), credit.sum(), squares.sum()):
        return np.nan, np.nan, np.nan
    share, low, high = eta_squared_of(rows, credit, squares)
    return float(share), float(low), float(high)


def _is_constant(rows: float, credit: float, squares: float) -> bool:
    """Return whether the credit of all rows is the same but for rounding."""
    return bool(squares - credit**2 / rows <= _NO_SPREAD * squares)


def _wide(cells: pl.DataFrame, name: str) -> np.ndarray:
    """(groups, levels) of a column."""
    wide = cells.pivot(on="level", index="group", values=name).sort("group").drop("group")
    return wide.fill_null(0).to_numpy().astype(float)


def eta_squared_of(
    rows: np.ndarray, credit: np.ndarray, squares: np.ndarray, *, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(share, low, high): the variance between levels over the whole variance, from sums (..., groups, levels).

    Groups of games are independent. Bias and variance by the delete-a-group jackknife (Wolter, Introduction to Variance
    Estimation, 2nd edition, 2007, chapter 4). The interval takes the share for a multiple of a noncentral chi-squared
    of that variance, with one degree of freedom less than levels, whose root is nearly normal with variance 1 (Johnson,
    Kotz and Balakrishnan, Continuous Univariate Distributions 2, 1995, section 29.8), so that it is right near 0, too.
    Groups that are all alike, as where a level always wins, have the standard error of `unseen_error`.
    """
    groups, free = rows.shape[-2], rows.shape[-1] - 1
    sums = [each.sum(-2, keepdims=True) for each in (rows, credit, squares)]
    whole = _eta(*sums)[..., 0]
    without = _eta(*(total - each for total, each in zip(sums, (rows, credit, squares), strict=True)))
    share = np.clip(groups * whole - (groups - 1) * without.mean(-1), 0.0, 1.0)
    variance = (groups - 1) ** 2 / groups * without.var(-1, ddof=1)
    both = np.sqrt(4 * share**2 + 2 * free * variance) + 2 * share
    unit = np.where(both > 0, variance / np.where(both > 0, both, 1.0), 0.0)  # variance = 2 free unit^2 + 4 share unit
    root, reach = np.sqrt(whole), stats.t.ppf(0.5 + level / 2, groups - 1) * np.sqrt(unit)
    low = np.where(root > reach, (root - reach) ** 2 - (free - 1) * unit, 0.0)
    high = (root + reach) ** 2 - (free - 1) * unit
    unseen = stats.t.ppf(0.5 + level / 2, groups - 1) * unseen_error(share, groups)
    is_alike = variance <= _NO_SPREAD
    low, high = np.where(is_alike, share - unseen, low), np.where(is_alike, share + unseen, high)
    return share, np.clip(low, 0.0, share), np.clip(high, share, 1.0)


def _eta(rows: np.ndarray, credit: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Sum of squares between levels (the last axis) over the whole; 0 where nothing varies."""
    count, total = rows.sum(-1), credit.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = np.where(rows > 0, credit**2 / rows, 0.0).sum(-1) - total**2 / count
        within = squares.sum(-1) - total**2 / count
        return np.where(within > 0, np.maximum(between / within, 0.0), 0.0)
