"""COLONISE: the planets on offer, their price and level, and the limit of eight planets.

IAM-4, IAM-11.1, IAM-11.2, IAM-11.3, IAM-11.4, IAM-15.
"""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME, NONE
from starbalance.simulator.games.interstellar_ambitions.word import Market
from tests.interstellar_ambitions.battle import fight
from tests.interstellar_ambitions.table import bare_table

SEVEN = ("Loam", "Terrace", "Slagfall", "Rustholm", "Parallax", "Lens", "Tollgate")
CELLS = ("basic", "moderate", "strong", "ultimate")
FOOD = ("Loam", "Verdance", "Terrace", "Greenholm", "Amberfield", "Harvest Reach", "Great Basin", "Orchard Prime",
        "Cornucopia", "Eden Reserve", "Seedvault", "Worldheart")  # fmt: skip


def market(*planets, setup="players3", overrides=None, **switches):
    """Seat 0 has plenty of food and ore; these planets are face up, and the next event has no effect."""
    at = bare_table(setup, overrides=overrides, **switches).give(0, food=9, ore=9)
    return at.stack_events("Quiet Landing").show_planets(*planets)


def colonise(at, level, planet):
    """Seat 0 colonises a planet, without replacing any before."""
    at.act(f"colonise {level}")
    if at.prompt[1] == "replacing":
        at.choose("done")
    return at.choose(f"colonise {planet}")


def full(at, seat=0, level=1):
    """Give a player eight planets: his Home World and seven others."""
    for name in SEVEN:
        at.settle(seat, name, level)
    return at


def discards(at, kind=0):
    """Return the discarded planets of a type."""
    return [at.planet_name(p) for p in at.state.planet_discard[kind, : at.state.planets_discarded[kind]].tolist()]


def on_offer(at):
    """Return the planets among the options."""
    return [words.removeprefix("colonise ") for words in at.options if words.startswith("colonise ")]


@pytest.mark.parametrize(("level", "offered"), [
    ("basic", ["Verdance"]),
    ("moderate", ["Verdance", "Anvil"]),
    ("strong", ["Verdance", "Anvil", "Athenaeum", "Aurum Prime"]),
])  # fmt: skip
def test_a_cell_limits_the_points_of_the_planet(level, offered):
    """IAM-11.1, IAM-11.2, IAM-11.3, IAM-15.1; FX-36: face up 2, 4, 6 and 7 points."""
    at = market("Verdance", "Anvil", "Athenaeum", "Aurum Prime").act(f"colonise {level}")
    assert on_offer(at) == offered


def test_ultimate_has_no_limit_of_points():
    """IAM-11.4, IAM-15.1"""
    at = market("Verdance", "Anvil", "Athenaeum", "Aurum Prime").act("colonise ultimate", "done")
    assert on_offer(at) == ["Verdance", "Anvil", "Athenaeum", "Aurum Prime"]


@pytest.mark.parametrize(("level", "planet"), [("basic", "Amberfield"), ("moderate", "Great Basin")])
def test_the_limit_of_points_is_inclusive(level, planet):
    """IAM-11.1, IAM-11.2: 3 points at BASIC, 5 at MODERATE."""
    assert planet in on_offer(market(planet).act(f"colonise {level}"))


@pytest.mark.parametrize(("level", "planet", "start"), [
    ("basic", "Amberfield", 2), ("moderate", "Great Basin", 2), ("strong", "Athenaeum", 2),
    ("ultimate", "Athenaeum", 4),
])  # fmt: skip
def test_a_cell_sets_the_level_at_which_a_planet_starts(level, planet, start):
    """IAM-11.1, IAM-11.2, IAM-11.3, IAM-11.4, IAM-15.4"""
    at = colonise(market(planet), level, planet)
    assert at.planets(0) == {at.home(0): 4, planet: start}


@pytest.mark.parametrize(
    ("level", "planet", "start"), [("ultimate", "Amberfield", 3), ("strong", "Smugglers' Moon", 1)]
)
def test_no_planet_starts_above_its_highest_level(level, planet, start):
    """IAM-4.2, IAM-15.4; FX-28: a highest level of 3 at ULTIMATE, of 1 at STRONG."""
    at = colonise(market(planet), level, planet)
    assert at.planets(0)[planet] == start


