"""Tracks, departures, hops, arrivals."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from tests.four_thousand_ad_leaders.table import position

FOUR = [(0, "A-yellow", 1, None), (0, "A-yellow", 2, None), (0, "L-red", 3, None), (0, "L-red", 4, None)]


def test_the_steps_of_a_turn_come_in_their_order():
    """FAL-7.1: production, advance, departures, arrivals, combats, claims."""
    at = position(
        stars={"Algol": {"Algol": 12, "Mirfak": 1}, "Regulus": {"Regulus": 5, "Vega": 2}},
        fleets={"Algol": [(0, "A-yellow", 12, None)]},
        objectives={"Algol": "Decisive Battle"},
        rounds=3,
        hands={"Algol": ["Quartermaster", "Navigator", "Signal Officer", "Envoy"], "Regulus": ["Corsair"]},
    )
    seen = []
    while at.active == "Algol":
        if not seen or seen[-1] != at.prompt:
            seen.append(at.prompt)
        at.choose(
            "arrive Vega"
            if at.prompt[1] == "arrival"
            else at.options[-1]
            if at.prompt[1] == "losses"
            else at.options[0]
        )
    steps = [step for _, step in seen]
    assert steps == [
        "build",
        "supply",
        "shift",
        "recall",
        "source",
        "arrival",
        "supply",
        "defence",
        "losses",
        "withdrawal",
        "swap",
    ]


def test_a_fleet_goes_one_square_per_turn_and_arrives_at_its_distance():
    """FAL-1.4, FAL-9.1, FAL-10.3, FAL-11.2: Y-06; squares 0, 1, 2, 3."""
    at, squares = position(rounds=5).choose("build Algol").send("Algol", "Sirius", 8).choose("stop"), []
    squares.append(at.fleets("Algol")[0][0])
    for _ in range(3):
        at.next_turn_of("Algol").wait_for("Algol", "source")
        squares.append(at.fleets("Algol")[0][0])
    assert (squares, at.state.rounds) == ([0, 1, 2, 3], 8)
    at.choose("stop")
    assert "arrive Sirius" not in at.options and "arrive Capella" not in at.options and "arrive Rigel" in at.options
    assert len(at.options) == 1 + 12


def test_only_the_fleets_of_the_player_on_turn_move():
    """FAL-7.3, FAL-9.1: A-02"""
    at = position(fleets={"Regulus": [(0, "C-yellow", 3, None)], "Algol": [(1, "A-yellow", 1, None)]})
    assert at.fleets("Regulus")[0][0] == 0
    assert at.fleets("Algol")[0][0] == 2


@pytest.mark.parametrize(("length", "lost_from"), [(6, 6), (5, 5), (7, 7)])
def test_a_fleet_past_the_last_square_is_lost(length, lost_from):
    """FAL-9.1, FAL-9.2, FAL-9.5: Y-07; track_length; without a leader there is no card."""
    at = position(fleets={"Algol": [(lost_from - 1, "A-yellow", 2, None)]}, track_length=length)
    assert at.fleets("Algol")[0][0] == lost_from
    at = position(fleets={"Algol": [(lost_from, "A-yellow", 2, None)]}, track_length=length)
    assert at.fleets("Algol") == []
    assert int(at.player("Algol").lost) == 2
    assert at.cards("Algol", "recovered") == set()


def test_a_leader_lost_in_hyperspace_is_removed_and_leaves_a_card():
    """FAL-9.3: Y-07"""
    at = position(fleets={"Algol": [(6, "A-yellow", 2, "Corsair")]}, hands={"Algol": ["Tactician"]})
    assert at.cards("Algol", "removed") == at.cards("Algol", "recovered") == {"Corsair"}
    assert at.hand("Algol") == {"Tactician"}


@pytest.mark.parametrize(("rule", "fleets"), [("track_end", [(5, "E-yellow", 2, None)]), ("ecc", [])])
def test_a_fleet_that_can_arrive_nowhere_drifts_or_is_lost(rule, fleets):
    """FAL-9.2: A-24; lost_rule; no star is farther from E than 4."""
    at = position(fleets={"Algol": [(4, "E-yellow", 2, None)]}, lost_rule=rule)
    assert at.fleets("Algol") == fleets
    assert at.choose("stop").active == "Regulus"


def test_any_number_of_ships_departs_as_one_fleet():
    """FAL-10.1, FAL-10.2: from 1 to all ships; two fleets may share a square; some numbers are offered."""
    at = position().choose("depart Algol", "head for Vega")
    assert set(at.options) == {"embark 1", "embark 2", "embark 3", "embark 8", "embark 14", "embark 15"}
    at.choose("embark 3").send("Algol", "Deneb", 12)
    assert at.fleets("Algol") == [(0, "A-yellow", 3, None), (0, "A-yellow", 12, None)]
    assert at.active == "Regulus"


def test_numbers_needed_at_the_target_are_offered():
    """FAL-10.1: the number of enemy ships there plus three."""
    at = position(stars={"Regulus": {"Regulus": 15, "Vega": 4}}).choose("depart Algol", "head for Vega")
    assert "embark 7" in at.options


@pytest.mark.parametrize("most", [2, 3, 4, 5, 6])
def test_the_number_of_fleets_in_warp_is_limited(most):
    """FAL-10.4: any number of departures within max_fleets."""
    at = position(max_fleets=most)
    for _ in range(most):
        at.send("Algol", "Vega", 1)
    assert len(at.fleets("Algol")) == most
    assert at.active == "Regulus"


def test_fleets_that_are_due_still_count_in_step_three():
    """FAL-10.4, FAL-11.3: Y-09; there are four fleets in warp, and two arrive."""
    at = position(fleets={"Algol": FOUR})
    assert at.prompt == ("Algol", "arrival")
    at.choose("arrive Vega", "arrive Deneb", "stay", "stay")
    assert len(at.fleets("Algol")) == 2


def test_a_hop_is_immediate_and_takes_a_warp_of_the_turn():
    """FAL-10.6: Y-08; three fleets are in warp, so one hop is possible."""
    at = position(fleets={"Algol": FOUR[:3]}, stars={"Algol": {"Algol": 5}}).send("Algol", "Mirfak", 2)
    assert at.stands("Algol") == {"Algol": 3, "Mirfak": 2}
    assert at.prompt[1] == "arrival"
    at.next_turn_of("Algol")
    while at.prompt[1] != "source":
        at.wait()
    assert "depart Mirfak" in at.options


def test_ships_that_hopped_stay_for_the_turn():
    """FAL-10.7: A-04; ships that were there before may depart."""
    at = position(stars={"Algol": {"Algol": 5, "Mirfak": 1}}).send("Algol", "Mirfak", 4)
    at.choose("depart Mirfak", "head for Vega")
    assert at.options == ["embark 1"]
    at.choose("embark 1")
    assert at.options == ["stop", "depart Algol"]


def test_a_switch_lets_ships_that_hopped_depart_again():
    """FAL-10.7: hop_chain; each hop uses a warp, and none starts at a star with an enemy."""
    at = position(stars={"Algol": {"Algol": 5}}, hop_chain=True)
    for source, target in (("Algol", "Mirfak"), ("Mirfak", "Algol"), ("Algol", "Mirfak"), ("Mirfak", "Algol")):
        at.send(source, target, 5)
    assert at.active == "Regulus"
    at = position(stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 1, "Mirfak": 1}}, hop_chain=True)
    assert at.send("Algol", "Mirfak", 4).options == ["stop", "depart Algol"]


def test_a_hop_to_an_empty_star_occupies_it():
    """FAL-10.8, FAL-20.1"""
    at = position().send("Algol", "Mirfak", 1)
    assert at.ships("Algol", "Mirfak") == 1


def test_a_hop_to_an_enemy_is_fought_after_the_arrivals():
    """FAL-10.8, FAL-13.1: A-23, A-29; with a leader and with a fleet that arrives there."""
    at = position(
        stars={"Algol": {"Deneb": 5}, "Regulus": {"Regulus": 5, "Vega": 4}},
        fleets={"Algol": [(0, "A-yellow", 3, None)]},
        hands={"Algol": ["Vanguard Captain"], "Regulus": ["Corsair"]},
    ).send("Deneb", "Vega", 4, "Vanguard Captain")
    assert (at.ships("Algol", "Vega"), at.prompt[1]) == (4, "source")
    at.choose("stop", "arrive Vega")
    assert at.prompt == ("Regulus", "defence")
    assert at.state.count.tolist() == [7, 4]


def test_arrived_ships_cannot_depart_in_the_same_turn():
    """FAL-10.9: departures are over."""
    at = position(fleets={"Algol": [(0, "A-yellow", 3, None)]}).choose("stop", "arrive Vega")
    assert at.active == "Regulus"


def test_a_leader_travels_face_down_with_its_fleet():
    """FAL-10.5, FAL-2.2: one leader from the hand; it stays with the fleet, whose sector of departure is public."""
    at = position(hands={"Algol": ["Corsair", "Tactician"]}).choose("depart Algol", "head for Vega", "embark 2")
    assert at.options == ["lead nobody", "lead Tactician", "lead Corsair"]
    at.choose("lead Corsair")
    assert at.fleets("Algol") == [(0, "A-yellow", 2, "Corsair")]
    assert (at.hand("Algol"), at.cards("Algol", "seen")) == ({"Tactician"}, set())


def test_a_switch_bars_use_cards_from_leading():
    """FAL-3.5: use_cards_lead"""
    for allowed in (True, False):
        at = position(hands={"Algol": ["Corsair", "Envoy"]}, use_cards_lead=allowed)
        at.choose("depart Algol", "head for Vega", "embark 2")
        assert ("lead Envoy" in at.options) == allowed


def test_arriving_is_optional_and_each_fleet_picks_a_star():
    """FAL-11.3, FAL-11.4, FAL-10.2: Two fleets on one square arrive at different stars."""
    at = position(stars={"Algol": {"Algol": 1}}, fleets={"Algol": FOUR[:2]}).choose(
        "stop", "arrive Vega", "arrive Deneb"
    )
    assert at.stands("Algol") == {"Algol": 1, "Vega": 1, "Deneb": 2}
    at = position(fleets={"Algol": FOUR[:2]}).choose("stop", "stay", "stay")
    assert len(at.fleets("Algol")) == 2


def test_fleets_of_one_square_may_have_to_arrive_together():
    """FAL-11.4: A-26; square_moves_together, only for fleets from one sector."""
    at = position(stars={"Algol": {"Algol": 1}}, fleets={"Algol": FOUR[:3]}, square_moves_together=True)
    at.choose("stop", "arrive Vega")
    assert at.ships("Algol", "Vega") == 3
    assert at.fleets("Algol") == [(1, "L-red", 3, None)]
    at = position(fleets={"Algol": FOUR[:2]}, square_moves_together=True).choose("stop", "stay")
    assert (at.active, len(at.fleets("Algol"))) == ("Regulus", 2)


def test_no_fleet_returns_to_its_sector():
    """FAL-11.5: neither when it enters hyperspace nor at any square."""
    for square in range(6):
        at = position(fleets={"Algol": [(square, "A-yellow", 1, None)]}).choose("stop")
        assert not {"arrive Algol", "arrive Mirfak"} & set(at.options)


def test_the_only_target_in_the_sector_of_departure_is_a_hop():
    """FAL-11.5, FAL-10.6"""
    at = position().choose("depart Algol")
    assert len(at.options) == 47 and "head for Algol" not in at.options


def test_on_a_short_track_the_far_corner_is_out_of_reach():
    """FAL-1.4: track_length = 5"""
    at = position(track_length=5).choose("depart Algol")
    assert len(at.options) == 45 and "head for Antares" not in at.options


def test_a_leader_without_combat_returns_unrevealed():
    """FAL-11.6: A-29; after an arrival and after a hop, in step 4: it cannot lead a second departure of the turn."""
    at = position(fleets={"Algol": [(0, "A-yellow", 1, "Corsair")]}, hands={"Algol": ["Tactician"]})
    at.send("Algol", "Mirfak", 1, "Tactician").choose("depart Algol", "head for Vega", "embark 1")
    assert at.hand("Algol") == set()
    at.choose("stop", "arrive Vega")
    assert at.hand("Algol") == {"Corsair", "Tactician"}
    assert at.cards("Algol", "seen") == set()


@pytest.mark.parametrize("enemy", [0, 1, 9])
def test_a_fleet_may_arrive_at_any_star_of_the_distance(enemy):
    """FAL-11.7: a friendly or empty star, or one held by fewer or more enemies."""
    at = position(
        stars={"Algol": {"Algol": 5, "Deneb": 2}, "Regulus": {"Regulus": 5, "Vega": enemy}},
        fleets={"Algol": [(0, "A-yellow", 1, None)]},
    ).choose("stop")
    assert {"arrive Vega", "arrive Deneb", "arrive Mirach"} <= set(at.options)
    assert at.choose("arrive Deneb").ships("Algol", "Deneb") == 3


def test_a_horizontal_and_a_vertical_turn_reach_every_sector():
    """FAL-11.1: A to F on the red layer."""
    rules = tables.load(GAME).record
    assert rules.stars_at.shape == (24, 8, 18)
    at = position(fleets={"Algol": [(3, "A-yellow", 1, None)]}).choose("stop")
    assert "arrive Arcturus" in at.options
