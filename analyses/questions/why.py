"""The reasons why a level wins or loses: what its seats do, hold and score unlike other seats, and games to watch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import columns, roles
from starbalance.analyses.questions.find import WON, find
from starbalance.analyses.questions.flags import flag_columns, flag_marks
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.aggregate import check_cells, parity, win_batches
from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, correlations, paired_difference, ratios, shares
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.engine.errors import unknown
from starbalance.simulator.runs.result import Result

GAMES = 3  # to watch
ALLIED = " + "  # between the levels of one side
_LEAST = 0.05  # standard deviations and correlations below which a difference is no reason
_OF_ALL = ("game", "seat", "player", "credit")  # number columns of every game that no seat does anything for
_NEVER, _OFTEN, _ALWAYS = 0.01, 0.1, 0.95  # shares of the seats of a level that hardly ever, often, always have a thing
_NAMES = (
    *("rows", "rows_its", "its", "its_squares"),
    *("rows_others", "others", "others_squares", "credit", "credit_squares", "both"),
)
_SHARE = "0 or 1"  # the unit of a column that is the mark of a seat
Item = tuple[str, str, pl.Expr]  # column, word of one of its flags or nothing, the number of a seat


@dataclass(frozen=True)
class Why:
    """The reasons why a level wins or loses.

    column, level: The level, and its column of the seats.
    shares: The row of `rates` for the level.
    distinctions: The table of `distinctions` for the level.
    games: Games to watch as `find` lists them, with the command that shows each game in the column `play`.
    """

    column: str
    level: str
    shares: pd.DataFrame
    distinctions: pd.DataFrame
    games: pd.DataFrame

    @property
    def is_strong(self) -> bool:
        """Return whether the level wins at least its equal share."""
        return bool(self.shares["share"].iloc[0] >= self.shares.attrs["parity"])


@marks_incomplete
def why(result: Result, level: str) -> Why:
    """Return what distinguishes the seats of a level from other seats, and three games to watch.

    The games are won by the level if it wins at least its equal share, and lost otherwise. If possible they also show
    the first reason.

    Args:
        result: A run.
        level: A level of the game's headline factor, such as "Peacenims", or COLUMN=LEVEL, such as "seat=1".

    Returns:
        The share of the level, the table of `distinctions`, and the games.

    Raises:
        BadInput: If the column or the level does not exist, or the column holds sets.
    """
    column, level = find_level(result, level)
    share = rates(result, [column])
    share = share[[level in str(each).split(ALLIED) for each in share[column]]].reset_index(drop=True)
    share.attrs["parity"] = parity(result)
    found = Why(column, level, share, distinctions(result, level, column), pd.DataFrame())
    return replace(found, games=_to_watch(result, found))


def find_level(result: Result, text: str) -> tuple[str, str]:
    """Return the column and the level that LEVEL or COLUMN=LEVEL names. Capitals do not matter.

    Raises:
        BadInput: If the column or the level does not exist, or the column holds sets.
    """
    column, sign, level = text.rpartition("=")
    column = column.strip() if sign else result.factor
    schema = result.scan("seats").collect_schema()
    if column not in schema:
        raise unknown("column", column, schema)
    check_cells(result, [column])
    known = result.scan("seats").select(_words(column).drop_nulls().unique().sort()).collect()[column].to_list()
    levels = {each.lower(): each for each in known}
    if level.strip().lower() not in levels:
        raise unknown(column, level.strip(), known)
    return column, levels[level.strip().lower()]


def _to_watch(result: Result, found: Why) -> pd.DataFrame:
    """Return the first games that a level wins (or loses, if it is weak) and that show its first reason, if any."""
    rule = f"{found.column}={found.level} and {WON}={'true' if found.is_strong else 'false'}"
    reasons, _, _ = grouped(found.distinctions, found.is_strong)
    shown = [f"{rule} and {_condition(row)}" for _, row in reasons.head(1).iterrows()]
    games = (find(result, where, GAMES).first for where in (*shown, rule))
    return next((each for each in games if len(each)), pd.DataFrame())


def _condition(row: Any) -> str:
    """Return the condition that a seat is on the level's side of the others' mean, or has (or lacks) the item."""
    is_more = row["difference"] > 0
    if row["item"]:
        return f"{row['column']}{'=' if is_more else '!='}{row['item']}"
    return f"{row['column']}{'>' if is_more else '<'}{row['others']:.6g}"


def grouped(table: pd.DataFrame, is_strong: bool) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the significant rows of a table of `distinctions` in three tables, the largest differences first.

    Args:
        table: The distinctions of a level.
        is_strong: Whether the level wins too much, rather than too little.

    Returns:
        Reasons (differences that go with winning as the level's share does), other differences, and differences that
        come with the level and are not a choice of its players.
    """
    table = table[(table["p_value"] <= ALPHA) & (table["difference"].abs() >= _LEAST)]
    size, effect = table["difference"].abs(), table["difference"] * table["winning"]
    fits = (table["winning"].abs() >= _LEAST) & ((effect > 0) == is_strong)
    chosen = ~table["given"]
    reasons, others, given = (
        table.loc[order[rows].sort_values(ascending=False, kind="stable").index]
        for order, rows in ((effect.abs(), fits & chosen), (size, ~fits & chosen), (size, table["given"]))
    )
    return reasons, others, given


