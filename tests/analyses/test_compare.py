"""Comparisons with common random numbers: exact zeros, coverage of intervals, verdicts, and McNemar's table."""

import json
import math
from dataclasses import fields

import numpy as np
import pandas as pd
import polars as pl
import pytest
from pandas.testing import assert_frame_equal
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as independent_mcnemar
from statsmodels.stats.multitest import multipletests
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.wording import balanced, uncovered
from starbalance.analyses.questions.compare import (
    Comparison,
    compare,
    course,
    differing,
    flipped,
    is_covered,
    mcnemar,
    pair,
    saving,
    share_differences,
)
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics import aggregate
from starbalance.analyses.statistics.estimate import ClusterSums, PairedDifference, paired_difference, win_shares
from starbalance.analyses.statistics.pandas_frame import seats_frame
from starbalance.analyses.statistics.verdict import CHANGE, is_open, words
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import Execution, experiment
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run

EXPERIMENTS = 10_000
SETUP = "independents4"  # of made-up runs
SHORT = {
    ("4000-ad", "independents4"): ({"switches.max_rounds": 14}, {"switches.start_ships": 20}),
    ("4000-ad", "alliances2"): ({"switches.max_rounds": 14}, {"switches.start_ships": 20}),
    ("handful-of-stars", "players2"): ({"setups.players2.trigger": 3}, {"switches.hand_size": 5}),
    ("interstellar-ambitions", "players3"): ({"switches.claims_to_end": 2}, {"switches.seat_compensation": 0}),
}


@pytest.fixture(scope="module", params=SHORT, ids=lambda each: each[1])
def real(request):
    """(base, variant) of 120 short games of each game."""
    game, setup = request.param
    short, change = SHORT[request.param]
    return tuple(
        run(game, setup=setup, games=120, seed=4, strategies="pool", jobs=2, set=each)
        for each in (short, short | change)
    )


def made_up(credit, home=None, seed=0, **columns):
    """Return a run with the given credits and homes, both of shape (games, seats)."""
    games, seats = credit.shape
    home = np.broadcast_to(np.arange(seats) if home is None else home, credit.shape)
    frames = {
        "games": pl.DataFrame({"game": np.arange(games), "rounds": 1, "decisions": 1, "truncated": 0, "setup": SETUP}),
        "seats": pl.DataFrame({
            "game": np.repeat(np.arange(games), seats), "home": home.ravel(), "credit": credit.ravel(), "setup": SETUP,
            **{name: np.ravel(column) for name, column in columns.items()},
        }),
    }  # fmt: skip
    return Result({"game": "4000-ad", "setup": SETUP, "seed": seed}, None, (frames,))


def coupled(dice, shape, base, variant, same):
    """Draw wins of a seat in two runs. A game shares its random numbers between the runs with probability `same`."""
    randomness = dice.random(shape)
    other = np.where(dice.random(shape) < same, randomness, dice.random(shape))
    return (randomness < base).astype(float), (other < variant).astype(float)


NAMES = ("credit_base", "rows_base", "credit_variant", "rows_variant", "rows")


def estimate(one, two, flip=1.0):
    """Return the paired differences of experiments with one row per game and credits of shape (experiments, games)."""
    each = np.stack([one, np.ones_like(one), two, np.ones_like(two), np.full_like(one, 2.0)], axis=2)
    sums = ClusterSums(NAMES, (each != 0).sum(1), each.sum(1), np.einsum("egi,egj->eij", each, each))
    return paired_difference(sums, NAMES[:2], NAMES[2:4], rows="rows", flip=flip)


