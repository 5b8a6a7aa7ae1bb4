"""The page on what works well, for short runs whose tables are set by hand."""

import dataclasses
from types import SimpleNamespace

import pandas as pd
import pytest

from starbalance.analyses.presentation.document import Chart, Heading, Text
from starbalance.analyses.questions.draws import draw_shares
from starbalance.analyses.questions.flags import flags
from starbalance.analyses.questions.quality import Quality, measure
from starbalance.analyses.questions.rates import about
from starbalance.analyses.report import merits_page as module
from starbalance.analyses.report import section
from starbalance.analyses.report.merits_page import page
from starbalance.analyses.report.section import Draws, Flags
from starbalance.analyses.statistics.estimate import ALPHA
from tests.stories import other_data, scenario, skills, story

COURSE = section.Quality(name="quality", title="Course", chapter="C", scenarios=["two"])
DEALT = Flags(name="dealt", title="Dealt", chapter="C", scenarios=["two"], columns=["cargo"], dealt=True)
DRAWN = Draws(name="drawn", title="Drawn", chapter="C", scenarios=["two"], by=[["strategy"]])
BALANCED = {"Tug": (0.5, "balanced"), "Probe": (0.495, "balanced"), "Clipper": (0.51, "undecided")}


def two(**levels):
    """Return a scenario in which up to 20% of the games may be truncated."""
    return scenario(title="Two players", **levels)


def lines_of(of):
    elements = page(of, {})
    return list(elements[-1].lines) if elements else []


@pytest.mark.parametrize("verdict", ["undecided", "strong", "weak"])
def test_there_is_no_page_without_anything_that_works_well(verdict):
    assert page(story(two(ship={"Tug": (0.5, verdict)}, seat={"1": (0.5, verdict)})), {}) == []


@pytest.mark.parametrize(("verdict", "is_listed"), [("undecided", True), ("strong", False), ("weak", False)])
def test_a_seat_is_balanced_only_if_no_other_seat_is_imbalanced(verdict, is_listed):
    seats = {"1": (0.33, "balanced"), "2": (0.4, verdict), "3": (0.27, "undecided")}
    lines = lines_of(story(scenario("three", setup="players3", ship=BALANCED, seat=seats)))
    assert any("by seat" in line for line in lines) == is_listed
    assert any("by ship" in line for line in lines)


def test_balanced_levels_are_listed_by_setup_with_a_chart():
    three = scenario("three", setup="players3", title="Three players", ship={"Clipper": (0.33, "balanced")})
    heading, figure, text = page(story(two(ship=BALANCED), three), {})
    assert isinstance(heading, Heading) and isinstance(figure, Chart) and isinstance(text, Text)
    assert text.lines == ["Balanced by ship: Tug and Probe (two players); Clipper (three players)."]
    assert heading.page and "works well" in heading.text
    (axes,) = figure.figure.axes
    assert [each.get_text() for each in axes.get_yticklabels()] == ["Tug", "Clipper", "Probe"]


@pytest.mark.parametrize(
    ("results", "is_listed"),
    [
        ({}, True),
        ({"skills": skills("two", Tug=["balanced", "strong"])}, False),
        ({"skills": skills("two", Tug=["balanced", "undecided"])}, True),
        ({"skills": skills("two", Tug="balanced")}, True),
        ({"compared": [other_data("two", "ship", Tug=("balanced", "no"))]}, False),
        ({"compared": [other_data("two", "ship", Tug=("balanced", "yes"))]}, True),
        ({"compared": [other_data("two", "ship", Probe=("balanced", "no"))]}, True),
    ],
)
def test_a_level_is_listed_only_if_no_condition_changes_its_verdict(results, is_listed):
    _, figure, text = page(story(two(ship=BALANCED), **results), {})
    assert ("Tug" in text.lines[0]) == is_listed
    assert ("Tug" in [each.get_text() for each in figure.figure.axes[0].get_yticklabels()]) == is_listed


def test_a_level_with_a_page_keeps_its_colour_in_the_chart():
    _, figure, _ = page(story(two(ship=BALANCED)), {"Tug": "#d55e00"})
    colours = {each.get_text(): each.get_color() for each in figure.figure.axes[0].get_yticklabels()}
    assert colours["Tug"] == "#d55e00" != colours["Probe"]


@pytest.mark.parametrize(("verdicts", "is_listed"), [(("balanced", "balanced"), True), (("balanced", "strong"), False)])
def test_several_balanced_strategies_are_listed(verdicts, is_listed):
    strategy = dict(zip(("sensible", "bold"), ((0.5, verdict) for verdict in verdicts), strict=True))
    lines = lines_of(story(two(strategy=strategy)))
    assert lines == (["Balanced by strategy: sensible and bold (two players)."] if is_listed else [])


