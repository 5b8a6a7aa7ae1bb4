"""What is on the table: the records of a game of Interstellar Ambitions, and the words for the codes in them."""

from enum import IntEnum

from starbalance.simulator.contract import option_room, outcome_record, purposes, state_record
from starbalance.simulator.kernel import SEATS, record, signatures

RESOURCES = 4
ROWS = 6
LEVELS = 4  # planning levels
AMBITIONS = 24  # room for so many different ones
DRAWN = 6  # in play
ACTIVE_DRAWN = 3
STACK = 20  # planets of a type
HOME_WORLDS = 6
FIRST_HOME = RESOURCES * STACK  # planet ids: STACK for each type, then the Home Worlds by colour
PLANETS = FIRST_HOME + HOME_WORLDS
PLANET_SLOTS = 12
TECHNOLOGIES = 48
SHIP_KINDS = 40
SHIP_CARDS = 40  # of the mercs, or of the emergency ships
FLEET = 12
SHADOW_KINDS = 40
SHADOW_CARDS = 96
EVENT_KINDS = 32
EVENT_CARDS = 48
SLOTS = 8  # of the technology and the merc market
MODIFIERS = 32
PENALTIES = 2
LOOKED = 16
OBJECTS = 4
CLAIMS = 6
ANY = RESOURCES  # the type of a Home World
MAX_OPTIONS = option_room(64)
NONE = -1

(
    AMBITION_DRAW,
    SHADOW_DECK,
    PLANET_STACKS,
    TECHNOLOGY_DECK,
    MERC_DECK,
    EMERGENCY_DECK,
    EVENT_DECK,
    FIRST_PLAYER,
    COLOURS,
    CHECK_DICE,
    FLEE_DICE,
    COMBAT_DICE,
    RANDOM_CARDS,
    HIDDEN,
) = purposes(14)


class Resource(IntEnum):
    FOOD = 0
    ORE = 1
    SCIENCE = 2
    COINS = 3


class Row(IntEnum):
    """Of the action track."""

    COLONISE = 0
    DEVELOP = 1
    BUILD = 2
    RESEARCH = 3
    SHADOW = 4
    FLEET = 5


class Level(IntEnum):
    """Of planning."""

    BASIC = 0
    MODERATE = 1
    STRONG = 2
    ULTIMATE = 3


class Medal(IntEnum):
    FLEET = 0
    SHADOW = 1


class Market(IntEnum):
    """What lies face up."""

    TECHNOLOGY = 0
    PLANET = 1
    MERC = 2


class Battle(IntEnum):
    RAID = 0
    INVADE = 1


class Phase(IntEnum):
    """The pending decision. The comment names the ledger of decisions in RULES.md."""

    KEEPING = 0  # D1
    START_TECHNOLOGY = 1  # D2
    PLACING = 2  # D3
    COMPENSATION = 3  # D4: a resource
    HEAD_START = 4  # D4: a token
    SHADOW_ACTIVITY = 5  # D5
    TARGET = 6  # D6: whom
    OBJECT = 7  # D6: what of his, or of one's own
    BOOST = 8  # D7
    OPPOSE = 9  # D8
    TAKING = 10  # D6: types of resources taken by a card
    DEALING = 11  # D6: own resources given for others one for one
    USURPING = 12  # D6: a token of one's own in place
    PLANS = 13  # D9
    HOME_WORLD = 14  # D10
    UPKEEP = 15  # D11
    ADVANCING = 16  # D12
    ACTION = 17  # D13
    PLANNING = 18  # D14
    RETURNING = 19  # D34
    PAYING = 20  # D37
    EXCHANGING = 21  # D33, within a payment
    REPLACING = 22  # D15, D21, D22
    COLONISING = 23  # D15
    DISCOUNTING = 24  # D35
    HANDING_OVER = 25  # D16: which planet
    RECEIVING = 26  # D16: to whom
    EVENT = 27  # D17: which of the events drawn
    SHORTAGE = 28  # D17: pay or start low
    LOWEST = 29  # D18
    DEVELOPING = 30  # D19
    REPAIRING = 31  # D20, D30
    BUILDING = 32  # D20
    SCRAPPING = 33  # D17, D20, D22, D24, D38: a ship makes room, or the new one does not come
    RESEARCHING = 34  # D21
    SHADOW_ACTION = 35  # D22: buy or hire
    BUYING = 36  # D22
    DROPPING = 37  # D17, D22, D38: a hand card makes room
    HIRING = 38  # D22
    FLEET_ACTION = 39  # D23
    ORDER = 40  # D25: the next ship in combat order
    UNMATCHED = 41  # D26
    LOOTING = 42  # D27
    SPOIL = 43  # D28
    DISRUPTING = 44  # D28
    ACQUIRING = 45  # D28
    BOMBARDING = 46  # D28
    CAPTURING = 47  # D29
    LAST_PLANET = 48  # D31
    END = 49  # D32, D33: claim, exchange, or end the turn


