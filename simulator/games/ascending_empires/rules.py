"""The switches with their types, their enums, the array sizes, and the record of all numbers of the rulebook."""

from enum import IntEnum

from starbalance.simulator.engine.contract import rules_record
from starbalance.simulator.games.ascending_empires.board_rules import PLAYERS, QUADRANTS, board_dt

COLOURS = 4
ASTEROID, HOMEWORLD = COLOURS, COLOURS + 1  # kinds of discs: they follow the colours of planets
KINDS = COLOURS + 1  # the kinds of discs that are dealt
LEVELS = 4
START_SHIPS = 3  # maximum
MOST_TROOPS = 14  # per player
MOST_PIECES = 4  # from the box at once
MOST_VP = 100_000  # above any possible total, so that totals, tokens and levels can be compared as one number
ROOM = {
    "troops": MOST_TROOPS,
    "start_ships": START_SHIPS,
    "item_limit": 4,
    "structure_limit": 3,
    "start_troops": MOST_TROOPS,
}


class Colour(IntEnum):
    ORANGE = 0
    GREY = 1
    PURPLE = 2
    BROWN = 3


class Structure(IntEnum):
    FACILITY = 0
    COLONY = 1
    CITY = 2


class Parameter(IntEnum):
    """The numbers of a player that technologies change. A number that is also a switch starts at the switch's value."""

    MOVE_POINTS = 0
    RANGE = 1  # 0: short, 1: long
    BATTLESHIP = 2
    RAM_SURVIVE = 3
    RECRUIT_LIMIT = 4
    DEF_BONUS = 5
    LAND_TROOPS = 6
    MINE3_VP = 7
    MINE_KEEP = 8
    MINE_PLANETS = 9
    MINE_BONUS = 10
    FACILITY_COST = 11
    BUILDS = 12
    CITY_BONUS = 13
    CITY_VP = 14
    COLONY_COST = 15
    CITY_COST = 16


PARAMETERS = len(Parameter)


class ItemLimitMode(IntEnum):
    TOTAL = 0
    SEPARATE = 1


class CommitMode(IntEnum):
    MINIMAL = 0
    ALL_IN_RANGE = 1


class RangeMode(IntEnum):
    EDGE = 0
    CENTRE = 1


class DestroyedTo(IntEnum):
    SUPPLY = 0
    BOX = 1


class FirstVp(IntEnum):
    PER_LEVEL = 0
    PER_COLOUR = 1
    NONE = 2


class EndMode(IntEnum):
    ONE_MORE_EACH = 0
    EQUAL_TURNS = 1


class AsteroidsUp(IntEnum):
    CORNERS = 0
    ALL = 1


class AsteroidsK(IntEnum):
    BY_PLAYERS = 0
    NONE = 1
    ONE = 2
    TWO = 3


class SetupChart(IntEnum):
    STANDIN = 0
    POOLED = 1
    RANDOM_GROUPS = 2


class TwoPlayerCorners(IntEnum):
    OPPOSITE = 0
    ADJACENT = 1


class TechTable(IntEnum):
    STANDIN = 0
    BARE = 1
    SHUFFLED = 2
    NONE = 3


class RowBonus(IntEnum):
    STANDIN = 0
    NONE = 1
    VP = 2


class FirstPlayer(IntEnum):
    RANDOM = 0
    RED = 1
    BLUE = 2
    GREEN = 3
    YELLOW = 4


SWITCHES: dict[str, type] = {
    # the pieces
    "troops": int,
    "starships": int,
    "facilities": int,
    "colonies": int,
    "cities": int,
    "start_troops": int,
    "start_ships": int,
    "first_player": FirstPlayer,
    "corner_shuffle": bool,
    "two_player_corners": TwoPlayerCorners,
    "setup_chart": SetupChart,
    "asteroids_k": AsteroidsK,
    "asteroids_up": AsteroidsUp,
    # recruit and items
    "recruit_limit": int,
    "item_limit": int,
    "item_limit_mode": ItemLimitMode,
    "structure_limit": int,
    "homeworld_limit": int,
    "withdraw_homeworld": bool,
    # move
    "move_points": int,
    "zero_point_move": bool,
    "homeworld_launch_free": bool,
    "land_on_homeworld": bool,
    "battleship_troops": int,
    "land_troops": int,
    "own_hit_blocks_ram": bool,
    "battleship_ram_hp": int,
    "ram_vp": int,
    # attack
    "range_mode": RangeMode,
    "long_optional": bool,
    "commit_mode": CommitMode,
    "attack_optional": bool,
    "homeworld_orbit_safe": bool,
    "battleship_strength": int,
    "ships_to_kill": int,
    "battleship_to_kill": int,
    "ship_kill_vp": int,
    "battleship_vp": int,
    "planet_vp_per_item": int,
    "destroyed_to": DestroyedTo,
    "facility_dv": int,
    "colony_dv": int,
    "city_dv": int,
    # mine
    "mine2_troops": int,
    "mine3_troops": int,
    "mine2_vp": int,
    "mine3_vp": int,
    "mine_planets": int,
    # build
    "facility_cost": int,
    "colony_cost": int,
    "city_cost": int,
    "facility_limit": int,
    "double_planets": int,
    "one_of_each": bool,
    "builds": int,
    "city_bonus": int,
    # develop
    "tech_table": TechTable,
    "tech_levels_only": bool,
    "tech_seed": int,
    "facilities_exact": bool,
    "blockade_stops_facilities": bool,
    "rows_first": bool,
    "first_vp": FirstVp,
    "row_bonus": RowBonus,
    "row_bonus_first_only": bool,
    "battleship_returns": int,
    "battleship_locks_two": bool,
    # the end
    "planet_vp": int,
    "colony_vp": int,
    "city_vp": int,
    "quadrants3_vp": int,
    "quadrants4_vp": int,
    "end_mode": EndMode,
    "max_rounds": int,
}
SKILL: dict[str, type] = {
    "drawn": bool,
    "lowest": float,
    "highest": float,
    "step": float,
}  # plus a number for each seat
RANDOMNESS: dict[str, type] = dict.fromkeys(("skill", "seat", "corner", "deal", "flicks"), int)

rules_dt = rules_record(
    SWITCHES,
    ("board", board_dt),
    ("pool", "i8"),
    ("corner", "i8", (PLAYERS,)),  # the quadrant of a seat's homeworld before the corners are turned
    ("group", "i8", (QUADRANTS, KINDS)),  # the discs dealt to a quadrant, by kind
    ("initial", "i8", (PARAMETERS,)),  # values of a player without technologies
    ("gain", "i8", (COLOURS, LEVELS + 1, PARAMETERS)),  # what reaching a level adds
    ("award", "i8", (LEVELS + 1,)),  # VP for the first player to develop a level
    ("row_troops", "i8", (LEVELS + 1,)),  # the bonus of a full row
    ("row_starships", "i8", (LEVELS + 1,)),
    ("row_pieces", "i8", (LEVELS + 1,)),  # troops and starships in any mix
    ("row_vp", "i8", (LEVELS + 1,)),
    ("skill", "f8", (PLAYERS,)),
    *((f"skill_{name}", "i8" if kind is bool else "f8") for name, kind in SKILL.items()),
    *((f"{name}_seed", "i8") for name in RANDOMNESS),  # below 0: the seed of the run is used
)
