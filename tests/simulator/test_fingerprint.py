"""The hash of a user function: it depends on every reached value and is the same in every process."""

import subprocess
import sys

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game

FILE = """
import enum, math
from collections import namedtuple
import numba
import numpy as np
import helper
from helper import bonus, Level
from starbalance.simulator.engine.jit import rule

ARRAY = np.array([1.0, 2.0])
RECORDS = np.zeros(2, np.dtype([("a", "i1"), ("b", "f8")], align=True))
RECORDS["b"] = 5.0
SCALAR = np.float32(3.0)
LIST = [4.0, [5.0]]
WORDS = {"one": 6}
NAMES = {"alpha", "beta", "gamma"}
Point = namedtuple("Point", "x y")
POINT = Point(7, 8)
RAW = b"9"
UNUSED = 10


class Colour(enum.IntEnum):
    RED = 11
    BLUE = 21


@rule
def inner(kind):
    return kind + POINT.x


@numba.njit(fastmath=False)
def fast(x):
    return x + 12.0


@numba.vectorize
def spread(x):
    return x + 13.0


def closed(value):
    def within(kind):
        return kind * value
    return rule(within)


within = closed(np.array([14.0]))


def mine(state, rules, options, weights, scores):
    nested = lambda x: x + 15 + ARRAY[0]
    alias = helper
    for i in range(options.shape[0]):
        scores[i] = nested(1) + RECORDS[0].b + SCALAR + LIST[0] + WORDS["one"] + RAW[0] + Colour.RED + inner(1)
        scores[i] += fast(1.0) + spread(1.0) + within(1)[0] + bonus(2) + helper.SHIFT + Level.LOW + alias.deep.DEPTH
        scores[i] += math.pi + len(NAMES) + np.exp(16.0)
"""
HELPER = """
import enum
import numpy as np
from starbalance.simulator.engine.jit import rule
import deep

SHIFT = np.int64(17)
TABLE = np.array([[18]])
IDLE = open


class Level(enum.Enum):
    LOW = 19


@rule
def bonus(kind):
    return kind + TABLE[0, 0]
"""
DEEP = "DEPTH = 20\n"


@pytest.fixture(scope="module")
def game():
    return find_game(TEMPLATE)


def write(folder, old="", new=""):
    folder.mkdir(exist_ok=True)
    for name, text in (("mine", FILE), ("helper", HELPER), ("deep", DEEP)):
        (folder / f"{name}.py").write_text(text.replace(old, new) if old else text)
    return f"{folder / 'mine.py'}:mine"


def code_hash(game, folder, *change):
    return find_strategy(game, write(folder, *change)).code_hash


EDITS = [
    ("[1.0, 2.0]", "[1.5, 2.0]"),
    ("[1.0, 2.0])", "[1.0, 2.0], np.float32)"),
    ("= 5.0", "= 5.5"),
    ("float32(3.0)", "float32(3.5)"),
    ("np.float32(3.0)", "np.float64(3.0)"),
    ("[5.0]]", "[5.5]]"),
    ('"one": 6', '"one": 66'),
    ('"beta"', '"bet"'),
    ("Point(7", "Point(70"),
    ('b"9"', 'b"8"'),
    ("RED = 11", "RED = 12"),
    ("return kind + POINT", "return kind - POINT"),
    ("x + 12.0", "x - 12.0"),
    ("fastmath=False", "fastmath=True"),
    ("x + 13.0", "x - 13.0"),
    ("[14.0]", "[14.5]"),
    ("x + 15", "x - 15"),
    ("np.int64(17)", "np.int64(18)"),
    ("[[18]]", "[[19]]"),
    ("LOW = 19", "LOW = 20"),
    ("DEPTH = 20", "DEPTH = 21"),
    ("math.pi", "math.tau"),
    ("np.exp(", "np.log("),
]


@pytest.mark.parametrize("edit", EDITS, ids=[new for _, new in EDITS])
def test_a_change_of_any_reached_value_changes_the_hash(game, tmp_path, edit):
    before = code_hash(game, tmp_path)
    assert code_hash(game, tmp_path, *edit) != before
    assert code_hash(game, tmp_path) == before


@pytest.mark.parametrize(
    "edit", [("UNUSED = 10", "UNUSED = 11"), ("IDLE = open", "IDLE = print"), ("BLUE = 21", "BLUE = 22")]
)
def test_a_change_of_an_unreached_value_keeps_the_hash(game, tmp_path, edit):
    assert code_hash(game, tmp_path, *edit) == code_hash(game, tmp_path)


def test_the_hash_is_the_same_in_other_processes_and_folders(game, tmp_path):
    """Processes differ in the order of sets and in addresses."""
    program = (
        "import sys; from starbalance.simulator.games import find_game; "
        "from starbalance.simulator.engine.strategy import find_strategy; "
        f"print(find_strategy(find_game({str(TEMPLATE)!r}), sys.argv[1]).code_hash)"
    )
    file = write(tmp_path / "elsewhere")
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program, file],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert hashes == {code_hash(game, tmp_path)}


@pytest.mark.parametrize("value", ["object()", "np.random.default_rng(1)", "iter([1])"])
def test_a_value_without_comparable_content_is_refused_with_its_name(game, tmp_path, value):
    own = find_strategy(game, write(tmp_path, "float32(3.0)", f"float32(3.0) if 0 else {value}"))
    with pytest.raises(BadInput, match=r"The strategy 'mine' uses 'SCALAR', a \w+, whose content cannot be compared"):
        _ = own.code_hash


CALLS = """
from starbalance.strategies.handful_of_stars import sensible


def mine(state, rules, options, weights, scores):
    sensible.score(state, rules, options, weights, scores)
"""


def test_called_toolkit_code_is_part_of_the_hash(game, tmp_path, monkeypatch):
    """A score of another game is not part of the code of a run of this one."""
    from starbalance.simulator.engine import fingerprint

    file = tmp_path / "calls.py"
    file.write_text(CALLS)
    before = find_strategy(game, f"{file}:mine").code_hash
    monkeypatch.setattr(fingerprint, "_packages_hash", lambda packages, without: "other")
    assert find_strategy(game, f"{file}:mine").code_hash != before
