"""Attacks: their time, on ships, on planets, the ships that take part; blockade and defence."""

import pytest

from starbalance.simulator.games.ascending_empires.planet import is_blockaded
from tests.ascending_empires.table import position

BETWEEN = (360, 360)  # open space


def fight(red, blue, **edits):
    """Return the attack check of a move without points; only red and blue have ships."""
    ships = {"red": red, "blue": blue, "green": [], "yellow": [], **edits.pop("ships", {})}
    return position(ships=ships, **edits).choose("move", "stop")


def around(hole, number, battleship=False):
    """Return slots of an orbit: every second slot for `number` starships, and optionally slot 10 for a battleship."""
    return [f"{hole}/{2 * k}" for k in range(number)] + [f"B{hole}/{10}"] * battleship


def nearby(number, x=360.0, y=360.0):
    """Return `number` positions in short range of a position in open space."""
    return [(x + dx, y + dy) for dx, dy in [(-40, 0), (40, 0), (0, -40), (0, 40), (-30, -30), (30, 30)][:number]]


def test_only_a_move_leads_to_attacks():
    """ASE-7.1, ASE-7.9, A10, W-7.1, W-7.2: A move without points does too."""
    at = position(ships={"red": nearby(2), "blue": [BETWEEN]}).choose("recruit", "stop")
    assert at.is_here("blue 1") and at.active == "blue"
    at = fight(nearby(2), [BETWEEN])
    assert at.options == ["attack ship blue 1"]
    at.choose("attack ship blue 1", "commit 1 2")
    assert (at.is_here("blue 1"), at.fleet("blue"), at.tokens("red"), at.active) == (False, (7, 1, 0), 1, "blue")


@pytest.mark.parametrize("colour", ["green", "yellow"])
def test_ships_of_any_other_player_are_attacked(colour):
    """ASE-7.2, ASE-8.1"""
    at = fight(nearby(2), [], ships={colour: [BETWEEN]}).choose(f"attack ship {colour} 1", "commit 1 2")
    assert at.tokens("red") == 1 and not at.is_here(f"{colour} 1")


def test_a_ship_attacks_once():
    """ASE-7.3, ASE-7.4, ASE-8.1, W-7.3: Ship Y joins one of two attacks."""
    at = fight([(300, 200), (360, 200), (420, 200)], [(330, 220), (390, 220)], board={"range_short": 30.0})
    assert at.options == ["attack ship blue 1", "attack ship blue 2"]
    at.choose("attack ship blue 2", "commit 2 3")
    assert (at.is_here("blue 1"), at.is_here("blue 2"), at.tokens("red"), at.active) == (True, False, 1, "blue")


def test_a_blockade_ends_with_the_ship():
    """ASE-7.6, ASE-12.6, W-7.4: The planet can build and mine in the next turn."""
    ships = {"red": ["3/1", "3/11"], "blue": ["3/0"]}
    at = position(planets={3: "red 2T 1F"}, ships=ships)
    assert not at.may("mine") and not at.may("build")
    at.choose("move", "stop", "attack ship blue 1", "commit 1 2")
    assert (at.tokens("red"), at.active) == (1, "blue")
    at.next_turn_of("red")
    assert at.may("mine", "mine on 3 2") and at.may("build", "build colony 3")


def test_an_unoccupied_planet_is_not_blockaded():
    """ASE-12.1: until an item is put on it, whichever ships are in its orbit."""
    at = position(ships={"red": ["3/1"], "blue": ["3/0"]})
    assert not is_blockaded(at.state, 3)
    at.occupy(3, "red 1T")
    assert is_blockaded(at.state, 3)


def test_a_ship_joins_a_ship_attack_or_a_planet_attack():
    """ASE-7.3, ASE-7.4, A38, W-7.5"""
    ships = ["3/0", (258, 250)], [(250, 200)]
    at = fight(*ships, planets={3: "blue 1F"})
    assert at.options == ["attack ship blue 1", "attack planet 3"]
    one = fight(*ships, planets={3: "blue 1F"}).choose("attack ship blue 1", "commit 1 2")
    assert (one.owner(3), one.tokens("red"), one.active) == ("blue", 1, "blue")
    two = at.choose("attack planet 3", "commit 1")
    assert (two.owner(3), two.is_here("blue 1"), two.tokens("red"), two.active) == (None, True, 1, "blue")


