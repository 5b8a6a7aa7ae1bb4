"""Records as a strategy sees them: read-only, and without places that do not exist.

The strategy plays as plain Python here. Compiled functions of the toolkit get the records behind the views.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from starbalance.simulator.engine.errors import nearest
from starbalance.simulator.runs.fields import Guarded, check_index, guarded, shown

_TOOLKIT = __name__.partition(".")[0]
_ALLOWED = "a strategy changes nothing but scores and state.notes[state.actor]"


class Complaint(Exception):
    """A violation by a strategy. The message continues a sentence that starts with the strategy."""


class View(np.lib.mixins.NDArrayOperatorsMixin):
    """A read-only view of a record or an array, with the name that the strategy uses.

    The arrays of a record are views too. `written` is the one index whose element may be set, -1 for none.
    """

    __slots__ = ("_its", "_name", "_written")

    def __init__(self, its: Any, name: str, *, written: int = -1):
        set_here = super().__setattr__
        set_here("_its", its)
        set_here("_name", name)
        set_here("_written", written)

    def __getattr__(self, field: str) -> Any:
        if field.startswith("__"):
            raise AttributeError(field)
        its, names = self._its, self._its.dtype.names
        if names and field in names:
            written = int(its["actor"]) if field == "notes" and "actor" in names else -1
            return _seen(its[field], f"{self._name}.{field}", written=written)
        if isinstance(its, np.ndarray) and hasattr(its, field):
            return getattr(its, field)
        raise Complaint(f"reads {self._name}.{field}, which is not there: {nearest(field, names or ())}")

    def __setattr__(self, field: str, value: Any) -> None:
        raise self._written_to(f".{field}")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        part, name = self._its[_plain(index)], f"{self._name}[{shown(index)}]"
        return guarded(part, name) if self._may_set(index) and isinstance(part, np.ndarray) else _seen(part, name)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        if not self._may_set(index):
            raise self._written_to(f"[{shown(index)}]")
        self._its[_plain(index)] = _plain(value)

    def _may_set(self, index: Any) -> bool:
        first = index[0] if isinstance(index, tuple) else index
        return self._written >= 0 and not isinstance(first, slice) and int(first) == self._written

    def _written_to(self, place: str) -> Complaint:
        return Complaint(f"changes {self._name}{place}; {_ALLOWED}")

    def _check(self, index: Any) -> None:
        if isinstance(self._its, np.ndarray):
            check_index(index, self._its.shape, self._name)

    def __len__(self) -> int:
        return len(self._its)

    def __iter__(self) -> Any:
        return (self[place] for place in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self._its, dtype=dtype)

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
    """Return the record or array behind a view."""
    if isinstance(value, Guarded):
        return value.view(np.ndarray)
    return value._its if isinstance(value, View) else value


def watched(function: Any, package: str, scratch: tuple[str, ...] = ()) -> Callable:
    """Return a score that plays a user's function and its rules as plain Python, with views of the records.

    Compiled functions get the records themselves and refuse read-only arrays, so that a copy shows what they change.

    Args:
        function: The user's function.
        package: The package of the game, whose functions get the records.
        scratch: The fields of the state that these functions may write to.

    Returns:
        A function that raises `Complaint` or `OutOfBounds`.
    """
    _show_views(function, (_TOOLKIT, package.partition(".")[0]), set())

    def score(*records: Any) -> None:
        state, rules, options, weights, scores = records
        before, fixed = state.tobytes(), (rules.tobytes(), options.tobytes(), weights.tobytes())
        views = (View(state, "state"), View(rules, "rules"), View(options, "options"), View(weights, "weights"))
        function(*views, guarded(scores, "scores"))
        if fixed != (rules.tobytes(), options.tobytes(), weights.tobytes()):
            raise Complaint(f"changes its rules, options or weights; {_ALLOWED}")
        if before != state.tobytes():
            _refuse_changes(before, state, scratch)

    return score


def _refuse_changes(before: bytes, state: Any, scratch: tuple[str, ...]) -> None:
    """Raises Complaint with the first field that differs, but for scratch and the notes of the one who acts."""
    old = np.frombuffer(before, state.dtype)[0]
    for name in (each for each in state.dtype.names if each not in scratch):
        one, other = old[name], state[name]
        if name == "notes":
            one, other = (np.delete(each, int(old["actor"]), 0) for each in (one, other))
        if one.tobytes() != other.tobytes():
            raise Complaint(f"changes state.{name}; {_ALLOWED}")


def _show_views(function: Any, homes: tuple[str, ...], done: set[str]) -> None:
    """Makes plain Python of the rules that a function of the user's calls; the functions of homes take views, too."""
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

    def __call__(self, *given: Any) -> Any:
        return self._function(*map(_plain, given))


class _Module:
    """A module whose functions take views."""

    def __init__(self, module: ModuleType, homes: tuple[str, ...]):
        self._module = module
        self._homes = homes

    def __getattr__(self, name: str) -> Any:
        return _with_views(getattr(self._module, name), "", homes=self._homes, done=set())
