"""Mine, Build, Develop and scan: troops for VP, structures, technologies, pieces from the box."""

import pytest

from starbalance.simulator.games.ascending_empires.building import has_two_facilities
from tests.ascending_empires.table import position


def test_mining_three_troops_gains_two_vp():
    """ASE-10.1, ASE-10.2, ASE-10.4, W-10.1"""
    at = position(planets={3: "red 3T"}).choose("mine", "mine on 3 3")
    assert (at.tokens("red"), at.pool, at.troops("red")[1], at.owner(3), at.is_up(3)) == (2, (38, 0), 9, None, True)


def test_mining_two_troops_gains_one_vp():
    """ASE-10.1, W-10.2"""
    at = position(planets={3: "red 2T 1C"}).choose("mine")
    assert at.options == ["mine on 3 2"]
    at.choose("mine on 3 2")
    assert (at.tokens("red"), at.items(3), at.owner(3)) == (1, "1C", "red")


def test_troops_of_two_planets_are_not_mined_together():
    """ASE-10.1, W-10.3"""
    assert not position(planets={3: "red 1T 1C", 4: "red 1T 1C"}).may("mine")


def test_the_last_vp_is_mined():
    """ASE-10.1, ASE-13.1, W-10.4"""
    at = position(planets={3: "red 3T"}, pool=2).choose("mine", "mine on 3 3")
    assert (at.tokens("red"), at.pool, at.state.trigger) == (2, (0, 0), 0)


@pytest.mark.parametrize(("kind", "ships", "may"), [
    ("asteroid", [], True), ("brown", [], True), ("grey", ["3/0"], False), ("grey", ["4/0"], True),
])  # fmt: skip
def test_only_unblockaded_planets_of_the_player_are_mined(kind, ships, may):
    """ASE-10.3, ASE-10.4, ASE-2.7, ASE-12.2"""
    at = position(planets={3: f"red {kind} 3T"}, ships={"blue": ships}, home={"red": 3})
    assert at.may("mine", "mine on 3 3") is may
    assert not at.may("mine", "mine on 0 3")


@pytest.mark.parametrize(("switch", "value", "troops"), [("mine2_vp", 0, 2), ("mine2_vp", 2, 2), ("mine3_vp", 3, 3)])
def test_vp_of_mines(switch, value, troops):
    """ASE-10.1: mine2_vp, mine3_vp"""
    at = position(planets={3: "red 3T"}, **{switch: value}).choose("mine", f"mine on 3 {troops}")
    assert at.tokens("red") == value


def test_troops_of_mines():
    """ASE-10.1: mine2_troops, mine3_troops"""
    at = position(planets={3: "red 4T", 4: "red 1T 1C"}, mine2_troops=1, mine3_troops=4).choose("mine")
    assert at.options == ["mine on 3 1", "mine on 3 4", "mine on 4 1"]
    at.choose("mine on 3 4")
    assert (at.tokens("red"), at.owner(3)) == (2, None)


def test_a_facility_takes_two_troops():
    """ASE-10.5, ASE-10.6, W-11.1"""
    at = position(planets={3: "red grey 2T"}).choose("build", "build facility 3")
    assert (at.items(3), at.troops("red")[1], at.active) == ("1F", 8, "blue")


def test_two_facilities_are_recognised_on_planets_of_the_player():
    """ASE-10.7, A20"""
    at = position(planets={3: "red grey 1F", 4: "red grey 2T", 9: "blue brown 2F"})
    assert not has_two_facilities(at.state, 0)
    at.occupy(3, "2F")
    assert has_two_facilities(at.state, 0)


def test_two_facilities_on_one_planet():
    """ASE-10.7, A20, W-11.2: one planet at a time."""
    at = position(planets={3: "red grey 2T 1F", 4: "red grey 2T 1F"}).choose("build", "build facility 3")
    assert at.items(3) == "2F"
    assert not at.next_turn_of("red").may("build", "build facility 4")
    at.occupy(3, "1F")
    assert at.may("build", "build facility 4")
    at.occupy(4, "2F")
    assert not at.may("build", "build facility 4")


