"""Battles: which ships may come out, which side wins, which ships remain, and several fleets in one battle."""

import pytest

from tests.four_thousand_ad.table import position


def attack(attackers, defenders, **switches):
    """Place a warp of Algol that can come out at Vega, where Pavo has ships."""
    return position(stars={"Pavo": {"Vega": defenders}}, warps={"Algol": [(1, "A-yellow", attackers)]}, **switches)


def both(at, star):
    """Return (Algol's ships, Pavo's ships) at a star."""
    return at.ships("Algol", star), at.ships("Pavo", star)


def test_warps_in_hyperspace_never_meet():
    """FAD-14.1: Two enemy warps that left one sector share a space, turn after turn."""
    at = position(warps={"Algol": [(1, "A-yellow", 9)], "Pavo": [(1, "A-yellow", 8)]})
    at.next_turn_of("Algol").next_turn_of("Algol")
    assert at.warps("Algol") == [(4, "A-yellow", 9)]
    assert at.warps("Pavo") == [(3, "A-yellow", 8)]
    assert at.state.battles == 0


@pytest.mark.parametrize(("attackers", "defenders"), [(9, 8), (101, 100), (2, 1), (40, 1)])
def test_the_larger_force_destroys_the_smaller_without_loss(attackers, defenders):
    """FAD-14.2, FAD-14.3; X-07, X-09: combat = larger_wins_free; one ship more is enough, and takes the star."""
    at = attack(attackers, defenders).choose("arrive Vega")
    assert both(at, "Vega") == (attackers, 0)
    assert at.player("Algol").destroyed == defenders
    assert at.state.first[at.star("Vega")] == at.seat("Algol")


@pytest.mark.parametrize(("attackers", "defenders", "left"), [(7, 8, 8), (1, 100, 100)])
def test_the_smaller_force_is_destroyed_by_a_larger_defender(attackers, defenders, left):
    """FAD-14.2, FAD-14.5: allow_inferior_arrival = true"""
    at = attack(attackers, defenders).choose("arrive Vega")
    assert both(at, "Vega") == (0, left)
    assert at.warps("Algol") == []
    assert at.player("Pavo").destroyed == attackers


@pytest.mark.parametrize(("combat", "attackers", "defenders", "left"), [
    ("subtract", 9, 8, (1, 0)),
    ("subtract", 5, 8, (0, 3)),
    ("square", 9, 8, (4, 0)),
    ("square", 5, 3, (4, 0)),
    ("square", 2, 1, (1, 0)),
    ("square", 5, 8, (0, 6)),
])  # fmt: skip
def test_a_switch_lets_a_victory_cost_ships(combat, attackers, defenders, left):
    """FAD-14.2: With combat = subtract it costs the loser's number; with square the root of the difference of the
    squares remains."""
    at = attack(attackers, defenders, combat=combat).choose("arrive Vega")
    assert both(at, "Vega") == left
    assert at.player("Algol").destroyed == defenders - left[1]
    assert at.player("Pavo").destroyed == attackers - left[0]


def test_allies_in_defence_share_the_cost_of_a_victory():
    """FAD-14.2, FAD-18.7: combat = subtract; the larger fleet pays until both are equal, then both pay."""
    at = position(
        "alliances4",
        stars={"Antares": {"Vega": 7}, "Pavo": {"Vega": 4}},
        warps={"Algol": [(1, "A-yellow", 5)]},
        combat="subtract",
    )
    at.choose("arrive Vega")
    assert (at.ships("Antares", "Vega"), at.ships("Pavo", "Vega")) == (3, 3)


@pytest.mark.parametrize("guard", [1, 8, 15])
def test_equal_forces_do_not_fight(guard):
    """equal_force = no_arrival; the companion, other stars at this count, and hyperspace remain possible.

    FAD-14.4; X-08.
    """
    at = attack(guard, guard)
    assert "arrive Vega" not in at.options
    assert {"continue", "arrive Deneb", "arrive Capella"} <= set(at.options)
    assert both(at.choose("arrive Deneb"), "Deneb") == (guard, 0)
    assert at.ships("Pavo", "Vega") == guard


