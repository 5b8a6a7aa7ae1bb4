"""Means, ratios and lengths agree with a slow group-by on made-up games."""

import math

import numpy as np
import polars as pl
import pytest

from starbalance.analyses.questions.averages import game_means, lengths, seat_means, seat_ratios
from starbalance.analyses.statistics import aggregate
from starbalance.analyses.statistics.estimate import mean_interval, proportions
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from tests.data import declared

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

GAMES = 400


@pytest.fixture(scope="module")
def made_up():
    """A run of 400 games with three seats. The points and attacks of one game are correlated."""
    dice = np.random.default_rng(1)
    mood = np.repeat(dice.gamma(4.0, 0.5, GAMES), 3)
    attacks = dice.poisson(mood)
    seats = pl.DataFrame(
        {
            "game": np.repeat(np.arange(GAMES), 3),
            "seat": np.tile([1, 2, 3], GAMES),
            "race": dice.choice(["Aggroloids", "Peacenims", "Storbots"], 3 * GAMES),
            "credit": np.tile([1.0, 0.0, 0.0], GAMES),
            "points": dice.poisson(10 * mood),
            "attacks": attacks,
            "wins": dice.binomial(attacks, 0.6),
        }
    )
    games = pl.DataFrame({"game": np.arange(GAMES), "rounds": dice.poisson(30, GAMES), "calm": np.arange(GAMES) % 2})
    return Result(declared(3), None, ({"games": games, "seats": seats},))


def bootstrap(frame, top, bottom):
    """Return the standard deviation of sum(top) / sum(bottom) over 3,000 bootstrap samples of the games."""
    sums = frame.groupby("game")[[top, bottom]].sum().to_numpy()
    picks = np.random.default_rng(2).integers(0, len(sums), (3000, len(sums)))
    drawn = sums[picks].sum(1)
    return np.std(drawn[:, 0] / drawn[:, 1])


def test_means_agree_with_a_slow_group_by(made_up):
    """The rows of a cell follow the order of the requested columns; intervals agree with a bootstrap over games."""
    table = seat_means(made_up, ["race"], ["points", "attacks"])
    assert tuple(table.columns) == ("race", "quantity", "games", "mean", "low", "high", "is_share")
    assert not table["is_share"].any()
    assert list(table["quantity"]) == ["points", "attacks"] * 3
    frame = to_pandas(made_up.seats).assign(one=1)
    for row in table.itertuples():
        cell = frame[frame["race"] == row.race]
        assert row.mean == pytest.approx(cell[row.quantity].mean())
        assert row.games == cell["game"].nunique()
        assert (row.high - row.low) / 2 == pytest.approx(1.966 * bootstrap(cell, row.quantity, "one"), rel=0.07)


def test_means_of_one_seat_per_game_have_students_interval(made_up):
    table = seat_means(made_up, ["seat"], ["points"])
    points = made_up.seats.filter(pl.col("seat") == 2)["points"].to_numpy()
    assert tuple(table.loc[1, ["mean", "low", "high"]]) == pytest.approx(mean_interval(points))


def test_means_by_a_column_of_the_games(made_up):
    table = seat_means(made_up, ["calm"], ["attacks"])
    frame = to_pandas(made_up.seats.join(made_up.games, on="game"))
    assert list(table["mean"]) == pytest.approx(list(frame.groupby("calm")["attacks"].mean()))


def test_ratios_are_sums_over_sums(made_up):
    """A ratio is not the mean of the ratios of the games. Games without an attack are not counted."""
    table = seat_ratios(made_up, ["race"], [["wins", "attacks"], ["points", "attacks"]])
    assert list(table["quantity"]) == ["wins per attacks", "points per attacks"] * 3
    frame = to_pandas(made_up.seats)
    for row in table.itertuples():
        cell, top = frame[frame["race"] == row.race], row.quantity.split()[0]
        assert row.ratio == pytest.approx(cell[top].sum() / cell["attacks"].sum())
        assert row.games == (cell.groupby("game")["attacks"].sum() > 0).sum()
        assert (row.high - row.low) / 2 == pytest.approx(1.97 * bootstrap(cell, top, "attacks"), rel=0.07)


def test_a_ratio_of_a_part_to_the_whole_is_a_share(made_up):
    """Wins per attack lie between 0 and 1 even in few games; points per attack may be above 1."""
    table = seat_ratios(made_up, ["race"], [["wins", "attacks"], ["points", "attacks"]])
    assert list(table["is_share"]) == [True, False] * 3
    seats = made_up.seats.with_columns(wins=pl.col("attacks") - (pl.col("game") == 0), attacks="attacks")
    nearly = Result(declared(3), None, ({"games": made_up.games, "seats": seats.filter(pl.col("attacks") > 0)},))
    row = seat_ratios(nearly, ["seat"], [["wins", "attacks"]]).iloc[0]
    assert 0 < row["low"] < row["ratio"] < row["high"] <= 1


