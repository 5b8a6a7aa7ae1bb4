"""The records of the game, and the names of the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import option_room, outcome_record, purposes, rules_record, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures

from .rules import CARDS, SEATS, SWITCHES

MAX_OPTIONS = option_room(2)
FIRST_PLAYER, DEAL, HIDDEN = purposes(3)


class Decision(IntEnum):
    """The decision types."""

    OPEN = 0  # before the first bet
    ANSWER = 1  # after a bet


class Kind(IntEnum):
    """The action types."""

    PASS = 0  # check, or fold after a bet
    BET = 1  # bet, or call after a bet


class PendingStep(IntEnum):
    OTHER = 1


class Usage(IntEnum):
    """The usage columns of the outcome."""

    BETS = 0


class Ended(IntEnum):
    FOLD = 0
    SHOWDOWN = 1


player_dt = record(("card", "i8"), ("paid", "i8"), ("won", "i8"), ("bets", "i8"), ("passes", "i8"))
state_dt = state_record(player_dt, SEATS, ("first", "i8"), ("deck", "i8", (CARDS,)))
rules_dt = rules_record(SWITCHES)
seat_dt = record(
    ("seat", "i8"),  # place in the turn order, from 1
    ("player", "i8"),
    ("credit", "f8"),
    ("card", "i8"),
    ("chips", "i8"),
    ("bets", "i8"),
    ("passes", "i8"),
)
outcome_dt = outcome_record(seat_dt, SEATS)
SIG = signatures(state_dt, rules_dt, outcome_dt)
