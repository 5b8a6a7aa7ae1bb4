"""Verdicts: the words, their error rates over whole tables, and Holm's correction against an independent package."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from starbalance.analyses.statistics.estimate import win_shares
from starbalance.analyses.statistics.verdict import (
    ONE_LEVEL,
    ONE_SEAT,
    TOO_NEAR,
    beyond,
    games_needed,
    holm,
    is_decided,
    is_open,
    is_withheld,
    joint_holm,
    verdict_columns,
    words,
)

TABLES = 10_000
ALPHA = 0.05
SUMS = ("games", "rows", "credit", "squares", "cross", "rows2")
NOISE = 0.0065  # three standard errors of a share of 5 % of 10,000 tables


def table(wins, games, sequential=False):
    """The estimate of cells that have one row in each of their games; wins (..., rows), games (...)."""
    wins = np.asarray(wins, float)
    games = np.broadcast_to(np.asarray(games, float), wins.shape)
    return win_shares(games, games, wins, squares=wins, cross=wins, rows2=games, sequential=sequential)


def row(share, games):
    return table(np.array([share * games]), games)


def parities(estimate):
    return np.full(estimate.share.shape[-1], 0.25)


@pytest.mark.parametrize(("share", "games", "word"), [
    (0.25, 3000, "balanced"),
    (0.258, 20_000, "balanced"),
    (0.30, 1000, "strong"),
    (0.20, 1000, "weak"),
    (0.26, 1000, "undecided"),
    (0.275, 500, "undecided"),
])  # fmt: skip
def test_a_verdict_of_one_row_is_where_its_interval_lies(share, games, word):
    """Within the margin, else beyond parity; balanced wins where both hold."""
    found = row(share, games)
    assert verdict_columns(found, np.array([0.25]), played=games)["verdict"][0] == word
    within = found.low[0] > 0.23 and found.high[0] < 0.27
    beyond = found.low[0] > 0.25 or found.high[0] < 0.25
    assert within == (word == "balanced")
    assert beyond == (word in ("strong", "weak") or share == 0.258)


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("share", [0.25, 0.255, 0.26, 0.265, 0.28])
def test_an_undecided_row_names_the_games_at_which_its_odds_are_even(share, sequential):
    """10,000 runs of that many games with that truth: half of them are decided, within three standard errors."""
    parity = np.array([0.25])
    needed = round(games_needed(table([share * 600], 600, sequential), parity)[0])
    wins = np.random.default_rng(20).binomial(needed, share, (TABLES, 1))
    is_said = words(table(wins, needed, sequential), parity) != "undecided"
    assert is_said.mean() == pytest.approx(0.5, abs=0.015 + _step(needed, share))


def _step(games, share):
    """Half the chance of the likeliest number of wins: the odds of a whole number of wins are not finer."""
    return stats.binom.pmf(round(games * share), games, share) / 2


def test_a_surer_verdict_needs_the_games_that_make_it_so():
    parity = np.array([0.25])
    needed = round(games_needed(row(0.28, 600), parity, chance=0.9)[0])
    wins = np.random.default_rng(21).binomial(needed, 0.28, (TABLES, 1))
    is_said = words(table(wins, needed), parity) != "undecided"
    assert is_said.mean() == pytest.approx(0.9, abs=0.01 + _step(needed, 0.28))


def test_a_larger_table_needs_more_games():
    one, six = (games_needed(table(np.full(rows, 150), 600), np.full(rows, 0.25))[0] for rows in (1, 6))
    assert six > one


def test_games_needed_are_those_of_the_score_test():
    """At 0.28, to refute 0.25 with 95 % in every second run: 1.96 ** 2 x 0.25 x 0.75 / 0.03 ** 2 = 800.3."""
    assert games_needed(row(0.28, 20_000), np.array([0.25]))[0] == pytest.approx(800.3, abs=0.1)


def test_a_verdict_tells_games_of_the_run_not_those_with_the_row():
    """A row that comes up in every tenth of 2,000 games needs 810 of those it comes up in: 8,100 of the run."""
    found = verdict_columns(row(0.28, 200), np.array([0.25]), played=2000)
    assert (found["verdict"][0], found["games_needed"][0], found["reason"][0]) == ("undecided", 8100, "")


def test_a_row_that_as_many_games_left_open_names_no_number_of_games():
    """At 0.264 every second run of 1,484 games finds it near parity or away from it: this one of 2,000 did neither."""
    assert games_needed(row(0.264, 2000), np.array([0.25]), margin=0.03)[0] < 2000
    found = verdict_columns(row(0.264, 2000), np.array([0.25]), played=2000, margin=0.03)
    assert (found["verdict"][0], found["games_needed"].isna()[0], found["reason"][0]) == ("undecided", True, "")


def test_a_row_that_would_take_more_than_a_million_games_is_too_near_to_tell():
    parity, played = np.array([0.25]), 600
    found = [verdict_columns(row(0.28, played), parity, played=played * times) for times in (1, 1000, 2000)]
    assert [list(each["games_needed"]) for each in found] == [[810], [810_000], [pd.NA]]
    assert [each["reason"][0] for each in found] == ["", "", "too near to tell"]
    assert {each["verdict"][0] for each in found} == {"undecided"} and is_open("undecided", TOO_NEAR)


def test_a_row_without_a_share_is_undecided_and_counts_for_nothing():
    nothing = table(np.array([0.0, 300.0]), np.array([0.0, 1000.0]))
    alone = verdict_columns(row(0.3, 1000), np.array([0.25]), played=1000)["verdict"]
    assert list(verdict_columns(nothing, np.array([0.25, 0.25]), played=1000)["verdict"]) == ["undecided", *alone]


def test_a_verdict_that_more_games_would_not_change_is_not_open():
    rows = [("balanced", ""), ("undecided", ""), ("undecided", ONE_SEAT), ("undecided", ONE_LEVEL)]
    assert [is_decided(word) for word, _ in rows] == [True, False, False, False]
    assert [is_open(*row) for row in rows] == [False, True, False, False]


def test_a_reason_withholds_a_verdict_and_its_number_of_games():
    estimate, parity = table(np.array([5000.0, 2500.0]), 10_000), np.array([0.25, 0.25])
    found = verdict_columns(estimate, parity, played=10_000, reasons=["90% of games truncated", ""])
    assert found["verdict"].tolist() == ["undecided", "balanced"] and found["games_needed"].isna().all()
    assert isinstance(found["verdict"], pd.Categorical)
    assert list(found["verdict"].categories) == ["balanced", "strong", "weak", "undecided"]
    assert is_withheld("90% of games truncated") and not any(map(is_withheld, ["", ONE_SEAT, ONE_LEVEL, TOO_NEAR]))


def test_what_is_beyond_the_margin_is_never_balanced_and_less_often_so_than_it_differs():
    """0.26 differs from 0.25 and lies within 2 points; 0.30 lies beyond, surely so in more games than it differs."""
    for share, games, differs, far in ((0.26, 50_000, True, False), (0.30, 500, True, False), (0.30, 5000, True, True)):
        found = row(share, games)
        assert (found.p_value(np.array([0.25]))[0] <= 0.05) == differs
        assert beyond(found, np.array([0.25]))[0] == far
    assert beyond(row(0.20, 5000), np.array([0.25]))[0]


@pytest.mark.parametrize("games", [500, 5000, 50_000])
def test_at_exactly_the_margin_beyond_is_seldom_said(games):
    """10,000 tables, two rows at the margin and two at parity: any of them in 5 % at most."""
    wins = np.random.default_rng(10).multinomial(games, [0.27, 0.23, 0.25, 0.25], TABLES)
    assert beyond(table(wins, games), np.full(4, 0.25)).any(1).mean() <= ALPHA + NOISE


def test_a_margin_beyond_0_or_1_leaves_the_other_side_to_decide():
    """Parity 0.02 with a margin of 0.03: no share is below -0.01."""
    few = row(0.02, 2000)
    assert words(few, np.array([0.02]), margin=0.03)[0] == "balanced"
    assert words(row(0.98, 2000), np.array([0.98]), margin=0.03)[0] == "balanced"


@pytest.mark.parametrize("seed", range(5))
def test_holm_is_that_of_an_independent_package(seed):
    """Ties too; families side by side are corrected each by itself."""
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(seed).beta(0.3, 1.0, (4, 7)).round(2)
    for family, corrected in zip(p, holm(p), strict=True):
        assert corrected == pytest.approx(multipletests(family, method="holm")[1])
        assert holm(family) == pytest.approx(corrected)


def test_holm_ignores_what_is_not_known():
    corrected = holm(np.array([0.04, np.nan, 0.01, 0.03]))
    assert corrected[[0, 2, 3]] == pytest.approx([0.06, 0.03, 0.06])
    assert np.isnan(corrected[1])


@pytest.mark.parametrize("together", [-0.3, 0.0, 0.8])
def test_holm_controls_the_family_however_its_rows_depend(together):
    """10,000 families of four: two that are not null, two that are; any of the nulls rejected in 5 % at most."""
    spread = np.full((4, 4), together) + (1 - together) * np.eye(4)
    z = np.random.default_rng(1).multivariate_normal([3.0, 2.0, 0.0, 0.0], spread, TABLES)
    p = 2 * stats.norm.sf(np.abs(z))
    assert (holm(p)[:, 2:] <= ALPHA).any(1).mean() <= ALPHA + NOISE
    assert (p[:, 2:] <= ALPHA).any(1).mean() > ALPHA + NOISE
    assert (holm(p)[:, 0] <= ALPHA).mean() > 0.5


@pytest.mark.parametrize("rows", [2, 4, 9])
@pytest.mark.parametrize("games", [200, 5000])
def test_at_exact_parity_an_imbalance_is_seldom_called(rows, games):
    """10,000 tables of seats that share each game's win: any `strong` or `weak` in 5 % of the tables at most."""
    wins = np.random.default_rng(2).multinomial(games, np.full(rows, 1 / rows), TABLES)
    found = words(table(wins, games), np.full(rows, 1 / rows))
    wrong = np.isin(found, ["strong", "weak"]).any(1).mean()
    assert wrong <= ALPHA + NOISE


