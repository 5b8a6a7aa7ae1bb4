"""A picture shows the table: the ships at each star, the warps on each path, and a row for each home."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.four_thousand_ad.picture import PATHS, Painter
from starbalance.simulator.games.four_thousand_ad.state import Kind
from tests.four_thousand_ad.table import GAME, position
from tests.pictures import place, shown


@pytest.fixture
def painter():
    return Painter(tables.load(GAME, "independents4"))


@pytest.fixture
def at():
    """Algol and Regulus with ships at three stars each and warps on the way."""
    stars = {"Algol": {"Algol": 4, "Mirfak": 2, "Izar": 1}, "Regulus": {"Regulus": 12}}
    return position(stars=stars, warps={"Regulus": [(2, "C-yellow", 3), (2, "A-red", 5)]})


def test_the_ships_at_a_star_lie_at_the_star(painter, at):
    pieces = painter.pieces(at.state)
    for home in at.homes:
        for star, ships in at.fleets(home).items():
            field = painter.field
            drawn = [shape for shape in pieces[field.layer(at.star(star))] if place(shape) == field.at(at.star(star))]
            assert [(shape["owner"], shape["words"]) for shape in drawn] == [(at.seat(home), str(ships))]


def test_no_other_ships_are_drawn(painter, at):
    at.state.surrendered[at.star("Spica")] = 7
    pieces = painter.pieces(at.state)
    drawn = [(each.get("owner"), int(each["words"])) for each in shown(pieces)]
    on_board = [(at.seat(home), ships) for home in at.homes for ships in at.fleets(home).values()]
    assert sorted(drawn, key=str) == sorted([*on_board, (None, 7), (1, 3), (1, 5)], key=str)


def test_warps_are_drawn_on_their_space_with_their_sector_of_departure(painter, at):
    warps = [each for each in painter.pieces(at.state)[PATHS] if each["shape"] == "piece"]
    x, y = painter.paths.at(at.seat("Regulus"), 1)
    assert [abs(each["x"] - x) for each in warps] == [9, 9]
    assert {each["y"] for each in warps} == {y - 4}
    about = [each["about"].partition(", bound")[0] for each in warps]
    assert about == ["3 ships of Regulus from C-yellow", "5 ships of Regulus from A-red"]


def test_the_board_has_every_star_and_each_home_in_its_colour(painter, at):
    board = painter.board(at.state)
    names = {shape["words"] for panel in board.values() for shape in panel.shapes if shape["shape"] == "text"}
    assert set(at.stars) <= names
    rings = [shape for panel in board.values() for shape in panel.shapes if shape["role"] == "home"]
    assert {(ring["owner"], place(ring)) for ring in rings} == {
        (at.seat(home), painter.field.at(at.star(home))) for home in at.homes
    }


@pytest.mark.parametrize(("star", "shapes"), [("Mirfak", ["line"]), ("Vega", ["line"]), ("Izar", ["circle", "circle"])])
def test_a_plan_is_an_arrow_within_a_layer_and_two_rings_between_layers(painter, at, star, shapes):
    at.choose("depart Algol")
    option = next(each for each in at._options() if each.kind == Kind.HEAD_FOR and each.a == at.star(star)).copy()
    traces = painter.traces(at.state, option, at.state)
    assert [each["shape"] for by_panel in traces.values() for each in by_panel] == shapes
    if shapes == ["circle", "circle"]:
        ends = [painter.field.at(at.star(end)) for end in ("Algol", star)]
        assert [place(each) for each in shown(traces, "circle")] == ends


def test_the_row_of_a_home(painter, at):
    row = painter.table(at.state)[at.seat("Regulus")]
    assert (row["home"], row["stars"], row["ships"], row["in hyperspace"]) == ("Regulus", 1, 20, 8)
    assert (row["held by"], row["state"]) == ("Regulus", "in play")
