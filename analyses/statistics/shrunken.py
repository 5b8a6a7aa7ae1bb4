"""The conditional logit model of the winner with shrunken effects, for few games.

The effects of the levels of a column have a normal prior around 0. Its standard deviation is unknown: the model is
fitted for each of a few values, and the fits are averaged with their marginal likelihoods as weights (Laplace's
approximation, Tierney and Kadane, Journal of the American Statistical Association 81, 1986). Levels with few games stay
near the average. Effects that the games cannot separate share the evidence, with wide intervals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

SPREADS = (0.15, 0.4, 0.8, 1.6)  # standard deviations of the effects of a column, in log odds
_STEPS, _ENOUGH = 50, 1e-8  # of Newton's method: most steps, and the squared length at which it stops


@dataclass(frozen=True)
class Table:
    """Games with the same number of players.

    Attributes:
        credit: the share of the win of each player, shape (games, players)
        codes: the level of each player in each column, counted over all columns, shape (games, players, columns)
    """

    credit: np.ndarray
    codes: np.ndarray


@dataclass(frozen=True)
class Shrunken:
    """Effects of the levels of all columns, each as a deviation from the mean of its column.

    Attributes:
        effect: the effects in log odds, shape (levels,)
        error: their standard deviations
    """

    effect: np.ndarray
    error: np.ndarray


def shrunken(tables: Sequence[Table], levels: Sequence[int]) -> Shrunken:
    """Return the shrunken effects of a model.

    Args:
        tables: The games, by number of players.
        levels: The number of levels of each column.
    """
    column = np.repeat(np.arange(len(levels)), levels)
    designs = [(table.credit, _counts(table.codes, len(column))) for table in tables]
    effect = np.zeros(len(column))
    fits = []
    for spreads in product(SPREADS, repeat=len(levels)):
        precision = 1 / np.array(spreads)[column] ** 2
        effect, inverse, evidence = _fit(designs, precision, effect)
        fits.append((evidence, effect, inverse))
    weight = np.exp(np.array([evidence for evidence, _, _ in fits]) - max(evidence for evidence, _, _ in fits))
    return _averaged(weight / weight.sum(), [each[1:] for each in fits], _centring(column))


def _counts(codes: np.ndarray, size: int) -> np.ndarray:
    """Return whether each player has each level, shape (games, players, levels)."""
    counts = np.zeros((*codes.shape[:2], size))
    np.put_along_axis(counts, codes, 1.0, axis=2)
    return counts


def _centring(column: np.ndarray) -> np.ndarray:
    """Return the matrix that turns effects into deviations from the means of their columns."""
    same = (column[:, None] == column).astype(float)
    return np.eye(len(column)) - same / same.sum(axis=1, keepdims=True)


def _averaged(weight: np.ndarray, fits: Sequence[tuple[np.ndarray, np.ndarray]], centring: np.ndarray) -> Shrunken:
    """Return the mean and the standard deviation of a mixture of normal distributions of the effects."""
    effects = np.array([centring @ effect for effect, _ in fits])
    mean = weight @ effects
    variances = np.array([np.einsum("ij,jk,ik->i", centring, inverse, centring) for _, inverse in fits])
    return Shrunken(mean, np.sqrt(weight @ (variances + (effects - mean) ** 2)))


def _fit(
    designs: Sequence[tuple[np.ndarray, np.ndarray]], precision: np.ndarray, effect: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the most likely effects under a prior, the inverse of their information, and the log evidence.

    Args:
        designs: The credit and the levels of the players, by number of players.
        precision: One divided by the variance of the prior of each effect.
        effect: Effects from which Newton's method starts.
    """
    for _ in range(_STEPS):
        value, score, bread = _sums(designs, effect)
        information = bread + np.diag(precision)
        step = np.linalg.solve(information, score - precision * effect)
        effect = effect + step / max(1.0, np.abs(step).max())
        if step @ information @ step < _ENOUGH:
            break
    value, _, bread = _sums(designs, effect)
    information = bread + np.diag(precision)
    prior = 0.5 * (np.log(precision).sum() - precision @ effect**2)
    return effect, np.linalg.inv(information), value + prior - 0.5 * np.linalg.slogdet(information)[1]


def _sums(designs: Sequence[tuple[np.ndarray, np.ndarray]], effect: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the log-likelihood, its gradient and its information."""
    value, score, bread = 0.0, np.zeros(len(effect)), np.zeros((len(effect), len(effect)))
    for credit, counts in designs:
        utility = counts @ effect
        utility = utility - utility.max(axis=1, keepdims=True)
        chance = np.exp(utility) / np.exp(utility).sum(axis=1, keepdims=True)
        value += float((credit * np.log(chance)).sum())
        score += np.einsum("gp,gpl->l", credit - chance, counts)
        mean = np.einsum("gp,gpl->gl", chance, counts)
        flat = counts.reshape(-1, counts.shape[2])
        bread += flat.T @ (flat * chance.reshape(-1, 1)) - mean.T @ mean
    return value, score, bread


def against_average(effect: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Return the win share of a player with each effect against average players, minus the equal share.

    Args:
        effect: The effects in log odds, shape (levels,).
        players: The number of players of each game, over which the shares are averaged.

    >>> against_average(np.array([0.0, np.log(3)]), np.array([4])).round(3)
    array([0.  , 0.25])
    """
    sizes, games = np.unique(players, return_counts=True)
    odds = np.exp(np.asarray(effect))[:, None]
    return (odds / (odds + sizes - 1) - 1 / sizes) @ (games / games.sum())
