"""What the tables and charts of an incomplete run say: how many of its games are there."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pandas as pd

from starbalance.simulator.runs.result import Result

_NOTE = "note"  # among the attributes of a frame, which pandas keeps with its rows
Asked = ParamSpec("Asked")
Found = TypeVar("Found")


def note(frame: Any) -> str:
    """The line that goes with a table or chart of a frame; nothing where no games are missing."""
    return getattr(frame, "attrs", {}).get(_NOTE, "")


def shortfall(results: Iterable[Result]) -> str:
    """Return how many games incomplete runs have, or an empty text if all runs are complete."""
    lacking = [f"{each.played:,} of {each.played + each.missing:,}" for each in results if each.missing]
    return f"Incomplete {'runs' if len(lacking) > 1 else 'run'}: {' and '.join(lacking)} games." if lacking else ""


def marks_incomplete(question: Callable[Asked, Found]) -> Callable[Asked, Found]:
    """A question whose tables bear a note where games are missing of the runs that it is asked of."""

    @wraps(question)
    def marked(*args: Asked.args, **options: Asked.kwargs) -> Found:
        found = question(*args, **options)
        line = shortfall(_runs([*args, *options.values()]))
        for frame in _frames(found) if line else ():
            frame.attrs[_NOTE] = line
        return found

    return marked


def _runs(given: Iterable[Any]) -> Iterator[Result]:
    """The runs among arguments, alone or in lists and tuples."""
    for each in given:
        if isinstance(each, list | tuple):
            yield from _runs(each)
        elif hasattr(each, "missing"):
            yield each


def _frames(found: Any) -> Iterator[pd.DataFrame]:
    """The frames of what a question has found: itself, or those among its fields."""
    if isinstance(found, pd.DataFrame):
        yield found
    elif is_dataclass(found):
        yield from (each for field in fields(found) for each in _frames(getattr(found, field.name)))
