"""Findings on expected equalities, for a small run whose homes win equally often or never."""

import dataclasses

import polars as pl
import pytest

from starbalance.analyses.report.scenario import Scenario, self_test
from starbalance.simulator.runs.result import View

PAIRS = [["Algol", "Antares"], ["Algol", "Pavo"], ["Regulus", "Pavo"]]


@dataclasses.dataclass(frozen=True)
class Split(View):
    """A run whose homes share every win, except the homes `without` credit."""

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
def pair_findings(small_run):
    """A function that returns the findings on pairs of homes if some homes never win."""

    def of(*without, pairs=PAIRS):
        lines, _ = self_test(*compared(small_run, without, pairs))
        return lines

    return of


def compared(run, without, pairs):
    """Return the arguments of `self_test` if some homes of a run never win."""
    scenarios = {"four": Scenario("four", "Four", [], Split(run, without))}
    return scenarios, [{"scenario": "four", "pairs": pairs, "why": "the board"}]


@pytest.mark.parametrize(("without", "doubt"), [((), False), (("Antares",), False), (("Algol",), True)])
def test_more_differences_than_chance_explains_are_doubtful(small_run, without, doubt):
    """One of three intervals misses in 14% of reports, two of three in 0.73%."""
    _, is_doubtful = self_test(*compared(small_run, without, PAIRS))
    assert is_doubtful == doubt


def test_a_nonzero_difference_is_reported_with_its_probability_under_equality(pair_findings):
    *lines, last = pair_findings("Antares")
    assert [" does not include 0, the value expected from the board" in line for line in lines] == [True, False, False]
    assert last.startswith("Differences that should be 0: 1 of 3 intervals (95% each) excludes 0. ")
    assert "at least 1 of 3 excludes 0 in about 14% of reports" in last, "1 - 0.95 ** 3"


def test_several_nonzero_differences_have_a_smaller_probability(pair_findings):
    last = pair_findings("Algol")[-1]
    assert ": 2 of 3 intervals (95% each) exclude 0. " in last
    assert "at least 2 of 3 exclude 0 in about 0.73% of reports" in last


def test_equal_values_are_reported_with_the_probability_of_an_exclusion(pair_findings):
    last = pair_findings(pairs=PAIRS[:2])[-1]
    assert ": none of 2 intervals (95% each) excludes 0. " in last
    assert "at least 1 of 2 excludes 0 in about 9.8%" in last


def test_a_study_without_equal_values_has_no_such_findings():
    assert self_test({}, []) == ([], False)
