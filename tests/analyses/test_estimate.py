"""Estimates agree with closed forms and slow implementations, and intervals have nominal coverage."""

import math

import numpy as np
import pytest
from scipy import stats

from starbalance.analyses.statistics.estimate import (
    ClusterSums,
    chance_of_missing,
    correlations,
    critical,
    differences,
    mean_interval,
    proportions,
    ratios,
    wilson,
    win_shares,
)

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

SUMS = ("games", "rows", "credit", "squares", "cross", "rows2")
EXPERIMENTS = 10_000
Z = stats.norm.ppf(0.975)


def sums(credit, rows):
    """Return the arguments of win_shares from the credit and rows of each game, of shape (experiments, games)."""
    n = np.broadcast_to(np.asarray(rows, float), credit.shape)
    return {
        "games": (n > 0).sum(1),
        "rows": n.sum(1),
        "credit": credit.sum(1),
        "squares": (credit**2).sum(1),
        "cross": (credit * n).sum(1),
        "rows2": (n**2).sum(1),
    }


def cluster_sums(**values):
    """Return the cluster sums of named arrays of shape (experiments, games)."""
    each = np.stack(np.broadcast_arrays(*(np.asarray(value, float) for value in values.values())), axis=2)
    return ClusterSums(tuple(values), (each != 0).sum(1), each.sum(1), np.einsum("egi,egj->eij", each, each))


def coverage(estimate, truth):
    return float(np.mean((estimate.low <= truth) & (truth <= estimate.high)))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 10), (10, 10), (250, 1000)])
def test_wilson_agrees_with_scipy(wins, games):
    """The interval agrees with scipy."""
    low, high = wilson(np.array([wins / games]), np.array([games]), Z)
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_lies_in_its_interval_despite_rounding(share):
    trials = np.arange(1.0, 5000.0)
    low, high = wilson(np.full_like(trials, share), trials, Z)
    assert ((low >= 0) & (low <= share) & (share <= high) & (high <= 1)).all()


def test_one_row_per_game_gives_the_wilson_interval():
    """The cluster interval equals Wilson's, up to the factor n / (n - 1) in the variance."""
    credit = np.zeros((1, 400))
    credit[:, :90] = 1
    estimate = win_shares(**sums(credit, 1))
    low, high = wilson(np.array([90 / 400]), np.array([400]), Z)
    assert (estimate.share[0], estimate.low[0], estimate.high[0]) == pytest.approx((0.225, low[0], high[0]), abs=1e-4)


@pytest.mark.parametrize("games", [30, 200])
@pytest.mark.parametrize("truth", [0.02, 0.25, 0.5])
def test_intervals_of_single_rows_cover_the_truth(truth, games):
    """Coverage in 10,000 experiments is between 92.5 % and 99 %: Wilson's interval varies that much around 95 %."""
    credit = (np.random.default_rng(1).random((EXPERIMENTS, games)) < truth).astype(float)
    assert 0.925 <= coverage(win_shares(**sums(credit, 1)), truth) <= 0.99


def test_intervals_of_several_rows_of_a_game_cover_the_truth():
    """A strategy holds 0 to 4 seats of a game. Its rows are dependent, since only one seat wins."""
    dice = np.random.default_rng(2)
    rows = dice.binomial(4, 0.3, (EXPERIMENTS, 150))
    credit = (dice.random(rows.shape) < 0.25 * rows).astype(float)
    assert 0.935 <= coverage(win_shares(**sums(credit, rows)), 0.25) <= 0.965


def test_intervals_of_split_wins_cover_the_truth():
    """All four seats share the win in a quarter of the games."""
    dice = np.random.default_rng(3)
    shared = dice.random((EXPERIMENTS, 200)) < 0.25
    credit = np.where(shared, 0.25, dice.random(shared.shape) < 0.25)
    assert 0.935 <= coverage(win_shares(**sums(credit, 1)), 0.25) <= 0.965


