"""Candidates for the features of a network, from the types of the records and from sampled positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import numpy as np

from starbalance.simulator.engine.contract import STATE
from starbalance.simulator.engine.encoding import (
    EXTRA_NAMES,
    FIRST_ASSET,
    LEVEL,
    STANDING,
    Feature,
    Field,
    Kind,
    Measure,
    Scope,
    field_of,
    fields,
    limit_of,
)
from starbalance.simulator.engine.game import Game

OF_ENGINE = {name for name, *_ in STATE} - {"rounds", "turn", "decision", "active", "actor"}
MOST_CODES = 16  # values of a field that get a feature each
MOST_NAMES = 64  # names in a table of the rules that get a feature each
FEW_ENTRIES = 8  # entries of an array that get a feature each
MOST_PLACES = 24  # parts of an array with several dimensions
MOST_NUMBERS = 512  # numbers of things that are looked up in tables of the rules
SHORTEST = 5  # entries of an array that are multiplied by a table of the rules
RARE = 0.002  # share of the entries below which a code gets no feature


def asset_count(game: Game) -> int:
    """Return the number of evaluation features of a game."""
    return len(getattr(game.module("state"), "Asset", ()))


class Candidates:
    """Candidates for features.

    Args:
        states: Sampled positions.
        rules: The rules record.
        seats: The number of seats of the setup.
        assets: The number of evaluation features of the game.

    Attributes:
        ranges: The lowest and the highest value of each source that a feature counts by value.
        features: The candidates.
    """

    def __init__(self, states: np.ndarray, rules: Any, seats: int, *, assets: int):
        self._states, self._rules, self._seats = states, rules, seats
        self._fields = {each.name: each for each in fields(states.dtype) if each.name not in OF_ENGINE}
        self._size = states.dtype["players"].shape[0]
        self._tables = [each for each in fields(rules.dtype) if len(each.sizes) in (1, 2) and each.sizes[0] > 1]
        level = EXTRA_NAMES[LEVEL]
        self.ranges: dict[str, tuple[int, int]] = {level: (0, MOST_CODES - 1)}
        found = [Feature(EXTRA_NAMES[number]) for number in (STANDING, *range(FIRST_ASSET, FIRST_ASSET + assets))]
        found += [Feature(level, measure=Measure.BY_VALUE, code=code) for code in range(MOST_CODES)]
        for source in self._fields.values():
            found += self._of_seats(source) if self._is_of_seats(source) else self._of_game(source)
        self.features = sorted({*found, *self._of_owners()}, key=repr)

    def _values(self, source: Field) -> np.ndarray:
        """Return the values of a field in all positions."""
        return field_of(self._states, source.name)

    def _is_of_seats(self, source: Field) -> bool:
        """Return whether the first dimension of a field has an entry for each seat."""
        if not source.sizes or source.sizes[0] != self._size:
            return False
        if source.name.startswith("players."):
            return True
        numbers = np.sort(self._values(source).reshape(len(self._states), self._size, -1)[:, : self._seats, 0], axis=1)
        return not (numbers == np.arange(self._seats)).all()  # else an order of the seats

    def _may_name_seats(self, values: np.ndarray) -> bool:
        """Return whether values may be numbers of seats."""
        if values.dtype.kind not in "iu" or values.size == 0:
            return False
        return bool(values.min() in (-1, 0) and values.max() == self._seats - 1 and len(np.unique(values)) > 2)

    def _of_seats(self, source: Field) -> Iterator[Feature]:
        """Yield features of a field that each seat has."""
        values = self._values(source)[:, : self._seats]
        if prod(source.sizes[1:-1]) > MOST_PLACES:
            return
        for place in product(*map(range, source.sizes[1:-1])):
            feature = Feature(source.name, place=place)
            if self._may_name_seats(values):
                yield replace(feature, measure=Measure.OWN)
            if len(source.sizes) == 1:
                yield from self._of_number(source, values, feature)
            else:
                yield from self._of_array(source, _at(values, place), feature)

    def _of_game(self, source: Field) -> Iterator[Feature]:
        """Yield features of a number that the game has once."""
        if not source.sizes:
            values = self._values(source)
            yield from self._of_number(source, values, Feature(source.name, Scope.SHARED))
            if self._may_name_seats(values):
                yield Feature(source.name, Scope.OWNED, owner=source.name)

    def _of_owners(self) -> Iterator[Feature]:
        """Yield features of the entries that belong to a seat, for each array with the numbers of seats."""
        shared = [each for each in self._fields.values() if len(each.sizes) == 1 and not self._is_of_seats(each)]
        for owner in shared:
            owners = self._values(owner)
            if owner.sizes[0] > FEW_ENTRIES and self._may_name_seats(owners):
                for source in shared:
                    if source.sizes == owner.sizes:
                        yield from self._owned(source, Feature(source.name, Scope.OWNED, owner=owner.name), owners)

    def _owned(self, source: Field, feature: Feature, owners: np.ndarray) -> Iterator[Feature]:
        """Yield features of the entries of an array that belong to a seat. The array of owners itself counts them."""
        owned = self._values(source)[owners >= 0]
        if source.name == feature.owner:
            yield from (feature, *self._by_place(source, feature))
        elif owned.size and owned.min() != owned.max():
            yield feature
            yield from self._by_content(source, owned, feature, has_limit=False)

    def _of_number(self, source: Field, values: np.ndarray, feature: Feature) -> Iterator[Feature]:
        """Yield features of a single number."""
        low, high = values.min(), values.max()
        is_code = source.kind != Kind.REAL and -1 <= low < high < low + MOST_CODES
        if low < high and not (is_code and len(np.unique(values)) == 2):
            yield feature
        if is_code:
            yield from self._by_code(source, values, feature)

    def _of_array(self, source: Field, values: np.ndarray, feature: Feature) -> Iterator[Feature]:
        """Yield features of an array, whose entries are the last dimension of `values`."""
        limit, count = self._limit(source), source.sizes[-1]
        used = values if limit is None else values[np.arange(count) < self._in_use(limit, feature)[..., None]]
        if used.size == 0 or used.min() == used.max():
            return
        if limit is None and count <= FEW_ENTRIES:
            yield from (replace(feature, entry=entry) for entry in range(count) if np.ptp(values[..., entry]) > 0)
        yield feature
        if used.min() >= 0:
            yield replace(feature, measure=Measure.PRESENT)
        if limit is None and count >= SHORTEST:
            yield from self._by_place(source, feature)
        yield from self._by_content(source, used, feature, has_limit=limit is not None)

    def _limit(self, source: Field) -> Field | None:
        """Return the field with the number of entries in use of an array. `None` if it has none."""
        limit = self._fields.get(limit_of(source.name))
        return limit if limit is not None and len(limit.sizes) + 1 == len(source.sizes) else None

    def _in_use(self, limit: Field, feature: Feature) -> np.ndarray:
        """Return the number of entries in use in all positions."""
        return _at(self._values(limit)[:, : self._seats], feature.place)

    def _by_content(self, source: Field, used: np.ndarray, feature: Feature, *, has_limit: bool) -> Iterator[Feature]:
        """Yield features that count entries by their value. Without a limit, 0 means no entry."""
        if source.kind == Kind.REAL or used.min() < -1:
            return
        if used.max() < MOST_CODES:
            yield from (each for each in self._by_code(source, used, feature) if each.code != 0 or has_limit)
        if FEW_ENTRIES < used.max() < MOST_NUMBERS:
            yield from self._by_table(source, used, feature)

    def _by_code(self, source: Field, values: np.ndarray, feature: Feature) -> Iterator[Feature]:
        """Yield a feature for each code of a field that is not rare."""
        codes, counts = np.unique(values, return_counts=True)
        self._extend(source, int(codes[0]), int(codes[-1]))
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            if count > RARE * values.size:
                yield replace(feature, measure=Measure.BY_VALUE, code=code)

    def _extend(self, source: Field, low: int, high: int) -> None:
        """Note the lowest and the highest value of a source."""
        before = self.ranges.get(source.name, (low, high))
        self.ranges[source.name] = (min(low, before[0]), max(high, before[1]))

    def _by_place(self, source: Field, feature: Feature) -> Iterator[Feature]:
        """Yield features that multiply each entry by the number of its place in a table of the rules."""
        for table in self._tables:
            if table.sizes[0] == source.sizes[-1]:
                for column in self._columns(table):
                    yield replace(feature, tables=(table.name,), column=column)
                    if source.name != feature.owner:
                        yield replace(feature, measure=Measure.PRESENT, tables=(table.name,), column=column)

    def _columns(self, table: Field) -> Iterator[int]:
        """Yield the columns of a table of the rules whose numbers differ."""
        content = field_of(self._rules, table.name).reshape(table.sizes[0], -1)
        if content.shape[1] <= FEW_ENTRIES:
            yield from (column for column in range(content.shape[1]) if np.ptp(content[:, column]) > 0)

    def _by_table(self, source: Field, values: np.ndarray, feature: Feature) -> Iterator[Feature]:
        """Yield features that look up each entry, as the number of a thing, in tables of the rules."""
        low, high = int(values.min()), int(values.max())
        self._extend(source, min(0, low), high)
        feature = replace(feature, measure=Measure.BY_VALUE)
        if high < MOST_NAMES:
            yield from self._by_code(source, values, feature)
        for table in self._tables:
            if high < table.sizes[0] <= 2 * high + 2:
                for column in self._columns(table):
                    yield replace(feature, tables=(table.name,), column=column)
                if len(table.sizes) == 1:
                    yield from self._by_name(table, replace(feature, tables=(table.name,)))

    def _by_name(self, table: Field, feature: Feature) -> Iterator[Feature]:
        """Yield features that count the names in a table of the rules, and look them up in tables for the names."""
        names = np.unique(field_of(self._rules, table.name))
        if names.dtype.kind not in "iu" or not 1 < len(names) <= MOST_NAMES or names.min() < -1:
            return
        yield from (replace(feature, code=name) for name in names.tolist())
        for further in self._tables:
            if len(names) > FEW_ENTRIES and names.max() < further.sizes[0] <= names.max() + 2:
                for column in self._columns(further):
                    if further.name != table.name:
                        yield replace(feature, tables=(table.name, further.name), column=column)


def _at(values: np.ndarray, place: tuple[int, ...]) -> np.ndarray:
    """Return the part of values at a place, for all positions and seats."""
    for index in place:
        values = values[:, :, index]
    return values