@pytest.mark.parametrize(("gaps", "falls"), [((50.0, 49.9), True), ((50.1, 10.0), False)])
def test_range_is_the_gap_between_edges(gaps, falls):
    """ASE-8.2, ASE-22.18, W-8.1, W-8.2"""
    at = fight([(360 - 16 - gaps[0], 360), (360 + 16 + gaps[1], 360)], [BETWEEN])
    assert (at.decision == "attack") is falls


@pytest.mark.parametrize(("mode", "away", "falls"), [("edge", 66, True), ("centre", 66, False), ("centre", 50, True)])
def test_range_may_be_between_centres(mode, away, falls):
    """ASE-8.2, A11: range_mode"""
    at = fight([(360 - away, 360), (360 + away, 360)], [BETWEEN], range_mode=mode)
    assert (at.decision == "attack") is falls


def test_three_ships_make_one_attack_on_starships():
    """ASE-8.1, ASE-8.8, W-8.3: Any two of the three take part, and one enemy is destroyed."""
    at = fight(nearby(3), [BETWEEN, (375, 370)]).choose("attack ship blue 1")
    assert at.options == ["commit 1 2", "commit 1 3", "commit 2 3"]
    at.choose("commit 1 3")
    assert (at.tokens("red"), at.is_here("blue 2"), at.active) == (1, True, "blue")


def test_four_ships_make_two_attacks():
    """ASE-7.2, ASE-8.8, W-8.4: The second attack is compulsory."""
    at = fight(nearby(4), [BETWEEN, (375, 370)]).choose("attack ship blue 1", "commit 1 2")
    assert at.options == ["attack ship blue 2"]
    assert at.choose("attack ship blue 2", "commit 3 4").tokens("red") == 2


def test_ships_of_an_earlier_attack_join_no_third_attack():
    """ASE-7.3: The ships of the first two attacks are in range of the remaining enemy."""
    at = fight(nearby(4), [BETWEEN, (375, 370), (345, 350)])
    at.choose("attack ship blue 1", "commit 1 2", "attack ship blue 2", "commit 3 4")
    assert (at.tokens("red"), at.is_here("blue 3"), at.active) == (2, True, "blue")


def test_ships_attack_again_in_the_next_turn():
    """ASE-7.3: once a turn."""
    at = fight(nearby(2), [BETWEEN, (375, 370)]).choose("attack ship blue 1", "commit 1 2")
    at.next_turn_of("red").choose("move", "stop", "attack ship blue 2", "commit 1 2")
    assert at.tokens("red") == 2


def test_a_single_battleship_destroys_a_starship():
    """ASE-8.5, A37, W-8.5: one of two."""
    at = fight([(360, 310, "B")], [BETWEEN, (375, 350)]).choose("attack ship blue 1")
    assert at.options == ["commit B"]
    assert at.choose("commit B").active == "blue" and at.tokens("red") == 1


@pytest.mark.parametrize(("ships", "falls"), [(3, True), (2, False)])
def test_three_starships_destroy_a_battleship(ships, falls):
    """ASE-8.6, ASE-8.7, ASE-8.12, W-8.6, W-8.7: They gain 2 VP, and the battleship returns to the supply."""
    at = fight(nearby(ships), [(360, 360, "B")], tech={"blue": [3, 0, 0, 0]})
    assert (at.decision == "attack") is falls
    if falls:
        at.choose("attack ship blue B", "commit 1 2 3")
        assert (at.tokens("red"), at.player("blue").where[8]) == (2, 1)


def test_a_battleship_and_a_starship_choose_their_target():
    """ASE-8.6, ASE-8.8, A37, W-8.8"""
    red, blue = [(360, 310, "B"), (400, 360)], [(360, 360, "B"), (380, 340)]
    at = fight(red, blue).choose("attack ship blue B")
    assert at.options == ["commit 1 B"]
    assert at.choose("commit 1 B").tokens("red") == 2
    at = fight(red, blue).choose("attack ship blue 1", "commit B")
    assert (at.tokens("red"), at.active) == (1, "blue")


