"""Rates tables: they agree with a slow group-by, shares sum to one, and errors are clear."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.wording import one_seat
from starbalance.analyses.questions.rates import COLUMNS, about, decisive, rates, shares_of
from starbalance.analyses.statistics.pandas_frame import seats_frame
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from tests.data import declared


@pytest.mark.parametrize(("by", "is_said"), [("rounds", True), ("seat", False), ("seat,rounds", False)])
def test_a_column_that_all_players_of_a_game_share_is_pointed_out(by, is_said, tmp_path):
    run("comet-chase", games=20, seed=1, out=tmp_path / "run")
    output = CliRunner().invoke(app, ["rates", str(tmp_path / "run"), "--by", by]).output
    assert ("All players of a game have the same rounds" in output) == is_said
    assert ("--by ship,rounds" in output) == is_said


@pytest.mark.parametrize(
    ("game", "strategies", "by", "is_said"),
    [
        ("kuhn-poker", "sensible,passive", "seat", True),
        ("kuhn-poker", "sensible,passive", "strategy", False),
        ("kuhn-poker", "sensible", "seat", False),
        ("kuhn-poker", "pool", "seat", False),
        ("comet-chase", "sensible,bold", "seat", False),  # seats are dealt to the players
    ],
)
def test_a_table_by_seat_that_also_compares_strategies_is_pointed_out(game, strategies, by, is_said, tmp_path):
    folder = str(tmp_path / "run")
    asked = ["run", game, "--games", "40", "--strategies", strategies, "--by", by, "--out", folder]
    output = CliRunner().invoke(app, asked).output
    assert ("Each seat has its own strategy in every game" in output) == is_said


def test_several_columns_in_one_text_are_refused_with_the_list(small_run):
    with pytest.raises(BadInput, match=r"pass a list, by=\['home', 'seat'\]"):
        rates(small_run, "home, seat")


def test_a_table_has_the_requested_columns_and_the_rate_columns(small_run):
    table = rates(small_run, ["home", "seat"])
    assert tuple(table.columns) == ("home", "seat", *COLUMNS)
    assert len(table) == 16
    assert rates(small_run, "home").equals(rates(small_run, ["home"]))


@pytest.mark.parametrize(
    "by", [["home"], ["seat"], ["strategy"], ["home", "strategy"], ["ended", "home"], ["first_home"]]
)
def test_shares_agree_with_a_slow_group_by(small_run, by):
    """The share is the mean credit per row. A game counts once per cell."""
    frame = seats_frame(small_run)
    slow = frame.groupby(by, observed=True).agg(share=("credit", "mean"), games=("game", "nunique")).reset_index()
    table = rates(small_run, by)
    assert [tuple(map(str, row)) for row in table[by].values] == [tuple(map(str, row)) for row in slow[by].values]
    assert table["share"].to_numpy() == pytest.approx(slow["share"].to_numpy())
    assert list(table["games"]) == list(slow["games"])


def test_shares_do_not_depend_on_the_order_of_the_rows():
    """Sums of thirds are identical to the last bit in any order, and so with any number of threads."""
    seats = pl.DataFrame(
        {"game": np.arange(3000).repeat(3), "strategy": ["a", "b", "c"] * 3000, "credit": [1 / 3] * 9000}
    )
    games = pl.DataFrame({"game": np.arange(3000), "truncated": 0})
    results = set()
    for seed in range(5):
        shuffled = seats.sample(fraction=1, shuffle=True, seed=seed)
        table = rates(Result(declared(3), None, ({"games": games, "seats": shuffled},)), ["strategy"])
        results.add(table[["share", "low", "high"]].to_numpy().tobytes())
    assert len(results) == 1
    assert list(table["share"]) == [1 / 3] * 3


@pytest.mark.parametrize("setup", ["independents4", "independents3", "alliances4", "alliances2"])
def test_shares_by_home_add_up_to_one(setup):
    result = run("4000-ad", setup=setup, games=60, strategies="pool", set={"switches.max_rounds": 20})
    table = rates(result, ["home"])
    assert table["share"].sum() == pytest.approx(1)
    assert (table["low"] <= table["share"]).all()
    assert (table["share"] <= table["high"]).all()


def test_shares_weighted_by_rows_add_up_to_one_over_the_seats(small_run):
    """A strategy may hold several seats of a game, so rows x share sums to the number of games."""
    table = rates(small_run, ["strategy"])
    rows = small_run.seats["strategy"].value_counts()
    weight = {row["strategy"]: row["count"] for row in rows.to_dicts()}
    assert sum(weight[name] * share for name, share in zip(table["strategy"], table["share"], strict=True)) == (
        pytest.approx(small_run.games.height)
    )


def run_of_levels(levels, games=200):
    """Return a run of two seats, the first of which wins most games; each seat cycles through its levels."""
    seat = np.tile([1, 2], games)
    level = [levels[k % 2][(k // 2) % len(levels[k % 2])] for k in range(2 * games)]
    credit = np.where(np.arange(2 * games) // 2 % 4 == 0, seat == 2, seat == 1).astype(float)
    frames = {
        "games": pl.DataFrame({"game": np.arange(games), "truncated": 0}),
        "seats": pl.DataFrame({"game": np.repeat(np.arange(games), 2), "seat": seat, "card": level, "credit": credit}),
    }
    return Result(declared(2), None, (frames,))


def test_a_level_of_only_one_seat_has_no_verdict():
    """C occurs only in the first seat, so its effect is aliased with the seat. Tables by seat have verdicts."""
    run = run_of_levels((["A", "B", "C", "A"], ["A", "B", "B", "A"]))
    table = rates(run, ["card"]).set_index("card")
    assert tuple(table.loc["C", ["verdict", "reason"]]) == ("undecided", "one seat only")
    assert not table.loc[["A", "B"], "reason"].any()
    assert list(rates(run, ["seat"])["verdict"]) == ["strong", "weak"]
    assert not rates(run, ["card", "seat"])["reason"].any()


def test_a_single_level_has_no_comparison():
    (row,) = rates(run_of_levels((["A"], ["A"])), ["card"]).to_dict("records")
    assert (row["verdict"], row["reason"]) == ("undecided", "only one level")
    assert "only one level" not in list(rates(run_of_levels((["A"], ["B"])), ["card"])["reason"])


def test_a_rare_level_may_occur_in_one_seat_by_chance():
    few = run_of_levels((["A", "B", "C", "A"], ["A", "B", "B", "A"]), games=76)
    assert not rates(few, ["card"])["reason"].any()
    assert rates(few, ["card"])["games"].min() == 19


def test_an_unknown_column_gets_the_nearest_name(small_run):
    with pytest.raises(BadInput, match="no column 'hom': did you mean 'home'"):
        rates(small_run, ["hom"])


@pytest.mark.parametrize("margin", [0.0, -0.1, 1.0])
def test_a_margin_is_a_share(small_run, margin):
    with pytest.raises(BadInput, match="margin"):
        rates(small_run, ["home"], margin=margin)


def test_truncated_games_are_counted_and_shown(small_run):
    facts = about(small_run).set_index("quantity")
    truncated = small_run.games["truncated"].to_numpy().mean()
    assert facts.loc["games", "value"] == 300
    assert truncated > 0
    assert facts.loc["share of truncated games", "value"] == pytest.approx(truncated)
    assert facts.loc["rounds per game", "value"] == pytest.approx(small_run.games["rounds"].mean())


def test_shares_of_a_games_column(small_run):
    table = shares_of(small_run, "ended")
    assert table["share"].sum() == pytest.approx(1)
    assert table["games"].sum() == 300
    assert (np.diff(table.index) == 1).all()


def allied(won):
    """Return a run of two sides with two seats of half a credit each; `won` marks wins of the first side."""
    first = np.asarray(won)
    credit = np.stack([first, 1 - first, first, 1 - first], axis=1) / 2
    games = len(first)
    seat = np.where(np.arange(games)[:, None] % 4 < 2, [1, 2, 3, 4], [2, 1, 4, 3])
    frames = {
        "games": pl.DataFrame({"game": np.arange(games), "truncated": 0}),
        "seats": pl.DataFrame({
            "game": np.arange(games).repeat(4), "seat": seat.ravel(), "credit": credit.ravel(),
            "home": ["Algol", "Antares", "Regulus", "Pavo"] * games, "strategy": ["a", "b", "b", "c"] * games,
        }),
    }  # fmt: skip
    settings = {"game": "4000-ad", "setup": "alliances4", "changes": {"setups.alliances4.side": [0, 1, 0, 1]}}
    return Result(settings, None, (frames,))


def test_allies_are_one_row_with_the_share_and_the_margin_of_their_side():
    """54 : 46 in 20,000 games is 4 points from an equal share and beyond the margin, despite half credits."""
    run = allied(np.arange(20_000) % 50 < 27)
    table = rates(run, ["home"])
    assert list(table["home"]) == ["Algol + Regulus", "Antares + Pavo"]
    assert table["share"].tolist() == pytest.approx([0.54, 0.46])
    assert list(table["verdict"]) == ["strong", "weak"]
    assert table["low"][0] < 0.54 < table["high"][0] and table["games"].tolist() == [20_000, 20_000]
    assert list(rates(run, ["seat"])["seat"]) == ["1 + 3", "2 + 4"]


def test_equal_sides_are_balanced_at_one_half():
    table = rates(allied(np.arange(20_000) % 2), ["home"])
    assert table["share"].tolist() == [0.5, 0.5]
    assert list(table["verdict"]) == ["balanced"] * 2


def test_levels_on_both_sides_stay_separate_rows():
    """b is allied with a and with c, so each strategy has the share of its sides."""
    table = rates(allied(np.arange(20_000) % 50 < 27), ["strategy"])
    assert list(table["strategy"]) == ["a", "b", "c"]
    assert table["share"].tolist() == pytest.approx([0.54, 0.5, 0.46])


def test_allies_of_two_columns_are_named_by_both():
    """Homes and strategies always occur in the same pairs."""
    table = rates(allied(np.arange(2000) % 2), ["home", "strategy"])
    assert list(table["home"]) == ["Algol + Regulus", "Antares + Pavo"]
    assert list(table["strategy"]) == ["a + b", "b + c"]


def test_rows_of_one_seat_are_explained_with_the_option_for_seats():
    run = run_of_levels((["A", "B", "C", "A"], ["A", "B", "B", "A"]))
    assert one_seat([rates(run, ["card"])], ["card"]) == (
        "one seat only: card and seat always go together in these rows, so their shares may be the effect of the seat. "
        "Compare the seats with --by seat."
    )
    assert one_seat([rates(run, ["seat"]), rates(run, ["card", "seat"])], ["seat"]) == ""


def test_the_decisive_cell_keeps_whole_numbers():
    shares = pd.Series([0.40, 0.60])
    table = pd.DataFrame({"seat": [1, 2], "share": shares, "low": shares - 0.01, "high": shares + 0.01})
    row = decisive(table.assign(truncated=0.0, verdict="strong", games_needed=pd.NA, reason=""), ["seat"], 0.5)
    assert str(row["seat"]) == "1"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["balanced", "balanced", "balanced"], ("A", 0.30, "balanced")),
        (["balanced", "undecided", "balanced"], ("B", 0.26, "undecided")),
        (["strong", "undecided", "weak"], ("A", 0.30, "strong")),
        (["balanced", "undecided", "weak"], ("C", 0.21, "weak")),
        (["undecided", "undecided", "weak"], ("C", 0.21, "weak")),
    ],
)
def test_the_verdict_of_a_table_is_shown_with_its_own_row(verdicts, expected):
    """A nearer cell with fewer games may be undecided."""
    shares = pd.Series([0.30, 0.26, 0.21])
    table = pd.DataFrame({"race": ["A", "B", "C"], "share": shares, "low": shares - 0.01, "high": shares + 0.01})
    row = decisive(table.assign(truncated=0.0, verdict=verdicts, games_needed=pd.NA, reason=""), ["race"], 0.25)
    assert (row["race"], row["share"], row["verdict"]) == expected