def test_a_mean_of_zeros_and_ones_is_a_share(made_up):
    """The interval is Wilson's if each game has one seat in a cell. A table with a column of counts has no shares."""
    seats = made_up.seats.with_columns(fought=(pl.col("attacks") > 0).cast(pl.Int64))
    run = Result(declared(3), None, ({"games": made_up.games, "seats": seats},))
    row = seat_means(run, ["seat"], ["fought"]).iloc[1]
    fought = seats.filter(pl.col("seat") == 2)["fought"].sum()
    expected = [each[0] for each in proportions(np.array([fought]), GAMES)]
    assert row["is_share"]
    assert row[["mean", "low", "high"]].tolist() == pytest.approx(expected, rel=1e-3)
    assert not seat_means(run, ["seat"], ["fought", "points"])["is_share"].any()


def test_tables_do_not_depend_on_the_batch_size(made_up, monkeypatch):
    """Summing 7 games at a time gives the same tables."""
    whole = seat_ratios(made_up, ["race", "calm"], [["wins", "attacks"]])
    monkeypatch.setattr(aggregate, "BATCH", 7)
    again = seat_ratios(made_up, ["race", "calm"], [["wins", "attacks"]])
    assert list(whole["games"]) == list(again["games"])
    for name in ("ratio", "low", "high"):
        assert again[name].to_numpy() == pytest.approx(whole[name].to_numpy(), rel=1e-9)


def test_lengths_are_means_and_quartiles_over_games(made_up):
    table = lengths(made_up, ["rounds", "calm"])
    rounds = made_up.games["rounds"].to_numpy()
    assert tuple(table.loc[0, ["mean", "low", "high"]]) == pytest.approx(mean_interval(rounds))
    assert tuple(table.loc[0, ["quarter", "median", "three_quarters"]]) == tuple(np.percentile(rounds, [25, 50, 75]))
    most = table.loc[0, "percentile_95"]
    assert (rounds <= most).mean() >= 0.95 > (rounds < most).mean()
    assert list(table["games"]) == [GAMES, GAMES]


def test_a_mean_of_words_or_of_an_unknown_column_is_refused(made_up):
    with pytest.raises(BadInput, match="no column 'point': did you mean 'points'"):
        seat_means(made_up, ["race"], ["point"])
    with pytest.raises(BadInput, match="'race' holds words"):
        seat_ratios(made_up, ["seat"], [["wins", "race"]])
    with pytest.raises(BadInput, match="no column 'round': did you mean 'rounds'"):
        lengths(made_up, ["round"])
    with pytest.raises(BadInput, match="no column 'rac': did you mean 'race'"):
        seat_means(made_up, ["rac"], ["points"])


def test_a_cell_of_one_game_has_no_interval(made_up):
    table = seat_means(made_up, ["game"], ["points"])
    assert len(table) == GAMES
    assert set(table["high"]) == {math.inf}


def test_facts_are_means_over_games_or_ratios_of_two_columns(made_up):
    """Columns of 0 and 1 have Wilson's interval; intervals of other columns agree with a bootstrap."""
    table = game_means(made_up, ["calm", "rounds", ("calm", "calm"), ("rounds", "calm")]).set_index("quantity")
    games = to_pandas(made_up.games)
    share = proportions(np.array([games["calm"].sum()]), GAMES)
    assert table.loc["calm", ["value", "low", "high"]].tolist() == pytest.approx([each[0] for each in share], rel=1e-3)
    assert table.loc["calm", "games"] == GAMES
    assert list(table["is_share"]) == [True, False, True, False]
    mean, low, high = mean_interval(games["rounds"].to_numpy().astype(float))
    assert table.loc["rounds", ["value", "low", "high"]].tolist() == pytest.approx([mean, low, high], rel=1e-3)
    assert table.loc["calm per calm", ["games", "value", "high"]].tolist() == [GAMES // 2, 1, 1]
    row = table.loc["rounds per calm"]
    assert row["value"] == pytest.approx(games["rounds"].sum() / games["calm"].sum())
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.966 * bootstrap(games, "rounds", "calm"), rel=0.07)


def test_a_fact_of_an_unknown_column_is_refused(made_up):
    with pytest.raises(BadInput, match="no column 'round': did you mean 'rounds'"):
        game_means(made_up, ["round"])


@pytest.mark.parametrize("count", [1, 2, 20, 399])
def test_lengths_equal_those_of_the_single_games(count):
    """The table is made from counts of equal values; NumPy and SciPy take the single values."""
    values = np.random.default_rng(count).integers(0, 30, count)
    games = pl.DataFrame({"game": np.arange(count), "rounds": values})
    row = lengths(Result(declared(3), None, ({"games": games, "seats": pl.DataFrame()},)), ["rounds"]).iloc[0]
    assert row["games"] == count
    expected = [*mean_interval(values.astype(float), flip=1.0), *np.percentile(values, [25, 50, 75])]
    assert row[["mean", "low", "high", "quarter", "median", "three_quarters"]].tolist() == pytest.approx(expected)
    assert row["percentile_95"] == np.percentile(values, 95, method="inverted_cdf")
