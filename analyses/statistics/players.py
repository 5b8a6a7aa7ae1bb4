"""Runs by player and by side: a player may command several seats, and share a side with others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import seat_batches, win_credit


def by_player(result: Any, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """(strategy, credit) of every player of a run's games in order, each (games, players).

    strategy: the index in `names` of what the player played; credit: the sum over the seats that the player commands.
    """
    codes = {name: code for code, name in enumerate(names)}
    table = (
        result.scan("seats")
        .select(
            "game", "player", "credit", pl.col("strategy").cast(pl.String).replace_strict(codes, return_dtype=pl.Int64)
        )
        .group_by("game", "player")
        .agg(pl.col("strategy").first(), pl.col("credit").sum())
        .sort("game", "player")
        .collect()
    )
    shape = (-1, table["player"].n_unique())
    return table["strategy"].to_numpy().reshape(shape), table["credit"].to_numpy().reshape(shape)


def sides(credit: np.ndarray) -> np.ndarray:
    """The side of every player, 0 first, from the credits (games, players) of a run.

    Where a player has at most a part of a win, allies share it: those whose credits are equal in every game. Otherwise
    each player is a side.
    """
    players = credit.shape[1]
    if credit.max(initial=0) > 1 - 1e-9:
        return np.arange(players)
    return np.unique(np.round(credit, 6), axis=1, return_inverse=True)[1].reshape(players)


def seat_sides(result: Any) -> np.ndarray:
    """The side of every seat of a game, 0 first, in the order in which a run has them."""
    found = [
        rows.group_by("game", maintain_order=True).agg("credit").select(pl.col("credit").unique()).collect()["credit"]
        for rows in seat_batches(result, [])
    ]
    return sides(np.array(pl.concat(found).to_list(), dtype=float))


def one_row_a_side(results: Sequence[Any], by: Sequence[str], cells: pl.DataFrame) -> tuple[np.ndarray, pl.DataFrame]:
    """(the places of the cells of runs that stand for a side each, those cells by name).

    Where allies share a win, cells that come up on one side only together, such as allied homes, say the same: the
    first of them stands for all, by their words joined, as `Algol + Regulus`.
    """
    places = np.arange(cells.height)
    if all(win_credit(each) > 1 - 1e-9 for each in results):
        return places, cells
    company = [set(each) for each in _companies(results, by, cells)]
    alone = {cell for cell in places if sum(cell in each for each in company) > 1}
    groups: list[list[int]] = [sorted(each) for each in company if not each & alone]
    joined = {cell for group in groups for cell in group}
    rows: list[list[int]] = sorted([*groups, *([cell] for cell in range(cells.height) if cell not in joined)])
    first = np.array([row[0] for row in rows])
    return first, pl.DataFrame([_joined(cells[name], rows, first) for name in by])


def _companies(results: Sequence[Any], by: Sequence[str], cells: pl.DataFrame) -> set[tuple[int, ...]]:
    """The cells, by place, that come up together on a side of a game."""
    words = [pl.col(name).cast(pl.String) for name in by]
    numbered = cells.select(words).with_row_index("cell").lazy()
    found: set[tuple[int, ...]] = set()
    for result in results:
        side = dict(enumerate(seat_sides(result).tolist()))
        of_seat = pl.int_range(pl.len()).over("game").replace_strict(side).alias("side of seat")
        for rows in seat_batches(result, by):
            seats = rows.select(*words, pl.col("game").alias("number of game"), of_seat)
            placed = seats.join(numbered, on=list(by), nulls_equal=True)
            companies = placed.group_by("number of game", "side of seat").agg(pl.col("cell").unique().sort())
            found |= {tuple(each) for each in companies.select(pl.col("cell").unique()).collect()["cell"].to_list()}
    return found


def _joined(column: pl.Series, rows: Sequence[Sequence[int]], first: np.ndarray) -> pl.Series:
    """A column of cells with one entry for each row of them: their words joined where they differ."""
    words = [" + ".join(dict.fromkeys(column[list(row)].cast(pl.String).fill_null("none"))) for row in rows]
    if words == column[first].cast(pl.String).fill_null("none").to_list():
        return column[first]
    return pl.Series(column.name, words, dtype=pl.Enum(list(dict.fromkeys(words))))
