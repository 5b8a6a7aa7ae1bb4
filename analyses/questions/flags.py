"""Win shares of seats with a flag or an event (a count above 0), compared with the other seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.statistics.aggregate import (
    check_cells,
    check_numbers,
    rules_of,
    seat_batches,
    seat_sides,
    win_batches,
)
from starbalance.analyses.statistics.estimate import ClusterSums, differences, ratio_contrast, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.engine.errors import unknown
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result, View

_NAMES = ("rows", "rows_set", "credit_set", "rows_unset", "credit_unset")
_ENDS = {"with": "set", "without": "unset"}  # side of a table -> the end of the names of its sums
_SIDES = ("both", "one", "other", "neither")  # of two flags

_TABLES = ("seats", "games")
_NO_CHOICE = ("game", "credit", "player")  # columns that are not offered for selection
_MOST = 50  # levels of a column by which games can be selected


def flag_columns(result: Result) -> Mapping[str, tuple[str, ...]]:
    """Return the set-valued columns (flags) of a run's game, with the words for the bits of each.

    Args:
        result: A run.

    Returns:
        Column -> the words of its bits, bit 0 first.
    """
    return find_game(result.settings["game"]).flags(rules_of(result))


def holdable(result: Result, column: str) -> list[bool]:
    """Return for each bit of a column of flags whether the rules of a run allow it, bit 0 first.

    Args:
        result: A run.
        column: A column of flags with the role `holds`.
    """
    limit = roles(result.settings["game"]).holds[column]
    entries = rules_of(result).document[limit["data"]].values()
    return [str(entry[limit["key"]]).startswith(limit["start"]) for entry in entries]


def flag_words(result: Result, column: str) -> tuple[str, ...]:
    """Return the words for the bits of a column, bit 0 first.

    Args:
        result: A run.
        column: A column of flags.

    Raises:
        BadInput: If the game has no such column of flags.
    """
    known = flag_columns(result)
    if column not in known:
        raise unknown("column of flags", column, known)
    return tuple(known[column])


def elements(result: Result, column: str, masks: pl.Series) -> pl.Series:
    """Return a column of flags with the words of the bits that each seat has set, as lists.

    Args:
        result: A run.
        column: A column of flags.
        masks: Its values.
    """
    words = flag_words(result, column)
    by_mask = {mask: [word for bit, word in enumerate(words) if mask >> bit & 1] for mask in masks.unique()}
    return pl.Series(column, [by_mask[mask] for mask in masks], dtype=pl.List(pl.String))


def flag_marks(column: str, count: int) -> list[pl.Expr]:
    """Return an expression for each bit of a column: whether a seat has the bit set.

    Args:
        column: A column of flags.
        count: The number of bits.
    """
    mask = pl.col(column).cast(pl.Int64)
    return [mask & (1 << bit) != 0 for bit in range(count)]


@marks_incomplete
def flags(result: Result, column: str, words: Sequence[str] | None = None) -> pd.DataFrame:
    """Return a row for each flag of a column of the seats: the win share of the seats with it, and of the other seats.

    Games are the independent unit.

    Args:
        result: A run.
        column: A set-valued column of the seats.
        words: The flags to compare. Default: all flags of the column.

    Returns:
        the column: the word
        games: the number of games with a seat that has it
        seats: the share of the seats that have it, with seats_low and seats_high
        with: their mean credit, with with_low and with_high
        without: the mean credit of the other seats, with without_low and without_high
        difference: with minus without
        low: the lower end of the 95% interval of the difference
        high: the upper end

    Raises:
        BadInput: If the column is not set-valued, or has no such flag.
    """
    known = flag_words(result, column)
    chosen = list(dict.fromkeys(known if words is None else words))
    for word in chosen:
        if word not in known:
            raise unknown(f"flag of the column '{column}'", word, known)
    table = bits(result, column, known)
    return table.set_index(column).loc[chosen].reset_index()


@marks_incomplete
def bits(result: Result, column: str, words: Sequence[str], *, among: Sequence[pl.Expr] | None = None) -> pd.DataFrame:
    """Return a row for each bit of a column of the seats, with the columns of `flags`.

    Args:
        result: A run.
        column: A column of the seats with bit masks.
        words: The word of each bit, bit 0 first.
        among: For each word, an expression that says which seats count. Default: all seats.

    Raises:
        BadInput: If the column does not exist or does not hold numbers.
    """
    check_numbers(result, [column])
    marks = flag_marks(column, len(words))
    return compared(result, pd.DataFrame({column: list(words)}), marks, among=among or [pl.lit(True)] * len(words))


@marks_incomplete
def flag_pairs(result: Result, column: str, words: Sequence[str]) -> pd.DataFrame:
    """Return a row for each two flags that a seat has together: their joint effect beyond the sum of both effects.

    Games are the independent unit.

    Args:
        result: A run.
        column: A column of the seats with bit masks.
        words: The word of each bit, bit 0 first.

    Returns:
        the column: the word of the first flag
        other_ and the column: the word of the second flag
        games: the number of games with a seat that has both
        with: the mean credit of the seats with both
        expected: the mean credit if each flag had its separate effect
        difference: with minus expected
        low: the lower end of the 95% interval of the difference
        high: the upper end
        p_value: the p-value of no difference, adjusted over the pairs (Holm)

    Raises:
        BadInput: If the column does not exist or does not hold numbers.
    """
    check_numbers(result, [column])
    pairs = np.triu_indices(len(words), 1)
    sums = _pair_sums(result, column, pairs)
    both, single, other, neither = ((f"credit_{side}", f"rows_{side}") for side in _SIDES)
    contrast = ratio_contrast(sums, [both, neither], [single, other], rows="rows", flip=1.0)
    share = shares(sums, *both).share
    names = np.array(words, object)
    table = pd.DataFrame(
        {
            column: names[pairs[0]],
            f"other_{column}": names[pairs[1]],
            "games": sums.count("rows_both").astype(int),
            "with": share,
            "expected": share - contrast.value,
            "difference": contrast.value,
            "low": contrast.low,
            "high": contrast.high,
            "p_value": holm(contrast.p_value(np.zeros(len(share)))),
        }
    )
    return met(table)


def met(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of pairs that occurred together in a game.

    Args:
        table: A table with the column `games`.
    """
    return table[table["games"] > 0].reset_index(drop=True)


