"""Mixes in games of several: what a strategy wins where the others are dealt from one, and the mix that none beats."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from scipy import optimize, special

STEPS = 2000


@dataclass(frozen=True)
class Encounters:
    """What strategies won in games in which every player's was drawn.

    own (E,): a strategy. others (E, players - 1): those of the others, in order. orders (E,): in how many orders they
    can be dealt. credit (E,): what a player of `own` wins among them. size: the number of strategies.
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
    """The encounters of games: strategy, credit (games, players), strategies as numbers below `size`.

    The mean of an encounter is drawn towards what each two of its players say (`_worth_of_pairs`), as far as its games
    are too few to tell it from that (empirical Bayes: Efron and Morris, JASA 68, 1973).
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
    beyond = max(apart - noise, 0.0) * len(met) / len(won)  # variance of what pairs do not say
    told = count * beyond / np.maximum(count * beyond + noise, np.finfo(float).tiny)
    orders = np.array([_orders(row) for row in met[:, 1:]])
    return Encounters(met[:, 0], met[:, 1:], orders, fit + told * (mean - fit), size)


def _worth_of_pairs(strategy: np.ndarray, credit: np.ndarray, size: int) -> np.ndarray:
    """(size, size): what a strategy gains in utility by the presence of another.

    A player wins with the softmax of these, summed over the others (logit). The most likely, under a prior of size 1.
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
    """(L, players): what each of a line-up wins, by the worth of pairs."""
    utility = worth[line_ups[:, :, None], line_ups[:, None, :]].sum(2) - worth[line_ups, line_ups]
    return special.softmax(utility, axis=1)


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
