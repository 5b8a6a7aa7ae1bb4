"""The quality of the game, of a run: length, margin, tension, comebacks, first player, skill, attacks, kingmaking."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.rates import about, rates
from starbalance.analyses.statistics import standings
from starbalance.analyses.statistics.aggregate import check_numbers, parity, seat_batches
from starbalance.analyses.statistics.estimate import ANY_NUMBER, ClusterSums, mean_interval, ratios, shares
from starbalance.analyses.statistics.frequency import FrequencyTable
from starbalance.analyses.statistics.standings import BEHIND, QUARTERS, TENTHS, Standings
from starbalance.analyses.statistics.variance_explained import eta_squared
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

Row = tuple[str, float, float, float, bool]  # the last: whether it is a share
_COLUMNS = ["quantity", "value", "low", "high", "is_share"]
_GAMES = "games"  # 1 for every game
_SHARE, _COUNT = (0.0, 1.0), (0.0, np.inf)  # bounds of a share of one game, and of a number that counts something
_ENDS = ("value", "low", "high")
_STEP = 1.0  # that a count or a standing changes by at least
_QUANTILES = {"first quartile": 0.25, "median": 0.5, "third quartile": 0.75}


@dataclass(frozen=True)
class Quality:
    """The quality of a run: its tables, see `quality`, `comebacks` and `decided`; the last two need a timeline."""

    summary: pd.DataFrame
    comebacks: pd.DataFrame | None = None
    decided: pd.DataFrame | None = None

    @property
    def rows(self) -> pd.DataFrame:
        """Everything as one table: quantity, value, low, high, is_share."""
        found = [self.summary]
        if self.comebacks is not None and self.decided is not None:
            names = self.comebacks["quarter"].map("winner after quarter {}: ".format) + self.comebacks["winner"]
            found.append(self.comebacks.assign(quantity=names, is_share=True).rename(columns={"share": "value"}))
            for name, column in (("leader wins after tenth", "leader"), ("decided after tenth", "decided")):
                ends = {column: "value", f"{column}_low": "low", f"{column}_high": "high"}
                names = self.decided["tenth"].map((name + " {}").format)
                found.append(self.decided.assign(quantity=names, is_share=True).rename(columns=ends))
        return pd.concat(found, ignore_index=True)[_COLUMNS]


@marks_incomplete
def quality(result: Result) -> pd.DataFrame:
    """The quality of a run in one table: quantity, value, low, high, is_share; capped games are in every row.

    Of any run: games, share of capped games, rounds per game and their quartiles, the win share of seat 1 less parity
    (of its side, where allies share a win), the share of the variance of credit that strategy explains, attacks per
    turn (columns that the game declares, over rounds times seats). Of a run with a timeline, too:

    margin of victory: standing of the winner at the end less that of the best of the others (a shared win: 0; below 0:
    the win did not go by standing), in the game's unit and as a share of the winners' standing, sum over sum.
    largest deficit of the winner: at the end of any round, mean over the games.
    lead changes: how often none of those who held the lead is among the leaders at the end of the round.
    won after being behind at half: the winner was lower than another at the end of the round that ends half the rounds.
    decided after: the share of the game from which on the winner, and nobody else, led to the end; 1 where the last
    standing does not show the winner.
    lead handed over, of three sides and more: in the round in which the game was decided the leader fell, and by
    standing still would have kept the lead, while a third seat in play was further behind than what was left could
    bring (the 99th percentile of gains in a round, in each that was left). It bounds one kind of kingmaking from above,
    the fall of the leader: who brought the fall about is not recorded. Help that lets the winner rise is not seen.
    """
    return measure(result).summary


@marks_incomplete
def comebacks(result: Result) -> pd.DataFrame:
    """From where games are won: quarter, winner, games, share, low, high; the shares of a quarter add up to 1.

    winner: how the winner stood at the end of the quarter against the best of the others: ahead, level, or behind by a
    share of what that one had. Quarter 4 is the end. Raises BadInput for a run without a timeline.
    """
    result.scan("timeline")
    found = measure(result).comebacks
    assert found is not None
    return found


@marks_incomplete
def decided(result: Result) -> pd.DataFrame:
    """When games are decided, by tenth: games, leader, leader_low, leader_high, decided, decided_low, decided_high.

    leader: how often the leader at the end of the round that ends the tenth wins (shared wins and leads are split).
    decided: the share of games in which the winner, and nobody else, leads from there to the end. Raises BadInput for a
    run without a timeline.
    """
    result.scan("timeline")
    found = measure(result).decided
    assert found is not None
    return found


@marks_incomplete
def measure(result: Result, progress: Callable[..., None] = lambda done, total, note="": None) -> Quality:
    """The quality of a run in one pass over its games. progress is told (games measured, games in all)."""
    rows = [*_general(result), *_attacks(result)]
    if not result.settings["timeline"]:
        return Quality(_table(rows))
    sums, after = _course(result, progress)
    rows += _of_course(sums, after, find_game(result.settings["game"]).standing)
    if parity(result) < 0.5:
        rows.append(_share(sums, "handed", "lead handed over, at most"))
    return Quality(_table(rows), _comebacks(sums), _decided(sums))


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=_COLUMNS)


def _general(result: Result) -> Iterator[Row]:
    """What needs no timeline."""
    facts = about(result).set_index("quantity")
    for name in ("games", "share of capped games"):
        yield name, *facts.loc[name, _COLUMNS[1:]]
    rounds = result.scan("games").select("rounds").collect()["rounds"].to_numpy()
    yield "rounds per game", *mean_interval(rounds.astype(float), flip=_STEP, bounds=_COUNT), False
    yield from _quartiles(_table_of(rounds), "rounds per game")
    first = rates(result, ["seat"]).iloc[0][["share", "low", "high"]]
    yield "first player: win share minus parity", *(first - parity(result)), True
    share = eta_squared(result)
    if not np.isnan(share[0]):
        yield "share of variance that strategy explains", *share, True


def _table_of(values: np.ndarray) -> FrequencyTable:
    table = FrequencyTable()
    table.add(values)
    return table


def _quartiles(table: FrequencyTable, name: str, *, is_share: bool = False) -> Iterator[Row]:
    for word, share in _QUANTILES.items():
        yield f"{name}, {word}", *table.quantile(share), is_share


def _attacks(result: Result) -> Iterator[Row]:
    """The columns that the game declares as attacks, of its seats or of its games, per turn of a seat."""
    seats = result.scan("seats").collect_schema().names()
    for name in roles(result.settings["game"]).attacks:
        of_seats = name in seats
        check_numbers(result, [name], "seats" if of_seats else "games")
        count = pl.col(name).sum() if of_seats else pl.col(name).first()
        sums = _Sums()
        for batch in seat_batches(result, [name, "rounds"]):
            games = batch.group_by("game").agg(count, turns=pl.col("rounds").first() * pl.len()).collect()
            sums.add({each: games[each].to_numpy() for each in (name, "turns")})
        found = ratios(sums.total, name, "turns", flip=_STEP, bounds=_COUNT)
        yield f"{name} per turn", found.ratio[0], found.low[0], found.high[0], False


class _Sums:
    """Sums of values that every game has one of each, and of their products, as games are added."""

    def __init__(self) -> None:
        self._games: Any = 0
        self._sums: Any = 0
        self._products: Any = 0

    def add(self, values: Mapping[str, np.ndarray]) -> None:
        """More games: their values by name, the same names each time."""
        self._names = tuple(values)
        matrix = np.stack([np.asarray(each, dtype=float) for each in values.values()], axis=1)
        self._games = self._games + (matrix != 0).sum(0)
        self._sums = self._sums + matrix.sum(0)
        self._products = self._products + matrix.T @ matrix

    @property
    def total(self) -> ClusterSums:
        """The sums of all games as one cell."""
        return ClusterSums(self._names, self._games[None], self._sums[None], self._products[None])


def _course(result: Result, progress: Callable[..., None]) -> tuple[ClusterSums, FrequencyTable]:
    """(the sums of what the course of each game amounts to, the shares of the games after which they are decided)."""
    sums, after, gain, done = _Sums(), FrequencyTable(), None, 0
    for games in standings.standing_batches(result):
        gain = standings.usual_gain(games) if gain is None else gain
        sums.add(_values(games, gain))
        after.add(standings.decided_after(games))
        done += len(games.rounds)
        progress(done, result.played)
    return sums.total, after


def _values(games: Standings, gain: float) -> dict[str, np.ndarray]:
    """What the course of each game amounts to, by name."""
    margin, own = standings.margins(games)
    values = {
        _GAMES: np.ones(len(own)),
        "margin": margin,
        "own": own,
        "negative": np.nanmin(games.standing, axis=(1, 2)) < 0,
        "deficit": standings.largest_deficits(games),
        "changes": standings.lead_changes(games),
        "late": standings.behind(games, 2) > 1,
        "after": standings.decided_after(games),
        "handed": standings.is_handed_over(games, gain),
    }
    for quarter in QUARTERS:
        place = standings.behind(games, quarter)
        values |= {f"behind {quarter} {i}": place == i for i in range(len(BEHIND))}
    for tenth in TENTHS:
        values[f"leader {tenth}"] = standings.leader_wins(games, tenth)
        values[f"decided {tenth}"] = standings.is_decided(games, tenth)
    return values


def _of_course(sums: ClusterSums, after: FrequencyTable, unit: str) -> Iterator[Row]:
    """What the course of the games tells in one number each."""
    yield _mean(sums, "margin", _GAMES, quantity=f"margin of victory, {unit}")
    yield _mean(
        sums,
        "margin",
        "own",
        quantity="margin of victory, share of the winners' standing",
        is_share=True,
        bounds=ANY_NUMBER if sums.count("negative")[0] else (-np.inf, 1.0),
    )
    yield _mean(sums, "deficit", _GAMES, quantity=f"largest deficit of the winner, {unit}", bounds=_COUNT)
    yield _mean(sums, "changes", _GAMES, quantity="lead changes per game", bounds=_COUNT)
    yield _share(sums, "late", "won after being behind at half")
    yield _mean(sums, "after", _GAMES, quantity="decided after, share of the game", is_share=True, bounds=_SHARE)
    yield from _quartiles(after, "decided after", is_share=True)


def _mean(
    sums: ClusterSums,
    top: str,
    bottom: str,
    *,
    quantity: str,
    is_share: bool = False,
    bounds: tuple[float, float] = ANY_NUMBER,
) -> Row:
    found = ratios(sums, top, bottom, flip=_STEP, bounds=bounds)
    return quantity, found.ratio[0], found.low[0], found.high[0], is_share


def _share(sums: ClusterSums, name: str, quantity: str) -> Row:
    found = shares(sums, name, _GAMES)
    return quantity, found.share[0], found.low[0], found.high[0], True


def _comebacks(sums: ClusterSums) -> pd.DataFrame:
    games, rows = int(sums.count(_GAMES)[0]), []
    for quarter in QUARTERS:
        for i, words in enumerate(BEHIND):
            rows.append((quarter, *_share(sums, f"behind {quarter} {i}", words)[:-1]))
    table = pd.DataFrame(rows, columns=["quarter", "winner", "share", "low", "high"])
    table.insert(2, "games", games)
    return table


def _decided(sums: ClusterSums) -> pd.DataFrame:
    rows = []
    for tenth in TENTHS:
        leader, settled = (_share(sums, f"{name} {tenth}", "")[1:-1] for name in ("leader", "decided"))
        rows.append((tenth, int(sums.count(_GAMES)[0]), *leader, *settled))
    ends = [f"{name}{end}" for name in ("leader", "decided") for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=["tenth", "games", *ends])


@marks_incomplete
def beside(result: Result, other: Result) -> pd.DataFrame:
    """Compare the quality of runs of two games, in the quantities that both have.

    Returns:
        quantity, value, low, high, other, other_low, other_high, difference (the first minus the second),
        difference_low, difference_high, is_share. The runs share no games; the interval of a difference combines the
        intervals of both (Zou and Donner, Statistics in Medicine 27, 2008).
    """
    here, there = (measure(each).summary.dropna() for each in (result, other))
    table = here.merge(there.set_index("quantity").add_prefix("other_"), left_on="quantity", right_index=True)
    low, high = _joined(*(table[[f"{side}{end}" for end in _ENDS]].to_numpy().T for side in ("", "other_")))
    table = table.rename(columns={"other_value": "other"})
    table["difference"] = table["value"] - table["other"]
    table["difference_low"], table["difference_high"] = table["difference"] - low, table["difference"] + high
    return table.drop(columns="other_is_share")


def _joined(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the interval of a difference reaches below and above it, from (value, low, high) of two runs."""
    (value, low, high), (other, other_low, other_high) = one, two
    return np.hypot(value - low, other_high - other), np.hypot(high - value, other - other_low)
