"""Tables on the screen: equal decimals within a column, and sentences on confidence."""

import json

import pytest

from starbalance.analyses.presentation.table import readable, table
from starbalance.analyses.presentation.wording import certainty


def cells(rows):
    """Return the cells of a printed table, row by row."""
    return [line.split() for line in table(rows).splitlines()[1:]]


@pytest.mark.parametrize(("values", "shown"), [
    ([1.5, -0.0361, 0.7], ["1.500", "-0.036", "0.700"]),
    ([0.25, 0.5], ["0.2500", "0.5000"]),
    ([12.0, 10.25], ["12.00", "10.25"]),
    ([123456.7, 0.5], ["123,457", "0"]),
    ([1.0, 2.0], ["1", "2"]),
    ([3, 40000], ["3", "40,000"]),
])  # fmt: skip
def test_numbers_of_a_column_have_equal_decimals(values, shown):
    assert cells([{"mean": value} for value in values]) == [[text] for text in shown]


def test_shares_are_in_percent_and_their_differences_in_points():
    row = {"race": "Red", "games": 40, "share": 0.5, "low": 0.41, "high": 0.594, "difference": 0.021, "low_2": 2.5}
    assert cells([row]) == [["Red", "40", "50.0%", "41.0%", "59.4%", "+2.1pp", "2.500"]]
    bounds = {"difference": 0.02, "difference_low": -0.01, "difference_high": 0.05}
    assert cells([{"with": 0.3, **bounds}]) == [["30.0%", "+2.0pp", "-1.0pp", "+5.0pp"]]
    assert cells([bounds]) == [["0.0200", "-0.0100", "0.0500"]]


def test_nan_is_empty_and_does_not_affect_decimals():
    assert cells([{"name": "a", "low": float("nan")}, {"name": "b", "low": 1.25}]) == [["a"], ["b", "1.250"]]


def test_rows_of_different_quantities_have_separate_decimals():
    rows = [
        {"quantity": "rounds", "value": 41.0},
        {"quantity": "length", "value": 10.7},
        {"quantity": "x", "value": 0.5},
    ]
    assert [row[-1] for row in cells(rows)] == ["41", "10.70", "0.5000"]


def test_rows_of_shares_are_shown_in_percent():
    rows = [
        {"quantity": "truncated", "value": 0.0125, "games": 40, "is_share": True},
        {"quantity": "rounds", "value": 10.7, "games": 40, "is_share": False},
    ]
    assert table(rows).split() == ["quantity", "value", "games", "truncated", "1.2%", "40", "rounds", "10.70", "40"]
    assert json.loads(table(rows, "json")) == rows


def test_a_difference_of_shares_in_a_row_is_shown_in_points():
    row = {"quantity": "win share minus equal share", "value": 0.028, "low": -0.01, "high": 0.066, "is_share": True}
    assert table([row]).splitlines()[1].split()[-3:] == ["+2.8pp", "-1.0pp", "+6.6pp"]


def test_json_contains_full_numbers():
    assert json.loads(table([{"share": 1 / 3}], "json")) == [{"share": 1 / 3}]


@pytest.mark.parametrize(("value", "text"), [(0.0, "0.0000"), (1e4, "10,000"), (True, "true"), (None, ""), ("a", "a")])
def test_a_single_value_is_formatted(value, text):
    assert readable(value) == text


def test_the_confidence_of_a_table_is_stated_in_sentences():
    assert certainty(0.05, 0.02) == "Intervals: 95% each. Verdicts: family-wise 95% for the table, margin 2 points."
    assert "Intervals: 90% each, anytime-valid. Verdicts: family-wise 90% for each column" in certainty(
        0.1, 0.03, whole="each column", always=True
    )


def test_a_row_of_shares_has_percents_and_its_difference_has_points():
    numbers = {"base": 0.25, "difference": 0.03, "low": -0.01, "high": 0.07}
    rows = [{"quantity": name, **numbers, "is_share": name == "share"} for name in ("share", "rounds")]
    share, rounds = (line.split() for line in table(rows).splitlines()[1:])
    assert share == ["share", "25.0%", "+3.0pp", "-1.0pp", "+7.0pp"]
    assert rounds == ["rounds", "0.2500", "0.0300", "-0.0100", "0.0700"]
    leaders = table([{"tenth": 1, "leader": 0.2573, "leader_low": 0.2, "leader_high": 0.3}])
    assert leaders.splitlines()[1].split() == ["1", "25.7%", "20.0%", "30.0%"]
