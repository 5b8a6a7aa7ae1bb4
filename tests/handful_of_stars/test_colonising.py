"""Outposts, colonies, and the Development counters that come with them."""

import pytest

from tests.handful_of_stars.table import bare_table

POPULATION = ["Settlers", "Pellas", "Rhosgar"]  # 2 + 3 + 3


def settled(hand=POPULATION, **switches):
    """Seat 0: a fleet on Berylith and on Hap, a star base on Ishtar, an outpost on Boldar; two counters."""
    at = bare_table(**switches).place(0, "Berylith", fleets=1).place(0, "Hap", fleets=1)
    at.place(0, "Ishtar", star_bases=1).place(0, "Boldar", marker="outpost")
    at.give_counters(0, "energy_2", "matter_2").give_counters(1)
    at.show_counters("vp_2", "vp_3", "energy_2", "matter_2", "research_2", "reserve")
    return at.deal(0, hand=list(hand), discard=[])


def sites(at):
    """Return the options to place or upgrade a marker."""
    return set(at.choose("act colonise").options)


def pay(at):
    """Pay with the first cards or counters offered."""
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    return at


def test_outposts_go_to_both_types_and_colonies_to_habitable_systems():
    """Outposts go to both types, colonies to habitable systems, and an outpost can be upgraded.

    HOS-9.2, HOS-9.3, HOS-9.4, HOS-1.5.
    """
    habitable = {f"{marker} {name}" for marker in ("outpost", "colony") for name in ("Berylith", "Ishtar")}
    assert sites(settled()) == habitable | {"outpost Hap", "upgrade Boldar"}


def test_one_action_colonises_one_system():
    """HOS-9.1"""
    at = settled().choose("act colonise", "outpost Hap")
    assert at.prompt == (0, "payment")
    assert (pay(at).prompt, at.state.actions_left) == ((0, "turn"), 1)


@pytest.mark.parametrize("system", ["Berylith", "Ishtar", "Hap"])
def test_an_outpost_costs_one_population_and_brings_its_card(system):
    """HOS-9.2: It brings three victory points; any unit is enough."""
    at = settled()
    before, cubes = at.vp(0), at.player(0).outposts
    at.choose("act colonise", f"outpost {system}")
    assert at.due == {"population": 1}
    at.choose("spend Settlers for population")
    assert (at.marker(system), at.owner(system), at.player(0).outposts) == ("outpost", 0, cubes - 1)
    assert (at.vp(0), at.pile(0, "discard"), at.in_pool(system)) == (before + 3, ["Settlers", system], False)


@pytest.mark.parametrize("system", ["Berylith", "Ishtar"])
def test_a_colony_costs_three_population_and_brings_its_card(system):
    """HOS-9.3: It brings five victory points."""
    at = settled()
    before, cubes = at.vp(0), at.player(0).outposts
    at.choose("act colonise", f"colony {system}")
    assert at.due == {"population": 3}
    at.choose("spend Pellas for population", "take counter energy_2")
    assert (at.marker(system), at.player(0).outposts) == ("colony", cubes)
    assert (at.vp(0), at.pile(0, "discard"), at.in_pool(system)) == (before + 5, ["Pellas", system], False)


@pytest.mark.parametrize("units", [0, 1])
def test_an_upgrade_costs_three_population_and_brings_no_card(units):
    """HOS-9.4; X19: It brings two victory points more and returns the cube; it needs no unit (A24)."""
    at = settled().place(0, "Boldar", fleets=units, marker="outpost").deal(0, discard=[])
    before, cubes = at.vp(0), at.player(0).outposts
    at.choose("act colonise", "upgrade Boldar")
    assert at.due == {"population": 3}
    at.choose("spend Pellas for population", "take counter energy_2")
    assert (at.marker("Boldar"), at.player(0).outposts) == ("colony", cubes + 1)
    assert (at.vp(0), at.pile(0, "discard")) == (before + 2, ["Pellas"])


def test_there_is_nothing_to_colonise_without_units_or_an_outpost():
    """Not neutral systems, systems of another player, the player's home world or his colonies

    HOS-9.2, HOS-9.3, HOS-9.4.
    """
    at = bare_table().place(0, "Berylith", fleets=1, marker="home").place(0, "Ishtar", fleets=1, marker="colony")
    at.place(1, "Boldar", fleets=1).place(1, "Arkanis", marker="outpost").deal(0, hand=POPULATION)
    assert "act colonise" not in at.options


def test_an_outpost_on_an_uninhabitable_system_is_never_upgraded():
    """HOS-9.4, HOS-1.5"""
    at = bare_table().place(0, "Hap", fleets=1, marker="outpost").deal(0, hand=POPULATION)
    assert "act colonise" not in at.options


