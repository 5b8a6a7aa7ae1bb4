"""The part of the randomness of a game that decides the winner, from games played twice with some random streams
shared.

The shares are Sobol indices (Mathematics and Computers in Simulation 55, 2001). They are defined for several credits at
once by Gamboa, Janon, Klein and Lagnoux (Electronic Journal of Statistics 8, 2014). The variance of the win is the sum
of the variances of the players' credits.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from starbalance.analyses.statistics.estimate import CONFIDENCE, unseen_error

_ROUNDING = 1e-9  # a standard error below which games do not vary


@dataclass(frozen=True)
class Part:
    """A share of the variance of the win, with its confidence interval. All three are NaN if the credits do not vary.

    Attributes:
        share: the share, 0 to 1
        low: the lower end of the interval
        high: the upper end of the interval
    """

    share: float
    low: float
    high: float


def alone(one: np.ndarray, two: np.ndarray, confidence: float = CONFIDENCE) -> Part:
    """Return the share of the variance of the win that one random stream explains by itself (the first-order index).

    This is the variance of the mean credit given the stream. It is estimated by the covariance of the two runs, which
    is unbiased.

    Args:
        one: The credits of the first run, shape (games, players).
        two: The credits of games that share only this random stream with the first run, shape (games, players).
        confidence: The confidence level of the interval. Default: 0.95.

    Returns:
        The share with its interval.

    >>> wins = np.tile([[1.0, 0.0], [0.0, 1.0]], (50, 1))
    >>> alone(wins, wins).share
    1.0
    """
    centred = [credit - credit.mean(axis=0) for credit in (one, two)]
    scale = len(one) / max(len(one) - 1, 1)
    return _share(scale * (centred[0] * centred[1]).sum(axis=1), one, two, confidence=confidence)


def in_all(one: np.ndarray, two: np.ndarray, confidence: float = CONFIDENCE) -> Part:
    """Return the share of the variance of the win that depends on one random stream in any way (the total index).

    This is the mean variance of the credit given all other streams. It is estimated by half the mean squared difference
    of the two runs, which is unbiased (Jansen, Computer Physics Communications 117, 1999).

    Args:
        one: The credits of the first run, shape (games, players).
        two: The credits of games that share every random stream except this one, shape (games, players).
        confidence: The confidence level of the interval. Default: 0.95.

    Returns:
        The share with its interval.

    >>> wins = np.tile([[1.0, 0.0], [0.0, 1.0]], (50, 1))
    >>> in_all(wins, wins).share
    0.0
    """
    return _share(((one - two) ** 2).sum(axis=1) / 2, one, two, confidence=confidence)


def _share(part: np.ndarray, one: np.ndarray, two: np.ndarray, *, confidence: float) -> Part:
    """Return the ratio of a part of the variance to the whole variance, with the interval of a ratio of means.

    An estimate below 0 or above 1 counts as 0 or 1. If all games are alike, the standard error is `unseen_error`.
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
    half = special.ndtri(0.5 + confidence / 2) * error
    return Part(float(share), float(max(share - half, 0.0)), float(min(share + half, 1.0)))
