"""Tournaments: real ones of few games against slow counts, and made-up ones against simulated truth."""

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
    """A real tournament of three strategies and 31 games of each pair."""
    game, setup, strategies = SETUPS[request.param]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("tournament"))
        changes = SHORT if game == "4000-ad" else None
        found = tournament(game, strategies, setup=setup, games=31, seed=3, set=changes, jobs=2)
        _ = found.matrix, found.ranking, found.mix, found.factor
        yield found, found.effective


def test_a_tournament_has_four_tables(real):
    found, effective = real
    numbers = ["games", "share", "low", "high"]
    assert list(found.matrix.columns) == ["strategy", "opponent", *numbers, "verdict", "games_needed", "reason"]
    assert len(found.matrix) == 6
    assert set(found.ranking["strategy"]) == set(found.mix["strategy"]) == set(found.names)
    assert found.ranking["strength"].sum() == pytest.approx(1)
    for rule in ("nash", "alpha_rank"):
        assert found.mix[rule].sum() == pytest.approx(1)
    assert ((found.mix["low"] <= found.mix["nash"] + 1e-9) & (found.mix["nash"] <= found.mix["high"] + 1e-9)).all()
    assert found.free.played == found.drawn.played == 93
    assert 0.5 * 93 < effective <= 93 + 1e-6
    tables = [([found.free.factor], found.factor)]
    assert found.ranking["strategy"][0] in summary(
        found.ranking, found.mix, found.matrix, cycles=found.cycles, tables=tables
    )
    assert "<table" in found._repr_html_()


def test_shares_of_a_pair_mirror_each_other(real):
    table = real[0].matrix.set_index(["strategy", "opponent"])
    for (one, two), row in table.iterrows():
        other = table.loc[(two, one)]
        assert row["share"] == pytest.approx(1 - other["share"])
        assert (row["low"], row["high"]) == pytest.approx((1 - other["high"], 1 - other["low"]))
        assert {row["verdict"], other["verdict"]} in ({"better", "worse"}, {row["verdict"]})
        assert row["games"] == other["games"] <= 31
    assert real[0].matrix["games"].sum() > 0


def test_the_factor_in_the_free_for_all_is_that_of_its_rates(real):
    found = real[0]
    plain = rates(found.free, [found.free.factor])
    for name in ("games", "share", "low", "high", "verdict"):
        assert list(found.factor[name]) == list(plain[name])


def test_the_factor_in_a_mix_is_a_slow_weighted_count(real):
    """Under ratios made up; a player who commands two homes counts once, and so does a side of two allied homes."""
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
    """The ratios of what was drawn, over the places it has in the pool, add up to the mix."""
    found = real[0]
    pool = list(found.ratios.values())
    assert np.mean(pool) == pytest.approx(1)
    for name, part in zip(found.names, found.mixed, strict=True):
        mine = [ratio for each, ratio in found.ratios.items() if each.split("#")[0] == name]
        assert sum(mine) / len(pool) == pytest.approx(part)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_where_there_are_two_sides_both_orders_are_played_on_the_same_luck(here):
    """The share is the win share of the first strategy's side in 31 games: 16 as one side, 15 as the other."""
    found = tournament("4000-ad", ["sensible", "hunter"], setup="alliances2", games=31, seed=3, set=SHORT, jobs=2)
    won = 0.0
    for lineup, games in ((["hunter", "sensible"], 16), (["sensible", "hunter"], 15)):
        result = run("4000-ad", setup="alliances2", games=games, seed=3, set=SHORT, strategies=lineup, jobs=2)
        won += result.seats.filter(pl.col("strategy") == "hunter")["credit"].sum()
    row = found.matrix.iloc[0]
    assert (row["strategy"], row["opponent"], row["games"]) == ("hunter", "sensible", 31)
    assert row["share"] == pytest.approx(won / 31)


def test_where_there_are_more_sides_the_share_is_of_mean_credits(here):
    found = tournament("4000-ad", ["sensible", "hunter"], setup="independents3", games=40, seed=3, set=SHORT, jobs=2)
    result = run("4000-ad", setup="independents3", games=40, seed=3, set=SHORT, pool=["hunter", "sensible"], jobs=2)
    won, stake, games = 0.0, 0.0, 0
    for _, game in result.seats.group_by("game"):
        means = {str(name): rows["credit"].mean() for (name,), rows in game.group_by("strategy")}
        if len(means) == 2:
            won, stake, games = won + means["hunter"], stake + sum(means.values()), games + 1
    row = found.matrix.iloc[0]
    assert (row["strategy"], row["games"]) == ("hunter", games)
    assert row["share"] == pytest.approx(won / stake)


