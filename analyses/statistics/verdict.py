"""Verdicts: a word for every row of a table, by equivalence, and for the whole family of rows at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from starbalance.analyses.statistics.estimate import ALPHA, PairedDifference, Shares, critical
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.amount import share

MARGIN = 0.02
VERDICT, GAMES_NEEDED, REASON = "verdict", "games_needed", "reason"  # columns of every table of verdicts
UNDECIDED = "undecided"
ONE_SEAT = "one seat only"  # reason: the cell has the same place in the turn order in every game
TOO_NEAR = "too near to tell"  # reason: a decision would take more games than anyone plays
ONE_LEVEL = "only one level"  # reason: there is nothing to compare
BALANCE = ("balanced", "strong", "weak")  # near parity, above, below
CHANGE = ("unchanged", "higher", "lower")  # the same of a difference
Estimate = Shares | PairedDifference
_MOST_GAMES = 1_000_000  # the largest number of games that a table asks for
_MOST_DIGITS, _HALVINGS = 12.0, 60  # of the search for a number of games


def margin_of(text: str | float) -> float:
    """Return a margin as a share: 0.02, 2% and 2pp are the same.

    Raises:
        BadInput: If the text is not a share.
    """
    return share(text, "margin")


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


def joint_holm(equal: np.ndarray, differs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two p-values of each row (..., rows), that it is not near a value and that it is the value, corrected together.

    Of the two hypotheses of a row one at most is true, so that of r rows with a hypothesis left r at most are true:
    each step of Holm divides by these (Shaffer, Journal of the American Statistical Association 81, 1986). Rejecting
    those up to alpha errs anywhere in either family with chance alpha at most.
    """
    p = np.concatenate([equal, differs], axis=-1)
    order = np.argsort(p, axis=-1)
    rank = np.argsort(order, axis=-1)
    rows = equal.shape[-1]
    done = np.zeros(p.shape)
    np.put_along_axis(done, np.maximum(rank[..., :rows], rank[..., rows:]), 1.0, -1)
    known = np.sum(~np.isnan(differs), axis=-1, keepdims=True)
    left = known - np.cumsum(done, axis=-1) + done
    steps = np.take_along_axis(p, order, -1) * left
    adjusted = np.empty(p.shape)
    np.put_along_axis(adjusted, order, np.minimum(np.maximum.accumulate(steps, -1), 1.0), -1)
    return adjusted[..., :rows], adjusted[..., rows:]