@pytest.mark.parametrize(("companion", "allowed"), [(7, True), (8, False), (9, True)])
def test_the_companion_bars_a_force_only_with_equal_numbers(companion, allowed):
    """FAD-14.4, FAD-14.5; X-08"""
    at = position(stars={"Pavo": {"Vega": 8, "Deneb": companion}}, warps={"Algol": [(1, "A-yellow", 8)]})
    assert "arrive Vega" not in at.options
    assert ("arrive Deneb" in at.options) == allowed


@pytest.mark.parametrize(("allowed", "expected"), [(True, [1, 2, 3, 4, 6]), (False, [6])])
def test_a_hop_takes_any_number_except_the_enemys(allowed, expected):
    """FAD-14.4, FAD-14.5, FAD-9.3: equal_force = no_arrival, allow_inferior_arrival in both values"""
    at = position(stars={"Algol": {"Algol": 6}, "Pavo": {"Mirfak": 5}}, allow_inferior_arrival=allowed)
    at.choose("depart Algol", "head for Mirfak")
    assert at.options == [f"embark {number}" for number in expected]


@pytest.mark.parametrize("ships", [3, 5])
@pytest.mark.parametrize(("allowed", "expected"), [(True, 1), (False, 0)])
def test_a_switch_allows_a_hop_of_too_few_ships(ships, allowed, expected):
    """allow_inferior_arrival in both values; a player with the enemy's number of ships may hop with a part of them.

    FAD-14.5, FAD-9.3.
    """
    at = position(stars={"Algol": {"Algol": ships}, "Pavo": {"Mirfak": 5}}, allow_inferior_arrival=allowed)
    assert at.choose("depart Algol").options.count("head for Mirfak") == expected


@pytest.mark.parametrize(("equal_force", "expected"), [("no_arrival", 0), ("mutual_destruction", 1)])
def test_a_hop_of_one_ship_against_one(equal_force, expected):
    """FAD-14.4: equal_force in both values"""
    at = position(stars={"Algol": {"Algol": 1}, "Pavo": {"Mirfak": 1}}, equal_force=equal_force)
    assert at.choose("depart Algol").options.count("head for Mirfak") == expected


@pytest.mark.parametrize(("attackers", "expected"), [(7, False), (8, False), (9, True)])
def test_a_weaker_force_may_be_kept_from_coming_out(attackers, expected):
    """FAD-14.5: allow_inferior_arrival = false"""
    assert ("arrive Vega" in attack(attackers, 8, allow_inferior_arrival=False).options) == expected


def test_equal_forces_may_destroy_each_other():
    """FAD-14.4: equal_force = mutual_destruction"""
    at = attack(8, 8, equal_force="mutual_destruction").choose("arrive Vega")
    assert both(at, "Vega") == (0, 0)
    assert at.warps("Algol") == []
    assert (at.player("Algol").destroyed, at.player("Pavo").destroyed) == (8, 8)


def test_a_home_stays_its_owners_after_mutual_destruction():
    """FAD-14.4, FAD-13.4: equal_force = mutual_destruction"""
    at = position(warps={"Algol": [(2, "A-yellow", 15)]}, equal_force="mutual_destruction")
    at.choose("arrive Regulus")
    assert at.fleets("Regulus") == {}
    assert at.controller("Regulus") == "Regulus"


@pytest.mark.parametrize("reinforced", [True, False])
def test_a_defender_may_reinforce_to_equality_on_his_own_turn(reinforced):
    """FAD-14.6"""
    warps = {"Algol": [(2, "A-red", 8)], "Pavo": [(1, "A-yellow", 3)]}
    at = position(stars={"Pavo": {"Vega": 5}}, warps=warps, first="Pavo")
    at.choose("arrive Vega" if reinforced else "continue").wait_for("Algol")
    assert at.ships("Pavo", "Vega") == (8 if reinforced else 5)
    assert ("arrive Vega" in at.options) != reinforced


