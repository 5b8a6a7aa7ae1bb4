"""Findings: the win share of each level in each setup, and the problems among them."""

import pytest

from starbalance.analyses.report.section import Rates
from tests.stories import other_data, scenario, skills, story

DEALT = Rates(name="dealt", title="Dealt", chapter="C", scenarios=["two"], by=[["rolls"], ["strategy"]], dealt=True)


def labels(findings):
    return [(each.scenario.name, each.name, each.verdict) for each in findings]


def test_there_is_a_finding_on_each_level_of_the_factor_and_seat_in_each_setup():
    two = scenario(ship={"Tug": (0.6, "strong")}, seat={"1": (0.5, "balanced"), "2": (0.5, "balanced")})
    three = scenario("three", setup="players3", ship={"Probe": (0.3, "undecided")}, seat={"1": (0.3, "weak")})
    findings = story(two, three).findings
    assert labels(findings) == [
        ("two", "Tug", "strong"),
        ("two", "seat 1", "balanced"),  # the first of two seats determines the second
        ("three", "Probe", "undecided"),
        ("three", "seat 1", "weak"),
    ]
    assert [each.equal_share for each in findings] == [0.5, 0.5, pytest.approx(1 / 3), pytest.approx(1 / 3)]
    assert [each.where for each in findings] == ["two", "two", "three", "three"]
    assert findings[0].away == pytest.approx(0.1)


def test_dealt_components_with_verdicts_have_findings_and_strategies_have_none():
    two = scenario(ship={"Tug": (0.6, "strong")}, strategy={"bold": (0.7, "strong")})
    table = two.rates(["rolls"])
    findings = story(two, sections=[DEALT]).findings
    assert [each.level for each in findings if each.column == "rolls"] == [str(each) for each in table["rolls"]]
    assert "strategy" not in {each.column for each in findings}
    other = scenario("other", ship={"Tug": (0.6, "strong")})
    assert {each.column for each in story(other, sections=[DEALT]).findings} == {"ship"}


def test_the_verdicts_on_the_factor_are_those_of_the_judging_games():
    """Verdicts on seats are those of the printed rules."""
    printed = scenario("printed", ship={"Tug": (0.52, "undecided", 7)}, seat={"1": (0.4, "weak")})
    judge = scenario(
        "judge", variant="short", verdicts_of="printed", ship={"Tug": (0.6, "strong")}, seat={"1": (0.5, "balanced")}
    )
    tug, seat = story(printed, judge).findings
    assert (tug.verdict, tug.where, tug.judge) == ("strong", "judge", judge)
    assert (seat.verdict, seat.where, seat.judge) == ("weak", "printed", printed)


@pytest.mark.parametrize(("variant", "games", "share"), [("short", 400, 0.52), ("short", 399, None), (None, 400, None)])
def test_the_share_under_the_printed_rules_is_known_if_the_verdict_is_from_other_games(variant, games, share):
    """A share of fewer than 400 games is not stated."""
    printed = scenario("printed", ship={"Tug": (0.52, "undecided", games)})
    judge = scenario("judge", variant=variant, verdicts_of="printed", ship={"Tug": (0.6, "strong")})
    assert story(printed, judge).findings[0].printed == share


def test_a_level_that_the_printed_games_lack_has_no_printed_share():
    printed = scenario("printed", ship={"Probe": (0.5, "balanced")})
    judge = scenario("judge", variant="short", verdicts_of="printed", ship={"Tug": (0.6, "strong")})
    assert story(printed, judge).findings[0].printed is None


def test_a_problem_is_an_imbalanced_level_in_all_setups_the_largest_first():
    two = scenario(ship={"Clipper": (0.53, "strong"), "Tug": (0.6, "strong"), "Probe": (0.45, "weak")})
    three = scenario(
        "three", setup="players3", ship={"Clipper": (0.49, "strong"), "Tug": (0.3, "weak"), "Probe": (0.5, "undecided")}
    )
    assert [labels(cases) for cases in story(two, three).problems] == [
        [("three", "Clipper", "strong"), ("two", "Clipper", "strong")],
        [("two", "Tug", "strong"), ("three", "Tug", "weak")],
        [("two", "Probe", "weak")],
    ]


