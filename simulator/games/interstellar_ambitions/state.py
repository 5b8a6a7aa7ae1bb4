"""The state record of a game in progress, and the enumerations for the codes in it."""

from enum import IntEnum

from starbalance.simulator.engine.contract import option_room, purposes, state_record
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.interstellar_ambitions.outcome import outcome_dt
from starbalance.simulator.games.interstellar_ambitions.rules import (
    DRAWN,
    EVENT_CARDS,
    HIGHEST_LEVEL,
    LEVELS,
    LOOKED,
    MARKET_SLOTS,
    MODIFIERS,
    OBJECTS,
    PLANET_SLOTS,
    PLANETS,
    RESOURCES,
    ROWS,
    SHADOW_CARDS,
    SHADOW_KINDS,
    SHIP_CARDS,
    SHIP_KINDS,
    SHIP_SLOTS,
    STACK,
    TECHNOLOGIES,
    rules_dt,
)
from starbalance.simulator.games.interstellar_ambitions.word import Medal

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
MAX_OPTIONS = option_room(
    max(
        1 + PLANET_SLOTS * (HIGHEST_LEVEL - 1),  # to develop
        1 + SHADOW_KINDS,  # to buy, to discard
        1 + SHIP_KINDS,  # to build
        1 + ROWS * LEVELS,  # tokens
        1 + SHIP_SLOTS,
        TECHNOLOGIES,
        1 + DRAWN + RESOURCES * (RESOURCES - 1),  # to claim or to exchange
    )
)


class Asset(IntEnum):
    """The evaluation features of a seat in addition to its victory points."""

    RESOURCES = 0
    LEVELS = 1  # of all its planets
    CARDS = 2  # Shadow cards in hand
    SHIPS = 3


class Decision(IntEnum):
    """The type of the pending decision. The comments name the entries in the table of decisions in RULES.md."""

    KEEPING = 0  # D1
    START_TECHNOLOGY = 1  # D2
    PLACING = 2  # D3
    COMPENSATION = 3  # D4: a resource
    HEAD_START = 4  # D4: a token
    SHADOW_ACTIVITY = 5  # D5
    TARGET = 6  # D6: the opponent
    OBJECT = 7  # D6: something of the opponent, or an own token
    BOOST = 8  # D7
    OPPOSE = 9  # D8
    TAKING = 10  # D6: types of resources taken by a card
    DEALING = 11  # D6: own resources exchanged one for one
    USURPING = 12  # D6: whether an own token replaces the usurped one
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
    HANDING_OVER = 25  # D16: the planet
    RECEIVING = 26  # D16: the recipient
    EVENT = 27  # D17: one of the events drawn
    SHORTAGE = 28  # D17: pay or start low
    LOWEST = 29  # D18
    DEVELOPING = 30  # D19
    REPAIRING = 31  # D20, D30
    BUILDING = 32  # D20
    SCRAPPING = 33  # D17, D20, D22, D24, D38: a ship makes room, or the new one is declined
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
    """The action type of an option; a, b, c are its parameters."""

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
    SHIP = 11  # a: place in the fleet of the targeted player
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


class Usage(IntEnum):
    """The usage columns of the outcome that a single option decides."""

    OWNED = 0
    KNOWN = 1
    CLAIMED = 2
    PLAYED = 3
    PRODUCES = 4
    ADVANCES = 5
    PLANS = 6
    PASSES = 7
    COLONISES = 8
    DEVELOPS = 9
    BUILDS = 10
    RESEARCHES = 11
    SHADOWS = 12
    FLEETS = 13
    BASIC_ACTIONS = 14
    ULTIMATE_ACTIONS = 15
    RAIDS = 16
    INVADES = 17
    CHECKS = 18
    OPPOSED = 19


class After(IntEnum):
    """The step that follows a complete payment, a repair, or room made."""

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


class PendingStep(IntEnum):
    """The step before the next decision. One step of play sets it; it is carried out when that step is done."""

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


class Stage(IntEnum):
    """The stages of a battle, in order (IAM-21, IAM-22)."""

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
    TRUNCATED = 1


class Outlay(IntEnum):
    """The purpose of resources spent, for the statistics."""

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
    ("planet", "i8", (PLANET_SLOTS,)),  # in no particular order
    ("ships", "i8"),  # how many
    ("ship", "i8", (SHIP_SLOTS,)),  # kinds, in the order in which they joined
    ("damage", "i8", (SHIP_SLOTS,)),
    ("hand", "i8", (SHADOW_KINDS,)),
    ("cards", "i8"),  # in hand
    ("shown", "i8", (SEATS, SHADOW_KINDS)),  # cards in hand that each other seat knows of, a lower bound
    ("medals", "i8", (len(Medal),)),
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
    ("events_met", "i8"),  # bits of places among the ambitions drawn whose event has happened
    ("met", "i8"),  # bits of places among the ambitions drawn that were met in this turn
    ("turns", "i8"),
    # of this turn
    ("produced", "i8", (RESOURCES,)),
    ("loot", "i8"),
    ("captures", "i8"),
    ("levels_removed", "i8"),
    ("ships_destroyed", "i8"),
    # of the game, for the outcome
    ("outlay", "i8", (len(Outlay),)),  # resources, by Outlay
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
    ("captured_low", "i8"),  # planets captured that were at level 1 before the bombardment
    ("planets_lost", "i8"),
    ("emergencies", "i8"),
    ("ships_lost", "i8"),
    ("ships_sunk", "i8"),
    ("cards_played", "i8"),
    ("played", "i8"),  # bits of shadow kinds
    ("checks", "i8"),
    ("checks_won", "i8"),
    ("opposed", "i8"),  # checks of opponents that the player opposed
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
    ("face_up", "i8"),  # 1 if any participant is damaged
    ("fights", "i8", (2, SHIP_SLOTS)),  # participants as places in the fleet, attacker then defender
    ("fighters", "i8", (2,)),
    ("order", "i8", (2, SHIP_SLOTS)),  # places in the fleet
    ("placed", "i8", (2,)),
    ("next", "i8"),  # position of the next unmatched ship in the combat order
    ("total", "i8", (2,)),
    ("won", "i8"),
    ("margin", "i8"),
    ("left", "i8"),  # loot or disrupted tokens still to take
    ("points", "i8"),  # of bombardment
    ("levels_lost", "i8"),  # by bombardment
    ("planet", "i8"),
)

