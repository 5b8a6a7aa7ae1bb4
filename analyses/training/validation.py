"""What a strategy gains over another, from games that neither was chosen by."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, paired_difference, shares

_NAMES = ("base", "trained", "games")


@dataclass(frozen=True)
class Gain:
    """The win shares of a strategy and of its base, each (share, low, high), and what it gains, in the same games."""

    games: int
    base: tuple[float, float, float]
    trained: tuple[float, float, float]
    gain: tuple[float, float, float]

    @property
    def is_shown(self) -> bool:
        """Whether the whole interval of the gain is above 0: by chance in alpha / 2 of the trainings that gain none."""
        return self.gain[1] > 0

    @property
    def table(self) -> pd.DataFrame:
        """A row each for the base, the trained strategy and their difference: share, low, high, games."""
        rows = [(name, *getattr(self, name), self.games) for name in ("base", "trained", "gain")]
        return pd.DataFrame(rows, columns=["strategy", "share", "low", "high", "games"])


def products(credits: np.ndarray) -> np.ndarray:
    """The sums of the products of (base's credit, trained one's, how much the game counts, 1), over games that do."""
    rows = np.vstack([credits, credits[-1] > 0])
    return rows @ rows.T


def gain(found: np.ndarray, alpha: float = ALPHA) -> Gain:
    """The gain by the summed products of all games; intervals of level 1 - alpha, the game being the unit."""
    count = found[3, 3]
    sums = ClusterSums(_NAMES, np.full((1, 3), count), found[None, 3, :3], found[None, :3, :3])
    base, trained = ((name, "games") for name in _NAMES[:2])
    one, two = (shares(sums, *each, level=1 - alpha) for each in (base, trained))
    more = paired_difference(sums, base, trained, rows="games", flip=1.0, level=1 - alpha)
    return Gain(int(count), _ends(one), _ends(two), _ends(more))


def share(credits: np.ndarray, alpha: float = ALPHA) -> tuple[float, float, float]:
    """(share, low, high) of one strategy by its credits and how much its games count (2, games)."""
    return gain(products(credits[[0, 0, 1]]), alpha).trained


def _ends(found: Any) -> tuple[float, float, float]:
    return float(found.value[0]), float(found.low[0]), float(found.high[0])
