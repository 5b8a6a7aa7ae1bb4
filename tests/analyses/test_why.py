"""What distinguishes the seats of a level: made-up games with numbers known by hand, and runs of the example game."""

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
from starbalance.analyses.questions.why import distinctions, grouped
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

GAMES = 400
WORDS = ("Scouts", "Stealth", "Red")
COLUMNS = ["ship", "attacks", "wins", "start", "never", "played", "points", "day", "code"]


@pytest.fixture
def made_up(monkeypatch):
    """Games of three ships. Red attacks 2 or 4 times, the others 1 or 3; who of the others attacks thrice wins more.

    played: Scouts by all but Red, Stealth by every second seat; the third is a ship itself. start: 9 for Red alone.
    """
    game = dataclasses.replace(find_game(str(TEMPLATE)), flags=lambda rules: {"played": WORDS})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    home = "starbalance.analyses.questions.why"
    monkeypatch.setattr(f"{home}.roles", lambda name: Roles(points="points", apart=["day"]))
    told = pd.DataFrame({"table": "seats", "column": COLUMNS, "meaning": "What.", "unit": ""})
    told.loc[told["column"] == "code", "meaning"] = ""
    told.loc[told["column"] == "wins", "unit"] = "0 or 1"
    monkeypatch.setattr(f"{home}.columns", lambda name: told)
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


def test_a_number_has_the_means_of_its_seats_and_of_the_others_and_their_difference_in_standard_deviations(made_up):
    row = distinctions(made_up, "Red").set_index("column").loc["attacks"]
    assert (row["its"], row["others"]) == (3, 2)
    assert row["difference"] == pytest.approx(1.0)  # each side is one above or below its mean
    assert row["low"] < 1 < row["high"] and row["p_value"] < 0.001 and not row["given"]


def test_winning_is_the_correlation_with_the_credit_among_the_others(made_up):
    table = distinctions(made_up, "Red").set_index("column")
    others = seats().filter(pl.col("ship") != "Red")
    assert table.loc["attacks", "winning"] == pytest.approx(np.corrcoef(others["attacks"], others["credit"])[0, 1])
    assert table.loc["wins", "winning"] == pytest.approx(1.0)


def test_every_number_has_an_interval(made_up):
    table = distinctions(made_up, "Red").set_index("column")
    for value, low, high in (
        ("its", "its_low", "its_high"),
        ("others", "others_low", "others_high"),
        ("difference", "low", "high"),
        ("winning", "winning_low", "winning_high"),
    ):
        assert (table[low] <= table[value]).all() and (table[value] <= table[high]).all(), value
    row = table.loc["attacks"]
    assert row["its_low"] < 3 < row["its_high"] and row["winning_low"] < row["winning"] < row["winning_high"]
    assert 0 < table.loc["played", "others_low"] < table.loc["played", "others_high"] < 1


def test_points_what_is_apart_what_nobody_varies_in_and_what_has_no_meaning_are_left_out(made_up):
    table = distinctions(made_up, "Red")
    assert set(table["column"]) == {"attacks", "wins", "start", "played"}
    assert list(table.loc[table["column"] == "played", "item"]) == ["Stealth"]  # Scouts do not vary, Red is a level


def test_what_a_level_alone_has_or_lacks_comes_with_it(made_up):
    table = distinctions(made_up, "Red").set_index("column")
    assert list(table.index[table["given"]]) == ["start"]
    of_blue = distinctions(made_up, "Blue").set_index(["column", "item"])
    assert of_blue.loc[("played", "Scouts"), "given"]
    assert not of_blue.loc[("played", "Stealth"), "given"]


def test_marks_are_shares_of_the_seats(made_up):
    table = distinctions(made_up, "Red").set_index("column")
    assert table["is_share"].to_dict() == {"attacks": False, "wins": True, "start": False, "played": True}


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    """A run of the example game."""
    out = tmp_path_factory.mktemp("why") / "run"
    return sb.run(str(TEMPLATE), players=3, games=600, strategies="pool", seed=2, jobs=1, out=out)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_why_has_the_share_the_distinctions_and_three_games(chase):
    for ship, share in sb.rates(chase, ["ship"]).set_index("ship")["share"].items():
        found = sb.why(chase, ship)
        assert (found.column, found.level, found.is_strong) == ("ship", ship, share >= 1 / 3)
        assert found.shares["share"].tolist() == [share]
        assert found.distinctions.equals(distinctions(chase, ship))
        games = found.games
        assert games["game"].nunique() == 3
        assert set(games["ship"]) == {ship} and set(games["credit"] > 0) == {found.is_strong}


def test_the_games_to_watch_show_the_first_reason(chase):
    found = sb.why(chase, "strategy=bold")
    reasons, _, _ = grouped(found.distinctions, found.is_strong)
    first = reasons.iloc[0]
    is_more = first["difference"] > 0
    values = found.games[first["column"]]
    assert ((values > first["others"]) if is_more else (values < first["others"])).all()


@pytest.mark.parametrize(("level", "found"), [
    ("tug", ("ship", "Tug")),
    ("ship = Tug", ("ship", "Tug")),
    ("seat=1", ("seat", "1")),
    ("strategy=bold", ("strategy", "bold")),
])  # fmt: skip
def test_a_level_is_of_the_factor_or_of_a_column(chase, level, found):
    why = sb.why(chase, level)
    assert (why.column, why.level) == found
    assert len(why.shares) == 1 and why.distinctions["column"].ne(found[0]).all()


@pytest.mark.parametrize(("level", "sentence"), [
    ("Tub", "There is no ship 'Tub': did you mean 'Tug'?"),
    ("strategy=bald", "There is no strategy 'bald': did you mean 'bold'?"),
    ("strateg=bold", "There is no column 'strateg': did you mean 'strategy'?"),
])  # fmt: skip
def test_an_unknown_level_names_the_nearest(chase, level, sentence):
    with pytest.raises(sb.BadInput) as error:
        sb.why(chase, level)
    assert str(error.value).startswith(sentence)
    result = call("why", chase.folder, level)
    assert (result.exit_code, result.stdout) == (2, "") and result.stderr.startswith(sentence)


def test_the_command_prints_intervals_and_commands_that_play(chase):
    text = call("why", chase.folder, "Tug").stdout
    lines = text.splitlines()
    assert lines[0].startswith("Tug (ship) wins ") and "parity is 33.33 %" in lines[0]
    assert [word in text for word in ("difference (SD)", "winning", "kind", "each by itself")] == [True] * 4
    commands = [line.strip() for line in lines if line.startswith("  starbalance play ")]
    assert len(commands) == 3
    assert call(*shlex.split(commands[0])[1:], "--summary").exit_code == 0


def test_the_command_prints_every_number_for_programs(chase):
    rows = json.loads(call("why", chase.folder, "Tug", "--format", "json").stdout)
    table = distinctions(chase, "Tug")
    assert [row["column"] for row in rows] == list(table["column"])
    assert {row["kind"] for row in rows} <= {"reason", "other", "given", ""}
    assert rows[0]["its_low"] == pytest.approx(table["its_low"].iloc[0])
    assert call("why", chase.folder, "Tug", "--format", "markdown").stdout.count("| what | Tug | others |") == 1
