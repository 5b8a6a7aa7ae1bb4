"""Cluster sums of what was drawn: by thing, by pair, and with the levels of a column of the seats."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from starbalance.analyses.statistics.aggregate import (
    PARTS,
    check_cells,
    game_batches,
    in_parts,
    seat_batches,
    win_batches,
)
from starbalance.analyses.statistics.estimate import ClusterSums
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

MOST_LEVELS = 60
CLAIMED = "claimed"  # the column of seats with the bits of what each claimed
COURSE = ("rounds", "margin")  # columns of games that a draw may change, those that a game has
_SLOT = ("drawn", "claimed", "claims", "claim_round", "early", "others", "others_claims")
IN_PARTS = np.array([1, 1, PARTS, 1, PARTS, PARTS**2])[:, None]  # the moments of rows and a credit in PARTS


@dataclass(frozen=True)
class Draw:
    """What is drawn in the games of a run.

    name: of the numbered columns. words: all that can be drawn. slots: the columns. is_claimed: whether players claim
    it. kinds: kind -> the slots (0 first) that hold things of it, as the game declares them.
    """

    name: str
    words: tuple[str, ...]
    slots: tuple[str, ...]
    is_claimed: bool
    kinds: Mapping[str, tuple[int, ...]]

    @property
    def other(self) -> str:
        """The column of the second thing of a pair."""
        return f"other_{self.name}"


def claim_sums(
    result: Result, draw: Draw, by_round: int, *, kinds: Sequence[Sequence[int]] | None = None
) -> ClusterSums:
    """Cluster sums of claims, with a cell for each thing that can be drawn, or for the slots of each kind."""
    cells, k = len(draw.words if kinds is None else kinds), len(_SLOT)
    games, sums, products = np.zeros((cells, k)), np.zeros((cells, k)), np.zeros((cells, k, k))
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw), *_numbered("claim_round", draw)]):
        codes = _codes(frame, draw)
        values = _slot_values(frame, draw, codes, by_round=by_round)
        for cell in range(cells):
            is_in = codes == cell if kinds is None else np.isin(np.arange(len(draw.slots)), kinds[cell])
            each = _of_cell(values, is_in)
            games[cell] += (each != 0).sum(0)
            sums[cell] += each.sum(0)
            products[cell] += each.T @ each
    return ClusterSums(_SLOT, games, sums, products)


def _slot_values(frame: pl.DataFrame, draw: Draw, codes: np.ndarray, *, by_round: int) -> np.ndarray:
    """(5, games, slots): drawn, claimed, claims, round of the first claim, claimed early; 0 where there is none."""
    claims, rounds = (frame.select(_numbered(name, draw)).to_numpy() for name in ("claims", "claim_round"))
    is_claimed = (claims > 0) & (codes >= 0)
    early = is_claimed & (rounds <= by_round)
    return np.stack([codes >= 0, is_claimed, claims * is_claimed, rounds * is_claimed, early]).astype(float)


def _of_cell(values: np.ndarray, is_in: np.ndarray) -> np.ndarray:
    """(games, 7): the sums over the slots of a cell, and over all other slots of a game with such a slot."""
    inside = (values * is_in).sum(2)
    outside = (values.sum(2) - inside) * (inside[0] > 0)
    return np.stack([*inside, outside[0], outside[2]], axis=1)


def _numbered(name: str, draw: Draw) -> list[str]:
    """The columns of games that tell something of each slot."""
    return [f"{name}_{k}" for k in range(1, len(draw.slots) + 1)]


def _frames(result: Result, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Columns of the games, a batch at a time."""
    return (here.scan("games").select(columns).collect() for here in game_batches(result))


def _codes(frame: pl.DataFrame, draw: Draw) -> np.ndarray:
    """(games, slots): the place of each thing among the words; -1: none."""
    return frame.select(pl.col(draw.slots).to_physical().cast(pl.Int64).fill_null(-1)).to_numpy()


def claimed_batches(result: Result, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was claimed, -1 for the rest, a one for each game) of a batch of games at a time."""
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw)]):
        claims = frame.select(_numbered("claims", draw)).to_numpy()
        yield np.where(claims > 0, _codes(frame, draw), -1), np.ones((len(claims), 1, 1))


def course_columns(result: Result) -> list[str]:
    """The columns of COURSE that a run has."""
    known = result.scan("games").collect_schema().names()
    return [name for name in COURSE if name in known]


def course_moments(result: Result, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(the places of what was drawn, moments of how games go: capped last) of a batch of games at a time."""
    names = [*course_columns(result), "capped"]
    for frame in _frames(result, [*draw.slots, *names]):
        values = frame.select(names).to_numpy().astype(float)
        yield _codes(frame, draw), _moments(np.ones_like(values), values)