def test_a_battleship_and_two_starships_choose_their_target():
    """ASE-8.8, W-8.9: never both."""
    red, blue = [(360, 310, "B"), (400, 360), (320, 360)], [(360, 360, "B"), (362, 335)]
    at = fight(red, blue)
    assert at.may("attack ship blue B", "commit 1 B") and at.may("attack ship blue B", "commit 2 B")
    at.choose("attack ship blue 1")
    assert at.options == ["commit 1 2", "commit B"]
    assert at.choose("commit 1 2").active == "blue"


def test_all_in_range_may_take_part():
    """ASE-8.8, A12, W-8.10: commit_mode = all_in_range"""
    at = fight(nearby(4), [BETWEEN, (375, 370)], commit_mode="all_in_range").choose("attack ship blue 1")
    assert at.options == ["commit 1 2 3 4"]
    assert at.choose("commit 1 2 3 4").tokens("red") == 1 and at.active == "blue"


@pytest.mark.parametrize(("needed", "ships"), [(1, 1), (3, 3)])
def test_ships_to_kill(needed, ships):
    """ASE-8.1: ships_to_kill"""
    at = fight(nearby(ships), [BETWEEN], ships_to_kill=needed)
    assert at.decision == "attack"
    assert fight(nearby(ships - 1), [BETWEEN], ships_to_kill=needed).decision != "attack"


@pytest.mark.parametrize(("switch", "value", "target", "vp"), [
    ("ship_kill_vp", 2, BETWEEN, 2), ("ship_kill_vp", 0, BETWEEN, 0), ("battleship_vp", 3, (360, 360, "B"), 3),
])  # fmt: skip
def test_vp_for_ships(switch, value, target, vp):
    """ASE-8.3, ASE-8.7, ASE-7.7: ship_kill_vp, battleship_vp"""
    at = fight(nearby(3), [target], **{switch: value})
    at.choose(at.options[0]).choose(at.options[0])
    assert (at.tokens("red"), at.pool[0]) == (vp, 40 - vp)


def test_all_ships_of_the_player_count_and_none_is_lost():
    """ASE-7.5, ASE-7.8: Ships that did not move count too, and enemies do not shoot back."""
    at = position(
        ships={"red": [(320, 360), (400, 200)], "blue": [BETWEEN, (340, 390)]},
        perfect=True,
        board={"range_short": 35.0},
    ).choose("move", "navigate", "flick red 2", "aim near blue 1", "stop", "attack ship blue 1", "commit 1 2")
    assert at.is_here("red 1") and at.is_here("red 2")


def test_nothing_blocks_range():
    """ASE-8.9, ASE-8.10: Range extends over a homeworld, and into its orbit."""
    at = fight(["7/0", "7/2"], ["7/6"], board={"range_short": 80.0})
    assert at.options == ["attack ship blue 1"]


def test_homeworld_orbits_may_be_safe():
    """ASE-8.10, A13: homeworld_orbit_safe; only the player's homeworld protects."""
    assert fight(["7/0", "7/2"], ["7/1"], homeworld_orbit_safe=True).decision != "attack"
    assert fight(["14/0", "14/2"], ["14/1"], homeworld_orbit_safe=True).decision == "attack"


@pytest.mark.parametrize(("strength", "falls"), [(4, True), (3, False)])
def test_a_planet_falls_to_a_strength_above_its_defence(strength, falls):
    """ASE-9.1, ASE-9.2, ASE-9.4, ASE-6.7, W-9.1, W-9.2"""
    at = fight(around(3, strength), [], planets={3: "blue 3T"})
    assert (at.decision == "attack") is falls
    if falls:
        at.choose("attack planet 3", "commit 1 2 3 4")
        assert (at.owner(3), at.items(3), at.is_up(3), at.tokens("red")) == (None, "", True, 3)


