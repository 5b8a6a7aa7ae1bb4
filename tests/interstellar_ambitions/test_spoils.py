"""The spoils of a won INVADE (IAM-23): plans, technologies, bombardment, capture, the last planet."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.word import Market, Modifier
from tests.interstellar_ambitions.battle import fight, front, is_over, won

SPENT = ("Strike Craft", 1)  # takes part, rolls no dice, adds nothing
EIGHT = ("Siege Barge", "Battleship")  # 4 + 2 + 2 bombard points


def position(*attacker, level="moderate", **more):
    """Seat 0 with these ships is about to attack seat 1, whose only ship is spent; no emergency ship joins."""
    return front(attacker or [SPENT], [SPENT], level, **{"emergency_rule": False} | more)


def won_over(at):
    """The INVADE is fought and won: the attacker chooses his spoil."""
    fight(at, "invade 1")
    assert won(at)
    assert at.prompt == (0, "spoil")
    return at


def planet_at(level, *attacker, name="Core Prime", **more):
    """Seat 1 has another planet at that level; the INVADE is won."""
    return won_over(position(*attacker, **more).settle(1, name, level))


def bombarded(level, *attacker, name="Core Prime", **more):
    """Return the level of that planet after the bombardment, and the bombard points."""
    at = planet_at(level, *attacker, name=name, **more).choose("bombard", f"planet {name}")
    return int(at.state.level[at.planet(name)]), int(at.state.battle.points)


# disrupted plans


def test_plans_are_disrupted_token_by_token():
    """IAM-23.1, IAM-23.2: They move back to BASIC of their rows; tokens at BASIC are not offered."""
    at = position().put(1, "build ultimate", "fleet strong", "colonise basic", "shadow moderate", "shadow moderate")
    won_over(at).choose("disrupt plans")
    assert at.options == ["done", "token build ultimate", "token shadow moderate", "token fleet strong"]
    at.choose("token build ultimate", "token shadow moderate")
    assert at.options == ["done", "token shadow moderate", "token fleet strong"]
    at.choose("token fleet strong")
    assert is_over(at)
    assert at.tokens(1) == ["colonise basic", "build basic", "shadow basic", "shadow moderate", "fleet basic"]
    assert int(at.player(1).pool) == 1


@pytest.mark.parametrize("number", [0, 1, 2, 3, 6])
def test_a_switch_sets_the_number_of_tokens(number):
    """IAM-23.1; A05 disrupt_tokens; fewer if there are no more."""
    at = position(disrupt_tokens=number).put(1, *["build strong"] * 4)
    won_over(at)
    assert ("disrupt plans" in at.options) == (number > 0)
    if number:
        at.choose("disrupt plans", *["token build strong"] * min(number, 4))
        assert is_over(at)


def test_fewer_tokens_may_be_disrupted():
    """IAM-23.1: up to three."""
    at = won_over(position().put(1, "build strong", "fleet strong")).choose(
        "disrupt plans", "token fleet strong", "done"
    )
    assert is_over(at)
    assert at.tokens(1) == ["build strong", "fleet basic"]


def test_tokens_at_basic_cannot_be_disrupted():
    """IAM-23.2: Tokens of other players are not offered either."""
    at = won_over(position().put(1, "build basic").put(2, "build strong"))
    assert at.options == ["no", "bombard"]


def test_a_freed_ultimate_slot_is_free_at_once():
    """IAM-23.2, IAM-10.3: the next player may advance to it."""
    at = position().put(1, "build ultimate", "build strong")
    won_over(at).choose("disrupt plans", "token build ultimate", "done")
    at.turn(1).choose("advance plans")
    assert "advance build strong" in at.options


# acquired technology


def test_a_technology_that_the_defender_knows_is_acquired():
    """The defender owns or has acquired it, and the attacker does not know it. It works at once and earns no points.

    IAM-23.3, IAM-23.4.
    """
    at = position().teach(2, "RAIDER TACTICS").teach(1, "RAIDER TACTICS", "SHADOW CARTELS", "FERTILITY CLINICS")
    at.teach(0, "FERTILITY CLINICS", "HEAVY WEAPONS").teach(2, "URBAN PLANNING")
    won_over(at).choose("acquire technology")
    assert at.options == ["technology SHADOW CARTELS", "technology RAIDER TACTICS"]
    at.choose("technology RAIDER TACTICS")
    assert is_over(at)
    assert "RAIDER TACTICS" in at.known(0)
    assert "RAIDER TACTICS" in at.known(1)
    assert at.state.technology_owner[at.technologies.index("RAIDER TACTICS")] == 2
    fight(at.put(0, "fleet basic").muster(0, SPENT).muster(1, SPENT), "raid 1")
    assert int(at.state.battle.total[0]) == 2
    assert int(at.finish().seats[0].vp_technologies) == at.document["technologies"]["HEAVY WEAPONS"]["vp"]


def test_no_technology_is_acquired_from_a_player_without_new_ones():
    """IAM-23.3."""
    at = position().teach(1, "SHADOW CARTELS").teach(0, "SHADOW CARTELS").teach(2, "URBAN PLANNING")
    assert "acquire technology" not in won_over(at).options


# bombardment


def test_any_planet_of_the_defender_may_be_bombarded():
    """IAM-23.5, IAM-23.16: including Home Worlds; no planets of other players."""
    at = position().settle(1, "Loam", 2).settle(1, "Core Prime", 1).settle(2, "Anvil", 3)
    won_over(at).choose("bombard")
    assert at.options == [f"planet {name}" for name in (at.home(1), "Loam", "Core Prime")]


def test_eight_points_take_two_levels():
    """IAM-23.5, IAM-23.6; FX-6."""
    assert bombarded(4, *EIGHT) == (2, 8)


@pytest.mark.parametrize(("level", "left"), [(5, 3), (3, 1), (2, 1), (1, 1)])
def test_levels_never_fall_below_one(level, left):
    """IAM-23.7, IAM-4.2; A53: only levels really lost are counted."""
    at = planet_at(level, *EIGHT).choose("bombard", "planet Core Prime")
    assert at.planets(1)["Core Prime"] == left
    assert int(at.player(0).levels_removed) == level - left


@pytest.mark.parametrize(("div", "left"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_a_switch_sets_the_points_per_level(div, left):
    """IAM-23.6: whole groups count; bombard_div"""
    assert bombarded(5, *EIGHT, bombard_div=div)[0] == left


@pytest.mark.parametrize(("div", "left"), [(2, 1), (3, 3), (4, 3), (6, 4)])
def test_heavy_weapons_divide_by_less(div, left):
    """IAM-27.3, IAM-23.6; bombard_div_improved, A70"""
    at = position(*EIGHT, bombard_div_improved=div).settle(1, "Core Prime", 5).teach(0, "HEAVY WEAPONS")
    won_over(at.teach(1, "SHADOW CARTELS")).choose("bombard", "planet Core Prime")
    assert at.planets(1)["Core Prime"] == left


@pytest.mark.parametrize(("fleet", "points"), [
    ((("Battleship", 1),), 1),
    ((("Battleship", 3),), 0),
    (("Devastator", "Destroyer"), 5),
    (("Strike Craft",), 0),
    ((("Siege Barge", 1),), 5),
    ((("Siege Barge", 2),), 4),
    ((("Battleship", 4), "Destroyer"), 1),
])  # fmt: skip
def test_damage_reduces_the_points_ship_by_ship(fleet, points):
    """IAM-23.5, IAM-7.8; BOMBARD_BONUS: The bonus stays with any damage."""
    assert bombarded(4, *fleet)[1] == points


def test_ships_that_are_lost_or_stay_behind_do_not_bombard():
    """IAM-23.5, A07: only surviving participants; the attacker's defence-only ships do not take part."""
    at = front(["Battleship", ("Destroyer", 3), "Mothballed Battleship"], [SPENT], "moderate", emergency_rule=False)
    fight(at.settle(1, "Core Prime", 4), "invade 1").choose("bombard", "planet Core Prime")
    assert int(at.state.battle.points) == 2


