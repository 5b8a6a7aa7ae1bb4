"""Cluster sums of the things that a game draws: by thing, by pair, and with the levels of a column of the seats."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, takewhile
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
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs.result import Result

MOST_LEVELS = 60
CLAIMED = "claimed"  # the column of the seats with a bit for each thing that the seat claimed
COURSE = ("rounds", "margin")  # columns of the games that a draw may affect, if the game has them
_SLOT = ("drawn", "claimed", "claims", "claim_round", "early", "others", "others_claims")
IN_PARTS = np.array([1, 1, PARTS, 1, PARTS, PARTS**2])[:, None]  # units of the moments of rows and credit


@dataclass(frozen=True)
class Draw:
    """The things that are drawn in the games of a run.

    Attributes:
        name: the name of the numbered columns
        words: all things that can be drawn
        slots: the numbered columns
        is_claimed: whether players can claim the things
        kinds: kind -> the slots, from 0, that hold things of this kind, as the game declares them
    """

    name: str
    words: tuple[str, ...]
    slots: tuple[str, ...]
    is_claimed: bool
    kinds: Mapping[str, tuple[int, ...]]

    @property
    def other(self) -> str:
        """The name of the column of the second thing of a pair."""
        return f"other_{self.name}"


def slots_of(game: Game, columns: Collection[str], labelled: Collection[str]) -> tuple[str, ...]:
    """Return the numbered columns of the games that hold what a game draws.

    Args:
        game: A game with draws.
        columns: The columns of its games.
        labelled: The columns whose codes have words.

    Raises:
        BadInput: If there is no such column, or if one has no words.
    """
    slots = tuple(takewhile(lambda name: name in columns, (f"{game.draws}_{k}" for k in count(1))))
    problem = f'{game.title}: GAME has draws="{game.draws}"'
    if not slots:
        raise BadInput(
            f"{problem}, but the outcome has no column '{game.draws}_1'. Name its columns '{game.draws}_1', "
            f"'{game.draws}_2' and so on, even if there is only one."
        )
    for name in slots:
        if name not in labelled:
            raise BadInput(f"{problem}, but `labels` has no words for the column '{name}'.")
    return slots


def claim_sums(
    result: Result, draw: Draw, by_round: int, *, kinds: Sequence[Sequence[int]] | None = None
) -> ClusterSums:
    """Return cluster sums of claims, with a cell for each thing that can be drawn, or for the slots of each kind.

    Args:
        result: A run.
        draw: What is drawn in its games.
        by_round: The round by which a claim is early.
        kinds: The slots of each kind. Default: a cell for each thing.
    """
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
    """Return five values of each slot, shape (5, games, slots).

    They are: drawn, claimed, the number of claims, the round of the first claim, and claimed early. Missing values are
    0.
    """
    claims, rounds = (frame.select(_numbered(name, draw)).to_numpy() for name in ("claims", "claim_round"))
    is_claimed = (claims > 0) & (codes >= 0)
    early = is_claimed & (rounds <= by_round)
    return np.stack([codes >= 0, is_claimed, claims * is_claimed, rounds * is_claimed, early]).astype(float)


def _of_cell(values: np.ndarray, is_in: np.ndarray) -> np.ndarray:
    """Return seven sums per game: five values over the slots of a cell, then two over the other slots.

    The two are drawn and the number of claims, and are 0 for a game without the cell. The shape is (games, 7).
    """
    inside = (values * is_in).sum(2)
    outside = (values.sum(2) - inside) * (inside[0] > 0)
    return np.stack([*inside, outside[0], outside[2]], axis=1)


def _numbered(name: str, draw: Draw) -> list[str]:
    """Return the names of the columns of games that describe each slot."""
    return [f"{name}_{k}" for k in range(1, len(draw.slots) + 1)]


def _frames(result: Result, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Yield columns of the games in batches."""
    return (batch.scan("games").select(columns).collect() for batch in game_batches(result))


def _codes(frame: pl.DataFrame, draw: Draw) -> np.ndarray:
    """Return the position of each thing among the words, shape (games, slots); -1 for an empty slot."""
    return frame.select(pl.col(draw.slots).to_physical().cast(pl.Int64).fill_null(-1)).to_numpy()


