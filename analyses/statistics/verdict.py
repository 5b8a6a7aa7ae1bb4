"""Verdicts: a word for every row of a table, by equivalence, and for the whole family of rows at once."""

import math

import numpy as np

from starbalance.analyses.statistics.estimate import ALPHA, Paired, Shares, critical
from starbalance.simulator.errors import BadInput

MARGIN = 0.02
UNDECIDED = "undecided"
ONE_SEAT = f"{UNDECIDED} (one seat only)"  # of a cell that comes up in one place of the turn order
BALANCE = ("balanced", "strong", "weak")  # near parity, above, below
CHANGE = ("unchanged", "higher", "lower")  # the same of a difference
Estimate = Shares | Paired


def margin_of(text: str) -> float:
    """A margin in percentage points (2pp) or as a share (0.02). Raises BadInput for what is no number."""
    try:
        return float(text.removesuffix("pp")) / 100 if text.endswith("pp") else float(text)
    except ValueError:
        raise BadInput(f"The margin cannot be '{text}': write 2pp or 0.02.") from None


def check_margin(margin: float) -> None:
    """Raises BadInput for a margin that is no share."""
    if not 0 < margin < 1:
        raise BadInput(f"The margin cannot be {margin}: it is a share between 0 and 1, such as 0.02.")


def check_alpha(alpha: float) -> None:
    """Raises BadInput for a chance of a wrong verdict that is none."""
    if not 0 < alpha < 1:
        raise BadInput(f"Alpha cannot be {alpha}: it is a chance between 0 and 1, such as 0.05.")


def holm(p: np.ndarray) -> np.ndarray:
    """p-values (..., family) corrected for their number (Holm, Scandinavian Journal of Statistics 6, 1979).

    Rejecting those up to alpha errs anywhere in a family with chance alpha at most, however they depend on each other.
    NaN stays NaN and counts for nothing.
    """
    order = np.argsort(p, axis=-1)
    known = np.sum(~np.isnan(p), axis=-1, keepdims=True)
    steps = np.take_along_axis(p, order, -1) * (known - np.arange(p.shape[-1]))
    adjusted = np.empty(p.shape)
    np.put_along_axis(adjusted, order, np.minimum(np.maximum.accumulate(steps, -1), 1.0), -1)
    return adjusted


def words(
    estimate: Estimate,
    parity: np.ndarray,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    terms: tuple[str, str, str] = BALANCE,
) -> np.ndarray:
    """A word for each number (..., rows of a table) of an estimate.

    balanced: it lies within the margin of parity (two one-sided tests, Schuirmann, Journal of Pharmacokinetics and
    Biopharmaceutics 15, 1987). strong, weak: it differs from parity. undecided: neither is known. Over the rows of a
    table, the chance of any wrong `balanced`, and that of any wrong `strong` or `weak`, are alpha at most (Holm). A
    table of one row: balanced when the whole interval lies within the margin, strong or weak when it lies beyond
    parity. terms: other words for the three.

    A number that differs from parity by less than the margin may be `strong` or `weak` in some games and is `balanced`
    in enough: the two do not contradict each other unless the number surely lies `beyond` the margin.
    """
    check_margin(margin)
    check_alpha(alpha)
    near, above, below = terms
    equal = holm(np.maximum(estimate.p_above(parity - margin), estimate.p_below(parity + margin)))
    differs = holm(estimate.p_value(parity))
    side = np.where(estimate.value > parity, above, below)
    return np.where(equal <= alpha, near, np.where(differs <= alpha, side, UNDECIDED))


def beyond(estimate: Estimate, parity: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA) -> np.ndarray:
    """Whether each number surely lies outside the margin of parity; any is wrong with a chance of alpha (Holm)."""
    p = np.minimum(estimate.p_above(parity + margin), estimate.p_below(parity - margin))
    return holm(p) <= alpha


def verdicts(
    estimate: Estimate,
    parity: np.ndarray,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    terms: tuple[str, str, str] = BALANCE,
) -> list[str]:
    """The words of the rows of one table; an undecided one names the games that would decide it."""
    found = map(str, words(estimate, parity, margin=margin, alpha=alpha, terms=terms))
    pairs = zip(found, games_needed(estimate, parity, margin=margin, alpha=alpha), strict=True)
    return [word if is_decided(word) or math.isnan(games) else f"{word} ({games:,.0f} games)" for word, games in pairs]


def is_decided(word: str) -> bool:
    """Whether a verdict says anything."""
    return not word.startswith(UNDECIDED)


def is_open(word: str) -> bool:
    """Whether more games would make a verdict say more."""
    return not is_decided(word) and word != ONE_SEAT


def games_needed(estimate: Estimate, parity: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA) -> np.ndarray:
    """The games at which each row of a table would be decided if its number stays as it is, up to two digits.

    Such that its p-value is alpha divided by the rows; NaN for a row without a number.
    """
    away = np.abs(estimate.value - parity)
    edges = np.maximum(estimate.unit(parity - margin), estimate.unit(parity + margin))
    unit = np.minimum(estimate.unit(parity), np.where(away < margin, edges, np.inf))
    level = 1 - alpha / max(1, int(np.sum(~np.isnan(estimate.value))))
    needed = estimate.games
    for _ in range(8):  # under looking the critical value itself moves with the games
        needed = unit * critical(needed, level, estimate.sequential) ** 2
    scale = 10 ** np.maximum(0, np.floor(np.log10(np.maximum(needed, 1))) - 1)
    return np.ceil(needed / scale) * scale
