"""Features of a state for a network, as data: a list of features, and the table of operations that computes them.

A feature is a number of each seat, such as its ships, its cards of one name, or the value of its stars. It is described
by the names of fields, so that it can be stored in a file. For a run, the features are translated into a table of
operations on the memory of the state, which one compiled function carries out for all games (`network.estimate`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from math import prod
from typing import Any

import numpy as np

from starbalance.simulator.engine.limits import ASSETS


class Scope(IntEnum):
    """The part of the state that a feature of a seat reads."""

    SEAT = 0  # a field of the seat
    SHARED = 1  # a field of the game, equal for all seats
    OWNED = 2  # the entries of an array of the game that belong to the seat


class Measure(IntEnum):
    """How the entries of an array become one number."""

    BY_VALUE = 0  # each entry counts by its value: 1 for one code, or a number of a table of the rules
    BY_PLACE = 1  # each entry is multiplied by the number of its place in a table of the rules
    PRESENT = 2  # the same for entries above 0, which count as 1
    OWN = 3  # each entry that is the number of the own seat counts as 1


class Kind(IntEnum):
    """How a number lies in memory."""

    INTEGER = 0
    REAL = 1
    EXTRA = 2  # not in the state: standing, level and assets of a seat
    SIGNED = 3  # a narrow integer of `width` bytes
    UNSIGNED = 4


class Column(IntEnum):
    """A column of the table of operations. Addresses and strides are in bytes, rows are rows of `Operations.starts`.

    A row is -1 if no feature counts the entries in this way.
    """

    SCOPE = 0
    KIND = 1
    WIDTH = 2
    COUNT = 3
    ADDRESS = 4
    STRIDE = 5
    SEAT_STRIDE = 6
    LIMIT = 7  # address of the number of entries in use, or -1
    LIMIT_STRIDE = 8  # from seat to seat
    OWNER = 9  # address of the array of owners, or -1
    OWNER_STRIDE = 10
    OWNER_KIND = 11
    OWNER_WIDTH = 12
    VALUE = 13  # the first row for values
    LEAST = 14  # the value of this row
    VALUES = 15  # the number of rows for values
    PLACE = 16  # the first row for places, whose numbers are multiplied by the entry
    PRESENT = 17  # the first row for places, whose numbers count if the entry is above 0
    OWN = 18  # the row for entries that are the number of the own seat
    ZERO = 19  # 1 if an entry of 0 counts


_ROWS = (Column.VALUE, Column.PLACE, Column.PRESENT, Column.OWN)  # by Measure
STANDING, LEVEL, FIRST_ASSET = range(3)  # columns of the numbers that are not in the state
EXTRAS = FIRST_ASSET + ASSETS
EXTRA_NAMES = ("standing", "level", *(f"asset {asset}" for asset in range(ASSETS)))
LIMIT_NAME = "count"  # a field next to an array: the number of entries in use


@dataclass(frozen=True)
class Field:
    """A field of a record, with the fields of nested records.

    Attributes:
        name: The path, such as `players.ships`.
        offset: Bytes from the start of the record.
        sizes: The sizes of its dimensions, outermost first.
        strides: The bytes from entry to entry in each dimension.
        kind: How a number lies in memory.
        width: The bytes of a number.
    """

    name: str
    offset: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    kind: Kind
    width: int


@dataclass(frozen=True)
class Feature:
    """A number of each seat.

    Attributes:
        source: The path of the field, or a name of EXTRA_NAMES.
        scope: The part of the state that it reads.
        place: The indices in all dimensions of the field except those of the seats and the entries.
        entry: The index of a single entry. -1 means all entries.
        owner: For OWNED, the path of the array with the seat that each entry belongs to.
        measure: How the entries become one number.
        code: For BY_VALUE, the value that counts as 1. `None` means that a table gives the numbers.
        tables: The paths of tables of the rules, each looked up with the number from the table before. With `code`
            they give the number to compare. Without tables, each place has the number 1.
        column: The column of the last table, if it has two dimensions.
    """

    source: str
    scope: Scope = Scope.SEAT
    place: tuple[int, ...] = ()
    entry: int = -1
    owner: str = ""
    measure: Measure = Measure.BY_PLACE
    code: int | None = None
    tables: tuple[str, ...] = ()
    column: int = 0

    @property
    def group(self) -> tuple[Any, ...]:
        """What features that one operation computes have in common."""
        return (self.source, int(self.scope), self.place, self.entry, self.owner)


@dataclass(frozen=True)
class Operations:
    """The operations that compute the features of a state.

    Attributes:
        table: A row for each operation, with the columns of Column.
        starts: The first pair of each row, and the end of the last one.
        features: The feature of each pair.
        factors: The number of each pair.
        count: The number of features.
    """

    table: np.ndarray
    starts: np.ndarray
    features: np.ndarray
    factors: np.ndarray
    count: int


def fields(
    dtype: np.dtype, prefix: str = "", offset: int = 0, sizes: tuple = (), strides: tuple = ()
) -> Iterator[Field]:
    """Yield the fields of a record type that hold numbers, in the order of memory.

    Args:
        dtype: The record type.
        prefix: The path of the record. Default: empty.
        offset: Bytes before the record. Default: 0.
        sizes: The sizes of the dimensions of an array of this record. Default: none.
        strides: The strides of these dimensions in bytes. Default: none.
    """
    for name, (kind, start, *_) in (dtype.fields or {}).items():
        inner = tuple(prod(kind.shape[k + 1 :]) * kind.base.itemsize for k in range(len(kind.shape)))
        path, place = f"{prefix}{name}", offset + start
        if kind.base.names:
            yield from fields(kind.base, f"{path}.", place, (*sizes, *kind.shape), (*strides, *inner))
        elif (number := _kind(kind.base)) is not None:
            yield Field(path, place, (*sizes, *kind.shape), (*strides, *inner), number, kind.base.itemsize)


def _kind(dtype: np.dtype) -> Kind | None:
    """Return how a number lies in memory. `None` for a type that no operation reads."""
    if dtype.kind == "f":
        return Kind.REAL if dtype.itemsize == 8 else None
    if dtype.kind not in "iub":
        return None
    if dtype.itemsize == 8:
        return Kind.INTEGER
    return Kind.SIGNED if dtype.kind == "i" else Kind.UNSIGNED


@dataclass
class _Builder:
    """The operations so far."""

    state: Mapping[str, Field]
    rules: Any
    ranges: Mapping[str, tuple[int, int]]
    table: list[list[int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    pairs: list[tuple[int, float]] = field(default_factory=list)

    def add(self, places: Sequence[tuple[int, Feature]]) -> None:
        """Append the operation that computes some features of one group, each with its number."""
        row = self._reading(places[0][1])
        for measure in Measure:
            counted = [(number, feature) for number, feature in places if feature.measure == measure]
            if counted:
                row[_ROWS[measure]] = len(self.starts) - 1
                self._count(row, measure, counted)
        self.table.append(row)

    def _count(self, row: list[int], measure: Measure, places: Sequence[tuple[int, Feature]]) -> None:
        """Append the pairs of the features that count entries in one way."""
        if measure == Measure.OWN:
            rows = [[(number, 1.0) for number, _ in places]]
            row[Column.ZERO] = 1
        elif measure == Measure.BY_VALUE:
            low, high = self.ranges[places[0][1].source]
            rows = self._rows(places, low, high)
            row[Column.LEAST], row[Column.VALUES] = low, len(rows)
            row[Column.ZERO] = int(row[Column.ZERO] or (low <= 0 <= high and bool(rows[-low])))
        else:
            rows = self._rows(places, 0, row[Column.COUNT] - 1)
        for each in rows:
            self.pairs += each
            self.starts.append(len(self.pairs))

    def _rows(self, places: Sequence[tuple[int, Feature]], low: int, high: int) -> list[list[tuple[int, float]]]:
        """Return the pairs of each value or place from `low` to `high`."""
        rows: list[list[tuple[int, float]]] = [[] for _ in range(low, high + 1)]
        for number, feature in places:
            for value, factor in enumerate(self._factors(feature, low, high)):
                if factor != 0.0:
                    rows[value].append((number, float(factor)))
        return rows

    def _factors(self, feature: Feature, low: int, high: int) -> np.ndarray:
        """Return the number of a feature for each value or place from `low` to `high`."""
        looked = np.arange(low, high + 1)
        valid = np.ones(len(looked), bool)
        for path in feature.tables:
            content = field_of(self.rules, path)
            content = content.reshape(len(content), -1)[:, feature.column if path == feature.tables[-1] else 0]
            valid &= (looked >= 0) & (looked < len(content))
            looked = content[np.where(valid, looked, 0).astype(int)]
        if feature.code is not None:
            return valid * (looked == feature.code)
        return valid * (looked if feature.tables else 1.0)

    def _reading(self, feature: Feature) -> list[int]:
        """Return the row of an operation that says where the entries lie."""
        row = [0] * len(Column)
        row[Column.SCOPE] = feature.scope
        for column in (Column.LIMIT, Column.OWNER, *_ROWS):
            row[column] = -1
        if feature.source in EXTRA_NAMES:
            row[Column.KIND], row[Column.COUNT] = Kind.EXTRA, 1
            row[Column.ADDRESS] = EXTRA_NAMES.index(feature.source)
            return row
        source, place = self.state[feature.source], list(feature.place)
        sizes, strides = list(source.sizes), list(source.strides)
        row[Column.KIND], row[Column.WIDTH] = source.kind, source.width
        if feature.scope == Scope.SEAT:
            sizes.pop(0)
            row[Column.SEAT_STRIDE] = strides.pop(0)
        address = source.offset + sum(index * stride for index, stride in zip(place, strides, strict=False))
        row[Column.COUNT] = sizes[-1] if len(sizes) > len(place) else 1
        row[Column.STRIDE] = strides[-1] if len(sizes) > len(place) else 0
        if feature.entry >= 0:
            address, row[Column.COUNT] = address + feature.entry * row[Column.STRIDE], 1
        row[Column.ADDRESS] = address
        self._limit(row, feature)
        if feature.scope == Scope.OWNED:
            owner = self.state[feature.owner]
            row[Column.OWNER], row[Column.OWNER_STRIDE] = owner.offset, sum(owner.strides)  # of no or one dimension
            row[Column.OWNER_KIND], row[Column.OWNER_WIDTH] = owner.kind, owner.width
        return row

    def _limit(self, row: list[int], feature: Feature) -> None:
        """Fill in where the number of entries in use lies, if the array has such a field next to it."""
        limit = self.state.get(limit_of(feature.source))
        if limit is None or feature.entry >= 0 or len(limit.sizes) + 1 != len(self.state[feature.source].sizes):
            return
        strides = limit.strides[1:] if feature.scope == Scope.SEAT else limit.strides
        row[Column.LIMIT] = limit.offset + sum(i * stride for i, stride in zip(feature.place, strides, strict=False))
        row[Column.LIMIT_STRIDE] = limit.strides[0] if feature.scope == Scope.SEAT else 0


def limit_of(source: str) -> str:
    """Return the path of the field that may hold the number of entries in use of an array."""
    return f"{source.rpartition('.')[0]}.{LIMIT_NAME}".removeprefix(".")


def field_of(record: Any, path: str) -> np.ndarray:
    """Return the content of a field of a record or of an array of records by its path."""
    for name in path.split("."):
        record = record[name]
    return np.asarray(record)


def operations(
    features: Sequence[Feature], state_dt: np.dtype, rules: Any, ranges: Mapping[str, tuple[int, int]]
) -> Operations:
    """Return the operations that compute features.

    Args:
        features: The features, in the order of their numbers.
        state_dt: The type of the state.
        rules: The rules record, whose tables are looked up now.
        ranges: The lowest and the highest value of each source that a feature counts by value.
    """
    builder = _Builder({each.name: each for each in fields(state_dt)}, rules, ranges)
    numbered = sorted(enumerate(features), key=lambda pair: pair[1].group)
    for _, places in groupby(numbered, key=lambda pair: pair[1].group):
        builder.add(list(places))
    return Operations(
        np.array(builder.table, np.int64).reshape(-1, len(Column)),
        np.array(builder.starts, np.int64),
        np.array([number for number, _ in builder.pairs], np.int64),
        np.array([factor for _, factor in builder.pairs], np.float64),
        len(features),
    )
