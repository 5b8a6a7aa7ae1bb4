"""Sums over games, which every table is made of: a batch of games at a time, so that memory stays flat."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import polars as pl

from starbalance.analyses.statistics.estimate import ClusterSums
from starbalance.simulator.errors import BadInput, unknown

BATCH = 100_000  # games aggregated at a time
PARTS = 60  # a credit or parity is a multiple of 1/60 with six seats or fewer: whole numbers add up alike in any order
_SHARED = ("credit", "credit_base", "credit_variant", "parity")


def cluster_sums(result: Any, by: Sequence[str], values: Mapping[str, pl.Expr]) -> tuple[pl.DataFrame, ClusterSums]:
    """(the cells of `by` in order, the sums of values over the games of each).

    result: a run. by: columns of its seats or games. values: a number of each row, of the columns of seats, summed over
    the rows that a game has in a cell. Raises BadInput for a column of `by` that does not exist.
    """
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
    """A value as a number, in so many parts of 1."""
    number = value.cast(pl.Float64)
    return number if parts == 1 else (number * parts).round()


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


def seat_batches(result: Any, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
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


def win_batches(result: Any, columns: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """seat_batches with credit, what the side of a seat has of the win, and parity, what it has among equals.

    Allies who share a win have a credit of 1 each, so that a share is that of games won, and a parity of 1 / sides.
    """
    whole = win_credit(result)
    for seats in seat_batches(result, columns):
        yield seats.with_columns(pl.col("credit") / whole, parity=1 / (whole * pl.len().over("game")))


def parity(result: Any) -> float:
    """The win share of each side among equals: 1 / sides, where allies who win together are one side."""
    for seats in win_batches(result, []):
        found = seats.select(pl.col("parity").first()).collect()["parity"]
        if len(found) and found[0] is not None:
            return float(found[0])
    return math.nan


def win_credit(result: Any) -> float:
    """The credit of a seat whose side won alone: 1, or 1/2 where two allies share it."""
    credit = pl.col("credit")
    least, most = result.scan("seats").select(credit.min().alias("least"), credit.max().alias("most")).collect().row(0)
    return most if most and least < most else 1.0


def game_batches(result: Any) -> Iterator[Any]:
    """A run a batch of games at a time, each as a run."""
    last = result.scan("games").select(pl.col("game").max()).collect().item()
    for first in range(0, last + 1, BATCH):
        yield result.between(first, first + BATCH)


def check_numbers(result: Any, columns: Sequence[str], table: str = "seats") -> None:
    """Raises BadInput for a column that a table of a run does not have, or that does not hold numbers."""
    schema = result.scan(table).collect_schema()
    numbers = [name for name, kind in schema.items() if kind.is_numeric()]
    for name in columns:
        if name not in schema:
            raise unknown("column", name, numbers)
        if name not in numbers:
            raise BadInput(f"The column '{name}' holds words, not numbers: one of numbers is '{numbers[-1]}'.")
