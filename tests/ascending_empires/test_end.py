"""The end of the game: the pool, last turns, scoring, ties, the round limit."""

import pytest

from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.scoring import end_vp, total_of
from starbalance.simulator.games.ascending_empires.state import Ended, Tie
from tests.ascending_empires.table import SEAT_COLOURS, position


def total(at, colour):
    return int(total_of(at.state, at.rules, SEAT_COLOURS.index(colour)))


def finished(at):
    """Return the outcome of a game that is over."""
    outcome = zeros(1, GAME.kernels.outcome_dt)[0]
    GAME.kernels.finish(at.state, at.rules, outcome)
    return outcome


def give_tokens(at, colour, number):
    """Give a player tokens from the pool, as for mines."""
    at.player(colour).tokens += number
    at.player(colour).earned[0] += number
    at.state.pool -= number


def ended(tokens, levels, **edits):
    """Return a finished game of four players, with these tokens and grey levels of the first seats."""
    at = position(pool=40, **edits)
    for colour, number, level in zip(SEAT_COLOURS, tokens, levels, strict=False):
        give_tokens(at, colour, number)
        at.player(colour).tech[:] = 0
        for k in range(level):
            at.player(colour).tech[k % 4] += 1
    at.state.trigger, at.state.trigger_turn, at.state.turns_left = 0, at.state.turn, 0
    return at.choose("pass")


def test_a_gain_is_paid_in_full():
    """ASE-13.1, ASE-13.3, ASE-7.7, A14, W-13.1: one VP from the pool, two from the box."""
    ships = {"red": ["3/0", "3/2", "3/4", "3/6"], "blue": []}
    at = position(planets={3: "blue 3T"}, ships=ships, pool=1).choose("move", "stop", "attack planet 3")
    at.choose("commit 1 2 3 4")
    assert (at.tokens("red"), at.pool, at.state.trigger) == (3, (0, 2), 0)


@pytest.mark.parametrize(("setup", "trigger", "turns"), [
    ("four", "green", ["yellow", "red", "blue"]), ("three", "blue", ["green", "red"]), ("two", "red", ["blue"]),
])  # fmt: skip
def test_every_other_player_has_one_more_turn(setup, trigger, turns):
    """ASE-13.2, W-13.2, W-13.8: They play in order; then the game is over."""
    at = position(setup, planets={3: f"{trigger} 3T"}, pool=2, active=trigger).choose("mine", "mine on 3 3")
    seen = []
    while not at.state.over:
        seen.append(at.active)
        at.end_turn()
    assert seen == turns and at.state.ended == Ended.POOL
    assert at.winners == {trigger: 1.0}


def test_the_current_turn_is_finished():
    """ASE-13.2, A39: A second attack of the turn is still made and paid."""
    ships = {"red": ["3/0", "4/0"], "blue": []}
    at = position(planets={3: "blue 1F", 4: "blue 1F"}, ships=ships, pool=1).choose("move", "stop")
    at.choose("attack planet 3", "commit 1", "attack planet 4", "commit 2")
    assert (at.tokens("red"), at.pool, at.active) == (2, (0, 1), "blue")


def test_a_first_technology_is_awarded_in_the_last_turns():
    """ASE-13.3, ASE-10.19: The award comes from the box."""
    at = position(planets={3: "red 3T", 8: "blue orange 1F"}, pool=2).choose("mine", "mine on 3 3")
    at.choose("develop", "raise orange")
    assert (at.tokens("blue"), at.pool) == (1, (0, 1))


def test_last_turns_are_paid_from_the_box():
    """ASE-13.3, W-13.9: There is no second trigger."""
    at = position(planets={3: "green 3T", 4: "yellow 3T"}, pool=2, active="green").choose("mine", "mine on 3 3")
    at.choose("mine", "mine on 4 3")
    assert (at.tokens("yellow"), at.pool, at.state.trigger) == (2, (0, 2), 2)