def experiments(seed, games, base, variant, same, count=EXPERIMENTS, win=1.0):
    """Return paired differences of `count` experiments, drawn as counts of wins in both runs, one run or neither."""
    other = 1 - same
    both = same * base + other * base * variant
    lost, gained = other * base * (1 - variant), same * (variant - base) + other * (1 - base) * variant
    chances = [both, lost, gained, 1 - both - lost - gained]
    kinds = np.random.default_rng(seed).multinomial(games, chances, count)
    row = np.array([[win, 1, win, 1, 2], [win, 1, 0, 1, 2], [0, 1, win, 1, 2], [0, 1, 0, 1, 2]])
    products = np.einsum("ki,kj->kij", row, row)
    sums = ClusterSums(NAMES, kinds @ (row != 0), kinds @ row, np.einsum("ek,kij->eij", kinds, products))
    return paired_difference(sums, NAMES[:2], NAMES[2:4], rows="rows", flip=win)


def in_tables(differences, rows):
    """Reshape experiments to tables of `rows` rows each."""
    return PairedDifference(
        *(getattr(differences, each.name).reshape(-1, rows) for each in fields(PairedDifference)[:-1])
    )


def covered(intervals, truth):
    return float(np.mean((intervals.low <= truth) & (truth <= intervals.high)))


def test_experiments_drawn_as_counts_agree_with_played_games():
    """Both ways of drawing 2,000 differences have the same mean and standard error."""
    drawn = experiments(1, 100, 0.3, 0.4, 0.8, count=2000)
    played = estimate(*coupled(np.random.default_rng(2), (2000, 100), 0.3, 0.4, 0.8))
    assert drawn.value.mean() == pytest.approx(played.value.mean(), abs=0.004)
    assert drawn.error.mean() == pytest.approx(played.error.mean(), rel=0.01)


def test_a_variant_without_changes_differs_by_exactly_zero(real):
    base, _ = real
    rules = {"setup": base.settings["setup"], "set": base.settings["changes"]}
    twin = run(base.settings["game"], games=120, seed=4, strategies="pool", **rules)
    for by in ([base.factor], ["seat", "strategy"], ["ended"]):
        table = share_differences(base, twin, by, max_truncated=1)
        assert (table[["difference", "low", "high"]] == 0).all(axis=None)
        assert set(table["verdict"]) == {"unchanged"}
        lost = mcnemar(base, twin, by)
        assert (lost[["base_only", "variant_only", "difference", "low", "high"]] == 0).all(axis=None)
        assert (lost["p_value"] == 1).all()
    assert (course(base, twin)[["difference", "low", "high"]] == 0).all(axis=None)
    assert flipped(base, twin)["flipped"].tolist() == [0]
    assert differing(base, twin) == 0
    assert saving(base, twin, [base.factor]) == math.inf


def test_differing_games_agree_with_a_slow_comparison(real):
    """A game differs if any column of the game or of a seat differs; more games differ than change their winner."""
    base, variant = real
    slow = set()
    for one, two in ((base.games, variant.games), (base.seats, variant.seats)):
        rows = zip(one.rows(named=True), two.rows(named=True), strict=True)
        slow |= {left["game"] for left, right in rows if left != right}
    assert differing(base, variant) == len(slow) >= 120 * flipped(base, variant)["flipped"][0] > 0


def test_differing_games_without_another_winner_do_not_look_certain():
    """Games differ without another winner. 50 such games leave the verdict undecided, 5,000 show `unchanged`."""
    for games, word in ((50, "undecided"), (5000, "unchanged")):
        credit = np.eye(2)[np.random.default_rng(1).integers(0, 2, games)]
        base = made_up(credit, ships=np.zeros_like(credit))
        variant = made_up(credit, ships=np.ones_like(credit))
        table = share_differences(base, variant, ["home"])
        assert (table["difference"] == 0).all()
        assert table["high"].tolist() == pytest.approx([stats.t.ppf(0.975, games - 1) * math.sqrt(2) / games] * 2)
        assert {each.split()[0] for each in table["verdict"]} == {word}


def test_shares_and_differences_agree_with_a_slow_count(real):
    """Allies of the winning side count as winners. Allied levels that only occur together share a row."""
    base, variant = real
    for by in ([base.factor], ["strategy"], ["ended", "seat"]):
        table = share_differences(base, variant, by).set_index(by)
        one, two = (_slow_shares(side, by) for side in real)
        assert _expanded(table["share_base"]) == pytest.approx(one)
        known = _expanded(table["difference"])
        assert known == pytest.approx({key: two[key] - one[key] for key in known})
        assert _expanded(table["games"]) == {key: len(games) for key, games in _games_of_either(real, by).items()}


