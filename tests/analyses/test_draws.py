"""Effects of a draw: numbers agree with slow counts, intervals cover in simulations, bad input gets one sentence."""

import csv
import dataclasses
import io
import itertools
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Heading, Table, Text
from starbalance.analyses.questions.columns import Roles
from starbalance.analyses.questions.drawn import Draw
from starbalance.analyses.questions.draws import (
    by_significance,
    claimants,
    draw_best,
    draw_claims,
    draw_kinds,
    draw_pair_shares,
    draw_pairs,
    draw_shares,
    draw_table,
)
from starbalance.analyses.report.component import out_of_line
from starbalance.analyses.report.content import section_elements
from starbalance.analyses.report.draws import answer, asked_table, pair_table
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Draws
from starbalance.analyses.statistics import aggregate
from starbalance.analyses.statistics.contrast import contrast, share_contrast
from starbalance.analyses.statistics.estimate import ClusterSums, mean_interval, proportions, shares
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import describe

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

GAMES = 900
SEATS = 3
ACTIVE = ("Corsair", "Overlord", "Breaker", "Hunter")
PASSIVE = ("Guru", "Haven", "Empire", "Armada")
WORDS = ACTIVE + PASSIVE
STRATEGIES = ("raider", "builder", "trader")
SLOTS = range(1, 5)  # two active slots, then two passive slots


def played(games=GAMES, seed=5):
    """Return frames (games, seats) with three seats.

    Corsair helps the raider, Haven shortens games by 2 rounds, and Armada is never claimed.
    """
    dice = np.random.default_rng(seed)
    ranks = dice.random((games, 2, 4)).argsort(2)[:, :, :2]
    codes = np.sort(ranks, axis=2).reshape(games, 4) + np.array([0, 0, 4, 4])
    strategy = dice.integers(0, 3, (games, SEATS))
    weight = np.where((strategy == 0) & (codes == 0).any(1)[:, None], 3.0, 1.0)
    winner = (dice.random(games)[:, None] * weight.sum(1)[:, None] > weight.cumsum(1)).sum(1)
    claims_it = dice.random((games, 4, SEATS)) < np.where(codes == 7, 0.0, 0.1 + 0.1 * codes)[:, :, None]
    bits = (claims_it * (1 << codes)[:, :, None]).sum(1)
    count = claims_it.sum(2)
    table = {"game": np.arange(games), "rounds": dice.poisson(12, games) + 4 - 2 * (codes == 5).any(1)}
    table |= {"margin": dice.poisson(5, games), "truncated": (dice.random(games) < 0.05).astype(np.int8)}
    for k in SLOTS:
        table[f"ambition_{k}"] = pl.Series([WORDS[code] for code in codes[:, k - 1]], dtype=pl.Enum(WORDS))
        table[f"claims_{k}"] = count[:, k - 1]
        table[f"claim_round_{k}"] = np.where(count[:, k - 1] > 0, dice.integers(1, 9, games), 0)
    seats = {
        "game": np.repeat(np.arange(games), SEATS),
        "strategy": pl.Series([STRATEGIES[each] for each in strategy.ravel()], dtype=pl.Enum(STRATEGIES)),
        "seat": np.tile(np.arange(SEATS) + 1, games),
        "credit": (winner[:, None] == np.arange(SEATS)).ravel().astype(float),
        "claimed": bits.ravel(),
    }
    return pl.DataFrame(table), pl.DataFrame(seats)


def result_of(games, seats):
    settings = {"game": "4000-ad", "setup": "independents3", "changes": {}, "seed": 0}
    raider = find_strategy(find_game("4000-ad"), "raider")
    settings |= {"strategies": [describe(raider)], "lineup": [0, 0, 0], "pool": 0}
    return Result(settings, None, ({"games": games, "seats": seats},))


@pytest.fixture(autouse=True)
def drawing_game(monkeypatch):
    """A game that draws ambitions of two kinds; it replaces the real game."""
    game = dataclasses.replace(find_game("4000-ad"), draws="ambition", flags=lambda rules: {"claimed": WORDS})
    monkeypatch.setattr("starbalance.analyses.questions.draws.find_game", lambda name: game)
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    kinds = Roles(draw_kinds={"active": [1, 2], "passive": [3, 4]})
    monkeypatch.setattr("starbalance.analyses.questions.draws.roles", lambda name: kinds)
    return game


@pytest.fixture(scope="module")
def made_up():
    return result_of(*played())


def slots_of(result):
    """Return a pandas row per slot and game: slot, ambition, claims, round, and columns of the game."""
    frame = to_pandas(result.games)
    rows = [
        frame[["game", "rounds", "margin", "truncated"]].assign(
            slot=k, ambition=frame[f"ambition_{k}"], claims=frame[f"claims_{k}"], round=frame[f"claim_round_{k}"]
        )
        for k in SLOTS
    ]
    return pd.concat(rows, ignore_index=True)


def welch(one, two):
    """Return (mean of `two` minus mean of `one`, low, high) as computed by scipy."""
    interval = stats.ttest_ind(two, one, equal_var=False).confidence_interval()
    return np.mean(two) - np.mean(one), interval.low, interval.high


def triple(row, name):
    return tuple(row[[name, f"{name}_low", f"{name}_high"]])


def test_a_row_agrees_with_a_slow_count_of_the_games_with_an_ambition(made_up):
    table = draw_table(made_up)
    assert list(table["ambition"]) == list(WORDS)
    assert list(table["kind"]) == ["active"] * 4 + ["passive"] * 4
    slots = slots_of(made_up)
    for _, row in table.iterrows():
        drawn = slots[slots["ambition"] == row["ambition"]]
        count = len(drawn)
        assert row["games"] == count
        assert row["claimed"] == pytest.approx((drawn["claims"] > 0).mean())
        assert row["by_5"] == pytest.approx(((drawn["claims"] > 0) & (drawn["round"] <= 5)).mean())
        if drawn["claims"].any():
            assert triple(row, "claims") == pytest.approx(mean_interval(drawn["claims"].to_numpy(float)))
        assert triple(row, "truncated") == pytest.approx(
            [each[0] for each in proportions([drawn["truncated"].sum()], count)]
        )
        rounds = drawn["round"][drawn["claims"] > 0].to_numpy(float)
        if len(rounds):
            assert triple(row, "claim_round") == pytest.approx(mean_interval(rounds))
        low, high = stats.binomtest(int((drawn["claims"] > 0).sum()), count).proportion_ci(method="wilson")
        assert (row["claimed_low"], row["claimed_high"]) == pytest.approx((low, high), abs=1e-3)