@pytest.mark.parametrize(("share", "problems"), [(0.515, ["Tug"]), (0.53, ["seat 1", "Tug"])])
def test_a_level_of_another_factor_is_a_problem_only_above_the_margin(share, problems):
    two = scenario(ship={"Tug": (0.515, "strong")}, seat={"1": (share, "strong")})
    assert [cases[0].name for cases in story(two).problems] == problems


def test_a_balanced_or_undecided_level_is_no_problem():
    assert story(scenario(ship={"Tug": (0.9, "undecided"), "Probe": (0.51, "balanced")})).problems == []


def test_a_finding_has_the_outcome_of_each_condition_that_was_tried():
    ship = {"Tug": (0.6, "strong"), "Clipper": (0.55, "strong"), "Probe": (0.3, "weak")}
    two = scenario(ship=ship, seat={"1": (0.4, "weak")})
    data = [other_data("two", "ship", Tug=("strong", "yes")), other_data("two", "seat", _1=("weak", "no"))]
    play = skills("two", Tug="strong", Clipper=["strong", "weak"], Probe=["weak", "undecided"])
    made_up = story(two, compared=data, skills=play)
    assert {each.name: each.trust for each in made_up.findings} == {
        "Tug": {"play": "holds", "data": "holds"},
        "Clipper": {"play": "changes"},
        "Probe": {"play": "undecided"},
        "seat 1": {"data": "changes"},
    }
    assert (made_up.changed("data"), made_up.changed("play")) == (["seat 1"], ["Clipper"])
    assert (made_up.outcomes("data"), made_up.outcomes("strategies")) == (["holds", "changes"], [])
    assert (made_up.has_untried("data"), made_up.has_untried("play")) == (True, True)


def test_the_levels_that_change_are_in_the_order_of_the_largest_imbalance():
    two = scenario(ship={"Tug": (0.55, "strong"), "Probe": (0.3, "weak")}, seat={"1": (0.4, "weak")})
    three = scenario("three", setup="players3", ship={"Tug": (0.6, "strong")})
    data = [
        other_data("two", Tug=("strong", "no"), Probe=("weak", "no")),
        other_data("two", "seat", _1=("weak", "no")),
        other_data("three", Tug=("strong", "no")),
    ]
    assert story(two, three, compared=data).changed("data") == ["Tug", "Probe", "seat 1"]


def test_no_verdict_is_untried_if_each_decided_verdict_was_tried():
    two = scenario(ship={"Tug": (0.6, "strong"), "Probe": (0.5, "undecided")})
    made_up = story(two, skills=skills("two", Tug="strong", Probe="strong"))
    assert (made_up.has_untried("play"), made_up.has_untried("data")) == (False, True)


def test_the_setups_of_findings_are_in_the_order_of_the_study():
    two, three = scenario(ship={"Tug": (0.6, "strong")}), scenario("three", ship={"Tug": (0.7, "strong")})
    of = story(two, three)
    (cases,) = of.problems
    assert [case.where for case in cases] == ["three", "two"]
    assert of.setups(cases) == ["every setup"]
    assert (of.setups(cases[:1]), of.setups(cases[1:]), of.setups([])) == (["three"], ["two"], [])
    dealt = [
        scenario(name, title=f"{name.capitalize()}, cargo dealt", ship={"Tug": (0.6, "strong")})
        for name in ("two", "three")
    ]
    for scenarios, words in ((dealt, "every setup, cargo dealt"), ((dealt[0], three), "every setup")):
        of_all = story(*scenarios)
        assert of_all.setups(of_all.problems[0]) == [words]
    more = story(two, three, scenario("four", ship={}))
    assert more.setups(more.problems[0]) == ["two", "three"]
    alone = story(two)
    assert alone.setups(alone.problems[0]) == ["two"]
