"""What every compiled module shares: records, signatures, and a cache that cannot go stale.

This is the only file that knows Numba's options.
"""

import copyreg
import hashlib
import io
import pickle
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from glob import escape
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import cloudpickle, config, from_dtype, njit, types
from numba.core import cgutils, serialize, typeinfer
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.registry import cpu_target
from numba.extending import intrinsic, is_jitted, lower_builtin, overload, type_callable

from starbalance.simulator.engine.cache import cache_root, only_folder
from starbalance.simulator.engine.sources import home, reached, reached_sources

warnings.filterwarnings("ignore", message="First-class function type")

types.Record.__repr__ = lambda record: record.name  # else it is spelt out at every pass of the compiler

SEATS = 6
NOTES = 16
PURPOSES = 16
TABLE = 32
MAX_WEIGHTS = 80
NOTHING = -1  # what a seat is that is no level of the factor yet
ASSETS = 8  # of a seat, that a search counts at its horizon
LEVELS = 16  # of a factor, that a strategy has weights for
PHASES = 64
MOST_TRIED = 16
AT_ONCE = 0  # the horizon of a greedy strategy
ITEMS = 16  # that a strategy does without, counted in each column that has them
FLAGS = 64  # of a column
_CACHE_LINE = 64  # bytes
_CHECKSUM = 4  # bytes

_OPTIONS = {"nogil": True, "error_model": "numpy"}
_postponed = ContextVar("postponed", default=False)
_NARROW = ("i1", "i2", "i4", "u1", "u2", "u4")


def compiled() -> bool:
    """Whether kernels are machine code (false under NUMBA_DISABLE_JIT=1)."""
    return not config.DISABLE_JIT


def record(*fields: tuple) -> np.dtype:
    """An aligned record type whose fields are attributes; records nest by naming one as a field's type.

    Uncompiled, every narrow integer is 64 bits wide, as compiled arithmetic is: a store that
    overflows the narrow field then shows as a difference between the two. Raises ValueError for a name that an
    attribute of NumPy's own would hide.
    """
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise ValueError(f"a record field cannot be called {name!r}: an attribute of NumPy's records has that name")
    if not compiled():
        fields = tuple((name, _widened(kind), *shape) for name, kind, *shape in fields)
    plain = np.dtype(list(fields), align=True)
    return np.dtype((_class_of(*(plain.names or ())), plain))


class _RecordClass(type):
    """The class of classes of records; a process that gets one makes it anew by the names of its fields."""


@cache
def _class_of(*names: str) -> _RecordClass:
    """The class of records with these fields: an attribute takes a tenth of the time of one of np.record."""
    return _RecordClass("Record", (np.void,), {"__slots__": (), **{name: _field(name) for name in names}})


def _field(name: str) -> property:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


def _fields_of(records: _RecordClass) -> tuple[str, ...]:
    return tuple(name for name, value in vars(records).items() if isinstance(value, property))


copyreg.pickle(_RecordClass, lambda each: (_class_of, _fields_of(each)))


def _widened(kind: Any) -> Any:
    return "i8" if isinstance(kind, str) and kind in _NARROW else kind


def zeros(count: int, dtype: np.dtype) -> np.ndarray:
    """`count` blank records."""
    return np.zeros(count, dtype)


def values(records: Any) -> Any:
    """Field by field as Python numbers: equal for compiled and uncompiled records of one content."""
    if records.dtype.names:
        return [values(records[name]) for name in records.dtype.names]
    return records.tolist()


def plain(record: Any) -> SimpleNamespace:
    """A record as plain attributes, which are quicker to read; arrays stay arrays, arrays of records become lists."""
    found = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in record.dtype.names:
        kind = record.dtype[name]
        if kind.base.names:
            found[name] = [plain(each) for each in record[name]] if kind.shape else plain(record[name])
    return SimpleNamespace(**found)


