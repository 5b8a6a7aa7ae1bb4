"""The records of a game of A Handful of Stars, and the names of the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import option_room, outcome_record, purposes, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.handful_of_stars.rules import (
    ALIEN_KINDS,
    CARDS,
    CONNECTIONS,
    COUNTER_KINDS,
    DEALT,
    DISPLAY,
    FLEETS,
    MOST_LOOKED,
    NAMES,
    PILE,
    PLAYERS,
    RESOURCES,
    SPACES,
    STAR_BASES,
    TECHNOLOGY_CARDS,
    TRACK,
    WAYS,
    rules_dt,
)

SIDES = 2  # the sides of a combat: attacker, defender
FOES = 2  # the targets of an attack: a neutral system, a player
LAYERS = 4  # layers of the measured routes; bit 0: a pass-through by stealth, bit 1: a wormhole hop
QUEUE = 1024
MAX_OPTIONS = option_room(2 * SPACES * (FLEETS + STAR_BASES))  # destination and units, direct or by a hop
EVERYBODY = (1 << PLAYERS) - 1  # a bit for each seat
NONE = -1
FAR = 99

(
    TILES,
    FIRST_PLAYER,
    SYSTEM_CARDS,
    TECHNOLOGY_DECK,
    RACE_CARDS,
    COUNTERS,
    ALIENS,
    DRAW_DECKS,
    HIDDEN,
) = purposes(9)


class Zone(IntEnum):
    """A pile in which a card of a player lies."""

    DRAW_DECK = 0
    HAND = 1
    DISCARD_PILE = 2
    RESERVE_ONE = 3
    RESERVE_TWO = 4


ZONES = len(Zone)


class Marker(IntEnum):
    """A marker that a player has put on a system."""

    EMPTY = 0
    OUTPOST = 1
    COLONY = 2
    HOME = 3


class Asset(IntEnum):
    """An evaluation feature of a seat, which a search uses in addition to victory points."""

    WAITING = 0  # own systems without a marker
    RESERVED = 1  # cards in both Reserves
    UNITS = 2  # on the map


class Cylinder(IntEnum):
    """The location of a player's home world (HOS-9.9)."""

    TRACK = 0
    MAP = 1
    LOST = 2


class Decision(IntEnum):
    """A decision type. The comments name the rows of the table of decisions in RULES.md."""

    RACE = 0  # race_mode = draft
    HOME = 1  # D1
    COLONY = 2  # D2
    COUNTER = 3  # D3, D35
    TURN = 4  # D4, D5
    PAYMENT = 5  # D6
    BUILDING = 6  # D7, D33
    ORIGIN = 7  # D8: the system to move from
    GROUP = 8  # D8: the destination and the number of units
    COLONISING = 9  # D18
    DRAFTING = 10  # D19
    RESERVING = 11  # D20
    DISCARDING = 12  # D21
    REMOVING = 13  # D22
    RETREAT_AT_ONCE = 14  # D9
    STAND = 15  # D10
    INTERRUPTION = 16  # retreat_card = any_time
    RESPONSE = 17  # D11, D12, D13, D14
    SHIELDS = 18  # D17
    CASUALTIES = 19  # D15
    RETREAT = 20  # D16
    SHORTFALL = 21  # D23
    JUMP_FROM = 22  # D24
    JUMP_TO = 23  # D24
    BLACK_HOLE = 24  # D25
    KEEPING = 25  # D26
    TAKING = 26  # D27
    EXCHANGE = 27  # D28
    RECYCLING = 28  # D29
    SCOUTING = 29  # D30
    STORING = 30  # D31
    SEARCHING = 31  # D32
    TERRAFORMING = 32  # D34


