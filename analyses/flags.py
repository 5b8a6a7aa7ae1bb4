"""What goes with a flag: the win share of the seats that have a bit of a column set, and of those that have not."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analyses.estimate import Totals, differences, shares
from analyses.rates import most_credit
from analyses.totals import check_numbers, stretches
from simulator import find_game, tables
from simulator.errors import unknown

_NAMES = ("rows", "rows_set", "credit_set", "rows_unset", "credit_unset")


def flag_words(result: Any, column: str) -> tuple[str, ...]:
    """The words for the bits of a column, bit 0 first. Raises BadInput for a column of which the game knows none."""
    game = find_game(result.settings["game"])
    known = game.flags(tables.load(game, result.settings["setup"], overrides=result.settings["changes"]))
    if column not in known:
        raise unknown("column of flags", column, known)
    return tuple(known[column])


def flags(result: Any, column: str, words: Sequence[str], among: Sequence[pl.Expr] | None = None) -> pd.DataFrame:
    """A row for each flag of a seat column of bit masks, words[k] naming bit k; every number with low and high.

    Columns: the column's name (the word), games (with a seat that has it), seats (share of the seats that have it),
    with (their mean credit), without (that of the other seats), difference. among: for each word, which seats count, by
    columns of seats and games; none: all. Games are the independent unit. Raises BadInput for a column that does not
    exist or does not hold numbers.
    """
    sums, most = _totals(result, column, among or [pl.lit(True)] * len(words)), most_credit(result)
    table = pd.DataFrame({column: list(words), "games": sums.count("rows_set").astype(int)})
    for name, top, bottom, whole in (
        ("seats", "rows_set", "rows", 1.0),
        ("with", "credit_set", "rows_set", most),
        ("without", "credit_unset", "rows_unset", most),
    ):
        found = shares(sums, top, bottom, whole)
        table[name], table[f"{name}_low"], table[f"{name}_high"] = found.share, found.low, found.high
    less = differences(sums, ("credit_set", "rows_set"), ("credit_unset", "rows_unset"), most)
    table["difference"], table["low"], table["high"] = less
    return table


def _totals(result: Any, column: str, among: Sequence[pl.Expr]) -> Totals:
    """Totals with a cell for each of the first bits of a column, of the seats that count for it."""
    check_numbers(result, [column])
    count, k = len(among), len(_NAMES)
    needed = [column, *dict.fromkeys(name for each in among for name in each.meta.root_names())]
    counting = [each.alias(f"counts {bit}") for bit, each in enumerate(among)]
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    for stretch in stretches(result, needed):
        seats = stretch.select("game", "credit", pl.col(column).cast(pl.Int64), *counting).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        credit, masks = seats["credit"].to_numpy(), seats[column].to_numpy()
        for bit in range(count):
            each = _games(place, credit, (masks >> bit) & 1, seats[f"counts {bit}"].to_numpy())
            games[bit] += (each != 0).sum(0)
            sums[bit] += each.sum(0)
            products[bit] += each.T @ each
    return Totals(_NAMES, games, sums, products)


def _games(place: np.ndarray, credit: np.ndarray, is_set: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """(games, k): the values of each game from its seats: game, credit, whether it has the flag, whether it counts."""
    columns = (np.ones_like(credit), is_set, is_set * credit, 1 - is_set, (1 - is_set) * credit)
    return np.stack([np.bincount(place, weights=column * counts) for column in columns], axis=1)
