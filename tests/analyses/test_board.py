"""Flights over the board: points of replayed games and their charts."""

import json

import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import chart
from starbalance.analyses.questions.board import board, ends, flights, most_contacts
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

FEW = {"players": 2, "strategies": "pool", "games": 3, "seed": 4, "set": {"switches.max_rounds": 4}}


@pytest.fixture(scope="module")
def flown():
    return flights("ascending-empires", **FEW)


def test_flights_agree_with_the_outcomes_of_the_run(flown):
    """The numbers of flicks, discs off the board and lost ships agree with the outcomes."""
    seats = run("ascending-empires", **FEW).seats
    starts = flown[flown["what"] == "start"].drop_duplicates(["game", "flight"])
    assert len(starts) == seats["flicks"].sum()
    assert (flown["what"] == "off").sum() == seats["off"].sum()
    assert (flown["what"] == "lost").sum() == seats["rammed"].sum() + seats["ships_lost"].sum()
    flicks = seats.filter(pl.col("flicks") > 0).group_by("game").agg(pl.col("flicks").sum()).sort("game")["flicks"]
    assert starts.groupby("game").size().tolist() == flicks.to_list()


def test_ends_are_counted_and_the_flight_of_most_contacts_is_found(flown):
    counted = ends(flown).set_index("what")
    assert counted.loc["start", "points"] == (flown["what"] == "start").sum()
    one = most_contacts(flown)
    assert len(one) == flown.groupby(["game", "flight"]).size().max()
    assert one[["game", "flight"]].drop_duplicates().shape == (1, 2)


def test_charts_are_to_scale(flown, tmp_path):
    discs = board("ascending-empires", players=2)
    for name, figure in (
        ("board", chart.board(discs, "Board")),
        ("flights", chart.flights(discs, flown, "Flights")),
        ("flight", chart.flight(discs, most_contacts(flown), "Flight")),
    ):
        chart.save(figure, tmp_path / f"{name}.png")
        for axes in figure.axes:
            assert axes.get_aspect() == 1
    assert chart.board(discs, "Board").axes[0].get_xlim() == (0, 720)
    away = pd.DataFrame(
        {"ship": [0, 0], "colour": "red", "radius": 8.0, "x": [5.0, 15.0], "y": 700.0, "what": ["start", "off"]}
    )
    axes = chart.flight(discs, away, "At the edge").axes[0]
    assert axes.get_xlim()[0] == 0 and axes.get_ylim()[1] == 720


def test_a_game_without_flights_over_a_board_is_refused():
    with pytest.raises(BadInput, match=r"4000 A\.D\. has no ships that players flick over a board\. `starbalance play"):
        board("4000-ad")


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_usage_replays_the_flights_of_a_run(flown, tmp_path):
    run("ascending-empires", **FEW, out=tmp_path / "run")
    rows = json.loads(call("usage", tmp_path / "run", "--flights", "--format", "json").stdout)
    assert pd.DataFrame(rows)[["game", "flight", "x", "y", "what"]].equals(flown[["game", "flight", "x", "y", "what"]])
    charts = [tmp_path / "all.svg", tmp_path / "one.svg"]
    shown = call("usage", tmp_path / "run", "--flights", "--games", 2, "--chart", charts[0], "--flight", charts[1])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0].split() == ["what", "points", "per_flight"]
    assert "Players: drawn from" in shown.stdout
    assert all(path.exists() for path in charts)


def test_show_prints_and_draws_the_board(tmp_path):
    words = ["show", "ascending-empires", "board", "--players", 2, "--chart", tmp_path / "board.svg"]
    rows = json.loads(call(*words, "--format", "json").stdout)
    assert [row["disc"] for row in rows] == list(board("ascending-empires", players=2)["disc"])
    assert (tmp_path / "board.svg").exists()
