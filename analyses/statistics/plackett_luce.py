"""Strengths of strategies by the Plackett-Luce model of the winner, and the ranks that remain possible."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import special

from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import holm

PRIOR = 0.5
_STEPS = 200
_CLOSE = 1e-10


@dataclass(frozen=True)
class Strengths:
    """Estimated strengths of strategies.

    Attributes:
        logs: the logarithms of the strengths up to a common constant, shape (..., strategies)
        covariance: the covariance of these estimates, shape (..., strategies, strategies)
    """

    logs: np.ndarray
    covariance: np.ndarray

    @property
    def strength(self) -> np.ndarray:
        """The strengths, which add up to 1: the win probability if each strategy has exactly one seat."""
        return special.softmax(self.logs, axis=-1)

    def intervals(self, confidence: float) -> tuple[np.ndarray, np.ndarray]:
        """Return confidence intervals of the strengths, symmetric on the logistic scale.

        Args:
            confidence: The confidence level of each interval.

        Returns:
            low: the lower ends, shape (..., strategies)
            high: the upper ends, same shape
        """
        strength = self.strength
        slope = (np.eye(strength.shape[-1]) - strength[..., None, :]) / (1 - strength[..., :, None])
        error = np.sqrt(np.einsum("...ij,...jk,...ik->...i", slope, self.covariance, slope))
        half = special.ndtri(0.5 + confidence / 2) * error
        return special.expit(special.logit(strength) - half), special.expit(special.logit(strength) + half)

    def ranks(self, alpha: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the best and the worst possible rank of each strategy, where 1 is first.

        A strategy ranks behind those that are significantly better and before those that are significantly worse
        (Mogstad, Romano, Shaikh and Wilhelm, Review of Economic Studies 91, 2024). All pairs form one family (Holm).

        Args:
            alpha: All ranks hold together with probability at least 1 - alpha.

        Returns:
            best: the best possible ranks, shape (..., strategies)
            worst: the worst possible ranks, same shape
        """
        count = self.logs.shape[-1]
        one, two = np.triu_indices(count, 1)
        variance = np.diagonal(self.covariance, axis1=-2, axis2=-1)
        gap = self.logs[..., one] - self.logs[..., two]
        spread = variance[..., one] + variance[..., two] - 2 * self.covariance[..., one, two]
        is_apart = holm(2 * special.ndtr(-np.abs(gap) / np.sqrt(spread))) <= alpha
        beats = np.zeros((*self.logs.shape, count), bool)
        beats[..., one, two], beats[..., two, one] = is_apart & (gap > 0), is_apart & (gap < 0)
        return 1 + beats.sum(-2), count - beats.sum(-1)


def plackett_luce(members: np.ndarray, credit: np.ndarray, count: np.ndarray, *, prior: float = PRIOR) -> Strengths:
    """Return the maximum-likelihood strengths: a side wins with a probability proportional to its strength.

    The model is Plackett's for the winner only (Applied Statistics 24, 1975). Newton's method with the step sizes of
    Sun and Tran-Dinh cannot diverge (Mathematical Programming 178, 2019). The covariance is the sandwich estimator with
    games as clusters.

    Args:
        members: The number of members of each side that play each strategy, shape (games, sides, strategies). The
            strength of a side is the product of its members' strengths.
        credit: The share of the win of each side, shape (games, sides).
        count: How often each game was played, shape (..., games).
        prior: The number of wins, and of losses, that each strategy has beforehand against an opponent of strength 1.
            It gives a strategy that never wins a finite strength. Default: 0.5.

    Returns:
        The strengths of all strategies.

    >>> duels = np.array([[[1, 0], [0, 1]], [[1, 0], [0, 1]]])
    >>> found = plackett_luce(duels, np.eye(2), np.array([75.0, 25.0]))
    >>> found.strength.round(2)
    array([0.75, 0.25])
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
    """Return two derivatives of the log-likelihood.

    They are the gradient of each game, shape (..., games, K), and the negative curvature of all games, shape (..., K,
    K).
    """
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
    """Return the arguments of `plackett_luce`, with each distinct game listed once.

    Args:
        strategy: The index of each player's strategy, shape (games, players).
        credit: The credit of each player, shape (games, players).
        sides: The side of each player, shape (players,).
        strategies: The number of strategies.

    Returns:
        members: the number of members per side and strategy, shape (distinct games, sides, strategies)
        credit: the credit of each side, shape (distinct games, sides)
        count: the number of times that each game was played, shape (distinct games,)
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
    """Return the strategies in order of their strength, the strongest first.

    Args:
        names: The names of the strategies.
        strategy: The index of each player's strategy, shape (games, players).
        credit: The credit of each player, shape (games, players).
        sides: The side of each player, shape (players,).
        alpha: Intervals have the level 1 - alpha for each row, and all ranks hold together at that level. Default:
            0.05.

    Returns:
        rank: the position in the table, from 1
        strategy: the name of the strategy
        games: the number of games in which it took part
        strength: the win probability if each strategy is a side of one player; the strengths add up to 1
        low: the lower end of the interval of the strength
        high: the upper end
        best: the best possible rank
        worst: the worst possible rank
    """
    strengths = plackett_luce(*distinct(strategy, credit, sides, strategies=len(names)))
    low, high = strengths.intervals(1 - alpha)
    best, worst = strengths.ranks(alpha)
    games = [int((strategy == code).any(1).sum()) for code in range(len(names))]
    columns = {"strategy": list(names), "games": games, "strength": strengths.strength, "low": low, "high": high}
    table = pd.DataFrame(columns | {"best": best, "worst": worst})
    table = table.sort_values("strength", ascending=False, kind="stable", ignore_index=True)
    table.insert(0, "rank", np.arange(1, len(names) + 1))
    return table