@pytest.mark.parametrize(("switches", "items", "may"), [
    ({"facility_limit": 2, "item_limit": 4}, "2T 2F", True),
    ({"facility_limit": 2, "item_limit": 4, "double_planets": 0}, "2T 2F", False),
    ({"facility_limit": 2, "double_planets": 0}, "2T 1F", True), ({"double_planets": 0}, "2T 1F", False),
    ({"double_planets": 2}, "2T 1F", True), ({"double_planets": 1}, "2T 1F", False),
])  # fmt: skip
def test_switches_limit_the_facilities_of_a_planet(switches, items, may):
    """ASE-10.7, A20: facility_limit, double_planets; another planet of the player has two."""
    at = position(planets={3: f"red grey {items}", 4: "red grey 2F"}, **switches)
    assert at.may("build", "build facility 3") is may


@pytest.mark.parametrize(("switch", "structure", "before", "after", "troops"), [
    ("colony_cost", "colony", "2T", "1C", 8), ("city_cost", "city", "2T 1C", "1Y", 8),
])  # fmt: skip
def test_the_troops_of_a_structure(switch, structure, before, after, troops):
    """ASE-10.9, ASE-10.10: colony_cost, city_cost; one troop fewer is not enough."""
    at = position(planets={3: f"red {before}", 4: f"red {before.replace('2T', '1T')}"}, **{switch: 2})
    at.choose("build")
    assert [each for each in at.options if structure in each] == [f"build {structure} 3"]
    assert at.choose(f"build {structure} 3").items(3) == after and at.troops("red")[1] == troops


def test_no_facility_on_an_asteroid():
    """ASE-2.7, ASE-10.8, W-11.3"""
    at = position(planets={3: "red asteroid 2T"})
    assert not at.may("build", "build facility 3")
    assert at.choose("build", "build colony 3").items(3) == "1T 1C"


def test_a_city_replaces_a_colony():
    """ASE-10.10, ASE-10.11, W-11.4"""
    at = position(planets={3: "red 1T 1C"}, supply={"red": "5T"})
    box = at.troops("red")[0]
    at.choose("build", "build city 3")
    assert at.options == ["take 0T 0S", "take 0T 1S", "take 1T 0S"]
    at.choose("take 0T 1S")
    assert (at.items(3), at.troops("red"), at.fleet("red")) == ("1Y", (box, 6, 0), (5, 1, 2))
    assert at.active == "blue"


def test_the_bonus_of_a_city_may_be_a_troop():
    """ASE-10.11, A21"""
    at = position(planets={3: "red 1T 1C"}, supply={"red": "5T"})
    box = at.troops("red")[0]
    at.choose("build", "build city 3", "take 1T 0S")
    assert at.troops("red") == (box - 1, 7, 0)


@pytest.mark.parametrize(("troops", "ships", "options"), [
    (0, 1, ["take 0T 0S", "take 0T 1S"]), (1, 0, ["take 0T 0S", "take 1T 0S"]), (0, 0, None),
])  # fmt: skip
def test_only_pieces_in_the_box_are_taken(troops, ships, options):
    """ASE-10.11: If one kind is missing, only the other kind is offered; from an empty box none is."""
    at = position(planets={3: "red 1T 1C"})
    player = at.player("red")
    player.troops += player.box_troops - troops
    player.box_troops = troops
    at.supply("red", f"{6 - ships}S")
    at.choose("build", "build city 3")
    assert (at.options if at.decision == "pieces" else None) == options


@pytest.mark.parametrize(("switch", "options"), [(0, None), (3, 10)])
def test_city_bonus(switch, options):
    """ASE-10.11: city_bonus"""
    at = position(planets={3: "red 1T 1C"}, city_bonus=switch).choose("build", "build city 3")
    assert (len(at.options) if at.decision == "pieces" else None) == options