def test_an_ambition_that_is_never_claimed_has_no_round_and_an_upper_bound(made_up):
    row = draw_table(made_up).set_index("ambition").loc["Armada"]
    assert (row["claimed"], row["claims"], row["claimed_low"]) == (0, 0, 0)
    assert 0 < row["claimed_high"] < 0.02 and row["claims_low"] == 0 < row["claims_high"] < SEATS * 0.02
    assert np.isnan(row["claim_round"])


@pytest.mark.parametrize("without", [(), (0,)])
def test_the_claims_of_a_game_are_at_most_its_seats(made_up, without):
    """All seats of every game claim Corsair, or of every game except the first one."""
    games = made_up.games.filter(pl.col("ambition_1") == WORDS[0])
    games = games.with_columns(claims_1=SEATS - (pl.int_range(pl.len()).is_in(without)).cast(pl.Int64))
    seats = made_up.seats.filter(pl.col("game").is_in(games["game"].to_list()))
    row = draw_table(result_of(games, seats)).set_index("ambition").loc[WORDS[0]]
    assert row["claims_low"] < row["claims"] <= row["claims_high"] == SEATS


def test_differences_of_length_and_margin_agree_with_welch(made_up):
    table, slots = draw_table(made_up).set_index("ambition"), slots_of(made_up)
    frame = to_pandas(made_up.games)
    for word in WORDS:
        has = frame["game"].isin(slots["game"][slots["ambition"] == word])
        for name in ("rounds", "margin"):
            expected = welch(frame[name][~has], frame[name][has])
            assert triple(table.loc[word], f"difference_{name}") == pytest.approx(expected)
    assert table.loc["Haven", "difference_rounds_high"] < -1
    has = [frame["game"].isin(slots["game"][slots["ambition"] == word]) for word in WORDS]
    uncorrected = [
        stats.ttest_ind(frame["rounds"][~each], frame["rounds"][each], equal_var=False).pvalue for each in has
    ]
    assert list(table["p_value_rounds"]) == pytest.approx(list(holm(np.array(uncorrected))))


def test_the_round_limit_of_an_early_claim_is_an_option(made_up):
    table = draw_table(made_up, by_round=8)
    assert list(table["by_8"]) == pytest.approx(list(table["claimed"]))
    with pytest.raises(BadInput, match="must be at least 1, got 0"):
        draw_table(made_up, by_round=0)


def four(frame, of_word, pair):
    """Return four masks of games: with both ambitions of a pair, with neither, with only the first, only the second."""
    one, two = (frame["game"].isin(of_word[word].index) for word in pair)
    return one & two, ~one & ~two, one & ~two, ~one & two


def test_the_effect_of_a_pair_is_the_effect_beyond_the_separate_effects(made_up):
    """The value comes from four slow means. The interval is Welch's for a sum of four (Satterthwaite's degrees)."""
    table = draw_pairs(made_up).set_index(["ambition", "other_ambition"])
    assert list(table.index) == list(itertools.combinations(WORDS, 2))
    frame, slots = to_pandas(made_up.games), slots_of(made_up)
    of_word = {word: slots[slots["ambition"] == word].set_index("game")["claims"] for word in WORDS}
    for pair, row in table.iterrows():
        one, two = (of_word[word] for word in pair)
        both = one.index.intersection(two.index)
        assert row["games"] == len(both)
        assert row["both_claimed"] == pytest.approx(((one[both] > 0) & (two[both] > 0)).mean())
        sides = [frame["rounds"][games] for games in four(frame, of_word, pair)]
        value = sides[0].mean() + sides[1].mean() - sides[2].mean() - sides[3].mean()
        parts = [side.var() / len(side) for side in sides]
        degrees = sum(parts) ** 2 / sum(part**2 / (len(side) - 1) for part, side in zip(parts, sides, strict=True))
        half = stats.t.ppf(0.975, degrees) * np.sqrt(sum(parts))
        assert triple(row, "difference_rounds") == pytest.approx((value, value - half, value + half))
        assert row["truncated"] == pytest.approx(frame["truncated"][four(frame, of_word, pair)[0]].mean())


def test_ambitions_that_never_occur_together_are_no_pair():
    """Pairs are those that occur in a game. With one ambition per game there are no pairs and no table."""
    games, seats = played()
    none = pl.lit(None, dtype=pl.Enum(WORDS))
    two = result_of(games.with_columns(ambition_2=none, ambition_4=none), seats)
    one = result_of(games.with_columns(ambition_2=none, ambition_3=none, ambition_4=none), seats)
    pairs = set(two.games.select("ambition_1", "ambition_3").iter_rows())
    assert len(pairs) < len(ACTIVE) * len(PASSIVE)
    for ask in (draw_pairs, lambda run: draw_pair_shares(run, "seat")):
        assert set(ask(two)[["ambition", "other_ambition"]].itertuples(index=False, name=None)) == pairs
        assert ask(one).empty
    scenario = Scenario("few", "Few", [], one)
    assert pair_table(draw_pairs(one), "few", scenario, what="rounds", percent=(), is_shown=True) == []


def test_pairs_with_only_separate_effects_are_not_significant(made_up):
    """Haven shortens games by 2 rounds in any pair, so no pair with Haven has a joint effect."""
    table = draw_pairs(made_up)
    assert (table["p_value_rounds"] > 0.05).all()
    both = table["difference_rounds"][table["other_ambition"].eq("Haven") | table["ambition"].eq("Haven")]
    assert both.abs().max() < 1.5


def test_a_planted_joint_effect_is_detected():
    """Games with both Corsair and Haven last 6 rounds longer than the sum of their separate effects."""
    games, seats = played(2000, seed=9)
    codes = games.select(pl.col("^ambition_.*$").to_physical()).to_numpy()
    both = (codes == 0).any(1) & (codes == 5).any(1)
    table = draw_pairs(result_of(games.with_columns(rounds=pl.col("rounds") + pl.Series(6 * both)), seats))
    significant = table[table["p_value_rounds"] < 0.05]
    row = significant.loc[significant["difference_rounds"].idxmax()]
    assert (row["ambition"], row["other_ambition"]) == ("Corsair", "Haven")
    assert row["difference_rounds_low"] < 6 < row["difference_rounds_high"]


