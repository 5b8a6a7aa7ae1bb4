"""Estimates: closed forms, slow twins, and intervals that cover the truth as often as they say."""

import math

import numpy as np
import pytest
from scipy import stats

from analyses.estimate import (
    Shares,
    Totals,
    differences,
    games_needed,
    mean_interval,
    ratios,
    verdict,
    wilson,
    win_shares,
)

EXPERIMENTS = 10_000


def sums(credit, rows):
    """The sums of win_shares from arrays (experiments, games) of the credit and the rows of each game in a cell."""
    n = np.broadcast_to(np.asarray(rows, float), credit.shape)
    return {
        "games": (n > 0).sum(1),
        "rows": n.sum(1),
        "credit": credit.sum(1),
        "squares": (credit**2).sum(1),
        "cross": (credit * n).sum(1),
        "rows2": (n**2).sum(1),
    }


def totals(**values):
    """Totals of arrays (experiments, games), by name."""
    each = np.stack(np.broadcast_arrays(*(np.asarray(value, float) for value in values.values())), axis=2)
    return Totals(tuple(values), (each != 0).sum(1), each.sum(1), np.einsum("egi,egj->eij", each, each))


def coverage(found, truth):
    return float(np.mean((found.low <= truth) & (truth <= found.high)))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 10), (10, 10), (250, 1000)])
def test_wilson_is_the_closed_form(wins, games):
    """Against scipy's own."""
    low, high = wilson(np.array([wins / games]), np.array([games]))
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_lies_in_its_interval_whatever_the_rounding(share):
    trials = np.arange(1.0, 5000.0)
    low, high = wilson(np.full_like(trials, share), trials)
    assert ((low >= 0) & (low <= share) & (share <= high) & (high <= 1)).all()


def test_one_row_a_game_is_wilson():
    """The cluster interval comes to Wilson's, up to the factor n / (n - 1) in the variance."""
    credit = np.zeros((1, 400))
    credit[:, :90] = 1
    found = win_shares(**sums(credit, 1))
    low, high = wilson(np.array([90 / 400]), np.array([400]))
    assert (found.share[0], found.low[0], found.high[0]) == pytest.approx((0.225, low[0], high[0]), abs=1e-4)


@pytest.mark.parametrize("games", [30, 200])
@pytest.mark.parametrize("truth", [0.02, 0.25, 0.5])
def test_intervals_of_single_rows_cover_the_truth(truth, games):
    """10,000 experiments: coverage between 92 % and 98.5 % where Wilson's own wobbles that much, on average 95 %."""
    credit = (np.random.default_rng(1).random((EXPERIMENTS, games)) < truth).astype(float)
    assert 0.925 <= coverage(win_shares(**sums(credit, 1)), truth) <= 0.99


def test_intervals_of_several_rows_of_a_game_cover_the_truth():
    """A strategy on 0 to 3 of four seats: rows of one game are dependent, since only one of them wins."""
    dice = np.random.default_rng(2)
    rows = dice.binomial(4, 0.3, (EXPERIMENTS, 150))
    credit = (dice.random(rows.shape) < 0.25 * rows).astype(float)
    assert 0.935 <= coverage(win_shares(**sums(credit, rows)), 0.25) <= 0.965


def test_intervals_of_split_wins_cover_the_truth():
    """A quarter of the games is shared equally by all four."""
    dice = np.random.default_rng(3)
    shared = dice.random((EXPERIMENTS, 200)) < 0.25
    credit = np.where(shared, 0.25, dice.random(shared.shape) < 0.25)
    assert 0.935 <= coverage(win_shares(**sums(credit, 1)), 0.25) <= 0.965


def test_intervals_of_half_credits_cover_the_truth():
    """Two allied homes have half of a win each: the interval of one home is half as wide as the side's."""
    side = (np.random.default_rng(4).random((EXPERIMENTS, 200)) < 0.5).astype(float)
    found = win_shares(**sums(side / 2, 1), most=0.5)
    assert 0.935 <= coverage(found, 0.25) <= 0.965
    whole = win_shares(**sums(side, 1))
    assert found.high - found.low == pytest.approx((whole.high - whole.low) / 2, rel=1e-6)


def test_the_variance_is_that_of_a_bootstrap_over_games():
    dice = np.random.default_rng(5)
    rows = dice.integers(0, 4, 300)
    credit = (dice.random(300) < 0.2 * rows).astype(float)
    found = win_shares(**sums(credit[None], rows[None]))
    picks = dice.integers(0, 300, (4000, 300))
    spread = np.std(credit[picks].sum(1) / rows[picks].sum(1))
    assert (found.high[0] - found.low[0]) / 2 == pytest.approx(1.96 * spread, rel=0.06)


def shares(share, half, games=1000.0):
    return Shares(np.array([games]), np.array([share]), np.array([share - half]), np.array([share + half]))


@pytest.mark.parametrize(("share", "half", "word"), [
    (0.25, 0.019, "balanced"),
    (0.262, 0.005, "balanced"),
    (0.30, 0.04, "strong"),
    (0.20, 0.04, "weak"),
    (0.26, 0.03, "undecided"),
])  # fmt: skip
def test_a_verdict_is_by_equivalence(share, half, word):
    """Balanced wins over strong where the interval lies both within the margin and beyond parity."""
    assert verdict(shares(share, half), np.array([0.25]))[0].split()[0] == word