@pytest.mark.parametrize(("hand", "offered"), [
    ([], set()),
    (["Helion"], {"outpost"}),
    (["Settlers"], {"outpost"}),
    (["Settlers", "Helion"], {"outpost", "colony", "upgrade"}),
])  # fmt: skip
def test_colonising_without_enough_population_is_not_offered(hand, offered):
    """HOS-9.2, HOS-9.3, HOS-9.4, HOS-9.8: There is no discount."""
    at = settled(hand)
    assert ("act colonise" in at.options) == bool(offered)
    if offered:
        assert {words.split()[0] for words in sites(at)} == offered


@pytest.mark.parametrize("number", [0, 1, 2, 6])
def test_a_switch_sets_the_cost_of_an_outpost(number):
    """HOS-9.2: outpost_population"""
    at = settled(outpost_population=number).choose("act colonise", "outpost Hap")
    assert at.due == ({"population": number} if number else {})
    assert pay(at).marker("Hap") == "outpost"


@pytest.mark.parametrize("choice", ["colony Berylith", "upgrade Boldar"])
@pytest.mark.parametrize("number", [0, 2, 3, 8])
def test_a_switch_sets_the_cost_of_a_colony(choice, number):
    """HOS-9.3, HOS-9.4: colony_population"""
    at = settled(colony_population=number).choose("act colonise", choice)
    assert at.due == ({"population": number} if number else {})
    assert pay(at).marker(choice.split()[1]) == "colony"


@pytest.mark.parametrize(("switches", "gain"), [
    ({"vp_colony": 6}, 6), ({"vp_colony": 0}, 0), ({"vp_outpost": 1}, 5)])  # fmt: skip
def test_a_switch_sets_the_points_of_a_colony(switches, gain):
    """HOS-9.3: vp_colony; the points of an outpost are not added."""
    at = settled(**switches)
    before = at.vp(0)
    assert pay(at.choose("act colonise", "colony Berylith")).choose("take counter energy_2").vp(0) == before + gain


@pytest.mark.parametrize(("switches", "gain"), [
    ({"vp_colony": 6}, 3), ({"vp_outpost": 1}, 4), ({"vp_outpost": 4, "vp_colony": 9}, 5)])  # fmt: skip
def test_an_upgrade_scores_the_difference(switches, gain):
    """HOS-9.4: vp_colony, vp_outpost"""
    at = settled(**switches)
    before = at.vp(0)
    assert pay(at.choose("act colonise", "upgrade Boldar")).choose("take counter energy_2").vp(0) == before + gain


@pytest.mark.parametrize("choice", ["colony Berylith", "upgrade Boldar"])
def test_a_disc_of_the_track_makes_room_for_a_counter(choice):
    """HOS-9.5: The player takes a displayed counter, and the display is refilled to six."""
    at = settled()
    track, spare = int(at.player(0).track_discs), int(at.player(0).spare_discs)
    pay(at.choose("act colonise", choice))
    assert at.prompt == (0, "counter")
    assert at.options == [f"take counter {kind}" for kind in at.displayed_counters]
    before, remaining = at.vp(0), {kind for kind in at.displayed_counters if kind != "vp_3"}
    at.choose("take counter vp_3")
    assert at.counters(0) == ["energy_2", "matter_2", "vp_3"]
    assert (at.player(0).track_discs, at.player(0).spare_discs) == (track - 1, spare)
    assert (len(at.displayed_counters), at.vp(0)) == (6, before + 3)
    assert remaining <= set(at.displayed_counters)
    assert at.prompt == (0, "turn")


def test_without_a_displayed_counter_the_space_stays_empty():
    """HOS-9.5: The action ends; the disc came from the track (A54)."""
    at = settled().show_counters()
    at.state.counters_left[:] = 0
    pay(at.choose("act colonise", "colony Berylith"))
    assert at.prompt == (0, "turn")
    assert (at.player(0).track_discs, at.counters(0)) == (4, ["energy_2", "matter_2"])


@pytest.mark.parametrize("choice", ["colony Berylith", "upgrade Boldar"])
def test_a_spare_disc_brings_no_counter(choice):
    """HOS-9.6: The track is empty."""
    at = settled().give_counters(0, *["energy_2"] * 3, *["matter_2"] * 3, "vp_2")
    at.player(0).spare_discs = 1
    pay(at.choose("act colonise", choice))
    assert at.prompt == (0, "turn")
    assert (len(at.counters(0)), at.player(0).track_discs, at.player(0).spare_discs) == (7, 0, 0)


