"""Which numbers exist: the switches and cards of A Handful of Stars, and the record made of the data."""

from enum import IntEnum


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


LETTERS = "ABCD"
RESOURCES = ("energy", "matter", "population", "research")
KIND_TILES = 19  # habitable, and as many uninhabitable
CARDS_OF_UNINHABITABLE = {SystemSet.S36: 17, SystemSet.S38_CARDS38: 19, SystemSet.S38_CARDS36: 17}
RACES = 7
ABILITIES = 3  # of a race
STARTING = 4  # cards of a player
MOST_PLAYERS = 4
FIRST_STARTING, FIRST_ABILITY, FIRST_TECHNOLOGY = 38, 54, 75  # card ids; those below are of systems, by tile
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
    "vp_home": int,
    "vp_colony": int,
    "vp_outpost": int,
    "final_rounds": int,
    "max_rounds": int,
    "free_actions_most": int,
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
_SYMBOLS: dict[str, type] = dict.fromkeys(RESOURCES, int)
_MOST = {  # of the named whole numbers of an entry; the least is 0
    **dict.fromkeys(RESOURCES, 9),
    "copies": 60,
    "cost": 20,
    "cost_population": 20,
    "vp": 9,
    "amount": 9,
    "draws": 8,
    "reserve": 3,
    "strength": 20,
    "trigger": 100,
    "habitable": KIND_TILES,
    "uninhabitable": KIND_TILES,
}
