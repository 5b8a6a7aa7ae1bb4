"""Candidates for features: each kind is found in the types and positions of a small game of three seats."""

import numpy as np
import pytest

from starbalance.simulator.engine.encoding import Feature, Measure, Scope
from starbalance.simulator.runs.candidates import Candidates

SEATS, CARDS, NAMES, PLACES = 3, 20, 10, 12
PILE = np.dtype([("count", "i8"), ("card", "i2", (4,))], align=True)
PLAYER = np.dtype([("gold", "f8"), ("level", "u1"), ("ships", "i4", (5,)), ("spy", "i8"), ("hand", PILE)], align=True)
STATE = np.dtype(
    [
        ("key", "i8"),
        ("players", PLAYER, (SEATS,)),
        ("year", "i8"),
        ("leader", "i8"),
        ("owner", "i1", (PLACES,)),
        ("troops", "u2", (PLACES,)),
        ("blocked", "?", (PLACES,)),
    ],
    align=True,
)
RULES = np.dtype(
    [("worth", "f8", (5,)), ("name", "i8", (CARDS,)), ("cost", "i8", (NAMES,)), ("pay", "i8", (PLACES, 2))]
)


@pytest.fixture(scope="module")
def found():
    """The candidates in 200 random positions, with two assets."""
    random, rules = np.random.default_rng(1), np.zeros(1, RULES)
    rules["worth"], rules["cost"] = [0.5, 1, 2, 3, 4], np.arange(NAMES) + 10
    rules["name"], rules["pay"] = np.arange(CARDS) // 2, random.integers(0, 9, (PLACES, 2))
    states = np.zeros(200, STATE)
    players = states["players"]
    players["gold"] = random.normal(size=(200, SEATS))
    players["level"] = random.integers(0, 3, (200, SEATS))
    players["ships"] = random.integers(0, 4, (200, SEATS, 5))
    players["spy"] = random.integers(-1, SEATS, (200, SEATS))
    players["hand"]["count"] = random.integers(0, 5, (200, SEATS))
    players["hand"]["card"] = random.integers(0, CARDS, (200, SEATS, 4))
    states["key"], states["year"] = random.integers(0, 99, 200), random.integers(0, 99, 200)
    states["leader"] = random.integers(-1, SEATS, 200)
    states["owner"] = random.integers(-1, SEATS, (200, PLACES))
    states["troops"] = random.integers(0, 900, (200, PLACES))
    states["blocked"] = random.integers(0, 2, (200, PLACES))
    return Candidates(states, rules[0], SEATS, assets=2)


@pytest.mark.parametrize(
    "feature",
    [
        Feature("standing"),
        Feature("asset 1"),
        Feature("players.gold"),
        Feature("players.level", measure=Measure.BY_VALUE, code=2),
        Feature("players.ships"),
        Feature("players.ships", entry=3),
        Feature("players.ships", measure=Measure.PRESENT),
        Feature("players.ships", tables=("worth",)),
        Feature("players.ships", measure=Measure.PRESENT, tables=("worth",)),
        Feature("players.spy", measure=Measure.OWN),
        Feature("players.hand.card", measure=Measure.BY_VALUE, code=7),
        Feature("players.hand.card", measure=Measure.BY_VALUE, tables=("name",), code=4),
        Feature("players.hand.card", measure=Measure.BY_VALUE, tables=("name", "cost")),
        Feature("year", Scope.SHARED),
        Feature("leader", Scope.OWNED, owner="leader"),
        Feature("owner", Scope.OWNED, owner="owner"),
        Feature("owner", Scope.OWNED, owner="owner", tables=("pay",), column=1),
        Feature("troops", Scope.OWNED, owner="owner"),
        Feature("blocked", Scope.OWNED, owner="owner"),
    ],
    ids=repr,
)
def test_each_kind_of_feature_is_found(found, feature):
    assert feature in found.features


def test_no_feature_reads_the_random_numbers_of_the_game(found):
    assert "key" not in {each.source for each in found.features}


def test_the_ranges_are_those_of_the_positions(found):
    assert found.ranges["players.hand.card"] == (0, CARDS - 1)
    assert found.ranges["players.level"] == (0, 2)
