"""What of the luck decides who wins: games played twice, with some of the luck kept and the rest drawn anew.

The shares are Sobol's indices (Mathematics and Computers in Simulation 55, 2001) of several credits at once, as
Gamboa, Janon, Klein and Lagnoux define them (Electronic Journal of Statistics 8, 2014): the variance of who wins is the
sum of those of the players.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from starbalance.analyses.statistics.estimate import LEVEL, unseen_error

_ROUNDING = 1e-9  # a standard error below which games do not vary


@dataclass(frozen=True)
class Part:
    """A share of the variance of who wins, with its interval. Not a number where nothing varies."""

    share: float
    low: float
    high: float


def alone(one: np.ndarray, two: np.ndarray, level: float = LEVEL) -> Part:
    """What a part of the luck decides by itself, whatever the rest: the variance of the mean credit, given the part.

    one, two (games, players): the credits of games that have this part in common and nothing else. The covariance of
    the two is unbiased.
    """
    centred = [credit - credit.mean(axis=0) for credit in (one, two)]
    scale = len(one) / max(len(one) - 1, 1)
    return _share(scale * (centred[0] * centred[1]).sum(axis=1), one, two, level=level)


def in_all(one: np.ndarray, two: np.ndarray, level: float = LEVEL) -> Part:
    """What a part of the luck decides in all, together with the rest too: the mean variance, given all the rest.

    one, two (games, players): the credits of games that have everything in common but this part. Half the mean square
    of their difference is unbiased (Jansen, Computer Physics Communications 117, 1999).
    """
    return _share(((one - two) ** 2).sum(axis=1) / 2, one, two, level=level)


def _share(part: np.ndarray, one: np.ndarray, two: np.ndarray, *, level: float) -> Part:
    """Return the mean of a part of the variance over that of the whole, with the interval of a ratio of means.

    An estimate below 0 or above 1 counts as 0 or 1. Games that are all alike have the standard error of `unseen_error`.
    """
    scale = len(one) / max(len(one) - 1, 1)
    whole = scale * sum(((credit - credit.mean(axis=0)) ** 2).sum(axis=1) for credit in (one, two)) / 2
    if whole.mean() == 0:
        return Part(np.nan, np.nan, np.nan)
    share = part.mean() / whole.mean()
    influence = (part - share * whole) / whole.mean()
    share = np.clip(share, 0.0, 1.0)
    error = influence.std() / np.sqrt(len(part))
    error = error if error > _ROUNDING else unseen_error(share, len(part))
    half = stats.norm.ppf(0.5 + level / 2) * error
    return Part(float(share), float(max(share - half, 0.0)), float(min(share + half, 1.0)))