def _slow_shares(side, by):
    rows = seats_frame(side)
    rows["credit"] = rows["credit"] / rows["credit"].max()
    return {_key(key): share for key, share in rows.groupby(by, observed=True)["credit"].mean().items()}


def _games_of_either(sides, by):
    games = {}
    for side in sides:
        for key, rows in seats_frame(side).groupby(by, observed=True)["game"]:
            games.setdefault(_key(key), set()).update(rows)
    return games


def _key(key):
    return tuple(map(str, key)) if isinstance(key, tuple) else (str(key),)


def _expanded(column):
    """Return the known values of a column by the labels of its cells, with rows of allies split into single levels."""
    values = {}
    for key, value in column.dropna().items():
        words = [each.split(" + ") for each in _key(key)]
        for place in range(max(map(len, words))):
            values[tuple(each[place % len(each)] for each in words)] = value
    return values


def test_a_difference_of_one_row_per_game_is_a_paired_t_test():
    """The test agrees with scipy if the correction for games that could have flipped is switched off."""
    one, two = coupled(np.random.default_rng(2), (1, 400), 0.5, 0.45, 0.7)
    difference = estimate(one, two, flip=0.0)
    independent = stats.ttest_rel(two[0], one[0])
    interval = independent.confidence_interval(0.95)
    assert (difference.value[0], difference.low[0], difference.high[0]) == pytest.approx(
        ((two - one).mean(), interval.low, interval.high)
    )
    assert difference.p_value(np.zeros(1))[0] == pytest.approx(independent.pvalue)


def test_the_interval_agrees_with_a_bootstrap_over_games_for_any_cells():
    """Homes move between seats in the variant, so a cell has 0 to 2 rows of a game."""
    dice = np.random.default_rng(3)
    homes = [dice.integers(0, 3, (500, 2)) for _ in range(2)]
    credit = [np.eye(2)[(dice.random(500) < 0.5 + 0.1 * (home[:, 1] - home[:, 0])).astype(int)] for home in homes]
    table = share_differences(*(made_up(c, h) for c, h in zip(credit, homes, strict=True)), ["home"]).set_index("home")
    picks = dice.integers(0, 500, (3000, 500))
    for home, row in table.iterrows():
        n, c = (
            [values.sum(1)[picks].sum(1) for values in each]
            for each in ([h == home for h in homes], [(h == home) * k for h, k in zip(homes, credit, strict=True)])
        )
        assert (row["high"] - row["low"]) / 2 == pytest.approx(1.97 * np.std(c[1] / n[1] - c[0] / n[0]), rel=0.06)


@pytest.mark.parametrize(("base", "variant", "same", "games", "most"), [
    (0.25, 0.25, 0.6, 300, 0.965),
    (0.25, 0.30, 0.9, 300, 0.965),
    (0.25, 0.30, 0.0, 300, 0.965),
    (0.05, 0.08, 0.9, 500, 0.970),
    (0.25, 0.25, 0.9, 200, 0.985),
    (0.25, 0.25, 0.99, 300, 1.0),
    (0.25, 0.26, 1.0, 280, 1.0),
])  # fmt: skip
def test_intervals_of_paired_differences_cover_the_truth(base, variant, same, games, most):
    """Of 10,000 intervals, 93.5 % to 96.5 % cover the truth, and more if fewer than about ten games differ."""
    assert 0.935 <= covered(experiments(5, games, base, variant, same), variant - base) <= most


def test_intervals_of_half_credits_cover_the_truth():
    """Two allied homes share a win, so differences and the effect of one flipped game are half as large."""
    whole, half = (experiments(6, 300, 0.5, 0.55, 0.8, win=win) for win in (1.0, 0.5))
    assert 0.94 <= covered(half, 0.025) <= 0.965
    assert half.high - half.low == pytest.approx((whole.high - whole.low) / 2)


