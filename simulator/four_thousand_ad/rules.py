"""What the rules are made of: how much room there is, the switches, and the record of all numbers of the rulebook."""

from enum import IntEnum

from starbalance.simulator.contract import rules_record
from starbalance.simulator.kernel import SEATS

NONE = -1  # no seat, no star, no warp
LETTERS = "ABCDEFGHIJKL"
LAYERS = ("yellow", "red")
LAYER = len(LETTERS)  # sectors of a layer
SECTORS = LAYER * len(LAYERS)
PER_SECTOR = 2  # stars of a sector: `companion` is the other one
PER_LETTER = PER_SECTOR * len(LAYERS)
STARS = PER_SECTOR * SECTORS
MOST_STARS = 18  # at one count from any sector
IMAGES = 3  # of a star, under the symmetries S1, S2, S3 of the homes
HOMES = 4
SPACES = 7  # of a path
MOST_WARPS = 5  # of a player's own
WARPS = MOST_WARPS + 1  # and the spare one of an agreed withdrawal
MOST_SYMBOLS = 3  # of one kind at one star; printed are 0 and 1
MOST_SHIPS = 100_000  # more than there can be: stars first, then ships, as one comparable number
LISTED = 2048  # numbers of ships in one list of options
ROOM = {"switches.max_warps": MOST_WARPS, "board.path_spaces": SPACES, "switches.ship_supply_cap": MOST_SHIPS}


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
    SWITCHES,  # first_player: a seat, NONE: random
    ("side", "i8", (SEATS,)),
    ("alliances", "i8"),  # 1: fixed alliances, 0: independents
    ("home", "i8", (HOMES,)),
    ("population", "i8", (STARS,)),
    ("materials", "i8", (STARS,)),
    ("pinned", "i8", (STARS,)),  # a home of some set-up: random star tables leave it alone
    ("count", "i8", (SECTORS, SECTORS)),
    ("farthest", "i8", (SECTORS,)),  # the greatest count from a sector
    ("stars_at", "i8", (SECTORS, SPACES + 1, MOST_STARS)),  # by sector and count
    ("number_at", "i8", (SECTORS, SPACES + 1)),
    ("mirror", "i8", (IMAGES, STARS)),  # the images of a star
)
