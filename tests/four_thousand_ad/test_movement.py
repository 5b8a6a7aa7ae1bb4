"""Paths, warps, the moves of a turn and departures."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import values
from starbalance.simulator.games.four_thousand_ad.rules import LISTED
from tests.four_thousand_ad.table import GAME, position, sector_id

FAR = "Arcturus"  # count 5 from Algol, an empty star


def stars_at(at, sector, count):
    """Return the names of the stars at a count from a sector."""
    counts = at.rules["count"][sector_id(sector)]
    return {name for star, name in enumerate(at.stars) if counts[star // 2] == count}


def arrivals(at):
    """Return the stars at which the present warp may come out."""
    return [words.removeprefix("arrive ") for words in at.options if words.startswith("arrive ")]


def test_each_home_has_a_separate_path():
    """FAD-3.1: Warps of two homes on the same space of their paths do not meet, and are moved by their owners."""
    at = position(warps={"Algol": [(2, "A-yellow", 4)], "Regulus": [(2, "A-yellow", 4)]})
    assert at.warps("Algol") == [(3, "A-yellow", 4)]
    assert at.warps("Regulus") == [(2, "A-yellow", 4)]
    at.end_turn()
    assert at.active == "Regulus"
    assert at.warps("Algol") == at.warps("Regulus") == [(3, "A-yellow", 4)]


def test_a_path_has_seven_spaces():
    """FAD-3.1: A warp on the longest journey passes the spaces 1 to 7 and is then lost."""
    at = position().depart("Algol", "Antares", 1)
    passed = [at.warps("Algol")[0][0]]
    for _ in range(6):
        passed.append(at.next_turn_of("Algol").warps("Algol")[0][0])
    assert passed == [1, 2, 3, 4, 5, 6, 7]
    assert at.next_turn_of("Algol").warps("Algol") == []


def test_ships_on_a_journey_are_in_their_warp_and_nowhere_else():
    """FAD-3.2"""
    at = position().depart("Algol", FAR, 6)
    assert at.fleets("Algol") == {"Algol": 9}
    assert at.warps("Algol") == [(1, "A-yellow", 6)]
    assert at.warps("Regulus") == at.warps("Antares") == at.warps("Pavo") == []


def test_the_space_counts_the_turns_of_the_journey_from_the_departure():
    """FAD-3.3"""
    at = position().depart("Algol", FAR, 6)
    for turns in range(1, 6):
        assert at.warps("Algol")[0][0] == turns
        at.next_turn_of("Algol")


def without_plans(at):
    """Return the state without the destination of a departure and the plans of warps."""
    seen = at.state.copy()
    seen.destination = 0
    seen.players["warps"]["target"] = 0
    return values(seen)


def test_nothing_on_the_table_shows_the_destination_of_a_warp():
    """FAD-3.3: Two journeys that differ in their destination look alike, and may end alike."""
    near, far = (position().depart("Algol", target, 6) for target in ("Vega", "Antares"))
    assert without_plans(near) == without_plans(far)
    near.next_turn_of("Algol")
    far.next_turn_of("Algol")
    assert near.options == far.options
    far.choose("arrive Vega")
    assert far.ships("Algol", "Vega") == 6


def test_a_warp_shows_the_sector_it_left_and_its_load():
    """FAD-3.4"""
    at = position(stars={"Algol": {"Rasalgethi": 9}}).depart("Rasalgethi", "Vega", 7)
    assert at.warps("Algol") == [(1, "H-red", 7)]


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_a_home_has_no_more_warps_on_its_path_than_it_owns(most):
    """FAD-3.8, FAD-8.8: max_warps"""
    at = position(max_warps=most)
    departures = 0
    for _ in range(6):
        while at.prompt == ("Algol", "arrival"):
            at.choose("continue")
        if at.active == "Algol":
            at.depart("Algol", "Antares", 1)
            departures += 1
        at.wait_for("Algol")
    assert departures == len(at.warps("Algol")) == most


def test_the_marker_keeps_the_sector_of_departure_until_the_warp_is_taken_off():
    """FAD-3.9"""
    at = position(stars={"Algol": {"Sirius": 5}}, max_warps=1).depart("Sirius", "Antares", 5)
    for _ in range(4):
        assert at.warps("Algol")[0][1] == "E-yellow"
        at.next_turn_of("Algol")
    at.choose(f"arrive {arrivals(at)[0]}")
    assert at.warps("Algol") == []
    assert at.depart("Algol", "Vega", 1).warps("Algol") == [(1, "A-yellow", 1)]


def test_a_warp_advances_one_space_on_each_turn_of_its_owner_and_on_no_other():
    """FAD-5.1"""
    at = position(warps={"Regulus": [(1, "C-yellow", 4)]})
    spaces = []
    for _ in range(8):
        spaces.append((at.active, at.warps("Regulus")[0][0]))
        at.end_turn()
    assert [space for _, space in spaces] == [1, 2, 2, 2, 2, 3, 3, 3]
    assert [home for home, _ in spaces] == ["Algol", "Regulus", "Antares", "Pavo"] * 2


def test_ships_of_two_stars_never_share_a_warp():
    """FAD-5.2: With two departures a turn, the ships of each star travel in a separate warp."""
    at = position(stars={"Algol": {"Vega": 3}}, departures_per_turn=2)
    at.depart("Algol", FAR, 15).choose("depart Vega", f"head for {FAR}")
    assert at.options == ["embark 1", "embark 2", "embark 3"]
    at.choose("embark 3")
    assert at.warps("Algol") == [(1, "B-yellow", 3), (1, "A-yellow", 15)]


def test_a_warp_brings_its_whole_load_to_one_star():
    """FAD-5.3: Each star is a single option, without a number of ships."""
    at = position(warps={"Algol": [(1, "A-yellow", 6)]})
    assert sorted(arrivals(at)) == sorted(set(arrivals(at)))
    at.choose("arrive Vega")
    assert at.ships("Algol", "Vega") == 6
    assert at.warps("Algol") == []


@pytest.mark.parametrize("sector", ["A-yellow", "B-red", "E-yellow", "F-red", "L-red"])
def test_a_warp_comes_out_only_at_stars_whose_count_is_its_space(sector):
    """FAD-5.4, FAD-5.6: The options are all stars of that count, and hyperspace, at every space."""
    farthest = int(position().rules.farthest[sector_id(sector)])
    for space in range(2, farthest + 1):
        at = position(warps={"Algol": [(space - 1, sector, 40)]})
        assert set(arrivals(at)) == stars_at(at, sector, space)
        assert at.options[0] == "continue"


def test_a_warp_that_may_arrive_may_also_stay_in_hyperspace():
    """FAD-5.6, FAD-8.2"""
    at = position(warps={"Algol": [(1, "A-yellow", 6)]})
    assert "arrive Vega" in at.options
    assert at.choose("continue").warps("Algol") == [(2, "A-yellow", 6)]


@pytest.mark.parametrize(("sector", "farthest"), [("E-yellow", 5), ("K-red", 6), ("A-yellow", 7)])
def test_a_warp_moved_beyond_the_farthest_sector_is_lost(sector, farthest):
    """FAD-5.5; X-13: lost_rule = ecc"""
    at = position(warps={"Algol": [(farthest - 1, sector, 4)]})
    assert at.warps("Algol") == [(farthest, sector, 4)]
    assert at.player("Algol").lost == 0
    at.next_turn_of("Algol")
    assert at.warps("Algol") == []
    assert at.player("Algol").lost == 4
    assert at.fleets("Algol") == {"Algol": 15}


def test_a_lost_warp_is_free_at_once():
    """FAD-5.5"""
    at = position(warps={"Algol": [(5, "E-yellow", 4)]}, max_warps=1)
    assert at.prompt == ("Algol", "departure")
    assert at.depart("Algol", FAR, 1).warps("Algol") == [(1, "A-yellow", 1)]


def test_the_ships_lent_to_a_lost_warp_are_lost_to_their_owner():
    """FAD-5.5, FAD-18.11: The warp carries four ships of Algol and two of Regulus."""
    at = position("alliances4", warps={"Algol": [(4, "E-yellow", 4)]})
    warp = at.player("Algol").warps[0]
    warp.lent, warp.partner = 2, at.seat("Regulus")
    at.next_turn_of("Algol")
    assert at.warps("Algol") == []
    assert (at.player("Algol").lost, at.player("Regulus").lost) == (4, 2)


def test_from_the_corner_the_last_space_reaches_only_the_opposite_corner():
    """FAD-5.4, FAD-5.5; X-14"""
    at = position(warps={"Algol": [(6, "A-yellow", 20)]})
    assert at.options == ["continue", "arrive Antares", "arrive Shaula"]
    at.next_turn_of("Algol")
    assert at.warps("Algol") == []
    assert at.player("Algol").lost == 20


def test_without_the_rule_of_the_farthest_sector_a_warp_is_lost_off_the_end_of_the_path():
    """FAD-5.5: lost_rule = track_end"""
    at = position(warps={"Algol": [(5, "E-yellow", 4)]}, lost_rule="track_end")
    for space in (6, 7):
        assert at.warps("Algol") == [(space, "E-yellow", 4)]
        assert at.options == ["continue"]
        at.next_turn_of("Algol")
    assert at.warps("Algol") == []
    assert at.player("Algol").lost == 4


def test_arrivals_come_before_the_departure():
    """FAD-5.7: departure_order = after_arrivals"""
    at = position(warps={"Algol": [(1, "A-yellow", 6)]})
    assert at.prompt == ("Algol", "arrival")
    at.choose("arrive Vega")
    assert at.prompt == ("Algol", "departure")
    at.depart("Vega", FAR, 6)
    assert at.active == "Regulus"


def test_before_the_arrivals_a_departure_takes_a_warp_that_was_free():
    """FAD-5.7: departure_order = before_arrivals"""
    at = position(warps={"Algol": [(1, "A-yellow", 6)]}, departure_order="before_arrivals")
    assert at.prompt == ("Algol", "departure")
    assert at.warps("Algol") == [(1, "A-yellow", 6)]
    at.depart("Algol", FAR, 2)
    assert at.prompt == ("Algol", "arrival")
    assert at.warps("Algol") == [(2, "A-yellow", 6), (1, "A-yellow", 2)]
    at.choose("arrive Vega")
    assert at.active == "Regulus"


def test_before_the_arrivals_no_departure_uses_a_warp_freed_by_an_arrival():
    """FAD-5.7: departure_order = before_arrivals, one warp"""
    at = position(warps={"Algol": [(1, "A-yellow", 6)]}, departure_order="before_arrivals", max_warps=1)
    assert at.prompt == ("Algol", "arrival")
    at.choose("arrive Vega")
    assert at.active == "Regulus"


def test_the_leading_warp_is_pushed_and_handled_first():
    """FAD-8.1, FAD-8.2"""
    at = position(warps={"Algol": [(2, "C-yellow", 3), (4, "A-yellow", 5)]})
    assert at.warps("Algol") == [(5, "A-yellow", 5), (2, "C-yellow", 3)]
    assert set(arrivals(at)) == stars_at(at, "A-yellow", 5)
    at.choose("continue")
    assert at.warps("Algol") == [(5, "A-yellow", 5), (3, "C-yellow", 3)]


def test_two_warps_of_a_home_never_stand_on_one_space():
    """FAD-8.1: one departure a turn keeps them apart."""
    at = position(max_warps=5)
    for _ in range(12):
        while at.prompt == ("Algol", "arrival"):
            at.choose("continue")
        if at.prompt == ("Algol", "departure"):
            at.depart("Algol", "Antares", 1)
        spaces = [space for space, _, _ in at.warps("Algol")]
        assert len(spaces) == len(set(spaces))
        at.wait_for("Algol")


def test_an_arriving_warp_is_taken_off_and_empty_at_once():
    """FAD-8.3"""
    at = position(warps={"Algol": [(4, "A-yellow", 5), (2, "C-yellow", 3)]})
    at.choose("arrive Arcturus", "continue")
    assert at.warps("Algol") == [(3, "C-yellow", 3)]
    assert at.prompt == ("Algol", "departure")
    assert at.depart("Arcturus", "Vega", 5).warps("Algol") == [(3, "C-yellow", 3), (1, "F-red", 5)]


def test_the_next_warp_is_handled_in_the_same_way():
    """FAD-8.4: It is pushed, then left in hyperspace or brought out at a star of its count."""
    at = position(warps={"Algol": [(4, "A-yellow", 5), (2, "C-yellow", 3)]}).choose("continue")
    assert at.prompt == ("Algol", "arrival")
    assert at.options[0] == "continue"
    assert {"arrive Algol", "arrive Vega", "arrive Rasalgethi"} & set(at.options) == {"arrive Algol"}
    at.choose("arrive Algol")
    assert at.ships("Algol", "Algol") == 18
    assert at.warps("Algol") == [(5, "A-yellow", 5)]


def test_a_departure_takes_any_number_of_ships_from_one_star():
    """FAD-8.6"""
    at = position(stars={"Algol": {"Vega": 3}})
    assert at.options == ["stay", "depart Algol", "depart Vega"]
    at.choose("depart Algol", f"head for {FAR}")
    assert at.options == [f"embark {number}" for number in range(1, 16)]
    at.choose("embark 15")
    assert at.fleets("Algol") == {"Vega": 3}


def test_a_departure_is_optional():
    """FAD-8.6, FAD-8.9"""
    at = position().choose("stay")
    assert at.active == "Regulus"
    assert at.fleets("Algol") == {"Algol": 15}


@pytest.mark.parametrize("target", ["Mirfak", FAR])
def test_one_departure_a_turn_hops_included(target):
    """FAD-8.7: departures_per_turn = 1"""
    assert position().depart("Algol", target, 1).active == "Regulus"


@pytest.mark.parametrize("target", ["Mirfak", FAR])
def test_two_departures_a_turn(target):
    """FAD-8.7: departures_per_turn = 2"""
    at = position(departures_per_turn=2, max_warps=5).depart("Algol", target, 1)
    assert at.prompt == ("Algol", "departure")
    assert at.depart("Algol", FAR, 1).active == "Regulus"


@pytest.mark.parametrize("most", [1, 2, 4])
def test_departures_of_a_turn_may_be_limited_only_by_free_warps(most):
    """FAD-8.7: departures_per_turn = 0"""
    at = position(warps={"Algol": [(1, "A-yellow", 1)]}, departures_per_turn=0, max_warps=most + 1).choose("continue")
    for _ in range(most):
        assert at.prompt == ("Algol", "departure")
        at.depart("Algol", FAR, 1)
    assert at.active == "Regulus"
    assert len(at.warps("Algol")) == most + 1


def test_staying_ends_the_departures_of_a_turn():
    """FAD-8.6: departures_per_turn = 2"""
    assert position(departures_per_turn=2).choose("stay").active == "Regulus"


def test_with_both_warps_on_the_path_there_is_no_departure_and_no_hop():
    """FAD-8.8, FAD-9.3; X-18: hop_needs_warp = true"""
    at = position(warps={"Algol": [(1, "A-yellow", 2), (3, "A-yellow", 2)]}).choose("continue", "continue")
    assert at.active == "Regulus"


def test_a_switch_allows_a_hop_without_a_warp():
    """FAD-9.3: hop_needs_warp = false; only the hop is possible."""
    warps = {"Algol": [(1, "A-yellow", 2), (3, "A-yellow", 2)]}
    at = position(warps=warps, hop_needs_warp=False).choose("continue", "continue")
    assert at.options == ["stay", "depart Algol"]
    assert at.choose("depart Algol").options == ["head for Mirfak"]
    at.choose("head for Mirfak", "embark 4")
    assert at.fleets("Algol") == {"Algol": 11, "Mirfak": 4}
    assert at.warps("Algol") == [(4, "A-yellow", 2), (2, "A-yellow", 2)]
    assert at.active == "Regulus"


def test_a_star_whose_companion_bars_the_hop_has_no_departure_without_a_warp():
    """FAD-9.3, FAD-14.4: hop_needs_warp = false, one ship against one."""
    warps = {"Algol": [(1, "A-yellow", 2), (3, "A-yellow", 2)]}
    stars = {"Algol": {"Algol": 1, "Vega": 1}, "Pavo": {"Mirfak": 1}}
    at = position(stars=stars, warps=warps, hop_needs_warp=False).choose("continue", "continue")
    assert at.options == ["stay", "depart Vega"]


def test_advancing_is_compulsory():
    """FAD-8.9: The owner decides only after the push."""
    at = position(warps={"Algol": [(1, "A-yellow", 2), (3, "A-yellow", 2)]})
    at.end_turn()
    assert at.warps("Algol") == [(4, "A-yellow", 2), (2, "A-yellow", 2)]
    at.next_turn_of("Algol").end_turn()
    assert at.warps("Algol") == [(5, "A-yellow", 2), (3, "A-yellow", 2)]


def test_a_departing_warp_is_pushed_to_the_first_space_with_its_marker_set():
    """FAD-9.1"""
    at = position(stars={"Algol": {"Vega": 3}}).depart("Vega", FAR, 2)
    assert at.warps("Algol") == [(1, "B-yellow", 2)]
    assert at.fleets("Algol") == {"Algol": 15, "Vega": 1}


def test_after_the_start_of_a_longer_journey_the_moves_of_the_turn_are_over():
    """FAD-9.2"""
    at = position().depart("Algol", "Vega", 3)
    assert at.active == "Regulus"
    assert at.ships("Algol", "Vega") == 0


def test_a_hop_arrives_on_the_turn_of_departure():
    """FAD-9.3; X-03"""
    at = position().depart("Algol", "Mirfak", 5)
    assert at.fleets("Algol") == {"Algol": 10, "Mirfak": 5}
    assert at.warps("Algol") == []


def test_a_warp_left_on_the_first_space_misses_the_other_star_of_its_sector():
    """FAD-9.4: next turn it stands on space 2."""
    at = position().depart("Algol", FAR, 5).next_turn_of("Algol")
    assert at.warps("Algol") == [(2, "A-yellow", 5)]
    assert not {"Mirfak", "Algol"} & set(arrivals(at))


def test_a_journey_of_count_five_from_round_four_ends_in_round_eight():
    """FAD-9.5, FAD-4.6; X-10"""
    at = position(rounds=4).depart("Algol", FAR, 5)
    assert at.warps("Algol")[0][0] == 1
    for rounds in (5, 6, 7):
        at.next_turn_of("Algol")
        assert (at.state.rounds, at.warps("Algol")[0][0]) == (rounds, rounds - 3)
        assert f"arrive {FAR}" not in at.options
    at.next_turn_of("Algol").choose(f"arrive {FAR}")
    assert at.state.rounds == 8
    assert at.prompt == ("Algol", "departure")
    assert f"depart {FAR}" in at.options


def numbers_to_embark(ships):
    """Return the numbers of ships offered for a departure from a stack of `ships`."""
    at = position(stars={"Algol": {"Algol": ships}}).choose("depart Algol", f"head for {FAR}")
    return [int(words.removeprefix("embark ")) for words in at.options]


def test_a_departure_may_take_any_number_of_ships():
    """FAD-8.6, A-37: Every number is offered for a stack up to the size of the list of options."""
    for ships in (1, 640, 900, LISTED):
        assert numbers_to_embark(ships) == list(range(1, ships + 1))


def test_a_stack_too_large_for_the_list_lacks_only_the_middle_numbers():
    """A-37: It offers the smallest and the largest numbers, including all ships."""
    half, ships = LISTED // 2, LISTED + 100
    assert numbers_to_embark(ships) == [*range(1, half + 1), *range(ships - half + 1, ships + 1)]


def test_a_loan_too_large_for_the_list_lacks_only_the_middle_numbers():
    """A-37, D-8: No ships and all ships are always offered."""
    stars = {"Algol": {"Vega": 2}, "Regulus": {"Vega": LISTED + 50}}
    at = position("alliances4", stars=stars).choose("depart Vega", f"head for {FAR}", "embark 2")
    lent = [int(words.removeprefix("lend ")) for words in at.options]
    assert len(lent) == len(set(lent)) == LISTED
    assert (lent[0], lent[-1]) == (0, LISTED + 50)


def test_no_stack_of_the_printed_game_is_too_large_for_the_list():
    """A-37: The stack holds all ships that four homes have at the start and can build until the round limit."""
    document = tables.read(GAME)
    switches = {name: entry["value"] for name, entry in document["switches"].items()}
    pairs = min(sum(star[kind] for star in document["stars"].values()) for kind in ("population", "materials"))
    productions = range(switches["first_production_round"], switches["max_rounds"] + 1, switches["production_period"])
    assert 4 * switches["start_ships"] + pairs * len(productions) < LISTED
