"""Mixes in games of several, against games whose equilibrium is known."""

from itertools import product

import numpy as np
import pytest

from starbalance.analyses.statistics.population import encounters, regret, unbeaten

ROCK = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def all_games(size, players, credit):
    """Every line-up once, with its credits."""
    strategy = np.array(list(product(range(size), repeat=players)))
    return strategy, np.array([credit(row) for row in strategy])


def pairwise(matrix):
    """Each player wins in proportion to what it wins of the others two by two."""
    return lambda row: [np.mean([matrix[a, b] for j, b in enumerate(row) if j != i]) for i, a in enumerate(row)]


def test_stone_paper_scissors_is_mixed_in_equal_parts():
    found = encounters(*all_games(3, 2, pairwise(ROCK)), 3)
    assert unbeaten(found) == pytest.approx(np.full(3, 1 / 3), abs=1e-6)
    assert regret(found, np.array([1.0, 0.0, 0.0])) == pytest.approx(0.5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_mix_in_unequal_parts_is_found(players):
    """The mix in which each loses to one what it wins of the other, whatever the players."""
    matrix = np.array([[0.5, 0.1, 0.7], [0.9, 0.5, 0.3], [0.3, 0.7, 0.5]])
    gain = matrix - 0.5
    exact = np.array([gain[1, 2], gain[2, 0], gain[0, 1]])
    found = encounters(*all_games(3, players, pairwise(matrix)), 3)
    assert unbeaten(found) == pytest.approx(exact / exact.sum(), abs=1e-3)
    assert regret(found, unbeaten(found)) < 1e-3


def test_a_strategy_that_loses_to_all_is_left_out():
    matrix = np.vstack([np.hstack([ROCK, np.full((3, 1), 0.6)]), [0.4, 0.4, 0.4, 0.5]])
    assert unbeaten(encounters(*all_games(4, 3, pairwise(matrix)), 4))[3] == pytest.approx(0, abs=1e-6)


def test_payoffs_are_a_slow_sum_over_line_ups():
    dice = np.random.default_rng(1)
    strategy, credit = dice.integers(0, 3, (500, 3)), dice.random((500, 3))
    mix = np.array([0.2, 0.3, 0.5])
    found = encounters(strategy, credit, 3).payoffs(mix)
    for own in range(3):
        slow = 0.0
        for one, two in product(range(3), repeat=2):
            means = [
                credit[g, p]
                for g in range(500)
                for p in range(3)
                if strategy[g, p] == own and sorted(np.delete(strategy[g], p)) == sorted((one, two))
            ]
            slow += mix[one] * mix[two] * np.mean(means)
        assert found[own] == pytest.approx(slow)


def test_who_was_never_met_is_left_out():
    found = encounters(np.array([[0, 1], [1, 1]]), np.array([[0.25, 0.75], [0.5, 0.5]]), 3)
    payoffs = found.payoffs(np.array([0.5, 0.5, 0.0]))
    assert payoffs[:2] == pytest.approx([0.25, 0.625])
    assert np.isnan(payoffs[2])
