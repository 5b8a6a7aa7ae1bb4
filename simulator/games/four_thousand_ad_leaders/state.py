"""The records of a game of 4000 A.D. with leaders, and the names of the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import DECISION, option_room, outcome_record, purposes, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, LEADERS, OBJECTIVES, OPEN, rules_dt
from starbalance.simulator.games.star_field.field import DRAWS, HOMES, STARS, STATE_OF_FIELD

MAX_OPTIONS = option_room(STARS * STARS)  # one or two stars for the new ships
LEADER_DRAW, OBJECTIVE_DRAW, STRENGTHS, JITTER, HIDDEN = purposes(DRAWS + 5)[DRAWS:]
ATTACKER, DEFENDER = range(2)  # the sides of a combat


class PendingStep(IntEnum):
    """The step that comes before the next decision: a step of a turn (FAL-7.1) or of a combat (FAL-12.2)."""

    DECISION = DECISION  # no step is left: the decision is pending
    BEGIN = 1
    BUILD = 2
    SUPPLY = 3
    ADVANCE = 4
    SHIFT = 5
    RECALL = 6
    DEPART = 7
    ARRIVE = 8
    LAND = 9
    COMBATS = 10
    ROUND = 11
    REINFORCE = 12
    COUNT = 13
    DEFENCE = 14
    REVEAL = 15
    EXTRA = 16
    RESOLVE = 17
    LOSE = 18
    RETREAT = 19
    AFTERMATH = 20
    SWAP = 21
    CLAIM = 22
    CLAIM_OPEN = 23
    END = 24


class Asset(IntEnum):
    """The evaluation features of a seat for search players, in addition to its claims."""

    SHIPS = 0
    PRODUCTION = 1  # pairs of resources on its stars
    STARS = 2  # stars that the seat holds


class Decision(IntEnum):
    """The types of decisions, frequent ones first. The comments name the list of decisions in RULES.md."""

    SOURCE = 0  # E-2: from which star
    TARGET = 1  # E-2: to which star
    SHIPS = 2  # E-2: how many
    ARRIVAL = 3  # E-3
    LEADER = 4  # E-2: the leader
    DEFENCE = 5  # E-5
    LOSSES = 6  # E-8
    WITHDRAWAL = 7  # E-9: how many
    ESCORT = 8  # E-9: the leader
    ATTACK = 9  # E-6
    EXTRA = 10  # E-7
    COMBAT = 11  # E-4
    BUILD = 12  # E-1
    CLAIM = 13  # E-10: the hand objective
    CLAIM_OPEN = 14  # E-10: an open objective that costs a ship
    SUPPLY = 15  # E-11, E-12: new ships
    SHIFT = 16  # E-11, E-12: a fleet moves forward or back
    RECALL = 17  # E-11, E-12: a fleet returns
    SWAP = 18  # E-11, E-12: another hand objective


class Kind(IntEnum):
    """The action type of an option; a, b, c are its parameters. Cards from LEADERS on are Lost in Hyperspace cards."""

    NO = 0
    YES = 1
    DEPART = 2  # a: star
    STOP = 3
    HEAD_FOR = 4  # a: star; the other star of the sector means the hop
    EMBARK = 5  # a: ships
    LEAD = 6  # a: card, or NONE for no leader
    STAY = 7  # a: fleet
    ARRIVE = 8  # a: fleet, b: star
    FIGHT = 9  # a: star
    NAME = 10  # a: ships that the loser loses
    WITHDRAW = 11  # a: ships
    BUILD = 12  # a: star, b: star of the second half (NONE: all at one star)
    CLAIM = 13  # a: objective
    SUPPLY = 14  # a: star, c: card
    SHIFT = 15  # a: fleet, b: squares, c: card
    RECALL = 16  # a: fleet, b: star, c: card
    PLAY = 17  # c: card


class Usage(IntEnum):
    """The outcome columns of what players use by their own decision."""

    USED = 0
    LED = 1
    CLAIMED = 2
    DEPARTURES = 3
    HOPS = 4
    ATTACKS = 5
    WITHDRAWALS = 6
    RECOVERIES = 7
    CAPTURES = 8


class Ended(IntEnum):
    OBJECTIVES = 0
    LAST_SURVIVOR = 1
    ADJUDICATED = 2


fleet_dt = record(
    ("ships", "i8"),  # 0: not in use
    ("square", "i8"),  # 0: the entry
    ("sector", "i8"),  # the sector of departure
    ("leader", "i8"),
    ("barred", "i8"),  # bits: cards that are publicly not its leader
    ("target", "i8"),  # the private plan of its owner
)

landed_dt = record(  # a fleet that hopped or arrived this turn, until its combat is over
    ("star", "i8"),  # NONE: not in use
    ("sector", "i8"),
    ("leader", "i8"),
    ("barred", "i8"),
)

player_dt = record(
    ("home", "i8"),
    ("ships", "i8", (STARS,)),
    ("fleets", fleet_dt, (FLEETS,)),
    ("hand", "i8"),  # bits by leader, like the next six fields
    ("pile", "i8"),  # discarded
    ("used", "i8"),  # on the table
    ("removed", "i8"),  # lost in hyperspace
    ("recovered", "i8"),  # removed leaders with an unused Lost in Hyperspace card
    ("aside", "i8"),
    ("seen", "i8"),  # leaders that were ever open
    ("last_discard", "i8"),
    ("last_played", "i8"),  # the card that left the hand last, or NONE, also once it is back in the hand
    ("reused", "i8"),  # Lost in Hyperspace cards used this turn or combat round (`lih_uses` = -1)
    ("objective", "i8"),  # in the hand
    ("claims", "i8"),  # bits by objective
    ("killed", "i8"),  # the most enemy ships destroyed in one combat of this turn, as Attacker
    ("attack_wins", "i8"),  # combats won this turn as Attacker
    ("outnumbered_wins", "i8"),  # rounds won with fewer ships since the end of its previous turn
    ("sources", "i8"),  # the most departure sectors in a combat won this turn
    ("drawn", "i8"),  # bits: the leaders drawn at the setup
    ("first_objective", "i8"),
    ("produced", "i8"),
    ("supplied", "i8"),
    ("destroyed", "i8"),  # ships of other players
    ("fallen", "i8"),  # own ships, in combats
    ("lost", "i8"),  # ships lost in hyperspace
    ("paid", "i8"),  # ships put on claims
    ("departures", "i8"),
    ("hops", "i8"),
    ("attacks", "i8"),  # combats as Attacker
    ("wins", "i8"),  # combats won as Attacker
    ("defences", "i8"),  # combats as Defender
    ("named", "i8"),  # losses named where at least 2 ships were possible
    ("named_all", "i8"),  # the largest possible loss named
    ("named_one", "i8"),
    ("named_none", "i8"),
    ("withdrawals", "i8"),
    ("led", "i8"),  # bits: leaders that ever led a round
    ("recoveries", "i8"),  # Lost in Hyperspace cards used
    ("redraws", "i8"),
    ("shown", "i8"),  # claims of the hand objective
    ("followed", "i8"),  # claims of objectives that other players had shown
    ("claimed_round", "i8"),  # the round of the last claim
    ("captures", "i8"),  # rounds at whose end the seat held the home of another player
    ("homeless", "i8"),  # rounds at whose end its home was lost
)

state_dt = state_record(
    player_dt,
    HOMES,
    *STATE_OF_FIELD,
    ("place", "i8"),  # index into `order` of the seat on turn
    ("hops_used", "i8"),  # hops of this turn
    ("moved", "i8", (STARS,)),  # ships that hopped this turn
    ("landed", landed_dt, (FLEETS,)),
    ("fleet", "i8"),  # the fleet in question
    ("stayed", "i8"),  # bits: fleets that were asked to arrive this turn
    ("star", "i8"),  # the source of a departure, the place of a combat
    ("target", "i8"),  # of a departure in progress
    ("embarked", "i8"),
    # a combat:
    ("combat_round", "i8"),  # 0: no combat
    ("defender", "i8"),  # a seat
    ("side", "i8"),  # the side to play a card
    ("count", "i8", (2,)),  # ships of each side
    ("sent", "i8"),  # bits: the landed fleets whose leaders the Attacker has chosen, in secret
    ("leaders", "i8", (2,)),  # bits: the leaders of each side in this round
    ("extra", "i8", (2,)),  # the Lost in Hyperspace card that each side plays after the reveal
    ("text_void", "i8", (2,)),
    ("zeroed", "i8", (2,)),  # whether the strength of a side's leaders counts 0
    ("bonus", "i8", (2,)),
    ("victor", "i8"),  # a side, or NONE after a tie
    ("lost_here", "i8", (2,)),  # ships that each side lost in this combat
    ("withdrew", "i8", (2,)),  # whether a side has withdrawn ships in this combat
    ("retreats", "i8"),  # sides that were asked to withdraw in this round
    ("last_led", "i8"),  # the Attacker's leader that is discarded last
    ("one_led", "i8"),  # whether a leader of the Attacker has led in this combat
    # cards:
    ("strength", "i8", (LEADERS,)),
    ("threshold", "i8", (OBJECTIVES,)),  # p1 of an objective in this game
    ("deck", "i8", (OBJECTIVES,)),  # a ring
    ("deck_top", "i8"),
    ("deck_count", "i8"),
    ("known", "i8", (OBJECTIVES,)),  # bits: seats that know where an objective of the deck or a hand is
    ("table", "i8"),  # bits: open objectives
    ("claim_round", "i8", (OBJECTIVES,)),  # the round of the first claim; 0: never claimed
    ("shown_by", "i8", (OBJECTIVES,)),  # the seat that showed an objective, or NONE if open from the start
    ("fulfilled", "i8"),  # bits: objectives that the seat on turn fulfils in its claim step
    ("card", "i8"),  # the open objective in question
    ("asked", "i8"),  # bits: objectives that were asked for in this step
    ("opened", "i8", (OPEN,)),  # objectives open from the start
    ("combats", "i8"),
    ("combat_rounds", "i8"),
    ("mutual", "i8"),  # combats that left no ship
    ("even", "i8", (2,)),  # rounds with equal ships: first rounds of combats, later rounds
    ("even_won", "i8", (2,)),  # rounds with equal ships won by the Attacker
    ("even_lost", "i8", (2,)),
)

seat_outcome_dt = record(
    ("home", "i8"),
    ("seat", "i8"),  # place in the turn order, the first player is 1
    ("player", "i8"),
    ("credit", "f8"),
    ("claims", "i8"),
    ("claimed", "i8"),  # bits by objective
    ("shown", "i8"),
    ("followed", "i8"),
    ("claimed_round", "i8"),
    ("first_objective", "i8"),
    ("drawn", "i8"),  # bits by leader
    ("led", "i8"),  # bits by leader
    ("used", "i8"),  # bits by leader
    ("strength", "i8"),  # sum over the leaders drawn
    ("stars", "i8"),
    ("pairs", "i8"),
    ("ships", "i8"),
    ("produced", "i8"),
    ("supplied", "i8"),
    ("destroyed", "i8"),
    ("fallen", "i8"),
    ("lost", "i8"),
    ("departures", "i8"),
    ("hops", "i8"),
    ("attacks", "i8"),
    ("wins", "i8"),
    ("defences", "i8"),
    ("peaceful", "i8"),  # 1: no combat
    ("named", "i8"),
    ("named_all", "i8"),
    ("named_one", "i8"),
    ("named_none", "i8"),
    ("withdrawals", "i8"),
    ("recoveries", "i8"),
    ("redraws", "i8"),
    ("captures", "i8"),
    ("homeless", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    HOMES,
    ("first_home", "i8"),
    ("combats", "i8"),
    ("combat_rounds", "i8"),
    ("mutual", "i8"),
    ("even_first", "i8"),
    ("even_first_won", "i8"),
    ("even_first_lost", "i8"),
    ("even_later", "i8"),
    ("even_later_won", "i8"),
    ("even_later_lost", "i8"),
    ("shared", "i8"),  # 1: several winners
    ("tied", "i8"),  # players with the most claims
    *((f"objective_{k}", "i8") for k in range(1, OPEN + 1)),
    *((f"claims_{k}", "i8") for k in range(1, OPEN + 1)),
    *((f"claim_round_{k}", "i8") for k in range(1, OPEN + 1)),
)

SIG = signatures(state_dt, rules_dt, outcome_dt)
