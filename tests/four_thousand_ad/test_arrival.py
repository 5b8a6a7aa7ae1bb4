"""Coming out of hyperspace: peacefully, into battle, and which ships may depart again on the same turn."""

from tests.four_thousand_ad.table import position


def test_an_arrival_at_a_star_with_enemies_is_a_battle_at_once():
    """FAD-10.1"""
    at = position(stars={"Pavo": {"Vega": 8}}, warps={"Algol": [(1, "A-yellow", 9)]}).choose("arrive Vega")
    assert at.active == "Algol"
    assert at.state.battles == 1
    assert at.ships("Pavo", "Vega") == 0


def test_a_hop_to_a_star_with_enemies_is_a_battle_at_once():
    """FAD-10.1, FAD-9.3"""
    at = position(stars={"Pavo": {"Mirfak": 4}}).depart("Algol", "Mirfak", 5)
    assert at.state.battles == 1
    assert at.ships("Algol", "Mirfak") == 5
    assert at.ships("Pavo", "Mirfak") == 0


def test_ships_that_came_out_without_battle_may_depart_on_the_same_turn():
    """FAD-10.2; X-22"""
    at = position(warps={"Algol": [(1, "A-yellow", 10)]}).choose("arrive Vega", "depart Vega", "head for Antares")
    assert at.options == [f"embark {number}" for number in range(1, 11)]
    at.choose("embark 10")
    assert at.warps("Algol") == [(1, "B-yellow", 10)]
    assert at.ships("Algol", "Vega") == 0


def test_ships_that_came_out_may_hop_on_in_the_same_turn():
    """FAD-10.2, FAD-9.3"""
    at = position(warps={"Algol": [(1, "A-yellow", 10)]}).choose("arrive Vega").depart("Vega", "Deneb", 10)
    assert at.fleets("Algol") == {"Algol": 15, "Deneb": 10}


def test_a_departure_may_mix_arrived_ships_with_ships_already_at_the_star():
    """FAD-10.2, FAD-10.4"""
    at = position(stars={"Algol": {"Vega": 3}}, warps={"Algol": [(1, "A-yellow", 10)]})
    assert at.choose("arrive Vega", "depart Vega", "head for Antares").options[-1] == "embark 13"


def test_ships_that_fought_do_not_depart_before_their_owners_next_turn():
    """FAD-10.3"""
    at = position(stars={"Pavo": {"Vega": 3}}, warps={"Algol": [(1, "A-yellow", 10)]}).choose("arrive Vega")
    assert at.options == ["stay", "depart Algol"]
    at.next_turn_of("Algol")
    assert at.options == ["stay", "depart Algol", "depart Vega"]
    assert at.choose("depart Vega", "head for Antares").options[-1] == "embark 10"


WON_THEN_JOINED = {"Algol": [(4, "A-red", 10), (2, "B-yellow", 4)]}  # both due at Altair


def test_ships_that_join_a_victor_without_a_battle_may_depart():
    """FAD-8.5, FAD-10.3; X-23: lock_scope = ships"""
    at = position(stars={"Pavo": {"Altair": 3}}, warps=WON_THEN_JOINED).choose("arrive Altair")
    assert at.ships("Algol", "Altair") == 10
    at.choose("arrive Altair")
    assert at.ships("Algol", "Altair") == 14
    assert at.state.battles == 1
    assert at.choose("depart Altair", "head for Vega").options == [f"embark {number}" for number in range(1, 5)]


def test_nothing_departs_from_a_star_on_the_turn_of_a_battle_there():
    """FAD-10.3: lock_scope = star"""
    at = position(stars={"Pavo": {"Altair": 3}}, warps=WON_THEN_JOINED, lock_scope="star")
    at.choose("arrive Altair", "arrive Altair")
    assert at.options == ["stay", "depart Algol"]
    assert at.next_turn_of("Algol").options == ["stay", "depart Algol", "depart Altair"]


def test_a_battle_elsewhere_locks_no_ship():
    """FAD-10.3: lock_scope = star"""
    at = position(
        stars={"Pavo": {"Altair": 3}, "Algol": {"Vega": 5}},
        warps={"Algol": [(4, "A-red", 10)]},
        lock_scope="star",
    )
    assert at.choose("arrive Altair", "depart Vega", "head for Altair").options[-1] == "embark 5"


def test_arriving_ships_join_their_players_ships_without_limit():
    """FAD-10.4"""
    at = position(stars={"Algol": {"Vega": 400}}, warps={"Algol": [(1, "A-yellow", 500)]}).choose("arrive Vega")
    assert at.ships("Algol", "Vega") == 900
    assert at.state.battles == 0


def test_arriving_at_an_empty_star_occupies_it_at_once():
    """FAD-10.5"""
    at = position(warps={"Algol": [(1, "A-yellow", 1)]}).choose("arrive Vega")
    assert at.ships("Algol", "Vega") == 1
    assert at.state.first[at.star("Vega")] == at.seat("Algol")


def test_a_hop_does_not_join_a_battle_of_warps():
    """FAD-8.5, FAD-8.6: The arrivals are over before the departure."""
    at = position(
        stars={"Pavo": {"Vega": 8}, "Algol": {"Deneb": 5}},
        warps={"Algol": [(1, "A-yellow", 5)]},
    )
    assert not [words for words in at.options if words.startswith("combine")]


def test_after_an_attack_is_called_off_each_warp_decides_separately():
    """FAD-8.5, FAD-14.9: The first warp stays in hyperspace; the second one still decides where it comes out."""
    at = position(
        stars={"Antares": {"Mira": 12}},
        warps={"Algol": [(2, "A-yellow", 6), (2, "A-yellow", 6)]},
        departures_per_turn=2,
        allow_inferior_arrival=False,
    )
    at.choose("combine Mira", "stand by")
    assert at.prompt == ("Algol", "arrival")
    assert at.state.warp == 1
    assert len(at.warps("Algol")) == 2


def test_a_joint_attack_that_was_declined_is_not_proposed_again():
    """FAD-17.3, D-10: The ally declines; both warps are pushed and decide one by one."""
    at = position(
        "alliances4",
        stars={"Antares": {"Mira": 10}},
        warps={"Algol": [(2, "A-yellow", 6)], "Regulus": [(3, "F-yellow", 6)]},
    )
    at.choose("combine Mira with Regulus", "join")
    assert at.prompt == ("Regulus", "join")
    at.choose("stand by")
    at.wait_for("Algol", "arrival")
    assert at.state.battles == 0
    assert at.warps("Algol") == [(3, "A-yellow", 6)]