def test_a_planet_has_at_most_two_cities():
    """ASE-10.12, ASE-10.14, W-11.5: There is a colony too, and no troop fits."""
    at = position(planets={3: "red 1T 2Y"})
    assert not at.may("build", "build city 3")
    at.choose("build", "build colony 3")
    assert at.items(3) == "1C 2Y"
    assert not at.next_turn_of("red").may("recruit", "place on 3")


def test_a_switch_limits_structures_to_one_of_each_kind():
    """ASE-10.12, A30: one_of_each; facilities have a separate rule."""
    planets = {3: "red grey 1T 2C", 4: "red grey 1T 1C 1Y", 5: "red grey 2T 1F"}
    at = position(planets=planets)
    for words in ("build colony 3", "build city 3", "build city 4", "build colony 4", "build facility 5"):
        assert at.may("build", words)
    at = position(planets=planets, one_of_each=True)
    assert at.may("build", "build city 3") and at.may("build", "build facility 5")
    for words in ("build colony 3", "build city 4", "build colony 4"):
        assert not at.may("build", words)


def test_a_planet_has_at_most_three_structures():
    """ASE-10.12: structure_limit, with room for four items"""
    at = position(planets={3: "red 1T 3C"}, item_limit=4)
    assert not at.may("build", "build colony 3") and at.may("build", "build city 3")


@pytest.mark.parametrize(("mode", "may"), [("total", False), ("separate", True)])
def test_a_structure_that_takes_no_troop_needs_room(mode, may):
    """ASE-2.6, ASE-10.12: colony_cost, city_cost, item_limit_mode; a city replaces a colony."""
    at = position(planets={3: "red 1T 2C", 4: "red 1T 1C"}, colony_cost=0, city_cost=0, item_limit_mode=mode)
    assert at.may("build", "build colony 3") is may
    assert at.may("build", "build colony 4") and at.may("build", "build city 3")


@pytest.mark.parametrize(("planets", "words"), [
    ({3: "red 1T", 4: "red 2C", 5: "red 2C"}, "build colony 3"),
    ({3: "red 1T 1C", 4: "red 2Y", 5: "red 2Y"}, "build city 3"),
    ({3: "red grey 2T", 1: "red 2F", 2: "red 1F", 4: "red 1F", 5: "red 1F", 6: "red 1F", 8: "red 1F", 9: "red 1F"},
     "build facility 3"),
])  # fmt: skip
def test_an_empty_stock(planets, words):
    """ASE-10.13, ASE-1.10, ASE-2.10"""
    assert not position(planets=planets).may("build", words)
    fewer = dict(list(planets.items())[:-1])
    assert position(planets=fewer).may("build", words)


def test_a_destroyed_structure_is_built_again():
    """ASE-2.10, ASE-9.3, ASE-10.13"""
    at = position(
        planets={3: "red 1T", 4: "red 2C", 5: "red 2C"}, ships={"blue": ["5/0", "5/2", "5/4"]}, active="blue"
    ).choose("move", "stop", "attack planet 5", "commit 1 2 3")
    assert at.next_turn_of("red").may("build", "build colony 3")


def test_nothing_is_built_on_a_blockaded_planet_or_at_home():
    """ASE-10.5, ASE-12.2, ASE-2.3"""
    at = position(planets={3: "red 2T"}, ships={"blue": ["3/0"]}, home={"red": 3})
    assert not at.may("build")


def test_a_colony_takes_one_troop():
    """ASE-10.9"""
    at = position(planets={3: "red 1T"}).choose("build", "build colony 3")
    assert (at.items(3), at.troops("red")[1]) == ("1C", 7)


