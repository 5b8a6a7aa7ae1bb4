"""The log of a game in words."""

from dataclasses import replace

import pytest

from starbalance.analyses.questions.log import play
from starbalance.simulator.engine import tables
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.rules import Colour, Parameter
from starbalance.simulator.games.ascending_empires.state import Ended, Tie
from starbalance.simulator.games.ascending_empires.technology_text import Technologies
from starbalance.simulator.games.ascending_empires.text import Narrator
from tests.ascending_empires.table import position

BROWN = {1: "red brown 2F", 2: "red brown 2F"}


def narrator_of(at):
    """Return a narrator with the rules of a position."""
    return Narrator(replace(tables.load(GAME, "four"), record=at.rules))


def log_line(at, *choices):
    """Return the line of the log for the last of these choices."""
    at.choose(*choices[:-1])
    return narrator_of(at).decision(at.state, at._options(), at.options.index(choices[-1])).strip()


def events(at, *choices):
    """Return the events in the line of the log for the last of these choices."""
    return log_line(at, *choices).split("; ")[1:]


def test_the_log_reports_a_ram():
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True)
    line = log_line(at, "move", "navigate", "flick red 1", "aim ram blue 1")
    assert line == (
        "Red flicks Red 1 at Blue 1 at (360, 200), to ram it (ASE-20.1); Red 1 rams Blue 1 (ASE-5.4); "
        "Red 1 and Blue 1 are destroyed (ASE-5.4)"
    )


@pytest.mark.parametrize(("edits", "destroyed"), [
    ({"tech": {"red": [4, 0, 0, 0]}}, ["Blue 1 is destroyed (ASE-5.4)", "Red 1 survives the ram (ASE-21.4)"]),
    ({"battleship_ram_hp": 2}, ["Red 1 is destroyed (ASE-5.4)", "Blue's battleship survives the ram (ASE-8.12)"]),
])  # fmt: skip
def test_the_log_reports_the_survivors_of_a_ram(edits, destroyed):
    """ASE-21.4, A8"""
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True, **edits)
    target = "blue 1"
    if "battleship_ram_hp" in edits:
        at.put_ships("blue", [(360, 200, "B")])
        at.state.scene.armour[at.ship("blue B")] = 1
        target = "blue B"
    line = events(at, "move", "navigate", "flick red 1", f"aim ram {target}")
    assert [event for event in line if "destroyed" in event or "survives" in event] == destroyed


def test_the_log_reports_pushes():
    """ASE-5.8, ASE-20.8: The pushed ship stops on the board, leaves it, or rams an enemy ship."""
    waypoint = ("move", "navigate", "flick red 1", "aim waypoint 4")  # (360, 360)
    assert events(position(ships={"red": [(100, 360), (230, 360)]}, perfect=True), *waypoint) == [
        "Red 1 pushes Red 2 (ASE-20.8)", "Red 1 stops at (215, 360) (ASE-5.10)", "Red 2 stops at (348, 360) (ASE-5.10)"
    ]  # fmt: skip
    at = position(ships={"red": [(100, 360), (230, 360)], "blue": [(300, 360)]}, perfect=True)
    assert events(at, *waypoint)[:3] == [
        "Red 1 pushes Red 2 (ASE-20.8)", "Red 2 rams Blue 1 (ASE-5.4)", "Red 2 and Blue 1 are destroyed (ASE-5.4)"
    ]  # fmt: skip
    at = position(ships={"red": [(360, 500), (371, 690)], "blue": [(360, 719)]}, perfect=True)
    assert events(at, "move", "navigate", "flick red 1", "aim ram blue 1") == [
        "Red 1 pushes Red 2 (ASE-20.8)", "Red 2 is pushed off the board (ASE-5.8)", "Red 1 leaves the board (ASE-5.8)"
    ]  # fmt: skip


@pytest.mark.parametrize(("p_edge", "rolls"), [(1.0, True), (0.0, False)])
def test_the_log_reports_edge_rolls(p_edge, rolls):
    """ASE-5.9, ASE-20.15"""
    at = position(ships={"red": [(360, 60)]}, flick={"p_edge": p_edge})
    line = events(at, "move", "navigate", "flick red 1", "aim waypoint 1")
    assert ("Red 1 rolls on its edge (ASE-5.9)" in line) == rolls