def test_intervals_of_half_credits_cover_the_truth():
    """Two allied homes have the interval of their side, since both win if it wins.

    Half wins shared by two sides have a narrower interval, which covers too.
    """
    side = (np.random.default_rng(4).random((EXPERIMENTS, 200)) < 0.5).astype(float)
    whole, allies = win_shares(**sums(side, 1)), win_shares(**sums(2 * side, 2))
    assert 0.935 <= coverage(allies, 0.5) <= 0.965
    for end in ("share", "low", "high"):
        assert getattr(allies, end) == pytest.approx(getattr(whole, end), rel=1e-6)
    assert 0.935 <= coverage(win_shares(**sums(side / 2, 1)), 0.25) <= 0.965


def test_the_variance_agrees_with_a_bootstrap_over_games():
    dice = np.random.default_rng(5)
    rows = dice.integers(0, 4, 300)
    credit = (dice.random(300) < 0.2 * rows).astype(float)
    estimate = win_shares(**sums(credit[None], rows[None]))
    picks = dice.integers(0, 300, (4000, 300))
    spread = np.std(credit[picks].sum(1) / rows[picks].sum(1))
    assert (estimate.high[0] - estimate.low[0]) / 2 == pytest.approx(1.96 * spread, rel=0.06)


def plain_half(rows, credit):
    """Return half the width of Wilson's interval for independent rows."""
    low, high = wilson(np.array([credit.sum() / rows.sum()]), np.array([rows.sum()]), Z)
    return (high[0] - low[0]) / 2


def half(estimate):
    return (estimate.high[0] - estimate.low[0]) / 2


def test_rows_that_win_together_widen_the_interval():
    """Two seats of a side win together, so 800 rows contain the information of 400 games."""
    fate = np.repeat([0.0, 1.0], 200)[None]
    estimate = win_shares(**sums(2 * fate, 2))
    assert half(estimate) == pytest.approx(math.sqrt(2) * plain_half(np.full(400, 2), 2 * fate), rel=0.01)


def test_rows_that_win_against_each_other_narrow_the_interval():
    """A strategy on all four seats wins every game once, so the only uncertainty is about the next game."""
    dice = np.random.default_rng(11)
    rows = dice.integers(1, 5, (1, 400))
    credit = (dice.random(rows.shape) < rows / 4).astype(float)
    assert half(win_shares(**sums(credit, rows))) < 0.9 * plain_half(rows, credit)
    always = win_shares(**sums(np.ones((1, 400)), 4))
    assert always.share[0] == 0.25
    assert 0.75 / 400 < half(always) < 0.01


def test_proportions_cover_the_truth():
    """Coverage in 10,000 experiments of 300 truncated or finished games is between 93.5 % and 96.5 %."""
    count = np.random.default_rng(12).binomial(300, 0.12, EXPERIMENTS)
    share, low, high = proportions(count, 300)
    assert share == pytest.approx(count / 300)
    assert 0.935 <= np.mean((low <= 0.12) & (high >= 0.12)) <= 0.965


def test_means_cover_the_truth():
    """Coverage in 10,000 experiments of 40 games with skewed lengths is between 93 % and 95.5 %."""
    values = np.random.default_rng(13).gamma(4.0, 2.5, (EXPERIMENTS, 40))
    intervals = np.array([mean_interval(each) for each in values])
    assert 0.93 <= np.mean((intervals[:, 1] <= 10) & (intervals[:, 2] >= 10)) <= 0.955


SEVERAL = [(rows, won, stats.binom.pmf(rows, 4, 0.3) * chance) for rows in range(5)
           for won, chance in ((1.0, rows / 4), (0.0, 1 - rows / 4))]  # fmt: skip
KINDS = {
    "one half": [(1, 1.0, 0.5), (1, 0.0, 0.5)],
    "one quarter": [(1, 1.0, 0.25), (1, 0.0, 0.75)],
    "a small share": [(1, 1.0, 0.05), (1, 0.0, 0.95)],
    "ties split among four": [(1, 1.0, 0.2), (1, 0.25, 0.2), (1, 0.0, 0.6)],
    "several seats of a game": SEVERAL,
}


