"""The report page `What works well`, for a small run whose tables are set by hand."""

import dataclasses
from types import SimpleNamespace

import pandas as pd
import pytest

from starbalance.analyses.presentation.document import Chart, Heading, Text
from starbalance.analyses.questions.draws import draw_shares
from starbalance.analyses.questions.flags import flags
from starbalance.analyses.questions.quality import Quality, measure
from starbalance.analyses.questions.rates import about
from starbalance.analyses.report import merits as module
from starbalance.analyses.report import section
from starbalance.analyses.report.merits import merits
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import Scenario, StudyRuns, judged_rates
from starbalance.analyses.report.section import Draws, Flags
from starbalance.analyses.statistics.estimate import ALPHA

COURSE = section.Quality(name="quality", title="Course", chapter="C", scenarios=["four"])
DEALT = Flags(name="dealt", title="Dealt", chapter="C", scenarios=["four"], columns=["cards"], dealt=True)
DRAWN = Draws(name="drawn", title="Drawn", chapter="C", scenarios=["four"], by=[["strategy"]])
HOMES = ("Algol", "Regulus", "Antares", "Pavo")


@pytest.fixture
def four(small_run):
    """A scenario without significant results: no verdict is decided, and up to 2 % of games may be truncated."""
    scenario = Scenario("four", "Four", [], small_run)
    for column in ("home", "seat", "strategy"):
        judge(scenario, column, [])
    truncated = scenario.ask(about).set_index("quantity")
    truncated.loc["share of truncated games", ["value", "low", "high"]] = 0.01, 0.005, 0.02
    scenario._answers[about, ()] = truncated.reset_index()
    return scenario


def judge(scenario, column, balanced):
    """Make the given levels of a column balanced, with increasing shares from 0.25, and all other levels undecided."""
    table = scenario.rates([column]).assign(verdict="undecided")
    for place, level in enumerate(balanced):
        is_level, share = table[column] == level, 0.25 + 0.002 * place
        table.loc[is_level, ["verdict", "share", "low", "high"]] = "balanced", share, share - 0.005, share + 0.005
    scenario._answers[judged_rates, ((column,),), ("alpha", ALPHA)] = table


def skill_table(verdict="balanced", truncated=0.0):
    """Return a table of skill by home with the only level `sensible` and 400 games, a share of them truncated."""
    table = pd.DataFrame({"skill": "sensible", "home": HOMES, "share": 0.25, "games": 400, "verdict": verdict})
    course = {
        "skill": "sensible",
        "games": 400,
        "truncated": truncated,
        "truncated_low": truncated / 2,
        "truncated_high": 2 * truncated,
    }
    table.attrs["courses"] = [course]
    return table


def page(scenario, *sections, compared=(), **runs):
    return merits(StudyRuns({"four": scenario}, **runs), compared, sections, headlines=[scenario], judges={})


def lines(*args, **kwargs):
    return page(*args, **kwargs)[-1].lines


def test_there_is_no_page_without_significant_results(four):
    assert page(four) == []


def test_balanced_levels_are_listed_with_shares_and_a_chart(four):
    judge(four, "home", HOMES[:2])
    judge(four, "strategy", ["sensible"])
    heading, figure, text = page(four)
    assert (heading, figure.name) == (Heading("What works well"), "merits")
    assert isinstance(figure, Chart) and isinstance(text, Text)
    balanced, tested = text.lines
    assert balanced == (
        "Balanced by home, significantly within 2 points: with four 2 of 4 (Algol and Regulus), from 25.0% (24.5\u2013"
        "25.5) for Algol to 25.2% (24.7\u201325.7) for Regulus where an equal share is 25.0%."
    )
    assert tested == "Under better play and other data: by home with four not tried."


@pytest.mark.parametrize("seats", [[1, 2, 3], [1, 2, 3, 4]])
def test_the_turn_order_is_balanced_only_if_all_seats_are(four, seats):
    judge(four, "seat", seats)
    elements = page(four)
    assert bool(elements) == (len(seats) == 4)
    assert not elements or elements[-1].lines[0].startswith(
        "Balanced by seat, significantly within 2 points: with four all 4, from"
    )


def test_verdicts_that_change_are_omitted_and_undecided_ones_are_noted(four):
    """Algol changes under other data, Regulus holds, and Antares is undecided under better play."""
    judge(four, "home", HOMES[:3])
    skills = skill_table(["balanced", "balanced", "undecided", "undecided"])
    data = pd.DataFrame({"home": HOMES[:3], "verdict_base": "balanced", "survives": ["no", "yes", "yes"]})
    runs = {"skills": {("skill", "four"): [(["home"], skills)]}}
    balanced, tested = lines(four, compared=[OtherData("four", "stars", [], [], data)], **runs)
    assert "with four 2 of 4 (Regulus and Antares), from" in balanced
    assert tested == (
        "Under better play and other data: by home from sensible play upwards 1 of 2 stays balanced "
        "where decided, the other is undecided, and under other assumed data 2 of 2 stay balanced "
        "where decided."
    )


