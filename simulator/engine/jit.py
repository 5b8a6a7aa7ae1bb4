"""The compilation of functions: Numba's options, and when and where a function is compiled."""

import hashlib
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from numba import config, literal_unroll, njit, types
from numba.core import typeinfer
from numba.core.caching import NullCache

from starbalance.simulator.engine.cache import DiskCache, cache_folder

warnings.filterwarnings("ignore", message=".*First-class function type")

_make_record = types.Record.__init__


def _name_briefly(record: Any, *arguments: Any, **named: Any) -> None:
    """Make the type of a record with a short name.

    By default the name lists all fields. It would be part of the names of all functions that take the record, or
    functions of it: up to 400,000 characters each, which are written, read and stored many times.
    """
    _make_record(record, *arguments, **named)
    record.name = f"Record({hashlib.sha256(record.name.encode()).hexdigest()[:16]})"


types.Record.__init__ = _name_briefly
types.Record.__repr__ = lambda record: record.name  # the default lists all fields at every pass of the compiler

unrolled = literal_unroll  # a loop over names of fields, which are constants in its body

_OPTIONS = {"nogil": True, "error_model": "numpy"}
_postponed = ContextVar("postponed", default=False)


def compiled() -> bool:
    """Return whether functions are compiled to machine code (false under NUMBA_DISABLE_JIT=1)."""
    return not config.DISABLE_JIT


def _plain(kind: Any) -> Any:
    """Return the type of an argument without its constant value, so that one compilation serves all constants."""
    kind = types.unliteral(kind)
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


def _jitted(function: Callable, module: str, *signatures: Any) -> Any:
    """Return a function compiled for the signatures. Without a signature it is compiled when it is called."""
    made = njit(**_OPTIONS)(function)
    if not compiled():
        return made
    folder = cache_folder(module)
    if folder is not None:
        config.CACHE_DIR = str(folder)
        made._cache = DiskCache(function)
    for signature in signatures:
        with typeinfer.register_dispatcher(made):
            _compile(made, signature)
    return made


def rule(function: Callable) -> Any:
    """Mark a function of the rules or of a strategy for compilation. It is compiled when compiled code calls it."""
    made = _jitted(function, function.__module__)
    if compiled():
        call = made.get_call_template
        made.get_call_template = lambda args, kws: call(tuple(map(_plain, args)), {k: _plain(kws[k]) for k in kws})
    return made


def inlined(function: Callable) -> Any:
    """Mark a small function whose statements compiled code contains in place of a call.

    A call copies the descriptions of all arrays among the arguments, which takes longer than a few statements.
    """
    return njit(inline="always", **_OPTIONS)(function)


def kernel(signature: Any, module: str | None = None) -> Callable[[Callable], Any]:
    """Return a decorator for a game function or a score, which is compiled when it is defined.

    Later processes load the compiled code from the cache.

    Args:
        signature: The compiled type.
        module: The module of the game for which a function of the engine is compiled. Default: the module of the
            function.
    """
    known = () if _postponed.get() else (signature,)
    return lambda function: _jitted(function, module or function.__module__, *known)


@contextmanager
def postponed() -> Iterator[None]:
    """Postpone the compilation of kernels that are defined in the body until `ready` is called for them."""
    before = _postponed.set(True)
    try:
        yield
    finally:
        _postponed.reset(before)


def ready(function: Any, signature: Any) -> Any:
    """Return a kernel, compiled now if its compilation was postponed."""
    if compiled() and not _postponed.get() and not function.signatures:
        _compile(function, signature)
    return function


def _compile(function: Any, signature: Any) -> None:
    """Compile a kernel for its only signature. Numba then does not search for the code when the kernel is passed on."""
    function.compile(signature)
    function.disable_compile()
    code = next(iter(function.overloads.values()))
    function.get_compile_result = lambda _: code


def unchecked(function: Any) -> Any:
    """Return the compiled code of a kernel, which trusts that its arguments have the types of its signature.

    Numba's check of the types takes a millisecond if the arguments include functions.
    """
    return next(iter(function.overloads.values())).entry_point if compiled() else function


def renewed(rules: Iterable[Any]) -> None:
    """Compile functions of the user's code again, whose constants may have changed since they were compiled.

    Their cache on disk is not used: Numba does not know which constants of other files they use.

    Args:
        rules: Compiled functions, each after the functions that it calls.
    """
    for function in rules:
        function._cache = NullCache()
        if function.overloads:
            function.recompile()
