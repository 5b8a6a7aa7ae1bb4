"""Sums over games, which every table is made of: a batch of games at a time, so that memory stays flat."""

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

BATCH = 100_000  # games aggregated at a time
_NEAR = 1e-6  # parts: rounding error of a credit, far below any credit that is not a whole number of parts
_SIDE = "side of seat"
_SHARED = ("credit", "credit_base", "credit_variant", "parity")


def cluster_sums(result: Result, by: Sequence[str], values: Mapping[str, pl.Expr]) -> tuple[pl.DataFrame, ClusterSums]:
    """(the cells of `by` in order, the sums of values over the games of each).

    result: a run. by: columns of its seats or games. values: a number of each row, of the columns of seats, summed over
    the rows that a game has in a cell. Raises BadInput for a column of `by` that does not exist or holds a set.
    """
    check_cells(result, by)
    return sum_clusters(win_batches(result, by), by, values)


def sum_clusters(
    rows: Iterable[pl.LazyFrame], by: Sequence[str], values: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, ClusterSums]:
    """cluster_sums of rows that come in batches of whole games, with the columns of `by` and those that values need."""
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
    found = []
    for batch in rows:
        games = added(batch.select(*whole, *numbers).collect(), whole)
        found.append(added(games.select(*by, *quantities), by))
    cells = added(pl.concat(found), by)
    return cells.select(by), _gathered(cells, names, parts, pairs=pairs)


def _whole(value: pl.Expr, parts: int) -> pl.Expr:
    """Return a value in units of 1 / `parts`, without the rounding error of whole numbers of units."""
    number = value.cast(pl.Float64)
    return number if parts == 1 else in_parts(number, parts)


def in_parts(credit: pl.Expr, parts: int = PARTS) -> pl.Expr:
    """Return credits in units of 1 / `parts`, whose sums do not depend on the order of the rows.

    A multiple of the unit becomes an exact whole number. Any other credit keeps its fraction: its sums are then added
    in the order of the rows.
    """
    number = credit * parts
    near = number.round()
    return pl.when((number - near).abs() < _NEAR).then(near).otherwise(number)


def added(rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """The sums of the other columns for each cell of `by`, in order of the cells.

    They are added in the order of the rows, so that sums of fractions are the same to the last digit, however many
    threads there are.
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
    """Check that the columns of cells hold one value in a row. Raises BadInput for a column that holds a set."""
    refuse_sets(by, getattr(result, "sets", ()))


def seat_batches(result: Result, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """The seats of a run, whole games of a batch at a time, with those of the columns that only its games have.

    The seats of a game keep their order.

    Raises BadInput for a column that neither has.
    """
    seats, games = (result.between(0, 1).scan(table) for table in ("seats", "games"))
    known, others = (frame.collect_schema().names() for frame in (seats, games))
    for name in columns:
        if name not in known and name not in others:
            raise unknown("column", name, [*known, *(each for each in others if each not in known)])
    more = [name for name in columns if name not in known]
    for here in game_batches(result):
        rows = here.scan("seats")
        of_games = here.scan("games").select("game", *more)
        yield rows.join(of_games, on="game", maintain_order="left") if more else rows


def win_batches(result: Result, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """Yield the rows of `seat_batches` with the credit of each seat's side, and `parity`, its credit among equals."""
    for seats in seat_batches(result, columns):
        yield with_side_credit(seats, result).with_columns(parity=pl.lit(parity(result)))


def with_side_credit(seats: pl.LazyFrame, result: Result) -> pl.LazyFrame:
    """Replace the credit of each seat of whole games by the credit of its side, so that shares count games won."""
    if not has_allies(result):
        return seats
    place = pl.int_range(pl.len()).over("game")
    of_seat = place.replace_strict(dict(enumerate(seat_sides(result))), return_dtype=pl.Int64)
    total = pl.col("credit").sum().over("game", _SIDE)
    return seats.with_columns(of_seat.alias(_SIDE)).with_columns(total).drop(_SIDE)


def parity(result: Result) -> float:
    """Return the win share of a side among equals: 1 / sides, as the setup of the run declares them."""
    return 1 / setup_of(result).sides


def has_allies(result: Result) -> bool:
    """Return whether a side of the run's setup has several seats."""
    setup = setup_of(result)
    return setup.sides < setup.seats


def seat_sides(result: Result) -> list[int]:
    """Return the side of each seat, from 0, in the order of the seats of a game.

    Raises:
        BadInput: If the setup declares fewer sides than seats, and the rules do not name the side of each seat.
    """
    setup = setup_of(result)
    if not has_allies(result):
        return list(range(setup.seats))
    record = rules_of(result)
    sides = record.side[: setup.seats].tolist() if "side" in record.dtype.names else []
    if set(sides) != set(range(setup.sides)):
        raise BadInput(
            f"The setup '{setup.name}' declares {setup.sides} sides of {setup.seats} seats: the rules record needs a "
            f"field 'side' with the side of each seat, from 0 to {setup.sides - 1}, got {sides}."
        )
    return sides


def setup_of(result: Result) -> Setup:
    """Return the setup of a run, as its game declares it."""
    return tables.find_setup(find_game(result.settings["game"]), result.settings["setup"], None)


def rules_of(result: Result) -> Any:
    """Return the rules record of a run."""
    its = result.settings
    return tables.load(find_game(its["game"]), its["setup"], set=its["changes"]).record


def game_batches(result: Result) -> Iterator[Any]:
    """A run a batch of games at a time, each as a run."""
    last = result.scan("games").select(pl.col("game").max()).collect().item()
    for first in range(0, last + 1, BATCH):
        yield result.between(first, first + BATCH)


def check_numbers(result: Result, columns: Sequence[str], table: str = "seats") -> None:
    """Raises BadInput for a column that a table of a run does not have, or that does not hold numbers."""
    schema = result.scan(table).collect_schema()
    numbers = [name for name, kind in schema.items() if kind.is_numeric()]
    for name in columns:
        if name not in schema:
            raise unknown("column", name, numbers)
        if name not in numbers:
            raise BadInput(f"The column '{name}' holds words, not numbers: one of numbers is '{numbers[-1]}'.")
