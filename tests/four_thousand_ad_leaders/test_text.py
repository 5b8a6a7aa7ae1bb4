"""The log: the acting player, the effect of a decision, and the pieces on the table."""

import pytest

from starbalance.analyses.questions.log import play
from starbalance.simulator.engine import tables
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended
from starbalance.simulator.games.four_thousand_ad_leaders.text import Narrator
from tests.four_thousand_ad_leaders.table import battle, position

NARRATOR = Narrator(tables.load(GAME))


def log_line(at, words, narrator=NARRATOR):
    """Return the line of the log for an option of the pending decision, and choose the option."""
    line = narrator.decision(at.state, at._options().copy(), at.options.index(words))
    at.choose(words)
    return line.strip()


@pytest.mark.parametrize(("fleets", "most"), [(4, 4), (2, 2), (6, 4)])
def test_objectives_describe_their_requirements(fleets, most):
    """Their numbers are read from the rules. At most the fleets allowed in warp are required (FAL-10.4).

    FAL-23.01, FAL-23.08, FAL-23.16.
    """
    requirements = GAME.conditions(
        tables.load(GAME, set={"switches.max_fleets": fleets, "objectives.Frontier_Charter.p1": 12})
    )
    assert len(requirements) == 20
    assert requirements["objectives.Frontier_Charter"] == "stars: 12"
    assert requirements["objectives.Heart_of_the_Field"] == "stars of the letters E and H: 3"
    assert requirements["objectives.Hyperspace_Doctrine"] == f"fleets in warp with at least 2 ships each: {most}"


def test_the_log_reports_a_departure():
    """FAL-10.1, FAL-10.5, FAL-11.1"""
    at = position(hands={"Algol": ["Corsair", "Envoy"]})
    assert log_line(at, "depart Algol") == "Algol prepares a departure from Algol (FAL-10.1)"
    assert log_line(at, "head for Vega") == "Algol secretly plans to reach Vega, at distance 1 (FAL-11.1)"
    assert log_line(at, "embark 2") == "Algol sends 2 ships from Algol (FAL-10.1)"
    assert log_line(at, "lead Corsair") == "Algol sends Corsair along (FAL-10.5)"


def test_the_log_reports_a_combat():
    """FAL-14.1, FAL-14.4, FAL-15.1, FAL-16.1, FAL-17.1"""
    at = battle([(6, "Corsair")], 4, hand=["Saboteur", "Envoy"])
    assert log_line(at, "lead Saboteur") == (
        "Regulus defends Vega with Saboteur (FAL-14.1); Regulus shows Saboteur (FAL-14.4); "
        "Algol shows Corsair (FAL-14.4); Algol has 6 in all, Regulus 5 (FAL-15.1)"
    )
    assert log_line(at, "name 4") == (
        "Algol wins the round at Vega and names a loss of 4 ships (FAL-16.1); Algol loses 1 ship (FAL-16.2); "
        "Regulus loses 4 ships (FAL-16.1)"
    )


def test_the_loss_of_each_side_cites_its_clause():
    """FAL-16.1, FAL-16.2, FAL-18.3: The loser may be the Attacker; a tie costs ships in a long combat."""
    at = battle([(4, None)], 6)
    line = log_line(at, "name 3")
    assert "Algol loses 3 ships (FAL-16.1)" in line and "Regulus loses 2 ships (FAL-16.2)" in line
    at = battle([(5, None)], 5, hand=["Swarm Leader"], combat_soft_cap=1)
    at.choose("lead nobody", "withdraw 0", "withdraw 0")
    line = log_line(at, "lead nobody", Narrator(tables.load(GAME, set={"switches.combat_soft_cap": 1})))
    assert "Algol loses 1 ship (FAL-18.3); Regulus loses 1 ship (FAL-18.3)" in line


def test_the_log_names_a_loss_of_one_ship():
    """FAL-16.1"""
    line = log_line(battle([(6, None)], 4), "name 1")
    assert line == (
        "Algol wins the round at Vega and names a loss of 1 ship (FAL-16.1); Regulus loses 1 ship (FAL-16.1)"
    )


def test_the_log_reports_totals_and_ties():
    """FAL-15.1, FAL-15.2, FAL-22.15: The numbers show whether an Adjutant was decisive."""
    at = battle([(5, None)], 6, own=["Adjutant", "Envoy"])
    assert log_line(at, "play Adjutant") == (
        "Algol adds Adjutant to the combat at Vega (FAL-22.15); Algol has 8 in all, Regulus 6 (FAL-15.1)"
    )
    at = battle([(5, None)], 5, hand=["Swarm Leader"])
    assert log_line(at, "lead nobody") == (
        "Regulus defends Vega with no leader (FAL-14.1); Algol and Regulus have 5 each: no victor (FAL-15.2)"
    )