class Kind(IntEnum):
    """What an option does; a, b, c are its parameters."""

    NO = 0
    YES = 1
    DONE = 2
    KEEP = 3  # a: shadow kind
    START = 4  # a: technology
    PLACE = 5  # a: row
    TAKE = 6  # a: resource
    ADVANCE = 7  # a: row, b: level it leaves
    PLAY = 8  # a: shadow kind
    OPPONENT = 9  # a: seat
    PLANET = 10  # a: planet
    SHIP = 11  # a: place in the fleet of the player in question
    TECHNOLOGY = 12  # a: technology
    TOKEN = 13  # a: row, b: level
    OWN_TOKEN = 14  # a: row, b: level
    TO_ROW = 15  # a: row
    MARKET = 16  # a: Market
    RESOURCE = 17  # a: resource
    DISCARD = 18  # a: shadow kind
    PRODUCE = 19
    ADVANCE_PLANS = 20
    PAY_UPKEEP = 21  # a: place in the fleet
    DISMISS = 22  # a: place in the fleet
    ACT = 23  # a: row, b: level
    PLAN = 24
    PAY = 25  # a: resource
    GIVE = 26  # a: resource given in an exchange within a payment
    REPLACE = 27  # a: slot
    COLONISE = 28  # a: planet
    REDUCE = 29  # a: resource
    HAND_OVER = 30  # a: planet
    RECIPIENT = 31  # a: seat
    RESOLVE = 32  # a: event kind
    DEVELOP = 33  # a: planet, b: level
    REPAIR = 34  # a: place in the fleet
    BUILD = 35  # a: ship kind
    SCRAP = 36  # a: place in the fleet
    RESEARCH = 37  # a: slot
    BUY_CARDS = 38
    HIRE_MERCS = 39
    BUY = 40  # a: shadow kind looked at
    HIRE = 41  # a: slot
    RAID = 42  # a: seat
    INVADE = 43  # a: seat
    NEXT = 44  # a: place in the fleet
    FIRE = 45  # a: place in the enemy fleet
    LOOT = 46  # a: resource
    DISRUPT_PLANS = 47
    ACQUIRE_TECHNOLOGY = 48
    BOMBARD = 49
    CAPTURE = 50
    CLAIM = 51  # a: place among the ambitions drawn
    EXCHANGE = 52  # a: resource given, b: resource taken


class After(IntEnum):
    """What goes on when a payment, a repair, or room made is complete."""

    NOTHING = 0
    COLONISED = 1
    DEVELOPED = 2
    REPAIRED = 3
    BUILT = 4
    RESEARCHED = 5
    BOUGHT = 6
    HIRED = 7
    KEPT = 8  # a merc: upkeep is paid
    SUPPLIED = 9
    CAPTURED = 10
    EVENT_SHIP = 11
    STOLEN_SHIP = 12
    EMERGENCY = 13
    DRAWN_CARDS = 14
    REPAIRED_BY_ATTACKER = 15
    REPAIRED_BY_DEFENDER = 16
    EVENT_CARDS = 17


