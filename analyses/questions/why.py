"""The reasons why a level wins or loses: how its seats differ from other seats, and games that show it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.presentation.wording import plain
from starbalance.analyses.questions.columns import columns, roles
from starbalance.analyses.questions.find import WON, find
from starbalance.analyses.questions.flags import flag_columns, flag_marks
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.usage import DEALT, kinds
from starbalance.analyses.statistics.aggregate import check_cells, win_batches
from starbalance.analyses.statistics.estimate import ALPHA, ClusterSums, correlations, paired_difference, ratios, shares
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.runs.result import Result

GAMES = 3  # to watch
ALLIED = " + "  # between the levels of one side
_LEAST = 0.05  # standard deviations and correlations below which a difference is not a reason
_OF_ALL = ("game", "seat", "player", "credit")  # numeric columns of every game that no seat can influence by its play
_NEVER, _OFTEN, _ALWAYS = (
    0.01,
    0.1,
    0.95,
)  # shares of the seats of a level that have a component hardly ever, often, always
_NAMES = (
    *("rows", "rows_level_mean", "level_mean", "level_mean_squares"),
    *("rows_others", "others", "others_squares", "credit", "credit_squares", "both"),
)
_SHARE = "0 or 1"  # the unit of a column that says whether a seat has something
Item = tuple[str, str, pl.Expr]  # column; the word of a flag, or an empty text; the value of a seat


@dataclass(frozen=True)
class Why:
    """The reasons why a level wins or loses.

    Attributes:
        column: the column of the level
        level: the level
        shares: the row of `rates` for the level
        profile: the table of `profile` for the level
        games: games to watch, as `find` lists them, with the command that shows each game in the column `play`
    """

    column: str
    level: str
    shares: pd.DataFrame
    profile: pd.DataFrame
    games: pd.DataFrame

    @property
    def is_strong(self) -> bool:
        """Whether the level wins at least its equal share."""
        return bool(self.shares["share"].iloc[0] >= self.shares.attrs["equal_share"])


@marks_incomplete
def why(result: Result, level: str) -> Why:
    """Return what distinguishes the seats of a level from other seats, and three games to watch.

    The games are won by the level if it wins at least its equal share, and lost otherwise. If possible they also show
    the first reason.

    Args:
        result: A run.
        level: A level of the game's headline factor, such as "Peacenims", or COLUMN=LEVEL, such as "seat=1".

    Returns:
        The win share of the level, its profile, and the games.

    Raises:
        BadInput: If the column or the level does not exist, or the column holds sets.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> reasons = sb.why(result, "Tug")
    >>> reasons.is_strong, reasons.profile.columns[:2].tolist(), len(reasons.games)
    (True, ['column', 'component'], 3)
    """
    column, level = find_level(result, level)
    share = rates(result, [column])
    share = share[[level in str(each).split(ALLIED) for each in share[column]]].reset_index(drop=True)
    reasons = Why(column, level, share, profile(result, level, column), pd.DataFrame())
    return replace(reasons, games=_to_watch(result, reasons))


def find_level(result: Result, text: str) -> tuple[str, str]:
    """Return the column and the level that LEVEL or COLUMN=LEVEL names. Upper and lower case are equal.

    Args:
        result: A run.
        text: LEVEL, a level of the headline factor, or COLUMN=LEVEL.

    Returns:
        column: the column
        level: the level, as the run spells it

    Raises:
        BadInput: If the column or the level does not exist, no game has the level, or the column holds sets.
    """
    column, sign, level = text.rpartition("=")
    column = column.strip() if sign else result.factor
    schema = result.scan("seats").collect_schema()
    if column not in schema:
        raise unknown("column", column, schema)
    check_cells(result, [column])
    known = result.scan("seats").select(_words(column).drop_nulls().unique().sort()).collect()[column].to_list()
    levels, word = {each.lower(): each for each in known}, level.strip()
    if word.lower() in levels:
        return column, levels[word.lower()]
    kind = schema[column]
    for each in kind.categories if isinstance(kind, pl.Enum) else ():
        if each.lower() == word.lower():
            raise BadInput(f"No game of this run has the {plain(column)} '{each}'. It has {joined(known)}.")
    raise unknown(column, word, known)


def _to_watch(result: Result, findings: Why) -> pd.DataFrame:
    """Return the first games that a level wins (or loses, if it is weak) and that show its first reason, if any do.

    Empty if there is no such game.
    """
    rule = f"{findings.column}={findings.level} and {WON}={'true' if findings.is_strong else 'false'}"
    reasons, _, _ = grouped(findings.profile, findings.is_strong)
    shown = [f"{rule} and {_condition(row)}" for _, row in reasons.head(1).iterrows()]
    games = (find(result, where, GAMES).first for where in (*shown, rule))
    return next((each for each in games if len(each)), pd.DataFrame())


def _condition(row: Any) -> str:
    """Return the condition of `find` that shows a difference.

    For a number, the seat lies on the level's side of the mean of the other seats. For a word, the seat has it or lacks
    it.
    """
    is_more = row["difference"] > 0
    if row["component"]:
        return f"{row['column']}{'=' if is_more else '!='}{row['component']}"
    return f"{row['column']}{'>' if is_more else '<'}{row['others']:.6g}"


def grouped(table: pd.DataFrame, is_strong: bool) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the significant rows of a profile in three tables, the largest differences first.

    Args:
        table: The profile of a level.
        is_strong: Whether the level wins too much, rather than too little.

    Returns:
        reasons: differences that go with winning in the direction of the level's share
        others: other differences
        given: differences that come with the level and are not chosen by its players
    """
    table = table[(table["p_value"] <= ALPHA) & (table["difference"].abs() >= _LEAST)]
    size, effect = table["difference"].abs(), table["difference"] * table["winning"]
    fits = (table["winning"].abs() >= _LEAST) & ((effect > 0) == is_strong)
    chosen = ~table["given"]
    reasons, others, inherent = (
        table.loc[order[rows].sort_values(ascending=False, kind="stable").index]
        for order, rows in ((effect.abs(), fits & chosen), (size, ~fits & chosen), (size, table["given"]))
    )
    return reasons, others, inherent