def test_the_log_shows_a_leader_each_time_it_leads():
    """FAL-14.2, FAL-14.4: Corsair has been seen before."""
    at = battle([(6, "Corsair")], 4, hand=["Saboteur", "Envoy"])
    at.player("Algol").seen = at.mask(["Corsair"])
    at.player("Regulus").seen = at.mask(["Saboteur"])
    line = log_line(at, "lead Saboteur")
    assert "Regulus shows Saboteur (FAL-14.4)" in line
    assert "Algol shows Corsair (FAL-14.4)" in line


def test_the_log_reports_leaders_that_are_lost_or_never_led():
    """FAL-9.3, FAL-18.2: They are not shown in a combat."""
    at = position(fleets={"Regulus": [(6, "C-yellow", 3, "Corsair")]})
    assert log_line(at, "stop") == (
        "Algol makes no further departure (FAL-10.1); "
        "the turn of Regulus begins: Regulus loses 3 ships in hyperspace (FAL-9.2); "
        "Regulus loses Corsair in hyperspace and takes its card (FAL-9.3)"
    )
    at = battle([(1, "Grand Admiral"), (1, "Corsair")], 20, own=["Envoy"]).choose("lead Grand Admiral", "name 2")
    line = log_line(at, "withdraw 0")
    assert "Algol discards Corsair without a ship to lead (FAL-18.2)" in line
    assert "shows" not in line


def test_the_log_does_not_reveal_leaders_that_return_to_the_hand():
    """FAL-18.2: A-06; they return with the survivors, or after a withdrawal."""
    at = battle([(5, "Grand Admiral"), (4, "Corsair")], 4).choose("lead Grand Admiral", "name 4")
    assert "discards" not in log_line(at, "withdraw 0")
    assert at.hand("Algol") == {"Corsair"}
    at = battle([(2, "Grand Admiral"), (2, "Corsair")], 20, own=["Envoy"])
    at.choose("lead Grand Admiral", "name 1", "withdraw 3", "lead nobody")
    assert "discards" not in log_line(at, "withdraw 0")
    assert at.hand("Algol") == {"Envoy", "Corsair"}


def test_the_log_reports_losses_redraws_and_lost_fleets():
    """FAL-3.3, FAL-9.2, FAL-9.4"""
    at = battle([(9, None)], 9, lost={"Regulus": ["Swarm Leader"]})
    assert log_line(at, "play Swarm Leader of the lost").startswith(
        "Regulus adds Swarm Leader, lost in hyperspace (FAL-9.4), to"
    )
    at = position(fleets={"Regulus": [(6, "C-yellow", 3, None)]})
    assert log_line(at, "stop").endswith(": Regulus loses 3 ships in hyperspace (FAL-9.2)")
    at = position(hands={"Algol": ["Saboteur"]}, piles={"Algol": ["Corsair", "Envoy"]})
    at.choose("depart Algol", "head for Vega", "embark 1")
    assert log_line(at, "lead Saboteur").endswith("Algol draws its discards again (FAL-3.3)")


def test_the_log_reports_homes_and_claims():
    """FAL-19.1, FAL-19.2, FAL-20.2, FAL-21.1"""
    stars = {"Algol": {"Algol": 30}, "Regulus": {"Vega": 3}}
    at = position(stars=stars, fleets={"Algol": [(1, "A-yellow", 1, None)]}).choose("stop")
    line = log_line(at, "arrive Regulus")
    assert "Algol stands at the home of Regulus (FAL-21.1)" in line
    assert "Algol claims Armada (FAL-19.1)" in line
    at.next_turn_of("Algol").choose("depart Regulus", "head for Denebola")
    assert "the home of Regulus is free (FAL-20.2)" in log_line(at, "embark 1")


def test_every_turn_has_a_heading():
    """FAL-7.2"""
    lines = list(play("4000-ad-leaders", players=3, set={"switches.max_rounds": 2}))
    first, second = (k for k, line in enumerate(lines) if line.startswith("Round ") and "won" not in line)
    order = [home.split(" ")[0] for home in lines[1].removeprefix("Turn order: ").split(", ")]
    headings = [f"  Turn of {home} (FAL-7.2)" for home in order]
    for block in (lines[first:second], lines[second:]):
        assert [line for line in block if line.startswith("  Turn of")] == headings
        assert block[4] == headings[0]


