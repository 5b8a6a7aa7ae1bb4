"""The rules of the game as data types: array sizes, switches, bounds, and the record of all numbers."""

from enum import IntEnum

from starbalance.simulator.engine.contract import rules_record
from starbalance.simulator.games.interstellar_ambitions.word import (
    RESOURCE_WORDS,
    Battle,
    Class,
    Level,
    Market,
    Modifier,
    Resource,
    Row,
)

RESOURCES = len(Resource)
ROWS = len(Row)
LEVELS = len(Level)  # of planning
MODIFIERS = len(Modifier)
MARKETS = len(Market)
ANY = RESOURCES  # any resource; the type of a Home World
NONE = -1
SIDES = 6  # of a die
MOST_PLAYERS = 6
HOME_WORLDS = MOST_PLAYERS  # one of each colour
DRAWN_EACH = 3  # ambitions of a kind in play
DRAWN = 2 * DRAWN_EACH  # the Active ambitions first
HIGHEST_LEVEL = 5  # of planets
STACK = 20  # planets of a type
FIRST_HOME = RESOURCES * STACK  # planet ids: STACK for each type, then the Home Worlds by colour
PLANETS = FIRST_HOME + HOME_WORLDS
PLANET_SLOTS = 12  # of a player
SHIP_SLOTS = 12  # of a player
MARKET_SLOTS = 8  # of the technology and of the merc market
MOST_TOKENS = 12  # of a player
AMBITIONS = 24  # number of different ambitions that the record can hold; likewise below
TECHNOLOGIES = 48
SHIP_KINDS = 40
SHADOW_KINDS = 40
EVENT_KINDS = 32
KINDS = {
    "ambitions": AMBITIONS,
    "technologies": TECHNOLOGIES,
    "ships": SHIP_KINDS,
    "shadow_cards": SHADOW_KINDS,
    "events": EVENT_KINDS,
}
SHIP_CARDS = 40  # of the mercs, or of the emergency ships
SHADOW_CARDS = 96
EVENT_CARDS = 48
MOST_COPIES = 9  # of a card
COPY_NUMBERS = 64  # base of the copy numbers in a shuffle, above the number of copies
ALL_MARKERS = 999  # above the number of markers that a fleet can have
RANKED_POINT = 1000  # rank of one victory point, above the combat value of any fleet
LOOKED = 16  # cards dealt, or drawn and looked at
OBJECTS = 4  # of a card
PENALTIES = 2  # steps


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


class FleeBefore(IntEnum):
    OWN_BATTLE = 0
    ANY_BATTLE = 1


class UpkeepTiming(IntEnum):
    PRODUCE = 0
    EVERY_TURN = 1


