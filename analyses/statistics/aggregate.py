"""Sums over games, from which every table is computed. Games are read in batches, so memory use stays constant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import polars as pl

from starbalance.analyses.statistics.estimate import ClusterSums
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.contract import PARTS
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.frame import refuse_sets
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import PLAYS

BATCH = 100_000  # games aggregated at a time
_NEAR = 1e-6  # rounding error of a credit in parts; any credit that is not a whole number of parts differs by more
_SIDE = "side of seat"
_SHARED = ("credit", "credit_base", "credit_variant", "equal_share")


def cluster_sums(result: Result, by: Sequence[str], values: Mapping[str, pl.Expr]) -> tuple[pl.DataFrame, ClusterSums]:
    """Return sums over the games of each cell of some columns.

    Args:
        result: A run.
        by: Columns of its seats or games that define the cells.
        values: An expression per name, of columns of the seats. It is summed over the rows that a game has in a cell.

    Returns:
        cells: the distinct values of `by`, in order
        sums: the sums of the values, and of their squares and products per game, in the order of the cells

    Raises:
        BadInput: If a column of `by` does not exist or holds a set.
    """
    check_cells(result, by)
    return sum_clusters(win_batches(result, by), by, values)


def sum_clusters(
    rows: Iterable[pl.LazyFrame], by: Sequence[str], values: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, ClusterSums]:
    """Return the cluster sums of rows that come in batches of whole games.

    Args:
        rows: Batches of rows with the columns `game`, those of `by` and those that the values need.
        by: The columns that define the cells.
        values: An expression per name, summed over the rows that a game has in a cell.

    Returns:
        cells: the distinct values of `by`, in order
        sums: the sums, in the order of the cells
    """
    by, names = list(dict.fromkeys(by)), tuple(values)
    pairs = list(combinations_with_replacement(range(len(names)), 2))
    parts = np.array([PARTS if name in _SHARED else 1 for name in names])
    numbers = [_whole(value, parts[i]).alias(f"value {i}") for i, value in enumerate(values.values())]
    own = [pl.col(f"value {i}") for i in range(len(names))]
    quantities = [
        *((each != 0).cast(pl.Int64).alias(f"games {i}") for i, each in enumerate(own)),
        *own,
        *((own[i] * own[j]).alias(f"product {i} {j}") for i, j in pairs),
    ]
    whole = list(dict.fromkeys([*by, "game"]))
    sums = []
    for batch in rows:
        games = added(batch.select(*whole, *numbers).collect(), whole)
        sums.append(added(games.select(*by, *quantities), by))
    cells = added(pl.concat(sums), by)
    return cells.select(by), _gathered(cells, names, parts, pairs=pairs)


def _whole(value: pl.Expr, parts: int) -> pl.Expr:
    """Return a value in units of 1 / `parts`, without the rounding error of whole numbers of units."""
    number = value.cast(pl.Float64)
    return number if parts == 1 else in_parts(number, parts)


def in_parts(credit: pl.Expr, parts: int = PARTS) -> pl.Expr:
    """Return credits in units of 1 / `parts`, whose sums do not depend on the order of the rows.

    A multiple of the unit becomes an exact whole number. Any other credit keeps its fraction: its sums are then added
    in the order of the rows.

    Args:
        credit: A column of credits, 0 to 1.
        parts: The number of units in a whole win. Default: PARTS.
    """
    number = credit * parts
    near = number.round()
    return pl.when((number - near).abs() < _NEAR).then(near).otherwise(number)


def added(rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Return the sums of the other columns for each cell of `by`, in the order of the cells.

    Rows are added in their order. Sums of fractions are therefore the same to the last digit for any number of threads.

    Args:
        rows: A frame.
        by: The columns that define the cells.

    Returns:
        A frame with one row per cell, with the columns of `by` first.
    """
    rows = rows.sort(by, maintain_order=True)
    differs = pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).shift(1)) for name in by)
    first = rows.select(differs | (pl.int_range(pl.len()) == 0)).to_series().arg_true()
    sums = {name: np.add.reduceat(rows[name].to_numpy(), first.to_numpy()) for name in rows.columns if name not in by}
    return rows.select(by)[first].with_columns(pl.Series(name, each) for name, each in sums.items())