def _moments(rows: np.ndarray, value: np.ndarray) -> np.ndarray:
    """(games, 6, columns) of rows and values (games, columns): whether it has rows, both, their squares and product."""
    return np.stack([rows > 0, rows, value, rows * rows, rows * value, value * value], axis=1)


def sum_by_thing(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """Moments over the games with each thing (things, 6, columns), and over all games.

    parts: the places of what was drawn (games, slots) and the moments of a batch of games.
    """
    return _added(parts, things, _of_things)


def sum_by_pair(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """As sum_by_thing, for each two things: (things, things, 6, columns), on the diagonal those with one."""
    return _added(parts, things, _of_pairs)


def _added(
    parts: Iterable[tuple[np.ndarray, np.ndarray]],
    things: int,
    find: Callable[[np.ndarray, np.ndarray, int], np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    here: Any = 0
    whole: Any = 0
    for codes, moments in parts:
        places = codes % (things + 1)  # none: the last
        here, whole = here + find(places, moments, things + 1), whole + moments.sum(0)
    return here, whole


def _of_things(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    return np.sum([_by_key(column, moments, count) for column in places.T], axis=0)[:-1]


def _of_pairs(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """In either order of the two."""
    keys = [one * count + two for one, two in combinations(places.T, 2)]
    square = np.sum([_by_key(key, moments, count**2) for key in keys], axis=0)
    square = square.reshape(count, count, *moments.shape[1:])[:-1, :-1]
    square = square + square.swapaxes(0, 1)
    square[np.diag_indices(count - 1)] = _of_things(places, moments, count)
    return square


def added_batches(
    here: np.ndarray, one: np.ndarray, two: np.ndarray, *, whole: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """(moments of the games with both of two things and with neither, of those with the one alone and the other)."""
    both, first, second = here[one, two], here[one, one], here[two, two]
    return [both, whole - first - second + both], [first - both, second - both]


def _by_key(keys: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """(count, ...): the sums of moments over the games of each key."""
    columns = moments.reshape(len(moments), -1).T
    found = np.stack([np.bincount(keys, column, count) for column in columns], axis=1)
    return found.reshape(count, *moments.shape[1:])


def as_cluster_sums(moments: np.ndarray) -> ClusterSums:
    """Moments of rows and a value as the cluster sums of both."""
    games, rows, value, rows2, both, value2 = moments.T
    products = np.stack([np.stack([rows2, both], axis=1), np.stack([both, value2], axis=1)], axis=1)
    return ClusterSums(("rows", "value"), np.stack([games, games], axis=1), np.stack([rows, value], axis=1), products)


def levels_of(result: Result, by: str) -> list[Any]:
    """Return the values of a column of seats or games, in order. Raises BadInput for a column that holds a set."""
    check_cells(result, [by])
    frames = (rows.select(pl.col(by).unique()).collect() for rows in seat_batches(result, [by]))
    found = pl.concat(frames)[by].unique().drop_nulls().sort()
    if len(found) > MOST_LEVELS:
        raise BadInput(f"The column '{by}' has {len(found):,} levels: a draw is told for {MOST_LEVELS} at most.")
    return found.to_list()


def credit_moments(
    result: Result, draw: Draw, by: str, *, levels: Sequence[Any]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(places of what was drawn, moments of each level's rows and credit in PARTS) of a batch of games at a time."""
    for seats in _seats(result, draw, by, levels=levels, value="credit"):
        first, cell, shape = _places(seats, len(levels))
        credit = seats.select(in_parts(pl.col("credit")))["credit"].to_numpy()
        yield _codes(seats[first], draw), _moments(_counted(cell, shape), _counted(cell, shape, credit))


def flag_moments(result: Result, draw: Draw, column: str, *, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield credit_moments of the seats with each bit of a column of flags; a seat may have several.

    Args:
        result: A run.
        draw: What is drawn in its games.
        column: Column of flags of the seats.
        count: Number of bits.
    """
    for seats in seat_batches(result, list(dict.fromkeys([column, *draw.slots]))):
        rows = seats.select("game", "credit", column, *draw.slots).collect()
        _, first, place = np.unique(rows["game"].to_numpy(), return_index=True, return_inverse=True)
        bits = (rows[column].to_numpy().astype(np.int64)[:, None] >> np.arange(count)) & 1
        credit = np.round(rows["credit"].to_numpy() * PARTS)[:, None]
        cell = place[:, None] * (count + 1) + np.where(bits == 1, np.arange(count), count)
        shape = (len(first), count + 1)
        values = np.broadcast_to(credit, cell.shape).ravel()
        yield (
            _codes(rows[first], draw),
            _moments(_counted(cell.ravel(), shape), _counted(cell.ravel(), shape, values)),
        )


def claims_by_level(
    result: Result, draw: Draw, bits: np.ndarray, *, by: str, levels: Sequence[Any]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(places of what was drawn in one slot, moments of each level's rows and claims of it), of a batch at a time.

    bits: of the column `claimed`, for each thing.
    """
    for seats in _seats(result, draw, by, levels=levels, value=CLAIMED):
        first, cell, shape = _places(seats, len(levels))
        codes, mask = _codes(seats, draw), seats[CLAIMED].to_numpy().astype(np.int64)
        for slot in codes.T:
            claims_it = (mask >> bits[slot]) & (slot >= 0) & 1
            yield slot[first][:, None], _moments(_counted(cell, shape), _counted(cell, shape, claims_it))


def _seats(result: Result, draw: Draw, by: str, *, levels: Sequence[Any], value: str) -> Iterator[pl.DataFrame]:
    """The seats of a batch of games at a time: game, a value, the place of their level (none: the last), the draw."""
    code = pl.col(by).replace_strict(levels, range(len(levels)), default=len(levels), return_dtype=pl.Int64)
    for seats in win_batches(result, list(dict.fromkeys([by, *draw.slots]))):
        yield seats.select("game", value, code.fill_null(len(levels)).alias("code"), *draw.slots).collect()


def _places(seats: pl.DataFrame, levels: int) -> tuple[np.ndarray, np.ndarray, tuple[int, int]]:
    """(the first seat of each game, the cell of each seat by game and level, the shape of the cells)."""
    _, first, place = np.unique(seats["game"].to_numpy(), return_index=True, return_inverse=True)
    return first, place * (levels + 1) + seats["code"].to_numpy(), (len(first), levels + 1)


def _counted(cell: np.ndarray, shape: tuple[int, int], value: np.ndarray | None = None) -> np.ndarray:
    """(games, levels): the sums of a value of the seats, or their number."""
    return np.bincount(cell, value, shape[0] * shape[1]).reshape(shape)[:, :-1].astype(float)


def sums_of_levels(
    parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int, levels: int
) -> tuple[np.ndarray, ClusterSums, np.ndarray]:
    """(the games with each thing, sums over them of the rows of every level, then of its credit, sums over all)."""
    k = 2 * levels
    count, whole = np.zeros(things), np.zeros(k)
    games, sums, products = np.zeros((things, k)), np.zeros((things, k)), np.zeros((things, k, k))
    for codes, moments in parts:
        values = np.concatenate([moments[:, 1], moments[:, 2]], axis=1)
        whole += values.sum(0)
        for thing in range(things):
            each = values[(codes == thing).any(1)]
            count[thing] += len(each)
            games[thing] += (each != 0).sum(0)
            sums[thing] += each.sum(0)
            products[thing] += each.T @ each
    scale = np.repeat([1, PARTS], levels)
    return count, ClusterSums((), games, sums / scale, products / np.outer(scale, scale)), whole / scale


def sums_of_two(sums: ClusterSums, things: np.ndarray, best: np.ndarray, *, usual: int) -> ClusterSums:
    """Cluster sums of the rows and credit of one level for each thing, and of another for all."""
    levels, fixed = sums.sums.shape[1] // 2, np.full(len(best), usual)
    found = np.stack([best, levels + best, fixed, levels + fixed], axis=1)
    at = things[:, None]
    return ClusterSums(
        ("rows", "credit", "rows_usual", "credit_usual"),
        sums.games[at, found],
        sums.sums[at, found],
        sums.products[at[:, None], found[:, :, None], found[:, None]],
    )
