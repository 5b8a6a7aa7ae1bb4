"""What is on the table: the records of a game of 4000 A.D., and the words for the codes in them."""

from enum import IntEnum

from simulator.chance import FIRST_OF_GAME
from simulator.kernel import NOTES, PURPOSES, SEATS, record, signatures

HOMES = 4
STARS = 48
SECTORS = 24
SPACES = 7
WARPS = 6  # up to 5 of the player's own and the spare one of an agreed withdrawal
MOST_STARS = 18  # at one count from any sector
MAX_OPTIONS = 640
NONE = -1

FIRST_PLAYER, SEATING, STAR_TABLE, HIDDEN = range(FIRST_OF_GAME, FIRST_OF_GAME + 4)  # purposes of chance


class Phase(IntEnum):
    """The pending decision. The comment names the ledger of decisions in RULES.md."""

    CONCESSION = 0  # D-12
    ALLIANCE = 1  # D-13
    ANSWER_ALLIANCE = 2  # D-14
    JOINT_ARRIVAL = 3  # D-10
    JOIN = 4  # D-1, D-10: one more warp
    ARRIVAL = 5  # D-1
    PERMISSION = 6  # D-7
    RESOURCES = 7  # D-9
    DEPARTURE = 8  # D-2: from which star
    DESTINATION = 9  # D-2, D-3
    SHIPS = 10  # D-2: how many
    LOAN = 11  # D-8
    WITHDRAWAL = 12  # D-5
    ANSWER_WITHDRAWAL = 13  # D-6
    SURRENDER = 14  # D-4


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


class Status(IntEnum):
    ALIVE = 0
    GRACE = 1
    ELIMINATED = 2
    ABSENT = 3


class Share(IntEnum):
    """Who draws the resources of a star that two allies share (FAD-18.3, 18.4)."""

    FIRST = 0
    SECOND = 1
    ALTERNATE = 2


class Ended(IntEnum):
    LAST_ALIVE = 0
    TWO_HOMES = 1
    ADJUDICATED = 2
    CONCEDED = 3


warp_dt = record(
    ("space", "i1"),  # 0: not on the path
    ("sector", "i1"),  # the marker: where it left
    ("ships", "i2"),  # the owner's
    ("lent", "i2"),  # the partner's
    ("partner", "i1"),
    ("advanced", "i1"),  # this turn
    ("target", "i1"),  # the private plan of its owner
)

player_dt = record(
    ("home", "i1"),
    ("controller", "i1"),  # who possesses the home; NONE: a surrendered fleet stands there, or nobody
    ("status", "i1"),
    ("truce", "i1"),  # with whom a mutual withdrawal is agreed
    ("duty", "i1"),  # has still to withdraw from the home of `truce`
    ("holder", "i1"),  # the controller when the last turn ended
    ("dominant", "i2"),  # rounds in a row, for resign_rule
    ("ships", "i2", (STARS,)),
    ("locked", "i2", (STARS,)),  # fought this turn
    ("warps", warp_dt, (WARPS,)),
    ("produced", "i4"),
    ("destroyed", "i4"),  # ships of others
    ("lost", "i4"),  # ships lost in hyperspace
    ("inherited", "i4"),  # surrendered ships taken over
    ("captures", "i2"),
    ("captor", "i1"),  # who captured the home first
    ("fallen_round", "i2"),  # when the home was first captured, 0: never
    ("eliminated_round", "i2"),
    ("rescues", "i2"),  # grace turns survived
)