option_dt = record(("kind", "i8"), ("a", "i8"), ("b", "i8"), ("c", "i8"))
strategy_dt = record(  # how a row of the table plays, beside its score
    ("weights", "f8", (1 + LEVELS, MAX_WEIGHTS)),  # first those of all, then those of levels
    ("levels", "i8"),  # how many it has weights for
    ("level", "i8", (LEVELS,)),  # the codes of these
    ("temperature", "f8"),
    ("random_from", "i8"),  # the round from which on it plays at random; 0: in none
    ("items", "i8"),  # how many it does without
    ("without", "i8", (ITEMS,)),  # these: FLAGS times the column, and the number of the flag
    ("playouts", "i8"),  # an option; 0: it does not look ahead
    ("width", "i8"),  # options that it tries
    ("horizon", "i8"),  # rounds; AT_ONCE: it takes what is best right after the option
    ("scale", "f8"),  # of standing
    ("worth", "f8", (ASSETS,)),  # of what a seat has beside it, in the same unit
    ("caution", "f8"),  # standard errors
    ("believed", "i8"),  # the first row of what it believes that the others play
    ("beliefs", "i8"),  # how many these are; 0: what they do play
    ("searched", "i8", (PHASES,)),  # whether it looks ahead at a decision
)
trial_dt = record(  # of an option: in how many worlds it was tried, and sums over these
    ("option", "i8"), ("worlds", "i8"), ("value", "f8"), ("gain", "f8"), ("squares", "f8")
)


class SearchVerbs(NamedTuple):
    """What a search calls of a game."""

    options: Any
    apply: Any
    go_on: Any
    standing: Any
    assets: Any
    redeal: Any
    uses: Any
    level: Any


class LoopVerbs(NamedTuple):
    """What the decision loop calls of a game."""

    setup: Any
    options: Any
    apply: Any
    go_on: Any
    finish: Any
    standing: Any
    assets: Any
    redeal: Any
    uses: Any
    level: Any
    look_ahead: Any


class Room(NamedTuple):
    """What the decision loop works in: arrays that are made once for a chunk of games.

    desk: the state in play, a blank one, and the one in which a search plays on. seated (SEATS): the row of the table
    that plays a seat; believed: the same in a playout. opts, values: the options of the pending decision and their
    scores; opts_ahead, values_ahead: those in a playout. trials: the options that a search tries, MOST_TRIED of
    them and a spare one.
    """

    desk: Any
    seated: Any
    believed: Any
    opts: Any
    values: Any
    opts_ahead: Any
    values_ahead: Any
    trials: Any


def make_room(state_dt: np.dtype, max_options: int) -> Room:
    """Blank room for games of one kind."""
    return Room(
        zeros(3, state_dt),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        zeros(max_options, option_dt),
        np.zeros(max_options),
        zeros(max_options, option_dt),
        np.zeros(max_options),
        zeros(MOST_TRIED + 1, trial_dt),
    )


def _plain(kind: Any) -> Any:
    """The type of a constant argument as that of any integer: a function is compiled once for all constants."""
    kind = types.unliteral(kind)
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for the kernels of a module, named by its package and by every source that they can reach.

    Returns `None` for a module outside the engine and the games, whose kernels are not kept.
    """
    package, packages, without = reached(module)
    if not package:
        return None
    family = f"{package}-{'checked' if config.BOUNDSCHECK else 'plain'}"
    return only_folder(cache_root(home(package)), family, source_stamp(packages, without))


def cache_key(module: str) -> str:
    """Return a hash of everything that Numba's cache of a module depends on, except the contents of the sources.

    These are the versions of Python and Numba, the processor, and the paths of the sources.
    """
    _, packages, without = reached(module)
    python = (sys.implementation.cache_tag, getattr(sys, "abiflags", ""))
    sources = list(map(str, reached_sources(packages, without)))
    parts = (python, numba.__version__, cpu_target.target_context.codegen().magic_tuple(), sources)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def source_stamp(packages: Iterable[str], without: str = "") -> str:
    """Return a hash of the engine, the packages except the package `without`, and the options of the compiler."""
    flags = f"{config.BOUNDSCHECK}-{config.OPT}-{_OPTIONS}"
    stamp = hashlib.sha256(flags.encode())
    for source in reached_sources(packages, without):
        stamp.update(source.read_bytes())
    return stamp.hexdigest()[:12]


class CheckedFile(IndexDataCacheFile):
    """Files of compiled code with a checksum behind the pickle, which a reader of pickles ignores.

    Numba numbers the files of a function in the order of saving. Two processes that compile it for different types at
    once could then save their code under one name, and later runs would load the wrong code for good. Here the name
    depends on the types.
    """

    def save(self, key: Any, data: Any) -> None:
        name = self._data_name(int.from_bytes(hashlib.sha256(pickle.dumps(key)).digest()[:6]))
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})

    def _dump(self, content: Any) -> bytes:
        data = super()._dump(content)
        return data + zlib.crc32(data).to_bytes(_CHECKSUM)

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if zlib.crc32(data[:-_CHECKSUM]).to_bytes(_CHECKSUM) != data[-_CHECKSUM:]:
            raise pickle.UnpicklingError(f"{name} is damaged")
        return pickle.loads(data)


class _DiskCache(FunctionCache):
    """Numba's cache of a function, which deletes damaged files, so that the function is compiled again."""

    def __init__(self, function: Callable):
        super().__init__(function)
        source = self._impl.locator.get_source_stamp()
        self._cache_file = CheckedFile(self.cache_path, self._impl.filename_base, source)

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception as error:  # a damaged pickle can raise anything
            print(f"A damaged file in {self.cache_path} was deleted ({error}). Compiling again ...", file=sys.stderr)
            for path in Path(self.cache_path).glob(f"{escape(self._impl.filename_base)}.*nb[ic]"):
                path.unlink(missing_ok=True)
            return None