def test_a_tournament_is_taken_up_again_and_a_further_strategy_costs_its_own_games(here):
    """What lies below runs/ is not played again, whatever the order in which strategies are named."""
    told = []

    def play(*strategies):
        return tournament("4000-ad", strategies, setup="independents3", games=8, seed=3, set=SHORT, jobs=1,
                          progress=lambda done, total, note="": told.append((done, total)))  # fmt: skip

    first = play("hunter", "raider")
    assert told[-1] == (8 * 5, 8 * 5)
    runs = {path.name: (path / "run.toml").stat().st_mtime_ns for path in (here / "runs").iterdir()}
    assert len(runs) == 3
    again = play("raider", "hunter")
    pd.testing.assert_frame_equal(first.matrix, again.matrix)
    pd.testing.assert_frame_equal(first.factor, again.factor)
    assert runs == {path.name: (path / "run.toml").stat().st_mtime_ns for path in (here / "runs").iterdir()}
    play("raider", "hunter", "uniform")
    added = {path.name for path in (here / "runs").iterdir()} - set(runs)
    assert 2 + 1 <= len(added) <= 2 + 2  # two pairs, the free-for-all, and the games of the mix if it is another


def test_a_stopped_tournament_goes_on_to_the_same_tables(here):
    def play(progress=lambda done, total, note="": None):
        return tournament("4000-ad", THREE, games=16, seed=3, set=SHORT, jobs=1, progress=progress)

    def stop(done, total, note=""):
        if done > 100 and note != "free-for-all":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(stop)
    stopped = len(list((here / "runs").glob("*/parts/games-*")))
    resumed = play()
    assert 0 < stopped < len(list((here / "runs").glob("*/parts/games-*")))
    shutil.rmtree(here / "runs")
    whole = play()
    for name in ("ranking", "matrix", "mix", "factor"):
        pd.testing.assert_frame_equal(getattr(resumed, name), getattr(whole, name))


def test_the_command_prints_tables_and_what_they_say(here):
    words = ["tournament", "4000-ad", "--strategies", "sensible,hunter", "--setup", "alliances2", "--games", "20"]
    words += ["--set", "switches.max_rounds=10", "--chart", "matrix.svg"]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert [line.split()[0] for line in said.stdout.splitlines() if line[:1].isupper()][:4] == [
        "Ranking:", "Pairs:", "Mix:", "Win",
    ]  # fmt: skip
    assert "is first, with a strength of" in said.stdout
    assert "Capped: " in said.stdout
    assert re.search("undecided .[0-9.]+% of games truncated, limit 5%", said.stdout)
    assert "sensible" in (here / "matrix.svg").read_text()
    tables = json.loads(CliRunner().invoke(app, [*words, "--format", "json"]).stdout)
    assert {name: len(rows) for name, rows in tables.items()} == {"ranking": 2, "matrix": 2, "mix": 2, "factor": 2}
    assert "matrix\n\nstrategy,opponent,games" in CliRunner().invoke(app, [*words, "--format", "csv"]).stdout


@pytest.mark.parametrize(("strategies", "sentence"), [
    (["sensible"], "2 to 16 strategies, not 1"),
    (["sensible", "sensible"], "named twice"),
    (["sensible", "hunted"], "did you mean 'hunter'"),
    ([f"sensible@{heat}" for heat in range(17)], "not 17"),
])  # fmt: skip
def test_a_tournament_of_nobody_is_refused(here, strategies, sentence):
    with pytest.raises(BadInput, match=sentence):
        tournament("4000-ad", strategies)
    assert not (here / "runs").exists()


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
def test_sides_of_players_are_those_that_the_rules_declare(setup, changes, expected):
    settings = {"game": "4000-ad", "setup": setup, "changes": changes}
    assert list(player_sides(SimpleNamespace(settings=settings))) == expected


def test_weights_are_products_over_the_players():
    dice = np.random.default_rng(1)
    strategy, ratio = dice.integers(0, 3, (50, 4)), np.array([0.5, 1.2, 2.0])
    slow = [math.prod(ratio[code] for code in row) for row in strategy]
    assert weights(strategy, ratio) == pytest.approx(slow)


def chances(mine, strength, players):
    """The chance that a player of the first strategy wins, by how many play it."""
    return mine * strength / (mine * strength + (players - mine))


