"""BUILD: repairs and new ships (IAM-11.9, IAM-11.10, IAM-11.11, IAM-11.12, IAM-17, IAM-27.5)."""

import pytest

from tests.interstellar_ambitions.table import bare_table

LIGHT = ["Strike Craft", "Destroyer"]
HEAVY = ["Cruiser", "Battleship", "Devastator"]
DOCK = ("Cruiser", "Destroyer")


def yard(*ships, ore=30, overrides=None, **switches):
    """Seat 0 has these ships and this much ore."""
    return bare_table(overrides=overrides, **switches).muster(0, *ships).give(0, ore=ore)


def offered(at):
    """Return the ships that can be built."""
    return [words.removeprefix("build ") for words in at.options if words.startswith("build ")]


def ore(at):
    return at.resources(0).get("ore", 0)


def repair(at, number):
    """Remove this many damage markers, from any ships."""
    for _ in range(number):
        at.choose(next(words for words in at.options if words.startswith("repair ")))
    return at.choose("done") if at.prompt[1] == "repairing" else at


# the cells


@pytest.mark.parametrize(("level", "ships"), [
    ("basic", LIGHT), ("moderate", LIGHT + HEAVY), ("strong", LIGHT + HEAVY), ("ultimate", LIGHT + HEAVY),
])  # fmt: skip
def test_a_cell_sets_the_ships_that_can_be_built(level, ships):
    """IAM-11.9, IAM-11.10, IAM-11.11, IAM-11.12, IAM-17.4, IAM-17.6: standard ships only; LIGHT ones at BASIC."""
    assert offered(yard().act(f"build {level}")) == ships


@pytest.mark.parametrize(("level", "number"), [("basic", 1), ("moderate", 2), ("strong", 3), ("ultimate", 4)])
def test_a_cell_sets_the_number_of_ships_built(level, number):
    """A type may be built repeatedly; new ships are undamaged.

    IAM-11.9, IAM-11.10, IAM-11.11, IAM-11.12, IAM-17.3, IAM-17.6.
    """
    at = yard(("Cruiser", 1)).act(f"build {level}", "done", *["build Destroyer"] * number)
    assert at.fleet(0) == [("Cruiser", 1), *["Destroyer"] * number]
    assert at.prompt[1] != "building"


@pytest.mark.parametrize(("level", "cheaper"), [("moderate", 0), ("strong", 0), ("ultimate", 1)])
def test_a_ship_costs_its_ore(level, cheaper):
    """IAM-17.3, IAM-7.4, IAM-11.10, IAM-11.11, IAM-11.12, IAM-17.5: 2 for a Destroyer, 4 for a Battleship."""
    at = yard(ore=9).act(f"build {level}", "build Destroyer", "build Battleship")
    assert ore(at) == 9 - 2 - 4 + 2 * cheaper


def test_four_ultimate_builds_cost_an_ore_less_each():
    """IAM-11.12, IAM-17.5; FX-26: Battleship 3, Strike Craft 1, Destroyer 1, Cruiser 2: 7 ore."""
    at = yard(ore=7).act("build ultimate", "build Battleship", "build Strike Craft", "build Destroyer", "build Cruiser")
    assert ore(at) == 0
    assert at.fleet(0) == ["Battleship", "Strike Craft", "Destroyer", "Cruiser"]