def test_the_error_is_not_far_below_what_is_claimed():
    """One row, where nothing is corrected and nothing is balanced: 5 % of 10,000 tables are called wrongly."""
    wins = np.random.default_rng(3).binomial(4000, 0.25, (TABLES, 1))
    found = words(table(wins, 4000), np.array([0.25]), margin=0.001)
    assert np.isin(found, ["strong", "weak"]).mean() == pytest.approx(ALPHA, abs=NOISE)


@pytest.mark.parametrize("games", [500, 5000, 50_000])
def test_at_exactly_the_margin_balanced_is_seldom_called(games):
    """10,000 tables, two rows at the margin and two at parity: any of the two `balanced` in 5 % at most."""
    wins = np.random.default_rng(4).multinomial(games, [0.27, 0.23, 0.25, 0.25], TABLES)
    found = words(table(wins, games), np.full(4, 0.25))
    assert (found[:, :2] == "balanced").any(1).mean() <= ALPHA + NOISE


@pytest.mark.parametrize(("games", "chances"), [
    (5000, [0.27, 0.23, 0.25, 0.25]),
    (50_000, [0.27, 0.23, 0.25, 0.25]),
    (50_000, [0.27, 0.25, 0.25, 0.23]),
    (200_000, [0.27, 0.27, 0.23, 0.23]),
    (200_000, [0.25, 0.25, 0.27, 0.23]),
    (20_000, [0.35, 0.25, 0.21, 0.19]),
])  # fmt: skip
def test_any_wrong_verdict_of_a_table_is_as_rare_as_promised(games, chances):
    """10,000 tables: `balanced` at the margin or beyond, or an imbalance at parity or the wrong way, in 5 % at most.

    Rows at the margin and rows at parity err in different ways, and each way has its own chances.
    """
    wins = np.random.default_rng(21).multinomial(games, chances, TABLES)
    found = words(table(wins, games), np.full(4, 0.25))
    away = np.round(np.array(chances) - 0.25, 9)
    wrong = (found == "balanced") & (np.abs(away) >= 0.02)
    wrong |= (found == "strong") & (away <= 0)
    wrong |= (found == "weak") & (away >= 0)
    assert wrong.any(1).mean() <= ALPHA + NOISE


