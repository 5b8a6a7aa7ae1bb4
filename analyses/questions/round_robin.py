"""The round robin: each two strategies against each other, and the share of each in their wins."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.document import SHARES
from starbalance.analyses.statistics.equilibrium import circular
from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, shares
from starbalance.analyses.statistics.players import by_player
from starbalance.analyses.statistics.verdict import MARGIN, VERDICT, categorical, verdict_columns
from starbalance.simulator.runs.result import Result

EQUAL_SHARE = 0.5
ORDER = ("even", "better", "worse")  # near the equal share, above, below


@dataclass(frozen=True)
class Pairs:
    """The wins in the games of every pair (one, two) of strategies.

    The share of a pair is sum(won) / sum(stake). If each strategy is a side, a stake is 1, and the share is the win
    share. If several players use each strategy, the share compares mean credits: the mean of `one` divided by the sum
    of both means. The equal share is then 1/2 for any numbers of players. If players win in proportion to a strength
    (Plackett-Luce), it is the chance in a duel of the two, so setups of all sizes can be compared.

    Attributes:
        one: the index of the first strategy, shape (pairs,)
        two: the index of the second strategy, shape (pairs,)
        won: the wins of `one` in the games with the same number, which share their randomness, shape (numbers, pairs)
        stake: the wins of both in these games, shape (numbers, pairs)
        games: the number of games in which both took part, shape (pairs,)
    """

    one: np.ndarray
    two: np.ndarray
    won: np.ndarray
    stake: np.ndarray
    games: np.ndarray

    @property
    def size(self) -> int:
        """The number of strategies."""
        return int(self.two.max()) + 1

    def square(self, randomness: np.ndarray | None = None) -> np.ndarray:
        """Return the share of the row strategy against the column strategy, shape (strategies, strategies); 1/2 on the
        diagonal.

        Args:
            randomness: How often the games with each number count, shape (numbers,). Default: once.
        """
        times = np.ones(len(self.won)) if randomness is None else randomness
        won, stake = times @ self.won, times @ self.stake
        share = np.divide(won, stake, out=np.full(len(won), EQUAL_SHARE), where=stake > 0)
        square = np.full((self.size, self.size), EQUAL_SHARE)
        square[self.one, self.two], square[self.two, self.one] = share, 1 - share
        return square

    def resampled(self, draws: int) -> Iterator[np.ndarray]:
        """Yield the shares of bootstrap samples of the game numbers. The samples are always the same.

        Args:
            draws: The number of samples.
        """
        dice, count = np.random.default_rng(0), len(self.won)
        for _ in range(draws):
            yield self.square(np.bincount(dice.integers(0, count, count), minlength=count).astype(float))


def of_orders(orders: Sequence[Any], names: Sequence[str], sides: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the wins of the first of two strategies, with common random numbers in both orders of the sides.

    The strategy is side 0 of the first run and side 1 of the second. A game and its mirror image form one unit.

    Args:
        orders: The two runs, or only the first.
        names: The names of the two strategies.
        sides: The side of each player.

    Returns:
        won: the wins in the games with each number, shape (numbers,)
        stake: the number of these games, shape (numbers,)
    """
    credits = [by_player(result, names)[1][:, sides == side].sum(1) for side, result in enumerate(orders)]
    won, stake = np.zeros(len(credits[0])), np.zeros(len(credits[0]))
    for credit in credits:
        won[: len(credit)] += credit
        stake[: len(credit)] += 1
    return won, stake