def test_the_first_to_develop_a_level_is_awarded():
    """ASE-10.15, ASE-10.16, ASE-10.17, ASE-10.19, ASE-21.23, W-12.1"""
    at = position(planets={1: "red grey 1F", 2: "red grey 1F"}).choose("develop")
    assert at.options == ["raise grey"]
    at.choose("raise grey")
    assert (at.tech("red"), at.tokens("red"), at.active) == ([0, 1, 0, 0], 1, "blue")
    at.next_turn_of("red").choose("develop", "raise grey")
    assert (at.tech("red"), at.tokens("red"), at.items(1)) == ([0, 2, 0, 0], 3, "1F")
    assert not at.next_turn_of("red").may("develop")


def test_blockaded_facilities_do_not_count():
    """ASE-10.17, ASE-12.2, A19, W-12.2"""
    planets = {1: "red grey 1F", 2: "red grey 1F"}
    at = position(planets=planets, tech={"red": [0, 1, 0, 0]}, ships={"blue": ["2/0"]})
    assert not at.may("develop")
    spared = position(
        planets=planets, tech={"red": [0, 1, 0, 0]}, ships={"blue": ["2/0"]}, blockade_stops_facilities=False
    )
    assert spared.may("develop", "raise grey")


def test_level_four():
    """ASE-10.17, ASE-10.19, W-12.3: four facilities, two of them on one planet."""
    planets = {1: "red grey 2F", 2: "red grey 1F", 3: "red grey 1F"}
    at = position(planets=planets, tech={"red": [0, 3, 0, 0]}).choose("develop", "raise grey")
    assert (at.tech("red")[1], at.tokens("red")) == (4, 4)
    assert not at.next_turn_of("red").may("develop")


def test_later_developers_gain_nothing():
    """ASE-10.19, W-12.4"""
    at = position(planets={1: "red orange 1F", 8: "blue orange 1F"}, active="blue").choose("develop", "raise orange")
    at.next_turn_of("red").choose("develop", "raise orange")
    assert (at.tokens("blue"), at.tokens("red"), at.tech("red")[0]) == (1, 0, 1)
    assert at.state.first_to[0, 1] == 1


def test_a_full_row_has_its_bonus_once():
    """ASE-10.20, ASE-21.17, ASE-21.21, W-12.5: a troop and a starship, in addition to the award."""
    at = position(planets={1: "red brown 1F", 2: "red grey 2F"}, tech={"red": [1, 1, 1, 0]})
    before = at.troops("red")
    at.choose("develop", "raise brown")
    assert (at.tokens("red"), at.fleet("red")) == (1, (5, 1, 2))
    assert at.troops("red") == (before[0] - 1, before[1] + 1, 0)
    at.next_turn_of("red").choose("develop", "raise grey")
    assert at.fleet("red") == (5, 1, 2)


def test_a_scan_is_secret_and_lasts():
    """ASE-2.2, ASE-11.1, ASE-11.2, A29, W-12.6: The scan follows a mine; both planets stay face down."""
    at = position(planets={9: "red 2T 1F"}, ships={"red": ["3/0", "4/0"]}).choose("mine", "mine on 9 2")
    assert at.options == ["stop", "scan all", "scan 3", "scan 4"]
    at.choose("scan all")
    assert (at.known_to("red"), at.known_to("blue"), at.is_up(3), at.is_up(4)) == ({3, 4}, set(), False, False)
    assert at.active == "blue" and at.player("red").scans == 2


def test_some_planets_are_scanned_or_none():
    """ASE-11.1: a subset, in any order; known planets are not offered again."""
    ships = {"red": ["3/0", "4/0", "5/0"]}
    assert position(ships=ships).choose("pass", "stop").known_to("red") == set()
    at = position(ships=ships).choose("pass", "scan 5")
    assert at.options == ["stop", "scan all", "scan 3", "scan 4"]
    at.choose("scan 3")
    assert at.options == ["stop", "scan all"]
    at.choose("stop")
    assert at.known_to("red") == {3, 5}