def test_a_flick_without_errors_does_not_roll():
    at = position(ships={"red": [(360, 60)]}, flick={"p_edge": 1.0}, perfect=True)
    line = events(at, "move", "navigate", "flick red 1", "aim waypoint 1")
    assert line and not any("rolls" in event for event in line)


def test_the_log_reports_a_flick_into_an_orbit():
    line = log_line(position(perfect=True), "move", "navigate", "flick red 1", "aim orbit 3")
    assert line == (
        "Red flicks Red 1 at the orbit of Alpha-3, with the disc as a backstop (ASE-20.1); 1 ricochet (ASE-5.2); "
        "Red 1 stops at Alpha-3 (ASE-5.10)"
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
        "Red commits Red 1 (ASE-8.8); Blue loses 1 facility on Alpha-3 (grey) (ASE-9.3); "
        "Alpha-3 (grey) is free (ASE-2.5); Red takes 1 VP for the destroyed items (ASE-9.4); "
        "the VP pool is empty, the last turns begin (ASE-13.2)"
    )


def test_the_log_lists_the_destroyed_items():
    """ASE-9.3, ASE-9.4"""
    at = position(planets={3: "blue grey 1T 2C"}, ships={"red": ["3/0", "3/2", "3/4", "3/6"], "blue": []})
    lost, _, gained = events(at, "move", "stop", "attack planet 3", "commit 1 2 3 4")
    assert lost == "Blue loses 1 troop and 2 colonies on Alpha-3 (grey) (ASE-9.3)"
    assert gained == "Red takes 3 VP for the destroyed items (ASE-9.4)"


@pytest.mark.parametrize(("target", "place", "lines"), [
    ("blue 1", (360, 360), ["Blue 1 is destroyed (ASE-8.3)", "Red takes 1 VP for the starship (ASE-8.3)"]),
    ("blue B", (360, 360, "B"),
     ["Blue's battleship is destroyed (ASE-8.7)", "Red takes 2 VP for the battleship (ASE-8.7)"]),
])  # fmt: skip
def test_the_log_reports_destroyed_ships(target, place, lines):
    """ASE-8.3, ASE-8.7"""
    at = position(ships={"red": [(360, 330), (330, 360), (330, 330)], "blue": [place]})
    at.choose("move", "stop", f"attack ship {target}")
    assert events(at, next(words for words in at.options if words.startswith("commit"))) == lines


def test_gains_of_mines_and_rams_cite_their_clauses():
    """ASE-5.6, ASE-10.1: ram_vp"""
    at = position(planets={3: "red 3T"})
    assert events(at, "mine", "mine on 3 3")[-1] == "Red takes 2 VP for the mine (ASE-10.1)"
    at = position(ships={"red": [(360, 100)], "blue": [(360, 200)]}, perfect=True, ram_vp=1)
    line = events(at, "move", "navigate", "flick red 1", "aim ram blue 1")
    assert line[-1] == "Red takes 1 VP for the ram (ASE-5.6)"


def test_the_log_reports_the_battleship():
    """ASE-8.11, ASE-10.19"""
    planets = {1: "red orange 2F", 2: "red orange 1F"}
    at = position(planets=planets, tech={"red": [2, 0, 0, 0]}, supply={"red": "6T 1S"})
    assert log_line(at, "develop", "raise orange") == (
        "Red develops orange 3, Battleship (ASE-10.15); Red's battleship enters the supply (ASE-8.11); "
        "Red takes 3 VP as the first to develop orange 3 (ASE-10.19)"
    )
    line = log_line(at, "raise orange", "return 1 3")
    assert line == "Red returns Red 1 at Alpha-0 and Red 3 in the supply to the box (ASE-8.11)"


def test_a_later_developer_gains_nothing():
    """ASE-10.19"""
    at = position(planets=BROWN)
    at.state.first_to[Colour.BROWN, 1] = 1
    assert events(at, "develop", "raise brown") == ["a facility now costs 1 troop (ASE-21.13)"]


