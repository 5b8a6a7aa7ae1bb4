"""Objectives: tasks, claims, and drawing new objectives."""

import pytest

from starbalance.simulator.games.four_thousand_ad_leaders.occupation import held_stars
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount, extent, fulfils
from tests.four_thousand_ad_leaders.table import battle, position

YELLOW = ["Algol", "Mirfak", "Vega", "Deneb", "Denebola", "Capella", "Elnath", "Sirius", "Adhara", "Spica", "Alioth"]


def fulfilled(name, home="Algol", **edits):
    """Return (the extent to which a home fulfils a task, the amount required) after edits of a position."""
    at = position(**edits)
    seat, card = at.seat(home), at.objectives.index(name)
    held = held_stars(at.state, at.rules, seat)
    progress = int(extent(at.state, at.rules, seat, card, held)), int(amount(at.state, at.rules, card))
    assert fulfils(at.state, at.rules, seat, card, held) == (progress[0] >= progress[1])
    return progress


def on(*names, ships=1):
    return {"stars": {"Algol": dict.fromkeys(names, ships)}}


@pytest.mark.parametrize(("name", "stars", "expected"), [
    ("Frontier Charter", YELLOW, (11, 11)),
    ("Frontier Charter", YELLOW[1:], (11, 11)),  # the player's home without a ship
    ("Frontier Charter", YELLOW[2:], (10, 11)),
    ("Colonial Census", ["Algol", "Mirfak", "Vega", "Deneb"], (3, 8)),
    ("Colonial Census", ["Mirfak", "Vega", "Denebola", "Sirius", "Castor", "Altair", "Hadar"], (8, 8)),
    ("Ore Monopoly", ["Algol", "Mirfak", "Vega", "Deneb"], (3, 8)),
    ("War Economy", ["Algol", "Mirfak", "Vega", "Deneb"], (3, 7)),
    ("Shipyard League", ["Vega", "Sirius", "Canopus", "Mirfak", "Mira"], (5, 5)),
    ("Two Skies", ["Algol", "Vega", "Pavo", "Mira", "Deneb", "Elnath", "Alioth"], (2, 5)),
    ("Four Quarters", ["Algol", "Vega", "Elnath", "Mira", "Pollux", "Castor", "Pavo", "Hadar"], (2, 2)),
    ("Four Quarters", ["Algol", "Vega", "Elnath", "Mira", "Pollux", "Castor", "Pavo"], (1, 2)),
    ("Heart of the Field", ["Sirius", "Altair", "Unukalhai"], (3, 3)),
    ("Plumb Line", ["Capella", "Elnath", "Mira", "Menkar"], (1, 1)),
    ("Plumb Line", ["Algol", "Mirfak", "Almach", "Mirach"], (0, 1)),  # the letter of the player's home
    ("Sector Sovereign", ["Algol", "Mirfak", "Vega", "Deneb", "Capella", "Elnath", "Pavo", "Atria"], (4, 4)),
    ("Long Reach", ["Canopus", "Arcturus", "Pavo"], (3, 3)),
    ("Long Reach", ["Vega", "Arcturus", "Pavo"], (2, 3)),
    ("Crown Taken", ["Vega"], (0, 1)),
])  # fmt: skip
def test_the_tasks_on_stars(name, stars, expected):
    """FAL-23.01, FAL-23.02, FAL-23.03, FAL-23.04, FAL-23.05, FAL-23.06, FAL-23.07, FAL-23.08, FAL-23.09, FAL-23.10,
    FAL-23.11, FAL-23.13: Y-49.
    """
    assert fulfilled(name, **on(*stars)) == expected


def test_the_crown_is_the_home_of_an_opponent():
    """FAL-23.13: Y-39"""
    stars = {"Algol": {"Regulus": 1}, "Regulus": {"Vega": 1}}
    assert fulfilled("Crown Taken", stars=stars) == (1, 1)
    assert fulfilled("Crown Taken", "Regulus", stars=stars) == (0, 1)


@pytest.mark.parametrize(("star", "expected"), [("Denebola", 3), ("Alphard", 3), ("Regulus", 0), ("Vega", 0)])
def test_the_gates_are_the_stars_of_the_letter_of_a_home(star, expected):
    """FAL-23.12: in both layers, without the home."""
    stars = {"Algol": {star: 3}, "Regulus": {"Sirius": 1}}
    assert fulfilled("At the Gates", stars=stars) == (expected, 3)


