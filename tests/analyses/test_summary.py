"""The findings of a report as data: `summary.json`."""

import json

import pytest

from starbalance.analyses.report.first_page import headline, messages, recommendation, trust
from starbalance.analyses.report.section import Rates
from starbalance.analyses.report.sentence import percent, points
from starbalance.analyses.report.summary import summary
from tests.stories import changed, other_data, race, scenario, skills, story, tried

SHIP = {"Tug": (0.6, "strong"), "Probe": (0.45, "weak", 9000), "Clipper": (0.5, "undecided")}
DEALT = Rates(name="dealt", title="Dealt", chapter="C", scenarios=["two"], by=[["rolls"]], dealt=True)


@pytest.fixture
def made_up():
    two = scenario(ship=SHIP, seat={"1": (0.42, "weak"), "2": (0.58, "strong")})
    return story(
        two,
        sections=[tried("two")],
        others=[changed(two, Tug=(0.6, 0.53, 0.01), Probe=(0.45, 0.44, 0.005))],
        skills=skills("two", Tug="strong", Probe=["weak", "strong"]),
        compared=[other_data("two", "seat", _1=("weak", "undecided"))],
    )


def test_the_summary_has_the_first_page(made_up):
    data = summary(made_up)
    assert list(data) == ["game", "headline", "messages", "recommendation", "trust", "change", "findings"]
    assert data["game"] == "comet-chase"
    assert (data["headline"], data["recommendation"]) == (headline(made_up), recommendation(made_up))
    assert (data["messages"], data["trust"]) == (messages(made_up), trust(made_up))


def test_the_summary_is_plain_data(made_up):
    assert json.loads(json.dumps(summary(made_up))) == summary(made_up)


def test_findings_of_played_games_are_plain_data():
    """Levels that are numbers are written as text."""
    base = scenario(ship=SHIP)
    data = summary(story(base, sections=[DEALT]))
    assert json.loads(json.dumps(data)) == data
    rolls = race().seats.to_pandas()["rolls"]
    assert {each["level"] for each in data["findings"] if each["column"] == "rolls"} == set(map(str, rolls))


def test_the_shares_are_those_of_the_tables(made_up):
    findings = {each["level"]: each for each in summary(made_up)["findings"]}
    assert list(findings) == ["Tug", "Probe", "Clipper", "1"]
    (two,) = made_up.headlines
    for column in ("ship", "seat"):
        for _, row in two.rates([column]).iterrows():
            if each := findings.get(row[column]):
                assert (each["column"], each["verdict"], each["games"]) == (column, row["verdict"], row["games"])
                assert [each[name] for name in ("share", "low", "high")] == pytest.approx(
                    [row[name] for name in ("share", "low", "high")]
                )
    assert {(each["setup"], each["players"], each["equal_share"], each["rules"]) for each in findings.values()} == {
        ("players2", 2, 0.5, "printed")
    }


def test_each_condition_has_an_outcome_or_was_not_tried(made_up):
    assert {each["level"]: each["trust"] for each in summary(made_up)["findings"]} == {
        "Tug": {"play": "holds", "strategies": "not tried", "data": "not tried"},
        "Probe": {"play": "changes", "strategies": "not tried", "data": "not tried"},
        "Clipper": {"play": "not tried", "strategies": "not tried", "data": "not tried"},
        "1": {"play": "not tried", "strategies": "not tried", "data": "undecided"},
    }


def test_each_finding_is_a_sentence_with_its_share_and_verdict(made_up):
    sentences = {each["level"]: each["finding"] for each in summary(made_up)["findings"]}
    for level, (share, verdict, *_) in SHIP.items():
        assert level in sentences[level] and percent(share) in sentences[level] and verdict in sentences[level]
    assert "too undecided" not in sentences["Clipper"]


def test_the_change_has_the_numbers_of_the_headline(made_up):
    change = summary(made_up)["change"]
    assert (change["variant"], change["title"]) == ("short", "A race to 30 instead of 50")
    assert (change["setup"], change["level"], change["games"]) == ("players2", "Tug", 60)
    numbers = [change[name] for name in ("before", "after", "difference", "low", "high")]
    assert numbers == pytest.approx([0.6, 0.53, -0.07, -0.08, -0.06])
    assert f"that by {points(change['difference'])}" in headline(made_up)


def test_without_a_change_that_helps_the_change_is_null():
    assert summary(story(scenario(ship=SHIP)))["change"] is None
    assert summary(story(scenario(ship={"Tug": (0.5, "balanced")})))["change"] is None


def test_a_verdict_from_other_rules_has_the_changed_values():
    printed = scenario("printed", ship={"Tug": (0.52, "undecided")}, seat={"1": (0.4, "weak")})
    judge = scenario("judge", variant="short", verdicts_of="printed", ship={"Tug": (0.6, "strong")})
    tug, seat = summary(story(printed, judge))["findings"]
    assert (tug["share"], tug["rules"]) == (0.6, {"switches.goal": 30})
    assert (seat["share"], seat["rules"]) == (0.4, "printed")
