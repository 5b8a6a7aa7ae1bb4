"""The end of the game: the claim that triggers it, and the turns that follow (IAM-25)."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import Ended
from starbalance.simulator.games.interstellar_ambitions.word import Medal
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.test_ambitions import claims, draw, rest

STATES = (
    "Shadow Master",
    "Space Dominator",
    "Iron Fist, Velvet Glove",
    "Development Guru",
    "Star Empire",
    "Relic Finder",
)


def race(setup="players4", **switches):
    """A bare table with six ambitions; every player meets the first three at any time."""
    at = draw(bare_table(setup, **switches), *STATES)
    for seat in range(at.rules.seats):
        at.player(seat).medals[Medal.FLEET] = at.player(seat).medals[Medal.SHADOW] = 4
    return at


def claim(at, seat, number=1, rounds=2):
    """Play `number` turns of a player; he claims another ambition in each."""
    for _ in range(number):
        rest(at.turn(seat, rounds), seat)
        at.choose(f"claim {claims(at, seat)[0]}")
        while at.prompt == (seat, "end") and not at.state.over:
            at.choose("done")
    return at


def followers(at):
    """Return (seat, round) of every later turn up to the end of the game, if no player claims."""
    turns = []
    while not at.state.over:
        turns.append((at.prompt[0], int(at.state.rounds)))
        assert len(turns) < 20
        seat = at.prompt[0]
        rest(at, seat)
        if at.prompt == (seat, "end") and not at.state.over and int(at.state.active) == seat:
            at.choose("done")
    return turns


def idle(at):
    """Remove the means to claim any further ambition."""
    for seat in range(at.rules.seats):
        at.player(seat).medals[:] = 0
    return at


def test_after_the_third_claim_every_player_has_one_more_turn():
    """Seat 2 of four claims his third ambition in round 12.

    Seats 3 and 4 of that round and seats 1 and 2 of the next one follow; A46: end_turns = one_each_incl_trigger.

    IAM-25.1, IAM-25.2; FX-22.
    """
    at = claim(claim(race(), 1, 2), 1, rounds=12)
    assert (int(at.state.trigger_seat), int(at.state.trigger_round)) == (1, 12)
    assert followers(idle(at)) == [(2, 12), (3, 12), (0, 13), (1, 13)]
    assert (int(at.state.ended), int(at.state.truncated)) == (Ended.CLAIMS, 0)


@pytest.mark.parametrize(("end", "trigger", "expected"), [
    ("one_each_incl_trigger", 0, [(1, 5), (2, 5), (3, 5), (0, 6)]),
    ("one_each_incl_trigger", 3, [(0, 6), (1, 6), (2, 6), (3, 6)]),
    ("one_each_excl_trigger", 1, [(2, 5), (3, 5), (0, 6)]),
    ("one_each_excl_trigger", 3, [(0, 6), (1, 6), (2, 6)]),
    ("finish_round", 0, [(1, 5), (2, 5), (3, 5)]),
    ("finish_round", 2, [(3, 5)]),
    ("finish_round", 3, []),
])  # fmt: skip
def test_a_switch_sets_the_turns_that_follow(end, trigger, expected):
    """IAM-25.2, IAM-25.4; A46: end_turns"""
    at = claim(claim(race(end_turns=end), trigger, 2), trigger, rounds=5)
    assert followers(idle(at)) == expected


def test_seats_up_to_the_trigger_have_one_turn_more():
    """IAM-25.4: seat 2 triggers in round 3: seats 1 and 2 take four turns, seats 3 and 4 three."""
    at = Table("players4")
    for seat in range(4):
        at.player(seat).turns = 0
    draw(at, *STATES)
    for seat in range(4):
        at.player(seat).medals[:] = 4 if seat == 1 else 0
    at.turn(0, rounds=1)
    while not at.state.over:
        words = at.options
        claiming = [option for option in words if option.startswith("claim ")]
        default = {"shadow activity": "no", "plans": "advance plans", "action": "plan"}.get(at.prompt[1], "done")
        at.choose(claiming[0] if claiming else default)
    assert [int(at.player(seat).turns) for seat in range(4)] == [4, 4, 3, 3]
    assert int(at.state.rounds) == 4


def test_the_trigger_may_claim_a_fourth_ambition():
    """IAM-25.3: in his last turn; the other players end with at most three if they had two."""
    at = race(setup="players3")
    for name in ("Athenaeum", "Axiom Prime"):
        at.settle(0, name, 5)
    at.settle(0, "Loam", 1)
    claim(at, 0, 3)
    assert at.prompt == (1, "plans")
    for seat in (1, 2):
        rest(at, seat).choose("done")
    rest(at, 0).choose("claim Development Guru")
    if not at.state.over:
        at.choose("done")
    assert int(at.player(0).claims) == 4
    assert at.state.over


def test_third_claims_in_the_last_turns_do_not_trigger_again():
    """Seat 1 claims his third ambition in his last turn, which does not change the end.

    IAM-25.1, IAM-25.3; A47.
    """
    at = race(setup="players3")
    for seat in (1, 1, 0, 0):
        claim(at, seat)
    claim(at, 0, rounds=7)
    assert int(at.state.trigger_seat) == 0
    rest(at, 1).choose(f"claim {claims(at, 1)[0]}")
    if at.prompt == (1, "end"):
        at.choose("done")
    assert (int(at.player(1).claims), int(at.state.trigger_seat), int(at.state.trigger_round)) == (3, 0, 7)
    assert followers(idle(at)) == [(2, 7), (0, 8)]


def test_everything_is_allowed_in_the_last_turns():
    """IAM-25.3: for example an action with a token."""
    at = claim(race(setup="players3"), 0, 3).give(1, ore=9).put(1, "build moderate")
    at.choose("advance plans", "done", "act build moderate", "build Cruiser")
    assert at.fleet(1) == ["Cruiser"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_switch_sets_the_claims_that_end_the_game(number):
    """IAM-25.1: claims_to_end"""
    at = race(setup="players3", claims_to_end=number)
    claim(at, 0, number - 1)
    assert int(at.state.trigger_seat) == NONE
    claim(at, 0)
    assert int(at.state.trigger_seat) == 0


@pytest.mark.parametrize("number", [4, 5])
def test_more_claims_may_be_needed(number):
    """IAM-25.1: claims_to_end"""
    at = race(setup="players3", claims_to_end=number)
    for name in ("Athenaeum", "Axiom Prime"):
        at.settle(0, name, 5)
    for name in ("Loam", "Eden Reserve", "Wreckfield Halo", "Precursor Library"):
        at.settle(0, name, 1)
    claim(at, 0, number - 1)
    assert int(at.state.trigger_seat) == NONE
    claim(at, 0)
    assert int(at.state.trigger_seat) == 0


def test_a_withheld_claim_triggers_nothing():
    """IAM-25.1, IAM-9.5: The player could claim his third ambition."""
    at = claim(race(setup="players3"), 0, 2)
    rest(at.turn(0)).choose("done")
    assert int(at.state.trigger_seat) == NONE


@pytest.mark.parametrize("most", [1, 3, 60])
def test_without_a_third_claim_the_game_ends_after_the_last_round(most):
    """IAM-25.5: max_rounds: the last seat's turn of that round is played, then the game is truncated."""
    at = bare_table(max_rounds=most).turn(1, rounds=most)
    at.end_turn()
    assert (at.prompt[0], bool(at.state.over)) == (2, False)
    at.end_turn()
    assert (bool(at.state.over), int(at.state.truncated), int(at.state.ended)) == (True, 1, Ended.TRUNCATED)
    at = bare_table(max_rounds=most + 1).turn(2, rounds=most).end_turn()
    assert (bool(at.state.over), at.prompt[0], int(at.state.rounds)) == (False, 0, most + 1)


def test_a_trigger_in_the_last_round_is_played_out():
    """IAM-25.5: the round after max_rounds is played, and the game is not truncated."""
    at = claim(claim(race(setup="players3", max_rounds=4), 1, 2), 1, rounds=4)
    assert followers(idle(at)) == [(2, 4), (0, 5), (1, 5)]
    assert (int(at.state.truncated), int(at.state.ended)) == (0, Ended.CLAIMS)


def test_empty_decks_do_not_end_the_game():
    """IAM-25.5: The game continues with every deck and its discards empty."""
    at = bare_table()
    for deck, count in (("shadow", "shadow"), ("event", "events"), ("merc", "mercs"), ("technology", "technologies"),
                        ("emergency", "emergencies")):  # fmt: skip
        at.exhaust(deck, count)
        at.state[f"{count}_discarded"] = 0
    for seat in (0, 1, 2, 0):
        assert at.prompt[0] == seat
        at.end_turn()
    assert not at.state.over
