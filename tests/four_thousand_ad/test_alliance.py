"""Alliances: sides, turns, shared stars, loans, joint arrivals, and how alliances win."""

import pytest

from starbalance.simulator.games.four_thousand_ad.occupation import ships_of
from starbalance.simulator.games.four_thousand_ad.production import resources
from tests.four_thousand_ad.table import position


def allies(stars=None, warps=None, **switches):
    """Alliances of four players, Algol to move."""
    return position("alliances4", stars=stars, warps=warps, **switches)


def joint(algol, regulus, defenders, **switches):
    """Place warps of Algol and of Regulus that can come out at Vega this turn, where Pavo has ships."""
    warps = {"Algol": [(1, "A-yellow", algol)], "Regulus": [(1, "C-yellow", regulus)]}
    return allies({"Pavo": {"Vega": defenders}}, warps, **switches)


def draws(at, home):
    """Return the (population, materials) that a home draws now."""
    return tuple(int(n) for n in resources(at.state, at.rules, at.seat(home)))


@pytest.mark.parametrize("setup", ["alliances4", "alliances2"])
def test_algol_and_regulus_stand_against_pavo_and_antares(setup):
    """FAD-16.1, FAD-16.2, FAD-16.3: each home has its 15 ships and its warps; one commander or two."""
    at = position(setup)
    sides = {home: int(at.rules.side[at.seat(home)]) for home in at.homes}
    assert sides["Algol"] == sides["Regulus"] != sides["Pavo"] == sides["Antares"]
    assert [at.fleets(home) for home in at.homes] == [{home: 15} for home in at.homes]
    commanders = {int(at.rules.player[at.seat(home)]) for home in ("Algol", "Regulus")}
    assert len(commanders) == (2 if setup == "alliances4" else 1)


def test_allies_need_not_co_operate():
    """FAD-16.4: A joint arrival can be declined, and the fleet of one ally may come out without the other's."""
    at = joint(6, 6, 5).choose("no").wait_for("Algol", "arrival").choose("arrive Vega")
    assert at.ships("Algol", "Vega") == 6
    assert at.warps("Regulus") == [(1, "C-yellow", 6)]


def test_a_side_takes_its_whole_turn_and_both_new_ships_come_first():
    """FAD-17.1, FAD-17.2: in round 3 Algol and Regulus have 16 ships each before Algol moves, the other homes 15."""
    at = allies(rounds=3)
    assert [at.ships(home, home) for home in at.homes] == [16, 16, 15, 15]
    turns = []
    for _ in range(4):
        turns.append(at.active)
        at.choose("stay")
    assert turns == ["Algol", "Regulus", "Antares", "Pavo"]


def test_a_joint_arrival_comes_before_the_remaining_moves():
    """The decision comes before any other move of the side. 6 and 6 ships beat 11; 12 remain, 6 each.

    FAD-17.3, FAD-18.12.
    """
    at = joint(6, 6, 11)
    assert at.prompt == ("Algol", "joint_arrival")
    at.choose("combine Vega with Regulus", "join")
    assert at.prompt == ("Regulus", "join")
    at.choose("join")
    assert (at.ships("Algol", "Vega"), at.ships("Regulus", "Vega"), at.ships("Pavo", "Vega")) == (6, 6, 0)
    assert at.warps("Algol") == at.warps("Regulus") == []
    assert (at.state.combined, at.state.joint) == (1, 1)


def test_an_ally_may_refuse_a_joint_arrival():
    """D-10; FAD-16.4: Then neither fleet comes out, and no warp has been pushed."""
    at = joint(6, 6, 11).choose("combine Vega with Regulus", "join", "stand by").wait_for("Algol", "arrival")
    assert (at.warps("Algol"), at.warps("Regulus")) == ([(2, "A-yellow", 6)], [(1, "C-yellow", 6)])
    assert at.ships("Pavo", "Vega") == 11


def test_a_joint_arrival_is_offered_only_if_the_sum_wins():
    """D-10; FAD-14.9: 6 and 6 against 12 are equal."""
    assert joint(6, 6, 12).prompt[1] != "joint_arrival"
    assert joint(6, 7, 12).prompt[1] == "joint_arrival"


