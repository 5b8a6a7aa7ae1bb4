"""The effects of cards outside a combat (HOS-17). Effects in a combat are in test_combat.py and test_aftermath.py."""

import pytest

from starbalance.simulator.games.handful_of_stars.state import NONE
from tests.handful_of_stars.table import Table, bare_table

ALL = ("act pass", "act pass")
MANY = ["Hap", "Ashfall", "Star Drive", "Embermoor", "Drossen", "Academy", "Shipyard", "Settlers"]


def holding(*hand, overrides=None, draw=("Academy", "Shipyard"), **switches):
    """Seat 0 on turn with this hand and the home world Pellas; its draw deck holds the cards of `draw`."""
    at = bare_table(overrides=overrides, **switches).show_counters().place(0, "Pellas", marker="home")
    return at.deal(0, hand=hand, draw=draw)


def plays(at):
    """Return the cards that can be played for their effect."""
    return [words.removeprefix("play ") for words in at.options if words.startswith("play ")]


def used_no_action(card, at):
    """Return whether a card just played used no action and lies on top of the discard pile."""
    return at.state.actions_left == 2 and at.pile(0, "discard")[-1] == card


def in_combat(**hands):
    """Seat 0 has attacked the outpost Lyssa of seat 1 with a fleet, and seat 1 has to respond."""
    at = bare_table().place(0, "Hap", fleets=1, marker="outpost").place(1, "Lyssa", marker="outpost")
    at.deal(0, hand=["Star Drive"]).deal(1, **hands)
    return at.choose("act move", "from Hap", "move 1 fleet to Lyssa", "done", "spend Star Drive for energy", "no")


# 17.1 to 17.7


def test_cybernetics_draws_two_cards_without_an_action():
    """HOS-17.1: (a)."""
    at = holding("Advanced Cybernetics", "Hap", draw=["Academy", "Shipyard", "Settlers"])
    at.choose("play Advanced Cybernetics")
    assert at.hand(0) == ["Hap", "Academy", "Shipyard"]
    assert used_no_action("Advanced Cybernetics", at)


def test_cybernetics_exhausts_the_draw_deck_under_the_usual_rules():
    """HOS-17.1, HOS-3.7, HOS-3.8: (b) one card left, then a shuffle: the marker advances, counters turn front up."""
    at = holding("Advanced Cybernetics", draw=["Academy"]).deal(0, discard=["Settlers", "Shipyard"])
    at.give_counters(0, "energy_2", down=["energy_2"]).choose("play Advanced Cybernetics")
    assert at.hand(0)[0] == "Academy"
    assert len(at.hand(0)) == 2
    assert at.state.shuffles == 1
    assert at.face_down(0) == []


def test_cybernetics_cannot_draw_itself():
    """HOS-17.1: (c) If there is only one other card, one card is drawn."""
    at = holding("Advanced Cybernetics", draw=[]).deal(0, discard=["Settlers"]).choose("play Advanced Cybernetics")
    assert at.hand(0) == ["Settlers"]
    assert at.pile(0, "discard") == ["Advanced Cybernetics"]


@pytest.mark.parametrize("slot", ["hand", "one"])
def test_cybernetics_is_not_played_in_a_combat(slot):
    """HOS-17.1: (d)."""
    at = in_combat(**{"hand": ["Retreat"], slot: ["Advanced Cybernetics"]})
    assert at.prompt == (1, "response")
    assert "Advanced Cybernetics" not in plays(at)


def test_armaments_build_two_units_at_no_cost():
    """HOS-17.2: (a) any mix; (b) in different systems."""
    at = holding("Armaments").place(0, "Rhosgar", marker="colony")
    at.choose("play Armaments", "build fleet Pellas", "build star base Rhosgar", "done")
    assert (at.units("Pellas", 0), at.units("Rhosgar", 0)) == ((1, 0), (0, 1))
    assert at.pile(0, "discard") == ["Armaments"]
    assert at.state.actions_left == 1


def test_armaments_build_one_or_two_units():
    """HOS-17.2: (a), also if the switch for the build action allows another number."""
    at = holding("Armaments", build_most=4).choose("play Armaments")
    assert "done" not in at.options
    assert "done" in at.choose("build fleet Pellas").options
    assert at.choose("build fleet Pellas").options == ["done"]


def test_armaments_build_at_the_usual_sites():
    """HOS-17.2, A52: (b) not on outposts or on systems with only units, but on outposts with Mobile Factories."""
    at = holding("Armaments").place(0, "Hap", marker="outpost").place(0, "Lyssa", fleets=1)
    at.choose("play Armaments")
    assert at.options == ["build fleet Pellas", "build star base Pellas"]
    at = holding("Armaments").place(0, "Hap", marker="outpost").deal(0, two=["Mobile Factories"])
    assert "build fleet Hap" in at.choose("play Armaments").options


def test_armaments_build_from_the_stock():
    """HOS-17.2: (c) With all six star bases on the map no further one is built."""
    at = holding("Armaments").place(0, "Rhosgar", star_bases=6, marker="colony").choose("play Armaments")
    assert at.options == ["build fleet Pellas", "build fleet Rhosgar"]
    at = holding("Armaments").place(0, "Rhosgar", fleets=16, star_bases=6, marker="colony")
    assert plays(at) == []


@pytest.mark.parametrize(("two", "size"), [(["Artificial Intelligence"], 7), (["Culture"], 6)])
def test_artificial_intelligence_in_the_reserve_fills_the_hand_to_seven(two, size):
    """HOS-17.3, HOS-3.5: (a)."""
    at = holding("Hap", draw=MANY[1:]).deal(0, two=two).choose(*ALL)
    assert len(at.hand(0)) == size


def test_artificial_intelligence_in_the_hand_does_nothing():
    """HOS-17.3, HOS-4.9: (a)."""
    assert len(holding("Artificial Intelligence", draw=MANY).choose(*ALL).hand(0)) == 6


@pytest.mark.parametrize(("hand", "after"), [(7, 7), (5, 6)])
def test_a_smaller_hand_size_counts_from_the_next_draw(hand, after):
    """HOS-17.3: (b) When it leaves the Reserve nothing is discarded, and no seventh card is drawn."""
    at = holding(*MANY[:hand], draw=["Retreat", "Missiles", "Culture"]).deal(0, two=["Artificial Intelligence"])
    at.choose("act discard", "discard Artificial Intelligence", "done", "act pass")
    assert len(at.hand(0)) == after


