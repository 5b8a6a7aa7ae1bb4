"""Runs by player and by side: a player may command several seats, and share a side with others."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import has_allies, rules_of, seat_batches, seat_sides, setup_of
from starbalance.simulator.runs.result import Result


def by_player(result: Result, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
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


def player_sides(result: Result) -> np.ndarray:
    """Return the side of each player of a run, from 0, in the order of the players.

    Where a setup has at least as many sides as players, each player is a side.
    """
    setup = setup_of(result)
    if setup.sides >= setup.players:
        return np.arange(setup.players)
    side = dict(zip(rules_of(result).player.tolist(), seat_sides(result), strict=False))
    return np.array([side[player] for player in range(setup.players)])


def one_row_a_side(
    results: Sequence[Result], by: Sequence[str], cells: pl.DataFrame
) -> tuple[np.ndarray, pl.DataFrame]:
    """(the places of the cells of runs that stand for a side each, those cells by name).

    Where allies share a win, cells that come up on one side only together, such as allied homes, say the same: the
    first of them stands for all, by their words joined, as `Algol + Regulus`.
    """
    places = np.arange(cells.height)
    if not any(has_allies(each) for each in results):
        return places, cells
    company = [set(each) for each in _companies(results, by, cells)]
    alone = {cell for cell in places if sum(cell in each for each in company) > 1}
    groups: list[list[int]] = [sorted(each) for each in company if not each & alone]
    joined = {cell for group in groups for cell in group}
    rows: list[list[int]] = sorted([*groups, *([cell] for cell in range(cells.height) if cell not in joined)])
    first = np.array([row[0] for row in rows])
    return first, pl.DataFrame([_joined(cells[name], rows, first) for name in by])


def _companies(results: Sequence[Result], by: Sequence[str], cells: pl.DataFrame) -> set[tuple[int, ...]]:
    """The cells, by place, that come up together on a side of a game."""
    words = [pl.col(name).cast(pl.String) for name in by]
    numbered = cells.select(words).with_row_index("cell").lazy()
    found: set[tuple[int, ...]] = set()
    for result in results:
        side = dict(enumerate(seat_sides(result)))
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