@pytest.mark.parametrize(("homes", "words"), [(1, "the only verdict is"), (3, "all 3 are")])
def test_verdicts_without_a_decided_test_are_called_undecided(four, homes, words):
    judge(four, "home", HOMES[:homes])
    _, tested = lines(four, skills={("skill", "four"): [(["home"], skill_table("undecided"))]})
    assert tested == f"Under better play and other data: by home from sensible play upwards {words} undecided."


def test_facts_on_the_course_are_listed_if_their_intervals_are_on_the_good_side(four):
    summary = pd.DataFrame(
        [
            ("rounds per game, first quartile", 10.0, 10.0, 10.0, False),
            ("rounds per game, third quartile", 15.0, 14.0, 15.0, False),
            ("won after being behind at half", 0.40, 0.38, 0.42, True),
        ],
        columns=["quantity", "value", "low", "high", "is_share"],
    )
    decided = pd.DataFrame({"tenth": [5, 10], "decided": [0.48, 1.0], "decided_low": [0.46, 1.0]})
    decided = decided.assign(decided_high=[0.49, 1.0], leader=[0.4, 0.95])
    four._answers[measure, ()] = Quality(summary, pd.DataFrame(), decided)
    assert lines(four, COURSE) == [
        "Open for long: with four 48.0% (46.0\u201349.0) of the games are decided at half-time, by stars.",
        "Comebacks: with four 40.0% (38.0\u201342.0) against 75.0% of the games are won by players behind in stars at "
        "half-time. The second number is the share if the first half had no effect.",
        "Similar lengths: with four 10 to 15 rounds in the middle half of the games.",
    ]
    four._answers[measure, ()] = Quality(summary, pd.DataFrame(), decided.assign(leader=[0.4, 0.94]))
    assert " against 75.0% (94.0% of the final leaders win) of the games" in lines(four, COURSE)[1]
    assert page(four) == []  # no section requests it
    summary["low"] -= 0.02
    four._answers[measure, ()] = Quality(summary, pd.DataFrame(), decided.assign(decided_high=0.5))
    assert page(four, COURSE) == []


def test_truncation_is_listed_if_it_is_significantly_rare(four):
    table = four.ask(about).set_index("quantity")
    table.loc["share of truncated games", ["value", "low", "high"]] = 0.001, 0.0005, 0.01
    four._answers[about, ()] = table.reset_index()
    expected = ["Ended by the rules: with four 0.1% (at most 1) of the games are truncated by the round limit."]
    assert lines(four) == expected
    better = {
        truncated: {"skills": {("skill", "four"): [(["home"], skill_table("open", truncated))]}}
        for truncated in (0.02, 0.021)
    }
    assert lines(four, **better[0.02]) == expected
    assert page(four, **better[0.021]) == []  # too many games of better players are truncated


def test_several_balanced_strategies_are_listed(four):
    judge(four, "strategy", ["sensible", "raider"])
    (line,) = lines(four)
    assert line.startswith("Balanced by strategy, significantly within 2 points: with four 2 of ")


def test_balanced_cards_use_family_wise_intervals(four, monkeypatch):
    """A is equal. B would be equal in isolation but not among three, C is not, and D is never dealt."""
    monkeypatch.setattr(module, "flag_words", lambda result, column: tuple("ABCD"))
    table = pd.DataFrame({"cards": list("ABCD"), "games": 9, "difference": [0.001, 0.009, 0.05, None]})
    table["low"], table["high"] = table["difference"] - 0.01, table["difference"] + 0.01
    four._answers[flags, ("cards", tuple("ABCD"))] = table
    near = "with four 1 of 3 (A), +0.1 points (-0.9 to +1.1); seats with it win as often as seats without it"
    assert lines(four, DEALT) == [f"Balanced value, cards: {near}, significantly within 2 points."]
    assert page(four, dataclasses.replace(DEALT, dealt=False)) == []


def test_a_draw_is_listed_if_it_changes_no_share(four, monkeypatch):
    monkeypatch.setattr(module, "find_draw", lambda result: SimpleNamespace(name="event"))
    table = pd.DataFrame({"event": ["A", "A", "B", "B"], "verdict": ["unchanged"] * 3 + ["undecided"]})
    four._answers[draw_shares, ("strategy",), ("alpha", ALPHA)] = table
    assert lines(four, DRAWN) == [
        "Drawn for all, by strategy: with four 1 of 2 (A) change every win share by significantly less than 2 points."
    ]
