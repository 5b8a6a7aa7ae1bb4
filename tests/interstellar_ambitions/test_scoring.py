"""Scoring: the points at the end, and the winner of a tie (IAM-26)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.state import Asset
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.table import bare_table

PARTS = ("planets", "set", "special", "technologies", "ships", "medals", "ambitions")
# 4 + 2 + 1 points at their highest levels, one of each type except science
THREE = (("Harvest Reach", 4), ("Graniteye", 3), ("Tollgate", 2))


def settled(*planets, home=4, **more):
    """Seat 0 has these (planet, level) and its Home World at a level."""
    at = bare_table(**more)
    at.state.level[at.planet(at.home(0))] = home
    for name, level in planets:
        at.settle(0, name, level)
    return at


def points(at, seat=0):
    """Return the parts of the score that are not 0."""
    row = at.finish().seats[seat]
    return {part: int(row[f"vp_{part}"]) for part in PARTS if row[f"vp_{part}"]}


@pytest.mark.parametrize(("level", "expected"), [(4, {}), (5, {"planets": 8})])
def test_a_home_world_scores_at_its_highest_level(level, expected):
    """IAM-4.6, IAM-26.1; FX-12: 0 at level 4, 8 at level 5."""
    assert points(settled(home=level)) == expected


@pytest.mark.parametrize(("planet", "level", "expected"), [
    ("Amberfield", 2, {}), ("Harvest Reach", 4, {"planets": 4}), ("Amberfield", 3, {"planets": 3}),
])  # fmt: skip
def test_a_planet_scores_at_its_highest_level(planet, level, expected):
    """IAM-4.6, IAM-26.1; FX-13: a highest level of 3 at level 2 scores 0; one of 4 at level 4 its points."""
    assert points(settled((planet, level))) == expected


def test_a_captured_home_world_scores_too():
    """IAM-26.1: It scores for its present owner."""
    at = settled(home=5)
    at.settle(0, at.home(1), 5)
    assert points(at) == {"planets": 16}


def test_the_set_needs_a_scored_planet_of_each_type():
    """IAM-26.1, IAM-26.3; FX-23: science at 4 of 5: 15 points and no set; at 5: 21 + 12 = 33."""
    assert points(settled(*THREE, ("Athenaeum", 4), home=5)) == {"planets": 15}
    at = settled(*THREE, ("Athenaeum", 5), home=5)
    assert points(at) == {"planets": 21, "set": 12}
    assert int(at.finish().seats[0].vp) == 33


def test_no_home_world_counts_as_a_type():
    """IAM-26.3; A13: neither the player's nor a captured one."""
    at = settled(*THREE, home=5)
    at.settle(0, at.home(1), 5).settle(0, at.home(2), 5)
    assert points(at) == {"planets": 7 + 24}


def test_the_set_counts_once():
    """IAM-26.3: two planets of each type."""
    more = (("Athenaeum", 5), ("Parallax", 2), ("Loam", 2), ("Slagfall", 2), ("Lantern", 2))
    assert points(settled(*THREE, *more)) == {"planets": 7 + 6 + 1 + 1 + 1 + 2, "set": 12}


@pytest.mark.parametrize("bonus", [0, 6, 12, 30])
def test_a_switch_sets_the_bonus_for_the_set(bonus):
    """IAM-26.3: set_bonus"""
    at = settled(*THREE, ("Athenaeum", 5), set_bonus=bonus)
    assert int(at.finish().seats[0].vp_set) == bonus


@pytest.mark.parametrize(("needs", "level", "expected"), [
    (False, 1, {"special": 2}), (True, 1, {}), (True, 5, {"planets": 6, "special": 3}),
    (False, 5, {"planets": 6, "special": 3}),
])  # fmt: skip
def test_a_switch_limits_points_of_special_planets_to_their_highest_level(needs, level, expected):
    """Worldheart counts the food planets that score: two others, and itself at its highest level.

    IAM-26.2; A36: special_vp_needs_max.
    """
    at = settled(("Worldheart", level), ("Loam", 2), ("Verdance", 2), special_vp_needs_max=needs)
    parts = points(at)
    assert parts.pop("planets") == 3 + expected.get("planets", 0)
    assert parts == {key: value for key, value in expected.items() if key != "planets"}


def test_worldheart_counts_at_most_four_food_planets_that_score():
    """IAM-26.2: There are five of them; other types and unfinished planets do not count."""
    food = [("Loam", 2), ("Verdance", 2), ("Terrace", 3), ("Greenholm", 3), ("Amberfield", 3)]
    assert points(settled(("Worldheart", 1), *food))["special"] == 4
    assert points(settled(("Worldheart", 1), ("Loam", 1), ("Slagfall", 2), ("Terrace", 3)))["special"] == 1


@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, 1), (4, 4), (5, 4)])
def test_monolith_counts_owned_technologies(number, expected):
    """IAM-26.2: at most four, START ones among them, acquired ones not."""
    names = ("PLANETARY ECONOMICS", "SHADOW CARTELS", "HEAVY WEAPONS", "TERRAFORMING", "URBAN PLANNING")[:number]
    at = settled(("Monolith", 1)).teach(0, *names).teach(1, "ADAPTIVE ARMOUR").teach(0, "ADAPTIVE ARMOUR")
    assert points(at).get("special", 0) == expected