@pytest.mark.parametrize(("least", "paid"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_no_ship_gets_cheaper_than_the_minimum(least, paid):
    """IAM-17.5: minimum_cost; a Strike Craft of 1 ore at ULTIMATE; a price below the minimum stays."""
    at = yard(ore=9, minimum_cost=least).act("build ultimate", "build Strike Craft")
    assert ore(at) == 9 - paid


def test_ships_that_cannot_be_paid_are_not_offered():
    """IAM-17.3: 3 ore."""
    assert offered(yard(ore=3).act("build moderate")) == ["Strike Craft", "Destroyer", "Cruiser"]
    assert yard(ore=0).act("build moderate").options == ["done"]


def test_ore_may_be_exchanged_for():
    """IAM-17.3, IAM-3.2"""
    at = yard(ore=0).give(0, food=3).act("build basic")
    assert offered(at) == ["Strike Craft"]
    at.choose("build Strike Craft", "give food")
    assert (at.fleet(0), at.resources(0)) == (["Strike Craft"], {})


# repair


@pytest.mark.parametrize(("markers", "cost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_repair_costs_an_ore_for_two_markers(markers, cost):
    """IAM-17.1, IAM-11.9; FX-17: 3 markers 2 ore, 4 markers 2, 5 markers 3."""
    at = repair(yard(("Cruiser", 3), ("Destroyer", 2), ore=9).act("build basic"), markers)
    assert ore(at) == 9 - cost
    assert sum(ship[1] for ship in at.fleet(0) if isinstance(ship, tuple)) == 5 - markers
    assert at.prompt == (0, "building")


def test_the_repair_is_rounded_up_on_the_total():
    """IAM-17.1; A29: a marker of each of two ships is one ore."""
    at = yard(("Cruiser", 1), ("Destroyer", 1), ore=1).act("build basic", "repair Cruiser 1", "repair Destroyer 1")
    assert (at.fleet(0), ore(at)) == (["Cruiser", "Destroyer"], 0)


def test_any_distribution_of_repairs_is_possible():
    """IAM-17.1: Some markers of every ship can be removed, also of HEAVY ships."""
    at = yard(("Cruiser", 3), ("Destroyer", 2), "Battleship").act("build basic")
    assert at.options == ["done", "repair Cruiser 3", "repair Destroyer 2"]
    at.choose("repair Cruiser 3", "repair Destroyer 2", "repair Cruiser 2", "done")
    assert at.fleet(0) == [("Cruiser", 1), ("Destroyer", 1), "Battleship"]


@pytest.mark.parametrize(("markers", "cost"), [(1, 5), (2, 3), (3, 2), (9, 1)])
def test_a_switch_sets_the_markers_repaired_per_ore(markers, cost):
    """IAM-17.1: markers_per_ore, five markers removed."""
    at = repair(yard(("Cruiser", 3), ("Destroyer", 2), ore=9, markers_per_ore=markers).act("build basic"), 5)
    assert ore(at) == 9 - cost


def test_at_ultimate_repairs_are_free():
    """IAM-11.12, IAM-17.2; FX-17: without any ore."""
    at = repair(yard(("Cruiser", 3), ("Destroyer", 2), ore=0).act("build ultimate"), 5)
    assert (at.fleet(0), at.prompt) == (["Cruiser", "Destroyer"], (0, "building"))


def test_repairs_are_limited_by_the_ore():
    """IAM-17.1: one ore removes two markers; with none there is no repair."""
    at = yard(("Cruiser", 3), ore=1).act("build basic", "repair Cruiser 3", "repair Cruiser 2")
    assert (at.prompt, at.fleet(0), ore(at)) == ((0, "building"), [("Cruiser", 1)], 0)
    assert yard(("Cruiser", 3), ore=0).act("build basic").prompt == (0, "building")


def test_ore_for_repairs_may_be_exchanged_for():
    """IAM-17.1, IAM-3.2: in the player's turn."""
    at = yard(("Cruiser", 1), ore=0).give(0, coins=3).act("build basic", "repair Cruiser 1", "give coins")
    assert (at.fleet(0), at.resources(0)) == (["Cruiser"], {})


@pytest.mark.parametrize(("source", "name"), [("teach", "FIELD REPAIR DRONES"), ("settle", "Wreckfield Halo")])
def test_some_effects_repair_at_no_cost(source, name):
    """IAM-17.1, IAM-4.4: REPAIR_FREE of T12 and of Wreckfield Halo, at BASIC."""
    at = yard(("Cruiser", 3), ore=0)
    at = at.teach(0, name) if source == "teach" else at.settle(0, name, 1)
    repair(at.act("build basic"), 3)
    assert at.fleet(0) == ["Cruiser"]


def test_repair_comes_before_building():
    """IAM-17.1: After the first build there is no repair."""
    at = yard(("Cruiser", 1)).act("build strong")
    assert at.prompt == (0, "repairing")
    at.choose("done")
    assert not any(words.startswith("repair") for words in at.options)


def test_every_mix_of_repairs_and_builds_is_legal():
    """IAM-17.8: only repairs, only builds, fewer builds than allowed, or neither."""
    at = yard(("Cruiser", 1)).act("build strong", "repair Cruiser 1", "done")
    assert (at.fleet(0), ore(at)) == (["Cruiser"], 29)
    at = yard(("Cruiser", 1)).act("build strong", "done", "build Destroyer", "done")
    assert (at.fleet(0), ore(at)) == ([("Cruiser", 1), "Destroyer"], 28)
    at = yard(("Cruiser", 1)).act("build strong", "done", "done")
    assert (at.fleet(0), ore(at)) == ([("Cruiser", 1)], 30)
    assert yard("Cruiser").act("build strong", "done").fleet(0) == ["Cruiser"]


# eight ships


def test_with_eight_ships_one_is_discarded_before_each_build():
    """IAM-17.7, IAM-7.2: no ship can be kept back then; the discarded merc goes to the discards."""
    at = yard(*["Destroyer"] * 7, "Leviathan").act("build moderate", "build Battleship")
    assert (at.prompt, at.options, ore(at)) == ((0, "scrapping"), ["scrap Destroyer", "scrap Leviathan"], 30)
    at.choose("scrap Leviathan")
    assert (at.fleet(0), ore(at)) == ([*["Destroyer"] * 7, "Battleship"], 26)
    assert at.kinds[int(at.state.merc_discard[at.state.mercs_discarded - 1])] == "Leviathan"
    at.choose("build Cruiser", "scrap Destroyer")
    assert at.fleet(0) == [*["Destroyer"] * 6, "Battleship", "Cruiser"]


@pytest.mark.parametrize(("limit", "decision"), [(2, "scrapping"), (3, "building")])
def test_a_switch_sets_the_ship_limit(limit, decision):
    """IAM-17.7, IAM-7.1: ship_limit, with two ships."""
    at = yard("Destroyer", "Destroyer", ship_limit=limit).act("build moderate", "build Destroyer")
    assert at.prompt == (0, decision)


def test_a_ship_that_became_too_expensive_is_not_built():
    """IAM-17.3, IAM-17.7: The ship discarded to make room had made ships cheaper."""
    cheap = {"ships.Leviathan.effects": [["MOD", "BUILD_DISC", 2]]}
    at = yard(*["Destroyer"] * 7, "Leviathan", ore=2, overrides=cheap).act("build moderate")
    assert "build Battleship" in at.options
    at.choose("build Battleship", "scrap Leviathan")
    assert at.prompt == (0, "building")
    assert (at.fleet(0), ore(at)) == (["Destroyer"] * 7, 2)
    assert offered(at) == LIGHT


# technologies and planets


def test_automated_shipyards_build_one_more_and_heavy_ships_at_basic():
    """IAM-27.5; A26: BUILD_EXTRA 1 and BASIC_HEAVY, two builds of any class at BASIC; each is paid."""
    at = yard(ore=20).teach(0, "AUTOMATED SHIPYARDS").act("build basic")
    assert offered(at) == LIGHT + HEAVY
    at.choose("build Battleship", "build Devastator")
    assert (at.fleet(0), ore(at), at.prompt) == (["Battleship", "Devastator"], 10, (0, "end"))


@pytest.mark.parametrize(("level", "number"), [("moderate", 3), ("strong", 4), ("ultimate", 5)])
def test_automated_shipyards_build_one_more_at_every_level(level, number):
    """IAM-27.5"""
    at = yard().teach(0, "AUTOMATED SHIPYARDS").act(f"build {level}", *["build Destroyer"] * number)
    assert at.prompt[1] == "end"
    assert len(at.fleet(0)) == number


def test_ship_discounts_add_up_to_the_minimum():
    """IAM-17.5: NANO-FABRICATION, T26 BUILD_DISC 1, Forge World 1 and ULTIMATE 1 off 6, 3 and 2."""
    at = yard(ore=9).teach(0, "NANO-FABRICATION").act("build moderate", "build Cruiser")
    assert ore(at) == 7
    at = yard(ore=9).settle(0, "Forge World", 1).act("build moderate", "build Cruiser")
    assert ore(at) == 7
    at = yard(ore=9).teach(0, "NANO-FABRICATION").settle(0, "Forge World", 1)
    at.act("build ultimate", "build Devastator", "build Cruiser", "build Destroyer")
    assert ore(at) == 9 - 3 - 1 - 1
