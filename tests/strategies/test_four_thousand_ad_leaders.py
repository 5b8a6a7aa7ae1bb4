"""What a careful player of 4000 A.D. with leaders does in positions in which much is at stake."""

import pytest

from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
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
    """FAL-23.08: two of three stars of the heart are held; a third one is headed for."""
    stars = {"Algol": {"Algol": 9, "Sirius": 2, "Altair": 1}, "Regulus": {"Regulus": 1}}
    made = turn(position(stars=stars, table=["Heart of the Field"]))
    assert made[0] == "depart Sirius" and made[1] in {"head for Adhara", "head for Rigel"}


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


def test_use_cards_lead_when_they_keep_the_discards_away():
    """FAL-3.3: the hand is empty after it, and all but the last of the pile come back; not when nothing does."""
    at = battle([(6, None)], 1, hand=["Signal Officer"])
    assert choice(at) == "lead nobody"
    at.give("Regulus", ["Signal Officer"], ["Grand Admiral", "Corsair"])
    assert choice(at) == "lead Signal Officer"
    at.give("Regulus", ["Signal Officer", "Wing Commander"], ["Corsair"])
    assert choice(at) == "lead nobody"


def test_a_star_is_won_with_a_ship_left():
    """FAL-16.2: six ships kill four for three and hold the star."""
    assert choice(battle([(6, None)], 4)) == "name 4"


@pytest.mark.parametrize(("square", "words"), [(2, "recall 0 to Algol"), (6, "recall 0 to Algol")])
def test_a_fleet_about_to_be_lost_is_called_back(square, words):
    """FAL-22.14"""
    at = position(fleets={"Algol": [(square - 1, "A-yellow", 4, None)]}, hands={"Algol": ["Signal Officer", "Corsair"]})
    assert (choice(at) == words) == (square == 6)


def test_a_fleet_joins_an_attack_under_way_from_another_sector():
    """FAL-23.20: from B-yellow it comes out on the same turn as the fleet that left C-yellow."""
    stars = {"Algol": {"Algol": 3, "Vega": 4}, "Regulus": {"Regulus": 9, "Sirius": 4}}
    at = position(stars=stars, fleets={"Algol": [(0, "C-yellow", 7, None)]}, table=["Converging Fleets"])
    at.player("Algol").fleets[0].target = at.star("Sirius")
    assert turn(at, find_strategy(GAME, "convoy"))[:2] == ["depart Vega", "head for Sirius"]


def test_few_ships_under_a_strong_leader_take_on_a_stack():
    """FAL-23.18: five at most and the Admiral against six; without him nobody goes there."""
    stars = {"Algol": {"Algol": 8}, "Regulus": {"Regulus": 9, "Mirfak": 6}}
    admiral = {"Algol": ["Grand Admiral"]}
    at = position(stars=stars, hands=admiral, table=["Against the Odds"])
    made = turn(at)
    assert "head for Mirfak" in made and "lead Grand Admiral" in made
    assert "head for Mirfak" not in turn(position(stars=stars, table=["Against the Odds"]))


def test_a_swarm_is_led_by_who_makes_most_of_it():
    """FAL-22.11: nine ships are worth 3 to the Swarm Leader, more than the 2 of a Corsair."""
    stars = {"Algol": {"Algol": 12}, "Regulus": {"Regulus": 9, "Mirfak": 9}}
    at = position(stars=stars, hands={"Algol": ["Swarm Leader", "Corsair"]}, table=["Two Skies"])
    at.choose("depart Algol", "head for Mirfak", "embark 12")
    assert choice(at) == "lead Swarm Leader"


def test_in_the_last_round_nobody_goes_where_it_takes_turns():
    """FAL-5.2: another has enough claims, so that the round is the last; the hop still brings a star."""
    at = position(stars={"Algol": {"Algol": 9}}, table=["Heart of the Field"])
    at.player("Regulus").claims = 7
    headed = [words for words in turn(at) if words.startswith("head for")]
    assert set(headed) <= {"head for Mirfak"}


def test_a_second_fleet_goes_elsewhere_when_the_first_takes_the_star():
    """FAL-11.3: ten ships are enough against one."""
    stars = {"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, "Vega": 1}}
    fleets = {"Algol": [(0, "A-yellow", 10, None), (0, "A-yellow", 4, None)]}
    made = turn(position(stars=stars, fleets=fleets, table=["Two Skies"]))
    assert made.count("arrive Vega") <= 1


def test_fleets_of_an_objective_stay_in_warp():
    """FAL-23.16: four fleets of two ships are there, and it is claimed."""
    fleets = {"Algol": [(0, "A-yellow", 2, None)] * 4}
    made = turn(position(stars={"Algol": {"Algol": 7}}, fleets=fleets, table=["Hyperspace Doctrine"]))
    assert made.count("stay") >= 4 and not [words for words in made if words.startswith("arrive")]


def test_stars_that_fleets_will_take_are_counted():
    """FAL-23.08: three fleets are on their way to the heart; the next departure need not go there."""
    at = position(
        stars={"Algol": {"Algol": 9}}, fleets={"Algol": [(0, "A-yellow", 1, None)] * 3}, table=["Heart of the Field"]
    )
    for fleet, star in zip(at.player("Algol").fleets, ("Sirius", "Adhara", "Altair"), strict=False):
        fleet.target = at.star(star)
    assert not {f"head for {star}" for star in ("Sirius", "Adhara", "Altair", "Spica")} & set(turn(at))


def test_the_fleets_of_an_objective_leave_at_once():
    """FAL-23.16: nobody is in warp, fifteen ships are at home: four fleets of two leave, and it is claimed."""
    at = position(stars={"Algol": {"Algol": 15}}, table=["Hyperspace Doctrine"])
    turn(at)
    assert at.claims("Algol") == {"Hyperspace Doctrine"}


def test_the_last_card_of_a_hand_is_played_to_bring_the_discards_back():
    """FAL-3.3: the round is lost anyway, but two of three discards return; without them nobody is led."""
    at = battle([(20, None)], 2, hand=["Corsair"])
    at.give("Regulus", ["Corsair"], ["Grand Admiral", "Vanguard Captain", "Wing Commander"])
    assert choice(at) == "lead Corsair"
    at.give("Regulus", ["Corsair"])
    assert choice(at) == "lead nobody"


def test_ships_that_have_nothing_to_do_at_home_go_along():
    """FAL-10.4: warps are few, so that a fleet to an empty star takes more than the one ship that it needs."""
    made = turn(position(stars={"Algol": {"Algol": 15}}, table=["Two Skies"]))
    assert made[2].startswith("embark ") and int(made[2].split()[1]) > 1


def test_as_many_are_named_as_an_objective_asks_for():
    """FAL-23.17: four of seven, for three own ships; without the objective one is named, for none."""
    at = battle([(5, "Grand Admiral")], 7, table=["Decisive Battle"])
    assert choice(at) == "name 4"


def test_a_saboteur_counts_on_the_strength_that_he_takes_away():
    """FAL-22.08: five against five under an unseen leader."""
    assert choice(battle([(5, "Corsair")], 5, hand=["Saboteur"])) == "lead Saboteur"
