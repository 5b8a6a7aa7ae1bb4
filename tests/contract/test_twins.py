"""Compiled, bounds-checked and uncompiled games are the same games."""

import json
import os
import subprocess
import sys

from starbalance.simulator import tables

PROGRAM = """
import json, sys
import numpy as np
np.seterr(all="raise")
from starbalance import simulator
from starbalance.simulator import tables
from starbalance.simulator.runs import chunk, compilation
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.kernel import values
from tests.contract.test_twins import other_way
found = []
for game in simulator.games().values():
    compilation.compile_verbs(game, lambda line: None)
    for setup in game.setups:
        for changes in ({}, other_way(game)):
            rules = tables.load(game, setup.name, set={**changes, "switches.max_rounds": 12})
            plan, _ = make_plan(game, rules, seed=4, temperature=0.4)
            found.append(values(chunk.play_chunk(plan, 0, 2)))
print(json.dumps(found))
"""


def other_way(game):
    """Every yes-or-no switch of a game the other way: the rarer decisions come up."""
    found = tables.values(tables.read(game))
    return {each.path: not each.value for each in found if isinstance(each.value, bool) and "switches" in each.path}


def started(**environment):
    """A process that plays PROGRAM under some settings of the compiler."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_compiled_checked_and_uncompiled_games_are_twins():
    """The same values field by field, with an overflow or an index out of bounds raising an error in the twins."""
    settings = ({}, {"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_BOUNDSCHECK": "1"})
    found = []
    for process in [started(**environment) for environment in settings]:
        out, error = process.communicate()
        assert process.returncode == 0, error[-2000:]
        found.append(json.loads(out))
    compiled, uncompiled, checked = found
    assert uncompiled == compiled
    assert checked == compiled
