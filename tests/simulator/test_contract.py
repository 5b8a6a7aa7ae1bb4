"""The records of all games: shared fields, limits with clear errors, and switches filled from the data."""

from enum import IntEnum

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.chance import FIRST_OF_GAME
from starbalance.simulator.engine.contract import (
    MOST_OPTIONS,
    OUTCOME,
    PARTS,
    RULES,
    STATE,
    fill_switches,
    option_room,
    outcome_record,
    purposes,
    rules_record,
    share_win,
    state_record,
)
from starbalance.simulator.engine.limits import NOTES, PURPOSES, SEATS
from starbalance.simulator.engine.records import record, zeros
from starbalance.simulator.games import games

PLAYER = record(("points", "i8"))
ROOM = PURPOSES - FIRST_OF_GAME
ALL = games()


class Order(IntEnum):
    CLOCKWISE, REVERSED = range(2)


def test_purposes_of_a_game_follow_those_of_the_engine():
    assert list(purposes(3)) == [FIRST_OF_GAME, FIRST_OF_GAME + 1, FIRST_OF_GAME + 2]
    assert purposes(ROOM)[-1] == PURPOSES - 1


def test_too_many_purposes_are_refused():
    with pytest.raises(ValueError, match=f"at most {ROOM} random purposes, got {ROOM + 1}"):
        purposes(ROOM + 1)


@pytest.mark.parametrize("count", [1, MOST_OPTIONS])
def test_room_for_options_within_the_limit_is_as_requested(count):
    assert option_room(count) == count


@pytest.mark.parametrize("count", [0, -1, MOST_OPTIONS + 1])
def test_room_for_no_or_too_many_options_is_refused(count):
    with pytest.raises(ValueError, match=f"must be from 1 to {MOST_OPTIONS}, got {count}"):
        option_room(count)


@pytest.mark.parametrize("make", [state_record, outcome_record])
@pytest.mark.parametrize("seats", [0, SEATS + 1])
def test_no_seats_and_too_many_seats_are_refused(make, seats):
    with pytest.raises(ValueError, match=f"must be from 1 to {SEATS}, got {seats}"):
        make(PLAYER, seats)


def test_a_state_has_shared_fields_then_players_then_fields_of_the_game():
    made = state_record(PLAYER, 3, ("deck", "i8", (5,)))
    assert made.names == (*(name for name, *_ in STATE), "players", "deck")
    assert (made["players"].shape, made["notes"].shape, made["drawn"].shape) == ((3,), (SEATS, NOTES), (PURPOSES,))


def test_an_outcome_ends_with_the_strategies_and_a_record_for_each_seat():
    made = outcome_record(PLAYER, 2, ("winner", "i8"))
    assert made.names == (*(name for name, *_ in OUTCOME), "winner", "strategy", "seats")
    assert (made["strategy"].shape, made["seats"].shape) == ((SEATS,), (2,))


def test_switches_are_fields_of_the_rules_and_fractions_are_floats():
    made = rules_record({"order": Order, "rounds": int, "grace": bool, "share": float, "first": str}, ("ships", "i8"))
    assert made.names == (*(name for name, *_ in RULES), "order", "rounds", "grace", "share", "first", "ships")
    assert [made[name].kind for name in ("order", "rounds", "grace", "share", "first")] == ["i", "i", "i", "f", "i"]


@pytest.mark.parametrize(("make", "field"), [
    (lambda *own: state_record(PLAYER, 2, *own), "rounds"),
    (lambda *own: outcome_record(PLAYER, 2, *own), "truncated"),
    (lambda *own: rules_record({}, *own), "seats"),
    (lambda *own: rules_record({"player": int}, *own), "ships"),
])  # fmt: skip
def test_a_game_cannot_redefine_a_shared_field(make, field):
    with pytest.raises(ValueError, match=r"of every game already has a field '(rounds|truncated|seats|player)'"):
        make((field, "i8"))


def test_switches_are_filled_from_the_data_except_those_of_words():
    switches = {"order": Order, "rounds": int, "grace": bool, "share": float, "first": str}
    rules = zeros(1, rules_record(switches))[0]
    entries = {"order": "reversed", "rounds": 7, "grace": True, "share": 0.25, "first": "Algol"}
    fill_switches(rules, switches, {name: {"value": value} for name, value in entries.items()})
    assert [rules[name] for name in switches] == [Order.REVERSED, 7, 1, 0.25, 0]


def test_a_switch_missing_in_the_data_is_an_error():
    switches = {"rounds": int}
    with pytest.raises(KeyError, match="rounds"):
        fill_switches(zeros(1, rules_record(switches))[0], switches, {})


@pytest.mark.parametrize("game", ALL.values(), ids=list(ALL))
def test_the_records_of_a_game_have_the_shared_fields(game):
    """The shared fields have equal order, type and shape, and the arrays of the game are within the limits."""
    state = game.module("state")
    rules = tables.load(game).record.dtype
    for made, shared in ((state.state_dt, STATE), (state.outcome_dt, OUTCOME), (rules, RULES)):
        assert made.names[: len(shared)] == tuple(name for name, *_ in shared)
        for name, kind, *shape in shared:
            assert (made[name].base, made[name].shape) == (np.dtype(kind), shape[0] if shape else ())
    assert max(setup.seats for setup in game.setups) <= state.state_dt["players"].shape[0] <= SEATS
    assert state.outcome_dt["seats"].shape == state.state_dt["players"].shape
    assert 1 <= state.MAX_OPTIONS <= MOST_OPTIONS


def shares(*ranks):
    """Return the shares of the win of seats with the given ranks."""
    state, rules = zeros(1, state_record(PLAYER, SEATS))[0], zeros(1, rules_record({}))[0]
    rules.seats = len(ranks)
    state.credit[: len(ranks)] = ranks
    share_win(state, rules)
    assert not state.credit[len(ranks) :].any()
    return state.credit[: len(ranks)].tolist()


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((5,), [1.0]),
        ((3, 5, 4), [0.0, 1.0, 0.0]),
        ((5, 3, 5), [0.5, 0.0, 0.5]),
        ((-2, -1, -1, -1), [0.0, 1 / 3, 1 / 3, 1 / 3]),
        ((0,) * SEATS, [1 / SEATS] * SEATS),
    ],
)
def test_the_seats_with_the_highest_rank_share_the_win(ranks, expected):
    assert shares(*ranks) == expected


def test_every_equal_share_is_a_whole_number_of_parts():
    """Sums of shares in whole parts do not depend on the order of the games."""
    for winners in range(1, SEATS + 1):
        assert (shares(*[1] * winners)[0] * PARTS).is_integer()