def test_structures_of_a_fallen_planet():
    """ASE-9.1, ASE-9.3, ASE-9.4, W-9.3"""
    at = fight(around(3, 3), [], planets={3: "blue 1T 1C 1F"}, supply={"blue": "5T"})
    at.choose("attack planet 3", "commit 1 2 3")
    assert (at.tokens("red"), at.troops("blue")[1], at.player("blue").planets_lost) == (3, 6, 1)


def test_a_city_falls_to_strength_three():
    """ASE-9.1, ASE-9.2, W-9.4: battleship and starship."""
    at = fight(around(3, 1, battleship=True), [], planets={3: "blue 1Y 1F"}).choose("attack planet 3")
    assert at.options == ["commit 1 B"]
    assert at.choose("commit 1 B").tokens("red") == 2


def test_a_third_players_ship_defends():
    """ASE-9.5, ASE-12.4, A34, W-9.5"""
    at = fight(["3/0"], [], planets={3: "blue 1F"}, ships={"green": ["3/6"]})
    assert at.decision == "action" and at.owner(3) == "blue"


def test_a_defender_falls_first():
    """ASE-7.6, ASE-9.5, ASE-9.7, W-9.6: Then the third ship takes the facility."""
    at = fight(["3/0", "3/2", "3/4"], ["3/3"], planets={3: "blue 1F"})
    assert at.options == ["attack ship blue 1"]
    at.choose("attack ship blue 1", "commit 1 2", "attack planet 3", "commit 3")
    assert (at.tokens("red"), at.owner(3)) == (2, None)


def test_used_ships_take_no_planet():
    """ASE-7.3, A38, W-9.7: Ships used in an attack take no part in another one."""
    at = fight(["3/0", "3/2"], ["3/3"], planets={3: "blue 1F"}).choose("attack ship blue 1", "commit 1 2")
    assert (at.tokens("red"), at.owner(3), at.active) == (1, "blue", "blue")


def test_committed_sets_against_a_planet():
    """ASE-9.9, A12, W-9.8: the other starship stays free."""
    at = fight(around(3, 2, battleship=True), [], planets={3: "blue 1T 1C"}).choose("attack planet 3")
    assert at.options == ["commit 1 B", "commit 2 B"]
    assert at.choose("commit 2 B").tokens("red") == 2


def test_a_single_battleship_takes_a_troop():
    """ASE-9.9, W-9.9"""
    at = fight(around(3, 1, battleship=True), [], planets={3: "blue 1T"}).choose("attack planet 3")
    assert at.options == ["commit B"]
    assert at.choose("commit B").tokens("red") == 1


def test_a_defender_out_of_range_defends():
    """ASE-9.5, W-9.10"""
    at = fight(["3/11", "3/1", "3/0"], ["3/6"], planets={3: "blue 1Y"}, board={"range_short": 35.0})
    assert at.decision == "action" and at.owner(3) == "blue"


def test_technology_outlives_its_facilities():
    """ASE-9.3, ASE-9.8, ASE-10.18, W-9.11"""
    at = fight(around(3, 2), [], planets={3: "blue grey 2F 1T"}, tech={"blue": [0, 2, 0, 0]}, tech_table="bare")
    before = at.troops("blue")[1]
    at.choose("attack planet 3", "commit 1 2")
    assert (at.tokens("red"), at.tech("blue"), at.troops("blue")[1]) == (3, [0, 2, 0, 0], before + 1)
    assert at.is_up(3) and at.items(3) == ""


GARRISONS = {
    1: ["1F", "2F"],
    2: ["1T", "1C", "1T 1F", "1C 2F"],
    3: ["2T", "2C", "1T 1C", "1Y", "2T 1F", "1Y 1F"],
    4: ["3T", "3C", "2T 1C", "1T 2C", "1T 1Y", "1C 1Y"],
    5: ["2T 1Y", "1T 1C 1Y", "2C 1Y", "2Y"],
    6: ["1T 2Y", "1C 2Y"],
}