@pytest.mark.parametrize(("level", "bonus"), [
    (1, ["row 1 brings 1 troop and 1 starship from the box (ASE-21.17)"]),
    (2, ["row 2 brings 2 pieces of its choice from the box (ASE-21.18)"]),
    (3, ["Red takes 3 VP for row 3 (ASE-21.19)"]),
    (4, ["Red takes 6 VP for row 4 (ASE-21.20)"]),
])  # fmt: skip
def test_the_log_reports_the_bonus_of_a_full_row(level, bonus):
    """ASE-10.20, ASE-21.17, ASE-21.18, ASE-21.19, ASE-21.20"""
    at = position(planets=BROWN, tech={"red": [level, level, level, level - 1]})
    line = [event for event in events(at, "develop", "raise brown") if f"row {level}" in event]
    assert line == [f"Red completes row {level} (ASE-10.20)", *bonus]


def test_a_row_may_bring_nothing():
    """ASE-10.20, A18: row_bonus_first_only"""
    at = position(planets=BROWN, tech={"red": [1, 1, 1, 0]}, row_bonus_first_only=True)
    at.state.first_row[1] = 1
    line = events(at, "develop", "raise brown")
    assert line[1:3] == ["Red completes row 1 (ASE-10.20)", "row 1 brings nothing (ASE-10.20)"]


def test_the_bonus_of_a_row_follows_the_starships_for_the_battleship():
    """ASE-8.11, ASE-10.20"""
    planets = {1: "red orange 2F", 2: "red orange 1F"}
    at = position(planets=planets, tech={"red": [2, 3, 3, 3]}, supply={"red": "6T 1S"})
    line = events(at, "develop", "raise orange")
    assert "Red completes row 3 (ASE-10.20)" in line and not any("for row" in event for event in line)
    assert events(at, "raise orange", "return 1 3") == ["Red takes 3 VP for row 3 (ASE-21.19)"]


@pytest.mark.parametrize(("colour", "level", "technology", "effect"), [
    ("orange", 1, "Engines", "Move now has 3 points (ASE-21.1)"),
    ("orange", 2, "Long range guns", "its attacks on ships now have the long range (ASE-21.2)"),
    ("orange", 4, "Reinforced prow", "its ships now survive their rams (ASE-21.4)"),
    ("grey", 1, "Conscription", "Recruit now places up to 3 troops (ASE-21.5)"),
    ("grey", 2, "Garrisons", "its planets now have a defence value of +1 (ASE-9.1)"),
    ("grey", 3, "Drop pods", "a ship now lands up to 2 troops (ASE-21.7)"),
    ("grey", 4, "Planetary shields", "its planets now have a defence value of +2 (ASE-9.1)"),
    ("purple", 1, "Twin shafts", "Mine now mines up to 2 planets (ASE-21.11)"),
    ("purple", 2, "Core taps", "Mine now mines up to 3 planets (ASE-21.11)"),
    ("purple", 3, "Automated mines", "each mine now leaves 1 troop on its planet (ASE-21.10)"),
    ("purple", 4, "Ore refining", "a large mine now gives 3 VP (ASE-21.9)"),
    ("brown", 1, "Prefabrication", "a facility now costs 1 troop (ASE-21.13)"),
    ("brown", 2, "Work crews", "Build now adds up to 2 structures (ASE-21.14)"),
    ("brown", 3, "Shipyards", "a city now brings up to 2 pieces from the box (ASE-21.15)"),
    ("brown", 4, "Metropolis", "a city now scores 3 VP at the end (ASE-21.16)"),
])  # fmt: skip
def test_the_log_reports_technologies_by_name_and_effect(colour, level, technology, effect):
    levels = [level - 1 if each.name.lower() == colour else 0 for each in Colour]
    at = position(planets={1: f"red {colour} 2F", 2: f"red {colour} 2F"}, tech={"red": levels})
    line = log_line(at, "develop", f"raise {colour}")
    assert line.startswith(f"Red develops {colour} {level}, {technology} (ASE-10.15); {effect}; ")


def test_the_log_reports_a_bonus_per_mine():
    """ASE-21.12: the effect of Core taps in a variant."""
    at = position(planets={1: "red purple 2F", 2: "red purple 2F"}, tech={"red": [0, 0, 3, 0]}, variant="early_mines")
    assert "Mine now gives 1 VP more (ASE-21.12)" in events(at, "develop", "raise purple")


