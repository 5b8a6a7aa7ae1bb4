"""Verdicts: a word for every row of a table, by equivalence, and for the whole family of rows at once."""

import math

import numpy as np

from analyses.estimate import ALPHA, Shares, critical
from simulator.errors import BadInput

MARGIN = 0.02
UNDECIDED = "undecided"


def check_margin(margin: float) -> None:
    """Raises BadInput for a margin that is no share."""
    if not 0 < margin < 1:
        raise BadInput(f"The margin cannot be {margin}: it is a share between 0 and 1, such as 0.02.")


def check_alpha(alpha: float) -> None:
    """Raises BadInput for a chance of a wrong verdict that is none."""
    if not 0 < alpha < 1:
        raise BadInput(f"Alpha cannot be {alpha}: it is a chance between 0 and 1, such as 0.05.")


def holm(p: np.ndarray) -> np.ndarray:
    """p-values corrected for their number (Holm, Scandinavian Journal of Statistics 6, 1979); NaN stays NaN.

    Rejecting those up to alpha errs anywhere with chance alpha at most, however they depend on each other.
    """
    adjusted = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def verdicts(estimate: Shares, parity: np.ndarray, margin: float = MARGIN, alpha: float = ALPHA) -> list[str]:
    """A word for each row of a table of shares.

    balanced: the share lies within the margin of parity (two one-sided tests, Schuirmann, Journal of Pharmacokinetics
    and Biopharmaceutics 15, 1987). strong, weak: it differs from parity. undecided: with the games that would decide it
    if the share stays as it is. Over the rows of the table, the chance of any wrong `balanced`, and that of any wrong
    `strong` or `weak`, are alpha at most (Holm). A table of one row: balanced when the whole interval lies within the
    margin, strong or weak when it lies beyond parity.
    """
    check_margin(margin)
    check_alpha(alpha)
    equal = holm(np.maximum(estimate.p_above(parity - margin), estimate.p_below(parity + margin)))
    differs = holm(estimate.p_value(parity))
    side = np.where(estimate.share > parity, "strong", "weak")
    words = np.where(equal <= alpha, "balanced", np.where(differs <= alpha, side, UNDECIDED))
    needed = _games_for_all(estimate, parity, margin, alpha)
    pairs = zip(map(str, words), needed, strict=True)
    return [word if is_decided(word) or not games else f"{word} ({games:,} games)" for word, games in pairs]


def _games_for_all(estimate: Shares, parity: np.ndarray, margin: float, alpha: float) -> list[int]:
    """games_needed of each row, its interval as wide as the whole table asks; 0 for a row without a share."""
    rows = max(1, int(np.sum(~np.isnan(estimate.share))))
    one, all_ = (critical(estimate.games, 1 - alpha / family, estimate.sequential) for family in (1, rows))
    width = all_ / one * (estimate.high - estimate.low)
    columns = zip(estimate.games, estimate.share, width, parity, strict=True)
    return [0 if math.isnan(share) else games_needed(n, share, wide, par, margin) for n, share, wide, par in columns]


def is_decided(word: str) -> bool:
    """Whether a verdict says anything."""
    return not word.startswith(UNDECIDED)


def games_needed(games: float, share: float, width: float, parity: float, margin: float) -> int:
    """The games at which an interval of this share would lie within the margin or beyond parity, up to two digits."""
    away = abs(share - parity)
    target = max(away, margin - away)
    needed = 1.0001 * games * (width / 2 / target) ** 2
    scale = 10 ** max(0, math.floor(math.log10(needed)) - 1)
    return int(math.ceil(needed / scale) * scale)