def test_a_black_hole_is_put_on_a_connection_of_a_controlled_system():
    """HOS-17.4, HOS-1.9: (a) A fleet is enough for control; (d) from then on no unit crosses the connection."""
    at = bare_table().place(0, "Hap", fleets=1).deal(0, hand=["Black-Hole Creator", "Star Drive"])
    at.choose("play Black-Hole Creator")
    assert at.options == [
        "block Lyssa and Hap",
        "block Rhosgar and Hap",
        "block Hap and Ashfall",
        "block Hap and Frostgate",
    ]
    at.choose("block Hap and Ashfall")
    assert at.state.spare_discs == 15
    assert at.state.actions_left == 1
    at.choose("act move", "from Hap")
    assert "move 1 fleet to Rhosgar" in at.options
    assert "move 1 fleet to Ashfall" not in at.options


def test_the_black_hole_creator_goes_to_the_box():
    """HOS-17.4, HOS-1.11: One-Use."""
    at = holding("Black-Hole Creator").choose("play Black-Hole Creator", "block Orrin and Pellas")
    assert at.boxed("Black-Hole Creator") == 1
    assert at.pile(0, "discard") == []


def test_the_black_hole_creator_needs_a_spare_disc():
    """HOS-17.4: (b)."""
    at = holding("Black-Hole Creator")
    at.state.spare_discs = 0
    assert plays(at) == []


def test_the_black_hole_creator_needs_a_connection_without_a_disc():
    """HOS-17.4, A26: (c)."""
    at = bare_table().place(0, "Pellas", marker="home").deal(0, hand=["Black-Hole Creator"])
    at.block("Pellas", "Orrin").block("Pellas", "Jorvask")
    assert at.choose("play Black-Hole Creator").options == ["block Pellas and Drossen"]
    assert plays(at.block("Pellas", "Drossen").turn(0)) == []


def test_blue_sky_research_keeps_one_card_of_three_in_hand():
    """HOS-17.5: (a); (b) the other two lie under the deck; (d) it costs nothing but the action."""
    at = holding("Blue-Sky Research").stack("Culture", "Missiles", "Space Mines", "Retreat")
    left = at.state.technologies_left
    at.choose("play Blue-Sky Research")
    assert sorted(at.options) == ["keep Culture", "keep Missiles", "keep Space Mines"]
    at.choose("keep Missiles")
    assert at.hand(0) == ["Missiles"]
    assert at.pile(0, "discard") == ["Blue-Sky Research"]
    assert at.state.actions_left == 1
    deck = [at.card_name(card) for card in at.state.technologies[: at.state.technologies_left]]
    assert sorted(deck[:2]) == ["Culture", "Space Mines"]
    assert deck[-1] == "Retreat"
    assert at.state.technologies_left == left - 1


@pytest.mark.parametrize("left", [1, 2])
def test_blue_sky_research_draws_all_cards_of_a_short_deck(left):
    """HOS-17.5: (a)."""
    at = holding("Blue-Sky Research").stack("Culture", "Missiles")
    at.state.technologies[:left] = at.state.technologies[at.state.technologies_left - left : at.state.technologies_left]
    at.state.technologies_left = left
    assert len(at.choose("play Blue-Sky Research").options) == left


def test_blue_sky_research_needs_a_card_in_the_deck():
    """HOS-17.5: (a)."""
    at = holding("Blue-Sky Research")
    at.state.technologies_left = 0
    assert plays(at) == []


def test_blue_sky_research_sets_the_wormhole_card_aside():
    """HOS-17.5, HOS-10.6, HOS-17.34: (c) a further card replaces it, and wormholes are open to all."""
    at = holding("Blue-Sky Research")
    at.state.wormhole_card = NONE
    at.stack("Culture", "Wormhole Technology", "Missiles", "Space Mines").choose("play Blue-Sky Research")
    assert sorted(at.options) == ["keep Culture", "keep Missiles", "keep Space Mines"]
    assert at.card_name(at.state.wormhole_card) == "Wormhole Technology"


@pytest.mark.parametrize("slot", ["one", "two"])
def test_culture_earns_its_points_when_it_enters_either_reserve(slot):
    """HOS-17.6, A47: (a) 2 VP at once."""
    at = holding("Culture").choose("act reserve")
    assert at.vp(0) == 7
    assert at.choose(f"reserve Culture to reserve {slot}").vp(0) == 9


@pytest.mark.parametrize(
    "ways",
    [
        ("act discard", "discard Culture"),
        ("act remove", "remove Culture"),
        ("act colonise", "outpost Hap", "spend Culture for population"),
    ],
)
def test_culture_loses_its_points_when_it_leaves(ways):
    """HOS-17.6, HOS-4.9: (b) discarded, removed or spent (which brings the 3 VP of an outpost)."""
    at = holding().place(0, "Hap", fleets=1).deal(0, two=["Culture"])
    assert at.vp(0) == 9
    assert at.choose(*ways).vp(0) == (10 if "outpost Hap" in ways else 7)


def test_culture_loses_its_points_when_a_shortfall_takes_it():
    """HOS-17.6, HOS-3.9: (b)."""
    at = holding(draw=[]).deal(0, two=["Culture"]).choose(*ALL)
    assert at.prompt == (0, "shortfall")
    assert at.choose("take back Culture").vp(0) == 7


def developing(discs, *counters):
    """Seat 0 holds Development; `discs` discs lie on the track."""
    at = (
        holding("Development")
        .give_counters(0, *counters)
        .show_counters("vp_3", "reserve", *["matter_2"] * 3, "research_2")
    )
    assert at.player(0).track_discs == discs
    return at


def test_development_replaces_a_disc_by_a_counter():
    """HOS-17.7: (a) the disc is set aside; (b) the display is refilled; One-Use."""
    at = developing(5, "energy_2", "energy_2")
    spare = at.player(0).spare_discs
    at.choose("play Development", "take counter vp_3")
    assert (at.player(0).track_discs, at.player(0).spare_discs) == (4, spare + 1)
    assert at.counters(0) == ["energy_2", "energy_2", "vp_3"]
    assert at.vp(0) == 10
    assert len(at.displayed_counters) == 6
    assert at.boxed("Development") == 1
    assert at.state.actions_left == 1


def test_the_disc_set_aside_by_development_is_used_when_the_track_is_empty():
    """HOS-17.7, HOS-9.6: (c) a colony with it earns no counter."""
    at = developing(1, *["energy_2"] * 4, "matter_2", "population_1").place(0, "Rhosgar", marker="outpost")
    at.player(0).spare_discs = 0
    at.deal(0, hand=["Development", "Pellas"]).choose("play Development", "take counter reserve")
    assert (at.player(0).track_discs, at.player(0).spare_discs) == (0, 1)
    at.choose("act colonise", "upgrade Rhosgar", "spend Pellas for population")
    assert at.prompt == (1, "turn")
    assert at.player(0).spare_discs == 0
    assert len(at.counters(0)) == 7


