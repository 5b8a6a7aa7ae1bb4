"""Invariants that notice what is torn: attacks that pay too much, a pass that does something, other winners."""

import pytest

from starbalance.simulator.ascending_empires.invariants import step_violations, violations
from tests.ascending_empires.table import position


def stepped(at, *words):
    """(the state before the last choice, the state after it)."""
    *first, last = words
    at.choose(*first)
    before = at.state.copy()
    at.choose(last)
    return before, at.state


@pytest.mark.parametrize("torn", [0, 1])
def test_an_attack_pays_what_it_destroys(torn):
    """I12: of a ship 1, of a planet its items."""
    ships = {"red": ["3/0", "3/6"], "blue": [], "green": [], "yellow": []}
    at = position(planets={3: "blue 1T 1F"}, ships=ships)
    before, after = stepped(at, "move", "stop", "attack planet 3", "commit 1 2")
    assert at.tokens("red") == 2
    after.players[0].tokens += torn
    assert any("I12" in each for each in step_violations(before, after, at.rules)) == bool(torn)


@pytest.mark.parametrize("field", ["", "troops", "tokens"])
def test_a_pass_is_nothing(field):
    """I26: all on the table stays."""
    at = position(planets={3: "blue 1T"})
    before, after = stepped(at, "pass")
    if field:
        after.players[2][field] += 1
    assert any("I26" in each for each in step_violations(before, after, at.rules)) == bool(field)


@pytest.mark.parametrize("torn", [False, True])
def test_the_best_total_wins(torn):
    """I16: recounted from what stands on the board."""
    at = position(planets={3: "blue 3T", 1: "red 1Y"}, pool=2, max_rounds=1)
    while not at.state.over:
        at.end_turn()
    if torn:
        at.state.credit[:2] = at.state.credit[1::-1].copy()
    assert any("I16" in each for each in violations(at.state, at.rules)) == torn