class Then(IntEnum):
    """What goes on before the next decision; set by one step of play, carried out when that is done."""

    DECISION = 0  # nothing: a decision is pending
    ROUND = 1
    PLANS = 2
    UPKEEP = 3
    ACTION = 4
    FINISH = 5  # of an action
    END = 6  # of the turn: claims
    NEXT_TURN = 7
    SETTLE = 8  # an account
    PAID = 9
    ROOM_FOR_PLANET = 10
    CLOSE_MARKET = 11
    BATTLE = 12


class Stage(IntEnum):
    """Of a battle, in order (IAM-21, 22)."""

    NO_BATTLE = 0
    EMERGENCY = 1
    OPENING = 2
    ATTACKER_ORDER = 3
    DEFENDER_ORDER = 4
    MATCHED = 5
    UNMATCHED = 6
    RESULT = 7
    SPOILS = 8
    AFTERMATH = 9
    ATTACKER_REPAIR = 10
    DEFENDER_REPAIR = 11


class Ended(IntEnum):
    CLAIMS = 0
    CAPPED = 1


class Outlay(IntEnum):
    """What resources went into, for the statistics."""

    COLONISE = 0
    DEVELOP = 1
    BUILD = 2
    RESEARCH = 3
    SHADOW = 4


player_dt = record(
    ("resources", "i8", (RESOURCES,)),
    ("tokens", "i8", (ROWS, LEVELS)),
    ("pool", "i8"),  # action tokens off the track
    ("planets", "i8"),  # how many
    ("planet", "i8", (PLANET_SLOTS,)),  # in no order
    ("ships", "i8"),  # how many
    ("ship", "i8", (FLEET,)),  # kinds, in the order they came
    ("damage", "i8", (FLEET,)),
    ("hand", "i8", (SHADOW_KINDS,)),
    ("cards", "i8"),  # in hand
    ("shown", "i8", (SEATS, SHADOW_KINDS)),  # of those, how many at least each other seat knows of
    ("medals", "i8", (2,)),
    ("known", "i8"),  # bits of technologies, owned or acquired
    ("owned", "i8"),  # bits of technologies
    ("modifiers", "i8", (MODIFIERS,)),  # sums over all sources
    ("victims", "i8"),  # bits of seats against which a check succeeded
    ("colour", "i8"),
    ("start_technology", "i8"),
    ("claims", "i8"),  # how many
    ("claimed", "i8"),  # bits of ambitions
    ("claim_vp", "i8"),
    ("first_claims", "i8"),
    ("ever", "i8"),  # bits of places among the ambitions drawn whose event has happened
    ("met", "i8"),  # bits of places among the ambitions drawn that were met in this turn
    ("turns", "i8"),
    # of this turn
    ("produced", "i8", (RESOURCES,)),
    ("loot", "i8"),
    ("captures", "i8"),
    ("levels_removed", "i8"),
    ("ships_destroyed", "i8"),
    # of the game, for the outcome
    ("outlay", "i8", (5,)),  # resources, by Outlay
    ("gained", "i8"),  # resources by PRODUCE
    ("produces", "i8"),
    ("advances", "i8"),  # tokens
    ("actions", "i8", (ROWS, LEVELS)),
    ("plans", "i8"),
    ("passes", "i8"),
    ("raids", "i8"),
    ("raids_won", "i8"),
    ("invades", "i8"),
    ("invades_won", "i8"),
    ("attacked", "i8"),
    ("repelled", "i8"),
    ("looted", "i8"),
    ("lost_loot", "i8"),
    ("planets_captured", "i8"),
    ("planets_lost", "i8"),
    ("emergencies", "i8"),
    ("ships_lost", "i8"),
    ("ships_sunk", "i8"),
    ("cards_played", "i8"),
    ("played", "i8"),  # bits of shadow kinds
    ("checks", "i8"),
    ("checks_won", "i8"),
    ("opposed", "i8"),  # checks of others opposed
    ("exchanges", "i8"),
    ("home_lost", "i8"),
)

