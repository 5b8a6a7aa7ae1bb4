"""What is on the table: the records of a game of 4000 A.D., and the words for the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import DECISION, option_room, outcome_record, purposes, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.four_thousand_ad.rules import LISTED, WARPS, rules_dt
from starbalance.simulator.games.star_field.field import DRAWS, HOMES, STARS, STATE_OF_FIELD

MAX_OPTIONS = option_room(max(LISTED, 1 + 2 * STARS))
(HIDDEN,) = purposes(DRAWS + 1)[DRAWS:]


class Then(IntEnum):
    """What goes on before the pending decision."""

    DECISION = DECISION  # nothing
    STAGE = 1  # the stage of the turn, see stage.py


class Asset(IntEnum):
    """What a seat has beside its stars, for those who look ahead."""

    SHIPS = 0
    PRODUCTION = 1  # new ships of a turn


class Phase(IntEnum):
    """The pending decision, frequent ones first. The comment names the ledger of decisions in RULES.md."""

    ARRIVAL = 0  # D-1
    DEPARTURE = 1  # D-2: from which star
    DESTINATION = 2  # D-2, D-3
    SHIPS = 3  # D-2: how many
    LOAN = 4  # D-8
    JOINT_ARRIVAL = 5  # D-10
    JOIN = 6  # D-1, D-10: one more warp
    PERMISSION = 7  # D-7
    RESOURCES = 8  # D-9
    WITHDRAWAL = 9  # D-5
    ANSWER_WITHDRAWAL = 10  # D-6
    SURRENDER = 11  # D-4
    ALLIANCE = 12  # D-13
    ANSWER_ALLIANCE = 13  # D-14
    CONCESSION = 14  # D-12


class Kind(IntEnum):
    """What an option does; a, b are its parameters."""

    NO = 0
    YES = 1
    CONTINUE = 2  # a: warp
    ARRIVE = 3  # a: warp, b: star
    COMBINE = 4  # a: warp (NONE: a joint arrival of allies), b: star, c: partner
    JOIN = 5  # a: warp, b: its owner
    STAND_BY = 6  # a: warp, b: its owner
    STAY = 7
    DEPART = 8  # a: star
    HEAD_FOR = 9  # a: star; the other star of the sector means the hop
    EMBARK = 10  # a: ships
    LEND = 11  # a: ships
    ASSIGN = 12  # a: Share
    SURRENDER = 13  # a: warp, b: star
    PROPOSE = 14  # a: player
    END_ALLIANCE = 15  # a: player


class Usage(IntEnum):
    """The columns of the outcome that tell what players use, as far as they decide it."""

    CAPTURES = 0
    RESCUES = 1


class Status(IntEnum):
    ALIVE = 0
    GRACE = 1
    ELIMINATED = 2
    ABSENT = 3


class Share(IntEnum):
    """Who draws the resources of a star that two allies share (FAD-18.3, FAD-18.4)."""

    FIRST = 0
    SECOND = 1
    ALTERNATE = 2


class Ended(IntEnum):
    LAST_ALIVE = 0
    TWO_HOMES = 1
    ADJUDICATED = 2
    CONCEDED = 3


warp_dt = record(
    ("space", "i8"),  # 0: not on the path
    ("sector", "i8"),  # the marker: where it left
    ("ships", "i8"),  # the owner's
    ("lent", "i8"),  # the partner's
    ("partner", "i8"),
    ("advanced", "i8"),  # this turn
    ("target", "i8"),  # the private plan of its owner
)

player_dt = record(
    ("home", "i8"),
    ("controller", "i8"),  # who possesses the home; NONE: a surrendered fleet stands there, or nobody
    ("status", "i8"),
    ("truce", "i8"),  # with whom a mutual withdrawal is agreed
    ("duty", "i8"),  # has still to withdraw from the home of `truce`
    ("holder", "i8"),  # the controller when the last turn ended
    ("dominant", "i8"),  # rounds in a row, for resign_rule
    ("ships", "i8", (STARS,)),
    ("locked", "i8", (STARS,)),  # fought this turn
    ("warps", warp_dt, (WARPS,)),
    ("produced", "i8"),
    ("destroyed", "i8"),  # ships of others
    ("lost", "i8"),  # ships lost in hyperspace
    ("inherited", "i8"),  # surrendered ships taken over
    ("captures", "i8"),
    ("captor", "i8"),  # who captured the home last; of an eliminated player: who took it for good
    ("fallen_round", "i8"),  # the round of that capture, 0: never
    ("eliminated_round", "i8"),
    ("rescues", "i8"),  # grace turns survived
)

state_dt = state_record(
    player_dt,
    HOMES,
    *STATE_OF_FIELD,
    ("place", "i8"),  # index into order of the seat (of the side's first seat) on turn
    ("step", "i8"),  # index into the stages of a turn, see stage.py
    ("departures", "i8"),  # still possible this turn
    ("warp", "i8"),  # the warp in question
    ("star", "i8"),  # the star in question: target of a joint arrival, source of a departure
    ("destination", "i8"),
    ("embarked", "i8"),
    ("partner", "i8"),  # in a joint arrival, a loan, an answer
    ("joined", "i8"),  # warps of a joint arrival: bit w of the active seat, bit WARPS + w of the partner
    ("asked", "i8"),  # of those, who has answered
    ("refused", "i8"),  # bits: allies who said no to an entry into their home this turn
    ("proposed", "i8"),  # an alliance was proposed this turn
    ("queue", "i8"),  # bits: players to be eliminated
    ("surrendered", "i8", (STARS,)),
    ("first", "i8", (STARS,)),  # who occupied a shared star first
    ("since", "i8", (STARS,)),  # the turn of that
    ("share", "i8", (STARS,)),
    ("share_round", "i8", (STARS,)),  # the agreement is in force after this round
    ("allied", "i8"),  # bit HOMES * a + b, diplomacy only
    ("revealed", "i8"),
    ("battles", "i8"),
    ("combined", "i8"),  # battles of several fleets
    ("joint", "i8"),  # of those, of two allies
    ("withdrawals", "i8"),
    ("treacheries", "i8"),
)

seat_outcome_dt = record(
    ("home", "i8"),
    ("seat", "i8"),  # place in the turn order, the first player is 1
    ("player", "i8"),
    ("credit", "f8"),
    ("stars", "i8"),
    ("ships", "i8"),
    ("pairs_nearby", "i8"),  # resource pairs within count 3 of the home
    ("produced", "i8"),
    ("destroyed", "i8"),
    ("lost", "i8"),
    ("inherited", "i8"),
    ("captures", "i8"),
    ("captor", "i8"),
    ("captor_count", "i8"),  # count between the home and its captor's home
    ("fallen_round", "i8"),
    ("eliminated_round", "i8"),
    ("rescues", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    HOMES,
    ("first_home", "i8"),
    ("battles", "i8"),
    ("combined", "i8"),
    ("joint", "i8"),
    ("withdrawals", "i8"),
    ("treacheries", "i8"),
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