def test_development_needs_a_disc_on_the_track():
    """HOS-17.7, A43: (d)."""
    at = developing(0, *["energy_2"] * 4, "matter_2", "population_1", "research_2")
    assert plays(at) == []


# 17.10, 17.26, 17.28: movement


def line(*two, fleets=0, star_bases=0, wormhole=False):
    """Seat 0 has units at Hap; to the right follow its outposts Ashfall and Bleakwater, then neutral Cinder and
    Drossen."""
    at = bare_table().place(0, "Hap", fleets=fleets, star_bases=star_bases, marker="outpost")
    at.place(0, "Ashfall", marker="outpost").place(0, "Bleakwater", marker="outpost")
    if wormhole:
        at.open_wormholes(0)
    return at.deal(0, hand=["Hap", "Ashfall", "Star Drive", "Academy"], two=two)


def price(at, origin, *moves):
    """Return the cost of these moves from a system: resource -> points."""
    return at.choose("act move", f"from {origin}", *moves, "done").due


@pytest.mark.parametrize(("system", "energy"), [("Ashfall", 1), ("Bleakwater", 1), ("Cinder", 2), ("Drossen", 2)])
def test_fast_ships_take_a_fleet_two_connections_for_one_energy(system, energy):
    """HOS-17.10: (a)."""
    at = line("Fast Ships", fleets=1).place(0, "Cinder", marker="outpost")
    assert price(at, "Hap", f"move 1 fleet to {system}") == {"energy": energy}


def test_fast_ships_do_not_share_energy_among_fleets():
    """HOS-17.10, A28: (a) Two fleets move over one connection each."""
    assert price(line("Fast Ships", fleets=2), "Hap", "move 2 fleets to Ashfall") == {"energy": 2}


def test_fast_ships_in_the_hand_do_nothing():
    """HOS-17.10, HOS-4.9: (a)."""
    at = line(fleets=1).deal(0, hand=["Fast Ships", "Star Drive"])
    assert price(at, "Hap", "move 1 fleet to Bleakwater") == {"energy": 2}


def test_a_hop_may_lie_between_the_two_connections_of_fast_ships():
    """HOS-17.10, HOS-15.4: (b) Lodestar to Magnar, by wormhole to Helion, then to Galdor: 1 E and 1 R."""
    at = bare_table().open_wormholes(0).place(0, "Lodestar", fleets=1, marker="outpost")
    for system in ("Magnar", "Helion", "Galdor"):
        at.place(0, system, marker="outpost")
    at.deal(0, hand=["Star Drive", "Academy"], two=["Fast Ships"])
    assert price(at, "Lodestar", "hop 1 fleet to Galdor") == {"energy": 1, "research": 1}


def test_fast_ships_take_a_fleet_through_a_system_by_stealth_for_one_energy():
    """HOS-17.10, HOS-17.28: (c)."""
    at = line("Fast Ships", "Stealth Technology", fleets=1).place(1, "Ashfall", fleets=2, marker="outpost")
    assert price(at, "Hap", "move 1 fleet to Bleakwater") == {"energy": 1}


@pytest.mark.parametrize(("system", "energy"), [("Ashfall", 2), ("Bleakwater", 2), ("Cinder", 4)])
def test_a_star_base_with_fast_ships_pays_two_energy_for_one_or_two_connections(system, energy):
    """HOS-17.10, HOS-17.26: (d), HOS-17.26e; at least 2 E."""
    at = line("Fast Ships", "Star Base Movement", star_bases=1)
    assert price(at, "Hap", f"move 1 star base to {system}") == {"energy": energy}


def retreating(*two, **units):
    """Seat 0 has attacked Cinder from Bleakwater and retreats at once; beyond Bleakwater lie its Ashfall and Hap."""
    at = line().place(0, "Bleakwater", marker="outpost", **units).place(1, "Cinder", fleets=1, marker="outpost")
    at.deal(0, hand=["Hap", "Ashfall", "Star Drive"], two=two).choose("act move", "from Bleakwater")
    at.choose("move 1 star base to Cinder" if units.get("star_bases") else "move 1 fleet to Cinder", "done")
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    return at


def test_fast_ships_do_not_extend_a_retreat():
    """HOS-17.10, HOS-8.4: (e)."""
    at = retreating("Fast Ships", fleets=1).choose("yes")
    assert at.prompt == (0, "retreat")
    assert at.options == ["retreat 1 fleet to Bleakwater"]


@pytest.mark.parametrize(("system", "energy"), [("Ashfall", 2), ("Bleakwater", 4), ("Cinder", 6)])
def test_star_base_movement_moves_a_star_base_at_two_energy_a_connection(system, energy):
    """HOS-17.26, HOS-6.2: (a)."""
    assert price(line("Star Base Movement", star_bases=1), "Hap", f"move 1 star base to {system}") == {"energy": energy}


def test_a_star_base_stays_without_star_base_movement():
    """HOS-17.26, HOS-6.2: (a)."""
    at = line(fleets=1, star_bases=1).choose("act move", "from Hap")
    assert not [words for words in at.options if "star base" in words]


def test_a_star_base_pays_two_research_for_a_hop():
    """HOS-17.26, HOS-15.3: (b)."""
    at = line("Star Base Movement", wormhole=True).place(0, "Cinder", star_bases=1, marker="outpost")
    assert price(at, "Cinder", "hop 1 star base to Magnar") == {"research": 2}


def test_a_moving_star_base_fights_like_a_fleet():
    """HOS-17.26, HOS-6.4: (c) it stops in a system of another player, and a combat begins with its five points."""
    at = line("Star Base Movement", star_bases=1).place(1, "Ashfall", fleets=1, marker="outpost")
    at.choose("act move", "from Hap")
    assert "move 1 star base to Bleakwater" not in at.options
    at.choose("move 1 star base to Ashfall", "done", "spend Hap for energy")
    assert at.prompt == (0, "retreat_at_once")
    assert at.margin == 5 - 3


def test_a_star_base_joins_a_combat():
    """HOS-17.26, HOS-7.9: (c) it adds 5 to the defence for 2 E."""
    at = in_combat(hand=["Star Drive"], two=["Star Base Movement"]).place(1, "Fennar", star_bases=1, marker="colony")
    assert at.margin == 3
    at.choose("reinforce 1 star base from Fennar")
    assert at.margin == -2
    assert at.choose("done").due == {"energy": 2}


def test_a_star_base_with_star_base_movement_retreats_at_no_cost():
    """HOS-17.26, HOS-8.4: (d)."""
    at = retreating("Star Base Movement", star_bases=1).choose("yes")
    assert at.options == ["retreat 1 star base to Bleakwater"]
    at.choose("retreat 1 star base to Bleakwater")
    assert at.units("Bleakwater", 0) == (0, 1)
    assert at.prompt[1] != "payment"


