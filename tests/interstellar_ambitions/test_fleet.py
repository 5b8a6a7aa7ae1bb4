"""Fleets: ships, their damage and their discards; the cells of FLEET.

IAM-7, IAM-11.21, IAM-11.22, IAM-11.23, IAM-11.24.
"""

import numpy as np
import pytest

from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from tests.interstellar_ambitions.battle import act, attack, fight, front, totals
from tests.interstellar_ambitions.table import bare_table

MISS = (1, 1, 1, 1)


def pile(at, origin):
    """Return the discarded mercs or emergency ships."""
    count = {"merc": "mercs", "emergency": "emergencies"}[origin]
    cards = at.state[f"{origin}_discard"][: at.state[f"{count}_discarded"]].tolist()
    return [at.kinds[kind] for kind in cards]


def names(at, seat):
    """Return a player's ships without their damage."""
    return [ship if isinstance(ship, str) else ship[0] for ship in at.fleet(seat)]


def exploded(at):
    """Seat 0 blows up the only ship of seat 1 with a card."""
    at.deal(0, "Ship go BOOM BOOM!").turn(0).force(CHECK_DICE, 6).choose("play Ship go BOOM BOOM!", "opponent 1")
    return at.choose(at.options[0])


# the cells of FLEET


@pytest.mark.parametrize(("level", "raid", "invade"), [
    ("basic", 0, None), ("moderate", 2, 0), ("strong", 4, 2), ("ultimate", 6, 4),
])  # fmt: skip
def test_a_cell_of_fleet_has_its_bonus(level, raid, invade):
    """IAM-11.21, IAM-11.22, IAM-11.23, IAM-11.24: to the attacker's total, over 2 : 2 of two Destroyers that miss each
    other."""
    at = fight(front(["Destroyer"], ["Destroyer"], level), "raid 1", MISS)
    assert totals(at) == (2 + raid, 2)
    offered = act(front(["Destroyer"], ["Destroyer"], level)).options
    assert ("invade 1" in offered) == (invade is not None)
    if invade is not None:
        at = fight(front(["Destroyer"], ["Destroyer"], level), "invade 1", MISS)
        assert totals(at) == (2 + invade, 2)


# the limit


def test_every_kind_of_ship_counts_for_the_limit():
    """IAM-7.1: Standard, hired and emergency ships together are at most eight."""
    at = bare_table().muster(0, *["Destroyer"] * 4, "Leviathan", "Ironclad", "Volunteer Wing", "Ore Hauler")
    at.give(0, ore=9).act("build moderate", "build Destroyer")
    assert at.prompt == (0, "scrapping")
    at = bare_table().muster(0, *["Destroyer"] * 4, "Leviathan", "Ironclad", "Volunteer Wing").give(0, ore=9)
    at.act("build moderate", "build Destroyer")
    assert (at.prompt, len(at.fleet(0))) == ((0, "building"), 8)


def test_an_eighth_ship_needs_no_room_but_a_ninth_does():
    """IAM-7.1, IAM-7.2: building, hiring and drawing."""
    at = bare_table().muster(0, *["Destroyer"] * 7).give(0, ore=9, coins=9).show_mercs("Captain Rogers")
    at.act("shadow moderate", "hire mercs", "hire Captain Rogers")
    assert len(at.fleet(0)) == 8
    at.show_mercs("Ironclad").act("shadow moderate", "hire mercs", "hire Ironclad")
    assert at.prompt == (0, "scrapping")


def test_a_defender_with_eight_ships_makes_room_or_declines():
    """IAM-7.2, IAM-7.6: an emergency ship for seven LIGHT ships against eight."""
    ours, theirs = ["Strike Craft"] * 8, [*["Strike Craft"] * 7, "Cruiser"]
    at = front(ours, theirs).stack_emergencies("Volunteer Wing")
    attack(at, "raid 1")
    assert (at.prompt, at.options) == ((1, "scrapping"), ["no", "scrap Strike Craft", "scrap Cruiser"])
    emergencies = int(at.state.emergencies_left)
    at.choose("scrap Cruiser")
    assert (int(at.state.emergencies_left), int(at.player(1).emergencies)) == (emergencies - 1, 1)
    assert "Cruiser" not in names(at, 1)
    at = attack(front(ours, theirs).stack_emergencies("Volunteer Wing"), "raid 1").choose("no")
    assert (int(at.state.emergencies_left), int(at.player(1).emergencies)) == (emergencies, 0)
    assert "Cruiser" in names(at, 1)


