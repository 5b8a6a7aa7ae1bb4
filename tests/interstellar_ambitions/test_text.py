"""Lines of the log name the clause that they carry out."""

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.text import Narrator
from tests.interstellar_ambitions.battle import act, fall, front
from tests.interstellar_ambitions.table import Table, bare_table

SPENT = ("Strike Craft", 1)
FULL = ["Battleship"] * 7


def compensated(setup, place):
    """Return a table at the first compensation of the player at a place in the turn order; seat 1 starts."""
    at = Table(setup, at_setup=True)
    while at.prompt != (place - 1, "compensation") and at.prompt != (place - 1, "head start"):
        at.choose(at.options[0])
    return at


def test_ambitions_describe_their_requirements():
    """IAM-24.2, IAM-24.5: Their numbers are read from the rules, also in a variant."""
    requirements = GAME.conditions(tables.load(GAME, variant="corsair_king_4"))
    assert len(requirements) == 18
    assert requirements["ambitions.Corsair King"] == "resources looted in the turn: 4"
    assert requirements["ambitions.Shadow Master"] == "SHADOW medals: 4"
    assert requirements["ambitions.Development Guru"] == "levels of all planets together: 15"


@pytest.mark.parametrize(("place", "clause"), [(2, "IAM-12.6"), (3, "IAM-12.7"), (4, "IAM-12.8"), (5, "IAM-12.9"),
                                               (6, "IAM-12.10")])  # fmt: skip
def test_compensation_names_the_clause_of_its_seat(place, clause):
    """IAM-12.6, IAM-12.7, IAM-12.8, IAM-12.9, IAM-12.10."""
    at = compensated("players6", place)
    assert f"({clause})" in at.log_line(at.options[0])
    while at.prompt[1] == "head start":
        at.choose(at.options[0])
    assert at.prompt == (place - 1, "compensation")
    assert f"({clause})" in at.log_line(at.options[0])


@pytest.mark.parametrize(("how", "clause"), [("raid 1", "IAM-21.3"), ("invade 1", "IAM-22.3")])
def test_an_emergency_ship_names_the_clause_of_its_battle(how, clause):
    """IAM-21.3, IAM-22.3."""
    at = act(front([SPENT] * 2, [SPENT]).stack_emergencies("Volunteer Wing"))
    assert (
        f"Volunteer Wing comes to the aid of {Narrator(at.loaded).names.seat(at.state, 1)} ({clause})"
        in at.log_line(how)
    )


@pytest.mark.parametrize(("how", "strong", "words"), [
    ("raid 1", True, "the RAID succeeds (IAM-21.16)"),
    ("raid 1", False, "the RAID fails (IAM-21.18)"),
    ("invade 1", True, "the INVADE succeeds (IAM-22.5)"),
    ("invade 1", False, "the INVADE fails (IAM-22.7)"),
])  # fmt: skip
def test_a_result_names_the_clause_of_its_winner(how, strong, words):
    """IAM-21.16, IAM-21.18, IAM-22.5, IAM-22.7."""
    at = front(["Destroyer"] if strong else [SPENT], [SPENT] if strong else ["Destroyer"], "moderate")
    assert words in fall(act(at), [1] * 3).log_line(how)


def test_room_for_an_emergency_ship_names_its_clause():
    """IAM-21.5, IAM-7.2."""
    at = act(front([SPENT] * 2, [SPENT, *FULL]).stack_emergencies("Volunteer Wing")).choose("raid 1")
    assert "gives up Battleship to make room (IAM-21.5)" in at.log_line("scrap Battleship")
    assert "goes without the new ship (IAM-21.5)" in at.log_line("no")
    at = bare_table().muster(0, "Strike Craft", *FULL).give(0, ore=9).put(0, "build moderate").turn(0)
    at.choose("advance plans", "done", "act build moderate", "build Strike Craft")
    assert "gives up Battleship to make room (IAM-17.7)" in at.log_line("scrap Battleship")


@pytest.mark.parametrize(("points", "fleets", "words"), [
    ((1, 0, 0), ([], [], []), "won (IAM-1.2)"),
    ((1, 1, 0), (["Destroyer"], [], []), "won (IAM-26.8)"),
    ((1, 1, 0), ([], [], []), "won (IAM-26.8)"),
])  # fmt: skip
def test_a_victory_names_the_tie_break_only_after_a_tie(points, fleets, words):
    """IAM-1.2, IAM-26.8."""
    at = bare_table(max_rounds=2)
    for seat in range(3):
        at.muster(seat, *fleets[seat])
        at.player(seat).medals[0] = points[seat]
    while not at.state.over:
        at.choose(
            next(words for words in ("done", "no", "advance plans", "plan", at.options[0]) if words in at.options)
        )
    assert words in Narrator(at.loaded).ending(at.state)
