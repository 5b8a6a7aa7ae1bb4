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
    """A game whose strategy uses a rule beside a verb: it loads the verb before the game does."""
    name = f"started_{request.node.name[-5:]}"
    new_game(tmp_path / name)
    strategy = tmp_path / name / "strategies" / "sensible.py"
    text = strategy.read_text().replace("rules.points[player.card]", "(points(state, rules, seat) - player.distance)")
    strategy.write_text(text.replace("from ..state", "from ..victory import points\nfrom ..state"))
    yield find_game(str(tmp_path / name))
    sys.path.remove(str(tmp_path))


def lines_of_a_start(game, strategies):
    told = []
    compilation.compile_game(game, strategies, told.append)
    return told


def numbers(told, count):
    """What the lines between the first and the last say: 1 of 9, 2 of 9 ..."""
    assert f"once: {count} piece" in told[0]
    assert all(f" of {count} pieces are compiled" in line for line in told[1:-1])
    assert told[-1].startswith("Compiled in")
    return [int(line.split(" of ")[0]) for line in told[1:-1]]


def test_every_piece_is_told_and_a_strategy_that_is_missing_is_counted_alone(game, monkeypatch):
    """The verbs do not wait for strategies that do not play, and are not compiled again for one.

    `bold` has the score of `sensible`, uniform play needs none.
    """
    monkeypatch.setattr(compilation, "PAUSE", 0.0)
    strategies = compilation.all_strategies(game)
    assert [each.name for each in strategies] == ["uniform", "sensible", "bold"]
    uniform, sensible, _ = strategies
    count = len(("apply", *game.ahead, *compilation.VERBS))
    assert numbers(lines_of_a_start(game, [uniform]), count) == list(range(1, count))
    assert compilation.is_compiled(game, [uniform])
    assert not compilation.is_compiled(game, [sensible])
    assert numbers(lines_of_a_start(game, strategies), 1) == []
    assert compilation.is_compiled(game, strategies)
    assert lines_of_a_start(game, strategies) == []


def test_a_first_start_that_is_stopped_is_not_taken_for_done(game, monkeypatch):
    monkeypatch.setattr(compilation, "PAUSE", 0.0)
    strategies = compilation.all_strategies(game)

    def stop(line):
        if " of " in line and "pieces are" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compilation.compile_game(game, strategies, stop)
    assert not compilation.is_compiled(game, strategies)
    compilation.compile_game(game, strategies, print)
    assert compilation.is_compiled(game, strategies)
    assert not list(cache_folder(f"{game.package}.moves").rglob("*.tmp*"))
