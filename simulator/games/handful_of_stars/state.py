"""What is on the table: the records of a game of A Handful of Stars, and the words for the codes in them."""

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
    NAMES,
    PEEK,
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

SIDES = 2  # of a combat: attacker, defender
FOES = 2  # of an attack: a neutral system, a player
LAYERS = 4  # of a survey of routes: bit 0 a pass-through by stealth, bit 1 a wormhole hop
QUEUE = 1024
MAX_OPTIONS = option_room(2 * SPACES * (FLEETS + STAR_BASES))  # where to and how many, directly and by a hop
EVERYBODY = (1 << PLAYERS) - 1  # bits of seats
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
    """Where a card of a player lies."""

    DRAW_DECK = 0
    HAND = 1
    DISCARD_PILE = 2
    RESERVE_ONE = 3
    RESERVE_TWO = 4


ZONES = len(Zone)


class Marker(IntEnum):
    """What a player has put on a system."""

    EMPTY = 0
    OUTPOST = 1
    COLONY = 2
    HOME = 3


class Asset(IntEnum):
    """What a seat has beside its victory points, for those who look ahead."""

    WAITING = 0  # own systems without a marker
    RESERVED = 1  # cards in both Reserves
    UNITS = 2  # on the map


class Cylinder(IntEnum):
    """Where the home world of a player is (HOS-9.9)."""

    TRACK = 0
    MAP = 1
    LOST = 2


class Phase(IntEnum):
    """The pending decision. The comment names the ledger of decisions in RULES.md."""

    RACE = 0  # race_mode = draft
    HOME = 1  # D1
    COLONY = 2  # D2
    COUNTER = 3  # D3, D35
    TURN = 4  # D4, D5
    PAYMENT = 5  # D6
    BUILDING = 6  # D7, D33
    ORIGIN = 7  # D8: which units
    GROUP = 8  # D8: where to, how many
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
    """What an option does; a, b, c are its parameters."""

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
    HOP = 12  # the same by wormhole
    FROM = 13  # a: space, b: fleets, c: star bases (of a Temporary Wormhole)
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
    REINFORCE_BY_HOP = 27
    WITHDRAW = 28  # a: destination, b: unit
    WITHDRAW_BY_HOP = 29
    TAKE_BACK = 30  # a: card
    BLOCK = 31  # a: connection
    KEEP = 32  # a: card
    EXCHANGE = 33  # a: counter, b: place in the display
    RECYCLE = 34  # a: counter
    SCOUT = 35  # a: space
    JUMP = 36  # a: space
    TERRAFORM = 37  # a: space


class Action(IntEnum):
    """HOS-3.3."""

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
    """The columns of the outcome that tell what players use, as far as they decide it."""

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
    """Of a combat, in order (HOS-7.6, HOS-7.7, HOS-7.8, HOS-8.2, HOS-8.3, HOS-8.6, HOS-8.9; A46)."""

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


class Then(IntEnum):
    """What goes on before the next decision, a step at a time."""

    DECISION = 0
    NEXT_COUNTER = 1  # of the set-up (HOS-2.16)
    NEXT_ROUND = 2  # HOS-3.1
    NEXT_ACTION = 3  # HOS-3.2
    FIGHT = 4  # HOS-6.6: all movement is done
    COMBAT = 5  # its next stage
    JUDGE_RESPONSE = 6  # HOS-7.13, 7.14
    SETTLE = 7  # HOS-9.2, 9.3, 9.4: an outpost or a colony that is paid for
    DRAFT = 8  # HOS-10.1: a card that is paid for
    FINISH_ACTION = 9  # HOS-3.2
    END_TURN = 10  # HOS-3.5
    NEXT_TURN = 11  # HOS-3.1, 16.2
    END = 12  # HOS-16.6


class Verdict(IntEnum):
    """How a combat was lost."""

    DEFEAT = 0  # with casualties
    BROKEN_OFF = 1  # without (HOS-7.6, 7.7, 17.23)
    DIPLOMACY = 2  # without, and units may return through a Temporary Wormhole (HOS-17.8, A62)


class Ended(IntEnum):
    FINAL_ROUND = 0
    CAPPED = 1


pile_dt = record(("count", "i8"), ("card", "i8", (PILE,)))

player_dt = record(
    ("piles", pile_dt, (ZONES,)),  # by Zone
    ("lasting", "i8", (NAMES,)),  # cards of a name in both Reserves
    ("race", "i8"),
    ("cylinder", "i8"),
    ("track_discs", "i8"),
    ("spare_discs", "i8"),
    ("outposts", "i8"),  # cubes in stock
    ("fleets", "i8"),  # in stock
    ("star_bases", "i8"),  # in stock
    ("counters", "i8", (TRACK,)),  # kind on each space of the Colony track; NONE: none
    ("up", "i8", (TRACK,)),
    ("wormhole", "i8"),  # has a Wormhole counter
    ("vp", "i8"),  # the running total
    ("vp_map", "i8"),
    ("vp_culture", "i8"),
    ("vp_counters", "i8"),
    ("home", "i8"),  # chosen at set-up: tiles
    ("colony", "i8"),
    ("dealt", "i8", (DEALT,)),  # names of the dealt Technology cards
    ("shuffles", "i8"),
    ("triggered", "i8"),  # the player's shuffle reached the trigger
    ("start_components", "i8"),
    ("start_neighbours", "i8"),
    ("actions", "i8", (len(Action),)),  # taken, by Action
    ("free_actions", "i8"),
    ("drafted", "i8"),  # bits by name: drafted, Top-Secret and Blue-Sky Research included
    ("played", "i8"),  # bits by name: played for the effect, lasting ones in a Reserve
    ("built", "i8"),
    ("attacks", "i8", (FOES,)),  # on neutral systems, on players
    ("wins", "i8", (FOES,)),
    ("losses", "i8", (FOES,)),  # units lost attacking
    ("defences", "i8"),
    ("held", "i8"),  # of those, won
    ("lost_defending", "i8"),  # units
)

