"""Invariants that notice what is torn: attacks that pay too much, a pass that does something, other winners."""

import pytest

from starbalance.simulator.games.ascending_empires.invariants import step_violations, violations
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


def crowded(red, **others):
    """Red with these ships, and all ships of the others on the board, around nine holes."""
    ships = {"red": red}
    for colour, holes in {"blue": (4, 5, 6), "green": (11, 12, 13), "yellow": (18, 19, 20)}.items():
        ships[colour] = [*[f"{hole}/{slot}" for hole in holes for slot in (0, 4, 8)][:8], f"B{holes[2]}/8"]
    return position(ships=ships, **others)


def test_a_ship_has_as_many_aims_as_there_are_targets():
    """I26: in open space, four ways into 28 orbits, two ways at 27 enemy ships, and nine waypoints."""
    at = crowded([(360, 360)]).choose("move", "navigate", "flick red 1")
    assert len(at.options) == 4 * 28 + 2 * 27 + 9 == 175


def test_the_targets_of_an_attack_are_ships_and_planets():
    """I26: 27 ships within a ruler as long as the board, and a planet for each of nine ships; 53 at most."""
    free = (1, 2, 3, 8, 9, 10, 22, 23, 24)
    planets = {hole: "blue 1F" for hole in free}
    red = [*[f"{hole}/0" for hole in free[:8]], f"B{free[8]}/0"]
    at = crowded(red, planets=planets)
    at.rules.board.range_short = 1000.0
    at.choose("move", "stop")
    assert len(at.options) == 27 + 9 <= 53
