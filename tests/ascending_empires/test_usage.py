"""The components that options use: actions, structures, technologies, ships."""

from starbalance.simulator.games.ascending_empires.rules import Colour
from tests.ascending_empires.table import position

COLONY = {4: "red 2T 1C"}


def test_each_action_uses_its_column():
    """ASE-2.1"""
    at = position(planets={3: "red 3T"})
    assert [at.using(name) for name in ("passes", "mines", "builds")] == [["pass"], ["mine"], ["build"]]


def test_structures():
    """ASE-10.5"""
    at = position(planets=COLONY)
    assert at.using("cities") == []
    at.choose("build")
    assert [at.using(name) for name in ("facilities", "colonies", "cities")] == [
        ["build facility 4"],
        ["build colony 4"],
        ["build city 4"],
    ]


def test_an_action_that_can_build_only_one_structure_uses_it():
    """ASE-10.13: No facility and no colony is left."""
    at = position(planets=COLONY)
    at.rules.facilities, at.rules.colonies = 0, 1
    assert (at.using("cities"), at.using("colonies")) == (["build"], [])


def test_an_action_that_can_develop_only_one_colour_uses_it():
    """ASE-10.15"""
    planets = {1: "red orange 2F", 2: "red orange 1F"}
    at = position(tech={"red": [2, 0, 0, 0]}, planets=planets)
    assert (at.using("orange"), at.using("grey")) == (["develop"], [])
    assert at.choose("develop").using("orange") == ["raise orange"]
    at = position(planets={1: "red orange 1F", 2: "red grey 1F"})
    assert at.using("orange") == []
    at.choose("develop")
    assert [at.using(colour.name.lower()) for colour in Colour] == [["raise orange"], ["raise grey"], [], []]


def test_launches_and_landings():
    """ASE-4.1"""
    at = position(planets={3: "grey"}, ships={"red": ["3/0"]}, supply={"red": "6T 1S"}, home={"red": 1})
    assert at.using("launches") == at.using("landings") == []
    at.choose("move")
    assert (at.using("launches"), at.using("landings")) == (["launch"], ["land"])


def test_a_move_that_must_begin_with_a_launch_uses_one():
    """ASE-7.9, A10: zero_point_move = false, and no ship on the board."""
    ready = {"ships": {"red": []}, "home": {"red": 1}, "supply": {"red": "6T 1S"}}
    at = position(zero_point_move=False, **ready)
    assert (at.using("launches"), at.using("landings")) == (["move"], [])
    assert position(**ready).using("launches") == []


def test_attacks():
    """ASE-8.1, ASE-9.2"""
    ships = {"red": [f"3/{2 * k}" for k in range(6)], "blue": [(250, 200), (250, 220)], "green": [], "yellow": []}
    at = position(ships=ships, planets={3: "blue 1F"}).choose("move", "stop")
    assert at.using("raids") == ["attack planet 3"]
    assert at.using("kills") == [words for words in at.options if words.startswith("attack ship")] != []


def test_scans():
    """ASE-11.1: Ending the scan does not count."""
    at = position(ships={"red": ["3/0", "4/0"]}).choose("pass")
    assert at.using("scans") == ["scan all", "scan 3", "scan 4"]
