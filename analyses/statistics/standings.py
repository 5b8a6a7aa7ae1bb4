"""How the seats of a game stand round by round, a batch of games at a time, and what that says of each game."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import setup_of, with_side_credit
from starbalance.simulator.runs.result import Result

BATCH = 5_000  # games held at a time
TENTHS = tuple(range(1, 11))
QUARTERS = (1, 2, 3, 4)
BEHIND = ("ahead", "level", "behind up to 10 %", "behind 10 to 25 %", "behind 25 to 50 %", "behind over 50 %")
_EDGES = (0.1, 0.25, 0.5)  # deficits, as shares of what the leader has


@dataclass(frozen=True)
class Standings:
    """Games by their standings: the seats with the highest credit win, the seats with the highest standing lead.

    standing: (games, rounds, seats), NaN after the last round of a game. rounds: (games,). credit: (games, seats), the
    credit of the side of each seat. allies: the number of seats of a side, which have the same standing.
    """

    standing: np.ndarray
    rounds: np.ndarray
    credit: np.ndarray
    allies: int = 1

    @cached_property
    def winners(self) -> np.ndarray:
        """Return whether each seat has the highest credit of its game: (games, seats)."""
        return np.equal(self.credit, self.credit.max(1, keepdims=True))

    @cached_property
    def is_shared(self) -> np.ndarray:
        """Return whether several sides have the highest credit of a game: (games,)."""
        return self.winners.sum(1) > self.allies

    @cached_property
    def leaders(self) -> np.ndarray:
        """(games, rounds, seats): who stands highest at the end of the round."""
        return np.equal(self.standing, self.standing.max(2, keepdims=True))

    @cached_property
    def own(self) -> np.ndarray:
        """(games, rounds): the standing of the winners."""
        return np.where(self.winners[:, None], self.standing, -np.inf).max(2)

    @cached_property
    def other(self) -> np.ndarray:
        """(games, rounds): the highest standing of those who do not win; that of the winners where all do."""
        best = np.where(self.winners[:, None], -np.inf, self.standing).max(2)
        return np.where(self.winners.all(1, keepdims=True), self.own, best)

    @cached_property
    def decided(self) -> np.ndarray:
        """(games,): the first round from whose end on those who win, and nobody else, lead; none: one past the last."""
        later = np.arange(self.standing.shape[1]) >= self.rounds[:, None]
        lead = np.equal(self.leaders, self.winners[:, None]).all(2) | later
        return np.where(~lead, np.arange(1, lead.shape[1] + 1), 0).max(1) + 1

    def at(self, part: int, parts: int) -> np.ndarray:
        """(games,): the index of the round in which so many parts of the game are over, all rounds being alike."""
        return -(-part * self.rounds // parts) - 1

    def pick(self, values: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Of values by game and round, those of one round of each game."""
        return values[np.arange(len(values)), places]


def standing_batches(result: Result) -> Iterator[Standings]:
    """The standings of a run, BATCH games at a time."""
    setup = setup_of(result)
    last = result.scan("games").select(pl.col("game").max()).collect().item()
    for first in range(0, last + 1, BATCH):
        here = result.between(first, first + BATCH)
        seats = with_side_credit(here.scan("seats"), result)
        ends = seats.select("game", "seat", "credit").sort("game", "seat").collect()
        if ends.height:
            yield _standings(ends, here.scan("timeline").collect(), setup.seats // setup.sides)


def _standings(ends: pl.DataFrame, timeline: pl.DataFrame, allies: int) -> Standings:
    games, seats = (np.unique(ends[name].to_numpy()) for name in ("game", "seat"))
    credit = ends["credit"].to_numpy().reshape(len(games), len(seats))
    game, seat = (np.searchsorted(of, timeline[name].to_numpy()) for name, of in (("game", games), ("seat", seats)))
    round_ = timeline["round"].to_numpy().astype(int)
    standing = np.full((len(games), round_.max(), len(seats)), np.nan)
    standing[game, round_ - 1, seat] = timeline["standing"].to_numpy()
    return Standings(standing, (~np.isnan(standing[:, :, 0])).sum(1), credit, allies)


def margins(games: Standings) -> tuple[np.ndarray, np.ndarray]:
    """(how far the winner stands above the best of the others at the end, how the winner stands); a shared win: 0."""
    last = games.rounds - 1
    own, other = games.pick(games.own, last), games.pick(games.other, last)
    return np.where(games.is_shared, 0.0, own - other), own


def largest_deficits(games: Standings) -> np.ndarray:
    """How far the winner was behind at worst, at the end of any round."""
    return np.nanmax(np.maximum(games.other - games.own, 0.0), axis=1)


def lead_changes(games: Standings) -> np.ndarray:
    """How often the lead passed: of those who held it none is among the leaders of the round.

    A tie narrows down to those who stay in the lead: A, then A and B, then B is one change; A, then A and B, then A
    none.
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
    """The win share of those who lead when so many tenths of the game are over, shared among them."""
    leads = games.pick(games.leaders, games.at(tenth, 10))
    return (leads * games.credit).sum(1) / leads.sum(1)


def is_decided(games: Standings, tenth: int) -> np.ndarray:
    """Whether a game is decided when so many tenths of it are over."""
    return games.decided <= games.at(tenth, 10) + 1


def decided_after(games: Standings) -> np.ndarray:
    """The share of the game after which it is decided; 1 where the last standing does not show the winner."""
    return np.minimum(games.decided / games.rounds, 1.0)


def behind(games: Standings, quarter: int) -> np.ndarray:
    """How the winner stood when so many quarters were over, as an index of BEHIND: the gap to the best of the others.

    Behind: the gap as a share of what the best of the others had.
    """
    place = games.at(quarter, 4)
    own, other = games.pick(games.own, place), games.pick(games.other, place)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(other > 0, (other - own) / other, np.inf)
    return np.where(own > other, 0, np.where(own == other, 1, 2 + np.searchsorted(_EDGES, share)))


def usual_gain(games: Standings) -> float:
    """The 99th percentile of what a seat gains in a round in which it gains; infinite where nobody ever does."""
    gains = np.diff(games.standing, axis=1)
    gains = gains[gains > 0]
    return float(np.percentile(gains, 99)) if len(gains) else np.inf


def is_handed_over(games: Standings, gain: float) -> np.ndarray:
    """Whether the lead came to the winner by the fall of another while a third was in play that could not win.

    In the round in which the game is decided: the one who led before would have kept the lead by standing still. The
    third, neither of the two, stands above 0 and was further behind than the gain, made in every round that was left.
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
