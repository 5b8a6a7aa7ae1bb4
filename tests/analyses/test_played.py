"""Report sections on skill, randomness and flights: their elements and sentences, from made-up tables."""

import pandas as pd

from starbalance.analyses.presentation.document import Chart, Table
from starbalance.analyses.questions.board import board
from starbalance.analyses.report.content import content
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Flights, Randomness, SkillGap
from tests.analyses.test_skill_gap import played


def section_content(kind, name, more, **tables):
    """Return (types and names of the elements, the sentence) of a section of a scenario with 1,000 games."""
    section = kind(name=name, title="Title", chapter="Chapter", scenarios=["three"], **more)
    runs = {key: {(name, "three"): table} for key, table in tables.items()}
    scenario = Scenario("three", "Three players", [], played(1000, [0.0, 1.0, 2.0]))
    elements, sentence = content(section, scenario, StudyRuns({"three": scenario}, **runs))
    return [(type(each), each.name) for each in elements], sentence


def test_a_section_on_the_gap_in_skill():
    elements, sentence = section_content(SkillGap, "skill_gap", {"by": [["strategy"]]})
    name = "three-skill_gap"
    for end in ("by-gap", "by-strategy-and-gap", "exchange"):
        assert (Chart, f"{name}-{end}") in elements and (Table, f"{name}-{end}") in elements
    assert sentence.startswith("at least 2 points of skill behind the other players ") and "equal skill " in sentence
    assert "A point of skill adds 0." in sentence and "The last, poor, needs " in sentence


def test_a_section_on_randomness():
    ends = {"low": 0.0, "high": 0.5, "in_all_low": 0.0, "in_all_high": 1.0}
    table = pd.DataFrame(
        [
            {"part": "deal", "share": 0.012, "in_all": 0.3, **ends},
            {"part": "flicks", "share": 0.0, "in_all": 0.7, **ends},
        ]
    )
    elements, sentence = section_content(Randomness, "randomness", {"games": 20}, randomness=table)
    assert elements == [(Chart, "three-randomness"), (Table, "three-randomness")]
    assert sentence == "by itself and together with the other parts, flicks 0.0% and 70.0%, deal 1.2% and 30.0%"


def test_a_section_on_flights():
    points = [("start", 100.0), ("planet", 200.0), ("stop", 150.0)]
    rows = [
        {"game": 0, "flight": 1, "ship": 0, "colour": "red", "radius": 8.0, "x": x, "y": 90.0, "what": what}
        for what, x in points
    ]
    elements, sentence = section_content(Flights, "flights", {"games": 2}, flights=pd.DataFrame(rows))
    assert [name for _, name in elements] == [f"three-flights-{end}" for end in ("board", "heat", "one", "ends")]
    assert sentence == "of 100 flights, 100.0 planet" and len(board("ascending-empires", setup="three")) == 28
