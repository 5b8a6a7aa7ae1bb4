"""The switches, cards and size limits of A Handful of Stars, and the record of its rules."""

from enum import IntEnum

from starbalance.simulator.engine.contract import rules_record


class SystemSet(IntEnum):
    S36 = 0
    S38_CARDS38 = 1
    S38_CARDS36 = 2


class WormholeDealt(IntEnum):
    REPLACE = 0
    KEEP = 1


class RaceMode(IntEnum):
    RANDOM = 0
    DRAFT = 1
    NONE = 2


class RaceTable(IntEnum):
    A = 0
    B = 1


class DevelopmentOrder(IntEnum):
    CLOCKWISE = 0
    SNAKE = 1


class ShuffleTiming(IntEnum):
    LAZY = 0
    EAGER = 1


class RetreatRange(IntEnum):
    ONE = 0
    CHAIN = 1


class RetreatCard(IntEnum):
    OWN_STEP = 0
    ANY_TIME = 1


class Withdraw(IntEnum):
    RESPONSE = 0
    OFF = 1


class MissilesHew(IntEnum):
    SYMBOLS = 0
    EXCLUSIVE = 1


class Resource(IntEnum):
    ENERGY = 0
    MATTER = 1
    POPULATION = 2
    RESEARCH = 3


class Timing(IntEnum):
    NONE = 0
    ACTION = 1
    FREE = 2
    COMBAT = 3
    RESERVE = 4
    SPECIAL = 5


class Card(IntEnum):
    """The names of the Technology cards and Race Ability cards, in the order of the data."""

    ADVANCED_CYBERNETICS = 0
    ARMAMENTS = 1
    ARTIFICIAL_INTELLIGENCE = 2
    BLACK_HOLE_CREATOR = 3
    BLUE_SKY_RESEARCH = 4
    CULTURE = 5
    DEVELOPMENT = 6
    DIPLOMACY = 7
    DREADNOUGHTS = 8
    FAST_SHIPS = 9
    FESTIVAL_OF_CULTURE = 10
    FORCE_SHIELDS = 11
    HIGH_ENERGY_WEAPONS = 12
    HYPER_SEARCH_ENGINE = 13
    MASS_ARMIES = 14
    MISSILES = 15
    MOBILE_FACTORIES = 16
    OUT_OF_STORAGE = 17
    PRODUCTION_LINE = 18
    RAPID_REACTION_FORCE = 19
    RECYCLING_PLANT = 20
    RESEARCH_LABORATORIES = 21
    RETREAT = 22
    SCOUTS = 23
    SPACE_MINES = 24
    STAR_BASE_MOVEMENT = 25
    STAR_BOMB = 26
    STEALTH_TECHNOLOGY = 27
    SUPER_DREADNOUGHTS = 28
    TEMPORARY_WORMHOLE = 29
    TERRA_FORMING = 30
    TOP_SECRET_RESEARCH = 31
    WAREHOUSE = 32
    WORMHOLE_TECHNOLOGY = 33