def test_a_defender_may_depart_in_time():
    """FAD-14.6: the attacker then takes the star without a battle."""
    at = position(stars={"Pavo": {"Vega": 5}}, warps={"Algol": [(1, "A-yellow", 8)]}, first="Pavo")
    at.depart("Vega", "Deneb", 5).wait_for("Algol", "arrival").choose("arrive Vega")
    assert both(at, "Vega") == (8, 0)
    assert both(at, "Deneb") == (0, 5)
    assert at.state.battles == 0


@pytest.mark.parametrize("attackers", [6, 100])
def test_no_ship_of_a_winner_departs_on_the_turn_of_the_battle(attackers):
    """FAD-14.7: This holds for any margin."""
    at = attack(attackers, 5).choose("arrive Vega")
    assert at.options == ["stay", "depart Algol"]
    assert at.next_turn_of("Algol").options == ["stay", "depart Algol", "depart Vega"]


TWO_FLEETS = {"Algol": [(4, "A-red", 6), (2, "B-yellow", 6)]}  # both due at Altair


def pincer(defenders, warps=TWO_FLEETS, **switches):
    """Place two fleets of Algol that are due at Altair, where Pavo has ships."""
    return position(stars={"Pavo": {"Altair": defenders}}, warps=warps, **switches)


def test_two_fleets_of_different_counts_started_in_time_win_together():
    """FAD-14.8, FAD-8.5; X-11: counts 5 and 3, started two turns apart."""
    at = position(stars={"Algol": {"Almach": 6, "Vega": 6}, "Pavo": {"Altair": 10}})
    at.depart("Almach", "Altair", 6).next_turn_of("Algol").choose("continue", "stay").wait_for("Algol")
    at.choose("continue").depart("Vega", "Altair", 6).next_turn_of("Algol").choose("continue", "continue")
    at.wait_for("Algol")
    assert at.state.rounds == 5
    assert at.warps("Algol")[0] == (5, "A-red", 6)
    at.choose("combine Altair", "join")
    assert both(at, "Altair") == (12, 0)
    assert at.warps("Algol") == []
    assert (at.state.battles, at.state.combined) == (1, 1)


def test_all_ships_of_a_combined_attack_have_fought():
    """FAD-8.5, FAD-14.7"""
    at = pincer(10).choose("combine Altair", "join")
    assert at.options == ["stay", "depart Algol"]


def test_two_fleets_that_depart_on_one_turn_cannot_combine():
    """FAD-14.8, FAD-8.7: a second fleet starts on another turn, so that equal counts never meet."""
    at = position(stars={"Algol": {"Vega": 6}}).depart("Vega", "Altair", 6)
    assert at.active == "Regulus"
    at = pincer(10, {"Algol": [(4, "A-red", 6), (3, "B-yellow", 6)]})
    assert "combine Altair" not in at.options


def test_the_owner_may_leave_the_second_fleet_out():
    """FAD-8.5: The leading fleet then fights without it, and the second one stays in hyperspace."""
    at = pincer(5).choose("combine Altair")
    assert at.options == ["stand by", "join"]
    at.choose("stand by")
    assert both(at, "Altair") == (6, 0)
    assert at.prompt == ("Algol", "arrival")
    assert at.warps("Algol") == [(3, "B-yellow", 6)]


def test_a_second_fleet_may_follow_a_victorious_one_without_a_battle():
    """FAD-8.5"""
    at = pincer(5)
    assert {"arrive Altair", "combine Altair"} <= set(at.options)
    at.choose("arrive Altair", "arrive Altair")
    assert both(at, "Altair") == (12, 0)
    assert (at.state.battles, at.state.combined) == (1, 0)


def test_no_combined_attack_on_a_star_without_enemies():
    """FAD-8.5: Two fleets that arrive at an empty star arrive separately."""
    at = position(warps=TWO_FLEETS)
    assert "combine Altair" not in at.options
    at.choose("arrive Altair", "arrive Altair", "depart Altair", "head for Vega")
    assert at.options[-1] == "embark 12"


