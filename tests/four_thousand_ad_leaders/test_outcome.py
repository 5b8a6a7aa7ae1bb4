"""The outcome of a game, its words, and how seats stand."""

from starbalance.simulator import tables
from starbalance.simulator.four_thousand_ad_leaders import GAME, state, victory
from starbalance.simulator.kernel import zeros
from tests.four_thousand_ad_leaders.table import position


def outcome_of(at):
    outcome = zeros(1, state.outcome_dt)[0]
    victory.finish(at.state, at.rules, outcome)
    return outcome


def test_an_outcome_tells_who_had_what():
    """FAL-5.1, FAL-6.2, FAL-19.1: cards drawn, claims, ships of every seat; who began."""
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


def test_departures_and_the_hops_among_them_are_counted():
    """FAL-10.1, FAL-10.6."""
    at = position(stars={"Algol": {"Algol": 5}}).send("Algol", "Mirfak", 2).send("Algol", "Vega", 1)
    rows = outcome_of(at).seats
    assert [(row.departures, row.hops) for row in rows[:2]] == [(2, 1), (0, 0)]


def test_equals_are_counted():
    """FAL-5.3"""
    at = position()
    at.state.credit[0] = at.state.credit[1] = 0.5
    at.player("Algol").claims = at.player("Regulus").claims = 7
    outcome = outcome_of(at)
    assert (outcome.shared, outcome.tied) == (1, 2)


def test_the_open_objectives_of_the_set_up_are_in_the_outcome():
    """FAL-6.3"""
    rules = tables.load(GAME, set={"switches.open_objectives_at_start": 2})
    at = position(open_objectives_at_start=2)
    outcome = outcome_of(at)
    words = GAME.labels(rules)["objective_1"]
    assert outcome.objective_1 != outcome.objective_2 and outcome.objective_3 == -1
    assert words[outcome.objective_1] in at.objectives


def test_claims_of_open_objectives_are_in_the_outcome():
    """FAL-19.1: how many claimed it, and the round of the first."""
    at = position(stars={"Algol": {"Algol": 30}, "Pavo": {"Pavo": 30}}, rounds=2)
    at.state.opened[0] = at.objectives.index("Armada")
    at.end_round().end_round()
    outcome = outcome_of(at)
    assert (outcome.claims_1, outcome.claim_round_1) == (2, 2)
    assert (outcome.objective_2, outcome.claims_2, outcome.claim_round_2) == (-1, 0, 0)


def test_the_words_for_how_a_game_ended_are_those_of_the_state():
    words = GAME.labels(tables.load(GAME))
    assert words["ended"] == tuple(each.name.lower() for each in state.Ended)
    assert words["home"] == words["first_home"] == ("Algol", "Regulus", "Antares", "Pavo")
    assert GAME.flags(tables.load(GAME))["drawn"][6] == "Corsair"


def test_claims_stand_before_stars():
    """FAL-5.1, FAL-5.3: half a claim is all stars."""
    at = position(stars={"Algol": {"Algol": 1, "Vega": 1}})
    standing = [victory.standing(at.state, at.rules, seat) for seat in range(4)]
    assert standing == [0.5 * 2 / 48, *[0.5 / 48] * 3]
    at.player("Pavo").claims = 1
    assert victory.standing(at.state, at.rules, 3) == 1 + 0.5 / 48
