"""The page on what works well, of a small run whose tables are set by hand."""

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
    """A scenario in which nothing is sure: no verdict is decided, and the cap may stop two games of a hundred."""
    scenario = Scenario("four", "Four", [], small_run)
    for column in ("home", "seat", "strategy"):
        judge(scenario, column, [])
    capped = scenario.ask(about).set_index("quantity")
    capped.loc["share of capped games", ["value", "low", "high"]] = 0.01, 0.005, 0.02
    scenario._answers[about, ()] = capped.reset_index()
    return scenario


def judge(scenario, column, balanced):
    """Makes levels of a column balanced, the first with a share of 0.25 and each other one with more, and no others."""
    table = scenario.rates([column]).assign(verdict="undecided")
    for place, level in enumerate(balanced):
        here, share = table[column] == level, 0.25 + 0.002 * place
        table.loc[here, ["verdict", "share", "low", "high"]] = "balanced", share, share - 0.005, share + 0.005
    scenario._answers[judged_rates, ((column,),), ("alpha", ALPHA)] = table


def skill_table(verdict="balanced", capped=0.0):
    """A table of skill by home whose only level is `sensible`, of whose 400 games the cap stops so many."""
    table = pd.DataFrame({"skill": "sensible", "home": HOMES, "share": 0.25, "games": 400, "verdict": verdict})
    course = {"skill": "sensible", "games": 400, "capped": capped, "capped_low": capped / 2, "capped_high": 2 * capped}
    table.attrs["courses"] = [course]
    return table


def page(scenario, *asked, compared=(), **runs):
    return merits(StudyRuns({"four": scenario}, **runs), compared, asked, headlines=[scenario], judges={})


def lines(*args, **kwargs):
    return page(*args, **kwargs)[-1].lines


def test_where_nothing_is_sure_there_is_no_page(four):
    assert page(four) == []


def test_what_is_balanced_is_named_with_shares_and_drawn(four):
    judge(four, "home", HOMES[:2])
    judge(four, "strategy", ["sensible"])
    heading, figure, text = page(four)
    assert (heading, figure.name) == (Heading("What works well"), "merits")
    assert isinstance(figure, Chart) and isinstance(text, Text)
    balanced, tested = text.lines
    assert balanced == (
        "Balanced by home, for sure to within 2 points: with four 2 of 4 (Algol and Regulus), from 25.0 % (24.5 to "
        "25.5) for Algol to 25.2 % (24.7 to 25.7) for Regulus where 25.0 % is fair."
    )
    assert tested == "Put to better play and other data: by home with four nothing of the kind was tried."


@pytest.mark.parametrize("seats", [[1, 2, 3], [1, 2, 3, 4]])
def test_the_turn_order_is_balanced_as_a_whole_or_not_at_all(four, seats):
    judge(four, "seat", seats)
    found = page(four)
    assert bool(found) == (len(seats) == 4)
    assert not found or found[-1].lines[0].startswith(
        "Balanced by seat, for sure to within 2 points: with four all 4, from"
    )


def test_what_better_play_or_other_data_turn_is_no_merit_and_what_they_leave_open_is_said(four):
    """Algol turns under other data, Regulus holds, Antares is open as play gets better."""
    judge(four, "home", HOMES[:3])
    skills = skill_table(["balanced", "balanced", "undecided", "undecided"])
    data = pd.DataFrame({"home": HOMES[:3], "verdict_base": "balanced", "survives": ["no", "yes", "yes"]})
    runs = {"skills": {("skill", "four"): [(["home"], skills)]}}
    balanced, tested = lines(four, compared=[OtherData("four", "stars", [], [], data)], **runs)
    assert "with four 2 of 4 (Regulus and Antares), from" in balanced
    assert tested == (
        "Put to better play and other data: by home from sensible play up 1 of 2 stays balanced "
        "wherever that is decided, the other undecided there, and under other assumed data 2 of 2 stay balanced "
        "wherever that is decided."
    )


