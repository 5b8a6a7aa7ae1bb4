"""The linear model of payoffs, given the levels of each side: a side gains the sum of the effects of its levels."""

import numpy as np

from starbalance.analyses.statistics.conditional_logit import Games

_TINY = 1e-9  # eigenvalues below this share of the largest count as 0


def payoff_effects(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """Return the least-squares effects of levels on the payoff, as deviations from the mean of their column.

    The standard errors have games as independent clusters (Liang and Zeger, Biometrika 73, 1986).

    Args:
        games: The data, with the payoff of each side in place of its credit. Their effects are not aliased.

    Returns:
        effect: the effect of each level, shape (levels of all columns,)
        error: its standard error, of the same shape
    """
    size = int(games.first[-1])
    squares, moments, meat = np.zeros((size, size)), np.zeros(size), np.zeros((size, size))
    for block, counts in games.chunks():
        weighted = counts * block.games[:, None, None]
        squares += np.einsum("gsk,gsl->kl", weighted, counts, optimize=True)
        moments += np.einsum("gsk,gs->k", weighted, block.credit)
    inverse = np.linalg.pinv(squares, rcond=_TINY, hermitian=True)
    effect = inverse @ moments
    for block, counts in games.chunks():
        of_game = np.einsum("gsk,gs->gk", counts, block.credit - counts @ effect)
        meat += of_game.T @ (of_game * block.games[:, None])
    turn = _centring(games) @ inverse
    spread = games.count / max(games.count - 1, 1) * turn @ meat @ turn.T
    return _centring(games) @ effect, np.sqrt(np.maximum(np.diag(spread), 0.0))


def _centring(games: Games) -> np.ndarray:
    """Return the matrix that subtracts from each effect the mean of its column."""
    centring = np.eye(int(games.first[-1]))
    for column, levels in enumerate(games.levels):
        centring[games.of(column), games.of(column)] -= 1 / levels
    return centring