def corrected(estimate: Estimate, parity: np.ndarray, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """p-values of each row of a table, corrected for the whole of it: (of lying within the margin, of a difference)."""
    within = np.maximum(estimate.p_above(parity - margin), estimate.p_below(parity + margin))
    return joint_holm(within, estimate.p_value(parity))


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
    table, the chance that any of these words is wrong is alpha at most (`joint_holm`): that of a row beyond the margin
    `balanced`, of one at parity `strong` or `weak`, of one above parity `weak` or below it `strong`. A table of one
    row: balanced when the whole interval lies within the margin, strong or weak when it lies beyond parity. terms:
    other words for the three.

    A number that differs from parity by less than the margin may be `strong` or `weak` in some games and is `balanced`
    in enough: the two do not contradict each other unless the number lies significantly `beyond` the margin.
    """
    check_margin(margin)
    check_alpha(alpha)
    near, above, below = terms
    equal, differs = corrected(estimate, parity, margin)
    side = np.where(estimate.value > parity, above, below)
    return np.where(equal <= alpha, near, np.where(differs <= alpha, side, UNDECIDED))


def beyond(estimate: Estimate, parity: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA) -> np.ndarray:
    """Whether each number lies significantly beyond the margin: any error has a chance of alpha at most (Holm)."""
    p = np.minimum(estimate.p_above(parity + margin), estimate.p_below(parity - margin))
    return holm(p) <= alpha


def verdict_columns(
    estimate: Estimate,
    parity: np.ndarray,
    *,
    played: np.ndarray | int,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    terms: tuple[str, str, str] = BALANCE,
    reasons: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the columns of verdicts for the rows of one table.

    Args:
        estimate: The estimate of each row.
        parity: The value that is balanced.
        played: Games of the run that each row comes from.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        terms: The words for near parity, above and below.
        reasons: Why the verdict of a row is withheld. Default: no verdict is withheld.

    Returns:
        verdict: A categorical of `terms` and `undecided`, as of `words`.
        games_needed: How many games of the run in all would decide an undecided row with a chance of one half, if the
            truth is what was estimated. Missing if that is no more than were played, and if there is a reason.
        reason: Why more games would not decide a row. Empty if they would.
    """
    found = words(estimate, parity, margin=margin, alpha=alpha, terms=terms)
    with np.errstate(divide="ignore", invalid="ignore"):
        per_game = np.asarray(played) / estimate.games
    needed = _two_digits(games_needed(estimate, parity, margin=margin, alpha=alpha) * per_game)
    given = np.full(found.shape, "", object) if reasons is None else np.array(reasons, object)
    verdict = np.where(given == "", found, UNDECIDED)
    is_open = (verdict == UNDECIDED) & (given == "")
    reason = np.where(is_open & (needed > _MOST_GAMES), TOO_NEAR, given)
    is_known = is_open & (reason == "") & (needed > played)
    games = pd.array(np.where(is_known, needed, np.nan)).astype("Int64")
    return {VERDICT: categorical(verdict, terms), GAMES_NEEDED: games, REASON: reason}


def categorical(words: Sequence[str] | np.ndarray, terms: tuple[str, str, str] = BALANCE) -> pd.Categorical:
    """Return verdicts as a categorical of the terms and `undecided`."""
    return pd.Categorical(words, [*terms, UNDECIDED])


def typed(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table made of rows of `rates` with the types of its columns of verdicts."""
    return table.assign(**{VERDICT: categorical(table[VERDICT])}).astype({GAMES_NEEDED: "Int64"})


def is_decided(word: str) -> bool:
    """Return whether a verdict is one of the decided ones."""
    return word != UNDECIDED


def is_open(word: str, reason: str) -> bool:
    """Return whether more games could decide a verdict. A withheld verdict counts as open."""
    return not is_decided(word) and reason not in (ONE_SEAT, ONE_LEVEL)


def is_withheld(reason: str) -> bool:
    """Return whether a reason withholds a verdict that the numbers would give."""
    return reason not in ("", TOO_NEAR, ONE_SEAT, ONE_LEVEL)


def survives(verdict: str, other: str, is_contrary: bool) -> str:
    """Return whether a verdict stands where play or data differ and the verdict is the other: yes, no or undecided.

    yes: both are decided and equal. no: both are decided and differ, and the counts are contrary: the same share can be
    `strong` in few games and `balanced` in more, so that the words alone do not show it.
    """
    if not is_decided(verdict) or not is_decided(other):
        return UNDECIDED
    if verdict == other:
        return "yes"
    return "no" if is_contrary else UNDECIDED


def games_needed(
    estimate: Estimate, parity: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA, chance: float = 0.5
) -> np.ndarray:
    """The games of each row at which it is decided with a chance, if the truth is what was estimated.

    Of a table none of whose rows is decided yet, the hardest case. NaN for a row without a number, or that no number
    of games decides.
    """
    level = 1 - alpha / max(1, int(np.sum(~np.isnan(estimate.value))))
    low, high = np.zeros(estimate.value.shape), np.full(estimate.value.shape, _MOST_DIGITS)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_enough = _power(estimate, parity, margin, games=10**middle, level=level) >= chance
        low, high = np.where(is_enough, low, middle), np.where(is_enough, middle, high)
    return np.where(np.isnan(estimate.value) | (high >= _MOST_DIGITS), np.nan, 10**high)


def _power(estimate: Estimate, parity: np.ndarray, margin: float, *, games: np.ndarray, level: float) -> np.ndarray:
    """The chance that each number is decided in so many games of its own, if the truth is what was estimated."""
    z = critical(games, level, estimate.sequential)

    def away(value: np.ndarray) -> np.ndarray:
        """How many standard errors the number would lie from a value."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.sqrt(games / estimate.unit(value))

    differs = stats.norm.cdf(away(parity) - z) + stats.norm.cdf(-away(parity) - z)
    inside = stats.norm.cdf(away(parity - margin) - z) + stats.norm.cdf(away(parity + margin) - z) - 1
    near = np.where(np.abs(estimate.value - parity) < margin, np.maximum(inside, 0.0), 0.0)
    return np.minimum(differs + near, 1.0)


def _two_digits(games: np.ndarray) -> np.ndarray:
    """Numbers of games rounded up to two digits."""
    scale = 10 ** np.maximum(0, np.floor(np.log10(np.maximum(games, 1))) - 1)
    return np.ceil(games / scale) * scale
