"""Records in and out of compiled code, and their copies in other processes."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from numba import from_dtype

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.memory import blank, borrowed
from starbalance.simulator.engine.pickling import packed
from starbalance.simulator.engine.records import record, values, zeros

SHIP = record(("fuel", "i8"), ("cargo", "i8", (2,)))
TABLE = record(("fleet", SHIP, (3,)), ("flagship", SHIP), ("turn", "i8"))


def test_the_fields_of_a_record_and_of_nested_records_are_attributes():
    """Fields can be read and written; other names raise AttributeError."""
    table = zeros(2, TABLE)[1]
    table.fleet[2].cargo[1] = 5
    table.flagship.fuel = 7
    table.turn += 1
    assert values(table) == [[[0, 0, 0], [[0, 0], [0, 0], [0, 5]]], [7, [0, 0]], 1]
    copy = table.copy()
    copy.turn = 9
    assert (table.turn, copy.turn, copy.fleet[2].cargo[1]) == (1, 9, 5)
    with pytest.raises(AttributeError):
        table.turns = 2
    with pytest.raises(AttributeError):
        _ = table.fleet[0].turns


@pytest.mark.parametrize("make", [pickle.dumps, lambda value: packed(value, ())])
def test_records_keep_their_attributes_in_another_process(make):
    tables = zeros(2, TABLE)
    tables[1].fleet[2].fuel = 5
    program = "import pickle, sys; sent = pickle.load(sys.stdin.buffer); print(sent[1].fleet[2].fuel)"
    done = subprocess.run([sys.executable, "-c", program], input=make(tables), capture_output=True, check=True)
    assert done.stdout.strip() == b"5"


@rule
def mark_borrowed(numbers):
    lent = borrowed(numbers)
    lent[0] = 7
    return lent.shape[0]


def test_a_borrowed_array_is_not_a_copy():
    numbers = np.zeros(3, np.int64)
    assert mark_borrowed(numbers[1:]) == 2
    assert numbers.tolist() == [0, 7, 0]


COUNTER = record(("number", "i8"), ("seen", "f8", (500,)))


@rule
def count_on(counter, by):
    counter.number += by
    counter.seen[499] += 0.5


@rule
def count_twice(rounds):
    total = 0.0
    for by in range(rounds):
        counter, other = blank(COUNTER), blank(COUNTER)
        count_on(counter, by)
        count_on(other, 100)
        total += counter.number + counter.seen[499] + counter.seen[0]
    return total


def test_each_blank_record_is_new_and_separate():
    assert count_twice(4) == 0 + 1 + 2 + 3 + 4 * 0.5


def test_types_of_records_have_short_names_that_depend_on_all_fields():
    """Names of compiled functions contain them. Records that differ in a nested field have different types."""
    other = record(("fleet", record(("fuel", "i8"), ("cargo", "i8", (3,))), (3,)), ("flagship", SHIP), ("turn", "i8"))
    names = [from_dtype(each).name for each in (SHIP, TABLE, other)]
    assert max(map(len, names)) < 30 and len(set(names)) == 3
    assert from_dtype(record(("fuel", "i8"), ("cargo", "i8", (2,)))) == from_dtype(SHIP)