@marks_incomplete
def profile(result: Result, level: str, column: str | None = None) -> pd.DataFrame:
    """Compare the seats of a level with the other seats in every number and flag to which the game gives a meaning.

    The points of the game, the columns that it excludes, and constant columns are left out. Games are the independent
    unit. Each interval has a confidence of 95% by itself.

    Args:
        result: A run.
        level: A level of the column.
        column: A column of the seats. Default: the headline factor.

    Returns:
        One row per number or flag.
        column: the column of the seats
        component: the word of a flag, or an empty text
        is_share: whether the means are shares of seats
        level_mean: the mean of the seats of the level, with the ends level_mean_low and level_mean_high
        others: the mean of the other seats, with the ends others_low and others_high
        difference: the level minus the other seats, in standard deviations of a seat
        low: the lower end of the interval of the difference
        high: the upper end
        p_value: the p-value of no difference, adjusted over the rows (Holm)
        winning: the correlation of the number with the credit among the other seats, with winning_low and winning_high
        given: whether it comes with the level: all seats of the level are alike, or another level has it often and this
            level hardly ever. What players choose, as `usage` says, does not come with a level, unless the game
            declares that it can.
    """
    column = column or result.factor
    items = items_of(result, column)
    sums = _totals(result, items, _words(column) == level)
    spread = _spread(sums)
    difference = paired_difference(sums, ("others", "rows_others"), ("level_mean", "rows_level_mean"), rows="rows")
    varies = spread > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = [values / spread for values in (difference.value, difference.low, difference.high)]
    table = pd.DataFrame([item[:2] for item in items], columns=["column", "component"])
    table["is_share"] = are_shares(result, items)
    for name in ("level_mean", "others"):
        means, parts = ratios(sums, name, f"rows_{name}"), shares(sums, name, f"rows_{name}")
        table[name] = means.ratio
        for end in ("low", "high"):  # shares have Wilson intervals
            ends = (getattr(parts, end), getattr(means, end))
            table[f"{name}_{end}"] = np.where(table["is_share"], *ends)
    table["difference"], table["low"], table["high"] = scaled
    table["p_value"] = holm(np.where(varies, difference.p_value(np.zeros(len(items))), np.nan))
    squares = ("others_squares", "credit_squares")
    winning = correlations(sums, "others", "credit", rows="rows_others", squares=squares, product="both")
    table["winning"], table["winning_low"], table["winning_high"] = winning
    table["given"] = _given(result, items, level, column=column)
    return table[varies].reset_index(drop=True)