def test_the_share_of_a_pair_is_its_odds_whatever_the_numbers_at_the_table():
    """In a Plackett-Luce world of strengths 2 to 1, in expectation 2/3, from 3 players or 5, and with 4 against 1."""
    for players, mine in ((3, [1, 2]), (5, [1, 2, 3, 4]), (5, [4])):
        win = chances(np.array(mine), 2.0, players)
        won = win / np.array(mine)
        stake = won + (1 - win) / (players - np.array(mine))
        assert won.sum() / stake.sum() == pytest.approx(2 / 3)


def cover(pairs, truth):
    """How often the interval of a pair covers the truth; every pair is an experiment."""
    table = matrix(pairs, ["one", "two"]).head(len(pairs.one))
    return ((table["low"] <= truth) & (truth <= table["high"])).mean()


@pytest.mark.parametrize("strength", [1.0, 2.0, 12.0])
def test_intervals_of_pairs_cover_the_truth(strength):
    """10,000 experiments of 100 games of four, each player's strategy drawn."""
    dice = np.random.default_rng(1)
    mine = dice.binomial(4, 0.5, (100, EXPERIMENTS))
    first = dice.random(mine.shape) < chances(mine, strength, 4)
    both_play = (mine > 0) & (mine < 4)
    won = np.where(both_play & first, 1 / np.maximum(mine, 1), 0)
    stake = np.where(both_play, np.where(first, 1 / np.maximum(mine, 1), 1 / np.maximum(4 - mine, 1)), 0)
    zeros = np.zeros(EXPERIMENTS, int)
    pairs = Pairs(zeros, zeros + 1, won, stake, both_play.sum(0))
    assert 0.935 <= cover(pairs, strength / (1 + strength)) <= 0.965


LINE = 0.5 + np.subtract.outer([0.12, 0.05, 0, -0.05, -0.12], [0.12, 0.05, 0, -0.05, -0.12])
CIRCLE = 0.5 + np.array([[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]])
BOTH = LINE + np.array([[0, 0.1, 0, 0, -0.15], [-0.1, *[0] * 4], [0] * 5, [0] * 5, [0.15, *[0] * 4]])


def of_games(share, games, dice):
    """The pairs of so many games of each two strategies, of which the row wins such a share."""
    one, two = np.triu_indices(len(share), 1)
    won = (dice.random((games, len(one))) < share[one, two]).astype(float)
    return Pairs(one, two, won, np.ones(won.shape), np.full(len(one), games))


@pytest.mark.parametrize(("share", "truth"), [(LINE, 0.0), (CIRCLE, 1.0), (BOTH, 0.178)])
def test_what_goes_in_circles_is_known_by_its_interval(share, truth):
    """Strategies in a line, rock, paper and scissors, and a mixture; 100 tournaments of 500 games of a pair each."""
    assert np.divide(*circular(share)) == pytest.approx(truth, abs=1e-3)
    dice = np.random.default_rng(4)
    found = [cycles(of_games(share, 500, dice), 100) for _ in range(100)]
    assert np.mean([each["share"] for each in found]) == pytest.approx(truth, abs=0.03)
    assert sum(each["low"] <= truth + 1e-3 and truth - 1e-3 <= each["high"] for each in found) >= 88


def test_where_nobody_beats_anybody_nothing_is_said_of_circles():
    even = Pairs(np.array([0, 0, 1]), np.array([1, 2, 2]), np.full((40, 3), 0.5), np.ones((40, 3)), np.full(3, 40))
    assert np.isnan(cycles(even, 50)["share"])


def test_mirrored_games_are_one_unit_and_cancel_luck():
    """A race decides much: intervals over mirrored pairs of games cover as often, and are narrower than of as many."""
    dice = np.random.default_rng(2)
    luck = dice.choice([0.1, 0.9], (60, EXPERIMENTS))
    won = (dice.random(luck.shape) < luck).astype(float) + (dice.random(luck.shape) < 1.0 - luck)
    zeros = np.zeros(EXPERIMENTS, int)
    pairs = Pairs(zeros, zeros + 1, won, np.full(won.shape, 2.0), zeros + 120)
    assert 0.925 <= cover(pairs, 0.5) <= 0.97
    table = matrix(pairs, ["one", "two"])
    assert (table["high"] - table["low"]).mean() < 0.75 * 2 * 1.96 * math.sqrt(0.25 / 120)


