"""The log: who acts, what a decision brings about, and what lies on the table."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended
from starbalance.simulator.games.four_thousand_ad_leaders.text import Narrator
from tests.four_thousand_ad_leaders.table import battle, position

TELLS = Narrator(tables.load(GAME))


def told(at, words):
    """The line of the log for an option of the pending decision; the option is then chosen."""
    line = TELLS.decision(at.state, at._options().copy(), at.options.index(words))
    at.choose(words)
    return line.strip()


@pytest.mark.parametrize(("fleets", "most"), [(4, 4), (2, 2), (6, 4)])
def test_objectives_say_what_they_ask_for(fleets, most):
    """FAL-23.01, FAL-23.08, FAL-23.16: by their numbers; no more fleets than a player may have in warp (FAL-10.4)."""
    asked = GAME.asks(tables.load(GAME, set={"switches.max_fleets": fleets, "objectives.Frontier_Charter.p1": 12}))
    assert len(asked) == 20
    assert asked["objectives.Frontier_Charter"] == "stars: 12"
    assert asked["objectives.Heart_of_the_Field"] == "stars of the letters E and H: 3"
    assert asked["objectives.Hyperspace_Doctrine"] == f"fleets in warp, ships in each 2 or more: {most}"


def test_a_departure_is_told():
    """FAL-10.1, FAL-10.5, FAL-11.1"""
    at = position(hands={"Algol": ["Corsair", "Envoy"]})
    assert told(at, "depart Algol") == "Algol prepares a departure from Algol (FAL-10.1)"
    assert told(at, "head for Vega") == "Algol secretly plans to reach Vega, at distance 1 (FAL-11.1)"
    assert told(at, "embark 2") == "Algol sends 2 ships from Algol (FAL-10.1)"
    assert told(at, "lead Corsair") == "Algol sends Corsair along (FAL-10.5)"


def test_a_combat_is_told():
    """FAL-14.1, FAL-14.4, FAL-15.1, FAL-16.1, FAL-17.1"""
    at = battle([(6, "Corsair")], 4, hand=["Saboteur", "Envoy"])
    assert told(at, "lead Saboteur") == (
        "Regulus defends Vega with Saboteur (FAL-14.1); Regulus shows Saboteur (FAL-14.4); "
        "Algol shows Corsair (FAL-14.4); Algol has 6 in all, Regulus 5 (FAL-15.1)"
    )
    assert told(at, "name 4") == (
        "Algol wins the round at Vega and names 4 (FAL-16.1); Algol loses 1 ship (FAL-16.1); "
        "Regulus loses 4 ships (FAL-16.1)"
    )


def test_totals_and_ties_are_told():
    """FAL-15.1, FAL-15.2, FAL-22.15: whether an Adjutant told can be checked by the numbers."""
    at = battle([(5, None)], 6, own=["Adjutant", "Envoy"])
    assert told(at, "play Adjutant") == (
        "Algol adds Adjutant to the combat at Vega (FAL-22.15); Algol has 8 in all, Regulus 6 (FAL-15.1)"
    )
    at = battle([(5, None)], 5, hand=["Swarm Leader"])
    assert told(at, "lead nobody") == (
        "Regulus defends Vega with no leader (FAL-14.1); Algol and Regulus have 5 each: no victor (FAL-15.2)"
    )


def test_a_leader_is_told_each_time_it_leads():
    """FAL-14.2, FAL-14.4: Corsair has lain open before."""
    at = battle([(6, "Corsair")], 4, hand=["Saboteur", "Envoy"])
    at.player("Algol").seen = at.mask(["Corsair"])
    at.player("Regulus").seen = at.mask(["Saboteur"])
    line = told(at, "lead Saboteur")
    assert "Regulus shows Saboteur (FAL-14.4)" in line
    assert "Algol shows Corsair (FAL-14.4)" in line


def test_leaders_that_are_lost_or_never_led_are_told():
    """FAL-9.3, FAL-18.2: neither of them is shown in a combat."""
    at = position(fleets={"Regulus": [(6, "C-yellow", 3, "Corsair")]})
    assert told(at, "stop") == (
        "Algol departs no more (FAL-10.1); 3 ships of Regulus are lost in hyperspace (FAL-9.2); "
        "Regulus has Corsair lost in hyperspace: a card for the ability (FAL-9.3)"
    )
    at = battle([(1, "Grand Admiral"), (1, "Corsair")], 20, own=["Envoy"]).choose("lead Grand Admiral", "name 2")
    line = told(at, "withdraw 0")
    assert "Algol discards Corsair without a ship to lead (FAL-18.2)" in line
    assert "shows" not in line


def test_leaders_that_return_to_the_hand_are_told_by_nobody():
    """FAL-18.2: A-06; with the survivors, or because some have withdrawn."""
    at = battle([(5, "Grand Admiral"), (4, "Corsair")], 4).choose("lead Grand Admiral", "name 4")
    assert "discards" not in told(at, "withdraw 0")
    assert at.hand("Algol") == {"Corsair"}
    at = battle([(2, "Grand Admiral"), (2, "Corsair")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 1", "withdraw 3", "lead nobody")
    assert "discards" not in told(at, "withdraw 0")
    assert at.hand("Algol") == {"Envoy", "Corsair"}


def test_losses_redraws_and_lost_fleets_are_told():
    """FAL-3.3, FAL-9.2, FAL-9.4"""
    at = battle([(9, None)], 9, lost={"Regulus": ["Swarm Leader"]})
    assert told(at, "play Swarm Leader of the lost").startswith(
        "Regulus adds Swarm Leader, lost in hyperspace (FAL-9.4), to"
    )
    at = position(fleets={"Regulus": [(6, "C-yellow", 3, None)]})
    assert told(at, "stop").endswith("3 ships of Regulus are lost in hyperspace (FAL-9.2)")
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Envoy"]})
    at.choose("depart Algol", "head for Vega", "embark 1")
    assert told(at, "lead Saboteur").endswith("Algol draws its discards again (FAL-3.3)")


def test_homes_and_claims_are_told():
    """FAL-19.1, FAL-19.2, FAL-20.2, FAL-21.1"""
    stars = {"Algol": {"Algol": 30}, "Regulus": {"Vega": 3}}
    at = position(stars=stars, fleets={"Algol": [(1, "A-yellow", 1, None)]}).choose("stop")
    line = told(at, "arrive Regulus")
    assert "Algol stands at the home of Regulus (FAL-21.1)" in line
    assert "Algol claims Armada (FAL-19.1)" in line
    at.next_turn_of("Algol").choose("depart Regulus", "head for Denebola")
    assert "the home of Regulus is free (FAL-20.2)" in told(at, "embark 1")


def test_the_table_shows_claims_and_who_is_on_the_way():
    """FAL-1.4, FAL-2.2"""
    at = position(hands={"Algol": ["Corsair", "Envoy"]}, rounds=2).send("Algol", "Vega", 2, "Corsair")
    lines = TELLS.table(at.state)
    assert lines[0] == "Round 2"
    assert lines[1].startswith(
        "  Algol: 1 star, 15 ships, 0 claimed, 1 in hand: Algol 13, [2 ships from A-yellow under Corsair"
    )


@pytest.mark.parametrize(("ended", "words"), [
    (Ended.OBJECTIVES, "FAL-5.1"), (Ended.LAST_SURVIVOR, "FAL-21.1"), (Ended.ADJUDICATED, "FAL-5.3"),
])  # fmt: skip
def test_the_end_is_told(ended, words):
    """FAL-5.1, FAL-5.3, FAL-21.1"""
    at = position()
    at.state.ended, at.state.credit[0], at.state.credit[2] = ended, 0.5, 0.5
    assert TELLS.ending(at.state).startswith("Round 1: Algol and Antares won: ")
    assert words in TELLS.ending(at.state)


def test_the_opening_tells_cards_and_order():
    """FAL-6.2, FAL-6.3"""
    at = position(hands={"Algol": ["Corsair"]}, objectives={"Algol": "Crown Taken"})
    lines = TELLS.opening(at.state, ["sensible"] * 4)
    assert lines[:2] == [
        "Turn order: Algol (sensible), Regulus (sensible), Antares (sensible), Pavo (sensible).",
        "Open objectives: Armada (ships at stars and in warp: 30).",
    ]
    assert lines[2] == "Algol draws Corsair; its own objective: Crown Taken (homes of opponents: 1)."


def test_an_objective_that_is_shown_and_one_that_is_drawn_say_what_they_ask_for():
    """FAL-19.2, FAL-22.16: as it is in the game, whatever is printed."""
    edits = {"hands": {"Algol": ["Envoy"]}, "objectives": {"Algol": "Crown Taken"}}
    at = position(stars={"Algol": {"Algol": 1, "Vega": 12}}, **edits)
    deck = at.state.deck
    deck[at.deck.index("Grand Fleet")], deck[0] = deck[0], at.objectives.index("Grand Fleet")
    deck[at.deck.index("Long Reach")], deck[1] = deck[1], at.objectives.index("Long Reach")
    at.state.threshold[at.objectives.index("Grand Fleet")] = 11
    at.choose("stop")
    line = told(at, next(words for words in at.options if "Envoy" in words))
    assert line.endswith("; Algol draws Grand Fleet (ships at one star, the home aside: 11) (FAL-22.16)")
    shown, drawn = told(at, next(words for words in at.options if words.startswith("claim"))).split("; ")[:2]
    assert shown == "Algol claims Grand Fleet (ships at one star, the home aside: 11), now open (FAL-19.2)"
    assert drawn == "Algol draws Long Reach (stars at distance 4 or more from the home: 3) (FAL-19.2)"