@pytest.mark.parametrize(
    ("first", "trigger", "turns"), [("red", "blue", 2), ("red", "yellow", 0), ("green", "blue", 0)]
)
def test_turns_may_be_made_equal(first, trigger, turns):
    """ASE-13.2, A26: end_mode = equal_turns"""
    at = position(
        planets={3: f"{trigger} 3T"}, pool=2, first_player=first, active=trigger, end_mode="equal_turns"
    ).choose("mine", "mine on 3 3")
    seen = 0
    while not at.state.over:
        at.end_turn()
        seen += 1
    assert seen == turns


EXAMPLE = {1: "red 1Y", 8: "red 1Y", 15: "red 1Y", 2: "red asteroid 1T", 9: "red grey 1C 1F"}


def test_the_score_of_an_example():
    """ASE-13.4, ASE-13.5, ASE-13.6, ASE-13.7, W-13.3, W-13.4"""
    at = position(planets=EXAMPLE)
    give_tokens(at, "red", 9)
    assert total(at, "red") == 24
    at = position(planets={**EXAMPLE, 22: "red 1Y"})
    give_tokens(at, "red", 9)
    assert total(at, "red") == 30


def test_cities_on_an_asteroid_count_for_their_quadrant():
    """ASE-13.5, ASE-22.6, W-13.7"""
    at = position(planets={1: "red 2Y", 8: "red asteroid 1Y", 22: "red 1Y"})
    give_tokens(at, "red", 10)
    assert total(at, "red") == 24


@pytest.mark.parametrize(("items", "vp"), [("3T", 1), ("2F", 1), ("1C", 2), ("1Y", 3), ("2Y 1C", 6)])
def test_only_planets_colonies_and_cities_score_at_the_end(items, vp):
    """ASE-13.4, ASE-13.6: The planet, colonies and cities score; troops, facilities, ships and technologies do not."""
    at = position(planets={1: f"red grey {items}"}, home={"red": 3}, tech={"red": [1, 1, 1, 0]})
    assert end_vp(at.state, at.rules, 0) == vp


def test_a_blockaded_planet_counts():
    """ASE-12.7"""
    at = position(planets={1: "red 1C"}, ships={"blue": ["1/0"]})
    assert end_vp(at.state, at.rules, 0) == 2


@pytest.mark.parametrize(("switch", "value", "more", "vp"), [
    ("planet_vp", 1, {}, 15), ("planet_vp", 0, {}, 10), ("colony_vp", 0, {}, 14), ("city_vp", 3, {}, 18),
    ("quadrants3_vp", 5, {}, 17), ("quadrants4_vp", 10, {}, 15), ("quadrants4_vp", 10, {22: "red 1Y"}, 25),
    ("quadrants3_vp", 5, {22: "red 1Y"}, 21),
])  # fmt: skip
def test_vp_at_the_end(switch, value, more, vp):
    """ASE-13.4, ASE-13.5: planet_vp, colony_vp, city_vp, quadrants3_vp, quadrants4_vp; never both bonuses."""
    at = position(planets={**EXAMPLE, **more}, **{switch: value})
    assert end_vp(at.state, at.rules, 0) == vp


def test_the_highest_total_wins():
    """ASE-1.15, ASE-13.7"""
    at = ended([5, 7, 3, 2], [9, 0, 0, 0])
    assert at.winners == {"blue": 1.0} and finished(at).settled == Tie.TOTAL
    assert (finished(at).margin, finished(at).seats[1].total) == (2, 7)


def test_tokens_break_a_tie():
    """ASE-13.8, W-13.5: They are compared before technologies."""
    planets = {1: "red 2C", 2: "red 2C", 3: "red 1T 1C", 8: "blue 2C", 9: "blue 2C", 10: "blue 2C", 11: "blue 1T"}
    at = ended([12, 10], [3, 9], planets=planets)
    assert (total(at, "red"), total(at, "blue")) == (20, 20)
    assert at.winners == {"red": 1.0} and finished(at).settled == Tie.TOKENS