class InvadeTie(IntEnum):
    ATTACKER = 0
    DEFENDER = 1


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
    "flee_before": FleeBefore,
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
ROOM = {  # upper limits of switches that set the size of something in the state
    "planet_limit": PLANET_SLOTS,
    "ship_limit": SHIP_SLOTS,
    "technology_slots": MARKET_SLOTS,
    "merc_slots": MARKET_SLOTS,
    "tokens_per_player": MOST_TOKENS,
    "start_cards_dealt": LOOKED,
}
TRACK: dict[str, dict[str, type]] = {  # the action rows, by planning level
    "colonise": {"vp": int, "level": int, "replace": bool},
    "develop": {"planets": int, "level": int},
    "build": {"ships": int, "heavy": bool, "discount": int, "repair_free": bool},
    "research": {"technologies": int, "vp": int, "discount": int, "replace": bool},
    "shadow": {"cards": int, "mercs": int, "replace": bool},
    "fleet": {"raid": bool, "raid_bonus": int, "invade": bool, "invade_bonus": int},
}
BOUNDS: dict[str, dict[str, tuple[int, int]]] = {  # the lowest and highest allowed value of each whole number
    "colonise": {"vp": (0, 99), "level": (1, HIGHEST_LEVEL)},
    "develop": {"planets": (1, PLANET_SLOTS), "level": (1, HIGHEST_LEVEL)},
    "build": {"ships": (0, SHIP_SLOTS), "discount": (0, 9)},
    "research": {"technologies": (0, 8), "vp": (0, 99), "discount": (0, 9)},
    "shadow": {"cards": (0, 8), "mercs": (0, 8)},
    "fleet": {"raid_bonus": (0, 20), "invade_bonus": (0, 20)},
    "compensation": {"resources": (0, 9), "advances": (0, 9)},
    "setups": {"ultimate_slots": (0, MOST_PLAYERS * MOST_TOKENS)},
    "planets": {**dict.fromkeys(RESOURCE_WORDS, (0, 9)), "vp": (0, 20), "levels": (1, HIGHEST_LEVEL)},
    "home_worlds": {"cost_any": (1, 20), "vp": (0, 20), "levels": (1, HIGHEST_LEVEL)},
    "technologies": {"cost": (1, 20), "vp": (0, 20)},
    "ships": {
        "copies": (0, MOST_COPIES),
        "start": (0, SHIP_SLOTS),
        "cost": (0, 20),
        "upkeep": (0, 9),
        "combat": (0, 12),
        "bombard": (0, 12),
        "vp": (0, 20),
    },
    "shadow_cards": {"copies": (0, MOST_COPIES)},
    "events": {"copies": (0, MOST_COPIES)},
}