def _jitted(function: Callable, module: str, *signatures: Any) -> Any:
    """Return a function compiled under the signatures. Without a signature it is compiled when it is called."""
    made = njit(**_OPTIONS)(function)
    if not compiled():
        return made
    folder = cache_folder(module)
    if folder is not None:
        config.CACHE_DIR = str(folder)
        made._cache = _DiskCache(function)
    for signature in signatures:
        with typeinfer.register_dispatcher(made):
            made.compile(signature)
            made.disable_compile()
    return made


def rule(function: Callable) -> Any:
    """A function of the rules or of a strategy: compiled when a verb or a score needs it."""
    made = _jitted(function, function.__module__)
    if compiled():
        call = made.get_call_template
        made.get_call_template = lambda args, kws: call(tuple(map(_plain, args)), {k: _plain(kws[k]) for k in kws})
    return made


def kernel(signature: Any, module: str | None = None) -> Callable[[Callable], Any]:
    """A verb or a score: compiled when it is defined, loaded from the cache afterwards.

    `module` names the game for which a function shared by all games is compiled.
    """
    known = () if _postponed.get() else (signature,)
    return lambda function: _jitted(function, module or function.__module__, *known)


@contextmanager
def postponed() -> Iterator[None]:
    """Kernels defined meanwhile are compiled when they are to be `ready`."""
    before = _postponed.set(True)
    try:
        yield
    finally:
        _postponed.reset(before)


def ready(function: Any, signature: Any) -> Any:
    """A kernel, compiled now if that was postponed and is no longer."""
    if compiled() and not _postponed.get() and not function.signatures:
        function.compile(signature)
        function.disable_compile()
    return function


def renewed(rules: Iterable[Any]) -> None:
    """Compile rules of the user's again whose constants changed since they were compiled.

    Their cache on disk is left unused: Numba does not know which constants of other files they use.

    Args:
        rules: Compiled functions, each behind those that it calls.
    """
    for function in rules:
        function._cache = NullCache()
        if function.overloads:
            function.recompile()


def packed(value: Any, modules: Iterable[str], identify: Callable[[Any], str] = lambda function: "") -> bytes:
    """Return a value as bytes for a process that cannot import some modules.

    Args:
        value: The value.
        modules: Names of modules whose functions and classes travel with the value, compiled or not.
        identify: Returns a hash of the content of a compiled function that travels, and an empty text for a function
            that the other process imports.
    """
    for name in modules:
        if getattr(sys.modules.get(name), "__file__", None):
            cloudpickle.register_pickle_by_value(sys.modules[name])
    with io.BytesIO() as file:
        _Pickler(file, identify).dump(value)
        return file.getvalue()


