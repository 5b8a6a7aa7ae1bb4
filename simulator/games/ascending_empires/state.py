"""The records of the game (state and outcome), and an enum for each code in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import DECISION, option_room, outcome_record, purposes, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, PLAYERS, SHIPS, flick_dt, scene_dt
from starbalance.simulator.games.ascending_empires.rules import COLOURS, LEVELS, PARAMETERS, rules_dt

MAX_OPTIONS = option_room(256)  # minimal sets of ships against a strong planet; a ship has at most 175 aims
FIRST, CORNERS, DEAL, GROUPS, SKILL, FLICK, HIDDEN = purposes(7)


class PendingStep(IntEnum):
    """The steps of a turn that come before the next decision (ASE-2.1, ASE-2.2)."""

    DECISION = DECISION  # no step: a decision is pending
    BEGIN = 1
    PLACE = 2  # another troop is placed
    WITHDRAW = 3
    POINT = 4  # another movement point
    ATTACK = 5
    MINE = 6  # another planet is mined
    BUILD = 7  # another structure
    RETURN = 8  # starships for a battleship
    ROW = 9  # the bonus of a full row
    SCAN = 10
    END = 11


class Decision(IntEnum):
    """The decision types. The comments name the entries in RULES.md, Decisions."""

    ACTION = 0  # D1
    PLACE = 1  # D2
    WITHDRAW = 2  # D3
    POINT = 3  # D4
    LAUNCH = 4  # D5: the hole and the hull
    SLOT = 5  # D5: the place in the orbit
    SHIP = 6  # D6: the ship to flick
    AIM = 7  # D6: the target of the flick
    LAND = 8  # D7
    ATTACK = 9  # D8: the target
    COMMIT = 10  # D8: the attacking ships
    MINE = 11  # D9
    BUILD = 12  # D10
    PIECES = 13  # D11, D13: from the box
    DEVELOP = 14  # D12
    RETURN = 15  # D14
    SCAN = 16  # D15


class Kind(IntEnum):
    """The action types. The comments list the parameters a and b of an option."""

    PASS = 0
    RECRUIT = 1
    WITHDRAW = 2
    MOVE = 3
    MINE = 4
    BUILD = 5
    DEVELOP = 6
    STOP = 7
    PLACE_ON = 8  # a: hole
    TAKE_BACK = 9  # a: hole, b: troops
    LAUNCH = 10
    NAVIGATE = 11
    LAND = 12
    LAUNCH_FROM = 13  # a: hole, b: hull
    STAND_ON = 14  # a: slot
    FLICK = 15  # a: ship
    AIM_AT = 16  # a: aim, b: target
    LAND_FROM = 17  # a: ship, b: troops
    ATTACK_SHIP = 18  # a: ship
    ATTACK_PLANET = 19  # a: hole
    COMMIT = 20  # a: bit mask of own ships
    MINE_ON = 21  # a: hole, b: troops
    BUILD_ON = 22  # a: hole, b: structure
    TAKE = 23  # a: troops, b: starships
    RAISE = 24  # a: colour
    RETURN = 25  # a, b: own ships. b is NONE if only one goes back
    SCAN = 26  # a: hole
    SCAN_ALL = 27


class Usage(IntEnum):
    """The columns of `usage` in columns.toml that depend on a player's decisions."""

    PASSES = 0
    RECRUITS = 1
    WITHDRAWALS = 2
    MOVES = 3
    MINES = 4
    BUILDS = 5
    DEVELOPS = 6
    LAUNCHES = 7
    LANDINGS = 8
    KILLS = 9
    RAIDS = 10
    SCANS = 11
    FACILITIES = 12
    COLONIES = 13
    CITIES = 14
    ORANGE = 15
    GREY = 16
    PURPLE = 17
    BROWN = 18


class Where(IntEnum):
    """The places of a ship."""

    BOX = 0
    SUPPLY = 1
    BOARD = 2
    LOCKED = 3  # out of the game, under battleship_locks_two


class Source(IntEnum):
    """The sources of VP."""

    MINE = 0
    SHIP = 1  # a ship destroyed in an attack
    PLANET = 2
    FIRST = 3  # the first development of a technology
    ROW = 4
    RAM = 5  # under ram_vp


SOURCES = len(Source)


class Ended(IntEnum):
    POOL = 0
    TRUNCATED = 1


class Tie(IntEnum):
    """The criterion that settled the win (ASE-13.7, ASE-13.8)."""

    TOTAL = 0
    TOKENS = 1
    TECHNOLOGIES = 2
    SHARED = 3


hole_dt = record(
    ("kind", "i8"),  # a colour, ASTEROID or HOMEWORLD
    ("up", "i8"),
    ("known", "i8"),  # bit mask of the seats that scanned it
    ("owner", "i8"),  # a seat, or NONE if no player occupies it
    ("troops", "i8"),
    ("facilities", "i8"),
    ("colonies", "i8"),
    ("cities", "i8"),
)

