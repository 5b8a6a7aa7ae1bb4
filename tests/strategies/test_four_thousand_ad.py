"""Choices of careful players of 4000 A.D. in positions with much at stake."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import find_strategy
from tests.contract.worlds import listed, scores_of, weights_of
from tests.four_thousand_ad.rare import loan
from tests.four_thousand_ad.table import GAME, position

SENSIBLE = find_strategy(GAME, "sensible")


def choice(at, strategy=SENSIBLE):
    """Return the option that a strategy chooses, in words."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def turn(at):
    """Return the choices of `sensible` in the present turn."""
    now, made = int(at.state.turn), []
    while at.state.turn == now and not at.state.over:
        made.append(choice(at))
        at.choose(made[-1])
    return made


def landing(space, ships, **stars):
    """Algol is on turn; a warp from Regulus, due at Algol at count 3, is on this space."""
    return position(stars={"Algol": stars}, warps={"Regulus": [(space, "C-yellow", ships)]}, first="Algol", rounds=3)


def test_the_last_ship_of_the_companion_star_saves_the_home():
    """FAD-14.4, FAD-14.6: Five ships land on the next turn, against which five ships would hold."""
    assert turn(landing(2, 6, Algol=4, Mirfak=1)) == ["depart Mirfak", "head for Algol", "embark 1"]


def test_help_that_would_come_after_the_landing_stays_away():
    """FAD-9.5: From a star at count 2 it comes out one turn too late."""
    at = landing(2, 12, Algol=4, Vega=6).choose("depart Vega")
    assert choice(at) != "head for Algol"


def test_help_comes_on_the_grace_turn_if_it_destroys_the_landed_fleet():
    """FAD-22.1."""
    assert turn(landing(2, 12, Algol=2, Vega=14)) == ["depart Vega", "head for Algol", "embark 14"]


def test_ships_that_are_made_only_after_the_landing_do_not_hold_the_home():
    """FAD-12.2, FAD-21.2: Ten ships are at home, five stars have four pairs, and twelve ships land before round 5."""
    at = landing(1, 12, Algol=6, Mirfak=3, Vega=1, Sirius=1, Procyon=1)
    assert at.ships("Algol", "Algol") == 10
    assert turn(at) == ["depart Mirfak", "head for Algol", "embark 2"]


def test_ships_that_are_made_before_the_landing_hold_the_home():
    """FAD-12.2, FAD-21.2: One round later there are fourteen ships."""
    at = landing(1, 12, Algol=6, Mirfak=3, Vega=1, Sirius=1, Procyon=1)
    at.state.rounds = 4
    at.choose("depart Mirfak")
    assert choice(at) != "head for Algol"


def test_a_surrendered_fleet_is_fetched_before_a_rich_star():
    """FAD-22.6."""
    at = position(stars={home: {home: 12} for home in ("Regulus", "Antares", "Pavo")})
    at.state.surrendered[at.star("Elnath")] = 4
    assert turn(at) == ["depart Algol", "head for Elnath", "embark 1"]


@pytest.mark.parametrize("target", ["Regulus", "Spica"])
def test_an_ally_lends_no_ships_for_a_journey_to_an_unknown_star(target):
    """FAD-3.3: The destination is secret."""
    assert choice(loan(target)) == "lend 0"


def test_an_ally_lends_ships_for_a_visible_hop():
    """FAD-9.3, FAD-18.8."""
    assert choice(loan("Deneb")) == "lend 3"


def test_a_home_does_not_count_on_an_allys_fleet_that_flies_elsewhere():
    """FAD-3.3, FAD-18.13: Fourteen ships land in three turns, when eleven ships and three new ones are at home."""
    at = position(
        "alliances2",
        stars={"Regulus": {"Regulus": 2}, "Pavo": {"Pavo": 7}, "Antares": {"Antares": 11, "Gacrux": 1, "Shaula": 1}},
        warps={"Regulus": [(2, "C-yellow", 14)], "Pavo": [(1, "J-red", 7)]},
        first="Antares",
        rounds=4,
    )
    assert turn(at)[:2] == ["depart Shaula", "head for Antares"]


def test_home_and_companion_star_answer_a_threat_together():
    """Eight ships at the companion star can be home before thirteen of Regulus land: three of ten suffice at home."""
    at = position(
        stars={
            "Algol": {"Algol": 10, "Mirfak": 8},
            "Regulus": {"Regulus": 13},
            "Antares": {"Antares": 1},
            "Pavo": {"Pavo": 12},
        },
        first="Algol",
        rounds=4,
    )
    assert choice(at.choose("depart Algol").choose("head for Antares")) == "embark 7"


def test_an_attack_on_a_star_takes_only_the_ships_that_it_needs():
    """FAD-14.3: Two ships are there; a fourth attacking ship would be of more use at home."""
    at = position(stars={"Regulus": {"Regulus": 9, "Elnath": 2}}, first="Algol", rounds=4)
    assert turn(at) == ["depart Algol", "head for Elnath", "embark 3"]


def test_in_alliances_a_fleet_takes_all_ships_that_can_be_spared():
    """FAD-19.2: A lost home can be retaken, so idle ships there are wasted."""
    at = position("alliances2", stars={"Pavo": {"Pavo": 9, "Elnath": 2}}, first="Algol", rounds=4)
    at.choose("depart Algol", "head for Elnath")
    assert choice(at, SENSIBLE.at(GAME, tables.load(GAME, "alliances2"))) == "embark 15"


def test_of_two_equal_stars_the_one_without_a_large_enemy_stack_nearby_is_taken():
    """FAD-14.2: Five ships next to Capella would destroy a fleet that comes out there, without a loss."""
    at = position(stars={"Algol": {"Algol": 12, "Mirfak": 2}, "Regulus": {"Regulus": 7, "Elnath": 5}}, first="Algol")
    assert choice(at.choose("depart Algol")) == "head for Almach"
