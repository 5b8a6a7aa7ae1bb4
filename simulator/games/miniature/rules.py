"""Which numbers exist: the switches with their types, the words of those that have some, and the bounds of the data."""

from enum import IntEnum


class End(IntEnum):
    """When the race is over (A1)."""

    AFTER_ROUND = 0
    AT_ONCE = 1


SHIPS = 3  # most players there can be, a ship each
CARGO_CARDS = 12  # most cards there can be
MOST_SIDES = 20
SWITCHES: dict[str, type] = {"goal": int, "sides": int, "end": End, "max_rounds": int}
