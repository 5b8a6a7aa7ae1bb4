"""What a careful player of 4000 A.D. does in positions in which much is at stake."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import find_strategy
from tests.contract.worlds import listed, scores_of, weights_of
from tests.four_thousand_ad.rare import loan
from tests.four_thousand_ad.table import GAME, position

SENSIBLE = find_strategy(GAME, "sensible")


def choice(at, strategy=SENSIBLE):
    """The words of what a strategy chooses."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def turn(at):
    """What `sensible` decides on the turn in progress."""
    now, made = int(at.state.turn), []
    while at.state.turn == now and not at.state.over:
        made.append(choice(at))
        at.choose(made[-1])
    return made


def landing(space, ships, **stars):
    """Algol on turn; a warp from Regulus, due at Algol at count 3, stands on this space."""
    return position(stars={"Algol": stars}, warps={"Regulus": [(space, "C-yellow", ships)]}, first="Algol", rounds=3)


def test_the_last_ship_of_the_companion_star_saves_the_home():
    """FAD-14.4, FAD-14.6: five land on the next turn, where five would stand."""
    assert turn(landing(2, 6, Algol=4, Mirfak=1)) == ["depart Mirfak", "head for Algol", "embark 1"]


def test_help_that_would_come_after_the_landing_stays_away():
    """FAD-9.5: from a star at count 2 it comes out on the turn after."""
    at = landing(2, 12, Algol=4, Vega=6).choose("depart Vega")
    assert choice(at) != "head for Algol"


def test_help_comes_on_the_grace_turn_where_it_destroys_what_has_landed():
    """FAD-22.1."""
    assert turn(landing(2, 12, Algol=2, Vega=14)) == ["depart Vega", "head for Algol", "embark 14"]


def test_ships_that_are_made_only_after_the_landing_do_not_hold_the_home():
    """FAD-12.2, FAD-21.2: ten stand there, of five stars with four pairs, and twelve land before round 5."""
    at = landing(1, 12, Algol=6, Mirfak=3, Vega=1, Sirius=1, Procyon=1)
    assert at.ships("Algol", "Algol") == 10
    assert turn(at) == ["depart Mirfak", "head for Algol", "embark 2"]


def test_ships_that_are_made_before_the_landing_do():
    """FAD-12.2, FAD-21.2: fourteen, one round later."""
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
    """FAD-3.3: where it goes is not told."""
    assert choice(loan(target)) == "lend 0"


def test_an_ally_lends_for_a_hop_in_sight():
    """FAD-9.3, FAD-18.8."""
    assert choice(loan("Deneb")) == "lend 3"


def test_a_home_does_not_count_on_an_allys_fleet_that_flies_elsewhere():
    """FAD-3.3, FAD-18.13: fourteen land in three turns, eleven and three new ones stand there by then."""
    at = position(
        "alliances2",
        stars={"Regulus": {"Regulus": 2}, "Pavo": {"Pavo": 7}, "Antares": {"Antares": 11, "Gacrux": 1, "Shaula": 1}},
        warps={"Regulus": [(2, "C-yellow", 14)], "Pavo": [(1, "J-red", 7)]},
        first="Antares",
        rounds=4,
    )
    assert turn(at)[:2] == ["depart Shaula", "head for Antares"]


def test_home_and_the_stack_beside_it_answer_a_threat_together():
    """Eight at the companion star can be home before thirteen of Regulus are there: three of ten at home are enough."""
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


def test_an_attack_on_a_star_takes_along_what_it_needs_and_no_more():
    """FAD-14.3: two stand there; a fourth ship would be missed at home more than it helps."""
    at = position(stars={"Regulus": {"Regulus": 9, "Elnath": 2}}, first="Algol", rounds=4)
    assert turn(at) == ["depart Algol", "head for Elnath", "embark 3"]


def test_in_alliances_a_fleet_takes_along_all_that_can_be_spared():
    """FAD-19.2: a home that is lost can be retaken, so what stands idle there is wasted."""
    at = position("alliances2", stars={"Pavo": {"Pavo": 9, "Elnath": 2}}, first="Algol", rounds=4)
    at.choose("depart Algol", "head for Elnath")
    assert choice(at, SENSIBLE.at(GAME, tables.load(GAME, "alliances2"))) == "embark 15"


def test_of_two_like_stars_the_one_without_a_large_stack_of_an_enemy_close_by():
    """FAD-14.2: five beside Capella would destroy what comes out there, and lose nothing."""
    at = position(stars={"Algol": {"Algol": 12, "Mirfak": 2}, "Regulus": {"Regulus": 7, "Elnath": 5}}, first="Algol")
    assert choice(at.choose("depart Algol")) == "head for Almach"
