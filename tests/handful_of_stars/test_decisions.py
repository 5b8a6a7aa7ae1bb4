"""Every decision has its two functions, the one that lists its options and the one that applies an option, in one
module."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.handful_of_stars import decisions, moves, options
from starbalance.simulator.games.handful_of_stars.state import MAX_OPTIONS, Decision, Kind, PendingStep
from tests.handful_of_stars.table import Table

DECISIONS = [decision.name for decision in Decision]
CHAPTERS = [import_module(f"{decisions.__name__}.{each.name}") for each in iter_modules(decisions.__path__)]


def named_with_equals(module, enumeration):
    """Yield the line, the name after == and the function called in that branch, for each branch."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for branch in (node for node in ast.walk(tree) if isinstance(node, ast.If)):
        test = branch.test
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
            value = test.comparators[0]
            if isinstance(value, ast.Attribute) and value.value.id == enumeration:
                call = next(node for node in ast.walk(branch.body[0]) if isinstance(node, ast.Call))
                yield branch.lineno, value.attr, call.func.id


def dispatched(module, enumeration="Decision") -> Iterator[tuple[str, str]]:
    return [(name, call) for _, name, call in sorted(named_with_equals(module, enumeration))]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_has_its_two_functions_in_one_chapter(decision):
    offers = [chapter for chapter in CHAPTERS if f"offer_{decision.lower()}" in vars(chapter)]
    does = [chapter for chapter in CHAPTERS if f"do_{decision.lower()}" in vars(chapter)]
    assert len(offers) == 1 and offers == does


@pytest.mark.parametrize(("module", "verb"), [(options, "offer"), (moves, "do")], ids=["options", "moves"])
def test_both_dispatchers_name_every_decision_once_in_order(module, verb):
    assert dispatched(module) == [(decision, f"{verb}_{decision.lower()}") for decision in DECISIONS]


def test_the_dispatcher_names_every_pending_step_in_order():
    assert [name for name, _ in dispatched(moves, "PendingStep")] == [each.name for each in PendingStep][1:]


@pytest.mark.skipif(compiled(), reason="a compiled function cannot be replaced")
@pytest.mark.parametrize("decision", DECISIONS)
def test_a_pending_decision_calls_its_own_functions(decision, monkeypatch):
    at, called = Table(), []
    at.state.decision = Decision[decision]
    monkeypatch.setattr(options, f"offer_{decision.lower()}", lambda state, rules, opts: called.append("offer") or 7)
    monkeypatch.setattr(moves, f"do_{decision.lower()}", lambda state, rules, option: called.append("do"))
    assert options.options(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) == 7
    moves.apply(at.state, at.rules, zeros(1, option_dt)[0])
    assert called == ["offer", "do"]


@pytest.mark.skipif(compiled(), reason="a compiled function cannot be replaced")
@pytest.mark.parametrize("decision", DECISIONS)
def test_a_group_of_decisions_offers_none_of_another_group(decision, monkeypatch):
    at = Table()
    at.state.decision = Decision[decision]
    monkeypatch.setattr(options, f"offer_{decision.lower()}", lambda state, rules, opts: 7)
    groups = (options._offer_setup, options._offer_actions, options._offer_combat, options._offer_effects)
    offered = [group(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) for group in groups]
    assert sorted(offered) == [0, 0, 0, 7]


def test_every_kind_of_option_is_listed_by_some_decision():
    """Every kind of option appears in a module of decisions."""
    text = "".join(Path(each.__file__).read_text(encoding="utf-8") for each in CHAPTERS)
    hop_distance = {"HOP", "REINFORCE_BY_HOP"}  # listed as the kind after MOVE or REINFORCE
    assert {kind.name for kind in Kind if f"Kind.{kind.name}" not in text} <= hop_distance
