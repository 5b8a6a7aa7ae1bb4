"""Tournaments: small real ones agree with slow counts, and made-up ones with simulated truth."""

import json
import math
import re
import shutil
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.tournament_text import summary
from starbalance.analyses.questions import tournament as tournaments
from starbalance.analyses.questions.mix import weights
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.round_robin import Pairs, cycles, gathered, matrix, of_mixed, of_orders
from starbalance.analyses.questions.tournament import both, tournament
from starbalance.analyses.statistics.equilibrium import circular
from starbalance.analyses.statistics.estimate import ClusterSums, shares
from starbalance.analyses.statistics.players import by_player, player_sides
from starbalance.analyses.statistics.verdict import survives
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

EXPERIMENTS = 10_000
SHORT = {"switches.max_rounds": 12}
THREE = ["sensible", "hunter", "uniform"]
SETUPS = {
    "four homes": ("4000-ad", "independents4", ["sensible", "hunter", "raider"]),
    "two alliances": ("4000-ad", "alliances4", ["sensible", "hunter", "raider"]),
    "two commanders": ("4000-ad", "alliances2", ["sensible", "hunter", "raider"]),
    "two races": ("handful-of-stars", "players2", ["sensible", "warlord", "greedy"]),
    "three races": ("handful-of-stars", "players3", ["sensible", "sensible@1", "uniform"]),
}


@pytest.fixture(scope="module", params=SETUPS)
def real(request, tmp_path_factory):
    """A real tournament of three strategies with 31 games per pair, and its effective number of games."""
    game, setup, strategies = SETUPS[request.param]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("tournament"))
        changes = SHORT if game == "4000-ad" else None
        played = tournament(game, strategies, setup=setup, games=31, seed=3, set=changes, jobs=2)
        _ = played.matrix, played.ranking, played.mix, played.factor
        yield played, played.effective


def test_a_tournament_has_four_tables(real):
    played, effective = real
    numbers = ["games", "share", "low", "high"]
    assert list(played.matrix.columns) == ["strategy", "opponent", *numbers, "verdict", "games_needed", "reason"]
    assert len(played.matrix) == 6
    assert set(played.ranking["strategy"]) == set(played.mix["strategy"]) == set(played.names)
    assert played.ranking["strength"].sum() == pytest.approx(1)
    for rule in ("nash", "alpha_rank"):
        assert played.mix[rule].sum() == pytest.approx(1)
    assert ((played.mix["low"] <= played.mix["nash"] + 1e-9) & (played.mix["nash"] <= played.mix["high"] + 1e-9)).all()
    assert played.free.played == played.drawn.played == 93
    assert 0.5 * 93 < effective <= 93 + 1e-6
    tables = [([played.free.factor], played.factor)]
    assert played.ranking["strategy"][0] in summary(
        played.ranking, played.mix, played.matrix, cycles=played.cycles, tables=tables
    )
    assert "<table" in played._repr_html_()


def test_shares_of_a_pair_mirror_each_other(real):
    table = real[0].matrix.set_index(["strategy", "opponent"])
    for (one, two), row in table.iterrows():
        other = table.loc[(two, one)]
        assert row["share"] == pytest.approx(1 - other["share"])
        assert (row["low"], row["high"]) == pytest.approx((1 - other["high"], 1 - other["low"]))
        assert {row["verdict"], other["verdict"]} in ({"better", "worse"}, {row["verdict"]})
        assert row["games"] == other["games"] <= 31
    assert real[0].matrix["games"].sum() > 0


def test_the_factor_in_the_free_for_all_agrees_with_its_rates(real):
    played = real[0]
    plain = rates(played.free, [played.free.factor])
    for name in ("games", "share", "low", "high", "verdict"):
        assert list(played.factor[name]) == list(plain[name])


def test_the_factor_under_a_mix_agrees_with_a_slow_weighted_count(real):
    """The ratios are made up. A player with two homes counts once, and so does a side of two allied homes."""
    run_of_all, factor = real[0].free, real[0].free.factor
    ratios = dict(zip(real[0].names, (0.3, 1.1, 1.6), strict=True))
    table, top, bottom = both(run_of_all, run_of_all, ratios), {}, {}
    row_of = {value: name for name in table[factor] for value in name.split(" + ")}
    in_seats = both(run_of_all, run_of_all, ratios, by=["seat"])
    assert list(in_seats["share"]) == list(rates(run_of_all, ["seat"])["share"])
    for _, game in run_of_all.seats.group_by("game"):
        weight = math.prod(ratios[row["strategy"]] for row in game.unique("player").iter_rows(named=True))
        for row in game.iter_rows(named=True):
            name = row_of[row[factor]]
            top[name] = top.get(name, 0) + weight * row["credit"]
            bottom[name] = bottom.get(name, 0) + weight / len(name.split(" + "))
    assert list(table["share_mix"]) == pytest.approx([top[level] / bottom[level] for level in table[factor]])
    assert list(table["difference"]) == pytest.approx(list(table["share_mix"] - table["share"]))
    assert (table["difference_low"] < table["difference"]).all()


