"""The quality of a game as a run shows it: length, margin, tension, comebacks, first player, skill, attacks,
kingmaking.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete, takes_plays
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.rates import about, rates, shares_of
from starbalance.analyses.questions.recorded_quality import quality_of_plays
from starbalance.analyses.statistics import standings
from starbalance.analyses.statistics.aggregate import check_numbers, equal_share, seat_batches
from starbalance.analyses.statistics.estimate import ANY_NUMBER, ClusterSums, mean_interval, proportions, ratios, shares
from starbalance.analyses.statistics.frequency import FrequencyTable
from starbalance.analyses.statistics.standings import BEHIND, QUARTERS, TENTHS, Standings
from starbalance.analyses.statistics.variance_explained import eta_squared
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

Row = tuple[str, float, float, float, bool]  # quantity, value, low, high, whether it is a share
_COLUMNS = ["quantity", "value", "low", "high", "is_share"]
_GAMES = "games"  # 1 for every game
_SHARE, _COUNT = (0.0, 1.0), (0.0, np.inf)  # bounds of a share of one game, and of a count
_ENDS = ("value", "low", "high")
_STEP = 1.0  # the smallest change of a count or a standing
_QUANTILES = {"first quartile": 0.25, "median": 0.5, "third quartile": 0.75}


@dataclass(frozen=True)
class Quality:
    """The quality of a run.

    Attributes:
        summary: the table of `quality`
        comebacks: the table of `comebacks`; `None` without a timeline
        decided: the table of `decided`; `None` without a timeline
    """

    summary: pd.DataFrame
    comebacks: pd.DataFrame | None = None
    decided: pd.DataFrame | None = None

    @property
    def rows(self) -> pd.DataFrame:
        """Return all tables as one.

        Returns:
            quantity: the name of the quantity
            value: its value
            low: the lower end of its 95% interval
            high: the upper end
            is_share: whether it is a share
        """
        tables = [self.summary]
        if self.comebacks is not None and self.decided is not None:
            names = self.comebacks["quarter"].map("winner after quarter {}: ".format) + self.comebacks["winner"]
            tables.append(self.comebacks.assign(quantity=names, is_share=True).rename(columns={"share": "value"}))
            for name, column in (("leader wins after tenth", "leader"), ("decided after tenth", "decided")):
                ends = {column: "value", f"{column}_low": "low", f"{column}_high": "high"}
                names = self.decided["tenth"].map((name + " {}").format)
                tables.append(self.decided.assign(quantity=names, is_share=True).rename(columns=ends))
        return pd.concat(tables, ignore_index=True)[_COLUMNS]


@marks_incomplete
@takes_plays
def quality(result: Result) -> pd.DataFrame:
    """Return the quality of a run in one table. Truncated games count in every row.

    Quantities of any run:

    - games, share of truncated games, and rounds per game with their quartiles and 95th percentile
    - the share of games with each kind of ending
    - first player: the win share of seat 1 (of its side, if allies share a win) minus the equal share
    - the share of the variance of the credit that the strategy explains
    - first player out, from a column that the game declares: the share of games in which a player leaves before the
      last round, and for these games the round and the part of the game that is then over
    - attacks per turn, from columns that the game declares, where a turn is one round of one seat

    Further quantities of a run with a timeline:

    - margin of victory: the winner's final standing minus the best standing of a seat that does not win. It is given
      in the game's unit and as a ratio of sums. It is 0 for a shared win, and negative if the standing did not decide.
    - largest deficit of the winner: at the end of any round, as a mean over the games
    - lead changes: a lead changes when no seat that held it is still among the leaders after the round
    - won after being behind at half: another seat stood higher at the end of the round that ends half the rounds
    - decided after: the share of the game from which on exactly the winner leads to the end; 1 if the final standing
      does not show the winner
    - lead handed over, with at least three sides: an upper bound for one kind of kingmaking

    The lead is handed over if the leader fell in the round in which the game was decided, and would have kept the lead
    by standing still. A third seat in play must also be too far behind to win. Its deficit exceeds the 99th percentile
    of the gains in a round, in each round that was left. The record does not show which player caused the fall. Help
    that lets the winner rise is not counted.

    Quantities of recorded plays: games, players and rounds per game, shared wins, first player, and the winner's score
    minus the best score of another player. Each needs its column in the file.

    Args:
        result: A run.

    Returns:
        quantity: the name of the quantity
        value: its value
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether it is a share

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.quality(result)["quantity"].head(3).tolist()
    ['games', 'share of truncated games', 'rounds per game']
    """
    return measure(result).summary


@marks_incomplete
def comebacks(result: Result) -> pd.DataFrame:
    """Return from which position games are won, by quarter of the game. The shares of a quarter add up to 1.

    Args:
        result: A run with a timeline.

    Returns:
        quarter: the quarter that is over; 4 is the end
        winner: how the winner stood compared with the best seat that does not win: ahead, level, or behind by a share
            of the other seat's standing
        games: the number of games
        share: the share of games
        low: the lower end of its 95% interval
        high: the upper end

    Raises:
        BadInput: If the run has no timeline.
    """
    result.scan("timeline")
    table = measure(result).comebacks
    assert table is not None
    return table


@marks_incomplete
def decided(result: Result) -> pd.DataFrame:
    """Return when games are decided, by tenth of the game.

    Args:
        result: A run with a timeline.

    Returns:
        tenth: the tenth that is over
        games: the number of games
        leader: how often the leader at the end of this round wins; shared wins and leads are split
        leader_low: the lower end of its 95% interval
        leader_high: the upper end
        decided: the share of games in which exactly the winner leads from there to the end
        decided_low: the lower end of its 95% interval
        decided_high: the upper end

    Raises:
        BadInput: If the run has no timeline.
    """
    result.scan("timeline")
    table = measure(result).decided
    assert table is not None
    return table


@marks_incomplete
@takes_plays
def measure(result: Result, progress: Callable[..., None] = lambda done, total, note="": None) -> Quality:
    """Return the quality of a run, measured in one pass over its games.

    Args:
        result: A run.
        progress: Called with the games measured and the games in all.
    """
    if result.is_recorded:
        return Quality(_table(list(quality_of_plays(result))))
    rows = [*_general(result), *_first_out(result), *_attacks(result)]
    if not result.settings["timeline"]:
        return Quality(_table(rows))
    sums, after = _course(result, progress)
    rows += _of_course(sums, after, find_game(result.settings["game"]).standing)
    if equal_share(result) < 0.5:
        rows.append(_share(sums, "handed", "lead handed over, at most"))
    return Quality(_table(rows), _comebacks(sums), _decided(sums))


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=_COLUMNS)


def _general(result: Result) -> Iterator[Row]:
    """Yield the rows that need no timeline."""
    facts = about(result).set_index("quantity")
    for name in ("games", "share of truncated games"):
        yield name, *facts.loc[name, _COLUMNS[1:]]
    rounds = result.scan("games").select("rounds").collect()["rounds"].to_numpy()
    yield "rounds per game", *mean_interval(rounds.astype(float), flip=_STEP, bounds=_COUNT), False
    yield from _quartiles(_table_of(rounds), "rounds per game")
    yield "rounds per game, 95th percentile", *_table_of(rounds).quantile(0.95), False
    for row in shares_of(result, "ended").to_dict("records"):
        yield f"games that end with: {row['ended'].replace('_', ' ')}", row["share"], row["low"], row["high"], True
    first = rates(result, ["seat"]).iloc[0][["share", "low", "high"]]
    yield "first player: win share minus equal share", *(first - equal_share(result)), True
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


def _first_out(result: Result) -> Iterator[Row]:
    """Yield the rows on the first player who leaves before the last round, if the game declares a column for it."""
    name = roles(result.settings["game"]).out
    if name is None or name not in result.scan("seats").collect_schema().names():  # runs from before the column
        return
    left = pl.col(name).filter(pl.col(name) > 0).min().alias("left")
    parts = [
        batch.group_by("game").agg(left, pl.col("rounds").first()).collect()
        for batch in seat_batches(result, [name, "rounds"])
    ]
    games = pl.concat(parts)
    early = games.filter(pl.col("left") < pl.col("rounds"))
    share, low, high = proportions(np.array([early.height]), games.height)
    yield "games in which a player is out before the last round", share[0], low[0], high[0], True
    if early.height:
        left_in, rounds = (early.sort("game")[each].to_numpy().astype(float) for each in ("left", "rounds"))
        yield "first player out, round", *mean_interval(left_in, flip=_STEP, bounds=_COUNT), False
        yield "first player out, part of the game", *mean_interval(left_in / rounds, flip=_STEP, bounds=_SHARE), True


def _attacks(result: Result) -> Iterator[Row]:
    """Yield a row for each column that the game declares as attacks, per turn of a seat."""
    seats = result.scan("seats").collect_schema().names()
    for name in roles(result.settings["game"]).attacks:
        of_seats = name in seats
        check_numbers(result, [name], "seats" if of_seats else "games")
        count = pl.col(name).sum() if of_seats else pl.col(name).first()
        sums = _Sums()
        for batch in seat_batches(result, [name, "rounds"]):
            games = batch.group_by("game").agg(count, turns=pl.col("rounds").first() * pl.len()).collect()
            sums.add({each: games[each].to_numpy() for each in (name, "turns")})
        per_turn = ratios(sums.total, name, "turns", flip=_STEP, bounds=_COUNT)
        yield f"{name} per turn", per_turn.ratio[0], per_turn.low[0], per_turn.high[0], False


class _Sums:
    """Sums, and sums of products, of values that each game has once. Games are added in batches."""

    def __init__(self) -> None:
        self._games: Any = 0
        self._sums: Any = 0
        self._products: Any = 0

    def add(self, values: Mapping[str, np.ndarray]) -> None:
        """Add more games, as values by name. The names are equal each time."""
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
    """Return the sums of the measures of all games, and the distribution of when games are decided."""
    sums, after, gain, done = _Sums(), FrequencyTable(), None, 0
    for games in standings.standing_batches(result):
        gain = standings.usual_gain(games) if gain is None else gain
        sums.add(_values(games, gain))
        after.add(standings.decided_after(games))
        done += len(games.rounds)
        progress(done, result.played)
    return sums.total, after


def _values(games: Standings, gain: float) -> dict[str, np.ndarray]:
    """Return the measures of each game, by name."""
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
    """Yield the rows that summarise the course of the games."""
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
    mean = ratios(sums, top, bottom, flip=_STEP, bounds=bounds)
    return quantity, mean.ratio[0], mean.low[0], mean.high[0], is_share


def _share(sums: ClusterSums, name: str, quantity: str) -> Row:
    part = shares(sums, name, _GAMES)
    return quantity, part.share[0], part.low[0], part.high[0], True


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

    The runs share no games. The interval of a difference combines the intervals of both (Zou and Donner, Statistics in
    Medicine 27, 2008).

    Args:
        result: The first run.
        other: The second run.

    Returns:
        quantity: the name of the quantity
        value: its value in the first run
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether it is a share
        other: its value in the second run, with other_low and other_high
        difference: the first run minus the second
        difference_low: the lower end of its interval
        difference_high: the upper end
    """
    first, second = (measure(each).summary.dropna() for each in (result, other))
    table = first.merge(second.set_index("quantity").add_prefix("other_"), left_on="quantity", right_index=True)
    low, high = _joined(*(table[[f"{side}{end}" for end in _ENDS]].to_numpy().T for side in ("", "other_")))
    table = table.rename(columns={"other_value": "other"})
    table["difference"] = table["value"] - table["other"]
    table["difference_low"], table["difference_high"] = table["difference"] - low, table["difference"] + high
    return table.drop(columns="other_is_share")


def _joined(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the interval of a difference extends below and above it, from (value, low, high) of two runs."""
    (value, low, high), (other, other_low, other_high) = one, two
    return np.hypot(value - low, other_high - other), np.hypot(high - value, other - other_low)