def stealthy(*two, **units):
    """Seat 0 has units at Hap, then follow Ashfall and Bleakwater of seat 1; all other systems are neutral."""
    at = bare_table().place(0, "Hap", marker="outpost", **units)
    at.place(1, "Ashfall", fleets=2, marker="outpost").place(1, "Bleakwater", marker="outpost")
    return at.deal(0, hand=["Hap", "Ashfall", "Star Drive"], two=two).alien("Lyssa", 6)


def test_stealth_takes_a_fleet_through_a_system_of_another_player():
    """HOS-17.28: (a) There is no fight in it; (b) both connections are paid: 2 E."""
    at = stealthy("Stealth Technology", fleets=1)
    assert price(at, "Hap", "move 1 fleet to Bleakwater") == {"energy": 2}
    at.choose("spend Star Drive for energy")
    assert at.prompt == (0, "retreat_at_once")
    assert at.state.combat.space == at.space("Bleakwater")


def test_stealth_takes_a_fleet_through_a_neutral_system():
    """HOS-17.28, A59: (a) Lyssa's alien stays face down and Fennar is reached."""
    at = stealthy("Stealth Technology", fleets=1)
    at.choose("act move", "from Hap", "move 1 fleet to Fennar", "done", "spend Star Drive for energy")
    assert at.state.combat.space == at.space("Fennar")
    assert at.state.alien_seen[at.space("Lyssa")] == 0


def test_without_stealth_a_fleet_stops_in_the_first_system():
    """HOS-17.28, HOS-6.4: (a)."""
    at = stealthy(fleets=1).choose("act move", "from Hap")
    assert "move 1 fleet to Ashfall" in at.options
    assert "move 1 fleet to Bleakwater" not in at.options


def test_stealth_takes_a_fleet_through_one_system_only():
    """HOS-17.28: (a) not through Ashfall and Bleakwater to Cinder."""
    at = stealthy("Stealth Technology", fleets=1).choose("act move", "from Hap")
    assert "move 1 fleet to Bleakwater" in at.options
    assert "move 1 fleet to Cinder" not in at.options


def test_stealth_takes_star_bases_with_star_base_movement():
    """HOS-17.28, HOS-17.26: (c): 2 E for each of two connections."""
    at = stealthy("Stealth Technology", "Star Base Movement", star_bases=1)
    assert price(at, "Hap", "move 1 star base to Bleakwater") == {"energy": 4}
    at = stealthy("Stealth Technology", star_bases=1)
    assert "act move" not in at.options


@pytest.mark.parametrize(("hand", "goes"), [(["Star Drive", "Hap", "Academy"], True), (["Star Drive", "Hap"], False)])
def test_a_star_base_passes_by_stealth_to_a_wormhole_beyond(hand, goes):
    """The star base passes neutral Arkanis and hops to Cinder for 2 E and 2 R.

    (c) A fleet has attacked Ashfall before, so no other way is open.

    HOS-17.28, HOS-17.26, HOS-15.3.
    """
    at = bare_table().open_wormholes(0).place(0, "Boldar", star_bases=1, marker="outpost")
    at.place(0, "Cinder", marker="outpost").place(0, "Hap", fleets=1).place(1, "Ashfall", fleets=1)
    at.deal(0, hand=hand, two=["Stealth Technology", "Star Base Movement"])
    at.choose("act move", "from Hap", "move 1 fleet to Ashfall")
    assert ("from Boldar" in at.options) == goes
    if goes:
        at.choose("from Boldar", "hop 1 star base to Cinder", "done")
        assert at.due == {"energy": 3, "research": 2}


def test_stealth_lets_a_beaten_fleet_retreat_through_a_system_of_another_player():
    """HOS-17.28, HOS-8.4: (d) from Bleakwater through Ashfall to Hap, free."""
    at = stealthy("Stealth Technology", fleets=1)
    at.choose("act move", "from Hap", "move 1 fleet to Bleakwater", "done", "spend Star Drive for energy", "yes")
    assert at.options == ["retreat 1 fleet to Hap"]
    hand = at.hand(0)
    at.choose("retreat 1 fleet to Hap")
    assert at.units("Hap", 0) == (1, 0)
    assert at.hand(0) == hand


# 17.11, 17.14, 17.17, 17.18, 17.19, 17.21, 17.22, 17.24


def test_the_festival_earns_a_point_for_every_culture_and_every_counter_with_points():
    """HOS-17.11: (a) There is one Culture, and two of three counters have VP."""
    at = holding().give_counters(0, "vp_2", "vp_3", "energy_2")
    before = at.vp(0)
    at.deal(0, one=["Festival of Culture"])
    assert at.vp(0) == before + 2
    at.deal(0, two=["Culture"])
    assert at.vp(0) == before + 2 + 2 + 1


def test_the_festival_counts_cultures_in_the_reserves_only():
    """HOS-17.11: (a)."""
    at = holding("Culture", "Culture", "Festival of Culture").deal(0, discard=["Culture"])
    at.choose("act reserve", "reserve Festival of Culture to reserve two")
    assert at.vp(0) == 7
    assert at.choose("reserve Culture to reserve two").vp(0) == 7 + 2 + 1


def test_the_festival_is_recounted_when_counters_change():
    """HOS-17.11, HOS-17.18d: (c) A counter of 3 VP adds 3 for itself and 1 for the Festival, and later leaves again."""
    at = (
        holding("Out of Storage")
        .give_counters(0, "energy_2")
        .show_counters("vp_3")
        .deal(0, two=["Festival of Culture"])
    )
    assert at.vp(0) == 7
    assert at.choose("play Out of Storage", "exchange energy_2 for vp_3").vp(0) == 11
    at.deal(0, hand=["Out of Storage"]).choose("play Out of Storage", "exchange vp_3 for energy_2")
    assert at.vp(0) == 7


def test_the_festival_scores_nothing_after_it_has_left():
    """HOS-17.11: (c) The Culture keeps its 2 points."""
    at = holding().deal(0, one=["Festival of Culture"], two=["Culture"])
    assert at.vp(0) == 10
    assert at.choose("act discard", "discard Festival of Culture").vp(0) == 9


def test_the_engine_draws_one_card_per_discarded_card():
    """HOS-17.14: (a) two for two; (b) none for the Engine itself."""
    at = holding("Hyper-Search Engine", "Hap", "Drossen", "Embermoor", draw=["Academy", "Shipyard", "Settlers"])
    at.choose("play Hyper-Search Engine")
    assert "done" not in at.options
    at.choose("discard Hap", "discard Drossen", "done")
    assert at.hand(0) == ["Embermoor", "Academy", "Shipyard"]
    assert at.pile(0, "discard") == ["Hap", "Drossen", "Hyper-Search Engine"]
    assert used_no_action("Hyper-Search Engine", at)


