"""The records of the game (state, rules, outcome), and an enum for each code in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import option_room, outcome_record, purposes, rules_record, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures

from .rules import CARGO_CARDS, SHIPS, SWITCHES

MAX_OPTIONS = option_room(2)
FIRST_PLAYER, SHIP, CARGO, DIE, HIDDEN = purposes(5)


class Decision(IntEnum):
    """The decision types. This game has only one."""

    ROLL = 0


class Kind(IntEnum):
    """The action types."""

    ROLL = 0
    STOP = 1


class Usage(IntEnum):
    """The columns of `usage` in columns.toml that depend on a player's decisions."""

    ROLLS = 0


class PendingStep(IntEnum):
    """The steps that come before the next decision. Code 0 is reserved for "no step"."""

    END_TURN = 1
    BEGIN_TURN = 2


class Ended(IntEnum):
    GOAL = 0
    TRUNCATED = 1


player_dt = record(
    ("ship", "i8"),
    ("card", "i8"),  # its cargo card, a number of the deck
    ("distance", "i8"),  # spaces
    ("rolls", "i8"),
    ("busts", "i8"),
)
state_dt = state_record(
    player_dt,
    SHIPS,
    ("first", "i8"),  # the seat of the first player
    ("gain", "i8"),  # spaces gained in this turn
    ("deck", "i8", (CARGO_CARDS,)),  # shuffled card numbers: one per seat, then the hidden rest
)
rules_dt = rules_record(
    SWITCHES,
    ("head_start", "i8", (SHIPS,)),  # spaces
    ("boost", "i8", (SHIPS,)),  # spaces per roll
    ("cards", "i8"),  # the size of the deck
    ("points", "i8", (CARGO_CARDS,)),  # by card number
)
seat_dt = record(
    ("seat", "i8"),  # place in the turn order, starting at 1
    ("player", "i8"),
    ("credit", "f8"),  # the seat's share of the win
    ("ship", "i8"),
    ("distance", "i8"),
    ("cargo", "i8"),  # the points of the cargo card
    ("points", "i8"),  # distance plus cargo
    ("rolls", "i8"),
    ("busts", "i8"),
)
outcome_dt = outcome_record(seat_dt, SHIPS)
SIG = signatures(state_dt, rules_dt, outcome_dt)