def _gathered(
    cells: pl.DataFrame, names: tuple[str, ...], parts: np.ndarray, *, pairs: Sequence[tuple[int, int]]
) -> ClusterSums:
    games, sums = (
        np.stack([cells[f"{kind} {i}"].to_numpy() for i in range(len(names))], axis=1) for kind in ("games", "value")
    )
    products = np.empty((cells.height, len(names), len(names)))
    for i, j in pairs:
        products[:, i, j] = products[:, j, i] = cells[f"product {i} {j}"].to_numpy()
    return ClusterSums(names, games, sums / parts, products / np.outer(parts, parts))


def check_cells(result: Result, by: Sequence[str]) -> None:
    """Check that the columns that define cells hold one value in each row.

    Args:
        result: A run.
        by: The columns that define the cells.

    Raises:
        BadInput: If a column holds a set.
    """
    refuse_sets(by, getattr(result, "sets", ()))


def seat_batches(result: Result, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """Yield the rows of the seats of a run in batches of whole games.

    The seats of a game keep their order.

    Args:
        result: A run.
        columns: The columns that are needed. Those that only the games have are joined to the seats.

    Raises:
        BadInput: If neither the seats nor the games have a column.
    """
    seats, games = (result.between(0, 1).scan(table) for table in ("seats", "games"))
    known, others = (frame.collect_schema().names() for frame in (seats, games))
    for name in columns:
        if name not in known and name not in others:
            raise unknown("column", name, [*known, *(each for each in others if each not in known)])
    more = [name for name in columns if name not in known]
    for batch in game_batches(result):
        rows = batch.scan("seats")
        of_games = batch.scan("games").select("game", *more)
        yield rows.join(of_games, on="game", maintain_order="left") if more else rows


def value_sums(result: Result, values: Sequence[pl.Expr]) -> ClusterSums:
    """Return cluster sums with a cell for each value: the number of `rows` with a known value, and the `value`.

    Args:
        result: A run.
        values: Expressions of columns of the seats or games.
    """
    shape = (len(values), 2)
    games, sums, products = np.zeros(shape), np.zeros(shape), np.zeros((*shape, 2))
    needed = list(dict.fromkeys(name for each in values for name in each.meta.root_names()))
    numbers = [each.cast(pl.Float64).alias(f"value {i}") for i, each in enumerate(values)]
    for batch in seat_batches(result, needed):
        seats = batch.select("game", *numbers).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        for i in range(len(values)):
            value = seats[f"value {i}"].fill_null(np.nan).to_numpy()
            weights = (~np.isnan(value), np.nan_to_num(value))
            each = np.stack([np.bincount(place, weights=weight) for weight in weights], axis=1)
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
    return ClusterSums(("rows", "value"), games, sums, products)


def win_batches(result: Result, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """Yield the rows of `seat_batches` with the credit of each seat's side and the column `equal_share`.

    Args:
        result: A run.
        columns: The columns that are needed.

    Yields:
        Frames of whole games. `equal_share` is the win share of a side if all sides are equal.

    Raises:
        BadInput: If neither the seats nor the games have a column.
    """
    for seats in seat_batches(result, columns):
        equal = 1 / pl.col("players") if result.is_recorded else pl.lit(equal_share(result))
        yield with_side_credit(seats, result).with_columns(equal_share=equal)


def with_side_credit(seats: pl.LazyFrame, result: Result) -> pl.LazyFrame:
    """Replace the credit of each seat by the credit of its side, so that shares count games won.

    Args:
        seats: The rows of whole games.
        result: The run that they belong to.

    Returns:
        The rows with the credit of the side. Setups without allies keep their rows.
    """
    if not has_allies(result):
        return seats
    place = pl.int_range(pl.len()).over("game")
    of_seat = place.replace_strict(dict(enumerate(seat_sides(result))), return_dtype=pl.Int64)
    total = pl.col("credit").sum().over("game", _SIDE)
    return seats.with_columns(of_seat.alias(_SIDE)).with_columns(total).drop(_SIDE)


def equal_share(result: Result) -> float:
    """Return the win share of a side if all sides are equal: 1 / sides, as the setup of the run declares them.

    Args:
        result: A run. For recorded plays, it is the mean over the players of all games.
    """
    if result.is_recorded:
        return result.played / result.scan("seats").select(pl.len()).collect().item()
    return 1 / setup_of(result).sides


def has_allies(result: Result) -> bool:
    """Return whether a side of the run's setup has several seats.

    Args:
        result: A run.
    """
    if PLAYS in result.settings:
        return False
    setup = setup_of(result)
    return setup.sides < setup.seats


def seat_sides(result: Result) -> list[int]:
    """Return the side of each seat, counted from 0, in the order of the seats of a game.

    Args:
        result: A run.

    Raises:
        BadInput: If the setup declares fewer sides than seats, and the rules do not name the side of each seat.
    """
    setup = setup_of(result)
    return sides_in(setup, rules_of(result).record) if has_allies(result) else list(range(setup.seats))


def sides_in(setup: Setup, record: Any) -> list[int]:
    """Return the side of each seat, counted from 0, that a rules record names.

    Args:
        setup: The setup of the record.
        record: The rules record.

    Raises:
        BadInput: If the setup declares fewer sides than seats, and the record does not name the side of each seat.
    """
    if setup.sides == setup.seats:
        return list(range(setup.seats))
    sides = record.side[: setup.seats].tolist() if "side" in record.dtype.names else []
    if sorted(sides) != sorted(each % setup.sides for each in range(setup.seats)):
        raise BadInput(
            f"The setup '{setup.name}' declares {setup.sides} sides of {setup.seats} seats: the rules record needs a "
            f"field 'side', in which `fill` of reader.py writes the side of each seat, from 0 to {setup.sides - 1} and "
            f"in equal numbers, got {sides}."
        )
    return sides


def setup_of(result: Result) -> Setup:
    """Return the setup of a run, as its game declares it.

    Args:
        result: A run.
    """
    return tables.find_setup(find_game(result.settings["game"]), result.settings["setup"], None)


def rules_of(result: Result) -> tables.Rules:
    """Return the rules of a run, with its changes.

    Args:
        result: A run.
    """
    settings = result.settings
    return tables.load(find_game(settings["game"]), settings["setup"], set=settings["changes"])


def game_batches(result: Result) -> Iterator[Any]:
    """Yield a run in batches of 100,000 games, each as a run.

    Args:
        result: A run.
    """
    last = result.scan("games").select(pl.col("game").max()).collect().item()
    for first in range(0, last + 1, BATCH):
        yield result.between(first, first + BATCH)


def check_numbers(result: Result, columns: Sequence[str], table: str = "seats") -> None:
    """Check that a table of a run has some columns, and that they hold numbers.

    Args:
        result: A run.
        columns: The columns.
        table: The table: `games`, `seats` or `timeline`. Default: `seats`.

    Raises:
        BadInput: If a column does not exist or does not hold numbers.
    """
    schema = result.scan(table).collect_schema()
    numbers = [name for name, kind in schema.items() if kind.is_numeric()]
    for name in columns:
        if name not in schema:
            raise unknown("column", name, numbers)
        if name not in numbers:
            raise BadInput(
                f"The column '{name}' holds words, not numbers: name a numeric column such as '{numbers[-1]}'."
            )
