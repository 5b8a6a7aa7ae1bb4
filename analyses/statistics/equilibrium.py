"""The mix of strategies of the meta-game: who is left when everybody chooses by what wins."""

import numpy as np
from scipy import optimize

INTENSITY = 100.0  # so strong that of two strategies the better one nearly always takes over
POPULATION = 50
_TINY = 1e-6
_RAREST = -200.0  # logarithm of the smallest chance to take over: the chain stays in one piece


def nash(share: np.ndarray) -> np.ndarray:
    """The mix that no strategy beats: the symmetric equilibrium of highest entropy of the pairwise game.

    share (K, K): of the wins of row and column, the row's; share + its transpose is 1. Of several equilibria that of
    the highest entropy is unique, and copies of a strategy change nothing (Balduzzi et al., Re-evaluating Evaluation,
    NeurIPS 2018).
    """
    gain = (share - share.T) / 2
    mix = _corner(gain, np.ones(len(gain)))
    if not _is_only(gain, mix):
        corners = np.array([_corner(gain, direction) for direction in np.eye(len(gain))])
        mix = _most_even(gain, corners.mean(0))
    mix = np.where(mix > _TINY, mix, 0.0)
    return mix / mix.sum()


def _corner(gain: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """The equilibrium that lies farthest in a direction. The game is fair: in an equilibrium nobody gains."""
    count = len(gain)
    found = optimize.linprog(-direction, -gain.T, np.zeros(count), np.ones((1, count)), [1.0], method="highs")
    return np.clip(found.x, 0, None)


def _is_only(gain: np.ndarray, mix: np.ndarray) -> bool:
    """Whether an equilibrium is the only one: all others lose against it, and its own have one balance alone."""
    within = mix > _TINY
    loses = (mix @ gain)[~within] > _TINY
    rank = np.linalg.matrix_rank(gain[np.ix_(within, within)], tol=_TINY)
    return bool(loses.all()) and rank == within.sum() - 1


def _most_even(gain: np.ndarray, start: np.ndarray) -> np.ndarray:
    """The equilibrium of the highest entropy, from one that lies inside."""
    found = optimize.minimize(
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
    return np.clip(found.x, 0, None)


def circular(share: np.ndarray) -> tuple[float, float]:
    """(squares of what goes in circles, squares of all) that strategies win of each other beyond half.

    What one wins of two is the difference of two numbers, one for each strategy, as near as that goes; the rest goes in
    circles, as in rock, paper, scissors (Jiang, Lim, Yao and Ye, Mathematical Programming 127, 2011).
    """
    gain = (share - share.T) / 2
    worth = gain.mean(axis=1)
    rest = gain - (worth[:, None] - worth)
    return float((rest**2).sum()), float((gain**2).sum())


def alpha_rank(share: np.ndarray, intensity: float = INTENSITY, population: int = POPULATION) -> np.ndarray:
    """How long a population plays each strategy, when single mutants take over by what they win.

    share (K, K) as of `nash`. The stationary distribution of the chain of Omidshafiei et al. (alpha-Rank, Scientific
    Reports 9, 2019) for one population: from strategy s to t in proportion to the chance that one t among so many s
    takes over.
    """
    gain = intensity * (share - share.T)  # of the row in a population of the column
    away = np.maximum(np.abs(gain), 1e-12)
    log_worse = (1 - population) * away + np.log(-np.expm1(-away)) - np.log(-np.expm1(-population * away))
    log_better = np.log(-np.expm1(-away)) - np.log(-np.expm1(-population * away))
    return _stationary(np.exp(np.maximum(np.where(gain > 0, log_better, log_worse), _RAREST)).T)


def _stationary(rate: np.ndarray) -> np.ndarray:
    """The stationary distribution of a chain by its rates (from, to), without any subtraction.

    Grassmann, Taksar and Heyman, Operations Research 33, 1985: exact however rare some transitions are.
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
    """How many places of a pool each strategy has (K,), so that a draw from it is nearly the mix; `most` in all.

    Every strategy of the mix has one at least. The games drawn, weighted to the mix, are then worth as many as can be:
    the pool of each size is that of Huntington and Hill, and the best size is taken.
    """
    pools = [_pool(mix, size) for size in range(int((mix > 0).sum()), most + 1)]
    return min(pools, key=lambda pool: round(_loss(mix, pool), 12))


def _pool(mix: np.ndarray, size: int) -> np.ndarray:
    pool = (mix > 0).astype(int)
    while pool.sum() < size:
        pool[np.argmax(np.where(pool > 0, mix**2 / np.maximum(pool * (pool + 1), 1), -1))] += 1
    return pool


def _loss(mix: np.ndarray, pool: np.ndarray) -> float:
    """The mean square of the weight of one draw from a pool."""
    used = pool > 0
    return float(np.sum(mix[used] ** 2 / pool[used]) * pool.sum())
