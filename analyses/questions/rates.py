"""Win rates: the share of wins by any columns, with confidence intervals and verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete, takes_plays
from starbalance.analyses.presentation.wording import still_undecided
from starbalance.analyses.questions.where import NONE, chosen
from starbalance.analyses.statistics.aggregate import cluster_sums, equal_share, seat_batches
from starbalance.analyses.statistics.estimate import (
    ALPHA,
    ClusterSums,
    Ratios,
    Shares,
    exact_shares,
    interval_of_mean,
    proportions,
    ratios,
    shares,
)
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
    SHARED,
    UNDECIDED,
    VERDICT,
    check_alpha,
    check_margin_of_shares,
    is_open,
    verdict_columns,
)
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_columns

COLUMNS = ("games", "share", "low", "high", TRUNCATED, VERDICT, GAMES_NEEDED, REASON)
SEAT, STRATEGY = "seat", "strategy"
PAYOFF = "payoff"
EQUAL = "equal_share"  # a column of the rates of recorded plays, whose games may have different numbers of players
_BOUND, _WHOLE = "in one seat", "in all seats"  # further columns of a table without verdicts
FEW = 20  # with fewer games, a cell may occur in only one seat by chance


@marks_incomplete
@takes_plays
def rates(
    result: Result,
    by: str | Sequence[str] | None = None,
    *,
    where: str | None = None,
    margin: float | None = None,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """Return the win share of every cell of `by`, with a verdict.

    A side wins or loses as a whole, and ties are split. Allies that win together are one side. Cells that occur only
    together on a side are one row, as `Algol + Regulus`.

    Reasons why more games would not decide a row:

    - `one seat only`: the cell has the same seat in the turn order in every game, and the seat is not in `by`
    - `only one level`: the run has one cell
    - `same for all seats`: all seats of a game are in one cell, so each share is the equal share. In recorded plays
      this also holds for a single row, such as the row `none` of games whose seats are unknown
    - more than `max_truncated` of the games were truncated, which withholds every verdict
    - `too close to call`: a decision would take more than a million games

    Recorded plays have exact intervals and verdicts, which hold for any number of games.

    Args:
        result: A run.
        by: Columns of its seats or games, or one column. Default: the headline factor of the game.
        where: A condition as in `find`, such as `race=Peacenims`. Only games in which a seat meets it count. Default:
            all games.
        margin: The margin of the verdicts, as a share. Default: the margin of a run that was played until decided, and
            2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.

    Returns:
        the columns of `by`
        games: the number of games with a seat in the cell
        share: how often the side of the cell's seats wins, 0 to 1
        low: the lower end of the interval, of level 1 - alpha for each row by itself; anytime-valid for a run that was
            played until decided
        high: the upper end
        payoff, payoff_low, payoff_high: the mean payoff of a seat in the cell and its interval, in a game with payoffs
        equal_share: for recorded plays, the mean over the games of 1 / players
        truncated: the share of games that the round limit stopped
        verdict: `balanced`, `strong`, `weak` or `undecided`, compared with the equal share 1 / sides; all verdicts hold
            together
        games_needed: the total games that may decide the row; missing if there is a reason, and for a row that is so
            near a decision that a few more games may decide it
        reason: why more games would not decide the row, or an empty text

    Raises:
        BadInput: If a column does not exist, or the condition is wrong.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.rates(result, "seat")[["seat", "games", "share", "verdict"]]
       seat  games  share verdict
    0     1    200    0.4    weak
    1     2    200    0.6  strong
    """
    columns = [result.factor] if by is None else [_single(by)] if isinstance(by, str) else by
    margin = margin_of_run(result) if margin is None else margin
    return rates_of([({}, chosen(result, where))], columns, margin=margin, alpha=alpha, max_truncated=max_truncated)


def _equal_shares(table: pd.DataFrame, result: Result) -> np.ndarray:
    """Return the equal share of each row of a table."""
    return table[EQUAL].to_numpy() if result.is_recorded else np.full(len(table), equal_share(result))


def margin_of_run(*results: Result) -> float:
    """Return the margin of a run that was played until decided, or the default margin for any other run.

    Args:
        *results: A run, or several runs, whose smallest margin counts.
    """
    margins = (each.settings.get("until", {}).get("margin", MARGIN) for each in results)
    return float(min(margins, default=MARGIN))


def _single(by: str) -> str:
    """Return the name of one column. Raise BadInput for several names in one text."""
    if "," in by:
        names = [name.strip() for name in by.split(",")]
        raise BadInput(f"`by` names several columns in one text: pass a list, by={names}.")
    return by


@marks_incomplete
@takes_plays
def rates_of(
    runs: Sequence[tuple[Mapping[str, Any], Any]],
    by: Sequence[str],
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    confidence: float | None = None,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """Return the rates of several runs of a setup as one table, whose verdicts hold together.

    Args:
        runs: For each run, the columns that identify it in the table, and the run.
        by: Columns of the seats or games that define the cells.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        confidence: The confidence level of the intervals. Default: 1 - alpha.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.

    Returns:
        The columns that identify the runs, then the columns of `rates`. `attrs` holds the `margin` of the verdicts, the
        `alpha` of the intervals, and the `equal_share` of a side unless it differs from row to row.

    Raises:
        BadInput: If a column does not exist, or if the margin is too wide for a verdict.
    """
    for _, result in runs:
        check_margin_of_shares(margin, equal_share(result))
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    by = list(dict.fromkeys(by))
    if not by:
        raise BadInput("Give at least one column of the seats or games, such as 'seat'.")
    confidence = 1 - alpha if confidence is None else confidence
    results = [result for _, result in runs]
    tables, estimates = zip(
        *(_measured(labels, result, by, confidence=confidence) for labels, result in runs), strict=True
    )
    rows = [len(each) for each in tables]
    at_equal_share = np.concatenate([_equal_shares(*each) for each in zip(tables, results, strict=True)])
    is_single = np.repeat([count == 1 for count in rows], rows)
    of_games = np.repeat([are_shared(each, by) for each in results], rows)
    truncated = np.repeat([truncated_share(each) for each in results], rows)
    played = np.repeat([each.played for each in results], rows)
    table = pd.concat(tables, ignore_index=True)
    stalled = np.array([reason_for(share, max_truncated) for share in truncated], object)
    is_shared = of_games | table[_WHOLE].to_numpy(bool)
    reasons = np.select([is_single, is_shared, table[_BOUND]], [ONE_LEVEL, SHARED, ONE_SEAT], stalled)
    columns = verdict_columns(
        _stacked(estimates), at_equal_share, played=played, margin=margin, alpha=alpha, reasons=list(reasons)
    )
    table = table.drop(columns=[_BOUND, _WHOLE]).assign(**{TRUNCATED: truncated, **columns})
    equal = dict.fromkeys(at_equal_share.tolist())
    table.attrs |= {"margin": margin, "alpha": 1 - confidence} | (
        {EQUAL: equal.popitem()[0]} if len(equal) == 1 else {}
    )
    return table


def decisive(table: pd.DataFrame, by: Sequence[str], near: float) -> dict[str, Any]:
    """Return the row of a table of rates that decides whether the whole table is balanced.

    This is the farthest `strong` or `weak` row. Without such a row, it is the farthest `undecided` row, and if all rows
    are `balanced`, the farthest row. Far means far from the equal share.

    Args:
        table: A table of `rates`.
        by: The columns that define its cells.
        near: The equal share.

    Returns:
        the columns of `by`
        share, low, high, truncated, verdict, games_needed, reason: as in this row of the table
    """
    away = (table["share"] - near).abs()
    rank = table[VERDICT].map({**dict.fromkeys(BALANCE[1:], 2.0), UNDECIDED: 1.0, BALANCE[0]: 0.0}).astype(float)
    place = away[rank == rank.max()].idxmax()
    columns = [*by, "share", "low", "high", TRUNCATED, VERDICT, GAMES_NEEDED, REASON]
    (row,) = table.loc[[place], columns].to_dict("records")
    return row


def measured(result: Result, by: Sequence[str], *, alpha: float = ALPHA) -> tuple[pd.DataFrame, Shares]:
    """Return the win shares of every cell of `by` without verdicts.

    Args:
        result: A run.
        by: Columns of the seats or games that define the cells.
        alpha: One minus the confidence level of the intervals. Default: 0.05.

    Returns:
        table: the columns of `by`, share, low and high, as in `rates`
        shares: the shares as an estimate, in the order of the rows
    """
    table, estimate = _measured({}, result, by, confidence=1 - alpha)
    return table[[*by, "share", "low", "high"]], estimate


def _measured(
    labels: Mapping[str, Any], result: Result, by: Sequence[str], *, confidence: float
) -> tuple[pd.DataFrame, Shares]:
    """Return the table of a run without its verdicts, and its shares as an estimate.

    Further columns of the table say whether a row occurs in one seat only, and whether it has all seats of its games.
    """
    values = {"rows": pl.lit(1), "credit": pl.col("credit")}
    if result.is_recorded:
        return _of_plays(labels, *cluster_sums(result, by, values | {EQUAL: pl.col(EQUAL)}), confidence=confidence)
    payoff = {PAYOFF: pl.col(PAYOFF)} if result.has_payoffs else {}
    cells, sums = cluster_sums(result, by, values | payoff)
    bound = _in_one_seat(result, by, cells.height)
    first, cells = one_row_a_side([result], by, cells)
    estimate = shares(sums.of(first), "credit", "rows", confidence=confidence, sequential="until" in result.settings)
    table = to_pandas(cells)
    for place, (name, value) in enumerate(labels.items()):
        table.insert(place, name, value)
    numbers = {"games": estimate.games, "share": estimate.share, "low": estimate.low, "high": estimate.high}
    if payoff:
        numbers |= _payoffs(ratios(sums.of(first), PAYOFF, "rows", confidence=confidence))
    return table.assign(**numbers, **{_BOUND: bound[first] & (estimate.games >= FEW), _WHOLE: False}), estimate


def _payoffs(mean: Ratios) -> dict[str, np.ndarray]:
    """Return the columns of the mean payoff and its interval."""
    return {PAYOFF: mean.value, f"{PAYOFF}_low": mean.low, f"{PAYOFF}_high": mean.high}


def _of_plays(
    labels: Mapping[str, Any], cells: pl.DataFrame, sums: ClusterSums, *, confidence: float
) -> tuple[pd.DataFrame, Shares]:
    """Return the table and the shares of recorded plays, with the equal share of each row."""
    estimate = exact_shares(sums, "credit", "rows", confidence=confidence)
    numbers = {"games": estimate.games, "share": estimate.share, "low": estimate.low, "high": estimate.high}
    whole = np.isclose(sums.sum(EQUAL), estimate.games)  # the equal shares of all seats of a game sum to 1
    more = {EQUAL: sums.sum(EQUAL) / sums.sum("rows"), _BOUND: False, _WHOLE: whole}
    return _with_none(to_pandas(cells)).assign(**labels, **numbers, **more), estimate


def _with_none(cells: pd.DataFrame) -> pd.DataFrame:
    """Return cells whose missing values are the level `none`. Columns of numbers then hold whole numbers and a word."""
    return cells.assign(**{name: _filled(cells[name]) for name in cells if cells[name].isna().any()})


def _filled(levels: pd.Series) -> pd.Series:
    if isinstance(levels.dtype, pd.CategoricalDtype):
        return levels.cat.add_categories(NONE).fillna(NONE)
    return levels.convert_dtypes().astype(object).where(levels.notna(), NONE)


def are_shared(result: Result, by: Sequence[str]) -> bool:
    """Return whether all players of a game are in the same row of a table, so that each share is an equal share.

    Args:
        result: A run.
        by: The columns of the table.
    """
    games, seats = (set(result.scan(name).collect_schema().names()) for name in ("games", "seats"))
    return set(by) <= games - seats


def have_own_strategies(result: Result, by: Sequence[str]) -> bool:
    """Return whether the rows are seats with one strategy each in all games, so that they also compare strategies.

    Args:
        result: A run.
        by: The columns of the table.
    """
    if list(by) != [SEAT] or len(result.settings["strategies"]) == 1:
        return False
    seats = result.scan("seats").group_by(SEAT).agg(pl.col(STRATEGY).n_unique(), first=pl.col(STRATEGY).first())
    found = seats.collect(engine="streaming")
    return found[STRATEGY].max() == 1 and found["first"].n_unique() > 1


def _in_one_seat(result: Result, by: Sequence[str], count: int) -> np.ndarray:
    """Return whether each cell of `by` occurs in only one seat of the turn order.

    It is False for all cells if the seat is a column of `by`, or the run has no such column.
    """
    if SEAT in by or not has_seat(result):
        return np.zeros(count, bool)
    return in_one_seat([result], by)[ONE_SEAT].to_numpy()


def has_seat(result: Result) -> bool:
    """Return whether a run has the seat in the turn order as a column.

    Args:
        result: A run.
    """
    return SEAT in result.between(0, 1).scan("seats").collect_schema().names()


def in_one_seat(results: Sequence[Result], by: Sequence[str]) -> pl.DataFrame:
    """Return the cells of a table in order, and whether each occurs in only one seat of the turn order.

    Args:
        results: The runs.
        by: The columns of the table, without the seat.

    Returns:
        The columns of `by`, and `one seat only`.
    """
    ends = pl.col(SEAT).min().alias("first seat"), pl.col(SEAT).max().alias("last seat")
    rows = (batch for each in results for batch in seat_batches(each, [*by, SEAT]))
    seats = pl.concat([batch.group_by(by).agg(ends).collect() for batch in rows])
    cells = seats.group_by(by).agg(pl.col("first seat").min(), pl.col("last seat").max()).sort(by)
    return cells.select(*by, (pl.col("first seat") == pl.col("last seat")).alias(ONE_SEAT))


def _stacked(estimates: Sequence[Shares]) -> Shares:
    """Return the shares of several tables below each other."""
    columns = ("games", "share", "low", "high", "trials")
    whole: dict[str, Any] = {name: np.concatenate([getattr(each, name) for each in estimates]) for name in columns}
    return replace(estimates[0], **whole)


@marks_incomplete
def about(result: Result) -> pd.DataFrame:
    """Return the facts about a run that every report states: games, truncation, rounds and decisions.

    Args:
        result: A run.

    Returns:
        quantity: games, share of truncated games, rounds per game, decisions per game
        value: the number, share or mean
        low: the lower end of its 95% interval; NaN for the number of games
        high: the upper end
        is_share: whether the value is a share
    """
    spreads = [pl.col(name).std().fill_null(0.0).alias(f"{name} spread") for name in ("rounds", "decisions")]
    means = pl.len(), pl.col("truncated").cast(pl.Int64).sum(), pl.col("rounds", "decisions").mean()
    games = result.scan("games").select(*means, *spreads).collect(engine="streaming").to_dicts()[0]
    count = games["len"]
    share, low, high = proportions(np.array([games["truncated"]]), count)
    rounds, decisions = (
        interval_of_mean(count, games[name], games[f"{name} spread"]) for name in ("rounds", "decisions")
    )
    rows = [
        ("games", count, np.nan, np.nan, False),
        ("share of truncated games", share[0], low[0], high[0], True),
        ("rounds per game", *rounds, False),
        ("decisions per game", *decisions, False),
    ]
    return pd.DataFrame(rows, columns=["quantity", "value", "low", "high", "is_share"])


@marks_incomplete
@takes_plays
def shares_of(result: Result, column: str) -> pd.DataFrame:
    """Return how often each value of a column of the games occurs.

    Args:
        result: A run.
        column: A column of the games.

    Returns:
        the column
        games: the number of games with the value
        share: their share of all games
        low: the lower end of its 95% interval
        high: the upper end

    Raises:
        BadInput: If the column does not exist.
    """
    games = result.scan("games")
    names = games.collect_schema().names()
    if column not in names:
        raise unknown("column", column, names)
    counts = games.group_by(column).agg(games=pl.len()).sort(column).collect()
    share, low, high = proportions(counts["games"].to_numpy(), float(counts["games"].sum()))
    return to_pandas(counts).assign(share=share, low=low, high=high)


@dataclass(frozen=True)
class Until:
    """The condition that every row of the rates by some columns has a verdict, until which a run is played.

    It is also met when the share of truncated games is significantly above `max_truncated`. Every verdict is withheld
    then, and more games would not change that. The margin, alpha and the limit may be text, such as `2pp`.

    Attributes:
        by: the columns of the rates
        margin: the margin of the verdicts, as a share; 2 points by default
        alpha: the largest probability of a wrong verdict in the table; 0.05 by default
        max_truncated: the largest share of truncated games under which verdicts are given; 5% by default

    Raises:
        BadInput: If a text is not a share.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=5_000, seed=1, until=sb.Until(["seat"], margin="5pp"))
    >>> result.played < 5_000
    True
    """

    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA
    max_truncated: float = MAX_TRUNCATED

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", [self.by] if isinstance(self.by, str) else self.by)
        object.__setattr__(self, "margin", share(self.margin, "margin"))
        object.__setattr__(self, "alpha", share(self.alpha, "alpha"))
        object.__setattr__(self, "max_truncated", share(self.max_truncated, "max_truncated"))

    @property
    def settings(self) -> dict[str, Any]:
        """The settings in run.toml. A default limit is left out, so that runs of earlier versions can be continued."""
        settings = {"by": list(self.by), "margin": self.margin, "alpha": self.alpha}
        is_default = self.max_truncated == MAX_TRUNCATED
        return settings if is_default else settings | {"max_truncated": self.max_truncated}

    def check(self, game: Game, rules: Rules) -> None:
        """Raise BadInput if the condition does not fit a game.

        Args:
            game: The game.
            rules: The rules of the run.

        Raises:
            BadInput: If the margin, the error rate, the limit or a column is not allowed.
        """
        check_margin_of_shares(self.margin, 1 / rules.setup.sides)
        check_alpha(self.alpha)
        check_max_truncated(self.max_truncated)
        check_columns(self.by, game, rules)

    def look(self, result: Result) -> tuple[bool, str]:
        """Return whether a run meets the condition, and a note.

        Args:
            result: The games that were played so far.

        Returns:
            is_met: whether the condition is met
            note: a sentence on the rows that are undecided, and on the width of the intervals
        """
        table = rates(result, self.by, margin=self.margin, alpha=self.alpha, max_truncated=self.max_truncated)
        undecided = sum(map(is_open, table[VERDICT], table[REASON]))
        is_met = undecided == 0 or is_surely_stalled(result, self.max_truncated)
        return is_met, still_undecided(table, undecided)
