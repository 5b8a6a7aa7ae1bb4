"""Rankings: strengths agree with an independent package and closed forms; intervals and ranks cover simulated truth."""

import itertools

import choix
import numpy as np
import pytest
from scipy import optimize, special, stats

from starbalance.analyses.statistics.plackett_luce import distinct, plackett_luce, ranking

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

EXPERIMENTS = 10_000
SINGLE_PLAYERS = np.arange(4)


def games_of(strength, games, players, dice, shared=0.0, once=False):
    """Return (strategy, credit) of games with strategies drawn at random.

    Args:
        strength: Strengths of the strategies.
        games: Number of games.
        players: Players per game.
        dice: Random generator.
        shared: Fraction of games whose win is shared by two players. Default: 0.
        once: Whether a strategy plays at most once in a game. Default: no.
    """
    strategy = dice.integers(0, len(strength), (games, players))
    if once:
        strategy = dice.permuted(np.tile(np.arange(len(strength)), (games, 1)), axis=1)[:, :players]
    weight = strength[strategy]
    winner = (weight.cumsum(1) < dice.random((games, 1)) * weight.sum(1, keepdims=True)).sum(1)
    credit = np.eye(players)[winner]
    tied = dice.random(games) < shared
    credit[tied] = (credit[tied] + np.eye(players)[(winner[tied] + 1) % players]) / 2
    return strategy, credit


def fit(strategy, credit, sides, strategies, prior=0.5):
    return plackett_luce(*distinct(strategy, credit, sides, strategies=strategies), prior=prior)


def every_game(strength, players):
    """Return (members, credit, probability) of every combination of a random line-up and a winner."""
    rows, credit, chance = [], [], []
    for lineup in itertools.product(range(len(strength)), repeat=players):
        for winner in range(players):
            rows.append(np.eye(len(strength))[list(lineup)])
            credit.append(np.eye(players)[winner])
            chance.append(strength[lineup[winner]] / strength[list(lineup)].sum() / len(strength) ** players)
    return np.array(rows), np.array(credit), np.array(chance)


def simulated(strength, players, games):
    """Return the fitted strengths of 10,000 experiments with the given number of games."""
    members, credit, chance = every_game(strength, players)
    return plackett_luce(
        members, credit, count=np.random.default_rng(3).multinomial(games, chance, EXPERIMENTS).astype(float)
    )


STRENGTH = np.array([0.4, 0.3, 0.15, 0.1, 0.05])


def test_strengths_agree_with_choix():
    """Games have four distinct strategies, since choix ignores a second copy; a fifth of the wins is shared."""
    strategy, credit = games_of(STRENGTH, 150, 4, np.random.default_rng(1), shared=0.2, once=True)
    data = []
    for played, won in zip(strategy.tolist(), credit, strict=True):
        winners = np.flatnonzero(won)
        for winner in winners:  # every game counts twice: a sole winner gets 2, two winners 1 each
            others = tuple(played[:winner] + played[winner + 1 :])
            data += [(played[winner], others)] * (2 // len(winners))
    expected = choix.opt_top1(5, data)
    assert fit(strategy, credit, SINGLE_PLAYERS, 5, prior=0).logs == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_strengths_with_a_repeated_strategy_maximise_the_likelihood():
    """The fit agrees with a minimiser of the likelihood that uses no gradients."""
    strategy, credit = games_of(STRENGTH, 300, 4, np.random.default_rng(6), shared=0.2)

    def unlikely(logs):
        return -np.sum(credit * special.log_softmax(logs[strategy], axis=1))

    expected = optimize.minimize(unlikely, np.zeros(5), tol=1e-8).x
    assert fit(strategy, credit, SINGLE_PLAYERS, 5, prior=0).logs == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_two_strategies_give_a_binomial():
    """180 wins in 300 games give a strength of 0.6, with a logit error of 1 / sqrt(n p q)."""
    strategy = np.tile([0, 1], (300, 1))
    credit = np.repeat([[1.0, 0.0], [0.0, 1.0]], [180, 120], axis=0)
    fitted = fit(strategy, credit, np.arange(2), 2, prior=0)
    half = stats.norm.ppf(0.975) / np.sqrt(300 * 0.6 * 0.4)
    low, high = fitted.intervals(0.95)
    assert fitted.strength == pytest.approx([0.6, 0.4])
    assert (low[0], high[0]) == pytest.approx(special.expit(special.logit(0.6) + np.array([-half, half])))


def test_the_strength_of_a_side_is_the_product_of_its_members():
    """A side of two wins 80 % against two of another strategy, so the strengths are 2 to 1."""
    strategy = np.tile([0, 0, 1, 1], (500, 1))
    credit = np.repeat([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]], [400, 100], axis=0)
    strength = fit(strategy, credit, np.array([0, 0, 1, 1]), 2, prior=0).strength
    assert strength[0] / strength[1] == pytest.approx(2)


