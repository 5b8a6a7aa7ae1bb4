"""Findings: equal facts of several scenarios are merged, and narrow intervals are omitted."""

import pytest

from starbalance.analyses.presentation.finding import briefly, findings
from starbalance.analyses.presentation.wording import number, percent, points


def test_a_fact_of_several_scenarios_is_one_sentence():
    facts = {"Four players": {"won": "90 %", "lost": "0.35"}, "Two players": {"won": "89 %"}}
    assert findings("Attacks", facts) == [
        "Attacks, won: four players 90 %; two players 89 %.",
        "Attacks, lost: four players 0.35.",
    ]
    two = {"Four": {"attacks won": "9"}, "Two": {"attacks won": "8"}}
    assert findings("Attacks", two) == ["Attacks won: four 9; two 8."]
    assert findings("By seat", {"Four": {"": "a"}, "Two": {"": "b"}}) == ["By seat: four a; two b."]


def test_equal_facts_of_several_scenarios_are_merged():
    facts = {"Four": {"": "no game"}, "Three": {"": "one in ten"}, "Two": {"": "no game"}}
    assert findings("Truncated", facts) == ["Truncated: four and two no game; three one in ten."]
    mixed = {"Four": {"": "no game"}, "Four, shuffled": {"": "no game"}, "Two": {"": "no game"}}
    assert findings("Truncated", mixed) == ["Truncated: four and two no game; four, shuffled no game."]


def test_the_facts_of_one_scenario_are_one_sentence():
    assert findings("Attacks", {"Four players": {"won": "90 %", "": "b"}}) == ["Four players, attacks: won 90 %; b."]


@pytest.mark.parametrize(
    ("notify", "value", "row", "words"),
    [
        (percent, "share", (0.25, 0.241, 0.259), "25.0%"),
        (percent, "share", (0.25, 0.23, 0.27), "25.0% (23.0\u201327.0)"),
        (points, "difference", (0.25, 0.241, 0.259), "+25.0 points"),
        (lambda row: number(row, "mean"), "mean", (20.0, 19.7, 20.3), "20.0"),
        (lambda row: number(row, "mean"), "mean", (20.0, 19.5, 20.5), "20.0 (19.5 to 20.5)"),
        (lambda row: number(row, "mean"), "mean", (0.1, 0.099, 0.101), "0.100"),
    ],
)
def test_only_wide_intervals_are_shown(notify, value, row, words):
    assert briefly(notify, value)(dict(zip((value, "low", "high"), row, strict=True))) == words


def test_a_share_among_numbers_is_shortened_like_a_share():
    row = {"value": 0.01, "low": 0.005, "high": 0.015, "is_share": True}
    assert briefly(lambda row: number(row, "value"), "value")(row) == "1.0%"
