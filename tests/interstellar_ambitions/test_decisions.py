"""Every decision has what is offered and what taking it does, side by side, and both dispatchers find them."""

import ast

import pytest

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.interstellar_ambitions import GAME, options
from starbalance.simulator.games.interstellar_ambitions.state import MAX_OPTIONS, After, Phase, Then
from tests.interstellar_ambitions.table import Table

DISPATCHERS = {"options": "offer", "moves": "do"}


def functions(path):
    """Name -> node of the functions of a source file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def decisions():
    """(name of a function, the file it lies in, its arguments, its docstring) of all that is offered or done."""
    for path in sorted((GAME.folder / "decisions").glob("*.py")):
        for name, node in functions(path).items():
            if name.startswith(("offer_", "do_")):
                yield name, path.stem, [each.arg for each in node.args.args], ast.get_docstring(node) or ""


def compared(node, enum, operator):
    """The members of an enumeration with which a function compares, in order."""
    found = []
    for test in (each for each in ast.walk(node) if isinstance(each, ast.Compare)):
        member = test.comparators[0]
        if isinstance(test.ops[0], operator) and isinstance(member, ast.Attribute):
            if isinstance(member.value, ast.Name) and member.value.id == enum.__name__:
                found.append((test.lineno, test.col_offset, enum[member.attr]))
    return [member for *_, member in sorted(found)]


def called(node):
    """The names of the functions that a function calls, in order."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    return [each.func.id for each in sorted(calls, key=lambda each: (each.lineno, each.col_offset))]


def chapters(module):
    """The dispatch of a verb: its chapters in order, each with its phases and what it calls for them."""
    found = functions(GAME.folder / f"{module}.py")
    verb = found["options" if module == "options" else "apply"]
    names = [name for name in called(verb) if name.startswith("_of_")]
    return verb, {name: (compared(found[name], Phase, ast.Eq), called(found[name])) for name in names}


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.name)
def test_every_decision_is_offered_and_done_in_one_place(phase):
    word, arguments = phase.name.lower(), {"offer": ["state", "rules", "opts"], "do": ["state", "rules", "option"]}
    found = {name: (file, given, text) for name, file, given, text in decisions() if name.split("_", 1)[1] == word}
    assert set(found) == {f"offer_{word}", f"do_{word}"}
    assert len({file for file, _, _ in found.values()}) == 1
    for name, (_, given, text) in found.items():
        assert given == arguments[name.split("_")[0]]
        assert text.startswith("D"), name


def test_no_decision_is_without_its_phase():
    names = [name for name, *_ in decisions()]
    assert len(names) == len(set(names)) == 2 * len(Phase)


@pytest.mark.parametrize("module", DISPATCHERS)
def test_a_dispatcher_names_every_phase_once_in_order(module):
    verb, found = chapters(module)
    named = [phase for phases, _ in found.values() for phase in phases] + compared(verb, Phase, ast.Eq)
    assert named == list(Phase)
    for phases, calls in found.values():
        assert calls == [f"{DISPATCHERS[module]}_{phase.name.lower()}" for phase in phases]


@pytest.mark.parametrize("module", DISPATCHERS)
def test_a_chapter_reaches_up_to_its_last_phase(module):
    verb, found = chapters(module)
    assert compared(verb, Phase, ast.LtE) == [phases[-1] for phases, _ in found.values()]
    assert not compared(verb, Phase, (ast.Lt, ast.Gt, ast.GtE))


def test_both_dispatchers_share_one_order():
    orders = [{name: phases for name, (phases, _) in chapters(module)[1].items()} for module in DISPATCHERS]
    assert list(orders[0].items()) == list(orders[1].items())


def test_every_step_between_decisions_is_named_once_in_order():
    go_on = functions(GAME.folder / "moves.py")["go_on"]
    assert compared(go_on, Then, ast.Eq) == [then for then in Then if then != Then.DECISION]


def test_whatever_goes_on_after_a_payment_is_named():
    """The others wait for room, not for a payment."""
    waits = {After.NOTHING, After.EVENT_SHIP, After.STOLEN_SHIP, After.EMERGENCY, After.DRAWN_CARDS, After.EVENT_CARDS}
    paid = compared(functions(GAME.folder / "moves.py")["_paid"], After, ast.Eq)
    assert len(paid) == len(set(paid))
    assert set(paid) | waits == set(After)
    assert not set(paid) & waits


def test_a_phase_that_nobody_knows_has_no_options():
    """The loop tells of it as a fault of the rules."""
    at = Table()
    at.state.phase = len(Phase)
    assert at.options == []


@pytest.mark.skipif(compiled(), reason="a compiled verb cannot be watched")
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase != Phase.END], ids=lambda phase: phase.name)
def test_a_chapter_offers_none_of_the_decisions_of_another(phase, monkeypatch):
    at = Table()
    at.state.phase = phase
    monkeypatch.setattr(options, f"offer_{phase.name.lower()}", lambda state, rules, opts: 7)
    of_chapters = [getattr(options, name) for name in chapters("options")[1]]
    offered = [each(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) for each in of_chapters]
    assert sorted(offered) == [0] * (len(of_chapters) - 1) + [7]
