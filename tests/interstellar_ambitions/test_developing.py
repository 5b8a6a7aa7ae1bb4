"""DEVELOP: the planets on offer, their levels, and the price (IAM-11.5, IAM-11.6, IAM-11.7, IAM-11.8, IAM-16)."""

import pytest

from tests.interstellar_ambitions.table import bare_table


def realm(*planets, **more):
    """Seat 0 has these (planet, level), its Home World at level 5, and 9 of each resource."""
    at = bare_table(**more).give(0, food=9, ore=9, science=9, coins=9)
    at.state.level[at.planet(at.home(0))] = 5
    for name, level in planets:
        at.settle(0, name, level)
    return at


def offered(at):
    """Return (planet, level) of the options."""
    words = [words.removeprefix("develop ") for words in at.options if words.startswith("develop ")]
    return [(each[:-2], int(each[-1])) for each in words]


@pytest.mark.parametrize(("level", "cap"), [("basic", 3), ("moderate", 4), ("strong", 5), ("ultimate", 5)])
def test_a_cell_limits_the_level_of_a_planet(level, cap):
    """IAM-11.5, IAM-11.6, IAM-11.7, IAM-11.8, IAM-16.3, IAM-16.2: any number of levels at once."""
    at = realm(("Athenaeum", 1)).act(f"develop {level}")
    assert offered(at) == [("Athenaeum", each) for each in range(2, cap + 1)]
    assert "done" in at.options


@pytest.mark.parametrize(("level", "planets"), [("basic", 1), ("moderate", 1), ("strong", 1), ("ultimate", 3)])
def test_a_cell_limits_the_number_of_planets_developed(level, planets):
    """IAM-11.5, IAM-11.6, IAM-11.7, IAM-11.8, IAM-16.4: The planets are different ones."""
    at = realm(("Athenaeum", 1), ("Orchard Prime", 1), ("Titan Quarry", 1), ("Grand Concourse", 1))
    at.act(f"develop {level}")
    for _ in range(planets):
        assert at.prompt == (0, "developing")
        at.choose(next(words for words in at.options if words != "done"))
    assert at.prompt == (0, "end")
    assert sorted(at.planets(0).values()) == [1] * (4 - planets) + [2] * planets + [5]


def test_a_planet_is_developed_once_in_an_action():
    """IAM-16.4: Each of up to three planets rises by a chosen number of levels."""
    at = realm(("Athenaeum", 1), ("Orchard Prime", 2)).act("develop ultimate", "develop Athenaeum 2")
    assert {name for name, _ in offered(at)} == {"Orchard Prime"}
    at.choose("develop Orchard Prime 5", "done")
    assert (at.planets(0)["Athenaeum"], at.planets(0)["Orchard Prime"]) == (2, 5)
    assert at.resources(0) == {"food": 3, "ore": 9, "science": 7, "coins": 9}


@pytest.mark.parametrize(("planet", "level", "cell", "to", "paid"), [
    ("Harvest Reach", 2, "moderate", 4, {"food": 4}),
    ("Athenaeum", 1, "strong", 5, {"science": 8}),
    ("Athenaeum", 1, "ultimate", 5, {"science": 8}),
])  # fmt: skip
def test_each_level_costs_two_resources_of_the_type(planet, level, cell, to, paid):
    """IAM-16.1, IAM-16.2; FX-3: food 2 to 4 for 4 food; FX-4: science 1 to 5 for 8 science."""
    at = realm((planet, level)).give(0, **paid).act(f"develop {cell}", f"develop {planet} {to}")
    assert at.planets(0)[planet] == to
    assert at.resources(0) == {}


def test_unaffordable_levels_are_not_offered():
    """IAM-16.1: 5 food without an exchange pays for two levels."""
    at = realm(("Orchard Prime", 1)).give(0, food=5, ore=2, coins=2).act("develop strong")
    assert offered(at) == [("Orchard Prime", 2), ("Orchard Prime", 3)]


def test_missing_resources_may_be_exchanged_for():
    """IAM-16.1, IAM-3.2: 3 ore make the second food."""
    at = realm(("Orchard Prime", 1)).give(0, food=1, ore=3).act("develop strong", "develop Orchard Prime 2")
    at.choose("give ore")
    assert (at.resources(0), at.planets(0)["Orchard Prime"]) == ({}, 2)


def test_no_planet_goes_above_its_highest_level():
    """IAM-16.3, IAM-4.2: a highest level of 3, of 2 and of 5, at ULTIMATE."""
    at = realm(("Amberfield", 1), ("Verdance", 2)).act("develop ultimate")
    assert offered(at) == [("Amberfield", 2), ("Amberfield", 3)]


