"""What every compiled module shares: records, signatures, and a cache that cannot go stale.

This is the only file that knows Numba's options.
"""

import copyreg
import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numba import cloudpickle, config, from_dtype, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, overload, type_callable

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

_OPTIONS = {"nogil": True, "error_model": "numpy"}
_postponed = ContextVar("postponed", default=False)
_COMPILED = ("*.py", "weights.toml")  # files of a package that end up in machine code: scores know their weights' order
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
    """Where the kernels of a module are cached: a folder per package, named by every source that they can reach.

    None for a module outside any game and the engine: its kernels are compiled afresh.
    """
    package, reached, without = _reached(module)
    if not package:
        return None
    root = _cache_root(package)
    family = f"{package}-{'checked' if config.BOUNDSCHECK else 'plain'}"
    folder = root / f"{family}-{source_stamp(reached, without)}"
    if not folder.exists():
        _prune(root, family)
    return folder


def _reached(module: str) -> tuple[str, tuple[str, ...], str]:
    """Of the kernels of a module: the package they belong to, the packages beside the engine that they can reach.

    And a package that they cannot reach, though it lies in one of these: the strategies that a game keeps in its own.
    """
    names = [module.rpartition(".")[0]]
    while "." in names[-1]:
        names.append(names[-1].rpartition(".")[0])
    for name in names:
        game = getattr(sys.modules.get(name), "GAME", None)
        if game is not None and game.strategies in names:
            return game.strategies, game.packages, ""
        if game is not None:
            return name, game.rule_packages, game.strategies
    engine = __name__.rpartition(".")[0]
    shared = [name for name in names if name.rpartition(".")[0] == engine]
    if shared:
        return shared[0], (shared[0],), ""
    return (engine, (), "") if engine in names else ("", (), "")


def source_stamp(packages: Iterable[str], without: str = "") -> str:
    """A hash of the engine, of every source of the packages, and of the options that kernels compile with.

    without: a package whose sources do not count.
    """
    flags = f"{config.BOUNDSCHECK}-{config.OPT}-{_OPTIONS}"
    stamp = hashlib.sha256(flags.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        stamp.update(source.read_bytes())
    spared = set(_sources(without)) if without else set()
    for package in packages:
        for source in _sources(package):
            if source not in spared:
                stamp.update(source.read_bytes())
    return stamp.hexdigest()[:12]


def _sources(package: str) -> list[Path]:
    """The sources of a package and of all below it but its tests, or of a module."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec is not None and spec.origin else []
    folders = [Path(folder) for folder in spec.submodule_search_locations]
    found = {path: folder for folder in folders for name in _COMPILED for path in folder.rglob(name)}
    return sorted(path for path, folder in found.items() if "tests" not in path.relative_to(folder).parts)


def _cache_root(package: str) -> Path:
    """Where the kernels of a package are cached: beside the engine, those of a game of others in its own folder."""
    spec = find_spec(package)
    outside = package.partition(".")[0] != __name__.partition(".")[0] and spec is not None and spec.origin
    home = Path(str(spec.origin)).parent if spec is not None and outside else Path(__file__).parent
    beside = home / "__pycache__"
    writable = os.access(beside if beside.exists() else beside.parent, os.W_OK)
    user = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "starbalance"
    return (beside if writable else user) / "kernels"


def _prune(root: Path, family: str) -> None:
    """Removes the folders of earlier sources; a process that still runs on one has loaded what it needs."""
    for old in root.glob(f"{family}-*"):
        shutil.rmtree(old, ignore_errors=True)


def _jitted(function: Callable, module: str, *signature: Any) -> Any:
    folder = cache_folder(module)
    if folder is None:
        return njit(*signature, **_OPTIONS)(function)
    config.CACHE_DIR = str(folder)
    return njit(*signature, cache=True, **_OPTIONS)(function)


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


def packed(value: Any, modules: Iterable[str]) -> bytes:
    """A value for a process that cannot import the modules: what it uses of them travels along, compiled or not."""
    for name in modules:
        if getattr(sys.modules.get(name), "__file__", None):
            cloudpickle.register_pickle_by_value(sys.modules[name])
    return cloudpickle.dumps(value)


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
