"""Rankings: strengths against an independent package and closed forms, intervals and ranks against simulated truth."""

import itertools

import choix
import numpy as np
import pytest
from scipy import optimize, special, stats

from starbalance.analyses.statistics.plackett_luce import distinct, plackett_luce, ranking

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

EXPERIMENTS = 10_000
ALONE = np.arange(4)


def games_of(strength, games, players, dice, shared=0.0, once=False):
    """(strategy, credit) of games of players drawn at random; a part is shared by two; once: no two play the same."""
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
    """(members, credit, chance) of every line-up of independent players drawn at random and every winner of it."""
    rows, credit, chance = [], [], []
    for lineup in itertools.product(range(len(strength)), repeat=players):
        for winner in range(players):
            rows.append(np.eye(len(strength))[list(lineup)])
            credit.append(np.eye(players)[winner])
            chance.append(strength[lineup[winner]] / strength[list(lineup)].sum() / len(strength) ** players)
    return np.array(rows), np.array(credit), np.array(chance)


def simulated(strength, players, games):
    """The strengths of 10,000 experiments of so many games."""
    members, credit, chance = every_game(strength, players)
    return plackett_luce(
        members, credit, count=np.random.default_rng(3).multinomial(games, chance, EXPERIMENTS).astype(float)
    )


WORTH = np.array([0.4, 0.3, 0.15, 0.1, 0.05])


def test_worths_are_those_of_choix():
    """Four of five strategies, each once (choix's gradient counts a second one for nothing), a fifth of wins shared."""
    strategy, credit = games_of(WORTH, 150, 4, np.random.default_rng(1), shared=0.2, once=True)
    data = []
    for played, won in zip(strategy.tolist(), credit, strict=True):
        winners = np.flatnonzero(won)
        for winner in winners:  # every game twice: an undivided win counts 2, a shared one 1 for each
            others = tuple(played[:winner] + played[winner + 1 :])
            data += [(played[winner], others)] * (2 // len(winners))
    expected = choix.opt_top1(5, data)
    assert fit(strategy, credit, ALONE, 5, prior=0).logs == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_worths_with_a_strategy_twice_at_the_table_are_the_likeliest():
    """Against a minimiser that knows the likelihood alone, without slopes."""
    strategy, credit = games_of(WORTH, 300, 4, np.random.default_rng(6), shared=0.2)

    def unlikely(logs):
        return -np.sum(credit * special.log_softmax(logs[strategy], axis=1))

    expected = optimize.minimize(unlikely, np.zeros(5), tol=1e-8).x
    assert fit(strategy, credit, ALONE, 5, prior=0).logs == pytest.approx(expected - expected.mean(), abs=1e-4)


def test_two_strategies_are_a_binomial():
    """180 wins of 300: strength 0.6, and the error of its logistic is 1 / sqrt(n p q)."""
    strategy = np.tile([0, 1], (300, 1))
    credit = np.repeat([[1.0, 0.0], [0.0, 1.0]], [180, 120], axis=0)
    found = fit(strategy, credit, np.arange(2), 2, prior=0)
    half = stats.norm.ppf(0.975) / np.sqrt(300 * 0.6 * 0.4)
    low, high = found.intervals(0.95)
    assert found.strength == pytest.approx([0.6, 0.4])
    assert (low[0], high[0]) == pytest.approx(special.expit(special.logit(0.6) + np.array([-half, half])))


def test_the_worth_of_a_side_is_the_product_of_its_members():
    """Two of one strategy win 80 % against two of another: their strengths are as 2 to 1."""
    strategy = np.tile([0, 0, 1, 1], (500, 1))
    credit = np.repeat([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]], [400, 100], axis=0)
    strength = fit(strategy, credit, np.array([0, 0, 1, 1]), 2, prior=0).strength
    assert strength[0] / strength[1] == pytest.approx(2)


def test_games_that_went_alike_are_counted_together():
    """The same strengths and covariance as from one row per game, for players alone and on sides."""
    strategy, credit = games_of(np.array([0.5, 0.3, 0.2]), 200, 4, np.random.default_rng(2), shared=0.1)
    for sides in (ALONE, np.array([0, 1, 0, 1])):
        on_side = np.eye(sides.max() + 1)[sides]
        slow = plackett_luce(
            np.einsum("gpk,ps->gsk", np.eye(3)[strategy], on_side), credit @ on_side, count=np.ones(200)
        )
        fast = fit(strategy, credit, sides, 3)
        assert fast.logs == pytest.approx(slow.logs)
        assert fast.covariance == pytest.approx(slow.covariance)


