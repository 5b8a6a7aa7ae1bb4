"""Production: its rounds, the number of new ships, and their places."""

import pytest

from tests.four_thousand_ad_leaders.table import position

SEVEN = {"Algol": 1, "Vega": 1, "Mirfak": 1, "Castor": 1, "Altair": 1, "Deneb": 1, "Rigel": 1}  # O 5, + 4, two O+


def built(at):
    return {home: int(at.player(home).produced) for home in at.homes}


@pytest.mark.parametrize(("first", "period", "expected"), [
    (3, 2, {3, 5, 7}), (2, 2, {2, 4, 6}), (1, 2, {1, 3, 5, 7}), (2, 1, {2, 3, 4, 5, 6, 7}),
])  # fmt: skip
def test_production_rounds(first, period, expected):
    """FAL-8.1, FAL-2.3: first_production_round, production_period; the card shows the round."""
    at, rounds = position(first_production_round=first, production_period=period), set()
    while at.state.rounds < 8:
        before, now = sum(built(at).values()), int(at.state.rounds)
        at.wait()
        if sum(built(at).values()) > before:
            rounds.add(now)
    assert rounds == expected


def test_new_ships_are_the_pairs_over_all_stars():
    """FAL-8.2, FAL-8.3, FAL-8.4: Y-22; the surplus is lost, and the ships may be split over the two O+ stars."""
    at = position(stars={"Algol": {**SEVEN, "Betelgeuse": 1}}, rounds=3)
    assert at.prompt == ("Algol", "build")
    assert set(at.options) == {"build Algol", "build Vega", "build Algol and Vega"}
    at.choose("build Algol and Vega")
    assert (at.ships("Algol", "Algol"), at.ships("Algol", "Vega")) == (3, 3)
    assert built(at)["Algol"] == 4


@pytest.mark.parametrize(("pairs", "expected"), [("sums", 2), ("per_star", 1)])
def test_pairs_may_be_counted_star_by_star(pairs, expected):
    """FAL-8.2: Y-29; switch pairs."""
    at = position(stars={"Algol": {"Algol": 1, "Mirfak": 1, "Deneb": 1}}, rounds=3, pairs=pairs)
    at.choose("build Algol")
    assert at.ships("Algol", "Algol") == 1 + expected


def test_either_site_may_have_the_larger_half_of_an_odd_number():
    """FAL-8.3"""
    at = position(stars={"Algol": {"Algol": 1, "Vega": 1, "Deneb": 1, "Mirfak": 1}}, rounds=3)
    assert set(at.options) == {"build Algol", "build Vega", "build Algol and Vega", "build Vega and Algol"}
    at.choose("build Vega and Algol")
    assert (at.ships("Algol", "Vega"), at.ships("Algol", "Algol")) == (3, 2)


def test_without_an_o_plus_star_there_is_no_production():
    """FAL-8.4: The player holds an O star and a + star, and has lost the home."""
    stars = {"Algol": {"Mirfak": 1, "Deneb": 1}, "Regulus": {"Regulus": 5, "Algol": 1}}
    at = position(stars=stars, rounds=3)
    assert at.prompt == ("Algol", "source")
    assert built(at)["Algol"] == 0


def test_a_lost_home_does_not_stop_production_elsewhere():
    """FAL-8.5, FAL-1.5: Y-24; build_sites = home_only: no new ships."""
    stars = {"Algol": {"Vega": 1}, "Regulus": {"Regulus": 5, "Algol": 1}}
    at = position(stars=stars, rounds=3).choose("build Vega")
    assert at.ships("Algol", "Vega") == 2
    assert position(stars=stars, rounds=3, build_sites="home_only").prompt == ("Algol", "source")


def test_a_switch_allows_building_only_at_the_home():
    """FAL-1.5, FAL-8.3: build_sites = home_only"""
    at = position(stars={"Algol": SEVEN}, rounds=3, build_sites="home_only")
    assert at.options == ["build Algol"]


def test_an_empty_home_counts_and_takes_new_ships():
    """FAL-20.2, FAL-8.3: Y-23"""
    at = position(stars={"Algol": {"Elnath": 1}}, rounds=3).choose("build Algol")
    assert at.stands("Algol") == {"Algol": 1, "Elnath": 1}


def test_new_ships_can_depart_at_once():
    """FAL-8.6"""
    at = position(stars={"Algol": {"Elnath": 1}}, rounds=3).choose("build Algol").send("Algol", "Vega", 1)
    assert at.fleets("Algol") == [(0, "A-yellow", 1, None)]


def test_stars_are_counted_before_fleets_move():
    """FAL-8.7, FAL-7.1: A fleet that arrives this turn adds nothing yet."""
    at = position(stars={"Algol": {"Algol": 1}}, fleets={"Algol": [(0, "A-yellow", 1, None)]}, rounds=3)
    at.choose("build Algol", "stop", "arrive Vega")
    assert built(at)["Algol"] == 1