# size limits of the records of state and rules
PLAYERS = 4
KIND_TILES = 19  # number of habitable tiles, and of uninhabitable ones
SPACES = 2 * KIND_TILES
LETTERS = "ABCD"  # the letters of the connections of a space
WAYS = len(LETTERS)
CONNECTIONS = SPACES * WAYS // 2
RESOURCES = len(Resource)
NAMES = len(Card)  # named cards: Technology and Race Ability cards
RACES = 7
STARTING_CARDS = 4  # per player
ABILITY_CARDS = 3  # per race
TECHNOLOGY_CARDS = 60
FIRST_STARTING = SPACES  # card ids: System cards are their tiles, then the Starting cards, seat by seat,
FIRST_ABILITY = FIRST_STARTING + STARTING_CARDS * PLAYERS  # the Race Ability cards, race by race,
FIRST_TECHNOLOGY = FIRST_ABILITY + ABILITY_CARDS * RACES  # and the copies of the Technology deck
CARDS = FIRST_TECHNOLOGY + TECHNOLOGY_CARDS
PILE = SPACES + STARTING_CARDS + ABILITY_CARDS + TECHNOLOGY_CARDS  # the maximum number of cards that a player can own
DEALT = 2  # the maximum number of Technology cards dealt to a player
SETUP_COUNTERS = 2  # Development counters per player in the setup, for the home world and the colony (HOS-2.16)
DISPLAY = 12
TRACK = 7
COUNTER_KINDS = 16
ALIEN_KINDS = 8
MOST_LOOKED = 8  # the maximum number of cards looked at, or drawn by Missiles
FLEETS = 40
STAR_BASES = 12
ROOM = {  # switch or component -> the maximum that the records hold
    "dealt_technologies": DEALT,
    "technology_display": DISPLAY,
    "development_display": DISPLAY,
    "fleets": FLEETS,
    "star_bases": STAR_BASES,
    "colony_track": TRACK,
    "technology_cards": TECHNOLOGY_CARDS,
}
CARDS_OF_UNINHABITABLE = {
    SystemSet.S36: KIND_TILES - 2,
    SystemSet.S38_CARDS38: KIND_TILES,
    SystemSet.S38_CARDS36: KIND_TILES - 2,
}
SYMBOLS: dict[str, type] = {each.name.lower(): int for each in Resource}
MOST = {  # the maximum of each whole number of an entry; the minimum is 0
    **dict.fromkeys(SYMBOLS, 9),
    "copies": TECHNOLOGY_CARDS,
    "cost": 20,
    "cost_population": 20,
    "vp": 9,
    "amount": 9,
    "draws": MOST_LOOKED,
    "reserve": 3,
    "strength": 20,
    "trigger": 100,
    "habitable": KIND_TILES,
    "uninhabitable": KIND_TILES,
}
PLAYABLE = (Timing.ACTION, Timing.FREE, Timing.COMBAT)  # cards with an effect that is played
PLAYED_IN_COMBAT = (Card.HIGH_ENERGY_WEAPONS, Card.MASS_ARMIES, Card.MISSILES)
PLAYED_AS_ACTION = (Card.MOBILE_FACTORIES, Card.STAR_BASE_MOVEMENT)
IN_TURN = (
    Card.ADVANCED_CYBERNETICS,
    Card.ARMAMENTS,
    Card.BLACK_HOLE_CREATOR,
    Card.BLUE_SKY_RESEARCH,
    Card.DEVELOPMENT,
    Card.HYPER_SEARCH_ENGINE,
    Card.OUT_OF_STORAGE,
    Card.PRODUCTION_LINE,
    Card.RECYCLING_PLANT,
    Card.SCOUTS,
    Card.TEMPORARY_WORMHOLE,
    Card.TERRA_FORMING,
    Card.TOP_SECRET_RESEARCH,
    Card.WAREHOUSE,
)
IN_COMBAT = (Card.DIPLOMACY, Card.FORCE_SHIELDS, Card.RAPID_REACTION_FORCE, Card.RETREAT, Card.STAR_BOMB)
NUMBERED = (  # cards whose effect has an amount
    Card.ARMAMENTS,
    Card.ARTIFICIAL_INTELLIGENCE,
    Card.BLUE_SKY_RESEARCH,
    Card.DREADNOUGHTS,
    Card.FAST_SHIPS,
    Card.FESTIVAL_OF_CULTURE,
    Card.MISSILES,
    Card.PRODUCTION_LINE,
    Card.RAPID_REACTION_FORCE,
    Card.RECYCLING_PLANT,
    Card.SPACE_MINES,
    Card.STAR_BASE_MOVEMENT,
    Card.SUPER_DREADNOUGHTS,
    Card.TEMPORARY_WORMHOLE,
)
DRAWING = (
    Card.ADVANCED_CYBERNETICS,
    Card.BLUE_SKY_RESEARCH,
    Card.MISSILES,
    Card.RAPID_REACTION_FORCE,
    Card.SCOUTS,
    Card.WAREHOUSE,
)
SWITCHES: dict[str, type] = {
    "system_set": SystemSet,
    "require_connected": bool,
    "dealt_technologies": int,
    "setup_vp_counters": bool,
    "wormhole_dealt": WormholeDealt,
    "race_mode": RaceMode,
    "race_table": RaceTable,
    "home_star_bases": int,
    "home_fleets": int,
    "colony_star_bases": int,
    "colony_fleets": int,
    "outpost_fleets": int,
    "development_order": DevelopmentOrder,
    "technology_display": int,
    "development_display": int,
    "hand_size": int,
    "actions_per_turn": int,
    "shuffle_timing": ShuffleTiming,
    "unit_population": int,
    "unit_matter": int,
    "build_most": int,
    "connection_energy": int,
    "hop_research": int,
    "fleet_strength": int,
    "base_strength": int,
    "first_round_free": bool,
    "ties_to_defender": bool,
    "neutral_crossing_losses": bool,
    "retreat_range": RetreatRange,
    "retreat_card": RetreatCard,
    "withdraw": Withdraw,
    "missiles_hew": MissilesHew,
    "mines_units_only": bool,
    "alien_shift": int,
    "strength_shift": int,
    "outpost_population": int,
    "colony_population": int,
    "cost_shift": int,
    "reserve_limit": int,
    "terraform_population": int,
    "warehouse_any": bool,
    "enabling_card_pays": bool,
    "travel_card_pays": bool,
    "vp_home": int,
    "vp_colony": int,
    "vp_outpost": int,
    "final_rounds": int,
    "max_rounds": int,
    "free_actions_most": int,
    "moves_most": int,
    "effects_most": int,
}
COMPONENTS = (
    "star_bases",
    "fleets",
    "outposts",
    "colony_discs",
    "vp_discs",
    "colony_track",
    "alien_counters",
    "development_counters",
    "black_hole_discs",
    "technology_cards",
)
rules_dt = rules_record(
    SWITCHES,
    *((name, "i8") for name in COMPONENTS),
    ("habitable_dealt", "i8"),
    ("uninhabitable_dealt", "i8"),
    ("trigger", "i8"),
    ("spaces", "i8"),
    ("systems", "i8"),
    ("carded_systems", "i8"),  # number of tiles with a card; the tiles with higher ids have none
    ("neighbour", "i8", (SPACES, WAYS)),
    ("connection", "i8", (SPACES, WAYS)),
    ("ends", "i8", (CONNECTIONS, 2)),
    ("connections", "i8"),
    ("habitable", "i8", (SPACES,)),
    ("strength", "i8", (SPACES,)),
    ("black_hole", "i8", (SPACES,)),  # index of the letter. NONE means no black hole
    ("wormhole", "i8", (SPACES,)),
    ("symbols", "i8", (CARDS, RESOURCES)),
    ("card_name", "i8", (CARDS,)),  # NONE means a System or Starting card
    ("timing", "i8", (NAMES,)),
    ("reserve", "i8", (NAMES,)),
    ("one_use", "i8", (NAMES,)),
    ("cost", "i8", (NAMES,)),
    ("cost_population", "i8", (NAMES,)),
    ("vp", "i8", (NAMES,)),
    ("amount", "i8", (NAMES,)),
    ("draws", "i8", (NAMES,)),
    ("alien_kinds", "i8"),
    ("alien_strength", "i8", (ALIEN_KINDS,)),
    ("alien_copies", "i8", (ALIEN_KINDS,)),
    ("counter_kinds", "i8"),
    ("counter_copies", "i8", (COUNTER_KINDS,)),
    ("counter_symbols", "i8", (COUNTER_KINDS, RESOURCES)),
    ("counter_reserve", "i8", (COUNTER_KINDS,)),
    ("counter_vp", "i8", (COUNTER_KINDS,)),
)
