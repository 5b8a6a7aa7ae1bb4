"""The fingerprint of a user's function: functions with equal hashes play alike, in every process.

The hash covers everything that the compiled function can reach, in any file:

- its code and nested code
- defaults, closures, global values and attributes of modules
- the functions that it calls

A function of the toolkit, a game or an installed package is hashed by name and by the hash or version of its package.
"""

import builtins
import dis
import enum
import hashlib
import inspect
import struct
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.sources import reached

_TOOLKIT = __name__.partition(".")[0]
_PINNED = {*sys.stdlib_module_names, "numpy", "numba"}  # the settings of a run contain their versions
_LOADS = {"LOAD_GLOBAL": "global", "LOAD_NAME": "global", "LOAD_DEREF": "cell", "LOAD_CLASSDEREF": "cell"}
_ATTRIBUTES = {"LOAD_ATTR", "LOAD_METHOD"}
_BETWEEN = {"CACHE", "PUSH_NULL", "EXTENDED_ARG"}
_OF_A_CLASS = {"__dict__", "__weakref__", "__doc__", "__module__", "__firstlineno__", "__static_attributes__"}
_COMPARABLE = "numbers, text, tuples, lists, enums, NumPy arrays, functions and modules"


@dataclass(frozen=True)
class Fingerprint:
    """The identity of a function.

    Attributes:
        code_hash: The hash, 12 hexadecimal digits.
        modules: The names of the user's modules that the function reaches.
        rules: The user's compiled functions that it reaches. Each one follows the functions that it calls.
    """

    code_hash: str
    modules: frozenset[str]
    rules: tuple[Any, ...]


def fingerprint(value: Any, owner: str) -> Fingerprint:
    """Return the fingerprint of a function, compiled or not.

    Args:
        value: The function.
        owner: The function in words, as the subject of an error message.

    Raises:
        BadInput: If the function uses a value whose content cannot be hashed.
    """
    walk = _Walk(owner)
    walk.add(value)
    return Fingerprint(walk.code_hash, frozenset(walk.modules), tuple(walk.rules))


def is_own(value: Any) -> bool:
    """Return whether a function or class is the user's: not part of the toolkit, a game or an installed package."""
    return not _origin(value)


