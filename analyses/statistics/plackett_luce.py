"""Ranking with uncertainty: strengths by the Plackett-Luce model of who wins, and the ranks that they leave open."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import special, stats

from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import holm

PRIOR = 0.5
_STEPS = 200
_CLOSE = 1e-10


@dataclass(frozen=True)
class Strengths:
    """Logarithms of strengths (..., strategies), up to a common summand, and the covariance of their estimates."""

    logs: np.ndarray
    covariance: np.ndarray

    @property
    def strength(self) -> np.ndarray:
        """Strengths that add to 1: the chance to win where each strategy sits once."""
        return special.softmax(self.logs, axis=-1)

    def intervals(self, level: float) -> tuple[np.ndarray, np.ndarray]:
        """(low, high) of the strengths, symmetric on the logistic scale."""
        strength = self.strength
        slope = (np.eye(strength.shape[-1]) - strength[..., None, :]) / (1 - strength[..., :, None])
        error = np.sqrt(np.einsum("...ij,...jk,...ik->...i", slope, self.covariance, slope))
        half = stats.norm.ppf(0.5 + level / 2) * error
        return special.expit(special.logit(strength) - half), special.expit(special.logit(strength) + half)

    def ranks(self, alpha: float) -> tuple[np.ndarray, np.ndarray]:
        """(best, worst) rank of each strategy, 1 first; all hold at once with chance 1 - alpha or more.

        A strategy is behind those that are better beyond doubt and before those that are worse (Mogstad, Romano, Shaikh
        and Wilhelm, Review of Economic Studies 91, 2024), with all pairs as one family (Holm).
        """
        count = self.logs.shape[-1]
        one, two = np.triu_indices(count, 1)
        variance = np.diagonal(self.covariance, axis1=-2, axis2=-1)
        gap = self.logs[..., one] - self.logs[..., two]
        spread = variance[..., one] + variance[..., two] - 2 * self.covariance[..., one, two]
        is_apart = holm(2 * stats.norm.sf(np.abs(gap) / np.sqrt(spread))) <= alpha
        beats = np.zeros((*self.logs.shape, count), bool)
        beats[..., one, two], beats[..., two, one] = is_apart & (gap > 0), is_apart & (gap < 0)
        return 1 + beats.sum(-2), count - beats.sum(-1)


def plackett_luce(members: np.ndarray, credit: np.ndarray, count: np.ndarray, *, prior: float = PRIOR) -> Strengths:
    """The strengths under which the wins are likeliest: a side wins with a chance in proportion to its strength.

    members (games, sides, strategies): how many of a side play what; the strength of a side is the product of those of
    its members. credit (games, sides): the shares of the win. count (..., games): how often each game was played.
    prior: wins, and as many losses, that every strategy has beforehand against one of strength 1, so that one that
    never wins has a strength and an interval.

    Plackett (Applied Statistics 24, 1975) for the winner alone. Newton's method with the steps of Sun and Tran-Dinh
    (Mathematical Programming 178, 2019), which cannot diverge. The covariance is the sandwich with games as clusters.
    """
    logs = np.zeros((*count.shape[:-1], members.shape[-1]))
    for _ in range(_STEPS):
        scores, curvature = _slopes(logs, members, credit, count=count, prior=prior)
        gradient = np.einsum("...g,...gk->...k", count, scores) + prior * (1 - 2 * special.expit(logs))
        step = np.einsum("...ij,...j->...i", np.linalg.pinv(curvature, hermitian=True), gradient)
        reach = members.sum(-1).max() * np.ptp(step, axis=-1, keepdims=True) + np.abs(step).max(-1, keepdims=True)
        logs = logs + step * np.log1p(reach) / np.maximum(reach, 1e-300)
        if np.max(reach) < _CLOSE:
            break
    scores, curvature = _slopes(logs, members, credit, count=count, prior=prior)
    against = special.expit(logs)
    beforehand = prior**2 * ((1 - against) ** 2 + against**2)
    meat = np.einsum("...g,...gi,...gj->...ij", count, scores, scores) + _diagonal(beforehand)
    bread = np.linalg.pinv(curvature, hermitian=True)
    return Strengths(logs, bread @ meat @ bread)


def _slopes(
    logs: np.ndarray, members: np.ndarray, credit: np.ndarray, *, count: np.ndarray, prior: float
) -> tuple[np.ndarray, np.ndarray]:
    """Of the log-likelihood: the gradient of each game (..., games, K), the negative curvature of all (..., K, K)."""
    chance = special.softmax(np.einsum("gsk,...k->...gs", members, logs), axis=-1)
    scores = np.einsum("...gs,gsk->...gk", credit - credit.sum(-1, keepdims=True) * chance, members)
    mean = np.einsum("...gs,gsk->...gk", chance, members)
    whole = count * credit.sum(-1)
    square = np.einsum("...g,...gs,gsi,gsj->...ij", whole, chance, members, members, optimize=True)
    curvature = square - np.einsum("...g,...gi,...gj->...ij", whole, mean, mean, optimize=True)
    against = special.expit(logs)
    return scores, curvature + _diagonal(2 * prior * against * (1 - against))


def _diagonal(values: np.ndarray) -> np.ndarray:
    return values[..., None] * np.eye(values.shape[-1])


def distinct(
    strategy: np.ndarray, credit: np.ndarray, sides: np.ndarray, *, strategies: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(members, credit, count) of plackett_luce, each different game once.

    strategy, credit (games, players): what each played and won. sides: the side of each player.
    """
    rows, count = np.unique(np.hstack([strategy, np.round(credit, 9)]), axis=0, return_counts=True)
    players = len(sides)
    played, won = rows[:, :players].astype(int), rows[:, players:]
    on_side = np.eye(sides.max() + 1)[sides]
    members = np.einsum("gpk,ps->gsk", np.eye(strategies)[played], on_side)
    return members, won @ on_side, count.astype(float)


def ranking(
    names: Sequence[str], strategy: np.ndarray, credit: np.ndarray, *, sides: np.ndarray, alpha: float = ALPHA
) -> pd.DataFrame:
    """Strategies by their strength, best first: rank, strategy, games, strength, low, high, best, worst.

    Arguments as of `distinct`. games: those that the strategy took part in. strength: the chance to win where each
    strategy is a side of one; they add to 1. Intervals are of level 1 - alpha for each row; best and worst: the ranks
    that are open, for all rows at once.
    """
    found = plackett_luce(*distinct(strategy, credit, sides, strategies=len(names)))
    low, high = found.intervals(1 - alpha)
    best, worst = found.ranks(alpha)
    games = [int((strategy == code).any(1).sum()) for code in range(len(names))]
    columns = {"strategy": list(names), "games": games, "strength": found.strength, "low": low, "high": high}
    table = pd.DataFrame(columns | {"best": best, "worst": worst})
    table = table.sort_values("strength", ascending=False, kind="stable", ignore_index=True)
    table.insert(0, "rank", np.arange(1, len(names) + 1))
    return table
