"""Estimates from degenerate samples: one or two games, zero variance up to rounding, shares of 0 and 1."""

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from starbalance.analyses.statistics.contrast import contrast, share_contrast
from starbalance.analyses.statistics.estimate import (
    ClusterSums,
    differences,
    mean_interval,
    paired_difference,
    proportions,
    ratio_contrast,
    ratios,
    shares,
)
from starbalance.analyses.statistics.pick_freeze import alone, in_all
from starbalance.analyses.statistics.variance_explained import eta_squared_of
from starbalance.analyses.statistics.verdict import words

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
CREDITS = (0.0, 1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1.0)
TINY = settings(max_examples=150, deadline=None)
ENDS = 1e-9


def cluster_sums(**values):
    """Return the cluster sums of one cell from arrays with one value per game."""
    matrix = np.stack([np.asarray(each, float) for each in values.values()], axis=1)
    return ClusterSums(tuple(values), (matrix != 0).sum(0)[None], matrix.sum(0)[None], (matrix.T @ matrix)[None])


def credits_of(games):
    """Return a strategy for credits of a seat in some games, most of them equal."""
    return games.flatmap(lambda count: arrays(float, count, elements=st.sampled_from(CREDITS), fill=st.just(1 / 3)))


def pairs_of(least=1):
    """Return a strategy for the credits of two seats in the same games."""
    return st.integers(least, 12).flatmap(lambda count: st.tuples(*[credits_of(st.just(count))] * 2))


def is_sound(value, low, high, bounds=(0.0, 1.0)):
    """Return whether an interval contains its value, has positive width and lies within the bounds."""
    return bounds[0] - ENDS <= low <= value + ENDS and value - ENDS <= high <= bounds[1] + ENDS and high - low > 1e-4


@TINY
@given(credits_of(st.integers(1, 12)))
def test_a_share_has_an_interval_of_positive_width_within_0_and_1(credit):
    estimated = shares(cluster_sums(credit=credit, rows=np.ones(len(credit))), "credit", "rows")
    assert is_sound(estimated.share[0], estimated.low[0], estimated.high[0])
    assert estimated.p_value(np.clip(estimated.share, 0.01, 0.99))[0] > 0.5


@pytest.mark.parametrize("games", [2, 400, 1000, 20_000, 100_003])
@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_interval_of_an_always_shared_win_does_not_depend_on_rounding(games, players):
    """Sums of fractions and fractions of sums give the same interval."""
    credit = np.full(games, 1 / players)
    one = shares(cluster_sums(credit=credit, rows=np.ones(games)), "credit", "rows")
    total = np.array([games / players])
    exact = ClusterSums(
        ("credit", "rows"),
        np.full((1, 2), games),
        np.array([[total[0], games]]),
        np.array([[[games / players**2, total[0]], [total[0], games]]]),
    )
    two = shares(exact, "credit", "rows")
    assert (one.low[0], one.high[0]) == pytest.approx((two.low[0], two.high[0]), rel=1e-6)
    assert one.high[0] - one.low[0] == pytest.approx(2 * 1.96 * 2 * (1 - 1 / players) / games, rel=0.05) or games == 2
    verdict = words(one, np.array([1 / players]))[0]
    assert verdict == ("undecided" if games == 2 else "balanced")


@pytest.mark.parametrize(("odd", "games"), [(0.002, 400), (0.01, 400), (0.002, 2000)])
def test_intervals_of_shares_that_hardly_vary_cover_the_truth(odd, games):
    """Three seats share all but a few wins: coverage is never far below 95 %."""
    dice = np.random.default_rng(1)
    count = dice.binomial(games, odd, 4000)
    truth = (1 - odd) / 3 + odd
    estimates = [
        shares(cluster_sums(credit=np.repeat([1.0, 1 / 3], [k, games - k]), rows=np.ones(games)), "credit", "rows")
        for k in range(count.max() + 1)
    ]
    holds = np.array([each.low[0] <= truth <= each.high[0] for each in estimates])
    assert holds[count].mean() > 0.87


