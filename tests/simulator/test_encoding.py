"""Features of a state: each way to count entries, on a small record with fields of every width."""

import numpy as np
import pytest

from starbalance.simulator.engine.encoding import Feature, Measure, Scope, fields, operations
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.network import encode, memory_of
from starbalance.simulator.engine.network_file import encoder

SEATS_HERE = 3
PILE = np.dtype([("count", "i8"), ("card", "i2", (4,))], align=True)
PLAYER = np.dtype([("gold", "f8"), ("level", "u1"), ("ships", "i4", (5,)), ("piles", PILE, (2,))], align=True)
STATE = np.dtype(
    [
        ("key", "i8"),
        ("players", PLAYER, (SEATS_HERE,)),
        ("active", "i8"),
        ("year", "i8"),
        ("owner", "i1", (6,)),
        ("troops", "u1", (6,)),
    ],
    align=True,
)
RULES = np.dtype(
    [("seats", "i8"), ("worth", "f8", (5,)), ("name", "i8", (9,)), ("cost", "i8", (4,)), ("pay", "i8", (6, 2))]
)


def rules():
    made = np.zeros(1, RULES)
    made["seats"] = SEATS_HERE
    made["worth"] = [0.5, 1, 2, 3, 4]
    made["name"] = [0, 1, 2, 3, 0, 1, 2, 3, 3]
    made["cost"] = [10, 20, 30, 40]
    made["pay"] = np.arange(12).reshape(6, 2)
    return made[0]


def state(seed=1):
    random = np.random.default_rng(seed)
    made = np.zeros(1, STATE)
    players = made["players"][0]
    players["gold"] = random.normal(size=SEATS_HERE)
    players["level"] = [2, 250, 0]
    players["ships"] = random.integers(-3, 4, (SEATS_HERE, 5))
    players["piles"]["count"] = random.integers(0, 5, (SEATS_HERE, 2))
    players["piles"]["card"] = random.integers(0, 9, (SEATS_HERE, 2, 4))
    made["active"], made["year"] = 1, 7
    made["owner"] = [-1, 0, 2, 2, 1, 0]
    made["troops"] = [9, 3, 255, 1, 0, 2]
    return made


def encoded(states, *features, ranges=None):
    """Return the features of each seat, with those that all seats share added."""
    networks = encoder(operations(features, STATE, rules(), ranges or {}), 0, rules())
    memory = memory_of(states)
    encode(networks, networks.heads[0], type(memory)(*(part[0] for part in memory)), SEATS_HERE)
    return networks.inputs[:SEATS_HERE] + networks.inputs[SEATS]


SHIPS = state()["players"][0]["ships"]
PILES = [each["card"][1][: each["count"][1]] for each in state()["players"][0]["piles"]]
NAMES, COSTS = rules()["name"], rules()["cost"]
CASES = [
    (Feature("players.gold"), state()["players"][0]["gold"]),
    (Feature("players.level"), [2, 250, 0]),
    (Feature("players.level", measure=Measure.BY_VALUE, code=2), [1, 0, 0]),
    (Feature("players.ships"), SHIPS.sum(1)),
    (Feature("players.ships", entry=3), SHIPS[:, 3]),
    (Feature("players.ships", measure=Measure.PRESENT), (SHIPS > 0).sum(1)),
    (Feature("players.ships", measure=Measure.BY_VALUE, code=-1), (SHIPS == -1).sum(1)),
    (Feature("players.ships", measure=Measure.BY_VALUE, code=0), (SHIPS == 0).sum(1)),
    (Feature("players.ships", tables=("worth",)), SHIPS @ rules()["worth"]),
    (Feature("players.ships", measure=Measure.PRESENT, tables=("worth",)), (SHIPS > 0) @ rules()["worth"]),
    (Feature("players.piles.card", place=(1,)), [pile.sum() for pile in PILES]),
    (
        Feature("players.piles.card", place=(1,), measure=Measure.BY_VALUE, code=3, tables=("name",)),
        [(NAMES[pile] == 3).sum() for pile in PILES],
    ),
    (
        Feature("players.piles.card", place=(1,), measure=Measure.BY_VALUE, tables=("name", "cost")),
        [COSTS[NAMES[pile]].sum() for pile in PILES],
    ),
    (Feature("year", Scope.SHARED), [7, 7, 7]),
    (Feature("active", Scope.OWNED, owner="active"), [0, 1, 0]),
    (Feature("owner", Scope.OWNED, owner="owner"), [2, 1, 2]),
    (Feature("owner", Scope.OWNED, owner="owner", tables=("pay",), column=1), [3 + 11, 9, 5 + 7]),
    (Feature("troops", Scope.OWNED, owner="owner"), [5, 0, 256]),
    (Feature("troops", Scope.OWNED, owner="owner", measure=Measure.PRESENT), [2, 0, 2]),
    (Feature("players.level", measure=Measure.OWN), [0, 0, 0]),
]
RANGES = {"players.level": (0, 255), "players.ships": (-3, 3), "players.piles.card": (0, 8)}


@pytest.mark.parametrize(("feature", "expected"), CASES, ids=[str(number) for number in range(len(CASES))])
def test_a_feature_is_what_its_description_says(feature, expected):
    assert encoded(state(), feature, ranges=RANGES)[:, 0] == pytest.approx(np.asarray(expected, float), rel=1e-6)


def test_features_of_one_array_share_an_operation_and_keep_their_order():
    features = [feature for feature, _ in CASES]
    together = encoded(state(), *features, ranges=RANGES)
    for number, (_, expected) in enumerate(CASES):
        assert together[:, number] == pytest.approx(np.asarray(expected, float), rel=1e-6)
    table = operations(features, STATE, rules(), RANGES).table
    assert len(table) == len({feature.group for feature in features}) < len(features)


def test_a_field_that_names_a_seat_counts_for_that_seat():
    made = state()
    made["players"]["level"] = [0, 1, 1]
    assert encoded(made, Feature("players.level", measure=Measure.OWN))[:, 0].tolist() == [1, 1, 0]


@pytest.mark.parametrize("shift", [1, 2])
def test_if_the_seats_move_the_features_move_with_them(shift):
    """Seat s becomes seat s + shift, in the array of players and in every field that names a seat."""
    features = [feature for feature, _ in CASES if feature.measure != Measure.OWN]
    made, moved = state(), state()
    moved["players"] = np.roll(made["players"], shift, axis=1)
    moved["active"] = (made["active"] + shift) % SEATS_HERE
    moved["owner"] = np.where(made["owner"] < 0, -1, (made["owner"] + shift) % SEATS_HERE)
    before, after = (encoded(each, *features, ranges=RANGES) for each in (made, moved))
    assert np.allclose(after, np.roll(before, shift, axis=0))
    assert not np.allclose(after, before)


def test_entries_beyond_the_count_are_not_read():
    made = state()
    made["players"]["piles"]["count"] = 2
    before = encoded(made, Feature("players.piles.card", place=(0,)))
    made["players"]["piles"]["card"][:, :, :, 2:] = 99
    assert np.array_equal(encoded(made, Feature("players.piles.card", place=(0,))), before)


def test_numbers_of_every_width_are_found_with_their_place():
    found = {each.name: each for each in fields(STATE)}
    assert found["players.piles.card"].sizes == (SEATS_HERE, 2, 4)
    assert found["owner"].width == 1
    assert found["players.piles.card"].strides == (PLAYER.itemsize, PILE.itemsize, 2)
