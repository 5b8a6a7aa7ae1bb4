"""Read-only views of records, for a user's strategy that plays as plain Python.

A view refuses fields and indices that do not exist. Compiled functions of the toolkit get the records behind the views.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from starbalance.simulator.engine.errors import nearest
from starbalance.simulator.runs.fields import Guarded, check_index, guarded, shown

_TOOLKIT = __name__.partition(".")[0]
_ALLOWED = "a strategy may change only scores and state.notes[state.actor]"


class Violation(Exception):
    """A violation by a strategy. The message continues a sentence that starts with the strategy."""


class View(np.lib.mixins.NDArrayOperatorsMixin):
    """A read-only view of a record or an array, with the name that the strategy uses.

    The arrays of a record are views too. `written` is the only index whose element may be set. -1 means no index.
    """

    __slots__ = ("_name", "_record", "_written")

    def __init__(self, record: Any, name: str, *, written: int = -1):
        set_slot = super().__setattr__
        set_slot("_record", record)
        set_slot("_name", name)
        set_slot("_written", written)

    def __getattr__(self, field: str) -> Any:
        if field.startswith("__"):
            raise AttributeError(field)
        record, names = self._record, self._record.dtype.names
        if names and field in names:
            written = int(record["actor"]) if field == "notes" and "actor" in names else -1
            return _seen(record[field], f"{self._name}.{field}", written=written)
        if isinstance(record, np.ndarray) and hasattr(record, field):
            return getattr(record, field)
        raise Violation(f"reads {self._name}.{field}, which does not exist: {nearest(field, names or ())}")

    def __setattr__(self, field: str, value: Any) -> None:
        raise self._written_to(f".{field}")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        part, name = self._record[_plain(index)], f"{self._name}[{shown(index)}]"
        return guarded(part, name) if self._may_set(index) and isinstance(part, np.ndarray) else _seen(part, name)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        if not self._may_set(index):
            raise self._written_to(f"[{shown(index)}]")
        self._record[_plain(index)] = _plain(value)

    def _may_set(self, index: Any) -> bool:
        first = index[0] if isinstance(index, tuple) else index
        return self._written >= 0 and not isinstance(first, slice) and int(first) == self._written

    def _written_to(self, place: str) -> Violation:
        return Violation(f"changes {self._name}{place}; {_ALLOWED}")

    def _check(self, index: Any) -> None:
        if isinstance(self._record, np.ndarray):
            check_index(index, self._record.shape, self._name)

    def __len__(self) -> int:
        return len(self._record)

    def __iter__(self) -> Any:
        return (self[place] for place in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self._record, dtype=dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        for each in options.get("out", ()):
            if isinstance(each, View):
                raise each._written_to("")
        return getattr(ufunc, method)(*map(_plain, inputs), **options)


def _seen(value: Any, name: str, *, written: int = -1) -> Any:
    """Return a part of a record as a strategy sees it: numbers unchanged, anything else as a view."""
    if isinstance(value, np.ndarray | np.void):
        return View(value, name, written=written)
    return value


def _plain(value: Any) -> Any:
    """Return the record or array behind a view, and any other value unchanged."""
    if isinstance(value, Guarded):
        return value.view(np.ndarray)
    return value._record if isinstance(value, View) else value


def watched(function: Any, package: str, scratch: tuple[str, ...] = ()) -> Callable:
    """Return a score that calls a user's function and its rules as plain Python, with views of the records.

    Compiled functions get the records themselves, since they refuse read-only arrays. A copy of the records shows their
    changes.

    Args:
        function: The user's function.
        package: The package of the game, whose functions get the records.
        scratch: The fields of the state that these functions may write to. Default: no fields.

    Returns:
        A function that raises `Violation` or `OutOfBounds`.
    """
    _show_views(function, (_TOOLKIT, package.partition(".")[0]), set())

    def score(*records: Any) -> None:
        state, rules, options, weights, scores = records
        before, fixed = state.tobytes(), (rules.tobytes(), options.tobytes(), weights.tobytes())
        views = (View(state, "state"), View(rules, "rules"), View(options, "options"), View(weights, "weights"))
        function(*views, guarded(scores, "scores"))
        if fixed != (rules.tobytes(), options.tobytes(), weights.tobytes()):
            raise Violation(f"changes its rules, options or weights; {_ALLOWED}")
        if before != state.tobytes():
            _refuse_changes(before, state, scratch)

    return score


def _refuse_changes(before: bytes, state: Any, scratch: tuple[str, ...]) -> None:
    """Check that the state has not changed, except scratch fields and the notes of the acting seat.

    Raises:
        Violation: If a field differs. The message names the first one.
    """
    old = np.frombuffer(before, state.dtype)[0]
    for name in (each for each in state.dtype.names if each not in scratch):
        one, other = old[name], state[name]
        if name == "notes":
            one, other = (np.delete(each, int(old["actor"]), 0) for each in (one, other))
        if one.tobytes() != other.tobytes():
            raise Violation(f"changes state.{name}; {_ALLOWED}")


def _show_views(function: Any, homes: tuple[str, ...], done: set[str]) -> None:
    """Replace the globals of a user's function: its own rules by plain Python, and functions in `homes` by wrappers.

    The wrappers take views. Rules that the function calls are changed too.
    """
    done.add(function.__qualname__)
    for name, value in list(function.__globals__.items()):
        function.__globals__[name] = _with_views(value, function.__module__, homes=homes, done=done)


def _with_views(value: Any, own: str, *, homes: tuple[str, ...], done: set[str]) -> Any:
    rule = getattr(value, "py_func", None)
    if rule is not None and rule.__module__ == own:
        if rule.__qualname__ not in done:
            _show_views(rule, homes, done)
        return rule
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in homes:
        return _Module(value, homes)
    is_home = str(getattr(value, "__module__", "")).partition(".")[0] in homes
    if rule is not None or (is_home and callable(value) and not isinstance(value, type | _Recorded)):
        return _Recorded(value)
    return value


class _Recorded:
    """A function that gets the records behind the views."""

    def __init__(self, function: Callable):
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._function(*map(_plain, arguments))


class _Module:
    """A module whose functions take views."""

    def __init__(self, module: ModuleType, homes: tuple[str, ...]):
        self._module = module
        self._homes = homes

    def __getattr__(self, name: str) -> Any:
        return _with_views(getattr(self._module, name), "", homes=self._homes, done=set())
