"""The outcomes of a run per player and per side. A player may command several seats, and several players may form a
side.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import has_allies, rules_of, seat_batches, seat_sides, setup_of
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.runs.result import Result


def by_player(result: Result, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the strategy and the credit of every player in every game of a run.

    Args:
        result: A run.
        names: The names of all strategies that occur in the run.

    Returns:
        strategy: the index in `names` of the player's strategy, shape (games, players)
        credit: the credit summed over the seats that the player commands, shape (games, players)
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


def players_per_side(setup: Setup) -> int:
    """Return the number of players among whom the win of a side is split.

    Args:
        setup: A setup. If it has no fewer sides than players, each player is a side.
    """
    return max(1, setup.players // setup.sides)


def one_player_note(setup: Setup) -> str:
    """Return sentences for shares and gains of one player if sides have several players. Otherwise empty.

    Args:
        setup: The setup.
    """
    players = players_per_side(setup)
    if players == 1:
        return ""
    return (
        f"Shares and gains are of one player: the win of a side is split among its {players} players. "
        f"`rates` counts the whole side, {players} times as much."
    )


def player_sides(result: Result) -> np.ndarray:
    """Return the side of each player of a run, counted from 0.

    Args:
        result: A run. If its setup has no fewer sides than players, each player is a side.

    Returns:
        The sides in the order of the players, shape (players,).
    """
    setup = setup_of(result)
    if setup.sides >= setup.players:
        return np.arange(setup.players)
    side = dict(zip(rules_of(result).record.player.tolist(), seat_sides(result), strict=False))
    return np.array([side[player] for player in range(setup.players)])


def one_row_a_side(
    results: Sequence[Result], by: Sequence[str], cells: pl.DataFrame
) -> tuple[np.ndarray, pl.DataFrame]:
    """Return the cells of runs that stand for one side each, with joined names for allied cells.

    If allies share a win, cells that occur only together on a side, such as allied homes, carry the same information.
    The first of them then stands for all, with their names joined, as in `Algol + Regulus`.

    Args:
        results: Runs.
        by: The columns that define the cells.
        cells: The cells of these columns, in order.

    Returns:
        places: the row numbers of the cells that are kept, shape (rows,)
        cells: the columns `by` of these cells, with joined names
    """
    places = np.arange(cells.height)
    if not any(has_allies(each) for each in results):
        return places, cells
    company = [set(each) for each in _companies(results, by, cells)]
    mixed = {cell for cell in places if sum(cell in each for each in company) > 1}
    groups: list[list[int]] = [sorted(each) for each in company if not each & mixed]
    joined = {cell for group in groups for cell in group}
    rows: list[list[int]] = sorted([*groups, *([cell] for cell in range(cells.height) if cell not in joined)])
    first = np.array([row[0] for row in rows])
    return first, pl.DataFrame([_joined(cells[name], rows, first) for name in by])


def _companies(results: Sequence[Result], by: Sequence[str], cells: pl.DataFrame) -> set[tuple[int, ...]]:
    """Return the groups of cells, as row numbers, that occur together on a side of a game."""
    words = [pl.col(name).cast(pl.String) for name in by]
    numbered = cells.select(words).with_row_index("cell").lazy()
    groups: set[tuple[int, ...]] = set()
    for result in results:
        side = dict(enumerate(seat_sides(result)))
        of_seat = pl.int_range(pl.len()).over("game").replace_strict(side).alias("side of seat")
        for rows in seat_batches(result, by):
            seats = rows.select(*words, pl.col("game").alias("number of game"), of_seat)
            placed = seats.join(numbered, on=list(by), nulls_equal=True)
            companies = placed.group_by("number of game", "side of seat").agg(pl.col("cell").unique().sort())
            groups |= {tuple(each) for each in companies.select(pl.col("cell").unique()).collect()["cell"].to_list()}
    return groups


def _joined(column: pl.Series, rows: Sequence[Sequence[int]], first: np.ndarray) -> pl.Series:
    """Return a column of cells with one entry per group of cells, where different names are joined by ` + `."""
    words = [" + ".join(dict.fromkeys(column[list(row)].cast(pl.String).fill_null("none"))) for row in rows]
    if words == column[first].cast(pl.String).fill_null("none").to_list():
        return column[first]
    return pl.Series(column.name, words, dtype=pl.Enum(list(dict.fromkeys(words))))
