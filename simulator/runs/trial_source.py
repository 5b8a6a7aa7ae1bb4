"""Checks of the source code of a game: calls that cannot be compiled, and randomness from other sources."""

import ast
import dis
import linecache
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any

from starbalance.simulator.engine import one_file
from starbalance.simulator.engine.files import read_text
from starbalance.simulator.engine.game import SIMULATOR, Game
from starbalance.simulator.runs.finding import FUNCTIONS, REDEAL, Finding

ONLY_CHANCE = "chance.py is the only source of randomness"
_OPEN = (
    "every seat, and every search, sees {}, which is shuffled: GAME names no `redeal`; write hidden.py if a seat must "
    "not see it"
)
_CALLED = {"proceed": "apply", "finish": "result", "standing": "result"}  # by a derived function, if the game has none
_OTHER_CHANCE = {"datetime", "numpy.random", "random", "secrets", "time", "uuid"}


def findings(game: Game) -> Iterator[Finding]:
    """Yield the faults in the compiled functions of a game: calls of plain functions, and other randomness."""
    plain = set()
    for caller in _compiled(game):
        for value, line in _named(caller):
            if module := _other_chance(value):
                place = f"{caller.__code__.co_filename}, line {line}"
                yield Finding(FUNCTIONS, f"{caller.__name__} uses '{module}', but {ONLY_CHANCE}", place)
            elif _is_of_others(value) and not _is_compiled(value) and value not in plain:
                plain.add(value)
                name = "a game function" if is_derived(caller) else caller.__name__
                what = f"{name} is compiled and calls the plain Python function {value.__name__}"
                place = f"{value.__code__.co_filename}, line {value.__code__.co_firstlineno}"
                yield Finding(FUNCTIONS, f"{what}, which needs @rule", place)


def open_shuffle(game: Game) -> list[Finding]:
    """Return a note on a shuffle in a game without `redeal`. Empty if there is no shuffle of a field, or a `redeal`."""
    sources = sorted(game.folder.rglob("*.py")) if game.functions.redeal is None else []
    for path in (each for each in sources if "tests" not in each.relative_to(game.folder).parts):
        for call in ast.walk(ast.parse(read_text(path))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("shuffle") and len(call.args) > 2:
                cards = ast.unparse(call.args[2]).partition("[")[0]
                if cards.startswith("state."):
                    return [Finding(REDEAL, _OPEN.format(cards), f"{path}, line {call.lineno}", is_fault=False)]
    return []


def place_of(game: Game, function: FunctionType) -> str:
    """Return the file and line of a game function. A derived one has the place of the function that it calls."""
    if is_derived(function):
        own, name = vars(sys.modules[game.package]), function.__name__
        function = own[next(each for each in (name, _CALLED.get(name, "apply"), "apply") if each in own)]
    return f"{function.__code__.co_filename}, line {line_of(function.__code__)}"


def is_derived(function: FunctionType) -> bool:
    """Return whether a function of a game in one file is a copy of a function of the engine.

    Args:
        function: A game function as plain Python.
    """
    return function.__code__.co_filename == one_file.__file__


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
    """Return whether a function has a decorator, or is derived. In plain Python a decorator returns the function."""
    code = function.__code__
    return is_derived(function) or linecache.getline(code.co_filename, code.co_firstlineno).lstrip().startswith("@")


def _is_of_others(value: Any) -> bool:
    """Return whether a value is a function in Python outside the engine and the compiler."""
    return isinstance(value, FunctionType) and not value.__module__.startswith((f"{SIMULATOR}.", "numpy", "numba"))


def _named(function: FunctionType) -> Iterator[tuple[Any, int]]:
    """Yield what a function names, with the line: values, attributes of modules, and the names of imported modules."""
    for step, following in pairwise(dis.get_instructions(function)):
        line = (step.positions and step.positions.lineno) or function.__code__.co_firstlineno
        if step.opname == "IMPORT_NAME":
            yield step.argval, line
        elif step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
            yield value, line
            if isinstance(value, ModuleType) and not _other_chance(value):
                yield getattr(value, str(following.argval), None), line


def _other_chance(value: Any) -> str:
    """Return the module of other randomness, or of a clock, that a value is or belongs to. Empty for other values.

    Args:
        value: A value, or the name of an imported module.
    """
    owner = getattr(value, "__self__", None)
    named = getattr(value, "__name__", "") if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    modules = (value, named, type(value).__module__, type(owner).__module__)
    names = [".".join(each.split(".")[:2]) for each in modules if isinstance(each, str)]
    return next((each for each in names if each in _OTHER_CHANCE), "")