def test_bombard_points_are_no_strength():
    """IAM-23.8: they do not count in the totals."""
    at = won_over(position("Devastator"))
    assert at.state.battle.total.tolist() == [5, 0]


@pytest.mark.parametrize(("level", "names", "left"), [(2, (), 1), (4, (), 3), (4, ("HEAVY WEAPONS",), 2)])
def test_a_home_world_takes_three_points_off(level, names, left):
    """IAM-4.9, IAM-23.5, IAM-23.16, IAM-27.26; FX-19: 8 points are 5."""
    at = position(*EIGHT).teach(0, *names)
    at.state.level[at.planet(at.home(1))] = level
    won_over(at).choose("bombard", f"planet {at.home(1)}")
    assert (int(at.state.battle.points), at.planets(1)[at.home(1)]) == (5, left)


@pytest.mark.parametrize(("source", "points"), [
    ("technology", 6), ("planet", 6), ("marker", 6), ("all", 2), ("others", 8),
])  # fmt: skip
def test_shields_reduce_the_points(source, points):
    """IAM-23.5; BOMBARD_SHIELD, MARKER_SHIELD: of the defender's; never below 0."""
    at = position(*EIGHT).settle(1, "Core Prime", 4)
    if source in ("technology", "all"):
        at.teach(1, "PLANETARY SHIELDS")
    if source in ("planet", "all"):
        at.settle(1, "Fortress Moon", 2)
    if source in ("marker", "all"):
        at.mark("Core Prime", "Orbital Batteries")
    if source == "others":
        at.teach(2, "PLANETARY SHIELDS").settle(2, "Fortress Moon", 2)
    won_over(at).choose("bombard", "planet Core Prime")
    assert int(at.state.battle.points) == points


