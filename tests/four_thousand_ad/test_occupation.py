"""Possession of stars and homes, and the loss of a home."""

import pytest

from starbalance.simulator.games.four_thousand_ad.state import Status
from tests.four_thousand_ad.table import position


@pytest.mark.parametrize("home", ["Algol", "Regulus", "Antares", "Pavo"])
def test_one_ship_of_any_player_takes_an_undefended_star(home):
    """FAD-11.1"""
    at = position(warps={home: [(1, "E-yellow", 1)]}, first=home).choose("arrive Vega")
    assert at.ships(home, "Vega") == 1
    assert at.state.battles == 0


@pytest.mark.parametrize(("leaving", "produced"), [(1, 2), (2, 1)])
def test_a_star_is_occupied_while_a_ship_stays(leaving, produced):
    """FAD-11.2, FAD-3.7: Its symbols count with one ship left, and not without any."""
    at = position(rounds=2, stars={"Algol": {"Vega": 2}}).depart("Vega", "Antares", leaving).next_turn_of("Algol")
    assert at.player("Algol").produced == produced


def test_ships_at_a_star_occupy_it():
    """FAD-3.7, FAD-12.1: The star supplies only its holder."""
    at = position(rounds=3, stars={"Pavo": {"Vega": 1}})
    while at.state.rounds == 3:
        at.end_turn()
    assert [int(at.player(home).produced) for home in at.homes] == [1, 1, 1, 2]


def test_a_star_of_an_enemy_is_gained_by_destroying_his_force():
    """FAD-11.3"""
    weak = position(stars={"Pavo": {"Vega": 5}}, warps={"Algol": [(1, "A-yellow", 4)]}).choose("arrive Vega")
    assert (weak.ships("Algol", "Vega"), weak.ships("Pavo", "Vega")) == (0, 5)
    strong = position(stars={"Pavo": {"Vega": 5}}, warps={"Algol": [(1, "A-yellow", 6)]}).choose("arrive Vega")
    assert (strong.ships("Algol", "Vega"), strong.ships("Pavo", "Vega")) == (6, 0)


def test_a_star_that_an_enemy_has_left_is_free():
    """FAD-11.3"""
    at = position(stars={"Pavo": {"Vega": 5}}, warps={"Algol": [(1, "A-yellow", 1)]}, first="Pavo")
    at.depart("Vega", "Antares", 5).wait_for("Algol").choose("arrive Vega")
    assert at.ships("Algol", "Vega") == 1


def test_a_home_is_possessed_without_a_ship():
    """FAD-11.4, FAD-13.4: It still belongs to its owner, and produces."""
    at = position(rounds=2).depart("Algol", "Antares", 15).next_turn_of("Algol")
    assert at.controller("Algol") == "Algol"
    assert at.fleets("Algol") == {"Algol": 1}
    assert at.player("Algol").status == Status.ALIVE


def test_an_empty_home_gathers_the_symbols_of_other_stars():
    """FAD-13.4"""
    at = position(rounds=3, stars={"Algol": {"Algol": 0, "Vega": 3}})
    assert at.fleets("Algol") == {"Algol": 2, "Vega": 3}


def test_an_enemy_takes_an_empty_home_without_a_battle():
    """FAD-13.4, FAD-22.1; X-20: one ship is enough, and the grace turn begins."""
    at = position(stars={"Algol": {"Algol": 0, "Vega": 3}}, warps={"Regulus": [(2, "C-yellow", 1)]}, first="Regulus")
    at.choose("arrive Algol")
    assert at.controller("Algol") == "Regulus"
    assert at.state.battles == 0
    assert at.player("Algol").status == Status.ALIVE
    at.end_turn()
    assert at.player("Algol").status == Status.GRACE
    assert at.player("Regulus").captures == 1


def captured(setup="independents4", captor="Regulus", **edits):
    """Algol's home is held by a captor; Algol has ships at Vega."""
    stars = {"Algol": {"Algol": 0, "Vega": 3}, captor: {"Algol": 5}}
    return position(setup, stars=stars, **edits)


@pytest.mark.parametrize(("setup", "captor"), [("independents4", "Regulus"), ("alliances4", "Pavo")])
def test_a_player_without_his_home_produces_nothing(setup, captor):
    """FAD-13.1"""
    at = captured(setup, captor, rounds=3)
    assert at.active == "Algol"
    assert at.player("Algol").produced == 0
    assert at.fleets("Algol") == {"Vega": 3}