def test_false_differences_have_a_rate_of_alpha():
    """About 5 % of 10,000 tables of four rows without a difference contain `higher` or `lower`."""
    tables = in_tables(experiments(7, 500, 0.25, 0.25, 0.5, count=4 * EXPERIMENTS), 4)
    verdicts = words(tables, np.zeros((EXPERIMENTS, 4)), margin=0.001, alpha=0.05, terms=CHANGE)
    assert 0.035 <= np.isin(verdicts, ["higher", "lower"]).any(1).mean() <= 0.057


@pytest.mark.parametrize("rows", [1, 4])
def test_false_unchanged_verdicts_have_a_rate_of_half_of_alpha(rows):
    """About 2.5 % of 10,000 tables contain a wrong `unchanged`: a 95 % interval must lie within the margin."""
    tables = in_tables(experiments(8, 5000, 0.25, 0.27, 0.9, count=rows * EXPERIMENTS), rows)
    verdicts = words(tables, np.zeros((EXPERIMENTS, rows)), margin=0.02, alpha=0.05, terms=CHANGE)
    assert 0.018 <= (verdicts == "unchanged").any(1).mean() <= 0.033


def test_differences_within_the_margin_are_unchanged_and_those_beyond_are_detected():
    samples = experiments(9, 20_000, 0.25, 0.251, 0.9), experiments(10, 20_000, 0.25, 0.28, 0.9)
    verdicts = [
        (words(in_tables(each, 1), np.zeros((EXPERIMENTS, 1)), margin=0.02, alpha=0.05, terms=CHANGE))
        for each in samples
    ]
    assert (verdicts[0] == "unchanged").mean() > 0.99
    assert (verdicts[1] == "higher").mean() > 0.99


def test_a_planted_difference_is_detected_only_with_common_random_numbers():
    """A difference of 4 points shows in 1,500 games with common random numbers in 95 % of them."""
    dice = np.random.default_rng(9)
    wins = [np.stack([1 - each, each], axis=-1) for each in coupled(dice, 1500, 0.50, 0.54, 0.95)]
    table = share_differences(made_up(wins[0]), made_up(wins[1]), ["home"])
    assert table["verdict"].tolist() == ["lower", "higher"]
    unpaired = [np.stack([1 - each, each], axis=-1) for each in coupled(dice, 1500, 0.50, 0.54, 0.0)]
    other = share_differences(made_up(unpaired[0]), made_up(unpaired[1]), ["home"])
    assert {word.split()[0] for word in other["verdict"]} == {"undecided"}
    width = [(each["high"] - each["low"])[0] for each in (table, other)]
    assert width[0] < width[1] / 2
    assert saving(made_up(wins[0]), made_up(wins[1]), ["home"]) == pytest.approx((width[1] / width[0]) ** 2, rel=0.15)


def test_unpaired_runs_have_the_interval_of_independent_samples():
    """The variances of the two win shares add up."""
    one, two = coupled(np.random.default_rng(10), (1, 5000), 0.25, 0.30, 0.0)
    difference = estimate(one, two)
    halves = []
    for each in (one, two):
        games = np.full(1, 5000.0)
        of_one_run = win_shares(games, games, each.sum(1), squares=each.sum(1), cross=each.sum(1), rows2=games)
        halves.append((of_one_run.high - of_one_run.low)[0] / 2)
    assert (difference.high - difference.low)[0] / 2 == pytest.approx(math.hypot(*halves), rel=0.02)
    assert (difference.unpaired_error / difference.error)[0] == pytest.approx(1, abs=0.02)