@pytest.mark.parametrize(("homes", "words"), [(1, "the only one is"), (3, "all 3 are")])
def test_where_nothing_stays_balanced_for_sure_all_is_undecided(four, homes, words):
    judge(four, "home", HOMES[:homes])
    _, tested = lines(four, skills={("skill", "four"): [(["home"], skill_table("undecided"))]})
    assert tested == f"Put to better play and other data: by home from sensible play up {words} undecided."


def test_the_course_is_told_as_far_as_its_intervals_are_on_the_good_side(four):
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
        "Open for long: with four 48.0 % (46.0 to 49.0) of the games are decided at half-time, by stars, no more.",
        "Comebacks: with four 40.0 % (38.0 to 42.0) against 75.0 % of the games are won by who is behind in stars at "
        "half-time; the second number is what it would be if the first half did not count.",
        "Alike in length: with four 10 to 15 rounds are what half of the games last.",
    ]
    four._answers[measure, ()] = Quality(summary, pd.DataFrame(), decided.assign(leader=[0.4, 0.94]))
    assert " against 75.0 % (at the end 94.0 % of those who lead win) of the games" in lines(four, COURSE)[1]
    assert page(four) == []  # where no section asks for it
    summary["low"] -= 0.02
    four._answers[measure, ()] = Quality(summary, pd.DataFrame(), decided.assign(decided_high=0.5))
    assert page(four, COURSE) == []


def test_the_cap_is_told_where_it_surely_stops_hardly_any_game(four):
    table = four.ask(about).set_index("quantity")
    table.loc["share of capped games", ["value", "low", "high"]] = 0.001, 0.0005, 0.01
    four._answers[about, ()] = table.reset_index()
    told = ["Ended by the rules: with four 0.1 % (at most 1) of the games are stopped by the cap."]
    assert lines(four) == told
    better = {
        capped: {"skills": {("skill", "four"): [(["home"], skill_table("open", capped))]}} for capped in (0.02, 0.021)
    }
    assert lines(four, **better[0.02]) == told
    assert page(four, **better[0.021]) == []  # better players leave more than a few games to the cap


def test_strategies_of_like_worth_are_told_where_there_are_several(four):
    judge(four, "strategy", ["sensible", "raider"])
    (line,) = lines(four)
    assert line.startswith("Balanced by strategy, for sure to within 2 points: with four 2 of ")


def test_cards_near_their_worth_are_near_it_all_at_once(four, monkeypatch):
    """A is near; B would be by itself, but not among three; C is far away; D is never dealt."""
    monkeypatch.setattr(module, "flag_words", lambda result, column: tuple("ABCD"))
    table = pd.DataFrame({"cards": list("ABCD"), "games": 9, "difference": [0.001, 0.009, 0.05, None]})
    table["low"], table["high"] = table["difference"] - 0.01, table["difference"] + 0.01
    four._answers[flags, ("cards", tuple("ABCD"))] = table
    near = "with four 1 of 3 (A), +0.1 points (-0.9 to +1.1); who has it wins as often as who has not"
    assert lines(four, DEALT) == [f"Near its worth, cards: {near}, for sure to within 2 points."]
    assert page(four, dataclasses.replace(DEALT, dealt=False)) == []


def test_what_is_drawn_moves_nothing_where_every_share_is_unchanged(four, monkeypatch):
    monkeypatch.setattr(module, "find_draw", lambda result: SimpleNamespace(name="event"))
    table = pd.DataFrame({"event": ["A", "A", "B", "B"], "verdict": ["unchanged"] * 3 + ["undecided"]})
    four._answers[draw_shares, ("strategy",), ("alpha", ALPHA)] = table
    assert lines(four, DRAWN) == [
        "Drawn for all, by strategy: with four 1 of 2 (A) move no win share by 2 points or more, for sure."
    ]
