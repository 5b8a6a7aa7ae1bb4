"""The standings of the seats after each round, in batches of games, and the measures of each game that follow from
them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import setup_of, with_side_credit
from starbalance.simulator.runs.result import Result

BATCH = 5_000  # games held in memory at a time
TENTHS = tuple(range(1, 11))
QUARTERS = (1, 2, 3, 4)
BEHIND = ("ahead", "level", "behind up to 10%", "behind 10 to 25%", "behind 25 to 50%", "behind over 50%")
_EDGES = (0.1, 0.25, 0.5)  # deficits, as shares of the leader's standing


@dataclass(frozen=True)
class Standings:
    """The standings of a batch of games. The seats with the highest credit win; the seats with the highest standing
    lead.

    Attributes:
        standing: the standing of each seat after each round, NaN after the last round, shape (games, rounds, seats)
        rounds: the number of rounds of each game, shape (games,)
        credit: the credit of the side of each seat, shape (games, seats)
        allies: the number of seats of a side, all with the same standing
    """

    standing: np.ndarray
    rounds: np.ndarray
    credit: np.ndarray
    allies: int = 1

    @cached_property
    def winners(self) -> np.ndarray:
        """Whether each seat has the highest credit of its game, shape (games, seats)."""
        return np.equal(self.credit, self.credit.max(1, keepdims=True))

    @cached_property
    def is_shared(self) -> np.ndarray:
        """Whether several sides have the highest credit of a game, shape (games,)."""
        return self.winners.sum(1) > self.allies

    @cached_property
    def leaders(self) -> np.ndarray:
        """Whether each seat has the highest standing after each round, shape (games, rounds, seats)."""
        return np.equal(self.standing, self.standing.max(2, keepdims=True))

    @cached_property
    def own(self) -> np.ndarray:
        """The highest standing of a winner after each round, shape (games, rounds)."""
        return np.where(self.winners[:, None], self.standing, -np.inf).max(2)

    @cached_property
    def other(self) -> np.ndarray:
        """The highest standing of a seat that does not win, after each round, shape (games, rounds).

        If all seats win, it is the standing of the winners.
        """
        best = np.where(self.winners[:, None], -np.inf, self.standing).max(2)
        return np.where(self.winners.all(1, keepdims=True), self.own, best)

    @cached_property
    def decided(self) -> np.ndarray:
        """The first round, counted from 1, after which exactly the winners lead until the end, shape (games,).

        It is one more than the number of rounds if there is no such round.
        """
        later = np.arange(self.standing.shape[1]) >= self.rounds[:, None]
        lead = np.equal(self.leaders, self.winners[:, None]).all(2) | later
        return np.where(~lead, np.arange(1, lead.shape[1] + 1), 0).max(1) + 1

    def at(self, part: int, parts: int) -> np.ndarray:
        """Return the index of the round in which a part of the game is over, where all rounds count the same.

        Args:
            part: The number of parts that are over.
            parts: The number of parts of a game.

        Returns:
            The index of the round, from 0, shape (games,).
        """
        return -(-part * self.rounds // parts) - 1

    def pick(self, values: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return the values of one round of each game.

        Args:
            values: Values by game and round, shape (games, rounds, ...).
            places: The index of the round of each game, shape (games,).
        """
        return values[np.arange(len(values)), places]


