"""Verdicts: an equivalence test and a difference test for each row of a table, corrected for all rows together."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from starbalance.analyses.statistics.estimate import ALPHA, PairedDifference, Shares, critical
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.amount import share

MARGIN = 0.02
VERDICT, GAMES_NEEDED, REASON = "verdict", "games_needed", "reason"  # columns of every table of verdicts
UNDECIDED = "undecided"
ONE_SEAT = "one seat only"  # reason: the cell has the same place in the turn order in every game
TOO_CLOSE = "too close to call"  # reason: a decision would take more than a million games
ONE_LEVEL = "only one level"  # reason: there is nothing to compare
SHARED = "same for all seats"  # reason: all seats of a game are in one row, so each share is the equal share
ABSENT = ("in no game of the base", "in no game of the variant")  # reasons: there is no share to compare
_FINAL = (ONE_SEAT, ONE_LEVEL, SHARED, *ABSENT)  # reasons that more games do not change
BALANCE = ("balanced", "strong", "weak")  # near an equal share, above, below
CHANGE = ("unchanged", "higher", "lower")  # the same for a difference
_LARGEST_ALPHA = 0.5
Estimate = Shares | PairedDifference
_MOST_GAMES = 1_000_000  # the largest number of games that a table asks for
_MOST_DIGITS, _HALVINGS = 12.0, 60  # of the bisection for a number of games


def margin_of(text: str | float) -> float:
    """Return a margin as a share: 0.02, `2%` and `2pp` are the same.

    Args:
        text: A number or a text.

    Raises:
        BadInput: If the text is not a share.

    >>> margin_of("2pp")
    0.02
    """
    return share(text, "margin")


def check_margin(margin: float) -> None:
    """Raise BadInput if a margin is not allowed.

    Args:
        margin: The margin, as a share.

    Raises:
        BadInput: If the margin is not between 0 and 1.
    """
    if not 0 < margin < 1:
        raise BadInput(f"The margin must be between 0 and 1, such as 0.02, got {margin}. 2pp means 2 points.")


def check_margin_of_shares(margin: float, equal_share: float) -> None:
    """Raise BadInput if a margin allows no verdict of balance except `balanced` for some shares.

    Args:
        margin: The margin, as a share.
        equal_share: The equal share of a side. If it is 1, there is a single side and nothing to judge.

    Raises:
        BadInput: If the margin is not between 0 and 1, or reaches the share 0 or 1 from the equal share.
    """
    check_margin(margin)
    room = min(equal_share, 1 - equal_share)
    if 0 < room <= margin:
        raise BadInput(
            f"The margin must be below {100 * room:.3g} points, got {100 * margin:.3g}: the equal share is "
            f"{100 * equal_share:.3g}%, so a share of {0 if equal_share == room else 100}% would count as balanced."
        )


def check_alpha(alpha: float) -> None:
    """Raise BadInput if an error rate is not allowed.

    Args:
        alpha: The largest probability of a wrong verdict in a table.

    Raises:
        BadInput: If alpha is not between 0 and one half.
    """
    if not 0 < alpha < 1:
        raise BadInput(f"Alpha must be between 0 and 1, such as 0.05, got {alpha}.")
    if alpha > _LARGEST_ALPHA:
        raise BadInput(
            f"Alpha must be at most {_LARGEST_ALPHA}, got {alpha}: it is the probability of an error. "
            f"Did you mean {1 - alpha:.4g}?"
        )


def holm(p: np.ndarray) -> np.ndarray:
    """Return p-values adjusted for multiple tests (Holm, Scandinavian Journal of Statistics 6, 1979).

    Rejecting the hypotheses with an adjusted p-value up to alpha keeps the family-wise error rate at alpha, under any
    dependence.

    Args:
        p: The p-values, shape (..., family). NaN stays NaN and does not count as a test.

    Returns:
        The adjusted p-values, same shape.

    >>> holm(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.06, 0.06])
    """
    order = np.argsort(p, axis=-1)
    known = np.sum(~np.isnan(p), axis=-1, keepdims=True)
    steps = np.take_along_axis(p, order, -1) * (known - np.arange(p.shape[-1]))
    adjusted = np.empty(p.shape)
    np.put_along_axis(adjusted, order, np.minimum(np.maximum.accumulate(steps, -1), 1.0), -1)
    return adjusted


def joint_holm(equal: np.ndarray, differs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the p-values of two hypotheses per row, adjusted together.

    The first hypothesis states that the number is not near a value; the second states that it equals the value. At most
    one of the two is true, so at most r hypotheses of r remaining rows are true. Each step of Holm's method divides by
    that number (Shaffer, Journal of the American Statistical Association 81, 1986). Rejecting up to alpha keeps the
    error rate over both families at alpha.

    Args:
        equal: The p-values of the first hypothesis, shape (..., rows).
        differs: The p-values of the second hypothesis, same shape.

    Returns:
        equal: the adjusted p-values of the first hypothesis
        differs: the adjusted p-values of the second hypothesis

    >>> joint_holm(np.array([0.01, 0.9]), np.array([0.8, 0.02]))
    (array([0.02, 1.  ]), array([1.  , 0.04]))
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


def corrected(estimate: Estimate, equal_share: np.ndarray, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """Return two adjusted p-values for each row of a table.

    Args:
        estimate: The estimate of each row.
        equal_share: The value that counts as balanced, shape (rows,).
        margin: The margin of the verdicts, as a share.

    Returns:
        equal: the p-values of the hypothesis that the number is not within the margin
        differs: the p-values of the hypothesis that the number equals the value
    """
    within = np.maximum(estimate.p_above(equal_share - margin), estimate.p_below(equal_share + margin))
    return joint_holm(within, estimate.p_value(equal_share))


def words(
    estimate: Estimate,
    equal_share: np.ndarray,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    terms: tuple[str, str, str] = BALANCE,
) -> np.ndarray:
    """Return a verdict for each row of a table.

    - `balanced`: the number lies within the margin of the equal share (two one-sided tests, Schuirmann, Journal of
    Pharmacokinetics and Biopharmaceutics 15, 1987), or it differs from the equal share and its whole interval lies
    within the margin (shares only: the words for a difference keep the strict promise)
    - `strong` or `weak`: the number is above or below the equal share, and its interval reaches beyond the margin
    - `undecided`: neither is shown

    The probability that any verdict of the table is wrong is at most alpha (`joint_holm`). Wrong means `strong` or
    `weak` at the equal share, the wrong one of these two, or `balanced` too far from the equal share. Too far is beyond
    the margin. For a number that is `balanced` by its interval only, too far is beyond one and a half margins.

    A number at the margin is `balanced` by its interval only with a probability of at most 2.5% (intervals of 95%).
    This is a rate per row. The interval is shorter than the margin, since the number also differs from the equal share.
    So a number beyond one and a half margins would need a larger deviation than the tests of the table allow. This
    holds for usual alphas and at least 20 games.

    A number that differs from the equal share by less than the margin may be `strong` or `weak` in some games and
    `balanced` in more. The two verdicts contradict each other only if the number lies significantly `beyond` the
    margin.

    Args:
        estimate: The estimate of each row.
        equal_share: The value that counts as balanced, shape (rows,).
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        terms: The words for near, above and below. Default: `balanced`, `strong`, `weak`.

    Returns:
        The verdicts, shape (..., rows).

    Raises:
        BadInput: If the margin or alpha is not between 0 and 1.
    """
    check_margin(margin)
    check_alpha(alpha)
    near, above, below = terms
    equal, differs = corrected(estimate, equal_share, margin)
    side = np.where(estimate.value > equal_share, above, below)
    is_near = _is_inside(estimate, equal_share, margin) & (terms == BALANCE)
    away = np.where(is_near, near, side)
    return np.where(equal <= alpha, near, np.where(differs <= alpha, away, UNDECIDED))


def _is_inside(estimate: Estimate, equal_share: np.ndarray, margin: float) -> np.ndarray:
    """Return whether the whole interval of each number lies within the margin."""
    return (estimate.low >= equal_share - margin) & (estimate.high <= equal_share + margin)


def beyond(estimate: Estimate, equal_share: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA) -> np.ndarray:
    """Return whether each number lies significantly beyond the margin.

    The probability of any error in the table is at most alpha (Holm).

    Args:
        estimate: The estimate of each row.
        equal_share: The value that counts as balanced, shape (rows,).
        margin: The margin, as a share. Default: 2 points.
        alpha: The largest probability of an error in the table. Default: 0.05.

    Returns:
        A truth value for each row.
    """
    p = np.minimum(estimate.p_above(equal_share + margin), estimate.p_below(equal_share - margin))
    return holm(p) <= alpha


def verdict_columns(
    estimate: Estimate,
    equal_share: np.ndarray,
    *,
    played: np.ndarray | int,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    terms: tuple[str, str, str] = BALANCE,
    reasons: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the verdict columns of one table.

    Args:
        estimate: The estimate of each row.
        equal_share: The value that counts as balanced, shape (rows,).
        played: The number of games of the run that each row comes from.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        terms: The words for near, above and below. Default: `balanced`, `strong`, `weak`.
        reasons: Why the verdict of each row is withheld. Default: no verdict is withheld.

    Returns:
        verdict: a categorical of `terms` and `undecided`, see `words`
        games_needed: the total games that would decide an undecided row with probability one half, if the estimate is
            true. It is missing if no more than were played, or if there is a reason.
        reason: why more games would not decide the row, or an empty text
    """
    decisions = words(estimate, equal_share, margin=margin, alpha=alpha, terms=terms)
    with np.errstate(divide="ignore", invalid="ignore"):
        per_game = np.asarray(played) / estimate.games
    needed = _two_digits(games_needed(estimate, equal_share, margin=margin, alpha=alpha) * per_game)
    withheld = np.full(decisions.shape, "", object) if reasons is None else np.array(reasons, object)
    verdict = np.where(withheld == "", decisions, UNDECIDED)
    is_open = (verdict == UNDECIDED) & (withheld == "")
    reason = np.where(is_open & (needed > _MOST_GAMES), TOO_CLOSE, withheld)
    is_known = is_open & (reason == "") & (needed > played)
    games = pd.array(np.where(is_known, needed, np.nan)).astype("Int64")
    return {VERDICT: categorical(verdict, terms), GAMES_NEEDED: games, REASON: reason}