battle_dt = record(
    ("stage", "i8"),
    ("mode", "i8"),  # Battle
    ("level", "i8"),  # of planning
    ("attacker", "i8"),
    ("defender", "i8"),
    ("due", "i8"),  # emergency ships still to come
    ("face_up", "i8"),  # some participant is damaged
    ("fights", "i8", (2, FLEET)),  # by place in the fleet, attacker then defender
    ("fighters", "i8", (2,)),
    ("order", "i8", (2, FLEET)),  # places in the fleet
    ("placed", "i8", (2,)),
    ("next", "i8"),  # place in the order of the next unmatched ship
    ("total", "i8", (2,)),
    ("won", "i8"),
    ("margin", "i8"),
    ("left", "i8"),  # loot or tokens still to come
    ("points", "i8"),  # of bombardment
    ("planet", "i8"),
)

state_dt = state_record(
    player_dt,
    SEATS,
    ("first", "i8"),  # the start player
    ("lap", "i8"),  # of the set-up
    ("trigger_seat", "i8"),
    ("trigger_round", "i8"),  # 0: not yet
    ("turns_left", "i8"),  # after the trigger
    ("leader_at_trigger", "i8"),  # by points; NONE: shared
    # ambitions
    ("ambition", "i8", (DRAWN,)),
    ("claims", "i8", (DRAWN,)),
    ("claim_round", "i8", (DRAWN,)),  # of the first claim
    ("claimed_now", "i8"),
    # planets
    ("owner", "i8", (PLANETS,)),  # NONE: nobody
    ("level", "i8", (PLANETS,)),  # 0: unowned, or waiting for its event
    ("marker", "i8", (PLANETS,)),  # event kind kept with it; NONE: none
    ("siphoned", "i8", (PLANETS,)),
    ("stack", "i8", (RESOURCES, STACK)),  # below the one face up, the top last
    ("stacked", "i8", (RESOURCES,)),
    ("recycled", "i8", (RESOURCES,)),  # the stack was made of discards
    ("planet_discard", "i8", (RESOURCES, STACK)),
    ("planets_discarded", "i8", (RESOURCES,)),
    ("face_up", "i8", (RESOURCES,)),  # planet on offer, by type; NONE: none
    # technologies
    ("technology_owner", "i8", (TECHNOLOGIES,)),
    ("technology_deck", "i8", (TECHNOLOGIES,)),  # the top last, as in every deck
    ("technologies_left", "i8"),
    ("technology_slot", "i8", (SLOTS,)),
    ("technology_discard", "i8", (TECHNOLOGIES,)),
    ("technologies_discarded", "i8"),
    ("on_tracker", "i8"),  # bits of START technologies not yet claimed in the set-up
    # ships
    ("merc_deck", "i8", (SHIP_CARDS,)),  # kinds
    ("mercs_left", "i8"),
    ("merc_slot", "i8", (SLOTS,)),
    ("merc_discard", "i8", (SHIP_CARDS,)),
    ("mercs_discarded", "i8"),
    ("emergency_deck", "i8", (SHIP_CARDS,)),
    ("emergencies_left", "i8"),
    ("emergency_discard", "i8", (SHIP_CARDS,)),
    ("emergencies_discarded", "i8"),
    # shadow cards and colony events
    ("shadow_deck", "i8", (SHADOW_CARDS,)),
    ("shadow_left", "i8"),
    ("shadow_discard", "i8", (SHADOW_CARDS,)),
    ("shadow_discarded", "i8"),
    ("dealt", "i8", (SEATS, LOOKED)),  # of the set-up
    ("event_deck", "i8", (EVENT_CARDS,)),
    ("events_left", "i8"),
    ("event_discard", "i8", (EVENT_CARDS,)),
    ("events_discarded", "i8"),
    # the decision in progress
    ("need", "i8", (RESOURCES,)),  # to be paid
    ("need_any", "i8"),  # to be paid in any mix
    ("given", "i8"),  # single resources given towards an exchange (exchange_kind = any_mix)
    ("payer", "i8"),
    ("after", "i8"),
    ("row", "i8"),  # of the action in progress
    ("planning", "i8"),  # its planning level
    ("number", "i8"),  # of steps of it so far
    ("has_produced", "i8"),  # step 2 of the turn was PRODUCE
    ("touched", "i8"),  # bits: planets of the player (by place) or tokens already dealt with
    ("replaced", "i8"),  # passes of a replacement
    ("mask", "i8"),  # slots to be replaced
    ("planet", "i8"),  # in question; NONE: none
    ("slot", "i8"),  # in question
    ("wanted", "i8"),  # a ship kind or a slot that waits for payment or room
    ("wear", "i8"),  # damage of a ship that waits for room
    ("discount", "i8"),  # single resources still to be taken off a price
    ("repairs", "i8"),  # markers removed in this step
    ("free_repairs", "i8"),  # of them at no cost
    ("repairs_most", "i8"),
    ("ready", "i8", (ROWS, LEVELS)),  # tokens that may still advance in this step
    ("looked", "i8", (LOOKED,)),  # shadow or event kinds drawn and looked at
    ("looked_at", "i8"),
    ("bought", "i8"),
    # a shadow card in play
    ("card", "i8"),  # kind; NONE: none
    ("victim", "i8"),
    ("modifier", "i8"),  # of the check
    ("objects", "i8", (OBJECTS, 2)),
    ("chosen", "i8"),  # objects so far
    ("boosts", "i8"),
    ("opposes", "i8"),
    ("battle", battle_dt),
)