def test_a_grand_fleet_is_away_from_home():
    """FAL-23.14"""
    assert fulfilled("Grand Fleet", stars={"Algol": {"Algol": 20, "Vega": 11}}) == (11, 12)
    assert fulfilled("Grand Fleet", stars={"Algol": {"Vega": 12}}) == (12, 12)
    at_a_home = {"Algol": {"Regulus": 12}, "Regulus": {"Vega": 1}}
    assert fulfilled("Grand Fleet", stars=at_a_home) == (12, 12)


def test_an_armada_counts_ships_in_warp():
    """FAL-23.15"""
    fleets = {"Algol": [(0, "A-yellow", 10, None)]}
    assert fulfilled("Armada", stars={"Algol": {"Algol": 20}}, fleets=fleets) == (30, 30)


@pytest.mark.parametrize(("most", "expected"), [(4, (3, 4)), (3, (3, 3)), (6, (3, 4))])
def test_the_doctrine_requires_fleets_of_two(most, expected):
    """FAL-23.16: With a lower limit of fleets, it requires only that many."""
    fleets = {"Algol": [(0, "A-yellow", ships, None) for ships in (2, 3, 5, 1)[:most]]}
    progress = fulfilled("Hyperspace Doctrine", fleets=fleets, max_fleets=most)
    assert progress == expected


def test_a_decisive_battle_kills_four_in_one_combat():
    """FAL-23.17: The rounds of one combat count together, as Attacker, in this turn."""
    at = battle([(9, None)], 5).choose("name 2", "withdraw 0", "name 2")
    assert at.player("Algol").killed == 0  # the combat is not over
    at.choose("withdraw 0")
    assert at.prompt[1] == "losses"
    at.choose("name 1", "withdraw 0")
    assert (at.player("Algol").killed, at.player("Regulus").killed) == (5, 0)
    at.next_turn_of("Algol")
    assert at.player("Algol").killed == 0


def two_wins(task, *fleets):
    """Algol has destroyed 3 ships at Vega and 3 at Deneb in a turn that is over."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 3, "Deneb": 3}},
        fleets={"Algol": fleets},
        table=[task],
    ).choose("stop", "arrive Vega", "arrive Deneb", "fight Vega", "name 3", "withdraw 0", "name 3", "withdraw 0")
    return at.end_turn()


def test_ships_destroyed_in_two_combats_do_not_add_up():
    """FAL-23.17: 3 and 3 do not count as 4."""
    at = two_wins("Decisive Battle", (0, "A-yellow", 6, None), (0, "A-yellow", 6, None))
    assert (int(at.player("Algol").wins), at.claims("Algol")) == (2, set())


def test_the_fleets_of_two_combats_do_not_converge():
    """FAL-23.20: each combat is won from one sector."""
    at = two_wins("Converging Fleets", (0, "E-yellow", 6, None), (0, "A-yellow", 6, None))
    assert (int(at.player("Algol").wins), at.claims("Algol")) == (2, set())


def test_a_win_with_equal_ships_is_not_against_the_odds():
    """FAL-23.18"""
    at = battle([(5, "Grand Admiral")], 5)
    assert at.prompt == ("Algol", "losses")
    assert at.player("Algol").outnumbered_wins == 0


def test_against_the_odds_counts_rounds_in_either_role():
    """FAL-23.18: They count until the end of the player's next turn."""
    at = battle([(3, "Grand Admiral")], 7)
    assert at.player("Algol").outnumbered_wins == 1
    at = battle([(6, None)], 4, hand=["Citadel Commander"]).choose("lead Citadel Commander")
    assert at.player("Regulus").outnumbered_wins == 1
    at.wait_for("Regulus", "source")
    assert at.player("Regulus").outnumbered_wins == 1
    at.end_turn()
    assert at.player("Regulus").outnumbered_wins == 0