def test_up_to_four_fleets_join_one_attack():
    """FAD-18.12; X-19: two warps of each ally, 3 + 3 + 3 + 3 ships against 11."""
    warps = {
        home: [(2, f"{letter}-yellow", 3), (1, "B-yellow", 3)] for home, letter in (("Algol", "A"), ("Regulus", "C"))
    }
    at = allies({"Pavo": {"Sirius": 11}}, warps)
    at.choose("combine Sirius with Regulus", "join", "join", "join", "join")
    assert (at.ships("Algol", "Sirius"), at.ships("Regulus", "Sirius"), at.ships("Pavo", "Sirius")) == (6, 6, 0)


def test_every_ally_has_a_separate_departure():
    """FAD-17.4: Algol departs, then Regulus."""
    at = allies().depart("Algol", "Vega", 3)
    assert at.prompt == ("Regulus", "departure")
    at.depart("Regulus", "Vega", 4)
    assert (at.warps("Algol"), at.warps("Regulus")) == ([(1, "A-yellow", 3)], [(1, "C-yellow", 4)])


def test_a_warp_behind_another_takes_part_out_of_sequence():
    """FAD-17.5: Algol's second warp joins while its leading warp is moved afterwards; each is pushed once."""
    warps = {"Algol": [(3, "A-yellow", 2), (1, "A-yellow", 6)], "Regulus": [(1, "C-yellow", 6)]}
    at = allies({"Pavo": {"Vega": 11}}, warps)
    at.choose("combine Vega with Regulus", "join", "join")
    assert at.ships("Algol", "Vega") == 6
    at.wait_for("Algol", "arrival").choose("continue")
    assert at.warps("Algol") == [(4, "A-yellow", 2)]


def test_ships_may_join_an_ally_at_a_star_without_permission():
    """FAD-18.1: Algol arrives at Vega, which Regulus holds, without a decision of Regulus."""
    at = allies({"Regulus": {"Vega": 2}}, {"Algol": [(1, "A-yellow", 3)]}).choose("arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Regulus", "Vega")) == (3, 2)
    assert at.prompt[1] != "permission"


def test_ships_come_to_an_allys_home_only_with_permission():
    """FAD-18.2, D-7: yes lets the ships in; no repeats the decision of the warp without that choice."""
    warps = {"Algol": [(2, "A-yellow", 3)]}
    at = allies(warps=warps).choose("arrive Regulus")
    assert at.prompt == ("Regulus", "permission")
    at.choose("yes")
    assert at.ships("Algol", "Regulus") == 3
    at = allies(warps=warps).choose("arrive Regulus", "no")
    assert at.prompt == ("Algol", "arrival")
    assert "arrive Regulus" not in at.options


def test_a_hop_into_an_allys_home_needs_his_permission():
    """Yes leads to the number of ships that hop; no repeats the decision of the departure without that star.

    FAD-18.2, FAD-9.3, D-7.
    """
    stars = {"Algol": {"Denebola": 3}}
    at = allies(stars).choose("depart Denebola", "head for Regulus")
    assert at.prompt == ("Regulus", "permission")
    at.choose("yes")
    assert at.prompt == ("Algol", "ships")
    at.choose("embark 2")
    assert (at.ships("Algol", "Regulus"), at.ships("Algol", "Denebola")) == (2, 1)
    at = allies(stars).choose("depart Denebola", "head for Regulus", "no")
    assert at.prompt == ("Algol", "departure")
    assert "head for Regulus" not in at.choose("depart Denebola").options


def test_a_commander_of_both_homes_needs_no_permission():
    """FAD-16.3, FAD-18.2: in Alliances of two players."""
    at = position("alliances2", warps={"Algol": [(2, "A-yellow", 3)]}).choose("arrive Regulus")
    assert at.ships("Algol", "Regulus") == 3


def test_an_allys_home_in_enemy_hands_needs_no_permission():
    """D-7; FAD-19.2: It is retaken and belongs to its owner again."""
    stars = {"Regulus": {"Regulus": 0, "Denebola": 1}, "Pavo": {"Regulus": 2}}
    at = allies(stars, {"Algol": [(2, "A-yellow", 3)]})
    assert at.controller("Regulus") == "Pavo"
    at.choose("arrive Regulus")
    assert at.controller("Regulus") == "Regulus"
    assert at.ships("Algol", "Regulus") == 3