@TINY
@given(pairs_of())
@example((np.array([0.5, 0.0]), np.array([1.0, 0.5])))  # the difference is the same in both games
def test_a_difference_of_two_shares_has_a_sound_interval(pair):
    one, two = pair
    assume((one != two).any())  # equal samples have a difference of exactly 0
    rows = np.ones(len(one))
    sums = cluster_sums(credit_one=one, rows_one=rows, credit_two=two, rows_two=rows)
    value, low, high = (each[0] for each in differences(sums, ("credit_one", "rows_one"), ("credit_two", "rows_two")))
    assert is_sound(value, low, high, (-1.0, 1.0))
    apart = [shares(cluster_sums(credit=each, rows=rows), "credit", "rows") for each in pair]
    contrasted = share_contrast(apart[:1], apart[1:])
    assert is_sound(contrasted.value[0], contrasted.low[0], contrasted.high[0], (-1.0, 1.0))
    assert 0 <= contrasted.p_value(np.zeros(1))[0] <= 1


@TINY
@given(pairs_of(least=2))
def test_two_games_are_never_significant_and_rounding_is_no_difference(pair):
    one, two = pair
    rows = np.ones(len(one))
    sums = cluster_sums(one=one, two=two, rows=rows)
    sides_apart = [cluster_sums(value=each, rows=rows) for each in pair]
    estimates = [
        paired_difference(sums, ("one", "rows"), ("two", "rows"), rows="rows"),
        ratio_contrast(sums, [("two", "rows")], [("one", "rows")], rows="rows", flip=1.0),
        contrast(sides_apart[1:], sides_apart[:1], "value", bottom="rows"),
    ]
    for each in estimates:
        p = each.p_value(np.zeros(1))[0]
        assert each.low[0] <= each.value[0] <= each.high[0]
        assert p > 0.05 or len(one) > 2
        assert p > 0.99 or abs(each.value[0]) > ENDS


@TINY
@given(st.integers(1, 12).flatmap(lambda count: arrays(float, count, elements=st.sampled_from([0.0, 0.3, 1.0]))))
def test_the_interval_of_a_mean_of_shares_stays_within_0_and_1(values):
    estimated = ratios(cluster_sums(top=values, rows=np.ones(len(values))), "top", "rows", bounds=(0.0, 1.0))
    if len(values) == 1:
        assert (estimated.low[0], estimated.high[0]) == (-np.inf, np.inf)
    else:
        assert is_sound(estimated.ratio[0], estimated.low[0], estimated.high[0])


@TINY
@given(st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_the_interval_of_a_mean_of_counts_has_positive_width_and_is_not_below_0(values):
    counts = np.array(values, float)
    mean, low, high = mean_interval(counts, flip=1.0, bounds=(0.0, np.inf))
    estimated = ratios(
        cluster_sums(top=counts, rows=np.ones(len(counts))), "top", "rows", flip=1.0, bounds=(0.0, np.inf)
    )
    assert (estimated.low[0], estimated.high[0]) == pytest.approx((low, high))
    assert low <= mean <= high and high - low > 0.1
    assert low >= 0 or len(values) == 1


@TINY
@given(st.integers(1, 12).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_a_proportion_is_never_certain(counts):
    share, low, high = proportions(np.array([counts[0]]), counts[1])
    assert is_sound(share[0], low[0], high[0])


@pytest.mark.parametrize("groups", [2, 3, 30])
def test_a_level_that_always_wins_explains_all_variance_with_a_wide_interval_in_few_games(groups):
    rows, credit = np.ones((groups, 2)), np.tile([1.0, 0.0], (groups, 1))
    share, low, high = eta_squared_of(rows, credit, credit)
    assert (share, high) == (1, 1)
    assert low == pytest.approx({2: 0.0, 3: 0.0, 30: 1 - 2 * 2.045 / 30}[groups], abs=1e-3)


@TINY
@given(pairs_of())
def test_a_random_component_explains_a_share_between_0_and_1(pair):
    one, two = (np.stack([each, 1 - each], axis=1) for each in pair)
    for part in (alone(one, two), in_all(one, two)):
        assert np.isnan(part.share) or is_sound(part.share, part.low, part.high)