def test_the_engine_discards_no_cards_of_the_reserves():
    """HOS-17.14: (c)."""
    at = (
        holding("Hyper-Search Engine", "Hap")
        .deal(0, one=["Settlers"], two=["Culture"])
        .choose("play Hyper-Search Engine")
    )
    assert at.options == ["discard Hap"]
    assert plays(holding("Hyper-Search Engine").deal(0, one=["Settlers"])) == []


def test_the_engine_is_discarded_after_the_shuffle_that_it_causes():
    """HOS-17.14, HOS-3.8: (d) The shuffle includes the two discarded cards but not the Engine; the marker advances."""
    at = holding("Hyper-Search Engine", "Hap", "Drossen", draw=[])
    at.choose("play Hyper-Search Engine", "discard Hap", "discard Drossen")
    assert sorted(at.hand(0)) == ["Drossen", "Hap"]
    assert at.pile(0, "discard") == ["Hyper-Search Engine"]
    assert at.state.shuffles == 1


def factories(overrides=None, two=("Mobile Factories",), hand=("Bleakwater", "Pellas")):
    """Seat 0 has the home world Pellas, the outposts Hap and Lyssa, and a fleet without a marker at Ashfall."""
    at = holding(overrides=overrides).place(0, "Hap", marker="outpost").place(0, "Lyssa", fleets=1, marker="outpost")
    return at.place(0, "Ashfall", fleets=1).deal(0, hand=hand, two=two)


def test_mobile_factories_build_on_outposts():
    """HOS-17.17, HOS-5.4: (a) not on systems with only units; (b) 1 P and 1 M each; (c) in different systems."""
    at = factories().choose("act build")
    assert {words.split()[-1] for words in at.options} == {"Pellas", "Hap", "Lyssa"}
    at.choose("build fleet Hap", "build star base Lyssa", "done")
    assert at.due == {"population": 2, "matter": 2}
    assert (at.units("Hap", 0), at.units("Lyssa", 0)) == ((1, 0), (1, 1))


def test_without_mobile_factories_in_the_reserve_nothing_is_built_on_outposts():
    """HOS-17.17, HOS-5.4: (a)."""
    at = factories(two=(), hand=("Bleakwater", "Rhosgar", "Mobile Factories")).choose("act build")
    assert {words.split()[-1] for words in at.options} == {"Pellas"}


def exchanging(*counters, down=()):
    at = holding("Out of Storage").give_counters(0, *counters, down=down)
    return at.show_counters("vp_3", "reserve", "matter_2").choose("play Out of Storage")


def test_out_of_storage_exchanges_any_counter_for_a_displayed_one():
    """HOS-17.18: (a) front up or face down; (b) the old one joins the display; (c) the new one front up."""
    at = exchanging("energy_2", "research_2", down=["research_2"])
    assert len(at.options) == 2 * 3
    at.choose("exchange research_2 for matter_2")
    assert at.counters(0) == ["energy_2", "matter_2"]
    assert at.face_down(0) == []
    assert at.displayed_counters == ["vp_3", "reserve", "research_2"]
    assert at.pile(0, "discard") == ["Out of Storage"]
    assert at.state.actions_left == 1


def test_out_of_storage_moves_points_and_limits():
    """HOS-17.18, HOS-11.3: (d) 3 VP for the counter that made room in the Reserves."""
    at = exchanging("reserve").choose("exchange reserve for vp_3")
    assert at.vp(0) == 10
    at.deal(0, hand=["Academy", "Settlers", "Shipyard"]).choose("act reserve")
    at.choose("reserve Academy to reserve one", "reserve Settlers to reserve one")
    assert at.options == ["done"]


def test_out_of_storage_needs_a_counter():
    """HOS-17.18: (a)."""
    assert plays(holding("Out of Storage").show_counters("vp_3")) == []


def test_the_production_line_builds_one_unit_without_an_action():
    """HOS-17.19: (a); (b) 1 M and 1 P are due."""
    at = holding("Production Line", "Shipyard", "Settlers", draw=[]).choose("play Production Line")
    assert at.options == ["build fleet Pellas", "build star base Pellas"]
    at.choose("build star base Pellas")
    assert at.options == ["done"]
    assert at.choose("done").due == {"matter": 1, "population": 1}
    at.choose("spend Shipyard for matter", "spend Settlers for population")
    assert at.units("Pellas", 0) == (0, 1)
    assert used_no_action("Production Line", at)


def test_the_production_line_needs_resources_for_its_cost():
    """HOS-17.19: (b) Its own symbols cannot pay."""
    assert plays(holding("Production Line", "Shipyard", draw=[])) == []


def test_the_production_line_builds_at_the_usual_sites_from_the_stock():
    """HOS-17.19: (c)."""
    at = (
        holding()
        .place(0, "Hap", star_bases=6, marker="outpost")
        .deal(0, hand=["Production Line", "Shipyard", "Settlers"])
    )
    assert at.choose("play Production Line").options == ["build fleet Pellas"]


@pytest.mark.parametrize("down", [1, 2, 3])
def test_the_recycling_plant_turns_up_to_two_counters_front_up(down):
    """HOS-17.21: (a)."""
    kinds = ["energy_2", "matter_2", "research_2"][:down]
    at = holding("Recycling Plant").give_counters(0, "population_1", *kinds, down=kinds).choose("play Recycling Plant")
    assert at.options == [f"recycle {kind}" for kind in kinds]
    at.choose("recycle energy_2")
    if down > 1:
        assert "done" in at.options
        at.choose("recycle matter_2")
    assert at.face_down(0) == kinds[2:]
    assert used_no_action("Recycling Plant", at)


def test_the_recycling_plant_may_turn_a_single_counter():
    """HOS-17.21: (a) It turns at least one counter."""
    at = holding("Recycling Plant").give_counters(0, "energy_2", "matter_2", down=["energy_2", "matter_2"])
    assert "done" not in at.choose("play Recycling Plant").options
    assert at.choose("recycle matter_2", "done").face_down(0) == ["energy_2"]
    assert plays(holding("Recycling Plant").give_counters(0, "energy_2")) == []


def test_the_recycling_plant_is_not_played_in_a_combat():
    """HOS-17.21: (b)."""
    at = in_combat(hand=["Recycling Plant", "Retreat"]).give_counters(1, "matter_2", down=["matter_2"])
    assert plays(at) == ["Retreat"]


def test_research_laboratories_supply_two_research_and_have_no_effect():
    """HOS-17.22"""
    at = holding("Research Laboratories").show("Force Shields", "Culture")
    assert plays(at) == []
    at.choose("act draft")
    assert at.options == ["draft Force Shields"]
    at.choose("draft Force Shields", "spend Research Laboratories for research")
    assert at.prompt == (0, "turn")