def categorical(words: Sequence[str] | np.ndarray, terms: tuple[str, str, str] = BALANCE) -> pd.Categorical:
    """Return verdicts as a categorical of the terms and `undecided`.

    Args:
        words: The verdicts.
        terms: The words for near, above and below. Default: `balanced`, `strong`, `weak`.
    """
    return pd.Categorical(words, [*terms, UNDECIDED])


def typed(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table made of rows of `rates` with the right types of its verdict columns.

    Args:
        table: A table with the columns `verdict` and `games_needed`.
    """
    return table.assign(**{VERDICT: categorical(table[VERDICT])}).astype({GAMES_NEEDED: "Int64"})


def is_significant(table: pd.DataFrame, alpha: float = ALPHA) -> pd.Series:
    """Return for each row of a table of differences whether it differs significantly from 0.

    A table has one notion of significance: its verdicts, without verdicts its p-values, without both its intervals. An
    `unchanged` row does not count, even if its p-value is small.

    Args:
        table: A table with the column `verdict`, `p_value`, or `low` and `high`.
        alpha: The level of significance of the p-values. Default: 0.05.

    >>> is_significant(pd.DataFrame({"verdict": ["higher", "unchanged"], "p_value": [0.01, 0.01]})).tolist()
    [True, False]
    """
    if VERDICT in table:
        return table[VERDICT].isin((*CHANGE[1:], *BALANCE[1:]))
    if "p_value" in table:
        return table["p_value"] <= alpha
    return (table["low"] > 0) | (table["high"] < 0)


def is_decided(word: str) -> bool:
    """Return whether a verdict is any word except `undecided`.

    Args:
        word: A verdict.
    """
    return word != UNDECIDED


def is_open(word: str, reason: str) -> bool:
    """Return whether more games could decide a verdict. A withheld verdict counts as open.

    Args:
        word: A verdict.
        reason: The reason in its row, or an empty text.
    """
    return not is_decided(word) and reason not in _FINAL


def is_withheld(reason: str) -> bool:
    """Return whether a reason withholds a verdict that the numbers would give.

    Args:
        reason: The reason in a row, or an empty text.
    """
    return reason not in ("", TOO_CLOSE, *_FINAL)


def survives(verdict: str, other: str, is_contrary: bool) -> str:
    """Return whether a verdict still holds under other players or other data.

    Args:
        verdict: The verdict.
        other: The verdict under the other players or data.
        is_contrary: Whether the numbers contradict each other. The words cannot show it: the same share can be `strong`
            in few games and `balanced` in more.

    Returns:
        `yes` if both verdicts are decided and equal, `no` if both are decided, differ and are contrary, else
        `undecided`.

    >>> survives("strong", "weak", True), survives("strong", "balanced", False)
    ('no', 'undecided')
    """
    if not is_decided(verdict) or not is_decided(other):
        return UNDECIDED
    if verdict == other:
        return "yes"
    return "no" if is_contrary else UNDECIDED


def games_needed(
    estimate: Estimate, equal_share: np.ndarray, *, margin: float = MARGIN, alpha: float = ALPHA, chance: float = 0.5
) -> np.ndarray:
    """Return the number of games that would decide each row with a given probability, if the estimate is the truth.

    The number assumes that no row of the table is decided yet, which is the hardest case.

    Args:
        estimate: The estimate of each row.
        equal_share: The value that counts as balanced, shape (rows,).
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        chance: The probability that the row is decided. Default: one half.

    Returns:
        The numbers of games, shape (rows,). NaN for a row without a number, or that no number of games decides.
    """
    confidence = 1 - alpha / max(1, int(np.sum(~np.isnan(estimate.value))))
    low, high = np.zeros(estimate.value.shape), np.full(estimate.value.shape, _MOST_DIGITS)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_enough = _power(estimate, equal_share, margin, games=10**middle, confidence=confidence) >= chance
        low, high = np.where(is_enough, low, middle), np.where(is_enough, middle, high)
    return np.where(np.isnan(estimate.value) | (high >= _MOST_DIGITS), np.nan, 10**high)


def _power(
    estimate: Estimate, equal_share: np.ndarray, margin: float, *, games: np.ndarray, confidence: float
) -> np.ndarray:
    """Return the probability that each number is decided after some games, if the estimate is the truth.

    The games are those in which the row has a seat.
    """
    z = critical(games, confidence, estimate.sequential)

    def away(value: np.ndarray) -> np.ndarray:
        """Return how many standard errors the number would differ from a value."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.sqrt(games / estimate.unit(value))

    differs = special.ndtr(away(equal_share) - z) + special.ndtr(-away(equal_share) - z)
    inside = special.ndtr(away(equal_share - margin) - z) + special.ndtr(away(equal_share + margin) - z) - 1
    near = np.where(np.abs(estimate.value - equal_share) < margin, np.maximum(inside, 0.0), 0.0)
    return np.minimum(differs + near, 1.0)


def _two_digits(games: np.ndarray) -> np.ndarray:
    """Return numbers of games rounded up to two significant digits."""
    scale = 10 ** np.maximum(0, np.floor(np.log10(np.maximum(games, 1))) - 1)
    return np.ceil(games / scale) * scale
