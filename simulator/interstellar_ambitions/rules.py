"""Which numbers exist: the switches and cards of Interstellar Ambitions, and the record made of the data."""

from collections.abc import Mapping
from enum import IntEnum


class AmbitionSetup(IntEnum):
    RANDOM_3_3 = 0
    FIXED_4_RANDOM_2 = 1


class PlanMode(IntEnum):
    ANY = 0
    ALL = 1


class PlanetStacks(IntEnum):
    SHUFFLED = 0
    ASCENDING_VP = 1


class ExchangeKind(IntEnum):
    SAME_TYPE = 0
    ANY_MIX = 1


class EventAmbitionMemory(IntEnum):
    TURN = 0
    GAME = 1


class StateAmbitionTiming(IntEnum):
    STEP4 = 0
    ANY_MOMENT = 1


class ShadowBuy(IntEnum):
    LOOK = 0
    BLIND = 1


class CaptureNeedsBombard(IntEnum):
    NONE = 0
    ONE_STEP = 1


class RaidMedal(IntEnum):
    NONE = 0
    WINNER = 1


class ReplaceMode(IntEnum):
    ONCE = 0
    TWICE = 1


class HomeSet(IntEnum):
    IDENTICAL = 0
    ASYMMETRIC = 1


class StartTechnologies(IntEnum):
    CHOSEN = 0
    DEALT = 1


class UltimateSlots(IntEnum):
    PRINTED = 0
    ONE = 1
    TWO = 2
    UNLIMITED = 3


class EndTurns(IntEnum):
    ONE_EACH_INCL_TRIGGER = 0
    FINISH_ROUND = 1
    ONE_EACH_EXCL_TRIGGER = 2


class UpkeepTiming(IntEnum):
    PRODUCE = 0
    EVERY_TURN = 1


class InvadeTie(IntEnum):
    ATTACKER = 0
    DEFENDER = 1


class Modifier(IntEnum):
    """What technologies, planets and ships change for the player who has them: sums of amounts, and flags (above 0)."""

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


class Class(IntEnum):
    """Of a ship."""

    LIGHT = 0
    HEAVY = 1


class Origin(IntEnum):
    """Of a ship."""

    STANDARD = 0
    MERC = 1
    EMERGENCY = 2


class CardType(IntEnum):
    """Of a shadow card."""

    STANDARD = 0
    SABOTAGE = 1
    INFILTRATE = 2


class Count(IntEnum):
    """What a planet scores by."""

    SCORED_FOOD_PLANETS = 0
    SCORED_ORE_PLANETS = 1
    SCORED_SCIENCE_PLANETS = 2
    SCORED_COINS_PLANETS = 3
    OWNED_TECHNOLOGIES = 4


class Predicate(IntEnum):
    """What an ambition asks for."""

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


class ShadowEffect(IntEnum):
    """What a shadow card does."""

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
    """Which ships STEAL_SHIP may take."""

    MERC = 0
    STANDARD_LIGHT = 1


class Penalty(IntEnum):
    """What of its object makes the check of a shadow card harder."""

    NONE = 0
    BY_CV = 1
    BY_COST = 2
    BY_LEVEL = 3


class EventEffect(IntEnum):
    """What a colony event does."""

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


