"""Payoffs in the tables of effects, comparisons and tournaments agree with slow computations and known values."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import statsmodels.formula.api as smf
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.compare import compare, payoff_differences
from starbalance.analyses.questions.effects import effects
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.tournament import tournament
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

NOTE = "Verdicts are about shares of the win, not about payoffs."


@pytest.fixture(scope="module")
def drawn():
    """Games of Kuhn poker in which the strategy of each player is drawn."""
    return run("kuhn-poker", games=4_000, seed=3, pool=["sensible", "passive", "uniform"])


def test_adjusted_payoffs_agree_with_a_regression_with_games_as_clusters(drawn):
    table = effects(drawn).set_index(["column", "level"])
    seats = drawn.scan("seats").select("game", "payoff", pl.col("seat", "strategy").cast(pl.String)).collect()
    seats = seats.to_pandas()
    model = smf.ols("payoff ~ C(seat, Sum) + C(strategy, Sum)", seats)
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": seats["game"], "use_correction": False})
    games = drawn.played
    for column in ("seat", "strategy"):
        for level in sorted(seats[column].unique())[:-1]:
            name = f"C({column}, Sum)[S.{level}]"
            row = table.loc[(column, level)]
            assert row["payoff"] == pytest.approx(fitted.params[name], abs=1e-9)
            error = fitted.bse[name] * np.sqrt(games / (games - 1))
            assert (row["payoff_high"] - row["payoff_low"]) / (2 * 1.959964) == pytest.approx(error, rel=1e-3)


def test_with_one_column_the_adjusted_payoff_is_the_mean_payoff(drawn):
    found = effects(drawn, ["seat"])["payoff"].to_numpy()
    means = rates(drawn, "seat")["payoff"].to_numpy()
    assert found == pytest.approx(means - means.mean())


def test_the_seat_of_kuhn_poker_is_worth_an_eighteenth_of_a_chip():
    table = effects(run("kuhn-poker", games=100_000, seed=1), ["seat"], alpha=0.001).set_index("level")
    assert table.loc["1", "payoff_low"] <= -1 / 18 <= table.loc["1", "payoff_high"] < 0


def test_a_game_without_payoffs_has_no_columns_of_payoffs():
    assert "payoff" not in effects(run("pig", games=200, seed=1), ["seat"])


@pytest.fixture(scope="module")
def doubled():
    """Kuhn poker and the same game with a bet of two chips."""
    return compare("kuhn-poker", games=2_000, seed=1, set={"switches.bet": 2}, by=["seat"])


def test_differences_of_payoffs_agree_with_a_slow_computation(doubled):
    table = payoff_differences(doubled.base, doubled.variant, ["seat"])
    paid = [each.scan("seats").collect().to_pandas().pivot(index="game", columns="seat", values="payoff")
            for each in (doubled.base, doubled.variant)]  # fmt: skip
    for row in table.itertuples():
        change = paid[1][row.seat] - paid[0][row.seat]
        assert row.difference == pytest.approx(change.mean())
        assert row.difference == pytest.approx(row.payoff_variant - row.payoff_base)
        assert row.high - row.difference == pytest.approx(change.std() / np.sqrt(len(change)) * 1.961, rel=0.01)
    pd.testing.assert_frame_equal(table, doubled.payoffs)


def test_payoffs_of_a_game_without_them_are_refused():
    result = run("pig", games=20, seed=1)
    with pytest.raises(BadInput, match="The game 'pig' has no payoffs: compare its shares of the win"):
        payoff_differences(result, result, ["seat"])


def test_a_tournament_shows_the_mean_payoff_of_each_strategy():
    played = tournament("kuhn-poker", ["sensible", "passive"], games=400, seed=1)
    means = played.free.scan("seats").collect().to_pandas().groupby("strategy", observed=True)["payoff"].mean()
    found = played.payoffs.set_index("strategy")
    assert found["payoff"].to_dict() == pytest.approx(means.to_dict())
    assert (found["payoff_low"] < found["payoff"]).all()


@pytest.mark.parametrize(
    ("arguments", "heading"),
    [
        (["compare", "kuhn-poker", "--set", "switches.bet=2", "--games", "200"], "Mean payoffs under both rules:"),
        (
            ["tournament", "kuhn-poker", "--strategies", "sensible,passive", "--games", "50"],
            "Mean payoff of",
        ),
    ],
)
def test_tables_of_payoffs_are_printed_with_a_note(arguments, heading, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert heading in result.output
    assert NOTE in result.output


def test_effects_print_the_note(drawn, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["run", "kuhn-poker", "--games", "200", "--out", "chips"]).exit_code == 0
    result = runner.invoke(app, ["effects", "chips"])
    assert result.exit_code == 0, result.output
    assert "payoff_low" in result.output
    assert NOTE in result.output
