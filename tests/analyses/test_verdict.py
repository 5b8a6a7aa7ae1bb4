"""Verdicts: their words, their family-wise error rates, and agreement of Holm's correction with a package."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from starbalance.analyses.statistics.estimate import PairedDifference, win_shares
from starbalance.analyses.statistics.verdict import (
    CHANGE,
    ONE_LEVEL,
    ONE_SEAT,
    TOO_CLOSE,
    beyond,
    check_margin_of_shares,
    corrected,
    games_needed,
    holm,
    is_decided,
    is_open,
    is_significant,
    is_withheld,
    joint_holm,
    verdict_columns,
    words,
)
from starbalance.simulator.engine.errors import BadInput

TABLES = 10_000
ALPHA = 0.05
SUMS = ("games", "rows", "credit", "squares", "cross", "rows2")
NOISE = 0.0065  # three standard errors of a share of 5 % of 10,000 tables


def table(wins, games, sequential=False):
    """Return the estimates of cells with one row per game, from wins of shape (..., rows) and games of shape (...)."""
    wins = np.asarray(wins, float)
    games = np.broadcast_to(np.asarray(games, float), wins.shape)
    return win_shares(games, games, wins, squares=wins, cross=wins, rows2=games, sequential=sequential)


def row(share, games):
    return table(np.array([share * games]), games)


def equal_shares(estimate):
    return np.full(estimate.share.shape[-1], 0.25)


@pytest.mark.parametrize(("share", "games", "word"), [
    (0.25, 3000, "balanced"),
    (0.258, 20_000, "balanced"),
    (0.30, 1000, "strong"),
    (0.20, 1000, "weak"),
    (0.26, 1000, "undecided"),
    (0.275, 500, "undecided"),
])  # fmt: skip
def test_the_verdict_of_one_row_follows_its_interval(share, games, word):
    """The verdict is `balanced` within the margin, even if the interval excludes the equal share."""
    estimate = row(share, games)
    assert verdict_columns(estimate, np.array([0.25]), played=games)["verdict"][0] == word
    within = estimate.low[0] > 0.23 and estimate.high[0] < 0.27
    beyond = estimate.low[0] > 0.25 or estimate.high[0] < 0.25
    assert within == (word == "balanced")
    assert beyond == (word in ("strong", "weak") or share == 0.258)


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("share", [0.25, 0.255, 0.26, 0.265, 0.28])
def test_an_undecided_row_names_the_games_that_decide_it_with_probability_one_half(share, sequential):
    """Half of 10,000 runs with the needed games are decided, within three standard errors."""
    equal_share = np.array([0.25])
    needed = round(games_needed(table([share * 600], 600, sequential), equal_share)[0])
    wins = np.random.default_rng(20).binomial(needed, share, (TABLES, 1))
    is_decided_run = words(table(wins, needed, sequential), equal_share) != "undecided"
    assert is_decided_run.mean() == pytest.approx(0.5, abs=0.015 + _step(needed, share))


def _step(games, share):
    """Return half the probability of the most likely number of wins, the resolution of a discrete probability."""
    return stats.binom.pmf(round(games * share), games, share) / 2


def test_a_higher_probability_of_a_verdict_needs_more_games():
    equal_share = np.array([0.25])
    needed = round(games_needed(row(0.28, 600), equal_share, chance=0.9)[0])
    wins = np.random.default_rng(21).binomial(needed, 0.28, (TABLES, 1))
    is_decided_run = words(table(wins, needed), equal_share) != "undecided"
    assert is_decided_run.mean() == pytest.approx(0.9, abs=0.01 + _step(needed, 0.28))


def test_a_larger_table_needs_more_games():
    one, six = (games_needed(table(np.full(rows, 150), 600), np.full(rows, 0.25))[0] for rows in (1, 6))
    assert six > one


def test_games_needed_agree_with_the_score_test():
    """At 0.28, rejecting 0.25 at 95 % in half of the runs takes 1.96 ** 2 x 0.25 x 0.75 / 0.03 ** 2 = 800.3 games."""
    assert games_needed(row(0.28, 20_000), np.array([0.25]))[0] == pytest.approx(800.3, abs=0.1)


def test_games_needed_are_games_of_the_run_and_not_games_with_the_row():
    """A row in a tenth of 2,000 games needs 810 games with the row, which are 8,100 games of the run."""
    verdicts = verdict_columns(row(0.28, 200), np.array([0.25]), played=2000)
    assert (verdicts["verdict"][0], verdicts["games_needed"][0], verdicts["reason"][0]) == ("undecided", 8100, "")


def test_a_row_still_undecided_after_enough_games_names_no_number():
    """At 0.264 half of the runs of 1,484 games are decided, but this run of 2,000 games is not."""
    assert games_needed(row(0.264, 2000), np.array([0.25]), margin=0.03)[0] < 2000
    verdicts = verdict_columns(row(0.264, 2000), np.array([0.25]), played=2000, margin=0.03)
    assert (verdicts["verdict"][0], verdicts["games_needed"].isna()[0], verdicts["reason"][0]) == (
        "undecided",
        True,
        "",
    )


def test_a_row_that_needs_more_than_a_million_games_is_too_close_to_call():
    equal_share, played = np.array([0.25]), 600
    tables = [verdict_columns(row(0.28, played), equal_share, played=played * times) for times in (1, 1000, 2000)]
    assert [list(each["games_needed"]) for each in tables] == [[810], [810_000], [pd.NA]]
    assert [each["reason"][0] for each in tables] == ["", "", "too close to call"]
    assert {each["verdict"][0] for each in tables} == {"undecided"} and is_open("undecided", TOO_CLOSE)


def test_a_row_without_a_share_is_undecided_and_not_part_of_the_family():
    nothing = table(np.array([0.0, 300.0]), np.array([0.0, 1000.0]))
    single = verdict_columns(row(0.3, 1000), np.array([0.25]), played=1000)["verdict"]
    assert list(verdict_columns(nothing, np.array([0.25, 0.25]), played=1000)["verdict"]) == ["undecided", *single]


def test_a_verdict_that_more_games_would_not_change_is_not_open():
    rows = [("balanced", ""), ("undecided", ""), ("undecided", ONE_SEAT), ("undecided", ONE_LEVEL)]
    assert [is_decided(word) for word, _ in rows] == [True, False, False, False]
    assert [is_open(*row) for row in rows] == [False, True, False, False]


@pytest.mark.parametrize("alpha", [0.05, 0.002])
def test_a_level_whose_interval_lies_within_the_margin_is_balanced(alpha):
    """The second of six published rows wins 23.4% (23.1 to 23.7). It differs from 25%, but by less than 2 points."""
    share = np.array([0.2166, 0.2340, 0.3265, 0.2204, 0.2457, 0.2571])
    estimate, equal_share = table(share * 65_000, 65_000), np.full(6, 0.25)
    equal, differs = corrected(estimate, equal_share, 0.02)
    assert estimate.low[1] > 0.23 and estimate.high[1] < 0.25 and equal[1] > 0.05 and differs[1] < 1e-9
    assert list(words(estimate, equal_share, alpha=alpha)) == ["weak", "balanced", "strong", "weak", *["balanced"] * 2]


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("alpha", [0.05, 0.002])
def test_a_strong_or_weak_level_has_an_interval_that_reaches_beyond_the_margin(alpha, sequential):
    """This holds for intervals of 95% under every alpha of the verdicts, and for anytime-valid intervals."""
    wins = np.random.default_rng(23).multinomial(60_000, [0.265, 0.235, 0.245, 0.255], 1000)
    estimate, equal_share = table(wins, 60_000, sequential), np.full(4, 0.25)
    verdicts = words(estimate, equal_share, alpha=alpha)
    equal, differs = corrected(estimate, equal_share, 0.02)
    is_inside = (estimate.low >= 0.23) & (estimate.high <= 0.27)
    assert (is_inside & (equal > alpha) & (differs <= alpha)).any()
    assert (verdicts[is_inside & (differs <= alpha)] == "balanced").all()
    assert np.isin(verdicts[~is_inside], ["strong", "weak"]).any()


def test_a_difference_is_unchanged_only_by_the_tests_of_its_table():
    """In a table of 30 rows, 1.6 points (1.3 to 1.9) are higher until the equivalence test succeeds for all rows."""
    two, error = np.full(30, 0.016), np.full(30, 0.00195)
    error[:15] = 0.0015
    half = stats.t.ppf(0.975, 9999) * error
    estimate = PairedDifference(np.full(30, 1e4), 0 * two, two, two - half, two + half, error, error)
    verdicts = words(estimate, np.zeros(30), alpha=0.002, terms=CHANGE)
    assert set(verdicts[:15]) == {"higher"}
    half = stats.t.ppf(0.975, 9999) * error / 2
    narrow = PairedDifference(np.full(30, 1e4), 0 * two, two, two - half, two + half, error / 2, error / 2)
    assert set(words(narrow, np.zeros(30), alpha=0.002, terms=CHANGE)[:15]) == {"unchanged"}


def test_a_table_has_one_notion_of_significance():
    """Verdicts take precedence over p-values, and p-values over intervals."""
    table = pd.DataFrame({"low": [0.01, -0.01, 0.01], "high": [0.03, 0.01, 0.02]})
    assert is_significant(table).tolist() == [True, False, True]
    assert is_significant(table.assign(p_value=[0.2, 0.01, 0.04])).tolist() == [False, True, True]
    assert is_significant(table.assign(p_value=[0.2, 0.01, 0.04]), 0.02).tolist() == [False, True, False]
    both = table.assign(p_value=[0.01, 0.01, 0.01], verdict=["lower", "undecided", "unchanged"])
    assert is_significant(both).tolist() == [True, False, False]


def test_a_reason_withholds_a_verdict_and_its_number_of_games():
    estimate, equal_share = table(np.array([5000.0, 2500.0]), 10_000), np.array([0.25, 0.25])
    verdicts = verdict_columns(estimate, equal_share, played=10_000, reasons=["90% of games truncated", ""])
    assert verdicts["verdict"].tolist() == ["undecided", "balanced"] and verdicts["games_needed"].isna().all()
    assert isinstance(verdicts["verdict"], pd.Categorical)
    assert list(verdicts["verdict"].categories) == ["balanced", "strong", "weak", "undecided"]
    assert is_withheld("90% of games truncated") and not any(map(is_withheld, ["", ONE_SEAT, ONE_LEVEL, TOO_CLOSE]))


def test_a_row_beyond_the_margin_differs_and_needs_more_games_to_show():
    """0.26 differs from 0.25 within 2 points. 0.30 lies beyond, but showing that takes more games than a difference."""
    for share, games, differs, far in ((0.26, 50_000, True, False), (0.30, 500, True, False), (0.30, 5000, True, True)):
        estimate = row(share, games)
        assert (estimate.p_value(np.array([0.25]))[0] <= 0.05) == differs
        assert beyond(estimate, np.array([0.25]))[0] == far
    assert beyond(row(0.20, 5000), np.array([0.25]))[0]


@pytest.mark.parametrize("games", [500, 5000, 50_000])
def test_rows_at_the_margin_are_rarely_called_beyond_it(games):
    """In at most 5 % of 10,000 tables, with two rows at the margin and two at an equal share, any row is beyond it."""
    wins = np.random.default_rng(10).multinomial(games, [0.27, 0.23, 0.25, 0.25], TABLES)
    assert beyond(table(wins, games), np.full(4, 0.25)).any(1).mean() <= ALPHA + NOISE


def test_a_margin_beyond_0_or_1_is_tested_on_one_side_only():
    """With an equal share of 0.02 and a margin of 0.03, no share is below the lower bound."""
    few = row(0.02, 2000)
    assert words(few, np.array([0.02]), margin=0.03)[0] == "balanced"
    assert words(row(0.98, 2000), np.array([0.98]), margin=0.03)[0] == "balanced"


@pytest.mark.parametrize("seed", range(5))
def test_holm_agrees_with_an_independent_package(seed):
    """This holds with ties. Several families in one array are corrected separately."""
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(seed).beta(0.3, 1.0, (4, 7)).round(2)
    for family, adjusted in zip(p, holm(p), strict=True):
        assert adjusted == pytest.approx(multipletests(family, method="holm")[1])
        assert holm(family) == pytest.approx(adjusted)


def test_holm_ignores_nan():
    corrected = holm(np.array([0.04, np.nan, 0.01, 0.03]))
    assert corrected[[0, 2, 3]] == pytest.approx([0.06, 0.03, 0.06])
    assert np.isnan(corrected[1])


@pytest.mark.parametrize("together", [-0.3, 0.0, 0.8])
def test_holm_controls_the_family_wise_error_for_dependent_rows(together):
    """At most 5 % of 10,000 families with two true nulls reject any of them."""
    spread = np.full((4, 4), together) + (1 - together) * np.eye(4)
    z = np.random.default_rng(1).multivariate_normal([3.0, 2.0, 0.0, 0.0], spread, TABLES)
    p = 2 * stats.norm.sf(np.abs(z))
    assert (holm(p)[:, 2:] <= ALPHA).any(1).mean() <= ALPHA + NOISE
    assert (p[:, 2:] <= ALPHA).any(1).mean() > ALPHA + NOISE
    assert (holm(p)[:, 0] <= ALPHA).mean() > 0.5


@pytest.mark.parametrize("rows", [2, 4, 9])
@pytest.mark.parametrize("games", [200, 5000])
def test_equal_rows_are_rarely_called_imbalanced(rows, games):
    """At most 5 % of 10,000 tables of equal seats contain `strong` or `weak`."""
    wins = np.random.default_rng(2).multinomial(games, np.full(rows, 1 / rows), TABLES)
    verdicts = words(table(wins, games), np.full(rows, 1 / rows))
    wrong = np.isin(verdicts, ["strong", "weak"]).any(1).mean()
    assert wrong <= ALPHA + NOISE


def test_the_error_rate_is_close_to_the_nominal_rate():
    """For one row without correction and with a tiny margin, 5 % of 10,000 tables are wrong."""
    wins = np.random.default_rng(3).binomial(4000, 0.25, (TABLES, 1))
    verdicts = words(table(wins, 4000), np.array([0.25]), margin=0.001)
    assert np.isin(verdicts, ["strong", "weak"]).mean() == pytest.approx(ALPHA, abs=NOISE)


@pytest.mark.parametrize("games", [500, 5000, 50_000])
def test_rows_at_the_margin_are_rarely_called_balanced(games):
    """At most 5 % of 10,000 tables call one of the two rows at the margin `balanced`."""
    wins = np.random.default_rng(4).multinomial(games, [0.27, 0.23, 0.25, 0.25], TABLES)
    verdicts = words(table(wins, games), np.full(4, 0.25))
    assert (verdicts[:, :2] == "balanced").any(1).mean() <= ALPHA + NOISE


@pytest.mark.parametrize(("games", "chances"), [
    (5000, [0.27, 0.23, 0.25, 0.25]),
    (50_000, [0.27, 0.23, 0.25, 0.25]),
    (50_000, [0.27, 0.25, 0.25, 0.23]),
    (200_000, [0.27, 0.27, 0.23, 0.23]),
    (200_000, [0.25, 0.25, 0.27, 0.23]),
    (20_000, [0.35, 0.25, 0.21, 0.19]),
    (6000, [0.28, 0.28, 0.22, 0.22]),
    (10_000, [0.28, 0.22, 0.25, 0.25]),
    (50_000, [0.28, 0.25, 0.25, 0.22]),
])  # fmt: skip
def test_the_family_wise_error_rate_of_a_table_is_at_most_alpha(games, chances):
    """At most 5 % of 10,000 tables contain a wrong verdict, and at most 0.2 % with an alpha of 0.002.

    Wrong verdicts are an imbalance at an equal share or in the wrong direction, and `balanced` too far away. Too far is
    the margin, or one and a half margins for a row that is `balanced` by its interval only.
    """
    wins = np.random.default_rng(21).multinomial(games, chances, TABLES)
    estimate, equal_share = table(wins, games), np.full(4, 0.25)
    away = np.round(np.array(chances) - 0.25, 9)
    for alpha in (ALPHA, 0.002):
        verdicts, by_test = (
            words(estimate, equal_share, alpha=alpha),
            corrected(estimate, equal_share, 0.02)[0] <= alpha,
        )
        wrong = (verdicts == "balanced") & (np.abs(away) >= np.where(by_test, 0.02, 0.03))
        wrong |= (verdicts == "strong") & (away <= 0)
        wrong |= (verdicts == "weak") & (away >= 0)
        assert wrong.any(1).mean() <= alpha + 3 * (alpha / TABLES) ** 0.5


@pytest.mark.parametrize("alpha", [0.05, 0.002])
@pytest.mark.parametrize("games", [5000, 50_000, 200_000])
def test_a_level_at_the_margin_is_called_balanced_with_the_error_rate_of_its_interval(games, alpha):
    """At most 2.5 % of 10,000 tables call one of four levels at the margin `balanced`, for every alpha."""
    wins = np.random.default_rng(24).multinomial(games, [0.27, 0.27, 0.23, 0.23], TABLES)
    share = (words(table(wins, games), np.full(4, 0.25), alpha=alpha) == "balanced").mean(0)
    assert (share <= 0.025 + 3 * (0.025 / TABLES) ** 0.5).all()
    assert (share > 0.02).all() or games == 5000


@pytest.mark.parametrize("together", [-0.3, 0.0, 0.9])
def test_both_families_are_corrected_together(together):
    """At most 5 % of 10,000 families err, with two rows at an equal share and two at the margin, 6 SE away."""
    spread = np.full((4, 4), together) + (1 - together) * np.eye(4)
    z = np.random.default_rng(22).multivariate_normal([0.0, 0.0, 6.0, 6.0], spread, TABLES)
    differs = 2 * stats.norm.sf(np.abs(z))
    equal = stats.norm.sf(6.0 - z)
    near, far = joint_holm(equal, differs)
    wrong = (far[:, :2] <= ALPHA).any(1) | (near[:, 2:] <= ALPHA).any(1)
    assert wrong.mean() <= ALPHA + NOISE
    apart = (holm(differs)[:, :2] <= ALPHA).any(1) | (holm(equal)[:, 2:] <= ALPHA).any(1)
    assert apart.mean() > ALPHA + NOISE or together > 0.5


def test_an_unknown_row_is_in_neither_family():
    near, far = joint_holm(np.array([0.9, np.nan, 0.01]), np.array([0.001, np.nan, 0.9]))
    assert far == pytest.approx([0.002, np.nan, 1.0], nan_ok=True)
    assert near == pytest.approx([1.0, np.nan, 0.02], nan_ok=True)


def test_rows_with_several_seats_per_game_keep_the_error_rate():
    """About 5 % of 10,000 tables of six equal strategies, drawn for four seats, contain `strong` or `weak`."""
    dice, games = np.random.default_rng(5), 120
    sums = np.zeros((6, TABLES, 6))
    for start in range(0, TABLES, 2000):
        seats = dice.integers(0, 6, (2000, games, 4))
        for strategy in range(6):
            n, c = (seats == strategy).sum(2), seats[:, :, 0] == strategy
            part = [each.sum(1) for each in (n > 0, n, c, c, c * n, n**2)]
            sums[:, start : start + 2000, strategy] = part
    verdicts = words(win_shares(**dict(zip(SUMS, sums, strict=True))), np.full(6, 0.25), margin=0.001)
    assert np.isin(verdicts, ["strong", "weak"]).any(1).mean() <= ALPHA + NOISE


LOOKS = np.diff(np.concatenate([[0], (1000 * 1.25 ** np.arange(20)).astype(int)]))


def sequential_verdicts(chances, seed):
    """Return verdicts of shape (10,000 tables, looks, rows), with looks from 1,000 games on, each a quarter later."""
    wins = np.random.default_rng(seed).multinomial(LOOKS, chances, (TABLES, len(LOOKS))).cumsum(1)
    return words(table(wins, LOOKS.cumsum()[:, None], sequential=True), np.full(len(chances), 0.25))


def test_sequential_looks_rarely_call_equal_rows_imbalanced():
    """At most 5 % of 10,000 tables of four rows err at any of 20 looks up to 69,000 games."""
    verdicts = sequential_verdicts([0.25, 0.25, 0.25, 0.25], 6)
    assert np.isin(verdicts, ["strong", "weak"]).any((1, 2)).mean() <= ALPHA + NOISE
    assert (verdicts[:, -1] == "balanced").all(1).mean() > 0.95


def test_sequential_looks_rarely_call_rows_at_the_margin_balanced():
    """At most 5 % of 10,000 tables call a row at the margin balanced at any of 20 looks."""
    verdicts = sequential_verdicts([0.27, 0.23, 0.25, 0.25], 7)
    assert (verdicts[:, :, :2] == "balanced").any((1, 2)).mean() <= ALPHA + NOISE


def test_sequential_looks_with_intervals_for_one_look_err_too_often():
    """Without a confidence sequence, the same looks err too often, so a run until decided needs one."""
    wins = np.random.default_rng(8).multinomial(LOOKS, np.full(4, 0.25), (TABLES, len(LOOKS))).cumsum(1)
    verdicts = words(table(wins, LOOKS.cumsum()[:, None]), np.full(4, 0.25), margin=0.001)
    assert np.isin(verdicts, ["strong", "weak"]).any((1, 2)).mean() > 2 * ALPHA


def test_a_real_imbalance_is_detected():
    """With shares 0.29, 0.25, 0.24, 0.22 in 5,000 games, most tables call the first strong and the last weak."""
    wins = np.random.default_rng(9).multinomial(5000, [0.29, 0.25, 0.24, 0.22], 1000)
    verdicts = words(table(wins, 5000), np.full(4, 0.25), margin=0.01)
    assert (verdicts[:, 0] == "strong").mean() > 0.95
    assert (verdicts[:, 3] == "weak").mean() > 0.95
    assert not (verdicts[:, 0] == "weak").any()


def test_verdicts_agree_with_a_hand_made_table():
    """The table has four rows of 1,000 games; each step is at 0.05 divided by the rows that may still be wrong."""
    estimate = table(np.array([320.0, 290.0, 240.0, 150.0]), 1000)
    p = estimate.p_value(equal_shares(estimate))
    assert (p <= 0.05 / 4).tolist() == [True, True, False, True]
    verdicts = verdict_columns(estimate, equal_shares(estimate), played=1000)
    assert list(verdicts["verdict"]) == ["strong", "strong", "undecided", "weak"]


@pytest.mark.parametrize(("margin", "equal"), [(0.25, 0.25), (0.6, 0.5), (0.5, 0.5), (0.4, 2 / 3)])
def test_a_margin_that_makes_every_share_balanced_is_refused(margin, equal):
    with pytest.raises(BadInput, match=r"The margin must be below [\d.]+ points, got .* would count as balanced"):
        check_margin_of_shares(margin, equal)


def test_a_margin_below_the_equal_share_is_allowed():
    for margin, equal in ((0.24, 0.25), (0.3, 1 / 3), (0.5, 1.0)):
        check_margin_of_shares(margin, equal)