def test_the_table_is_in_turn_order():
    at = position(first="Antares")
    assert [line.split(":")[0] for line in NARRATOR.table(at.state)[1:]] == [
        "  Antares", "  Pavo", "  Algol", "  Regulus"
    ]  # fmt: skip


@pytest.mark.parametrize(("leader", "edits", "wait", "words"), [
    ("Envoy", {}, ["stop"], "and keeps its own objective (FAL-22.16)"),
    ("Quartermaster", {}, [], "for new ships (FAL-22.12)"),
    ("Navigator", {"fleets": {"Algol": [(2, "A-yellow", 3, None)]}}, [], "to move a fleet (FAL-22.13)"),
    ("Signal Officer", {"fleets": {"Algol": [(2, "A-yellow", 3, None)]}}, [], "to recall a fleet (FAL-22.14)"),
])  # fmt: skip
def test_the_log_reports_unused_cards(leader, edits, wait, words):
    at = position(hands={"Algol": [leader, "Corsair"]}, **edits).choose(*wait)
    while at.prompt[1] == "arrival":
        at.wait()
    assert log_line(at, "no").split("; ")[0] == f"Algol does not use {leader} {words}"


def test_the_log_reports_an_unused_lost_card():
    """FAL-9.4, FAL-22.16"""
    at = position(hands={"Algol": ["Corsair"]}, removed={"Algol": ["Envoy"]}).choose("stop")
    assert log_line(at, "no").startswith(
        "Algol does not use Envoy, lost in hyperspace (FAL-9.4), and keeps its own objective (FAL-22.16)"
    )


def test_the_table_shows_claims_and_fleets_in_warp():
    """FAL-1.4, FAL-2.2"""
    at = position(hands={"Algol": ["Corsair", "Envoy"]}, rounds=2).send("Algol", "Vega", 2, "Corsair")
    lines = NARRATOR.table(at.state)
    assert lines[0] == "Round 2"
    assert lines[1].startswith(
        "  Algol: 1 star, 15 ships, 0 claimed, 1 in hand: Algol 13, [2 ships from A-yellow under Corsair"
    )


@pytest.mark.parametrize(("ended", "words"), [
    (Ended.OBJECTIVES, "FAL-5.1"), (Ended.LAST_SURVIVOR, "FAL-21.1"), (Ended.ADJUDICATED, "FAL-5.3"),
])  # fmt: skip
def test_the_log_reports_the_end(ended, words):
    """FAL-5.1, FAL-5.3, FAL-21.1"""
    at = position()
    at.state.ended, at.state.credit[0], at.state.credit[2] = ended, 0.5, 0.5
    assert NARRATOR.ending(at.state).startswith("Round 1: Algol and Antares won: ")
    assert words in NARRATOR.ending(at.state)


def test_the_opening_lists_cards_and_order():
    """FAL-6.2, FAL-6.3"""
    at = position(hands={"Algol": ["Corsair"]}, objectives={"Algol": "Crown Taken"})
    lines = NARRATOR.opening(at.state, ["sensible"] * 4)
    assert lines[:2] == [
        "Turn order: Algol (sensible), Regulus (sensible), Antares (sensible), Pavo (sensible).",
        "Open objectives: Armada (ships at stars and in warp: 30).",
    ]
    assert lines[2] == "Algol draws Corsair; its own objective: Crown Taken (homes of opponents: 1)."


def test_shown_and_drawn_objectives_describe_their_requirements():
    """FAL-19.2, FAL-22.16: The numbers are those of the game, which may differ from the printed ones."""
    edits = {"hands": {"Algol": ["Envoy"]}, "objectives": {"Algol": "Crown Taken"}}
    at = position(stars={"Algol": {"Algol": 1, "Vega": 12}}, **edits)
    deck = at.state.deck
    deck[at.deck.index("Grand Fleet")], deck[0] = deck[0], at.objectives.index("Grand Fleet")
    deck[at.deck.index("Long Reach")], deck[1] = deck[1], at.objectives.index("Long Reach")
    at.state.threshold[at.objectives.index("Grand Fleet")] = 11
    at.choose("stop")
    line = log_line(at, next(words for words in at.options if "Envoy" in words))
    assert line.endswith("; Algol draws Grand Fleet (ships at one star other than the home: 11) (FAL-22.16)")
    shown, drawn = log_line(at, next(words for words in at.options if words.startswith("claim"))).split("; ")[:2]
    assert shown == "Algol claims Grand Fleet (ships at one star other than the home: 11), now open (FAL-19.2)"
    assert drawn == "Algol draws Long Reach (stars at distance 4 or more from the home: 3) (FAL-19.2)"