def shared(**switches):
    """Vega, with both symbols, is held by Regulus, and Algol has just come there."""
    return allies({"Regulus": {"Vega": 2}}, {"Algol": [(1, "A-yellow", 3)]}, **switches).choose("arrive Vega")


def test_the_first_at_a_shared_star_draws_its_resources():
    """FAD-18.3, FAD-18.6: Regulus was at Vega first and draws both symbols; Algol draws none."""
    at = allies({"Regulus": {"Vega": 2}})
    assert (draws(at, "Algol"), draws(at, "Regulus")) == ((1, 1), (2, 2))
    at = shared()
    assert at.prompt == ("Regulus", "resources")
    at.choose("assign first")
    assert (draws(at, "Algol"), draws(at, "Regulus")) == ((1, 1), (2, 2))


def test_allies_may_agree_that_the_second_ally_draws_from_the_next_round():
    """FAD-18.4, D-9: not in the round of the agreement."""
    at = shared().choose("assign second")
    assert (draws(at, "Algol"), draws(at, "Regulus")) == ((1, 1), (2, 2))
    at.state.rounds += 1
    assert (draws(at, "Algol"), draws(at, "Regulus")) == ((2, 2), (1, 1))


def test_allies_may_draw_alternately():
    """FAD-18.4: on different production turns, never both."""
    at = shared().choose("assign alternate")
    drawn = []
    for rounds in (3, 5, 7):
        at.state.rounds = rounds
        drawn.append((draws(at, "Algol"), draws(at, "Regulus")))
    assert drawn == [((1, 1), (2, 2)), ((2, 2), (1, 1)), ((1, 1), (2, 2))]


def test_a_star_without_a_symbol_needs_no_agreement_on_drawing():
    """FAD-18.4, D-9: Without symbols Vega supplies no resources to share."""
    at = allies({"Regulus": {"Vega": 2}}, {"Algol": [(1, "A-yellow", 3)]})
    at.state.population[at.star("Vega")] = at.state.materials[at.star("Vega")] = 0
    at.choose("arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Regulus", "Vega")) == (3, 2)
    assert at.prompt == ("Algol", "departure")


def test_of_two_allies_who_arrive_together_the_one_with_the_larger_gain_draws():
    """FAD-18.5, A-09: Apart from Mimosa, Regulus lacks the material that Deneb has; Algol already has it."""
    stars = {"Regulus": {"Denebola": 1}, "Algol": {"Almach": 1}, "Pavo": {"Deneb": 3}}
    warps = {"Algol": [(1, "A-yellow", 2)], "Regulus": [(1, "C-yellow", 2)]}
    at = allies(stars, warps).choose("combine Deneb with Regulus", "join", "join")
    assert at.prompt == ("Regulus", "resources")
    assert at.state.first[at.star("Deneb")] == at.seat("Regulus")


def test_an_empty_home_counts_in_its_owners_gain():
    """A-09, FAD-13.4: Algol's home of two population symbols, possessed without a ship, lacks the material of Deneb."""
    stars = {"Algol": {"Algol": 0}, "Pavo": {"Deneb": 3}}
    warps = {"Algol": [(1, "A-yellow", 2)], "Regulus": [(1, "C-yellow", 2)]}
    at = allies(stars, warps, seating="reversed")
    at.state.population[at.star("Algol")] = 2
    at.choose("combine Deneb with Algol", "join", "join")
    assert at.state.first[at.star("Deneb")] == at.seat("Algol")


@pytest.mark.parametrize(("seating", "first"), [("board_clockwise", "Algol"), ("reversed", "Regulus")])
def test_of_two_allies_with_equal_gain_the_earlier_in_turn_order_draws(seating, first):
    """FAD-18.5, A-09: Both arrive at Vega with equal resources at home."""
    at = joint(6, 6, 11, seating=seating)
    partner = at.homes[1 - at.seat(first)]
    at.choose(f"combine Vega with {partner}", "join", "join")
    assert at.state.first[at.star("Vega")] == at.seat(first)