class _Walk:
    """A walk over everything that a function reaches, in an order that does not depend on the process."""

    def __init__(self, owner: str):
        self.modules: set[str] = set()
        self.rules: list[Any] = []
        self._owner = owner
        self._hash = hashlib.sha256()
        self._numbers: dict[int, int] = {}  # address of a value -> its number in the walk
        self._kept: list[Any] = []  # references, so that no address is used for a second value
        self._names: list[str] = []

    @property
    def code_hash(self) -> str:
        return self._hash.hexdigest()[:12]

    def add(self, value: Any) -> None:
        """Add a value to the hash by its content.

        Raises:
            BadInput: If the content cannot be hashed.
        """
        for kinds, add in _KINDS:
            if isinstance(value, kinds):
                add(self, value)
                return
        self._add_other(value)

    def _add_other(self, value: Any) -> None:
        function = _function_of(value)
        if function is not None:
            self._rule(value, function)
        elif _is_simple_type(value):
            self._put("type", value.name)
        elif _origin(value):
            self._put("named", *_origin(value))
        else:
            self._refuse(value)

    def _refuse(self, value: Any) -> None:
        name = self._names[-1] if self._names else "a value"
        raise BadInput(
            f"{self._owner} uses '{name}', a {type(value).__name__}, whose content cannot be compared between runs. "
            f"A strategy may use {_COMPARABLE}."
        )

    def _put(self, *parts: Any) -> None:
        """Add texts, numbers and bytes to the hash, each with its length."""
        for part in parts:
            content = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
            self._hash.update(struct.pack("<q", len(content)) + content)

    def _is_new(self, value: Any) -> bool:
        """Return whether a value is new to the walk.

        If it is not, add its number to the hash instead of its content.
        """
        number = self._numbers.setdefault(id(value), len(self._numbers))
        is_new = number == len(self._kept)
        if is_new:
            self._kept.append(value)
        else:
            self._put("again", number)
        return is_new

    @contextmanager
    def _named(self, name: str) -> Iterator[None]:
        self._names.append(name)
        yield
        self._names.pop()

    def _number(self, value: Any) -> None:
        content = struct.pack("<d", value) if isinstance(value, float) else repr(value)
        self._put(type(value).__name__, content)

    def _complex(self, value: complex) -> None:
        self._put("complex", struct.pack("<dd", value.real, value.imag))

    def _text(self, value: str | bytes) -> None:
        self._put(type(value).__name__, value)

    def _items(self, value: Any) -> None:
        if isinstance(value, list) and not self._is_new(value):
            return
        self._put(type(value).__name__, len(value), *getattr(value, "_fields", ()))
        for item in value:
            self.add(item)

    def _mapping(self, value: Mapping[Any, Any]) -> None:
        if self._is_new(value):
            self._put(type(value).__name__, len(value))
            for key, item in value.items():
                self.add(key)
                self.add(item)

    def _set(self, value: Any) -> None:
        self._put(type(value).__name__, *sorted(self._apart(item) for item in value))

    def _apart(self, value: Any) -> str:
        """Return the hash of a value, computed independently of the values before it."""
        walk = _Walk(self._owner)
        walk._names = self._names
        walk.add(value)
        return walk.code_hash

    def _slice(self, value: slice | range) -> None:
        self._put(type(value).__name__)
        self._items((value.start, value.stop, value.step))

    def _member(self, value: enum.Enum) -> None:
        self._put("member", type(value).__qualname__, value.name)
        self.add(value.value)

    def _array(self, value: Any) -> None:
        """Add an array, or a NumPy scalar. The bytes between the fields of records are left out."""
        array = np.asarray(value)
        self._put("array", type(value).__name__, array.shape, array.flags.c_contiguous, array.flags.f_contiguous)
        self._dtype(array.dtype)
        self._content(array)

    def _content(self, array: np.ndarray) -> None:
        if array.dtype.names:
            for name in array.dtype.names:
                self._content(array[name])
        elif array.dtype.hasobject:
            self._items(array.ravel().tolist())
        else:
            self._put(array.tobytes())

    def _dtype(self, value: np.dtype) -> None:
        self._put("dtype", value.str, value.itemsize, value.isalignedstruct, value.shape)
        if value.subdtype is not None:
            self._dtype(value.base)
        for name in value.names or ():
            self._put(name, value.fields[name][1])  # type: ignore[index]
            self._dtype(value.fields[name][0])  # type: ignore[index]

    def _code(self, code: CodeType) -> None:
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self._put("code", code.co_code, code.co_exceptiontable, *counts)
        self._put(*code.co_names, *code.co_freevars, *code.co_cellvars)
        self._items(code.co_consts)

    def _function(self, function: FunctionType) -> None:
        if not self._is_new(function):
            return
        origin = _origin(function)
        if origin:
            self._put("named", *origin)
        if origin and "<locals>" not in function.__qualname__:
            return
        if not origin:
            self.modules.add(function.__module__)
        self._code(function.__code__)
        self.add((function.__defaults__, function.__kwdefaults__))
        self._closure(function)
        if not origin:
            self._globals(function)

    def _closure(self, function: FunctionType) -> None:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._put("cell", name)
            value = _content(cell)
            if not isinstance(value, ModuleType):
                with self._named(name):
                    self.add(value)

    def _globals(self, function: FunctionType) -> None:
        """Add the global values that a function names, and the attributes of modules, in closures too."""
        code = function.__code__
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        for kind, name, *attributes in _paths(code):
            if kind == "cell":
                value = _content(cells.get(name))
                if isinstance(value, ModuleType):
                    self._attribute(function, name, value, attributes)
            elif name in function.__globals__:
                self._attribute(function, name, function.__globals__[name], attributes)
            else:
                self._put("builtin" if hasattr(builtins, name) else "missing", name)

    def _attribute(self, function: FunctionType, name: str, value: Any, attributes: list[str]) -> None:
        """Add the value of `name.attribute.attribute`. Attributes are followed through modules and enums only."""
        self._put("global", name)
        for attribute in attributes:
            is_pinned = isinstance(value, ModuleType) and value.__name__.partition(".")[0] in _PINNED
            if is_pinned or not isinstance(value, ModuleType | enum.EnumType):
                break
            self._note(value)
            name = f"{name}.{attribute}"
            value = getattr(value, attribute, None)
            self._put("attribute", attribute)
        with self._named(name):
            self._module(value, function) if isinstance(value, ModuleType) else self.add(value)

    def _note(self, value: Any) -> None:
        name = value.__name__ if isinstance(value, ModuleType) else value.__module__
        if not _package(name):
            self.modules.add(name)

    def _module(self, module: ModuleType, function: FunctionType) -> None:
        """Add a module that is used as a value: every global of it whose name occurs in the function."""
        origin = _package(module.__name__)
        self._put("module", *(origin or ()))
        if not origin and self._is_new(module):
            self._note(module)
            for name in sorted(set(_names(function.__code__)) & vars(module).keys()):
                self._attribute(function, name, vars(module)[name], [])

    def _class(self, value: type) -> None:
        if not self._is_new(value):
            return
        origin = _origin(value)
        if origin:
            self._put("named", *origin)
            return
        if type(value).__module__.startswith("numba."):  # a compiled class, which Numba identifies by its address
            self._refuse(value)
        self.modules.add(value.__module__)
        self._put("class", value.__qualname__)
        if isinstance(value, enum.EnumType):
            self._items(tuple(value.__members__.values()))
            return
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            self._put(*value._fields)
            self.add(getattr(value, "_field_defaults", {}))
            return
        self._items(value.__bases__)
        for name, item in vars(value).items():
            if name not in _OF_A_CLASS and not inspect.isdatadescriptor(item):
                with self._named(f"{value.__name__}.{name}"):
                    self._put(name)
                    self.add(getattr(item, "__func__", item))

    def _named_only(self, value: Any) -> None:
        owner = getattr(value, "__self__", None)
        place = value.__module__ if getattr(value, "__module__", None) else type(owner).__module__
        self._put("named", str(place), value.__name__)

    def _rule(self, value: Any, function: FunctionType) -> None:
        """Add a compiled function: its code and the options of its compiler."""
        if not self._is_new(value):
            return
        self._put("rule")
        if not is_own(function):
            self.add(function)
            return
        self.add({str(key): option for key, option in sorted(getattr(value, "targetoptions", {}).items())})
        self.add(function)
        if hasattr(value, "overloads"):
            self.rules.append(value)