def test_verdicts_are_family_wise():
    """Holm's correction agrees with statsmodels: some rows that differ in isolation do not in a table of ten."""
    dice = np.random.default_rng(11)
    homes = np.tile(np.arange(10), (600, 1))
    one = (dice.random((600, 10)) < 0.3).astype(float)
    two = np.where(dice.random((600, 10)) < 0.15, dice.random((600, 10)) < np.linspace(0.3, 0.8, 10), one)
    base, variant = made_up(one, homes), made_up(two, homes)
    table = share_differences(base, variant, ["home"], margin=0.001)
    p = estimate(one.T, two.T).p_value(np.zeros(10))
    rejected = multipletests(p, 0.05, method="holm")[0]
    assert [word.split()[0] in ("higher", "lower") for word in table["verdict"]] == rejected.tolist()
    assert 0 < rejected.sum() < (p < 0.05).sum()


def test_mcnemars_table_agrees_with_an_independent_package():
    one, two = (each[0] for each in coupled(np.random.default_rng(12), (1, 300), 0.4, 0.5, 0.8))
    wins = [np.stack([each, 1 - each], axis=-1) for each in (one, two)]
    row = mcnemar(made_up(wins[0]), made_up(wins[1]), ["home"]).iloc[0]
    square = [[np.sum(one * two), np.sum(one * (1 - two))], [np.sum((1 - one) * two), np.sum((1 - one) * (1 - two))]]
    assert [[row["both"], row["base_only"]], [row["variant_only"], row["neither"]]] == square
    assert row["p_value"] == pytest.approx(independent_mcnemar(square, exact=False, correction=False).pvalue, rel=0.2)
    assert row["difference"] == pytest.approx((square[1][0] - square[0][1]) / 300)
    assert row["low"] < row["difference"] < row["high"]


def test_mcnemars_p_value_does_not_grow_with_identical_seats_of_a_game():
    """Four copies of a game as seats of one game give four times the counts and the same p-value."""
    one, two = (each[0] for each in coupled(np.random.default_rng(13), (1, 300), 0.4, 0.5, 0.8))
    single = mcnemar(made_up(one[:, None]), made_up(two[:, None]), ["home"]).iloc[0]
    seats = [np.repeat(each[:, None], 4, axis=1) for each in (one, two)]
    four = mcnemar(*(made_up(each, np.zeros((300, 4))) for each in seats), ["home"]).iloc[0]
    assert four["base_only"] == 4 * single["base_only"]
    assert np.log(four["p_value"]) == pytest.approx(np.log(single["p_value"]), rel=0.05)


@pytest.mark.parametrize("changes", [4, 5])
def test_a_few_wins_that_all_change_one_way_are_no_significant_difference(changes):
    """The exact p-values are 0.125 and 0.0625; without two added wins the test would give 0.046 and 0.025."""
    one, two = np.zeros((200, 1)), np.zeros((200, 1))
    two[:changes] = 1
    row = mcnemar(made_up(one), made_up(two), ["home"]).iloc[0]
    exact = independent_mcnemar([[0, 0], [changes, 200 - changes]], exact=True).pvalue
    assert row["p_value"] == pytest.approx(exact, abs=0.04)
    assert row["p_value"] > 0.05
    assert row["low"] < 0 < row["high"]


def test_the_counts_of_a_cell_add_up_to_its_seats_and_to_its_shares(real):
    """A shared win counts as a fraction of a win; a win by allies counts as a full win for each of them."""
    base, variant = real
    table, shares = (each(base, variant, [base.factor]) for each in (mcnemar, share_differences))
    counts = table[["both", "base_only", "variant_only", "neither"]]
    assert counts.sum(axis=1).to_numpy() == pytest.approx(table["seats"].to_numpy())
    for column, name in (("base_only", "share_base"), ("variant_only", "share_variant")):
        won = (table["both"] + table[column]) / table["seats"]
        assert won.to_numpy() == pytest.approx(shares[name].to_numpy())
    assert table["difference"].to_numpy() == pytest.approx(shares["difference"].to_numpy())
    assert (counts >= 0).all(axis=None)


def test_a_game_is_flipped_if_the_credit_of_any_seat_changes(real):
    credits = [side.seats["credit"].to_numpy().reshape(120, -1) for side in real]
    row = flipped(*real).iloc[0]
    assert row["games"] == 120
    assert row["flipped"] == np.mean((credits[0] != credits[1]).any(1))
    assert row["low"] <= row["flipped"] < row["high"]