def test_points_do_not_fall_below_zero():
    """IAM-23.5."""
    at = won_over(position("Strike Craft"))
    at.choose("bombard", f"planet {at.home(1)}")
    assert (int(at.state.battle.points), at.planets(1)[at.home(1)]) == (0, 4)


# capture


def capturing(at_level, *attacker, name="Core Prime", resources=None, **more):
    """Return the position after the bombardment of a planet at that level by an attacker with these resources."""
    at = position(*attacker, **more).settle(1, name, at_level).give(0, **(resources or {"food": 3, "ore": 3}))
    return won_over(at).choose("bombard", f"planet {name}")


@pytest.mark.parametrize(("level", "offered"), [(1, True), (2, True), (3, True), (4, False), (5, False)])
def test_a_planet_at_level_one_may_be_captured(level, offered):
    """IAM-23.9, IAM-4.7: after the bombardment."""
    at = capturing(level, *EIGHT)
    assert (at.prompt == (0, "capturing")) == offered


@pytest.mark.parametrize(("needs", "fleet", "offered"), [
    ("none", (SPENT,), True), ("none", EIGHT, True), ("one_step", (SPENT,), False), ("one_step", EIGHT, True),
    ("one_step", ("Battleship",), False),
])  # fmt: skip
def test_a_planet_that_was_at_level_one_may_be_captured_too(needs, fleet, offered):
    """IAM-23.9; A11 capture_needs_bombard: It needs one whole group of points, or none."""
    at = capturing(1, *fleet, capture_needs_bombard=needs)
    assert (at.prompt == (0, "capturing")) == offered


def test_planets_are_captured_in_no_other_way():
    """A60, IAM-4.7: Neither a RAID nor another spoil offers it."""
    at = won_over(position().settle(1, "Loam", 1).give(0, food=9).teach(1, "SHADOW CARTELS").put(1, "build strong"))
    assert at.options == ["no", "disrupt plans", "acquire technology", "bombard"]
    at = position(level="strong").settle(1, "Loam", 1).give(0, food=9, ore=9).give(1, food=1)
    assert fight(at, "raid 1").options == ["done", "loot food"]