def test_shuffled_technologies_keep_their_names():
    """ASE-21.28: The name moves with the effect."""
    rules = tables.load(GAME, "four", set={"switches.tech_table": "shuffled"})
    names = {(colour, level): Technologies(rules).name(colour, level) for colour in Colour for level in range(1, 5)}
    place = next(place for place, name in names.items() if name == "Engines")
    assert place != (Colour.ORANGE, 1) and rules.record.gain[(*place, Parameter.MOVE_POINTS)] == 1
    assert names[Colour.ORANGE, 3] == "Battleship"


def test_technologies_without_effect_have_no_name():
    """ASE-21.22: tech_table = bare"""
    line = log_line(position(planets=BROWN, tech_table="bare"), "develop", "raise brown")
    assert line == "Red develops brown 1 (ASE-10.15); Red takes 1 VP as the first to develop brown 1 (ASE-10.19)"


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


def test_the_table_is_in_turn_order():
    at = position(first_player="green")
    lines = narrator_of(at).table(at.state)
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["Green", "Yellow", "Red", "Blue"]


@pytest.mark.parametrize(("ended", "words"), [
    (Ended.POOL, "the pool is empty (ASE-13.2)"), (Ended.TRUNCATED, "the round limit ended the game (ASE-14.3)"),
])  # fmt: skip
def test_the_log_reports_the_end(ended, words):
    at = position(planets={3: "blue 1C"})
    at.state.ended, at.state.credit[1] = ended, 1.0
    ending = Narrator(tables.load(GAME, "four")).ending(at.state)
    assert ending == f"Round 1: Blue won with 2 VP: {words}; the highest total decided (ASE-13.7)."


@pytest.mark.parametrize(("blue", "red", "words"), [
    ((9, 0), (9, 0), "nothing broke the tie of Red and Blue (ASE-13.8)"),
    ((9, 1), (9, 0), "the number of technologies broke the tie of Red and Blue (ASE-13.8)"),
    ((8, 1), (9, 0), "the VP taken during the game broke the tie of Red and Blue (ASE-13.8)"),
    ((10, 0), (9, 1), "the highest total decided (ASE-13.7)"),
])  # fmt: skip
def test_the_ending_says_what_decided(blue, red, words):
    """ASE-13.7, ASE-13.8: Each pair is (tokens, technologies). The total has one more VP for each token under 9."""
    at = position(planets={3: "blue 1T"} if blue[0] < 9 else {})
    for colour, (tokens, levels) in {"blue": blue, "red": red}.items():
        at.player(colour).tokens, at.player(colour).tech[0] = tokens, levels
    assert narrator_of(at).ending(at.state).endswith(f"; {words}.")


def test_the_final_standings_show_the_parts_of_every_total():
    """ASE-13.4, ASE-13.5, ASE-13.7: W-13.3; players with equal ranks share a place."""
    planets = {3: "red 1Y", 10: "red 1Y", 17: "red 1Y", 4: "red asteroid 1T", 5: "red 1C 1F"}
    at = position(planets=planets, tech={"red": [1, 0, 0, 0]})
    at.player("red").tokens, at.player("yellow").tokens = 9, 2
    assert narrator_of(at).standings(at.state) == [
        "Final standings (ASE-13.7)",
        "  1. Red: 24 VP: 9 taken during the game, 5 for 5 planets (ASE-13.4), 1 for 1 colony (ASE-13.4), "
        "6 for 3 cities (ASE-13.4), 3 for cities in 3 quadrants (ASE-13.5); 1 technology level",
        "  2. Yellow: 2 VP: 2 taken during the game; 0 technology levels",
        "  3. Blue: 0 VP: 0 taken during the game; 0 technology levels",
        "  3. Green: 0 VP: 0 taken during the game; 0 technology levels",
    ]


def test_the_log_ends_with_the_final_standings():
    *_, heading, first, second, ending = play("ascending-empires", players=2, set={"switches.max_rounds": 1})
    assert heading == "Final standings (ASE-13.7)"
    assert first.startswith("  1. ") and second[:5] in ("  1. ", "  2. ")
    assert ending.startswith("Round 1: ")


def test_the_words_for_codes_of_columns_match_the_state():
    labels = GAME.labels(tables.load(GAME, "four"))
    assert labels["ended"] == tuple(each.name.lower() for each in Ended)
    assert labels["settled"] == tuple(each.name.lower() for each in Tie)