def test_the_course_agrees_with_a_paired_t_test(real):
    base, variant = real
    table = course(base, variant).set_index("quantity")
    points = "stars per seat" if base.settings["game"] == "4000-ad" else "vp per seat"
    assert list(table.index) == ["rounds per game", "decisions per game", "share of truncated games", points]
    for name in ("rounds", "decisions"):
        one, two = (side.games[name].to_numpy() for side in real)
        row, interval = table.loc[f"{name} per game"], stats.ttest_rel(two, one).confidence_interval(0.95)
        assert row.tolist() == pytest.approx([one.mean(), two.mean(), (two - one).mean(), *interval, 0])
    column = points.removesuffix(" per seat")
    assert table.loc[points, "base"] == pytest.approx(base.seats[column].mean())
    assert table.loc[points, "variant"] == pytest.approx(variant.seats[column].mean())
    assert table.loc["share of truncated games", "base"] == pytest.approx(base.games["truncated"].mean())


def test_tables_do_not_depend_on_the_batch_size(real, monkeypatch):
    """Summing 7 games at a time gives the same tables."""

    def tables():
        by = [real[0].factor]
        frames = (share_differences(*real, by), course(*real), flipped(*real), mcnemar(*real, by))
        return [frame.select_dtypes("number").to_numpy(float, na_value=np.nan) for frame in frames]

    whole = tables()
    monkeypatch.setattr(aggregate, "BATCH", 7)
    for one, two in zip(whole, tables(), strict=True):
        assert two == pytest.approx(one, nan_ok=True)


def test_a_run_with_fewer_games_can_be_compared():
    """Shares use all games of each run; flips use the games that both runs have."""
    credit = np.eye(2)[np.random.default_rng(14).integers(0, 2, 300)]
    base, variant = made_up(credit), made_up(credit[:200])
    table = share_differences(base, variant, ["home"])
    assert table["games"].tolist() == [300, 300]
    assert table["share_variant"].to_numpy() == pytest.approx(credit[:200].mean(0))
    assert (table["high"] > table["low"]).all()
    assert flipped(base, variant)["games"].tolist() == [200]


def test_a_cell_missing_in_one_run_has_no_difference():
    credit = np.eye(2)[np.random.default_rng(15).integers(0, 2, 50)]
    table = share_differences(made_up(credit), made_up(credit, np.full((50, 2), 1)), ["home"]).set_index("home")
    assert table.loc[0, ["share_variant", "difference", "low", "high"]].isna().all()
    assert table.loc[0, "verdict"] == "undecided"


def test_columns_of_words_are_compared_across_runs_with_different_words():
    """Runs of different strategies share a table."""
    options = {"games": 20, "seed": 1, "set": {"switches.max_rounds": 8}}
    one, two = (
        run("4000-ad", strategies=names, **options) for names in ("hunter", ["raider", "hunter", "hunter", "uniform"])
    )
    table = share_differences(one, two, ["strategy"]).set_index("strategy")
    assert table.loc["hunter", "share_base"] == 0.25
    assert sorted(table.index) == ["hunter", "raider", "uniform"]


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"seed": 1}, "different seeds, 0 and 1"),
    ({"setup": "independents3"}, "different setups, independents4 and independents3"),
    ({"game": "other"}, "different games"),
    ({"until": {}}, "until decided"),
])  # fmt: skip
def test_runs_that_do_not_form_a_pair_are_refused(changed, sentence):
    credit = np.eye(2)[np.zeros(5, int)]
    base, variant = made_up(credit), made_up(credit)
    other = Result({**variant.settings, **changed}, None, variant.parts)
    for ask in (
        lambda: share_differences(base, other, ["home"]),
        lambda: course(base, other),
        lambda: flipped(base, other),
    ):
        with pytest.raises(BadInput, match=sentence):
            ask()


