"""A picture shows the table: ships at stars, fleets on paths, objectives with their claims, and cards."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.four_thousand_ad_leaders.picture import OBJECTIVES, PATHS, Painter
from tests.four_thousand_ad_leaders.table import GAME, position
from tests.pictures import place, shown


@pytest.fixture
def painter():
    return Painter(tables.load(GAME, "four"))


@pytest.fixture
def at():
    """Algol has three fleets on one square, one of them led; Regulus has ships at two stars and a claim."""
    at = position(
        stars={"Algol": {"Algol": 4, "Izar": 1}, "Regulus": {"Regulus": 9, "Vega": 2}},
        fleets={"Algol": [(1, "A-yellow", 3, "Corsair"), (1, "A-yellow", 5, None), (1, "B-red", 2, None)]},
        hands={"Regulus": ["Tactician"]},
        table=("Armada", "Two Fronts"),
    )
    at.player("Regulus").claims = 1 << at.objectives.index("Two Fronts")
    return at


def test_the_ships_at_a_star_lie_at_the_star(painter, at):
    pieces = painter.pieces(at.state)
    field = painter.field
    for home in at.homes:
        for star, ships in at.stands(home).items():
            drawn = [shape for shape in pieces[field.layer(at.star(star))] if place(shape) == field.at(at.star(star))]
            assert [(shape["owner"], shape["words"]) for shape in drawn] == [(at.seat(home), str(ships))]
    layers = {name: shapes for name, shapes in pieces.items() if name not in (PATHS, OBJECTIVES)}
    assert len(list(shown(layers))) == sum(len(at.stands(home)) for home in at.homes)


def test_fleets_on_one_square_lie_apart_with_their_leader_and_sector(painter, at):
    fleets = painter.pieces(at.state)[PATHS]
    assert [(each["owner"], each["words"]) for each in fleets] == [(0, "3"), (0, "5"), (0, "2")]
    assert len({place(each) for each in fleets}) == 3
    x, y = painter.paths.at(0, at.fleets("Algol")[0][0])
    assert all(abs(each["x"] - x) < 18 and abs(each["y"] - y) < 18 for each in fleets)
    assert fleets[0]["about"] == "3 ships of Algol from A-yellow under Corsair"


def test_open_objectives_have_the_marks_of_their_claims(painter, at):
    shapes = {OBJECTIVES: painter.pieces(at.state)[OBJECTIVES]}
    words = [each["words"] for each in shown(shapes, "text")]
    assert set(words[::2]) == at.open
    assert words[words.index("Two Fronts") + 1] == "stars with combats won in the turn as Attacker: 2"
    assert [(each["owner"], each["about"]) for each in shown(shapes)] == [(1, "Two Fronts: claimed by Regulus")]


def test_the_row_of_a_home(painter, at):
    rows = painter.table(at.state)
    assert [rows[0][name] for name in ("home", "stars", "ships", "in warp")] == ["Algol", 2, 15, 10]
    assert [rows[1][name] for name in ("claims", "claimed", "hand")] == [1, "Two Fronts", "Tactician"]
