"""The log of a game in words."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.state import Ended, Tie
from starbalance.simulator.games.ascending_empires.text import Narrator
from tests.ascending_empires.table import position


def log_line(at, *choices, **switches):
    """Return the line of the log for the last of these choices."""
    narrator = Narrator(tables.load(GAME, "four", set={f"switches.{name}": value for name, value in switches.items()}))
    narrator.rules = narrator.names.rules = narrator.consequences.rules = at.rules
    for words in choices[:-1]:
        at.choose(words)
    return narrator.decision(at.state, at._options(), at.options.index(choices[-1])).strip()


def test_the_log_reports_a_ram():
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True)
    line = log_line(at, "move", "navigate", "flick red 1", "aim ram blue 1")
    assert line == ("Red flicks Red 1 at Blue 1 at (360, 200), to ram it (ASE-20.1); Red 1 rams Blue 1 (ASE-5.4)")


def test_the_log_reports_a_flick_into_an_orbit():
    line = log_line(position(perfect=True), "move", "navigate", "flick red 1", "aim orbit 3")
    assert line == (
        "Red flicks Red 1 at the orbit of Alpha-3, with the disc as a backstop (ASE-20.1); 1 ricochet (ASE-5.2); "
        "Red 1 at Alpha-3 (ASE-5.10)"
    )


def test_the_log_reports_a_ship_off_the_board():
    at = position(ships={"red": ["2/0"]}, perfect=True)
    assert log_line(at, "move", "navigate", "flick red 1", "aim orbit 21").endswith("Red 1 leaves the board (ASE-5.8)")


def test_a_landing_turns_a_planet_up():
    at = position(down={3: "purple"}, ships={"red": ["3/0"]})
    line = log_line(at, "move", "land", "land red 1 1")
    assert line == "Red lands 1 troop on Alpha-3 (ASE-6.1); Alpha-3 (purple) is turned up (ASE-6.2)"


def test_the_log_reports_an_attack():
    at = position(planets={3: "blue grey 1F"}, ships={"red": ["3/0"], "blue": []}, pool=1)
    at.choose("move", "stop")
    assert log_line(at, "attack planet 3") == "Red attacks Alpha-3 (grey) [1F] (ASE-9.2)"
    assert log_line(at, "attack planet 3", "commit 1") == (
        "Red commits Red 1 (ASE-8.8); Alpha-3 (grey) is free (ASE-2.5); Red takes 1 VP (ASE-13.1); "
        "the VP pool is empty, the last turns begin (ASE-13.2)"
    )


def test_the_log_reports_the_battleship():
    planets = {1: "red orange 2F", 2: "red orange 1F"}
    at = position(planets=planets, tech={"red": [2, 0, 0, 0]}, supply={"red": "6T 1S"})
    assert log_line(at, "develop", "raise orange").startswith("Red develops orange 3 (ASE-10.15); Red takes 3 VP")
    line = log_line(at, "raise orange", "return 1 3")
    assert line == "Red returns Red 1 at Alpha-0 and Red 3 in the supply to the box (ASE-8.11)"


def test_the_log_reports_the_pieces_of_a_city():
    at = position(planets={3: "red 1T 1C"})
    assert log_line(at, "build", "build city 3", "take 0T 1S") == "Red takes 1 starship from the box (ASE-10.11)"
    assert log_line(position(planets={3: "red 1T 1C"}), "build", "build city 3", "take 0T 0S") == (
        "Red takes nothing from the box (ASE-10.11)"
    )


def test_the_log_omits_forced_steps_without_effect():
    at = position(ships={"red": []}, home={"red": 0}, supply={"red": "0T"}).choose("move")
    assert at.options == ["stop"] and log_line(at, "stop") == ""


def test_the_table_and_the_opening():
    at = position(planets={3: "red grey 2T 1F"}, tech={"red": [0, 2, 0, 0]})
    narrator = Narrator(tables.load(GAME, "four"))
    assert narrator.opening(at.state, ["a", "b", "c", "d"])[:2] == [
        "Turn order: Red (a), Blue (b), Green (c), Yellow (d).",
        "Red has the homeworld Alpha-0, skill 0.",
    ]
    lines = narrator.table(at.state)
    assert lines[0] == "Round 1, 40 VP in the pool"
    assert lines[1] == (
        "  Red: 0 + 1 VP; 6 troops in supply, 0 at home, 0 starships in supply; grey 2; "
        "planets Alpha-3 (grey) [2T 1F]; ships Red 1 at Alpha-0, Red 2 at Alpha-0"
    )


@pytest.mark.parametrize(("ended", "words"), [
    (Ended.POOL, "the pool is empty (ASE-13.2)"), (Ended.TRUNCATED, "the round limit ended the game (ASE-14.3)"),
])  # fmt: skip
def test_the_log_reports_the_end(ended, words):
    at = position(planets={3: "blue 1C"})
    at.state.ended, at.state.credit[1] = ended, 1.0
    assert Narrator(tables.load(GAME, "four")).ending(at.state) == f"Round 1: Blue won with 2 VP: {words}."


def test_the_words_for_codes_of_columns_match_the_state():
    labels = GAME.labels(tables.load(GAME, "four"))
    assert labels["ended"] == tuple(each.name.lower() for each in Ended)
    assert labels["settled"] == tuple(each.name.lower() for each in Tie)