@marks_incomplete
def distinctions(result: Result, level: str, column: str | None = None) -> pd.DataFrame:
    """Compare the seats of a level with the other seats in every number and flag to which the game gives a meaning.

    The points of the game, the columns that it sets apart, and constant columns are left out. Games are the independent
    unit, and intervals hold for each number by itself.

    Args:
        result: A run.
        level: A level of the column.
        column: A column of the seats. Default: the headline factor.

    Returns:
        A row for each number or flag. Columns: column (of the seats), item (the word of a flag, or empty), is_share
        (whether the means are shares of seats), its and others (means, with low and high ends), difference with low and
        high (in standard deviations of a seat), p_value (Holm over the rows), winning with its ends (correlation of the
        number with the credit among the other seats), given (whether it comes with the level: either another level has
        it often and this one hardly ever, or all seats of the level are alike).
    """
    column = column or result.factor
    items = _items(result, column)
    sums = _totals(result, items, _words(column) == level)
    spread = _spread(sums)
    found = paired_difference(sums, ("others", "rows_others"), ("its", "rows_its"), rows="rows")
    varies = spread > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = [values / spread for values in (found.value, found.low, found.high)]
    units = columns(result.settings["game"]).query("table == 'seats'").set_index("column")["unit"]
    table = pd.DataFrame([item[:2] for item in items], columns=["column", "item"])
    table["is_share"] = [bool(item) or units[name] == _SHARE for name, item, _ in items]
    for name in ("its", "others"):
        means, parts = ratios(sums, name, f"rows_{name}"), shares(sums, name, f"rows_{name}")
        table[name] = means.ratio
        for end in ("low", "high"):  # a share has Wilson's interval
            ends = (getattr(parts, end), getattr(means, end))
            table[f"{name}_{end}"] = np.where(table["is_share"], *ends)
    table["difference"], table["low"], table["high"] = scaled
    table["p_value"] = holm(np.where(varies, found.p_value(np.zeros(len(items))), np.nan))
    squares = ("others_squares", "credit_squares")
    winning = correlations(sums, "others", "credit", rows="rows_others", squares=squares, product="both")
    table["winning"], table["winning_low"], table["winning_high"] = winning
    table["given"] = _given(result, items, level, column=column)
    return table[varies].reset_index(drop=True)


def _items(result: Result, column: str) -> list[Item]:
    """Return the numbers and flags of a seat that may distinguish the levels of a column."""
    game = result.settings["game"]
    its, flags, schema = roles(game), flag_columns(result), result.scan("seats").collect_schema()
    known = columns(game).query("table == 'seats' and meaning != ''")["column"]
    aside = {*_OF_ALL, its.points, *its.apart, result.factor, column}
    levels = set(result.scan("seats").select(_words(column).unique()).collect().to_series())
    items: list[Item] = []
    for name in known:
        if name in aside or name not in schema or not schema[name].is_numeric():
            continue
        words: Sequence[str] = flags.get(name, ())
        marks = zip(words, flag_marks(name, len(words)), strict=True)
        items += (
            [(name, word, mark) for word, mark in marks if word not in levels] if words else [(name, "", pl.col(name))]
        )
    return items


def _words(column: str) -> pl.Expr:
    """Return the levels of a column as words."""
    return pl.col(column).cast(pl.String)


def _given(result: Result, items: Sequence[Item], level: str, *, column: str) -> np.ndarray:
    """Return whether each item comes with the level, and is no choice of its players."""
    asked = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    numbers = [f"value {i}" for i in range(len(items))]
    seats = result.scan("seats").select(_words(column).alias("level"), *asked).group_by("level")
    by_level = seats.agg((pl.col(name) != 0).mean() for name in numbers).collect()
    often, mine = (rows.select(numbers).to_numpy() for rows in (by_level, by_level.filter(level=level)))
    same = seats.agg(pl.col(name).min() == pl.col(name).max() for name in numbers).filter(level=level).collect()
    is_flag = np.array([bool(word) for _, word, _ in items])
    alike = same.select(numbers).to_numpy().any(0) | (is_flag & (mine >= _ALWAYS).any(0))
    return (often.max(0) >= _OFTEN) & ((often.min(0) < _NEVER) | alike)


def _totals(result: Result, items: Sequence[Item], mine: pl.Expr) -> ClusterSums:
    """Return cluster sums with a cell for each item."""
    count, k = len(items), len(_NAMES)
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    values = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    for batch in win_batches(result, []):
        seats = batch.select("game", "credit", mine.alias("mine"), *values).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        its, credit = seats["mine"].to_numpy().astype(float), seats["credit"].to_numpy()
        for i in range(count):
            value, others = seats[f"value {i}"].to_numpy(), 1 - its
            of_its = (its, its * value, its * value**2)
            of_others = (others, others * value, others * value**2)
            with_credit = (others * credit, others * credit**2, others * value * credit)
            weights = (np.ones_like(its), *of_its, *of_others, *with_credit)
            each = np.stack([np.bincount(place, weights=weight) for weight in weights], axis=1)
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(_NAMES, games, sums, products)


def _spread(sums: ClusterSums) -> np.ndarray:
    """Return the standard deviation of a seat within its group, the level or the others, for each item."""
    with np.errstate(divide="ignore", invalid="ignore"):
        within = [
            np.maximum(sums.sum(f"{name}_squares") - sums.sum(name) ** 2 / sums.sum(f"rows_{name}"), 0)
            for name in ("its", "others")
        ]
    return np.sqrt(sum(within) / sums.sum("rows"))
