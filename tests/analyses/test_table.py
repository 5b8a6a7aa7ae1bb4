"""Tables on the screen: numbers of a column look alike, and what is around them is in words."""

import json

import pytest

from starbalance.analyses.presentation.table import readable, table
from starbalance.analyses.presentation.wording import certainty


def cells(rows):
    """The cells of a printed table, row by row."""
    return [line.split() for line in table(rows).splitlines()[1:]]


@pytest.mark.parametrize(("values", "shown"), [
    ([1.5, -0.0361, 0.7], ["1.500", "-0.036", "0.700"]),
    ([0.25, 0.5], ["0.2500", "0.5000"]),
    ([12.0, 10.25], ["12.00", "10.25"]),
    ([123456.7, 0.5], ["123,457", "0"]),
    ([1.0, 2.0], ["1", "2"]),
    ([3, 40000], ["3", "40,000"]),
])  # fmt: skip
def test_numbers_of_a_column_have_as_many_decimals(values, shown):
    assert cells([{"share": value} for value in values]) == [[text] for text in shown]


def test_a_number_that_is_none_is_empty_and_changes_nothing():
    assert cells([{"name": "a", "low": float("nan")}, {"name": "b", "low": 1.25}]) == [["a"], ["b", "1.250"]]


def test_rows_of_different_quantities_each_have_their_own_decimals():
    rows = [
        {"quantity": "rounds", "value": 41.0},
        {"quantity": "length", "value": 10.7},
        {"quantity": "x", "value": 0.5},
    ]
    assert [row[-1] for row in cells(rows)] == ["41", "10.70", "0.5000"]


def test_rows_that_are_shares_are_told_in_percent():
    rows = [
        {"quantity": "capped", "value": 0.0125, "games": 40, "is_share": True},
        {"quantity": "rounds", "value": 10.7, "games": 40, "is_share": False},
    ]
    assert table(rows).split() == ["quantity", "value", "games", "capped", "1.2", "%", "40", "rounds", "10.70", "40"]
    assert json.loads(table(rows, "json")) == rows


def test_programs_get_numbers_in_full():
    assert json.loads(table([{"share": 1 / 3}], "json")) == [{"share": 1 / 3}]


@pytest.mark.parametrize(("value", "text"), [(0.0, "0.0000"), (1e4, "10,000"), (True, "true"), (None, ""), ("a", "a")])
def test_a_value_alone_is_readable(value, text):
    assert readable(value) == text


def test_how_sure_a_table_is_comes_in_sentences():
    assert (
        certainty(0.05, 0.02)
        == "Intervals: 95 %, each by itself. Verdicts: 95 % for the table as a whole, margin 2 points."
    )
    assert "each by itself, at all numbers of games at once. Verdicts: 90 % for each column as a whole" in certainty(
        0.1, 0.03, whole="each column", always=True
    )
