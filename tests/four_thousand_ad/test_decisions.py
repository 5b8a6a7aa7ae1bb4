"""The dispatchers: every decision has two functions, found by the name of the decision."""

import ast
import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.four_thousand_ad import decisions, moves, options
from starbalance.simulator.games.four_thousand_ad.state import Decision
from tests.four_thousand_ad.table import GAME, position

MODULES = [
    importlib.import_module(f"{decisions.__name__}.{each.name}") for each in pkgutil.iter_modules(decisions.__path__)
]


def dispatched(module, verb):
    """Return [(decision, function called for it)] of a dispatcher, as written in its source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == verb)
    branches = [node for node in ast.walk(function) if isinstance(node, ast.If)]
    for branch in branches:
        assert isinstance(branch.test.ops[0], ast.Eq)
        assert ast.unparse(branch.test.left) == "decision"
    return [(node.test.comparators[0].attr, ast.unparse(node.body[0]).split("(")[0].split()[-1]) for node in branches]


@pytest.mark.parametrize(("module", "verb", "begins"), [(options, "options", "offer_"), (moves, "apply", "do_")])
def test_a_dispatcher_names_each_decision_once_in_order(module, verb, begins):
    assert dispatched(module, verb) == [(decision.name, begins + decision.name.lower()) for decision in Decision]


@pytest.mark.parametrize("decision", Decision)
def test_the_two_functions_of_a_decision_are_in_one_module(decision):
    homes = [[m for m in MODULES if hasattr(m, begins + decision.name.lower())] for begins in ("offer_", "do_")]
    assert homes[0] == homes[1]
    assert len(homes[0]) == 1


def test_every_function_belongs_to_a_decision():
    known = {begins + decision.name.lower() for decision in Decision for begins in ("offer_", "do_")}
    defined = {name for m in MODULES for name in vars(m) if name.startswith(("offer_", "do_"))}
    assert defined == known


def test_an_unknown_decision_has_no_options():
    at = position()
    at.state.decision = len(Decision)
    assert GAME.kernels.options(at.state, at.rules, zeros(8, option_dt)) == 0


def test_play_advances_by_steps_until_a_decision_is_pending():
    """The setup leaves the first stage of the first turn pending; each step carries out one stage.

    FAD-8.1, FAD-21.1.
    """
    at = position()
    state = zeros(1, GAME.kernels.state_dt)[0]
    GAME.kernels.setup(state, at.rules)
    steps = 0
    while state.pending_step:
        assert state.step == steps
        GAME.kernels.proceed(state, at.rules)
        steps += 1
    assert (state.decision, state.turn) == (Decision.DEPARTURE, 1)
    assert steps == 7  # begin, concede, negotiate, joint arrivals of two, arrivals, departures
    assert np.array_equal(state.players["ships"], at.state.players["ships"])