state_dt = record(
    ("key", "u8", (2,)),
    ("drawn", "i4", (PURPOSES,)),
    ("turn", "i4"),
    ("actor", "i4"),
    ("over", "i1"),
    ("phase", "i1"),
    ("rounds", "i2"),  # begun so far
    ("order", "i1", (HOMES,)),  # seats in turn order, the first player first
    ("place", "i1"),  # index into order of the seat (of the side's first seat) on turn
    ("step", "i1"),  # index into the stages of a turn, see turn.py
    ("active", "i1"),  # the seat that moves
    ("departures", "i1"),  # still possible this turn
    ("warp", "i1"),  # the warp in question
    ("star", "i1"),  # the star in question: target of a joint arrival, source of a departure
    ("destination", "i1"),
    ("embarked", "i2"),
    ("partner", "i1"),  # in a joint arrival, a loan, an answer
    ("joined", "i4"),  # warps of a joint arrival: bit w of the active seat, bit WARPS + w of the partner
    ("asked", "i4"),  # of those, who has answered
    ("refused", "i1"),  # bits: allies who said no to an entry into their home this turn
    ("proposed", "i1"),  # an alliance was proposed this turn
    ("queue", "i1"),  # bits: players to be eliminated
    ("population", "i1", (STARS,)),
    ("materials", "i1", (STARS,)),
    ("surrendered", "i2", (STARS,)),
    ("first", "i1", (STARS,)),  # who occupied a shared star first
    ("since", "i4", (STARS,)),  # the turn of that
    ("share", "i1", (STARS,)),
    ("share_round", "i2", (STARS,)),  # the agreement is in force after this round
    ("allied", "i4"),  # bit HOMES * a + b, diplomacy only
    ("revealed", "i4"),
    ("ended", "i1"),
    ("capped", "i1"),
    ("credit", "f8", (HOMES,)),
    ("battles", "i4"),
    ("combined", "i4"),  # battles of several fleets
    ("joint", "i4"),  # of those, of two allies
    ("withdrawals", "i2"),
    ("treacheries", "i2"),
    ("players", player_dt, (HOMES,)),
    ("notes", "i4", (SEATS, NOTES)),
)

rules_dt = record(
    ("seats", "i1"),
    ("player", "i1", (SEATS,)),  # who commands a seat
    ("side", "i1", (SEATS,)),
    ("alliances", "i1"),  # 1: fixed alliances, 0: independents
    ("home", "i1", (HOMES,)),
    ("start_ships", "i2"),
    ("ship_supply_cap", "i4"),
    ("max_warps", "i1"),
    ("departures_per_turn", "i1"),
    ("departure_order", "i1"),
    ("lost_rule", "i1"),
    ("hop_needs_warp", "i1"),
    ("allow_inferior_arrival", "i1"),
    ("vacated_home_reverts", "i1"),
    ("lock_scope", "i1"),
    ("surrender_exit", "i1"),
    ("mutual_withdrawal", "i1"),
    ("grace_turn", "i1"),
    ("alliance_win_needs_own_homes", "i1"),
    ("revive_by_ally", "i1"),
    ("diplomacy", "i1"),
    ("concede", "i1"),
    ("first_production_round", "i2"),
    ("production_period", "i2"),
    ("combat", "i1"),
    ("equal_force", "i1"),
    ("star_table", "i1"),
    ("first_player", "i1"),  # a seat, NONE: random
    ("seating", "i1"),
    ("empty_home_counts", "i1"),
    ("max_rounds", "i2"),
    ("resign_rule", "i1"),
    ("resign_ratio", "f8"),
    ("resign_stars", "i2"),
    ("resign_rounds", "i2"),
    ("population", "i1", (STARS,)),
    ("materials", "i1", (STARS,)),
    ("pinned", "i1", (STARS,)),  # a home of some set-up: random star tables leave it alone
    ("count", "i1", (SECTORS, SECTORS)),
    ("farthest", "i1", (SECTORS,)),  # the greatest count from a sector
    ("stars_at", "i1", (SECTORS, SPACES + 1, MOST_STARS)),  # by sector and count
    ("number_at", "i1", (SECTORS, SPACES + 1)),
    ("mirror", "i1", (3, STARS)),  # images of a star under the symmetries S1, S2, S3 of the homes
)

seat_outcome_dt = record(
    ("home", "i1"),
    ("seat", "i1"),  # place in the turn order, the first player is 1
    ("player", "i1"),
    ("credit", "f8"),
    ("stars", "i2"),
    ("ships", "i4"),
    ("pairs_nearby", "i1"),  # resource pairs within count 3 of the home
    ("produced", "i4"),
    ("destroyed", "i4"),
    ("lost", "i4"),
    ("inherited", "i4"),
    ("captures", "i2"),
    ("captor", "i1"),
    ("captor_count", "i1"),  # count between the home and its captor's home
    ("fallen_round", "i2"),
    ("eliminated_round", "i2"),
    ("rescues", "i2"),
)

outcome_dt = record(
    ("game", "i8"),
    ("fault", "i4"),
    ("decisions", "i4"),
    ("ended", "i1"),
    ("capped", "i1"),
    ("rounds", "i2"),
    ("first_home", "i1"),
    ("battles", "i4"),
    ("combined", "i4"),
    ("joint", "i4"),
    ("withdrawals", "i2"),
    ("treacheries", "i2"),
    ("strategy", "i1", (SEATS,)),
    ("seats", seat_outcome_dt, (HOMES,)),
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