class Kind(IntEnum):
    """An action type. The comments name the parameters a, b and c of the option."""

    NO = 0
    YES = 1
    DONE = 2
    ACT = 3  # a: Action
    PLAY = 4  # a: card, b: the unit for a Star Bomb
    PICK_RACE = 5  # a: race
    SETTLE = 6  # a: space
    TAKE_COUNTER = 7  # a: place in the display
    SPEND = 8  # a: card, b: resource
    FLIP = 9  # a: counter, b: resource
    BUILD = 10  # a: unit, b: space
    MOVE = 11  # a: destination, b: fleets, c: star bases
    HOP = 12  # by wormhole; parameters like MOVE
    FROM = 13  # a: space; for a Temporary Wormhole also b: fleets, c: star bases
    OUTPOST = 14  # a: space
    COLONY = 15  # a: space
    UPGRADE = 16  # a: space
    DRAFT = 17  # a: place in the display
    TAKE_WORMHOLE = 18
    RESERVE = 19  # a: card, b: zone
    SWITCH = 20  # a: card, b: zone
    SWAP = 21  # a: card of Reserve One, b: card of Reserve Two
    DISCARD = 22  # a: card
    REMOVE = 23  # a: card
    LOSE = 24  # a: star bases, b: fleets
    RETREAT = 25  # a: destination, b: fleets, c: star bases
    REINFORCE = 26  # a: origin, b: fleets, c: star bases
    REINFORCE_BY_HOP = 27  # parameters like REINFORCE
    WITHDRAW = 28  # a: destination, b: unit
    WITHDRAW_BY_HOP = 29  # parameters like WITHDRAW
    TAKE_BACK = 30  # a: card
    BLOCK = 31  # a: connection
    KEEP = 32  # a: card
    EXCHANGE = 33  # a: counter, b: place in the display
    RECYCLE = 34  # a: counter
    SCOUT = 35  # a: space
    JUMP = 36  # a: space
    TERRAFORM = 37  # a: space


class Action(IntEnum):
    """An action of a turn (HOS-3.3)."""

    BUILD = 0
    MOVE = 1
    COLONISE = 2
    DRAFT = 3
    RESERVE = 4
    DISCARD = 5
    REMOVE = 6
    CARD = 7
    PASS = 8


class Usage(IntEnum):
    """A column of the outcome that records what players choose to use."""

    BUILDS = 0
    MOVES = 1
    COLONISATIONS = 2
    DRAFTS = 3
    RESERVES = 4
    DISCARDS = 5
    REMOVALS = 6
    CARD_ACTIONS = 7
    PASSES = 8
    FREE_ACTIONS = 9
    DRAFTED = 10
    PLAYED = 11
    ATTACKS_NEUTRAL = 12
    ATTACKS_PLAYER = 13


class Unit(IntEnum):
    FLEET = 0
    STAR_BASE = 1


class Stage(IntEnum):
    """A stage of a combat, in order (HOS-7.6, HOS-7.7, HOS-7.8, HOS-8.2, HOS-8.3, HOS-8.6, HOS-8.9; A46)."""

    NO_COMBAT = 0
    OPENING = 1
    STANDING = 2
    RESPONDING = 3
    LOSER_SHIELDS = 4
    LOSER_CASUALTIES = 5
    WINNER_SHIELDS = 6
    WINNER_CASUALTIES = 7
    RETREATING = 8
    AFTERMATH = 9
    REFILL = 10


class PendingStep(IntEnum):
    """A step of play that runs before the next decision."""

    DECISION = 0
    NEXT_COUNTER = 1  # HOS-2.16: the next counter of the setup
    NEXT_ROUND = 2  # HOS-3.1
    NEXT_ACTION = 3  # HOS-3.2
    FIGHT = 4  # HOS-6.6: all movement is done
    COMBAT = 5  # the next stage of the combat
    JUDGE_RESPONSE = 6  # HOS-7.13, HOS-7.14
    SETTLE = 7  # HOS-9.2, HOS-9.3, HOS-9.4: an outpost or a colony that is paid for
    DRAFT = 8  # HOS-10.1: a card that is paid for
    FINISH_ACTION = 9  # HOS-3.2
    END_TURN = 10  # HOS-3.5
    NEXT_TURN = 11  # HOS-3.1, HOS-16.2
    END = 12  # HOS-16.6


class Verdict(IntEnum):
    """A way in which a combat was lost."""

    DEFEAT = 0  # with casualties
    BROKEN_OFF = 1  # without casualties (HOS-7.6, HOS-7.7, HOS-17.23)
    DIPLOMACY = 2  # without casualties; units may return through a Temporary Wormhole (HOS-17.8, A62)


class Ended(IntEnum):
    FINAL_ROUND = 0
    TRUNCATED = 1


pile_dt = record(("count", "i8"), ("card", "i8", (PILE,)))

