"""Sweeps: the grid, its shares and differences, and errors before a game is played."""

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
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def runs(tmp_path):
    return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}


def test_a_sweep_has_the_rates_of_every_point_and_differences_from_the_printed_rules(work_folder):
    """The printed rules of A Handful of Stars have 7 points for a home and 6 cards in the hand."""
    vary = {"switches.vp_home": ["7", 8], "switches.hand_size": [6, 5]}
    table = sweep("handful-of-stars", vary, by=["race"], **STARS)
    assert list(table.columns)[:4] == ["switches.vp_home", "switches.hand_size", "race", "games"]
    assert list(table.columns)[-5:] == ["difference_low", "difference_high", "verdict", "games_needed", "reason"]
    points = table[["switches.vp_home", "switches.hand_size"]].drop_duplicates().values.tolist()
    assert points == [[7, 6], [7, 5], [8, 6], [8, 5]]
    printed = run("handful-of-stars", **STARS)
    for home, hand in points:
        overrides = {"switches.vp_home": home, "switches.hand_size": hand}
        single = run("handful-of-stars", **STARS, set=overrides)
        rows = table[(table["switches.vp_home"] == home) & (table["switches.hand_size"] == hand)]
        numbers = ["games", "share", "low", "high"]
        assert rows[numbers].to_numpy() == pytest.approx(rates(single, ["race"])[numbers].to_numpy())
        less = share_differences(printed, single, ["race"])[["difference", "low", "high"]].to_numpy()
        assert rows[["difference", "difference_low", "difference_high"]].to_numpy() == pytest.approx(less)
    assert (table.loc[:6, ["difference", "difference_low", "difference_high"]] == 0).all(axis=None)


def test_without_the_printed_rules_there_is_no_difference(work_folder):
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


def test_verdicts_are_family_wise_over_all_points():
    """60 wins of 100 differ from an equal share at 10 % in a table of two rows, and not in one of eight."""
    credit = np.repeat([[1.0, 0.0], [0.0, 1.0]], [60, 40], axis=0)
    games = pl.DataFrame({"game": np.arange(100), "truncated": 0})
    home, game = ["Algol", "Pavo"] * 100, np.repeat(np.arange(100), 2)
    seats = pl.DataFrame({"game": game, "home": home, "credit": credit.ravel()})
    result = Result(declared(2), None, ({"games": games, "seats": seats},))
    single = rates(result, ["home"], alpha=0.1)
    many = rates_of([({"point": i}, result) for i in range(4)], ["home"], alpha=0.1)
    assert list(many.columns) == ["point", *single.columns]
    assert many["share"].tolist() == pytest.approx([0.6, 0.4] * 4)
    assert single["verdict"].tolist() == ["strong", "weak"]
    assert set(many["verdict"]) == {"undecided"}


def swept(**shares):
    """Return a sweep of a number over 1, 2 and 3 for some homes."""
    rows = [(n, home, each) for home, three in shares.items() for n, each in zip((1, 2, 3), three, strict=True)]
    table = pd.DataFrame(rows, columns=["n", "home", "share"]).assign(
        low=0.0, high=1.0, truncated=0.0, verdict="undecided", games_needed=pd.NA, reason=""
    )
    table.attrs["equal_share"] = 0.5
    return table


def test_points_are_ranked_by_their_decisive_share():
    ranked = nearest(swept(Algol=[0.8, 0.55, 0.45], Pavo=[0.5, 0.6, 0.53]), ["n"], ["home"])
    assert ranked[["n", "home"]].values.tolist() == [[3, "Algol"], [2, "Pavo"], [1, "Algol"]]


def test_crossings_are_the_values_around_an_equal_share():
    table = crossings(swept(Algol=[0.8, 0.55, 0.45], Pavo=[0.6, 0.7, 0.8], Mira=[0.4, 0.5, 0.6]), "n", ["home"])
    assert table.values.tolist() == [["Algol", "between 2 and 3"], ["Mira", "at 2"]]


def test_a_sweep_reuses_points_of_an_earlier_sweep(work_folder):
    """Points of an earlier sweep are not played again."""
    sweep("4000-ad", {"switches.max_warps": [2, 5]}, **WARPS)
    before = runs(work_folder)
    reports = []
    progress = lambda done, total, note="": reports.append((done, total))  # noqa: E731
    table = sweep("4000-ad", {"switches.max_warps": [2, 3, 5]}, **WARPS, progress=progress)
    after = runs(work_folder)
    assert {path: after[path] for path in before} == before
    assert len(after) == 1.5 * len(before)
    assert reports[-1] == (36, 36)
    assert list(table["switches.max_warps"]) == [2] * 4 + [3] * 4 + [5] * 4


@pytest.mark.parametrize(("vary", "by", "sentence"), [
    ({}, None, "nothing to vary"),
    ({"switches.max_warp": [1]}, None, "did you mean 'switches.max_warps'"),
    ({"switches.max_warps": [1, 9]}, None, "must be at most 5, got 9"),
    ({"switches.max_warps": [1, "1"]}, None, "switches.max_warps=1 is given twice"),
    ({"switches.max_warps": []}, None, "no value"),
    ({"switches.max_warps": [1, 2]}, ["hom"], "did you mean 'home'"),
])  # fmt: skip
def test_invalid_options_are_refused_before_a_game_is_played(work_folder, vary, by, sentence):
    with pytest.raises(BadInput, match=sentence):
        sweep("4000-ad", vary, by=by)
    assert list(work_folder.iterdir()) == []


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


def test_the_command_takes_lists_and_draws_a_chart(work_folder):
    """A comma inside brackets does not separate two values."""
    command = ["sweep", "4000-ad", "--vary", "switches.max_warps=2,5", "--games", "12", "--strategies", "raider"]
    result = CliRunner().invoke(app, [*command, "--chart", "warps.svg", "--format", "json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert [row["switches.max_warps"] for row in rows] == [2] * 4 + [5] * 4
    assert [row["difference"] for row in rows[:4]] == [0] * 4
    assert "switches.max_warps" in (work_folder / "warps.svg").read_text()
    assert values(["a.b=[1, 2],[3, 4]", "c=x"]) == {"a.b": ["[1, 2]", "[3, 4]"], "c": ["x"]}