SCRATCH = ()

rules_dt = record(
    ("seats", "i8"),
    ("player", "i8", (SEATS,)),
    # switches
    ("ambition_setup", "i8"),
    ("plan_mode", "i8"),
    ("planet_stacks", "i8"),
    ("exchange_kind", "i8"),
    ("exchange_rate", "i8"),
    ("exchange_rate_improved", "i8"),
    ("disrupt_tokens", "i8"),
    ("event_ambition_memory", "i8"),
    ("state_ambition_timing", "i8"),
    ("shadow_buy", "i8"),
    ("capture_needs_bombard", "i8"),
    ("relic_counts_home", "i8"),
    ("emergency_persist", "i8"),
    ("attack_needs_ship", "i8"),
    ("raid_medal", "i8"),
    ("raid_loot_cap", "i8"),
    ("replace_mode", "i8"),
    ("special_vp_needs_max", "i8"),
    ("home_set", "i8"),
    ("start_technologies", "i8"),
    ("ultimate_slots", "i8"),  # of each row, as a number
    ("peace_rounds", "i8"),
    ("end_turns", "i8"),
    ("upkeep_timing", "i8"),
    ("ambition_vp_first", "i8"),
    ("ambition_vp_second", "i8"),
    ("ambition_vp_others", "i8"),
    ("claims_to_end", "i8"),
    ("set_bonus", "i8"),
    ("medal_vp", "i8"),
    ("check_target", "i8"),
    ("boost_most", "i8"),
    ("hit_target", "i8"),
    ("invade_tie", "i8"),
    ("bombard_div", "i8"),
    ("bombard_div_improved", "i8"),
    ("emergency_rule", "i8"),
    ("defender_repair", "i8"),
    ("seat_compensation", "i8"),  # a factor
    ("start_cards_dealt", "i8"),
    ("start_cards_kept", "i8"),
    ("start_resources", "i8"),
    ("start_level", "i8"),
    ("last_planet_level", "i8"),
    ("high_level", "i8"),
    ("planet_limit", "i8"),
    ("ship_limit", "i8"),
    ("hand_limit", "i8"),
    ("advance_tokens", "i8"),
    ("tokens_per_player", "i8"),
    ("technology_slots", "i8"),
    ("merc_slots", "i8"),
    ("develop_cost", "i8"),
    ("markers_per_ore", "i8"),
    ("card_price", "i8"),
    ("minimum_cost", "i8"),
    ("max_rounds", "i8"),
    # the action track, by planning level
    ("colonise_vp", "i8", (LEVELS,)),
    ("colonise_level", "i8", (LEVELS,)),
    ("colonise_replace", "i8", (LEVELS,)),
    ("develop_planets", "i8", (LEVELS,)),
    ("develop_level", "i8", (LEVELS,)),
    ("build_ships", "i8", (LEVELS,)),
    ("build_heavy", "i8", (LEVELS,)),
    ("build_discount", "i8", (LEVELS,)),
    ("build_repair_free", "i8", (LEVELS,)),
    ("research_technologies", "i8", (LEVELS,)),
    ("research_vp", "i8", (LEVELS,)),
    ("research_discount", "i8", (LEVELS,)),
    ("research_replace", "i8", (LEVELS,)),
    ("shadow_cards", "i8", (LEVELS,)),
    ("shadow_mercs", "i8", (LEVELS,)),
    ("shadow_replace", "i8", (LEVELS,)),
    ("fleet_raid", "i8", (LEVELS,)),
    ("fleet_raid_bonus", "i8", (LEVELS,)),
    ("fleet_invade", "i8", (LEVELS,)),
    ("fleet_invade_bonus", "i8", (LEVELS,)),
    # seat compensation, by seat
    ("extra_resources", "i8", (SEATS,)),
    ("extra_advances", "i8", (SEATS,)),
    # ambitions
    ("ambitions", "i8"),
    ("ambition_in", "i8", (AMBITIONS,)),  # in the pool
    ("ambition_active", "i8", (AMBITIONS,)),
    ("ambition_fixed", "i8", (AMBITIONS,)),  # always in play under fixed_4_random_2
    ("predicate", "i8", (AMBITIONS,)),
    ("predicate_event", "i8", (AMBITIONS,)),  # something that happens in a turn, not a state
    ("threshold", "i8", (AMBITIONS,)),
    ("predicate_resource", "i8", (AMBITIONS,)),  # NONE: none
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
    ("planet_modified", "i8", (PLANETS,)),  # it has modifiers
    ("score_per", "i8", (PLANETS,)),  # Count; NONE: nothing
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
    ("crit_class", "i8", (SHIP_KINDS,)),  # of the target; NONE: no crits
    ("crit_damage", "i8", (SHIP_KINDS,)),  # of a natural six
    ("enemy_die", "i8", (SHIP_KINDS,)),
    ("own_die", "i8", (SHIP_KINDS,)),
    ("extra_dice", "i8", (SHIP_KINDS, 2)),  # by class of the target
    ("no_fire", "i8", (SHIP_KINDS, 2)),  # by class of the target
    ("destroys", "i8", (SHIP_KINDS,)),  # a ship kind, before the battle; NONE: none
    ("destroys_number", "i8", (SHIP_KINDS,)),
    ("boosts", "i8", (SHIP_KINDS,)),  # a ship kind that rolls more dice; NONE: none
    ("boost_dice", "i8", (SHIP_KINDS,)),
    ("defence_only", "i8", (SHIP_KINDS,)),
    ("flees", "i8", (SHIP_KINDS,)),  # up to this face
    ("first_strike", "i8", (SHIP_KINDS,)),
    ("tough", "i8", (SHIP_KINDS,)),
    ("raid_loot", "i8", (SHIP_KINDS,)),
    ("bombard_bonus", "i8", (SHIP_KINDS,)),
    ("total_bonus", "i8", (SHIP_KINDS, 2)),  # by Battle
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
    ("shadow_number", "i8", (SHADOW_KINDS,)),  # the effect's main number
    ("shadow_detail", "i8", (SHADOW_KINDS,)),  # its second one: steps, planning level, resource, scope or class
    ("shadow_each", "i8", (SHADOW_KINDS,)),  # TAKE_RES: from each opponent
    ("penalty", "i8", (SHADOW_KINDS,)),
    ("penalty_from", "i8", (SHADOW_KINDS, PENALTIES)),  # value at least so much:
    ("penalty_by", "i8", (SHADOW_KINDS, PENALTIES)),  # die modifier (0: none); the last that fits counts
    # colony events
    ("event_kinds", "i8"),
    ("event_copies", "i8", (EVENT_KINDS,)),
    ("event_keep", "i8", (EVENT_KINDS,)),
    ("event_effect", "i8", (EVENT_KINDS,)),
    ("event_number", "i8", (EVENT_KINDS,)),
    ("event_detail", "i8", (EVENT_KINDS,)),  # resource, ship kind or level
)