def test_the_games_of_the_mix_are_weighted_to_it(real):
    """The ratios of a strategy, averaged over the places of the pool, equal its part of the mix."""
    played = real[0]
    pool = list(played.ratios.values())
    assert np.mean(pool) == pytest.approx(1)
    for name, part in zip(played.names, played.mixed, strict=True):
        mine = [ratio for each, ratio in played.ratios.items() if each.split("#")[0] == name]
        assert sum(mine) / len(pool) == pytest.approx(part)


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_with_two_sides_both_orders_are_played_with_common_random_numbers(work_folder):
    """The share is that of the first strategy in 31 games: 16 on one side and 15 on the other."""
    played = tournament("4000-ad", ["sensible", "hunter"], setup="alliances2", games=31, seed=3, set=SHORT, jobs=2)
    won = 0.0
    for lineup, games in ((["hunter", "sensible"], 16), (["sensible", "hunter"], 15)):
        result = run("4000-ad", setup="alliances2", games=games, seed=3, set=SHORT, strategies=lineup, jobs=2)
        won += result.seats.filter(pl.col("strategy") == "hunter")["credit"].sum()
    row = played.matrix.iloc[0]
    assert (row["strategy"], row["opponent"], row["games"]) == ("hunter", "sensible", 31)
    assert row["share"] == pytest.approx(won / 31)


def test_with_more_sides_the_share_uses_mean_credits(work_folder):
    played = tournament("4000-ad", ["sensible", "hunter"], setup="independents3", games=40, seed=3, set=SHORT, jobs=2)
    result = run("4000-ad", setup="independents3", games=40, seed=3, set=SHORT, pool=["hunter", "sensible"], jobs=2)
    won, stake, games = 0.0, 0.0, 0
    for _, game in result.seats.group_by("game"):
        means = {str(name): rows["credit"].mean() for (name,), rows in game.group_by("strategy")}
        if len(means) == 2:
            won, stake, games = won + means["hunter"], stake + sum(means.values()), games + 1
    row = played.matrix.iloc[0]
    assert (row["strategy"], row["games"]) == ("hunter", games)
    assert row["share"] == pytest.approx(won / stake)


def test_a_tournament_is_resumed_and_a_new_strategy_adds_only_its_games(work_folder):
    """Runs below runs/ are not played again, for any order of the strategies."""
    reports = []

    def play(*strategies):
        return tournament("4000-ad", strategies, setup="independents3", games=8, seed=3, set=SHORT, jobs=1,
                          progress=lambda done, total, note="": reports.append((done, total)))  # fmt: skip

    first = play("hunter", "raider")
    assert reports[-1] == (8 * 5, 8 * 5)
    runs = {path.name: (path / "run.toml").stat().st_mtime_ns for path in (work_folder / "runs").glob("*/*")}
    assert len(runs) == 3
    again = play("raider", "hunter")
    pd.testing.assert_frame_equal(first.matrix, again.matrix)
    pd.testing.assert_frame_equal(first.factor, again.factor)
    assert runs == {path.name: (path / "run.toml").stat().st_mtime_ns for path in (work_folder / "runs").glob("*/*")}
    play("raider", "hunter", "uniform")
    added = {path.name for path in (work_folder / "runs").glob("*/*")} - set(runs)
    assert 2 + 1 <= len(added) <= 2 + 2  # two pairs, the free-for-all, and the games of the mix if the mix changes


def test_a_resumed_tournament_gives_the_same_tables(work_folder):
    def play(progress=lambda done, total, note="": None):
        return tournament("4000-ad", THREE, games=16, seed=3, set=SHORT, jobs=1, progress=progress)

    def stop(done, total, note=""):
        if done > 100 and note != "free-for-all":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(stop)
    stopped = len(list((work_folder / "runs").glob("*/*/parts/games-*")))
    resumed = play()
    assert 0 < stopped < len(list((work_folder / "runs").glob("*/*/parts/games-*")))
    shutil.rmtree(work_folder / "runs")
    whole = play()
    for name in ("ranking", "matrix", "mix", "factor"):
        pd.testing.assert_frame_equal(getattr(resumed, name), getattr(whole, name))