# attributes


@pytest.mark.parametrize(("origin", "upkeep", "effects"), [
    ("standard", False, None), ("merc", True, True), ("emergency", False, None),
])  # fmt: skip
def test_ships_are_of_three_origins(origin, upkeep, effects):
    """Only mercs have an upkeep, and they always have an effect; emergency ships cost nothing.

    IAM-7.3, IAM-7.4, IAM-7.5, IAM-7.6.
    """
    ships = [each for each in bare_table().document["ships"].values() if each["origin"] == origin]
    assert len(ships) == {"standard": 5, "merc": 12, "emergency": 10}[origin]
    for each in ships:
        assert bool(each["upkeep"]) == upkeep
        assert bool(each["cost"]) == (origin != "emergency")
        assert each["effects"] or not effects
        assert each["class"] in ("light", "heavy")


def test_standard_ships_are_always_available_and_cost_ore():
    """IAM-7.4: eight Devastators in one fleet, eight in another; there is no upkeep."""
    at = bare_table().muster(0, *["Devastator"] * 8).muster(1, *["Devastator"] * 7).give(1, ore=6)
    at.act("build moderate", "build Devastator", seat=1)
    assert (at.fleet(1), at.resources(1)) == (["Devastator"] * 8, {})
    at.turn(0).choose("produce", *["take food"] * 4)
    assert at.prompt == (0, "action")


def test_mercs_cost_coins_and_upkeep_and_come_from_the_slots():
    """IAM-7.5"""
    at = bare_table().show_mercs("Captain Rogers", "Ironclad").give(0, coins=9, ore=9)
    at.act("shadow strong", "hire mercs")
    assert at.options == ["done", "hire Captain Rogers", "hire Ironclad"]
    at.choose("hire Captain Rogers", "done")
    assert at.resources(0) == {"coins": 5, "ore": 9}
    at.turn(0).choose("produce", *["take food"] * 4)
    assert (at.prompt, at.options) == ((0, "upkeep"), ["pay upkeep Captain Rogers", "dismiss Captain Rogers"])
    at.choose("pay upkeep Captain Rogers")
    assert at.resources(0)["coins"] == 3


def test_emergency_ships_join_a_weaker_defender_at_no_cost_and_stay():
    """IAM-7.6: not an equal defender, and not an attacker; A15 they stay after the battle."""
    at = fight(front(["Destroyer", "Destroyer"], ["Destroyer"]).stack_emergencies("Volunteer Wing"), "raid 1", MISS)
    assert names(at, 1) == ["Destroyer", "Volunteer Wing"]
    assert at.resources(1) == {}
    at = fight(front(["Destroyer"], ["Destroyer"]), "raid 1", MISS)
    assert (at.fleet(0), at.fleet(1)) == (["Destroyer"], ["Destroyer"])
    at = fight(front(["Destroyer"], ["Destroyer", "Destroyer"]), "raid 1", MISS)
    assert at.fleet(0) == ["Destroyer"]


def test_only_light_ships_raid_and_all_ships_invade():
    """IAM-7.7"""
    ours, theirs = ["Cruiser", "Destroyer"], ["Battleship", "Destroyer"]
    assert totals(fight(front(ours, theirs, "moderate"), "raid 1", MISS)) == (2 + 2, 2)
    at = attack(front(ours, theirs, "moderate"), "invade 1")
    assert at.state.battle.fighters.tolist() == [2, 2]


# damage


@pytest.mark.parametrize(("damage", "value", "points"), [(0, 4, 2), (1, 3, 1), (2, 2, 0), (3, 1, 0), (4, 0, 0)])
def test_a_damage_marker_reduces_each_value_by_one(damage, value, points):
    """A Battleship of CV 4 and B 2; no value falls below 0, and a ship with damage equal to CV survives.

    IAM-7.8, IAM-7.9.
    """
    at = front([("Battleship", damage)], [], "ultimate", emergency_rule=False).settle(1, "Great Basin", 4)
    fight(at, "invade 1")
    assert totals(at)[0] == 4 + value
    assert at.prompt == (0, "spoil")
    at.choose("bombard", "planet Great Basin")
    assert int(at.state.battle.points) == points
    assert int(at.finish().seats[0].combat_value) == value
    assert at.fleet(0) == [("Battleship", damage) if damage else "Battleship"]


