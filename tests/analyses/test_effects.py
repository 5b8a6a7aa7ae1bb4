"""Adjusted effects agree with an independent package, slow implementations, closed forms and simulated truth."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from pandas.testing import assert_frame_equal
from scipy.optimize import minimize
from statsmodels.discrete.conditional_models import ConditionalLogit
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.document import Text
from starbalance.analyses.questions import effects as asked
from starbalance.analyses.questions.effects import contest_of, effects, explained, left_out
from starbalance.analyses.questions.interactions import interactions
from starbalance.analyses.report.content import section_elements
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Effects
from starbalance.analyses.statistics.conditional_logit import Block, Column, Games, fit, marginal_effects, misfit
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run as play

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

TRUE = (np.array([0.5, 0.1, -0.2, -0.4]), np.array([0.3, 0.0, -0.3]))


def drawn(generator, games, sides=3):
    """Return two columns of levels: one drawn without replacement within a game and one drawn independently."""
    exclusive = np.argsort(generator.random((games, len(TRUE[0]))), axis=1)[:, :sides]
    free = generator.integers(0, len(TRUE[1]), (games, sides))
    return Column(exclusive, np.arange(sides)), Column(free, np.arange(sides))


def played(generator, utility, shared=0.0):
    """Draw winners by the model and return the credits; a fraction `shared` of the games splits the win between two."""
    games, sides = utility.shape
    credit = np.zeros((games, sides))
    for weight in (0.5, 0.5):
        winner = np.argmax(utility + generator.gumbel(size=(games, sides)), axis=1)
        credit[np.arange(games), winner] += weight
    unshared = generator.random(games) >= shared
    credit[unshared] = np.eye(sides)[winner[unshared]]
    return credit


def simulated(seed, games, shared=0.0):
    generator = np.random.default_rng(seed)
    columns = drawn(generator, games)
    credit = played(generator, sum(true[c.codes] for true, c in zip(TRUE, columns, strict=True)), shared)
    return Games((Block(credit, np.ones(3, int), columns, np.ones(games, int)),), (4, 3))


def one_hot(games):
    """Return the counts of levels of one block, computed slowly."""
    block = games.blocks[0]
    counts = np.zeros((*block.credit.shape, sum(games.levels)))
    for game in range(len(counts)):
        for first, column in zip(games.first, block.columns, strict=False):
            for slot, side in enumerate(column.side):
                counts[game, side, first + column.codes[game, slot]] += 1
    return counts


def result(credit, setup="independents4", seed=0, changes=None, **columns):
    """Return a run in memory with the given credits and columns of shape (games, seats)."""
    games, seats = np.shape(credit)
    frame = pl.DataFrame(
        {"game": np.repeat(np.arange(games), seats), "credit": np.ravel(credit).astype(float)}
        | {name: np.ravel(values) for name, values in columns.items()}
    )
    game = "4000-ad-leaders" if setup in ("two", "three") else "4000-ad"
    settings = {"game": game, "setup": setup, "seed": seed, "changes": changes or {}}
    parts = ({"seats": frame, "games": pl.DataFrame({"game": np.arange(games)})},)
    return Result(settings, None, parts)


def seats_of(games):
    return np.tile([1, 2], (games, 1))


def test_effects_and_information_agree_with_statsmodels():
    games = simulated(1, 400)
    fitted = fit(games)
    counts = one_hot(games)
    dummies = np.delete(counts.reshape(-1, 7), [0, 4], axis=1)
    model = ConditionalLogit(games.blocks[0].credit.ravel(), dummies, groups=np.repeat(np.arange(400), 3))
    other = model.fit(disp=0)
    contrast = np.concatenate([fitted.effect[1:4] - fitted.effect[0], fitted.effect[5:] - fitted.effect[4]])
    np.testing.assert_allclose(contrast, other.params, atol=1e-3)
    np.testing.assert_allclose(model.score(contrast), 0, atol=1e-6)  # the search of statsmodels stops early
    assert fitted.likelihood.sum() == pytest.approx(model.loglike(contrast), abs=1e-9)
    assert fitted.effect[:4].sum() == pytest.approx(0, abs=1e-9)
    assert fitted.effect[4:].sum() == pytest.approx(0, abs=1e-9)
    turn = np.zeros((5, 7))
    for row, (level, base) in enumerate([(1, 0), (2, 0), (3, 0), (5, 4), (6, 4)]):
        turn[row, level], turn[row, base] = 1, -1
    robust = np.diag(turn @ fitted.covariance @ turn.T)
    np.testing.assert_allclose(robust, np.diag(other.cov_params()), rtol=0.15)  # with one winner, the model is exact


def test_games_that_are_alike_count_as_often_as_they_occur():
    """One row with its number of games gives the same effects, errors and shares as a row for each game."""
    games = simulated(5, 3_000, shared=0.3)
    block = games.blocks[0]
    rows = np.hstack([block.credit, *(each.codes for each in block.columns)])
    rows, count = np.unique(rows, axis=0, return_counts=True)
    columns = tuple(
        Column(rows[:, 3 * place : 3 * place + 3].astype(int), each.side) for place, each in enumerate(block.columns, 1)
    )
    assert len(rows) < 2_000
    packed = Games((Block(rows[:, :3], block.seats, columns, count),), games.levels)
    one, other = fit(games), fit(packed)
    assert packed.count == games.count
    np.testing.assert_allclose(other.effect, one.effect, atol=1e-9)
    np.testing.assert_allclose(other.covariance, one.covariance, atol=1e-9)
    for column in (0, 1):
        for mine, theirs in zip(
            marginal_effects(packed, other, column), marginal_effects(games, one, column), strict=True
        ):
            np.testing.assert_allclose(mine, theirs, atol=1e-9)
    wide, packed_wide = games.with_cells(0, 1)[0], packed.with_cells(0, 1)[0]
    assert misfit(packed_wide, other).square == pytest.approx(misfit(wide, one).square, rel=1e-6)


def test_the_games_of_a_run_are_read_as_few_rows(monkeypatch):
    run = play("kuhn-poker", games=20_000, seed=1)
    whole = effects(run, ["seat"])
    assert sum(len(block.games) for block in contest_of([run], ["seat"]).games.blocks) <= 8
    monkeypatch.setattr(asked, "_BATCHES", 2)
    assert_frame_equal(effects(run, ["seat"]), whole)
    monkeypatch.setattr(asked, "_alike", lambda rows, games: (rows, games))
    assert_frame_equal(effects(run, ["seat"]), whole)


def test_shared_wins_count_by_credit_and_maximise_the_likelihood():
    games = simulated(2, 500, shared=0.6)
    counts, credit = one_hot(games), games.blocks[0].credit

    def loss(effect):
        utility = counts @ effect
        return -np.sum(credit * (utility - np.log(np.exp(utility).sum(1, keepdims=True)))) + 0.5 * (
            effect[:4].sum() ** 2 + effect[4:].sum() ** 2
        )

    best = minimize(loss, np.zeros(7), tol=1e-10)
    np.testing.assert_allclose(fit(games).effect, best.x, atol=1e-4)


def test_standard_errors_use_the_sandwich_estimator_over_games():
    games = simulated(3, 400, shared=0.6)
    fitted, counts, credit = fit(games), one_hot(games), games.blocks[0].credit
    bread, meat = np.zeros((7, 7)), np.zeros((7, 7))
    for x, c in zip(counts, credit, strict=True):
        chance = np.exp(x @ fitted.effect) / np.exp(x @ fitted.effect).sum()
        mean = chance @ x
        bread += (x - mean).T @ np.diag(chance) @ (x - mean)
        meat += np.outer(c @ x - mean, c @ x - mean)
    inverse = np.linalg.pinv(bread, rcond=1e-9)
    np.testing.assert_allclose(fitted.covariance, inverse @ meat @ inverse * 400 / 399, rtol=1e-6, atol=1e-12)
    assert (np.diag(fitted.covariance) < 0.9 * np.diag(inverse)).all()  # shared wins vary less than whole wins


def test_two_seats_have_log_odds_in_closed_form():
    won = np.repeat([1, 0], [320, 180])
    table = effects(result(np.stack([won, 1 - won], 1), seat=seats_of(500)), ["seat"])
    error = np.sqrt(1 / (500 * 0.64 * 0.36) * 500 / 499)
    first = table.iloc[0]
    assert (first.level, first.games) == ("1", 500)
    assert first.effect == pytest.approx(np.log(0.64 / 0.36) / 2, abs=1e-6)
    assert first.high - first.low == pytest.approx(2 * 1.95996 * error / 2, rel=1e-4)
    assert first.points == pytest.approx(14.0, abs=1e-4)
    assert first.points_high - first.points_low == pytest.approx(200 * 1.95996 * error * 0.64 * 0.36, rel=1e-4)
    assert list(table.verdict) == ["strong", "weak"]


def slow_marginal_effects(games, effect, column):
    """Return the marginal effects of levels by setting every seat in turn, game by game."""
    block = games.blocks[0]
    codes, levels = block.columns[column].codes, games.levels[column]
    rest = sum(effect[games.of(i)][c.codes] for i, c in enumerate(block.columns) if i != column)
    share = np.zeros(levels)
    for level in range(levels):
        for game, row in enumerate(codes):
            for seat in range(len(row)):
                new = row.copy()
                if len(set(row)) == len(row) and column == 0 and level in row:
                    new[list(row).index(level)] = row[seat]
                new[seat] = level
                weight = np.exp(rest[game] + effect[games.of(column)][new])
                share[level] += weight[seat] / weight.sum() / codes.size
    return share - share.mean()


@pytest.mark.parametrize("column", [0, 1])
def test_marginal_effects_and_their_errors_set_every_seat_to_the_level_in_turn(column):
    games = simulated(4, 60)
    fitted = fit(games)
    value, error, mean = marginal_effects(games, fitted, column)
    np.testing.assert_allclose(value, slow_marginal_effects(games, fitted.effect, column), atol=1e-12)
    steps = 1e-5 * np.eye(7)
    slope = [
        (
            slow_marginal_effects(games, fitted.effect + s, column)
            - slow_marginal_effects(games, fitted.effect - s, column)
        )
        for s in steps
    ]
    slope = np.stack(slope, axis=1) / 2e-5
    np.testing.assert_allclose(error, np.sqrt(np.diag(slope @ fitted.covariance @ slope.T)), rtol=1e-6)
    assert mean == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.nightly
def test_intervals_have_nominal_coverage():
    """In 400 experiments of 150 games with some shared wins, 95 % of all intervals cover, within 1.5 points.

    There are fewer than 10,000 experiments because each one maximises a likelihood.
    """
    truth, covered = np.concatenate(TRUE), []
    truth = truth - np.repeat([TRUE[0].mean(), TRUE[1].mean()], [4, 3])
    for seed in range(400):
        games = simulated(10_000 + seed, 150, shared=0.2)
        fitted = fit(games)
        effect = np.abs(fitted.effect - truth) < 1.96 * np.sqrt(np.diag(fitted.covariance))
        points = []
        for column in (0, 1):
            value, error, _ = marginal_effects(games, fitted, column)
            points.append(
                np.abs(value - marginal_effects(games, replace(fitted, effect=truth), column)[0]) < 1.96 * error
            )
        covered.append([*effect, *np.concatenate(points)])
    assert np.mean(covered, axis=0) == pytest.approx(np.full(14, 0.95), abs=0.04)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.015)


def allied(seed, games, per_player=False):
    """Return games with two sides of two homes; the utility of a side is the sum over its allies."""
    generator = np.random.default_rng(seed)
    strategy = generator.integers(0, 3, (games, 4))
    if per_player:
        strategy = strategy[:, [0, 0, 2, 2]]
    effects_of, home = np.array([0.6, 0.0, -0.6]), np.array([0.1, 0.1, -0.1, -0.1])
    utility = effects_of[strategy] + home
    credit = played(generator, utility.reshape(games, 2, 2).sum(2)).repeat(2, axis=1) / 2
    homes = np.tile(["Algol", "Regulus", "Antares", "Pavo"], (games, 1))
    return result(credit, "alliances4", home=homes, strategy=np.array(["a", "b", "c"])[strategy])


def test_effects_of_allies_add_up_and_inseparable_levels_are_merged():
    table = effects(allied(5, 4000), ["home", "strategy"]).set_index("level")
    assert list(table.index) == ["Algol + Regulus", "Antares + Pavo", "a", "b", "c"]
    for level, truth in (("Algol + Regulus", 0.2), ("a", 0.6), ("b", 0.0), ("c", -0.6)):
        assert table.low[level] - 0.05 < truth < table.high[level] + 0.05
    assert table.high["a"] - table.low["a"] < 0.2
    assert 0 < table.points["Algol + Regulus"] < 100 * (1 / (1 + np.exp(-0.4)) - 0.5) + 3
    assert table.points["a"] == pytest.approx(-table.points["c"], abs=2)


def test_marginal_effects_of_allies_set_each_seat_in_turn():
    run = allied(6, 50)
    table = effects(run, ["strategy"])
    effect, codes = table.effect.to_numpy(), run.seats["strategy"].to_numpy().reshape(-1, 4)
    codes = np.searchsorted(["a", "b", "c"], codes)
    share = np.zeros(3)
    for level in range(3):
        for row in codes:
            for seat in range(4):
                new = row.copy()
                new[seat] = level
                sides = np.exp(effect[new].reshape(2, 2).sum(1))
                share[level] += sides[seat // 2] / sides.sum() / codes.size
    np.testing.assert_allclose(table.points, 100 * (share - share.mean()), atol=1e-8)


def test_two_seats_that_never_win_are_not_allies():
    seat = np.tile([1, 2, 3, 4], (80, 1))
    credit = np.eye(4)[np.arange(80) % 2]
    table = effects(result(credit, seat=seat), ["seat"]).set_index("level")
    assert list(table.index) == ["1", "2", "3", "4"]
    assert (table.effect[["3", "4"]] == -np.inf).all()
    assert table.effect["1"] == pytest.approx(0, abs=1e-9)
    assert list(table.verdict) == ["strong", "strong", "weak", "weak"]


def test_a_player_with_two_homes_has_one_strategy():
    table = effects(allied(7, 3000, per_player=True), ["home", "strategy"]).set_index("level")
    assert table.low["a"] - 0.03 < 1.2 < table.high["a"] + 0.03
    assert table.high["a"] - table.low["a"] < 0.25
    assert list(table.index[2:]) == ["a", "b", "c"]


def never(games=400, seed=8):
    generator = np.random.default_rng(seed)
    codes = np.stack([generator.permutation(4)[:3] for _ in range(games)])
    utility = np.array([0.4, 0.0, -0.4, -np.inf])[codes]
    return result(played(generator, utility), home=np.array(["a", "b", "c", "never"])[codes])


def test_a_level_that_never_wins_has_effect_minus_infinity_and_does_not_change_other_effects():
    run = never()
    table = effects(run, ["home"]).set_index("level")
    row = table.loc["never"]
    assert row.effect == -np.inf
    assert row.verdict == "weak"
    assert -35 < row.points_low <= row.points < row.points_high < -20
    seats = run.seats.filter(pl.col("home") != "never")
    dummies = np.stack([seats["home"] == level for level in "bc"], axis=1).astype(float)
    other = ConditionalLogit(seats["credit"].to_numpy(), dummies, groups=seats["game"].to_numpy()).fit(
        disp=0, gtol=1e-7
    )
    np.testing.assert_allclose(table.effect[["b", "c"]] - table.effect["a"], other.params, atol=1e-4)


def paired(*pairs):
    """Return a run with 30 two-player games for each pair (winner, loser)."""
    home = np.repeat(np.array([list(pair) for pair in pairs]), 30, axis=0)
    return result(np.tile([1, 0], (len(home), 1)), home=home)


def test_a_level_that_meets_only_separated_levels_has_no_effect():
    table = effects(paired("ab", "bc"), ["home"]).set_index("level")
    assert (table.effect["a"], table.effect["c"]) == (np.inf, -np.inf)
    assert table.loc["b", ["effect", "low", "points_low"]].isna().all()
    assert table.verdict["b"] == "undecided"


def test_separated_effects_are_refused_with_a_reason():
    with pytest.raises(BadInput, match="home cannot be estimated from 180 games"):
        effects(paired("ab", "ba", "cd", "dc", "ac", "bd"), ["home"])


def test_aliased_columns_are_refused_by_name():
    home = np.tile(["x", "y"], (50, 1))
    credit = np.eye(2)[np.arange(50) % 2]
    run = result(credit, home=home, seat=np.where(np.arange(50)[:, None] % 3 == 0, [1, 2], [2, 1]), strategy=home)
    with pytest.raises(BadInput, match="home and strategy: leave one out, as in --columns home"):
        effects(run, ["home", "seat", "strategy"])
    assert len(effects(run, ["home", "seat"])) == 4


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (["hom"], "no column 'hom': did you mean 'home'"),
        (["side"], "'side' is the same for all seats of a game"),
        (["points"], "'points' has 120 levels: effects are limited to 50"),
    ],
)
def test_unusable_columns_are_refused(columns, sentence):
    home, points = np.tile(["x", "y"], (60, 1)), np.arange(120).reshape(60, 2)
    run = result(np.eye(2)[np.arange(60) % 2], home=home, side=home[:, [0, 0]], points=points)
    with pytest.raises(BadInput, match=sentence):
        effects(run, columns)


def test_a_default_column_that_never_varies_is_omitted():
    home = np.tile(["x", "y"], (60, 1))
    run = result(np.eye(2)[np.arange(60) % 2], home=home, seat=seats_of(60)[:, ::-1] % 1, strategy=home[:, [0, 0]])
    assert list(effects(run).column) == ["home", "home"]


def homes(seed, games, sides, setup):
    """Return games with `sides` of four homes, whose effects do not depend on the number of players."""
    generator = np.random.default_rng(seed)
    codes = np.argsort(generator.random((games, 4)), axis=1)[:, :sides]
    utility = np.array([0.6, 0.2, -0.2, -0.6])[codes]
    seat = np.argsort(generator.random((games, sides)), axis=1)
    utility = utility + np.where(seat == 0, 0.5, 0.0)
    return result(played(generator, utility), setup, seed, home=np.array(list("abcd"))[codes], seat=seat + 1)


def test_several_setups_have_separate_models_and_a_joint_one_with_seats_per_setup():
    runs = [homes(1, 900, 2, "two"), homes(2, 900, 3, "three")]
    table = effects(runs, ["home", "seat"])
    for run, name in zip(runs, ("two", "three"), strict=True):
        single = effects(run, ["home", "seat"])
        assert table[table.setup == name].drop(columns="setup").reset_index(drop=True).equals(single)
    whole = table[table.setup == "all"].set_index("level")
    assert list(whole.index) == [*"abcd", "1 of 2", "2 of 2", "1 of 3", "2 of 3", "3 of 3"]
    assert whole.effect[["1 of 2", "2 of 2"]].sum() == pytest.approx(0, abs=1e-8)
    assert whole.effect[["1 of 3", "2 of 3", "3 of 3"]].sum() == pytest.approx(0, abs=1e-8)
    truth = {"a": 0.6, "d": -0.6, "1 of 2": 0.25, "1 of 3": 1 / 3}
    for level, effect in truth.items():
        assert abs(whole.effect[level] - effect) < 1.3 * (whole.high[level] - whole.low[level]) / 2
    widths = (table.high - table.low).groupby([table.setup, table.level]).first()
    assert widths["all", "a"] < min(widths["two", "a"], widths["three", "a"])


def test_runs_that_do_not_belong_together_are_refused():
    one = homes(1, 60, 2, "two")
    with pytest.raises(BadInput, match="different rules"):
        effects([one, result(np.eye(2), "two", 3, {"switches.max_warps": 3}, home=[["a", "b"]] * 2)])
    with pytest.raises(BadInput, match="their games are not independent"):
        effects([one, one])


def test_sequential_looks_widen_intervals():
    run = homes(1, 900, 2, "two")
    looked = replace(run, settings={**run.settings, "until": {}})
    before, after = effects(run, ["home"]), effects(looked, ["home"])
    assert ((after.high - after.low) > 1.3 * (before.high - before.low)).all()
    assert ((after.points_high - after.points_low) > 1.3 * (before.points_high - before.points_low)).all()


def test_the_share_explained_by_two_seats_has_a_closed_form():
    won = np.repeat([1, 0], [400, 100])
    table = explained(result(np.stack([won, 1 - won], 1), seat=seats_of(500)), ["seat"]).set_index("column")
    gain = np.where(won, np.log(0.8), np.log(0.2)) + np.log(2)
    share = (gain.mean() - 0.5 / 500) / np.log(2)
    assert table.share["all"] == pytest.approx(share, abs=1e-6)
    half = 1.95996 * gain.std() / 500**0.5 / np.log(2)
    assert table.high["all"] - table.low["all"] == pytest.approx(2 * half, rel=1e-4)
    assert list(table.index) == ["all"]


@pytest.mark.nightly
def test_columns_without_effect_explain_nothing_on_average_and_intervals_cover():
    """There are 200 experiments of 300 games; the true explained share comes from 50,000 games."""
    shares, covered = [], []
    truth = explained(homes(99, 50_000, 3, "three"), ["home"]).share[0]
    for seed in range(200):
        generator = np.random.default_rng(seed)
        run = homes(1000 + seed, 300, 3, "three")
        nothing = run.seats.with_columns(strategy=pl.Series(generator.choice(list("uvw"), run.seats.height)))
        parts = ({"seats": nothing, "games": run.games},)
        table = explained(replace(run, parts=parts), ["home", "strategy"]).set_index("column")
        shares.append(table.share["strategy"])
        of_home = explained(run, ["home"])
        covered.append(of_home.low[0] < truth < of_home.high[0])
    assert np.mean(shares) == pytest.approx(0, abs=4 * np.std(shares) / 200**0.5)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.05)


def test_a_run_of_games_has_effects_of_home_seat_and_strategy(small_run):
    table = effects(small_run)
    assert list(dict.fromkeys(table.column)) == ["home", "seat", "strategy"]
    sums = table.groupby("column")[["effect", "points"]].sum()
    assert np.abs(sums.to_numpy()).max() < 1e-6
    assert (table.games[table.column != "strategy"] == 300).all()
    parts = explained(small_run)
    assert list(parts.column) == ["all", "home", "seat", "strategy"]
    assert (parts.low <= parts.share).all()


def test_the_verdicts_of_a_column_are_corrected_for_its_levels_only():
    run = homes(3, 900, 3, "three")
    both, of_home = effects(run, ["home", "seat"], margin=0.03), effects(run, ["home"], margin=0.03)
    assert list(both.verdict[:4].str.split().str[0]) == list(of_home.verdict.str.split().str[0])
    assert both.verdict[0] == "strong"
    assert both.verdict[3] == "weak"


def test_the_command_prints_and_draws_effects_of_one_run_and_of_several(small_run, tmp_path):
    rules = {"switches.max_rounds": 120}
    other = play("4000-ad", players=3, games=60, seed=5, strategies="pool", set=rules, jobs=2, out=tmp_path / "3")
    folders = [str(small_run.folder), str(other.folder)]
    for runs in (folders[:1], folders):
        chart = tmp_path / f"{len(runs)}.svg"
        words = ["effects", *runs, "--columns", "home,seat", "--chart", str(chart)]
        output = CliRunner().invoke(app, words)
        assert output.exit_code == 0, output.output
        assert "The columns explain" in output.stdout
        assert "lost without a column: home" in output.stdout
        assert ("1 of 3" in output.stdout) == (len(runs) == 2)
        assert "undecided (about " in output.stdout
        assert "games_needed" not in output.stdout
        drawn = chart.read_text()
        assert "Algol" in drawn
        assert ("independents3" in drawn) == (len(runs) == 2)
    number = (
        CliRunner().invoke(app, ["effects", folders[0], "--columns", "home", "--format", "csv"]).stdout.splitlines()
    )
    assert number[0] == "column,level,games,effect,low,high,points,points_low,points_high,verdict,games_needed,reason"
    assert len(number) == 5


def test_the_command_reports_an_unknown_column(small_run):
    output = CliRunner().invoke(app, ["effects", str(small_run.folder), "--columns", "hom"])
    assert output.exit_code == 2
    assert "no column 'hom': did you mean 'home'" in output.stderr


def test_aliased_default_columns_are_omitted_with_a_reason():
    """The first of them stays. Requesting all of them by name is still refused."""
    home = np.tile(["x", "y"], (50, 1))
    run = result(np.eye(2)[np.arange(50) % 2], home=home, seat=seats_of(50), strategy=home)
    table = effects(run)
    assert list(table.column) == ["home", "home"]
    assert left_out(table) == [
        "strategy is left out: these games do not separate its effect from home and seat. "
        "Ask for it with --columns strategy.",
        "seat is left out: these games do not separate its effect from home. Ask for it with --columns seat.",
    ]
    assert set(table["verdict"]) == {"undecided"} and set(table["reason"]) == {"one seat only"}
    assert list(explained(run).column) == ["all"] and interactions(run).empty
    with pytest.raises(BadInput, match="do not separate the effects of home and seat and strategy"):
        effects(run, ["home", "seat", "strategy"])
    with pytest.raises(BadInput, match="seat and strategy: leave one out, as in --columns seat"):
        effects(run, ["seat", "strategy"])


@pytest.mark.parametrize(("games", "reason"), [(19, ""), (20, "one seat only")])
def test_a_level_of_only_one_seat_has_no_verdict_in_a_model_without_the_seat(games, reason):
    """z is always the first seat and x is in both. Few games may show a level in one seat by chance."""
    half = np.tile([["x", "y"], ["y", "x"]], (50, 1))
    home = np.concatenate([half, np.tile(["z", "x"], (games, 1))])
    run = result(np.eye(2)[np.arange(len(home)) % 3 % 2], home=home, seat=seats_of(len(home)))
    assert effects(run, ["home"]).set_index("level")["reason"].to_dict() == {"x": "", "y": "", "z": reason}
    assert not effects(run, ["home", "seat"])["reason"].any()


@pytest.mark.parametrize(
    ("credit", "sentence"),
    [(np.ones((40, 1)), "one seat each"), (np.zeros((40, 2)), "No seat wins any of these games")],
)
@pytest.mark.parametrize("question", [effects, explained, interactions])
def test_games_without_comparable_seats_are_refused_in_one_sentence(credit, sentence, question):
    seats = np.tile(np.arange(1, credit.shape[1] + 1), (40, 1))
    with pytest.raises(BadInput, match=sentence):
        question(result(credit, home=seats.astype(str), seat=seats, strategy=seats.astype(str)))


@pytest.mark.parametrize(
    ("seats", "sentence"), [(1, "one seat each"), (2, "seat is left out: these games do not separate its effect")]
)
def test_a_report_section_explains_missing_effects(seats, sentence):
    home = np.tile(["x", "y"], (50, 1))[:, :seats]
    credit = np.eye(2)[np.arange(50) % 2] if seats == 2 else np.ones((50, 1))
    run = result(credit, home=home, seat=seats_of(50)[:, :seats], strategy=np.full((50, seats), "sensible"))
    section = Effects(name="effects", title="Effects", chapter="What wins", scenarios=["run"])
    elements = section_elements(section, StudyRuns({"run": Scenario("run", "Run", [["home"]], run)}))
    assert sentence in " ".join(line for each in elements if isinstance(each, Text) for line in each.lines)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("games", [1, 2, 400])
def test_shared_wins_give_zero_effects_with_wide_intervals_in_few_games(games):
    home = np.array([list("abc"), list("bca"), list("cab")])[np.arange(games) % 3]
    table = effects(result(np.full((games, 3), 1 / 3), home=home, seat=np.tile([1, 2, 3], (games, 1))), ["seat"])
    assert np.abs(table[["effect", "points"]].to_numpy()).max() < 1e-6
    assert (table.points_low < -0.1).all() and (table.points_high > 0.1).all()
    assert ((table.verdict == "balanced") == (games == 400)).all()
    parts = explained(result(np.full((games, 3), 1 / 3), seat=np.tile([1, 2, 3], (games, 1))), ["seat"])
    assert parts.high[0] > 0 >= parts.share[0]


@pytest.mark.parametrize("game", games())
def test_every_setup_of_every_game_has_effects_by_default(game):
    for setup in find_game(game).setups:
        table = effects(play(game, setup=setup.name, games=60, seed=2, jobs=1))
        assert len(table) and table.points.notna().any(), setup.name