def test_a_capture_is_paid_and_moves_the_planet_with_its_marker():
    """IAM-23.10, IAM-23.12, IAM-23.14: at level 1, without an event; the special effect changes hands."""
    at = position(*EIGHT).settle(1, "Fortress Moon", 2, marker="Rich Veins").give(0, food=4, ore=5)
    events = int(at.state.events_left), int(at.state.events_discarded)
    won_over(at).choose("bombard", "planet Fortress Moon", "capture")
    assert is_over(at)
    assert at.planets(0)["Fortress Moon"] == 1
    assert "Fortress Moon" not in at.planets(1)
    assert int(at.state.owner[at.planet("Fortress Moon")]) == 0
    assert at.events[at.state.marker[at.planet("Fortress Moon")]] == "Rich Veins"
    assert at.resources(0) == {"food": 1, "ore": 2}
    assert (int(at.state.events_left), int(at.state.events_discarded)) == events
    shield = at.document["planets"]["Fortress Moon"]["effects"][0][1]
    assert [int(at.player(seat).modifiers[Modifier.BOMBARD_SHIELD]) for seat in (0, 1)] == [shield, 0]


def test_captures_are_counted():
    """IAM-24.1: in this turn, and for the outcome."""
    at = capturing(1).choose("capture")
    assert [int(at.player(0).captures), int(at.player(0).planets_captured), int(at.player(1).planets_lost)] == [1, 1, 1]
    assert int(at.player(1).home_lost) == 0


@pytest.mark.parametrize(("level", "fleet", "low"), [(1, (SPENT,), 1), (1, EIGHT, 1), (2, EIGHT, 0), (3, EIGHT, 0)])
def test_captures_of_planets_already_at_level_one_are_counted_separately(level, fleet, low):
    """IAM-23.9, A11: They show how often the reading matters."""
    outcome = capturing(level, *fleet).choose("capture").finish()
    assert [int(seat["planets_captured"]) for seat in outcome.seats[:2]] == [1, 0]
    assert [int(seat["captured_low"]) for seat in outcome.seats[:2]] == [low, 0]


def test_without_payment_there_is_no_capture():
    """IAM-23.11: The lost levels stay lost."""
    at = capturing(3, *EIGHT).choose("no")
    assert is_over(at)
    assert at.planets(1)["Core Prime"] == 1
    assert at.resources(0) == {"food": 3, "ore": 3}
    at = capturing(3, *EIGHT, resources={"food": 3, "ore": 2})
    assert at.prompt[1] != "capturing"
    assert at.planets(1)["Core Prime"] == 1


def test_a_capture_may_be_paid_with_an_exchange():
    """IAM-23.10, IAM-3.2, A66: It is the attacker's turn, and he chooses the resources to give."""
    at = capturing(1, resources={"food": 3, "ore": 1, "science": 3, "coins": 6}).choose("capture")
    assert at.options == ["give science", "give coins"]
    at.choose("give coins", "give coins")
    assert "Core Prime" in at.planets(0)
    assert at.resources(0) == {"science": 3}


@pytest.mark.parametrize("names", [("FRONTIER LOGISTICS",), ("ADVANCED SCOUTING", "FRONTIER LOGISTICS")])
def test_colonise_discounts_do_not_apply_to_captures(names):
    """A54, IAM-23.10: the printed price."""
    at = position().settle(1, "Core Prime", 1).teach(0, *names).give(0, food=3, ore=2)
    assert won_over(at).choose("bombard", "planet Core Prime").prompt[1] != "capturing"
    at = position().settle(1, "Core Prime", 1).teach(0, *names).give(0, food=3, ore=3)
    assert won_over(at).choose("bombard", "planet Core Prime", "capture").resources(0) == {}


