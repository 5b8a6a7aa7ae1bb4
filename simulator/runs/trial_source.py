"""Checks of the source code of a game: calls that cannot be compiled, and randomness from other sources."""

import dis
import inspect
import linecache
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any

from starbalance.simulator.engine.game import SIMULATOR, Game

_OTHER_CHANCE = re.compile(r"\b(random\.|randint\(|default_rng\(|urandom\(|time\.|uuid)")


def violation(game: Game) -> str:
    """Return a sentence about a plain Python function that a compiled function calls. Empty if there is none."""
    for caller in _compiled(game):
        for called in _calls(caller):
            if not _is_compiled(called):
                return (
                    f"{caller.__name__} is compiled and calls the plain Python function {called.__name__}, which needs "
                    f"@rule ({called.__code__.co_filename}, line {called.__code__.co_firstlineno})"
                )
    return ""


def other_chance(game: Game) -> str:
    """Return the file and line of the first use of other randomness or of a clock. Empty if there is none."""
    for module in _modules(game):
        for number, line in enumerate(inspect.getsource(module).splitlines(), start=1):
            if _OTHER_CHANCE.search(line.partition("#")[0]) and "import" not in line:
                return f"{module.__file__}, line {number}"
    return ""


def line_of(code: CodeType) -> int:
    """Return the line of the `def` of a function, below its decorators."""
    line = code.co_firstlineno
    while linecache.getline(code.co_filename, line).lstrip().startswith("@"):
        line += 1
    return line


def _modules(game: Game) -> list[ModuleType]:
    """Return the loaded modules of a game and of its strategies."""
    names = [name for name in sorted(sys.modules) if any(f"{name}.".startswith(f"{each}.") for each in game.packages)]
    return [sys.modules[name] for name in names if getattr(sys.modules[name], "__file__", None)]


def _compiled(game: Game) -> Iterator[FunctionType]:
    """Yield the functions of a game that are compiled."""
    for module in _modules(game):
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and _is_compiled(value):
                yield value


def _is_compiled(function: FunctionType) -> bool:
    """Return whether a function has a decorator. In plain Python, `rule` and `kernel` return the function itself."""
    code = function.__code__
    return linecache.getline(code.co_filename, code.co_firstlineno).lstrip().startswith("@")


def _calls(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the functions outside the engine that a function names, directly or as `module.name`."""
    steps = list(dis.get_instructions(function))
    for step, following in pairwise(steps):
        if step.opname == "LOAD_GLOBAL":
            value: Any = function.__globals__.get(step.argval)
            if isinstance(value, ModuleType):
                value = getattr(value, str(following.argval), None)
            if isinstance(value, FunctionType) and not value.__module__.startswith((f"{SIMULATOR}.", "numpy", "numba")):
                yield value
