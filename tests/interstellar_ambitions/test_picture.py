"""A picture shows the table: tokens on the track, planets, ships, claims, face-up cards, and each player."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.picture import AMBITIONS, OFFER, Painter
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Row
from tests.interstellar_ambitions.table import Table
from tests.pictures import place, shown


@pytest.fixture
def at():
    """Seat 0 with tokens in two cells, two planets and its Home World, and a damaged ship."""
    table = Table("players3")
    table.player(0).tokens[:] = 0
    table.put(0, "fleet strong", "fleet strong", "build basic").settle(0, "Lantern", 2).settle(0, "Forge World", 1)
    return table.muster(0, ("Destroyer", 1), "Strike Craft")


@pytest.fixture
def painter(at):
    return Painter(at.loaded)


def of(painter, at, panel):
    return {panel: painter.pieces(at.state)[panel]}


def test_tokens_lie_in_their_cells(painter, at):
    tokens = {place(each): (each["owner"], each["words"]) for each in shown(of(painter, at, "0"))}
    assert tokens == {
        painter._cell(Row.FLEET, Level.STRONG): (0, "2"),
        painter._cell(Row.BUILD, Level.BASIC): (0, "1"),
    }


def test_planets_have_names_and_levels_and_ships_their_damage(painter, at):
    words = [each["words"] for each in shown(of(painter, at, "0"), "text")]
    for name, level in at.planets(0).items():
        below = next(k + 1 for k, each in enumerate(words) if each.startswith(name))
        assert words[below].startswith(f"{level}/")
    assert words[-2:] == ["Destroyer!", "Strike Craft"]
    planets = [each for each in shown(of(painter, at, "0"), "circle") if each["role"].startswith("disc")]
    assert len(planets) == len(at.planets(0)) == 3


def test_a_claim_is_marked_at_its_ambition(painter, at):
    ambition = int(at.state.ambition[2])
    at.player(1).claimed = 1 << ambition
    marks = list(shown(of(painter, at, AMBITIONS)))
    rows = {each["y"]: each["words"] for each in shown(of(painter, at, AMBITIONS), "text")}
    assert [each["owner"] for each in marks] == [1]
    assert rows[marks[0]["y"]].startswith(at.ambitions[ambition])


def test_face_up_cards_are_listed(painter, at):
    words = " ".join(each["words"] for each in shown(of(painter, at, OFFER), "text"))
    assert all(name in words for market in Market for name in at.market(market))


def test_an_action_is_framed_on_the_track(painter, at):
    at.turn(0)
    option = next((each.copy() for each in at._options() if each.kind == Kind.ACT), None)
    while option is None:
        at.choose(at.options[0])
        option = next((each.copy() for each in at._options() if each.kind == Kind.ACT), None)
    (shape,) = painter.traces(at.state, option, at.state)["0"]
    x, y = painter._cell(int(option.a), int(option.b))
    assert shape["points"][0] < x < shape["points"][2]
    assert shape["points"][1] < y < shape["points"][5]


def test_the_row_and_the_colour_of_a_player(painter, at):
    at.give(0, food=3, coins=1)
    row = painter.table(at.state)[0]
    assert [row[name] for name in at.resources(0)] == list(at.resources(0).values())
    assert row["player"].lower() == painter.colours(at.state)[0]
    assert all(card in row["hand"] for card in at.hand(0))