def test_identical_games_are_grouped():
    """Grouped games give the strengths and covariance of one row per game, for single players and for sides."""
    strategy, credit = games_of(np.array([0.5, 0.3, 0.2]), 200, 4, np.random.default_rng(2), shared=0.1)
    for sides in (SINGLE_PLAYERS, np.array([0, 1, 0, 1])):
        on_side = np.eye(sides.max() + 1)[sides]
        slow = plackett_luce(
            np.einsum("gpk,ps->gsk", np.eye(3)[strategy], on_side), credit @ on_side, count=np.ones(200)
        )
        fast = fit(strategy, credit, sides, 3)
        assert fast.logs == pytest.approx(slow.logs)
        assert fast.covariance == pytest.approx(slow.covariance)


def test_the_covariance_agrees_with_a_bootstrap_over_games():
    dice = np.random.default_rng(4)
    strategy, credit = games_of(np.array([0.5, 0.3, 0.2]), 400, 4, dice, shared=0.5)
    members, won, count = distinct(strategy, credit, SINGLE_PLAYERS, strategies=3)
    fitted = plackett_luce(members, won, count=count)
    drawn = plackett_luce(members, won, count=dice.multinomial(400, count / 400, 2000).astype(float))
    for i, j in ((0, 1), (1, 2)):
        spread = fitted.covariance[i, i] + fitted.covariance[j, j] - 2 * fitted.covariance[i, j]
        assert np.sqrt(spread) == pytest.approx(np.std(drawn.logs[:, i] - drawn.logs[:, j]), rel=0.07)


def test_intervals_of_strengths_cover_the_truth_and_ranks_hold_family_wise():
    """Of three strategies in three-player games, two are equal: the true ranks are 1, 2 and 2."""
    strength = np.array([0.5, 0.25, 0.25])
    fitted = simulated(strength, 3, 150)
    low, high = fitted.intervals(0.95)
    assert (((low <= strength) & (strength <= high)).mean(0) >= 0.935).all()
    assert (((low <= strength) & (strength <= high)).mean(0) <= 0.965).all()
    best, worst = fitted.ranks(0.05)
    true = np.array([1, 2, 2])
    hold = ((best <= true) & (true <= worst)).all(1).mean()
    assert 0.945 <= hold <= 1
    assert (worst[:, 0] == 1).mean() > 0.5


def test_ranks_of_equal_strategies_span_all_places():
    """With four equal strategies, all ranks span 1 to 4 in about 95 % of the experiments."""
    best, worst = simulated(np.full(4, 0.25), 2, 200).ranks(0.05)
    assert ((best == 1).all(1) & (worst == 4).all(1)).mean() >= 0.945


def test_the_interval_of_a_rarely_winning_strategy_covers():
    """A strength of 0.004 means few wins in 600 games, and none in an eighth of the experiments."""
    strength = np.array([0.498, 0.498, 0.004])
    low, high = simulated(strength, 2, 600).intervals(0.95)
    assert ((low <= strength) & (strength <= high)).mean(0)[2] >= 0.93


def test_a_strategy_that_never_wins_has_a_strength_and_an_interval():
    strategy = np.tile([0, 1], (200, 1))
    fitted = fit(strategy, np.tile([1.0, 0.0], (200, 1)), np.arange(2), 2)
    low, high = fitted.intervals(0.95)
    assert 0 < low[1] < fitted.strength[1] < 0.01
    exact = stats.binomtest(0, 200).proportion_ci().high
    assert exact / 2 < high[1] < 2 * exact


def test_the_fit_converges_for_extreme_strengths():
    """Undamped Newton steps fail for strengths with a ratio of a million."""
    strength = np.array([1.0, 1e-3, 1e-6])
    members, credit, chance = every_game(strength, 3)
    fitted = plackett_luce(members, credit, count=chance * 1e9)
    assert np.log(fitted.strength / fitted.strength[0]) == pytest.approx(np.log(strength), abs=0.01)


def test_a_ranking_is_sorted_by_strength():
    strategy, credit = games_of(np.array([0.2, 0.6, 0.2]), 300, 4, np.random.default_rng(5))
    table = ranking(["one", "two", "three"], strategy, credit, sides=SINGLE_PLAYERS)
    assert list(table.columns) == ["rank", "strategy", "games", "strength", "low", "high", "best", "worst"]
    assert table["strategy"][0] == "two"
    assert table["strength"].is_monotonic_decreasing
    assert table["strength"].sum() == pytest.approx(1)
    assert ((table["low"] < table["strength"]) & (table["strength"] < table["high"])).all()
    assert list(table["rank"]) == [1, 2, 3]
    assert (table["best"][0], table["worst"][0]) == (1, 1)
    assert table["games"][0] == (strategy == 1).any(1).sum()
