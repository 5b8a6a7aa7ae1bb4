"""A picture shows the table: each system with its owner and pieces, black holes, displays, and a row for each seat."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.handful_of_stars.picture import DISPLAY, MAP, Painter
from starbalance.simulator.games.handful_of_stars.state import Marker
from tests.handful_of_stars.table import GAME, Table
from tests.pictures import place, shown

LETTERS = {"home": "H", "colony": "C", "outpost": "O"}


def painter_of(setup, **changes):
    return Painter(tables.load(GAME, setup, set=changes))


@pytest.fixture(scope="module")
def at():
    return Table("players3")


@pytest.fixture(scope="module")
def painter():
    return painter_of("players3")


def near(shape, point):
    return abs(shape["x"] - point[0]) < 40 and abs(shape["y"] - point[1]) < 40


def test_a_system_shows_its_marker_and_its_units(at, painter):
    pieces = list(shown({MAP: painter.pieces(at.state)[MAP]}))
    drawn = 0
    for system in at.systems[: at.rules.spaces]:
        point = painter.at(at.space(system))
        expected = []
        for seat in range(3):
            fleets, bases = at.units(system, seat)
            marker = [LETTERS[at.marker(system)]] if at.owner(system) == seat and at.marker(system) != "empty" else []
            words = marker + [f"F{fleets}"] * (fleets > 0) + [f"B{bases}"] * (bases > 0)
            expected += [(seat, shape) for shape in words]
        visible = [(shape["owner"], shape["words"]) for shape in pieces if near(shape, point)]
        assert visible == expected
        drawn += len(visible)
    assert drawn == len(pieces) > 20


def test_a_system_is_framed_by_its_owner(at, painter):
    frames = [each for each in painter.pieces(at.state)[MAP] if each["role"] == "held"]
    owners = [each["about"].partition(":")[0] for each in frames]
    assert {name: at.owner(name) for name in owners} == {
        each["about"].partition(":")[0]: each["owner"] for each in frames
    }
    assert len(frames) == sum(at.owner(name) is not None for name in at.systems[: at.rules.spaces])


@pytest.mark.parametrize(("set_of_systems", "spaces"), [("s36", 36), ("s38_cards38", 38)])
def test_every_space_has_its_own_point_on_the_map(set_of_systems, spaces):
    painter = painter_of("players4", **{"switches.system_set": set_of_systems})
    points = {painter.at(space) for space in painter.spaces}
    assert len(points) == spaces
    one, two = painter.at(0), painter.at(1)
    assert (two[0] > one[0], two[1]) == (True, one[1])


def test_black_holes_lie_between_their_systems(at, painter):
    holes = [place(each) for each in painter.pieces(at.state)[MAP] if each["role"] == "hole"]
    blocked = [k for k in range(at.rules.connections) if at.state.blocked[k]]
    assert len(holes) == len(blocked) > 0
    one, two = (painter.at(int(space)) for space in at.rules.ends[blocked[0]])
    assert holes[0] == ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)


def test_the_displays_and_the_row_of_a_seat(at, painter):
    words = " ".join(each["words"] for each in painter.pieces(at.state)[DISPLAY])
    assert all(card in words for card in at.display)
    row = painter.table(at.state)[1]
    assert row["VP"] == at.vp(1)
    assert all(card in row["hand"] for card in at.hand(1))
    homes = sum(int(each) == Marker.HOME for each in at.state.marker)
    assert (homes, row["race"]) == (3, at.races[at.state.players[1].race])
