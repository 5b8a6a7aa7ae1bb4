"""The gain of one strategy over another, from games that were not used to choose either of them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, paired_difference, shares

_NAMES = ("base", "trained", "games")


@dataclass(frozen=True)
class Gain:
    """The win shares of a trained strategy and its base in the same games, and the difference.

    Attributes:
        games: Number of games.
        base: Win share of the base, (share, low, high).
        trained: Win share of the trained strategy, (share, low, high).
        gain: Difference of the shares, (value, low, high).
    """

    games: int
    base: tuple[float, float, float]
    trained: tuple[float, float, float]
    gain: tuple[float, float, float]

    @property
    def is_shown(self) -> bool:
        """Return whether the interval of the gain lies above 0.

        A training without a gain meets this condition with probability alpha / 2.
        """
        return self.gain[1] > 0

    @property
    def table(self) -> pd.DataFrame:
        """The rows base, trained and gain. Columns: strategy, share, low, high, games."""
        rows = [(name, *getattr(self, name), self.games) for name in ("base", "trained", "gain")]
        return pd.DataFrame(rows, columns=["strategy", "share", "low", "high", "games"])


def products(credits: np.ndarray) -> np.ndarray:
    """Return the sums, over all games, of products of the credits, the game weight and an indicator.

    Args:
        credits: Weighted credits of the base, of the trained strategy, and weights of the games, (3, games).

    Returns:
        A matrix with the shape (4, 4). The fourth row and column are 1 for games with a weight above 0.
    """
    rows = np.vstack([credits, credits[-1] > 0])
    return rows @ rows.T


def gain(found: np.ndarray, alpha: float = ALPHA) -> Gain:
    """Return the shares of the base and the trained strategy and their gain, from the summed products of all games.

    The intervals have the confidence level 1 - alpha and treat games as independent units.
    """
    count = found[3, 3]
    sums = ClusterSums(_NAMES, np.full((1, 3), count), found[None, 3, :3], found[None, :3, :3])
    base, trained = ((name, "games") for name in _NAMES[:2])
    one, two = (shares(sums, *each, confidence=1 - alpha) for each in (base, trained))
    difference = paired_difference(sums, base, trained, rows="games", flip=1.0, confidence=1 - alpha)
    return Gain(int(count), _ends(one), _ends(two), _ends(difference))


def share(credits: np.ndarray, alpha: float = ALPHA) -> tuple[float, float, float]:
    """Return (share, low, high), the win share of one strategy, from its credits and game weights, (2, games)."""
    return gain(products(credits[[0, 0, 1]]), alpha).trained


def _ends(found: Any) -> tuple[float, float, float]:
    return float(found.value[0]), float(found.low[0]), float(found.high[0])