def test_the_symbols_of_a_time_without_home_are_forfeited():
    """FAD-13.1, FAD-13.2: the first production with the home again is an ordinary one."""
    at = captured("alliances4", "Pavo", rounds=3, warps={"Algol": [(1, "B-yellow", 9)]})
    assert at.player("Algol").produced == 0
    at.choose("arrive Algol")
    assert at.controller("Algol") == "Algol"
    at.next_turn_of("Algol")
    assert at.player("Algol").produced == 0
    at.next_turn_of("Algol")
    assert at.state.rounds == 5
    assert at.player("Algol").produced == 2


def test_a_home_retaken_on_the_grace_turn_produces_again():
    """FAD-13.2"""
    at = captured(rounds=2, warps={"Algol": [(1, "B-yellow", 9)]})
    assert at.player("Algol").status == Status.GRACE
    at.choose("arrive Algol").next_turn_of("Algol")
    assert at.player("Algol").status == Status.ALIVE
    assert at.player("Algol").produced == 2


def test_a_captured_home_gives_its_symbols_to_its_captors_home():
    """FAD-13.3, FAD-2.2: one pair, and no further ship at the captured home."""
    at = captured(rounds=3, first="Regulus")
    assert at.player("Regulus").produced == 2
    assert at.fleets("Regulus") == {"Algol": 5, "Regulus": 17}
    assert at.player("Algol").produced == 0


def test_a_captor_without_his_own_home_produces_nothing():
    """FAD-13.1, FAD-13.3: ruling A-20."""
    stars = {"Algol": {"Algol": 0, "Vega": 3}, "Regulus": {"Regulus": 0, "Algol": 5}, "Pavo": {"Regulus": 2}}
    at = position(stars=stars, rounds=3, first="Regulus")
    assert at.player("Regulus").produced == 0
    assert at.fleets("Regulus") == {"Algol": 5}


@pytest.mark.parametrize(("reverts", "holder"), [(True, "Algol"), (False, None)])
def test_a_captured_home_that_its_captor_has_left(reverts, holder):
    """vacated_home_reverts in both values: it belongs to its owner again, or needs one of his ships.

    FAD-13.2, FAD-11.4.
    """
    at = captured("alliances4", "Pavo", first="Antares", rounds=2, vacated_home_reverts=reverts)
    at.wait_for("Pavo").depart("Algol", "Mirfak", 5)
    assert at.controller("Algol") == holder
    at.wait_for("Algol")
    assert at.controller("Algol") == holder


@pytest.mark.parametrize(("reverts", "produced"), [(True, 2), (False, 0)])
def test_a_switch_sets_whether_a_vacated_home_produces(reverts, produced):
    """FAD-13.2: vacated_home_reverts in both values"""
    at = captured("alliances4", "Pavo", first="Antares", rounds=3, vacated_home_reverts=reverts)
    at.wait_for("Pavo").depart("Algol", "Mirfak", 5).wait_for("Algol")
    assert at.state.rounds == 3
    assert at.player("Algol").produced == produced


def test_a_vacated_home_that_does_not_revert_needs_a_ship_of_its_owner():
    """FAD-13.2: vacated_home_reverts = false"""
    warps = {"Algol": [(1, "B-yellow", 1)]}
    at = captured("alliances4", "Pavo", first="Antares", warps=warps, vacated_home_reverts=False)
    at.wait_for("Pavo").depart("Algol", "Mirfak", 5).wait_for("Algol").choose("arrive Algol")
    assert at.controller("Algol") == "Algol"


def test_after_an_agreed_withdrawal_a_home_always_reverts():
    """FAD-22.11: vacated_home_reverts = false"""
    at = position(
        stars={"Algol": {"Algol": 0}, "Regulus": {"Regulus": 0, "Algol": 5}},
        warps={"Algol": [(2, "A-yellow", 3)]},
        vacated_home_reverts=False,
    )
    at.choose("arrive Regulus").wait_for("Algol", "withdrawal").choose("yes", "yes")
    assert at.prompt == ("Regulus", "departure")
    at.depart("Algol", "Mirfak", 5)
    assert at.controller("Algol") == "Algol"


@pytest.mark.parametrize(("reverts", "status"), [(True, Status.ALIVE), (False, Status.GRACE)])
def test_a_home_entered_and_left_on_one_turn(reverts, status):
    """FAD-13.4, FAD-22.1: ruling A-23, vacated_home_reverts in both values"""
    at = position(
        stars={"Algol": {"Algol": 0, "Vega": 3}},
        warps={"Regulus": [(2, "C-yellow", 1)]},
        first="Regulus",
        vacated_home_reverts=reverts,
    )
    at.choose("arrive Algol").depart("Algol", "Mirfak", 1)
    assert at.player("Algol").status == status
    assert at.controller("Algol") == ("Algol" if reverts else None)
