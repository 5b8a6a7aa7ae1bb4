"""Comet Chase: the tests shipped with each copy of it; then chance, invalid data, and planted faults."""

from importlib import import_module

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.play import carry_out, play_on
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from tests.contract.worlds import listed, scores_of, started, weights_of

GAME = find_game(TEMPLATE)
TUG, ICE = 1, 0
SEEDS = range(60)
COPIED = vars(import_module(f"{GAME.package}.tests.test_rules"))
globals().update({name: value for name, value in COPIED.items() if name.startswith("test_")})


def starts(setup="players3"):
    rules = tables.load(GAME, setup).record
    return rules, [started(GAME, rules, seed) for seed in SEEDS]


@pytest.mark.parametrize("setup", [each.name for each in GAME.setups])
def test_ships_are_dealt_at_random_each_with_its_head_start(setup):
    """COM-1.1: Each player has one ship, all ships differ, and every player may get any ship."""
    rules, states = starts(setup)
    ships = [state.players["ship"][: rules.seats].tolist() for state in states]
    assert all(len(set(each)) == rules.seats for each in ships)
    assert {(seat, ship) for each in ships for seat, ship in enumerate(each)} == {
        (seat, ship) for seat in range(rules.seats) for ship in range(3)
    }
    for state, each in zip(states, ships, strict=True):
        assert state.players["distance"][: rules.seats].tolist() == [int(rules.head_start[ship]) for ship in each]


def test_cargo_is_dealt_from_a_shuffled_deck():
    """COM-1.2: three Ice, two Iron, one Helium; dealt cards are not in the deck any more."""
    rules, states = starts()
    assert rules.points[: rules.cards].tolist() == [0, 0, 0, 3, 3, 6]
    hands = [state.players["card"].tolist() for state in states]
    assert all(len(set(hand)) == 3 for hand in hands)
    assert {hand[0] for hand in hands} == set(range(6))
    assert [state.deck[:3].tolist() for state in states] == hands


def test_the_die_has_six_sides():
    """COM-2.1: the first rolls of sixty races, without boosts; a 1 gains nothing."""
    rules, states = starts()
    rules.boost[:] = 0
    for state in states:
        carry_out(GAME, state, rules, listed(GAME, state, rules)[0])
        assert state.players["rolls"].sum() == 1
    assert {int(state.gain) for state in states} == {0, 2, 3, 4, 5, 6}


def test_a_race_at_the_round_limit_is_decided_by_the_distances():
    """The Tug has a start of 8, and every player rolls a 1."""
    rules = tables.load(GAME, "players3", set={"switches.max_rounds": 1}).record
    state = started(GAME, rules, seed=1)
    state.players["card"] = ICE
    for _ in range(3):
        GAME.module("moves").resolve_roll(state, rules, 1)
        play_on(GAME, state, rules)
    assert (state.over, state.truncated, state.rounds) == (1, 1, 1)
    assert state.players["ship"][state.credit[:3] == 1].tolist() == [TUG]


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"cargo.Ice.copies": 12}, "3 to 12 cargo cards, got 15"),
    ({"cargo.Ice.copies": 0, "cargo.Iron.copies": 0}, "3 to 12 cargo cards, got 1"),
    ({"new.ships.Raft": {"head_start": 9, "boost": 0, "source": "assumed"}}, "the table 'ships' is closed"),
])  # fmt: skip
def test_invalid_data_are_refused(changes, sentence):
    with pytest.raises(BadInput, match=sentence):
        tables.load(GAME, set=changes)


def test_the_rules_record_has_the_numbers_of_each_ship():
    """COM-1.1, COM-2.3"""
    ships, rules = tables.read(GAME)["ships"].values(), tables.load(GAME, "players3").record
    assert any(ship["boost"] for ship in ships) and any(ship["head_start"] for ship in ships)
    assert rules.boost.tolist() == [ship["boost"] for ship in ships]
    assert rules.head_start.tolist() == [ship["head_start"] for ship in ships]


def test_data_with_a_ship_missing_are_refused():
    """COM-1.1"""
    document = tables.read(GAME)
    ships = {name: ship for name, ship in document["ships"].items() if name != "Tug"}
    with pytest.raises(BadInput, match="exactly 3 ships, got 2"):
        GAME.module("reader").fill({**document, "ships": ships}, GAME.setups[0])


FAULTS = {
    "I-1: the deck does not hold": lambda state: state.deck.__setitem__(0, state.deck[5]),
    "I-1: a player does not have the card": lambda state: state.players["card"].__setitem__(0, state.deck[5]),
    "I-2": lambda state: state.players["ship"].__setitem__(slice(None), TUG),
    "I-3": lambda state: setattr(state, "gain", -1),
}


@pytest.mark.parametrize("sentence", FAULTS)
def test_a_planted_fault_of_a_state_is_detected(sentence):
    rules = tables.load(GAME, "players3").record
    state = started(GAME, rules, seed=1)
    assert GAME.module("invariants").violations(state, rules) == []
    FAULTS[sentence](state)
    assert [each.startswith(sentence) for each in GAME.module("invariants").violations(state, rules)].count(True) == 1


def test_a_planted_fault_of_a_step_is_detected():
    rules = tables.load(GAME, "players3").record
    state = started(GAME, rules, seed=1)
    before, violations = state.copy(), GAME.module("invariants").step_violations
    state.players[0].distance -= 1
    state.over = 1
    assert [each[:3] for each in violations(before, state, rules)] == ["I-4", "I-5"]


def test_the_standing_is_the_visible_distance():
    """COM-3.2: The cargo, which only its player sees, does not count before the end."""
    rules, states = starts()
    assert [GAME.kernels.standing(states[0], rules, seat) for seat in range(3)] == states[0].players[
        "distance"
    ].tolist()


def test_the_columns_of_an_outcome_have_the_words_of_the_data():
    assert GAME.labels(tables.load(GAME))["ship"] == ("Clipper", "Tug", "Probe")


@pytest.mark.parametrize(("gain", "rival", "stops"), [(8, 0, False), (20, 0, True), (20, 50, False), (60, 55, True)])
def test_sensible_stops_with_enough_gain_unless_the_rival_is_ahead_at_the_goal(gain, rival, stops):
    rules, (state, *_) = starts("players2")
    state.players["distance"], state.players["card"], state.gain = 0, ICE, gain
    state.players[1 - state.actor].distance = rival
    strategy = find_strategy(GAME, "sensible")
    scores = scores_of(strategy.score(GAME), weights_of(strategy), state, rules, listed(GAME, state, rules))
    assert (np.argmax(scores) == 1) == stops


def test_a_seat_is_labelled_by_its_ship():
    rules, states = starts()
    for state in states:
        ships = [GAME.kernels.level(state, rules, seat) for seat in range(3)]
        assert ships == state.players["ship"].tolist() and len(set(ships)) == 3
