"""Imbalances by dealt components; tables of effects are set by hand. `test_draws` has tests of drawn components."""

import dataclasses

import pandas as pd
import pytest

from starbalance.analyses.questions.flags import flags
from starbalance.analyses.report import component
from starbalance.analyses.report.certainty import for_all
from starbalance.analyses.report.component import COLUMNS, out_of_line
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.section import Flags, Rates

CARDS = ("A", "B", "C", "D", "E")
DEALT = Flags(name="dealt", title="Dealt", chapter="C", scenarios=["four"], columns=["cards"], dealt=True)


@pytest.fixture
def four(small_run, monkeypatch):
    """A scenario in which A lowers, B raises and D hardly raises the win share; C and E (never dealt) are unsure."""
    monkeypatch.setattr(component, "flag_words", lambda result, column: CARDS)
    table = pd.DataFrame({"cards": CARDS, "games": 900, "without": 0.25, "difference": [-0.05, 0.1, 0.04, 0.015, None]})
    half = [0.01, 0.02, 0.037, 0.001, None]
    table = table.assign(low=table["difference"] - half, high=table["difference"] + half)
    scenario = Scenario("four", "Four players", [], small_run)
    scenario._answers[flags, ("cards", CARDS)] = table.assign(**{"with": table["without"] + table["difference"]})
    return scenario


def test_the_largest_significant_effect_above_the_margin_comes_first(four):
    """C is significant by itself but not among four components, and D is within the margin."""
    table = out_of_line([four], [DEALT])
    assert list(table) == list(COLUMNS)
    assert list(table["component"]) == ["B", "A"] and set(table["level"]) == {""}
    assert set(table["factor"]) == {"cards"} and set(table["scenario"]) == {"Four players"}
    assert list(table["share"]) == pytest.approx([0.35, 0.2]) and set(table["fair"]) == {0.25}
    assert list(table["points"]) == pytest.approx([0.1, -0.05])


def test_intervals_hold_for_all_components_and_all_tables_of_the_first_page(four):
    """With a tiny error probability, all intervals include 0."""
    wide = for_all(four.ask(flags, "cards", CARDS), four.alpha).set_index("cards")
    table = out_of_line([four], [DEALT]).set_index("component")
    assert table.loc["A", ["low", "high"]].tolist() == wide.loc["A", ["low", "high"]].tolist()
    assert table.loc["A", "high"] > -0.04
    strict = dataclasses.replace(four, alpha=1e-24)
    strict._answers.update(four._answers)
    assert out_of_line([strict], [DEALT]).empty


@pytest.mark.parametrize(
    "section",
    [
        dataclasses.replace(DEALT, dealt=False),
        dataclasses.replace(DEALT, scenarios=["two"]),
        Rates(name="dealt", title="Dealt", chapter="C", scenarios=["four"], by=[["seat"]], dealt=True),
    ],
)
def test_only_dealt_components_of_the_scenario_count(four, section):
    table = out_of_line([four], [section])
    assert table.empty and list(table) == list(COLUMNS)


def test_the_components_of_several_scenarios_are_sorted_together(four):
    two = dataclasses.replace(four, name="two", title="Two players")
    table = four.ask(flags, "cards", CARDS)
    two._answers[flags, ("cards", CARDS)] = table.assign(**{"with": table["with"] + 0.001})
    result = out_of_line([four, two], [dataclasses.replace(DEALT, scenarios=["four", "two"])])
    assert list(result["scenario"] + " " + result["component"]) == [
        "Two players B",
        "Four players B",
        "Four players A",
        "Two players A",
    ]
