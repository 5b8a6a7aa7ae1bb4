"""The first start: compilation reports its progress, and an interruption leaves a usable cache."""

import subprocess
import sys

import pytest

from starbalance.simulator.engine import cache
from starbalance.simulator.engine.cache import cache_folder
from starbalance.simulator.engine.external import new_game
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import compilation

pytestmark = pytest.mark.skipif(not compiled(), reason="the JIT is disabled")


@pytest.fixture
def game(tmp_path, request):
    """A game whose strategy uses a rule from the module of a game function, so it loads that module first."""
    name = f"started_{request.node.name[-5:]}"
    new_game(tmp_path / name)
    strategy = tmp_path / name / "strategies" / "sensible.py"
    text = strategy.read_text().replace("rules.points[player.card]", "(points(state, rules, seat) - player.distance)")
    strategy.write_text(text.replace("from ..state", "from ..victory import points\nfrom ..state"))
    yield find_game(str(tmp_path / name))
    sys.path.remove(str(tmp_path))


def lines_of_a_start(game, strategies):
    lines = []
    compilation.compile_game(game, strategies, lines.append)
    return lines


def numbers(lines, count):
    """Return the numbers of the pieces in the lines between the first and the last (1 of 9, 2 of 9, ...)."""
    assert f"): {count} piece" in lines[0]
    assert all(f" of {count} pieces in " in line for line in lines[1:-1])
    assert lines[-1].startswith("Compiled in")
    return [int(line.split()[1]) for line in lines[1:-1]]


def test_every_piece_is_reported_and_a_missing_strategy_is_counted_separately(game, monkeypatch):
    """Game functions are compiled without absent strategies and are not compiled again for a new one.

    `bold` uses the score of `sensible`, and uniform play needs no score.
    """
    monkeypatch.setattr(compilation, "PAUSE", 0.0)
    strategies = compilation.all_strategies(game)
    assert [each.name for each in strategies] == ["uniform", "sensible", "bold"]
    uniform, sensible, _ = strategies
    count = len(("apply", *game.compiled_apart, *compilation.KERNELS))
    assert numbers(lines_of_a_start(game, [uniform]), count) == list(range(1, count))
    assert compilation.is_compiled(game, [uniform])
    assert not compilation.is_compiled(game, [sensible])
    assert numbers(lines_of_a_start(game, strategies), 1) == []
    assert compilation.is_compiled(game, strategies)
    assert lines_of_a_start(game, strategies) == []


def test_an_interrupted_first_start_is_not_taken_as_complete(game, monkeypatch):
    monkeypatch.setattr(compilation, "PAUSE", 0.0)
    strategies = compilation.all_strategies(game)

    def stop(line):
        if line.startswith("Compiled "):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compilation.compile_game(game, strategies, stop)
    assert not compilation.is_compiled(game, strategies)
    compilation.compile_game(game, strategies, print)
    assert compilation.is_compiled(game, strategies)
    assert not list(cache_folder(f"{game.package}.moves").rglob("*.tmp*"))


def files_of(game, pattern):
    return sorted(cache_folder(f"{game.package}.moves").rglob(pattern))


@pytest.mark.nightly
def test_another_processor_python_or_folder_compiles_again_with_a_report(game, monkeypatch):
    """Numba would compile silently: the mark of a compiled game is valid for one machine and folder only."""
    uniform, *_ = compilation.all_strategies(game)
    compilation.compile_game(game, [uniform], print)
    assert compilation.is_compiled(game, [uniform])
    marks = files_of(game, "*.complete")
    package = f"{game.package}.moves"
    with monkeypatch.context() as other:
        other.setattr(type(cache.cpu_target.target_context.codegen()), "magic_tuple", lambda codegen: ("other",))
        assert not compilation.is_compiled(game, [uniform])
    with monkeypatch.context() as other:
        other.setattr(cache.numba, "__version__", "0.0")
        assert not compilation.is_compiled(game, [uniform])
    with monkeypatch.context() as other:
        other.setattr(cache.sys.implementation, "cache_tag", "cpython-399")
        assert not compilation.is_compiled(game, [uniform])
    key = cache.cache_key(package)
    moved = [path.replace("/moves.py", "/moved/moves.py") for path in cache.source_paths((game.package,), "")]
    monkeypatch.setattr(cache, "source_paths", lambda packages, without: moved)
    assert cache.cache_key(package) != key
    assert len(marks) == 1


DAMAGE = {
    "an empty index": ("options.options-*.nbi", lambda data: b""),
    "a cut index": ("options.options-*.nbi", lambda data: data[: len(data) // 2]),
    "a cut code file": ("options.options-*.nbc", lambda data: data[: len(data) // 2]),
    "a code file with a changed byte": ("options.options-*.nbc", lambda data: data[:-50] + b"\x07" * 20 + data[-30:]),
}
START = """
import subprocess
import sys
from starbalance.simulator.games import find_game
from starbalance.simulator.engine import cache
game = find_game(sys.argv[1])
print(game.kernels.options.signatures == [game.kernels.signatures["options"].args])
"""


@pytest.mark.nightly
def test_a_damaged_cache_file_is_deleted_and_compiled_again(game):
    """Each start is a separate process, since a process keeps loaded code."""
    compilation.compile_game(game, [compilation.all_strategies(game)[0]], print)
    for name, (pattern, damage) in DAMAGE.items():
        (path,) = files_of(game, pattern)
        whole = path.read_bytes()
        path.write_bytes(damage(whole))
        words = [sys.executable, "-c", START, str(game.folder)]
        first, second = (subprocess.run(words, capture_output=True, text=True, check=False) for _ in range(2))
        assert (first.stdout, first.returncode) == ("True\n", 0), (name, first.stderr)
        assert "was deleted" in first.stderr and "Compiling again" in first.stderr, name
        assert (second.stdout, second.stderr) == ("True\n", ""), name
