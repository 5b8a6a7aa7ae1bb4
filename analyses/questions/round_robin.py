"""The round robin: every two strategies against each other, and the share of their wins that each has."""

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

PARITY = 0.5
ORDER = ("even", "better", "worse")  # near parity, above, below


@dataclass(frozen=True)
class Pairs:
    """What was won in the games of every pair (one, two) of strategies.

    one, two (pairs,): their indices. won, stake (luck, pairs): of the games on the same luck, what `one` won and what
    there was to win for both. games (pairs,): those in which both took part.

    The share of a pair is sum(won) / sum(stake). Where each strategy is a side, a stake is 1, and the share is the win
    share. Where several of each play, it is the mean credit of the players of `one` as a part of the sum of the two
    means: parity is 1/2 whatever their numbers, and if a player wins in proportion to a strength (Plackett-Luce), it is
    the chance of one against two alone, so that set-ups of all sizes can be compared.
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

    def square(self, luck: np.ndarray | None = None) -> np.ndarray:
        """The shares (strategies, strategies) of the row, 1/2 against itself; luck: how often each row counts."""
        times = np.ones(len(self.won)) if luck is None else luck
        won, stake = times @ self.won, times @ self.stake
        share = np.divide(won, stake, out=np.full(len(won), PARITY), where=stake > 0)
        square = np.full((self.size, self.size), PARITY)
        square[self.one, self.two], square[self.two, self.one] = share, 1 - share
        return square

    def resampled(self, draws: int) -> Iterator[np.ndarray]:
        """The shares of bootstrap draws of the luck, always the same ones."""
        dice, count = np.random.default_rng(0), len(self.won)
        for _ in range(draws):
            yield self.square(np.bincount(dice.integers(0, count, count), minlength=count).astype(float))


def of_orders(orders: Sequence[Any], names: Sequence[str], sides: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(won, stake) of the first of two strategies by the luck of the games: it is side 0 of the first run, then side 1.

    Both runs are played on the same luck, so that a game and its mirror image are one unit.
    """
    credits = [by_player(result, names)[1][:, sides == side].sum(1) for side, result in enumerate(orders)]
    won, stake = np.zeros(len(credits[0])), np.zeros(len(credits[0]))
    for credit in credits:
        won[: len(credit)] += credit
        stake[: len(credit)] += 1
    return won, stake


def of_mixed(result: Result, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """(won, stake) of the first of two strategies in games in which every player's is drawn; 0 where only one plays."""
    strategy, credit = by_player(result, names)
    means = []
    for code in (0, 1):
        mine = strategy == code
        means.append(np.where(mine, credit, 0).sum(1) / np.maximum(mine.sum(1), 1))
    both = (strategy == 0).any(1) & (strategy == 1).any(1)
    return np.where(both, means[0], 0.0), np.where(both, means[0] + means[1], 0.0)


def gathered(size: int, found: Sequence[tuple[np.ndarray, np.ndarray]], is_side: bool) -> Pairs:
    """The pairs of so many strategies, in order, from the (won, stake) of each; is_side: a stake is 1 for each game."""
    won, stake = (np.stack(each, axis=1) for each in zip(*found, strict=True))
    one, two = np.array(list(combinations(range(size), 2))).T
    games = stake.sum(0) if is_side else (stake > 0).sum(0)
    return Pairs(one, two, won, stake, np.rint(games).astype(int))


def matrix(pairs: Pairs, names: Sequence[str], *, margin: float = MARGIN, alpha: float = ALPHA) -> pd.DataFrame:
    """Every strategy against every other: strategy, opponent, games, share, low, high, verdict,
    games_needed, reason.

    share: of the wins of the two, those of the strategy (see Pairs); parity is 1/2. Intervals are of level 1 - alpha
    for each row, with games on the same luck as one unit. The verdicts (even, better, worse, undecided) hold for all
    pairs at once.
    """
    each = np.stack([pairs.won, pairs.stake], axis=2)
    sums = ClusterSums(("won", "stake"), (each != 0).sum(0), each.sum(0), np.einsum("gpi,gpj->pij", each, each))
    found = replace(shares(sums, "won", "stake", level=1 - alpha), games=pairs.games)
    words = verdict_columns(
        found, np.full(len(found.share), PARITY), played=pairs.games, margin=margin, alpha=alpha, terms=ORDER
    )
    columns = {"games": pairs.games, "share": found.share, "low": found.low, "high": found.high, **words}
    table = pd.DataFrame(_named(names, pairs.one, pairs.two) | columns)
    mirror = {"share": 1 - table["share"], "low": 1 - table["high"], "high": 1 - table["low"]}
    other = table.assign(
        **_named(names, pairs.two, pairs.one),
        **mirror,
        verdict=categorical([_mirrored(word) for word in words[VERDICT]], ORDER),
    )
    return pd.concat([table, other], ignore_index=True)


def cycles(pairs: Pairs, draws: int, *, alpha: float = ALPHA) -> dict[str, float]:
    """How much of what pairs win of each other goes in circles (equilibrium.circular): share, low, high.

    Free of what luck alone would show: by bootstrap draws of the games, of which the middle 1 - alpha lie between low
    and high. NaN where no pair is known to differ.
    """
    found = np.array(circular(pairs.square()))
    drawn = np.array([circular(each) for each in pairs.resampled(draws)])
    drawn -= 2 * (drawn.mean(axis=0) - found)
    part, whole = drawn.mean(axis=0)
    if whole <= 0:
        return dict.fromkeys(SHARES, math.nan)
    low, high = np.quantile(drawn[:, 0] / np.maximum(drawn[:, 1], whole / 10), [alpha / 2, 1 - alpha / 2])
    return dict(zip(SHARES, map(float, np.clip([part / whole, low, high], 0, 1)), strict=True))


def _named(names: Sequence[str], one: np.ndarray, two: np.ndarray) -> dict[str, list[str]]:
    return {"strategy": [names[code] for code in one], "opponent": [names[code] for code in two]}


def _mirrored(word: str) -> str:
    return {"better": "worse", "worse": "better"}.get(word, word)
