"""What goes with a flag or an occurrence: win shares of seats with a bit set, or a count above 0, and of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.statistics.aggregate import check_cells, check_numbers, seat_batches, win_batches
from starbalance.analyses.statistics.estimate import ClusterSums, differences, ratio_contrast, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import unknown
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result, View

_NAMES = ("rows", "rows_set", "credit_set", "rows_unset", "credit_unset")
_SIDES = ("both", "one", "other", "neither")  # of two flags

_TABLES = ("seats", "games")
_NO_CHOICE = ("game", "credit", "player")  # columns that are no question
_MOST = 50  # levels of a column by which games can be chosen


def flag_columns(result: Result) -> Mapping[str, tuple[str, ...]]:
    """The columns of flags that the game of a run has, and the words for the bits of each, bit 0 first."""
    game = find_game(result.settings["game"])
    return game.flags(tables.load(game, result.settings["setup"], set=result.settings["changes"]))


def flag_words(result: Result, column: str) -> tuple[str, ...]:
    """The words for the bits of a column, bit 0 first. Raises BadInput for a column of which the game knows none."""
    known = flag_columns(result)
    if column not in known:
        raise unknown("column of flags", column, known)
    return tuple(known[column])


def flag_marks(column: str, count: int) -> list[pl.Expr]:
    """Whether a seat has each of so many bits of a column set."""
    mask = pl.col(column).cast(pl.Int64)
    return [mask & (1 << bit) != 0 for bit in range(count)]


@marks_incomplete
def flags(result: Result, column: str, words: Sequence[str], *, among: Sequence[pl.Expr] | None = None) -> pd.DataFrame:
    """A row for each flag of a seat column of bit masks, words[k] naming bit k; every number with low and high.

    Columns: the column's name (the word), games (with a seat that has it), seats (share of the seats that have it),
    with (their mean credit), without (that of the other seats), difference. among: for each word, which seats count, by
    columns of seats and games; none: all. Games are the independent unit. Raises BadInput for a column that does not
    exist or does not hold numbers.
    """
    check_numbers(result, [column])
    marks = flag_marks(column, len(words))
    return compared(result, pd.DataFrame({column: list(words)}), marks, among=among or [pl.lit(True)] * len(words))


@marks_incomplete
def flag_pairs(result: Result, column: str, words: Sequence[str]) -> pd.DataFrame:
    """A row for each two flags that a seat has together, of a column of bit masks: what both do beyond each alone.

    Columns: the column's name and other_ with it (the words), games (with a seat that has both), with (mean credit of
    the seats with both), expected (what it would be if each did what it does without the other), difference, low, high,
    p_value (that there is none, by Holm over the pairs). Games are the independent unit. Raises BadInput for a column
    that does not exist or does not hold numbers.
    """
    check_numbers(result, [column])
    pairs = np.triu_indices(len(words), 1)
    sums = _pair_sums(result, column, pairs)
    both, single, other, neither = ((f"credit_{side}", f"rows_{side}") for side in _SIDES)
    found = ratio_contrast(sums, [both, neither], [single, other], rows="rows", flip=1.0)
    share = shares(sums, *both).share
    names = np.array(words, object)
    table = pd.DataFrame(
        {
            column: names[pairs[0]],
            f"other_{column}": names[pairs[1]],
            "games": sums.count("rows_both").astype(int),
            "with": share,
            "expected": share - found.value,
            "difference": found.value,
            "low": found.low,
            "high": found.high,
            "p_value": holm(found.p_value(np.zeros(len(share)))),
        }
    )
    return met(table)


def met(table: pd.DataFrame) -> pd.DataFrame:
    """The pairs that came together in a game."""
    return table[table["games"] > 0].reset_index(drop=True)


def _pair_sums(result: Result, column: str, pairs: tuple[np.ndarray, np.ndarray]) -> ClusterSums:
    """Cluster sums with a cell for each pair of bits: rows and credit of seats with both, one alone, and neither."""
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
    """A row for each seat column of counts in every cell of `by`: the seats that count something, and the others.

    Columns: those of by, occurrence (the column's name), and the numbers of `flags`. Raises BadInput for a column that
    does not exist or does not hold numbers.
    """
    check_numbers(result, columns)
    return in_cells(result, pd.DataFrame({"occurrence": columns}), [pl.col(name) > 0 for name in columns], by=by)


def in_cells(result: Result, table: pd.DataFrame, marks: Sequence[pl.Expr], *, by: Sequence[str]) -> pd.DataFrame:
    """A table in every cell of `by`, whose columns come first, with what goes with the mark of each of its rows."""
    cells = _cells(result, by)
    here = [_is_cell(row) for row in cells.to_dict("records")]
    among = [each for each in here for _ in marks]
    return compared(result, cells.merge(table, how="cross"), list(marks) * len(here), among=among)


def _cells(result: Result, by: Sequence[str]) -> pd.DataFrame:
    """The cells of `by` in order; one without columns for none."""
    if not by:
        return pd.DataFrame(index=[0])
    check_cells(result, by)
    frames = [batch.select(by).unique().collect() for batch in seat_batches(result, by)]
    return to_pandas(pl.concat(frames).unique().sort(by))


def _is_cell(row: Mapping[Any, Any]) -> pl.Expr:
    """Whether a seat is in a cell, by its columns."""
    return pl.all_horizontal(pl.lit(True), *(pl.col(name) == value for name, value in row.items()))


@marks_incomplete
def compared(
    result: Result, table: pd.DataFrame, marks: Sequence[pl.Expr], *, among: Sequence[pl.Expr]
) -> pd.DataFrame:
    """A table with what goes with the mark of each of its rows, among the seats that count for it; columns as of flags.

    marks, among: for each row, which seats have the mark and which count, by columns of seats and games.
    """
    sums = _totals(result, marks, among)
    table = table.assign(games=sums.count("rows_set").astype(int))
    for name, top, bottom in (
        ("seats", "rows_set", "rows"),
        ("with", "credit_set", "rows_set"),
        ("without", "credit_unset", "rows_unset"),
    ):
        found = shares(sums, top, bottom)
        table[name], table[f"{name}_low"], table[f"{name}_high"] = found.share, found.low, found.high
    less = differences(sums, ("credit_set", "rows_set"), ("credit_unset", "rows_unset"))
    table["difference"], table["low"], table["high"] = less
    return table


def _totals(result: Result, marks: Sequence[pl.Expr], among: Sequence[pl.Expr]) -> ClusterSums:
    """Cluster sums with a cell for each mark, of the seats that count for it."""
    count, k = len(marks), len(_NAMES)
    needed = list(dict.fromkeys(name for each in (*marks, *among) for name in each.meta.root_names()))
    asked = [each.alias(f"mark {i}") for i, each in enumerate(marks)]
    counting = [each.alias(f"counts {i}") for i, each in enumerate(among)]
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    for batch in win_batches(result, needed):
        seats = batch.select("game", "credit", *asked, *counting).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        credit = seats["credit"].to_numpy()
        for i in range(count):
            each = _games(place, credit, seats[f"mark {i}"].to_numpy(), counts=seats[f"counts {i}"].to_numpy())
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(_NAMES, games, sums, products)


def _games(place: np.ndarray, credit: np.ndarray, is_set: np.ndarray, *, counts: np.ndarray) -> np.ndarray:
    """(games, k): the values of each game from its seats: game, credit, whether it is marked, whether it counts."""
    columns = (np.ones_like(credit), is_set, is_set * credit, ~is_set, ~is_set * credit)
    return np.stack([np.bincount(place, weights=column * counts) for column in columns], axis=1)


@dataclass(frozen=True)
class Part(View):
    """The games of a run in which at least one seat has one of some words in a column."""

    column: str
    words: tuple[str, ...]

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table that the view has."""
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
    """Return the words of each column by which games can be chosen: columns of few words or numbers, and of flags."""
    found = {name: list(words) for name, words in flag_columns(result).items()}
    for table in _TABLES:
        frame = result.scan(table)
        names = [
            name
            for name, kind in frame.collect_schema().items()
            if name not in found and name not in _NO_CHOICE and not kind.is_float()
        ]
        counts = frame.select(pl.col(names).n_unique()).collect().row(0)
        few = [name for name, count in zip(names, counts, strict=True) if 1 < count <= _MOST]
        for name in few:
            words = frame.select(pl.col(name).drop_nulls().unique().sort()).collect()[name]
            found[name] = words.cast(pl.String).to_list()
    return found
