"""What should be equal, of a small run in which a home wins as much as any, or nothing."""

import dataclasses

import polars as pl
import pytest

from starbalance.analyses.report.scenario import Scenario, equal_findings
from starbalance.simulator.runs.result import View

PAIRS = [["Algol", "Antares"], ["Algol", "Pavo"], ["Regulus", "Pavo"]]


@dataclasses.dataclass(frozen=True)
class Split(View):
    """A run in which homes share every win, all of them or all but some."""

    without: tuple[str, ...] = ()

    @property
    def factor(self):
        return self.result.factor

    def scan(self, table):
        rows = self.result.scan(table)
        return rows.with_columns(
            credit=pl.when(pl.col("home").cast(pl.String).is_in(self.without)).then(0.0).otherwise(0.25)
        )


@pytest.fixture
def told(small_run):
    """The findings on pairs of homes of a run in which some win nothing."""

    def of(*without, pairs=PAIRS):
        scenarios = {"four": Scenario("four", "Four", [], Split(small_run, without))}
        return equal_findings(scenarios, [{"scenario": "four", "pairs": pairs, "why": "the board"}])

    return of


def test_a_difference_that_is_not_0_is_told_with_how_often_that_is_chance(told):
    *lines, last = told("Antares")
    assert [" does not include 0, where the board puts it" in line for line in lines] == [True, False, False]
    assert last.startswith("Differences that should be 0: 1 of 3 intervals (95 % each) lies away from 0. ")
    assert "1 or more of 3 do by chance in about 14 % of reports" in last, "1 less 0.95 to the third"


def test_more_of_them_are_seldom_chance(told):
    last = told("Algol")[-1]
    assert ": 2 of 3 intervals (95 % each) lie away from 0. " in last
    assert "2 or more of 3 do by chance in about 0.73 % of reports" in last


def test_what_is_found_equal_could_have_been_missed_by_chance(told):
    last = told(pairs=PAIRS[:2])[-1]
    assert (
        ": none of 2 intervals (95 % each) lies away from 0. " in last
        and "1 or more of 2 do by chance in about 9.8 %" in last
    )


def test_a_study_without_equal_values_says_nothing_of_them():
    assert equal_findings({}, []) == []