def standing_batches(result: Result) -> Iterator[Standings]:
    """Yield the standings of a run, 5,000 games at a time.

    Args:
        result: A run with a timeline.
    """
    setup = setup_of(result)
    last = result.scan("games").select(pl.col("game").max()).collect().item()
    for first in range(0, last + 1, BATCH):
        games = result.between(first, first + BATCH)
        seats = with_side_credit(games.scan("seats"), result)
        ends = seats.select("game", "seat", "credit").sort("game", "seat").collect()
        if ends.height:
            yield _standings(ends, games.scan("timeline").collect(), setup.seats // setup.sides)


def _standings(ends: pl.DataFrame, timeline: pl.DataFrame, allies: int) -> Standings:
    games, seats = (np.unique(ends[name].to_numpy()) for name in ("game", "seat"))
    credit = ends["credit"].to_numpy().reshape(len(games), len(seats))
    game, seat = (np.searchsorted(of, timeline[name].to_numpy()) for name, of in (("game", games), ("seat", seats)))
    round_ = timeline["round"].to_numpy().astype(int)
    standing = np.full((len(games), round_.max(), len(seats)), np.nan)
    standing[game, round_ - 1, seat] = timeline["standing"].to_numpy()
    return Standings(standing, (~np.isnan(standing[:, :, 0])).sum(1), credit, allies)


def margins(games: Standings) -> tuple[np.ndarray, np.ndarray]:
    """Return the margin of victory of each game.

    Args:
        games: A batch of games.

    Returns:
        margin: the winner's final standing minus the best standing of a seat that does not win; 0 for a shared win
        own: the winner's final standing
        Both have the shape (games,).
    """
    last = games.rounds - 1
    own, other = games.pick(games.own, last), games.pick(games.other, last)
    return np.where(games.is_shared, 0.0, own - other), own


def largest_deficits(games: Standings) -> np.ndarray:
    """Return by how much the winner was behind at most, after any round.

    Args:
        games: A batch of games.

    Returns:
        The deficits in units of the standing, at least 0, shape (games,).
    """
    return np.nanmax(np.maximum(games.other - games.own, 0.0), axis=1)


def lead_changes(games: Standings) -> np.ndarray:
    """Return the number of lead changes of each game.

    The lead changes when no seat that held it is still among the leaders after the round. A tie is resolved to the
    seats that keep the lead. A, then A and B, then B is one change. A, then A and B, then A is none.

    Args:
        games: A batch of games.

    Returns:
        The number of changes, shape (games,).
    """
    held = games.leaders[:, 0]
    changes = np.zeros(len(held), dtype=int)
    for number in range(1, games.standing.shape[1]):
        now = games.leaders[:, number]
        kept = held & now
        has_passed = ~kept.any(1) & (number < games.rounds)
        changes += has_passed
        held = np.where(has_passed[:, None], now, np.where(kept.any(1)[:, None], kept, held))
    return changes


def leader_wins(games: Standings, tenth: int) -> np.ndarray:
    """Return the mean credit of the seats that lead after some tenths of each game.

    Args:
        games: A batch of games.
        tenth: The number of tenths that are over, 1 to 10.

    Returns:
        The credit, 0 to 1, averaged over the leaders of a game, shape (games,).
    """
    leads = games.pick(games.leaders, games.at(tenth, 10))
    return (leads * games.credit).sum(1) / leads.sum(1)


def is_decided(games: Standings, tenth: int) -> np.ndarray:
    """Return whether each game is decided after some tenths of its rounds.

    Args:
        games: A batch of games.
        tenth: The number of tenths that are over, 1 to 10.

    Returns:
        True where exactly the winners lead from there to the end, shape (games,).
    """
    return games.decided <= games.at(tenth, 10) + 1


def decided_after(games: Standings) -> np.ndarray:
    """Return the share of each game after which it is decided.

    Args:
        games: A batch of games.

    Returns:
        The shares, 0 to 1, shape (games,). The share is 1 if the final standing does not show the winner.
    """
    return np.minimum(games.decided / games.rounds, 1.0)


def behind(games: Standings, quarter: int) -> np.ndarray:
    """Return how the winner stood after some quarters of each game, compared with the best seat that does not win.

    Args:
        games: A batch of games.
        quarter: The number of quarters that are over, 1 to 4.

    Returns:
        Indices of BEHIND, shape (games,). A deficit is measured as a share of the other seat's standing.
    """
    place = games.at(quarter, 4)
    own, other = games.pick(games.own, place), games.pick(games.other, place)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(other > 0, (other - own) / other, np.inf)
    return np.where(own > other, 0, np.where(own == other, 1, 2 + np.searchsorted(_EDGES, share)))


def usual_gain(games: Standings) -> float:
    """Return the 99th percentile of the gains of a seat in one round, over the rounds in which a seat gains.

    Args:
        games: A batch of games.

    Returns:
        The gain in units of the standing, or infinity if no seat ever gains.
    """
    gains = np.diff(games.standing, axis=1)
    gains = gains[gains > 0]
    return float(np.percentile(gains, 99)) if len(gains) else np.inf


def is_handed_over(games: Standings, gain: float) -> np.ndarray:
    """Return whether the lead passed to the winner because the leader fell while a third seat in play could no longer
    win.

    The question concerns the round in which the game is decided. The former leader would have kept the lead by standing
    still. The third seat has a standing above 0 and was too far behind: further than `gain` in each remaining round.

    Args:
        games: A batch of games.
        gain: The largest usual gain of a seat in a round, see `usual_gain`.

    Returns:
        A truth value for each game, shape (games,).
    """
    before = np.maximum(games.decided - 2, 0)
    is_in_time = (games.decided >= 2) & (games.decided <= games.rounds) & ~games.is_shared
    old = games.pick(games.other, before)
    now = games.pick(games.own, np.minimum(games.decided, games.rounds) - 1)
    left = games.rounds - before - 1
    standing = games.pick(games.standing, before)
    with np.errstate(invalid="ignore"):
        is_out = (old[:, None] - standing > gain * left[:, None]) & (standing > 0) & ~games.winners
    return is_in_time & (old >= now) & is_out.any(1)
