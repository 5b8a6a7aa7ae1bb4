"""Which numbers exist: the switches of 4000 A.D. and their words, and the record made of the data."""

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


LETTERS = "ABCDEFGHIJKL"
LAYERS = ("yellow", "red")
MOST_SYMBOLS = 3  # of one kind at one star; printed are 0 and 1
SWITCHES: dict[str, type] = {
    "max_warps": int,
    "departures_per_turn": int,
    "departure_order": DepartureOrder,
    "lost_rule": LostRule,
    "hop_needs_warp": bool,
    "allow_inferior_arrival": bool,
    "vacated_home_reverts": bool,
    "lock_scope": LockScope,
    "surrender_exit": SurrenderExit,
    "mutual_withdrawal": bool,
    "grace_turn": bool,
    "alliance_win_needs_own_homes": bool,
    "revive_by_ally": bool,
    "diplomacy": bool,
    "concede": bool,
    "start_ships": int,
    "first_production_round": int,
    "production_period": int,
    "combat": Combat,
    "equal_force": EqualForce,
    "ship_supply_cap": int,
    "star_table": StarTable,
    "first_player": str,
    "seating": Seating,
    "empty_home_counts": bool,
    "max_rounds": int,
    "resign_rule": bool,
    "resign_ratio": float,
    "resign_stars": int,
    "resign_rounds": int,
}
