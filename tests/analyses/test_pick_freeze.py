"""Explained shares of the variance of the winner agree with enumeration, and intervals have nominal coverage."""

from itertools import product

import numpy as np
import pytest

from starbalance.analyses.statistics.pick_freeze import alone, in_all

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

SIDES = 4  # sides of each of two dice, one die for each part of the randomness
WINNER = np.array([[0, 0, 0, 1], [0, 1, 2, 1], [0, 2, 2, 2], [1, 1, 0, 2]])  # the winner for the two dice


def credits_of(one, two):
    return np.eye(3)[WINNER[one, two]]


def exact():
    """Return (first-order share, total share) of the variance explained by the first die, by enumeration."""
    credit = np.array([[credits_of(one, two) for two in range(SIDES)] for one in range(SIDES)])
    whole = credit.var(axis=(0, 1)).sum()
    return credit.mean(axis=1).var(axis=0).sum() / whole, credit.var(axis=0).mean(axis=0).sum() / whole


def drawn(seed, games):
    """Return (first-order share, total share) of the first die, estimated from games played twice."""
    one, two, other, another = np.random.default_rng(seed).integers(0, SIDES, (4, games))
    first = credits_of(one, two)
    return alone(first, credits_of(one, another)), in_all(first, credits_of(other, two))


def test_all_possible_games_give_the_exact_shares():
    """Every pair of games occurs once, so the total share differs only by the factor (n - 1) / n."""
    kept = np.array(list(product(range(SIDES), repeat=3))).T
    games = kept.shape[1]
    estimated = alone(credits_of(kept[0], kept[1]), credits_of(kept[0], kept[2]))
    assert estimated.share == pytest.approx(exact()[0])
    assert in_all(credits_of(kept[0], kept[1]), credits_of(kept[2], kept[1])).share == pytest.approx(
        exact()[1] * (games - 1) / games
    )


def test_shares_are_unbiased_and_intervals_cover():
    estimates = [drawn(seed, 400) for seed in range(400)]
    for parts, truth in zip(zip(*estimates, strict=True), exact(), strict=True):
        shares = np.array([each.share for each in parts])
        assert abs(shares.mean() - truth) < 4 * shares.std() / 20
        holds = np.mean([each.low <= truth <= each.high for each in parts])
        assert 0.91 < holds < 0.985


def test_a_part_that_decides_everything_and_one_that_decides_nothing():
    winner = np.random.default_rng(0).integers(0, 3, 200)
    credit, other = np.eye(3)[winner], np.eye(3)[np.roll(winner, 1)]
    assert alone(credit, credit).share == pytest.approx(1) == alone(credit, credit).high
    assert alone(credit, credit).low == pytest.approx(1 - 1.96 * 2 / 200, abs=1e-4)
    assert in_all(credit, credit).share == in_all(credit, credit).low == 0
    assert in_all(credit, credit).high == pytest.approx(1.96 * 2 / 200, abs=1e-4)
    assert in_all(credit, other).share == pytest.approx(1, abs=0.15)
    assert np.isnan(alone(np.ones((5, 1)), np.ones((5, 1))).share)
