"""Winning, ties, the last survivor, and the round limit."""

import pytest

from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended
from tests.four_thousand_ad_leaders.table import position

NAMES = ["Frontier Charter", "Colonial Census", "Ore Monopoly", "War Economy", "Crown Taken"]


def finished(claims, stars, ships, **switches):
    """Return a round that ends with these claims, stars and ships of the homes, in order.

    All stars of a home have one ship, except one star with the remaining ships.
    """
    empty = ["Vega Deneb Sirius Adhara Spica Capella Elnath Altair Rigel Castor Procyon",
             "Denebola Alphard Suhail Kochab Dubhe Betelgeuse Aldebaran Izar Arcturus Hamal Pollux",
             "Shaula Menkent Gacrux Nunki Acrux Mimosa Hadar Scheat Alnair Rasalgethi Canopus Fomalhaut Alioth "
             "Unukalhai",
             "Atria Achernar Enif Menkar Mira Mirach Almach Mirfak"]  # fmt: skip
    homes = ["Algol", "Regulus", "Antares", "Pavo"]
    held = {}
    for home, places, number, total in zip(homes, empty, stars, ships, strict=True):
        held[home] = {home: total - number + 1, **dict.fromkeys(places.split()[: number - 1], 1)}
    at = position(stars=held, table=NAMES, **switches)
    for home, number in zip(homes, claims, strict=True):
        at.player(home).claims = sum(1 << at.objectives.index(name) for name in NAMES[:number])
    for _ in range(4):
        while at.prompt[1] == "claim":
            at.wait()
        at.state.fulfilled = 0
        at.end_turn()
    assert [len(at.claims(home)) for home in homes] == claims
    return at


def test_the_third_claim_wins_when_every_player_has_had_a_turn():
    """FAL-5.1, FAL-5.2: claims_to_win; it is checked at the end of the round."""
    at = finished([3, 1, 0, 0], [1, 1, 1, 1], [9, 9, 9, 9])
    assert (at.winners, at.state.ended, at.state.rounds) == ({"Algol": 1.0}, Ended.OBJECTIVES, 1)
    at = finished([3, 1, 0, 0], [1, 1, 1, 1], [9, 9, 9, 9], claims_to_win=4)
    assert not at.state.over


def test_more_claims_win_then_more_stars():
    """FAL-5.3: Y-25"""
    assert finished([3, 2, 3, 1], [9, 5, 11, 5], [20, 20, 20, 20]).winners == {"Antares": 1.0}


def test_players_with_a_full_tie_share_the_win():
    """FAL-5.3: Y-48"""
    assert finished([3, 3, 2, 0], [10, 10, 15, 2], [40, 40, 60, 9]).winners == {"Algol": 0.5, "Regulus": 0.5}


def late_claims(**switches):
    """The order is P Q R S. P, with most stars, makes his third claim; R, with one claim, can make three more later."""
    at = position(
        stars={"Algol": {"Algol": 28, "Vega": 1, "Deneb": 1}, "Antares": {"Antares": 15, "Denebola": 15}},
        objectives={"Antares": "At the Gates"},
        table=["Armada", "Grand Fleet", "Two Fronts", "Converging Fleets"],
        rounds=12,
        **switches,
    )
    at.player("Algol").claims = 1 << at.objectives.index("Two Fronts") | 1 << at.objectives.index("Converging Fleets")
    at.player("Antares").claims = 1 << at.objectives.index("Two Fronts")
    at.choose("stop")
    assert at.claims("Algol") == {"Armada", "Two Fronts", "Converging Fleets"}
    return at


@pytest.mark.parametrize(("rule", "winners"), [
    ("claims_stars_ships", {"Antares": 1.0}),
    ("shared", {"Algol": 0.5, "Antares": 0.5}),
    ("turn_order", {"Algol": 1.0}),
])  # fmt: skip
def test_a_tie_rule_decides_between_players_with_enough_claims(rule, winners):
    """FAL-5.3: Y-42, A-14, tie_rule; 3 claims and 4."""
    at = late_claims(tie_rule=rule).wait_for("Antares", "claim").choose("claim At the Gates")
    assert at.claims("Antares") == {"Armada", "Grand Fleet", "Two Fronts", "At the Gates"}
    assert not at.state.over
    assert at.end_round().winners == winners