@pytest.mark.parametrize("level", ["moderate", "strong", "ultimate"])
def test_captures_have_no_limit_of_victory_points(level):
    """IAM-23.13, IAM-23.12: The planning level and COLONISE_LEVEL do not raise their level."""
    at = capturing(1, level=level).teach(0, "MEGA COLONISERS").choose("capture")
    assert at.rules.planet_vp[at.planet("Core Prime")] > at.rules.colonise_vp[0]
    assert at.planets(0)["Core Prime"] == 1


def test_a_home_world_is_captured_for_six_of_any():
    """IAM-4.8, IAM-4.9, IAM-4.10, IAM-23.10, IAM-23.16; FX-19: it protects its new owner; its former owner plays on."""
    at = position(*EIGHT).settle(1, "Loam", 1).give(0, food=2, ore=3, coins=2)
    home = at.home(1)
    at.state.level[at.planet(home)] = 2
    won_over(at).choose("bombard", f"planet {home}", "capture")
    assert at.prompt == (0, "paying")
    at.choose("pay food", "pay food", "pay ore", "pay ore", "pay ore", "pay coins")
    assert (at.resources(0), at.planets(0)[home], at.planets(1)) == ({"coins": 1}, 1, {"Loam": 1})
    assert int(at.player(1).home_lost) == 1
    assert at.prompt == (1, "plans")
    at.muster(0, SPENT).muster(1, *EIGHT).put(1, "fleet moderate")
    at.choose("advance plans", "done", "act fleet moderate", "invade 0")
    while at.prompt[1] in ("order", "unmatched"):
        at.choose(at.options[0])
    at.choose("bombard", f"planet {home}")
    assert int(at.state.battle.points) == 5


def test_five_resources_do_not_buy_a_home_world():
    """IAM-23.10: six of any."""
    at = position(*EIGHT).settle(1, "Loam", 1).give(0, coins=5)
    at.state.level[at.planet(at.home(1))] = 1
    assert won_over(at).choose("bombard", f"planet {at.home(1)}").prompt[1] != "capturing"


SEVEN = ("Loam", "Verdance", "Slagfall", "Rustholm", "Parallax", "Lens", "Tollgate")


def crowded(others=1, **more):
    """Seat 0 has eight planets and captures one; seat 2 has `others` planets in addition to its Home World."""
    at = position(**more).settle(1, "Core Prime", 1).settle(1, "Anvil", 3).give(0, food=3, ore=3)
    for name in SEVEN:
        at.settle(0, name, 2)
    for name in ("Helix", "Cipher", "Lantern", "Crossways")[:others]:
        at.settle(2, name, 1)
    return won_over(at).choose("bombard", "planet Core Prime", "capture")


def test_a_capturer_with_eight_planets_hands_one_over_first():
    """IAM-23.15, A44: It is one of the eight, possibly the Home World, but never the captured one; a player with the
    fewest planets gets it."""
    at = crowded()
    assert at.prompt == (0, "handing over")
    assert at.options == [f"hand over {name}" for name in (at.home(0), *SEVEN)]
    assert at.resources(0) == {}
    at.choose("hand over Loam")
    assert "Loam" in at.planets(2)
    assert at.planets(2)["Loam"] == 2
    assert len(at.planets(0)) == 8
    assert "Core Prime" in at.planets(0)
    at = crowded()
    at.choose(f"hand over {at.home(0)}")
    assert at.home(0) in at.planets(2)


def test_planets_are_counted_before_the_captured_one_moves():
    """IAM-23.15, A44: the defender, with as few as another, may be the recipient."""
    at = crowded(others=2).choose("hand over Loam")
    assert (at.prompt, at.options) == ((0, "receiving"), ["recipient 1", "recipient 2"])
    at.choose("recipient 1")
    assert set(at.planets(1)) == {at.home(1), "Anvil", "Loam"}
    assert len(at.planets(0)) == 8
    assert crowded(others=3).choose("hand over Loam").planets(1)["Loam"] == 2


# the last planet


