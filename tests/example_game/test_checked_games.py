"""The checked games in this process. The compiled check runs in another process, outside the coverage report."""

import re
import sys

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import trial
from tests.simulator.test_game_check import FAULTS, planted


@pytest.mark.skipif(compiled(), reason="the check needs plain Python")
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported_in_this_process(tmp_path, monkeypatch, name):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(trial, "STEPS", 300)
    monkeypatch.setattr(trial, "DECISIONS", 300)
    game = find_game(planted(tmp_path, name))
    rules = np.zeros(1, tables.load(game).record.dtype)
    rules[0] = tables.load(game).record
    with np.errstate(all="ignore"):
        findings = trial.Trial(game, rules, patience=60.0, longest=60.0, seconds=60.0).run()
    first = next((each.sentence for each in findings), "")
    assert re.match(FAULTS[name][3], first), findings
