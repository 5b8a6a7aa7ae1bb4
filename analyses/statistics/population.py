"""Mixes in games of several: what a strategy wins where the others are dealt from one, and the mix that none beats."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np

STEPS = 2000


@dataclass(frozen=True)
class Encounters:
    """What strategies won in games in which every player's was drawn.

    own (E,): a strategy. others (E, players - 1): those of the others, in order. orders (E,): in how many orders they
    can be dealt. credit (E,): the mean that a player of `own` won among them. size: the number of strategies.
    """

    own: np.ndarray
    others: np.ndarray
    orders: np.ndarray
    credit: np.ndarray
    size: int

    def payoffs(self, mix: np.ndarray) -> np.ndarray:
        """The expected credit of each strategy where the others are dealt from a mix (size,).

        Others that were never met are left out; NaN where that is all that the mix can deal.
        """
        chance = self.orders * mix[self.others].prod(1)
        met = np.bincount(self.own, chance, self.size)
        won = np.bincount(self.own, chance * self.credit, self.size)
        return np.divide(won, met, out=np.full(self.size, np.nan), where=met > 0)


def encounters(strategy: np.ndarray, credit: np.ndarray, size: int) -> Encounters:
    """The encounters of games: strategy, credit (games, players), strategies as numbers below `size`."""
    players = range(strategy.shape[1])
    others = [np.sort(np.delete(strategy, player, axis=1), axis=1) for player in players]
    rows = np.concatenate([np.column_stack([strategy[:, player], others[player]]) for player in players])
    met, place = np.unique(rows, axis=0, return_inverse=True)
    place = place.reshape(-1)
    mean = np.bincount(place, credit.T.reshape(-1), len(met)) / np.bincount(place, minlength=len(met))
    return Encounters(met[:, 0], met[:, 1:], np.array([_orders(row) for row in met[:, 1:]]), mean, size)


def _orders(others: Sequence[int]) -> int:
    """In how many orders these can be dealt."""
    counts = np.unique(others, return_counts=True)[1]
    return factorial(len(others)) // prod(factorial(int(count)) for count in counts)


def unbeaten(found: Encounters) -> np.ndarray:
    """The mix against which no strategy wins more than the mix itself, as nearly as the steps come to it (size,).

    Predictive regret matching+ with quadratic averaging (Farina, Kroer and Sandholm, AAAI 2021), for a symmetric game.
    Between two it converges to an equilibrium; among more nothing is promised: see `regret`.
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
    """How much more than the mix itself the best of the strategies wins against it."""
    payoffs = np.nan_to_num(found.payoffs(mix))
    return float(payoffs.max() - mix @ payoffs)
