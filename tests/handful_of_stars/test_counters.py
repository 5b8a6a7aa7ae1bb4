"""Development counters (HOS-18)."""

import pytest

from tests.handful_of_stars.table import bare_table

RESOURCES = ("energy", "matter", "population", "research")


def owning(*counters, down=(), hand=(), draw=("Academy",)):
    """Seat 0 with the home world Pellas and these counters; the stacks hold all other counters of the 33."""
    at = bare_table().show_counters().place(0, "Pellas", marker="home")
    return at.give_counters(0, *counters, down=down).deal(0, hand=hand, draw=draw)


@pytest.mark.parametrize(("kind", "supplies"), [
    ("energy_2", [2, 0, 0, 0]), ("matter_2", [0, 2, 0, 0]), ("population_1", [0, 0, 1, 0]),
    ("population_2", [0, 0, 2, 0]), ("research_2", [0, 0, 0, 2]), ("energy_matter", [1, 1, 0, 0]),
    ("energy_research", [1, 0, 0, 1]), ("matter_population", [0, 1, 1, 0]), ("population_research", [0, 0, 1, 1]),
    ("reserve", [0, 0, 0, 0]), ("vp_2", [0, 0, 0, 0]), ("vp_3", [0, 0, 0, 0]),
])  # fmt: skip
def test_only_resource_counters_pay_each_with_one_of_its_symbols(kind, supplies):
    """HOS-18.1: They pay for moving fleets, drafting, units and outposts."""
    for resource, points in zip(RESOURCES, supplies, strict=True):
        at = owning(kind)
        if resource == "energy":
            at.place(0, "Hap", fleets=1).place(0, "Ashfall", marker="outpost")
            offered = "act move" in at.options
        elif resource == "research":
            offered = "act draft" in at.show("Retreat").options
        elif resource == "population":
            offered = "act colonise" in at.place(0, "Hap", fleets=1).options
        else:
            offered = "act build" in at.deal(0, hand=["Settlers"]).options
        assert offered == (points > 0), resource


@pytest.mark.parametrize(("kind", "units"), [("matter_2", 2), ("energy_matter", 1), ("matter_population", 1)])
def test_a_counter_supplies_the_points_that_it_shows(kind, units):
    """HOS-18.1: Its matter limits the number of units built; there is enough population."""
    at = owning(kind, hand=["Settlers", "Rhosgar"]).deal(0, hand=["Settlers", "Berylith"])
    at.choose("act build", *["build fleet Pellas"] * units)
    assert at.options == ["done"]


@pytest.mark.parametrize(("kind", "points"), [("vp_2", 2), ("vp_3", 3), ("energy_2", 0), ("reserve", 0)])
def test_a_counter_with_points_counts_while_it_is_owned(kind, points):
    """HOS-18.1, HOS-18.4: Its points add to the 7 of the home world."""
    at = owning("matter_2").show_counters(kind).deal(0, hand=["Out of Storage"])
    assert at.choose("play Out of Storage", f"exchange matter_2 for {kind}").vp(0) == 7 + points


def test_a_colony_from_the_track_puts_its_counter_on_the_vacated_space():
    """HOS-18.2, HOS-9.5: the third space, after home world and first colony."""
    at = owning("energy_2", "matter_2", hand=["Berylith", "Settlers"]).place(0, "Rhosgar", marker="outpost")
    at.show_counters("vp_2", "research_2")
    assert at.player(0).track_discs == 5
    at.choose("act colonise", "upgrade Rhosgar")
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    at.choose("take counter research_2")
    assert at.player(0).track_discs == 4
    assert at.player(0).counters.tolist()[:4] == [at.kinds.index(k) for k in ("energy_2", "matter_2", "research_2")] + [
        -1
    ]


def test_a_player_has_no_more_counters_than_vacated_spaces():
    """HOS-18.2, HOS-9.6: with the whole track empty a further colony earns none."""
    seven = ["energy_2"] * 3 + ["matter_2"] * 3 + ["research_2"]
    at = owning(*seven, hand=["Berylith", "Settlers"]).place(0, "Rhosgar", marker="outpost").show_counters("vp_3")
    at.choose("act colonise", "upgrade Rhosgar")
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    assert at.prompt == (0, "turn")
    assert at.counters(0) == seven


def drafting(*counters, **more):
    """Seat 0 has paid for Retreat (1 R) with its first counter."""
    at = owning(*counters, **more).show("Retreat")
    return at.choose("act draft", "draft Retreat", f"flip {counters[0]} for research")


