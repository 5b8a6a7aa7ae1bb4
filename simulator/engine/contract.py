"""The fields that the state, outcome and rules of every game have, and the functions that use only these fields."""

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
DECISION = 0  # of state.pending_step: no step comes before the next decision
MOST_OPTIONS = 4096

STATE = (
    ("key", "u8", (2,)),  # the seed and the number of the game
    ("drawn", "i8", (PURPOSES,)),  # number of draws in this turn, by purpose
    ("turn", "i8"),
    ("actor", "i8"),  # the acting seat
    ("over", "i8"),  # 1 after the end of the game
    ("decision", "i8"),  # the type of the next decision
    ("pending_step", "i8"),  # the step that comes before the next decision
    ("rounds", "i8"),  # number of rounds begun
    ("active", "i8"),  # the seat whose turn it is
    ("ended", "i8"),  # the reason for the end of the game
    ("truncated", "i8"),  # 1 if the round limit ended the game
    ("credit", "f8", (SEATS,)),  # the share of the win of each seat
    ("notes", "i8", (SEATS, NOTES)),  # numbers that strategies keep
)
OUTCOME = (
    ("game", "i8"),
    ("fault", "i8"),  # an error code of `play.FAULTS`, 0 for no error
    ("decisions", "i8"),
    ("ended", "i8"),
    ("truncated", "i8"),
    ("rounds", "i8"),
)
RULES = (
    ("seats", "i8"),
    ("player", "i8", (SEATS,)),  # the player of each seat
)


def purposes(count: int) -> range:
    """Return the numbers of a game's random purposes, for `bits`, `below`, `unit` and `shuffle`.

    Args:
        count: The number of purposes of the game.

    Returns:
        The numbers that follow those of the engine.

    Raises:
        ValueError: If there are more purposes than `state.drawn` has entries.
    """
    if FIRST_OF_GAME + count > PURPOSES:
        raise ValueError(f"A game must have at most {PURPOSES - FIRST_OF_GAME} random purposes, got {count}.")
    return range(FIRST_OF_GAME, FIRST_OF_GAME + count)


def option_room(count: int) -> int:
    """Return the largest number of options of a decision, after checking it.

    Args:
        count: The largest number of options of any decision of the game.

    Raises:
        ValueError: If it is below 1 or above MOST_OPTIONS.
    """
    if not 1 <= count <= MOST_OPTIONS:
        raise ValueError(f"The number of options of a decision must be from 1 to {MOST_OPTIONS}, got {count}.")
    return count


def state_record(player: np.dtype, seats: int, *own: tuple) -> np.dtype:
    """Return the record type of a game in progress.

    Args:
        player: The record type of one seat.
        seats: The largest number of seats of the game.
        *own: The further fields of the game: name, type and, for an array, shape.

    Returns:
        A record type with the fields of STATE, `players` (one record per seat), and the fields of the game.

    Raises:
        ValueError: If the number of seats is below 1 or above SEATS, or if STATE has a field of the game.
    """
    return _with_shared("state", STATE, (("players", player, (_checked(seats),)), *own))


def outcome_record(seat: np.dtype, seats: int, *own: tuple) -> np.dtype:
    """Return the record type of the outcome of a game.

    Args:
        seat: The record type of the outcome of one seat.
        seats: The largest number of seats of the game.
        *own: The further fields of the game: name, type and, for an array, shape.

    Returns:
        A record type with the fields of OUTCOME, the fields of the game, `strategy` and `seats`. `strategy` has the row
        of the strategy table for each seat, `seats` one record per seat.

    Raises:
        ValueError: If the number of seats is below 1 or above SEATS, or if OUTCOME has a field of the game.
    """
    last = (("strategy", "i8", (SEATS,)), ("seats", seat, (_checked(seats),)))
    return _with_shared("outcome", OUTCOME, (*own, *last))


def rules_record(switches: Mapping[str, type], *own: tuple) -> np.dtype:
    """Return the record type of the rules of a game.

    Args:
        switches: The type of each switch, by name.
        *own: The further fields of the game: name, type and, for an array, shape.

    Returns:
        A record type with the fields of RULES, one field per switch, and the fields of the game. The field of a switch
        is a float for the type `float`, and a whole number for every other type.

    Raises:
        ValueError: If RULES has a switch or a field of the game.
    """
    fields = tuple((name, "f8" if kind is float else "i8") for name, kind in switches.items())
    return _with_shared("rules", RULES, (*fields, *own))


def blank_rules(dtype: np.dtype, setup: Any) -> Any:
    """Return a rules record with the seats of a setup. Seat i belongs to player i. All other fields are 0.

    Args:
        dtype: The type that `rules_record` returns.
        setup: The setup.
    """
    rules = zeros(1, dtype)[0]
    rules.seats = setup.seats
    rules.player[: setup.seats] = range(setup.seats)
    return rules


def fill_switches(rules: Any, switches: Mapping[str, type], entries: Mapping[str, Any]) -> None:
    """Set the field of each switch in a rules record from its entry in the data.

    Switches of the type `str` are skipped: the game sets their fields.

    Args:
        rules: The record to change.
        switches: The type of each switch, by name.
        entries: The entry of each switch, by name. Its `value` is a number, or a member name of an enumeration.
    """
    for name, kind in switches.items():
        if kind is not str:
            value = entries[name]["value"]
            rules[name] = kind[value.upper()] if issubclass(kind, IntEnum) else value


def _checked(seats: int) -> int:
    if not 1 <= seats <= SEATS:
        raise ValueError(f"The number of seats of a game must be from 1 to {SEATS}, got {seats}.")
    return seats


def _with_shared(what: str, shared: tuple, own: tuple) -> np.dtype:
    known = {name for name, *_ in shared}
    twice = [name for name, *_ in own if name in known]
    if twice:
        raise ValueError(f"The {what} record of every game already has a field '{twice[0]}'. Choose another name.")
    return record(*shared, *own)


@rule
def share_win(state, rules):
    """Divide the win equally among the seats with the highest `state.credit`.

    The game sets `state.credit` to a rank or score of each seat before. The function replaces it by shares of the win,
    which sum to 1 over the seats.

    Args:
        state: The state record.
        rules: The rules record, which has the number of `seats`.
    """
    share_among(state.credit, rules.seats)


@rule
def share_among(credit, seats):
    """Replace the rank or score of each seat by its share of the win, as `share_win` does.

    Args:
        credit: The ranks or scores, changed in place.
        seats: The number of seats.
    """
    best, equals = -math.inf, 0
    for seat in range(seats):
        if credit[seat] > best:
            best, equals = credit[seat], 0
        equals += 1 if credit[seat] == best else 0
    for seat in range(seats):
        credit[seat] = 1.0 / equals if credit[seat] == best else 0.0


@rule
def begin_redeal(state, randomness):
    """Begin to resample hidden information: key the random draws with another seed.

    Args:
        state: The state to change.
        randomness: The seed, 64 bits. Later draws depend only on this seed.
    """
    state.key[0] = randomness & np.uint64(0xFFFFFFFF)
    state.key[1] = randomness >> np.uint64(32)
    state.drawn[:] = 0


@rule
def end_redeal(state, rules, seat):
    """End the resampling of hidden information: clear the notes of all other players, and the counts of draws.

    Args:
        state: The state to change.
        rules: The rules record.
        seat: The seat whose player keeps the notes.
    """
    for other in range(SEATS):
        if other >= rules.seats or rules.player[other] != rules.player[seat]:
            for k in range(NOTES):
                state.notes[other, k] = 0
    state.drawn[:] = 0