@pytest.mark.parametrize("together", [-0.3, 0.0, 0.9])
def test_both_families_are_corrected_together(together):
    """10,000 families of four rows, two at parity and two at the margin, six standard errors away from each other."""
    spread = np.full((4, 4), together) + (1 - together) * np.eye(4)
    z = np.random.default_rng(22).multivariate_normal([0.0, 0.0, 6.0, 6.0], spread, TABLES)
    differs = 2 * stats.norm.sf(np.abs(z))
    equal = stats.norm.sf(6.0 - z)
    near, far = joint_holm(equal, differs)
    wrong = (far[:, :2] <= ALPHA).any(1) | (near[:, 2:] <= ALPHA).any(1)
    assert wrong.mean() <= ALPHA + NOISE
    apart = (holm(differs)[:, :2] <= ALPHA).any(1) | (holm(equal)[:, 2:] <= ALPHA).any(1)
    assert apart.mean() > ALPHA + NOISE or together > 0.5


def test_a_row_that_nobody_knows_is_in_neither_family():
    near, far = joint_holm(np.array([0.9, np.nan, 0.01]), np.array([0.001, np.nan, 0.9]))
    assert far == pytest.approx([0.002, np.nan, 1.0], nan_ok=True)
    assert near == pytest.approx([1.0, np.nan, 0.02], nan_ok=True)


