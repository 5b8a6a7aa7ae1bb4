"""Invariants detect wrong steps: attacks that pay too much, a pass that changes the state, wrong winners."""

import pytest

from starbalance.simulator.games.ascending_empires.invariants import step_violations, violations
from tests.ascending_empires.table import position


def stepped(at, *words):
    """Return the state before and after the last of these choices."""
    *first, last = words
    at.choose(*first)
    before = at.state.copy()
    at.choose(last)
    return before, at.state


@pytest.mark.parametrize("torn", [0, 1])
def test_an_attack_pays_for_the_destroyed_pieces(torn):
    """I12: 1 VP for a ship, the number of items for a planet."""
    ships = {"red": ["3/0", "3/6"], "blue": [], "green": [], "yellow": []}
    at = position(planets={3: "blue 1T 1F"}, ships=ships)
    before, after = stepped(at, "move", "stop", "attack planet 3", "commit 1 2")
    assert at.tokens("red") == 2
    after.players[0].tokens += torn
    assert any("I12" in each for each in step_violations(before, after, at.rules)) == bool(torn)


@pytest.mark.parametrize("field", ["", "troops", "tokens"])
def test_a_pass_changes_nothing(field):
    """I26: The table stays unchanged."""
    at = position(planets={3: "blue 1T"})
    before, after = stepped(at, "pass")
    if field:
        after.players[2][field] += 1
    assert any("I26" in each for each in step_violations(before, after, at.rules)) == bool(field)


@pytest.mark.parametrize("torn", [False, True])
def test_the_best_total_wins(torn):
    """I16: The totals are recounted from the board."""
    at = position(planets={3: "blue 3T", 1: "red 1Y"}, pool=2, max_rounds=1)
    while not at.state.over:
        at.end_turn()
    if torn:
        at.state.credit[:2] = at.state.credit[1::-1].copy()
    assert any("I16" in each for each in violations(at.state, at.rules)) == torn


def crowded(red, **opponents):
    """Red has these ships, and all ships of the other players are on the board, around nine holes."""
    ships = {"red": red}
    for colour, holes in {"blue": (4, 5, 6), "green": (11, 12, 13), "yellow": (18, 19, 20)}.items():
        ships[colour] = [*[f"{hole}/{slot}" for hole in holes for slot in (0, 4, 8)][:8], f"B{holes[2]}/8"]
    return position(ships=ships, **opponents)


def test_a_ship_has_an_aim_for_every_target():
    """I26: in open space: four ways into 28 orbits, two ways at 27 enemy ships, and nine waypoints."""
    at = crowded([(360, 360)]).choose("move", "navigate", "flick red 1")
    assert len(at.options) == 4 * 28 + 2 * 27 + 9 == 175


def test_the_targets_of_an_attack_are_ships_and_planets():
    """I26: 27 ships within a ruler as long as the board, and a planet for each of nine ships; at most 53."""
    free = (1, 2, 3, 8, 9, 10, 22, 23, 24)
    planets = {hole: "blue 1F" for hole in free}
    red = [*[f"{hole}/0" for hole in free[:8]], f"B{free[8]}/0"]
    at = crowded(red, planets=planets)
    at.rules.board.range_short = 1000.0
    at.choose("move", "stop")
    assert len(at.options) == 27 + 9 <= 53
