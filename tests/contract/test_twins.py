"""Compiled and uncompiled games are the same games.

Uncompiled, an index above an array, a sum that overflows and a division by 0 raise: what a compile under bounds checks
would find, without its minutes.
"""

import json
import os
import subprocess
import sys

import pytest

from starbalance.simulator import tables
from starbalance.simulator.kernel import compiled, values
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from tests.contract.switches import other_way

PROGRAM = """
import json, sys
import numpy as np
np.seterr(all="raise")
from starbalance.simulator import find_game
from tests.contract.test_twins import played
print(json.dumps(played(find_game(sys.argv[1]))))
"""
ROUNDS, GAMES = 12, 2


def played(game):
    """Set-up -> the outcomes of some games, field by field, as printed and with every switch the other way."""
    found = {}
    for setup in game.setups:
        for name, changes in (("as printed", {}), ("the other way", other_way(game))):
            rules = tables.load(game, setup.name, set={**changes, "switches.max_rounds": ROUNDS})
            plan, _ = make_plan(game, rules, seed=4, temperature=0.4)
            found[f"{setup.name}, {name}"] = values(chunk.play_chunk(plan, 0, GAMES))
    return found


@pytest.mark.skipif(not compiled(), reason="nothing is compiled")
def test_compiled_and_uncompiled_games_are_twins(game):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game.address],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == json.loads(json.dumps(played(game)))