state_dt = state_record(
    player_dt,
    SEATS,
    ("first", "i8"),  # the start player
    ("lap", "i8"),  # passes of token placement in the setup
    ("trigger_seat", "i8"),
    ("trigger_round", "i8"),  # 0 before the trigger
    ("turns_left", "i8"),  # after the trigger
    ("leader_at_trigger", "i8"),  # the seat with the most points, or NONE if several have them
    # ambitions
    ("ambition", "i8", (DRAWN,)),
    ("claims", "i8", (DRAWN,)),
    ("claim_round", "i8", (DRAWN,)),  # of the first claim
    ("claimed_now", "i8"),
    # planets
    ("owner", "i8", (PLANETS,)),  # NONE if unowned
    ("level", "i8", (PLANETS,)),  # 0 if unowned or waiting for its event
    ("marker", "i8", (PLANETS,)),  # kind of the event kept with it, or NONE
    ("siphoned", "i8", (PLANETS,)),
    ("stack", "i8", (RESOURCES, STACK)),  # below the face-up planet, the top last
    ("stacked", "i8", (RESOURCES,)),
    ("recycled", "i8", (RESOURCES,)),  # 1 if the stack was made of discards
    ("planet_discard", "i8", (RESOURCES, STACK)),
    ("planets_discarded", "i8", (RESOURCES,)),
    ("face_up", "i8", (RESOURCES,)),  # planet on offer by type, or NONE
    # technologies
    ("technology_owner", "i8", (TECHNOLOGIES,)),
    ("technology_deck", "i8", (TECHNOLOGIES,)),  # the top last, as in every deck
    ("technologies_left", "i8"),
    ("technology_slot", "i8", (MARKET_SLOTS,)),
    ("technology_discard", "i8", (TECHNOLOGIES,)),
    ("technologies_discarded", "i8"),
    ("on_tracker", "i8"),  # bits of START technologies not yet claimed in the setup
    # ships
    ("merc_deck", "i8", (SHIP_CARDS,)),  # kinds
    ("mercs_left", "i8"),
    ("merc_slot", "i8", (MARKET_SLOTS,)),
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
    ("dealt", "i8", (SEATS, LOOKED)),  # of the setup
    ("event_deck", "i8", (EVENT_CARDS,)),
    ("events_left", "i8"),
    ("event_discard", "i8", (EVENT_CARDS,)),
    ("events_discarded", "i8"),
    # the decision in progress
    ("need", "i8", (RESOURCES,)),  # to be paid
    ("need_any", "i8"),  # to be paid in any mix
    ("exchange_given", "i8"),  # single resources given towards an exchange (exchange_kind = any_mix)
    ("payer", "i8"),
    ("after", "i8"),
    ("row", "i8"),  # of the action in progress
    ("planning", "i8"),  # its planning level
    ("number", "i8"),  # counter of the current step: tokens, builds, units still to choose
    ("has_produced", "i8"),  # 1 if step 2 of the turn was PRODUCE
    ("touched", "i8"),  # bits of planets or ships of the player, by place, that this step has dealt with
    ("replaced", "i8"),  # passes of a replacement
    ("mask", "i8"),  # slots to be replaced
    ("planet", "i8"),  # the planet of the current step, or NONE
    ("slot", "i8"),  # the slot of the current purchase
    ("wanted", "i8"),  # what waits for payment or room: ship kind or place, card kind, planet or level
    ("wear", "i8"),  # damage of a ship that waits for room
    ("discount", "i8"),  # resources still to take off a price
    ("repairs", "i8"),  # markers removed in this step
    ("free_repairs", "i8"),  # repairs of this step without cost
    ("repairs_most", "i8"),
    ("ready", "i8", (ROWS, LEVELS)),  # tokens that may still advance in this step
    ("looked", "i8", (LOOKED,)),  # shadow or event kinds drawn and looked at
    ("looked_at", "i8"),
    ("bought", "i8"),
    # a shadow card in play
    ("card", "i8"),  # its kind, or NONE
    ("victim", "i8"),
    ("modifier", "i8"),  # of the check
    ("objects", "i8", (OBJECTS, 2)),
    ("chosen", "i8"),  # objects so far
    ("boosts", "i8"),
    ("opposes", "i8"),
    ("battle", battle_dt),
)


SIG = signatures(state_dt, rules_dt, outcome_dt)
