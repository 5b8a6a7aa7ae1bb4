"""Which numbers exist: the switches of 4000 A.D. and their words."""

from enum import IntEnum


class DepartureOrder(IntEnum):
    AFTER_ARRIVALS = 0
    BEFORE_ARRIVALS = 1


class LostRule(IntEnum):
    ECC = 0
    TRACK_END = 1


class LockScope(IntEnum):
    SHIPS = 0
    STAR = 1


class SurrenderExit(IntEnum):
    LEGAL_DISTANCE = 0
    ANY_STAR = 1


class Combat(IntEnum):
    LARGER_WINS_FREE = 0
    SUBTRACT = 1
    SQUARE = 2


class EqualForce(IntEnum):
    NO_ARRIVAL = 0
    MUTUAL_DESTRUCTION = 1


class StarTable(IntEnum):
    SYMMETRIC = 0
    RANDOM_LETTER = 1
    RANDOM_SYMMETRIC = 2


class Seating(IntEnum):
    BOARD_CLOCKWISE = 0
    REVERSED = 1
    SHUFFLED = 2