def test_the_command_prints_tables_and_their_summary(work_folder):
    words = ["tournament", "4000-ad", "--strategies", "sensible,hunter", "--setup", "alliances2", "--games", "20"]
    words += ["--set", "switches.max_rounds=10", "--chart", "matrix.svg"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.stdout.splitlines() if line[:1].isupper()][:4] == [
        "Ranking:", "Pairs:", "Equilibrium", "Win",
    ]  # fmt: skip
    assert "ranks first, with a strength of" in result.stdout
    assert "Truncated: " in result.stdout
    assert re.search("undecided .[0-9.]+% of games truncated, limit 5%", result.stdout)
    assert "sensible" in (work_folder / "matrix.svg").read_text()
    tables = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert {name: len(rows) for name, rows in tables.items()} == {"ranking": 2, "matrix": 2, "mix": 2, "factor": 2}
    assert "matrix\n\nstrategy,opponent,games" in CliRunner().invoke(app, [*words, "--format", "csv"]).stdout


@pytest.mark.parametrize(("strategies", "sentence"), [
    (["sensible"], "2 to 16 strategies, got 1"),
    (["sensible", "sensible"], "named twice"),
    (["sensible", "hunted"], "did you mean 'hunter'"),
    ([f"sensible@{heat}" for heat in range(17)], "got 17"),
])  # fmt: skip
def test_invalid_strategies_of_a_tournament_are_refused(work_folder, strategies, sentence):
    with pytest.raises(BadInput, match=sentence):
        tournament("4000-ad", strategies)
    assert not (work_folder / "runs").exists()


def test_a_player_of_two_homes_is_one_player():
    result = run("4000-ad", setup="alliances2", games=6, seed=1, set=SHORT, pool=["hunter", "raider"], jobs=1)
    strategy, credit = by_player(result, ["hunter", "raider"])
    assert strategy.shape == credit.shape == (6, 2)
    assert credit.sum(1) == pytest.approx(np.ones(6))
    for (number, player), rows in result.seats.group_by("game", "player"):
        assert ["hunter", "raider"][strategy[number, player]] == rows["strategy"][0]
        assert credit[number, player] == pytest.approx(rows["credit"].sum())


@pytest.mark.parametrize(("setup", "changes", "expected"), [
    ("independents3", {}, [0, 1, 2]),
    ("alliances4", {}, [0, 0, 1, 1]),
    ("alliances4", {"setups.alliances4.side": [0, 1, 0, 1]}, [0, 1, 0, 1]),
    ("alliances2", {}, [0, 1]),
])  # fmt: skip
def test_sides_of_players_are_declared_by_the_rules(setup, changes, expected):
    settings = {"game": "4000-ad", "setup": setup, "changes": changes}
    assert list(player_sides(SimpleNamespace(settings=settings))) == expected


def test_weights_are_products_over_the_players():
    dice = np.random.default_rng(1)
    strategy, ratio = dice.integers(0, 3, (50, 4)), np.array([0.5, 1.2, 2.0])
    slow = [math.prod(ratio[code] for code in row) for row in strategy]
    assert weights(strategy, ratio) == pytest.approx(slow)


def chances(mine, strength, players):
    """Return the probability that a player of the first strategy wins if `mine` players use it."""
    return mine * strength / (mine * strength + (players - mine))


def test_the_share_of_a_pair_does_not_depend_on_the_line_up():
    """With Plackett-Luce strengths 2 to 1, the expected share is 2/3 for 3 and 5 players and for 4 against 1."""
    for players, mine in ((3, [1, 2]), (5, [1, 2, 3, 4]), (5, [4])):
        win = chances(np.array(mine), 2.0, players)
        won = win / np.array(mine)
        stake = won + (1 - win) / (players - np.array(mine))
        assert won.sum() / stake.sum() == pytest.approx(2 / 3)


def coverage(pairs, truth):
    """Return the fraction of pairs whose interval covers the truth; every pair is an experiment."""
    table = matrix(pairs, ["one", "two"]).head(len(pairs.one))
    return ((table["low"] <= truth) & (truth <= table["high"])).mean()