player_dt = record(
    ("piles", pile_dt, (ZONES,)),  # by Zone
    ("lasting", "i8", (NAMES,)),  # number of cards of each name in both Reserves
    ("race", "i8"),
    ("cylinder", "i8"),
    ("track_discs", "i8"),
    ("spare_discs", "i8"),
    ("outposts", "i8"),  # cubes in stock
    ("fleets", "i8"),  # in stock
    ("star_bases", "i8"),  # in stock
    ("counters", "i8", (TRACK,)),  # kind on each space of the Colony track. NONE means an empty space
    ("up", "i8", (TRACK,)),  # 1 if the counter on a space lies front up
    ("wormhole", "i8"),  # has a Wormhole counter
    ("vp", "i8"),  # the running total
    ("vp_map", "i8"),
    ("vp_culture", "i8"),
    ("vp_counters", "i8"),
    ("home", "i8"),  # chosen in the setup: tile
    ("colony", "i8"),
    ("dealt", "i8", (DEALT,)),  # names of the dealt Technology cards
    ("shuffles", "i8"),
    ("triggered", "i8"),  # the player's shuffle reached the trigger
    ("start_components", "i8"),
    ("start_neighbours", "i8"),
    ("actions", "i8", (len(Action),)),  # taken, by Action
    ("free_actions", "i8"),
    ("drafted", "i8"),  # bits by name, Top-Secret and Blue-Sky Research included
    ("played", "i8"),  # bits by name: played for the effect, or lasting in a Reserve
    ("built", "i8"),
    ("attacks", "i8", (FOES,)),  # on neutral systems, on players
    ("wins", "i8", (FOES,)),
    ("losses", "i8", (FOES,)),  # units lost attacking
    ("defences", "i8"),
    ("held", "i8"),  # defences won
    ("lost_defending", "i8"),  # units
)

combat_dt = record(
    ("stage", "i8"),
    ("attacker", "i8"),
    ("defender", "i8"),  # NONE means a neutral system
    ("space", "i8"),
    ("added", "i8", (SIDES,)),  # strength added during the combat, attacker then defender
    ("crossed", "i8"),
    ("defender_added", "i8"),
    ("missiles", "i8", (SIDES,)),  # number of uses
    ("weapons", "i8", (SIDES,)),  # 1 if energy has been used for strength
    ("energy_weapons", "i8", (SIDES,)),  # 1 if played as a combat card
    ("armies", "i8", (SIDES,)),  # 1 if Mass Armies were played as a combat card
    ("effects", "i8"),  # cards played, for the guard against endless combats
    ("loser", "i8"),
    ("verdict", "i8"),
    ("casualties", "i8", (SIDES,)),  # due from the loser and the winner
    ("interrupted", "i8"),  # 1 if the side ahead has been asked
    ("returning_fleets", "i8"),  # fleets that came by Temporary Wormhole
    ("returning_bases", "i8"),
    ("lost", "i8", (SIDES,)),  # units lost: attacker, defender
)