@pytest.mark.parametrize("share", [0.25, 0.255, 0.26, 0.265, 0.28])
def test_an_undecided_row_is_decided_by_the_games_it_names(share):
    """With the same share, an interval from that many games has a verdict; one from a third as many has none."""
    needed = games_needed(1000, share, 0.06, 0.25, 0.02)
    half = 0.03 * math.sqrt(1000 / needed)
    assert verdict(shares(share, half), np.array([0.25]))[0].split()[0] != "undecided"
    assert verdict(shares(share, half * math.sqrt(3)), np.array([0.25]))[0].split()[0] == "undecided"


def test_means_have_students_interval():
    values = np.array([3.0, 5.0, 8.0, 12.0])
    low, high = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    assert mean_interval(values) == pytest.approx((7.0, low, high))
    assert mean_interval(values[:1]) == (3.0, -math.inf, math.inf)


def test_a_ratio_over_one_row_a_game_is_a_mean_with_students_interval():
    values = np.random.default_rng(6).gamma(2.0, 5.0, (1, 40))
    found = ratios(totals(top=values, bottom=np.ones((1, 40))), "top", "bottom")
    assert (found.ratio[0], found.low[0], found.high[0]) == pytest.approx(mean_interval(values[0]))
    assert found.games[0] == 40


def test_the_interval_of_a_ratio_is_that_of_a_bootstrap_over_games():
    """Units lost per attack: 0 to 5 attacks a game, the losses of one game go together."""
    dice = np.random.default_rng(7)
    attacks = dice.integers(0, 6, 400)
    lost = dice.poisson(attacks * dice.gamma(2.0, 0.5, 400))
    found = ratios(totals(lost=lost[None], attacks=attacks[None]), "lost", "attacks")
    picks = dice.integers(0, 400, (4000, 400))
    spread = np.std(lost[picks].sum(1) / attacks[picks].sum(1))
    assert found.ratio[0] == pytest.approx(lost.sum() / attacks.sum())
    assert (found.high[0] - found.low[0]) / 2 == pytest.approx(1.966 * spread, rel=0.06)


def test_intervals_of_ratios_cover_the_truth():
    """5,000 experiments of 150 games: between 93 % and 96.5 %."""
    dice = np.random.default_rng(8)
    attacks = dice.poisson(2.0, (5000, 150))
    won = dice.binomial(attacks, np.clip(dice.normal(0.6, 0.15, attacks.shape), 0, 1))
    found = ratios(totals(won=won, attacks=attacks), "won", "attacks")
    assert 0.93 <= coverage(found, 0.6) <= 0.965


def test_a_ratio_of_one_game_has_no_ends_and_one_of_none_does_not_exist():
    found = ratios(totals(top=[[2.0, 0.0], [0.0, 0.0]], bottom=[[4.0, 0.0], [0.0, 0.0]]), "top", "bottom")
    assert (found.ratio[0], found.low[0], found.high[0]) == (0.5, -math.inf, math.inf)
    assert np.isnan([found.ratio[1], found.low[1], found.high[1]]).all()
    assert list(found.games) == [1, 0]


ONE, TWO = ("credit_one", "rows_one"), ("credit_two", "rows_two")


def drafts(dice, experiments, games, worth):
    """Totals of games of four seats: each has a card with chance 0.3, which multiplies its chance to win by worth."""
    has = dice.random((experiments, games, 4)) < 0.3
    weight = np.where(has, worth, 1.0)
    wins = dice.random((experiments, games, 1)) * weight.sum(2, keepdims=True)
    place = (np.cumsum(weight, axis=2) < wins).sum(2, keepdims=True)
    won = np.arange(4) == place
    return totals(
        rows_one=has.sum(2), credit_one=(has & won).sum(2), rows_two=(~has).sum(2), credit_two=(~has & won).sum(2)
    )


@pytest.mark.parametrize(("worth", "games"), [(1.0, 100), (3.0, 100), (0.05, 60)])
def test_intervals_of_differences_of_shares_cover_the_truth(worth, games):
    """5,000 experiments; the truth is that of 2,000,000 games: coverage between 92.5 % and 97.5 %."""
    dice = np.random.default_rng(9)
    many = [differences(drafts(dice, 20, 20_000, worth), ONE, TWO)[0].mean() for _ in range(5)]
    found, low, high = differences(drafts(dice, 5000, games, worth), ONE, TWO)
    truth = np.mean(many)
    assert found.mean() == pytest.approx(truth, abs=0.01)
    assert 0.925 <= np.mean((low <= truth) & (truth <= high)) <= 0.975


def test_the_interval_of_a_difference_is_that_of_a_bootstrap_over_games():
    """The two shares of one game are against each other: their correlation widens the interval."""
    dice = np.random.default_rng(10)
    has = dice.random((500, 2)) < 0.5
    won = np.eye(2)[dice.integers(0, 2, 500)]
    rows, credit = has.sum(1), (has * won).sum(1)
    _, low, high = differences(
        totals(rows_one=rows[None], credit_one=credit[None], rows_two=2 - rows[None], credit_two=1 - credit[None]),
        ONE,
        TWO,
    )
    picks = dice.integers(0, 500, (4000, 500))
    n, c = rows[picks].sum(1), credit[picks].sum(1)
    spread = np.std(c / n - (500 - c) / (1000 - n))
    assert (high[0] - low[0]) / 2 == pytest.approx(1.96 * spread, rel=0.06)