def test_shares_with_and_without_an_ambition_agree_with_a_slow_count(made_up):
    table = draw_shares(made_up, "strategy").set_index(["ambition", "strategy"])
    assert len(table) == len(WORDS) * len(STRATEGIES)
    slots, seats = slots_of(made_up), to_pandas(made_up.seats)
    for (word, strategy), row in table.iterrows():
        rows = seats[seats["strategy"] == strategy]
        has = rows["game"].isin(slots["game"][slots["ambition"] == word])
        assert row["games"] == rows["game"][has].nunique()
        assert row["with"] == pytest.approx(rows["credit"][has].mean())
        assert row["without"] == pytest.approx(rows["credit"][~has].mean())
        assert row["difference"] == pytest.approx(row["with"] - row["without"])
    row = table.loc[("Corsair", "raider")]
    assert (row["verdict"], row["low"] > 0.05) == ("higher", True)
    assert not (table["verdict"].drop(("Corsair", "raider")) == "higher").any()


def test_the_interval_of_a_share_agrees_with_a_bootstrap_over_games(made_up):
    row = draw_shares(made_up, "strategy").set_index(["ambition", "strategy"]).loc[("Corsair", "raider")]
    seats, slots = to_pandas(made_up.seats), slots_of(made_up)
    rows = seats[seats["strategy"] == "raider"]
    sums = rows.groupby("game")["credit"].agg(["sum", "size"])
    has = sums.index.isin(slots["game"][slots["ambition"] == "Corsair"])
    spread, dice = 0.0, np.random.default_rng(1)
    for side in (sums[has].to_numpy(), sums[~has].to_numpy()):
        drawn = side[dice.integers(0, len(side), (4000, len(side)))].sum(1)
        spread += np.var(drawn[:, 0] / drawn[:, 1])
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * np.sqrt(spread), rel=0.05)


def test_p_values_are_corrected_for_the_whole_table(made_up):
    """Holm's correction covers ambitions and levels. A row is changed if its corrected p-value is at most alpha."""
    table = draw_shares(made_up, "strategy")
    changed = table["verdict"].isin(["higher", "lower"])
    assert list(changed) == list(table["p_value"] <= 0.05)
    uncorrected = table[table["low"] * table["high"] > 0]
    assert len(uncorrected) > changed.sum()
    assert (uncorrected["p_value"][~changed] > 0.05).all()


def test_the_effect_of_a_pair_on_a_share_excludes_the_separate_effects(made_up):
    """The values come from four slow shares. The separate effect of Corsair on the raider is in no pair."""
    table = draw_pair_shares(made_up, "strategy")
    assert len(table) == 28 * len(STRATEGIES)
    assert (table["p_value"] > 0.05).all()
    assert list(table["p_value"]) == sorted(table["p_value"])
    frame, slots, seats = to_pandas(made_up.games), slots_of(made_up), to_pandas(made_up.seats)
    of_word = {word: slots[slots["ambition"] == word].set_index("game") for word in WORDS}
    for _, row in table.iterrows():
        rows = seats[seats["strategy"] == row["strategy"]]
        sides = four(frame, of_word, (row["ambition"], row["other_ambition"]))
        both, neither, one, two = (rows["credit"][rows["game"].isin(frame["game"][each])].mean() for each in sides)
        assert row["with"] == pytest.approx(both)
        assert row["expected"] == pytest.approx(one + two - neither)
        assert row["difference"] == pytest.approx(both + neither - one - two)


def test_a_planted_effect_of_a_pair_on_a_share_comes_first():
    """With both Corsair and Haven, a trader at the table always wins."""
    games, seats = played(2000, seed=7)
    codes = games.select(pl.col("^ambition_.*$").to_physical()).to_numpy()
    both = np.repeat((codes == 0).any(1) & (codes == 5).any(1), SEATS)
    first = seats["strategy"].to_numpy() == "trader"
    seats = seats.with_columns(credit=pl.Series(np.where(both, first.astype(float), seats["credit"].to_numpy())))
    table = draw_pair_shares(result_of(games, seats), "strategy")
    assert tuple(table.loc[0, ["ambition", "other_ambition", "strategy"]]) == ("Corsair", "Haven", "trader")
    sure = table["p_value"] <= 0.05
    assert sure[: sure.sum()].all()
    assert list(table["difference"].abs()[sure]) == sorted(table["difference"].abs()[sure], reverse=True)
    assert table.loc[0, "low_all"] > 0


def test_intervals_for_the_whole_table_use_the_bonferroni_correction(made_up):
    table = draw_shares(made_up, "strategy")
    at_fraction = draw_shares(made_up, "strategy", alpha=0.05 / len(table))
    assert list(table["low_all"]) == pytest.approx(list(at_fraction["low"]))
    assert list(table["high_all"]) == pytest.approx(list(at_fraction["high"]))


def test_claim_shares_agree_with_a_slow_count_of_seats(made_up):
    table = draw_claims(made_up, "strategy").set_index(["ambition", "strategy"])
    assert len(table) == len(WORDS) * len(STRATEGIES)
    slots, seats = slots_of(made_up), to_pandas(made_up.seats)
    for (word, strategy), row in table.iterrows():
        has = seats["game"].isin(slots["game"][slots["ambition"] == word])
        rows = seats[has & (seats["strategy"] == strategy)]
        claims = (rows["claimed"].to_numpy() >> WORDS.index(word)) & 1
        assert row["games"] == rows["game"].nunique()
        assert row["claimed"] == pytest.approx(claims.mean())
        assert row["claimed_low"] <= row["claimed"] <= row["claimed_high"]
    assert table.loc[("Armada", "raider"), "claimed_low"] == 0
    of_seats = draw_claims(made_up, "seat")
    count, games = of_seats["claimed"] * of_seats["games"], of_seats["games"]
    _, low, high = proportions(count.to_numpy(), games.to_numpy())
    assert list(of_seats["claimed_low"]) == pytest.approx(list(low), abs=1e-3)
    assert list(of_seats["claimed_high"]) == pytest.approx(list(high), abs=1e-3)


