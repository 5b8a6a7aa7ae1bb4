"""Win rates: the share of wins by any columns, with intervals and verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.presentation.wording import still_undecided
from starbalance.analyses.statistics.aggregate import cluster_sums, parity, seat_batches
from starbalance.analyses.statistics.estimate import ALPHA, Shares, mean_interval, proportions, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.players import one_row_a_side
from starbalance.analyses.statistics.truncation import (
    MAX_TRUNCATED,
    TRUNCATED,
    check_max_truncated,
    is_surely_stalled,
    reason_for,
    truncated_share,
)
from starbalance.analyses.statistics.verdict import (
    BALANCE,
    GAMES_NEEDED,
    MARGIN,
    ONE_LEVEL,
    ONE_SEAT,
    REASON,
    VERDICT,
    check_alpha,
    check_margin,
    is_open,
    verdict_columns,
)
from starbalance.simulator.engine.errors import unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_columns

COLUMNS = ("games", "share", "low", "high", TRUNCATED, VERDICT, GAMES_NEEDED, REASON)
SEAT = "seat"
_BOUND = "in one seat"
_FEW = 20  # games in which a cell may come up in one seat by chance


@marks_incomplete
def rates(
    result: Result,
    by: str | Sequence[str] | None = None,
    *,
    margin: float | None = None,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """Return the win share of every cell of `by`: its columns, games, share, low, high, truncated, verdict, reason.

    result: a run. by: columns of its seats or games, or one. `None` means the headline factor of the game. margin:
    `None` means the margin of a run that was played until decided, and otherwise 2 points. share: how often the side of
    a cell's seats wins (ties split); games: those that have a seat in the cell. Allies who win together are one side,
    and cells that come up on one side only together are one row, as `Algol + Regulus`. Intervals are of level 1 - alpha
    for each row, at all times at once for a run that was played until decided; the verdicts, against a parity of 1 /
    sides, hold for the whole table at once. reason states why more games would not decide a row: it has the same place
    in the turn order in every game, and that is no column of `by` (`one seat only`); the run has one cell in all (`only
    one level`); more than max_truncated of the games, as observed, were truncated (which withholds every verdict); or
    a decision would take more than a million games. truncated: the share of games that the round limit stopped.
    games_needed: the games in all that may decide a row. Raises BadInput for a column that does not exist.
    """
    columns = [result.factor] if by is None else [by] if isinstance(by, str) else by
    margin = margin_of_run(result) if margin is None else margin
    return rates_of([({}, result)], columns, margin=margin, alpha=alpha, max_truncated=max_truncated)


def margin_of_run(result: Result) -> float:
    """Return the margin until whose verdicts a run was played, or the usual margin for other runs."""
    return float(result.settings.get("until", {}).get("margin", MARGIN))


@marks_incomplete
def rates_of(
    runs: Sequence[tuple[Mapping[str, Any], Any]],
    by: Sequence[str],
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    level: float | None = None,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """The rates of several runs of a set-up as one table, for which as a whole the verdicts hold.

    runs: the columns that tell a run from the others, which come first, and the run. level: of the intervals, 1 - alpha
    unless told.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    by = list(dict.fromkeys(by))
    level = 1 - alpha if level is None else level
    tables, found = zip(*(_measured(labels, result, by, level=level) for labels, result in runs), strict=True)
    played = np.concatenate([np.full(len(each), result.played) for each, (_, result) in zip(tables, runs, strict=True)])
    at_parity = np.concatenate(
        [np.full(len(each), parity(result)) for each, (_, result) in zip(tables, runs, strict=True)]
    )
    alone = np.concatenate([np.full(len(each), len(each) == 1) for each in tables])
    table = pd.concat(tables, ignore_index=True)
    truncated = np.concatenate(
        [np.full(len(each), truncated_share(result)) for each, (_, result) in zip(tables, runs, strict=True)]
    )
    stalled = np.array([reason_for(share, max_truncated) for share in truncated], object)
    reasons = np.select([alone, table[_BOUND]], [ONE_LEVEL, ONE_SEAT], stalled)
    columns = verdict_columns(
        _stacked(found), at_parity, played=played, margin=margin, alpha=alpha, reasons=list(reasons)
    )
    return table.drop(columns=_BOUND).assign(**{TRUNCATED: truncated, **columns})


def farthest(table: pd.DataFrame, by: Sequence[str], near: float) -> dict[str, Any]:
    """The cell of a rates table whose share is farthest from parity, `near`.

    Keys: by, share, low, high, truncated, verdict, games_needed, reason. The verdict is `balanced` if every cell is
    balanced, otherwise the verdict of the farthest cell that is not.
    """
    away = (table["share"] - near).abs()
    not_balanced = away[table[VERDICT] != BALANCE[0]]
    judged = table.loc[not_balanced.idxmax() if len(not_balanced) else away.idxmax()]
    numbers = table.loc[away.idxmax(), [*by, "share", "low", "high", TRUNCATED]].to_dict()
    return {**numbers, **judged[[VERDICT, GAMES_NEEDED, REASON]].to_dict()}


def measured(result: Result, by: Sequence[str], *, alpha: float = ALPHA) -> tuple[pd.DataFrame, Shares]:
    """(by, share, low, high of every cell, as of rates, the shares as an estimate)."""
    table, found = _measured({}, result, by, level=1 - alpha)
    return table[[*by, "share", "low", "high"]], found