@pytest.mark.parametrize("grey", [0, 2, 4])
@pytest.mark.parametrize(
    ("strength", "items"), [(strength, each) for strength, row in GARRISONS.items() for each in row]
)
def test_strengths_against_garrisons(strength, items, grey):
    """ASE-9.10, ASE-9.1, ASE-21.6, ASE-21.8: the table of W-9, with the bonus of grey technologies."""
    needed = strength + grey // 2
    for ships in (needed - 1, needed):
        slots = [f"3/{k}" for k in range(ships)]
        at = fight(slots, [], planets={3: f"blue {items}"}, tech={"blue": [0, grey, 0, 0]})
        assert (at.decision == "attack") is (ships == needed)


def test_homeworlds_and_friendly_planets_are_no_targets():
    """ASE-9.6, ASE-2.3: Empty planets are no targets either."""
    at = fight(["7/0", "7/2", "3/0", "4/0"], [], planets={3: "red 1F", 4: "grey"}, home={"blue": 1})
    assert at.decision == "action"


def test_the_players_blockading_ship_attacks():
    """ASE-12.8, ASE-12.1: It prevents only the attacks of other enemies."""
    assert fight(["3/0"], [], planets={3: "blue 1F"}).options == ["attack planet 3"]


def test_vp_for_items():
    """ASE-9.4: planet_vp_per_item"""
    at = fight(["3/0"], [], planets={3: "blue 2F"}, planet_vp_per_item=0).choose("attack planet 3", "commit 1")
    assert (at.tokens("red"), at.owner(3)) == (0, None)


@pytest.mark.parametrize(("word", "box", "supply"), [("supply", 0, 1), ("box", 1, 0)])
def test_destroyed_troops(word, box, supply):
    """ASE-9.3, A15: destroyed_to"""
    at = fight(around(3, 2), [], planets={3: "blue 1T"}, destroyed_to=word)
    before = at.troops("blue")
    at.choose("attack planet 3", "commit 1 2")
    assert at.troops("blue") == (before[0] + box, before[1] + supply, 0)


@pytest.mark.parametrize("defends", [0, 1])
def test_a_facility_may_defend(defends):
    """ASE-9.1, ASE-9.7, A46: facility_dv"""
    assert (fight(["3/0"], [], planets={3: "blue 1F"}, facility_dv=defends).decision == "attack") is (defends == 0)
    assert fight(around(3, 2), [], planets={3: "blue 1F"}, facility_dv=defends).decision == "attack"


def test_attacks_may_be_optional():
    """ASE-7.2, A39: attack_optional"""
    at = fight(nearby(2), [BETWEEN], attack_optional=True)
    assert at.options == ["stop", "attack ship blue 1"]
    assert at.choose("stop").active == "blue" and at.is_here("blue 1")


@pytest.mark.parametrize(("away", "may"), [(70, True), (40, False)])
def test_long_range_may_be_optional(away, may):
    """ASE-21.2, A40: long_optional; an attack in short range is still compulsory."""
    red = [(360 - away, 360), (360 + away, 360)]
    at = fight(red, [BETWEEN], tech={"red": [2, 0, 0, 0]}, long_optional=True)
    assert ("stop" in at.options) is may
    assert "stop" not in fight(red, [BETWEEN], tech={"red": [2, 0, 0, 0]}).options


def test_a_planet_that_lost_its_items_is_landed_on_later():
    """ASE-7.10: The points of this move are spent."""
    at = fight(["3/0"], [], planets={3: "blue 1F"}, supply={"red": "3T"}).choose("attack planet 3", "commit 1")
    assert at.active == "blue" and at.owner(3) is None


def test_attacks_end():
    """ASE-14.6: Each attack marks at least one ship as used."""
    at = fight([f"3/{2 * k}" for k in range(6)], [(250, 200), (250, 220)], planets={3: "blue 1F"}, attack_optional=True)
    used, passes = 0, 0
    while at.decision in ("attack", "commit"):
        at.choose(at.options[-1])
        if at.decision in ("attack", "action") and at.active == "red":
            assert at.player("red").used.bit_count() > used
            used = at.player("red").used.bit_count()
        passes += 1
    assert passes <= 12
