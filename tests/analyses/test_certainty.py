"""One chance of error for all verdicts that the first pages of a report tell."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from starbalance.analyses.questions.rates import rates
from starbalance.analyses.report.certainty import drawn_columns, for_all, hold_together
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import KINDS
from starbalance.analyses.statistics.estimate import ALPHA

HOME, SEAT = ["home"], ["seat"]


def scenario(run, name, *by):
    return Scenario(name, name, by, run)


def section(kind, *scenarios, **more):
    return KINDS[kind](name=kind, title=kind, chapter="C", scenarios=scenarios, **more)


def test_what_is_dealt_and_drawn_counts_with_the_tables_of_win_shares(small_run):
    four, two, test = (scenario(small_run, name, HOME, SEAT, HOME + SEAT) for name in ("four", "two", "test"))
    asked = [
        section("rates", "four", by=[SEAT, ["captures"]], dealt=True),  # that by seat is there already
        section("rates", "four", by=[["strategy"]]),
        section("flags", "two", columns=["cards"], dealt=True),
        section("draws", "four", by=[HOME, ["home", "strategy"]]),
    ]
    found = hold_together(StudyRuns({each.name: each for each in (four, two, test)}), asked, [four, two])
    assert found.together == 5 + 3
    assert [each.alpha for each in found.scenarios.values()] == [ALPHA / 8, ALPHA / 8, ALPHA]


def test_a_verdict_among_many_tables_asks_for_more_games(small_run):
    one = scenario(small_run, "four", SEAT)
    many = hold_together(StudyRuns({"four": one}), [section("draws", "four", by=[[str(k)]]) for k in range(600)], [one])
    alone, together = (each.rates(SEAT) for each in (one, many.scenarios["four"]))
    judged = ["verdict", "games_needed"]
    assert alone.drop(columns=judged).equals(together.drop(columns=judged))
    assert list(together["verdict"]) == list(rates(small_run, SEAT, alpha=ALPHA / 601)["verdict"])
    assert many.scenarios["four"].rates(HOME + SEAT).equals(one.rates(HOME + SEAT))  # no page tells of these
    needed = [list(each["games_needed"]) for each in (alone, rates(small_run, SEAT), together)]
    assert needed[0] == needed[1] != needed[2]


def test_what_is_drawn_is_asked_once_of_each_column():
    assert drawn_columns(section("draws", "four", by=[HOME, ["strategy", "home"]])) == ["home", "strategy"]


def test_intervals_for_all_rows_are_those_of_bonferroni():
    table = pd.DataFrame({"difference": [0.1, np.nan, -0.2], "games": 100, "low": [0.0, np.nan, -0.3], "high": 0.2})
    found = for_all(table, 0.01)
    wider = stats.norm.ppf(1 - 0.01 / 4) / stats.norm.ppf(0.975)
    assert list(found.index) == [0, 2]
    assert list(found["low"]) == pytest.approx([0.1 - 0.1 * wider, -0.2 - 0.1 * wider])
    assert list(found["high"]) == pytest.approx([0.1 + 0.1 * wider, -0.2 + 0.4 * wider])