def sequential_estimates(kinds, steps, experiments=EXPERIMENTS):
    """Return estimates of shape (experiments, looks).

    Args:
        kinds: Kinds of games as (rows, credit, probability).
        steps: Games played before each look.
        experiments: Number of experiments. Default: `EXPERIMENTS`.
    """
    rows, credit, chance = np.array(kinds, float).T
    dice = np.random.default_rng(14)
    played = dice.multinomial(steps, chance / chance.sum(), (experiments, len(steps))).cumsum(1)
    weights = (rows > 0, rows, credit, credit**2, credit * rows, rows**2)
    sums = (played @ np.asarray(weight, float) for weight in weights)
    return win_shares(**dict(zip(SUMS, sums, strict=True)), sequential=True)


@pytest.mark.parametrize("name", KINDS)
def test_confidence_sequences_are_anytime_valid(name):
    """The looks are at 1,000 games, then every 50 games to 5,000 and every 1,000 games to 40,000.

    At most 5 % (plus 0.65 % sampling error) of 10,000 experiments miss the truth at any look. At least 1 % do, so the
    sequence is not too wide. Intervals for a single look miss far more often.
    """
    estimates = sequential_estimates(KINDS[name], np.concatenate([[1000], np.full(80, 50), np.full(35, 1000)]))
    rows, credit, chance = np.array(KINDS[name]).T
    truth = (credit * chance).sum() / (rows * chance).sum()
    missed = ((estimates.low > truth) | (estimates.high < truth)).any(1)
    assert 0.01 <= missed.mean() <= 0.05 + 0.0065
    once = np.abs(estimates.p_value(truth).min(1)) < 0.05
    assert once.mean() == pytest.approx(missed.mean(), abs=1e-9)
    low, high = wilson(estimates.share, estimates.trials, Z)
    assert ((low > truth) | (high < truth)).any(1).mean() > 0.2


def test_a_confidence_sequence_is_wider_than_an_interval_and_narrows():
    games = np.array([1e3, 1e4, 1e5, 1e6])
    wider = critical(games, 0.95, True) / Z
    assert (wider > 1.4).all()
    assert (wider < 2.2).all()
    assert (np.diff(critical(games, 0.95, True) / np.sqrt(games)) < 0).all()


def test_a_confidence_sequence_agrees_with_the_paper():
    """The source is equation 10 and theorem 2.2 of Waudby-Smith et al., with the binomial variance at the bound."""
    rho2 = (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 10_000
    n, p = 20_000, 0.3
    reach = math.sqrt(p * (1 - p)) * math.sqrt(
        2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / 0.05)
    )
    assert critical(np.array([n]), 0.95, True)[0] * math.sqrt(p * (1 - p) / n) == pytest.approx(reach)


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("part", [1.0, 0.5])
def test_the_p_value_at_the_ends_of_an_interval_is_one_minus_its_level(sequential, part):
    """This holds for one row and for several rows per game, for whole and half wins, at three confidence levels."""
    dice = np.random.default_rng(15)
    rows = dice.binomial(4, 0.4, (5, 300))
    credit = part * (dice.random(rows.shape) < np.array([[0.1], [0.15], [0.2], [0.24], [0.03]]) * rows)
    for level in (0.8, 0.95, 0.999):
        estimates = win_shares(**sums(credit, rows), confidence=level, sequential=sequential)
        assert estimates.p_value(estimates.low) == pytest.approx(1 - level)
        assert estimates.p_value(estimates.high) == pytest.approx(1 - level)
        assert (estimates.p_value(estimates.share) == 1).all()


def test_a_p_value_of_single_rows_agrees_with_the_score_test():
    """The p-value agrees with statsmodels, up to the factor n / (n - 1) in the variance."""
    from statsmodels.stats.proportion import proportions_ztest

    credit = np.zeros((1, 2000))
    credit[:, :540] = 1
    expected = proportions_ztest(540, 2000, 0.25, prop_var=0.25)[1]
    assert win_shares(**sums(credit, 1)).p_value(np.array([0.25]))[0] == pytest.approx(expected, rel=0.01)


