"""The first start: what is compiled is counted, and what a stop leaves behind is no harm."""

import sys

import pytest

from starbalance.simulator import find_game
from starbalance.simulator.kernel import cache_folder, compiled
from starbalance.simulator.outside import new_game
from starbalance.simulator.runs import compilation

pytestmark = pytest.mark.skipif(not compiled(), reason="nothing is compiled")


@pytest.fixture
def game(tmp_path, request):
    name = f"started_{request.node.name[-5:]}"
    new_game(tmp_path / name)
    yield find_game(str(tmp_path / name))
    sys.path.remove(str(tmp_path))


def test_every_piece_is_told_and_the_game_is_ready(game, monkeypatch):
    monkeypatch.setattr(compilation, "PAUSE", 0.0)
    told = []
    compilation.compile_verbs(game, told.append)
    pieces = len(("apply", *game.ahead, *compilation._VERBS))
    assert f"{pieces} pieces" in told[0]
    assert [line.split(" of ")[0] for line in told[1:-1]] == [str(n) for n in range(1, pieces)]
    assert all(f"of {pieces} pieces" in line for line in told[1:-1])
    assert told[-1].startswith("Compiled in")
    assert compilation.is_compiled(game)
    compilation.compile_verbs(game, told.append)
    assert told[-1].startswith("Compiled in")


def test_a_first_start_that_is_stopped_is_not_taken_for_done(game, monkeypatch):
    monkeypatch.setattr(compilation, "PAUSE", 0.0)

    def stop(line):
        if " of " in line and "pieces are" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compilation.compile_verbs(game, stop)
    assert not compilation.is_compiled(game)
    compilation.compile_verbs(game, print)
    assert compilation.is_compiled(game)
    assert not list(cache_folder(f"{game.package}.moves").rglob("*.tmp*"))
