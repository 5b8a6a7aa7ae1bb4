"""Notes in tables and charts of incomplete runs, with the number of games that were played."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pandas as pd

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

_NOTE = "note"  # among the attributes of a frame, which pandas keeps with its rows
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
_TAKES_PLAYS = "takes_plays"  # an attribute of a question


def note(frame: Any) -> str:
    """Return the note on missing games for a table or chart of a frame. Empty if no games are missing."""
    return getattr(frame, "attrs", {}).get(_NOTE, "")


def shortfall(results: Iterable[Result]) -> str:
    """Return how many games incomplete runs have, or an empty text if all runs are complete."""
    lacking = [f"{each.played:,} of {each.played + each.missing:,}" for each in results if each.missing]
    return f"Incomplete {'runs' if len(lacking) > 1 else 'run'}: {' and '.join(lacking)} games." if lacking else ""


def noted(frame: pd.DataFrame, results: Sequence[Result]) -> pd.DataFrame:
    """Return a frame with a note if games of the runs behind its rows are missing.

    Args:
        frame: The frame.
        results: The runs. Each is named once.
    """
    frame.attrs[_NOTE] = shortfall({id(each): each for each in results}.values())
    return frame


def marks_incomplete(question: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Return a question as a function whose tables get a note if games of its runs are missing."""

    @wraps(question)
    def marked(*args: Arguments.args, **options: Arguments.kwargs) -> Answer:
        runs = list(_runs([*args, *options.values()]))
        if not hasattr(question, _TAKES_PLAYS):
            refuse_plays(runs)
        result = question(*args, **options)
        line = shortfall(runs)
        for frame in _frames(result) if line else ():
            frame.attrs[_NOTE] = line
        return result

    return marked


def takes_plays(question: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Mark a question as one that also takes recorded plays, for `marks_incomplete`."""
    setattr(question, _TAKES_PLAYS, True)
    return question


def refuse_plays(runs: Iterable[Result]) -> None:
    """Raise BadInput if a run holds recorded plays, for a question about games that the toolkit played."""
    for each in runs:
        if getattr(each, "is_recorded", False):
            raise BadInput(
                f"{each.folder or each.settings['game']} holds recorded plays, and this question needs games that the "
                "toolkit played. Recorded plays take rates, effects, quality, report, agree and run --plan."
            )


def _runs(given: Iterable[Any]) -> Iterator[Result]:
    """Yield the runs among arguments, also inside lists and tuples."""
    for each in given:
        if isinstance(each, list | tuple):
            yield from _runs(each)
        elif hasattr(each, "missing"):
            yield each


def _frames(result: Any) -> Iterator[pd.DataFrame]:
    """Yield the frames of a result: the result itself, or those among its fields. Nothing for other values."""
    if isinstance(result, pd.DataFrame):
        yield result
    elif is_dataclass(result):
        yield from (each for field in fields(result) for each in _frames(getattr(result, field.name)))