class _Pickler(cloudpickle.Pickler):
    """A pickler that identifies compiled functions by their content: a process keeps the first of each identifier."""

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
    """Return a compiled function by its name, compiled when it is called."""
    with postponed():
        return getattr(import_module(module), name)


def _functions(verbs: dict[str, Any], called: type[SearchVerbs] | type[LoopVerbs]) -> Any:
    return types.Tuple([types.FunctionType(verbs[name]) for name in called._fields])


def signatures(state_dt: np.dtype, rules_dt: np.dtype, outcome_dt: np.dtype) -> dict[str, Any]:
    """The compiled types of a game's verbs, of a strategy's score and of the decision loop."""
    state, rules, option, outcome = (from_dtype(each) for each in (state_dt, rules_dt, option_dt, outcome_dt))
    options, floats = types.Array(option, 1, "C"), types.Array(types.float64, 1, "C")
    integers = types.Array(types.int64, 1, "C")
    verbs = {
        "setup": types.void(state, rules),
        "options": types.int64(state, rules, options),
        "apply": types.void(state, rules, option),
        "go_on": types.void(state, rules),
        "finish": types.void(state, rules, outcome),
        "standing": types.float64(state, rules, types.int64),
        "assets": types.float64(state, rules, types.int64, types.int64),
        "redeal": types.void(state, rules, types.int64, types.uint64),
        "uses": types.boolean(state, rules, option, types.int64, types.int64),
        "level": types.int64(state, rules, types.int64),
        "score": types.void(state, rules, options, floats, floats),
    }
    seats, trials = types.Array(types.int64, 1, "C"), types.Array(from_dtype(trial_dt), 1, "C")
    states = types.Array(state, 1, "C")
    room = types.NamedTuple((states, seats, seats, options, floats, options, floats, trials), Room)
    scores = types.UniTuple(types.FunctionType(verbs["score"]), TABLE)
    rows = types.Array(from_dtype(strategy_dt), 1, "C")
    count = types.int64
    verbs["look_ahead"] = types.int64(
        _functions(verbs, SearchVerbs), scores, rows, rules, room, count, count, types.uint64, count, count
    )
    verbs["play"] = types.void(
        _functions(verbs, LoopVerbs),
        scores,
        rows,
        count,
        integers,
        rules,
        room,
        types.uint64,
        types.Array(outcome, 1, "C"),
        types.Array(types.float64, 3, "C"),
    )
    return verbs


def borrowed(array: Any) -> Any:
    """The same array without a share in its memory, which the caller keeps alive.

    A compiled function counts itself among the owners of each array that it is handed, which takes longer than listing
    an option; one that is borrowed has none.
    """
    return array


@intrinsic
def _unowned(_: Any, array: Any) -> Any:
    def unowned(context: Any, builder: Any, _: Any, given: Any) -> Any:
        made = context.make_array(array)(context, builder, *given)
        made.meminfo, made.parent = made.meminfo.type(None), made.parent.type(None)
        return made._getvalue()

    return array(array), unowned


@overload(borrowed)
def _borrowed(array):
    return lambda array: _unowned(array)


def blank(kind: Any) -> Any:
    """A blank record of a type, for as long as the function that asks for it runs: none of it is to be kept.

    Compiled, it lies on the stack, where no time goes into finding room and giving it back.
    """
    return np.zeros(1, kind)[0]


@type_callable(blank)
def _type_blank(_: Any) -> Any:
    return lambda kind: kind.dtype if isinstance(kind, types.DType) else None


@lower_builtin(blank, types.DType)
def _lower_blank(context: Any, builder: Any, signature: Any, _: Any) -> Any:
    """Straight into the function that asks: the stack of a function of its own would be gone when it returns."""
    made = cgutils.alloca_once(builder, context.get_data_type(signature.return_type))
    made.align = _CACHE_LINE
    cgutils.memset(builder, made, context.get_constant(types.intp, signature.return_type.size), 0)
    return made


@rule
def add(opts, n, kind, a, b, c):
    """Appends an option and returns the new count; never writes past the buffer: a longer list shows as a fault."""
    if n < opts.shape[0]:
        opts[n].kind = kind
        opts[n].a = a
        opts[n].b = b
        opts[n].c = c
    return n + 1
