"""Mixes: games whose equilibria are known, and the chain of populations against one made by hand."""

import itertools

import numpy as np
import pytest

from starbalance.analyses.statistics.equilibrium import alpha_rank, nash, places

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def shares(upper):
    """Shares of every pair of three strategies: (one : two, one : three, two : three)."""
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
def test_who_beats_everybody_is_alone(rule):
    assert rule(shares([0.6, 0.7, 0.4])) == pytest.approx([1, 0, 0], abs=1e-9)


def test_a_lopsided_circle_has_the_mix_of_the_closed_form():
    """Gains a : b = x, b : c = y, c : a = z: the equilibrium is (y, z, x) / (x + y + z)."""
    x, y, z = 0.3, 0.1, 0.2
    assert nash(shares([0.5 + x, 0.5 - z, 0.5 + y])) == pytest.approx(np.array([y, z, x]) / (x + y + z))


def test_nobody_beats_the_mix():
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
def test_of_many_mixes_the_most_even_is_taken(share, expected):
    """All alike; two copies of the best; two rocks, which are as one."""
    assert nash(share) == pytest.approx(expected, abs=1e-4)


def takes_over(gain, population):
    """The chance that one mutant takes over, from the chain of Fermi steps: 1 / (1 + sum of products of odds)."""
    return 1 / sum(np.exp(-gain * lost) for lost in range(population))


@pytest.mark.parametrize("share", [0.5, 0.503, 0.52, 0.7])
def test_two_strategies_last_as_their_chances_to_take_over(share):
    intensity, population = 10.0, 20
    square = np.array([[0.5, share], [1 - share, 0.5]])
    gain = intensity * (2 * share - 1)
    better, worse = takes_over(gain, population), takes_over(-gain, population)
    found = alpha_rank(square, intensity, population)
    assert found == pytest.approx([better / (better + worse), worse / (better + worse)])
    assert found[0] / found[1] == pytest.approx(np.exp((population - 1) * gain))


def test_populations_of_three_strategies_are_a_chain_made_by_hand():
    """A gentle intensity, at which the eigenvector of the chain is exact too."""
    share, intensity, population = shares([0.6, 0.45, 0.7]), 1.0, 10
    chain = np.zeros((3, 3))
    for here, there in itertools.permutations(range(3), 2):
        chain[here, there] = takes_over(intensity * (share[there, here] - share[here, there]), population) / 2
    chain += np.diag(1 - chain.sum(1))
    assert alpha_rank(share, intensity, population) == pytest.approx(np.linalg.matrix_power(chain, 10_000)[0])


def test_a_circle_below_a_best_strategy_dies_out():
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
def test_a_mix_of_simple_parts_is_drawn_exactly(mix, expected):
    assert list(places(np.array(mix), 16)) == expected


def test_places_lose_as_few_games_as_any_pool_does():
    """Against every pool of up to eight places; the loss is the mean square of a draw's weight."""
    dice = np.random.default_rng(2)
    for _ in range(20):
        mix = dice.dirichlet(np.ones(3))
        pools = [np.array(each) for each in itertools.product(range(1, 9), repeat=3) if sum(each) <= 8]
        least = min(np.sum(mix**2 / pool) * pool.sum() for pool in pools)
        found = places(mix, 8)
        assert found.sum() <= 8
        assert np.sum(mix**2 / found) * found.sum() == pytest.approx(least)


def test_a_strategy_of_the_mix_has_a_place_however_rare():
    assert (places(np.array([0.999, 0.001]), 16) > 0).all()
