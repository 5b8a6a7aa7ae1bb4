"""The words of the rulebook, with the numbers that stand for them."""

from enum import IntEnum


class Resource(IntEnum):
    FOOD = 0
    ORE = 1
    SCIENCE = 2
    COINS = 3


RESOURCE_WORDS = tuple(word.lower() for word in Resource.__members__)


class Row(IntEnum):
    """A row of the action track."""

    COLONISE = 0
    DEVELOP = 1
    BUILD = 2
    RESEARCH = 3
    SHADOW = 4
    FLEET = 5


class Level(IntEnum):
    """A planning level."""

    BASIC = 0
    MODERATE = 1
    STRONG = 2
    ULTIMATE = 3


LEVEL_WORDS = tuple(Level.__members__)


class Medal(IntEnum):
    FLEET = 0
    SHADOW = 1


class Market(IntEnum):
    """A market of face-up cards."""

    TECHNOLOGY = 0
    PLANET = 1
    MERC = 2


class Battle(IntEnum):
    RAID = 0
    INVADE = 1


class Class(IntEnum):
    """The class of a ship."""

    LIGHT = 0
    HEAVY = 1


class Origin(IntEnum):
    """The origin of a ship."""

    STANDARD = 0
    MERC = 1
    EMERGENCY = 2


class CardType(IntEnum):
    """The type of a shadow card."""

    STANDARD = 0
    SABOTAGE = 1
    INFILTRATE = 2


class Count(IntEnum):
    """The things for which a planet scores."""

    SCORED_FOOD_PLANETS = 0
    SCORED_ORE_PLANETS = 1
    SCORED_SCIENCE_PLANETS = 2
    SCORED_COINS_PLANETS = 3
    OWNED_TECHNOLOGIES = 4


class Predicate(IntEnum):
    """The condition of an ambition."""

    CAPTURES_TURN = 0
    SHADOW_MEDALS = 1
    FLEET_MEDALS = 2
    RAID_LOOT_TURN = 3
    STOLEN_TECHNOLOGIES = 4
    ENEMY_LEVELS_LOST_TURN = 5
    ENEMY_SHIPS_DESTROYED_TURN = 6
    MEDALS_EACH = 7
    CHECK_VICTIMS = 8
    SPECIAL_PLANETS = 9
    TOTAL_LEVELS = 10
    PRODUCED_TURN = 11
    PRODUCED_TOTAL_TURN = 12
    TECHNOLOGIES_OWNED = 13
    PLANETS = 14
    MAXED_PLANETS = 15
    FLEET_CV = 16
    TYPES_AT_LEVEL = 17


EVENT_PREDICATES = (  # conditions met by an event of a turn; the remaining ones are states
    Predicate.CAPTURES_TURN,
    Predicate.RAID_LOOT_TURN,
    Predicate.ENEMY_LEVELS_LOST_TURN,
    Predicate.ENEMY_SHIPS_DESTROYED_TURN,
    Predicate.PRODUCED_TURN,
    Predicate.PRODUCED_TOTAL_TURN,
)


class Modifier(IntEnum):
    """The changes that technologies, planets and ships give their player: sums of amounts, and flags (above 0)."""

    PROD_FOOD = 0
    PROD_ORE = 1
    PROD_SCIENCE = 2
    PROD_COINS = 3
    PROD_HIGH_LEVEL = 4
    CHECK_SAB = 5
    CHECK_INF = 6
    RESIST_SAB = 7
    RESIST_INF = 8
    BUY_LIMIT = 9
    HIRE_DISC = 10
    UPKEEP_DISC = 11
    BUILD_EXTRA = 12
    BASIC_HEAVY = 13
    BUILD_DISC = 14
    REPAIR_FREE = 15
    REPAIR_ATTACKER = 16
    RESEARCH_DISC = 17
    COLONISE_DISC = 18
    COLONISE_LEVEL = 19
    DEVELOP_DISC = 20
    DEVELOP_EXTRA = 21
    TRADE_RATE = 22
    ADVANCE_EXTRA = 23
    TOKEN_KEEP = 24
    RAID_CV = 25
    INVADE_CV = 26
    BOMBARD_DIV = 27
    BOMBARD_SHIELD = 28
    SHIP_TOUGH = 29
    EMERGENCY_EXTRA = 30
    EVENT_CHOICE = 31


class ShadowEffect(IntEnum):
    """The effect of a shadow card."""

    SWAP_TOKEN_SAME_ROW = 0
    REFRESH_MARKET = 1
    TOKEN_BACK = 2
    TOKEN_TO_POOL = 3
    TOKEN_FORWARD_OWN = 4
    TOKEN_MOVE_ROW_OWN = 5
    TAKE_RES = 6
    EXCHANGE_1TO1 = 7
    DRAW_SHADOW = 8
    PLANET_LEVEL = 9
    DESTROY_SHIP = 10
    DAMAGE_SHIPS = 11
    LOSE_HALF_RES = 12
    DISCARD_MERC = 13
    DISCARD_HAND = 14
    ACQUIRE_TECHNOLOGY = 15
    SIPHON = 16
    STEAL_SHIP = 17
    STEAL_HAND = 18
    USURP_TOKEN = 19


class Filter(IntEnum):
    """The ships that STEAL_SHIP may take."""

    MERC = 0
    STANDARD_LIGHT = 1


class Penalty(IntEnum):
    """The property of its object that makes the check of a shadow card harder."""

    NONE = 0
    BY_CV = 1
    BY_COST = 2
    BY_LEVEL = 3


class EventEffect(IntEnum):
    """The effect of a colony event."""

    GAIN = 0
    LEVEL_ADD = 1
    LEVEL_SET = 2
    GAIN_SHIP = 3
    DRAW_SHADOW = 4
    MARKER_PROD = 5
    MARKER_SHIELD = 6
    MARKER_VP = 7
    NONE = 8
    REPLACE_LOWEST = 9
    FAIL = 10
    PAY_OR_LEVEL = 11


ATTACKER, DEFENDER = 0, 1  # sides of a battle
