"""Mixed strategies: games with known equilibria, and the Markov chain of populations against a hand-made one."""

import itertools

import numpy as np
import pytest

from starbalance.analyses.statistics.equilibrium import alpha_rank, nash, places

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def shares(upper):
    """Return the matrix of win shares from those of the pairs (one : two, one : three, two : three)."""
    square = np.full((3, 3), 0.5)
    for (i, j), share in zip(itertools.combinations(range(3), 2), upper, strict=True):
        square[i, j], square[j, i] = share, 1 - share
    return square


def random_shares(count, dice):
    upper = np.triu(dice.random((count, count)), 1)
    return upper + np.tril(1 - upper.T, -1) + np.eye(count) / 2


@pytest.mark.parametrize("rule", [nash, alpha_rank])
def test_rock_paper_scissors_is_uniform(rule):
    assert rule(ROCK_PAPER_SCISSORS) == pytest.approx(np.full(3, 1 / 3))


@pytest.mark.parametrize("rule", [nash, alpha_rank])
def test_a_dominant_strategy_is_played_with_certainty(rule):
    assert rule(shares([0.6, 0.7, 0.4])) == pytest.approx([1, 0, 0], abs=1e-9)


def test_an_asymmetric_cycle_has_the_closed_form_equilibrium():
    """Gains a : b = x, b : c = y, c : a = z: the equilibrium is (y, z, x) / (x + y + z)."""
    x, y, z = 0.3, 0.1, 0.2
    assert nash(shares([0.5 + x, 0.5 - z, 0.5 + y])) == pytest.approx(np.array([y, z, x]) / (x + y + z))


def test_no_strategy_beats_the_equilibrium():
    dice = np.random.default_rng(1)
    for count in (2, 3, 5, 8, 16):
        share = random_shares(count, dice)
        mix = nash(share)
        assert mix.sum() == pytest.approx(1)
        assert (mix @ share >= 0.5 - 1e-6).all()


@pytest.mark.parametrize(("share", "expected"), [
    (np.full((4, 4), 0.5), [0.25] * 4),
    (shares([0.5, 0.8, 0.8]), [0.5, 0.5, 0]),
    (ROCK_PAPER_SCISSORS[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])], [1 / 6, 1 / 6, 1 / 3, 1 / 3]),
])  # fmt: skip
def test_of_several_equilibria_the_most_even_one_is_chosen(share, expected):
    """The cases are four equal strategies, two copies of the best one, and two copies of rock."""
    assert nash(share) == pytest.approx(expected, abs=1e-4)


def fixation_probability(gain, population):
    """Return the fixation probability of one mutant under Fermi steps: 1 / (1 + sum of products of odds)."""
    return 1 / sum(np.exp(-gain * lost) for lost in range(population))


@pytest.mark.parametrize("share", [0.5, 0.503, 0.52, 0.7])
def test_two_strategies_are_ranked_by_their_fixation_probabilities(share):
    intensity, population = 10.0, 20
    square = np.array([[0.5, share], [1 - share, 0.5]])
    gain = intensity * (2 * share - 1)
    better, worse = fixation_probability(gain, population), fixation_probability(-gain, population)
    shares_of_time = alpha_rank(square, intensity, population)
    assert shares_of_time == pytest.approx([better / (better + worse), worse / (better + worse)])
    assert shares_of_time[0] / shares_of_time[1] == pytest.approx(np.exp((population - 1) * gain))


def test_populations_of_three_strategies_agree_with_a_hand_made_chain():
    """The intensity is low, so the eigenvector of the chain is numerically exact."""
    share, intensity, population = shares([0.6, 0.45, 0.7]), 1.0, 10
    chain = np.zeros((3, 3))
    for resident, mutant in itertools.permutations(range(3), 2):
        chain[resident, mutant] = (
            fixation_probability(intensity * (share[mutant, resident] - share[resident, mutant]), population) / 2
        )
    chain += np.diag(1 - chain.sum(1))
    assert alpha_rank(share, intensity, population) == pytest.approx(np.linalg.matrix_power(chain, 10_000)[0])


def test_a_cycle_below_a_best_strategy_has_probability_0():
    share = np.full((4, 4), 0.5)
    share[:3, :3] = ROCK_PAPER_SCISSORS
    share[3, :3], share[:3, 3] = 0.55, 0.45
    assert alpha_rank(share) == pytest.approx([0, 0, 0, 1], abs=1e-9)


@pytest.mark.parametrize(("mix", "expected"), [
    ([1.0, 0.0], [1, 0]),
    ([0.5, 0.5], [1, 1]),
    ([1 / 3, 1 / 3, 1 / 3], [1, 1, 1]),
    ([0.75, 0.25, 0.0], [3, 1, 0]),
])  # fmt: skip
def test_a_mix_of_simple_fractions_is_represented_exactly(mix, expected):
    assert list(places(np.array(mix), 16)) == expected


def test_places_minimise_the_loss_over_all_pools():
    """The loss, the mean square weight of a draw, equals the minimum over all pools of up to eight places."""
    dice = np.random.default_rng(2)
    for _ in range(20):
        mix = dice.dirichlet(np.ones(3))
        pools = [np.array(each) for each in itertools.product(range(1, 9), repeat=3) if sum(each) <= 8]
        least = min(np.sum(mix**2 / pool) * pool.sum() for pool in pools)
        chosen = places(mix, 8)
        assert chosen.sum() <= 8
        assert np.sum(mix**2 / chosen) * chosen.sum() == pytest.approx(least)


def test_every_strategy_of_the_mix_has_a_place():
    assert (places(np.array([0.999, 0.001]), 16) > 0).all()