def test_without_any_disc_there_is_no_colony():
    """HOS-9.6: Outposts are still possible."""
    at = settled().give_counters(0, *["energy_2"] * 3, *["matter_2"] * 3, "vp_2")
    at.player(0).spare_discs = 0
    assert {words.split()[0] for words in sites(at)} == {"outpost"}


def test_without_a_cube_there_is_no_outpost():
    """HOS-9.7: an upgrade brings one back."""
    at = settled()
    at.player(0).outposts = 0
    assert {words.split()[0] for words in sites(at)} == {"colony", "upgrade"}
    pay(at.choose("upgrade Boldar")).choose("take counter energy_2")
    assert "outpost Hap" in sites(at.deal(0, hand=POPULATION))


def test_colonising_a_conquered_system_takes_an_action():
    """The victory brings no marker, card or points. The second action of the turn may colonise.

    HOS-9.8, HOS-9.2.
    """
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, "Berylith", fleets=2, marker="home")
    at.place(1, "Ishtar", marker="outpost").deal(0, hand=["Star Drive", "Settlers"], discard=[]).deal(1, hand=[])
    before = at.vp(0)
    at.choose("act move", "from Berylith", "move 2 fleets to Ishtar", "done", "spend Star Drive for energy")
    at.choose("no", "done")
    assert (at.owner("Ishtar"), at.marker("Ishtar"), at.in_pool("Ishtar"), at.vp(0)) == (0, "empty", True, before)
    at.choose("act colonise", "outpost Ishtar", "spend Settlers for population")
    assert (at.marker("Ishtar"), at.vp(0), at.in_pool("Ishtar")) == ("outpost", before + 3, False)


def home_lost():
    """Seat 0 lost its home world Berylith to seat 1, took the system again, and has a fleet there."""
    at = bare_table().lay(Berylith=0, Ishtar=1).place(0, "Berylith", marker="home").place(1, "Ishtar", fleets=2)
    at.deal(1, hand=["Star Drive"]).deal(0, hand=[]).turn(1)
    at.choose("act move", "from Ishtar", "move 2 fleets to Berylith", "done", "spend Star Drive for energy")
    at.choose("no", "done")
    assert (at.owner("Berylith"), at.player(0).cylinder, at.in_pool("Berylith")) == (1, 2, True)
    return at.place(0, "Berylith", fleets=1).deal(0, hand=POPULATION, discard=[]).turn(0)


def test_a_lost_home_world_is_never_placed_again():
    """HOS-9.9: Its system takes an outpost or a colony."""
    at = home_lost()
    assert sites(at) == {"outpost Berylith", "colony Berylith"}
    assert at.finish().seats[0].home_lost == 1


@pytest.mark.parametrize(("choice", "population", "gain"), [
    ("outpost Berylith", 1, 3), ("colony Berylith", 3, 5)])  # fmt: skip
def test_the_system_of_a_lost_home_world_is_settled_like_any_other(choice, population, gain):
    """HOS-9.11: the usual cost, points and card"""
    at = home_lost()
    before = at.vp(0)
    assert at.choose("act colonise", choice).due == {"population": population}
    at.choose("spend Pellas for population")
    assert (at.vp(0), at.pile(0, "discard")) == (before + gain, ["Pellas", "Berylith"])


def test_an_upgrade_does_not_bring_back_a_card_removed_from_play():
    """HOS-9.10: it stays in the pool."""
    at = settled([*POPULATION, "Boldar"]).choose("act remove", "remove Boldar")
    assert at.in_pool("Boldar")
    pay(at.choose("act colonise", "upgrade Boldar")).choose("take counter energy_2")
    assert at.in_pool("Boldar")
    assert "Boldar" not in [*at.hand(0), *at.pile(0, "discard"), *at.pile(0, "draw")]


def test_a_system_without_a_card_brings_only_points():
    """HOS-9.2: system_set = s38_cards36: Quarrel has no card."""
    at = bare_table(system_set="s38_cards36").place(0, "Quarrel", fleets=1).deal(0, hand=POPULATION, discard=[])
    before = at.vp(0)
    at.choose("act colonise", "outpost Quarrel", "spend Settlers for population")
    assert (at.vp(0), at.pile(0, "discard")) == (before + 3, ["Settlers"])
    at = bare_table(system_set="s38_cards38").place(0, "Quarrel", fleets=1).deal(0, hand=POPULATION, discard=[])
    at.choose("act colonise", "outpost Quarrel", "spend Settlers for population")
    assert at.pile(0, "discard") == ["Settlers", "Quarrel"]