def test_one_sided_p_values_equal_two_sided_ones_on_the_far_side_only():
    """`p_above` tests H0: share <= value. A value that no share can have has a p-value of 0."""
    credit = np.zeros((1, 1000))
    credit[:, :300] = 1
    estimate = win_shares(**sums(credit, 1))
    for value in (0.25, 0.27):
        assert estimate.p_above(np.array([value]))[0] == estimate.p_value(np.array([value]))[0]
        assert estimate.p_below(np.array([value]))[0] == 1
    for value in (0.32, 0.35):
        assert estimate.p_below(np.array([value]))[0] == estimate.p_value(np.array([value]))[0]
        assert estimate.p_above(np.array([value]))[0] == 1
    assert (estimate.p_above(np.array([-0.01]))[0], estimate.p_below(np.array([1.01]))[0]) == (0, 0)


def test_means_have_students_interval():
    values = np.array([3.0, 5.0, 8.0, 12.0])
    low, high = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    assert mean_interval(values) == pytest.approx((7.0, low, high))
    assert mean_interval(values[:1]) == (3.0, -math.inf, math.inf)


def test_a_ratio_over_one_row_per_game_is_a_mean_with_students_interval():
    values = np.random.default_rng(6).gamma(2.0, 5.0, (1, 40))
    estimate = ratios(cluster_sums(top=values, bottom=np.ones((1, 40))), "top", "bottom")
    assert (estimate.ratio[0], estimate.low[0], estimate.high[0]) == pytest.approx(mean_interval(values[0]))
    assert estimate.games[0] == 40


def test_the_interval_of_a_ratio_agrees_with_a_bootstrap_over_games():
    """The ratio is units lost per attack, with 0 to 5 attacks per game and correlated losses within a game."""
    dice = np.random.default_rng(7)
    attacks = dice.integers(0, 6, 400)
    lost = dice.poisson(attacks * dice.gamma(2.0, 0.5, 400))
    estimate = ratios(cluster_sums(lost=lost[None], attacks=attacks[None]), "lost", "attacks")
    picks = dice.integers(0, 400, (4000, 400))
    spread = np.std(lost[picks].sum(1) / attacks[picks].sum(1))
    assert estimate.ratio[0] == pytest.approx(lost.sum() / attacks.sum())
    assert (estimate.high[0] - estimate.low[0]) / 2 == pytest.approx(1.966 * spread, rel=0.06)


def test_intervals_of_ratios_cover_the_truth():
    """Coverage in 10,000 experiments of 150 games is between 93 % and 96.5 %."""
    dice = np.random.default_rng(8)
    attacks = dice.poisson(2.0, (EXPERIMENTS, 150))
    won = dice.binomial(attacks, np.clip(dice.normal(0.6, 0.15, attacks.shape), 0, 1))
    estimates = ratios(cluster_sums(won=won, attacks=attacks), "won", "attacks")
    assert 0.93 <= coverage(estimates, 0.6) <= 0.965


def test_a_ratio_of_one_game_is_unbounded_and_a_ratio_of_no_games_is_nan():
    estimates = ratios(cluster_sums(top=[[2.0, 0.0], [0.0, 0.0]], bottom=[[4.0, 0.0], [0.0, 0.0]]), "top", "bottom")
    assert (estimates.ratio[0], estimates.low[0], estimates.high[0]) == (0.5, -math.inf, math.inf)
    assert np.isnan([estimates.ratio[1], estimates.low[1], estimates.high[1]]).all()
    assert list(estimates.games) == [1, 0]


ONE, TWO = ("credit_one", "rows_one"), ("credit_two", "rows_two")


def drafts(dice, experiments, games, factor):
    """Return cluster sums of games with four seats.

    Each seat has a card with probability 0.3, which multiplies its weight in the draw of the winner by `factor`.
    """
    has = dice.random((experiments, games, 4)) < 0.3
    weight = np.where(has, factor, 1.0)
    wins = dice.random((experiments, games, 1)) * weight.sum(2, keepdims=True)
    place = (np.cumsum(weight, axis=2) < wins).sum(2, keepdims=True)
    won = np.arange(4) == place
    return cluster_sums(
        rows_one=has.sum(2), credit_one=(has & won).sum(2), rows_two=(~has).sum(2), credit_two=(~has & won).sum(2)
    )


