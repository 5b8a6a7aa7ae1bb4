"""Every decision has one place: what it offers and what taking it does stand side by side under its own name."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.handful_of_stars import decisions, moves, options
from starbalance.simulator.games.handful_of_stars.state import MAX_OPTIONS, Kind, Phase, Then
from tests.handful_of_stars.table import Table

PHASES = [phase.name for phase in Phase]
CHAPTERS = [import_module(f"{decisions.__name__}.{each.name}") for each in iter_modules(decisions.__path__)]


def named_with_equals(module, enumeration):
    """(name after ==, the function called in that branch) in the order of the source."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for branch in (node for node in ast.walk(tree) if isinstance(node, ast.If)):
        test = branch.test
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
            value = test.comparators[0]
            if isinstance(value, ast.Attribute) and value.value.id == enumeration:
                call = next(node for node in ast.walk(branch.body[0]) if isinstance(node, ast.Call))
                yield branch.lineno, value.attr, call.func.id


def dispatched(module, enumeration="Phase") -> Iterator[tuple[str, str]]:
    return [(name, call) for _, name, call in sorted(named_with_equals(module, enumeration))]


@pytest.mark.parametrize("phase", PHASES)
def test_a_decision_is_offered_and_carried_out_in_one_chapter(phase):
    offers = [each for each in CHAPTERS if f"offer_{phase.lower()}" in vars(each)]
    does = [each for each in CHAPTERS if f"do_{phase.lower()}" in vars(each)]
    assert len(offers) == 1 and offers == does


@pytest.mark.parametrize(("module", "verb"), [(options, "offer"), (moves, "do")], ids=["options", "moves"])
def test_both_dispatchers_name_every_phase_once_in_the_order_of_the_phases(module, verb):
    assert dispatched(module) == [(phase, f"{verb}_{phase.lower()}") for phase in PHASES]


def test_play_goes_on_by_every_step_that_is_named():
    assert [name for name, _ in dispatched(moves, "Then")] == [each.name for each in Then][1:]


@pytest.mark.skipif(compiled(), reason="a compiled verb cannot be watched")
@pytest.mark.parametrize("phase", PHASES)
def test_a_pending_decision_comes_to_its_own_functions(phase, monkeypatch):
    at, called = Table(), []
    at.state.phase = Phase[phase]
    monkeypatch.setattr(options, f"offer_{phase.lower()}", lambda state, rules, opts: called.append("offer") or 7)
    monkeypatch.setattr(moves, f"do_{phase.lower()}", lambda state, rules, option: called.append("do"))
    assert options.options(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) == 7
    moves.apply(at.state, at.rules, zeros(1, option_dt)[0])
    assert called == ["offer", "do"]


@pytest.mark.skipif(compiled(), reason="a compiled verb cannot be watched")
@pytest.mark.parametrize("phase", PHASES)
def test_a_group_of_decisions_offers_none_of_another_group(phase, monkeypatch):
    at = Table()
    at.state.phase = Phase[phase]
    monkeypatch.setattr(options, f"offer_{phase.lower()}", lambda state, rules, opts: 7)
    groups = (options._offer_setup, options._offer_actions, options._offer_combat, options._offer_effects)
    offered = [group(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) for group in groups]
    assert sorted(offered) == [0, 0, 0, 7]


def test_every_kind_of_option_is_offered_somewhere():
    """No option without a decision that lists it."""
    text = "".join(Path(each.__file__).read_text(encoding="utf-8") for each in CHAPTERS)
    by_hop = {"HOP", "REINFORCE_BY_HOP"}  # listed as the next kind after the direct way
    assert {kind.name for kind in Kind if f"Kind.{kind.name}" not in text} <= by_hop
