"""The records of a game of 4000 A.D., and the names of the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import DECISION, option_room, outcome_record, purposes, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.four_thousand_ad.rules import LISTED, WARPS, rules_dt
from starbalance.simulator.games.star_field.field import DRAWS, HOMES, STARS, STATE_OF_FIELD

MAX_OPTIONS = option_room(max(LISTED, 1 + 2 * STARS))
(HIDDEN,) = purposes(DRAWS + 1)[DRAWS:]


class PendingStep(IntEnum):
    """The step that comes before the next decision."""

    DECISION = DECISION  # no step is left: the decision is pending
    STAGE = 1  # the stage of the turn, see stage.py


class Asset(IntEnum):
    """The evaluation features of a seat for search players, in addition to its stars."""

    SHIPS = 0
    PRODUCTION = 1  # new ships per turn


class Decision(IntEnum):
    """The types of decisions, frequent ones first. The comments name the list of decisions in RULES.md."""

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
    """The action type of an option; a, b, c are its parameters."""

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
    """The outcome columns of what players use by their own decision."""

    CAPTURES = 0
    RESCUES = 1


class Status(IntEnum):
    ALIVE = 0
    GRACE = 1
    ELIMINATED = 2
    ABSENT = 3


class Share(IntEnum):
    """The agreement about the resources of a star that two allies share (FAD-18.3, FAD-18.4)."""

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
    ("sector", "i8"),  # the marker: the sector of departure
    ("ships", "i8"),  # ships of the owner
    ("lent", "i8"),  # ships of the partner
    ("partner", "i8"),
    ("advanced", "i8"),  # this turn
    ("target", "i8"),  # the private plan of its owner
)

player_dt = record(
    ("home", "i8"),
    ("controller", "i8"),  # the seat that possesses the home, or NONE (for example, a surrendered fleet stands there)
    ("status", "i8"),
    ("truce", "i8"),  # the partner of an agreed mutual withdrawal
    ("duty", "i8"),  # 1: must still withdraw from the home of `truce`
    ("holder", "i8"),  # the controller when the last turn ended
    ("dominant", "i8"),  # rounds of dominance in a row, for resign_rule
    ("ships", "i8", (STARS,)),
    ("locked", "i8", (STARS,)),  # fought this turn
    ("warps", warp_dt, (WARPS,)),
    ("produced", "i8"),
    ("destroyed", "i8"),  # ships of other players
    ("lost", "i8"),  # ships lost in hyperspace
    ("inherited", "i8"),  # surrendered ships taken over
    ("captures", "i8"),
    ("captor", "i8"),  # the seat that captured the home last; for an eliminated player, for good
    ("fallen_round", "i8"),  # the round of that capture; 0: never
    ("eliminated_round", "i8"),
    ("rescues", "i8"),  # grace turns survived
)

state_dt = state_record(
    player_dt,
    HOMES,
    *STATE_OF_FIELD,
    ("place", "i8"),  # index into `order` of the seat on turn (of the first seat of a side)
    ("step", "i8"),  # index into the stages of a turn, see stage.py
    ("departures", "i8"),  # still possible this turn
    ("warp", "i8"),  # the warp in question
    ("star", "i8"),  # the star in question: target of a joint arrival, source of a departure
    ("destination", "i8"),
    ("embarked", "i8"),
    ("partner", "i8"),  # in a joint arrival, a loan, an answer
    ("joined", "i8"),  # warps of a joint arrival: bit w of the active seat, bit WARPS + w of the partner
    ("answered", "i8"),  # bits as in `joined`: warps whose owner has answered
    ("refused", "i8"),  # bits: allies that refused an entry into their home this turn
    ("proposed", "i8"),  # 1: an alliance was proposed this turn
    ("queue", "i8"),  # bits: players that await elimination
    ("surrendered", "i8", (STARS,)),
    ("first", "i8", (STARS,)),  # the first occupant of a shared star
    ("since", "i8", (STARS,)),  # the turn of the first occupation
    ("share", "i8", (STARS,)),
    ("share_round", "i8", (STARS,)),  # the agreement of `share` is in force after this round
    ("allied", "i8"),  # bit HOMES * a + b, diplomacy only
    ("revealed", "i8"),
    ("battles", "i8"),
    ("combined", "i8"),  # battles of several fleets
    ("joint", "i8"),  # battles of fleets of two allies
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
