"""Building Military Units."""

import pytest

from tests.handful_of_stars.table import bare_table

RICH = ["Settlers", "Shipyard", "Rhosgar", "Cinder", "Pellas", "Bleakwater"]


def at_home(hand=RICH, **switches):
    """Seat 0: home world Berylith, colony Ishtar, outposts Boldar and Hap, units without a marker on Corvane; seat 1: a
    colony."""
    at = bare_table(**switches).place(0, "Berylith", marker="home").place(0, "Ishtar", marker="colony")
    at.place(0, "Boldar", fleets=1, marker="outpost").place(0, "Hap", fleets=1, marker="outpost")
    at.place(0, "Corvane", fleets=1, star_bases=1).place(1, "Dunmere", fleets=1, marker="colony")
    return at.deal(0, hand=hand)


def builds(at):
    """Return the build options."""
    return {words.removeprefix("build ") for words in at.options if words.startswith("build")}


@pytest.mark.parametrize(("first", "second"), [
    ("fleet", "fleet"), ("fleet", "star base"), ("star base", "fleet"), ("star base", "star base")])  # fmt: skip
def test_one_action_builds_one_or_two_units_in_any_mix(first, second):
    """HOS-5.1, HOS-5.2; X18: two units cost two population and two matter."""
    at = at_home().choose("act build")
    assert "done" not in at.options
    at.choose(f"build {first} Berylith")
    assert "done" in at.options
    at.choose(f"build {second} Berylith")
    assert at.options == ["done"]
    fleets = (first == "fleet") + (second == "fleet")
    assert at.units("Berylith", 0) == (fleets, 2 - fleets)
    assert (16 - at.player(0).fleets, 6 - at.player(0).star_bases) == (3 + fleets, 1 + 2 - fleets)
    at.choose("done")
    assert at.due == {"population": 2, "matter": 2}
    at.choose("spend Shipyard for matter", "spend Settlers for population")
    assert (at.prompt, at.state.actions_left) == ((0, "turn"), 1)


@pytest.mark.parametrize("unit", ["fleet", "star base"])
def test_one_unit_costs_one_population_and_one_matter(unit):
    """HOS-5.2; X18"""
    at = at_home().choose("act build", f"build {unit} Berylith", "done")
    assert at.due == {"population": 1, "matter": 1}


@pytest.mark.parametrize("most", [1, 2, 3, 6])
def test_an_action_may_build_another_number_of_units(most):
    """HOS-5.1: build_most"""
    at = at_home(build_most=most).choose("act build", *["build fleet Berylith"] * most)
    assert at.options == ["done"]
    assert at.units("Berylith", 0) == (most, 0)


@pytest.mark.parametrize(("population", "matter"), [(0, 0), (0, 1), (1, 0), (2, 1), (1, 2), (2, 2)])
def test_switches_set_the_cost_of_a_unit(population, matter):
    """HOS-5.2: unit_population, unit_matter"""
    at = at_home(unit_population=population, unit_matter=matter)
    at.choose("act build", "build fleet Berylith", "build star base Berylith", "done")
    due = {"matter": 2 * matter, "population": 2 * population}
    assert at.due == {resource: points for resource, points in due.items() if points}
    if not due["matter"] + due["population"]:
        assert at.prompt == (0, "turn")


@pytest.mark.parametrize(("hand", "units"), [
    ([], 0), (["Settlers"], 0), (["Shipyard"], 0), (["Dunmere", "Shipyard"], 1), (["Settlers", "Orrin", "Boldar"], 1),
    (["Settlers", "Shipyard"], 2),
])  # fmt: skip
def test_building_is_limited_by_what_the_player_can_pay(hand, units):
    """HOS-5.2"""
    at = at_home(hand)
    assert ("act build" in at.options) == (units > 0)
    if units:
        at.choose("act build", "build fleet Berylith")
        assert (at.options == ["done"]) == (units == 1)


def test_units_are_built_only_on_home_world_and_colonies():
    """HOS-5.3, HOS-5.4: not on outposts of either type, not on systems with only units, not on an enemy's colony"""
    sites = {"fleet Berylith", "fleet Ishtar", "star base Berylith", "star base Ishtar"}
    assert builds(at_home().choose("act build")) == sites


def test_two_units_may_go_to_different_systems():
    """HOS-5.3"""
    at = at_home().choose("act build", "build fleet Berylith", "build star base Ishtar")
    assert (at.units("Berylith", 0), at.units("Ishtar", 0)) == ((1, 0), (0, 1))


def test_without_home_world_and_colony_nothing_is_built():
    """HOS-5.3, HOS-5.4"""
    at = bare_table().place(0, "Boldar", fleets=1, marker="outpost").deal(0, hand=RICH)
    assert "act build" not in at.options


def test_mobile_factories_build_on_outposts():
    """HOS-5.4: the exception: in a Reserve, never in the hand"""
    at = at_home([*RICH, "Mobile Factories"])
    assert len(builds(at.choose("act build"))) == 4
    at = at_home().deal(0, two=["Mobile Factories"]).choose("act build")
    assert {words.split()[-1] for words in builds(at)} == {"Berylith", "Ishtar", "Boldar", "Hap"}


@pytest.mark.parametrize(("fleets", "bases", "offered"), [
    (13, 0, {"star base"}), (0, 5, {"fleet"}), (13, 5, set()), (12, 4, {"fleet", "star base"})])  # fmt: skip
def test_an_empty_stock_bars_its_type(fleets, bases, offered):
    """HOS-5.5: A player has 16 fleets and 6 star bases. Units on the map are not moved to build others."""
    at = at_home().place(0, "Elyria", fleets, bases)
    assert ("act build" in at.options) == bool(offered)
    if offered:
        types = {words.rsplit(" ", 1)[0] for words in builds(at.choose("act build"))}
        assert types == offered


def test_the_stock_runs_out_within_an_action():
    """HOS-5.5"""
    at = at_home().place(0, "Elyria", 12, 5).choose("act build", "build fleet Berylith")
    assert at.options == ["done"]
    assert at.player(0).fleets == 0
