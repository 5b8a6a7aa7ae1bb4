"""The keyword arguments of functions that play games. The module `experiment` turns them into records."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any, TypedDict, Unpack, get_args, get_origin


class GameOptions(TypedDict, total=False):
    """Keyword arguments that choose a setup, its rules and a seed. See `Experiment`."""

    players: int | None
    setup: str | None
    skill: Sequence[Any] | str | float | None
    set: Mapping[str, Any] | None
    variant: Any
    seed: int


class ExperimentOptions(GameOptions, total=False):
    """Keyword arguments that describe an `Experiment`."""

    strategies: Any
    pool: Any
    temperature: float | None


class ExecutionOptions(TypedDict, total=False):
    """Keyword arguments that describe an `Execution`."""

    jobs: int | None
    backend: str
    scheduler: str | None
    progress: Callable[..., None]
    notify: Callable[[str], None]


class RunOptions(ExperimentOptions, ExecutionOptions, total=False):
    """Keyword arguments of functions that play strategies chosen by the caller."""


class TrainingOptions(GameOptions, ExecutionOptions, total=False):
    """Keyword arguments of functions that choose the strategies themselves."""


def options_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the types of the options that `**options: Unpack[...]` stands for, by name. Empty without it."""
    for each in signature(function).parameters.values():
        if each.kind is Parameter.VAR_KEYWORD and get_origin(each.annotation) is Unpack:
            return get_args(each.annotation)[0].__annotations__
    return {}
