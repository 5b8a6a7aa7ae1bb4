"""Expected payoffs against a mixed strategy in games of several players, and an approximate Nash equilibrium."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from scipy import optimize, special

STEPS = 2000


@dataclass(frozen=True)
class Encounters:
    """The mean credit of each strategy against each combination of opponents, from games with drawn strategies.

    Attributes:
        own: the index of a strategy, shape (E,)
        others: the indices of the opponents' strategies in ascending order, shape (E, players - 1)
        orders: the number of orders in which these opponents can be dealt, shape (E,)
        credit: the mean credit of a player of `own` against these opponents, shape (E,)
        size: the number of strategies
    """

    own: np.ndarray
    others: np.ndarray
    orders: np.ndarray
    credit: np.ndarray
    size: int

    def payoffs(self, mix: np.ndarray) -> np.ndarray:
        """Return the expected credit of each strategy if each opponent is drawn from a mixed strategy.

        Opponents that never occurred together are left out.

        Args:
            mix: The probability of each strategy, shape (size,).

        Returns:
            The expected credits, shape (size,). NaN if no combination that the mixed strategy can draw has occurred.
        """
        chance = self.orders * mix[self.others].prod(1)
        met = np.bincount(self.own, chance, self.size)
        won = np.bincount(self.own, chance * self.credit, self.size)
        return np.divide(won, met, out=np.full(self.size, np.nan), where=met > 0)


def encounters(strategy: np.ndarray, credit: np.ndarray, size: int) -> Encounters:
    """Return the encounters of some games.

    The mean credit of an encounter is shrunk towards the prediction from pairs of strategies (`_worth_of_pairs`). The
    shrinkage is strong if the encounter has few games (empirical Bayes: Efron and Morris, JASA 68, 1973).

    Args:
        strategy: The strategy of each player as an index below `size`, shape (games, players).
        credit: The credit of each player, shape (games, players).
        size: The number of strategies.

    Returns:
        One encounter per strategy and combination of opponents that occurred.
    """
    players = range(strategy.shape[1])
    others = [np.sort(np.delete(strategy, player, axis=1), axis=1) for player in players]
    rows = np.concatenate([np.column_stack([strategy[:, player], others[player]]) for player in players])
    met, place, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    place, won = place.reshape(-1), credit.T.reshape(-1)
    mean = np.bincount(place, won) / count
    fit = _chances(met, _worth_of_pairs(strategy, credit, size))[:, 0]
    noise = ((won - mean[place]) ** 2).sum() / max(len(won) - len(met), 1)
    apart = (count * (mean - fit) ** 2).sum() / len(met)
    beyond = max(apart - noise, 0.0) * len(met) / len(won)  # variance that pairs do not explain
    reliability = count * beyond / np.maximum(count * beyond + noise, np.finfo(float).tiny)
    orders = np.array([_orders(row) for row in met[:, 1:]])
    return Encounters(met[:, 0], met[:, 1:], orders, fit + reliability * (mean - fit), size)


def _worth_of_pairs(strategy: np.ndarray, credit: np.ndarray, size: int) -> np.ndarray:
    """Return what a strategy gains in utility from the presence of another strategy, shape (size, size).

    A player wins with the softmax of these values, summed over the opponents (logit). This is the estimate of highest
    posterior probability under a standard normal prior.
    """
    order = np.argsort(strategy, axis=1, kind="stable")
    lined = np.take_along_axis(strategy, order, 1)
    line_ups, place, count = np.unique(lined, axis=0, return_inverse=True, return_counts=True)
    won = np.zeros(line_ups.shape)
    np.add.at(won, place.reshape(-1), np.take_along_axis(credit, order, 1))
    players = range(line_ups.shape[1])
    pairs = [(one, line_ups[:, one] * size + line_ups[:, two]) for one in players for two in players if one != two]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        chances = _chances(line_ups, flat.reshape(size, size))
        missing = count[:, None] * chances - won
        slope = sum(np.bincount(cells, missing[:, one], size * size) for one, cells in pairs)
        return float(flat @ flat / 2 - (won * np.log(chances)).sum()), flat + slope

    return optimize.minimize(loss, np.zeros(size * size), jac=True, method="L-BFGS-B").x.reshape(size, size)


def _chances(line_ups: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Return the win probability of each player of each line-up (L, players), from the utilities of pairs."""
    utility = worth[line_ups[:, :, None], line_ups[:, None, :]].sum(2) - worth[line_ups, line_ups]
    return special.softmax(utility, axis=1)


def _orders(others: Sequence[int]) -> int:
    """Return the number of distinct orders of these opponents."""
    counts = np.unique(others, return_counts=True)[1]
    return factorial(len(others)) // prod(factorial(int(count)) for count in counts)


def equilibrium_mix(found: Encounters) -> np.ndarray:
    """Return an approximate Nash equilibrium of the symmetric game: a mixed strategy that no strategy beats.

    The method is predictive regret matching+ with quadratic averaging (Farina, Kroer and Sandholm, AAAI 2021), for
    2,000 steps. It converges for two players. For more players there is no guarantee: check the result with `regret`.

    Args:
        found: The encounters of some games.

    Returns:
        The probability of each strategy, shape (size,).

    >>> rock_paper_scissors = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0]]
    >>> credit = [[0.5, 0.5]] * 3 + [[0.0, 1.0]] * 3
    >>> games = encounters(np.array(rock_paper_scissors * 100), np.array(credit * 100), 3)
    >>> equilibrium_mix(games).round(2)
    array([0.33, 0.33, 0.33])
    """
    regrets, last, total = (np.zeros(found.size) for _ in range(3))
    for step in range(1, STEPS + 1):
        ahead = np.maximum(regrets + last, 0.0)
        mix = ahead / ahead.sum() if ahead.any() else np.full(found.size, 1 / found.size)
        total += step**2 * mix
        payoffs = np.nan_to_num(found.payoffs(mix))
        last = payoffs - mix @ payoffs
        regrets = np.maximum(regrets + last, 0.0)
    return total / total.sum()


def regret(found: Encounters, mix: np.ndarray) -> float:
    """Return how much more credit than the mixed strategy itself the best strategy wins against it.

    Args:
        found: The encounters of some games.
        mix: The probability of each strategy, shape (size,).

    Returns:
        The gain in credit per game. It is 0 at a Nash equilibrium.
    """
    payoffs = np.nan_to_num(found.payoffs(mix))
    return float(payoffs.max() - mix @ payoffs)