@pytest.mark.parametrize("inferior", [True, False])
def test_fleets_whose_sum_is_equal_may_not_come_out_together(inferior):
    """FAD-14.9; X-12: allow_inferior_arrival in both values"""
    at = pincer(12, allow_inferior_arrival=inferior)
    assert ("arrive Altair" in at.options) == inferior
    assert "join" not in at.choose("combine Altair").options


def test_one_of_two_fleets_with_an_equal_sum_may_come_out_and_be_destroyed():
    """FAD-14.9, FAD-14.5; X-12"""
    at = pincer(12).choose("arrive Altair")
    assert both(at, "Altair") == (0, 12)
    assert at.warps("Algol") == [(3, "B-yellow", 6)]
    at.choose("continue")
    assert at.warps("Algol") == [(3, "B-yellow", 6)]


def test_equal_sums_may_destroy_each_other():
    """FAD-14.9: equal_force = mutual_destruction"""
    at = pincer(12, equal_force="mutual_destruction").choose("combine Altair", "join")
    assert both(at, "Altair") == (0, 0)
    assert at.warps("Algol") == []


def test_fleets_with_a_smaller_sum_are_destroyed_together():
    """FAD-14.9: allow_inferior_arrival = true"""
    at = pincer(13).choose("combine Altair", "join")
    assert both(at, "Altair") == (0, 13)
    assert at.warps("Algol") == []


def test_fleets_whose_sum_is_smaller_may_be_kept_from_coming_out():
    """FAD-14.9: allow_inferior_arrival = false"""
    at = pincer(13, allow_inferior_arrival=False)
    assert "arrive Altair" not in at.options
    assert "join" not in at.choose("combine Altair").options
    at.wait().wait()
    assert at.warps("Algol") == [(5, "A-red", 6), (3, "B-yellow", 6)]


def test_the_cost_of_a_victory_is_taken_from_the_sum_of_the_fleets():
    """FAD-14.8: combat = subtract"""
    assert both(pincer(10, combat="subtract").choose("combine Altair", "join"), "Altair") == (2, 0)


def test_any_number_of_three_fleets_comes_out_together():
    """FAD-8.5, FAD-3.8: max_warps = 3; the second fleet waits, the third joins."""
    warps = {"Algol": [(4, "A-red", 6), (3, "A-yellow", 6), (2, "B-yellow", 6)]}
    at = pincer(11, warps, max_warps=3).choose("combine Altair", "stand by", "join")
    assert both(at, "Altair") == (12, 0)
    assert at.warps("Algol") == [(4, "A-yellow", 6)]


def test_a_fleet_that_brings_equality_may_join_when_another_can_follow():
    """FAD-14.9, FAD-8.5: max_warps = 3; the third fleet must then join."""
    warps = {"Algol": [(4, "A-red", 6), (3, "A-yellow", 6), (2, "B-yellow", 6)]}
    at = pincer(12, warps, max_warps=3).choose("combine Altair")
    assert at.options == ["stand by", "join"]
    assert at.choose("join").options == ["join"]
    assert both(at.choose("join"), "Altair") == (18, 0)


def test_a_fleet_left_in_hyperspace_joins_no_attack_on_that_turn():
    """FAD-8.5, FAD-5.1: It has already been pushed."""
    at = pincer(10, {"Algol": [(3, "A-red", 6), (2, "B-yellow", 6)]}).choose("continue")
    assert "arrive Altair" in at.options
    assert "combine Altair" not in at.options


@pytest.mark.parametrize(("second", "third", "options"), [(6, 5, ["stand by", "join"]), (6, 6, ["stand by"])])
def test_the_last_of_three_fleets_may_not_bring_the_sum_to_equality(second, third, options):
    """FAD-14.9: max_warps = 3"""
    warps = {"Algol": [(4, "A-red", 6), (3, "A-yellow", second), (2, "B-yellow", third)]}
    assert pincer(18, warps, max_warps=3).choose("combine Altair", "join").options == options