def test_only_face_down_planets_in_orbit_are_scanned():
    """ASE-11.1"""
    at = position(planets={3: "grey"}, ships={"red": ["3/0", (360, 360)]}).choose("pass")
    assert at.active == "blue"


def test_ships_of_opponents_scan_nothing_for_a_player():
    """ASE-11.1"""
    assert position(ships={"red": [(360, 360)], "blue": ["4/0"]}).choose("pass").active == "blue"


def test_the_first_player_to_fill_a_row_is_recorded():
    """ASE-10.20, A18: row_bonus_first_only"""
    planets = {1: "red brown 1F", 8: "blue brown 1F"}
    at = position(planets=planets, tech={"red": [1, 1, 1, 0], "blue": [1, 1, 1, 0]}, active="blue",
                  row_bonus_first_only=True).choose("develop", "raise brown")  # fmt: skip
    at.next_turn_of("red").choose("develop", "raise brown")
    assert (at.fleet("blue"), at.fleet("red")) == ((5, 1, 2), (6, 0, 2))


def test_a_friendly_ship_lifts_no_blockade():
    """ASE-12.3, A19, W-12.7: blockade_stops_facilities"""
    ships = {"red": ["3/6"], "blue": ["3/0"]}
    assert not position(planets={3: "red grey 2F"}, ships=ships).may("develop")
    at = position(planets={3: "red grey 2F"}, ships=ships, blockade_stops_facilities=False)
    assert at.may("develop", "raise grey")


@pytest.mark.parametrize("first_only", [False, True])
def test_a_switch_gives_the_row_bonus_only_to_the_first_player(first_only):
    """ASE-10.20, A18, W-12.8: row_bonus_first_only"""
    at = position(planets={1: "red brown 1F"}, tech={"red": [1, 1, 1, 0]}, row_bonus_first_only=first_only)
    at.state.first_to[3, 1], at.state.first_row[1] = 1, 1
    at.choose("develop", "raise brown")
    assert (at.tokens("red"), at.fleet("red")) == (0, (6, 0, 2) if first_only else (5, 1, 2))


def test_one_level_at_a_time():
    """ASE-10.15, A44, W-12.9: Three facilities are enough for level 2."""
    planets = {1: "red orange 1F", 2: "red orange 1F", 3: "red orange 1F"}
    at = position(planets=planets, tech={"red": [1, 0, 0, 0]}).choose("develop", "raise orange")
    assert at.tech("red")[0] == 2
    assert not position(planets=planets, tech={"red": [1, 0, 0, 0]}, facilities_exact=True).may("develop")
    assert position(planets=planets, tech={"red": [2, 0, 0, 0]}, facilities_exact=True).may("develop")


def test_rows_may_come_first():
    """ASE-10.16, A47: rows_first"""
    planets = {1: "red orange 2F", 2: "red grey 1F"}
    at = position(planets=planets, tech={"red": [1, 0, 0, 0]}, rows_first=True).choose("develop")
    assert at.options == ["raise grey"]
    full = position(planets=planets, tech={"red": [1, 1, 1, 1]}, rows_first=True)
    assert full.may("develop", "raise orange")


@pytest.mark.parametrize(("word", "level", "vp"), [
    ("per_level", 1, 1), ("per_level", 2, 2), ("per_colour", 1, 1), ("per_colour", 2, 0), ("none", 1, 0),
])  # fmt: skip
def test_awards_of_technologies(word, level, vp):
    """ASE-10.19, A17: first_vp"""
    at = position(planets={1: "red orange 2F"}, tech={"red": [level - 1, 0, 0, 0]}, first_vp=word)
    assert at.choose("develop", "raise orange").tokens("red") == vp


def test_facilities_of_other_colours_do_not_count():
    """ASE-10.17"""
    at = position(planets={1: "red orange 1F", 2: "blue grey 2F"}).choose("develop")
    assert at.options == ["raise orange"]