def _pair_sums(result: Result, column: str, pairs: tuple[np.ndarray, np.ndarray]) -> ClusterSums:
    """Return cluster sums with a cell for each pair of bits: rows and credit of seats with both, one, or neither."""
    names = ("rows", *(f"{value}_{side}" for side in _SIDES for value in ("rows", "credit")))
    count, k = len(pairs[0]), len(names)
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    for batch in win_batches(result, [column]):
        seats = batch.select("game", "credit", column).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        credit, mask = seats["credit"].to_numpy(), seats[column].to_numpy()
        for i, (first, second) in enumerate(zip(*pairs, strict=True)):
            has, also = mask >> first & 1 == 1, mask >> second & 1 == 1
            sides = (has & also, has & ~also, ~has & also, ~has & ~also)
            columns = (np.ones_like(credit), *(each for side in sides for each in (side, side * credit)))
            each = np.stack([np.bincount(place, weights=values) for values in columns], axis=1)
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(names, games, sums, products)


@marks_incomplete
def occurrences(result: Result, columns: Sequence[str], by: Sequence[str] = ()) -> pd.DataFrame:
    """Return a row for each column of counts in every cell of `by`: the seats with a count above 0, and the other
    seats.

    Args:
        result: A run.
        columns: Columns of the seats that hold counts.
        by: Columns of the seats or games that define the cells. Default: one cell.

    Returns:
        the columns of `by`
        occurrence: the name of the column
        games: the number of games with a seat that has it
        seats: the share of the seats that have it, with seats_low and seats_high
        with: their mean credit, with with_low and with_high
        without: the mean credit of the other seats, with without_low and without_high
        difference: with minus without
        low: the lower end of the 95% interval of the difference
        high: the upper end

    Raises:
        BadInput: If a column does not exist or does not hold numbers.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.occurrences(result, ["busts"])[["occurrence", "games", "with", "without"]].round(2)
      occurrence  games  with  without
    0      busts    197  0.43     0.89
    """
    check_numbers(result, columns)
    return in_cells(result, pd.DataFrame({"occurrence": columns}), [pl.col(name) > 0 for name in columns], by=by)


def in_cells(result: Result, table: pd.DataFrame, marks: Sequence[pl.Expr], *, by: Sequence[str]) -> pd.DataFrame:
    """Return a table repeated for every cell of `by`, with the numbers of `flags` for each row.

    Args:
        result: A run.
        table: A table with one row per mark.
        marks: For each row, an expression that says which seats have the mark.
        by: Columns of the seats or games that define the cells.

    Returns:
        The columns of `by`, the columns of the table, and the numbers of `flags`.
    """
    cells = _cells(result, by)
    is_cell = [_is_cell(row) for row in cells.to_dict("records")]
    among = [each for each in is_cell for _ in marks]
    return compared(result, cells.merge(table, how="cross"), list(marks) * len(is_cell), among=among)


def _cells(result: Result, by: Sequence[str]) -> pd.DataFrame:
    """Return the cells of `by` in order; one cell without columns if `by` is empty."""
    if not by:
        return pd.DataFrame(index=[0])
    check_cells(result, by)
    frames = [batch.select(by).unique().collect() for batch in seat_batches(result, by)]
    return to_pandas(pl.concat(frames).unique().sort(by))


def _is_cell(row: Mapping[Any, Any]) -> pl.Expr:
    """Return whether a seat is in a cell, as an expression of its columns."""
    return pl.all_horizontal(pl.lit(True), *(pl.col(name) == value for name, value in row.items()))