rules_dt = rules_record(
    SWITCHES,
    # the action track, by planning level
    *((f"{row}_{key}", "i8", (LEVELS,)) for row, keys in TRACK.items() for key in keys),
    # seat compensation, by seat
    ("extra_resources", "i8", (MOST_PLAYERS,)),
    ("extra_advances", "i8", (MOST_PLAYERS,)),
    # ambitions
    ("ambitions", "i8"),
    ("ambition_in", "i8", (AMBITIONS,)),  # in the pool
    ("ambition_active", "i8", (AMBITIONS,)),
    ("ambition_fixed", "i8", (AMBITIONS,)),  # always in play under fixed_4_random_2
    ("predicate", "i8", (AMBITIONS,)),
    ("predicate_event", "i8", (AMBITIONS,)),  # 1 for an event of a turn, 0 for a state
    ("threshold", "i8", (AMBITIONS,)),
    ("predicate_resource", "i8", (AMBITIONS,)),  # NONE if the condition has no resource
    ("predicate_level", "i8", (AMBITIONS,)),
    # planets
    ("planet_in", "i8", (PLANETS,)),  # in its stack
    ("planet_type", "i8", (PLANETS,)),
    ("planet_cost", "i8", (PLANETS, RESOURCES)),
    ("planet_cost_any", "i8", (PLANETS,)),
    ("planet_vp", "i8", (PLANETS,)),
    ("planet_levels", "i8", (PLANETS,)),  # the highest
    ("planet_special", "i8", (PLANETS,)),
    ("planet_shield", "i8", (PLANETS,)),  # bombard points taken off when it is the target
    ("planet_modifiers", "i8", (PLANETS, MODIFIERS)),
    ("planet_modified", "i8", (PLANETS,)),  # 1 if it has modifiers
    ("score_per", "i8", (PLANETS,)),  # Count, or NONE if it does not score
    ("score_each", "i8", (PLANETS,)),
    ("score_most", "i8", (PLANETS,)),
    # technologies
    ("technologies", "i8"),
    ("technology_in", "i8", (TECHNOLOGIES,)),
    ("technology_start", "i8", (TECHNOLOGIES,)),
    ("technology_cost", "i8", (TECHNOLOGIES,)),
    ("technology_vp", "i8", (TECHNOLOGIES,)),
    ("technology_modifiers", "i8", (TECHNOLOGIES, MODIFIERS)),
    # ships
    ("ships", "i8"),  # kinds
    ("ship_origin", "i8", (SHIP_KINDS,)),
    ("ship_heavy", "i8", (SHIP_KINDS,)),
    ("ship_copies", "i8", (SHIP_KINDS,)),  # in its deck
    ("ship_start", "i8", (SHIP_KINDS,)),  # in a starting fleet
    ("ship_cost", "i8", (SHIP_KINDS,)),
    ("ship_upkeep", "i8", (SHIP_KINDS,)),
    ("combat", "i8", (SHIP_KINDS,)),  # value
    ("bombard", "i8", (SHIP_KINDS,)),  # points
    ("ship_vp", "i8", (SHIP_KINDS,)),
    ("crit_class", "i8", (SHIP_KINDS,)),  # class of the target, or NONE without the effect
    ("crit_damage", "i8", (SHIP_KINDS,)),  # of a natural six
    ("enemy_die", "i8", (SHIP_KINDS,)),
    ("own_die", "i8", (SHIP_KINDS,)),
    ("extra_dice", "i8", (SHIP_KINDS, len(Class))),  # by class of the target
    ("no_fire", "i8", (SHIP_KINDS, len(Class))),  # by class of the target
    ("destroys", "i8", (SHIP_KINDS,)),  # the ship kind destroyed before the battle, or NONE
    ("destroys_number", "i8", (SHIP_KINDS,)),
    ("boosts", "i8", (SHIP_KINDS,)),  # the ship kind that rolls more dice, or NONE
    ("boost_dice", "i8", (SHIP_KINDS,)),
    ("defence_only", "i8", (SHIP_KINDS,)),
    ("flees", "i8", (SHIP_KINDS,)),  # the highest face on which it flees; 0 for never
    ("first_strike", "i8", (SHIP_KINDS,)),
    ("tough", "i8", (SHIP_KINDS,)),
    ("raid_loot", "i8", (SHIP_KINDS,)),
    ("bombard_bonus", "i8", (SHIP_KINDS,)),
    ("total_bonus", "i8", (SHIP_KINDS, len(Battle))),  # by Battle
    ("post_repair", "i8", (SHIP_KINDS,)),
    ("ship_produce", "i8", (SHIP_KINDS, RESOURCES)),
    ("one_battle", "i8", (SHIP_KINDS,)),
    ("raid_defence_dice", "i8", (SHIP_KINDS,)),
    ("ship_modifiers", "i8", (SHIP_KINDS, MODIFIERS)),
    ("ship_modified", "i8", (SHIP_KINDS,)),
    # shadow cards
    ("shadow_kinds", "i8"),
    ("shadow_copies", "i8", (SHADOW_KINDS,)),
    ("shadow_type", "i8", (SHADOW_KINDS,)),
    ("shadow_effect", "i8", (SHADOW_KINDS,)),
    ("shadow_number", "i8", (SHADOW_KINDS,)),  # the main number of the effect
    ("shadow_detail", "i8", (SHADOW_KINDS,)),  # its second argument: steps, planning level, resource, scope or class
    ("shadow_each", "i8", (SHADOW_KINDS,)),  # TAKE_RES: from each opponent
    ("penalty", "i8", (SHADOW_KINDS,)),
    ("penalty_from", "i8", (SHADOW_KINDS, PENALTIES)),  # the lowest value of a step
    (
        "penalty_by",
        "i8",
        (SHADOW_KINDS, PENALTIES),
    ),  # die modifier of a step (0 without a step); the last step that applies counts
    # colony events
    ("event_kinds", "i8"),
    ("event_copies", "i8", (EVENT_KINDS,)),
    ("event_keep", "i8", (EVENT_KINDS,)),
    ("event_effect", "i8", (EVENT_KINDS,)),
    ("event_number", "i8", (EVENT_KINDS,)),
    ("event_detail", "i8", (EVENT_KINDS,)),  # resource, ship kind or level
)