player_dt = record(
    ("corner", "i8"),  # the quadrant of the homeworld
    ("home", "i8"),  # hole
    ("home_troops", "i8"),
    ("troops", "i8"),  # in the supply
    ("box_troops", "i8"),
    ("where", "i8", (SHIPS,)),  # the Where of each ship
    ("used", "i8"),  # bit mask of the ships that attacked this turn
    ("tech", "i8", (COLOURS,)),
    ("value", "i8", (PARAMETERS,)),  # the player's numbers, including technologies
    ("rows", "i8"),  # bit mask of full rows, by level
    ("tokens", "i8"),
    ("skill", "f8"),
    ("taken_ships", "i8"),  # starships from the box
    ("taken_troops", "i8"),
    ("returned", "i8"),  # starships that went back for the battleship
    # counters:
    ("earned", "i8", (SOURCES,)),
    ("actions", "i8", (7,)),  # turns by action, in the order of Kind
    ("launches", "i8"),
    ("flicks", "i8"),
    ("arrivals", "i8"),  # flicks that reached their aim
    ("landings", "i8"),
    ("off", "i8"),  # own ships that left the board, in flicks of any player
    ("rams", "i8"),
    ("rammed", "i8"),  # own ships destroyed in rams by other players
    ("ricochets", "i8"),
    ("kills", "i8"),  # ships destroyed in attacks
    ("ships_lost", "i8"),  # in attacks
    ("raids", "i8"),  # planets destroyed
    ("planets_lost", "i8"),
    ("facilities_built", "i8"),
    ("colonies_built", "i8"),
    ("cities_built", "i8"),
    ("scans", "i8"),
    ("battleship_round", "i8"),  # 0 if the player has not developed it
)

state_dt = state_record(
    player_dt,
    PLAYERS,
    ("order", "i8", (PLAYERS,)),  # seats in turn order, the first player first
    ("place", "i8"),  # index into order of the seat on turn
    ("holes", hole_dt, (HOLES,)),
    ("scene", scene_dt),  # the ships on the board
    ("flick", flick_dt),  # the last shot
    ("flicks", "i8"),  # so far. The number keys the random numbers of the next flick
    ("turned", "i8"),  # quarter turns of the corners
    ("pool", "i8"),
    ("box_vp", "i8"),  # paid from the box
    ("trigger", "i8"),  # the seat that emptied the pool
    ("trigger_turn", "i8"),
    ("turns_left", "i8"),  # after this one, once the end is triggered
    ("first_to", "i8", (COLOURS, LEVELS + 1)),  # the seat that was first to develop a level
    ("first_row", "i8", (LEVELS + 1,)),
    # the action in progress:
    ("left", "i8"),  # points, troops to place, planets to mine, structures to build
    ("done", "i8"),  # steps done so far
    ("mined", "i8"),  # bit mask of the holes mined by this action
    ("hull", "i8"),  # the hull of a launch
    ("ship", "i8"),  # the ship to flick or attack (its number in the scene), or NONE
    ("hole", "i8"),  # the hole of a launch or attack, or NONE
    ("pieces", "i8"),  # the number of pieces that may come from the box
    ("must_take_all", "i8"),  # whether all of these pieces must come
    ("step_after_pieces", "i8"),  # a PendingStep: the step after the pieces are taken
    ("returning", "i8"),  # the number of starships that must go back to the box
    ("row", "i8"),  # the full row whose bonus is due, or 0
)

seat_outcome_dt = record(
    ("corner", "i8"),
    ("seat", "i8"),  # place in the turn order, 1 for the first player
    ("player", "i8"),
    ("skill", "f8"),
    ("credit", "f8"),
    ("total", "i8"),
    ("tokens", "i8"),
    ("vp_mines", "i8"),
    ("vp_ships", "i8"),
    ("vp_planets", "i8"),
    ("vp_first", "i8"),
    ("vp_rows", "i8"),
    ("planets", "i8"),
    ("colonies", "i8"),
    ("cities", "i8"),
    ("facilities", "i8"),
    ("quadrants", "i8"),  # with an own city
    ("quadrant_vp", "i8"),
    ("orange", "i8"),
    ("grey", "i8"),
    ("purple", "i8"),
    ("brown", "i8"),
    ("rows", "i8"),
    ("battleship_round", "i8"),
    ("recruits", "i8"),
    ("withdrawals", "i8"),
    ("moves", "i8"),
    ("mines", "i8"),
    ("builds", "i8"),
    ("develops", "i8"),
    ("passes", "i8"),
    ("launches", "i8"),
    ("flicks", "i8"),
    ("arrivals", "i8"),
    ("landings", "i8"),
    ("off", "i8"),
    ("rams", "i8"),
    ("rammed", "i8"),
    ("ricochets", "i8"),
    ("kills", "i8"),
    ("ships_lost", "i8"),
    ("raids", "i8"),
    ("planets_lost", "i8"),
    ("scans", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    PLAYERS,
    ("trigger_seat", "i8"),  # place in the turn order, or 0 if the end was not triggered
    ("trigger_won", "i8"),
    ("pool_left", "i8"),
    ("box_vp", "i8"),
    ("margin", "i8"),  # between the best two totals
    ("settled", "i8"),  # a Tie
    ("turned", "i8"),  # quarter turns of the corners
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
