"""Randomness: the published vectors of Philox, and draws based on it."""

import math

import numpy as np
import pytest

from starbalance.simulator.engine import chance
from starbalance.simulator.engine.limits import PURPOSES
from starbalance.simulator.engine.records import record, zeros

DICE = record(("key", "u8", (2,)), ("drawn", "i8", (PURPOSES,)), ("turn", "i8"))


def dice(seed=1, game=0):
    state = zeros(1, DICE)[0]
    state.key[0], state.key[1] = np.uint64(seed), np.uint64(game)
    return state


@pytest.mark.parametrize(("counter", "key", "block"), [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
])  # fmt: skip
def test_philox_gives_the_published_vectors(counter, key, block):
    """The vectors are the known-answer tests of Philox4x32-10 in Random123."""
    words = [np.uint64(int(word, 16)) for word in (counter + " " + key).split()]
    assert [f"{int(word):08x}" for word in chance.philox(*words)] == block.split()


def test_a_draw_depends_only_on_its_purpose():
    one, two = dice(), dice()
    chance.below(two, 5, 1000)
    assert chance.below(one, 3, 1000) == chance.below(two, 3, 1000)
    assert chance.bits(dice(1, 2), 0, 0) != chance.bits(dice(2, 1), 0, 0)


def test_below_is_uniform():
    """The chi-square statistic of 60,000 uniform draws over 6 values exceeds 25.7 for one in 10,000 seeds."""
    state = dice(7)
    counts = np.bincount([chance.below(state, 3, 6) for _ in range(60_000)], minlength=6)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 25.7


def test_every_purpose_restarts_each_turn():
    state = dice()
    chance.below(state, 3, 10)
    chance.next_turn(state)
    assert state.turn == 1
    assert not state.drawn.any()


def test_an_added_card_does_not_change_the_order_of_the_rest():
    few, many = np.arange(10), np.arange(11)
    chance.shuffle(dice(), 4, few)
    chance.shuffle(dice(), 4, many)
    assert sorted(many) == list(range(11))
    assert [card for card in many if card != 10] == list(few)
    assert list(few) != list(range(10))


def test_equal_scores_are_chosen_equally_often():
    """Counts of 2,000 draws between two options have 5 standard deviations of 112."""
    state = dice(3)
    picks = [chance.choose(state, np.array([1.0, 2.0, 2.0]), 0.0) for _ in range(2000)]
    assert set(picks) == {1, 2}
    assert abs(picks.count(1) - 1000) < 112


def test_temperature_draws_by_softmax():
    """Frequencies of 20,000 draws follow exp(score / temperature), within 5 standard deviations."""
    state, scores, heat = dice(4), np.array([0.0, 1.0, 2.0, -np.inf]), 0.7
    expected = np.exp(scores / heat) / np.exp(scores / heat).sum()
    frequencies = np.bincount([chance.choose(state, scores, heat) for _ in range(20_000)], minlength=4) / 20_000
    assert frequencies[3] == 0
    assert (np.abs(frequencies - expected) <= 5 * np.sqrt(expected * (1 - expected) / 20_000)).all()


@pytest.mark.parametrize("scores", [[1.0, math.nan], [math.inf, 0.0], [-math.inf, -math.inf]])
def test_a_missing_or_infinite_score_is_a_fault(scores):
    assert chance.choose(dice(), np.array(scores), 0.0) == -1


def test_scores_of_minus_infinity_are_never_chosen():
    assert chance.choose(dice(), np.array([-np.inf, -5.0]), 0.0) == 1
