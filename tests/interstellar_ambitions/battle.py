"""Battles for tests: two fleets, a FLEET action, and dice that fall as set."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import philox
from starbalance.simulator.games.interstellar_ambitions.state import COMBAT_DICE, FLEE_DICE, Stage
from tests.interstellar_ambitions.table import SIDES, Ship, Table, bare_table

EXACT = 4
MISS = 0  # any face that misses
_BATCH = 1 << 18
_word = getattr(philox, "py_func", philox)


def front(attacker: Sequence[Ship], defender: Sequence[Ship], level: str = "strong", **more: Any) -> Table:
    """Give seat 0 a FLEET token at a level and the first fleet, seat 1 the second fleet; it is seat 0's turn, before
    `attack`.

    Apart from that, each seat has only its Home World at level 4.
    """
    return bare_table(**more).muster(0, *attacker).muster(1, *defender).put(0, f"fleet {level}")


def act(at: Table) -> Table:
    """Begin a turn of seat 0 that advances nothing and uses its FLEET token, up to the choice of the opponent."""
    at.turn(0).choose("advance plans")
    if at.prompt[1] == "advancing":
        at.choose("done")
    return at.choose(next(words for words in at.options if words.startswith("act fleet")))


def attack(at: Table, how: str = "raid 1", combat: Sequence[int] = (), flee: Sequence[int] = ()) -> Table:
    """Begin the FLEET action, with these dice first."""
    return fall(act(at), combat, flee).choose(how)


def fight(at: Table, how: str = "raid 1", combat: Sequence[int] = (), flee: Sequence[int] = ()) -> Table:
    """Attack, with ships in the order of the fleet and unmatched ships that hold their fire."""
    attack(at, how, combat, flee)
    while at.prompt[1] in ("order", "unmatched"):
        fall(at, combat).choose(at.options[0])
    return at


def fall(at: Table, combat: Sequence[int] = (), flee: Sequence[int] = ()) -> Table:
    """Set the next dice. From the fifth on a die only falls on the same side of 4: hit or miss.

    All other randomness changes with it.
    """
    dice = [(COMBAT_DICE, k, face) for k, face in enumerate(combat)] + [
        (FLEE_DICE, k, face) for k, face in enumerate(flee)
    ]
    for first in range(0, 1 << 32, _BATCH):
        keys = np.arange(first, first + _BATCH, dtype=np.uint64)
        for purpose, k, face in dice:
            faces = _faces(at, purpose, k, keys)
            keys = keys[faces == face if k < EXACT and face != MISS else (faces >= 4) == (face >= 4)]
        if len(keys):
            at.state.key[1] = keys[0]
            return at
    raise AssertionError("no key lets the dice fall so")


def _faces(at: Table, purpose: int, k: int, keys: np.ndarray) -> np.ndarray:
    """Return the value of the k-th next die of a purpose under each key."""
    counter = (at.state.drawn[purpose] + k, purpose, at.state.turn, 0)
    return (_word(*map(np.uint64, counter), at.state.key[0], keys)[0] * np.uint64(SIDES) >> np.uint64(32)) + np.uint64(
        1
    )


def is_over(at: Table) -> bool:
    """Return whether no battle is in progress."""
    return int(at.state.battle.stage) == Stage.NO_BATTLE


def totals(at: Table) -> tuple[int, int]:
    """Return the totals of the attacker and of the defender."""
    attacker, defender = at.state.battle.total.tolist()
    return attacker, defender


def won(at: Table) -> bool:
    """Return whether the attacker has won."""
    return bool(at.state.battle.won)


def medals(at: Table) -> list[int]:
    """Return the FLEET medals of every seat."""
    return [int(at.player(seat).medals[0]) for seat in range(at.rules.seats)]


def arrayed(*defence):
    """Player 0 invades player 1 and has placed his order; the defender decides next."""
    at = bare_table("players3", emergency_rule=False)
    at.muster(0, "Strike Craft", "Destroyer", "Cruiser", "Battleship").muster(1, *defence)
    at.put(0, "fleet moderate").turn(0).choose("advance plans", "done", "act fleet moderate", "invade 1")
    while at.prompt == (0, "order"):
        at.choose(at.options[-1])
    assert at.prompt == (1, "order")
    return at
