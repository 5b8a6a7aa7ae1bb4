"""PRODUCE and the upkeep of mercs (IAM-14)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME
from tests.interstellar_ambitions.table import bare_table

TYPES = ("food", "ore", "science", "coins")
ROGERS, MEDIC = "Captain Rogers", "Field Medic Frigate"


def single_planet(setup="players3", **more):
    """Seat 0 has only a food planet of level 1, and no Home World."""
    at = bare_table(setup, **more).settle(0, "Loam", 1)
    return at.leave(0, at.home(0))


def produced(at, *units):
    """Return the resources of seat 0 after a PRODUCE, with these units of Home Worlds."""
    return at.turn(0).choose("produce", *(f"take {kind}" for kind in units)).resources(0)


def merchants(*ships, coins=0, **more):
    """Seat 0 has only a food planet of level 1 and mercs, and is about to produce."""
    return single_planet(**more).muster(0, *ships).give(0, coins=coins).turn(0)


def test_produce_uses_no_token():
    """IAM-14.1: Tokens stay at their places, at any planning level."""
    for tokens in ([], ["build basic", "fleet ultimate"]):
        at = single_planet().put(0, *tokens)
        assert produced(at) == {"food": 1}
        assert (at.tokens(0), at.player(0).pool) == (tokens, 6 - len(tokens))


@pytest.mark.parametrize(("planet", "kind"), [
    ("Orchard Prime", "food"), ("Titan Quarry", "ore"), ("Athenaeum", "science"), ("Grand Concourse", "coins"),
])  # fmt: skip
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_planet_yields_its_level_of_its_type(planet, kind, level):
    """IAM-14.2"""
    at = single_planet().settle(0, planet, level).leave(0, "Loam")
    assert produced(at) == {kind: level}


def test_a_science_planet_of_level_4_yields_4_science():
    """IAM-14.2; FX-2"""
    assert produced(single_planet().settle(0, "Resonance", 4)) == {"food": 1, "science": 4}


def test_all_planets_of_the_player_produce_and_no_others():
    """A planet cannot be left out; step 2 ends with the last unit of the Home World.

    IAM-14.2, IAM-14.5; A41, A71.
    """
    at = bare_table().settle(0, "Loam", 2).settle(0, "Anvil", 3).settle(0, "Deepshaft", 1).settle(1, "Helix", 3)
    at.turn(0).choose("produce")
    assert at.options == [f"take {kind}" for kind in TYPES]
    at.choose(*["take coins"] * 4)
    assert at.prompt == (0, "action")
    assert at.resources(0) == {"food": 2, "ore": 4, "coins": 4}
    assert at.resources(1) == {}


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_home_world_yields_its_level_in_any_mix(level):
    """IAM-14.3"""
    at = bare_table(start_level=level)
    units = ["take ore", "take science", "take ore", "take coins", "take food"][:level]
    at.choose("produce", *units)
    assert at.prompt == (0, "action")
    assert sum(at.resources(0).values()) == level
    assert at.resources(0) == {kind: units.count(f"take {kind}") for kind in TYPES if f"take {kind}" in units}


def test_a_home_world_of_level_5_yields_five_and_no_sixth():
    """IAM-14.3; FX-1, A71: 2 science, 1 food, 1 ore, 1 coin; the yield is always five."""
    at = bare_table(start_level=5).choose("produce")
    for kind in ("science", "food", "science", "ore", "coins"):
        assert (at.prompt, at.options) == ((0, "home world"), [f"take {resource}" for resource in TYPES])
        at.choose(f"take {kind}")
    assert at.prompt == (0, "action")
    assert at.resources(0) == {"food": 1, "ore": 1, "science": 2, "coins": 1}


def test_a_captured_home_world_yields_any_mix_too():
    """IAM-14.3: of both Home Worlds together."""
    at = bare_table()
    at.settle(1, "Loam", 1).settle(0, at.home(1), 2)
    assert produced(at, *["science"] * 5, "ore") == {"ore": 1, "science": 5}
    assert at.prompt == (0, "action")


@pytest.mark.parametrize(("technology", "kind"), [
    ("FERTILITY CLINICS", "food"), ("ASTEROID SMELTERS", "ore"), ("RESEARCH FORCES", "science"),
    ("PLANETARY ECONOMICS", "coins"),
])  # fmt: skip
def test_technologies_add_to_a_production(technology, kind):
    """IAM-14.4: 2 of a resource in total, not for each planet."""
    at = single_planet().settle(0, "Anvil", 1).settle(0, "Helix", 1).teach(0, technology)
    expected = {"food": 1, "ore": 1, "science": 1}
    expected[kind] = expected.get(kind, 0) + 2
    assert produced(at) == expected


@pytest.mark.parametrize(("marker", "kind"), [
    ("Delicious Aliens", "food"), ("Rich Veins", "ore"), ("Alien University", "science"), ("Luxury Resort", "coins"),
])  # fmt: skip
def test_markers_add_to_the_yield_of_their_planet(marker, kind):
    """IAM-14.4: The bonus adds to its type, at any level, only for its owner."""
    at = single_planet().mark("Loam", marker)
    expected = {"food": 1}
    expected[kind] = expected.get(kind, 0) + at.document["events"][marker]["effects"][0][2]
    assert produced(at) == expected
    at.turn(1).choose("produce", *["take ore"] * 4)
    assert at.resources(1) == {"ore": 4}


def test_delicious_aliens_give_two_food():
    """IAM-14.4"""
    assert produced(single_planet().mark("Loam", "Delicious Aliens")) == {"food": 3}


def test_ships_add_to_a_production():
    """IAM-14.4: each Free Trader Convoy 2 coins; one of them pays its upkeep."""
    at = single_planet().muster(0, "Free Trader Convoy", "Cruiser")
    assert produced(at) == {"food": 1, "coins": 2}


def test_planets_add_to_a_production():
    """IAM-14.4: a special planet with such an effect, at any level; a Home World of the asymmetric set."""
    at = single_planet(overrides={"planets.Monolith.effects": [["PROD_ORE", 2]]}).settle(0, "Monolith", 1)
    assert produced(at) == {"food": 1, "ore": 2, "science": 1}
    at = bare_table(home_set="asymmetric")
    at.settle(0, "Loam", 1).leave(0, at.home(0))
    for seat in (1, 2):
        at.settle(seat, ("Lens", "Tollgate")[seat - 1], 1).leave(seat, at.home(seat))
    green = list(at.document["home_worlds"]).index("Green")
    at.settle(0, at.planet_name(FIRST_HOME + green), 1).leave(0, "Loam")
    assert produced(at, "ore") == {"food": 1, "ore": 1}


@pytest.mark.parametrize("level", [1, 3, 4, 5])
def test_hyperproduction_adds_to_planets_of_high_level(level):
    """IAM-14.4; A70: high_level in several values: from that level on a planet yields 1 more of its type."""
    for least in (1, 3, 4, 5):
        at = single_planet(high_level=least).settle(0, "Athenaeum", level).leave(0, "Loam").teach(0, "HYPERPRODUCTION")
        assert produced(at) == {"science": level + (level >= least)}


def test_hyperproduction_adds_to_a_home_world():
    """IAM-14.4: a unit of any type."""
    assert produced(bare_table().teach(0, "HYPERPRODUCTION"), *["ore"] * 4, "food") == {"food": 1, "ore": 4}


def test_bonuses_add_up():
    """IAM-14.4: level 4, HYPERPRODUCTION 1, marker 2, technology 2."""
    at = single_planet().settle(0, "Great Basin", 4, "Delicious Aliens").leave(0, "Loam")
    assert produced(at.teach(0, "HYPERPRODUCTION", "FERTILITY CLINICS")) == {"food": 4 + 1 + 2 + 2}


def test_a_siphoned_planet_gives_nothing_in_the_next_turn_of_its_owner():
    """IAM-14.6: Neither level nor marker yields; other planets do, and it yields again in the turn after."""
    at = single_planet().settle(0, "Anvil", 3).mark("Loam", "Delicious Aliens")
    at.state.siphoned[at.planet("Loam")] = 1
    assert produced(at) == {"ore": 3}
    at.end_turn()
    assert produced(at) == {"food": 3, "ore": 6}


def test_a_siphoned_home_world_gives_nothing():
    """IAM-14.6"""
    at = bare_table().settle(0, "Loam", 1)
    at.state.siphoned[at.planet(at.home(0))] = 1
    assert produced(at) == {"food": 1}
    assert at.prompt == (0, "action")


def test_each_merc_costs_its_upkeep_or_is_discarded():
    """IAM-14.7: The player chooses the mercs that he keeps, in any order; standard and emergency ships cost nothing."""
    at = merchants("Battleship", ROGERS, "Ironclad", "Volunteer Wing", MEDIC, coins=3).choose("produce")
    assert at.prompt == (0, "upkeep")
    assert at.options == [
        f"{words} {name}" for name in (ROGERS, "Ironclad", MEDIC) for words in ("pay upkeep", "dismiss")
    ]
    at.choose("pay upkeep Ironclad")
    assert at.options == [f"dismiss {ROGERS}", f"pay upkeep {MEDIC}", f"dismiss {MEDIC}"]
    at.choose(f"dismiss {ROGERS}", f"pay upkeep {MEDIC}")
    assert at.prompt == (0, "action")
    assert at.fleet(0) == ["Battleship", "Ironclad", "Volunteer Wing", MEDIC]
    assert at.resources(0) == {"food": 1}
    assert at.state.merc_discard[0] == at.kinds.index(ROGERS)


def test_a_merc_may_be_discarded_although_it_can_be_paid():
    """IAM-14.7"""
    at = merchants(ROGERS, "Cruiser", coins=5).choose("produce", f"dismiss {ROGERS}")
    assert (at.fleet(0), at.resources(0)) == (["Cruiser"], {"food": 1, "coins": 5})


@pytest.mark.parametrize("tokens", [[], ["build basic"]])
def test_upkeep_is_due_only_after_produce(tokens):
    """IAM-14.8; A56: upkeep_timing = produce: not after an ADVANCE, with or without tokens."""
    at = merchants(ROGERS).put(0, *tokens).choose("advance plans", *(f"advance {setting}" for setting in tokens))
    assert at.prompt == (0, "action")
    assert at.fleet(0) == [ROGERS]


@pytest.mark.parametrize("tokens", [[], ["build basic"]])
def test_a_switch_makes_upkeep_due_in_every_turn(tokens):
    """IAM-14.8; A56: upkeep_timing = every_turn: after step 2, in each of its forms."""
    at = merchants(ROGERS, coins=2, upkeep_timing="every_turn").put(0, *tokens)
    at.choose("advance plans", *(f"advance {each}" for each in tokens))
    assert at.options == [f"pay upkeep {ROGERS}", f"dismiss {ROGERS}"]
    at.choose(f"pay upkeep {ROGERS}")
    assert (at.prompt, at.fleet(0), at.resources(0)) == ((0, "action"), [ROGERS], {})
    at = merchants(ROGERS, upkeep_timing="every_turn").choose("produce")
    assert at.options == [f"dismiss {ROGERS}"]


def test_coins_just_produced_pay_the_upkeep():
    """IAM-14.8"""
    at = merchants(ROGERS).settle(0, "Crossways", 2).choose("produce", f"pay upkeep {ROGERS}")
    assert (at.fleet(0), at.resources(0)) == ([ROGERS], {"food": 1})


def test_coins_exchanged_for_pay_the_upkeep():
    """IAM-14.8; FX-29: 1 coin and 3 food after the production: 3 food become the second coin."""
    at = merchants(ROGERS, coins=1).settle(0, "Amberfield", 2).choose("produce")
    assert at.resources(0) == {"food": 3, "coins": 1}
    assert at.options == [f"pay upkeep {ROGERS}", f"dismiss {ROGERS}"]
    at.choose(f"pay upkeep {ROGERS}")
    assert (at.prompt, at.options) == ((0, "exchanging"), ["give food"])
    at.choose("give food")
    assert (at.prompt, at.fleet(0), at.resources(0)) == ((0, "action"), [ROGERS], {})


def test_without_the_exchange_the_merc_is_discarded():
    """IAM-14.7, IAM-14.8; FX-29: With one food less he cannot be paid; with it he may still be discarded."""
    at = merchants(ROGERS, coins=1).settle(0, "Amberfield", 1).choose("produce")
    assert (at.resources(0), at.options) == ({"food": 2, "coins": 1}, [f"dismiss {ROGERS}"])
    at = merchants(ROGERS, coins=1).settle(0, "Amberfield", 2).choose("produce", f"dismiss {ROGERS}")
    assert (at.fleet(0), at.resources(0)) == ([], {"food": 3, "coins": 1})


@pytest.mark.parametrize(("ship", "hire", "upkeep"), [(ROGERS, 3, 1), (MEDIC, 1, 1), ("Leviathan", 6, 2)])
def test_negotiation_mastery_makes_mercs_cheaper(ship, hire, upkeep):
    """IAM-14.9; FX-16: Captain Rogers (4/2) for 3 and 1, a 2/1 merc for 1 and 1: an upkeep of 1 stays."""
    at = single_planet().teach(0, "NEGOTIATION MASTERY").show_mercs(ship).put(0, "shadow moderate").give(0, coins=hire)
    at.turn(0).choose("advance plans", "done", "act shadow moderate", "hire mercs", f"hire {ship}")
    assert (at.fleet(0), at.resources(0)) == ([ship], {})
    at.give(0, coins=upkeep - 1).turn(0).choose("produce")
    assert at.options == [f"dismiss {ship}"]
    at.give(0, coins=upkeep).turn(0).choose("produce", f"pay upkeep {ship}")
    assert (at.fleet(0), at.resources(0)) == ([ship], {"food": 1})


def test_an_upkeep_of_0_stays_0():
    """IAM-14.9: No discount raises it to 1, so there is no payment."""
    at = single_planet(overrides={"ships.Field Medic Frigate.upkeep": 0}).teach(0, "NEGOTIATION MASTERY")
    at.muster(0, MEDIC, "Cruiser", "Volunteer Wing").turn(0).choose("produce")
    assert at.prompt == (0, "action")
    assert at.fleet(0) == [MEDIC, "Cruiser", "Volunteer Wing"]
