"""The hints of error messages: where names of the simulator are now."""

import sys
from itertools import count

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import from_folder

HOMES = {
    "limits": "SEATS NOTES PURPOSES TABLE MAX_WEIGHTS NOTHING ASSETS LEVELS PHASES MOST_TRIED AT_ONCE ITEMS FLAGS",
    "records": "record zeros values plain option_dt strategy_dt trial_dt add",
    "signatures": "SearchVerbs LoopVerbs Room make_room signatures",
    "memory": "borrowed blank",
    "pickling": "packed",
    "jit": "compiled rule kernel postponed ready renewed",
    "cache": "cache_folder cache_key source_stamp CheckedFile",
    "contract": "begin_redeal end_redeal",
    "play": "redeal_luck",
    "restricted": "items item_codes",
    "weights": "levels level_codes",
}
_numbers = count()


@pytest.fixture
def complaint(tmp_path, monkeypatch):
    """The message about a game of the user's whose package starts with some lines."""
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
def test_each_name_of_an_earlier_module_is_found(complaint, earlier, module):
    for name in HOMES[module].split():
        sentence = complaint(f"from starbalance.{earlier} import {name}\n")
        assert f"(moved: {name} to starbalance.simulator.engine.{module})" in sentence


def test_an_import_in_several_lines_names_each_new_place(complaint):
    sentence = complaint("from starbalance.simulator.engine.kernel import (\n    SEATS,\n    rule,\n    NOTES,\n)\n")
    new = "starbalance.simulator.engine"
    assert sentence.endswith(f"__init__.py, line 1: ModuleNotFoundError: No module named '{new}.kernel' "
                             f"(moved: SEATS and NOTES to {new}.limits, rule to {new}.jit)")  # fmt: skip


def test_a_module_that_never_was_gets_no_hint(complaint):
    assert complaint("from starbalance.simulator.engine.gear import cog\n").endswith("engine.gear'")
    assert complaint("import gear\n").endswith("No module named 'gear'")
