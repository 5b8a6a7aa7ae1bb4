"""What a careful player of 4000 A.D. with leaders does in positions in which much is at stake."""

import pytest

from starbalance.simulator.four_thousand_ad_leaders import GAME
from starbalance.simulator.strategy import find_strategy
from tests.contract.worlds import listed, scores_of, weights_of
from tests.four_thousand_ad_leaders.table import battle, position

SENSIBLE = find_strategy(GAME, "sensible")


def choice(at, strategy=SENSIBLE):
    """The words of what a strategy chooses."""
    options = listed(GAME, at.state, at.rules)
    scores = scores_of(strategy.score(GAME), weights_of(strategy), at.state.copy(), at.rules, options)
    return at.options[int(scores.argmax())]


def turn(at, strategy=SENSIBLE):
    """What a strategy decides on the turn in progress."""
    now, made = int(at.state.turn), []
    while at.state.turn == now and not at.state.over:
        made.append(choice(at, strategy))
        at.choose(made[-1])
    return made


def test_a_fulfilled_objective_is_claimed_at_once():
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    assert "claim Armada" in turn(at)


def test_a_concealer_keeps_it_until_it_wins():
    """FAL-19.2"""
    concealer = find_strategy(GAME, "concealer")
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    assert "claim Armada" not in turn(at, concealer)
    at = position(stars={"Algol": {"Algol": 30}}, objectives={"Algol": "Armada"}, table=["Crown Taken"])
    at.player("Algol").claims = 3
    assert "claim Armada" in turn(at, concealer)


def test_the_last_star_of_an_objective_is_taken_first():
    """FAL-23.08: two of three stars of the heart are held; the nearest third is headed for."""
    stars = {"Algol": {"Algol": 9, "Sirius": 2, "Altair": 1}, "Regulus": {"Regulus": 1}}
    made = turn(position(stars=stars, table=["Heart of the Field"]))
    assert made[:2] == ["depart Sirius", "head for Adhara"]


def test_a_guard_stays_where_a_large_force_is_near():
    """FAL-19.5: without the home there is no claim."""
    stars = {"Algol": {"Algol": 6, "Sirius": 2, "Altair": 1}, "Regulus": {"Regulus": 15}}
    assert turn(position(stars=stars, table=["Heart of the Field"])) == ["stop"]


def test_the_weakest_leader_that_wins_defends():
    """FAL-14.1: 6 against 4; the Admiral is not needed."""
    at = battle([(6, None)], 4, hand=["Grand Admiral", "Wing Commander", "Saboteur"])
    assert choice(at) == "lead Wing Commander"


def test_nobody_is_spent_on_a_round_that_is_won_or_lost_anyway():
    """FAL-14.1"""
    assert choice(battle([(2, None)], 6, hand=["Grand Admiral"])) == "lead nobody"
    assert choice(battle([(20, None)], 2, hand=["Grand Admiral"])) == "lead nobody"


def test_an_adjutant_is_played_when_it_turns_a_round():
    """FAL-22.15: 5 + 3 against 6; not where the round is won already."""
    assert choice(battle([(5, None)], 6, own=["Adjutant", "Envoy"])) == "play Adjutant"
    assert choice(battle([(9, None)], 6, own=["Adjutant", "Envoy"])) == "no"


def test_who_is_about_to_lose_withdraws():
    """FAL-17.1"""
    at = battle([(9, None)], 4).choose("name 1")
    assert choice(at) == "withdraw 3"


def test_a_star_is_won_with_a_ship_left():
    """FAL-16.2: six ships kill four for three and hold the star."""
    assert choice(battle([(6, None)], 4)) == "name 4"


@pytest.mark.parametrize(("square", "words"), [(2, "recall 0 to Algol"), (6, "recall 0 to Algol")])
def test_a_fleet_about_to_be_lost_is_called_back(square, words):
    """FAL-22.14"""
    at = position(fleets={"Algol": [(square - 1, "A-yellow", 4, None)]}, hands={"Algol": ["Signal Officer", "Corsair"]})
    assert (choice(at) == words) == (square == 6)