def test_one_planet_is_colonised_and_the_token_returns():
    """IAM-11.3, IAM-15.3: The action ends after one planet."""
    at = colonise(market("Loam", "Slagfall"), "strong", "Loam")
    assert set(at.planets(0)) == {at.home(0), "Loam"}
    assert (at.tokens(0), int(at.player(0).pool), at.prompt) == ([], 6, (0, "end"))


# price


def test_the_printed_price_is_paid():
    """IAM-4.1, IAM-15.2: 3 food and 2 ore."""
    at = colonise(market("Great Basin").give(0, food=4, ore=2), "strong", "Great Basin")
    assert at.resources(0) == {"food": 1}
    assert int(at.player(0).outlay[0]) == 5


def test_a_planet_that_cannot_be_paid_is_not_offered():
    """IAM-15.6: The action has no effect, and the token returns."""
    at = market("Great Basin", "Core Prime", "Axiom Prime", "Aurum Prime").give(0, food=2, ore=2)
    at.act("colonise strong")
    assert at.options == ["no"]
    at.choose("no")
    assert (at.planets(0), at.resources(0)) == ({at.home(0): 4}, {"food": 2, "ore": 2})
    assert (at.tokens(0), at.prompt) == ([], (1, "plans"))


def test_a_player_need_not_colonise():
    """IAM-15.6, IAM-13.15: A55"""
    at = market("Loam").act("colonise strong", "no")
    assert at.planets(0) == {at.home(0): 4}
    assert at.resources(0) == {"food": 9, "ore": 9}


def test_a_lacking_resource_may_be_exchanged_for():
    """IAM-15.2, IAM-3.2: 3 food and 2 ore with 1 ore short."""
    at = colonise(market("Great Basin").give(0, food=3, ore=1, coins=3), "strong", "Great Basin")
    assert at.options == ["give coins"]
    at.choose("give coins")
    assert at.planets(0)["Great Basin"] == 2
    assert at.resources(0) == {}


def test_a_discount_is_taken_off_in_parts_of_choice():
    """IAM-15.2: FRONTIER LOGISTICS, T8 COLONISE_DISC 2: a planet of 3 food and 2 ore for any 3 of them."""
    at = market("Great Basin").teach(0, "FRONTIER LOGISTICS").give(0, food=3, ore=2)
    colonise(at, "strong", "Great Basin")
    assert at.options == ["reduce food", "reduce ore"]
    at.choose("reduce ore", "reduce ore")
    assert (at.resources(0), at.planets(0)["Great Basin"]) == ({"ore": 2}, 2)


def test_only_reductions_that_leave_a_payable_price_are_offered():
    """IAM-15.2: 3 food and 2 ore, less 2, with only 3 food."""
    at = market("Great Basin").teach(0, "FRONTIER LOGISTICS").give(0, food=3)
    colonise(at, "strong", "Great Basin")
    assert at.options == ["reduce ore"]
    at.choose("reduce ore", "reduce ore")
    assert at.resources(0) == {}


def test_a_discount_makes_a_planet_payable():
    """IAM-15.2: one resource short of 2 food and 2 ore is enough with a discount of 1, two are not."""
    at = market("Amberfield", "Core Prime", "Axiom Prime", "Aurum Prime").settle(0, "Eden Reserve", 1)
    assert on_offer(at.give(0, food=1, ore=2).act("colonise strong")) == ["Amberfield"]
    assert on_offer(at.give(0, food=1, ore=1).act("colonise strong")) == []


def test_discounts_of_several_sources_add_up():
    """IAM-4.4, IAM-15.2: FRONTIER LOGISTICS 2, ADVANCED SCOUTING 1 and Eden Reserve 1 off 5."""
    at = market("Great Basin").teach(0, "FRONTIER LOGISTICS", "ADVANCED SCOUTING").settle(0, "Eden Reserve", 1)
    colonise(at, "strong", "Great Basin").choose("reduce food", "reduce food", "reduce food", "reduce ore")
    assert at.resources(0) == {"food": 9, "ore": 8}