def test_a_pair_is_played_with_common_random_numbers_and_resumed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reports = []
    played = experiment(
        "handful-of-stars", {"setup": "players2", "seed": 2, "strategies": "pool", "variant": "home_worth_8"}
    )
    execution = Execution(progress=lambda done, total, note="": reports.append((done, total)))
    base, variant = pair(played, execution, changes={"switches.vp_home": 9}, games=30)
    assert base.settings["changes"] == {"switches.vp_home": 8}
    assert variant.settings["changes"] == {"switches.vp_home": 9}
    assert reports[-1] == (60, 60)
    assert Comparison(base, variant, ["race"]).changes.values.tolist() == [["switches.vp_home", 8, 9]]
    assert base.seats["race"].equals(variant.seats["race"])
    parts = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    pair(played, execution, changes={"switches.vp_home": 9}, games=30)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == parts


def test_a_pair_without_a_valid_change_is_refused_before_a_game_is_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="nothing to compare"):
        pair(experiment("4000-ad", {}), Execution())
    with pytest.raises(BadInput, match="did you mean 'five_warps'"):
        pair(experiment("4000-ad", {}), Execution(), variant="five_warp")
    with pytest.raises(BadInput, match=r"with switches\.max_warps as given"):
        pair(experiment("4000-ad", {}), Execution(), changes={"switches.max_warps": 2})
    with pytest.raises(BadInput, match="with the variant 'five_warps' as given"):
        pair(experiment("4000-ad", {"variant": "five_warps"}), Execution(), variant="five_warps")
    assert list(tmp_path.iterdir()) == []


def test_the_command_prints_its_tables_and_draws_a_chart(tmp_path, monkeypatch):
    """Other formats contain only the main table. The first of two variants is the base."""
    monkeypatch.chdir(tmp_path)
    words = ["compare", "handful-of-stars", "--setup", "players2", "--games", "30", "--variant", "home_worth_8"]
    result = CliRunner().invoke(app, [*words, "--chart", "home.svg"])
    assert result.exit_code == 0, result.output
    assert "(McNemar)" in result.stdout
    assert "vp per seat" in result.stdout
    assert result.stdout.splitlines()[-2].startswith("With common random numbers, these 2 x 30 games are as precise as")
    assert "switches.vp_home=8" in (tmp_path / "home.svg").read_text()
    two = [*words, "--variant", "home_worth_8", "--set", "switches.vp_home=7", "--format", "json"]
    back = json.loads(CliRunner().invoke(app, two).stdout)
    forward = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert [row["difference"] for row in back] == pytest.approx([-row["difference"] for row in forward])
    same = CliRunner().invoke(app, [*words[:-2], "--set", "switches.max_rounds=900"])  # no game is so long
    assert same.stdout.splitlines()[-2] == "No share changes in any game."


def test_a_comparison_says_whether_the_changed_game_is_balanced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["compare", "comet-chase", "--games", "200", "--seed", "1", "--jobs", "1", "--set", "switches.goal=40"]
    result = CliRunner().invoke(app, [*words, "--by", "seat", "--margin", "2pp"])
    assert "Win shares of the changed game compared with an equal share:" in result.stdout
    comparison = compare("comet-chase", games=200, seed=1, set={"switches.goal": 40}, by=["seat"], jobs=1)
    assert_frame_equal(comparison.balance, rates(comparison.variant, ["seat"], margin=0.02))
    assert balanced(comparison.balance, ["seat"], 0.02) in result.stdout.splitlines()
    wide = CliRunner().invoke(app, [*words, "--by", "seat", "--margin", "40pp"])
    assert "The changed game is balanced: every share is within 40 points of an equal share." in wide.stdout


