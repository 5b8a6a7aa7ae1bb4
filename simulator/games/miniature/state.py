"""What is on the table: the records of the game, and the words for the codes in them."""

from enum import IntEnum

from starbalance.simulator.engine.contract import option_room, outcome_record, purposes, rules_record, state_record
from starbalance.simulator.engine.records import record
from starbalance.simulator.engine.signatures import signatures

from .rules import CARGO_CARDS, SHIPS, SWITCHES

MAX_OPTIONS = option_room(2)
FIRST_PLAYER, SHIP, CARGO, DIE, HIDDEN = purposes(5)


class Phase(IntEnum):
    """The pending decision."""

    ROLL = 0


class Kind(IntEnum):
    """What an option does."""

    ROLL = 0
    STOP = 1


class Usage(IntEnum):
    """The columns that tell what a player uses, as far as they decide it."""

    ROLLS = 0


class Then(IntEnum):
    """What goes on before the pending decision; 0 is kept for nothing."""

    END_TURN = 1
    BEGIN_TURN = 2


class Ended(IntEnum):
    GOAL = 0
    CAPPED = 1


player_dt = record(("ship", "i8"), ("card", "i8"), ("distance", "i8"), ("rolls", "i8"), ("busts", "i8"))
state_dt = state_record(player_dt, SHIPS, ("first", "i8"), ("gain", "i8"), ("deck", "i8", (CARGO_CARDS,)))
rules_dt = rules_record(
    SWITCHES,
    ("head_start", "i8", (SHIPS,)),
    ("boost", "i8", (SHIPS,)),
    ("cards", "i8"),
    ("points", "i8", (CARGO_CARDS,)),
)
seat_dt = record(
    ("seat", "i8"),  # place in the turn order, from 1
    ("player", "i8"),
    ("credit", "f8"),
    ("ship", "i8"),
    ("distance", "i8"),
    ("cargo", "i8"),
    ("points", "i8"),
    ("rolls", "i8"),
    ("busts", "i8"),
)
outcome_dt = outcome_record(seat_dt, SHIPS)
SIG = signatures(state_dt, rules_dt, outcome_dt)
