"""Strategy files: changes take effect, adjacent helper modules are found, and workers play the same code."""

import subprocess
import sys

import numpy as np
import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE, new_game
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import ready
from starbalance.simulator.runs.run import run

GAME = str(TEMPLATE)
ROLL, STOP = "[1.0, 0.0]", "[0.0, 1.0]"  # a score for each action type
FILE = """
import numpy as np
import helper

SCALE = 1.0


def mine(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = SCALE * helper.liking(options[i].kind)
"""
HELPER = """
import numpy as np
from starbalance.simulator.engine.jit import rule

LIKING = np.array({})


@rule
def liking(kind):
    return LIKING[kind]
"""


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """Skip the checked games before a run, which take longer than these tests."""
    monkeypatch.setattr(ready, "dry_run", lambda plan, notify: None)


def write(folder, liking):
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(FILE)
    (folder / "helper.py").write_text(HELPER.format(liking))
    return f"{folder / 'mine.py'}:mine"


def rounds(strategy, **options):
    """Return the mean length of some games of the strategy; players that always stop play longer."""
    settings = dict(games=8, seed=1, jobs=1, set={"switches.max_rounds": 30}) | options
    return run(GAME, strategies=strategy, **settings).games["rounds"].mean()


def test_a_changed_helper_takes_effect_at_once_and_in_worker_processes(tmp_path):
    """The change keeps the file size and happens within the one-second resolution of bytecode files."""
    lengths = []
    for liking in (ROLL, STOP, ROLL):
        own = write(tmp_path, liking)
        lengths.append(rounds(own))
        assert rounds(own, jobs=2, backend="processes") == lengths[-1]
    assert lengths[0] == lengths[2] != lengths[1]


def test_files_with_one_name_in_two_folders_have_separate_helpers(tmp_path):
    one, other = write(tmp_path / "one", ROLL), write(tmp_path / "other", STOP)
    before = rounds(one), rounds(other)
    assert before[0] != before[1]
    first, second = find_strategy(find_game(GAME), one), find_strategy(find_game(GAME), other)
    assert first.code_hash != second.code_hash
    assert (rounds(first), rounds(second)) == before
    assert "helper" not in sys.modules


def closed(liking):
    liking = np.array(liking)

    def mine(state, rules, options, weights, scores):
        for i in range(options.shape[0]):
            scores[i] = liking[options[i].kind]

    return mine


def test_functions_with_different_arrays_in_their_closures_play_differently():
    assert rounds(closed([1.0, 0.0])) != rounds(closed([0.0, 1.0]))
    settings = dict(games=4, jobs=1, set={"switches.max_rounds": 30})
    with pytest.raises(BadInput, match="Two strategies are named 'mine' but play differently"):
        run(GAME, strategies=[closed([1.0, 0.0]), closed([0.0, 1.0])], **settings)


LIKING = np.array([1.0, 0.0])


@rule
def liked(kind):
    return LIKING[kind]


def indirect(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = liked(options[i].kind)


@pytest.mark.parametrize("workers", [dict(jobs=1), dict(jobs=2, backend="processes")])
def test_a_changed_constant_reaches_an_already_compiled_rule(workers, monkeypatch):
    """This happens in a notebook if only the cell of the constant is run again."""
    before = rounds(indirect, **workers)
    monkeypatch.setattr(sys.modules[__name__], "LIKING", np.array([0.0, 1.0]))
    after = rounds(indirect, **workers)
    monkeypatch.undo()
    assert after == rounds(closed([0.0, 1.0])) != before
    assert rounds(indirect, **workers) == before


def test_a_run_is_not_resumed_with_another_helper(tmp_path):
    settings = dict(games=4, jobs=1, set={"switches.max_rounds": 30}, out=tmp_path / "run")
    run(GAME, strategies=write(tmp_path, ROLL), **settings)
    run(GAME, strategies=write(tmp_path, ROLL), resume=True, **settings)
    with pytest.raises(BadInput, match="contains a run with"):
        run(GAME, strategies=write(tmp_path, STOP), resume=True, **settings)


def test_a_file_does_not_shadow_an_installed_module(tmp_path):
    """`random` and `numpy` next to the strategy are ignored. The loading script keeps its helper module."""
    own = write(tmp_path / "own", ROLL)
    for name in ("random", "numpy", "starbalance"):
        (tmp_path / "own" / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    (tmp_path / "own" / "mine.py").write_text(FILE.replace("import helper", "import helper, random, starbalance"))
    (tmp_path / "helper.py").write_text("mark = 'of the script'\n")
    program = (
        "import sys, helper; from starbalance.simulator.games import find_game; "
        "from starbalance.simulator.engine.strategy import find_strategy; "
        f"found = find_strategy(find_game({GAME!r}), sys.argv[1]); "
        "print(found.source.__globals__['helper'].LIKING.tolist(), helper.mark, sys.modules['helper'].mark)"
    )
    words = [sys.executable, "-c", program, own]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"{ROLL} of the script of the script", done.stderr


def test_a_helper_package_can_have_modules_and_errors_in_it_are_reported(tmp_path):
    package = tmp_path / "tools"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "likes.py").write_text("SCALE = 3.0\n")
    (tmp_path / "mine.py").write_text(FILE.replace("import helper", "from tools.likes import SCALE as WIDE"))
    game = find_game(GAME)
    assert find_strategy(game, f"{tmp_path / 'mine.py'}:mine").source.__globals__["WIDE"] == 3.0
    (package / "likes.py").write_text("SCALE = 1 / 0\n")
    with pytest.raises(BadInput, match=r"mine\.py cannot be imported: .*: ZeroDivisionError"):
        find_strategy(game, f"{tmp_path / 'mine.py'}:mine")
    assert not [name for name in sys.modules if name.partition(".")[0] == "tools"]
    assert not list(tmp_path.rglob("__pycache__"))


def test_a_strategy_file_imports_the_played_game_next_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    game = find_game(new_game(tmp_path / "nearby_game"))
    (tmp_path / "mine.py").write_text(FILE.replace("import helper", "from nearby_game.state import Kind"))
    played = find_strategy(game, f"{tmp_path / 'mine.py'}:mine").source.__globals__["Kind"]
    assert played is game.module("state").Kind
