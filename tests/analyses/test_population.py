"""Mixes in games of several, against games whose equilibrium is known."""

from itertools import product

import numpy as np
import pytest

from starbalance.analyses.statistics.population import encounters, regret, unbeaten

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

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
    found = encounters(dice.integers(0, 3, (500, 3)), dice.random((500, 3)), 3)
    mix = np.array([0.2, 0.3, 0.5])
    rows = zip(found.own, found.others, found.credit, strict=True)
    credit = {(own, *others): won for own, others, won in rows}
    for own in range(3):
        pairs = product(range(3), repeat=2)
        slow = sum(mix[one] * mix[two] * credit[own, *sorted((one, two))] for one, two in pairs)
        assert found.payoffs(mix)[own] == pytest.approx(slow)


def means(strategy, credit, found):
    """The plain mean of each encounter of games of three."""
    seen = {}
    for row, won in zip(strategy, credit, strict=True):
        for player in range(3):
            seen.setdefault((row[player], *sorted(np.delete(row, player))), []).append(won[player])
    return np.array([np.mean(seen[own, *others]) for own, others in zip(found.own, found.others, strict=True)])


def drawn(games, size, chance):
    """Games of three whose winner is drawn with a chance for each player by the line-up."""
    dice = np.random.default_rng(5)
    strategy = dice.integers(0, size, (games, 3))
    chances = np.array([chance(row) for row in strategy])
    winner = (dice.random((games, 1)) > np.cumsum(chances / chances.sum(1, keepdims=True), axis=1)).sum(1)
    return strategy, np.eye(3)[winner]


def test_few_games_of_an_encounter_lean_on_what_its_pairs_say():
    worth = np.random.default_rng(2).normal(0.0, 0.5, (8, 8))

    def chance(row):
        utility = [sum(worth[own, row[j]] for j in range(3) if j != i) for i, own in enumerate(row)]
        return np.exp(utility) / np.exp(utility).sum()

    strategy, credit = drawn(4000, 8, chance)
    found = encounters(strategy, credit, 8)
    true = [chance([own, *others])[0] for own, others in zip(found.own, found.others, strict=True)]
    plain = means(strategy, credit, found)
    assert np.abs(found.credit - true).mean() < 2 / 3 * np.abs(plain - true).mean()


def test_what_is_no_sum_of_pairs_is_kept_where_the_games_tell_it():
    """The odd one out wins."""

    def odd_one_out(row):
        alone = [list(row).count(each) == 1 for each in row]
        return alone if sum(alone) == 1 else [1 / 3] * 3

    strategy, credit = drawn(20_000, 3, lambda row: np.array(odd_one_out(row), dtype=float))
    found = encounters(strategy, credit, 3)
    assert found.credit == pytest.approx(means(strategy, credit, found), abs=0.01)


def test_who_was_never_met_is_left_out():
    found = encounters(np.array([[0, 1], [1, 1]]), np.array([[0.25, 0.75], [0.5, 0.5]]), 3)
    payoffs = found.payoffs(np.array([0.5, 0.5, 0.0]))
    assert payoffs[:2] == pytest.approx([0.25, 0.625])
    assert np.isnan(payoffs[2])
