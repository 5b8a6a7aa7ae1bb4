"""Sweeps: the grid, its shares and differences, what is refused before a game is played."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.cli.option import values
from starbalance.analyses.presentation.chart import sweep as chart
from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.rates import rates, rates_of
from starbalance.analyses.questions.sweep import crossings, grid, nearest, sweep
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from tests.data import declared

STARS = {"setup": "players2", "strategies": "pool", "games": 16, "seed": 3, "jobs": 2}
WARPS = {"games": 12, "seed": 3, "strategies": "raider", "jobs": 2}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def runs(tmp_path):
    return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}


def test_a_sweep_is_the_rates_of_every_point_and_the_differences_from_the_printed_rules(here):
    """A Handful of Stars is printed with 7 points for a home and 6 cards in the hand."""
    vary = {"switches.vp_home": ["7", 8], "switches.hand_size": [6, 5]}
    table = sweep("handful-of-stars", vary, by=["race"], **STARS)
    assert list(table.columns)[:4] == ["switches.vp_home", "switches.hand_size", "race", "games"]
    assert list(table.columns)[-5:] == ["difference_low", "difference_high", "verdict", "games_needed", "reason"]
    points = table[["switches.vp_home", "switches.hand_size"]].drop_duplicates().values.tolist()
    assert points == [[7, 6], [7, 5], [8, 6], [8, 5]]
    printed = run("handful-of-stars", **STARS)
    for home, hand in points:
        overrides = {"switches.vp_home": home, "switches.hand_size": hand}
        alone = run("handful-of-stars", **STARS, set=overrides)
        rows = table[(table["switches.vp_home"] == home) & (table["switches.hand_size"] == hand)]
        numbers = ["games", "share", "low", "high"]
        assert rows[numbers].to_numpy() == pytest.approx(rates(alone, ["race"])[numbers].to_numpy())
        less = share_differences(printed, alone, ["race"])[["difference", "low", "high"]].to_numpy()
        assert rows[["difference", "difference_low", "difference_high"]].to_numpy() == pytest.approx(less)
    assert (table.loc[:6, ["difference", "difference_low", "difference_high"]] == 0).all(axis=None)


def test_without_the_printed_rules_there_is_no_difference(here):
    table = sweep("4000-ad", {"switches.max_warps": [1, 5]}, **WARPS)
    assert list(table.columns) == [
        "switches.max_warps",
        "home",
        "games",
        "share",
        "low",
        "high",
        "truncated",
        "verdict",
        "games_needed",
        "reason",
    ]
    assert len(table) == 8


def test_verdicts_hold_for_all_points_at_once():
    """60 wins of 100 differ from parity at 10 % in a table of two rows, and not in one of eight."""
    credit = np.repeat([[1.0, 0.0], [0.0, 1.0]], [60, 40], axis=0)
    games = pl.DataFrame({"game": np.arange(100), "capped": 0})
    home, game = ["Algol", "Pavo"] * 100, np.repeat(np.arange(100), 2)
    seats = pl.DataFrame({"game": game, "home": home, "credit": credit.ravel()})
    result = Result(declared(2), None, ({"games": games, "seats": seats},))
    alone = rates(result, ["home"], alpha=0.1)
    many = rates_of([({"point": i}, result) for i in range(4)], ["home"], alpha=0.1)
    assert list(many.columns) == ["point", *alone.columns]
    assert many["share"].tolist() == pytest.approx([0.6, 0.4] * 4)
    assert alone["verdict"].tolist() == ["strong", "weak"]
    assert set(many["verdict"]) == {"undecided"}


def swept(**shares):
    """A sweep of a number over 1, 2, 3 for some homes."""
    rows = [(n, home, each) for home, three in shares.items() for n, each in zip((1, 2, 3), three, strict=True)]
    table = pd.DataFrame(rows, columns=["n", "home", "share"]).assign(
        low=0.0, high=1.0, truncated=0.0, verdict="undecided", games_needed=pd.NA, reason=""
    )
    table.attrs["parity"] = 0.5
    return table


def test_the_point_nearest_to_balance_is_that_whose_farthest_share_is_nearest():
    found = nearest(swept(Algol=[0.8, 0.55, 0.45], Pavo=[0.5, 0.6, 0.53]), ["n"], ["home"])
    assert found[["n", "home"]].values.tolist() == [[3, "Algol"], [2, "Pavo"], [1, "Algol"]]


def test_parity_lies_between_the_values_where_a_share_passes_it():
    found = crossings(swept(Algol=[0.8, 0.55, 0.45], Pavo=[0.6, 0.7, 0.8], Mira=[0.4, 0.5, 0.6]), "n", ["home"])
    assert found.values.tolist() == [["Algol", 2, 3], ["Mira", 2, 2]]


def test_a_sweep_that_was_stopped_goes_on_with_what_is_there(here):
    """Points of an earlier sweep are not played again."""
    sweep("4000-ad", {"switches.max_warps": [2, 5]}, **WARPS)
    before = runs(here)
    heard = []
    progress = lambda done, total, note="": heard.append((done, total))  # noqa: E731
    table = sweep("4000-ad", {"switches.max_warps": [2, 3, 5]}, **WARPS, progress=progress)
    after = runs(here)
    assert {path: after[path] for path in before} == before
    assert len(after) == 1.5 * len(before)
    assert heard[-1] == (36, 36)
    assert list(table["switches.max_warps"]) == [2] * 4 + [3] * 4 + [5] * 4


@pytest.mark.parametrize(("vary", "by", "sentence"), [
    ({}, None, "nothing to vary"),
    ({"switches.max_warp": [1]}, None, "did you mean 'switches.max_warps'"),
    ({"switches.max_warps": [1, 9]}, None, "cannot be 9"),
    ({"switches.max_warps": [1, "1"]}, None, "switches.max_warps=1 is given twice"),
    ({"switches.max_warps": []}, None, "no value"),
    ({"switches.max_warps": [1, 2]}, ["hom"], "did you mean 'home'"),
])  # fmt: skip
def test_what_cannot_be_is_refused_before_a_game_is_played(here, vary, by, sentence):
    with pytest.raises(BadInput, match=sentence):
        sweep("4000-ad", vary, by=by)
    assert list(here.iterdir()) == []


def test_values_take_the_type_of_the_printed_one_and_the_last_varies_fastest():
    vary = {"switches.combat": ["subtract", "square"], "switches.max_warps": ["1", 2.0]}
    points = grid(experiment("4000-ad", {}), vary)
    assert points == [
        {"switches.combat": word, "switches.max_warps": warps} for word in ("subtract", "square") for warps in (1, 2)
    ]


def test_a_chart_has_a_panel_for_each_second_value_and_a_line_with_its_intervals_for_each_cell():
    cells = [(x, y, home) for x in (1, 2, 10) for y in ("a", "b") for home in ("Algol", "Pavo")]
    table = pd.DataFrame(cells, columns=["x", "y", "home"]).assign(share=0.3, low=0.2, high=0.4)
    figure = chart(table, ["x", "y"], ["home"], sides=4)
    assert [axes.get_title() for axes in figure.axes] == ["y = a", "y = b"]
    for axes in figure.axes:
        lines = [line for line in axes.get_lines() if not line.get_label().startswith("_")]
        assert [line.get_label() for line in lines] == ["Algol", "Pavo"]
        one, two = (line.get_xdata() for line in lines)
        assert ((one < [1, 2, 10]) & (two > [1, 2, 10]) & (two - one < 0.2)).all()
        assert [bar.get_segments()[0][:, 1].tolist() for bar in axes.collections] == [[20, 40], [20, 40]]
    words = chart(table[table["x"] == 1], ["y"], ["home"], sides=4).axes[0]
    assert [label.get_text() for label in words.get_xticklabels()] == ["a", "b"]


def test_the_command_takes_lists_and_draws_a_chart(here):
    """A comma within a list does not separate two values."""
    command = ["sweep", "4000-ad", "--vary", "switches.max_warps=2,5", "--games", "12", "--strategies", "raider"]
    result = CliRunner().invoke(app, [*command, "--chart", "warps.svg", "--format", "json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert [row["switches.max_warps"] for row in rows] == [2] * 4 + [5] * 4
    assert [row["difference"] for row in rows[:4]] == [0] * 4
    assert "switches.max_warps" in (here / "warps.svg").read_text()
    assert values(["a.b=[1, 2],[3, 4]", "c=x"]) == {"a.b": ["[1, 2]", "[3, 4]"], "c": ["x"]}