def test_a_used_resource_counter_lies_face_down_and_pays_no_more():
    """HOS-18.3, HOS-4.7"""
    at = drafting("energy_research", "matter_2")
    assert at.face_down(0) == ["energy_research"]
    assert "act draft" not in at.show("Retreat").options
    at.place(0, "Hap", fleets=1).place(0, "Ashfall", marker="outpost")
    assert "act move" not in at.options


def test_the_owners_next_shuffle_turns_all_counters_front_up():
    """HOS-18.3, HOS-3.8"""
    at = drafting("research_2", "matter_2", "energy_2", down=["energy_2"], draw=[])
    assert at.face_down(0) == ["research_2", "energy_2"]
    at.choose("act pass")
    assert at.player(0).shuffles == 1
    assert at.face_down(0) == []


def test_the_shuffle_of_another_player_turns_no_counter():
    """HOS-18.3"""
    at = drafting("research_2").deal(1, hand=[], draw=[], discard=["Hap", "Ashfall"])
    at.deal(0, draw=["Settlers"] + ["Culture"] * 4 + ["Hap", "Kiln"]).choose("act pass").pass_turn()
    assert (at.player(0).shuffles, at.player(1).shuffles) == (0, 1)
    assert at.face_down(0) == ["research_2"]


def test_counters_of_points_and_reserves_are_never_turned():
    """HOS-18.4, A40: No payment uses them, and the Recycling Plant does not turn them."""
    at = owning(
        "vp_3", "reserve", "research_2", down=["research_2"], hand=["Recycling Plant", "Academy"], draw=[]
    ).show("Retreat")
    at.choose("act draft", "draft Retreat")
    assert at.options == ["spend Academy for research"]
    at.choose("spend Academy for research", "play Recycling Plant")
    assert at.options == ["recycle research_2"]


def test_counters_of_points_and_reserves_work_all_the_time():
    """HOS-18.4: before and after a shuffle of their owner."""
    at = owning("vp_3", "reserve", draw=[])
    for shuffles in range(2):
        assert at.player(0).shuffles == shuffles
        assert at.vp(0) == 10
        at.deal(0, hand=["Academy", "Settlers", "Shipyard"], discard=["Hap"]).choose("act reserve")
        cards = ("Academy", "Settlers", "Shipyard")
        at.choose(*[f"reserve {card} to reserve one" for card in cards], "done", "act pass").deal(0, one=[]).turn(0)


def test_a_counter_stays_when_its_colony_is_lost():
    """HOS-18.5: Development counters stay when the colony that brought them is lost."""
    at = owning("vp_2", "energy_2", "research_2").place(0, "Rhosgar", marker="colony").place(1, "Hap", fleets=2)
    at.deal(1, hand=["Star Drive"]).turn(1).choose("act move", "from Hap", "move 2 fleets to Rhosgar", "done")
    at.choose("spend Star Drive for energy", "no", "done")
    assert at.owner("Rhosgar") == 1
    assert at.counters(0) == ["vp_2", "energy_2", "research_2"]
    assert at.vp(0) == 7 + 2


def test_the_display_is_refilled_to_six_from_the_stacks():
    """HOS-18.6, HOS-2.16b"""
    at = owning("energy_2", hand=["Development"]).show_counters("vp_3", *["matter_2"] * 4, "reserve")
    left = at.state.counters_left.sum()
    at.choose("play Development", "take counter vp_3")
    assert len(at.displayed_counters) == 6
    assert at.state.counters_left.sum() == left - 1


def test_the_display_shrinks_when_the_stacks_are_empty():
    """HOS-18.6"""
    at = owning("energy_2", hand=["Development"]).show_counters("vp_3", "matter_2", "matter_2")
    at.state.counters_left[:] = 0
    at.choose("play Development", "take counter vp_3")
    assert sorted(at.displayed_counters) == ["matter_2", "matter_2"]


def test_a_colony_earns_nothing_when_no_counter_is_left():
    """HOS-18.6, HOS-18.2, A54: the space stays empty."""
    at = owning("energy_2", hand=["Berylith", "Settlers"]).place(0, "Rhosgar", marker="outpost")
    at.state.counters_left[:] = 0
    at.choose("act colonise", "upgrade Rhosgar")
    while at.prompt[1] == "payment":
        at.choose(at.options[0])
    assert at.prompt == (0, "turn")
    assert at.marker("Rhosgar") == "colony"
    assert at.counters(0) == ["energy_2"]
