"""A copy of the three folders with a tiny game: two players take pebbles from a heap, and the last to take wins.

The counting of the heap is in a package that the game uses, like rules shared by two games.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
USED = "simulator/games/stones/heap/taking.py"
SOURCES = {
    "simulator/games/stones/__init__.py": '"""Rules of heaps."""\n',
    "simulator/games/stones/heap/__init__.py": '"""One heap."""\n',
    USED: '''
"""Taking from a heap."""

from starbalance.simulator.engine.jit import rule


@rule
def left(heap, taken):
    return heap - taken
''',
    "simulator/games/pebbles/__init__.py": '''
"""Pebbles."""

from starbalance.simulator.engine.game import Functions, Game, Setup

GAME = Game(
    package=__name__,
    strategies="starbalance.strategies.pebbles",
    name="pebbles",
    title="Pebbles",
    factor="seat",
    standing="pebbles",
    setups=(Setup("players2", players=2, seats=2),),
    functions=Functions(proceed="moves.proceed", redeal="hidden.redeal"),
    labels=lambda rules: {"ended": ("taken", "truncated")},
    shared_packages=("starbalance.simulator.games.stones",),
)
''',
    "simulator/games/pebbles/state.py": '''
"""The records."""

from starbalance.simulator.engine.contract import option_room, outcome_record, rules_record, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures

MAX_OPTIONS = option_room(2)
SWITCHES = {"pebbles": int, "max_rounds": int}
rules_dt = rules_record(SWITCHES)
state_dt = state_record(record(("taken", "i8")), 2, ("heap", "i8"))
outcome_dt = outcome_record(record(("seat", "i8"), ("credit", "f8")), 2)
SIG = signatures(state_dt, rules_dt, outcome_dt)
''',
    "simulator/games/pebbles/reader.py": '''
"""Data to rules."""

from starbalance.simulator.engine.contract import fill_switches
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.pebbles.state import SWITCHES, rules_dt

KEYS, FIELDS = {"switches": SWITCHES}, {}


def fill(document, setup):
    rules = zeros(1, rules_dt)[0]
    rules.seats = setup.seats
    rules.player[1] = 1
    fill_switches(rules, SWITCHES, document["switches"])
    return rules
''',
    "simulator/games/pebbles/data/switches.toml": """
[pebbles]
value = 7
source = "assumed"

[max_rounds]
value = 9
source = "assumed"
""",
    "simulator/games/pebbles/setup.py": '''
"""Setup of the heap."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.pebbles.state import SIG


@kernel(SIG["setup"])
def setup(state, rules):
    state.heap = rules.pebbles
    state.rounds = 1
''',
    "simulator/games/pebbles/options.py": '''
"""One pebble or two."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.pebbles.state import SIG


@kernel(SIG["options"])
def options(state, rules, opts):
    n = 0
    for taken in range(1, min(state.heap, 2) + 1):
        n = add(opts, n, 1, taken, 0, 0)
    return n
''',
    "simulator/games/pebbles/moves.py": '''
"""Taking pebbles."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.pebbles.state import SIG
from starbalance.simulator.games.stones.heap.taking import left


@kernel(SIG["apply"])
def apply(state, rules, option):
    state.turn += 1
    state.heap = left(state.heap, option.a)
    state.players[state.actor].taken += option.a
    if state.heap <= 0:
        state.over = 1
        state.credit[state.actor] = 1.0
    state.actor = 1 - state.actor
    state.rounds += state.actor == 0


@kernel(SIG["proceed"])
def proceed(state, rules):
    pass
''',
    "simulator/games/pebbles/victory.py": '''
"""The winner takes the last pebble."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.pebbles.state import SIG


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    outcome.rounds = state.rounds
    for seat in range(2):
        outcome.seats[seat].seat = seat
        outcome.seats[seat].credit = state.credit[seat]


@kernel(SIG["standing"])
def standing(state, rules, seat):
    return float(state.players[seat].taken)
''',
    "simulator/games/pebbles/hidden.py": '''
"""Only the dice are hidden."""

import numpy as np

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.pebbles.state import SIG


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    state.key[0] = randomness & np.uint64(0xFFFFFFFF)
    state.key[1] = randomness >> np.uint64(32)
''',
    "strategies/pebbles/__init__.py": '''
"""Strategies for pebbles."""

from starbalance.simulator.games.pebbles import GAME

__all__ = ["GAME"]
''',
    "strategies/pebbles/evaluation/__init__.py": '"""Shared evaluation functions."""\n',
    "strategies/pebbles/evaluation/value.py": '''
"""The value of pebbles."""

from starbalance.simulator.engine.jit import rule


@rule
def value(taken):
    return float(taken)
''',
}


def plant(folder: Path) -> Path:
    """Copy the three folders below `folder`, add the game, and return the path of the package."""
    package = folder / "tree" / "starbalance"
    skipped = shutil.ignore_patterns("__pycache__")
    for room in ("simulator", "strategies", "analyses"):
        shutil.copytree(ROOT / room, package / room, ignore=skipped)
    for path in (ROOT / ".packages" / "starbalance").iterdir():
        if path.is_file():
            shutil.copy(path, package)
    for path, text in SOURCES.items():
        target = package / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.lstrip(), encoding="utf-8")
    register = package / "simulator" / "games" / "__init__.py"
    text = register.read_text(encoding="utf-8")
    assert text.count("_PACKAGES = (") == 1
    register.write_text(text.replace("_PACKAGES = (", '_PACKAGES = ("pebbles", '), encoding="utf-8")
    return package


def python(package: Path, program: str, *words: str, compiled: bool = False) -> str:
    """Return the output of a program that imports a copied package; an error of the program fails the test."""
    settings = {"PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": str(int(not compiled))}
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**os.environ, **settings},
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()