@pytest.mark.parametrize(("factor", "games"), [(1.0, 100), (3.0, 100), (0.05, 60)])
def test_intervals_of_differences_of_shares_cover_the_truth(factor, games):
    """Coverage in 10,000 experiments is between 92.5 % and 97.5 %; the true value comes from 2,000,000 games."""
    dice = np.random.default_rng(9)
    many = [differences(drafts(dice, 20, 20_000, factor), ONE, TWO)[0].mean() for _ in range(5)]
    values, low, high = differences(drafts(dice, EXPERIMENTS, games, factor), ONE, TWO)
    truth = np.mean(many)
    assert values.mean() == pytest.approx(truth, abs=0.01)
    assert 0.925 <= np.mean((low <= truth) & (truth <= high)) <= 0.975


def test_the_interval_of_a_difference_agrees_with_a_bootstrap_over_games():
    """The two shares of one game are negatively correlated, which widens the interval."""
    dice = np.random.default_rng(10)
    has = dice.random((500, 2)) < 0.5
    won = np.eye(2)[dice.integers(0, 2, 500)]
    rows, credit = has.sum(1), (has * won).sum(1)
    _, low, high = differences(
        cluster_sums(
            rows_one=rows[None], credit_one=credit[None], rows_two=2 - rows[None], credit_two=1 - credit[None]
        ),
        ONE,
        TWO,
    )
    picks = dice.integers(0, 500, (4000, 500))
    n, c = rows[picks].sum(1), credit[picks].sum(1)
    spread = np.std(c / n - (500 - c) / (1000 - n))
    assert (high[0] - low[0]) / 2 == pytest.approx(1.96 * spread, rel=0.06)


def test_the_probability_of_missing_the_truth_has_a_closed_form():
    assert chance_of_missing(1, 6) == pytest.approx(1 - 0.95**6)
    assert chance_of_missing(2, 6) == pytest.approx(1 - 0.95**6 - 6 * 0.05 * 0.95**5)
    assert chance_of_missing(3, 3, confidence=0.9) == pytest.approx(0.001)


def correlated(dice, experiments, games, *, seats=3, truth=0.5):
    """Return two normal arrays (experiments, games, seats) with a component shared by all seats of a game."""
    shared, own = dice.normal(size=(2, experiments, games, 1)), dice.normal(size=(2, experiments, games, seats))
    one, noise = np.sqrt(0.3) * shared + np.sqrt(0.7) * own
    return one, truth * one + np.sqrt(1 - truth**2) * noise


def correlations_of(one, two, **options):
    rows = np.full(one.shape[:2], one.shape[2])
    values = {"one": one, "two": two, "one2": one**2, "two2": two**2, "both": one * two}
    totals = cluster_sums(rows=rows, **{name: value.sum(2) for name, value in values.items()})
    return correlations(totals, "one", "two", rows="rows", squares=("one2", "two2"), product="both", **options)


def test_intervals_of_correlations_cover_the_truth():
    """The seats of a game are correlated, so an interval for independent seats would be too narrow."""
    truth = 0.4
    one, two = correlated(np.random.default_rng(4), 4000, 200, truth=truth)
    value, low, high = correlations_of(one, two)
    assert value[:20] == pytest.approx(
        [np.corrcoef(x.ravel(), y.ravel())[0, 1] for x, y in zip(one[:20], two[:20], strict=True)]
    )
    assert np.mean((low <= truth) & (truth <= high)) == pytest.approx(0.95, abs=0.012)
    independent = 2 * 1.96 / np.sqrt(600 - 3) * (1 - truth**2)
    assert np.mean(high - low) > 1.05 * independent


def test_a_correlation_with_a_constant_has_no_interval():
    one, two = correlated(np.random.default_rng(5), 2, 50)
    value, low, high = correlations_of(0 * one + 0.1, two)
    assert value.tolist() == [0, 0] and np.isnan([*low, *high]).all()
    value, low, high = correlations_of(one, 2 * one)
    assert np.stack([value, low, high]) == pytest.approx(np.ones((3, 2)))
