"""The dispatchers: every decision has two functions of its own, found by the name of its phase."""

import ast
import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.four_thousand_ad import decisions, moves, options
from starbalance.simulator.games.four_thousand_ad.state import Phase
from tests.four_thousand_ad.table import GAME, position

MODULES = [
    importlib.import_module(f"{decisions.__name__}.{each.name}") for each in pkgutil.iter_modules(decisions.__path__)
]


def dispatched(module, verb):
    """[(phase, function called for it)] of a dispatcher, as written in its source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == verb)
    branches = [node for node in ast.walk(function) if isinstance(node, ast.If)]
    for branch in branches:
        assert isinstance(branch.test.ops[0], ast.Eq)
        assert ast.unparse(branch.test.left) == "phase"
    return [(node.test.comparators[0].attr, ast.unparse(node.body[0]).split("(")[0].split()[-1]) for node in branches]


@pytest.mark.parametrize(("module", "verb", "begins"), [(options, "options", "offer_"), (moves, "apply", "do_")])
def test_a_dispatcher_names_each_phase_once_and_in_the_order_of_the_table(module, verb, begins):
    assert dispatched(module, verb) == [(phase.name, begins + phase.name.lower()) for phase in Phase]


@pytest.mark.parametrize("phase", Phase)
def test_what_is_offered_and_what_is_done_stand_side_by_side(phase):
    homes = [[m for m in MODULES if hasattr(m, begins + phase.name.lower())] for begins in ("offer_", "do_")]
    assert homes[0] == homes[1]
    assert len(homes[0]) == 1


def test_no_decision_is_without_a_phase():
    known = {begins + phase.name.lower() for phase in Phase for begins in ("offer_", "do_")}
    found = {name for m in MODULES for name in vars(m) if name.startswith(("offer_", "do_"))}
    assert found == known


def test_a_phase_that_does_not_exist_offers_nothing():
    at = position()
    at.state.phase = len(Phase)
    assert GAME.verbs.options(at.state, at.rules, zeros(8, option_dt)) == 0


def test_play_goes_on_by_steps_until_a_decision_is_pending():
    """FAD-8.1, FAD-21.1: set-up leaves the first stage of the first turn to do; each step does one stage."""
    at = position()
    state = zeros(1, GAME.verbs.state_dt)[0]
    GAME.verbs.setup(state, at.rules)
    steps = 0
    while state.then:
        assert state.step == steps
        GAME.verbs.go_on(state, at.rules)
        steps += 1
    assert (state.phase, state.turn) == (Phase.DEPARTURE, 1)
    assert steps == 7  # begin, concede, negotiate, joint arrivals of two, arrivals, departures
    assert np.array_equal(state.players["ships"], at.state.players["ships"])
