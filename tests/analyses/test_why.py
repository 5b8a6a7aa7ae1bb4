"""The profile of a level: made-up games with numbers known by hand, and runs of the example game."""

import dataclasses
import json
import shlex

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.columns import Roles
from starbalance.analyses.questions.why import grouped, profile
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

GAMES = 400
WORDS = ("Scouts", "Stealth", "Red")
COLUMNS = ["ship", "attacks", "wins", "start", "never", "played", "points", "day", "code"]


@pytest.fixture
def made_up(monkeypatch):
    """A run of games with the ships Red, Blue and Green.

    Red attacks 2 or 4 times, and Blue and Green 1 or 3 times; they win more with 3 attacks. In the column `played`,
    Scouts are flags of every ship except Red, Stealth of every second game, and Red is the ship. Only Red has a
    `start` of 9.
    """
    game = dataclasses.replace(find_game(str(TEMPLATE)), flags=lambda rules: {"played": WORDS})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    home = "starbalance.analyses.questions.why"
    monkeypatch.setattr(f"{home}.roles", lambda name: Roles(points="points", apart=["day"]))
    meanings = pd.DataFrame({"table": "seats", "column": COLUMNS, "meaning": "What.", "unit": ""})
    meanings.loc[meanings["column"] == "code", "meaning"] = ""
    meanings.loc[meanings["column"] == "wins", "unit"] = "0 or 1"
    monkeypatch.setattr(f"{home}.columns", lambda name: meanings)
    settings = {"game": str(TEMPLATE), "setup": "players3", "changes": {}}
    return Result(settings, None, ({"games": pl.DataFrame({"game": np.arange(GAMES)}), "seats": seats()},))


