"""Pickles of plans and strategies for other processes."""

import io
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from numba import cloudpickle
from numba.core import serialize
from numba.extending import is_jitted

from starbalance.simulator.engine.jit import postponed


def packed(value: Any, modules: Iterable[str], identify: Callable[[Any], str] = lambda function: "") -> bytes:
    """Return a value as bytes for a process that cannot import some modules.

    Args:
        value: The value.
        modules: Names of modules whose functions and classes travel with the value, compiled or not.
        identify: Returns a hash of the content of a compiled function that travels, or an empty text for a function
            that the other process imports. Default: all functions are imported.
    """
    for name in modules:
        if getattr(sys.modules.get(name), "__file__", None):
            cloudpickle.register_pickle_by_value(sys.modules[name])
    with io.BytesIO() as file:
        _Pickler(file, identify).dump(value)
        return file.getvalue()


class _Pickler(cloudpickle.Pickler):
    """A pickler that identifies compiled functions by content. A process keeps one function for each identifier."""

    def __init__(self, file: Any, identify: Callable[[Any], str]):
        super().__init__(file)
        self._identify = identify

    def reducer_override(self, value: Any) -> Any:
        if not is_jitted(value):
            return super().reducer_override(value)
        content = self._identify(value)
        if content:
            return serialize.custom_reduce(value._reduce_class(), value._reduce_states() | {"uuid": content})
        name, module = value.__name__, value.__module__
        if getattr(sys.modules.get(module), name, None) is value:
            return _imported, (module, name)
        return NotImplemented


def _imported(module: str, name: str) -> Any:
    """Import and return a compiled function, whose compilation is postponed until it is called."""
    with postponed():
        return getattr(import_module(module), name)