seat_outcome_dt = record(
    ("start_technology", "i8"),
    ("seat", "i8"),  # place in the turn order, the start player is 1
    ("player", "i8"),
    ("colour", "i8"),
    ("credit", "f8"),
    ("vp", "i8"),
    ("vp_planets", "i8"),
    ("vp_set", "i8"),
    ("vp_special", "i8"),  # special planets and markers
    ("vp_technologies", "i8"),
    ("vp_ships", "i8"),
    ("vp_medals", "i8"),
    ("vp_ambitions", "i8"),
    ("claims", "i8"),
    ("first_claims", "i8"),
    ("claimed", "i8"),  # bits by ambition
    ("triggered", "i8"),
    ("turns", "i8"),
    ("planets", "i8"),
    ("planets_maxed", "i8"),
    ("levels", "i8"),
    ("specials", "i8"),
    ("technologies_owned", "i8"),
    ("technologies_acquired", "i8"),
    ("owned", "i8"),  # bits by technology
    ("known", "i8"),
    ("ships", "i8"),
    ("combat_value", "i8"),
    ("fleet_medals", "i8"),
    ("shadow_medals", "i8"),
    ("resources", "i8"),
    ("gained", "i8"),
    ("produces", "i8"),
    ("advances", "i8"),
    ("plans", "i8"),
    ("passes", "i8"),
    ("colonises", "i8"),
    ("develops", "i8"),
    ("builds", "i8"),
    ("researches", "i8"),
    ("shadows", "i8"),
    ("fleets", "i8"),
    ("basic_actions", "i8"),
    ("ultimate_actions", "i8"),
    ("raids", "i8"),
    ("raids_won", "i8"),
    ("invades", "i8"),
    ("invades_won", "i8"),
    ("attacked", "i8"),
    ("repelled", "i8"),
    ("looted", "i8"),
    ("lost_loot", "i8"),
    ("planets_captured", "i8"),
    ("planets_lost", "i8"),
    ("home_lost", "i8"),
    ("emergencies", "i8"),
    ("ships_lost", "i8"),
    ("ships_sunk", "i8"),
    ("cards_played", "i8"),
    ("played", "i8"),  # bits by shadow card
    ("checks", "i8"),
    ("checks_won", "i8"),
    ("opposed", "i8"),
    ("exchanges", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    SEATS,
    ("trigger_round", "i8"),
    ("trigger_seat", "i8"),  # place in the turn order; 0: nobody
    ("trigger_won", "f8"),  # credit of the player who triggered the end
    ("leader_won", "f8"),  # credit of the sole leader at the trigger
    ("leader_known", "i8"),  # there was one
    ("margin", "i8"),  # points of the best less those of the second
    ("shared", "i8"),  # several winners
    ("tie_break", "i8"),  # combat value decided
    ("active_claims", "i8"),
    ("passive_claims", "i8"),
    *((f"ambition_{k}", "i8") for k in range(1, DRAWN + 1)),
    *((f"claims_{k}", "i8") for k in range(1, DRAWN + 1)),
    *((f"claim_round_{k}", "i8") for k in range(1, DRAWN + 1)),
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
