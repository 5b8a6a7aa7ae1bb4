"""The discs of the board, and the flights between two states."""

import pytest

from starbalance.simulator.games.ascending_empires import flights
from tests.ascending_empires.table import position


def flown(at, *words):
    """Return the points of the flights during these choices: (ship, what, x, y)."""
    before = at.state.copy()
    at.choose(*words)
    return [
        (point["ship"], point["what"], point["x"], point["y"]) for point in flights.flown(at.rules, before, at.state)
    ]


def test_the_board_matches_the_data():
    at = position()
    discs = flights.discs(at.rules)
    assert flights.size(at.rules) == (720, 720) and len(discs) == 28
    assert discs[3] == {"disc": "Alpha-3", "label": "3", "x": 185, "y": 185, "radius": 20, "ring": 38, "colour": ""}
    assert [each["colour"] for each in discs[::7]] == ["red", "blue", "green", "yellow"]
    assert flights.lines(at.rules)[0] == (240, 0, 240, 720) and flights.lines(at.rules)[3] == (0, 480, 720, 480)
    shuffled = [each["colour"] for each in flights.discs(position(corner_shuffle=True).rules)]
    assert shuffled[::7] == ["any"] * 4 and set(shuffled) == {"any", ""}


def test_a_flick_has_the_points_of_its_ship():
    """W-F2: straight to a planet, and back from it."""
    at = position(ships={"red": [(360, 200)]}, perfect=True, flick={"rest_planet": 0.6})
    at.choose("move", "navigate", "flick red 1")
    (_, *start), (_, *planet), *_, (_, *stop) = flown(at, "aim orbit 13")
    assert start == ["start", 360, 200] and planet[0] == "planet" and stop[0] == "stop"
    assert (stop[1], stop[2]) == pytest.approx(at.at("red 1"))


def test_a_ram_ends_one_way_and_destroys_the_other():
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True)
    at.choose("move", "navigate", "flick red 1")
    points = flown(at, "aim ram blue 1")
    assert [(ship, what) for ship, what, *_ in points] == [(0, "start"), (0, "ram"), (9, "lost")]
    assert points[-1][2:] == (360, 200)


def test_an_attack_destroys_a_ship_where_it_is():
    at = position(ships={"red": [(340, 100), (420, 100)], "blue": [(380, 100)], "green": [], "yellow": []})
    at.choose("move", "stop", "attack ship blue 1")
    assert flown(at, "commit 1 2") == [(9, "lost", 380, 100)] and not at.is_here("blue 1")
