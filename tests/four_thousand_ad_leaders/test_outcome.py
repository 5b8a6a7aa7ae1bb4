"""The outcome of a game, its words, and the standing of seats."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.four_thousand_ad_leaders import GAME, state, victory
from tests.four_thousand_ad_leaders.table import Position, battle, position


def outcome_of(at):
    outcome = zeros(1, state.outcome_dt)[0]
    victory.finish(at.state, at.rules, outcome)
    return outcome


def test_an_outcome_has_the_cards_claims_and_ships_of_every_seat():
    """FAL-5.1, FAL-6.2, FAL-19.1: the cards drawn, claims and ships of every seat, and the first player."""
    stars = {"Algol": {"Algol": 20, "Vega": 12, "Deneb": 1}}
    at = position(stars=stars, hands={"Algol": ["Corsair", "Envoy"]}, first="Regulus", table=["Armada", "Grand Fleet"])
    at.player("Algol").first_objective = at.objectives.index("Crown Taken")
    at.wait_for("Algol", "source").choose("stop", "no").end_round()
    row = outcome_of(at).seats[0]
    assert (row.claims, row.stars, row.pairs, row.ships) == (2, 3, 2, 33)
    assert row.claimed == sum(1 << at.objectives.index(name) for name in ("Armada", "Grand Fleet"))
    assert (row.drawn, row.strength) == (at.mask(["Corsair", "Envoy"]), 2)
    assert (row.seat, row.home, row.player, row.first_objective) == (4, 0, 0, at.objectives.index("Crown Taken"))
    assert outcome_of(at).first_home == at.seat("Regulus")


def test_the_cards_of_the_setup_are_in_the_outcome():
    """FAL-6.2, FAL-6.3: the leaders and the hidden objective of each player."""
    at = Position(tables.load(GAME))
    dealt = [(player.hand, player.objective) for player in at.state.players]
    assert [(row.drawn, row.first_objective) for row in outcome_of(at).seats] == dealt


def test_departures_and_the_hops_among_them_are_counted():
    """FAL-10.1, FAL-10.6."""
    at = position(stars={"Algol": {"Algol": 5}}).send("Algol", "Mirfak", 2).send("Algol", "Vega", 1)
    rows = outcome_of(at).seats
    assert [(row.departures, row.hops) for row in rows[:2]] == [(2, 1), (0, 0)]


def test_a_combat_is_counted_for_both_sides():
    """FAL-12.2, FAL-14.4, FAL-16.1, FAL-16.2: Y-10."""
    at = battle([(6, "Swarm Leader")], 4, hand=["Saboteur", "Corsair"])
    outcome = outcome_of(at.choose("lead Saboteur", "name 4", "withdraw 0"))
    attacker, defender, bystander, _ = outcome.seats
    assert (outcome.combats, outcome.combat_rounds, outcome.mutual) == (1, 1, 0)
    assert [(row.attacks, row.wins, row.defences) for row in (attacker, defender)] == [(1, 1, 0), (0, 0, 1)]
    assert [(row.destroyed, row.fallen) for row in (attacker, defender)] == [(4, 3), (3, 4)]
    assert (attacker.led, defender.led) == (at.mask(["Swarm Leader"]), at.mask(["Saboteur"]))
    assert (attacker.peaceful, defender.peaceful, bystander.peaceful) == (0, 0, 1)


def test_a_combat_without_survivors_is_counted():
    """FAL-16.2: A-07."""
    assert outcome_of(battle([(2, "Grand Admiral")], 6).choose("name 6")).mutual == 1


@pytest.mark.parametrize(("k", "named"), [(0, (1, 0, 0, 1)), (1, (1, 0, 1, 0)), (2, (1, 0, 0, 0)), (4, (1, 1, 0, 0))])
def test_the_losses_that_a_victor_names_are_counted(k, named):
    """FAL-16.1: The outcome counts all such choices, and those with the maximum, one or none."""
    row = outcome_of(battle([(9, None)], 4).choose(f"name {k}")).seats[0]
    assert (row.named, row.named_all, row.named_one, row.named_none) == named


def test_losses_are_counted_only_if_more_than_one_ship_can_be_named():
    """FAL-16.1: A choice is counted only if the victor can name two or more ships."""
    assert outcome_of(battle([(9, None)], 1).choose("name 1")).seats[0].named == 0


def test_rounds_between_equal_forces_are_counted_by_their_winner():
    """FAL-13.1, FAL-15.1: the first round of a combat, and later rounds in which the Attacker has no leader."""
    at = battle([(4, "Grand Admiral")], 4, hand=["Corsair", "Envoy"])
    at.choose("lead nobody", "name 0", "withdraw 0", "lead Corsair")
    outcome = outcome_of(at)
    assert (outcome.even_first, outcome.even_first_won, outcome.even_first_lost) == (1, 1, 0)
    assert (outcome.even_later, outcome.even_later_won, outcome.even_later_lost) == (1, 0, 1)
    outcome = outcome_of(battle([(4, None)], 4))
    assert (outcome.even_first, outcome.even_first_won, outcome.even_first_lost) == (1, 0, 0)
    outcome = outcome_of(battle([(4, None)], 4, hand=["Corsair"]).choose("lead Corsair"))
    assert (outcome.even_first, outcome.even_first_won, outcome.even_first_lost) == (1, 0, 1)
    assert outcome_of(battle([(5, None)], 4).choose("name 1")).even_first == 0


def test_fleets_that_withdraw_are_counted():
    """FAL-17.5"""
    at = battle([(6, None)], 4).choose("name 1", "withdraw 3")
    assert [row.withdrawals for row in outcome_of(at).seats[:2]] == [0, 1]


def test_ships_built_brought_and_lost_are_counted():
    """FAL-8.2, FAL-9.2, FAL-22.12: The cards that were used are counted too."""
    at = position(
        stars={"Algol": {"Algol": 4}},
        fleets={"Algol": [(6, "A-yellow", 3, None)]},
        hands={"Algol": ["Quartermaster", "Corsair"]},
        rounds=3,
    )
    at.choose("build Algol", "supply Algol")
    row = outcome_of(at).seats[0]
    assert (row.produced, row.supplied, row.lost, row.ships) == (1, 2, 3, 7)
    assert row.used == at.mask(["Quartermaster"])


def test_redraws_and_cards_lost_in_hyperspace_that_are_used_are_counted():
    """FAL-3.3, FAL-9.4"""
    at = position(hands={"Algol": ["Corsair"]}, piles={"Algol": ["Envoy", "Underdog"]})
    assert outcome_of(at.send("Algol", "Mirfak", 2, "Corsair")).seats[0].redraws == 1
    at = battle([(5, None)], 7, lost={"Algol": ["Adjutant"]}).choose("play Adjutant of the lost")
    assert [row.recoveries for row in outcome_of(at).seats[:2]] == [1, 0]


def test_rounds_with_a_home_lost_are_counted_for_both():
    """FAL-20.3, FAL-21.1"""
    at = position(stars={"Algol": {"Algol": 5, "Regulus": 3}, "Regulus": {"Vega": 1}}).end_round()
    rows = outcome_of(at).seats
    assert [(row.captures, row.homeless) for row in rows[:3]] == [(1, 0), (0, 1), (0, 0)]


def test_claims_of_hand_objectives_and_of_shown_objectives_are_counted():
    """FAL-19.1, FAL-19.2, FAL-19.3"""
    stars = {"Algol": {"Algol": 30}, "Regulus": {"Regulus": 30}}
    at = position(stars=stars, objectives={"Algol": "Armada"}, table=["Grand Fleet"], rounds=2)
    at.wait_for("Algol", "claim").choose("claim Armada").end_round()
    rows = outcome_of(at).seats
    assert [(row.shown, row.followed, row.claimed_round) for row in rows[:3]] == [(1, 0, 2), (0, 1, 2), (0, 0, 0)]


def test_how_a_game_ended_is_in_the_outcome():
    """Section Termination: The game ends at the round limit; Algol has the most stars."""
    at = position(stars={"Algol": {"Algol": 5, "Vega": 1}}, rounds=4, max_rounds=4).end_round()
    outcome = outcome_of(at)
    assert (outcome.ended, outcome.truncated, outcome.rounds) == (state.Ended.ADJUDICATED, 1, 4)
    assert [row.credit for row in outcome.seats] == [1, 0, 0, 0]
    assert (outcome.shared, outcome.tied) == (0, 4)  # all have no claim


def test_players_with_a_full_tie_are_counted():
    """FAL-5.3"""
    at = position()
    at.state.credit[0] = at.state.credit[1] = 0.5
    at.player("Algol").claims = at.player("Regulus").claims = 7
    outcome = outcome_of(at)
    assert (outcome.shared, outcome.tied) == (1, 2)


def test_the_open_objectives_of_the_setup_are_in_the_outcome():
    """FAL-6.3"""
    rules = tables.load(GAME, set={"switches.open_objectives_at_start": 2})
    at = position(open_objectives_at_start=2)
    outcome = outcome_of(at)
    words = GAME.labels(rules)["objective_1"]
    assert outcome.objective_1 != outcome.objective_2 and outcome.objective_3 == -1
    assert words[outcome.objective_1] in at.objectives


def test_claims_of_open_objectives_are_in_the_outcome():
    """FAL-19.1: the number of players that claimed it, and the round of the first claim."""
    at = position(stars={"Algol": {"Algol": 30}, "Pavo": {"Pavo": 30}}, rounds=2)
    at.state.opened[0] = at.objectives.index("Armada")
    at.end_round().end_round()
    outcome = outcome_of(at)
    assert (outcome.claims_1, outcome.claim_round_1) == (2, 2)
    assert (outcome.objective_2, outcome.claims_2, outcome.claim_round_2) == (-1, 0, 0)


def test_the_words_for_how_a_game_ended_match_the_state():
    words = GAME.labels(tables.load(GAME))
    assert words["ended"] == tuple(each.name.lower() for each in state.Ended)
    assert words["home"] == words["first_home"] == ("Algol", "Regulus", "Antares", "Pavo")
    assert GAME.flags(tables.load(GAME))["drawn"][6] == "Corsair"


def test_claims_count_more_than_stars_in_the_standing():
    """FAL-5.1, FAL-5.3: Half a claim counts as much as all stars."""
    at = position(stars={"Algol": {"Algol": 1, "Vega": 1}})
    standing = [victory.standing(at.state, at.rules, seat) for seat in range(4)]
    assert standing == [0.5 * 2 / 48, *[0.5 / 48] * 3]
    at.player("Pavo").claims = 1
    assert victory.standing(at.state, at.rules, 3) == 1 + 0.5 / 48


def test_the_evaluation_features_count_ships_stars_and_pairs():
    """The features have the numbers of ships, stars and pairs of resources of the outcome."""
    at = position(stars={"Algol": {"Algol": 20, "Vega": 12, "Deneb": 1}})
    features = {asset: victory.assets(at.state, at.rules, 0, asset) for asset in state.Asset}
    row = outcome_of(at).seats[0]
    assert (features[state.Asset.SHIPS], features[state.Asset.STARS]) == (33, 3)
    assert features[state.Asset.PRODUCTION] == row.pairs > 0