def test_equal_gain_on_the_second_side_is_decided_by_turn_order_too():
    """FAD-18.5, A-09: Antares and Pavo, last in the order of play, arrive at Gacrux between their homes."""
    warps = {"Antares": [(1, "L-red", 6)], "Pavo": [(1, "J-red", 6)]}
    at = allies({"Regulus": {"Gacrux": 11}}, warps).wait_for("Antares", "joint_arrival")
    at.choose("combine Gacrux with Pavo", "join", "join")
    assert at.order == ["Algol", "Regulus", "Antares", "Pavo"]
    assert at.state.first[at.star("Gacrux")] == at.seat("Antares")


def test_allies_at_one_star_defend_as_one_force_and_die_together():
    """FAD-18.7; X-21: 7 and 4 ships hold against 11 and are destroyed by 12."""
    for attackers, may in ((11, False), (12, True)):
        at = position(
            "alliances4",
            stars={"Algol": {"Vega": 7}, "Regulus": {"Vega": 4}},
            warps={"Pavo": [(5, "J-red", attackers)]},
            first="Pavo",
        ).wait_for("Pavo", "arrival")
        assert ("arrive Vega" in at.options) == may
    at.choose("arrive Vega")
    assert (at.ships("Algol", "Vega"), at.ships("Regulus", "Vega"), at.ships("Pavo", "Vega")) == (0, 0, 12)


def lent(loan):
    """Algol departs from Vega with 2 ships and `loan` ships of Regulus."""
    at = allies({"Algol": {"Vega": 3}, "Regulus": {"Vega": 5}})
    at.choose("depart Vega", "head for Sirius", "embark 2")
    assert at.prompt == ("Regulus", "loan")
    return at.choose(f"lend {loan}")


def test_a_combined_fleet_travels_in_the_movers_warp():
    """FAD-18.8, FAD-18.9: It needs the ally's permission; at least one ship is the mover's."""
    at = lent(4)
    assert at.warps("Algol") == [(1, "B-yellow", 6)]
    assert at.warps("Regulus") == []
    assert (at.ships("Algol", "Vega"), at.ships("Regulus", "Vega")) == (1, 1)
    at = allies({"Algol": {"Vega": 3}, "Regulus": {"Vega": 5}}).choose("depart Vega", "head for Sirius")
    assert at.options == ["embark 1", "embark 2", "embark 3"]


def test_lent_ships_still_belong_to_the_lender():
    """FAD-18.10, FAD-18.11: They arrive as his ships, and depart again only in his departure, not from hyperspace."""
    at = lent(4).next_turn_of("Algol").wait_for("Algol", "arrival").choose("arrive Sirius")
    at.wait_for("Regulus", "departure") if at.prompt[1] != "resources" else at.choose("assign first")
    assert (at.ships("Algol", "Sirius"), at.ships("Regulus", "Sirius")) == (2, 4)
    at.wait_for("Regulus", "departure").depart("Sirius", "Vega", 4).choose("lend 0")
    assert (at.ships("Regulus", "Sirius"), at.ships("Algol", "Sirius")) == (0, 2)


def test_lent_ships_count_for_their_owner_in_hyperspace_too():
    """FAD-18.11, FAD-23.2: 12 more at home and 2 of 6 in the warp are Algol's, the other 4 are Regulus'."""
    at = lent(4)
    assert [int(ships_of(at.state, at.rules, at.seat(home))) for home in ("Algol", "Regulus")] == [18, 20]


def test_a_combined_fleet_fights_as_one():
    """FAD-18.8: 2 ships of the mover and 4 lent ships beat 5."""
    at = lent(4)
    at.player("Pavo").ships[at.star("Sirius")] = 5
    at.next_turn_of("Algol").wait_for("Algol", "arrival").choose("arrive Sirius")
    assert (at.ships("Pavo", "Sirius"), at.ships("Algol", "Sirius"), at.ships("Regulus", "Sirius")) == (0, 2, 4)