state_dt = state_record(
    player_dt,
    PLAYERS,
    ("first", "i8"),  # the first player
    ("place", "i8"),  # in the turn order, or in a pass of the setup
    ("actions_left", "i8"),
    ("free_used", "i8"),  # Free Actions this turn, for the guard against endless turns
    ("guard_hit", "i8"),
    ("trigger_round", "i8"),  # 0 means not yet triggered
    ("shuffles", "i8"),
    # the map
    ("tile", "i8", (SPACES,)),
    ("space_of", "i8", (SPACES,)),  # by tile
    ("blocked", "i8", (CONNECTIONS,)),
    ("near", "i8", (SPACES, WAYS)),  # neighbours over open connections. NONE means no neighbour
    ("spare_discs", "i8"),  # black-hole discs
    ("owner", "i8", (SPACES,)),  # the seat that controls a system; during an attack still the defender
    ("marker", "i8", (SPACES,)),
    ("fleets", "i8", (PLAYERS, SPACES)),
    ("star_bases", "i8", (PLAYERS, SPACES)),
    ("alien", "i8", (SPACES,)),  # kind. NONE means no alien
    ("alien_seen", "i8", (SPACES,)),  # a bit for each seat that knows the alien
    ("aliens_left", "i8", (ALIEN_KINDS,)),  # counters never placed, by kind
    ("aliens_gone", "i8", (ALIEN_KINDS,)),
    ("pieces_of_map", "i8"),
    # shared cards and counters
    ("in_pool", "i8", (SPACES,)),  # by System card
    ("boxed", "i8", (CARDS,)),
    ("seen_card", "i8", (CARDS,)),  # a bit for each seat that has seen a Technology card
    ("technologies", "i8", (TECHNOLOGY_CARDS,)),  # the deck, its top last
    ("technologies_left", "i8"),
    ("display", "i8", (DISPLAY,)),
    ("displayed", "i8"),
    ("wormhole_card", "i8"),  # the card set aside. NONE means not yet
    ("counters", "i8", (DISPLAY,)),  # the display
    ("counters_displayed", "i8"),
    ("counters_left", "i8", (COUNTER_KINDS,)),
    # the decision in progress
    ("need", "i8", (RESOURCES,)),
    ("step_after_payment", "i8"),  # the PendingStep that runs when everything is paid
    ("kept", "i8"),  # bits by name: lasting cards that make this step possible; the last copy may not pay (A64)
    ("card", "i8"),  # the effect card held aside until its effect is done
    ("playing", "i8"),  # the name of that card. NONE means that no card is played
    ("is_action", "i8"),  # 1 if that card costs an action
    ("looked", "i8", (MOST_LOOKED,)),
    ("looked_at", "i8"),
    ("touched", "i8", (CARDS,)),  # 1 if moved or used in this action
    ("number", "i8"),  # number of steps of this action so far
    ("origin", "i8"),
    ("target", "i8"),  # the non-friendly system entered by this action, or the system in question
    ("energy_due", "i8"),  # for the moves so far
    ("research_due", "i8"),
    ("piece", "i8"),  # the marker to be placed
    ("bases_move", "i8"),  # 1 if Star Base Movement is played as an action
    ("factories", "i8"),  # 1 if Mobile Factories is played as an action
    ("free_of_charge", "i8"),  # 1 if units cost nothing
    ("combat", combat_dt),
    # scratch space of `measure_routes`, not part of the position
    ("distance", "i8", (LAYERS, SPACES)),
    ("queue", "i8", (QUEUE,)),
    # scratch space of an offer: energy left, by number of fleets, after the research for their hops; negative if short
    ("energy_left", "i8", (FLEETS + 1,)),
    ("listed", "i8", (SPACES,)),  # scratch space of an offer: the systems that it examines
)

SCRATCH = ("distance", "queue", "energy_left", "listed")

seat_outcome_dt = record(
    ("race", "i8"),
    ("seat", "i8"),  # place in the turn order, the first player is 1
    ("player", "i8"),
    ("credit", "f8"),
    ("vp", "i8"),
    ("vp_home", "i8"),
    ("vp_colonies", "i8"),
    ("vp_outposts", "i8"),
    ("vp_culture", "i8"),
    ("vp_counters", "i8"),
    ("systems", "i8"),
    ("colonies", "i8"),
    ("home", "i8"),  # tile
    ("colony", "i8"),
    ("home_lost", "i8"),
    ("start_components", "i8"),  # connected parts of the start position
    ("start_neighbours", "i8"),  # systems of other players next to it
    ("dealt_one", "i8"),
    ("dealt_two", "i8"),
    ("dealt", "i8"),  # bits by name
    ("drafted", "i8"),
    ("played", "i8"),
    ("cards", "i8"),  # owned at the end
    ("shuffles", "i8"),
    ("triggered", "i8"),
    ("builds", "i8"),
    ("moves", "i8"),
    ("colonisations", "i8"),
    ("drafts", "i8"),
    ("reserves", "i8"),
    ("discards", "i8"),
    ("removals", "i8"),
    ("card_actions", "i8"),
    ("passes", "i8"),
    ("free_actions", "i8"),
    ("units_built", "i8"),
    ("units", "i8"),  # on the map at the end
    ("attacks_neutral", "i8"),
    ("wins_neutral", "i8"),
    ("lost_neutral", "i8"),  # units lost
    ("attacks_player", "i8"),
    ("wins_player", "i8"),
    ("lost_player", "i8"),
    ("defences", "i8"),
    ("held", "i8"),
    ("lost_defending", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    PLAYERS,
    ("first_race", "i8"),
    ("shuffles", "i8"),
    ("trigger_round", "i8"),
    ("trigger_race", "i8"),
    ("guard_hit", "i8"),
    ("map_pieces", "i8"),  # connected parts of the map at the start
    ("shared", "i8"),  # 1 if several players won
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
