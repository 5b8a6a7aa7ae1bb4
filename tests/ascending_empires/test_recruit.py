"""Turns and general terms; Recruit: troops are placed, or withdrawn."""

import pytest

from starbalance.simulator.games.ascending_empires.scoring import end_vp
from tests.ascending_empires.table import position


def test_a_turn_has_one_action_of_five():
    """ASE-2.1, ASE-2.2: Every possible action is offered, and so is a pass."""
    at = position(
        planets={1: "red grey 2T 1F", 2: "red orange 1C 1T"},
        ships={"red": ["3/0"]},
        supply={"red": "4T 1S"},
    )
    assert at.options == ["pass", "recruit", "withdraw", "move", "mine", "build", "develop"]
    at = position(ships={"red": []}, supply={"red": "0T"})
    assert at.options == ["pass", "move"]
    assert at.choose("pass").active == "blue"


def test_after_its_action_the_turn_passes():
    """ASE-2.2, ASE-11.3"""
    at = position().choose("recruit", "stop")
    assert (at.active, at.decision) == ("blue", "action")


def test_troops_are_placed_on_the_homeworld():
    """ASE-3.1, ASE-2.4, ASE-2.13, W-3.1: Enemy ships around it do not matter."""
    at = position(ships={"blue": ["0/6", "0/7"]}).choose("recruit", "place on 0", "place on 0")
    assert at.troops("red") == (8, 4, 2)
    assert at.active == "blue"


def test_troops_are_split_at_will():
    """ASE-3.1, ASE-2.5: The picks come in any order, each place once or twice."""
    at = position(planets={3: "red 1T", 5: "red 1F"}).choose("recruit")
    assert at.options == ["stop", "place on 0", "place on 3", "place on 5"]
    at.choose("place on 5")
    assert at.options == ["stop", "place on 0", "place on 3", "place on 5"]
    at.choose("place on 3")
    assert (at.items(3), at.items(5), at.troops("red")[1], at.active) == ("2T", "1T 1F", 4, "blue")


def test_a_planet_holds_three_items():
    """ASE-2.6, ASE-3.3, W-3.2: item_limit"""
    planets = {3: "red 2T 1F"}
    assert "place on 3" not in position(planets=planets, supply={"red": "3T"}).choose("recruit").options
    at = position(planets=planets, item_limit=4).choose("recruit", "place on 3")
    assert at.items(3) == "3T 1F" and "place on 3" not in at.options


def test_only_troops_of_the_supply_are_placed():
    """ASE-3.2, W-3.3: The box has more troops."""
    at = position(planets={3: "red 1T 1C"}, supply={"red": "1T"}).choose("recruit", "place on 3")
    assert (at.items(3), at.troops("red")[1], at.active) == ("2T 1C", 0, "blue")
    assert not position(supply={"red": "0T"}).may("recruit")


def test_a_blockaded_planet_takes_no_troop_and_gives_any():
    """ASE-3.4, ASE-3.6, ASE-3.7, ASE-3.8, ASE-12.2, W-3.4"""
    at = position(planets={3: "red 2T"}, ships={"blue": ["3/0"]})
    assert at.may("recruit", "place on 0") and not at.may("recruit", "place on 3")
    at.choose("withdraw", "take back 3 2")
    assert (at.owner(3), at.items(3), at.troops("red")[1], at.is_up(3)) == (None, "", 8, True)


def test_a_homeworld_is_never_blockaded():
    """ASE-3.4, ASE-12.5"""
    assert position(ships={"blue": ["0/6"]}).may("recruit", "place on 0")


def test_recruiting_claims_no_planet():
    """ASE-3.5"""
    at = position(planets={3: "grey", 4: "blue 1T"}).choose("recruit")
    assert at.options == ["stop", "place on 0"]


def test_withdrawing_goes_hole_by_hole():
    """ASE-3.6, A50: at least one troop, from any number of planets; structures stay."""
    at = position(planets={3: "red 2T", 4: "red 1T 1C", 9: "red 1F"}).choose("withdraw")
    assert at.options == ["take back 3 1", "take back 3 2", "take back 4 1"]
    at.choose("take back 4 1")
    assert at.options == ["stop", "take back 3 1", "take back 3 2"]
    assert at.may("stop")
    at.choose("take back 3 1").choose("stop")
    assert (at.items(3), at.items(4), at.troops("red")[1], at.active) == ("1T", "1C", 8, "blue")
    assert position(planets={3: "red 2T", 4: "red 1T"}).choose("withdraw", "take back 3 1", "stop").active == "blue"


@pytest.mark.parametrize("may", [False, True])
def test_a_switch_lets_troops_be_withdrawn_from_the_homeworld(may):
    """ASE-3.6, A3, W-3.5: withdraw_homeworld"""
    at = position(home={"red": 2}, withdraw_homeworld=may)
    assert at.may("withdraw", "take back 0 2") is may
    if may:
        assert at.choose("withdraw", "take back 0 2").troops("red") == (6, 8, 0)


def test_placing_nothing_is_a_pass():
    """ASE-3.9"""
    at = position()
    before = at.state.copy()
    at.choose("recruit", "stop")
    for name in ("holes", "scene", "pool"):
        assert before[name].tobytes() == at.state[name].tobytes()
    assert at.troops("red") == (8, 6, 0)


@pytest.mark.parametrize(("limit", "most"), [(3, 3), (14, 5)])
def test_troops_on_a_homeworld_are_limited(limit, most):
    """ASE-3.1, A2: homeworld_limit"""
    at = position(home={"red": 3}, homeworld_limit=limit)
    for _ in range(most - 3):
        at.choose(*(["recruit"] if at.decision == "action" else []), "place on 0")
    assert at.troops("red")[2] == most
    assert at.may("recruit") is False or at.active == "blue"


def test_items_may_have_two_limits():
    """ASE-2.6, A1: item_limit_mode = separate; three structures and three troops."""
    at = position(planets={3: "red 3C 1T"}, item_limit_mode="separate").choose("recruit", "place on 3", "place on 3")
    assert at.items(3) == "3T 3C"
    at.next_turn_of("red").choose("recruit")
    assert "place on 3" not in at.options


def test_a_homeworld_is_no_planet():
    """ASE-2.3, ASE-13.6: It is neither mined nor built on, holds at most its limit of troops, and scores nothing."""
    at = position(home={"red": 3}, ships={"red": []})
    assert at.options == ["pass", "move"]
    assert end_vp(at.state, at.rules, 0) == 0


def test_ships_in_orbit_are_no_items():
    """ASE-2.12"""
    at = position(planets={3: "red 2T"}, ships={"red": ["3/0", "3/2", "3/4"]})
    assert at.choose("recruit", "place on 3").items(3) == "3T"
