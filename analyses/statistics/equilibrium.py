"""Equilibria of the meta-game of strategies: Nash equilibrium, alpha-Rank and intransitivity."""

import numpy as np
from scipy import optimize

INTENSITY = 100.0  # of selection: the better of two strategies nearly always takes over
POPULATION = 50
_TINY = 1e-6
_RAREST = -200.0  # log of the smallest chance to take over, which keeps the chain irreducible


def nash(share: np.ndarray) -> np.ndarray:
    """Return the symmetric Nash equilibrium with the highest entropy of the pairwise game.

    Among several equilibria, the one with the highest entropy is unique. Copies of a strategy do not change it
    (Balduzzi et al., Re-evaluating Evaluation, NeurIPS 2018).

    Args:
        share: The row's share of the wins of row and column, shape (K, K). `share + share.T` is 1.

    Returns:
        The probability of each strategy, shape (K,). No strategy wins more than half against it.

    >>> rock_paper_scissors = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    >>> nash(rock_paper_scissors).round(3)
    array([0.333, 0.333, 0.333])
    """
    gain = (share - share.T) / 2
    mix = _corner(gain, np.ones(len(gain)))
    if not _is_only(gain, mix):
        corners = np.array([_corner(gain, direction) for direction in np.eye(len(gain))])
        mix = _most_even(gain, corners.mean(0))
    mix = np.where(mix > _TINY, mix, 0.0)
    return mix / mix.sum()


def _corner(gain: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Return the equilibrium (probability of each strategy) that lies farthest in a direction.

    The game is symmetric, so its value is 0.
    """
    count = len(gain)
    solution = optimize.linprog(-direction, -gain.T, np.zeros(count), np.ones((1, count)), [1.0], method="highs")
    return np.clip(solution.x, 0, None)


def _is_only(gain: np.ndarray, mix: np.ndarray) -> bool:
    """Return whether an equilibrium is the only one.

    It is if every strategy outside its support loses against it, and only one mixture of its support balances.
    """
    within = mix > _TINY
    loses = (mix @ gain)[~within] > _TINY
    rank = np.linalg.matrix_rank(gain[np.ix_(within, within)], tol=_TINY)
    return bool(loses.all()) and rank == within.sum() - 1


def _most_even(gain: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return the equilibrium of the highest entropy, from an equilibrium in the interior of the set."""
    solution = optimize.minimize(
        lambda mix: float(np.sum(mix * np.log(np.maximum(mix, 1e-12)))),
        start,
        jac=lambda mix: np.log(np.maximum(mix, 1e-12)) + 1,
        bounds=[(0, 1)] * len(start),
        constraints=[
            {"type": "eq", "fun": lambda mix: mix.sum() - 1, "jac": lambda mix: np.ones_like(mix)},
            {"type": "ineq", "fun": lambda mix: mix @ gain, "jac": lambda mix: gain.T},
        ],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    return np.clip(solution.x, 0, None)


def circular(share: np.ndarray) -> tuple[float, float]:
    """Return how much of the pairwise advantages is intransitive, as in rock, paper, scissors.

    The transitive part is the least-squares fit by the difference of two ratings, one per strategy. The rest is the
    intransitive part (Jiang, Lim, Yao and Ye, Mathematical Programming 127, 2011).

    Args:
        share: The row's share of the wins of row and column, shape (K, K).

    Returns:
        intransitive: the sum of squares of the intransitive part
        whole: the sum of squares of all advantages over one half

    >>> circular(np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]))
    (1.5, 1.5)
    """
    gain = (share - share.T) / 2
    rating = gain.mean(axis=1)
    rest = gain - (rating[:, None] - rating)
    return float((rest**2).sum()), float((gain**2).sum())


def alpha_rank(share: np.ndarray, intensity: float = INTENSITY, population: int = POPULATION) -> np.ndarray:
    """Return the share of time for which a population plays each strategy under alpha-Rank.

    Single mutants take over the population according to their wins. The result is the stationary distribution of the
    chain of Omidshafiei et al. for one population (alpha-Rank, Scientific Reports 9, 2019). The rate from strategy s to
    t is proportional to the chance that one t in a population of s takes over.

    Args:
        share: The row's share of the wins of row and column, shape (K, K).
        intensity: The intensity of selection. Default: 100, so that the better strategy nearly always takes over.
        population: The number of players in the population. Default: 50.

    Returns:
        The shares of time, shape (K,). They add up to 1.

    >>> alpha_rank(np.array([[0.5, 0.6], [0.4, 0.5]])).round(3)
    array([1., 0.])
    """
    gain = intensity * (share - share.T)  # of the row strategy in a population of the column strategy
    away = np.maximum(np.abs(gain), 1e-12)
    log_worse = (1 - population) * away + np.log(-np.expm1(-away)) - np.log(-np.expm1(-population * away))
    log_better = np.log(-np.expm1(-away)) - np.log(-np.expm1(-population * away))
    return _stationary(np.exp(np.maximum(np.where(gain > 0, log_better, log_worse), _RAREST)).T)


def _stationary(rate: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of a Markov chain from its rates (from, to).

    The method subtracts nothing, so it is exact even if some transitions are very rare (Grassmann, Taksar and Heyman,
    Operations Research 33, 1985).
    """
    rate, count = rate.copy(), len(rate)
    for last in range(count - 1, 0, -1):
        rate[:last, last] /= rate[last, :last].sum()
        rate[:last, :last] += np.outer(rate[:last, last], rate[last, :last])
    mass = np.ones(count)
    for state in range(1, count):
        mass[state] = mass[:state] @ rate[:state, state]
    return mass / mass.sum()


def places(mix: np.ndarray, most: int) -> np.ndarray:
    """Return the number of places that each strategy has in a pool, so that a draw from the pool approximates a
    mixture.

    Every strategy with a positive probability has at least one place. For each size of the pool, places are apportioned
    by the method of Huntington and Hill. The chosen size gives the largest effective number of games after weighting.

    Args:
        mix: The probability of each strategy, shape (K,).
        most: The largest number of places.

    Returns:
        The number of places of each strategy, shape (K,). Their sum is at most `most`.

    >>> places(np.array([0.5, 0.25, 0.25]), 8)
    array([2, 1, 1])
    """
    pools = [_pool(mix, size) for size in range(int((mix > 0).sum()), most + 1)]
    return min(pools, key=lambda pool: round(_loss(mix, pool), 12))


def _pool(mix: np.ndarray, size: int) -> np.ndarray:
    pool = (mix > 0).astype(int)
    while pool.sum() < size:
        pool[np.argmax(np.where(pool > 0, mix**2 / np.maximum(pool * (pool + 1), 1), -1))] += 1
    return pool


def _loss(mix: np.ndarray, pool: np.ndarray) -> float:
    """Return the mean squared weight of one draw from a pool."""
    used = pool > 0
    return float(np.sum(mix[used] ** 2 / pool[used]) * pool.sum())