def scouting(two=(), **units):
    """Seat 0 has units at Hap; aliens are at Lyssa, next to it, at Fennar beyond Lyssa, and at Arkanis, a wormhole."""
    at = bare_table().place(0, "Hap", **units).alien("Lyssa", 3).alien("Fennar", 4).alien("Arkanis", 5)
    return at.deal(0, hand=["Scouts", "Hap"], draw=["Academy", "Shipyard"], two=two)


def test_scouts_look_at_an_alien_in_reach_and_draw_a_card():
    """HOS-17.24, A35: (a) This needs no energy; (b) no other player sees it; (d)."""
    at = scouting(fleets=1).choose("play Scouts")
    assert at.options == ["scout Lyssa"]
    at.choose("scout Lyssa")
    assert at.state.alien_seen[at.space("Lyssa")] == 0b01
    assert at.hand(0) == ["Hap", "Academy"]
    assert used_no_action("Scouts", at)


def test_scouts_reach_over_friendly_systems_but_not_over_black_holes():
    """HOS-17.24, HOS-6.3: (a) From Hap they reach Kelmar through friendly Rhosgar."""
    at = scouting(fleets=1).place(0, "Rhosgar", marker="outpost").alien("Kelmar", 2).block("Hap", "Lyssa")
    assert at.choose("play Scouts").options == ["scout Kelmar"]


def test_scouts_reach_through_wormholes():
    """HOS-17.24, HOS-15.1: (a) a fleet at Magnar sees Arkanis if its owner has a Wormhole counter."""
    at = scouting(fleets=1).place(0, "Magnar", fleets=1)
    assert at.choose("play Scouts").options == ["scout Lyssa"]
    at = scouting(fleets=1).place(0, "Magnar", fleets=1).open_wormholes(0)
    assert "scout Arkanis" in at.choose("play Scouts").options


def test_scouts_reach_further_by_stealth():
    """HOS-17.24, HOS-17.28: (c) through Lyssa to Fennar."""
    at = scouting(["Stealth Technology"], fleets=1).choose("play Scouts")
    assert at.options == ["scout Fennar", "scout Lyssa"]


def test_scouts_need_a_unit_that_could_go_there():
    """HOS-17.24, HOS-17.26: (a) a star base only with Star Base Movement."""
    assert plays(scouting(star_bases=1)) == []
    assert plays(scouting(["Star Base Movement"], star_bases=1)) == ["Scouts"]


def test_scouts_may_look_twice_at_an_alien():
    """HOS-17.24, A68: (a), (d) and draw a card each time."""
    at = scouting(fleets=1).choose("play Scouts", "scout Lyssa").deal(0, hand=["Scouts"])
    assert at.choose("play Scouts", "scout Lyssa").hand(0) == ["Shipyard"]


def test_scouts_look_at_neutral_habitable_systems_only():
    """HOS-17.24: (a) A face-up alien in a system with another player's fleet cannot be scouted."""
    at = scouting(fleets=1)
    at.state.owner[at.space("Lyssa")] = 1
    assert plays(at) == []


# 17.30 to 17.34


def jumping(*two, fleets=3, star_bases=0, hand=()):
    """Seat 0 has played Temporary Wormhole; its units are at Hap, seat 1 has the outpost Berylith far off."""
    at = bare_table().place(0, "Hap", fleets=fleets, star_bases=star_bases, marker="outpost")
    at.place(0, "Pyre", fleets=1).place(1, "Berylith", marker="outpost")
    return at.deal(0, hand=["Temporary Wormhole"], two=two).deal(1, hand=hand).choose("play Temporary Wormhole")


def test_a_temporary_wormhole_takes_one_or_two_fleets_of_one_system():
    """HOS-17.30: (a)."""
    assert jumping().options == ["from Hap with 1 fleet", "from Hap with 2 fleets", "from Pyre with 1 fleet"]


def test_a_temporary_wormhole_leads_anywhere_at_no_cost():
    """HOS-17.30: (a), (b) black holes, wormhole symbols and Wormhole counters do not matter."""
    at = jumping().block("Berylith", "Ishtar").block("Berylith", "Elyria").choose("from Hap with 2 fleets")
    assert len(at.options) == 35
    at.choose("jump Kiln")
    assert at.units("Kiln", 0) == (2, 0)
    assert at.owner("Kiln") == 0
    assert at.prompt == (0, "turn")
    assert at.state.actions_left == 1
    assert at.pile(0, "discard") == ["Temporary Wormhole"]


def test_a_temporary_wormhole_may_start_a_combat():
    """HOS-17.30, A34: (c) the card is discarded before it."""
    at = jumping().choose("from Hap with 2 fleets", "jump Berylith")
    assert at.prompt == (0, "retreat_at_once")
    assert at.margin == 6
    assert at.pile(0, "discard") == ["Temporary Wormhole"]
    at = jumping().alien("Boldar", 2).choose("from Hap with 1 fleet", "jump Boldar")
    assert at.margin == 3 - 4 - 2


def test_a_temporary_wormhole_is_not_played_in_a_combat():
    """HOS-17.30: (d)."""
    at = in_combat(hand=["Temporary Wormhole", "Retreat"])
    at.place(1, "Kiln", fleets=1)
    assert plays(at) == ["Retreat"]


def test_a_temporary_wormhole_takes_star_bases_with_star_base_movement():
    """HOS-17.30, HOS-17.26: (e) one or two units in all."""
    assert not [words for words in jumping(star_bases=1).options if "star base" in words]
    at = jumping("Star Base Movement", star_bases=2)
    of_hap = [words.removeprefix("from Hap with ") for words in at.options if "Hap" in words]
    mixed = ["1 fleet and 1 star base", "1 fleet", "2 fleets", "1 star base", "2 star bases"]
    assert sorted(of_hap) == sorted(mixed)
    at.choose("from Hap with 1 fleet and 1 star base", "jump Kiln")
    assert at.units("Kiln", 0) == (1, 1)


@pytest.mark.parametrize(("two", "playable"), [([], []), (["Star Base Movement"], ["Temporary Wormhole"])])
def test_a_temporary_wormhole_needs_a_unit_that_can_jump(two, playable):
    """HOS-17.30, HOS-17.26: (a), (e) The only unit is a star base."""
    at = bare_table().place(0, "Hap", star_bases=1, marker="outpost")
    assert plays(at.deal(0, hand=["Temporary Wormhole"], two=two)) == playable


