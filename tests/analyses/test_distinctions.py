"""What sets the seats of a level apart: games made up for it, of which all numbers are known by hand."""

import dataclasses

import numpy as np
import pandas as pd
import polars as pl
import pytest

from starbalance.analyses.questions.columns import Roles
from starbalance.analyses.questions.distinctions import distinctions
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
    home = "starbalance.analyses.questions.distinctions"
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