_KINDS: tuple[tuple[Any, Any], ...] = (
    (enum.Enum, _Walk._member),
    (np.generic | np.ndarray, _Walk._array),
    (bool | int | float | None, _Walk._number),
    (type(Ellipsis), _Walk._number),
    (complex, _Walk._complex),
    (str | bytes, _Walk._text),
    (tuple | list, _Walk._items),
    (dict, _Walk._mapping),
    (set | frozenset, _Walk._set),
    (slice | range, _Walk._slice),
    (CodeType, _Walk._code),
    (FunctionType, _Walk._function),
    (type, _Walk._class),
    (np.dtype, _Walk._dtype),
    (BuiltinFunctionType | np.ufunc, _Walk._named_only),
)


@lru_cache(maxsize=1024)
def _paths(code: CodeType) -> tuple[tuple[str, ...], ...]:
    """Return the global values and cells that code and nested code load.

    Each entry is "global" or "cell", the name, and the attributes that are read from it.
    """
    loaded: set[tuple[str, ...]] = set()
    path: tuple[str, ...] = ()
    for step in dis.get_instructions(code):
        if step.opname in _ATTRIBUTES and path:
            path = (*path, str(step.argval))
        elif step.opname not in _BETWEEN:
            loaded.add(path)
            path = (_LOADS[step.opname], str(step.argval)) if step.opname in _LOADS else ()
    nested = [each for const in code.co_consts if isinstance(const, CodeType) for each in _paths(const)]
    local = {("cell", name) for name in code.co_cellvars}
    return tuple(sorted(each for each in {*loaded, *nested} - {()} if each[:2] not in local))


def _content(cell: Any) -> Any:
    """Return the content of a cell. `None` if it has no value yet."""
    try:
        return cell.cell_contents
    except (AttributeError, ValueError):
        return None


def _function_of(value: Any) -> Any:
    """Return the Python function behind a compiled or vectorized function or an intrinsic. `None` for other values."""
    if not type(value).__module__.startswith("numba."):
        return None
    function = getattr(value, "py_func", None) or getattr(value, "_defn", None)
    function = function or getattr(getattr(value, "_dispatcher", None), "py_func", None)
    return function if isinstance(function, FunctionType) else None


def _is_simple_type(value: Any) -> bool:
    """Return whether a value is a Numba type whose name contains no address."""
    name = getattr(value, "name", None)
    return type(value).__module__.startswith("numba.core.types") and isinstance(name, str) and "#" not in name


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names(const)


def _origin(value: Any) -> tuple[str, ...]:
    """Return the names of the module and the function or class, and its package with a hash or version.

    Empty for the user's code, and for values without such names.
    """
    value = getattr(value, "py_func", value)
    name = getattr(value, "__module__", None) or ""
    module = sys.modules.get(name)
    scope = getattr(value, "__globals__", None)
    if not hasattr(value, "__qualname__") or (scope is not None and (module is None or vars(module) is not scope)):
        return ()
    package = _package(name)
    return (name, value.__qualname__, *package) if package else ()


def _package(module: str) -> tuple[str, ...]:
    """Return the identity of the code of a module: the hash of a game, or the version of an installed package.

    Empty for a module of the user.
    """
    top = module.partition(".")[0]
    if top == "__main__":
        return ()
    if top in _PINNED:
        return (top,)
    package, packages, without = reached(module)
    if package:
        return (package, _packages_hash(packages, without))
    if top == _TOOLKIT:
        return (top, _digest(str(getattr(sys.modules.get(module), "__file__", ""))))
    return _versions(top) if _is_installed(top) else ()


@cache
def _packages_hash(packages: tuple[str, ...], without: str) -> str:
    """Return the hash of sources, read once: a process keeps the code that it has loaded."""
    return source_hash(packages, without)


@cache
def _digest(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file else ""


def _is_installed(top: str) -> bool:
    """Return whether a top-level module lies in a folder of installed packages."""
    file = getattr(sys.modules.get(top), "__file__", None)
    folders = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return bool(file) and any(Path(str(file)).is_relative_to(folder) for folder in folders if folder)


@cache
def _versions(top: str) -> tuple[str, ...]:
    """Return the distributions of an installed package with their versions."""
    names = metadata.packages_distributions().get(top, ())
    return tuple(f"{name} {metadata.version(name)}" for name in sorted(set(names)))