def _measured(
    labels: Mapping[str, Any], result: Result, by: Sequence[str], *, level: float
) -> tuple[pd.DataFrame, Shares]:
    """(the table of a run without its verdicts but with whether a row comes up in one seat only, its shares)."""
    cells, sums = cluster_sums(result, by, {"rows": pl.lit(1), "credit": pl.col("credit")})
    bound = _in_one_seat(result, by, cells.height)
    first, cells = one_row_a_side([result], by, cells)
    found = shares(sums.of(first), "credit", "rows", level=level, sequential="until" in result.settings)
    table = to_pandas(cells)
    for place, (name, value) in enumerate(labels.items()):
        table.insert(place, name, value)
    numbers = {"games": found.games, "share": found.share, "low": found.low, "high": found.high}
    return table.assign(**numbers, **{_BOUND: bound[first] & (found.games >= _FEW)}), found


def _in_one_seat(result: Result, by: Sequence[str], count: int) -> np.ndarray:
    """Whether each of the cells of `by`, so many in order, comes up in one seat only.

    False for all where the seat is a column of `by`, or the run has none.
    """
    known = result.between(0, 1).scan("seats").collect_schema().names()
    if SEAT in by or SEAT not in known:
        return np.zeros(count, bool)
    first, last = pl.col(SEAT).min().alias("first seat"), pl.col(SEAT).max().alias("last seat")
    parts = [rows.group_by(by).agg(first, last).collect() for rows in seat_batches(result, [*by, SEAT])]
    seats = pl.concat(parts).group_by(by).agg(pl.col("first seat").min(), pl.col("last seat").max()).sort(by)
    return (seats["first seat"] == seats["last seat"]).to_numpy()


def _stacked(found: Sequence[Shares]) -> Shares:
    """The shares of several tables below each other."""
    columns = ("games", "share", "low", "high", "trials")
    whole: dict[str, Any] = {name: np.concatenate([getattr(each, name) for each in found]) for name in columns}
    return replace(found[0], **whole)


@marks_incomplete
def about(result: Result) -> pd.DataFrame:
    """What every table needs beside it: games, mean rounds, capped and shared games, with intervals.

    Columns: quantity, value, low, high, is_share.
    """
    games = result.scan("games").select("rounds", "capped", "decisions").collect()
    count = games.height
    capped = games["capped"].to_numpy()
    share, low, high = proportions(np.array([capped.sum()]), count)
    rounds, decisions = (mean_interval(games[name].to_numpy().astype(float)) for name in ("rounds", "decisions"))
    rows = [
        ("games", count, np.nan, np.nan, False),
        ("share of capped games", share[0], low[0], high[0], True),
        ("rounds per game", *rounds, False),
        ("decisions per game", *decisions, False),
    ]
    return pd.DataFrame(rows, columns=["quantity", "value", "low", "high", "is_share"])


@marks_incomplete
def shares_of(result: Result, column: str) -> pd.DataFrame:
    """How often each value of a games column occurs: the column, games, share, low, high."""
    games = result.scan("games")
    names = games.collect_schema().names()
    if column not in names:
        raise unknown("column", column, names)
    counts = games.group_by(column).agg(games=pl.len()).sort(column).collect()
    share, low, high = proportions(counts["games"].to_numpy(), float(counts["games"].sum()))
    return to_pandas(counts).assign(share=share, low=low, high=high)


@dataclass(frozen=True)
class Until:
    """The condition that every row of the rates by some columns has its verdict.

    It is also met when the share of truncated games is significantly above `max_truncated`: every verdict is withheld
    then, and more games would not change that. The margin, alpha and the limit may be text, such as 2pp.

    Raises:
        BadInput: If a text is not a share.
    """

    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA
    max_truncated: float = MAX_TRUNCATED

    def __post_init__(self) -> None:
        object.__setattr__(self, "margin", share(self.margin, "margin"))
        object.__setattr__(self, "alpha", share(self.alpha, "alpha"))
        object.__setattr__(self, "max_truncated", share(self.max_truncated, "max_truncated"))

    @property
    def settings(self) -> dict[str, Any]:
        """Return what run.toml keeps. The default limit is left out, so that runs of earlier versions can continue."""
        settings = {"by": list(self.by), "margin": self.margin, "alpha": self.alpha}
        is_default = self.max_truncated == MAX_TRUNCATED
        return settings if is_default else settings | {"max_truncated": self.max_truncated}

    def check(self, game: Game, rules: Rules) -> None:
        """Raise BadInput for a margin, an error rate, a limit or a column that is not allowed."""
        check_margin(self.margin)
        check_alpha(self.alpha)
        check_max_truncated(self.max_truncated)
        check_columns(self.by, game, rules)

    def look(self, result: Result) -> tuple[bool, str]:
        """Return whether the condition is met, and how wide the intervals still are."""
        table = rates(result, self.by, margin=self.margin, alpha=self.alpha, max_truncated=self.max_truncated)
        undecided = sum(map(is_open, table[VERDICT], table[REASON]))
        is_met = undecided == 0 or is_surely_stalled(result, self.max_truncated)
        return is_met, still_undecided(table, undecided)