def test_the_best_level_with_an_ambition_is_compared_with_the_best_level_overall(made_up):
    table, wins = draw_best(made_up, "strategy").set_index("ambition"), draw_shares(made_up, "strategy")
    seats = to_pandas(made_up.seats)
    usual = seats.groupby("strategy", observed=True)["credit"].mean().idxmax()
    assert set(table["usual"]) == {usual}
    for word, row in table.iterrows():
        shares_with = wins[wins["ambition"] == word].set_index("strategy")["with"]
        assert (row["best"], row["share"]) == (shares_with.idxmax(), pytest.approx(shares_with.max()))
        assert row["share_usual"] == pytest.approx(shares_with[usual])
        assert row["difference"] == pytest.approx(shares_with.max() - shares_with[usual])
        assert row["low"] <= row["difference"] <= row["high"]
        if row["best"] == usual:
            assert (row["low"], row["high"]) == (0, 0)
        else:
            assert row["low"] < 0  # the difference is random


def test_a_level_that_is_better_with_an_ambition_is_significant():
    """With Breaker a builder wins four games of five; in all other games a raider wins, if one is at the table."""
    games, seats = played(2000, seed=8)
    codes = games.select(pl.col("^ambition_.*$").to_physical()).to_numpy()
    builds = np.repeat((codes == 2).any(1) & (np.arange(2000) % 5 > 0), SEATS)
    credit = (seats["strategy"].to_numpy() == np.where(builds, "builder", "raider")).astype(float)
    table = draw_best(result_of(games, seats.with_columns(credit=pl.Series(credit))), "strategy")
    assert set(table["usual"]) == {"raider"}
    assert table[table["low"] > 0][["ambition", "best"]].to_numpy().tolist() == [["Breaker", "builder"]]


def test_claimants_are_compared_with_the_rest_of_the_seats_in_the_same_games(made_up):
    table = claimants(made_up).set_index("ambition")
    seats, slots = to_pandas(made_up.seats), slots_of(made_up)
    for bit, word in enumerate(WORDS):
        rows = seats[seats["game"].isin(slots["game"][slots["ambition"] == word])]
        has, row = (rows["claimed"].to_numpy() >> bit) & 1 == 1, table.loc[word]
        assert row["games"] == rows["game"].nunique()
        assert row["seats"] == pytest.approx(has.mean())
        assert row["with"] == pytest.approx(rows["credit"][has].mean(), nan_ok=True)
        assert row["without"] == pytest.approx(rows["credit"][~has].mean())


def test_the_mean_of_all_seats_is_exact_if_no_seat_claims(made_up):
    """Armada is never claimed, so all seats of the games with it win an equal share on average."""
    table = claimants(made_up).set_index("ambition")
    assert table.loc["Armada", ["without", "without_low", "without_high"]].tolist() == pytest.approx([1 / 3] * 3)
    assert (table.drop("Armada")["without_high"] - table.drop("Armada")["without_low"] > 0.01).all()


def test_kinds_are_compared_with_each_other(made_up):
    table, slots = draw_kinds(made_up).set_index("kind"), slots_of(made_up)
    by_game = slots.assign(kind=np.where(slots["slot"] < 3, "active", "passive"))
    sums = by_game.pivot_table(index="game", columns="kind", values="claims", aggfunc="sum")
    for kind, other in (("active", "passive"), ("passive", "active")):
        of_kind, row = by_game[by_game["kind"] == kind], table.loc[kind]
        assert row["games"] == GAMES
        assert triple(row, "claims") == pytest.approx(mean_interval(sums[kind].to_numpy() / 2))
        assert row["claimed"] == pytest.approx((of_kind["claims"] > 0).mean())
        assert row["claim_round"] == pytest.approx(of_kind["round"][of_kind["claims"] > 0].mean())
        apart_by_game = mean_interval((sums[kind] - sums[other]).to_numpy() / 2)
        assert triple(row, "difference_claims") == pytest.approx(apart_by_game)


def test_claimants_of_a_kind_are_compared_with_all_seats_without_a_claim(made_up):
    table, seats = draw_kinds(made_up).set_index("kind"), to_pandas(made_up.seats)
    for kind, mask in (("active", 0b1111), ("passive", 0b11110000)):
        has, row = seats["claimed"].to_numpy() & mask != 0, table.loc[kind]
        assert row["seats"] == pytest.approx(has.mean())
        assert row["with"] == pytest.approx(seats["credit"][has].mean())
        assert row["without"] == pytest.approx(seats["credit"][~has].mean())
        assert row["difference"] == pytest.approx(row["with"] - row["without"])
        assert row["low"] < row["difference"] < row["high"]


BY_SEAT = [lambda run, ask=ask: ask(run, "seat") for ask in (draw_shares, draw_pair_shares, draw_claims, draw_best)]


@pytest.mark.parametrize("ask", [draw_table, draw_pairs, draw_kinds, claimants, *BY_SEAT])
def test_tables_do_not_depend_on_the_batch_size(made_up, monkeypatch, ask):
    """Summing 70 games at a time gives the same tables."""
    whole = ask(made_up)
    monkeypatch.setattr(aggregate, "BATCH", 70)
    pd.testing.assert_frame_equal(ask(made_up), whole, rtol=1e-9)


def test_a_draw_without_claims_has_only_columns_of_length():
    games, seats = played(100)
    table = draw_table(result_of(games.drop("^claim.*$", "margin"), seats))
    assert [name for name in table if name.startswith("difference")] == [
        f"difference_rounds{end}" for end in ("", "_low", "_high")
    ]
    assert not any(name.startswith("cl") for name in table)
    with pytest.raises(BadInput, match="no kinds of ambition that players can claim"):
        draw_kinds(result_of(games.drop("^claim.*$"), seats))


def test_an_empty_slot_counts_for_no_ambition():
    games, seats = played(100)
    gone = games.with_columns(ambition_4=pl.lit(None, pl.Enum(WORDS)), claims_4=0, claim_round_4=0)
    table, before = draw_table(result_of(gone, seats)), draw_table(result_of(games, seats))
    assert table["games"].sum() == 300
    assert list(table["games"][:5]) == list(before["games"][:5])


