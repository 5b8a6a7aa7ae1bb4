"""The fields of records: their paths, and arrays that refuse indices out of bounds."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import numpy as np

FieldPath = tuple[str, ...]


def paths(dtype: np.dtype) -> Iterator[FieldPath]:
    """Yield the path of every field of a record type. The path of a field of an inner record has several names."""
    for name in dtype.names or ():
        inner = dtype[name].base
        yield from ((name, *path) for path in paths(inner)) if inner.names else ((name,),)


def part(record: Any, path: FieldPath) -> np.ndarray:
    """Return the field at a path as a writable view."""
    view = np.asarray(record).view(record.dtype)
    for name in path:
        view = view[name]
    return view


class OutOfBounds(IndexError):
    """An index that is negative or beyond the end of an array. The message names the array."""


def check_index(index: Any, shape: tuple[int, ...], name: str) -> None:
    """Check that an index exists in an array.

    Raises:
        OutOfBounds: If a place is negative or beyond the end.
    """
    places = index if isinstance(index, tuple) else (index,)
    for place, length in zip(places, shape, strict=False):
        if isinstance(place, int | np.integer) and not 0 <= place < length:
            raise OutOfBounds(f"{name}[{shown(index)}], but its indices go from 0 to {length - 1}")


class NotWhole(ValueError):
    """A fraction that is written into a field of whole numbers. The message has the number and the field."""


def check_whole(value: Any, kind: np.dtype, name: str) -> None:
    """Check that a field can hold a value. A field of whole numbers would cut off its fraction.

    Raises:
        NotWhole: If the value is a fraction, and the field holds whole numbers.
    """
    if isinstance(value, float | np.floating) and kind.kind == "i" and not float(value).is_integer():
        raise NotWhole(f"{value:g} to {name}, which holds whole numbers only")


def shown(index: Any) -> str:
    """Return the source code of an index, without brackets."""
    places = index if isinstance(index, tuple) else (index,)
    return ", ".join(":" if isinstance(place, slice) else str(place) for place in places)


class Guarded(np.ndarray):
    """An array that refuses negative indices, indices beyond its end, and fractions for whole numbers.

    Compiled code would read the last element at index -1, and the memory of other data beyond the end.
    """

    name: str

    def __array_finalize__(self, source: Any) -> None:
        self.name = getattr(source, "name", "an array")

    def __getitem__(self, index: Any) -> Any:
        check_index(index, self.shape, self.name)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        check_index(index, self.shape, self.name)
        check_whole(value, self.dtype, self.name)
        super().__setitem__(index, value)


def guarded(array: np.ndarray, name: str) -> Guarded:
    """Return a guarded view of an array. Error messages use the name."""
    view = array.view(Guarded)
    view.name = name
    return view


def guard(dtype: np.dtype, name: str) -> None:
    """Guard the fields of a record type that hold arrays or whole numbers, for all its records in this process."""
    for field in dtype.names or ():
        kind, path = dtype[field], f"{name}.{field}"
        if kind.base.names:
            guard(kind.base, path)
        if kind.shape:
            setattr(dtype.type, field, _property(field, path))
        elif kind.kind == "i":
            setattr(dtype.type, field, _number(field, path))


def _number(field: str, path: str) -> property:
    def write(record: Any, value: Any) -> None:
        check_whole(value, record.dtype[field], path)
        record[field] = value

    return property(itemgetter(field), write)


def _property(field: str, path: str) -> property:
    def read(record: Any) -> Guarded:
        return guarded(record[field], path)

    def write(record: Any, value: Any) -> None:
        record[field] = value

    return property(read, write)
