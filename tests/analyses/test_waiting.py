"""What a table feels: the decisions and waits of each player, and when the first player is out."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions import quality, waiting
from starbalance.analyses.questions.columns import Roles
from starbalance.analyses.questions.waiting import waits_of
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run
from tests.analyses.test_quality import made_up

WAITING = waiting.waiting


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    return run("comet-chase", games=25, seed=2, strategies="pool", jobs=1, out=tmp_path_factory.mktemp("runs") / "a")


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_waits_are_decisions_of_others_between_two_own():
    assert waits_of([1, 1, 0, 0, 1, 2, 2, 0, 1, 0, 2], 0) == [3, 1]
    assert waits_of([0, 0, 0], 0) == waits_of([1, 1], 0) == waits_of([], 0) == []


def test_measures_of_a_game_with_known_decisions(chase, monkeypatch):
    """Player 0 sits in seat 2. The forced step of player 1 does not count."""
    decisions = [(0, 2, True), (1, 3, True), (1, 9, False), (1, 5, True), (0, 4, True)]
    steps = [
        SimpleNamespace(state=SimpleNamespace(actor=actor), options=[0] * count, scores=[0] if counts else None)
        for actor, count, counts in decisions
    ]
    monkeypatch.setattr(waiting, "several_games", lambda *about: [SimpleNamespace(steps=steps)])
    place = chase.between(0, 1).seats["seat"].to_list().index(1)  # of the player who moves first
    table = WAITING(chase, 1).set_index("seat")
    rows = {0: [2, 3, 2, 2], 1: [2, 4, 0, 0]}
    assert table.loc[1, list(waiting.MEASURES)].tolist() == rows[place]
    assert table.loc[2, list(waiting.MEASURES)].tolist() == rows[1 - place]


def test_the_decisions_of_all_seats_are_those_of_the_run(chase):
    """The outcome of a game counts its decisions."""
    table = WAITING(chase, games=8)
    assert list(table["games"]) == [8, 8]
    assert table["decisions"].sum() == pytest.approx(chase.games["decisions"].head(8).mean())
    assert (table["actions"] > 1).all() and (table["longest_wait"] >= table["wait"]).all()
    assert (table["wait_low"] <= table["wait"]).all() and (table["wait"] <= table["wait_high"]).all()


def test_an_incomplete_run_uses_the_games_that_it_has(chase):
    part = type(chase)(
        chase.settings, None, ({name: getattr(chase, name).filter(pl.col("game") >= 3) for name in ("games", "seats")},)
    )
    assert WAITING(part, games=2)["decisions"].sum() == pytest.approx(chase.games["decisions"][3:5].mean())


def test_the_command_prints_a_row_for_each_seat(chase):
    printed = call("quality", chase.folder, "--waiting", "--games", 3)
    assert printed.stdout.splitlines()[0].split() == ["seat", "games", *waiting.MEASURES]
    assert [line.split()[:2] for line in printed.stdout.splitlines()[1:3]] == [["1", "3"], ["2", "3"]]
    assert "wait_high" in call("quality", chase.folder, "--waiting", "--format", "csv").stdout
    for words, reason in (
        (["--games", 3], "--games belongs to --randomness or --waiting."),
        (["--waiting", "--randomness"], "--waiting does not work with --randomness"),
        (["--waiting", "--alpha", "0.1"], "--alpha belongs to --randomness."),
        (["--waiting", "--chart", "a.svg"], "--chart does not work with --waiting"),
    ):
        refused = call("quality", chase.folder, *words)
        assert refused.exit_code == 2 and reason in refused.stderr
    with pytest.raises(BadInput, match="must be at least 1, got 0"):
        WAITING(chase, 0)


def test_the_first_player_out_is_found_game_by_game(monkeypatch):
    """Players are out in rounds 2 and 3 of four; in the last round of two; never in three."""
    games = [([[0, 0, 0]] * rounds, [1, 0, 0]) for rounds in (4, 2, 3)]
    result = made_up(games)
    seats = result.parts[0]["seats"].with_columns(left=pl.Series([0, 3, 2, 0, 2, 0, 0, 0, 0]))
    result = type(result)(result.settings, None, ({**result.parts[0], "seats": seats},))
    monkeypatch.setattr(quality, "roles", lambda game: Roles(out="left"))
    rows = quality.quality(result).set_index("quantity")
    assert rows.loc["games in which a player is out before the last round", "value"] == pytest.approx(1 / 3)
    assert rows.loc["first player out, round", "value"] == 2
    assert rows.loc["first player out, part of the game", "value"] == 1 / 2
    never = type(result)(result.settings, None, ({**result.parts[0], "seats": seats.with_columns(left=pl.lit(0))},))
    quantities = list(quality.quality(never)["quantity"])
    assert "first player out, round" not in quantities
    assert np.isclose(
        quality.quality(never)
        .set_index("quantity")
        .loc["games in which a player is out before the last round", "value"],
        0,
    )