def test_an_ambition_of_at_most_one_game_has_no_significant_effect():
    """An ambition in one game has unbounded intervals. One in no game or in all games has no difference."""
    games, seats = played(60)
    words = np.array(["Corsair", *["Overlord"] * 59])
    games = games.with_columns(
        ambition_1=pl.Series(words, dtype=pl.Enum(WORDS)), ambition_2=pl.lit("Hunter", pl.Enum(WORDS))
    )
    run = result_of(games, seats)
    table = draw_table(run).set_index("ambition")
    assert tuple(table.loc["Corsair", ["difference_rounds_low", "difference_rounds_high"]]) == (-np.inf, np.inf)
    assert table.loc[["Breaker", "Hunter"], "difference_rounds"].isna().all()
    table_of_seats = draw_shares(run, "seat").set_index(["ambition", "seat"])
    assert all(word.startswith("undecided") for word in table_of_seats.loc["Corsair", "verdict"])
    assert table_of_seats.loc["Hunter", ["difference", "low", "high", "p_value"]].isna().all(axis=None)


def test_a_draw_without_a_numbered_column_with_words_is_refused():
    games, seats = played(30)
    plain = games.rename({f"ambition_{k}": f"plan_{k}" for k in SLOTS})
    coded = games.with_columns(pl.col("ambition_1").to_physical())
    for frame, reason in ((plain, "has no column 'ambition_1'"), (coded, "no words for the column 'ambition_1'")):
        with pytest.raises(BadInput, match=f'4000 A.D.: GAME has draws="ambition", but .*{reason}'):
            draw_table(result_of(frame, seats))


def test_a_game_without_draws_is_refused(made_up, monkeypatch, drawing_game):
    monkeypatch.setattr(
        "starbalance.analyses.questions.draws.find_game", lambda name: dataclasses.replace(drawing_game, draws="")
    )
    for ask in (draw_table, draw_pairs, claimants, lambda run: draw_shares(run, "seat")):
        with pytest.raises(BadInput, match=r"4000 A\.D\. has no draw for all players together"):
            ask(made_up)