def claimed_batches(result: Result, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the things that were claimed, in batches of games.

    Args:
        result: A run.
        draw: What is drawn in its games.

    Yields:
        places: the position of each claimed thing among the words, -1 for the rest, shape (games, slots)
        ones: a one for each game, shape (games, 1, 1)
    """
    for frame in _frames(result, [*draw.slots, *_numbered("claims", draw)]):
        claims = frame.select(_numbered("claims", draw)).to_numpy()
        yield np.where(claims > 0, _codes(frame, draw), -1), np.ones((len(claims), 1, 1))


def course_columns(result: Result) -> list[str]:
    """Return the columns of COURSE that a run has.

    Args:
        result: A run.
    """
    known = result.scan("games").collect_schema().names()
    return [name for name in COURSE if name in known]


def course_moments(result: Result, draw: Draw) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the things that were drawn with moments of the course of the games, in batches of games.

    Args:
        result: A run.
        draw: What is drawn in its games.

    Yields:
        places: the position of each thing among the words, shape (games, slots)
        moments: the moments of the columns of COURSE, with `truncated` last, shape (games, 6, columns)
    """
    names = [*course_columns(result), "truncated"]
    for frame in _frames(result, [*draw.slots, *names]):
        values = frame.select(names).to_numpy().astype(float)
        yield _codes(frame, draw), _moments(np.ones_like(values), values)


def _moments(rows: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return six moments of rows and values, shape (games, 6, columns).

    They are: whether there are rows, the rows, the value, and the squares and the product of rows and value.
    """
    return np.stack([rows > 0, rows, value, rows * rows, rows * value, value * value], axis=1)


def sum_by_thing(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """Return moments summed over the games with each thing, and over all games.

    Args:
        parts: Batches of games: the things drawn, shape (games, slots), and the moments.
        things: The number of things that can be drawn.

    Returns:
        by_thing: the sums over the games with each thing, shape (things, 6, columns)
        whole: the sums over all games, shape (6, columns)
    """
    return _added(parts, things, _of_things)


def sum_by_pair(parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int) -> tuple[np.ndarray, np.ndarray]:
    """Return moments summed over the games with each two things, and over all games.

    Args:
        parts: Batches of games: the things drawn, shape (games, slots), and the moments.
        things: The number of things that can be drawn.

    Returns:
        by_pair: the sums, shape (things, things, 6, columns); the diagonal has the games with one thing
        whole: the sums over all games, shape (6, columns)
    """
    return _added(parts, things, _of_pairs)


def _added(
    parts: Iterable[tuple[np.ndarray, np.ndarray]],
    things: int,
    find: Callable[[np.ndarray, np.ndarray, int], np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    by_cell: Any = 0
    whole: Any = 0
    for codes, moments in parts:
        places = codes % (things + 1)  # an empty slot counts as one further thing, the last
        by_cell, whole = by_cell + find(places, moments, things + 1), whole + moments.sum(0)
    return by_cell, whole


def _of_things(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    return np.sum([_by_key(column, moments, count) for column in places.T], axis=0)[:-1]


def _of_pairs(places: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """Return the sums for each two things, shape (things, things, ...). The diagonal has the games with one thing."""
    keys = [one * count + two for one, two in combinations(places.T, 2)]
    square = np.sum([_by_key(key, moments, count**2) for key in keys], axis=0)
    square = square.reshape(count, count, *moments.shape[1:])[:-1, :-1]
    square = square + square.swapaxes(0, 1)
    square[np.diag_indices(count - 1)] = _of_things(places, moments, count)
    return square


def added_batches(
    here: np.ndarray, one: np.ndarray, two: np.ndarray, *, whole: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return the moments of the games with both of two things and with neither, and of the games with only one of them.

    Args:
        here: The sums of `sum_by_pair`.
        one: The positions of the first things.
        two: The positions of the second things.
        whole: The sums over all games.

    Returns:
        more: the moments with both and with neither
        less: the moments with only the first, and with only the second
    """
    both, first, second = here[one, two], here[one, one], here[two, two]
    return [both, whole - first - second + both], [first - both, second - both]


def _by_key(keys: np.ndarray, moments: np.ndarray, count: int) -> np.ndarray:
    """Return the sums of moments over the games of each key, shape (count, ...)."""
    columns = moments.reshape(len(moments), -1).T
    sums = np.stack([np.bincount(keys, column, count) for column in columns], axis=1)
    return sums.reshape(count, *moments.shape[1:])


def as_cluster_sums(moments: np.ndarray) -> ClusterSums:
    """Return moments of rows and a value as the cluster sums of both.

    Args:
        moments: The moments, shape (cells, 6).
    """
    games, rows, value, rows2, both, value2 = moments.T
    products = np.stack([np.stack([rows2, both], axis=1), np.stack([both, value2], axis=1)], axis=1)
    return ClusterSums(("rows", "value"), np.stack([games, games], axis=1), np.stack([rows, value], axis=1), products)


def levels_of(result: Result, by: str) -> list[Any]:
    """Return the values of a column of seats or games, in order.

    Args:
        result: A run.
        by: The column.

    Raises:
        BadInput: If the column holds a set or has more than 60 values.
    """
    check_cells(result, [by])
    frames = (rows.select(pl.col(by).unique()).collect() for rows in seat_batches(result, [by]))
    levels = pl.concat(frames)[by].unique().drop_nulls().sort()
    if len(levels) > MOST_LEVELS:
        raise BadInput(f"The column '{by}' has {len(levels):,} levels: draws are compared for at most {MOST_LEVELS}.")
    return levels.to_list()


def credit_moments(
    result: Result, draw: Draw, by: str, *, levels: Sequence[Any]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the things that were drawn with moments of each level's rows and credit, in batches of games.

    Args:
        result: A run.
        draw: What is drawn in its games.
        by: A column of the seats or games.
        levels: Its levels.

    Yields:
        places: the position of each thing among the words, shape (games, slots)
        moments: the moments, with the credit in units of 1 / PARTS, shape (games, 6, levels)
    """
    for seats in _seats(result, draw, by, levels=levels, value="credit"):
        first, cell, shape = _places(seats, len(levels))
        credit = seats.select(in_parts(pl.col("credit")))["credit"].to_numpy()
        yield _codes(seats[first], draw), _moments(_counted(cell, shape), _counted(cell, shape, credit))


def flag_moments(result: Result, draw: Draw, column: str, *, count: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the moments of `credit_moments` for the seats with each bit of a column of flags. A seat may have several
    bits.

    Args:
        result: A run.
        draw: What is drawn in its games.
        column: A column of flags of the seats.
        count: The number of bits.
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
    """Yield the thing in one slot with moments of each level's rows and claims of it, for each slot and batch of games.

    Args:
        result: A run.
        draw: What is drawn in its games.
        bits: The bit of the column `claimed` for each thing.
        by: A column of the seats or games.
        levels: Its levels.
    """
    for seats in _seats(result, draw, by, levels=levels, value=CLAIMED):
        first, cell, shape = _places(seats, len(levels))
        codes, mask = _codes(seats, draw), seats[CLAIMED].to_numpy().astype(np.int64)
        for slot in codes.T:
            claims_it = (mask >> bits[slot]) & (slot >= 0) & 1
            yield slot[first][:, None], _moments(_counted(cell, shape), _counted(cell, shape, claims_it))


def _seats(result: Result, draw: Draw, by: str, *, levels: Sequence[Any], value: str) -> Iterator[pl.DataFrame]:
    """Yield the seats in batches: game, a value, the position of their level (last for no level), and the draw."""
    code = pl.col(by).replace_strict(levels, range(len(levels)), default=len(levels), return_dtype=pl.Int64)
    for seats in win_batches(result, list(dict.fromkeys([by, *draw.slots]))):
        yield seats.select("game", value, code.fill_null(len(levels)).alias("code"), *draw.slots).collect()


def _places(seats: pl.DataFrame, levels: int) -> tuple[np.ndarray, np.ndarray, tuple[int, int]]:
    """Return the first seat of each game, the cell of each seat by game and level, and the shape of the cells."""
    _, first, place = np.unique(seats["game"].to_numpy(), return_index=True, return_inverse=True)
    return first, place * (levels + 1) + seats["code"].to_numpy(), (len(first), levels + 1)


def _counted(cell: np.ndarray, shape: tuple[int, int], value: np.ndarray | None = None) -> np.ndarray:
    """Return the sums of a value over the seats, or the number of seats, shape (games, levels)."""
    return np.bincount(cell, value, shape[0] * shape[1]).reshape(shape)[:, :-1].astype(float)


def sums_of_levels(
    parts: Iterable[tuple[np.ndarray, np.ndarray]], things: int, levels: int
) -> tuple[np.ndarray, ClusterSums, np.ndarray]:
    """Return sums over the games with each thing, of the rows and the credit of every level.

    Args:
        parts: Batches of games from `credit_moments` or `flag_moments`.
        things: The number of things that can be drawn.
        levels: The number of levels.

    Returns:
        count: the number of games with each thing, shape (things,)
        sums: the cluster sums of the rows of every level, then of its credit
        whole: the sums over all games, shape (2 * levels,)
    """
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
    """Return cluster sums of the rows and credit of two levels: one for each thing, and one that is fixed.

    Args:
        sums: The sums of `sums_of_levels`.
        things: The positions of the things.
        best: The level for each thing.
        usual: The fixed level.
    """
    levels, fixed = sums.sums.shape[1] // 2, np.full(len(best), usual)
    chosen = np.stack([best, levels + best, fixed, levels + fixed], axis=1)
    at = things[:, None]
    return ClusterSums(
        ("rows", "credit", "rows_usual", "credit_usual"),
        sums.games[at, chosen],
        sums.sums[at, chosen],
        sums.products[at[:, None], chosen[:, :, None], chosen[:, None]],
    )
