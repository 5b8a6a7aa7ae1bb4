"""Compiled and uncompiled games are the same games.

Uncompiled code raises on an index above an array, an overflow and a division by 0. This replaces slow compilation with
bounds checks, which no test uses. A negative index counts from the end in both modes.
"""

import json
import os
import subprocess
import sys

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import values
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from tests.contract.switches import drawn, other_way
from tests.contract.worlds import ONE_WORLD, redealt, walk

PROGRAM = """
import json, sys
import numpy as np
np.seterr(all="raise")
from starbalance.simulator.games import find_game
from tests.contract.test_twins import twin
print(json.dumps(twin(find_game(sys.argv[1]), sys.argv[2])))
"""
ROUNDS = 12
WALKS, STEPS = 2, 400


def played(game, setup):
    """Yield the outcomes of a game of strategies under the printed rules and with every boolean switch negated."""
    for changes in ({}, other_way(game)):
        rules = tables.load(game, setup, set={**changes, "switches.max_rounds": ROUNDS})
        plan, _ = make_plan(game, rules, strategies="pool", seed=4, temperature=0.4)
        yield values(chunk.play_chunk(plan, 0, 1))


def walked(game, setup):
    """Yield the options, the last state and a resampled world of random games with random switches.

    Random games include decisions that strategies avoid.
    """
    for randomness in range(WALKS):
        rules = drawn(game, setup, randomness).record
        steps = [(values(option), after) for _, _, option, after in walk(game, rules, randomness, STEPS)]
        end = steps[-1][1]
        yield [option for option, _ in steps], values(end), values(redealt(game, end, rules, 0, ONE_WORLD))


def twin(game, setup):
    """Return the compared games."""
    return [*played(game, setup), *walked(game, setup)]


@pytest.mark.first_setup
@pytest.mark.skipif(not compiled(), reason="the JIT is disabled")
def test_compiled_and_uncompiled_games_are_equal(game, setup):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game.address, setup],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == json.loads(json.dumps(twin(game, setup)))