def test_after_diplomacy_the_units_of_a_temporary_wormhole_may_return():
    """HOS-17.30, HOS-17.8: (f), HOS-17.8d; without Diplomacy they have no way back."""
    at = jumping(hand=["Diplomacy"]).choose("from Hap with 2 fleets", "jump Berylith", "no", "play Diplomacy")
    assert "retreat 2 fleets to Hap" in at.options
    at.choose("retreat 2 fleets to Hap")
    assert at.units("Hap", 0) == (3, 0)
    at = jumping().choose("from Hap with 2 fleets", "jump Berylith", "yes")
    assert (at.units("Hap", 0), at.units("Berylith", 0)) == ((1, 0), (0, 0))
    assert at.prompt == (0, "turn")


def test_units_return_to_a_system_they_have_left_empty():
    """HOS-17.30, A62: (f) They control Pyre again."""
    at = jumping(hand=["Diplomacy"]).choose("from Pyre with 1 fleet", "jump Berylith", "no", "play Diplomacy")
    assert at.owner("Pyre") is None
    assert at.choose("retreat 1 fleet to Pyre").owner("Pyre") == 0


def terraforming(*counters, hand=("Terra-forming",), **switches):
    """Seat 0 has the outposts Hap, uninhabitable, and Lyssa, habitable."""
    at = holding(**switches).place(0, "Hap", marker="outpost").place(0, "Lyssa", marker="outpost")
    return at.give_counters(0, *counters).show_counters("energy_2", "vp_3").deal(0, hand=hand)


def test_terra_forming_makes_a_colony_of_an_uninhabitable_outpost():
    """(a) at no cost, +2 VP, the cube goes to the stock; (b) a disc of the track is used and a counter is taken.

    HOS-17.31, HOS-1.5, A20.
    """
    at = terraforming("matter_2")
    before, cubes, discs = at.vp(0), at.player(0).outposts, at.player(0).track_discs
    at.choose("play Terra-forming")
    assert at.options == ["terraform Hap"]
    at.choose("terraform Hap")
    assert at.prompt == (0, "counter")
    at.choose("take counter energy_2")
    assert at.marker("Hap") == "colony"
    assert at.vp(0) == before + 2
    assert (at.player(0).outposts, at.player(0).track_discs) == (cubes + 1, discs - 1)
    assert at.counters(0) == ["matter_2", "energy_2"]
    assert at.boxed("Terra-forming") == 1
    assert at.state.actions_left == 1


def test_terra_forming_with_a_spare_disc_earns_no_counter():
    """HOS-17.31, HOS-9.6: (b) when the track is empty."""
    at = terraforming("reserve", "reserve", "vp_2", "matter_2", "matter_2", "matter_2", "research_2")
    spare = at.player(0).spare_discs
    at.choose("play Terra-forming", "terraform Hap")
    assert at.prompt == (0, "turn")
    assert at.player(0).spare_discs == spare - 1
    at.player(0).spare_discs = 0
    assert plays(at.place(0, "Kiln", marker="outpost").deal(0, hand=["Terra-forming"])) == []


def test_a_terra_formed_system_is_a_colony_for_every_rule():
    """HOS-17.31, HOS-5.3: (c) Units are built there, and its loss costs 5 VP."""
    at = terraforming().choose("play Terra-forming", "terraform Hap", "take counter energy_2")
    assert at.vp(0) == 7 + 5 + 3
    at.deal(0, hand=["Shipyard", "Settlers"]).choose("act build")
    assert "build star base Hap" in at.options
    assert "build star base Lyssa" not in at.options


def test_terra_forming_needs_an_outpost_on_an_uninhabitable_system():
    """HOS-17.31: (a) Units without an outpost are not enough."""
    at = holding("Terra-forming").place(0, "Lyssa", marker="outpost").place(0, "Hap", fleets=2)
    assert plays(at) == []


def test_terra_forming_may_cost_population():
    """HOS-17.31, A20: (a) 3 P if the switch is on."""
    assert plays(terraforming(terraform_population=3)) == []
    at = terraforming(hand=["Terra-forming", "Pellas"], terraform_population=3)
    assert at.choose("play Terra-forming", "terraform Hap").due == {"population": 3}
    at.choose("spend Pellas for population", "take counter vp_3")
    assert at.marker("Hap") == "colony"


def test_top_secret_research_takes_a_displayed_card_at_no_cost():
    """HOS-17.32: (a) It goes to the discard pile; (b) it costs no population either; (c) the display is refilled."""
    at = holding("Top-Secret Research").show("Super Dreadnoughts", "Terra-forming").stack("Retreat", "Missiles")
    at.choose("play Top-Secret Research")
    assert at.options == ["draft Super Dreadnoughts", "draft Terra-forming"]
    at.choose("draft Terra-forming")
    assert at.pile(0, "discard") == ["Terra-forming", "Top-Secret Research"]
    assert at.display[:3] == ["Super Dreadnoughts", "Retreat", "Missiles"]
    assert len(at.display) == 8
    assert at.state.actions_left == 1


def test_the_warehouse_moves_a_hand_card_into_a_reserve_and_draws_one():
    """HOS-17.33: (a); (c)."""
    at = holding("Warehouse", "Settlers", "Culture").choose("play Warehouse")
    slots = [f"reserve {card} to reserve {slot}" for card in ("Culture", "Settlers") for slot in ("one", "two")]
    assert sorted(at.options) == slots
    at.choose("reserve Culture to reserve two")
    assert at.pile(0, "two") == ["Culture"]
    assert at.hand(0) == ["Settlers", "Academy"]
    assert at.vp(0) == 9
    assert used_no_action("Warehouse", at)


@pytest.mark.parametrize("full", [2, 3])
def test_the_warehouse_exceeds_the_limit(full):
    """HOS-17.33, HOS-11.3: (b) The limit is two; a slot already over it still takes one card by the Warehouse."""
    at = holding("Warehouse", "Settlers").deal(0, one=["Academy", "Hap", "Ashfall"][:full])
    at.choose("play Warehouse", "reserve Settlers to reserve one")
    assert len(at.pile(0, "one")) == full + 1


@pytest.mark.parametrize(("anything", "slots"), [(False, ["one"]), (True, ["one", "two"])])
def test_a_switch_lets_the_warehouse_fill_reserve_two_with_any_card(anything, slots):
    """HOS-17.33, HOS-11.2, A22: (a)."""
    at = holding("Warehouse", "Settlers", warehouse_any=anything).choose("play Warehouse")
    assert at.options == [f"reserve Settlers to reserve {slot}" for slot in slots]


def test_the_warehouse_fills_either_reserve_with_any_card():
    """HOS-17.33: A22: the plain wording is the default: (a); an unlabelled card lies in Reserve Two and can pay."""
    at = holding("Warehouse", "Settlers").choose("play Warehouse", "reserve Settlers to reserve two")
    assert at.pile(0, "two") == ["Settlers"]