def test_rows_with_several_seats_of_a_game_err_as_seldom():
    """10,000 tables of six equal strategies, one drawn for each of four seats: any `strong` or `weak` in 5 %."""
    dice, games = np.random.default_rng(5), 120
    sums = np.zeros((6, TABLES, 6))
    for start in range(0, TABLES, 2000):
        seats = dice.integers(0, 6, (2000, games, 4))
        for strategy in range(6):
            n, c = (seats == strategy).sum(2), seats[:, :, 0] == strategy
            here = [each.sum(1) for each in (n > 0, n, c, c, c * n, n**2)]
            sums[:, start : start + 2000, strategy] = here
    found = words(win_shares(**dict(zip(SUMS, sums, strict=True))), np.full(6, 0.25), margin=0.001)
    assert np.isin(found, ["strong", "weak"]).any(1).mean() <= ALPHA + NOISE


LOOKS = np.diff(np.concatenate([[0], (1000 * 1.25 ** np.arange(20)).astype(int)]))


def looked_at(chances, seed):
    """Words (10,000 tables, looks, rows) of tables under looking, at 1,000 games and each time a quarter more."""
    wins = np.random.default_rng(seed).multinomial(LOOKS, chances, (TABLES, len(LOOKS))).cumsum(1)
    return words(table(wins, LOOKS.cumsum()[:, None], sequential=True), np.full(len(chances), 0.25))


def test_under_looking_at_exact_parity_an_imbalance_is_seldom_called():
    """At any of 20 looks, up to 69,000 games, any of four rows: in 5 % of 10,000 tables at most."""
    found = looked_at([0.25, 0.25, 0.25, 0.25], 6)
    assert np.isin(found, ["strong", "weak"]).any((1, 2)).mean() <= ALPHA + NOISE
    assert (found[:, -1] == "balanced").all(1).mean() > 0.95


def test_under_looking_at_exactly_the_margin_balanced_is_seldom_called():
    """The two rows at the margin, at any of 20 looks: in 5 % of 10,000 tables at most."""
    found = looked_at([0.27, 0.23, 0.25, 0.25], 7)
    assert (found[:, :, :2] == "balanced").any((1, 2)).mean() <= ALPHA + NOISE


def test_looking_at_intervals_for_one_look_errs_too_often():
    """The same looks without the confidence sequence: why a run until decided needs it."""
    wins = np.random.default_rng(8).multinomial(LOOKS, np.full(4, 0.25), (TABLES, len(LOOKS))).cumsum(1)
    found = words(table(wins, LOOKS.cumsum()[:, None]), np.full(4, 0.25), margin=0.001)
    assert np.isin(found, ["strong", "weak"]).any((1, 2)).mean() > 2 * ALPHA


def test_a_real_imbalance_is_found():
    """0.29, 0.25, 0.24, 0.22 in 5,000 games: the first is called strong, the last weak, in nearly every table."""
    wins = np.random.default_rng(9).multinomial(5000, [0.29, 0.25, 0.24, 0.22], 1000)
    found = words(table(wins, 5000), np.full(4, 0.25), margin=0.01)
    assert (found[:, 0] == "strong").mean() > 0.95
    assert (found[:, 3] == "weak").mean() > 0.95
    assert not (found[:, 0] == "weak").any()


def test_verdicts_are_the_words_of_a_table_by_hand():
    """Four rows of 1,000 games: each step at a twentieth by the rows that may still be misjudged, all four of them."""
    estimate = table(np.array([320.0, 290.0, 240.0, 150.0]), 1000)
    p = estimate.p_value(parities(estimate))
    assert (p <= 0.05 / 4).tolist() == [True, True, False, True]
    found = verdict_columns(estimate, parities(estimate), played=1000)
    assert list(found["verdict"]) == ["strong", "strong", "undecided", "weak"]