def quality(decided=0.49, comebacks=0.28, first=10.0):
    """Return the quality of games: the upper or lower ends of intervals on the good side, or on the other side."""
    summary = pd.DataFrame(
        [
            ("rounds per game, first quartile", first, first, first),
            ("rounds per game, third quartile", 15.0, 14.0, 15.0),
            ("won after being behind at half", 0.3, comebacks, 0.32),
        ],
        columns=["quantity", "value", "low", "high"],
    )
    tenths = pd.DataFrame({"tenth": [5, 10], "decided": [0.48, 1.0], "decided_high": [decided, 1.0]})
    return Quality(summary, pd.DataFrame(), tenths)


@pytest.mark.parametrize(
    ("facts", "phrases"),
    [
        ({"decided": 0.49, "comebacks": 0.2, "first": 5.0}, ["still open at half-time; decided are 48% (two players)"]),
        ({"decided": 0.5, "comebacks": 0.28, "first": 5.0}, ["30% (two players)"]),
        ({"decided": 0.5, "comebacks": 0.2, "first": 10.0}, ["10 to 15 rounds (two players)"]),
        ({"decided": 0.5, "comebacks": 0.25, "first": 9.9}, []),
    ],
)
def test_a_fact_on_the_course_is_listed_if_its_interval_is_on_the_good_side(facts, phrases):
    base = two()
    base._answers[measure, ()] = quality(**facts)
    lines = lines_of(story(base, sections=[COURSE]))
    assert len(lines) == len(phrases)
    assert all(phrase in line for phrase, line in zip(phrases, lines, strict=True))
    assert page(story(base), {}) == []  # no section asks for it


def test_the_course_of_games_with_other_rules_is_not_listed():
    base, other = two(), scenario("other", variant="short")
    other._answers[measure, ()] = quality()
    of_other = dataclasses.replace(COURSE, scenarios=["other"])
    assert page(story(base, others=[other], sections=[of_other]), {}) == []


@pytest.mark.parametrize(("high", "truncated", "is_listed"), [(0.01, 0, True), (0.011, 0, False), (0.01, 0.4, False)])
def test_endings_by_the_rules_are_listed_if_truncated_games_are_rare_among_all_players(high, truncated, is_listed):
    base = two()
    table = base.ask(about).set_index("quantity")
    table.loc["share of truncated games", ["value", "low", "high"]] = 0.001, 0.0005, high
    base._answers[about, ()] = table.reset_index()
    lines = lines_of(story(base, skills=skills("two", Tug="undecided", truncated=truncated)))
    assert lines == (
        ["Games end by the rules: the round limit stops at most 1% of the games (two players)."] if is_listed else []
    )


def test_a_length_that_the_rules_fix_is_not_listed():
    base = two()
    table = base.ask(about).set_index("quantity")
    table.loc["share of truncated games", ["value", "low", "high"]] = 0.0, 0.0, 0.001
    table.loc["rounds per game", ["value", "low", "high"]] = 5.0
    base._answers[about, ()], base._answers[measure, ()] = table.reset_index(), quality(first=15.0)
    lines = lines_of(story(base, sections=[COURSE]))
    assert [line.split(":")[0] for line in lines] == ["Open for long", "Comebacks"]


def test_components_without_advantage_have_family_wise_intervals(monkeypatch):
    """Ice is equal. Iron would be equal by itself but not among three, Helium is not, and Argon is never dealt."""
    names = ("Ice", "Iron", "Helium", "Argon")
    monkeypatch.setattr(module, "flag_words", lambda result, column: names)
    table = pd.DataFrame({"cargo": names, "games": 9, "difference": [0.001, 0.009, 0.05, None]})
    base = two()
    base._answers[flags, ("cargo", names)] = table.assign(
        low=table["difference"] - 0.01, high=table["difference"] + 0.01
    )
    assert lines_of(story(base, sections=[DEALT])) == ["No advantage by cargo: Ice (two players)."]
    assert page(story(base, sections=[dataclasses.replace(DEALT, dealt=False)]), {}) == []


def test_a_draw_is_listed_if_it_changes_no_share(monkeypatch):
    monkeypatch.setattr(module, "find_draw", lambda result: SimpleNamespace(name="event"))
    base = two()
    table = pd.DataFrame({"event": ["A", "A", "B", "B"], "verdict": ["unchanged"] * 3 + ["undecided"]})
    base._answers[draw_shares, ("strategy",), ("alpha", ALPHA)] = table
    (line,) = lines_of(story(base, sections=[DRAWN]))
    assert "by strategy: A (two players)" in line and "B" not in line
