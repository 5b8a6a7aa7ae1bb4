"""Hints of error messages: the new modules of moved names."""

import sys
from itertools import count

import pytest

from starbalance.simulator.engine.errors import BadInput, cause, unknown
from starbalance.simulator.engine.external import from_folder

HOMES = {
    "limits": "SEATS NOTES PURPOSES TABLE MAX_WEIGHTS NOTHING ASSETS LEVELS DECISIONS MOST_TRIED AT_ONCE COMPONENTS "
    "FLAGS",
    "records": "record zeros values plain option_dt strategy_dt trial_dt add",
    "signatures": "SearchKernels LoopKernels Room make_room signatures",
    "memory": "borrowed blank",
    "pickling": "packed",
    "jit": "compiled rule kernel postponed ready renewed",
    "cache": "cache_folder cache_key source_hash CheckedFile",
    "contract": "begin_redeal end_redeal",
    "play": "redeal_randomness",
    "restricted": "components component_codes",
    "weights": "levels level_codes",
}
_numbers = count()


@pytest.fixture
def message(tmp_path, monkeypatch):
    """A function that returns the error message for a user game whose package starts with the given text."""
    monkeypatch.setattr(sys, "path", [*sys.path])

    def complain(text):
        folder = tmp_path / f"lost_{next(_numbers)}"
        folder.mkdir()
        (folder / "__init__.py").write_text(text)
        with pytest.raises(BadInput) as error:
            from_folder(folder)
        return str(error.value)

    return complain


@pytest.mark.parametrize("earlier", ["simulator.engine.kernel", "simulator.kernel"])
@pytest.mark.parametrize("module", HOMES)
def test_each_name_of_an_earlier_module_is_found(message, earlier, module):
    for name in HOMES[module].split():
        sentence = message(f"from starbalance.{earlier} import {name}\n")
        assert f"(moved: {name} to starbalance.simulator.engine.{module})" in sentence


def test_an_import_in_several_lines_names_each_new_place(message):
    sentence = message("from starbalance.simulator.engine.kernel import (\n    SEATS,\n    rule,\n    NOTES,\n)\n")
    new = "starbalance.simulator.engine"
    assert sentence.endswith(f"__init__.py, line 1: ModuleNotFoundError: No module named '{new}.kernel' "
                             f"(moved: SEATS and NOTES to {new}.limits, rule to {new}.jit)")  # fmt: skip


def test_an_unknown_module_gets_no_hint(message):
    assert message("from starbalance.simulator.engine.gear import cog\n").endswith("engine.gear'")
    assert message("import gear\n").endswith("No module named 'gear'")


@pytest.mark.parametrize(("old", "new"), [("capped", "truncated"), ("item", "component"), ("worth", "asset_weights")])
def test_an_old_name_is_answered_by_the_new_one(old, new):
    assert str(unknown("column", old, ["games", new])) == f"There is no column '{old}': it is now '{new}'."
    assert "it is now" not in str(unknown("column", old, ["games", "share"]))


def test_an_old_name_in_a_game_is_answered_by_the_new_one(message):
    assert message("from starbalance.simulator.games.four_thousand_ad.state import Phase\n").endswith(
        "('Phase' is now 'Decision')"
    )
    game = "from starbalance.simulator.engine.game import Functions\nFunctions(go_on='moves.go_on')\n"
    assert message(game).endswith("('go_on' is now 'proceed')")
    strategy = "import starbalance.strategies.handful_of_stars.judgement\n"
    assert message(strategy).endswith("('judgement' is now 'evaluation')")


@pytest.mark.parametrize("line", ["[].items", "[].worth", "import reach", "(lambda: 0)(ahead=1)"])
def test_a_name_of_another_thing_gets_no_hint(message, line):
    assert "is now" not in message(f"{line}\n")


def test_the_place_in_a_message_of_the_compiler_is_the_innermost_one(tmp_path):
    """A helper that the compiler refuses is named before the functions that call it."""
    places = [f'File "{tmp_path}/moves.py", line {line}:' for line in (4, 9)]
    text = f"not found\\n\\n{places[0]}\\n<source>\\nDuring: a call\\n{places[1]}"
    assert cause(TypeError(text)).startswith("moves.py, line 4: TypeError: not found")