combat_dt = record(
    ("stage", "i8"),
    ("attacker", "i8"),
    ("defender", "i8"),  # NONE: neutral
    ("space", "i8"),
    ("added", "i8", (SIDES,)),  # strength added during the combat, attacker then defender
    ("crossed", "i8"),
    ("defender_added", "i8"),
    ("missiles", "i8", (SIDES,)),  # uses
    ("weapons", "i8", (SIDES,)),  # E has been used for strength
    ("energy_weapons", "i8", (SIDES,)),  # played as a combat card
    ("armies", "i8", (SIDES,)),
    ("effects", "i8"),  # plays, for the guard
    ("loser", "i8"),
    ("verdict", "i8"),
    ("casualties", "i8", (SIDES,)),  # due: loser, winner
    ("interrupted", "i8"),  # the side ahead has been asked
    ("returning_fleets", "i8"),  # came by Temporary Wormhole
    ("returning_bases", "i8"),
    ("lost", "i8", (SIDES,)),  # units: attacker, defender
)

state_dt = state_record(
    player_dt,
    PLAYERS,
    ("first", "i8"),  # the first player
    ("place", "i8"),  # in the turn order, or in a pass of the set-up
    ("actions_left", "i8"),
    ("free_used", "i8"),  # Free Actions this turn, for the guard
    ("guard_hit", "i8"),
    ("trigger_round", "i8"),  # 0: not yet
    ("shuffles", "i8"),
    # the map
    ("tile", "i8", (SPACES,)),
    ("space_of", "i8", (SPACES,)),  # of a tile
    ("blocked", "i8", (CONNECTIONS,)),
    ("near", "i8", (SPACES, WAYS)),  # neighbours over open connections; NONE: none
    ("spare_discs", "i8"),  # black holes
    ("owner", "i8", (SPACES,)),  # who controls a system; while it is attacked, still its defender
    ("marker", "i8", (SPACES,)),
    ("fleets", "i8", (PLAYERS, SPACES)),
    ("star_bases", "i8", (PLAYERS, SPACES)),
    ("alien", "i8", (SPACES,)),  # kind; NONE: none
    ("alien_seen", "i8", (SPACES,)),  # bits: seats that know it
    ("aliens_left", "i8", (ALIEN_KINDS,)),  # never placed
    ("aliens_gone", "i8", (ALIEN_KINDS,)),
    ("pieces_of_map", "i8"),
    # cards and counters of all
    ("in_pool", "i8", (SPACES,)),  # System cards
    ("boxed", "i8", (CARDS,)),
    ("seen_card", "i8", (CARDS,)),  # bits: seats that have seen a Technology card
    ("technologies", "i8", (TECHNOLOGY_CARDS,)),  # the deck, its top last
    ("technologies_left", "i8"),
    ("display", "i8", (DISPLAY,)),
    ("displayed", "i8"),
    ("wormhole_card", "i8"),  # set aside; NONE: not yet
    ("counters", "i8", (DISPLAY,)),  # the display
    ("counters_displayed", "i8"),
    ("counters_left", "i8", (COUNTER_KINDS,)),
    # the decision in progress
    ("need", "i8", (RESOURCES,)),
    ("after", "i8"),  # a Then: what goes on when all is paid
    ("kept", "i8"),  # bits: lasting cards that make this step possible: the last copy is no payment (A64)
    ("card", "i8"),  # the effect card held aside until its effect is done
    ("playing", "i8"),  # its name; NONE: no card is played
    ("is_action", "i8"),  # the card costs an action
    ("peek", "i8", (PEEK,)),
    ("peeked", "i8"),
    ("touched", "i8", (CARDS,)),  # this action
    ("number", "i8"),  # of steps of this action so far
    ("origin", "i8"),
    ("target", "i8"),  # the non-friendly system entered by this action, or the system in question
    ("energy_due", "i8"),  # of the moves so far
    ("research_due", "i8"),
    ("piece", "i8"),  # the marker to be placed
    ("bases_move", "i8"),  # Star Base Movement played as an action
    ("factories", "i8"),  # Mobile Factories played as an action
    ("gratis", "i8"),  # units cost nothing
    ("combat", combat_dt),
    # scratch of a survey of routes, no part of the position
    ("distance", "i8", (LAYERS, SPACES)),
    ("queue", "i8", (QUEUE,)),
    # scratch of an offer: energy left for so many fleets beside the research for their hops; negative: too many
    ("beside", "i8", (FLEETS + 1,)),
    ("listed", "i8", (SPACES,)),  # scratch of an offer: systems that it goes through
)

SCRATCH = ("distance", "queue", "beside", "listed")

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
    ("home", "i8"),  # tiles
    ("colony", "i8"),
    ("home_lost", "i8"),
    ("start_components", "i8"),  # connected pieces of the start position
    ("start_neighbours", "i8"),  # systems of others next to it
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
    ("lost_neutral", "i8"),  # units
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
    ("map_pieces", "i8"),  # connected pieces of the map at the start
    ("shared", "i8"),  # several winners
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
