"""The names and arguments of card effects, which the reader of the data checks."""

from collections.abc import Mapping

from starbalance.simulator.games.interstellar_ambitions.rules import HIGHEST_LEVEL, OBJECTS, RESOURCES, SIDES
from starbalance.simulator.games.interstellar_ambitions.word import (
    LEVEL_WORDS,
    RESOURCE_WORDS,
    Battle,
    Class,
    Count,
    EventEffect,
    Filter,
    Modifier,
    Predicate,
    ShadowEffect,
)

# The allowed values of an argument: a range of whole numbers, or words. The code of a word is its position.
Argument = range | tuple[str, ...]
# Effects by name. Each argument has the field of the record that stores it, and its allowed values.
Effects = Mapping[str, tuple[tuple[str, Argument], ...]]
_AMOUNT = range(1, 10)
_FEW = range(1, OBJECTS + 1)  # objects of a card
_LEVEL = range(1, HIGHEST_LEVEL + 1)  # of a planet
CLASS_WORDS = tuple(Class.__members__)
_MODIFIERS = tuple(Modifier.__members__)
SHIP_WORD = ("SHIP",)  # placeholder for the names of the ships in the data
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
    "CRIT6_VS": (("crit_class", CLASS_WORDS), ("crit_damage", range(2, 10))),
    "ENEMY_DIE": (("enemy_die", range(-5, 6)),),
    "OWN_DIE": (("own_die", range(-5, 6)),),
    "EXTRA_DICE_VS": (("extra_dice", CLASS_WORDS), ("amount", _AMOUNT)),
    "NO_FIRE_VS": (("no_fire", CLASS_WORDS),),
    "PRE_DESTROY_NAMED": (("destroys", SHIP_WORD), ("destroys_number", _AMOUNT)),
    "OWN_NAMED_EXTRA_DICE": (("boosts", SHIP_WORD), ("boost_dice", _AMOUNT)),
    "DEFENCE_ONLY": (),
    "PRE_FLEE": (("flees", range(1, SIDES + 1)),),
    "FIRST_STRIKE": (),
    "TOUGH": (("tough", _AMOUNT),),
    "RAID_LOOT": (("raid_loot", _AMOUNT),),
    "BOMBARD_BONUS": (("bombard_bonus", _AMOUNT),),
    "TOTAL_CV": (("total_bonus", tuple(Battle.__members__)), ("amount", _AMOUNT)),
    "POST_REPAIR": (("post_repair", _AMOUNT),),
    "PRODUCE": (("ship_produce", RESOURCE_WORDS), ("amount", _AMOUNT)),
    "ONE_BATTLE": (),
    "MOD": (("ship_modifiers", _MODIFIERS), ("amount", _AMOUNT)),
    "RAID_DEFENCE_DICE": (("raid_defence_dice", _AMOUNT),),
}
FLAGS = {"DEFENCE_ONLY": "defence_only", "FIRST_STRIKE": "first_strike", "ONE_BATTLE": "one_battle"}
INDEXED = ("EXTRA_DICE_VS", "NO_FIRE_VS", "TOTAL_CV", "PRODUCE", "MOD")  # effects whose field has one number per word
ON_CARDS: Effects = {
    **{effect.name: () for effect in ShadowEffect},
    "TOKEN_BACK": (("number", _FEW), ("detail", range(1, 4))),
    "TOKEN_TO_POOL": (("number", _FEW), ("detail", LEVEL_WORDS)),
    "TOKEN_FORWARD_OWN": (("number", _FEW),),
    "TOKEN_MOVE_ROW_OWN": (("number", _FEW),),
    "TAKE_RES": (("number", _AMOUNT), ("detail", (*RESOURCE_WORDS, "ANY")), ("each", ("ONE", "EACH"))),
    "EXCHANGE_1TO1": (("number", _AMOUNT),),
    "DRAW_SHADOW": (("number", range(1, 9)),),
    "PLANET_LEVEL": (("number", range(1 - HIGHEST_LEVEL, 0)),),
    "DAMAGE_SHIPS": (("number", _FEW),),
    "DISCARD_HAND": (("number", _AMOUNT),),
    "STEAL_SHIP": (("detail", tuple(Filter.__members__)),),
    "STEAL_HAND": (("number", _AMOUNT),),
}
UNOPPOSED = ("REFRESH_MARKET", "TOKEN_FORWARD_OWN", "TOKEN_MOVE_ROW_OWN", "EXCHANGE_1TO1", "DRAW_SHADOW")
PENALISED = {  # by penalty: the effects whose object has this property, and the values at which a penalty may begin
    "BY_CV": (("DESTROY_SHIP", "DISCARD_MERC", "STEAL_SHIP"), range(1, 13)),
    "BY_COST": (("ACQUIRE_TECHNOLOGY",), range(1, 21)),
    "BY_LEVEL": (("USURP_TOKEN",), LEVEL_WORDS),
}
ON_EVENTS: Effects = {
    **{effect.name: () for effect in EventEffect},
    "GAIN": (("detail", RESOURCE_WORDS), ("number", _AMOUNT)),
    "LEVEL_ADD": (("number", _FEW),),
    "LEVEL_SET": (("number", _LEVEL),),
    "GAIN_SHIP": (("detail", SHIP_WORD),),
    "DRAW_SHADOW": (("number", range(1, 9)),),
    "MARKER_PROD": (("detail", RESOURCE_WORDS), ("number", _AMOUNT)),
    "MARKER_SHIELD": (("number", _AMOUNT),),
    "MARKER_VP": (("number", _AMOUNT),),
    "PAY_OR_LEVEL": (("number", _AMOUNT), ("detail", _LEVEL)),
}
_THRESHOLD = range(1, 100)
CONDITIONS: Effects = {
    **{predicate.name: (("threshold", _THRESHOLD),) for predicate in Predicate},
    "PRODUCED_TURN": (("predicate_resource", RESOURCE_WORDS), ("threshold", _THRESHOLD)),
    "TYPES_AT_LEVEL": (("predicate_level", _LEVEL), ("threshold", range(1, RESOURCES + 1))),
}