EVENT_PREDICATES = (  # that something happens in a turn; the others are states
    Predicate.CAPTURES_TURN,
    Predicate.RAID_LOOT_TURN,
    Predicate.ENEMY_LEVELS_LOST_TURN,
    Predicate.ENEMY_SHIPS_DESTROYED_TURN,
    Predicate.PRODUCED_TURN,
    Predicate.PRODUCED_TOTAL_TURN,
)
RESOURCES = ("food", "ore", "science", "coins")
LEVELS = ("BASIC", "MODERATE", "STRONG", "ULTIMATE")  # of planning
BATTLES = ("RAID", "INVADE")
ANY = len(RESOURCES)  # any resource
NONE = -1
MOST_PLAYERS = 6
DRAWN = 3  # ambitions of a kind
STACK = 20  # planets of a type
HOMES = 6
FIRST_HOME = ANY * STACK  # planet ids: STACK for each type, then the Home Worlds
SHIP_CARDS = 40  # of the mercs, or of the emergency ships
SHADOW_CARDS = 96
EVENT_CARDS = 48
KINDS = {"ambitions": 24, "technologies": 48, "ships": 40, "shadow_cards": 40, "events": 32}  # room for so many
PENALTIES = 2  # steps
LOOKED = 16  # cards drawn and looked at
SWITCHES: dict[str, type] = {
    "ambition_setup": AmbitionSetup,
    "plan_mode": PlanMode,
    "planet_stacks": PlanetStacks,
    "exchange_kind": ExchangeKind,
    "exchange_rate": int,
    "exchange_rate_improved": int,
    "disrupt_tokens": int,
    "event_ambition_memory": EventAmbitionMemory,
    "state_ambition_timing": StateAmbitionTiming,
    "shadow_buy": ShadowBuy,
    "capture_needs_bombard": CaptureNeedsBombard,
    "relic_counts_home": bool,
    "emergency_persist": bool,
    "attack_needs_ship": bool,
    "raid_medal": RaidMedal,
    "raid_loot_cap": int,
    "replace_mode": ReplaceMode,
    "special_vp_needs_max": bool,
    "home_set": HomeSet,
    "start_technologies": StartTechnologies,
    "ultimate_slots": UltimateSlots,
    "peace_rounds": int,
    "end_turns": EndTurns,
    "upkeep_timing": UpkeepTiming,
    "ambition_vp_first": int,
    "ambition_vp_second": int,
    "ambition_vp_others": int,
    "claims_to_end": int,
    "set_bonus": int,
    "medal_vp": int,
    "check_target": int,
    "boost_most": int,
    "hit_target": int,
    "invade_tie": InvadeTie,
    "bombard_div": int,
    "bombard_div_improved": int,
    "emergency_rule": bool,
    "defender_repair": bool,
    "seat_compensation": int,
    "start_cards_dealt": int,
    "start_cards_kept": int,
    "start_resources": int,
    "start_level": int,
    "last_planet_level": int,
    "high_level": int,
    "planet_limit": int,
    "ship_limit": int,
    "hand_limit": int,
    "advance_tokens": int,
    "tokens_per_player": int,
    "technology_slots": int,
    "merc_slots": int,
    "develop_cost": int,
    "markers_per_ore": int,
    "card_price": int,
    "minimum_cost": int,
    "max_rounds": int,
}
TRACK: dict[str, dict[str, type]] = {  # the action rows, by planning level
    "colonise": {"vp": int, "level": int, "replace": bool},
    "develop": {"planets": int, "level": int},
    "build": {"ships": int, "heavy": bool, "discount": int, "repair_free": bool},
    "research": {"technologies": int, "vp": int, "discount": int, "replace": bool},
    "shadow": {"cards": int, "mercs": int, "replace": bool},
    "fleet": {"raid": bool, "raid_bonus": int, "invade": bool, "invade_bonus": int},
}
_BOUNDS: dict[str, dict[str, tuple[int, int]]] = {  # of the whole numbers of entries: the least, the most
    "colonise": {"vp": (0, 99), "level": (1, 5)},
    "develop": {"planets": (1, 12), "level": (1, 5)},
    "build": {"ships": (0, 12), "discount": (0, 9)},
    "research": {"technologies": (0, 8), "vp": (0, 99), "discount": (0, 9)},
    "shadow": {"cards": (0, 8), "mercs": (0, 8)},
    "fleet": {"raid_bonus": (0, 20), "invade_bonus": (0, 20)},
    "compensation": {"resources": (0, 9), "advances": (0, 9)},
    "setups": {"ultimate_slots": (0, 72)},
    "planets": {**dict.fromkeys(RESOURCES, (0, 9)), "vp": (0, 20), "levels": (1, 5)},
    "home_worlds": {"cost_any": (1, 20), "vp": (0, 20), "levels": (1, 5)},
    "technologies": {"cost": (1, 20), "vp": (0, 20)},
    "ships": {
        "copies": (0, 9),
        "start": (0, 12),
        "cost": (0, 20),
        "upkeep": (0, 9),
        "combat": (0, 12),
        "bombard": (0, 12),
        "vp": (0, 20),
    },
    "shadow_cards": {"copies": (0, 9)},
    "events": {"copies": (0, 9)},
}
# What an argument of an effect may be: a whole number of a range, or one of some words, of which the place is the code.
Argument = range | tuple[str, ...]
# An effect by its name: the field of the record that each argument goes to, and what it may be.
Effects = Mapping[str, tuple[tuple[str, Argument], ...]]
_AMOUNT = range(1, 10)
_FEW = range(1, 5)  # objects of a card
_CLASS = tuple(Class.__members__)
_MODIFIERS = tuple(Modifier.__members__)
_SHIP = ("SHIP",)  # stands for the names of the ships in the data
HELD: Effects = {name: (("amount", _AMOUNT),) for name in _MODIFIERS}
ON_PLANETS: Effects = {
    **HELD,
    "SHIELD_SELF": (("planet_shield", _AMOUNT),),
    "SCORE_PER": (
        ("score_per", tuple(Count.__members__)),
        ("score_each", _AMOUNT),
        ("score_most", range(1, 31)),
    ),
}
ON_SHIPS: Effects = {
    "CRIT6_VS": (("crit_class", _CLASS), ("crit_damage", range(2, 10))),
    "ENEMY_DIE": (("enemy_die", range(-5, 6)),),
    "OWN_DIE": (("own_die", range(-5, 6)),),
    "EXTRA_DICE_VS": (("extra_dice", _CLASS), ("amount", _AMOUNT)),
    "NO_FIRE_VS": (("no_fire", _CLASS),),
    "PRE_DESTROY_NAMED": (("destroys", _SHIP), ("destroys_number", _AMOUNT)),
    "OWN_NAMED_EXTRA_DICE": (("boosts", _SHIP), ("boost_dice", _AMOUNT)),
    "DEFENCE_ONLY": (),
    "PRE_FLEE": (("flees", range(1, 7)),),
    "FIRST_STRIKE": (),
    "TOUGH": (("tough", _AMOUNT),),
    "RAID_LOOT": (("raid_loot", _AMOUNT),),
    "BOMBARD_BONUS": (("bombard_bonus", _AMOUNT),),
    "TOTAL_CV": (("total_bonus", BATTLES), ("amount", _AMOUNT)),
    "POST_REPAIR": (("post_repair", _AMOUNT),),
    "PRODUCE": (("ship_produce", RESOURCES), ("amount", _AMOUNT)),
    "ONE_BATTLE": (),
    "MOD": (("ship_modifiers", _MODIFIERS), ("amount", _AMOUNT)),
    "RAID_DEFENCE_DICE": (("raid_defence_dice", _AMOUNT),),
}
_FLAGS = {"DEFENCE_ONLY": "defence_only", "FIRST_STRIKE": "first_strike", "ONE_BATTLE": "one_battle"}
_INDEXED = ("EXTRA_DICE_VS", "NO_FIRE_VS", "TOTAL_CV", "PRODUCE", "MOD")  # one number for each of several words
ON_CARDS: Effects = {
    **{effect.name: () for effect in ShadowEffect},
    "TOKEN_BACK": (("number", _FEW), ("detail", range(1, 4))),
    "TOKEN_TO_POOL": (("number", _FEW), ("detail", LEVELS)),
    "TOKEN_FORWARD_OWN": (("number", _FEW),),
    "TOKEN_MOVE_ROW_OWN": (("number", _FEW),),
    "TAKE_RES": (("number", _AMOUNT), ("detail", (*RESOURCES, "ANY")), ("each", ("ONE", "EACH"))),
    "EXCHANGE_1TO1": (("number", _AMOUNT),),
    "DRAW_SHADOW": (("number", range(1, 9)),),
    "PLANET_LEVEL": (("number", range(-4, 0)),),
    "DAMAGE_SHIPS": (("number", _FEW),),
    "DISCARD_HAND": (("number", _AMOUNT),),
    "STEAL_SHIP": (("detail", tuple(Filter.__members__)),),
    "STEAL_HAND": (("number", _AMOUNT),),
}
UNOPPOSED = ("REFRESH_MARKET", "TOKEN_FORWARD_OWN", "TOKEN_MOVE_ROW_OWN", "EXCHANGE_1TO1", "DRAW_SHADOW")
PENALISED = {  # what each penalty looks at: the effects with such an object, and the values it may begin at
    "BY_CV": (("DESTROY_SHIP", "DISCARD_MERC", "STEAL_SHIP"), range(1, 13)),
    "BY_COST": (("ACQUIRE_TECHNOLOGY",), range(1, 21)),
    "BY_LEVEL": (("USURP_TOKEN",), LEVELS),
}
ON_EVENTS: Effects = {
    **{effect.name: () for effect in EventEffect},
    "GAIN": (("detail", RESOURCES), ("number", _AMOUNT)),
    "LEVEL_ADD": (("number", _FEW),),
    "LEVEL_SET": (("number", range(1, 6)),),
    "GAIN_SHIP": (("detail", _SHIP),),
    "DRAW_SHADOW": (("number", range(1, 9)),),
    "MARKER_PROD": (("detail", RESOURCES), ("number", _AMOUNT)),
    "MARKER_SHIELD": (("number", _AMOUNT),),
    "MARKER_VP": (("number", _AMOUNT),),
    "PAY_OR_LEVEL": (("number", _AMOUNT), ("detail", range(1, 6))),
}
_THRESHOLD = range(1, 100)
CONDITIONS: Effects = {
    **{predicate.name: (("threshold", _THRESHOLD),) for predicate in Predicate},
    "PRODUCED_TURN": (("predicate_resource", RESOURCES), ("threshold", _THRESHOLD)),
    "TYPES_AT_LEVEL": (("predicate_level", range(1, 6)), ("threshold", range(1, 5))),
}