def last_planet(planet="Core Prime", **more):
    """Seat 1's only planet is captured."""
    at = position(**more).settle(1, planet, 1).give(0, food=3, ore=3)
    return at.leave(1, at.home(1))


def test_a_player_who_loses_his_last_planet_takes_a_face_up_one():
    """He takes it at once, at no cost, by choice, at level 4 or its maximum, without an event.

    IAM-23.17, IAM-23.18, IAM-23.19, IAM-5.2, A61.
    """
    at = last_planet().show_planets("Cornucopia", "Slagfall", "Helix", "Ledgerfall").teach(1, "FERTILITY CLINICS")
    events = int(at.state.events_left)
    won_over(at).choose("bombard", "planet Core Prime", "capture")
    assert at.prompt == (1, "last planet")
    assert at.options == ["planet Cornucopia", "planet Slagfall", "planet Helix", "planet Ledgerfall"]
    at.choose("planet Cornucopia")
    assert (at.planets(1), at.resources(1)) == ({"Cornucopia": 4}, {})
    assert len(at.market(Market.PLANET)) == 4
    assert "Cornucopia" not in at.market(Market.PLANET)
    assert int(at.state.events_left) == events
    assert at.prompt == (1, "plans")


@pytest.mark.parametrize(("name", "level"), [("Slagfall", 2), ("Helix", 3), ("Ledgerfall", 4), ("Cornucopia", 4)])
def test_the_level_of_the_new_planet_is_at_most_four(name, level):
    """IAM-23.17, A61."""
    at = last_planet().show_planets("Cornucopia", "Slagfall", "Helix", "Ledgerfall")
    won_over(at).choose("bombard", "planet Core Prime", "capture", f"planet {name}")
    assert at.planets(1) == {name: level}


@pytest.mark.parametrize(("most", "level"), [(1, 1), (3, 3), (4, 4), (5, 5)])
def test_a_switch_sets_the_level_of_the_new_planet(most, level):
    """IAM-23.17; last_planet_level"""
    at = last_planet(last_planet_level=most).show_planets("Cornucopia")
    won_over(at).choose("bombard", "planet Core Prime", "capture", "planet Cornucopia")
    assert at.planets(1) == {"Cornucopia": level}


def test_a_player_with_another_planet_takes_none():
    """IAM-23.17."""
    assert is_over(capturing(1).choose("capture"))


def test_without_any_face_up_planet_the_player_stays_without_planets():
    """IAM-23.18, IAM-23.19."""
    at = last_planet()
    at.state.face_up[:] = NONE
    won_over(at).choose("bombard", "planet Core Prime", "capture")
    assert is_over(at)
    assert (at.planets(1), at.prompt) == ({}, (1, "plans"))


def test_an_attack_on_a_player_without_planets_cannot_bombard():
    """IAM-23.5, IAM-23.19."""
    at = position()
    at.leave(1, at.home(1))
    assert won_over(at).options == ["no"]


def test_the_new_planet_comes_before_the_defenders_repair():
    """IAM-23.17, IAM-22.9: Its effect counts at once for the repair."""
    at = front(["Battleship"], [("Battleship", 4)], "moderate").settle(1, "Core Prime", 1).give(0, food=3, ore=3)
    at.leave(1, at.home(1))
    at.show_planets("Wreckfield Halo")
    fight(at, "invade 1", combat=[1] * 5).choose("bombard", "planet Core Prime", "capture", "planet Wreckfield Halo")
    assert at.prompt == (1, "repairing")


def test_the_defender_may_be_handed_a_planet_and_keeps_it():
    """IAM-23.15, IAM-23.17: It is handed over before the capture, so the captured planet is not his last one."""
    at = position().settle(1, "Core Prime", 1).give(0, food=3, ore=3)
    at.leave(1, at.home(1))
    for name in SEVEN:
        at.settle(0, name, 2)
    won_over(at).choose("bombard", "planet Core Prime", "capture", "hand over Loam", "recipient 1")
    assert is_over(at)
    assert at.planets(1) == {"Loam": 2}