@pytest.mark.parametrize(("verdicts", "needed", "sentence"), [
    (["strong", "undecided", "weak"], [np.nan, 900, np.nan],
     "The changed game is not balanced: A is strong, C is weak."),
    (["balanced", "undecided", "undecided"], [np.nan, 900, 1200],
     "It is undecided whether the changed game is balanced: about 1,200 games in all may decide it."),
    (["undecided"] * 3, [np.nan] * 3, "It is undecided whether the changed game is balanced."),
    (["balanced"] * 3, [np.nan] * 3, "The changed game is balanced: every share is within 2 points of an equal share."),
])  # fmt: skip
def test_the_verdicts_of_a_table_make_a_sentence(verdicts, needed, sentence):
    table = pd.DataFrame({"home": ["A", "B", "C"], "verdict": verdicts, "games_needed": needed})
    assert balanced(table, ["home"], 0.02) == sentence


def seated(credit, seats):
    """Return a made-up run with two seats per game, whose homes are their places in the turn order."""
    return made_up(np.array(credit, float), home=np.array(seats), stars=np.ones_like(credit))


@pytest.mark.parametrize("moved", [40, 100])
def test_mcnemar_reports_the_seats_that_a_variant_moves_to_other_cells(moved):
    """The first seat always wins. In some games the variant swaps the homes, so no seat changes its result."""
    credit, base = np.tile([1.0, 0.0], (100, 1)), np.tile([1, 2], (100, 1))
    variant = np.where(np.arange(100)[:, None] < moved, [2, 1], [1, 2])
    one, two = seated(credit, base), seated(credit, variant)
    table = mcnemar(one, two, ["home"])
    assert list(table["home"]) == [1, 2]
    assert table["covered"].tolist() == pytest.approx([1 - moved / 100] * 2)
    assert table["seats"].tolist() == [100 - moved] * 2
    assert not is_covered(table) and "McNemar" not in uncovered(table)[20:]
    assert share_differences(one, two, ["home"])["difference"].tolist() == pytest.approx([-moved / 100, moved / 100])
    assert flipped(one, two)["flipped"][0] == 0
    assert Comparison(one, two, ["home"])._repr_html_().count("p_value") == 0


def test_mcnemar_covers_every_seat_of_a_variant_that_moves_none(real):
    assert is_covered(mcnemar(*real, [real[0].factor]))


def test_a_comparison_that_moves_seats_explains_why_mcnemar_is_omitted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["compare", "4000-ad", "--variant", "shuffled_seating", "--games", "40", "--by"]
    moved, same = (CliRunner().invoke(app, [*words, by]).output for by in ("home,seat", "home"))
    assert "McNemar's test is omitted. It compares seats that keep their row" in moved and "p_value" not in moved
    assert "p_value" in same and "covered" not in same and "omitted" not in same


def test_a_level_of_one_side_only_has_a_reason(tmp_path, monkeypatch):
    """A short race has games with fewer rolls than a long one: these levels have no difference, and no games needed."""
    monkeypatch.chdir(tmp_path)
    table = compare("comet-chase", set={"switches.goal": 20}, games=60, by=["rolls"], seed=1, jobs=1).shares
    one, two = table["share_base"].isna(), table["share_variant"].isna()
    assert one.any() and two.any() and not (one & two).any()
    assert set(table[one]["reason"]) == {"in no game of the base"}
    assert set(table[two]["reason"]) == {"in no game of the variant"}
    assert set(table[~one & ~two]["reason"]) <= {"", "too close to call"}
    assert not any(is_open(*row) for row in table[one | two][["verdict", "reason"]].values)


def test_an_omitted_test_says_how_many_seats_keep_their_row():
    sentence = "The row that changes most keeps 0.0% of its seats, and the row that changes least keeps 75.0%."
    assert sentence in uncovered(pd.DataFrame({"covered": [0.75, 0.0]}))


def test_shares_of_a_comparison_are_percents_and_their_differences_are_points(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["compare", "comet-chase", "--set", "switches.goal=20", "--games", "40", "--seed", "1", "--jobs", "1"]
    lines = [" ".join(line.split()) for line in CliRunner().invoke(app, words).output.splitlines()]
    assert any(line.startswith("share of truncated games 0.0% 0.0% +0.0pp -") for line in lines)
    games, *shares = lines[lines.index("games flipped low high") + 1].split()
    assert games == "40" and all(share.endswith("%") for share in shares)