@pytest.mark.parametrize(("nash", "high", "words"), [
    ((1, 0, 0), (1, 0, 0), "No strategy is shown to beat a."),
    ((1, 0, 0), (1, 0.2, 0.2), "No strategy is shown to beat a; c may be as good."),
    ((0.5, 0.5, 0), (1, 1, 0), "beat the mix of a 50.0 % (0.0 to 100.0) and b 50.0 % (0.0 to 100.0)."),
    ((0.5, 0.5, 0), (1, 1, 0.1), "and b 50.0 % (0.0 to 100.0), which may hold c too."),
])  # fmt: skip
def test_what_is_not_known_of_a_mix_is_said(nash, high, words):
    """Of three: a significantly beats b, and may lose to c."""
    mix = pd.DataFrame({"strategy": list("abc"), "nash": nash, "low": 0.0, "high": high})
    matrix = pd.DataFrame({"strategy": "a", "opponent": ["b", "c"], "low": [0.51, 0.45], "high": [0.6, 0.55]})
    ranking = pd.DataFrame({"strategy": ["a"], "strength": 0.5, "low": 0.4, "high": 0.6, "best": 1, "worst": 1})
    table = pd.DataFrame({"home": ["Algol"], "survives": ["yes"]})
    assert f"{words} Of 1 verdict by home, 1 survives" in summary(
        ranking, mix, matrix, cycles={"high": np.nan}, tables=[(["home"], table)]
    )


def test_intervals_under_a_mix_cover_the_truth():
    """Games of two drawn evenly from two strategies, weighted to a mix of 80 and 20 %: 10,000 experiments of 300.

    The first player wins with a chance of 0.7 where both play the common strategy, 0.4 otherwise.
    """
    dice = np.random.default_rng(3)
    common = dice.random((EXPERIMENTS, 300, 2)) < 0.5
    weight = np.where(common, 1.6, 0.4).prod(2)
    credit = dice.random(weight.shape) < np.where(common.all(2), 0.7, 0.4)
    truth = 0.64 * 0.7 + 0.36 * 0.4
    each = np.stack([weight * credit, weight], axis=2)
    sums = ClusterSums(("credit", "rows"), (each != 0).sum(1), each.sum(1), np.einsum("egi,egj->eij", each, each))
    found = shares(sums, "credit", "rows")
    assert 0.935 <= ((found.low <= truth) & (truth <= found.high)).mean() <= 0.965


def test_a_mix_that_is_drawn_exactly_weighs_nothing(small_run):
    """With ratios of 1 a run against itself differs by nothing, and no verdict fails to survive."""
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
def test_a_verdict_survives_if_both_say_the_same(one, two, far, expected):
    """Balanced against strong or weak is a contradiction only where the share surely lies beyond the margin."""
    assert survives(one, two, tournaments._exclude(one, two, far)) == expected


def test_draws_of_the_luck_spread_as_the_intervals_say():
    """Of one pair: 95 % of 2,000 draws lie within Wilson's interval of 200 games, up to 5 % of its width."""
    won = (np.random.default_rng(4).random((200, 1)) < 0.6).astype(float)
    pairs = gathered(2, [(won[:, 0], np.ones(200))], True)
    drawn = np.array([square[0, 1] for square in pairs.resampled(2000)])
    row = matrix(pairs, ["one", "two"]).iloc[0]
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert (low, high) == pytest.approx((row["low"], row["high"]), abs=0.1 * (row["high"] - row["low"]))
    assert pairs.square()[0, 1] == pytest.approx(won.mean())


def test_games_in_which_only_one_plays_say_nothing():
    result = run("4000-ad", games=30, seed=2, set=SHORT, pool=["hunter", "raider"], jobs=1)
    won, stake = of_mixed(result, ["hunter", "raider"])
    alone = result.seats.group_by("game").agg(pl.col("strategy").n_unique()).sort("game")["strategy"].to_numpy() == 1
    assert alone.any()
    assert (stake[alone] == 0).all()
    assert (stake[~alone] > 0).all()
    assert (won <= stake).all()


def test_a_mirror_game_that_was_not_played_is_not_counted():
    runs = [
        run("handful-of-stars", players=2, games=games, seed=2, strategies=lineup, jobs=1)
        for games, lineup in ((4, ["sensible", "greedy"]), (3, ["greedy", "sensible"]))
    ]
    won, stake = of_orders(runs, ["sensible", "greedy"], np.arange(2))
    assert list(stake) == [2, 2, 2, 1]
    assert won.sum() == sum(each.seats.filter(pl.col("strategy") == "sensible")["credit"].sum() for each in runs)