@marks_incomplete
def compared(
    result: Result, table: pd.DataFrame, marks: Sequence[pl.Expr], *, among: Sequence[pl.Expr]
) -> pd.DataFrame:
    """Return a table with the numbers of `flags` for each row.

    A mean over all seats of each game is exact: the seats of a game share one win. Its interval has no width.

    Args:
        result: A run.
        table: A table with one row per mark.
        marks: For each row, an expression of columns of seats and games: which seats have the mark.
        among: For each row, an expression that says which seats count.
    """
    sums = _totals(result, marks, among)
    table = table.assign(games=sums.count("rows_set").astype(int))
    for name, top, bottom in (
        ("seats", "rows_set", "rows"),
        ("with", "credit_set", "rows_set"),
        ("without", "credit_unset", "rows_unset"),
    ):
        part = shares(sums, top, bottom)
        table[name], table[f"{name}_low"], table[f"{name}_high"] = part.share, part.low, part.high
    less = differences(sums, ("credit_set", "rows_set"), ("credit_unset", "rows_unset"))
    table["difference"], table["low"], table["high"] = less
    return _with_exact_means(table, {side: _is_exact(result, sums, f"rows_{end}") for side, end in _ENDS.items()})


def _is_exact(result: Result, sums: ClusterSums, rows: str) -> np.ndarray:
    """Return whether the rows of each cell are all seats of their games, so that their mean credit is 1 / sides.

    With sides of different sizes, the mean depends on the side that wins and is not exact.
    """
    sides = seat_sides(result)
    is_even = len(set(np.bincount(sides))) == 1
    return (sums.count(rows) > 0) & (sums.sum(rows) == len(sides) * sums.count(rows)) & is_even


def _with_exact_means(table: pd.DataFrame, is_exact: Mapping[str, np.ndarray]) -> pd.DataFrame:
    """Return a table whose exact means, and differences from them, have no sampling error of these means."""
    for side, exact in is_exact.items():
        for end in ("low", "high"):
            table[f"{side}_{end}"] = table[f"{side}_{end}"].mask(exact, table[side])
    any_exact = is_exact["with"] | is_exact["without"]
    table["low"] = table["low"].mask(any_exact, table["with_low"] - table["without_high"])
    table["high"] = table["high"].mask(any_exact, table["with_high"] - table["without_low"])
    return table


def _totals(result: Result, marks: Sequence[pl.Expr], among: Sequence[pl.Expr]) -> ClusterSums:
    """Return cluster sums with a cell for each mark, over the seats that count for it."""
    count, k = len(marks), len(_NAMES)
    needed = list(dict.fromkeys(name for each in (*marks, *among) for name in each.meta.root_names()))
    named_marks = [each.alias(f"mark {i}") for i, each in enumerate(marks)]
    counting = [each.alias(f"counts {i}") for i, each in enumerate(among)]
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    for batch in win_batches(result, needed):
        seats = batch.select("game", "credit", *named_marks, *counting).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        credit = seats["credit"].to_numpy()
        for i in range(count):
            each = _games(place, credit, seats[f"mark {i}"].to_numpy(), counts=seats[f"counts {i}"].to_numpy())
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(_NAMES, games, sums, products)


def _games(place: np.ndarray, credit: np.ndarray, is_set: np.ndarray, *, counts: np.ndarray) -> np.ndarray:
    """Return five sums for each game, shape (games, 5), over the seats that count.

    They are the seats, then the seats with the mark and their credit, then the seats without it and their credit.
    """
    columns = (np.ones_like(credit), is_set, is_set * credit, ~is_set, ~is_set * credit)
    return np.stack([np.bincount(place, weights=column * counts) for column in columns], axis=1)


@dataclass(frozen=True)
class Part(View):
    """The games of a run in which at least one seat has one of some words in a column.

    Attributes:
        column: a column of the seats or games
        words: the words
    """

    column: str
    words: tuple[str, ...]

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that belong to these games."""
        return self.result.scan(table).join(self._numbers(), on="game", how="semi")

    def _numbers(self) -> pl.LazyFrame:
        known = flag_columns(self.result).get(self.column)
        where = next(each for each in _TABLES if self.column in self.result.scan(each).collect_schema())
        if known:
            marks = dict(zip(known, flag_marks(self.column, len(known)), strict=True))
            has = pl.any_horizontal(marks[word] for word in self.words)
        else:
            has = pl.col(self.column).cast(pl.String).is_in(list(self.words))
        return self.result.scan(where).filter(has).select("game").unique()


def choices(result: Result) -> dict[str, list[str]]:
    """Return the words of each column by which games can be selected.

    These are the columns of flags, and the columns of at most 50 words or whole numbers.

    Args:
        result: A run.

    Returns:
        Column -> its words, in order.
    """
    by_column = {name: list(words) for name, words in flag_columns(result).items()}
    for table in _TABLES:
        frame = result.scan(table)
        names = [
            name
            for name, kind in frame.collect_schema().items()
            if name not in by_column and name not in _NO_CHOICE and not kind.is_float()
        ]
        counts = frame.select(pl.col(names).n_unique()).collect().row(0)
        few = [name for name, count in zip(names, counts, strict=True) if 1 < count <= _MOST]
        for name in few:
            words = frame.select(pl.col(name).drop_nulls().unique().sort()).collect()[name]
            by_column[name] = words.cast(pl.String).to_list()
    return by_column