def test_a_game_with_a_single_draw_has_no_pairs(made_up, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.draws.roles", lambda name: Roles())
    games = made_up.games.drop([f"{name}_{k}" for name in ("ambition", "claims", "claim_round") for k in (2, 3, 4)])
    single = result_of(games, made_up.seats)
    assert len(draw_table(single)) == len(WORDS)
    for ask in (draw_pairs, lambda run: draw_pair_shares(run, "strategy")):
        with pytest.raises(BadInput, match="Only one ambition is drawn in each game"):
            ask(single)
    section = Draws(name="draws", title="Draws", chapter="Draws", scenarios=["four"], by=[["strategy"]])
    scenario = Scenario("four", "Four", [], single)
    elements = section_elements(section, StudyRuns({"four": scenario}))
    names = [each.name for each in elements if isinstance(each, Table)]
    assert "four-draws-by-strategy" in names and not any("pairs" in name for name in names)


def test_invalid_arguments_of_tables_are_refused(made_up):
    with pytest.raises(BadInput, match="no column 'strateg': did you mean 'strategy'"):
        draw_shares(made_up, "strateg")
    with pytest.raises(BadInput, match="has 900 levels"):
        draw_shares(made_up, "game")
    with pytest.raises(BadInput, match=r"margin must be between 0 and 1, such as 0.02, got 0"):
        draw_pair_shares(made_up, "strategy", margin=0)


def call(made_up, monkeypatch, *words):
    """Return the output of `starbalance draws` for the made-up run."""
    monkeypatch.setattr("starbalance.simulator.runs.result.load", lambda folder: made_up)
    result = CliRunner().invoke(app, ["draws", "run", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_prints_five_tables_as_text_and_one_as_data(made_up, monkeypatch, tmp_path):
    text = call(made_up, monkeypatch, "--chart", str(tmp_path / "draws.svg"))
    heads = [line for line in text.splitlines() if line.endswith(":")]
    assert [head.split()[0] for head in heads] == ["Claims", "Claims", "Win", "Win", "Games"]
    assert "games in which it is claimed" in (tmp_path / "draws.svg").read_text()
    rows = json.loads(call(made_up, monkeypatch, "--format", "json", "--by-round", "3"))
    table, claims = draw_table(made_up, 3), claimants(made_up)
    assert [row["ambition"] for row in rows] == list(WORDS)
    assert rows[1]["by_3"] == pytest.approx(table["by_3"][1])
    assert rows[1]["difference"] == pytest.approx(claims["difference"][1])
    assert rows[7]["with"] is None


def test_a_component_of_one_game_has_no_interval(made_up, monkeypatch):
    number = made_up.games["game"][0]
    games, seats = (each.filter(pl.col("game") == number) for each in (made_up.games, made_up.seats))
    text = call(Result(made_up.settings, None, ({"games": games, "seats": seats},)), monkeypatch)
    assert " (one game)" in text
    assert "inf" not in text


def test_the_command_prints_a_grid_for_a_column(made_up, monkeypatch, tmp_path):
    text = call(made_up, monkeypatch, "--by", "strategy", "--chart", str(tmp_path / "shares.svg"))
    table = draw_shares(made_up, "strategy").set_index(["ambition", "strategy"])
    line, claims = (line for line in text.splitlines() if line.startswith("Corsair"))
    first = table.loc[("Corsair", "raider")]
    assert f"{100 * first['difference']:+.1f} ±{50 * (first['high'] - first['low']):.1f}*" in line
    assert text.count("=") == 1 + (table["verdict"] == "unchanged").sum()
    assert text.count("*") == 1 + table["verdict"].isin(["higher", "lower"]).sum()
    row = draw_claims(made_up, "strategy").set_index(["ambition", "strategy"]).loc[("Corsair", "raider")]
    assert f"{100 * row['claimed']:.1f} ±{50 * (row['claimed_high'] - row['claimed_low']):.1f}" in claims
    rows = list(csv.DictReader(io.StringIO(call(made_up, monkeypatch, "--by", "strategy", "--format", "csv"))))
    assert len(rows) == len(table)
    assert float(rows[0]["claimed"]) == pytest.approx(row["claimed"])


@pytest.fixture
def unchanged(made_up):
    """Effects on win shares whose significant rows all have the verdict `unchanged`."""
    table = draw_shares(made_up, "strategy")
    sure = table["p_value"] <= 0.05
    assert sure.any()
    return table.assign(verdict=table["verdict"].astype(object).where(~sure, "unchanged"))


def section_of(*columns, name="draws", **more):
    by = [[column] for column in columns]
    return Draws(name=name, title="What each does", chapter="Draws", scenarios=["three"], by=by, **more)


def test_an_unchanged_effect_is_significant_in_no_sentence(made_up, unchanged, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.report.draws.draw_shares", lambda result, by: unchanged)
    text = answer(section_of("strategy"), Scenario("three", "Three", [], made_up))
    assert "No ambition significantly changes the win share of a strategy" in text
    assert "0 of 24 win shares by strategy significantly change" in text


def test_an_unchanged_effect_has_one_mark_in_the_grid_of_the_command(made_up, unchanged, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.draws.draw_shares", lambda *columns, **options: unchanged)
    text = call(made_up, monkeypatch, "--by", "strategy")
    assert text.count("*") == 1
    assert text.count("=") == 1 + (unchanged["verdict"] == "unchanged").sum()


def test_a_draw_has_no_effect_to_find_if_all_seats_have_one_level(monkeypatch):
    games, seats = played(900)
    alone = result_of(games, seats.with_columns(strategy=pl.lit("raider")))
    for ask in (draw_shares, draw_pair_shares):
        table = ask(alone, "strategy")
        assert set(table["verdict"]) == {"undecided"} and set(table["reason"]) == {"only one level"}
        assert not ask(alone, "seat")["reason"].isin(["only one level"]).any()
    text = call(alone, monkeypatch, "--by", "strategy")
    assert text.count("=") == 1, "only the legend"
    assert "only one level: all seats have the same strategy, so there is nothing to compare." in text


def test_an_unchanged_effect_is_not_bold_in_the_chart(made_up, unchanged):
    def bold(table):
        figure = chart.draw_shares(table, ["ambition", "strategy"], "Title")
        return sum(each.get_weight() == "bold" for each in figure.axes[0].texts)

    table = draw_shares(made_up, "strategy")
    assert bold(table) == table["verdict"].isin(["higher", "lower"]).sum() > 0
    assert bold(unchanged) == 0


def test_an_unchanged_joint_effect_does_not_count_and_comes_after_changes(made_up):
    verdict = ["unchanged", "higher", "undecided"]
    table = pd.DataFrame({"ambition": ["a", "a", "b"], "other_ambition": ["b", "c", "c"], "games": 9})
    table = table.assign(
        difference=[0.018, 0.012, 0.001], low=0.0, high=0.1, p_value=[1e-9, 0.01, 0.9], verdict=verdict
    )
    assert list(by_significance(table)["verdict"]) == ["higher", "unchanged", "undecided"]
    elements = pair_table(table, "name", Scenario("a", "A", [], made_up), what="wins", percent=(), is_shown=True)
    assert "1 of 3 differences differs significantly from 0" in elements[0].lines[0]


def test_the_command_prints_pairs(made_up, monkeypatch, tmp_path):
    text = call(made_up, monkeypatch, "--pairs", "--chart", str(tmp_path / "pairs.svg"))
    assert len(text.splitlines()) == 3 + 28 + 1 + 1
    assert text.splitlines()[-1] == "Players: raider."
    assert "both are claimed" in (tmp_path / "pairs.svg").read_text()
    none = "No pair has a significant joint effect on a win share by strategy.\nPlayers: raider.\n"
    assert call(made_up, monkeypatch, "--pairs", "--by", "strategy") == none
    rows = json.loads(call(made_up, monkeypatch, "--pairs", "--by", "strategy", "--format", "json"))
    assert len(rows) == len(draw_pair_shares(made_up, "strategy"))


def test_the_command_refuses_a_game_without_draws(small_run, monkeypatch):
    monkeypatch.undo()
    for words in ((), ("--pairs",), ("--by", "seat")):
        result = CliRunner().invoke(app, ["draws", str(small_run.folder), *words])
        assert (result.exit_code, "4000 A.D. has no draw for all players together" in result.stderr) == (2, True)


def test_a_section_of_a_report_has_the_tables_of_every_question_on_a_draw(made_up):
    scenario = Scenario("three", "Three", [], made_up)
    elements = section_elements(section_of("strategy"), StudyRuns({"three": scenario}))
    shown = {element.name.removeprefix("three-draws"): element for element in elements if isinstance(element, Table)}
    questions = {
        "": draw_table(made_up),
        "-kinds": draw_kinds(made_up),
        "-claimants": claimants(made_up),
        "-by-strategy": by_significance(draw_shares(made_up, "strategy")),
        "-by-strategy-best": draw_best(made_up, "strategy"),
        "-by-strategy-claims": draw_claims(made_up, "strategy"),
        "-by-strategy-pairs": draw_pair_shares(made_up, "strategy"),
    }
    for name, table in questions.items():
        pd.testing.assert_frame_equal(shown[name].frame, table)
    assert set(shown) - set(questions) == {"-pairs-claimed", "-pairs-rounds", "-pairs-margin"}
    assert len(shown["-by-strategy-pairs"].shown) == 10
    text = " ".join(line for element in elements if isinstance(element, Text) for line in element.lines)
    assert "on win shares by strategy, beyond the sum of their effects: none of 84 differences differs" in text


def test_the_answer_of_a_question_describes_the_effects_of_a_draw(made_up):
    text = answer(section_of("strategy", "seat"), Scenario("three", "Three", [], made_up))
    assert text.startswith("The draw changes the win share of a strategy by up to ") and text.endswith(" times.")
    for words in (
        "; raider wins more with Corsair. ",
        " wins most overall",
        "of 24 win shares by strategy significantly change",
        "of 24 win shares by seat significantly change",
        " rounds shorter (Haven) than with another ambition of its kind",
        "ach passive ambition is claimed ",
    ):
        assert words in text


def test_the_answer_on_a_draw_without_claims_and_without_effects(made_up, monkeypatch):
    """Corsair helps a strategy but no seat, and the games have no margin."""
    games = made_up.games.drop("^claim.*$", "margin").with_columns(rounds=pl.lit(9))
    text = answer(section_of("seat"), Scenario("three", "Three", [], result_of(games, made_up.seats)))
    assert text.startswith("No ambition significantly changes the win share of a seat. ")
    assert text.endswith(
        "0 of 24 win shares by seat significantly change. No ambition significantly changes the rounds."
    )


def test_a_section_of_several_scenarios_shows_pairs_of_the_first_only(made_up):
    scenarios = {name: Scenario(name, name, [], made_up) for name in ("one", "two")}
    section = Draws(name="draws", title="What each does", chapter="Draws", scenarios=["one", "two"], by=[["strategy"]])
    elements = section_elements(section, StudyRuns(scenarios))
    assert [each.text for each in elements if isinstance(each, Heading)] == ["What each does", "one", "two"]
    pairs = {
        element.name: len(element.shown)
        for element in elements
        if isinstance(element, Table) and "-pairs" in element.name
    }
    assert {name for name, rows in pairs.items() if rows} == {name for name in pairs if name.startswith("one")}
    assert len(pairs) == 2 * 4


def test_a_section_of_shares_only_contains_no_other_tables(made_up):
    section = section_of("seat", name="seats", shares_only=True)
    elements = section_elements(section, StudyRuns({"three": Scenario("three", "Three", [], made_up)}))
    names = {element.name.removeprefix("three-seats-by-seat") for element in elements if isinstance(element, Table)}
    assert names == {"", "-best", "-claims"}


def simulated(shift, count=10_000, one=40, two=90):
    """Return the contrasts of `count` experiments with clusters of 1 to 3 rows.

    An experiment has `one` games with an ambition and `two` games without it.
    """
    dice = np.random.default_rng(8)

    def side(games, mean):
        rows = dice.integers(1, 4, (count, games)).astype(float)
        value = rows * (mean + dice.normal(0, 1, (count, games))) + dice.normal(0, 1, (count, games))
        sums = [each.sum(1) for each in (rows, value, rows * rows, rows * value, value * value)]
        n, v, nn, nv, vv = sums
        products = np.stack([np.stack([nn, nv], 1), np.stack([nv, vv], 1)], 1)
        games_of = np.full((count, 2), float(games))
        return ClusterSums(("rows", "value"), games_of, np.stack([n, v], 1), products)

    return contrast([side(one, 1.0 + shift)], [side(two, 1.0)], "value", bottom="rows")


def test_intervals_of_differences_with_and_without_have_nominal_coverage():
    """Of 10,000 experiments with 40 games with and 90 without, 95 % (within 1 point) cover the difference."""
    for shift in (0.0, 0.7):
        contrasts = simulated(shift)
        assert np.mean((contrasts.low <= shift) & (shift <= contrasts.high)) == pytest.approx(0.95, abs=0.01)
        inside = contrasts.p_value(np.full(10_000, shift)) > 0.05
        assert list(inside) == list((contrasts.low <= shift) & (shift <= contrasts.high))


def test_intervals_of_joint_effects_have_nominal_coverage():
    """Of 10,000 experiments with four small sets of games and main effects, 95 % (within 1 point) cover."""
    dice = np.random.default_rng(12)

    def side(games, mean):
        value = mean + dice.normal(0, 1 + mean, (10_000, games))
        n = np.full(10_000, float(games))
        products = np.stack([np.stack([n, value.sum(1)], 1), np.stack([value.sum(1), (value**2).sum(1)], 1)], 1)
        return ClusterSums(("rows", "value"), np.stack([n, n], 1), np.stack([n, value.sum(1)], 1), products)

    for beyond in (0.0, 0.8):
        both, neither = side(15, 1 + 0.5 + 0.3 + beyond), side(80, 1)
        contrasts = contrast([both, neither], [side(30, 1.5), side(40, 1.3)], "value", bottom="rows")
        inside = (contrasts.low <= beyond) & (beyond <= contrasts.high)
        assert np.mean(inside) == pytest.approx(0.95, abs=0.01)
        assert list(contrasts.p_value(np.full(10_000, beyond)) > 0.05) == list(inside)


def experiments(share, other, count):
    """Return the contrasts of `count` experiments: 300 games with one win share and 60 with another."""
    dice = np.random.default_rng(9)

    def side(games, chance):
        won, ones = dice.binomial(games, chance, count).astype(float), np.full(count, float(games))
        products = np.stack([np.stack([ones, won], 1), np.stack([won, won], 1)], 1)
        totals_of = ClusterSums(("rows", "value"), np.stack([ones, ones], 1), np.stack([ones, won], 1), products)
        return shares(totals_of, "value", "rows")

    return share_contrast([side(60, other)], [side(300, share)])


@pytest.mark.parametrize(("share", "other"), [(0.25, 0.25), (0.25, 0.4), (0.03, 0.03), (0.1, 0.02)])
def test_intervals_of_win_share_differences_have_nominal_coverage(share, other):
    """Of 10,000 experiments, 95 % (within 1.5 points) cover; near 0 the interval may only be too wide."""
    contrasts = experiments(share, other, 10_000)
    covered = np.mean((contrasts.low <= other - share) & (contrasts.high >= other - share))
    assert 0.935 <= covered <= (0.965 if other > 0.1 else 1)


def joint_experiments(shares_of, games, count, seed=13):
    """Return the contrasts of `count` experiments: two sides minus two sides, with the given win shares and games."""
    dice = np.random.default_rng(seed)

    def side(chance, number):
        won, ones = dice.binomial(number, chance, count).astype(float), np.full(count, float(number))
        products = np.stack([np.stack([ones, won], 1), np.stack([won, won], 1)], 1)
        return shares(
            ClusterSums(("rows", "value"), np.stack([ones, ones], 1), np.stack([ones, won], 1), products),
            "value",
            "rows",
        )

    sides = [side(*each) for each in zip(shares_of, games, strict=True)]
    return share_contrast(sides[:2], sides[2:])


@pytest.mark.parametrize("chances", [(0.35, 0.2, 0.3, 0.25), (0.3, 0.25, 0.25, 0.25), (0.08, 0.02, 0.06, 0.04)])
def test_intervals_of_joint_effects_on_win_shares_have_nominal_coverage(chances):
    """Of 10,000 experiments with shares for (both, neither, one, other), 95 % (within 1.5 points) cover."""
    contrasts = joint_experiments(chances, (60, 300, 120, 120), 10_000)
    truth = chances[0] + chances[1] - chances[2] - chances[3]
    covered = np.mean((contrasts.low <= truth) & (truth <= contrasts.high))
    assert 0.935 <= covered <= (0.965 if min(chances) > 0.1 else 1)


def test_small_p_values_of_joint_effects_have_the_nominal_rate():
    """Without a joint effect, at most about 0.1 % of 200,000 p-values are below 0.001, half of them on each side."""
    for chances in ((0.35, 0.2, 0.3, 0.25), (0.08, 0.02, 0.06, 0.04)):
        contrasts = joint_experiments(chances, (60, 300, 120, 120), 200_000)
        small, above = contrasts.p_value(np.zeros(1)) < 0.001, contrasts.value > 0
        assert np.mean(small) <= 0.0012
        assert max(np.mean(small & above), np.mean(small & ~above)) <= 0.0008


def test_small_p_values_of_win_shares_have_the_nominal_rate():
    """At most 0.1 % of 200,000 p-values are below 0.001, half of them on each side; Holm's correction needs this."""
    contrasts = experiments(0.25, 0.25, 200_000)
    small, above = contrasts.p_value(np.zeros(1)) < 0.001, contrasts.value > 0
    assert 0.0002 <= np.mean(small) <= 0.001
    assert max(np.mean(small & above), np.mean(small & ~above)) <= 0.0007


def test_a_p_value_of_win_shares_is_the_larger_of_two_tests():
    """It is the larger of Pearson's chi-squared and Wald's p-values for independent games won and lost."""
    contrasts = experiments(0.25, 0.25, 20)
    for one, two, p_value in zip(contrasts.one, contrasts.two, contrasts.p_value(np.zeros(1)), strict=True):
        table = [[300 * one, 300 * (1 - one)], [60 * two, 60 * (1 - two)]]
        wald = abs(two - one) / np.sqrt(one * (1 - one) / 300 + two * (1 - two) / 60)
        expected = max(stats.chi2_contingency(table, correction=False).pvalue, 2 * stats.norm.sf(wald))
        assert p_value == pytest.approx(expected, rel=0.07)


@pytest.mark.parametrize(("game", "draw", "first", "rows"), [
    ("4000-ad-leaders", "objective", ("Frontier Charter", "stars: 9"), 20),
    ("interstellar-ambitions", "ambition", ("Cosmic Overlord", "planets captured in the turn: 1"), None),
    ("handful-of-stars", "race", None, 0),
])  # fmt: skip
def test_a_report_lists_the_requirement_of_each_drawn_card_under_its_rules(game, draw, first, rows):
    definition = find_game(game)
    changes = {"objectives.Frontier_Charter.p1": 9} if draw == "objective" else {}
    words = next(
        (words for name, words in definition.labels(tables.load(definition)).items() if name == f"{draw}_1"), ()
    )
    settings = {"game": game, "setup": definition.setups[0].name, "changes": changes}
    shown = asked_table(settings, Draw(draw, tuple(words), (f"{draw}_1",), True, {}), "asks")
    assert len(shown) == (first is not None)
    for table in shown:
        assert tuple(table.frame.iloc[0]) == first
        assert len(table.frame) == (rows or len(words))


@pytest.fixture
def dealt(made_up):
    """The made-up games with some of three flags dealt to each seat; with Haven, seats with the first flag win less."""
    dice = np.random.default_rng(8)
    held = dice.integers(0, 8, made_up.seats.height)
    haven = made_up.games.select(pl.any_horizontal(pl.col(f"ambition_{k}") == "Haven" for k in SLOTS)).to_series()
    weight = np.where((held.reshape(-1, SEATS) & 1 == 1) & haven.to_numpy()[:, None], 0.1, 1.0)
    winner = (dice.random(GAMES)[:, None] * weight.sum(1)[:, None] > weight.cumsum(1)).sum(1)
    credit = (winner[:, None] == np.arange(SEATS)).ravel().astype(float)
    return result_of(made_up.games, made_up.seats.with_columns(claimed=held, credit=credit))


def test_effects_of_a_draw_on_seats_with_a_flag_agree_with_a_slow_count(dealt, drawing_game, monkeypatch):
    game = dataclasses.replace(drawing_game, flags=lambda rules: {"claimed": WORDS[:3]})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    table = draw_shares(dealt, "claimed")
    assert len(table) == 3 * len(WORDS)
    frame = to_pandas(dealt.seats.join(dealt.games, on="game"))
    for _, row in table.iterrows():
        has = (frame["claimed"].to_numpy() >> WORDS.index(row["claimed"]) & 1) == 1
        is_drawn = (frame[[f"ambition_{k}" for k in SLOTS]] == row["ambition"]).any(axis=1)
        assert row["games"] == frame["game"][has & is_drawn].nunique()
        assert row["with"] == pytest.approx(frame["credit"][has & is_drawn].mean())
        assert row["without"] == pytest.approx(frame["credit"][has & ~is_drawn].mean())


def test_dealt_flags_are_combined_with_draws_and_strategies_are_omitted(dealt, drawing_game, monkeypatch):
    """In one run, seats with the flag Corsair win less with Haven. In the other, the raider wins more with Corsair."""
    game = dataclasses.replace(drawing_game, flags=lambda rules: {"claimed": WORDS[:3]})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    section = section_of("strategy", "claimed", "seat")
    off = out_of_line([Scenario("three", "Three", [], dealt)], [section])
    assert list(off["points"].abs()) == sorted(off["points"].abs(), reverse=True)
    row = off.iloc[0]
    assert row[["factor", "level", "component"]].tolist() == ["ambition", "Corsair", "Haven"] and row["high"] < 0
    scenario = Scenario("three", "Three", [], result_of(*played()))
    assert (draw_shares(scenario.result, "strategy")["low_all"] > 0.02).any()
    assert out_of_line([scenario], [section]).empty
