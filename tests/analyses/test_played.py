"""Report sections on skill, randomness and flights: their elements, from made-up tables."""

import pandas as pd

from starbalance.analyses.presentation.document import Chart, Table, Text
from starbalance.analyses.questions.board import board, ends
from starbalance.analyses.questions.skill_gap import exchange, skill_gap
from starbalance.analyses.report.content import content
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Flights, Randomness, SkillGap
from tests.analyses.test_skill_gap import played


def section_content(kind, name, more, **tables):
    """Return the elements of a section of a scenario with 1,000 games."""
    section = kind(name=name, title="Title", chapter="Chapter", scenarios=["three"], **more)
    runs = {key: {(name, "three"): table} for key, table in tables.items()}
    scenario = Scenario("three", "Three players", [], played(1000, [0.0, 1.0, 2.0]))
    return content(section, scenario, StudyRuns({"three": scenario}, **runs))


def test_a_section_on_the_gap_in_skill():
    text, *shown = section_content(SkillGap, "skill_gap", {"by": [["strategy"]]})
    assert text == Text(["The gap is the skill of a player minus the mean skill of the other players."])
    frames = {each.name.removeprefix("three-skill_gap-"): each.frame for each in shown if isinstance(each, Table)}
    assert list(frames) == ["by-gap", "by-strategy-and-gap", "exchange"] and len(shown) == len(frames)
    run = played(1000, [0.0, 1.0, 2.0])
    for name, table in zip(frames, (skill_gap(run), skill_gap(run, ["strategy"]), exchange(run)), strict=True):
        pd.testing.assert_frame_equal(frames[name], table)


def test_a_section_on_randomness():
    ends = {"low": 0.0, "high": 0.5, "in_all_low": 0.0, "in_all_high": 1.0}
    table = pd.DataFrame(
        [
            {"part": "deal", "share": 0.012, "in_all": 0.3, **ends},
            {"part": "flicks", "share": 0.0, "in_all": 0.7, **ends},
        ]
    )
    (element,) = section_content(Randomness, "randomness", {"games": 20}, randomness=table)
    assert (element.name, element.title) == ("three-randomness", "Three players: what decides the winner")
    pd.testing.assert_frame_equal(element.frame, table)
    assert set(element.percent) == set(table) - {"part"}


def test_a_section_on_flights():
    points = [("start", 100.0), ("planet", 200.0), ("stop", 150.0)]
    rows = [
        {"game": 0, "flight": 1, "ship": 0, "colour": "red", "radius": 8.0, "x": x, "y": 90.0, "what": what}
        for what, x in points
    ]
    *drawn, table = section_content(Flights, "flights", {"games": 2}, flights=pd.DataFrame(rows))
    assert [each.name for each in drawn] == [f"three-flights-{end}" for end in ("board", "heat", "one")]
    assert all(isinstance(each, Chart) and each.text for each in drawn)
    assert drawn[-1].text == "Flight 1 of game 0, the one with the most contacts."
    assert table.name == "three-flights-ends"
    pd.testing.assert_frame_equal(table.frame, ends(pd.DataFrame(rows)))
    assert len(board("ascending-empires", setup="three")) == 28