def seats():
    number = np.repeat(np.arange(GAMES), 3)
    ship = np.tile(np.arange(3), GAMES)
    often = (number // 2 + ship) % 2
    is_red = ship == 0
    credit = np.where(is_red, number % 2, (1 - number % 2) * often)
    return pl.DataFrame(
        {
            "game": number,
            "ship": np.array(["Red", "Blue", "Green"])[ship],
            "credit": credit.astype(float),
            "attacks": 1 + is_red + 2 * often,
            "wins": credit.astype(int),
            "start": np.where(is_red, 9, ship + number % 3),
            "never": 0 * number,
            "played": np.where(is_red, 0, 1) + 2 * (number % 2) + 4 * is_red,
            "points": credit * 10,
            "day": 5 * is_red,
            "code": number % 7 + is_red,
        }
    )


def test_a_row_has_the_means_of_both_groups_and_their_difference_in_standard_deviations(made_up):
    row = profile(made_up, "Red").set_index("column").loc["attacks"]
    assert (row["level_mean"], row["others"]) == (3, 2)
    assert row["difference"] == pytest.approx(1.0)  # attacks are 1 above or below the mean of each side
    assert row["low"] < 1 < row["high"] and row["p_value"] < 0.001 and not row["given"]


def test_winning_is_the_correlation_with_the_credit_among_other_seats(made_up):
    table = profile(made_up, "Red").set_index("column")
    others = seats().filter(pl.col("ship") != "Red")
    assert table.loc["attacks", "winning"] == pytest.approx(np.corrcoef(others["attacks"], others["credit"])[0, 1])
    assert table.loc["wins", "winning"] == pytest.approx(1.0)


def test_every_number_has_an_interval(made_up):
    table = profile(made_up, "Red").set_index("column")
    for value, low, high in (
        ("level_mean", "level_mean_low", "level_mean_high"),
        ("others", "others_low", "others_high"),
        ("difference", "low", "high"),
        ("winning", "winning_low", "winning_high"),
    ):
        assert (table[low] <= table[value]).all() and (table[value] <= table[high]).all(), value
    row = table.loc["attacks"]
    assert (
        row["level_mean_low"] < 3 < row["level_mean_high"] and row["winning_low"] < row["winning"] < row["winning_high"]
    )
    assert 0 < table.loc["played", "others_low"] < table.loc["played", "others_high"] < 1


def test_points_and_excluded_constant_or_undescribed_columns_are_omitted(made_up):
    table = profile(made_up, "Red")
    assert set(table["column"]) == {"attacks", "wins", "start", "played"}
    assert list(table.loc[table["column"] == "played", "component"]) == [
        "Stealth"
    ]  # Scouts do not vary among the seats of Red, and Red is a level


def test_a_property_that_only_one_level_has_or_lacks_is_given(made_up):
    table = profile(made_up, "Red").set_index("column")
    assert list(table.index[table["given"]]) == ["start"]
    of_blue = profile(made_up, "Blue").set_index(["column", "component"])
    assert of_blue.loc[("played", "Scouts"), "given"]
    assert not of_blue.loc[("played", "Stealth"), "given"]


@pytest.mark.parametrize(("own", "is_given"), [
    (Roles(usage=["played"]), False),
    (Roles(usage=["played"], inherent=["played"]), True),
])  # fmt: skip
def test_what_players_choose_is_given_only_if_the_game_declares_it(made_up, monkeypatch, own, is_given):
    """All seats of Blue and no seats of Red have played Scouts."""
    monkeypatch.setattr("starbalance.analyses.questions.why.roles", lambda name: own)
    assert profile(made_up, "Blue").set_index("component").loc["Scouts", "given"] == is_given


def test_flags_are_shares_of_the_seats(made_up):
    table = profile(made_up, "Red").set_index("column")
    assert table["is_share"].to_dict() == {"attacks": False, "wins": True, "start": False, "played": True}


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    """A run of 600 games of the example game."""
    out = tmp_path_factory.mktemp("why") / "run"
    return sb.run(str(TEMPLATE), players=3, games=600, strategies="pool", seed=2, jobs=1, out=out)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_why_has_the_share_the_profile_and_three_games(chase):
    for ship, share in sb.rates(chase, ["ship"]).set_index("ship")["share"].items():
        explanation = sb.why(chase, ship)
        assert (explanation.column, explanation.level, explanation.is_strong) == ("ship", ship, share >= 1 / 3)
        assert explanation.shares["share"].tolist() == [share]
        assert explanation.profile.equals(profile(chase, ship))
        games = explanation.games
        assert games["game"].nunique() == 3
        assert set(games["ship"]) == {ship} and set(games["credit"] > 0) == {explanation.is_strong}


def test_the_example_games_show_the_first_reason(chase):
    explanation = sb.why(chase, "strategy=bold")
    reasons, _, _ = grouped(explanation.profile, explanation.is_strong)
    first = reasons.iloc[0]
    is_more = first["difference"] > 0
    values = explanation.games[first["column"]]
    assert ((values > first["others"]) if is_more else (values < first["others"])).all()


@pytest.mark.parametrize(("level", "expected"), [
    ("tug", ("ship", "Tug")),
    ("ship = Tug", ("ship", "Tug")),
    ("seat=1", ("seat", "1")),
    ("strategy=bold", ("strategy", "bold")),
])  # fmt: skip
def test_a_level_belongs_to_the_factor_or_to_a_named_column(chase, level, expected):
    why = sb.why(chase, level)
    assert (why.column, why.level) == expected
    assert len(why.shares) == 1 and why.profile["column"].ne(expected[0]).all()


@pytest.mark.parametrize(("level", "sentence"), [
    ("Tub", "There is no ship 'Tub': did you mean 'Tug'?"),
    ("strategy=bald", "There is no strategy 'bald': did you mean 'bold'?"),
    ("strateg=bold", "There is no column 'strateg': did you mean 'strategy'?"),
])  # fmt: skip
def test_an_unknown_level_gets_the_nearest_name(chase, level, sentence):
    with pytest.raises(sb.BadInput) as error:
        sb.why(chase, level)
    assert str(error.value).startswith(sentence)
    result = call("why", chase.folder, level)
    assert (result.exit_code, result.stdout) == (2, "") and result.stderr.startswith(sentence)


def test_a_level_that_occurs_in_no_game_is_not_called_unknown(made_up):
    ships = pl.Enum(["Red", "Blue", "Green", "Grey"])
    frames = {"games": made_up.games, "seats": made_up.seats.with_columns(pl.col("ship").cast(ships))}
    with pytest.raises(sb.BadInput, match=r"^No game of this run has the ship 'Grey'\. It has Blue, Green and Red\.$"):
        sb.why(Result(made_up.settings, None, (frames,)), "grey")


def test_the_command_prints_intervals_and_commands_that_play(chase):
    text = call("why", chase.folder, "Tug").stdout
    lines = text.splitlines()
    assert lines[0].startswith("Tug (ship) wins ") and "an equal share is 33.33%" in lines[0]
    assert [word in text for word in ("difference (SD)", "winning", "kind", "Intervals: 95% each")] == [True] * 4
    commands = [line.strip() for line in lines if line.startswith("  starbalance play ")]
    assert len(commands) == 3
    assert call(*shlex.split(commands[0])[1:], "--summary").exit_code == 0


def test_json_output_contains_every_number(chase):
    rows = json.loads(call("why", chase.folder, "Tug", "--format", "json").stdout)
    table = profile(chase, "Tug")
    assert [row["column"] for row in rows] == list(table["column"])
    assert {row["kind"] for row in rows} <= {"reason", "other", "given", ""}
    assert rows[0]["level_mean_low"] == pytest.approx(table["level_mean_low"].iloc[0])
    assert call("why", chase.folder, "Tug", "--format", "markdown").stdout.count("| what | Tug | others |") == 1
