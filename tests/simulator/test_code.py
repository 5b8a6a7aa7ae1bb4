"""A process refuses to play code that changed after it was loaded."""

import sys

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import new_game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.code import code_hash
from starbalance.simulator.runs.run import run


def test_a_game_that_changed_after_it_was_loaded_is_refused(tmp_path, monkeypatch):
    """Otherwise the run would play the old rules and record the hash of the new ones."""
    folder = new_game(tmp_path / "edited_game")
    monkeypatch.setattr(sys, "path", [*sys.path])
    game = find_game(folder)
    before = code_hash(game)
    source = folder / "moves.py"
    text = source.read_text()
    source.write_text(text + "\n# changed\n")
    for play in (lambda: run(folder, games=1, strategies="uniform"), lambda: chunk._code(game)):
        with pytest.raises(BadInput, match=r"The code of .* has changed since this process loaded it\. Restart Python"):
            play()
    source.write_text(text)
    assert code_hash(game) == before