def test_the_win_may_be_immediate():
    """FAL-5.2: Y-42, A-15, win_check = immediate; R makes no claim any more."""
    at = late_claims(win_check="immediate")
    assert (at.winners, at.state.over, at.claims("Antares")) == ({"Algol": 1.0}, 1, {"Two Fronts"})


def test_ships_decide_between_equal_stars():
    """FAL-5.3"""
    assert finished([3, 3, 0, 0], [4, 4, 1, 1], [20, 21, 1, 1]).winners == {"Regulus": 1.0}


def test_stars_count_before_ships():
    """FAL-5.3: A-14; among players with enough claims, and at the round limit."""
    assert finished([3, 3, 0, 0], [4, 6, 1, 1], [40, 20, 1, 1]).winners == {"Regulus": 1.0}
    at = finished([2, 2, 0, 0], [4, 6, 1, 1], [40, 20, 1, 1], max_rounds=1)
    assert (at.winners, at.state.ended) == ({"Regulus": 1.0}, Ended.ADJUDICATED)


GONE = {"Algol": {"Algol": 5, "Regulus": 1, "Antares": 1, "Pavo": 1}, "Regulus": {}, "Antares": {}, "Pavo": {}}


@pytest.mark.parametrize("wins", [True, False])
def test_the_last_survivor_wins_at_the_end_of_the_round(wins):
    """FAL-21.1: A-12, last_survivor_wins"""
    at = position(stars=GONE, last_survivor_wins=wins).end_round()
    assert bool(at.state.over) == wins
    if wins:
        assert (at.winners, at.state.ended) == ({"Algol": 1.0}, Ended.LAST_SURVIVOR)


def test_a_player_with_a_fleet_or_a_home_prevents_the_last_survivor_win():
    """FAL-21.1: A-12, A-21"""
    at = position(stars=GONE, fleets={"Pavo": [(0, "L-red", 1, None)]}).end_round()
    assert not at.state.over
    at = position(stars={**GONE, "Algol": {"Algol": 5, "Regulus": 1, "Antares": 1}}).end_round()
    assert not at.state.over


def test_a_player_without_ships_and_home_keeps_claims_and_turns():
    """FAL-21.1, FAL-5.4, FAL-20.2: A-12, A-21; the player is back when the captor leaves the home."""
    stars = {"Regulus": {}, "Algol": {"Algol": 5, "Regulus": 2}}
    at = position(stars=stars, rounds=2)
    at.send("Regulus", "Denebola", 2).choose("stop")
    at.wait_for("Regulus", "build")
    assert at.options == ["build Regulus"]


def test_a_player_without_ships_and_home_decides_only_on_an_envoy():
    """FAL-21.1, FAL-22.16: A-12, Y-50"""
    stars = {"Regulus": {}, "Algol": {"Algol": 5, "Regulus": 2}}
    at = position(stars=stars, hands={"Regulus": ["Envoy", "Quartermaster", "Corsair"]}, first="Regulus", rounds=3)
    assert at.prompt == ("Regulus", "swap")
    assert at.choose("play Envoy").active == "Antares"


def test_at_the_round_limit_the_best_by_claims_stars_and_ships_wins():
    """FAL-5.3: A-33, max_rounds; claims are compared first."""
    at = finished([1, 0, 2, 2], [9, 1, 3, 4], [20, 9, 9, 9], max_rounds=1)
    assert (at.winners, at.state.ended, at.state.truncated) == ({"Pavo": 1.0}, Ended.ADJUDICATED, 1)
    at = finished([3, 0, 2, 2], [9, 1, 3, 4], [20, 9, 9, 9], max_rounds=1)
    assert (at.state.ended, at.state.truncated) == (Ended.OBJECTIVES, 0)


def test_possession_of_a_home_follows_from_the_ships():
    """FAL-20.2, FAL-20.4: A-21, A-25; a home without enemies needs no retaking."""
    at = position(stars={"Algol": {"Vega": 1}, "Regulus": {"Regulus": 1, "Algol": 1}}, rounds=3)
    assert at.prompt == ("Algol", "build") and at.options == ["build Vega"]
    at.player("Regulus").ships[at.star("Algol")] = 0
    assert set(at.options) == {"build Algol", "build Vega", "build Algol and Vega"}