def items_of(result: Result, column: str) -> list[Item]:
    """Return (column, word of a flag or empty, expression) for all that may distinguish the levels of a column.

    The points of the game and the columns that it excludes are left out.

    Args:
        result: A run.
        column: A column of the seats.
    """
    game = result.settings["game"]
    game_roles, flags, schema = roles(game), flag_columns(result), result.scan("seats").collect_schema()
    known = columns(game).query("table == 'seats' and meaning != ''")["column"]
    aside = {*_OF_ALL, game_roles.points, *game_roles.apart, result.factor, column}
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


def are_shares(result: Result, items: Sequence[Item]) -> list[bool]:
    """Return for each item whether its mean is a share of seats: a flag, or a column that is 0 or 1.

    Args:
        result: A run.
        items: The items, as `items_of` returns them.
    """
    units = columns(result.settings["game"]).query("table == 'seats'").set_index("column")["unit"]
    return [bool(word) or units[name] == _SHARE for name, word, _ in items]


def _words(column: str) -> pl.Expr:
    """Return the levels of a column as words."""
    return pl.col(column).cast(pl.String)


def _given(result: Result, items: Sequence[Item], level: str, *, column: str) -> np.ndarray:
    """Return whether each component comes with the level and is not chosen by its players."""
    values = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    numbers = [f"value {i}" for i in range(len(items))]
    seats = result.scan("seats").select(_words(column).alias("level"), *values).group_by("level")
    by_level = seats.agg((pl.col(name) != 0).mean() for name in numbers).collect()
    often, mine = (rows.select(numbers).to_numpy() for rows in (by_level, by_level.filter(level=level)))
    same = seats.agg(pl.col(name).min() == pl.col(name).max() for name in numbers).filter(level=level).collect()
    is_flag = np.array([bool(word) for _, word, _ in items])
    alike = same.select(numbers).to_numpy().any(0) | (is_flag & (mine >= _ALWAYS).any(0))
    return (often.max(0) >= _OFTEN) & ((often.min(0) < _NEVER) | alike) & _can_be_given(result, items)


def _can_be_given(result: Result, items: Sequence[Item]) -> np.ndarray:
    """Return whether each component can come with a level: the players do not choose it, or the game declares it."""
    game_roles = roles(result.settings["game"])
    choices = {*game_roles.usage} - {*game_roles.inherent}
    by_kind = kinds(result, [(name, word) for name, word, _ in items], [each != 0 for _, _, each in items])
    return np.array([name not in choices or kind == DEALT for (name, _, _), kind in zip(items, by_kind, strict=True)])


def _totals(result: Result, items: Sequence[Item], mine: pl.Expr) -> ClusterSums:
    """Return cluster sums with a cell for each component."""
    count, k = len(items), len(_NAMES)
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    values = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    for batch in win_batches(result, []):
        seats = batch.select("game", "credit", mine.alias("mine"), *values).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        is_level, credit = seats["mine"].to_numpy().astype(float), seats["credit"].to_numpy()
        for i in range(count):
            value, others = seats[f"value {i}"].to_numpy(), 1 - is_level
            of_its = (is_level, is_level * value, is_level * value**2)
            of_others = (others, others * value, others * value**2)
            with_credit = (others * credit, others * credit**2, others * value * credit)
            weights = (np.ones_like(is_level), *of_its, *of_others, *with_credit)
            each = np.stack([np.bincount(place, weights=weight) for weight in weights], axis=1)
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(_NAMES, games, sums, products)


def _spread(sums: ClusterSums) -> np.ndarray:
    """Return the standard deviation of a seat within its group (the level or the other seats), for each component."""
    with np.errstate(divide="ignore", invalid="ignore"):
        within = [
            np.maximum(sums.sum(f"{name}_squares") - sums.sum(name) ** 2 / sums.sum(f"rows_{name}"), 0)
            for name in ("level_mean", "others")
        ]
    return np.sqrt(sum(within) / sums.sum("rows"))
