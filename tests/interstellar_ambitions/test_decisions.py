"""Every decision has its two functions in one module, and both dispatchers call them."""

import ast

import pytest

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.interstellar_ambitions import GAME, options
from starbalance.simulator.games.interstellar_ambitions.state import MAX_OPTIONS, After, Decision, PendingStep
from tests.interstellar_ambitions.table import Table

DISPATCHERS = {"options": "offer", "moves": "do"}


def functions(path):
    """Return the functions of a source file: name -> node."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def decisions():
    """Yield (name, file, arguments, docstring) of each function that lists or applies options."""
    for path in sorted((GAME.folder / "decisions").glob("*.py")):
        for name, node in functions(path).items():
            if name.startswith(("offer_", "do_")):
                yield name, path.stem, [argument.arg for argument in node.args.args], ast.get_docstring(node) or ""


def compared(node, enum, operator):
    """Return the members of an enumeration with which a function compares, in order."""
    members = []
    for test in (comparison for comparison in ast.walk(node) if isinstance(comparison, ast.Compare)):
        member = test.comparators[0]
        if isinstance(test.ops[0], operator) and isinstance(member, ast.Attribute):
            if isinstance(member.value, ast.Name) and member.value.id == enum.__name__:
                members.append((test.lineno, test.col_offset, enum[member.attr]))
    return [member for *_, member in sorted(members)]


def called(node):
    """Return the names of the functions that a function calls, in order."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    return [each.func.id for each in sorted(calls, key=lambda each: (each.lineno, each.col_offset))]


def chapters(module):
    """Return the dispatching function and its chapters in order, each with its decisions and calls."""
    nodes = functions(GAME.folder / f"{module}.py")
    dispatcher = nodes["options" if module == "options" else "apply"]
    names = [name for name in called(dispatcher) if name.startswith(("_offer_", "_do_"))]
    return dispatcher, {name: (compared(nodes[name], Decision, ast.Eq), called(nodes[name])) for name in names}


@pytest.mark.parametrize("decision", Decision, ids=lambda decision: decision.name)
def test_every_decision_has_its_two_functions_in_one_module(decision):
    word, arguments = decision.name.lower(), {"offer": ["state", "rules", "opts"], "do": ["state", "rules", "option"]}
    pair = {
        name: (file, parameters, text) for name, file, parameters, text in decisions() if name.split("_", 1)[1] == word
    }
    assert set(pair) == {f"offer_{word}", f"do_{word}"}
    assert len({file for file, _, _ in pair.values()}) == 1
    for name, (_, parameters, text) in pair.items():
        assert parameters == arguments[name.split("_")[0]]
        assert text.startswith("D"), name


def test_every_decision_has_two_functions():
    names = [name for name, *_ in decisions()]
    assert len(names) == len(set(names)) == 2 * len(Decision)


@pytest.mark.parametrize("module", DISPATCHERS)
def test_a_dispatcher_names_every_decision_once_in_order(module):
    verb, sections = chapters(module)
    named = [decision for decisions, _ in sections.values() for decision in decisions] + compared(
        verb, Decision, ast.Eq
    )
    assert named == list(Decision)
    for decisions, calls in sections.values():
        assert calls == [f"{DISPATCHERS[module]}_{decision.name.lower()}" for decision in decisions]


@pytest.mark.parametrize("module", DISPATCHERS)
def test_a_chapter_extends_to_its_last_decision(module):
    verb, sections = chapters(module)
    assert compared(verb, Decision, ast.LtE) == [decisions[-1] for decisions, _ in sections.values()]
    assert not compared(verb, Decision, (ast.Lt, ast.Gt, ast.GtE))


def test_both_dispatchers_share_one_order():
    orders = [
        [(name.split("_", 2)[2], decisions) for name, (decisions, _) in chapters(module)[1].items()]
        for module in DISPATCHERS
    ]
    assert orders[0] == orders[1]


def test_every_step_between_decisions_is_named_once_in_order():
    proceed = functions(GAME.folder / "moves.py")["proceed"]
    assert compared(proceed, PendingStep, ast.Eq) == [
        pending_step for pending_step in PendingStep if pending_step != PendingStep.DECISION
    ]


def test_every_continuation_after_a_payment_is_named():
    """The remaining ones wait for room, not for a payment."""
    waits = {After.NOTHING, After.EVENT_SHIP, After.STOLEN_SHIP, After.EMERGENCY, After.DRAWN_CARDS, After.EVENT_CARDS}
    paid = compared(functions(GAME.folder / "moves.py")["_paid"], After, ast.Eq)
    assert len(paid) == len(set(paid))
    assert set(paid) | waits == set(After)
    assert not set(paid) & waits


def test_an_unknown_decision_has_no_options():
    """The game loop reports it as a fault of the rules."""
    at = Table()
    at.state.decision = len(Decision)
    assert at.options == []


@pytest.mark.skipif(compiled(), reason="a compiled function cannot be replaced")
@pytest.mark.parametrize(
    "decision", [decision for decision in Decision if decision != Decision.END], ids=lambda decision: decision.name
)
def test_a_chapter_offers_no_decision_of_another_chapter(decision, monkeypatch):
    at = Table()
    at.state.decision = decision
    monkeypatch.setattr(options, f"offer_{decision.name.lower()}", lambda state, rules, opts: 7)
    of_chapters = [getattr(options, name) for name in chapters("options")[1]]
    offered = [each(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) for each in of_chapters]
    assert sorted(offered) == [0] * (len(of_chapters) - 1) + [7]