@pytest.mark.parametrize(("cell", "level"), [("basic", 3), ("basic", 4), ("moderate", 4), ("strong", 5)])
def test_a_planet_at_the_limit_of_the_cell_is_unchanged(cell, level):
    """IAM-16.5, IAM-16.3: A55 the action has no effect; a planet above the limit is not lowered."""
    at = realm(("Athenaeum", level)).act(f"develop {cell}")
    assert at.options == ["done"]
    assert at.choose("done").planets(0)["Athenaeum"] == level


def test_a_home_world_takes_any_mix():
    """IAM-16.1; FX-39: 4 to 5 with 1 food and 1 science."""
    at = realm().give(0, food=1, science=1)
    home = at.home(0)
    at.state.level[at.planet(home)] = 4
    at.act("develop strong", f"develop {home} 5")
    assert at.options == ["pay food", "pay science"]
    at.choose("pay science")
    assert at.options == ["pay food"]
    at.choose("pay food")
    assert (at.planets(0)[home], at.resources(0)) == (5, {})


def test_a_captured_home_world_takes_any_mix_too():
    """IAM-16.1, IAM-4.8: It has every type, for any owner."""
    at = realm().give(0, coins=2)
    captured = at.home(1)
    at.settle(0, captured, 1).act("develop basic", f"develop {captured} 2", "pay coins", "pay coins")
    assert at.planets(0)[captured] == 2


def test_a_home_world_is_not_developed_without_two_resources():
    """IAM-16.1"""
    at = realm().give(0, coins=1)
    at.state.level[at.planet(at.home(0))] = 4
    assert at.act("develop strong").options == ["done"]


@pytest.mark.parametrize("cost", [1, 2, 3])
def test_a_switch_sets_the_price_of_a_level(cost):
    """IAM-16.1: develop_cost, for two levels of a planet and one of a Home World."""
    at = realm(("Orchard Prime", 1), develop_cost=cost)
    home = at.home(0)
    at.state.level[at.planet(home)] = 4
    at.act("develop ultimate", "develop Orchard Prime 3")
    assert at.resources(0)["food"] == 9 - 2 * cost
    at.choose(f"develop {home} 5", *["pay coins"] * cost)
    assert at.resources(0)["coins"] == 9 - cost
    assert at.planets(0)[home] == 5


@pytest.mark.parametrize(("least", "cost", "paid"), [(1, 2, 1), (1, 1, 1), (0, 1, 0), (2, 2, 2), (2, 3, 2)])
def test_terraforming_makes_levels_cheaper(least, cost, paid):
    """IAM-16.1: TERRAFORMING, T25 DEVELOP_DISC 1, down to minimum_cost; F-23"""
    at = realm(("Orchard Prime", 1), develop_cost=cost, minimum_cost=least).teach(0, "TERRAFORMING")
    at.act("develop strong", "develop Orchard Prime 4")
    assert at.resources(0).get("food", 0) == 9 - 3 * paid
    assert at.planets(0)["Orchard Prime"] == 4


def test_terraforming_helps_a_home_world():
    """IAM-16.1: T25: one resource of any kind for a level."""
    at = realm().teach(0, "TERRAFORMING").give(0, ore=1)
    home = at.home(0)
    at.state.level[at.planet(home)] = 4
    at.act("develop strong", f"develop {home} 5", "pay ore")
    assert at.planets(0)[home] == 5


def test_urban_planning_develops_one_planet_more():
    """IAM-16.4: URBAN PLANNING, T19 DEVELOP_EXTRA 1, two at BASIC, with an equal limit of levels."""
    at = realm(("Athenaeum", 1), ("Orchard Prime", 1), ("Titan Quarry", 1)).teach(0, "URBAN PLANNING")
    at.act("develop basic", "develop Athenaeum 3", "develop Titan Quarry 2")
    assert at.prompt == (0, "end")
    assert [at.planets(0)[name] for name in ("Athenaeum", "Orchard Prime", "Titan Quarry")] == [3, 1, 2]


def test_a_player_may_stop_early():
    """IAM-16.4: He may develop fewer than three planets."""
    at = realm(("Athenaeum", 1), ("Orchard Prime", 1)).act("develop ultimate", "develop Athenaeum 2", "done")
    assert at.prompt == (0, "end")
    assert at.planets(0)["Orchard Prime"] == 1