def test_the_covariance_is_that_of_a_bootstrap_over_games():
    dice = np.random.default_rng(4)
    strategy, credit = games_of(np.array([0.5, 0.3, 0.2]), 400, 4, dice, shared=0.5)
    members, won, count = distinct(strategy, credit, ALONE, strategies=3)
    found = plackett_luce(members, won, count=count)
    drawn = plackett_luce(members, won, count=dice.multinomial(400, count / 400, 2000).astype(float))
    for i, j in ((0, 1), (1, 2)):
        spread = found.covariance[i, i] + found.covariance[j, j] - 2 * found.covariance[i, j]
        assert np.sqrt(spread) == pytest.approx(np.std(drawn.logs[:, i] - drawn.logs[:, j]), rel=0.07)


def test_intervals_of_worths_cover_the_truth_and_ranks_hold_all_at_once():
    """Three players of three strategies, two of them equal: true ranks 1, 2 and 2."""
    strength = np.array([0.5, 0.25, 0.25])
    found = simulated(strength, 3, 150)
    low, high = found.intervals(0.95)
    assert (((low <= strength) & (strength <= high)).mean(0) >= 0.935).all()
    assert (((low <= strength) & (strength <= high)).mean(0) <= 0.965).all()
    best, worst = found.ranks(0.05)
    true = np.array([1, 2, 2])
    hold = ((best <= true) & (true <= worst)).all(1).mean()
    assert 0.945 <= hold <= 1
    assert (worst[:, 0] == 1).mean() > 0.5


def test_ranks_of_equals_are_open():
    """Four equal strategies: in at most 5 % of the experiments is any of them not first and last at once."""
    best, worst = simulated(np.full(4, 0.25), 2, 200).ranks(0.05)
    assert ((best == 1).all(1) & (worst == 4).all(1)).mean() >= 0.945


def test_a_strategy_that_wins_twice_in_all_has_an_honest_interval():
    """Its strength is 0.004: two wins in 1,000 games of two, and none in an eighth of the experiments."""
    strength = np.array([0.498, 0.498, 0.004])
    low, high = simulated(strength, 2, 600).intervals(0.95)
    assert ((low <= strength) & (strength <= high)).mean(0)[2] >= 0.93


def test_a_strategy_that_never_wins_has_a_worth_and_an_interval():
    strategy = np.tile([0, 1], (200, 1))
    found = fit(strategy, np.tile([1.0, 0.0], (200, 1)), np.arange(2), 2)
    low, high = found.intervals(0.95)
    assert 0 < low[1] < found.strength[1] < 0.01
    exact = stats.binomtest(0, 200).proportion_ci().high
    assert exact / 2 < high[1] < 2 * exact


def test_the_fit_converges_from_afar():
    """Strengths as 1 to a million, which undamped Newton steps miss."""
    strength = np.array([1.0, 1e-3, 1e-6])
    members, credit, chance = every_game(strength, 3)
    found = plackett_luce(members, credit, count=chance * 1e9)
    assert np.log(found.strength / found.strength[0]) == pytest.approx(np.log(strength), abs=0.01)


def test_a_ranking_is_a_table_best_first():
    strategy, credit = games_of(np.array([0.2, 0.6, 0.2]), 300, 4, np.random.default_rng(5))
    table = ranking(["one", "two", "three"], strategy, credit, sides=ALONE)
    assert list(table.columns) == ["rank", "strategy", "games", "strength", "low", "high", "best", "worst"]
    assert table["strategy"][0] == "two"
    assert table["strength"].is_monotonic_decreasing
    assert table["strength"].sum() == pytest.approx(1)
    assert ((table["low"] < table["strength"]) & (table["strength"] < table["high"])).all()
    assert list(table["rank"]) == [1, 2, 3]
    assert (table["best"][0], table["worst"][0]) == (1, 1)
    assert table["games"][0] == (strategy == 1).any(1).sum()
