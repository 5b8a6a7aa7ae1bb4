"""The fields that the state, outcome and rules of every game have, and the rules that act on them alone."""

import math
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import FIRST_OF_GAME
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import NOTES, PURPOSES, SEATS
from starbalance.simulator.engine.records import record, zeros

PARTS = math.lcm(*range(1, SEATS + 1))  # an equal share of a win is a whole number of parts
DECISION = 0  # of state.then: nothing is left to do before the pending decision
MOST_OPTIONS = 4096

STATE = (
    ("key", "u8", (2,)),  # seed and number of the game
    ("drawn", "i8", (PURPOSES,)),  # draws of this turn, by purpose
    ("turn", "i8"),
    ("actor", "i8"),  # the seat that decides
    ("over", "i8"),
    ("phase", "i8"),  # the pending decision
    ("then", "i8"),  # what goes on before the pending decision
    ("rounds", "i8"),  # begun so far
    ("active", "i8"),  # the seat on turn
    ("ended", "i8"),  # why
    ("capped", "i8"),
    ("credit", "f8", (SEATS,)),  # shares of the win
    ("notes", "i8", (SEATS, NOTES)),  # of the strategies
)
OUTCOME = (
    ("game", "i8"),
    ("fault", "i8"),
    ("decisions", "i8"),
    ("ended", "i8"),
    ("capped", "i8"),
    ("rounds", "i8"),
)
RULES = (
    ("seats", "i8"),
    ("player", "i8", (SEATS,)),  # who commands a seat
)


def purposes(count: int) -> range:
    """Numbers for what a game draws for. Raises ValueError where there are more than the room for them."""
    if FIRST_OF_GAME + count > PURPOSES:
        raise ValueError(f"A game has room for {PURPOSES - FIRST_OF_GAME} purposes of chance, not {count}.")
    return range(FIRST_OF_GAME, FIRST_OF_GAME + count)


def option_room(count: int) -> int:
    """How many options a decision has at most. Raises ValueError where that is more than a list may have."""
    if not 1 <= count <= MOST_OPTIONS:
        raise ValueError(f"A decision has from 1 to {MOST_OPTIONS} options, not {count}.")
    return count


def state_record(player: np.dtype, seats: int, *own: tuple) -> np.dtype:
    """The record of a game in progress: what all have, `players` (a record each), and the game's own fields.

    Raises ValueError for more seats than there is room for, and for a field of its own that all have.
    """
    return _with_shared("state", STATE, (("players", player, (_checked(seats),)), *own))


def outcome_record(seat: np.dtype, seats: int, *own: tuple) -> np.dtype:
    """The record of a game that is over: what all have, the game's own fields, the strategies, a record per seat.

    Raises ValueError as `state_record` does.
    """
    last = (("strategy", "i8", (SEATS,)), ("seats", seat, (_checked(seats),)))
    return _with_shared("outcome", OUTCOME, (*own, *last))


def rules_record(switches: Mapping[str, type], *own: tuple) -> np.dtype:
    """The record of the numbers of a rulebook: what all have, a field per switch, the game's own fields.

    A switch of words or numbers is a whole number, one of fractions a float. Raises ValueError as `state_record` does.
    """
    fields = tuple((name, "f8" if kind is float else "i8") for name, kind in switches.items())
    return _with_shared("rules", RULES, (*fields, *own))


def blank_rules(dtype: np.dtype, setup: Any) -> Any:
    """A record of rules with the seats of a set-up, each with a player of its own."""
    rules = zeros(1, dtype)[0]
    rules.seats = setup.seats
    rules.player[: setup.seats] = range(setup.seats)
    return rules


def fill_switches(rules: Any, switches: Mapping[str, type], entries: Mapping[str, Any]) -> None:
    """Sets the field of each switch from its entry in the data; those of plain words are left to the game."""
    for name, kind in switches.items():
        if kind is not str:
            value = entries[name]["value"]
            rules[name] = kind[value.upper()] if issubclass(kind, IntEnum) else value


def _checked(seats: int) -> int:
    if not 1 <= seats <= SEATS:
        raise ValueError(f"A game has from 1 to {SEATS} seats, not {seats}.")
    return seats


def _with_shared(what: str, shared: tuple, own: tuple) -> np.dtype:
    known = {name for name, *_ in shared}
    twice = [name for name, *_ in own if name in known]
    if twice:
        raise ValueError(f"The {what} of every game has a field '{twice[0]}': a game cannot have its own.")
    return record(*shared, *own)


@rule
def share_win(state, rules):
    """Divide the win equally among the seats with the highest credit, which a game sets to their ranks before."""
    best, equals = -math.inf, 0
    for seat in range(rules.seats):
        if state.credit[seat] > best:
            best, equals = state.credit[seat], 0
        equals += 1 if state.credit[seat] == best else 0
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 / equals if state.credit[seat] == best else 0.0


@rule
def begin_redeal(state, luck):
    """Key the dice with another seed, so that what is drawn afterwards depends on this seed only."""
    state.key[0] = luck & np.uint64(0xFFFFFFFF)
    state.key[1] = luck >> np.uint64(32)
    state.drawn[:] = 0


@rule
def end_redeal(state, rules, seat):
    """Clear the notes of all strategies except the notes of the player that commands the seat."""
    for other in range(SEATS):
        if other >= rules.seats or rules.player[other] != rules.player[seat]:
            for k in range(NOTES):
                state.notes[other, k] = 0
    state.drawn[:] = 0