def test_a_warp_joins_another_of_its_owner_that_carries_an_allys_ships():
    """A-31; FAD-8.5, FAD-18.12: Algol attacks with 3 and 3 ships, plus 2 ships of Regulus in the second warp."""
    at = allies({"Pavo": {"Sirius": 7}}, {"Algol": [(2, "A-yellow", 3), (1, "B-yellow", 3)]})
    warp = at.player("Algol").warps[1]
    warp.lent, warp.partner = 2, at.seat("Regulus")
    at.choose("combine Sirius with Regulus", "join")
    assert (at.ships("Algol", "Sirius"), at.ships("Regulus", "Sirius"), at.ships("Pavo", "Sirius")) == (6, 2, 0)


def conquest(**switches):
    """Algol holds Pavo's home; Regulus is about to come out at Antares, left empty."""
    stars = {"Pavo": {"Pavo": 0, "Atria": 3}, "Algol": {"Pavo": 4}, "Antares": {"Antares": 0, "Shaula": 3}}
    return allies(stars, {"Regulus": [(4, "C-yellow", 2)]}, **switches)


def test_the_second_enemy_home_wins_at_once():
    """FAD-19.1: at the moment of arrival; each home of the side has half of the win."""
    at = conquest().wait_for("Regulus", "arrival").choose("arrive Antares")
    assert at.state.over
    assert list(at.state.credit[: at.rules.seats]) == [0.5, 0.5, 0.0, 0.0]


def test_a_single_captured_home_is_not_final():
    """FAD-19.2: Pavo without his home is not eliminated, has no grace turn, and retakes it."""
    at = position(
        "alliances4",
        stars={"Pavo": {"Pavo": 0, "Atria": 9}, "Algol": {"Pavo": 4}},
        first="Pavo",
    ).wait_for("Pavo", "departure")
    assert at.player("Pavo").status == 0
    at.depart("Atria", "Pavo", 9)
    assert at.controller("Pavo") == "Pavo"


def test_an_ally_without_home_and_ships_is_eliminated_and_the_other_plays_on():
    """FAD-19.3, A-12: The home stays eliminated when its ally retakes it, unless revive_by_ally is on."""
    stars = {"Pavo": {"Pavo": 0}, "Algol": {"Pavo": 4}}
    for revive in (False, True):
        at = position("alliances4", stars=stars, warps={"Antares": [(2, "L-red", 9)]}, revive_by_ally=revive)
        at.end_turn()
        assert at.player("Pavo").status == 2
        at.wait_for("Antares", "arrival").choose("arrive Pavo")
        assert at.player("Pavo").status == (0 if revive else 2)
        assert at.controller("Pavo") == ("Pavo" if revive else "Antares")


def test_a_player_without_ships_whose_home_is_not_captured_plays_on():
    """A-13; FAD-13.4: His home still produces."""
    at = position("alliances4", stars={"Pavo": {"Pavo": 0}}, rounds=3).wait_for("Pavo", "departure")
    assert at.player("Pavo").status == 0
    assert at.ships("Pavo", "Pavo") == 1


def test_an_alliance_may_concede():
    """FAD-19.4, D-12: with the switch concede; without it there is no such decision."""
    at = allies(concede=True)
    assert at.prompt == ("Algol", "concession")
    at.choose("yes")
    assert list(at.state.credit[: at.rules.seats]) == [0.0, 0.0, 0.5, 0.5]
    assert allies().prompt[1] != "concession"


def test_a_switch_requires_a_winner_to_hold_all_homes_of_the_side():
    """While Algol is lost, capturing the second enemy home does not win; the side wins when the captor leaves Algol.

    FAD-19.5.
    """
    at = conquest(alliance_win_needs_own_homes=True)
    at.player("Algol").ships[at.star("Algol")] = 0
    at.player("Antares").ships[at.star("Algol")] = 2
    at.begin_turn().wait_for("Regulus", "arrival").choose("arrive Antares")
    assert not at.state.over
    at.wait_for("Antares", "departure").depart("Algol", "Mirfak", 2)
    assert at.state.over
    assert list(at.state.credit[: at.rules.seats]) == [0.5, 0.5, 0.0, 0.0]
