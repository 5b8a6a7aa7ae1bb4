"""The bounds, the switches, and the record of all numbers of the rulebook."""

from enum import IntEnum

from starbalance.simulator.engine.contract import rules_record
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.games.star_field.field import COUNTS, RULES_OF_FIELD, Seating, StarTable

SPACES = COUNTS  # on a path
MOST_WARPS = 5  # of one player
WARPS = MOST_WARPS + 1  # plus the spare warp of an agreed withdrawal
MOST_SHIPS = 100_000  # above any possible number: ranks stars first, then ships, in one number
LISTED = 2048  # numbers of ships in one list of options
ROOM = {"switches.max_warps": MOST_WARPS, "path.spaces": SPACES, "switches.ship_supply_cap": MOST_SHIPS}


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
    "refusal_wins": bool,
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

rules_dt = rules_record(
    SWITCHES,  # first_player: a seat, or NONE for random
    ("side", "i8", (SEATS,)),
    ("alliances", "i8"),  # 1: fixed alliances, 0: independents
    *RULES_OF_FIELD,
)
