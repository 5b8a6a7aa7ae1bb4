"""The switches with their types, an enum for each switch whose values are words, and the sizes of the arrays."""

from enum import IntEnum


class End(IntEnum):
    """The end of the race (A1)."""

    AFTER_ROUND = 0
    AT_ONCE = 1


SHIPS = 3  # also the maximum number of players: each has a ship
CARGO_CARDS = 12  # the maximum size of the deck
MOST_SIDES = 20
SWITCHES: dict[str, type] = {"goal": int, "sides": int, "end": End, "max_rounds": int}
