"""Mixed strategies in n-player games, tested on games with a known equilibrium."""

from itertools import product

import numpy as np
import pytest

from starbalance.analyses.statistics.population import encounters, equilibrium_mix, regret

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

ROCK = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def all_games(size, players, credit):
    """Return every line-up once, with its credits."""
    strategy = np.array(list(product(range(size), repeat=players)))
    return strategy, np.array([credit(row) for row in strategy])


def pairwise(matrix):
    """Return a function for credits proportional to the mean pairwise win share of each player."""
    return lambda row: [np.mean([matrix[a, b] for j, b in enumerate(row) if j != i]) for i, a in enumerate(row)]


def test_rock_paper_scissors_has_a_uniform_equilibrium():
    game = encounters(*all_games(3, 2, pairwise(ROCK)), 3)
    assert equilibrium_mix(game) == pytest.approx(np.full(3, 1 / 3), abs=1e-6)
    assert regret(game, np.array([1.0, 0.0, 0.0])) == pytest.approx(0.5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_asymmetric_game_has_its_exact_equilibrium(players):
    """The equilibrium of the pairwise game has a closed form, for any number of players."""
    matrix = np.array([[0.5, 0.1, 0.7], [0.9, 0.5, 0.3], [0.3, 0.7, 0.5]])
    gain = matrix - 0.5
    exact = np.array([gain[1, 2], gain[2, 0], gain[0, 1]])
    game = encounters(*all_games(3, players, pairwise(matrix)), 3)
    assert equilibrium_mix(game) == pytest.approx(exact / exact.sum(), abs=1e-3)
    assert regret(game, equilibrium_mix(game)) < 1e-3


def test_a_dominated_strategy_has_probability_0():
    matrix = np.vstack([np.hstack([ROCK, np.full((3, 1), 0.6)]), [0.4, 0.4, 0.4, 0.5]])
    assert equilibrium_mix(encounters(*all_games(4, 3, pairwise(matrix)), 4))[3] == pytest.approx(0, abs=1e-6)


def test_payoffs_agree_with_a_slow_sum_over_line_ups():
    dice = np.random.default_rng(1)
    game = encounters(dice.integers(0, 3, (500, 3)), dice.random((500, 3)), 3)
    mix = np.array([0.2, 0.3, 0.5])
    rows = zip(game.own, game.others, game.credit, strict=True)
    credit = {(own, *others): won for own, others, won in rows}
    for own in range(3):
        pairs = product(range(3), repeat=2)
        slow = sum(mix[one] * mix[two] * credit[own, *sorted((one, two))] for one, two in pairs)
        assert game.payoffs(mix)[own] == pytest.approx(slow)


def means(strategy, credit, game):
    """Return the mean credit of each encounter in three-player games."""
    seen = {}
    for row, won in zip(strategy, credit, strict=True):
        for player in range(3):
            seen.setdefault((row[player], *sorted(np.delete(row, player))), []).append(won[player])
    return np.array([np.mean(seen[own, *others]) for own, others in zip(game.own, game.others, strict=True)])


def drawn(games, size, chance):
    """Return three-player games whose winner is drawn with probabilities that depend on the line-up."""
    dice = np.random.default_rng(5)
    strategy = dice.integers(0, size, (games, 3))
    chances = np.array([chance(row) for row in strategy])
    winner = (dice.random((games, 1)) > np.cumsum(chances / chances.sum(1, keepdims=True), axis=1)).sum(1)
    return strategy, np.eye(3)[winner]


def test_encounters_with_few_games_are_shrunk_to_their_pairwise_effects():
    pair_utility = np.random.default_rng(2).normal(0.0, 0.5, (8, 8))

    def chance(row):
        utility = [sum(pair_utility[own, row[j]] for j in range(3) if j != i) for i, own in enumerate(row)]
        return np.exp(utility) / np.exp(utility).sum()

    strategy, credit = drawn(4000, 8, chance)
    estimated = encounters(strategy, credit, 8)
    true = [chance([own, *others])[0] for own, others in zip(estimated.own, estimated.others, strict=True)]
    plain = means(strategy, credit, estimated)
    assert np.abs(estimated.credit - true).mean() < 2 / 3 * np.abs(plain - true).mean()


def test_many_games_reveal_effects_beyond_pairs():
    """The player with a unique strategy wins."""

    def odd_one_out(row):
        is_unique = [list(row).count(each) == 1 for each in row]
        return is_unique if sum(is_unique) == 1 else [1 / 3] * 3

    strategy, credit = drawn(20_000, 3, lambda row: np.array(odd_one_out(row), dtype=float))
    estimated = encounters(strategy, credit, 3)
    assert estimated.credit == pytest.approx(means(strategy, credit, estimated), abs=0.01)


def test_a_strategy_without_games_has_no_payoff():
    game = encounters(np.array([[0, 1], [1, 1]]), np.array([[0.25, 0.75], [0.5, 0.5]]), 3)
    payoffs = game.payoffs(np.array([0.5, 0.5, 0.0]))
    assert payoffs[:2] == pytest.approx([0.25, 0.625])
    assert np.isnan(payoffs[2])