def test_the_warehouse_needs_another_card_in_hand():
    """HOS-17.33: (a)."""
    assert plays(holding("Warehouse").deal(0, one=["Settlers"])) == []


def test_wormhole_technology_never_enters_a_deck_or_the_display():
    """It is set aside when Top-Secret Research refills the display, and cannot be taken.

    HOS-17.34, HOS-10.6, A42.
    """
    at = holding("Top-Secret Research").show("Retreat")
    at.state.wormhole_card = NONE
    at.stack(*["Culture"] * 4, "Wormhole Technology", "Missiles", "Missiles", "Star Bomb", "Star Bomb")
    at.choose("play Top-Secret Research", "draft Retreat")
    assert "Wormhole Technology" not in at.display + at.pile(0, "discard")
    assert at.card_name(at.state.wormhole_card) == "Wormhole Technology"
    assert len(at.display) == 8


# timings and One-Use


@pytest.mark.parametrize(("card", "timing", "left"), [
    ("Scouts", "free", 2), ("Scouts", "action", 1),
    ("Top-Secret Research", "action", 1), ("Top-Secret Research", "free", 2),
])  # fmt: skip
def test_the_timing_of_a_card_sets_whether_it_costs_an_action(card, timing, left):
    """HOS-1.11, HOS-14.1"""
    at = bare_table(overrides={f"technologies.{card}.timing": timing}).place(0, "Hap", fleets=1).alien("Lyssa", 1)
    at.show("Retreat").deal(0, hand=[card]).choose(f"play {card}")
    assert at.choose(at.options[0]).state.actions_left == left


def test_mobile_factories_may_be_read_as_an_action():
    """In the Reserve they have no effect; when played they build units on outposts at the usual price.

    HOS-17.17, A10.
    """
    at = factories({"technologies.Mobile Factories.timing": "action"}, hand=("Bleakwater", "Rhosgar"))
    assert {words.split()[-1] for words in at.choose("act build").options} == {"Pellas"}
    at.turn(0).choose("play Mobile Factories")
    assert {words.split()[-1] for words in at.options} == {"Pellas", "Hap", "Lyssa"}
    at.choose("build fleet Hap", "build star base Lyssa", "done")
    assert at.due == {"population": 2, "matter": 2}
    at.choose("spend Bleakwater for matter", "spend Rhosgar for population")
    assert at.pile(0, "discard")[-1] == "Mobile Factories"
    assert at.state.actions_left == 1


def test_star_base_movement_may_be_read_as_an_action():
    """In the Reserve it has no effect; when played, star bases move in that action at the usual price.

    HOS-17.26, A10.
    """
    at = bare_table(overrides={"technologies.Star Base Movement.timing": "action"})
    at.place(0, "Hap", star_bases=1, marker="outpost").place(0, "Ashfall", marker="outpost")
    at.deal(0, hand=["Star Drive"], two=["Star Base Movement"])
    assert "act move" not in at.options
    at.choose("play Star Base Movement", "from Hap", "move 1 star base to Ashfall", "done")
    assert at.due == {"energy": 2}
    at.choose("spend Star Drive for energy")
    assert at.units("Ashfall", 0) == (0, 1)
    assert at.pile(0, "discard")[-1] == "Star Base Movement"
    assert at.state.actions_left == 1


def reading(card, **hands):
    """Return the position of `in_combat` with the card read as one that is played in combat."""
    at = bare_table(overrides={f"technologies.{card}.timing": "combat"})
    at.place(0, "Hap", fleets=1, marker="outpost").place(1, "Lyssa", marker="outpost")
    at.deal(0, hand=["Star Drive"]).deal(1, **hands)
    at.choose("act move", "from Hap", "move 1 fleet to Lyssa", "done", "spend Star Drive for energy", "no")
    assert at.margin == 3
    return at


@pytest.mark.parametrize(("card", "payment", "points"), [
    ("High-Energy Weapons", "spend Hap for energy", 3), ("Mass Armies", "spend Pellas for population", 3),
])  # fmt: skip
def test_weapons_may_be_read_as_combat_cards(card, payment, points):
    """HOS-17.13, HOS-17.15, A10: In the Reserve they only wait; when played, their resource adds to strength."""
    at = reading(card, hand=["Hap", "Pellas"], two=[card])
    assert payment not in at.options
    at.choose(f"play {card}", payment)
    assert at.margin == 3 - points
    assert at.pile(1, "discard")[0] == card


def test_missiles_may_be_read_as_a_combat_card():
    """HOS-17.16, A10: They are played from the hand once, add twice the matter drawn, and are discarded."""
    at = reading("Missiles", hand=["Missiles", "Retreat"], draw=["Shipyard", "Academy", "Hap"])
    at.choose("play Missiles")
    assert at.margin == 3 - 2 * 2
    assert sorted(at.pile(1, "discard")) == ["Academy", "Missiles", "Shipyard"]
    assert "Missiles" not in plays(at)


@pytest.mark.parametrize(("card", "ways"), [
    ("Black-Hole Creator", ["block Orrin and Pellas"]), ("Development", ["take counter vp_3"]),
    ("Terra-forming", ["terraform Hap", "take counter vp_3"]), ("Armaments", ["build fleet Pellas", "done"]),
])  # fmt: skip
@pytest.mark.parametrize("one_use", [True, False])
def test_a_one_use_card_goes_to_the_box_after_its_effect(card, ways, one_use):
    """HOS-1.11, A11: A card that is not One-Use goes to the discard pile."""
    at = holding(card, overrides={f"technologies.{card}.one_use": one_use}).place(0, "Hap", marker="outpost")
    at.show_counters("vp_3").choose(f"play {card}", *ways)
    assert at.boxed(card) == one_use
    assert at.pile(0, "discard") == ([] if one_use else [card])


def test_a_one_use_card_spent_for_its_symbol_is_not_used_up():
    """HOS-1.11, HOS-4.6: Development is spent as population."""
    at = holding("Development").place(0, "Hap", fleets=1)
    at.choose("act colonise", "outpost Hap", "spend Development for population")
    assert at.pile(0, "discard")[0] == "Development"
    assert at.boxed("Development") == 0


def test_the_setup_never_deals_or_displays_wormhole_technology():
    """HOS-17.34, HOS-10.6: In some of ten setups it is drawn, and then set aside."""
    turned_up = 0
    for seed in range(10):
        at = Table("players4", seed=seed)
        owned = [name for seat in range(4) for pile in ("draw", "hand") for name in at.pile(seat, pile)]
        assert "Wormhole Technology" not in owned + at.display
        turned_up += at.state.wormhole_card != NONE
    assert 0 < turned_up < 10
