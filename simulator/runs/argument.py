"""The reader of arguments of public functions: each value must fit the annotation of its parameter."""

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import Parameter
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.amount import amounts
from starbalance.simulator.runs.result import Result, load
from starbalance.simulator.runs.run import Condition

_PLAIN = ("builtins", "numpy", "pathlib")  # modules whose values never stand for a class of the toolkit
_WORDS: Mapping[Any, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "text",
    Path: "a path",
    Mapping: "a mapping such as {'switches.max_rounds': 9}",
    Sequence: "a list",
    Callable: "a function",
    Result: "a run or its folder",
    Condition: "a condition such as sb.Until(['seat'])",
    type(None): "None",
}


def arguments(given: Mapping[str, Any], parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    """Return the values of arguments as a function takes them.

    Shares and counts may be text. A single name stands for a list with this name, and the folder of a run for the run.

    Args:
        given: The values by name. A mapping under a name that is no parameter holds further values.
        parameters: The parameters of the function by name.

    Raises:
        BadInput: If a value does not fit the annotation of its parameter.
    """
    values = {}
    for name, value in amounts(given).items():
        if name in parameters:
            value = _read(name, value, parameters[name].annotation)
        elif isinstance(value, Mapping):
            value = arguments(value, parameters)
        values[name] = value
    return values


def _read(name: str, value: Any, annotation: Any) -> Any:
    """Return a value as its parameter takes it, or raise BadInput."""
    hints = list(_alternatives(annotation))
    if any(_fits(value, hint) for hint in hints):
        return value
    kinds = [get_origin(hint) or hint for hint in hints]
    if isinstance(value, str) and any(hint == Sequence[str] for hint in hints):
        return [value]
    if isinstance(value, str | Path) and Result in kinds:
        return load(value)
    if isinstance(value, float) and value.is_integer() and int in kinds:
        return int(value)
    if isinstance(value, list | tuple) and len(value) == 1 and isinstance(value[0], str) and str in kinds:
        return value[0]
    wanted = " or ".join(
        dict.fromkeys(_WORDS.get(kind, f"of the class {getattr(kind, '__name__', kind)}") for kind in kinds)
    )
    raise BadInput(f"`{name}` must be {wanted}, got {value!r}.")


def _alternatives(annotation: Any) -> Iterator[Any]:
    """Yield the types of a union, or the only type."""
    if get_origin(annotation) in (Union, types.UnionType):
        yield from get_args(annotation)
    else:
        yield annotation


def _fits(value: Any, hint: Any) -> bool:
    """Return whether a value fits a type. The elements of lists and mappings are not checked."""
    kind = get_origin(hint) or hint
    if kind is Any or kind is Parameter.empty:
        return True
    if kind in (bool, str, Path, type(None)):
        return isinstance(value, kind)
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if kind is Mapping:
        return isinstance(value, Mapping)
    if kind is Sequence:
        return hasattr(value, "__iter__") and not isinstance(value, str | bytes | Path)
    if kind is Callable:
        return callable(value)
    return type(value).__module__ not in _PLAIN