def test_a_ship_with_more_damage_than_its_value_is_destroyed():
    """IAM-7.9; FX-32: A Destroyer survives 2 markers, but not a third one."""
    at = fight(front(["Destroyer"], [("Destroyer", 2)]), "raid 1", MISS)
    assert at.fleet(1) == [("Destroyer", 2)]
    at = fight(front(["Strike Craft"], [("Destroyer", 2)], emergency_rule=False), "raid 1", (4,))
    assert at.fleet(1) == []


@pytest.mark.parametrize(("ship", "origin"), [("Ironclad", "merc"), ("Ore Hauler", "emergency")])
def test_a_lost_ship_goes_to_the_discards_of_its_origin(ship, origin):
    """IAM-7.10: after destruction by a card, and after a discard to make room; its markers are removed."""
    at = exploded(bare_table().muster(1, (ship, 1)))
    assert (at.fleet(1), pile(at, origin)) == ([], [ship])
    at = bare_table(ship_limit=2).muster(0, (ship, 1), "Destroyer").give(0, ore=9)
    at.act("build ultimate", "done", "build Destroyer", f"scrap {ship} 1")
    assert (at.fleet(0), pile(at, origin)) == (["Destroyer", "Destroyer"], [ship])


def test_a_lost_standard_ship_returns_to_the_supply():
    """IAM-7.10: it is in no discards and can be built again."""
    at = exploded(bare_table().muster(1, ("Cruiser", 2)))
    assert (at.fleet(1), pile(at, "merc"), pile(at, "emergency")) == ([], [], [])
    at.give(1, ore=3).act("build moderate", "build Cruiser", seat=1)
    assert at.fleet(1) == ["Cruiser"]


def test_a_hired_merc_comes_back_undamaged():
    """IAM-7.10: The discard removes its markers."""
    at = bare_table(ship_limit=2).muster(0, ("Ironclad", 3), "Destroyer").give(0, ore=9, coins=9)
    at.act("build moderate", "done", "build Destroyer", "scrap Ironclad 3", "done")
    at.show_mercs("Ironclad").act("shadow moderate", "hire mercs", "hire Ironclad", "scrap Destroyer")
    assert at.fleet(0) == ["Destroyer", "Ironclad"]


def test_damage_stays_until_it_is_repaired():
    """IAM-7.11: It stays during a PRODUCE and the next turns."""
    at = bare_table().muster(0, ("Cruiser", 2)).give(0, ore=9)
    for seat in (0, 1, 2, 0):
        at.turn(seat).choose("produce", *["take food"] * 4)
    assert at.fleet(0) == [("Cruiser", 2)]
    at.act("build basic", "repair Cruiser 2", "repair Cruiser 1")
    assert at.fleet(0) == ["Cruiser"]


def test_a_damaged_ship_scores_its_points():
    """IAM-7.12: a Battleship 2, a Cruiser 1, with any damage; a Destroyer 0."""
    at = bare_table().muster(0, ("Battleship", 4), ("Cruiser", 2), "Destroyer")
    assert int(at.finish().seats[0].vp_ships) == 3


def test_fleets_and_damage_are_open():
    """IAM-7.13: A64 a redeal for another player does not change them."""
    at = bare_table().muster(1, ("Cruiser", 2), "Ironclad", "Strike Craft").muster(2, "Ore Hauler")
    before = [(at.fleet(seat)) for seat in range(3)]
    for randomness in range(5):
        GAME.kernels.redeal(at.state, at.rules, 0, np.uint64(randomness))
        assert [at.fleet(seat) for seat in range(3)] == before


@pytest.mark.parametrize(("damage", "left"), [(3, True), (4, True), (5, False)])
def test_adaptive_armour_makes_ships_tougher(damage, left):
    """IAM-7.9, IAM-4.4: ADAPTIVE ARMOUR, T29 SHIP_TOUGH 1: a Cruiser of CV 3 bears 4 markers, which weigh as usual."""
    at = bare_table().muster(1, ("Cruiser", damage - 1)).teach(1, "ADAPTIVE ARMOUR").deal(0, "Dockyard Fire")
    at.turn(0).force(CHECK_DICE, 6).choose("play Dockyard Fire", "opponent 1", "ship Cruiser " + str(damage - 1))
    if at.prompt[1] == "object":
        at.choose("done")
    assert (at.fleet(1) == [("Cruiser", damage)]) == left
    assert int(at.finish().seats[1].combat_value) == 0