def of_mixed(result: Result, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the wins of the first of two strategies, in games in which every player's strategy is drawn.

    Args:
        result: The run.
        names: The names of the two strategies.

    Returns:
        won: the mean credit of the first strategy in each game; 0 if only one of the two plays
        stake: the sum of both mean credits; 0 if only one of the two plays
    """
    strategy, credit = by_player(result, names)
    means = []
    for code in (0, 1):
        mine = strategy == code
        means.append(np.where(mine, credit, 0).sum(1) / np.maximum(mine.sum(1), 1))
    both = (strategy == 0).any(1) & (strategy == 1).any(1)
    return np.where(both, means[0], 0.0), np.where(both, means[0] + means[1], 0.0)


def gathered(size: int, found: Sequence[tuple[np.ndarray, np.ndarray]], is_side: bool) -> Pairs:
    """Return the pairs of some strategies, in order.

    Args:
        size: The number of strategies.
        found: The (won, stake) of each pair.
        is_side: Whether each strategy is a side, so that a stake is 1 for each game.
    """
    won, stake = (np.stack(each, axis=1) for each in zip(*found, strict=True))
    one, two = np.array(list(combinations(range(size), 2))).T
    games = stake.sum(0) if is_side else (stake > 0).sum(0)
    return Pairs(one, two, won, stake, np.rint(games).astype(int))


def matrix(pairs: Pairs, names: Sequence[str], *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """Return every strategy against every other strategy.

    Args:
        pairs: The pairs.
        names: The names of the strategies.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        strategy: the strategy
        opponent: the other strategy
        games: the number of games in which both took part
        share: the strategy's share of the wins of both, see `Pairs`; the equal share is 1/2
        low: the lower end of the interval of level 1 - alpha for each row; games with the same number are one unit
        high: the upper end
        verdict: `even`, `better`, `worse` or `undecided`; the verdicts of all pairs hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text
    """
    each = np.stack([pairs.won, pairs.stake], axis=2)
    sums = ClusterSums(("won", "stake"), (each != 0).sum(0), each.sum(0), np.einsum("gpi,gpj->pij", each, each))
    estimate = replace(shares(sums, "won", "stake", confidence=1 - alpha), games=pairs.games)
    words = verdict_columns(
        estimate, np.full(len(estimate.share), EQUAL_SHARE), played=pairs.games, margin=margin, alpha=alpha, terms=ORDER
    )
    columns = {"games": pairs.games, "share": estimate.share, "low": estimate.low, "high": estimate.high, **words}
    table = pd.DataFrame(_named(names, pairs.one, pairs.two) | columns)
    mirror = {"share": 1 - table["share"], "low": 1 - table["high"], "high": 1 - table["low"]}
    other = table.assign(
        **_named(names, pairs.two, pairs.one),
        **mirror,
        verdict=categorical([_mirrored(word) for word in words[VERDICT]], ORDER),
    )
    return pd.concat([table, other], ignore_index=True)


def cycles(pairs: Pairs, draws: int, *, alpha: float = ALPHA) -> dict[str, float]:
    """Return how much of the pairwise advantages is intransitive (`equilibrium.circular`), corrected for sampling
    error.

    The correction and the interval use bootstrap samples of the games.

    Args:
        pairs: The pairs.
        draws: The number of samples.
        alpha: The interval holds the middle 1 - alpha of the samples. Default: 0.05.

    Returns:
        share: the share, 0 to 1
        low: the lower end of the interval
        high: the upper end
        All three are NaN if no pair is known to differ.
    """
    observed = np.array(circular(pairs.square()))
    drawn = np.array([circular(each) for each in pairs.resampled(draws)])
    drawn -= 2 * (drawn.mean(axis=0) - observed)
    part, whole = drawn.mean(axis=0)
    if whole <= 0:
        return dict.fromkeys(SHARES, math.nan)
    low, high = np.quantile(drawn[:, 0] / np.maximum(drawn[:, 1], whole / 10), [alpha / 2, 1 - alpha / 2])
    return dict(zip(SHARES, map(float, np.clip([part / whole, low, high], 0, 1)), strict=True))


def _named(names: Sequence[str], one: np.ndarray, two: np.ndarray) -> dict[str, list[str]]:
    return {"strategy": [names[code] for code in one], "opponent": [names[code] for code in two]}


def _mirrored(word: str) -> str:
    return {"better": "worse", "worse": "better"}.get(word, word)
