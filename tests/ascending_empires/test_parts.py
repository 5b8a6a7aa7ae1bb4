"""The parts that `bench` measures separately."""

from types import SimpleNamespace

from starbalance.simulator.games.ascending_empires import parts
from tests.ascending_empires.scene import full_board


def test_flicks_and_the_judging_of_shots(monkeypatch):
    monkeypatch.setattr(parts, "FLICKS", 2)
    rows = parts.measure(SimpleNamespace(board=full_board()), 0.0)
    assert [row["part"] for row in rows] == ["flick, no other ship", "flick, 24 ships", "judging a shot, 24 ships"]
    assert all(row["per_second"] > 0 for row in rows)
    assert 0.3 < rows[0]["contacts"] < rows[1]["contacts"] < 5
