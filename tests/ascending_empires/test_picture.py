"""A picture is the board to scale: ships at their positions, planets with their items, the paths of flicks."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES
from starbalance.simulator.games.ascending_empires.picture import BOARD, Painter
from starbalance.simulator.games.ascending_empires.state import Kind
from tests.ascending_empires.table import FIXED, GAME, position
from tests.pictures import place, shown


@pytest.fixture(scope="module")
def painter():
    changes = {f"switches.{name}": value for name, value in FIXED.items()} | {"flick.flick_model": "ricochet"}
    return Painter(tables.load(GAME, "four", set=changes))


def of_role(painter, state, role):
    return [each for each in painter.pieces(state)[BOARD] if role in each["role"].split()]


def test_ships_are_drawn_at_their_position_in_their_size(painter):
    at = position(ships={"red": [(100.0, 300.0), (400.0, 360.0), (500.0, 610.0, "B")], "blue": ["9/3"]})
    drawn = {each["about"].partition(" at ")[0]: each for each in of_role(painter, at.state, "ship")}
    assert len(drawn) == sum(int(at.state.scene.on_board[ship]) for ship in range(FLEET))
    assert place(drawn["Red 1"]) == (100.0, painter.ground.height - 300.0)
    sizes = [drawn[name]["radius"] for name in ("Red 1", "Red's battleship")]
    assert sizes == [8.0, 12.0]
    assert {each["owner"] for name, each in drawn.items() if name.startswith("Red")} == {0}
    x, y = at.at("blue 1")
    assert place(drawn["Blue 1"]) == (round(x, 1), round(painter.ground.height - y, 1))


def test_planets_show_their_owner_and_their_items(painter):
    at = position(planets={3: "red purple 2T 1F", 10: "blue brown 1C"}, down={4: "grey"}, home={"green": 3})
    held = {place(each): each["owner"] for each in of_role(painter, at.state, "held")}
    assert held == {painter._hole(3): 0, painter._hole(10): 1}
    words = {each["words"] for each in shown({BOARD: of_role(painter, at.state, "bold")}, "text")}
    assert {"2T 1F", "1C", "3T"} <= words
    discs = {place(each): each["role"] for each in of_role(painter, at.state, "disc")}
    assert len(discs) == HOLES
    roles = [discs[painter._hole(hole)] for hole in (3, 10, 4)]
    assert roles == ["disc purple-disc", "disc brown-disc", "disc"]


def test_the_path_of_a_flick_leads_from_the_old_to_the_new_position(painter):
    """It leads over the points of contacts; struck ships have separate paths."""
    at = position(ships={"red": [(300.0, 360.0)], "blue": [(420.0, 360.0)]}, perfect=True)
    at.choose("move", "navigate", "flick red 1")
    option = next(each.copy() for each in at._options() if each.kind == Kind.AIM_AT)
    after = zeros(1, at.state.dtype)
    after[0] = at.state
    carry_out(GAME, after[0], at.rules, option)
    traces = painter.traces(at.state, option, after[0])[BOARD]
    ghost, way = traces[:2]
    assert place(ghost) == painter._ship(at.state, at.ship("red 1"))
    assert way["points"][:2] == list(place(ghost))
    if after[0].scene.on_board[at.ship("red 1")]:
        end = painter._ship(after[0], at.ship("red 1"))
        assert way["points"][-2:] == [round(end[0], 1), round(end[1], 1)]


def test_the_row_of_a_player(painter):
    at = position(planets={3: "red purple 2T", 5: "red orange 1C"}, tech={"red": [1, 0, 2, 0]})
    row = painter.table(at.state)[0]
    assert [row[name] for name in ("player", "planets", "orange", "purple", "brown")] == ["Red", 2, 1, 2, 0]
