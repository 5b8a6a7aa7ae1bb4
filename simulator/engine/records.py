"""Records for compiled and uncompiled code, and the record types of the engine."""

import copyreg
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

import numpy as np

from starbalance.simulator.engine.jit import compiled, rule
from starbalance.simulator.engine.limits import ASSETS, COMPONENTS, DECISIONS, LEVELS, MAX_WEIGHTS

_NARROW = ("i1", "i2", "i4", "u1", "u2", "u4")


def record(*fields: tuple) -> np.dtype:
    """Return an aligned record type whose fields are attributes.

    In uncompiled code every narrow integer is 64 bits wide, as in compiled arithmetic. A value that overflows a narrow
    field therefore shows as a difference between compiled and uncompiled play.

    Args:
        *fields: The name, the type and, for an array, the shape of each field. The type can be a record type.

    Raises:
        ValueError: If NumPy's records have an attribute with the name of a field.
    """
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise ValueError(f"the name of a record field must not be an attribute of NumPy's records, got {name!r}")
    if not compiled():
        fields = tuple((name, _widened(kind), *shape) for name, kind, *shape in fields)
    plain = np.dtype(list(fields), align=True)
    return np.dtype((_class_of(*(plain.names or ())), plain))


class _RecordClass(type):
    """The metaclass of record classes. Another process unpickles such a class by the names of its fields."""


@cache
def _class_of(*names: str) -> _RecordClass:
    """Return the class of records with these fields. Its attributes are 10x faster than attributes of np.record."""
    return _RecordClass("Record", (np.void,), {"__slots__": (), **{name: _field(name) for name in names}})


def _field(name: str) -> property:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


def _fields_of(records: _RecordClass) -> tuple[str, ...]:
    return tuple(name for name, value in vars(records).items() if isinstance(value, property))


copyreg.pickle(_RecordClass, lambda each: (_class_of, _fields_of(each)))


def _widened(kind: Any) -> Any:
    return "i8" if isinstance(kind, str) and kind in _NARROW else kind


def zeros(count: int, dtype: np.dtype) -> np.ndarray:
    """Return `count` blank records."""
    return np.zeros(count, dtype)


def copy_of(state: Any) -> Any:
    """Return a copy of a record, which the compiled game functions can change."""
    copy = zeros(1, state.dtype)
    copy[0] = state
    return copy[0]


def values(records: Any) -> Any:
    """Return the fields of a record or of an array of records as nested lists of Python numbers.

    The lists are equal for compiled and uncompiled records.
    """
    if records.dtype.names:
        return [values(records[name]) for name in records.dtype.names]
    return records.tolist()


def plain(record: Any) -> SimpleNamespace:
    """Return a copy of a record with plain attributes, which are faster to read. Arrays of records become lists."""
    fields = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in record.dtype.names:
        kind = record.dtype[name]
        if kind.base.names:
            fields[name] = [plain(each) for each in record[name]] if kind.shape else plain(record[name])
    return SimpleNamespace(**fields)


option_dt = record(("kind", "i8"), ("a", "i8"), ("b", "i8"), ("c", "i8"))
strategy_dt = record(  # how a strategy plays, except for its score function
    ("weights", "f8", (1 + LEVELS, MAX_WEIGHTS)),  # the general weights, then the weights for each level
    ("levels", "i8"),  # number of levels with weights
    ("level", "i8", (LEVELS,)),  # the codes of these levels
    ("temperature", "f8"),
    ("random_from", "i8"),  # the first round of random play, 0 for none
    ("components", "i8"),  # number of codes in `without`
    ("without", "i8", (COMPONENTS,)),  # codes of avoided components: FLAGS times the column of `Usage`, plus the bit
    ("playouts", "i8"),  # average number for each option, 0 for no search
    ("width", "i8"),  # number of options that a search tries
    ("horizon", "i8"),  # rollout depth in rounds, or AT_ONCE
    ("turns", "i8"),  # rollout depth in turns, 0 for no limit in turns
    ("network", "i8"),  # the network that values the end of a rollout, from 1, or 0 for the heuristic value
    ("margin", "f8"),  # the mean gain that an option must exceed, in shares of the win
    ("scale", "f8"),  # the unit of the heuristic value in the softmax at the rollout depth
    ("asset_weights", "f8", (ASSETS,)),  # weight of each evaluation feature, in units of the heuristic value
    ("threshold", "f8"),  # confidence threshold of a search, in standard errors
    ("first_model", "i8"),  # the first row of its opponent models in the table
    ("models", "i8"),  # number of opponent models, 0 for the true strategies
    ("searched", "i8", (DECISIONS,)),  # 1 for decision types at which it searches
)
trial_dt = record(  # one option in a search: number of determinizations, and sums over them
    ("option", "i8"), ("worlds", "i8"), ("value", "f8"), ("gain", "f8"), ("squares", "f8")
)


@rule
def add(opts, n, kind, a, b, c):
    """Append an option to a list of options and return the new count.

    If the list is full, the option is dropped. The count then exceeds the length of the list, which is an OVERFLOW.

    Args:
        opts: The list of options.
        n: The number of options in the list.
        kind: The action type.
        a: The first number of the action.
        b: The second number of the action.
        c: The third number of the action.
    """
    if n < opts.shape[0]:
        opts[n].kind = kind
        opts[n].a = a
        opts[n].b = b
        opts[n].c = c
    return n + 1
