"""Hashes of sources: an edit of reached code invalidates caches, runs and workers."""

import json

import pytest

from starbalance.simulator.engine.cache import CheckedFile
from tests.simulator.pebbles import USED, plant, python

HASHES = """
import json, sys
from pathlib import Path
from starbalance.simulator.games import find_game, games
from starbalance.simulator.engine import cache
import starbalance.strategies.pebbles, starbalance.strategies.four_thousand_ad

MODULES = ("pebbles.moves", "stones.heap.taking", "four_thousand_ad.moves", "chance")
STRATEGIES = ("pebbles.evaluation.value", "four_thousand_ad.sensible")

def place(name):
    return f"starbalance.simulator.{'engine' if name == 'chance' else 'games'}.{name}"

def hashes():
    cache.cache_folder.cache_clear()
    found = {name: cache.cache_folder(place(name)).name for name in MODULES}
    found |= {f"strategies.{name}": cache.cache_folder(f"starbalance.strategies.{name}").name for name in STRATEGIES}
    games = map(find_game, ("pebbles", "4000-ad"))
    runs = {f"run of {game.name}": cache.source_hash(game.packages) for game in games}
    return found | runs

import starbalance.simulator.games.stones
root, before, changed = Path(starbalance.simulator.games.stones.__file__).parents[3], hashes(), {}
for edited in sys.argv[1:]:
    path = root / edited
    source = path.read_bytes() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((source or b"") + b"# edited\\n")
    changed[edited] = [name for name, code_hash in hashes().items() if code_hash != before[name]]
    path.unlink() if source is None else path.write_bytes(source)
assert hashes() == before
print(json.dumps(changed))
"""
OF_PEBBLES = {"pebbles.moves", "strategies.pebbles.evaluation.value", "run of pebbles"}
OF_4000_AD = {"four_thousand_ad.moves", "strategies.four_thousand_ad.sensible", "run of 4000-ad"}
EDITS = {
    USED: OF_PEBBLES | {"stones.heap.taking"},
    "simulator/games/stones/another.py": OF_PEBBLES | {"stones.heap.taking"},
    "simulator/games/pebbles/moves.py": OF_PEBBLES,
    "simulator/games/pebbles/decisions/taking.py": OF_PEBBLES,
    "strategies/pebbles/evaluation/value.py": {"strategies.pebbles.evaluation.value", "run of pebbles"},
    "strategies/uniform.py": {
        "strategies.pebbles.evaluation.value",
        "strategies.four_thousand_ad.sensible",
        "run of pebbles",
        "run of 4000-ad",
    },
    "simulator/games/four_thousand_ad/turn.py": OF_4000_AD,
    "simulator/games/handful_of_stars/turn.py": set(),
    "simulator/engine/jit.py": OF_PEBBLES | OF_4000_AD | {"stones.heap.taking", "chance"},
    "simulator/runs/batch.py": set(),
    "analyses/questions/rates.py": set(),
}


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """The names whose hash changed by edited file, in a separate copy of the folders."""
    return json.loads(python(plant(tmp_path_factory.mktemp("hashes")), HASHES, *EDITS))


@pytest.mark.parametrize("edited", EDITS)
def test_an_edit_changes_exactly_the_hashes_of_code_that_reaches_it(changed, edited):
    """An edit of a shared package affects every game that uses it. Runs and analyses affect no kernel."""
    assert set(changed[edited]) == EDITS[edited]


def test_processes_that_save_code_at_the_same_time_do_not_mix_it_up(tmp_path):
    """Both processes read the index before either saves, and the second one saves during the save of the first."""
    first, second, later = (CheckedFile(str(tmp_path), "function", "source") for _ in range(3))
    save_data, second._load_index = first._save_data, dict

    def save_late(name, data):
        second.save("integers", "code for integers")
        save_data(name, data)

    first._save_data = save_late
    first.save("floats", "code for floats")
    assert later.load("integers") in (None, "code for integers")
    assert later.load("floats") in (None, "code for floats")
    assert later.load("integers") or later.load("floats")


TAKE = """
from starbalance.simulator.games.pebbles.moves import left
print(left(7, 2), sum(left.stats.cache_misses.values()))
"""


def test_an_edited_file_of_a_used_package_is_compiled_again(tmp_path):
    """The program prints the result of a kernel and its compilations: at first, after an edit, and from the cache."""
    package = plant(tmp_path)
    assert python(package, TAKE, compiled=True) == "5 1"
    _edit(package)
    assert [python(package, TAKE, compiled=True) for _ in range(2)] == ["4 1", "4 0"]


def _edit(package):
    """Edit the shared rule to take one more pebble."""
    path = package / USED
    path.write_text(path.read_text(encoding="utf-8").replace("heap - taken", "heap - taken - 1"), encoding="utf-8")


PLAY = """
import sys
from pathlib import Path
from starbalance.simulator.games import find_game
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.run import run
game = find_game("pebbles")
plan, _ = make_plan(game, tables.load(game), strategies="uniform", seed=3)
for what in sys.argv[1:]:
    try:
        if what == "send":
            Path("plan").write_bytes(chunk.send([(plan, 0, 4)]))
        elif what == "receive":
            print(len(chunk.play_sent(Path("plan").read_bytes(), 0)[1]))
        else:
            print(run("pebbles", games=4, strategies="uniform", out="kept", resume=what == "resume", jobs=1).played)
    except BadInput as error:
        print(error)
"""


def test_an_edited_file_of_a_used_package_refuses_a_resume_and_a_worker(tmp_path):
    package = plant(tmp_path)
    assert [python(package, PLAY, *what) for what in (("run", "send"), ("resume", "receive"))] == ["4", "4\n4"]
    _edit(package)
    resumed, received = python(package, PLAY, "resume", "receive").splitlines()
    assert "kept contains a run with different code" in resumed
    assert "has another version" in received