@pytest.mark.parametrize("strength", [1.0, 2.0, 12.0])
def test_intervals_of_pairs_cover_the_truth(strength):
    """There are 10,000 experiments of 100 four-player games with drawn strategies."""
    dice = np.random.default_rng(1)
    mine = dice.binomial(4, 0.5, (100, EXPERIMENTS))
    first = dice.random(mine.shape) < chances(mine, strength, 4)
    both_play = (mine > 0) & (mine < 4)
    won = np.where(both_play & first, 1 / np.maximum(mine, 1), 0)
    stake = np.where(both_play, np.where(first, 1 / np.maximum(mine, 1), 1 / np.maximum(4 - mine, 1)), 0)
    zeros = np.zeros(EXPERIMENTS, int)
    pairs = Pairs(zeros, zeros + 1, won, stake, both_play.sum(0))
    assert 0.935 <= coverage(pairs, strength / (1 + strength)) <= 0.965


LINE = 0.5 + np.subtract.outer([0.12, 0.05, 0, -0.05, -0.12], [0.12, 0.05, 0, -0.05, -0.12])
CYCLE = 0.5 + np.array([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
BOTH = LINE + np.array([[0, 0.1, 0, 0, -0.15], [-0.1, *[0] * 4], [0] * 5, [0] * 5, [0.15, *[0] * 4]])


def round_robin_of(share, games, dice):
    """Return the pairs of a round robin with `games` games per pair and the win shares of the row strategies."""
    one, two = np.triu_indices(len(share), 1)
    won = (dice.random((games, len(one))) < share[one, two]).astype(float)
    return Pairs(one, two, won, np.ones(won.shape), np.full(len(one), games))


@pytest.mark.parametrize(("share", "truth"), [(LINE, 0.0), (CYCLE, 1.0), (BOTH, 0.178)])
def test_the_interval_of_the_cyclic_component_covers(share, truth):
    """The cases are a transitive order, rock-paper-scissors, and a mixture: 100 tournaments of 500 games per pair."""
    assert np.divide(*circular(share)) == pytest.approx(truth, abs=1e-3)
    dice = np.random.default_rng(4)
    results = [cycles(round_robin_of(share, 500, dice), 100) for _ in range(100)]
    assert np.mean([each["share"] for each in results]) == pytest.approx(truth, abs=0.03)
    assert sum(each["low"] <= truth + 1e-3 and truth - 1e-3 <= each["high"] for each in results) >= 88


def test_equal_strategies_have_no_cyclic_component():
    even = Pairs(np.array([0, 0, 1]), np.array([1, 2, 2]), np.full((40, 3), 0.5), np.ones((40, 3)), np.full(3, 40))
    assert np.isnan(cycles(even, 50)["share"])


def test_mirrored_games_are_one_unit_and_reduce_variance():
    """Intervals over mirrored pairs of games coverage and are narrower than those of equally many single games."""
    dice = np.random.default_rng(2)
    randomness = dice.choice([0.1, 0.9], (60, EXPERIMENTS))
    won = (dice.random(randomness.shape) < randomness).astype(float) + (
        dice.random(randomness.shape) < 1.0 - randomness
    )
    zeros = np.zeros(EXPERIMENTS, int)
    pairs = Pairs(zeros, zeros + 1, won, np.full(won.shape, 2.0), zeros + 120)
    assert 0.925 <= coverage(pairs, 0.5) <= 0.97
    table = matrix(pairs, ["one", "two"])
    assert (table["high"] - table["low"]).mean() < 0.75 * 2 * 1.96 * math.sqrt(0.25 / 120)


@pytest.mark.parametrize(("nash", "high", "words"), [
    ((1, 0, 0), (1, 0, 0), "No strategy significantly beats a."),
    ((1, 0, 0), (1, 0.2, 0.2), "No strategy significantly beats a; c may be as good."),
    ((0.5, 0.5, 0), (1, 1, 0), "beats the mixed strategy of a 50.0% (0.0\u2013100.0) and b 50.0% (0.0\u2013100.0)."),
    ((0.5, 0.5, 0), (1, 1, 0.1), "and b 50.0% (0.0\u2013100.0), which may also contain c."),
])  # fmt: skip
def test_the_uncertainty_of_a_mix_is_stated(nash, high, words):
    """Strategy a significantly beats b and may lose to c."""
    mix = pd.DataFrame({"strategy": list("abc"), "nash": nash, "low": 0.0, "high": high})
    matrix = pd.DataFrame({"strategy": "a", "opponent": ["b", "c"], "low": [0.51, 0.45], "high": [0.6, 0.55]})
    ranking = pd.DataFrame({"strategy": ["a"], "strength": 0.5, "low": 0.4, "high": 0.6, "best": 1, "worst": 1})
    table = pd.DataFrame({"home": ["Algol"], "survives": ["yes"]})
    assert f"{words} Of 1 verdict by home, 1 survives" in summary(
        ranking, mix, matrix, cycles={"high": np.nan}, tables=[(["home"], table)]
    )


def test_intervals_under_a_mix_cover_the_truth():
    """Two-player games with uniformly drawn strategies are weighted to a mix of 80 % and 20 %.

    There are 10,000 experiments of 300 games. The first player wins with a probability of 0.7 if both play the common
    strategy and 0.4 otherwise.
    """
    dice = np.random.default_rng(3)
    common = dice.random((EXPERIMENTS, 300, 2)) < 0.5
    weight = np.where(common, 1.6, 0.4).prod(2)
    credit = dice.random(weight.shape) < np.where(common.all(2), 0.7, 0.4)
    truth = 0.64 * 0.7 + 0.36 * 0.4
    each = np.stack([weight * credit, weight], axis=2)
    sums = ClusterSums(("credit", "rows"), (each != 0).sum(1), each.sum(1), np.einsum("egi,egj->eij", each, each))
    estimates = shares(sums, "credit", "rows")
    assert 0.935 <= ((estimates.low <= truth) & (truth <= estimates.high)).mean() <= 0.965


def test_an_exact_mix_needs_no_weights(small_run):
    """With ratios of 1, a run does not differ from itself, and every verdict survives."""
    ratios = {each["name"]: 1.0 for each in small_run.settings["strategies"]}
    table = both(small_run, small_run, ratios)
    assert list(table["share_mix"]) == pytest.approx(list(table["share"]))
    assert list(table["low_mix"]) == pytest.approx(list(table["low"]))
    assert list(table["difference"]) == pytest.approx([0] * 4)
    assert "no" not in set(table["survives"])


@pytest.mark.parametrize(("one", "two", "far", "expected"), [
    ("strong", "strong", (True, False), "yes"),
    ("strong", "weak", (False, False), "no"),
    ("balanced", "weak", (False, True), "no"),
    ("balanced", "weak", (False, False), "undecided"),
    ("strong", "balanced", (True, False), "no"),
    ("strong", "balanced", (False, False), "undecided"),
    ("undecided", "weak", (False, True), "undecided"),
    ("weak", "undecided", (True, False), "undecided"),
])  # fmt: skip
def test_a_verdict_survives_if_both_verdicts_agree(one, two, far, expected):
    """Balanced against strong or weak is a contradiction only if the share lies significantly beyond the margin."""
    assert survives(one, two, tournaments._exclude(one, two, far)) == expected


def test_resamples_agree_with_the_intervals():
    """The central 95 % of 2,000 resamples agree with Wilson's interval of 200 games, within 10 % of its width."""
    won = (np.random.default_rng(4).random((200, 1)) < 0.6).astype(float)
    pairs = gathered(2, [(won[:, 0], np.ones(200))], True)
    drawn = np.array([square[0, 1] for square in pairs.resampled(2000)])
    row = matrix(pairs, ["one", "two"]).iloc[0]
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert (low, high) == pytest.approx((row["low"], row["high"]), abs=0.1 * (row["high"] - row["low"]))
    assert pairs.square()[0, 1] == pytest.approx(won.mean())


def test_games_with_a_single_strategy_count_for_nothing():
    result = run("4000-ad", games=30, seed=2, set=SHORT, pool=["hunter", "raider"], jobs=1)
    won, stake = of_mixed(result, ["hunter", "raider"])
    is_single = (
        result.seats.group_by("game").agg(pl.col("strategy").n_unique()).sort("game")["strategy"].to_numpy() == 1
    )
    assert is_single.any()
    assert (stake[is_single] == 0).all()
    assert (stake[~is_single] > 0).all()
    assert (won <= stake).all()


def test_a_mirror_game_that_was_not_played_is_not_counted():
    runs = [
        run("handful-of-stars", players=2, games=games, seed=2, strategies=lineup, jobs=1)
        for games, lineup in ((4, ["sensible", "greedy"]), (3, ["greedy", "sensible"]))
    ]
    won, stake = of_orders(runs, ["sensible", "greedy"], np.arange(2))
    assert list(stake) == [2, 2, 2, 1]
    assert won.sum() == sum(each.seats.filter(pl.col("strategy") == "sensible")["credit"].sum() for each in runs)