@pytest.mark.parametrize(("least", "paid"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_a_discount_stops_at_the_minimum_cost(least, paid):
    """IAM-15.2: F-23; minimum_cost; a planet of 2 resources with a discount of 2."""
    at = market("Loam", minimum_cost=least).teach(0, "FRONTIER LOGISTICS")
    colonise(at, "strong", "Loam")
    while at.prompt[1] == "discounting":
        at.choose(at.options[0])
    assert 18 - sum(at.resources(0).values()) == paid
    assert at.planets(0)["Loam"] == 2


# replacement


def test_ultimate_replaces_any_planets_first():
    """IAM-11.4, IAM-15.5: The next planet of each stack appears at once; A32 once."""
    at = market("Loam", "Slagfall", "Parallax", "Tollgate").act("colonise ultimate")
    assert at.options == ["done", "replace 0", "replace 1", "replace 2", "replace 3"]
    at.choose("replace 0", "replace 2")
    assert at.options == ["done", "replace 1", "replace 3"]
    coming = [at.planet_name(int(at.state.stack[k, at.state.stacked[k] - 1])) for k in (0, 2)]
    at.choose("done")
    assert at.market(Market.PLANET) == [coming[0], "Slagfall", coming[1], "Tollgate"]
    assert (discards(at, 0)[-1], discards(at, 2)[-1]) == ("Loam", "Parallax")
    assert at.prompt == (0, "colonising")


@pytest.mark.parametrize("level", CELLS[:3])
def test_only_ultimate_replaces(level):
    """IAM-11.1, IAM-11.2, IAM-11.3"""
    assert market("Loam").act(f"colonise {level}").prompt == (0, "colonising")


def test_all_planets_may_be_replaced_and_none_taken():
    """IAM-15.5, IAM-15.6; A62"""
    at = market("Loam", "Slagfall", "Parallax", "Tollgate")
    at.act("colonise ultimate", "replace 0", "replace 1", "replace 2", "replace 3")
    assert not {"Loam", "Slagfall", "Parallax", "Tollgate"} & set(at.market(Market.PLANET))
    at.choose("no")
    assert at.planets(0) == {at.home(0): 4}
    assert len(at.market(Market.PLANET)) == 4


def test_a_switch_allows_a_second_replacement():
    """IAM-15.5; A32: replace_mode = twice; if the first one replaced no planet there is no second one."""
    at = market("Loam", replace_mode="twice").act("colonise ultimate", "replace 0", "done")
    assert at.prompt == (0, "replacing")
    once = at.market(Market.PLANET)[0]
    at.choose("replace 0", "done")
    assert at.prompt == (0, "colonising")
    assert discards(at)[-2:] == ["Loam", once]
    assert market("Loam", replace_mode="twice").act("colonise ultimate", "done").prompt == (0, "colonising")
    assert market("Loam").act("colonise ultimate", "replace 0", "done").prompt == (0, "colonising")


# stacks


def test_the_slot_is_filled_when_the_action_is_over():
    """IAM-15.10: It is not filled while a choice of the action is pending."""
    at = market("Loam").stack_events("Supply Shortage")
    colonise(at, "strong", "Loam")
    assert at.prompt == (0, "shortage")
    assert len(at.market(Market.PLANET)) == 3
    at.choose("no")
    assert len(at.market(Market.PLANET)) == 4


def test_an_empty_stack_is_refilled_from_the_discards():
    """IAM-15.11: There are two food planets, and one is replaced."""
    left_out = {f"planets.{name}.in_stack": False for name in FOOD[2:]}
    at = bare_table(overrides=left_out).give(0, food=9, ore=9).stack_events("Quiet Landing")
    first = at.market(Market.PLANET)[0]
    second = next(name for name in FOOD[:2] if name != first)
    at.act("colonise ultimate", "replace 0", "done")
    assert at.market(Market.PLANET)[0] == second
    assert discards(at) == [first]
    at.choose(f"colonise {second}")
    assert at.market(Market.PLANET)[0] == first
    assert (discards(at), int(at.state.stacked[0])) == ([], 0)


def test_a_slot_without_stack_and_discards_stays_empty():
    """IAM-15.11"""
    left_out = {f"planets.{name}.in_stack": False for name in FOOD[1:]}
    at = bare_table(overrides=left_out).give(0, food=9, ore=9).stack_events("Quiet Landing")
    colonise(at, "strong", "Loam")
    assert at.state.face_up[0] == NONE
    assert len(at.market(Market.PLANET)) == 3


# the limit of planets


def test_with_eight_planets_one_is_handed_over():
    """With eight planets one is handed over, keeping its level and marker.

    The other players have 3, 3 and 5 planets. The price is paid before, the event comes after.

    IAM-4.3, IAM-15.3, IAM-15.7, IAM-15.9; FX-21.
    """
    at = full(market("Great Basin", setup="players4")).mark("Terrace", "Rich Veins").stack_events("Valuable Resources")
    for seat, names in ((1, ("Verdance", "Cinderveil")), (2, ("Quillon", "Lantern")),
                        (3, ("Anvil", "Resonance", "Ledgerfall", "Mintholm"))):  # fmt: skip
        for name in names:
            at.settle(seat, name, 1)
    at.settle(0, "Terrace", 3, "Rich Veins")
    colonise(at, "strong", "Great Basin")
    assert (at.prompt, at.resources(0)) == ((0, "handing over"), {"food": 6, "ore": 7})
    assert sorted(at.options) == sorted(f"hand over {name}" for name in (at.home(0), *SEVEN))
    at.choose("hand over Terrace")
    assert at.options == ["recipient 1", "recipient 2"]
    assert at.resources(0) == {"food": 6, "ore": 7}
    at.choose("recipient 2")
    assert at.planets(2)["Terrace"] == 3
    assert at.events[int(at.state.marker[at.planet("Terrace")])] == "Rich Veins"
    assert (len(at.planets(0)), at.planets(0)["Great Basin"]) == (8, 2)
    assert at.resources(0) == {"food": 6, "ore": 7, "coins": 3}


def test_a_single_player_with_the_fewest_planets_receives():
    """IAM-15.7"""
    at = full(market("Great Basin")).settle(1, "Quillon", 1)
    colonise(at, "strong", "Great Basin").choose("hand over Loam")
    assert at.planets(2) == {at.home(2): 4, "Loam": 1}


def test_a_handed_over_planet_takes_its_effect_along():
    """IAM-4.4, IAM-15.7: The Home World may be handed over too."""
    at = full(market("Great Basin"), level=1).leave(0, "Loam").settle(0, "Pleasure Dome", 1).settle(1, "Quillon", 1)
    colonise(at, "strong", "Great Basin").choose("hand over Pleasure Dome")
    assert int(at.player(0).modifiers[9]) == 0
    assert int(at.player(2).modifiers[9]) == 1
    at = full(market("Great Basin")).settle(1, "Quillon", 1)
    home = at.home(0)
    colonise(at, "strong", "Great Basin").choose(f"hand over {home}")
    assert at.planets(2) == {at.home(2): 4, home: 4}


def test_if_all_opponents_are_full_the_planet_is_discarded():
    """IAM-15.8, IAM-5.5: planet_limit; its marker is discarded too."""
    at = market("Great Basin", planet_limit=2).settle(1, "Quillon", 1).settle(2, "Lens", 1)
    at.settle(0, "Terrace", 3, "Rich Veins")
    gone = int(at.state.events_discarded)
    colonise(at, "strong", "Great Basin")
    assert at.prompt == (0, "handing over")
    at.choose("hand over Terrace")
    assert discards(at)[-1] == "Terrace"
    assert set(at.planets(0)) == {at.home(0), "Great Basin"}
    assert at.state.marker[at.planet("Terrace")] == NONE
    assert at.state.level[at.planet("Terrace")] == 0
    kinds = at.state.event_discard[gone : at.state.events_discarded].tolist()
    assert [at.events[kind] for kind in kinds] == ["Rich Veins", "Quiet Landing"]


def test_a_discarded_home_world_leaves_the_game():
    """IAM-15.12"""
    at = market("Great Basin", planet_limit=2).settle(1, "Quillon", 1).settle(2, "Lens", 1).settle(0, "Terrace", 3)
    piles = at.state.planets_discarded.tolist()
    home = at.home(0)
    colonise(at, "strong", "Great Basin").choose(f"hand over {home}")
    assert at.state.owner[at.planet(home)] == NONE
    assert at.state.planets_discarded.tolist() == piles
    assert set(at.planets(0)) == {"Terrace", "Great Basin"}


@pytest.mark.parametrize(("limit", "decision"), [(2, "handing over"), (3, "end")])
def test_a_switch_sets_the_planet_limit(limit, decision):
    """IAM-4.3, IAM-15.7: planet_limit, with two planets."""
    at = colonise(market("Great Basin", planet_limit=limit).settle(0, "Terrace", 1), "strong", "Great Basin")
    assert at.prompt == (0, decision)


# levels


@pytest.mark.parametrize(("level", "planet", "start"), [
    ("strong", "Athenaeum", 3), ("ultimate", "Athenaeum", 5), ("basic", "Verdance", 2),
])  # fmt: skip
def test_mega_colonisers_start_a_level_higher(level, planet, start):
    """IAM-15.4, IAM-27.7; A28: COLONISE_LEVEL 1, at most at the highest level."""
    at = colonise(market(planet).teach(0, "MEGA COLONISERS"), level, planet)
    assert at.planets(0)[planet] == start


def test_seedvault_and_mega_colonisers_add_up():
    """IAM-4.4, IAM-15.4: COLONISE_LEVEL, two levels higher; another player is not affected."""
    at = market("Athenaeum").teach(0, "MEGA COLONISERS").settle(0, "Seedvault", 1)
    assert colonise(at, "strong", "Athenaeum").planets(0)["Athenaeum"] == 4
    at = market("Athenaeum").settle(1, "Seedvault", 1)
    assert colonise(at, "strong", "Athenaeum").planets(0)["Athenaeum"] == 2


def test_the_effect_of_mega_colonisers_can_be_changed():
    """IAM-27.7; A28: technologies.MEGA COLONISERS.effects"""
    at = market("Great Basin", overrides={"technologies.MEGA COLONISERS.effects": [["COLONISE_DISC", 3]]})
    colonise(at.teach(0, "MEGA COLONISERS"), "strong", "Great Basin")
    assert at.prompt == (0, "discounting")
    at.choose("reduce food", "reduce food", "reduce food")
    assert (at.resources(0), at.planets(0)["Great Basin"]) == ({"food": 9, "ore": 7}, 2)


# planets


def test_a_special_planet_works_at_any_level_and_produces():
    """IAM-4.4: Eden Reserve at level 1 takes 1 off a price of 2 and yields 1 food."""
    at = market("Slagfall").settle(0, "Eden Reserve", 1).give(0, ore=1)
    colonise(at, "strong", "Slagfall").choose("reduce food")
    assert "Slagfall" in at.planets(0)
    at.turn(0).choose("produce")
    assert at.resources(0)["food"] == 1


def test_an_effect_overrides_a_general_rule():
    """IAM-4.5: With Free Port two resources are exchanged for one, instead of three by the rule."""
    at = market("Great Basin", "Core Prime", "Axiom Prime", "Aurum Prime").give(0, food=3, ore=1, coins=2)
    assert on_offer(at.act("colonise strong")) == []
    colonise(at.settle(0, "Free Port", 1), "strong", "Great Basin").choose("give coins")
    assert at.resources(0) == {}


def besieged(planet, level, *ships, fleet="moderate", **more):
    """Seat 0 has these ships; seat 1 has this planet in addition to its Home World, and no ships."""
    at = bare_table(emergency_rule=False, **more).muster(0, *ships).settle(1, planet, level)
    return fight(at.put(0, f"fleet {fleet}"), "invade 1").choose("bombard")


@pytest.mark.parametrize(("level", "left", "taken"), [(1, 1, True), (2, 2, False), (3, 3, False)])
def test_a_planet_is_captured_only_at_level_1(level, left, taken):
    """IAM-4.7: two bombard points take no level."""
    at = besieged("Great Basin", level, "Battleship").give(0, food=3, ore=2).choose("planet Great Basin")
    assert (at.prompt == (0, "capturing")) == taken
    assert at.planets(1)["Great Basin"] == left


def test_the_home_world_shield_belongs_to_the_card():
    """8 points, less 3, take one level of a Home World of any owner, and two levels of another planet.

    IAM-4.9, IAM-27.26; FX-6.
    """
    at = bare_table()
    foreign = at.home(2)
    assert besieged(foreign, 4, "Devastator", "Devastator").choose(f"planet {foreign}").planets(1)[foreign] == 3
    at = besieged("Great Basin", 4, "Devastator", "Devastator").choose("planet Great Basin")
    assert at.planets(1)["Great Basin"] == 2
    at = besieged("Great Basin", 4, "Devastator", "Devastator")
    home = at.home(1)
    assert at.choose(f"planet {home}").planets(1)[home] == 3


def test_a_home_world_costs_six_of_any_mix():
    """IAM-4.8, IAM-27.26; FX-19: 8 points on a Home World at level 2, captured for six resources."""
    at = besieged("Loam", 1, "Devastator", "Devastator").give(0, food=2, ore=1, science=1, coins=3)
    home = at.home(1)
    at.state.level[at.planet(home)] = 2
    at.choose(f"planet {home}", "capture")
    at.choose("pay food", "pay food", "pay ore", "pay science", "pay coins", "pay coins")
    assert at.resources(0) == {"coins": 1}
    assert at.planets(0)[home] == 1
    assert at.rules.planet_vp[FIRST_HOME] == 8
    assert at.rules.planet_levels[FIRST_HOME] == 5
    assert at.rules.planet_cost_any[FIRST_HOME] == 6


def test_a_player_without_his_home_world_plays_on():
    """IAM-4.10: He takes his turn and produces from his remaining planets."""
    at = besieged("Loam", 1, "Devastator", "Devastator").give(0, food=6)
    home = at.home(1)
    at.state.level[at.planet(home)] = 2
    at.choose(f"planet {home}", "capture", *["pay food"] * 6)
    assert at.planets(1) == {"Loam": 1}
    assert at.prompt == (1, "plans")
    assert at.choose("produce").resources(1) == {"food": 1}


def test_a_capturer_with_eight_planets_hands_over_a_previous_planet():
    """It may be the Home World; the victim, counted before he loses the planet, may be the recipient.

    IAM-15.7; A44.
    """
    at = full(bare_table(emergency_rule=False)).muster(0, "Battleship").settle(1, "Great Basin", 1)
    at.settle(2, "Quillon", 1).settle(2, "Lantern", 1).give(0, food=3, ore=2)
    fight(at.put(0, "fleet moderate"), "invade 1").choose("bombard", "planet Great Basin", "capture")
    assert (at.prompt, at.resources(0)) == ((0, "handing over"), {})
    assert sorted(at.options) == sorted(f"hand over {name}" for name in (at.home(0), *SEVEN))
    at.choose("hand over Loam")
    assert at.planets(1) == {at.home(1): 4, "Loam": 1}
    assert len(at.planets(0)) == 8
    assert at.planets(0)["Great Basin"] == 1


def test_the_victim_is_counted_with_the_planet_he_loses():
    """A44, IAM-15.7: two planets each before the capture, so both may receive."""
    at = full(bare_table(emergency_rule=False)).muster(0, "Battleship").settle(1, "Great Basin", 1)
    at.settle(2, "Quillon", 1).give(0, food=3, ore=2)
    fight(at.put(0, "fleet moderate"), "invade 1").choose("bombard", "planet Great Basin", "capture", "hand over Loam")
    assert at.options == ["recipient 1", "recipient 2"]


def test_six_home_worlds_may_have_different_effects():
    """home_set = asymmetric adds to the shield, which stays; with identical there are no further effects.

    IAM-2.4, IAM-27.26; A39.
    """
    wanted = {
        "Blue": {2: 1},
        "Red": {25: 2},
        "Yellow": {18: 1},
        "Green": {0: 1},
        "White": {9: 1},
        "Purple": {7: 1, 8: 1},
    }
    alike = bare_table("players6")
    apart = bare_table("players6", home_set="asymmetric")
    for seat in range(6):
        assert not alike.player(seat).modifiers.any()
        effects = {k: int(v) for k, v in enumerate(apart.player(seat).modifiers) if v}
        assert effects == wanted[apart.home(seat)]
        assert apart.rules.planet_shield[apart.planet(apart.home(seat))] == 3


def test_an_effect_of_a_home_world_belongs_to_the_card():
    """A39: home_set = asymmetric; the Yellow Home World makes its owner's colonies cheaper, at once."""
    at = bare_table(home_set="asymmetric").give(0, food=9, ore=9).show_planets("Great Basin")
    for seat in range(3):
        if "Yellow" in at.planets(seat):
            at.leave(seat, "Yellow")
    at.stack_events("Quiet Landing").settle(0, "Yellow", 1)
    colonise(at, "strong", "Great Basin")
    assert at.prompt[1] == "discounting"
