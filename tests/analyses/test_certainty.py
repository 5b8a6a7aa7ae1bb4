"""One family-wise error probability for all verdicts on the first pages of a report."""

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


def test_tables_of_dealt_and_drawn_components_count_with_those_of_win_shares(small_run):
    four, two, test = (scenario(small_run, name, HOME, SEAT, HOME + SEAT) for name in ("four", "two", "test"))
    sections = [
        section("rates", "four", by=[SEAT, ["captures"]], dealt=True),  # the table by seat is counted already
        section("rates", "four", by=[["strategy"]]),
        section("flags", "two", columns=["cards"], dealt=True),
        section("draws", "four", by=[HOME, ["home", "strategy"]]),
    ]
    judged = hold_together(StudyRuns({each.name: each for each in (four, two, test)}), sections, [four, two])
    assert judged.together == 5 + 3
    assert [each.alpha for each in judged.scenarios.values()] == [ALPHA / 8, ALPHA / 8, ALPHA]


def test_a_verdict_among_many_tables_needs_more_games(small_run):
    one = scenario(small_run, "four", SEAT)
    many = hold_together(StudyRuns({"four": one}), [section("draws", "four", by=[[str(k)]]) for k in range(600)], [one])
    single, together = (each.rates(SEAT) for each in (one, many.scenarios["four"]))
    judged = ["verdict", "games_needed"]
    assert single.drop(columns=judged).equals(together.drop(columns=judged))
    assert list(together["verdict"]) == list(rates(small_run, SEAT, alpha=ALPHA / 601)["verdict"])
    assert many.scenarios["four"].rates(HOME + SEAT).equals(one.rates(HOME + SEAT))  # no page shows this table
    needed = [list(each["games_needed"]) for each in (single, rates(small_run, SEAT), together)]
    assert needed[0] == needed[1] != needed[2]


def test_each_drawn_column_is_listed_once():
    assert drawn_columns(section("draws", "four", by=[HOME, ["strategy", "home"]])) == ["home", "strategy"]


def test_family_wise_intervals_use_the_bonferroni_correction():
    table = pd.DataFrame({"difference": [0.1, np.nan, -0.2], "games": 100, "low": [0.0, np.nan, -0.3], "high": 0.2})
    corrected = for_all(table, 0.01)
    wider = stats.norm.ppf(1 - 0.01 / 4) / stats.norm.ppf(0.975)
    assert list(corrected.index) == [0, 2]
    assert list(corrected["low"]) == pytest.approx([0.1 - 0.1 * wider, -0.2 - 0.1 * wider])
    assert list(corrected["high"]) == pytest.approx([0.1 + 0.1 * wider, -0.2 + 0.4 * wider])