def test_technologies_break_a_tie_of_tokens():
    """ASE-13.8, W-13.6"""
    planets = {1: "red 2C", 2: "red 2C", 3: "red 1T 1C", 8: "blue 2C", 9: "blue 2C", 10: "blue 1C"}
    at = ended([12, 12], [3, 4], planets=planets)
    assert (total(at, "red"), total(at, "blue")) == (20, 20)
    assert at.winners == {"blue": 1.0} and finished(at).settled == Tie.TECHNOLOGIES


def test_a_win_may_be_shared():
    """ASE-13.8, A27, W-13.10"""
    at = ended([12, 3, 12, 4], [4, 0, 4, 0])
    assert at.winners == {"red": 0.5, "green": 0.5} and finished(at).settled == Tie.SHARED


def test_no_player_is_eliminated():
    """ASE-13.9: A player without a ship or a planet recruits and launches."""
    at = position(ships={"red": []}, supply={"red": "1T 1S"}).choose("recruit", "place on 0").next_turn_of("red")
    assert at.may("move", "launch", "launch from 0", "stand on 0")


def test_the_round_limit_scores_the_present_position():
    """ASE-14.1, ASE-14.3: max_rounds; no further decision is needed."""
    at = position(planets={3: "blue 1C"}, max_rounds=3)
    turns = 0
    while not at.state.over:
        at.choose("pass")
        turns += 1
    assert (turns, at.state.rounds, at.state.truncated, at.state.ended) == (12, 3, 1, Ended.TRUNCATED)
    assert at.winners == {"blue": 1.0} and finished(at).truncated == 1


def test_an_end_triggered_in_the_last_round_has_its_last_turns():
    """ASE-13.2, ASE-14.3"""
    at = position(planets={3: "yellow 3T"}, pool=2, max_rounds=1, active="yellow").choose("mine", "mine on 3 3")
    while not at.state.over:
        at.choose("pass")
    assert (at.state.rounds, at.state.truncated) == (2, 0)


def test_the_outcome_records_the_game():
    """ASE-13.1: each seat's place in the turn order, the sources of its VP, and the player who emptied the pool."""
    at = position(
        planets={3: "blue 3T", 1: "red orange 1F"}, pool=3, first_player="blue", skill={"red": 1.5}, tech_table="bare"
    )
    at.state.place, at.state.active, at.state.actor = 0, 1, 1
    at.begin_turn().choose("mine", "mine on 3 3").next_turn_of("red").choose("develop", "raise orange")
    while not at.state.over:
        at.end_turn()
    outcome = finished(at)
    red, blue = outcome.seats[0], outcome.seats[1]
    assert (outcome.trigger_seat, outcome.trigger_won, outcome.pool_left, outcome.box_vp) == (4, 0, 0, 0)
    assert (red.seat, blue.seat, red.corner, blue.corner, red.skill) == (4, 1, 0, 1, 1.5)
    assert (red.vp_first, blue.vp_mines, red.orange, red.facilities, blue.mines, red.develops) == (1, 2, 1, 1, 1, 1)
    assert outcome.seats["credit"].tolist() == [0, 1, 0, 0] and outcome.settled == Tie.TOKENS


def test_the_outcome_counts_full_rows():
    """ASE-10.20: The number is the lowest level of the four colours."""
    at = ended([5, 3], [0, 0])
    at.learn("red", [3, 2, 4, 2])
    row = finished(at).seats[0]
    assert (row.orange, row.grey, row.purple, row.brown, row.rows) == (3, 2, 4, 2, 2)


def test_the_standing_is_the_score_if_the_game_ended_now():
    """ASE-13.7, ASE-13.8: Tokens, then technologies, break ties."""
    at = position(planets={1: "red 1C", 8: "blue 1Y"}, tech={"green": [1, 0, 0, 0]})
    standing = [GAME.kernels.standing(at.state, at.rules, seat) for seat in range(4)]
    assert standing == pytest.approx([2, 3, 1e-6, 0])
    give_tokens(at, "red", 1)
    assert GAME.kernels.standing(at.state, at.rules, 0) > standing[1]