def test_only_the_owner_scores_a_technology():
    """IAM-26.4, IAM-6.3: 1, 2, 4 and 6 points; acquired technologies score 0."""
    at = bare_table().teach(0, "PLANETARY ECONOMICS", "SHADOW CARTELS", "URBAN PLANNING", "HEAVY WEAPONS")
    at.teach(1, "HEAVY WEAPONS", "URBAN PLANNING", "RESEARCH FORCES")
    assert points(at) == {"technologies": 13}
    assert points(at, 1) == {"technologies": 1}
    row = at.finish().seats[1]
    assert (int(row.technologies_owned), int(row.technologies_acquired)) == (1, 2)


def test_ships_score_their_points():
    """IAM-26.5: Cruiser 1, Battleship 2, Devastator 3, Captain Rogers 2, an emergency ship 0."""
    at = bare_table().muster(0, "Cruiser", "Battleship", "Devastator", "Captain Rogers", "Ore Hauler", "Destroyer")
    assert points(at) == {"ships": 8}


@pytest.mark.parametrize("each", [0, 1, 5])
def test_medals_score(each):
    """IAM-26.6: medal_vp, for three FLEET and two SHADOW medals."""
    at = bare_table(medal_vp=each)
    at.player(0).medals[Medal.FLEET], at.player(0).medals[Medal.SHADOW] = 3, 2
    assert points(at).get("medals", 0) == 5 * each


def test_claims_score():
    """IAM-26.7"""
    at = bare_table()
    at.player(0).claim_vp = 12 + 3
    assert points(at) == {"ambitions": 15}


def test_other_holdings_do_not_score():
    """IAM-26.9: resources, shadow cards, tokens, acquired technologies."""
    at = bare_table().give(0, food=20, ore=20, science=20, coins=20).deal(0, "Red Tape", "Red Tape", "Informants")
    at.put(0, "fleet ultimate", "build strong").teach(1, "HEAVY WEAPONS").teach(0, "HEAVY WEAPONS")
    assert points(at) == {}


def test_the_parts_add_up():
    """The present score equals the sum of the parts at any time.

    IAM-26.1, IAM-26.2, IAM-26.3, IAM-26.4, IAM-26.5, IAM-26.6, IAM-26.7.
    """
    at = settled(*THREE, ("Athenaeum", 5), ("Monolith", 5), home=5).mark("Tollgate", "Sacred Ruins")
    at.teach(0, "HEAVY WEAPONS").muster(0, "Battleship")
    at.player(0).medals[Medal.FLEET] = 1
    at.player(0).claim_vp = 12
    assert points(at) == {"planets": 27, "set": 12, "special": 1 + 2, "technologies": 6, "ships": 2, "medals": 1,
                          "ambitions": 12}  # fmt: skip
    assert int(at.finish().seats[0].vp) == 63
    assert GAME.kernels.standing(at.state, at.rules, 0) == 63


def test_the_evaluation_features_count_sources_of_future_points():
    """The features count holdings without points (IAM-26.9): resources, levels of planets, cards, ships."""
    at = settled(("Harvest Reach", 2), ("Tollgate", 1), home=3).give(0, food=2, ore=1, science=4, coins=3)
    at.deal(0, "Red Tape", "Informants").muster(0, "Cruiser", "Destroyer", "Destroyer")
    assert [GAME.kernels.assets(at.state, at.rules, 0, feature) for feature in Asset] == [10, 6, 2, 3]


# the winner


def ended(*fleets, vp=(60, 60, 1)):
    """Return a finished game of three players with these points, by claims and ships, and these fleets."""
    at = bare_table(max_rounds=2)
    for seat, ships in enumerate(fleets):
        at.muster(seat, *ships)
    for seat, wanted in enumerate(vp):
        at.player(seat).claim_vp = wanted - int(at.finish().seats[seat].vp)
    at.turn(2, rounds=2).end_turn()
    assert at.state.over
    return at


def shares(at):
    return [float(credit) for credit in at.state.credit[:3]]


def test_the_most_points_win():
    """IAM-1.2, IAM-26.8: The fleets do not matter."""
    at = ended(["Destroyer"], ["Devastator"], [], vp=(61, 60, 1))
    assert shares(at) == [1, 0, 0]
    outcome = at.finish()
    assert (int(outcome.margin), int(outcome.shared), int(outcome.tie_break)) == (1, 0, 0)


def test_a_tie_goes_to_the_stronger_fleet():
    """IAM-26.8; FX-35: 60 : 60 and combat values 9 : 7; then 9 : 9 is shared."""
    at = ended(["Devastator", "Battleship"], ["Devastator", "Destroyer"], [])
    assert shares(at) == [1, 0, 0]
    outcome = at.finish()
    assert (int(outcome.margin), int(outcome.shared), int(outcome.tie_break)) == (0, 0, 1)
    at = ended(["Devastator", "Battleship"], ["Battleship", "Cruiser", "Destroyer"], [])
    assert shares(at) == [0.5, 0.5, 0]
    outcome = at.finish()
    assert (int(outcome.shared), int(outcome.tie_break)) == (1, 0)


def test_damage_counts_in_a_tie():
    """IAM-26.8; A37: 9 less 3 against 7."""
    assert shares(ended([("Devastator", 3), "Battleship"], ["Devastator", "Destroyer"], [])) == [0, 1, 0]


def test_three_players_may_share_the_win():
    """IAM-26.8: the fleet of a player with fewer points does not matter."""
    assert shares(ended([], [], [], vp=(60, 60, 60))) == pytest.approx([1 / 3] * 3)
    assert shares(ended([], [], ["Devastator"])) == [0.5, 0.5, 0]