def test_two_fronts_are_two_combats_won_this_turn():
    """FAL-23.19: The enemies may be destroyed or withdraw."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 3, "Deneb": 3}},
        fleets={"Algol": [(0, "A-yellow", 4, None), (0, "A-yellow", 4, None)]},
        table=["Two Fronts"],
    ).choose("stop", "arrive Vega", "arrive Deneb", "fight Vega", "name 3", "withdraw 0")
    assert at.player("Algol").attack_wins == 1
    at.choose("name 1", "withdraw 2", "withdraw 0")
    assert at.claims("Algol") == {"Two Fronts"}
    at.next_turn_of("Algol")
    assert at.player("Algol").attack_wins == 0


def test_converging_fleets_come_from_two_sectors():
    """FAL-23.20: Y-44; a fleet from E-yellow, and ships that hopped."""
    edits = dict(
        stars={"Algol": {"Deneb": 4}, "Regulus": {"Regulus": 5, "Vega": 2}},
        fleets={"Algol": [(0, "E-yellow", 3, None)]},
        table=["Converging Fleets"],
    )
    at = position(**edits).send("Deneb", "Vega", 3).choose("stop", "arrive Vega", "name 2", "withdraw 0")
    assert at.claims("Algol") == {"Converging Fleets"}
    at.next_turn_of("Algol")
    assert at.player("Algol").sources == 0
    at = position(**edits).choose("stop", "arrive Vega", "name 2", "withdraw 0")
    assert at.claims("Algol") == set()


CHARTER = dict(stars={"Algol": dict.fromkeys(YELLOW, 1)})


def test_open_objectives_are_claimed_at_once_by_several_players():
    """FAL-19.1, FAL-4.2, FAL-19.7: any number, each at most once per player."""
    stars = {"Algol": {**dict.fromkeys(YELLOW, 1), "Pavo": 30}, "Pavo": {"Hadar": 30}}
    at = position(stars=stars, table=["Frontier Charter", "Armada", "Crown Taken"]).choose("stop")
    assert at.claims("Algol") == {"Frontier Charter", "Armada", "Crown Taken"}
    assert at.state.over == 0
    at.end_round()
    assert at.winners == {"Algol": 1.0}


def test_the_hand_objective_is_shown_and_claimed_and_another_drawn():
    """FAL-4.1, FAL-19.2, FAL-19.3"""
    at = position(**CHARTER, objectives={"Algol": "Frontier Charter"}).choose("stop")
    assert (at.prompt, at.options) == (("Algol", "claim"), ["no", "claim Frontier Charter"])
    top = at.deck[0]
    at.choose("claim Frontier Charter")
    assert at.claims("Algol") == {"Frontier Charter"}
    assert at.open == {"Armada", "Frontier Charter"}
    assert at.objective("Algol") == top


def test_the_hand_objective_may_be_kept_secret_or_must_be_shown():
    """FAL-19.2: A-19, claims_forced"""
    at = position(**CHARTER, objectives={"Algol": "Frontier Charter"}).choose("stop", "no")
    assert (at.claims("Algol"), at.objective("Algol")) == (set(), "Frontier Charter")
    at = position(**CHARTER, objectives={"Algol": "Frontier Charter"}, claims_forced=True).choose("stop")
    assert at.claims("Algol") == {"Frontier Charter"}


def test_a_shown_objective_is_open_to_all_in_their_turns():
    """Y-41; Q can claim it in the same round, R from the next round on, and so with the new card.

    FAL-19.3, FAL-19.4, FAL-4.2.
    """
    stars = {"Regulus": {"Regulus": 30}, "Antares": {"Antares": 30}, "Algol": {"Algol": 30}}
    at = position(stars=stars, objectives={"Regulus": "Armada"}, table=["Crown Taken"])
    at.choose("stop").choose("stop", "claim Armada")
    assert [at.claims(home) for home in at.homes[:2]] == [set(), {"Armada"}]
    at.choose("stop")
    assert at.claims("Antares") == {"Armada"}
    at.next_turn_of("Algol").choose("stop")
    assert at.claims("Algol") == {"Armada"}
    assert int(at.player("Algol").followed) == int(at.player("Antares").followed) == 1


@pytest.mark.parametrize(("chain", "claims"), [(False, 1), (True, 2)])
def test_a_card_just_drawn_waits_for_the_next_turn(chain, claims):
    """FAL-19.4: A-13, chain_claims"""
    stars = {"Algol": {**dict.fromkeys(YELLOW, 1), "Vega": 12}}
    at = position(stars=stars, objectives={"Algol": "Frontier Charter"}, chain_claims=chain)
    at.state.deck[0] = at.objectives.index("Grand Fleet")
    at.choose("stop", "claim Frontier Charter")
    assert (at.prompt == ("Algol", "claim")) == chain
    if chain:
        at.choose("claim Grand Fleet")
    assert len(at.claims("Algol")) == claims


@pytest.mark.parametrize(("needs", "claims"), [(True, set()), (False, {"Armada"})])
def test_without_the_home_there_is_no_claim(needs, claims):
    """FAL-19.5, FAL-21.1: Y-24, Y-50; claim_needs_home; an Envoy can still be used."""
    stars = {"Algol": {"Vega": 30}, "Regulus": {"Regulus": 5, "Algol": 1}}
    at = position(stars=stars, claim_needs_home=needs, objectives={"Algol": "Grand Fleet"}, hands={"Algol": ["Envoy"]})
    at.choose("stop")
    assert at.prompt == ("Algol", "swap")
    at.choose("no")
    assert at.prompt == (("Regulus", "source") if needs else ("Algol", "claim"))
    if not needs:
        at.choose("no")
    assert at.claims("Algol") == claims
    assert at.objective("Algol") == "Grand Fleet"


def test_an_empty_home_is_occupied_for_claims():
    """FAL-20.2, FAL-19.5: Y-23"""
    at = position(stars={"Algol": {"Vega": 30}}).choose("stop")
    assert at.claims("Algol") == {"Armada"}


def test_a_home_won_back_allows_claims_at_once():
    """FAL-19.5, FAL-20.2: Y-40"""
    stars = {"Algol": {"Mirfak": 30}, "Regulus": {"Regulus": 5, "Algol": 1}}
    at = position(stars=stars).send("Mirfak", "Algol", 30)
    at.choose("name 1", "withdraw 0")
    assert at.claims("Algol") == {"Armada"}


def test_a_captor_takes_an_empty_home_without_combat():
    """FAL-20.3, FAL-11.6, FAL-21.1: Y-39; the leader returns to the hand, and the owner cannot claim."""
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Vega": 30}},
        fleets={"Algol": [(1, "A-yellow", 1, "Corsair")]},
    ).choose("stop", "arrive Regulus")
    assert at.hand("Algol") == {"Corsair"}
    at.end_turn()
    assert at.claims("Regulus") == set()
    at.next_turn_of("Algol").send("Regulus", "Denebola", 1).choose("stop")
    at.end_turn()
    assert at.claims("Regulus") == {"Armada"}


def test_an_empty_deck_gives_no_new_card():
    """FAL-19.6, J-7"""
    at = position(**CHARTER, objectives={"Algol": "Frontier Charter"})
    at.state.deck_count = 0
    at.choose("stop", "claim Frontier Charter")
    assert at.objective("Algol") is None


def test_claims_are_never_lost():
    """FAL-5.4: Y-43; the claims win although the home and the ships are lost."""
    at = position(**CHARTER, table=["Frontier Charter"], claims_to_win=2).choose("stop")
    at.player("Algol").claims |= 1 << at.objectives.index("Armada")
    at.player("Algol").ships[:] = 0
    at.player("Regulus").ships[at.star("Algol")] = 1
    at.end_round()
    assert at.winners == {"Algol": 1.0}


def test_a_claim_may_cost_a_ship():
    """A-32, claim_costs_ship: from the largest stack. The player decides on each claim; tasks are checked before.

    FAL-19.1, FAL-19.7.
    """
    stars = {"Algol": {"Algol": 18, "Vega": 12}}
    at = position(stars=stars, table=["Armada", "Grand Fleet"], claim_costs_ship=True).choose("stop")
    assert (at.prompt, at.options) == (("Algol", "claim_open"), ["no", "claim Grand Fleet"])
    at.choose("claim Grand Fleet", "claim Armada")
    assert at.stands("Algol") == {"Algol": 16, "Vega": 12}
    assert int(at.player("Algol").paid) == 2
    at = position(stars=stars, table=["Armada", "Grand Fleet"], claim_costs_ship=True).choose("stop", "no", "no")
    assert at.claims("Algol") == set()
    at = position(stars=stars, table=["Armada"], claim_costs_ship=True, claims_forced=True).choose("stop")
    assert at.claims("Algol") == {"Armada"}


def test_a_claimed_objective_is_not_offered_again():
    """FAL-19.1: Only an objective that the player has not yet claimed; a further claim would cost another ship."""
    at = position(stars={"Algol": {"Algol": 30}}, table=["Armada"], claim_costs_ship=True)
    at.player("Algol").claims |= 1 << at.objectives.index("Armada")
    at.choose("stop")
    assert at.prompt != ("Algol", "claim_open")
    assert int(at.player("Algol").paid) == 0


def test_without_a_ship_at_a_star_no_claim_can_be_paid():
    """FAL-19.1: A-32"""
    at = position(stars={"Algol": {}}, fleets={"Algol": [(0, "A-yellow", 30, None)]}, claim_costs_ship=True)
    assert at.choose("stay").claims("Algol") == set()
